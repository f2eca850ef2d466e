import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "@effect/vitest"
import { backoff } from "../../src/domain/RetryPolicy.ts"
import { defaultJobTimeoutMs, defineJob } from "../../src/jobs/Job.ts"
import { laneLimits } from "../../src/jobs/lanes.ts"
import { declarePlugin } from "../../src/domain/PluginDeclaration.ts"
import { Store, StoreUnavailable, type RegionStore } from "../../src/services/Store.ts"
import { commit } from "../../src/store/commit.ts"
import {
  cancel,
  cancelUnbegun,
  claim,
  leaseRule,
  counts,
  deadJobs,
  release,
  revive,
  schedule
} from "../../src/store/jobRepository.ts"
import { addNote, noteIds } from "../store/openStore.ts"
import { inMemory, jobOf, jobThat, startedAt, startWorker } from "./workshop.ts"
import { textOf } from "../store/written.ts"

const none = { waiting: 0, dead: 0 }

const three = backoff("three", { initialMs: 1_000, factor: 4, capMs: 60_000, attempts: 3 })

/** What stands in the row of the only job. */
const onlyRow = (store: RegionStore) =>
  Effect.map(
    store.read<{ state: string; due_at: number; attempts: number; lease_until: number; last_error: string | null }>(
      `SELECT state, due_at, attempts, lease_until, last_error FROM jobs`,
      []
    ),
    ([row]) => (row === undefined ? undefined : { ...row })
  )

/** Takes every due job away from whoever has it, as a second worker does when the leases have ended. */
const takeOver = (store: RegionStore, wallNow: number) =>
  claim(store, {
    dueBy: startedAt,
    wallNow,
    lease: leaseRule(60_000, new Map()),
    leasedBy: 0,
    limit: 9,
    names: [],
    not: true
  })

describe("a job", () => {
  it.effect("that is done is gone", () =>
    Effect.gen(function* () {
      const { add, drain, home, runs } = yield* startWorker([jobThat(() => Effect.void)])
      yield* add(home, jobOf("x"))
      yield* drain(0)
      expect(runs).toEqual([{ region: "us-east-1", key: "x", at: 0, attempt: 1 }])
      expect(yield* counts(home)).toEqual(none)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("that commits its own end is gone with that commit, and has its effect once", () =>
    Effect.gen(function* () {
      const committing = defineJob<never>({
        name: "a",
        run: (job, store) =>
          commit(store, {
            plugin: declarePlugin({ id: "tiny" }),
            scope: "ada/test",
            now: startedAt,
            nextId: () => "",
            writes: [addNote(job.key)],
            completes: job
          }).pipe(Effect.as("committed" as const))
      })
      const { add, drain, home } = yield* startWorker([committing])
      yield* add(home, jobOf("x"))
      yield* drain(0)
      yield* drain(100_000)
      expect(yield* noteIds(home)).toEqual(["x"])
      expect(yield* counts(home)).toEqual(none)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("that says it committed and did not stays, and runs again when its lease ends", () =>
    Effect.gen(function* () {
      const lying = defineJob<never>({ name: "a", run: () => Effect.succeed("committed") })
      const { add, drain, home, runs, wall } = yield* startWorker([lying])
      yield* add(home, jobOf("x"))
      yield* drain(0)
      wall.now = (yield* onlyRow(home))!.lease_until
      yield* drain(0)
      expect(runs.map((run) => run.attempt)).toEqual([1, 2])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("is leased while it runs, longer than it may run, and nobody else is lent it", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const { add, drain, home } = yield* startWorker([
        jobThat((job, store) =>
          Effect.gen(function* () {
            seen.push(job.leaseUntil, (yield* onlyRow(store))!.lease_until, yield* takeOver(store, job.leaseUntil - 1))
          })
        )
      ])
      yield* add(home, jobOf("x"))
      yield* drain(0)
      const leaseUntil = startedAt + defaultJobTimeoutMs + laneLimits.leaseMarginMs
      expect(seen).toEqual([leaseUntil, leaseUntil, []])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("that waits can be dropped until a worker has taken it up, also once that worker gave it back", () =>
    Effect.gen(function* () {
      const home = yield* Effect.flatMap(Store, (store) => store.region("us-east-1"))
      yield* home.write<never>([schedule(jobOf("x")), schedule(jobOf("y"))])
      const drop = (key: string) =>
        Effect.result(home.write([cancelUnbegun({ names: ["a"], key }, () => "begun" as const)]))
      expect(yield* drop("y")).toEqual(Result.succeed(undefined))
      const [taken] = yield* takeOver(home, startedAt)
      expect(yield* drop("x")).toEqual(Result.fail("begun"))
      yield* home.write([release(taken!)])
      expect(yield* drop("x")).toEqual(Result.fail("begun"))
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("whose lease was lost leaves its outcome to the other, and nothing fails", () =>
    Effect.gen(function* () {
      const { add, drain, home } = yield* startWorker([jobThat((job, store) => takeOver(store, job.leaseUntil))])
      yield* add(home, jobOf("x"), jobOf("y"))
      yield* drain(0)
      expect(yield* counts(home)).toEqual({ waiting: 2, dead: 0 })
      const [row] = yield* takeOver(home, startedAt + 200_000)
      expect(row).toMatchObject({ key: "x", attempts: 3 })
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("that fails although its lease was lost does not put the other's off", () =>
    Effect.gen(function* () {
      const failing = jobThat((job, store) => Effect.andThen(takeOver(store, job.leaseUntil), Effect.fail("no")))
      const { add, drain, home } = yield* startWorker([failing])
      yield* add(home, jobOf("x"))
      yield* drain(0)
      expect(yield* onlyRow(home)).toMatchObject({ due_at: startedAt, last_error: null })
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("that was cancelled while it ran is gone", () =>
    Effect.gen(function* () {
      const { add, drain, home } = yield* startWorker([jobThat((job, store) => store.write([cancel(job)]))])
      yield* add(home, jobOf("x"))
      yield* drain(0)
      expect(yield* counts(home)).toEqual(none)
    }).pipe(Effect.provide(inMemory))
  )
})

describe("a job that fails", () => {
  it.effect("runs again after each wait of its policy, and is dead and visible at the end", () =>
    Effect.gen(function* () {
      const failing = jobThat(() => Effect.fail(new Error("no answer")), { retry: three })
      const { add, drain, home, runs } = yield* startWorker([failing])
      yield* add(home, jobOf("x"))
      yield* drain(4_999)
      expect(runs.map((run) => run.at)).toEqual([0, 1_000])
      expect(yield* onlyRow(home)).toEqual({
        state: "waiting",
        due_at: startedAt + 5_000,
        attempts: 2,
        lease_until: 0,
        last_error: "Error: no answer"
      })
      yield* drain(1_000_000)
      expect(runs.map((run) => [run.at, run.attempt])).toEqual([
        [0, 1],
        [1_000, 2],
        [5_000, 3]
      ])
      expect(yield* deadJobs(home)).toMatchObject([{ name: "a", key: "x", attempts: 3, lastError: "Error: no answer" }])
      expect(yield* counts(home)).toEqual({ waiting: 0, dead: 1 })
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("because the store comes and goes is not given up, and is tried as seldom as in the end", () =>
    Effect.gen(function* () {
      let failures = 5
      const away = new StoreUnavailable({ region: "us-east-1", reason: "io_error", detail: "" })
      const flickering = jobThat(() => (failures-- > 0 ? Effect.fail(away) : Effect.void), { retry: three })
      const { add, drain, home, runs } = yield* startWorker([flickering])
      yield* add(home, jobOf("x"))
      yield* drain(1_000_000)
      expect(runs.map((run) => run.at)).toEqual([0, 1_000, 5_000, 9_000, 13_000, 17_000])
      expect(yield* counts(home)).toEqual(none)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("runs again when it is revived, with all its attempts", () =>
    Effect.gen(function* () {
      let works = false
      const mended = jobThat(() => (works ? Effect.void : Effect.fail("no")), { retry: three })
      const { add, drain, home, runs } = yield* startWorker([mended])
      yield* add(home, jobOf("x"))
      yield* drain(10_000)
      const [dead] = yield* deadJobs(home)
      yield* home.write([revive(dead!.sequence, startedAt + 10_000)])
      yield* drain(0)
      works = true
      yield* drain(1_000)
      expect(runs.map((run) => run.attempt)).toEqual([1, 2, 3, 1, 2])
      expect(yield* counts(home)).toEqual(none)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("holds up neither the jobs after it nor those of other names", () =>
    Effect.gen(function* () {
      const failing = jobThat((job) => (job.key === "x" ? Effect.die(new Error("bug")) : Effect.void))
      const { add, drain, home, keys } = yield* startWorker([failing])
      yield* add(home, jobOf("x"), jobOf("y"))
      yield* drain(0)
      expect(keys()).toEqual(["x", "y"])
      expect(yield* counts(home)).toEqual({ waiting: 1, dead: 0 })
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("by taking too long is interrupted and runs again", () =>
    Effect.gen(function* () {
      let interrupted = 0
      const hanging = jobThat(() => Effect.onInterrupt(Effect.never, () => Effect.sync(() => void interrupted++)), {
        timeoutMs: 7_000
      })
      const { add, drain, home } = yield* startWorker([hanging])
      yield* add(home, jobOf("x"))
      const draining = yield* Effect.forkChild(drain(0), { startImmediately: true })
      yield* untilRunning(home)
      yield* TestClock.adjust(6_999)
      expect(interrupted).toBe(0)
      yield* TestClock.adjust(1)
      yield* Fiber.join(draining)
      expect(interrupted).toBe(1)
      expect(yield* onlyRow(home)).toMatchObject({ state: "waiting", attempts: 1, lease_until: 0 })
      expect((yield* onlyRow(home))!.last_error).toMatch(/timeout/i)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("by interrupting itself has failed like any other", () =>
    Effect.gen(function* () {
      const { add, drain, home } = yield* startWorker([jobThat(() => Effect.interrupt, { retry: three })])
      yield* add(home, jobOf("x"))
      yield* drain(0)
      expect(yield* onlyRow(home)).toMatchObject({ state: "waiting", due_at: startedAt + 1_000, lease_until: 0 })
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("keeps the beginning of a long error", () =>
    Effect.gen(function* () {
      const failing = jobThat(() => Effect.die(new Error("x".repeat(10_000))))
      const { add, drain, home } = yield* startWorker([failing])
      yield* add(home, jobOf("x"))
      yield* drain(0)
      expect((yield* onlyRow(home))!.last_error).toBe(`Error: ${"x".repeat(493)}`)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("to be written down runs again when its lease ends", () =>
    Effect.gen(function* () {
      const refused = { left: 0 }
      const { add, drain, home, runs, wall } = yield* startWorker([jobThat(() => Effect.void)], {
        through: (store) => ({ ...store, write: refusing(store, refused) })
      })
      yield* add(home, jobOf("x"))
      refused.left = 1
      yield* drain(0)
      expect(yield* counts(home)).toEqual({ waiting: 1, dead: 0 })
      wall.now = (yield* onlyRow(home))!.lease_until
      yield* drain(0)
      expect(runs.map((run) => run.attempt)).toEqual([1, 2])
      expect(yield* counts(home)).toEqual(none)
    }).pipe(Effect.provide(inMemory))
  )
})

describe("a job that no plugin knows", () => {
  it.effect("is dead and visible by name, not lost, and the others run", () =>
    Effect.gen(function* () {
      const { add, drain, home, keys } = yield* startWorker([jobThat(() => Effect.void)])
      yield* add(home, jobOf("x", 0, "removed.job"), jobOf("y"))
      yield* drain(0)
      expect(keys()).toEqual(["y"])
      const [dead] = yield* deadJobs(home)
      expect(dead).toMatchObject({ name: "removed.job", key: "x", payload: { key: "x" } })
      expect(dead!.lastError).toContain("removed.job")
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("waits for a process that knows it, where there are others on the data", () =>
    Effect.gen(function* () {
      const known = [jobThat(() => Effect.void), jobThat(() => Effect.void, { name: "b", lane: "parallel" })]
      const { add, drain, home, keys } = yield* startWorker(known, { hasPeers: true })
      yield* add(home, jobOf("x", 0, "newer.job"), jobOf("y"), jobOf("z", 0, "b"))
      yield* drain(1_000)
      expect(keys().toSorted()).toEqual(["y", "z"])
      expect(yield* counts(home)).toEqual({ waiting: 1, dead: 0 })
      const newer = { names: ["newer.job"], not: false, dueBy: startedAt, leasedBy: 2, limit: 1 }
      const [claimed] = yield* claim(home, { ...newer, wallNow: startedAt, lease: leaseRule(1_000, new Map()) })
      expect(claimed).toMatchObject({ key: "x", attempts: 1 })
    }).pipe(Effect.provide(inMemory))
  )
})

describe("a batch of the ordered lane that takes longer than its leases", () => {
  const slow = (wall: { now: number }, byMs: number) => (job: { key: string }) =>
    Effect.sync(() => {
      if (job.key === "slow") wall.now += byMs
    })

  it.effect("gives the rest back unrun, and runs it under new leases", () =>
    Effect.gen(function* () {
      const wall = { now: startedAt }
      const left: Array<number> = []
      const { add, drain, home, runs } = yield* startWorker(
        [
          jobThat((job) => {
            left.push(job.leaseUntil - wall.now)
            return slow(wall, 40_000)(job)
          })
        ],
        { wallNow: () => wall.now }
      )
      yield* add(home, jobOf("slow"), jobOf("x"), jobOf("y"))
      yield* drain(0)
      expect(runs.map((run) => [run.key, run.attempt])).toEqual([
        ["slow", 1],
        ["x", 1],
        ["y", 1]
      ])
      expect(left.every((ms) => ms >= defaultJobTimeoutMs)).toBe(true)
      expect(yield* counts(home)).toEqual(none)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("keeps its order, though a later job would still fit", () =>
    Effect.gen(function* () {
      const wall = { now: startedAt }
      const { add, drain, home, keys } = yield* startWorker(
        [jobThat(slow(wall, 40_000)), jobThat(() => Effect.void, { name: "quick", timeoutMs: 1_000 })],
        { wallNow: () => wall.now }
      )
      yield* add(home, jobOf("slow"), jobOf("second"), jobOf("third", 0, "quick"))
      yield* drain(0)
      expect(keys()).toEqual(["slow", "second", "third"])
    }).pipe(Effect.provide(inMemory))
  )
})

describe("a worker that is stopped", () => {
  it.effect("interrupts its jobs, which run again under the next worker", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const hanging = jobThat(() => Effect.andThen(Deferred.succeed(started, undefined), Effect.never))
      const first = yield* startWorker([hanging])
      const serving = yield* Effect.forkChild(first.worker.serve(first.home))
      yield* first.add(first.home, jobOf("x"))
      yield* Deferred.await(started)
      yield* Fiber.interrupt(serving)
      const row = yield* onlyRow(first.home)
      expect(row).toMatchObject({ state: "waiting", attempts: 1, last_error: null })
      const second = yield* startWorker([jobThat(() => Effect.void)], { wallNow: () => row!.lease_until })
      yield* second.drain(0)
      expect(second.runs).toMatchObject([{ key: "x", attempt: 2 }])
      expect(yield* counts(first.home)).toEqual(none)
    }).pipe(Effect.provide(inMemory))
  )
})

/** Waits until the only job is leased: until then the wait for its end has not begun. */
const untilRunning = (store: RegionStore) =>
  Effect.gen(function* () {
    while ((yield* onlyRow(store))?.attempts === 0) yield* Effect.yieldNow
    // The run begins in the step after its lease was written.
    for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow
  })

/** The next `left` writes that end a job are refused. */
const refusing =
  (store: RegionStore, refused: { left: number }): RegionStore["write"] =>
  (writes) =>
    writes.some((write) => textOf(write).startsWith("DELETE FROM jobs")) && refused.left-- > 0
      ? Effect.fail(new StoreUnavailable({ region: store.name, reason: "disk_full", detail: "" }))
      : store.write(writes)
