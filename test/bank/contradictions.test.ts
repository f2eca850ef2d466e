/** What a network says against its earlier word: it counts once in the books and in the limit, and an administrator clears it. */
import { describe, expect, it } from "vitest"
import { client, freshKey, hear, keyOf, startHost, to, type Host, inBooks } from "./host.ts"

const respond = async (host: Host, paymentId: string, status: string, times = 1) => {
  for (let count = 0; count < times; count += 1) {
    expect((await host.ask("POST", `/v2/simulator/payments/${paymentId}/respond`, { status })).status).toBe(200)
    await host.engine.drain()
  }
}

const books = async ({ admin }: Host, paymentId: string) =>
  (await admin("GET", `/v2/admin/ledger/entries?paymentId=${paymentId}`)).body.data as ReadonlyArray<any>

const suspenseOf = async (host: Host, paymentId: string) =>
  (await books(host, paymentId))
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => account === "suspense")
    .reduce((sum, { amount, direction }) => sum + (direction === "debit" ? amount : -amount), 0)

const resolve = ({ admin }: Host, paymentId: string, outcome: string) =>
  admin("POST", `/v2/admin/payments/${paymentId}/resolve`, { outcome, note: "asked by phone" })

const refused = async (host: Host) => (await host.pay(to("9001000004", { amount: 40_000 }))).body.data.paymentId

describe("a settlement of a payment that the network had refused", () => {
  it("D.1 D.5 told three times is booked once, and raises one alert", async () => {
    const host = await startHost()
    const paymentId = await refused(host)
    await respond(host, paymentId, "ACSC", 3)
    expect(await suspenseOf(host, paymentId)).toBe(40_000)
    expect((await books(host, paymentId)).map(({ step }) => step)).toEqual([
      "reserve",
      "submit",
      "refuse",
      "contradiction"
    ])
    const { body } = await host.admin("GET", "/v2/admin/alerts")
    expect(body.data.map(({ resource, type }: any) => [type, resource])).toEqual([
      ["payment.needs_attention", paymentId]
    ])
    expect(await host.payment(paymentId)).toMatchObject({ status: "returned", fundsMoved: false, needsAttention: true })
  })

  it.each([
    ["settled", "customer:099900014:1234567890"],
    ["failed", "settlement:fednow"]
  ])("is cleared by an administrator who found out that it %s, once, against %s", async (outcome, account) => {
    const host = await startHost()
    const paymentId = await refused(host)
    await respond(host, paymentId, "ACSC")
    const cleared = await resolve(host, paymentId, outcome)
    // What was told of the payment stands.
    expect(cleared).toMatchObject({ status: 200, body: { data: { paymentId, status: "returned" } } })
    expect(cleared.body.data).not.toHaveProperty("needsAttention")
    expect((await books(host, paymentId)).at(-1)).toMatchObject({
      step: "clear:1",
      postings: [
        { account: inBooks(account), direction: "debit", amount: 40_000 },
        { account: "suspense", direction: "credit", amount: 40_000 }
      ]
    })
    expect(await suspenseOf(host, paymentId)).toBe(0)
    expect(await resolve(host, paymentId, outcome)).toMatchObject({
      status: 409,
      body: { error: { code: "STATE_CONFLICT" } }
    })
    // The network says it again: nothing new.
    await respond(host, paymentId, "ACSC")
    expect(await suspenseOf(host, paymentId)).toBe(0)
    const { body: trail } = await host.admin("GET", `/v2/admin/audit?resource=${paymentId}`)
    expect(trail.data).toMatchObject([
      { action: "payment.resolve", after: { outcome, note: "asked by phone", clearedAmount: 40_000 } }
    ])
  })
})

describe("a rejection of a payment that the network had settled", () => {
  const doubted = async (host: Host) => {
    await host.ask("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["*"] })
    const { paymentId } = (await host.pay({ amount: 40_000 })).body.data as { readonly paymentId: string }
    await respond(host, paymentId, "RJCT", 2)
    return paymentId
  }

  it("D.1 D.5 told twice is booked once, and raises one alert; what was told stands until somebody knows", async () => {
    const host = await startHost()
    const paymentId = await doubted(host)
    expect(await suspenseOf(host, paymentId)).toBe(-40_000)
    expect(await host.payment(paymentId)).toMatchObject({ status: "settled", needsAttention: true })
    const { body } = await host.admin("GET", "/v2/admin/alerts")
    expect(body.data.map(({ resource }: any) => resource)).toEqual([paymentId])
  })

  it.each([
    ["settled", "settlement:fednow", "settled", 0],
    ["failed", "customer:099900014:1234567890", "returned", 1]
  ])("is ended by an administrator who found out that it %s: the money is of %s", async (outcome, account, ...end) => {
    const host = await startHost()
    const paymentId = await doubted(host)
    expect((await resolve(host, paymentId, outcome)).body.data).toMatchObject({ paymentId, status: end[0] })
    expect((await books(host, paymentId)).at(-1).postings).toEqual([
      { account: "suspense", direction: "debit", amount: 40_000 },
      { account: inBooks(account), direction: "credit", amount: 40_000 }
    ])
    expect((await resolve(host, paymentId, outcome)).status).toBe(409)
    await host.engine.drain()
    const returns = host.engine.notifier.requests
      .map(({ body }) => JSON.parse(String(body)))
      .filter(({ eventType }) => eventType === "payment.returned")
    expect(returns).toHaveLength(end[1] as number)
    // The network repeats itself.
    await respond(host, paymentId, "RJCT")
    await respond(host, paymentId, "ACSC")
    expect(await suspenseOf(host, paymentId)).toBe(0)
    expect(await host.payment(paymentId)).toMatchObject({ status: end[0] })
  })
})

describe("money that came back a second time", () => {
  it.each([
    ["settled", "customer:099900014:1234567890"],
    ["failed", "settlement:fednow"]
  ])("lies in suspense until an administrator clears it as %s, in favour of %s", async (outcome, account) => {
    const host = await startHost()
    const { paymentId } = (await host.pay({ amount: 40_000 })).body.data
    for (const amount of [40_000, 15_000]) {
      await host.ask("POST", `/v2/simulator/payments/${paymentId}/return`, { code: "AC04", amount })
      await host.engine.drain()
    }
    expect(await suspenseOf(host, paymentId)).toBe(-15_000)
    expect((await resolve(host, paymentId, outcome)).status).toBe(200)
    expect((await books(host, paymentId)).at(-1).postings).toEqual([
      { account: "suspense", direction: "debit", amount: 15_000 },
      { account: inBooks(account), direction: "credit", amount: 15_000 }
    ])
    expect((await resolve(host, paymentId, outcome)).status).toBe(409)
  })

  it("is the originator's up to what was paid, and lies in suspense above that", async () => {
    const host = await startHost()
    const { paymentId } = (await host.pay({ amount: 25_000 })).body.data
    const back = {
      type: "return",
      rail: "fednow",
      railEventId: "RETURN-1",
      code: "AC04",
      narrative: undefined
    } as const
    await hear(host, { ...back, endToEndId: paymentId, amountCents: 40_000 })
    expect(await host.payment(paymentId)).toMatchObject({ status: "returned", returnedAmount: 25_000 })
    expect(await suspenseOf(host, paymentId)).toBe(-15_000)
    expect((await resolve(host, paymentId, "failed")).status).toBe(200)
    expect(await suspenseOf(host, paymentId)).toBe(0)
  })

  it("is never more than was paid, in one return of the simulated network", async () => {
    const host = await startHost()
    const { paymentId } = (await host.pay({ amount: 40_000 })).body.data
    const back = { code: "AC04", amount: 40_001 }
    const { body, status } = await host.ask("POST", `/v2/simulator/payments/${paymentId}/return`, back)
    expect([status, body.errors ?? [body.error]]).toEqual([
      400,
      [
        {
          code: "INVALID_AMOUNT",
          field: "amount",
          message: "amount must be at most that of the payment: 40000 in the smallest currency unit"
        }
      ]
    ])
  })
})

describe("the daily limit (B106, B.2)", () => {
  const limited = client("cli_daily", { limits: { perTransaction: null, daily: 100_000, perRail: {} } })
  const limitedHost = async () => {
    const host = await startHost({ bank: { clients: [limited] } })
    const pay = (amount: number, account = "9000000000") =>
      host.pay(to(account, { amount }), { ...keyOf(limited), "idempotency-key": freshKey() })
    return { host: { ...host, ask: askAsAdmin(host) }, pay }
  }
  // The simulator belongs to the administrator here.
  const askAsAdmin = (host: Host): Host["ask"] => host.admin
  const settledOf = async (pay: (amount: number) => Promise<any>, amount: number, times: number) => {
    const statuses = []
    for (let count = 0; count < times; count += 1) statuses.push((await pay(amount)).status)
    return statuses.filter((status) => status < 300).length * amount
  }

  it("cannot be passed by a failed payment that is credited late, however often that is told", async () => {
    const { host, pay } = await limitedHost()
    const failed = await pay(40_000, "9001000099")
    expect(failed.body.data.status).toBe("failed")
    await respond(host, failed.body.data.paymentId, "ACSC", 2)
    // The 40,000 moved after all: 60,000 are left.
    expect(await settledOf(pay, 20_000, 8)).toBe(60_000)
  })

  it("gets a late credit back that an administrator found to be an error of the network", async () => {
    const { host, pay } = await limitedHost()
    const { paymentId } = (await pay(40_000, "9001000099")).body.data
    await respond(host, paymentId, "ACSC")
    await resolve(host, paymentId, "failed")
    expect(await settledOf(pay, 20_000, 8)).toBe(100_000)
  })

  it("gets back what a bank refused (AC01), and keeps what came back after settlement", async () => {
    const { host, pay } = await limitedHost()
    for (let count = 0; count < 3; count += 1) {
      expect((await pay(100_000, "9001000001")).body.data).toMatchObject({ returnCode: "AC01", fundsMoved: false })
    }
    const { paymentId } = (await pay(60_000)).body.data
    await host.ask("POST", `/v2/simulator/payments/${paymentId}/return`, { code: "AC04" })
    await host.engine.drain()
    expect(await settledOf(pay, 20_000, 8)).toBe(40_000)
  })
})

describe("a payment that an administrator ends", () => {
  it("as failed says that it was not settled: it was sent", async () => {
    const host = await startHost()
    const { paymentId } = (await host.pay(to("9002000005"))).body.data
    const { body } = await resolve(host, paymentId, "failed")
    expect(body.data).toMatchObject({ status: "failed", failureCode: "NOT_SETTLED" })
    // The network settles it after all.
    await respond(host, paymentId, "ACSC", 2)
    expect(await suspenseOf(host, paymentId)).toBe(125_000)
  })

  it("a return that overtakes the settlement implies it", async () => {
    const host = await startHost()
    const { paymentId } = (await host.pay(to("9002000005"))).body.data
    await host.ask("POST", `/v2/simulator/payments/${paymentId}/return`, { code: "AC04" })
    await host.engine.drain()
    expect(await host.payment(paymentId)).toMatchObject({ status: "returned", fundsMoved: true })
    expect((await books(host, paymentId)).map(({ step }) => step.replace(/:.*/, ""))).toEqual([
      "reserve",
      "submit",
      "settle",
      "return"
    ])
    await respond(host, paymentId, "ACSC")
    expect(await suspenseOf(host, paymentId)).toBe(0)
  })
})
