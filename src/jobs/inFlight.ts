/** Runs of the parallel lane that are under way, and waiting for them. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"

/** How often somebody who waits looks whether anything still ends, in milliseconds of real time. Our choice. */
const lookEveryMs = 100

/** A run this short, in milliseconds, is of a quick receiver: less than an attempt waits for its turn (`EndpointGate`). */
const quickMs = 200

/** Whom a run serves, or who moves time: a caller's scope within a plugin. */
export interface Owner {
  readonly plugin: string
  readonly scope: string
}

/**
 * A run of the parallel lane that serves one owner says so here as soon as it knows. Until then it is nobody's in
 * particular, and whoever moves time waits for it as for a run of his own.
 */
export const RunOwner = Context.Reference<(owner: Owner) => void>("bursar/jobs/RunOwner", {
  defaultValue: () => () => {}
})

/** How much longer a caller waits for slow runs, in milliseconds; waiting uses it up. */
export interface Patience {
  /** Who waits; `undefined`: somebody for whom all runs are his own. */
  readonly owner?: Owner | undefined
  /** For his own runs, and for those that are nobody's in particular. */
  leftMs: number
  /** For runs of other owners. */
  leftForOthersMs: number
  /** Whether there is no point in waiting any more, for whatever run. */
  readonly isOver: () => boolean
}

/** How a run is waited for: to its end, or as long as patience lasts. */
export type Awaited = "awaited" | "bounded"

/** A slow run, with whom it serves, once it has said so. */
export interface BoundedRun {
  owner?: Owner
}

/** From which part of somebody's patience waiting for a run is taken. */
const partFor = ({ owner: mine }: Patience, { owner }: BoundedRun): "leftMs" | "leftForOthersMs" =>
  mine === undefined || owner === undefined || (owner.plugin === mine.plugin && owner.scope === mine.scope)
    ? "leftMs"
    : "leftForOthersMs"

/** Takes a time of waiting from each part of somebody's patience that has runs to wait for. */
export const useUp = (patience: Patience, bounded: Iterable<BoundedRun>, waitedMs: number): void => {
  for (const part of new Set(Array.from(bounded, (run) => partFor(patience, run)))) patience[part] -= waitedMs
}

/** Whether there is patience left with one of these runs. */
export const isWorthWaiting = (patience: Patience, bounded: Iterable<BoundedRun>): boolean =>
  Array.from(bounded).some((run) => patience[partFor(patience, run)] > 0)

/** The runs under way. */
export interface InFlight {
  readonly size: () => number
  /** Starts a run, which ends with the scope at the latest. */
  readonly start: <R>(run: Effect.Effect<void, never, R>, awaited: Awaited) => Effect.Effect<void, never, R>
  /** Waits until nothing runs that has to be waited for. */
  readonly settled: (patience: Patience) => Effect.Effect<void>
}

/** Keeps runs until the scope ends. */
export const makeInFlight: Effect.Effect<InFlight, never, Scope.Scope> = Effect.gen(function* () {
  const fibers = yield* FiberSet.make<void, never>()
  const bounded = new Set<BoundedRun>()
  let awaitedRuns = 0
  let quickRuns = 0
  const waiting = new Set<() => void>()

  const isSettled = (patience: Patience) =>
    patience.isOver() || (awaitedRuns === 0 && !isWorthWaiting(patience, bounded))

  const lookAgain = () => {
    for (const look of waiting) look()
  }

  const bound = <R>(run: Effect.Effect<void, never, R>) => {
    const mine: BoundedRun = {}
    const startedAt = performance.now()
    bounded.add(mine)
    const own = (owner: Owner) => {
      mine.owner = owner
      lookAgain()
    }
    const ended = Effect.sync(() => {
      bounded.delete(mine)
      if (performance.now() - startedAt < quickMs) quickRuns += 1
      lookAgain()
    })
    return Effect.ensuring(Effect.provideService(run, RunOwner, own), ended)
  }

  const awaitedToItsEnd = <R>(run: Effect.Effect<void, never, R>) => {
    awaitedRuns += 1
    const ended = Effect.sync(() => {
      awaitedRuns -= 1
      lookAgain()
    })
    return Effect.ensuring(run, ended)
  }

  return {
    size: () => awaitedRuns + bounded.size,
    start: (run, awaited) =>
      Effect.suspend(() => FiberSet.run(fibers, awaited === "bounded" ? bound(run) : awaitedToItsEnd(run))),
    settled: (patience) =>
      Effect.callback<void>((resume) => {
        if (isSettled(patience)) return resume(Effect.void)
        let quickBefore = quickRuns
        const stop = () => {
          waiting.delete(look)
          clearInterval(timer)
        }
        const look = () => {
          if (!isSettled(patience)) return
          stop()
          resume(Effect.void)
        }
        const timer = setInterval(() => {
          // While runs of quick receivers end, the waiting is for work that is being done.
          if (awaitedRuns === 0 && quickRuns === quickBefore) useUp(patience, bounded, lookEveryMs)
          quickBefore = quickRuns
          look()
        }, lookEveryMs)
        waiting.add(look)
        return Effect.sync(stop)
      })
  }
})
