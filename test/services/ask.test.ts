/** Asking a host's function: every way in which it can answer, fail or hang. Time limits here are real milliseconds. */
import { assert, describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Result, Tracer } from "effect"
import { MetricRegistry } from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { ask, type HostCall, timeoutMsOf } from "../../src/services/ask.ts"

const question = (call: (hostCall: HostCall) => unknown, timeoutMs = 5) => ({
  span: "Test.ask",
  implementation: "test",
  timeoutMs,
  call,
  read: (answer: unknown) => (typeof answer === "number" ? answer : undefined)
})

const outcome = (call: (hostCall: HostCall) => unknown) =>
  Effect.map(
    Effect.result(ask(question(call))),
    Result.match({ onSuccess: (answer) => answer, onFailure: ({ reason }) => reason })
  )

const answers: ReadonlyArray<readonly [string, () => unknown]> = [
  ["a plain value", () => 7],
  ["a promise", () => Promise.resolve(7)],
  ["an effect", () => Effect.succeed(7)],
  ["an effect that is already over", () => Effect.sync(() => 7)],
  ["an effect that takes a while", () => Effect.as(Effect.yieldNow, 7)]
]

const failures: ReadonlyArray<readonly [string, () => unknown, string]> = [
  [
    "throws",
    () => {
      throw new Error("broken")
    },
    "failed"
  ],
  ["rejects", () => Promise.reject(new Error("broken")), "failed"],
  ["fails", () => Effect.fail("broken"), "failed"],
  ["dies", () => Effect.die("broken"), "failed"],
  ["interrupts itself", () => Effect.interrupt, "failed"],
  ["hangs in an effect", () => Effect.never, "timeout"],
  ["hangs and cannot be interrupted", () => Effect.uninterruptible(Effect.never), "timeout"],
  ["hangs in a promise", () => new Promise(() => {}), "timeout"],
  ["answers nonsense", () => "seven", "invalid_answer"],
  ["answers nothing", () => undefined, "invalid_answer"],
  ["answers nonsense later", () => Promise.resolve("seven"), "invalid_answer"]
]

describe("ask", () => {
  for (const [name, call] of answers) {
    it.effect(`takes ${name} for an answer`, () =>
      Effect.gen(function* () {
        expect(yield* outcome(call)).toBe(7)
      })
    )
  }

  for (const [name, call, reason] of failures) {
    it.effect(`gives ${reason} when the function ${name}, although engine time stands still`, () =>
      Effect.gen(function* () {
        expect(yield* outcome(call)).toBe(reason)
      })
    )
  }

  it("answers a plain value at once, in the same turn", () => {
    expect(Effect.runSync(ask(question(() => 7)))).toBe(7)
  })

  it("calls an answer invalid whose check throws", () => {
    const broken = {
      ...question(() => 7),
      read: () => {
        throw new Error("broken")
      }
    }
    expect(Effect.runSync(Effect.flip(ask(broken)))).toMatchObject({ reason: "invalid_answer" })
  })

  it.effect("aborts the signal when the time limit passes", () =>
    Effect.gen(function* () {
      let signal: AbortSignal | undefined
      const reason = yield* outcome((hostCall) => {
        signal = hostCall.signal
        return new Promise(() => {})
      })
      expect(reason).toBe("timeout")
      expect(signal?.aborted).toBe(true)
    })
  )

  it.effect("leaves the signal alone after an answer", () =>
    Effect.gen(function* () {
      let signal: AbortSignal | undefined
      yield* outcome((hostCall) => {
        signal = hostCall.signal
        return Promise.resolve(7)
      })
      expect(signal?.aborted).toBe(false)
    })
  )

  it.effect("stops the host's effect and aborts the signal when the caller is interrupted", () =>
    Effect.gen(function* () {
      let signal: AbortSignal | undefined
      let stopped = false
      const call = (hostCall: HostCall) => {
        signal = hostCall.signal
        return Effect.onInterrupt(Effect.never, () => Effect.sync(() => (stopped = true)))
      }
      const fiber = yield* Effect.forkChild(ask(question(call, 60_000)), { startImmediately: true })
      assert(signal !== undefined)
      expect(signal.aborted).toBe(false)
      yield* Fiber.interrupt(fiber)
      expect([signal.aborted, stopped]).toEqual([true, true])
    })
  )
})

describe("timeoutMsOf", () => {
  it("takes durations that a timer can run and refuses others", () => {
    expect(timeoutMsOf("2 seconds")).toBe(2_000)
    expect(timeoutMsOf(1)).toBe(1)
    for (const timeout of [0, -1, 2_147_483_648, "Infinity"] as const) {
      expect(() => timeoutMsOf(timeout)).toThrow(RangeError)
    }
  })
})

/** Keeps the spans of what is run with it. */
const keeping = (spans: Array<Tracer.Span>) =>
  Effect.provideService(
    Tracer.Tracer,
    Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
  )

describe("a call that somebody watches", () => {
  it.effect("is a span, and the host is told its trace context to send along", () =>
    Effect.gen(function* () {
      const spans: Array<Tracer.Span> = []
      const traceparent = ({ traceparent }: HostCall) => Promise.resolve(traceparent?.length)
      expect(yield* keeping(spans)(outcome(traceparent))).toBe(55)
      expect(spans.map(({ kind, name }) => [name, kind])).toEqual([["Test.ask", "client"]])
    })
  )

  it.effect("has no trace context where nobody traces", () =>
    Effect.gen(function* () {
      expect(yield* outcome(({ traceparent }) => (traceparent === undefined ? 1 : 2))).toBe(1)
    })
  )

  it.effect("is counted by what came of it", () =>
    Effect.gen(function* () {
      for (const [, call] of [...answers, ...failures]) yield* outcome(call)
      yield* ask({ ...question(() => 7), word: (answer) => `gave_${answer}` })
      const counts = (yield* PrometheusMetrics.format()).matchAll(
        /^bursar_host_call_duration_seconds_count\{service="Test.ask",implementation="test",answer="(\w+)"\} (\d+)$/gm
      )
      expect(Object.fromEntries([...counts].map(([, answer, count]) => [answer, Number(count)]))).toEqual({
        answered: 5,
        failed: 5,
        timeout: 3,
        invalid_answer: 3,
        gave_7: 1
      })
    }).pipe(Effect.provideService(MetricRegistry, new Map()))
  )
})
