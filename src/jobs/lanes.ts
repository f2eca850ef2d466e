/** The two lanes: jobs that run one after the other, and jobs that run many at a time. */
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"
import type { ClockShape } from "../services/Clock.ts"
import type { Peers, RegionStore, StoreUnavailable } from "../services/Store.ts"
import * as jobs from "../store/jobRepository.ts"
import { makeExecute } from "./execute.ts"
import { defaultJobTimeoutMs, type JobDefinition } from "./Job.ts"

/** Bounds of the lanes, with our reasons. */
export const laneLimits = {
  /** Jobs claimed at a time in the ordered lane: few enough to finish within a lease. */
  orderedBatch: 32,
  /** Runs in flight in the parallel lane: each holds a socket and little memory. */
  parallelInFlight: 256,
  /** A lease outlives the longest run by this much, so that it never ends under a run that is still allowed. */
  leaseMarginMs: 15_000
} as const

/** Claims and runs what is due. */
export interface Lanes<R> {
  /**
   * Runs what is due by a time in the ordered lane and starts it in the parallel one; answers how many jobs were found.
   * `finished` is called after each parallel run.
   */
  readonly work: (store: RegionStore, dueBy: number, finished: () => void) => Effect.Effect<number, StoreUnavailable, R>
  /** Whether the parallel lane has room. */
  readonly hasRoom: Effect.Effect<boolean>
  /** Waits until nothing runs in the parallel lane. */
  readonly idle: Effect.Effect<void>
}

interface Lane {
  readonly names: ReadonlyArray<string>
  readonly not: boolean
}

/** Gives back what was claimed and not done, in its order. */
const giveBack = (store: RegionStore, left: ReadonlyArray<jobs.ClaimedJob>) =>
  Effect.forEach(left, (job) => Effect.ignore(store.write([jobs.unclaim(job)])), { discard: true })

/** Where a claim costs journeys to another machine, it is worth a look whether anything is due. */
const isNothingDue = (store: RegionStore, wallNow: number, dueBy: number) =>
  store.dialect.remote === true
    ? Effect.map(jobs.nextDueAt(store, wallNow), (due) => due === undefined || due > dueBy)
    : Effect.succeed(false)

/** Makes the lanes of these jobs. Runs end with the scope. */
export const makeLanes = Effect.fnUntraced(function* <R>(
  clock: ClockShape,
  definitions: ReadonlyArray<JobDefinition<R>>,
  peers?: Peers
): Effect.fn.Return<Lanes<R>, never, Scope.Scope> {
  const byName = new Map(definitions.map((job) => [job.name, job]))
  const execute = makeExecute(clock, byName)
  const inFlight = yield* FiberSet.make<void, never>()
  const names = definitions.filter((job) => job.lane === "parallel").map((job) => job.name)
  const longestMs = Math.max(defaultJobTimeoutMs, ...definitions.map((job) => job.timeoutMs))

  const claim = (store: RegionStore, lane: Lane, limit: number, dueBy: number) => {
    const wallNow = clock.wallNow()
    const leaseUntil = wallNow + longestMs + laneLimits.leaseMarginMs
    return jobs.claim(store, { ...lane, dueBy, wallNow, leaseUntil, limit })
  }

  /** A process that stops leaves its jobs to the others, who would wait for the lease to end. */
  const executeOrLeave = (store: RegionStore, job: jobs.ClaimedJob) =>
    Effect.onInterrupt(execute(store, job), () => Effect.ignore(store.write([jobs.release(job)])))

  const runOrdered = Effect.fnUntraced(function* (store: RegionStore, dueBy: number) {
    const claimed = yield* claim(store, { names, not: true }, laneLimits.orderedBatch, dueBy)
    for (const [at, job] of claimed.entries()) {
      // A batch that took long gives the rest back, in its order, rather than run a job whose lease may end under it.
      if (clock.wallNow() + (byName.get(job.name)?.timeoutMs ?? 0) >= job.leaseUntil) {
        yield* giveBack(store, claimed.slice(at))
        break
      }
      yield* Effect.onInterrupt(executeOrLeave(store, job), () => giveBack(store, claimed.slice(at + 1)))
    }
    return claimed.length
  })

  /** One process at a time works in the ordered lane of a region; when it dies, the next one goes on. */
  const runOrderedAlone = (store: RegionStore, dueBy: number) =>
    peers === undefined
      ? runOrdered(store, dueBy)
      : Effect.acquireUseRelease(
          peers.hold(`ordered jobs of ${store.name}`),
          (release) => (release === undefined ? Effect.succeed(0) : runOrdered(store, dueBy)),
          (release) => release ?? Effect.void
        )

  const startParallel = Effect.fnUntraced(function* (store: RegionStore, dueBy: number, finished: () => void) {
    const room = laneLimits.parallelInFlight - (yield* FiberSet.size(inFlight))
    if (names.length === 0 || room <= 0) return 0
    const claimed = yield* claim(store, { names, not: false }, room, dueBy)
    for (const job of claimed) {
      yield* FiberSet.run(inFlight, Effect.ensuring(executeOrLeave(store, job), Effect.sync(finished)))
    }
    return claimed.length
  })

  return {
    work: Effect.fnUntraced(function* (store, dueBy, finished) {
      if (yield* isNothingDue(store, clock.wallNow(), dueBy)) return 0
      const started = yield* startParallel(store, dueBy, finished)
      return started + (yield* runOrderedAlone(store, dueBy))
    }),
    hasRoom: Effect.map(FiberSet.size(inFlight), (size) => size < laneLimits.parallelInFlight),
    idle: FiberSet.awaitEmpty(inFlight)
  }
})
