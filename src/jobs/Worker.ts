/**
 * Runs due jobs. In ordinary running a loop per region claims what is due and sleeps until the next; when time is moved
 * by hand, `drain` steps through everything that falls due, in order, before it answers.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { ClockShape } from "../services/Clock.ts"
import type { Peers, RegionStore, StoreUnavailable } from "../services/Store.ts"
import { isLeasedDue, nextDueAt } from "../store/jobRepository.ts"
import type { JobDefinition } from "./Job.ts"
import { makeLanes, type Lanes } from "./lanes.ts"

/** The longest sleep, in milliseconds: leases of a process that died are noticed after this. Our choice. */
const pollMs = 1_000

export interface WorkerOptions<R> {
  readonly clock: ClockShape
  readonly definitions: ReadonlyArray<JobDefinition<R>>
  /** Regions that are open; asked anew on every step, since regions open on first use. */
  readonly regions: () => ReadonlyArray<RegionStore>
  /** Other processes that work on the same jobs. */
  readonly peers?: Peers | undefined
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

/** Makes the worker; nothing runs until `serve` or `drain` is called. */
export const makeWorker = <R>(options: WorkerOptions<R>): Effect.Effect<Worker<R>, never, Scope.Scope> =>
  Effect.map(makeLanes(options.clock, options.definitions, options.peers), (lanes) => {
    // Moving time by hand and the loops exclude each other, so that jobs are dated in order.
    const turn = Semaphore.makeUnsafe(1).withPermits(1)
    return {
      serve: (store) => serve(options.clock, lanes, turn, store),
      drain: (until, moveTo) => turn(drain(options, lanes, until, moveTo))
    }
  })

type Turn = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Works until nothing more is found; what a job leaves due is found as well. */
const workOff = Effect.fnUntraced(function* <R>(
  lanes: Lanes<R>,
  store: RegionStore,
  dueBy: () => number,
  finished: () => void
) {
  while ((yield* lanes.work(store, dueBy(), finished)) > 0);
})

/** How long a region may be left alone. A clock that stands still makes nothing due by itself. */
const sleepMs = Effect.fnUntraced(function* <R>(clock: ClockShape, lanes: Lanes<R>, store: RegionStore) {
  if (clock.state().mode === "frozen" || !(yield* lanes.hasRoom)) return pollMs
  const due = yield* nextDueAt(store, clock.wallNow())
  return due === undefined ? pollMs : Math.min(Math.max(due - clock.now(), 1), pollMs)
})

const serve = <R>(clock: ClockShape, lanes: Lanes<R>, turn: Turn, store: RegionStore): Effect.Effect<never, never, R> =>
  Effect.suspend(() => {
    const latch = Latch.makeUnsafe(false)
    const wake = () => void latch.openUnsafe()
    const stop = store.onWake(wake)
    const once = Effect.gen(function* () {
      latch.closeUnsafe()
      yield* turn(workOff(lanes, store, clock.now, wake))
      yield* Effect.raceFirst(latch.await, Effect.sleep(yield* sleepMs(clock, lanes, store)))
    })
    const survive = Effect.catchCause(once, (cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.andThen(Effect.logError("Jobs cannot be read", cause), Effect.sleep(pollMs))
    )
    return Effect.ensuring(Effect.forever(survive), Effect.sync(stop))
  })

const earliestDue = Effect.fnUntraced(function* <R>({ clock, regions }: WorkerOptions<R>) {
  const wallNow = clock.wallNow()
  let earliest: number | undefined
  for (const store of regions()) {
    const due = yield* nextDueAt(store, wallNow)
    if (due !== undefined && (earliest === undefined || due < earliest)) earliest = due
  }
  return earliest
})

const drain = Effect.fnUntraced(function* <R>(
  options: WorkerOptions<R>,
  lanes: Lanes<R>,
  until: number,
  moveTo: (time: number) => void
) {
  yield* lanes.idle
  for (;;) {
    const due = yield* earliestDue(options)
    if (due === undefined || due > until) {
      if (!(yield* isElsewhere(options, until))) return
      yield* Effect.sleep(elsewherePauseMs)
      continue
    }
    if (due > options.clock.now()) moveTo(due)
    for (const store of options.regions()) yield* workOff(lanes, store, () => due, ignore)
    yield* lanes.idle
    // The lane may be another process's for a moment.
    if (options.peers !== undefined && (yield* earliestDue(options)) === due) yield* Effect.sleep(elsewherePauseMs)
  }
})

/** How long another process is left alone with a job that is waited for, in milliseconds. */
const elsewherePauseMs = 10

/** Whether another process runs a job due by a time. Its lease ends at the latest when it does. */
const isElsewhere = Effect.fnUntraced(function* <R>({ clock, peers, regions }: WorkerOptions<R>, until: number) {
  if (peers === undefined) return false
  for (const store of regions()) if (yield* isLeasedDue(store, until, clock.wallNow())) return true
  return false
})

const ignore = () => {}
