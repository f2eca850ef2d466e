/** Long bodies at the same time: how many are read, and what the others are told. */
import { Deferred, Effect, Exit, Fiber } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { BodyBudget, processBudget, shortBodyBytes, withinBudget } from "../../src/http/BodyBudget.ts"
import { startKyc } from "../cards/kycMoves.ts"

const all = 128 * 1024 * 1024

describe("BodyBudget", () => {
  it("takes bodies until it is used up, and again when one is given back; one alone always goes", () => {
    const budget = new BodyBudget(100)
    expect([60, 40, 1].map((bytes) => budget.take(bytes))).toEqual([true, true, false])
    budget.give(60)
    expect([61, 60].map((bytes) => budget.take(bytes))).toEqual([false, true])
    budget.give(60)
    budget.give(40)
    expect(budget.take(1000)).toBe(true)
  })

  it.each(["succeeds", "fails", "is interrupted"])("gives back what it took when reading %s", async (how) => {
    const budget = new BodyBudget(10)
    await Effect.runPromise(
      Effect.gen(function* () {
        const gate = yield* Deferred.make<void, string>()
        const reading = yield* Effect.forkChild(withinBudget(10, Deferred.await(gate), budget), {
          startImmediately: true
        })
        const refused = yield* Effect.exit(withinBudget(10, Effect.void, budget))
        expect(Exit.isFailure(refused)).toBe(true)
        if (how === "succeeds") yield* Deferred.succeed(gate, undefined)
        if (how === "fails") yield* Deferred.fail(gate, "broken")
        if (how === "is interrupted") yield* Fiber.interrupt(reading)
        yield* Fiber.await(reading)
        yield* withinBudget(10, Effect.void, budget)
      })
    )
  })
})

describe("a process whose budget is used up", () => {
  afterEach(() => processBudget.give(all))

  it("refuses long bodies with Retry-After in the plugin's envelope, keeps nothing, and goes on with short ones", async () => {
    const host = await startKyc()
    processBudget.take(all)
    const refused = await host.submit()
    expect([refused.status, refused.body.error]).toMatchObject([
      429,
      { type: "api_error", code: "rate_limit_exceeded" }
    ])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await host.status()).toBe("not_started")
    const order = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
    expect((await host.ask("POST", "/v2/payments", order)).status).toBe(200)
    processBudget.give(all)
    expect((await host.submit()).status).toBe(200)
    processBudget.take(all)
    expect(shortBodyBytes).toBeGreaterThan(64 * 1024)
  })
})
