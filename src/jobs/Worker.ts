/**
 * Runs due jobs. In ordinary running a loop per region claims what is due and sleeps until the next; when time is moved
 * by hand, `drain` steps through everything that falls due, in order, before it answers.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Semaphore from "effect/Semaphore"
import type * as Scope from "effect/Scope"
import type { ClockShape } from "../services/Clock.ts"
import type { RegionStore, StoreUnavailable } from "../services/Store.ts"
import * as jobs from "../store/jobRepository.ts"
import { defaultJobTimeoutMs, type JobDefinition } from "./Job.ts"

/** Bounds of the worker, with our reasons. */
export const workerLimits = {
  /** Jobs claimed at a time in the ordered lane: few enough to finish within a lease. */
  orderedBatch: 32,
  /** Runs in flight in the parallel lane, per region: each holds a socket and little memory. */
  parallelInFlight: 256,
  /** A lease outlives the longest run by this much, so that it never ends under a run that is still allowed. */
  leaseMarginMs: 15_000,
  /** The longest sleep: leases of a process that died are noticed after this. */
  pollMs: 1_000,
  /** Characters of an error that are kept on a job's row. */
  errorLength: 500
} as const

export interface WorkerOptions<R> {
  readonly clock: ClockShape
  readonly definitions: ReadonlyArray<JobDefinition<R>>
  /** Regions that are open; asked anew on every step, since regions open on first use. */
  readonly regions: () => ReadonlyArray<RegionStore>
}

/** The running worker. */
export interface Worker<R> {
  /** Claims and runs jobs of one region until its scope ends. */
  readonly serve: (store: RegionStore) => Effect.Effect<never, never, R>
  /**
   * Runs every job due up to `until` (engine time), in order of due time and sequence across regions, with the clock
   * standing at each job's due time. `moveTo` sets the clock.
   */
  readonly drain: (until: number, moveTo: (time: number) => void) => Effect.Effect<void, StoreUnavailable, R>
}

interface Lane {
  readonly names: ReadonlyArray<string>
  readonly not: boolean
  readonly leaseMs: number
}

const lanesOf = <R>(definitions: ReadonlyArray<JobDefinition<R>>): { ordered: Lane; parallel: Lane } => {
  const leaseMs = Math.max(defaultJobTimeoutMs, ...definitions.map((job) => job.timeoutMs)) + workerLimits.leaseMarginMs
  const parallel = definitions.filter((job) => job.lane === "parallel").map((job) => job.name)
  return {
    ordered: { names: parallel, not: true, leaseMs },
    parallel: { names: parallel, not: false, leaseMs }
  }
}

const describe = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  const said = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure)
  return said.slice(0, workerLimits.errorLength)
}

/** Makes the worker; nothing runs until `serve` or `drain` is called. */
export const makeWorker = <R>(options: WorkerOptions<R>): Effect.Effect<Worker<R>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { clock, definitions, regions } = options
    const byName = new Map(definitions.map((job) => [job.name, job]))
    const lanes = lanesOf(definitions)
    // Moving time by hand and the loops exclude each other, so that jobs are dated in order.
    const turn = Semaphore.makeUnsafe(1)
    const inFlight = yield* FiberSet.make<void, never>()

    const settleFailure = (store: RegionStore, job: jobs.ClaimedJob, cause: Cause.Cause<unknown>) => {
      const error = describe(cause)
      // The due time moves with every retry, so the wait is counted from this failure.
      const wait = waitAfter(byName.get(job.name)?.retry.offsetsMs ?? [], job.attempts)
      const write = wait === undefined ? jobs.bury(job, error) : jobs.postpone(job, clock.now() + wait, error)
      return store
        .write([write])
        .pipe(
          Effect.tap(() =>
            wait === undefined
              ? Effect.logError("A job was given up", { job: job.name, key: job.key, attempts: job.attempts, error })
              : Effect.logWarning("A job failed and will run again", { job: job.name, key: job.key, error })
          )
        )
    }

    const execute = (store: RegionStore, job: jobs.ClaimedJob): Effect.Effect<void, never, R> => {
      const definition = byName.get(job.name)
      const run =
        definition === undefined
          ? Effect.die(new Error(`No plugin knows the job ${job.name}`))
          : definition.run(job, store).pipe(Effect.timeout(definition.timeoutMs))
      return run.pipe(
        Effect.matchCauseEffect({
          onSuccess: (outcome) => (outcome === "done" ? store.write([jobs.complete(job)]) : Effect.void),
          onFailure: (cause) =>
            // A stopping engine interrupts its runs: the lease ends and the job runs again.
            Cause.hasInterruptsOnly(cause) ? Effect.void : settleFailure(store, job, cause)
        }),
        Effect.catchTag("LeaseLost", () => Effect.void),
        Effect.catchCause((cause) => Effect.logError("The outcome of a job could not be written", cause))
      )
    }

    const claim = (store: RegionStore, lane: Lane, limit: number, dueBy: number) => {
      const wallNow = clock.wallNow()
      return jobs.claim(store, { ...lane, dueBy, wallNow, leaseUntil: wallNow + lane.leaseMs, limit })
    }

    const runOrdered = Effect.fnUntraced(function* (store: RegionStore, dueBy: number) {
      const claimed = yield* claim(store, lanes.ordered, workerLimits.orderedBatch, dueBy)
      for (const job of claimed) {
        const timeoutMs = byName.get(job.name)?.timeoutMs ?? 0
        // A batch that took long gives the rest back, rather than run a job whose lease may end under it.
        const inTime = clock.wallNow() + timeoutMs < job.leaseUntil
        yield* inTime ? execute(store, job) : Effect.ignore(store.write([jobs.unclaim(job)]))
      }
      return claimed.length
    })

    const startParallel = Effect.fnUntraced(function* (store: RegionStore, dueBy: number, wake: () => void) {
      if (lanes.parallel.names.length === 0) return 0
      const room = workerLimits.parallelInFlight - (yield* FiberSet.size(inFlight))
      if (room <= 0) return 0
      const claimed = yield* claim(store, lanes.parallel, room, dueBy)
      for (const job of claimed) {
        yield* FiberSet.run(inFlight, Effect.ensuring(execute(store, job), Effect.sync(wake)))
      }
      return claimed.length
    })

    /** One look at a region: everything due now is run or started. */
    const pass = Effect.fnUntraced(function* (store: RegionStore, wake: () => void) {
      let found: number
      do {
        const dueBy = clock.now()
        found = yield* startParallel(store, dueBy, wake)
        found += yield* runOrdered(store, dueBy)
      } while (found > 0)
    })

    const sleepTime = (store: RegionStore) =>
      Effect.map(jobs.nextDueAt(store, clock.wallNow()), (due) => {
        if (due === undefined || clock.state().mode === "frozen") return workerLimits.pollMs
        return Math.min(Math.max(due - clock.now(), 1), workerLimits.pollMs)
      })

    const serve = (store: RegionStore) =>
      Effect.suspend(() => {
        const latch = Latch.makeUnsafe(false)
        const wake = () => void latch.openUnsafe()
        const stop = store.onWake(wake)
        const once = Effect.gen(function* () {
          latch.closeUnsafe()
          yield* turn.withPermits(1)(pass(store, wake))
          const full = (yield* FiberSet.size(inFlight)) >= workerLimits.parallelInFlight
          const sleepMs = full ? workerLimits.pollMs : yield* sleepTime(store)
          yield* Effect.raceFirst(latch.await, Effect.sleep(sleepMs))
        })
        const survive = Effect.catchCause(once, (cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause as Cause.Cause<never>)
            : Effect.andThen(Effect.logError("Jobs cannot be read", cause), Effect.sleep(workerLimits.pollMs))
        )
        return Effect.ensuring(Effect.forever(survive), Effect.sync(stop))
      })

    const nextDue = Effect.fnUntraced(function* () {
      const wallNow = clock.wallNow()
      let next: number | undefined
      for (const store of regions()) {
        const due = yield* jobs.nextDueAt(store, wallNow)
        if (due !== undefined && (next === undefined || due < next)) next = due
      }
      return next
    })

    const step = Effect.fnUntraced(function* (dueBy: number) {
      for (const store of regions()) {
        let found: number
        do {
          found = yield* startParallel(store, dueBy, () => {})
          found += yield* runOrdered(store, dueBy)
        } while (found > 0)
      }
      yield* FiberSet.awaitEmpty(inFlight)
    })

    const drain = (until: number, moveTo: (time: number) => void) =>
      turn.withPermits(1)(
        Effect.gen(function* () {
          yield* FiberSet.awaitEmpty(inFlight)
          for (;;) {
            const due = yield* nextDue()
            if (due === undefined || due > until) return
            if (due > clock.now()) moveTo(due)
            yield* step(due)
          }
        })
      )

    return { serve, drain }
  })

/** The wait before attempt `attemptsMade + 1`, given when each attempt comes after the first. */
const waitAfter = (offsetsMs: ReadonlyArray<number>, attemptsMade: number): number | undefined => {
  const next = offsetsMs[attemptsMade]
  return next === undefined ? undefined : next - (offsetsMs[attemptsMade - 1] ?? 0)
}
