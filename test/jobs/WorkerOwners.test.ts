import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "@effect/vitest"
import { vi } from "vitest"
import { RunOwner } from "../../src/jobs/inFlight.ts"
import { laneLimits } from "../../src/jobs/lanes.ts"
import { counts } from "../../src/store/jobRepository.ts"
import { inMemory, jobOf, jobThat, startedAt, startWorker } from "./workshop.ts"

const nothing = jobThat(() => Effect.void)

/** So much patience with his own runs that a move which waits for them does not end in a test. */
const patienceMs = 3_600_000

describe("a move for one owner", () => {
  const mine = { plugin: "shop", scope: "mine:test" }
  const others = { plugin: "shop", scope: "others:test" }

  /** Slow runs that say whose they are, by the keys of their jobs, and hang until a door opens; with what has arrived. */
  const hangingRuns = Effect.gen(function* () {
    const door = yield* Deferred.make<void>()
    const arrived = new Set<string>()
    const ended = new Set<string>()
    const definition = jobThat(
      ({ key }) =>
        Effect.gen(function* () {
          const own = yield* RunOwner
          if (key !== "nobody's") own(key.startsWith("mine") ? mine : others)
          arrived.add(key)
          yield* Deferred.await(door)
          ended.add(key)
        }),
      { name: "p", lane: "parallel", duringMove: "bounded" }
    )
    return { arrived, definition, ended, open: Deferred.succeed(door, undefined) }
  })

  it.effect("does not wait until the slow runs of others end; they go on", () =>
    Effect.gen(function* () {
      const { arrived, definition, ended, open } = yield* hangingRuns
      const { add, clock, home, keys, moveTime, worker } = yield* startWorker([definition, nothing], { patienceMs })
      yield* add(home, jobOf("others'", 100, "p"), jobOf("others' later", 200, "p"), jobOf("ordered", 300))
      yield* worker.drain({ ...moveTime(startedAt + 1_000), owner: mine })
      expect(clock.now()).toBe(startedAt + 1_000)
      expect([keys(), [...arrived], ended.size]).toEqual([
        ["others'", "others' later", "ordered"],
        ["others'", "others' later"],
        0
      ])
      yield* open
      yield* worker.drain(moveTime(startedAt + 1_000))
      expect(ended.size).toBe(2)
      expect(yield* counts(home)).toEqual({ waiting: 0, dead: 0 })
    }).pipe(Effect.provide(inMemory))
  )

  it.effect.each(["mine", "nobody's"])("waits for slow runs that are %s", (key) =>
    Effect.gen(function* () {
      const { arrived, definition, open } = yield* hangingRuns
      const { add, clock, home, moveTime, worker } = yield* startWorker([definition], { patienceMs })
      yield* add(home, jobOf(key, 100, "p"), jobOf("others'", 100, "p"))
      const moving = yield* Effect.forkChild(worker.drain({ ...moveTime(startedAt + 1_000), owner: mine }), {
        startImmediately: true
      })
      yield* Effect.promise(() => vi.waitFor(() => expect(arrived.size).toBe(2)))
      for (let turns = 0; turns < 20; turns++) yield* Effect.yieldNow
      expect([clock.now(), moving.pollUnsafe()]).toEqual([startedAt + 100, undefined])
      yield* open
      yield* Fiber.join(moving)
      expect(clock.now()).toBe(startedAt + 1_000)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("does not wait for ever for his own slow runs", () =>
    Effect.gen(function* () {
      const { definition, ended, open } = yield* hangingRuns
      const { add, clock, home, moveTime, worker } = yield* startWorker([definition], { patienceMs: 1 })
      yield* add(home, jobOf("mine", 100, "p"))
      yield* worker.drain({ ...moveTime(startedAt + 1_000), owner: mine })
      expect([clock.now(), ended.size]).toEqual([startedAt + 1_000, 0])
      yield* open
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("leaves slow work for after the move while runs of others fill the lane", () =>
    Effect.gen(function* () {
      const { arrived, definition, ended, open } = yield* hangingRuns
      const { add, clock, home, keys, moveTime, worker } = yield* startWorker([definition, nothing], { patienceMs })
      const many = laneLimits.parallelInFlight
      yield* add(home, ...Array.from({ length: many }, (_, n) => jobOf(`others' ${n}`, 100, "p")))
      yield* add(home, jobOf("mine", 200, "p"), jobOf("ordered", 300))
      yield* worker.drain({ ...moveTime(startedAt + 1_000), owner: mine })
      expect([clock.now(), keys().at(-1), arrived.size]).toEqual([startedAt + 1_000, "ordered", many])
      yield* open
      yield* worker.drain({ ...moveTime(startedAt + 1_000), owner: mine })
      expect(ended.has("mine")).toBe(true)
    }).pipe(Effect.provide(inMemory))
  )
})
