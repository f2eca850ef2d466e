import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "@effect/vitest"
import { vi } from "vitest"
import { RunOwner } from "../../src/jobs/inFlight.ts"
import { laneLimits } from "../../src/jobs/lanes.ts"
import type { RegionStore } from "../../src/services/Store.ts"
import { claim, complete, counts, leaseRule } from "../../src/store/jobRepository.ts"
import { inMemory, jobOf, jobThat, startedAt, startWorker } from "./workshop.ts"

const nothing = jobThat(() => Effect.void)

/** Lets whatever is under way come to where it waits. */
const settle = Effect.promise(async () => {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve))
})

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

  it.effect("waits hardly for the slow runs of others in another process, and for his own until they end", () =>
    Effect.gen(function* () {
      const slow = jobThat(() => Effect.never, {
        name: "p",
        lane: "parallel",
        duringMove: "bounded",
        ownersOf: (_, keys) => Effect.succeed(keys.map((key) => (key === "mine" ? mine : others)))
      })
      const seen = { looks: 0 }
      const through = (store: RegionStore): RegionStore => ({
        ...store,
        read: (text, params) => {
          if (text.startsWith("SELECT job_key")) seen.looks += 1
          return store.read(text, params)
        }
      })
      const options = { patienceMs, hasPeers: true, through }
      const { add, clock, home, keys, moveTime, worker } = yield* startWorker([slow], options)
      const lendAll = claim(home, {
        dueBy: startedAt + 500,
        wallNow: startedAt,
        lease: leaseRule(60_000, new Map()),
        leasedBy: 7,
        limit: 9,
        names: [],
        not: true
      })
      yield* add(home, jobOf("others'", 100, "p"))
      yield* lendAll
      const moveBy = (byMs: number) =>
        Effect.forkChild(worker.drain({ ...moveTime(startedAt + byMs), owner: mine }), { startImmediately: true })
      // Until it ends, or has looked more often than the patience with others lasts.
      const untilOver = Effect.fnUntraced(function* (moving: Fiber.Fiber<boolean, unknown>) {
        seen.looks = 0
        while (moving.pollUnsafe() === undefined && seen.looks < 60) {
          yield* settle
          yield* TestClock.adjust(10)
        }
        return moving.pollUnsafe()
      })
      const first = yield* moveBy(1_000)
      expect([yield* untilOver(first), clock.now()]).toEqual([Exit.succeed(true), startedAt + 1_000])
      yield* add(home, jobOf("mine", 200, "p"))
      const [lent] = yield* lendAll
      const second = yield* moveBy(2_000)
      expect([yield* untilOver(second), clock.now()]).toEqual([undefined, startedAt + 1_000])
      yield* Effect.orDie(home.write([complete(lent!)]))
      expect(yield* untilOver(second)).toEqual(Exit.succeed(true))
      expect([clock.now(), keys()]).toEqual([startedAt + 2_000, []])
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
