/** What is logged of a host's function that gives no answers: enough to find the fault, and nothing about anybody. */
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { ask } from "../../src/services/ask.ts"
import { makeOutages } from "../../src/services/Outages.ts"
import { RiskModel } from "../../src/services/RiskModel.ts"
import { Screening } from "../../src/services/Screening.ts"
import { features } from "./risk/features.ts"

/** Collects what is logged: the message and its fields. */
const logged = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.suspend(() => {
    const lines: Array<readonly [string, any]> = []
    const logger = Logger.make(({ message }) => void lines.push(message as [string, any]))
    return Effect.as(Effect.exit(effect), lines).pipe(Effect.provide(Logger.layer([logger])))
  })

const subject = { name: "Viktor Bout", dateOfBirth: "1967-01-13", entityType: "individual" } as const

/** Asks a function again and again, at times that the test sets. */
const asking = () => {
  const state = { now: 0, call: (): unknown => 1 }
  const outages = makeOutages(() => state.now)
  const once = Effect.ignore(
    ask({
      span: "Test.ask",
      implementation: "mine-1",
      timeoutMs: 5,
      outages,
      call: () => state.call(),
      read: (answer) => (typeof answer === "number" ? answer : undefined)
    })
  )
  return { state, times: (count: number) => Effect.repeat(once, { times: count - 1 }) }
}

const failing = (error: unknown) => () => {
  throw error
}

describe("a service of the host that gives no answer", () => {
  it.effect("is logged with the kind, the code and the place of its error, and without its message", () =>
    Effect.gen(function* () {
      const refused = Object.assign(new Error("connect to 4242424242424242"), { code: "ECONNREFUSED" })
      const score = RiskModel.make({
        name: "mine-1",
        score: failing(new TypeError("no score for Viktor Bout\n    at Viktor:1:1", { cause: refused }))
      }).score(features({}))
      const [[message, fields] = []] = yield* logged(score)
      expect(message).toBe("A service of the host gives no answer")
      expect(fields).toMatchObject({
        service: "RiskModel.score",
        implementation: "mine-1",
        reason: "failed",
        error: "TypeError < Error (ECONNREFUSED)",
        at: expect.stringMatching(/^at .*Outages\.test\.ts:\d+:\d+\)?$/)
      })
      expect(JSON.stringify(fields)).not.toMatch(/Viktor|4242/)
    })
  )

  it.effect("is logged for screening too, whatever it throws", () =>
    Effect.gen(function* () {
      for (const [thrown, error] of [
        ["Viktor Bout", "a string"],
        [Object.assign(new Error("x"), { name: "Viktor Bout", code: "Viktor Bout" }), "object"],
        [{ _tag: "ListsGone", subject }, "ListsGone"]
      ] as const) {
        const lines = yield* logged(Screening.make({ name: "mine-2", screen: failing(thrown) }).screen(subject))
        expect(lines).toMatchObject([[expect.any(String), { service: "Screening.screen", reason: "failed", error }]])
        expect(JSON.stringify(lines)).not.toContain("Viktor")
      }
    })
  )

  it.effect("is logged once a minute per cause, with how many calls were left unanswered", () =>
    Effect.gen(function* () {
      const { state, times } = asking()
      state.call = failing("down")
      const first = yield* logged(times(1_000))
      expect(first).toMatchObject([[expect.any(String), { unanswered: 1 }]])
      state.call = () => "nonsense"
      expect(yield* logged(times(1_000))).toMatchObject([[expect.any(String), { reason: "invalid_answer" }]])
      state.now = 60_000
      state.call = failing("down")
      expect(yield* logged(times(10))).toMatchObject([[expect.any(String), { reason: "failed", unanswered: 2_001 }]])
    })
  )

  it.effect("does not fill the log with causes that are all different, nor by coming and going", () =>
    Effect.gen(function* () {
      const { state, times } = asking()
      let call = 0
      state.call = () => {
        call += 1
        if (call % 2 === 0) return 1
        throw Object.assign(new Error("down"), { code: `E${call}` })
      }
      expect((yield* logged(times(1_000))).length).toBeLessThan(10)
    })
  )

  it.effect("is logged when it answers again", () =>
    Effect.gen(function* () {
      const { state, times } = asking()
      state.call = failing("down")
      yield* logged(times(3))
      state.now = 60_000
      state.call = () => 1
      const lines = yield* logged(times(2))
      expect(lines).toEqual([
        ["A service of the host answers again", { service: "Test.ask", implementation: "mine-1", unanswered: 3 }]
      ])
    })
  )

  it.effect("that works is not logged at all", () =>
    Effect.gen(function* () {
      expect(yield* logged(asking().times(10))).toEqual([])
    })
  )
})

describe("an error that a host's function threw", () => {
  it("is still the cause that the caller gets", () => {
    const error = new Error("mine")
    const question = { span: "a", implementation: "b", timeoutMs: 5, outages: makeOutages(), read: () => 1 }
    const asked = ask({ ...question, call: failing(error) }).pipe(Effect.provide(Logger.layer([])))
    const exit = Effect.runSyncExit(asked)
    expect(exit._tag === "Failure" && Cause.squash(exit.cause)).toMatchObject({ reason: "failed", error })
  })
})
