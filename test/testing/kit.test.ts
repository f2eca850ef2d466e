/** What a test does with an engine: time, snapshots, webhooks, faults, scripted doubles, assertions. */
import { Effect, Layer } from "effect"
import { describe, expect, onTestFinished, test } from "vitest"
import { cards, payments, testAccount } from "../../plugins/cards/index.ts"
import { EngineClosed } from "../../src/index.ts"
import { RiskModel } from "../../src/services/RiskModel.ts"
import {
  assertBalanced,
  assertDelivered,
  assertSettled,
  hang,
  loseAnswer,
  matchers,
  pass,
  refuse,
  scripted,
  TestEngine,
  type EngineMatchers
} from "../../src/testing/index.ts"

declare module "vitest" {
  // oxlint-disable-next-line no-unused-vars
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends EngineMatchers {}
}

expect.extend(matchers)

const path = "/cards/v2/payments"
const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
const hook = { url: "https://shop.test/hook", enabled_events: ["*"] }

const start = async (options: Partial<TestEngine.TestEngineOptions> = {}) => {
  const engine = await TestEngine.make({ plugins: [cards()], ...options })
  onTestFinished(() => engine.close())
  return engine
}

/** Only the default store in memory has snapshots, which is another one on Postgres. */
const hasSnapshots = async () => {
  const engine = await start()
  return engine.snapshot().then(
    () => true,
    () => false
  )
}

describe("time", () => {
  test("says what happens next and when, and goes there", async () => {
    const engine = await start()
    expect(await engine.nextDue()).toBeUndefined()
    const { json } = await engine.request("POST", path, { ...body, capture_method: "manual" })
    const next = await engine.nextDue()
    expect(next).toEqual({
      at: new Date("2026-01-22T09:30:00Z"),
      title: "Let an authorization end that was not captured",
      name: "cards.payment.expire",
      id: json.id,
      region: "us-east-1"
    })
    await engine.to(next!.at)
    expect(engine.clock.now()).toEqual(next!.at)
    expect((await engine.request("GET", `${path}/${json.id}`)).json.status).toBe("canceled")
    expect(await engine.upcoming()).toEqual([])
  })
})

describe("webhooks", () => {
  test("are recorded with engine time, at which they verify, with the right secret only", async () => {
    const engine = await start({ clock: "2031-05-01T00:00:00Z" })
    const { json } = await engine.request("POST", "/cards/v2/webhook_endpoints", hook)
    const paid = await engine.request("POST", path, body)
    await engine.drain()
    const [created] = engine.webhooks()
    expect(created).toMatchObject({ url: hook.url, at: new Date("2031-05-01T00:00:00Z") })
    expect(created!.json).toMatchObject({ type: "payment.created", data: { id: paid.json.id } })
    expect(created!.verify(json.secret)).toBe(true)
    expect(created!.verify(`${json.secret}0`)).toBe(false)
  })

  test("get the answers of a list, one after the other", async () => {
    const engine = await start()
    await engine.request("POST", "/cards/v2/webhook_endpoints", { ...hook, enabled_events: ["payment.succeeded"] })
    engine.receiversAnswer([500, "timeout"])
    const { json } = await engine.request("POST", path, body)
    await engine.advance("1 day")
    const told = (await engine.explain(json.id))!.steps.filter(({ kind }) => kind === "delivery")
    expect(told.map(({ tone }) => tone)).toEqual(["bad", "bad", "good"])
    await expect(engine).toHaveDelivered("payment.succeeded", { resource: json.id, times: 1 })
  })

  test("get no answer that is neither a status nor a reason", async () => {
    const engine = await start()
    for (const wrong of [99, 600, "time-out", "200", null]) {
      expect(() => engine.receiversAnswer([200, wrong as 200])).toThrow(
        "is neither a status from 200 to 599 nor one of"
      )
    }
  })
})

describe("a snapshot", () => {
  test("is gone back to as often as one likes, with the same bytes after it", async () => {
    if (!(await hasSnapshots())) return
    const engine = await start()
    const hotel = await engine.caller({ principal: testAccount("acct_hotel") })
    await engine.request("POST", "/cards/v2/webhook_endpoints", hook)
    const before = await engine.request("POST", path, body)
    const { id } = await engine.call(
      payments.create(hotel, {
        amountMinor: 45_000,
        currency: "eur",
        paymentMethod: "pm_card_visa",
        captureMethod: "manual"
      })
    )
    await engine.drain()
    const moment = await engine.snapshot()

    const go = async () => {
      const paid = await engine.request("POST", path, { ...body, amount: 700 })
      const captured = await engine.call(payments.capture(hotel, id))
      await engine.advance("3 days")
      const page = await engine.request("GET", `${path}?limit=10`)
      const headers = JSON.stringify([...page.headers])
      return [paid.text, JSON.stringify(captured), page.text, headers, JSON.stringify(engine.notifier.requests)]
    }
    const first = await go()
    expect(first[2]).toContain(before.json.id)
    for (let time = 0; time < 2; time++) {
      await engine.restore(moment)
      expect(engine.clock.now()).toEqual(moment.takenAt)
      expect((await engine.request("GET", path)).json.data).toHaveLength(1)
      await engine.restore(moment)
      expect(await go()).toEqual(first)
    }
  })

  test("keeps the faults and the answers of receivers that are still to come, and no later ones", async () => {
    if (!(await hasSnapshots())) return
    const engine = await start()
    await engine.request("POST", "/cards/v2/webhook_endpoints", hook)
    engine.receiversAnswer([500])
    engine.faults.refuseWrites({ table: "cards_payments" })
    const moment = await engine.snapshot()
    const go = async () => {
      const statuses = []
      for (let time = 0; time < 2; time++) statuses.push((await engine.request("POST", path, body)).status)
      await engine.advance("1 hour")
      return [statuses, JSON.stringify(engine.notifier.requests)]
    }
    const first = await go()
    expect(first[0]).toEqual([503, 200])
    expect(new Set(engine.webhooks().map(({ body }) => body)).size).toBe(engine.webhooks().length - 1)
    engine.receiversAnswer([500, 500])
    engine.faults.refuseWrites({ times: 3 })
    await engine.restore(moment)
    expect(await go()).toEqual(first)
  })

  test("keeps what is in other regions", async () => {
    if (!(await hasSnapshots())) return
    const engine = await start()
    const eu = { "svc-data-region": "eu-west-1" }
    const { json } = await engine.request("POST", path, body, eu)
    const moment = await engine.snapshot()
    await engine.request("POST", path, body, eu)
    await engine.restore(moment)
    expect((await engine.request("GET", path, undefined, eu)).json.data.map(({ id }: any) => id)).toEqual([json.id])
  })

  test("is refused where there is none, and of another engine", async () => {
    const engine = await start({ store: (await import("../../src/store/dialects/Sqlite.ts")).sqlite(":memory:") })
    await expect(engine.snapshot()).rejects.toThrow("Only engines in the default store have snapshots")
    await expect(engine.restore({ takenAt: new Date() })).rejects.toThrow("not one of this engine")
  })

  test("leaves callers with an idempotency key as they are", async () => {
    if (!(await hasSnapshots())) return
    const engine = await start()
    const keyed = () => engine.caller({ principal: testAccount("acct_hotel"), idempotencyKey: "order-1" })
    const before = await keyed()
    const order = { amountMinor: 2_000, currency: "usd", paymentMethod: "pm_card_visa" } as const
    const moment = await engine.snapshot()
    const first = await engine.call(payments.create(before, order))
    const after = await keyed()
    expect((await engine.call(payments.create(after, order))).id).toBe(first.id)
    await engine.restore(moment)
    expect((await engine.call(payments.create(before, order))).id).toBe(first.id)
    expect((await engine.call(payments.create(after, order))).id).toBe(first.id)
  })

  test("is neither made nor restored once the engine is closed", async () => {
    if (!(await hasSnapshots())) return
    const engine = await start()
    const moment = await engine.snapshot()
    await engine.close()
    await expect(engine.restore(moment)).rejects.toBeInstanceOf(EngineClosed)
    await expect(engine.snapshot()).rejects.toBeInstanceOf(EngineClosed)
  })
})

describe("faults", () => {
  test("lose the answer of a write that was kept: the same key then gets the answer", async () => {
    const engine = await start()
    engine.faults.loseAnswers({ table: "cards_payments" })
    const keyed = { "idempotency-key": "order-1" }
    expect((await engine.request("POST", path, body, keyed)).status).toBe(503)
    const again = await engine.request("POST", path, body, keyed)
    expect(again.status).toBe(200)
    expect((await engine.request("GET", path)).json.data).toHaveLength(1)
  })
})

describe("a scripted function", () => {
  test("answers by its list, refuses, loses answers, and then does as it does otherwise", async () => {
    const done: Array<number> = []
    const script = scripted<number, string>(["first", refuse(), loseAnswer(), pass], (input) => {
      done.push(input)
      return `otherwise ${input}`
    })
    expect(await script(1)).toBe("first")
    await expect(script(2)).rejects.toThrow("refused, as the script says")
    await expect(script(3)).rejects.toThrow("the answer was lost")
    expect(script.left()).toBe(1)
    expect(await script(4)).toBe("otherwise 4")
    expect(await script(5)).toBe("otherwise 5")
    expect(done).toEqual([3, 4, 5])
    expect(script.calls).toEqual([1, 2, 3, 4, 5])
    await expect(scripted([])(1)).rejects.toThrow("no answer to call 1")
  })

  test("is a risk model by a list, whose silence the rule model answers for", async () => {
    const score = scripted<unknown, { readonly score: number }>([{ score: 95 }, hang])
    const model = RiskModel.make({ name: "mine", score, timeout: "5 millis" })
    const engine = await TestEngine.make({ plugins: [cards()], layers: Layer.succeed(RiskModel, model) })
    onTestFinished(() => engine.close())
    expect((await engine.request("POST", path, body)).status).toBe(402)
    const { json, status } = await engine.request("POST", path, body)
    expect(status).toBe(200)
    const [risk] = (await engine.explain(json.id))!.steps.filter(({ kind }) => kind === "risk")
    expect(risk?.text).toContain("because mine gave no answer (timeout)")
    expect(score.calls).toHaveLength(2)
  })
})

describe("assertions", () => {
  test("know a payment that is settled from one that waits", async () => {
    const engine = await start()
    const paid = await engine.request("POST", path, body)
    const held = await engine.request("POST", path, { ...body, capture_method: "manual" })
    await assertSettled(engine, paid.json.id)
    await expect(engine).toBeSettled(paid.json.id)
    await expect(engine).not.toBeSettled(held.json.id)
    await expect(assertSettled(engine, held.json.id)).rejects.toThrow("No event says that")
    await expect(assertSettled(engine, "pay_unknown")).rejects.toThrow("Nobody knows pay_unknown")
    await expect(expect(engine).toBeSettled("pay_unknown")).rejects.toThrow("seed 1")
  })

  test("see books that do not balance, and events that nobody took", async () => {
    const engine = await start()
    await engine.request("POST", path, body)
    await assertBalanced(engine)
    await expect(engine).toBalance()
    await expect(assertDelivered(engine, "payment.succeeded")).rejects.toThrow("0 deliveries of payment.succeeded")
    await expect(engine).not.toHaveDelivered("payment.succeeded")
  })

  test("refuse what no delivery could match, and an id that a refused request did not give", async () => {
    const engine = await start()
    await engine.request("POST", "/cards/v2/webhook_endpoints", hook)
    await engine.request("POST", path, body)
    await engine.drain()
    const refused = await engine.request("POST", path, { ...body, amount: 0 })
    const asked = (type: string, of: unknown) => assertDelivered(engine, type, of as {})
    await expect(asked("payment.refundd", { times: 0 })).rejects.toThrow(
      "no plugin of this engine has events of the type"
    )
    await expect(asked("payment.succeeded", { resource: refused.json.id })).rejects.toThrow("not undefined")
    await expect(asked("payment.succeeded", { resorce: "pay_1" })).rejects.toThrow("has no field resorce")
    await expect(asked("payment.succeeded", "pay_1")).rejects.toThrow("give fields as an object")
    await expect(expect(engine).not.toHaveDelivered("payment.refundd")).rejects.toThrow("payment.refundd")
  })
})

describe("a test that fails", () => {
  test("says the seed, what was done and when", async () => {
    const failing = TestEngine.use({ plugins: [cards()], seed: 7 }, async (engine) => {
      await engine.request("POST", path, body)
      await engine.advance("2 days")
      throw new Error("the test's own words")
    })
    const error = await failing.catch((thrown: Error) => thrown)
    expect((error as Error).message.split("\n")).toEqual([
      "the test's own words",
      "",
      "The engine until then:",
      "seed 7",
      `2026-01-15T09:30:00.000Z  POST ${path} 200`,
      `2026-01-15T09:30:00.000Z  advance "2 days"`
    ])
    expect((error as Error).stack).toContain("seed 7")
  })

  test("leaves the value of one that does not", async () => {
    expect(await TestEngine.use({ plugins: [] }, () => Effect.runSync(Effect.succeed(3)))).toBe(3)
  })
})
