/**
 * Runs due jobs. In ordinary running a loop per region claims what is due and sleeps until the next; when time is moved
 * by hand, `drain` steps through everything that falls due, in order, before it answers.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { ClockShape } from "../services/Clock.ts"
import { StoreUnavailable, type RegionStore } from "../services/Store.ts"
import { makeLanes, type LaneOptions, type Lanes } from "./lanes.ts"
import { makeMoving, type Move, type MoveOptions } from "./moving.ts"

/** The longest sleep, in milliseconds: leases of a process that died are noticed after this. Our choice. */
const pollMs = 1_000

export interface WorkerOptions<R> extends MoveOptions<R>, LaneOptions<R> {}

/** The running worker. */
export interface Worker<R> {
  /** Claims and runs jobs of one region until its scope ends. */
  readonly serve: (store: RegionStore) => Effect.Effect<never, never, R>
  /**
   * Runs every job due up to `until` (engine time), in order of due time and sequence across regions, with the clock
   * standing at each job's due time. Answers whether it got there; whoever is interrupted calls it off, and has then
   * waited for the job that was running.
   */
  readonly drain: (move: Move) => Effect.Effect<boolean, StoreUnavailable, R>
}

/** Makes the worker; nothing runs until `serve` or `drain` is called. */
export const makeWorker = Effect.fnUntraced(function* <R>(
  options: WorkerOptions<R>
): Effect.fn.Return<Worker<R>, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const lanes = yield* makeLanes(options)
  const move = makeMoving(options, lanes)
  // Moving time by hand and the loops exclude each other, so that jobs are dated in order.
  const turn = Semaphore.makeUnsafe(1).withPermits(1)
  return {
    serve: (store) => serve(options.clock, lanes, turn, store),
    drain: (asked) => turn(besideItsCaller(scope, move, asked))
  }
})

type Turn = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Moves time in a fiber of its own: a caller who leaves must not cut off a job, and a job must be able to time out. */
const besideItsCaller = <R>(
  scope: Scope.Scope,
  move: (asked: Move) => Effect.Effect<boolean, StoreUnavailable, R>,
  asked: Move
) =>
  Effect.suspend(() => {
    let hasLeft = false
    const moving = move({ ...asked, isCalledOff: () => hasLeft || asked.isCalledOff() })
    return Effect.uninterruptible(
      Effect.flatMap(Effect.forkIn(moving, scope), (fiber) =>
        Effect.onInterrupt(Effect.interruptible(Fiber.join(fiber)), () => {
          hasLeft = true
          return Fiber.await(fiber)
        })
      )
    )
  })

/** How long a region may be left alone. A clock that stands still makes nothing due by itself. */
const sleepMs = Effect.fnUntraced(function* <R>(clock: ClockShape, lanes: Lanes<R>, store: RegionStore) {
  if (clock.state().mode === "frozen" || !lanes.hasRoom()) return pollMs
  const due = yield* lanes.nextDueAt(store)
  return due === undefined ? pollMs : Math.min(Math.max(due - clock.now(), 1), pollMs)
})

/** Tells the operator, once per change, that the jobs of a region cannot be read, and when they can again. */
const makeTrouble = ({ name }: RegionStore) => {
  let told: string | undefined
  return {
    over: Effect.suspend(() => {
      if (told === undefined) return Effect.void
      told = undefined
      return Effect.logInfo(`Jobs of region ${name} are read again`)
    }),
    note: (cause: Cause.Cause<StoreUnavailable>) => {
      const failure = Cause.squash(cause)
      const isOutage = failure instanceof StoreUnavailable
      const why = isOutage ? `the store is unavailable (${failure.reason}): ${failure.detail}` : String(failure)
      if (why === told) return Effect.void
      told = why
      const line = `Jobs of region ${name} cannot be read and wait: ${why.replace(/\.?$/, ".")} It is tried again every second`
      // An error that is no outage is a fault of ours, and keeps its stack.
      return isOutage ? Effect.logError(line) : Effect.logError(line, cause)
    }
  }
}

const serve = <R>(clock: ClockShape, lanes: Lanes<R>, turn: Turn, store: RegionStore): Effect.Effect<never, never, R> =>
  Effect.suspend(() => {
    const latch = Latch.makeUnsafe(false)
    const finished = () => void latch.openUnsafe()
    const stop = store.onWake(finished)
    const workOff = Effect.gen(function* () {
      while ((yield* lanes.work(store, { dueBy: clock.now(), except: [], finished })) > 0);
    })
    const once = Effect.gen(function* () {
      latch.closeUnsafe()
      yield* turn(workOff)
      yield* Effect.raceFirst(latch.await, Effect.sleep(yield* sleepMs(clock, lanes, store)))
    })
    const trouble = makeTrouble(store)
    const survive = Effect.matchCauseEffect(once, {
      onSuccess: () => trouble.over,
      onFailure: (cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(trouble.note(cause), Effect.sleep(pollMs))
    })
    return Effect.ensuring(Effect.forever(survive), Effect.sync(stop))
  })
