/** Runs of the parallel lane that are under way, and waiting for them. */
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"

/** How often somebody who waits looks whether anything still ends, in milliseconds of real time. Our choice. */
const lookEveryMs = 100

/** A run this short, in milliseconds, is of a quick receiver: less than an attempt waits for its turn (`EndpointGate`). */
const quickMs = 200

/** What is left of somebody's patience with slow runs; it is used up by waiting. */
export interface Patience {
  leftMs: number
  /** Whether there is no point in waiting any more, for whatever run. */
  readonly isOver: () => boolean
}

/** How a run is waited for: to its end, or as long as patience lasts. */
export type Awaited = "awaited" | "bounded"

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
  const running = { awaited: 0, bounded: 0 }
  let quickRuns = 0
  const waiting = new Set<() => void>()

  const isSettled = (patience: Patience) =>
    patience.isOver() || (running.awaited === 0 && (running.bounded === 0 || patience.leftMs <= 0))

  const ended = (awaited: Awaited, startedAt: number) => {
    running[awaited] -= 1
    if (awaited === "bounded" && performance.now() - startedAt < quickMs) quickRuns += 1
    for (const look of waiting) look()
  }

  return {
    size: () => running.awaited + running.bounded,
    start: (run, awaited) =>
      Effect.suspend(() => {
        running[awaited] += 1
        const startedAt = performance.now()
        return FiberSet.run(
          fibers,
          Effect.ensuring(
            run,
            Effect.sync(() => ended(awaited, startedAt))
          )
        )
      }),
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
          if (running.awaited === 0 && quickRuns === quickBefore) patience.leftMs -= lookEveryMs
          quickBefore = quickRuns
          look()
        }, lookEveryMs)
        waiting.add(look)
        return Effect.sync(stop)
      })
  }
})
