import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { gateLimits, makeEndpointGate, type EndpointGate, type Visit } from "../../src/webhooks/EndpointGate.ts"
import { startedAt } from "./fixture.ts"

const patienceMs = 5
const visit: Visit = { endpointId: "we_1", now: startedAt, clockStands: false, isNew: true }

const answered = (durationMs: number) => Effect.succeed({ durationMs })

/** Lets an endpoint answer `times` times, each in `durationMs`. */
const teach = (gate: EndpointGate, durationMs: number, times: number) =>
  Effect.forEach(Array.from({ length: times }), () => gate.pass(visit, answered(durationMs)))

/** Starts attempts that hang, and answers how many were let through. */
const hang = Effect.fnUntraced(function* (gate: EndpointGate, times: number, by: Partial<Visit> = {}) {
  let started = 0
  const attempt = Effect.andThen(
    Effect.sync(() => (started += 1)),
    Effect.never as Effect.Effect<{ durationMs: number }>
  )
  const fibers = yield* Effect.forEach(Array.from({ length: times }), () =>
    Effect.forkChild(gate.pass({ ...visit, ...by }, attempt), { startImmediately: true })
  )
  return { fibers, started: () => started }
})

describe("EndpointGate", () => {
  it.effect("starts with a few attempts to a new endpoint, and allows 32 to one that answers", () =>
    Effect.gen(function* () {
      const fresh = yield* hang(makeEndpointGate(patienceMs), 100)
      expect(fresh.started()).toBe(gateLimits.first)
      const gate = makeEndpointGate(patienceMs)
      yield* teach(gate, 3, 100)
      expect((yield* hang(gate, 100)).started()).toBe(gateLimits.inFlight)
    })
  )

  it.effect("leaves two attempts at a time to an endpoint that does not answer in time", () =>
    Effect.gen(function* () {
      const gate = makeEndpointGate(patienceMs)
      yield* teach(gate, 3, 100)
      yield* teach(gate, 15_000, 30)
      expect((yield* hang(gate, 100)).started()).toBe(gateLimits.least)
      expect((yield* hang(gate, 100, { endpointId: "we_2" })).started()).toBe(gateLimits.first)
    })
  )

  it.effect("lets those that wait through in the order in which they came", () =>
    Effect.gen(function* () {
      const gate = makeEndpointGate(60_000)
      const release = yield* Deferred.make<void>()
      const order: Array<number> = []
      const fibers = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => index),
        (index) =>
          Effect.forkChild(
            gate.pass(
              visit,
              Effect.as(
                Effect.andThen(
                  Effect.sync(() => order.push(index)),
                  Deferred.await(release)
                ),
                { durationMs: 1 }
              )
            ),
            { startImmediately: true }
          )
      )
      expect(order).toHaveLength(gateLimits.first)
      yield* Deferred.succeed(release, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index))
    })
  )

  it.effect("sends those away who find no room within patience, one after the other", () =>
    Effect.gen(function* () {
      const gate = makeEndpointGate(patienceMs)
      yield* hang(gate, gateLimits.first)
      const first = yield* gate.pass(visit, answered(1))
      const second = yield* gate.pass(visit, answered(1))
      const times = [first, second].map((passage) => (passage._tag === "SentAway" ? passage.comeBackAt : 0))
      expect(times[0]).toBeGreaterThanOrEqual(startedAt + patienceMs)
      expect(times[1]).toBeGreaterThan(times[0]!)
    })
  )

  it.effect("never sends anybody away for longer than the limit", () =>
    Effect.gen(function* () {
      const gate = makeEndpointGate(patienceMs)
      yield* teach(gate, 15_000, 30)
      yield* hang(gate, gateLimits.least)
      const passages = yield* Effect.forEach(Array.from({ length: 20 }), () => gate.pass(visit, answered(1)))
      const latest = startedAt + gateLimits.longestPauseMs
      for (const passage of passages) expect(passage).toMatchObject({ _tag: "SentAway" })
      expect(passages.at(-1)).toEqual({ _tag: "SentAway", comeBackAt: latest })
    })
  )

  it.effect("lets nobody pass a line that those who were sent away stand in", () =>
    Effect.gen(function* () {
      const gate = makeEndpointGate(patienceMs)
      const hanging = yield* hang(gate, gateLimits.first)
      const sent = yield* gate.pass(visit, answered(1))
      yield* Effect.forEach(hanging.fibers, Fiber.interrupt)
      expect((yield* gate.pass(visit, answered(1)))._tag).toBe("SentAway")
      expect((yield* gate.pass({ ...visit, isNew: false }, answered(1)))._tag).toBe("Passed")
      const later = sent._tag === "SentAway" ? sent.comeBackAt + 1_000 : 0
      expect((yield* gate.pass({ ...visit, now: later }, answered(1)))._tag).toBe("Passed")
    })
  )

  it.effect("sends to the end of the present moment when time stands still", () =>
    Effect.gen(function* () {
      const gate = makeEndpointGate(patienceMs)
      yield* hang(gate, gateLimits.first)
      const passage = yield* gate.pass({ ...visit, clockStands: true }, answered(1))
      expect(passage).toEqual({ _tag: "SentAway", comeBackAt: startedAt })
    })
  )

  it.effect("lets everybody wait who finds time standing still, however slow the endpoint was", () =>
    Effect.gen(function* () {
      const gate = makeEndpointGate(5_000)
      yield* teach(gate, 15_000, 30)
      const { fibers } = yield* hang(gate, gateLimits.least)
      const waiting = yield* Effect.forkChild(gate.pass({ ...visit, clockStands: true }, answered(1)), {
        startImmediately: true
      })
      yield* Effect.forEach(fibers, Fiber.interrupt)
      expect(yield* Fiber.join(waiting)).toEqual({ _tag: "Passed", outcome: { durationMs: 1 } })
    })
  )

  it.effect("gets the place back of an attempt that failed or was interrupted", () =>
    Effect.gen(function* () {
      const gate = makeEndpointGate(patienceMs)
      const { fibers } = yield* hang(gate, gateLimits.first + 4)
      yield* Effect.forEach(fibers, Fiber.interrupt)
      for (let index = 0; index < 20; index += 1) yield* Effect.flip(gate.pass(visit, Effect.fail("broken")))
      expect((yield* hang(gate, 100)).started()).toBe(gateLimits.first)
    })
  )
})
