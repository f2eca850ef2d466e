import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "@effect/vitest"
import { defineJob, type JobDefinition } from "../../src/jobs/Job.ts"
import { laneLimits } from "../../src/jobs/lanes.ts"
import { makePatiences, sparingMs } from "../../src/jobs/moving.ts"
import { ask } from "../../src/services/ask.ts"
import { StoreUnavailable, Unflushed, type RegionStore } from "../../src/services/Store.ts"
import { complete, counts, schedule } from "../../src/store/jobRepository.ts"
import { aroundClaims, inMemory, jobOf, jobThat, startedAt, startWorker } from "./workshop.ts"

const nothing = jobThat(() => Effect.void)

const parallel = (run: () => Effect.Effect<unknown>): JobDefinition => jobThat(run, { name: "p", lane: "parallel" })

describe("moving time", () => {
  it.effect("runs jobs in order of due time, and of one moment in their sequence, across regions", () =>
    Effect.gen(function* () {
      const { add, away, drain, home, runs } = yield* startWorker([nothing])
      yield* add(home, jobOf("h3", 3_000), jobOf("h1", 1_000), jobOf("h5", 5_000), jobOf("h1b", 1_000))
      yield* add(away, jobOf("a4", 4_000), jobOf("a2", 2_000), jobOf("a1", 1_000))
      yield* drain(10_000)
      expect(runs.map((run) => [run.key, run.region, run.at])).toEqual([
        ["h1", "us-east-1", 1_000],
        ["h1b", "us-east-1", 1_000],
        ["a1", "eu-west-1", 1_000],
        ["a2", "eu-west-1", 2_000],
        ["h3", "us-east-1", 3_000],
        ["a4", "eu-west-1", 4_000],
        ["h5", "us-east-1", 5_000]
      ])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("runs what was due before in that order, too, without moving time back", () =>
    Effect.gen(function* () {
      const { add, away, drain, home, runs } = yield* startWorker([nothing])
      yield* add(home, jobOf("h", -1_000), jobOf("now", 0))
      yield* add(away, jobOf("a", -2_000))
      yield* drain(0)
      expect(runs.map((run) => [run.key, run.at])).toEqual([
        ["a", 0],
        ["h", 0],
        ["now", 0]
      ])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("runs what is due at its end, and nothing that is due later", () =>
    Effect.gen(function* () {
      const { add, clock, drain, home, keys } = yield* startWorker([nothing])
      yield* add(home, jobOf("at the end", 500), jobOf("later", 501))
      yield* drain(500)
      expect(keys()).toEqual(["at the end"])
      expect(clock.now()).toBe(startedAt + 500)
      yield* drain(1)
      expect(keys()).toEqual(["at the end", "later"])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("runs a job that a job asks for, at its own time, when that lies within", () =>
    Effect.gen(function* () {
      const asking = jobThat((job, store) =>
        job.key === "first"
          ? store.write([schedule(jobOf("second", 700)), schedule(jobOf("third", 2_000))])
          : Effect.void
      )
      const { add, drain, home, runs } = yield* startWorker([asking])
      yield* add(home, jobOf("first", 500), jobOf("between", 600))
      yield* drain(1_000)
      expect(runs.map((run) => [run.key, run.at])).toEqual([
        ["first", 500],
        ["between", 600],
        ["second", 700]
      ])
      expect(yield* counts(home)).toEqual({ waiting: 1, dead: 0 })
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("claims where something is due, and looks elsewhere without a transaction, once for each moment", () =>
    Effect.gen(function* () {
      let [claims, looks] = [0, 0]
      const counted = (store: RegionStore): RegionStore => ({
        ...aroundClaims(store, (claim) => Effect.suspend(() => (claims++, claim))),
        read: (text, params) => Effect.suspend(() => (looks++, store.read(text, params)))
      })
      const { add, drain, home, keys } = yield* startWorker([nothing, parallel(() => Effect.void)], {
        through: counted
      })
      yield* add(home, jobOf("x", 100), jobOf("y", 200, "p"), jobOf("z", 200), jobOf("later", 5_000))
      yield* drain(1_000)
      expect(keys().toSorted()).toEqual(["x", "y", "z"])
      expect(claims).toBe(3)
      // Two regions: two moments, what comes later, and the end.
      expect(looks).toBe(2 * (2 + 1 + 1))
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("flushes at its end, and before anything outside is asked; parallel jobs wait for the disk as ever", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const flushing = (store: RegionStore): RegionStore =>
        store.name === "us-east-1" ? { ...store, flush: Effect.sync(() => void said.push("flush")) } : store
      const question = {
        span: "Outside.ask",
        implementation: "test",
        timeoutMs: 1_000,
        call: () => said.push("asked"),
        read: Number
      }
      const saying = Effect.fnUntraced(function* (key: string) {
        said.push(`${key} ${(yield* Unflushed) === undefined ? "waits" : "does not wait"}`)
        if (key === "asks") yield* ask(question)
      })
      const definitions = [
        jobThat(({ key }) => saying(key)),
        jobThat(({ key }) => saying(key), { name: "p", lane: "parallel" })
      ]
      const { add, drain, home } = yield* startWorker(definitions, { through: flushing })
      yield* add(home, jobOf("ordered", 100), jobOf("parallel", 200, "p"), jobOf("asks", 300))
      yield* drain(1_000)
      expect(said).toEqual(["ordered does not wait", "parallel waits", "asks does not wait", "flush", "asked", "flush"])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("runs a job that a job asks for in another region, in time", () =>
    Effect.gen(function* () {
      let elsewhere: RegionStore | undefined
      const { add, away, drain, home, runs } = yield* startWorker([
        jobThat((job) => (job.key === "first" ? elsewhere!.write([schedule(jobOf("over there", 0))]) : Effect.void))
      ])
      elsewhere = away
      yield* add(home, jobOf("first", 500), jobOf("last", 600))
      yield* drain(1_000)
      expect(runs.map((run) => [run.key, run.at])).toEqual([
        ["first", 500],
        ["over there", 500],
        ["last", 600]
      ])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("over a year runs a daily job on every day, at its hour", () =>
    Effect.gen(function* () {
      const dayMs = 86_400_000
      const daily = defineJob<never>({
        name: "a",
        run: (job, store) => {
          const next = { name: "a", key: "daily", payload: {}, dueAt: job.dueAt + dayMs }
          return Effect.as(store.write([complete(job), schedule(next)]), "committed" as const)
        }
      })
      const { add, drain, home, runs } = yield* startWorker([daily])
      yield* add(home, jobOf("daily", 3_600_000))
      yield* drain(365 * dayMs)
      expect(runs.map((run) => run.at)).toEqual(Array.from({ length: 365 }, (_, day) => 3_600_000 + day * dayMs))
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("runs upkeep once, at the end, however often it fell due", () =>
    Effect.gen(function* () {
      const dayMs = 86_400_000
      let reachedMs = 0
      const upkeep = defineJob<never>({
        name: "a",
        duringMove: "once",
        run: (job, store) => {
          const next = { name: "a", key: "daily", payload: {}, dueAt: startedAt + reachedMs + dayMs }
          return Effect.as(store.write([complete(job), schedule(next)]), "committed" as const)
        }
      })
      const { add, drain, home, runs } = yield* startWorker([upkeep, jobThat(() => Effect.void, { name: "b" })])
      yield* add(home, jobOf("daily", dayMs), jobOf("payment", 7 * dayMs, "b"))
      reachedMs = 36_500 * dayMs
      yield* drain(reachedMs)
      expect(runs.map((run) => [run.key, run.at])).toEqual([
        ["payment", 7 * dayMs],
        ["daily", reachedMs]
      ])
      expect(yield* counts(home)).toEqual({ waiting: 1, dead: 0 })
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("that is called off ends at the next due job, and says that it did not arrive", () =>
    Effect.gen(function* () {
      let isCalledOff = false
      const calling = jobThat((job) => Effect.sync(() => (isCalledOff = job.key === "second")))
      const { add, clock, home, keys, moveTime, worker } = yield* startWorker([calling])
      yield* add(home, jobOf("first", 100), jobOf("second", 200), jobOf("third", 300))
      const move = moveTime(startedAt + 1_000)
      expect(yield* worker.drain({ ...move, isCalledOff: () => isCalledOff })).toBe(false)
      expect(keys()).toEqual(["first", "second"])
      expect(clock.now()).toBe(startedAt + 200)
      expect(yield* worker.drain(move)).toBe(true)
      expect(keys()).toEqual(["first", "second", "third"])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("whose caller leaves finishes the job that runs, and begins no other", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const door = yield* Deferred.make<void>()
      const finished: Array<string> = []
      const waiting = jobThat((job) =>
        Deferred.succeed(arrived, undefined).pipe(
          Effect.andThen(Deferred.await(door)),
          Effect.andThen(Effect.sync(() => finished.push(job.key)))
        )
      )
      const { add, home, keys, moveTime, worker } = yield* startWorker([waiting])
      yield* add(home, jobOf("first", 100), jobOf("second", 200))
      const moving = yield* Effect.forkChild(worker.drain(moveTime(startedAt + 1_000)), { startImmediately: true })
      yield* Deferred.await(arrived)
      const leaving = yield* Effect.forkChild(Fiber.interrupt(moving), { startImmediately: true })
      for (let turns = 0; turns < 20; turns++) yield* Effect.yieldNow
      expect(leaving.pollUnsafe()).toBeUndefined()
      yield* Deferred.succeed(door, undefined)
      yield* Fiber.join(leaving)
      expect([finished, keys()]).toEqual([["first"], ["first"]])
      expect(yield* counts(home)).toEqual({ waiting: 1, dead: 0 })
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("is refused when jobs cannot be read", () =>
    Effect.gen(function* () {
      const unavailable = new StoreUnavailable({ region: "us-east-1", reason: "locked", detail: "" })
      const refused = { now: false }
      const { add, drain, home, keys } = yield* startWorker([nothing], {
        through: (store) => aroundClaims(store, (claim) => (refused.now ? Effect.fail(unavailable) : claim))
      })
      yield* add(home, jobOf("x"))
      refused.now = true
      expect(yield* Effect.flip(drain(0))).toBe(unavailable)
      refused.now = false
      yield* drain(0)
      expect(keys()).toEqual(["x"])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("twice at a time is one after the other", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const door = yield* Deferred.make<void>()
      const waiting = jobThat(() => Effect.andThen(Deferred.succeed(arrived, undefined), Deferred.await(door)))
      const { add, home, keys, moveTime, worker } = yield* startWorker([waiting])
      yield* add(home, jobOf("x", 100), jobOf("y", 200))
      const first = yield* Effect.forkChild(worker.drain(moveTime(startedAt + 100)), { startImmediately: true })
      yield* Deferred.await(arrived)
      const second = yield* Effect.forkChild(worker.drain(moveTime(startedAt + 200)), { startImmediately: true })
      for (let turns = 0; turns < 20; turns++) yield* Effect.yieldNow
      expect(keys()).toEqual(["x"])
      yield* Deferred.succeed(door, undefined)
      yield* Fiber.joinAll([first, second])
      expect(keys()).toEqual(["x", "y"])
    }).pipe(Effect.provide(inMemory))
  )
})

describe("the parallel lane, while time is moved", () => {
  it.effect("runs all jobs of a moment together, and time waits for the last of them", () =>
    Effect.gen(function* () {
      const many = 20
      let arrived = 0
      const all = yield* Deferred.make<void>()
      const meeting = parallel(() =>
        Effect.suspend(() => (++arrived === many ? Deferred.succeed(all, undefined) : Deferred.await(all)))
      )
      const { add, drain, home, runs } = yield* startWorker([meeting, nothing])
      yield* add(home, ...Array.from({ length: many }, (_, n) => jobOf(`p${n}`, 100, "p")), jobOf("after", 101))
      yield* drain(1_000)
      expect(runs).toHaveLength(many + 1)
      expect(runs.filter((run) => run.at === 100)).toHaveLength(many)
      expect(runs.at(-1)).toMatchObject({ key: "after", at: 101 })
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("runs more jobs of a moment than it has room for", () =>
    Effect.gen(function* () {
      let running = 0
      let most = 0
      const counting = parallel(() =>
        Effect.gen(function* () {
          most = Math.max(most, ++running)
          yield* Effect.yieldNow
          running--
        })
      )
      const { add, drain, home, runs } = yield* startWorker([counting])
      const many = laneLimits.parallelInFlight * 2 + 10
      yield* add(home, ...Array.from({ length: many }, (_, n) => jobOf(`p${n}`, 100, "p")))
      yield* drain(100)
      expect(new Set(runs.map((run) => run.key)).size).toBe(many)
      expect(most).toBe(laneLimits.parallelInFlight)
      expect(yield* counts(home)).toEqual({ waiting: 0, dead: 0 })
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("ends what was begun before time moves on", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const door = yield* Deferred.make<void>()
      const waiting = parallel(() => Effect.andThen(Deferred.succeed(arrived, undefined), Deferred.await(door)))
      const { add, clock, drain, home, worker } = yield* startWorker([waiting])
      yield* add(home, jobOf("x", 0, "p"))
      yield* Effect.forkChild(worker.serve(home), { startImmediately: true })
      yield* Deferred.await(arrived)
      const draining = yield* Effect.forkChild(drain(1_000), { startImmediately: true })
      for (let turns = 0; turns < 20; turns++) yield* Effect.yieldNow
      expect([clock.now(), draining.pollUnsafe()]).toEqual([startedAt, undefined])
      yield* Deferred.succeed(door, undefined)
      yield* Fiber.join(draining)
      expect(clock.now()).toBe(startedAt + 1_000)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("does not wait for ever for a run that may be slow: it goes on after the move", () =>
    Effect.gen(function* () {
      const door = yield* Deferred.make<void>()
      const answered = yield* Deferred.make<void>()
      const hanging = jobThat(() => Effect.andThen(Deferred.await(door), Deferred.succeed(answered, undefined)), {
        name: "p",
        lane: "parallel",
        duringMove: "bounded"
      })
      const { add, clock, drain, home, runs } = yield* startWorker([hanging, nothing], { patienceMs: 1 })
      yield* add(home, jobOf("hangs", 100, "p"), jobOf("too late", 200, "p"), jobOf("ordered", 300))
      yield* drain(1_000)
      expect(clock.now()).toBe(startedAt + 1_000)
      expect(runs.map((run) => [run.key, run.at])).toEqual([
        ["hangs", 100],
        ["ordered", 300]
      ])
      yield* Deferred.succeed(door, undefined)
      yield* Deferred.await(answered)
      yield* drain(0)
      expect(runs.at(-1)).toMatchObject({ key: "too late", at: 1_000 })
      expect(yield* counts(home)).toEqual({ waiting: 0, dead: 0 })
    }).pipe(Effect.provide(inMemory))
  )
})

describe("the patience of moves", () => {
  it("is that of their owner: who hangs takes none from others", () => {
    const patiences = makePatiences(10_000, () => 0)
    const [one, other] = ["one:test", "other:test"].map((scope) => ({ plugin: "shop", scope }))
    patiences.end(0, one)
    expect([one, other, undefined].map((owner) => patiences.begin(owner))).toEqual([1_000, 10_000, 10_000])
  })

  it("is a tenth for a minute after one that used up its own, and all of it afterwards", () => {
    let now = 0
    const patiences = makePatiences(10_000, () => now)
    expect(patiences.begin()).toBe(10_000)
    patiences.end(1)
    expect(patiences.begin()).toBe(10_000)
    patiences.end(0)
    now = sparingMs - 1
    expect(patiences.begin()).toBe(1_000)
    patiences.end(-100)
    now = 2 * sparingMs - 2
    expect(patiences.begin()).toBe(1_000)
    patiences.end(500)
    now += 1
    expect(patiences.begin()).toBe(10_000)
  })
})
