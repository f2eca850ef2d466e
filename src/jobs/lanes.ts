/** The two lanes: jobs that run one after the other, and jobs that run many at a time. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ClockShape } from "../services/Clock.ts"
import { Unflushed, type Peers, type RegionStore, type StoreUnavailable } from "../services/Store.ts"
import { dueLanes, nextDue, nextDueAt, type DueLanes, type NextDue } from "../store/dueJobs.ts"
import * as jobs from "../store/jobRepository.ts"
import { makeExecute } from "./execute.ts"
import { makeInFlight, type Patience } from "./inFlight.ts"
import { defaultJobTimeoutMs, type JobDefinition } from "./Job.ts"

/** Bounds of the lanes, with our reasons. */
export const laneLimits = {
  /** Jobs claimed at a time in the ordered lane: few enough to finish within a lease. */
  orderedBatch: 32,
  /** Runs in flight in the parallel lane: each holds a socket and little memory. */
  parallelInFlight: 256,
  /** A lease outlives the longest run of its job by this much, so that it never ends under a run that is still allowed. */
  leaseMarginMs: 15_000,
  /** Jobs that have not come back from so many runs in a row run one at a time, so that none ends with another one. */
  unendedTogether: 2,
  /** A job whose outcome the store did not take is given back after this, when the store takes writes again. */
  unwrittenMs: 1_000
} as const

/** What a look for work is for. */
export interface Look {
  /** Engine time: jobs due later stay. */
  readonly dueBy: number
  /** Names of jobs that are left alone. */
  readonly except: ReadonlyArray<string>
  /** Called after each parallel run. */
  readonly finished: () => void
  /** Whether what ordered jobs commit may reach the disk later: whoever looks flushes in the end. */
  readonly unflushed?: boolean
}

/** Claims and runs what is due. */
export interface Lanes<R> {
  /**
   * Runs what is due in the ordered lane and starts it in the parallel one; answers how many jobs were found. It looks where
   * something is due, unless that is known.
   */
  readonly work: (store: RegionStore, look: Look, known?: DueLanes) => Effect.Effect<number, StoreUnavailable, R>
  /**
   * What falls due next in a region, jobs of these names left out, as ordered jobs left it, committed or not. With `lentExcept` also
   * what another process runs, but for jobs of those names.
   */
  readonly next: (
    store: RegionStore,
    of: { readonly except: ReadonlyArray<string>; readonly lentExcept: ReadonlyArray<string> }
  ) => Effect.Effect<NextDue | undefined, StoreUnavailable>
  /** Engine time at which the next job of a region falls due; `undefined` when none waits. */
  readonly nextDueAt: (store: RegionStore) => Effect.Effect<number | undefined, StoreUnavailable>
  /** Whether the parallel lane has room. */
  readonly hasRoom: () => boolean
  /** Waits until nothing runs in the parallel lane that has to be waited for. */
  readonly settled: (patience: Patience) => Effect.Effect<void>
}

interface Lane {
  readonly names: ReadonlyArray<string>
  readonly not: boolean
}

/** Gives back what was claimed and not done, in its order. */
const giveBack = (store: RegionStore, left: ReadonlyArray<jobs.ClaimedJob>) =>
  Effect.forEach(left, (job) => Effect.ignore(store.write([jobs.unclaim(job)])), { discard: true })

const runsAlone = (job: jobs.ClaimedJob) => job.unended > laneLimits.unendedTogether

/** The jobs that may begin together: of those that run alone the first one. The others are given back. */
const withOneAlone = (store: RegionStore, claimed: ReadonlyArray<jobs.ClaimedJob>) => {
  const [, ...left] = claimed.filter(runsAlone)
  if (left.length === 0) return Effect.succeed(claimed)
  const beginning = claimed.filter((job) => !left.includes(job))
  return Effect.as(Effect.ignore(store.write(left.map(jobs.unclaim))), beginning)
}

/** A process that stops leaves its jobs to the others, who would wait for the lease to end. */
const orLeave = <E, R>(store: RegionStore, job: jobs.ClaimedJob, run: Effect.Effect<void, E, R>) =>
  Effect.onInterrupt(run, () => Effect.ignore(store.write([jobs.release(job)])))

/** Runs claimed jobs one after the other. A batch that took long gives the rest back rather than run a job whose lease may end under it. */
const inTurn = Effect.fnUntraced(function* <R>(
  store: RegionStore,
  claimed: ReadonlyArray<jobs.ClaimedJob>,
  mayRun: (job: jobs.ClaimedJob) => boolean,
  run: (job: jobs.ClaimedJob) => Effect.Effect<void, never, R>
) {
  for (const [at, job] of claimed.entries()) {
    if (!mayRun(job)) return yield* giveBack(store, claimed.slice(at))
    yield* Effect.onInterrupt(orLeave(store, job, run(job)), () => giveBack(store, claimed.slice(at + 1)))
  }
})

/**
 * Jobs whose outcome could not be written. Their leases still run, so no other process takes them up: this one gives
 * them back as soon as the store accepts writes.
 */
const makeUnwritten = (clock: ClockShape) => {
  const noted = new Map<jobs.ClaimedJob, { readonly store: RegionStore; readonly at: number }>()
  return {
    note: (store: RegionStore, job: jobs.ClaimedJob) => void noted.set(job, { store, at: clock.monotonicNow() }),
    giveBack: Effect.fnUntraced(function* (store: RegionStore) {
      for (const [job, of] of noted) {
        if (of.store !== store || clock.monotonicNow() < of.at + laneLimits.unwrittenMs) continue
        const released = store.write([jobs.release(job)])
        yield* Effect.ignore(
          Effect.andThen(
            Effect.catchTag(released, "LeaseLost", () => Effect.void),
            Effect.sync(() => noted.delete(job))
          )
        )
      }
    })
  }
}

const underMove = <A, E, R>(store: RegionStore, work: Effect.Effect<A, E, R>) =>
  Effect.provideService(work, Unflushed, store)

/** Lets what ordered jobs write be committed and reach the disk later, where the look allows it. */
const flushedLater = <A, E, R>(store: RegionStore, { unflushed }: Look, work: Effect.Effect<A, E, R>) =>
  unflushed === true ? underMove(store, work) : work

/** What the lanes work with. */
export interface LaneOptions<R> {
  readonly clock: ClockShape
  readonly definitions: ReadonlyArray<JobDefinition<R>>
  /** Other processes that work on the same jobs. */
  readonly peers?: Peers | undefined
  /** The number of this process among them; 0 where there are none. */
  readonly process?: number | undefined
}

/** Each job is lent for as long as it may run itself: what waits for a process that died does not wait for the slowest job. */
const leaseOf = <R>(definitions: ReadonlyArray<JobDefinition<R>>): jobs.LeaseRule => {
  const { leaseMarginMs } = laneLimits
  const leases = new Map(definitions.map(({ name, timeoutMs }) => [name, timeoutMs + leaseMarginMs]))
  return jobs.leaseRule(defaultJobTimeoutMs + leaseMarginMs, leases)
}

const without = (names: ReadonlyArray<string>, except: ReadonlyArray<string>): ReadonlyArray<string> =>
  except.length === 0 ? names : names.filter((name) => !except.includes(name))

/** The names of the parallel lane, those that are known where others are left to other processes, and the ordered lane. */
const namesOf = <R>({ definitions, peers }: LaneOptions<R>) => {
  const namesIn = (lane: JobDefinition["lane"]) => definitions.filter((job) => job.lane === lane).map((job) => job.name)
  const names = namesIn("parallel")
  const ordered = namesIn("ordered")
  // Another process may run a newer version, or have plugins that this one has not. Alone, what nobody knows is given up, to be seen.
  const known = peers === undefined ? undefined : [...names, ...ordered]
  const orderedLane = (except: ReadonlyArray<string>): Lane =>
    known === undefined ? { names: [...names, ...except], not: true } : { names: without(ordered, except), not: false }
  return { known, names, orderedLane }
}

/** The job of the parallel lane that runs alone, if there is one. */
const makeLonely = () => {
  let lonely: jobs.ClaimedJob | undefined
  let lastIn: RegionStore | undefined
  return {
    isThere: () => lonely !== undefined,
    begins: (job: jobs.ClaimedJob) => {
      if (runsAlone(job)) lonely = job
    },
    ends: (job: jobs.ClaimedJob, store: RegionStore) => {
      if (lonely !== job) return
      lonely = undefined
      lastIn = store
    },
    /** Whether one has just ended in a region: the ordered lane, which may have one, too, comes next there. */
    endedIn: (store: RegionStore) => {
      const isHere = lastIn === store
      if (isHere) lastIn = undefined
      return isHere
    }
  }
}

/** Makes what claims jobs. Without spans: it looks every second, mostly for nothing. */
const makeClaim = <R>(
  { clock, definitions, process: leasedBy = 0 }: LaneOptions<R>,
  lonely: ReturnType<typeof makeLonely>
) => {
  const lease = leaseOf(definitions)
  return (store: RegionStore, lane: Lane, limit: number, dueBy: number) => {
    const unendedBelow = lonely.isThere() ? laneLimits.unendedTogether : Number.MAX_SAFE_INTEGER
    const request = { ...lane, dueBy, wallNow: clock.wallNow(), lease, leasedBy, limit, unendedBelow }
    const claimed = Effect.flatMap(jobs.claim(store, request), (found) => withOneAlone(store, found))
    return Effect.withTracerEnabled(claimed, false)
  }
}

/** Makes the lanes of these jobs. Runs end with the scope. */
export const makeLanes = Effect.fnUntraced(function* <R>(
  options: LaneOptions<R>
): Effect.fn.Return<Lanes<R>, never, Scope.Scope> {
  const { clock, definitions, peers } = options
  const { known, names, orderedLane } = namesOf(options)
  const byName = new Map(definitions.map((job) => [job.name, job]))
  const unwritten = makeUnwritten(clock)
  const execute = makeExecute(clock, byName, unwritten.note)
  const inFlight = yield* makeInFlight
  const lonely = makeLonely()
  const claim = makeClaim(options, lonely)
  const room = () => laneLimits.parallelInFlight - inFlight.size()

  /** Whoever is stopped while it claims has the jobs all the same, and gives them back. */
  const runOrdered = (store: RegionStore, { dueBy, except }: Look) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const claimed = yield* claim(store, orderedLane(except), laneLimits.orderedBatch, dueBy)
        const mayRun = ({ leaseUntil, name }: jobs.ClaimedJob) =>
          clock.wallNow() + (byName.get(name)?.timeoutMs ?? 0) < leaseUntil
        yield* inTurn(store, claimed, mayRun, (job) => restore(execute(store, job)))
        return claimed.length
      })
    )

  /** One process at a time works in the ordered lane of a region; when it dies, the next one goes on. */
  const runOrderedAlone = (store: RegionStore, look: Look) =>
    peers === undefined
      ? runOrdered(store, look)
      : Effect.acquireUseRelease(
          peers.hold(`ordered jobs of ${store.name}`),
          (release) => (release === undefined ? Effect.succeed(0) : runOrdered(store, look)),
          (release) => release ?? Effect.void
        )

  const startParallel = Effect.fnUntraced(function* (store: RegionStore, { dueBy, except, finished }: Look) {
    const wanted = without(names, except)
    if (wanted.length === 0 || room() <= 0) return 0
    const claimed = yield* claim(store, { names: wanted, not: false }, room(), dueBy)
    for (const job of claimed) {
      const awaited = byName.get(job.name)?.duringMove === "bounded" ? "bounded" : "awaited"
      const run = orLeave(store, job, execute(store, job))
      lonely.begins(job)
      const ended = Effect.sync(() => {
        lonely.ends(job, store)
        finished()
      })
      yield* inFlight.start(Effect.ensuring(run, ended), awaited)
    }
    return claimed.length
  }, Effect.uninterruptible)

  return {
    next: (store, { except, lentExcept }) => {
      const ofPeers = peers === undefined ? {} : { lentExcept }
      return underMove(store, nextDue(store, { wallNow: clock.wallNow(), names, except, known, ...ofPeers }))
    },
    nextDueAt: (store) => nextDueAt(store, { wallNow: clock.wallNow(), known }),
    work: Effect.fnUntraced(function* (store, look, found) {
      yield* unwritten.giveBack(store)
      const due = found ?? (yield* dueLanes(store, { ...look, wallNow: clock.wallNow(), names, known }))
      const ordered = due.others ? flushedLater(store, look, runOrderedAlone(store, look)) : Effect.succeed(0)
      const first = lonely.endedIn(store) ? yield* ordered : 0
      const started = due.named ? yield* startParallel(store, look) : 0
      return first + started + (yield* ordered)
    }),
    hasRoom: () => !lonely.isThere() && room() > 0,
    settled: inFlight.settled
  }
})
