import { describe, expect, onTestFinished, test } from "vitest"
import { cards, payments, testAccount } from "../../plugins/cards/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { FaultyStore, TestEngine } from "../../src/testing/index.ts"

const path = "/cards/v2/payments"
const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
const key = { "Idempotency-Key": "order_1" }
const table = "cards_payments"

/** An engine on a store whose faults the test plans. */
const start = async () => {
  const faults = FaultyStore.make()
  const store = FaultyStore.layer(sqlite(":memory:"), faults)
  const engine = await TestEngine.make({ plugins: [cards()], store })
  onTestFinished(() => engine.close())
  const pay = (headers?: TestEngine.RequestHeaders) => engine.request("POST", path, body, headers)
  const paymentIds = async (): Promise<ReadonlyArray<string>> =>
    (await engine.request("GET", path)).json.data.map(({ id }: { id: string }) => id)
  return { engine, faults, pay, paymentIds }
}

describe("a refused read", () => {
  test("is answered 503, as often as was planned; what was stored is there afterwards", async () => {
    const { engine, faults, pay, paymentIds } = await start()
    const paid = await pay(key)
    faults.refuseReads({ table, times: 2 })
    for (let count = 0; count < 2; count++) {
      const refused = await engine.request("GET", path)
      expect([refused.status, refused.json.error.code]).toEqual([503, "unavailable"])
      expect(refused.json.error.message).toMatch(/^The service is not available now/)
    }
    expect(await paymentIds()).toEqual([paid.json.id])
  })

  test("keeps a request from being carried out; the retry under the same key makes the one payment", async () => {
    const { faults, pay, paymentIds } = await start()
    faults.refuseReads({ table: "idempotency_records" })
    expect((await pay(key)).status).toBe(503)
    const retried = await pay(key)
    expect(retried.status).toBe(200)
    expect(await paymentIds()).toEqual([retried.json.id])
  })

  test("is no refused write", async () => {
    const { faults, pay } = await start()
    faults.refuseReads({ table: "no_such_table" })
    expect((await pay()).status).toBe(200)
    faults.refuseWrites({ table: "no_such_table" })
    expect(faults.pending()).toBe(2)
  })
})

describe("a refused write", () => {
  test("is answered 503 and keeps nothing; the retry under the same key makes the one payment", async () => {
    const { faults, pay, paymentIds } = await start()
    faults.refuseWrites({ table })
    const refused = await pay(key)
    expect([refused.status, refused.json.error.code]).toEqual([503, "unavailable"])
    expect(await paymentIds()).toEqual([])
    const retried = await pay(key)
    expect(retried.status).toBe(200)
    expect(await paymentIds()).toEqual([retried.json.id])
  })

  test("rejects a call in process with the reason that was planned", async () => {
    const { engine, faults } = await start()
    faults.refuseWrites({ table, reason: "disk_full" })
    const caller = await engine.caller({ principal: testAccount("acct_shop") })
    const command = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" } as const
    await expect(engine.call(payments.create(caller, command))).rejects.toMatchObject({
      _tag: "StoreUnavailable",
      region: "us-east-1",
      reason: "disk_full"
    })
  })

  test("happens as often as was planned", async () => {
    const { faults, pay } = await start()
    faults.refuseWrites({ table, times: 2 })
    expect(faults.pending()).toBe(2)
    expect([(await pay()).status, (await pay()).status, (await pay()).status]).toEqual([503, 503, 200])
    expect(faults.pending()).toBe(0)
  })

  test("spares the tables that the plan does not name", async () => {
    const { faults, pay } = await start()
    faults.refuseWrites({ table: "cards_payment" })
    expect((await pay()).status).toBe(200)
    expect(faults.pending()).toBe(1)
  })

  test("in the write of a job lets the job run again", async () => {
    const { engine, faults } = await start()
    const held = await engine.request("POST", path, { ...body, capture_method: "manual" })
    faults.refuseWrites({ table })
    await engine.advance("8 days")
    expect(faults.pending()).toBe(0)
    const later = await engine.request("GET", `${path}/${held.json.id}`)
    expect(later.json.authorization.state).toBe("expired")
  })
})

describe("a lost answer", () => {
  test("leaves one payment, and the retry under the same key tells of it", async () => {
    const { faults, pay, paymentIds } = await start()
    faults.loseAnswers({ table })
    expect((await pay(key)).status).toBe(503)
    const [kept, ...others] = await paymentIds()
    expect(others).toEqual([])
    const retried = await pay(key)
    expect([retried.status, retried.json.id]).toEqual([200, kept])
    expect(await paymentIds()).toEqual([kept])
  })

  test("follows a refused write in the order they were planned", async () => {
    const { faults, pay, paymentIds } = await start()
    faults.refuseWrites({ table })
    faults.loseAnswers({ table })
    await pay()
    expect(await paymentIds()).toHaveLength(0)
    await pay()
    expect(await paymentIds()).toHaveLength(1)
  })
})

test("a fault that hits the first write keeps the engine from starting", async () => {
  const faults = FaultyStore.make()
  faults.refuseWrites()
  const store = FaultyStore.layer(sqlite(":memory:"), faults)
  await expect(TestEngine.make({ plugins: [cards()], store })).rejects.toMatchObject({ _tag: "StoreUnavailable" })
})
