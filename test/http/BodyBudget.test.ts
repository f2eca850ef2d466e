/** Long bodies at the same time: how many are read, and what the others are told. */
import { PassThrough } from "node:stream"
import { Deferred, Effect, Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { afterEach, describe, expect, it } from "vitest"
import { BodyBudget, BodyCharge, processBudget, shortBodyBytes, withinBudget } from "../../src/http/BodyBudget.ts"
import { readBody } from "../../src/http/RequestBody.ts"
import { base64, jpeg } from "../cards/kycImages.ts"
import { startKyc } from "../cards/kycMoves.ts"

const mebibyte = 1024 * 1024
const all = 128 * mebibyte

describe("BodyBudget", () => {
  it("takes bodies until it is used up, and again when one is given back; one alone always goes", () => {
    const budget = new BodyBudget(100)
    const take = (bytes: number, sender: string, own = 0) => budget.take(bytes, { sender, own })
    expect([take(50, "one"), take(30, "other"), take(20, "third"), take(1, "fourth")]).toEqual([
      true,
      true,
      true,
      false
    ])
    budget.give(50, "one")
    expect([take(51, "fourth"), take(50, "fourth")]).toEqual([false, true])
    budget.give(50, "fourth")
    budget.give(30, "other")
    budget.give(20, "third")
    expect([take(1000, "one"), take(1000, "one", 1000), take(1, "other")]).toEqual([true, true, false])
  })

  it("gives one sender at most half for all bodies together, and the others the rest", () => {
    const budget = new BodyBudget(100)
    const take = (bytes: number, sender: string) => budget.take(bytes, { sender, own: 0 })
    expect([take(30, "slow"), take(20, "slow"), take(1, "slow"), take(50, "other")]).toEqual([true, true, false, true])
    budget.give(30, "slow")
    expect([take(31, "slow"), take(30, "slow")]).toEqual([false, true])
  })

  it("is charged for what has come, in steps, and for short bodies not at all", () => {
    const budget = new BodyBudget(4 * mebibyte)
    const [one, other] = [new BodyCharge(budget, "one"), new BodyCharge(budget, "other")]
    expect([shortBodyBytes, shortBodyBytes + 1, 2 * mebibyte, 3 * mebibyte].map((at) => one.reach(at))).toEqual(
      Array(4).fill(true)
    )
    expect(other.reach(shortBodyBytes)).toBe(true)
    expect(other.reach(shortBodyBytes + 1)).toBe(false)
    one.end()
    expect(other.reach(4 * mebibyte)).toBe(true)
  })

  it.each(["succeeds", "fails", "is interrupted"])("gets back what was taken when reading %s", async (how) => {
    const budget = new BodyBudget(10)
    await Effect.runPromise(
      Effect.gen(function* () {
        const gate = yield* Deferred.make<void, string>()
        const read = (charge: BodyCharge) => {
          expect(charge.reach(2 * mebibyte)).toBe(true)
          return Deferred.await(gate)
        }
        const reading = yield* Effect.forkChild(withinBudget("one", read, budget), { startImmediately: true })
        expect(budget.take(1, { sender: "other", own: 0 })).toBe(false)
        if (how === "succeeds") yield* Deferred.succeed(gate, undefined)
        if (how === "fails") yield* Deferred.fail(gate, "broken")
        if (how === "is interrupted") yield* Fiber.interrupt(reading)
        yield* Fiber.await(reading)
        expect(budget.take(10, { sender: "other", own: 0 })).toBe(true)
      })
    )
  })
})

describe("a process whose budget is nearly used up", () => {
  const left = 2 * mebibyte
  const takeOther = (bytes: number) => processBudget.take(bytes, { sender: "others", own: 0 })
  const giveOther = (bytes: number) => processBudget.give(bytes, "others")
  afterEach(() => giveOther(all - left))

  /** Reads a body that comes piece by piece, as Node hands it over. */
  const reading = (headers: Readonly<Record<string, string>>) => {
    const source = new PassThrough()
    const web = HttpServerRequest.fromWeb(new Request("http://host/", { method: "POST", headers }))
    const request = Object.create(web, { source: { value: source } }) as typeof web
    const answer = Effect.runPromise(
      Effect.flip(readBody(request, { bodyLimitBytes: 24 * mebibyte, sender: "reader" }))
    )
    return { source, answer }
  }

  it("breaks a body off where others have too much, whatever it said of its length", async () => {
    takeOther(all - left)
    // One that says that it will be long and sends nothing takes nothing from the others.
    const silent = reading({ "content-length": String(20 * mebibyte) })
    const long = reading({})
    for (let sent = 0; sent < 3; sent++) long.source.write(Buffer.alloc(mebibyte, 0x20))
    expect(await long.answer).toMatchObject({ _tag: "RateLimited", retryAfterSeconds: 2 })
    expect(processBudget.take(left, { sender: "another", own: 0 })).toBe(true)
    processBudget.give(left, "another")
    silent.source.destroy()
    expect(await silent.answer).toMatchObject({ _tag: "RequestAborted" })
  })

  it("refuses long bodies with Retry-After in the plugin's envelope, keeps nothing, and goes on with short ones", async () => {
    const host = await startKyc()
    takeOther(all - left)
    const long = { document_front: base64(jpeg({ bytes: 4 * mebibyte })) }
    const refused = await host.submit(long)
    expect([refused.status, refused.body.error]).toMatchObject([
      429,
      { type: "api_error", code: "rate_limit_exceeded" }
    ])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await host.status()).toBe("not_started")
    const order = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
    expect((await host.ask("POST", "/v2/payments", order)).status).toBe(200)
    giveOther(all - left)
    expect((await host.submit(long)).status).toBe(200)
    takeOther(all - left)
  })
})
