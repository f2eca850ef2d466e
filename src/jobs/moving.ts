/** Moving time by hand: everything that falls due on the way runs in order, with the clock standing at its due time. */
import * as Effect from "effect/Effect"
import type { ClockShape } from "../services/Clock.ts"
import type { Peers, RegionStore, StoreUnavailable } from "../services/Store.ts"
import type { DueLanes } from "../store/dueJobs.ts"
import { leasedKeys } from "../store/jobRepository.ts"
import { isWorthWaiting, useUp, type BoundedRun, type Owner, type Patience } from "./inFlight.ts"
import { movePatienceMs, type JobDefinition } from "./Job.ts"
import type { Lanes } from "./lanes.ts"

/** How long a job is left alone that another process has, or for which there is no room, in milliseconds. */
const pauseMs = 10

/** After a move that used up its patience, others have less of it for so long, in milliseconds of real time. Our choice. */
export const sparingMs = 60_000

/** Which part of its patience a move has left where one has just used up its own: enough for receivers that answer quickly. */
const sparingShare = 0.1

/**
 * How long a move for one owner waits for slow runs of others altogether, in milliseconds of real time. Our choice: while
 * receivers answer quickly, the attempts of all owners keep to their schedules; one that hangs holds up only its owner.
 */
export const othersPatienceMs = 200

/**
 * How patient the moves of each owner are, one after the other. Who hangs in one move hangs in the next: it is not waited
 * for as long again before somebody would have noticed.
 */
export const makePatiences = (fullMs: number, now: () => number) => {
  const usedUpAt = new Map<string, number>()
  const keyOf = (owner: Owner | undefined) => (owner === undefined ? "" : `${owner.plugin}:${owner.scope}`)
  return {
    /** What a move that begins now has, in milliseconds. */
    begin: (owner?: Owner) =>
      now() - (usedUpAt.get(keyOf(owner)) ?? Number.NEGATIVE_INFINITY) < sparingMs ? fullMs * sparingShare : fullMs,
    /** Notes what a move has left at its end. */
    end: (leftMs: number, owner?: Owner) => {
      for (const [key, at] of usedUpAt) if (now() - at >= sparingMs) usedUpAt.delete(key)
      if (leftMs <= 0) usedUpAt.set(keyOf(owner), now())
    }
  }
}

export interface Move {
  /** Engine time to which it goes, epoch milliseconds. */
  readonly until: number
  /** Sets the clock. */
  readonly moveTo: (time: number) => void
  /** Asked before every due job: whether the move is called off. */
  readonly isCalledOff: () => boolean
  /** For whom time is moved: slow runs that serve others are hardly waited for. `undefined`: for all. */
  readonly owner?: Owner | undefined
}

/** What moves work with. */
export interface MoveOptions<R> {
  readonly clock: ClockShape
  readonly definitions: ReadonlyArray<JobDefinition<R>>
  /** Regions that are open; asked anew on every step, since regions open on first use. */
  readonly regions: () => ReadonlyArray<RegionStore>
  /** Other processes that work on the same jobs. */
  readonly peers?: Peers | undefined
  /** In milliseconds; default `movePatienceMs`. */
  readonly patienceMs?: number | undefined
}

type Names = ReadonlyArray<string>

/** What falls due next, and where. Jobs that another process has, alive or dead, are among it, except slow ones: time does not go past them. */
const nextOf = Effect.fnUntraced(function* <R>(
  { regions }: MoveOptions<R>,
  lanes: Lanes<R>,
  of: { readonly except: Names; readonly lentExcept: Names }
) {
  let next: { readonly dueAt: number; readonly places: Array<{ store: RegionStore; due: DueLanes }> } | undefined
  for (const store of regions()) {
    const due = yield* lanes.next(store, of)
    if (due === undefined || (next !== undefined && due.dueAt > next.dueAt)) continue
    if (next?.dueAt !== due.dueAt) next = { dueAt: due.dueAt, places: [] }
    next.places.push({ store, due })
  }
  return next
})

/** Most slow runs of other processes that are looked at, in a region and of a kind. Our choice: a process has fewer. */
const mostLookedAt = 256

/** Slow runs that other processes make, with whose they are. Those of this one that nobody waited for are among them. */
const slowElsewhere = Effect.fnUntraced(function* <R>({ clock, definitions, regions }: MoveOptions<R>, until: number) {
  const found: Array<BoundedRun> = []
  for (const { duringMove, name, ownersOf } of definitions) {
    if (duringMove !== "bounded") continue
    for (const store of regions()) {
      const keys = yield* leasedKeys(store, { name, until, wallNow: clock.wallNow(), limit: mostLookedAt })
      const owners = keys.length === 0 ? [] : yield* ownersOf?.(store, keys) ?? Effect.succeed([undefined])
      found.push(...owners.map((owner) => (owner === undefined ? {} : { owner })))
    }
  }
  return found
})

/** Waits a moment for slow runs of other processes; answers whether there was anything to wait for. */
const awaitOthers = Effect.fnUntraced(function* <R>(options: MoveOptions<R>, until: number, patience: Patience) {
  if (options.peers === undefined) return false
  const startedAt = options.clock.monotonicNow()
  const slow = yield* slowElsewhere(options, until)
  if (!isWorthWaiting(patience, slow)) return false
  yield* Effect.sleep(pauseMs)
  useUp(patience, slow, Math.max(pauseMs, options.clock.monotonicNow() - startedAt))
  return true
})

const ignore = () => {}

const lookFor = (dueBy: number, except: Names) => ({ dueBy, except, finished: ignore, unflushed: true })

/**
 * Makes the function that moves time: it runs every job due up to `until`, in order of due time and sequence across
 * regions, and answers whether it got there. What it costs is what falls due. When it is called off, time stands at the
 * job that was run last.
 */
export const makeMoving = <R>(options: MoveOptions<R>, lanes: Lanes<R>) => {
  const named = (duringMove: JobDefinition["duringMove"]) =>
    options.definitions.filter((job) => job.duringMove === duringMove).map((job) => job.name)
  const upkeep = named("once")
  const slow = named("bounded")
  const slowToo = [...upkeep, ...slow]
  const patiences = makePatiences(options.patienceMs ?? movePatienceMs, options.clock.monotonicNow)

  /** Works until nothing more is due; what a job leaves due is found as well. */
  const workOff = Effect.fnUntraced(function* (dueBy: number, except: Names, isCalledOff: () => boolean) {
    let found = 0
    for (const store of options.regions()) {
      for (let more = 1; more > 0 && !isCalledOff(); found += more) {
        more = yield* lanes.work(store, lookFor(dueBy, except))
      }
    }
    return found
  })

  const move = Effect.fnUntraced(function* (
    { isCalledOff, moveTo, until }: Move,
    patience: Patience
  ): Effect.fn.Return<boolean, StoreUnavailable, R> {
    // Slow runs of others may fill the lane: then what is due there is left for after the move.
    const isPatient = () => patience.leftMs > 0 && (lanes.hasRoom() || patience.leftForOthersMs > 0)
    const except = () => (isPatient() ? upkeep : slowToo)
    const moveOn = (time: number) => {
      if (time > options.clock.now()) moveTo(time)
    }
    yield* lanes.settled(patience)
    while (!isCalledOff()) {
      const next = yield* nextOf(options, lanes, { except: except(), lentExcept: slowToo })
      if (next === undefined || next.dueAt > until) {
        if (yield* awaitOthers(options, until, patience)) continue
        moveOn(until)
        // Upkeep may leave more to do, and runs beside others.
        while ((yield* workOff(until, isPatient() ? [] : slow, isCalledOff)) > 0) yield* lanes.settled(patience)
        return true
      }
      moveOn(next.dueAt)
      let found = 0
      for (const { due, store } of next.places) found += yield* lanes.work(store, lookFor(next.dueAt, except()), due)
      // The lane may be another process's, or full, for a moment.
      if (found === 0) {
        if (!lanes.hasRoom()) patience.leftForOthersMs -= pauseMs
        yield* Effect.sleep(pauseMs)
      }
      yield* lanes.settled(patience)
    }
    return false
  })

  const flushed = Effect.suspend(() =>
    Effect.forEach(options.regions(), ({ flush = Effect.void }) => flush, { discard: true })
  )

  return (to: Move): Effect.Effect<boolean, StoreUnavailable, R> =>
    Effect.suspend(() => {
      const leftMs = patiences.begin(to.owner)
      const leftForOthersMs = Math.min(leftMs, othersPatienceMs)
      const patience: Patience = { owner: to.owner, leftMs, leftForOthersMs, isOver: to.isCalledOff }
      return Effect.ensuring(
        move(to, patience).pipe(
          Effect.tap(() => flushed),
          Effect.onError(() => Effect.ignore(flushed))
        ),
        Effect.sync(() => patiences.end(patience.leftMs, to.owner))
      )
    })
}
