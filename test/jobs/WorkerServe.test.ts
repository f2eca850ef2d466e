import { Clock as EffectClock } from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "@effect/vitest"
import type { JobDefinition } from "../../src/jobs/Job.ts"
import { laneLimits } from "../../src/jobs/lanes.ts"
import { StoreUnavailable, type RegionStore } from "../../src/services/Store.ts"
import { claim, leaseRule, counts } from "../../src/store/jobRepository.ts"
import { aroundClaims, inMemory, jobOf, jobThat, startedAt, startWorker } from "./workshop.ts"

/** A job that says when it runs, once per key. */
const announcing = (over: Partial<JobDefinition> = {}) => {
  const said = new Map<string, Deferred.Deferred<void>>()
  const news = (key: string) => {
    const known = said.get(key) ?? Deferred.makeUnsafe<void>()
    said.set(key, known)
    return known
  }
  const definition = jobThat((job) => Deferred.succeed(news(job.key), undefined), over)
  return { definition, ran: (key: string) => Deferred.await(news(key)) }
}

/** The test's clock as the system's time: it moves by `TestClock.adjust` alone. */
const testTime = Effect.map(EffectClock, (clock) => () => clock.currentTimeMillisUnsafe())

/** Lets everything happen that does not wait for time. */
const settle = Effect.gen(function* () {
  for (let turns = 0; turns < 10; turns++) {
    yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
  }
})

// No test here moves the test's clock unless it says so: what happens, happens without polling.
describe("a worker that serves", () => {
  it.effect("runs a job as soon as it is committed", () =>
    Effect.gen(function* () {
      const { definition, ran } = announcing()
      const { add, home, worker } = yield* startWorker([definition])
      yield* Effect.forkChild(worker.serve(home), { startImmediately: true })
      yield* settle
      yield* add(home, jobOf("x"))
      yield* ran("x")
      yield* add(home, jobOf("y"))
      yield* ran("y")
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("runs what was there before it began", () =>
    Effect.gen(function* () {
      const { definition, ran } = announcing()
      const { add, home, worker } = yield* startWorker([definition])
      yield* add(home, jobOf("x"))
      yield* Effect.forkChild(worker.serve(home))
      yield* ran("x")
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("hears of a job that is committed while it works", () =>
    Effect.gen(function* () {
      const first = jobThat((job, store) => (job.key === "first" ? add(store, jobOf("second")) : Effect.void))
      const second = announcing({ name: "b" })
      const { add, home, keys, worker } = yield* startWorker([first, second.definition])
      yield* add(home, jobOf("first"))
      yield* Effect.forkChild(worker.serve(home))
      yield* settle
      expect(keys()).toEqual(["first", "second"])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("sleeps until the next job is due, and runs it then, not before", () =>
    Effect.gen(function* () {
      const { definition, ran } = announcing()
      const { add, clock, home, keys, worker } = yield* startWorker([definition], { wallNow: yield* testTime })
      clock.restore({ mode: "offset", offsetMs: startedAt })
      yield* add(home, jobOf("x", 700))
      yield* Effect.forkChild(worker.serve(home))
      yield* settle
      yield* TestClock.adjust(699)
      yield* settle
      expect(keys()).toEqual([])
      yield* TestClock.adjust(1)
      yield* ran("x")
    }).pipe(Effect.provide(inMemory))
  )

  it.effect(
    "runs nothing by itself while time stands still, and what is due after time was moved and it was woken",
    () =>
      Effect.gen(function* () {
        const { definition, ran } = announcing()
        const { add, home, keys, moveTo, worker } = yield* startWorker([definition], { wallNow: yield* testTime })
        yield* add(home, jobOf("x", 700))
        yield* Effect.forkChild(worker.serve(home))
        yield* TestClock.adjust("1 minute")
        yield* settle
        expect(keys()).toEqual([])
        moveTo(startedAt + 700)
        home.wake()
        yield* ran("x")
      }).pipe(Effect.provide(inMemory))
  )

  it.effect("looks again within a second for jobs whose worker died", () =>
    Effect.gen(function* () {
      const { definition, ran } = announcing()
      const { add, home, worker } = yield* startWorker([definition], { wallNow: yield* testTime })
      yield* add(home, jobOf("x"))
      const lease = leaseRule(10_000, new Map())
      yield* claim(home, { dueBy: startedAt, wallNow: 0, lease, leasedBy: 0, limit: 1, names: [], not: true })
      yield* Effect.forkChild(worker.serve(home))
      yield* settle
      for (let seconds = 0; seconds < 10; seconds++) {
        yield* TestClock.adjust(1_000)
        yield* settle
      }
      yield* ran("x")
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("gives back what it had claimed when it is stopped while it claims", () =>
    Effect.gen(function* () {
      const [claimed, answered] = [Latch.makeUnsafe(false), Latch.makeUnsafe(false)]
      const { add, home, keys, worker } = yield* startWorker([jobThat(() => Effect.void)], {
        through: (store) =>
          aroundClaims(store, (claim) => Effect.tap(claim, () => Effect.andThen(claimed.open, answered.await)))
      })
      yield* add(home, jobOf("x"), jobOf("y"))
      const serving = yield* Effect.forkChild(worker.serve(home))
      yield* claimed.await
      const stopping = yield* Effect.forkChild(Fiber.interrupt(serving))
      yield* settle
      yield* answered.open
      yield* Fiber.await(stopping)
      expect(keys()).toEqual([])
      const lease = leaseRule(10_000, new Map())
      const request = { dueBy: startedAt, wallNow: 0, lease, leasedBy: 0, limit: 9, names: [], not: true }
      expect(yield* claim(home, request)).toMatchObject([{ key: "x" }, { key: "y" }])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("goes on after the store was away", () =>
    Effect.gen(function* () {
      const { definition, ran } = announcing()
      const away = { now: true }
      const { add, home, worker } = yield* startWorker([definition], {
        through: (store) => refusing(store, away)
      })
      yield* add(home, jobOf("x"))
      yield* Effect.forkChild(worker.serve(home))
      yield* settle
      away.now = false
      yield* TestClock.adjust(1_000)
      yield* ran("x")
    }).pipe(Effect.provide(inMemory))
  )

  it.effect.each([
    ["and does not wait for its lease", 0],
    ["also where the system's clock was set back", 3_600_000]
  ] as const)("runs a job again soon whose outcome the store did not take, %s", ([, setBackMs]) =>
    Effect.gen(function* () {
      const outage = { now: false }
      const time = yield* testTime
      let behindMs = 0
      const definition = jobThat((job) => Effect.sync(() => void (outage.now = job.attempts === 1)))
      const { add, home, keys, worker } = yield* startWorker([definition], {
        wallNow: () => startedAt + time() - behindMs,
        monotonicNow: time,
        through: (store) => ({
          ...store,
          write: (writes) =>
            Effect.suspend(() =>
              outage.now
                ? Effect.fail(
                    new StoreUnavailable({ region: store.name, reason: "connection", detail: "the database went away" })
                  )
                : store.write(writes)
            )
        })
      })
      yield* add(home, jobOf("x"))
      yield* Effect.forkChild(worker.serve(home))
      yield* settle
      yield* TestClock.adjust(3_000)
      yield* settle
      expect(keys()).toEqual(["x"])
      behindMs = setBackMs
      outage.now = false
      yield* TestClock.adjust(1_000)
      yield* settle
      expect(keys()).toEqual(["x", "x"])
      yield* TestClock.adjust(60_000)
      yield* settle
      expect(keys()).toEqual(["x", "x"])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("says in one sentence that jobs cannot be read, once, and that they can again", () =>
    Effect.gen(function* () {
      const { definition, ran } = announcing()
      const away = { now: true }
      const lines: Array<string> = []
      const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const { add, home, worker } = yield* startWorker([definition], {
        through: (store) => refusing(store, away)
      })
      yield* add(home, jobOf("x"))
      yield* Effect.forkChild(Effect.provide(worker.serve(home), logger))
      for (let seconds = 0; seconds < 5; seconds++) {
        yield* settle
        yield* TestClock.adjust(1_000)
      }
      away.now = false
      yield* TestClock.adjust(1_000)
      yield* ran("x")
      yield* settle
      yield* TestClock.adjust(1_000)
      expect(lines).toEqual([
        "Jobs of region us-east-1 cannot be read and wait: the store is unavailable (locked): held by another program. " +
          "It is tried again every second",
        "Jobs of region us-east-1 are read again"
      ])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("is woken no more once it is stopped", () =>
    Effect.gen(function* () {
      const listeners: Array<"on" | "off"> = []
      const { home, worker } = yield* startWorker([], {
        through: (store) => ({
          ...store,
          onWake: (listener) => {
            listeners.push("on")
            const stop = store.onWake(listener)
            return () => {
              listeners.push("off")
              stop()
            }
          }
        })
      })
      const serving = yield* Effect.forkChild(worker.serve(home), { startImmediately: true })
      yield* settle
      yield* Fiber.interrupt(serving)
      expect(listeners).toEqual(["on", "off"])
    }).pipe(Effect.provide(inMemory))
  )
})

describe("the lanes of a worker that serves", () => {
  const hanging = jobThat(() => Effect.never, { name: "p", lane: "parallel" })

  it.effect("are independent: parallel jobs that hang do not hold up ordered ones", () =>
    Effect.gen(function* () {
      const { definition, ran } = announcing()
      const { add, home, worker } = yield* startWorker([hanging, definition])
      yield* Effect.forkChild(worker.serve(home))
      yield* add(home, jobOf("p1", 0, "p"), jobOf("p2", 0, "p"), jobOf("x"))
      yield* ran("x")
      yield* add(home, jobOf("y"))
      yield* ran("y")
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("are bounded: a full parallel lane leaves jobs waiting, unleased, and takes one when it has room", () =>
    Effect.gen(function* () {
      const door = yield* Deferred.make<void>()
      const last = announcing({ name: "p", lane: "parallel" })
      const full = laneLimits.parallelInFlight
      const definition: JobDefinition = {
        ...last.definition,
        run: (job, store) =>
          job.key === "p0"
            ? Effect.as(Deferred.await(door), "done" as const)
            : job.key === "last"
              ? last.definition.run(job, store)
              : Effect.never
      }
      const { add, home, keys, worker } = yield* startWorker([definition])
      yield* add(home, ...Array.from({ length: full }, (_, n) => jobOf(`p${n}`, 0, "p")), jobOf("last", 0, "p"))
      yield* Effect.forkChild(worker.serve(home))
      yield* settle
      expect(keys()).toHaveLength(full)
      const [row] = yield* home.read<{ lease_until: number }>(`SELECT lease_until FROM jobs WHERE job_key = 'last'`, [])
      expect(row!.lease_until).toBe(0)
      yield* Deferred.succeed(door, undefined)
      yield* last.ran("last")
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("are ordered in the ordered one: no two jobs overlap, in whichever regions they are", () =>
    Effect.gen(function* () {
      let running = 0
      const overlaps: Array<number> = []
      const definition = jobThat(() =>
        Effect.gen(function* () {
          overlaps.push(++running)
          yield* settle
          running--
        })
      )
      const { add, away, home, worker } = yield* startWorker([definition])
      yield* Effect.forkChild(worker.serve(home))
      yield* Effect.forkChild(worker.serve(away))
      yield* add(home, jobOf("h1"), jobOf("h2"))
      yield* add(away, jobOf("a1"), jobOf("a2"))
      const left = Effect.map(Effect.all([counts(home), counts(away)]), ([one, other]) => one.waiting + other.waiting)
      while ((yield* left) > 0) yield* settle
      expect(overlaps).toEqual([1, 1, 1, 1])
    }).pipe(Effect.provide(inMemory))
  )
})

const refusing = (store: RegionStore, away: { readonly now: boolean }): RegionStore =>
  aroundClaims(store, (claim) =>
    away.now
      ? Effect.fail(new StoreUnavailable({ region: store.name, reason: "locked", detail: "held by another program" }))
      : claim
  )
