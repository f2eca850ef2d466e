/**
 * A time limit measured on the wall, for calls that leave the process. The engine clock cannot bound them: it may be
 * frozen while a remote hangs, or jump a year ahead while a remote is about to answer.
 */
import * as Effect from "effect/Effect"

/**
 * Interrupts the effect and fails with `onTimeout()` when it has not ended after `timeoutMs` milliseconds of real time
 * (1 to 2,147,483,647, the range of a timer).
 */
export const wallTimeout = <A, E, R, E2>(
  effect: Effect.Effect<A, E, R>,
  options: { readonly timeoutMs: number; readonly onTimeout: () => E2 }
): Effect.Effect<A, E | E2, R> =>
  Effect.raceFirst(
    effect,
    Effect.callback<never, E2>((resume) => {
      const timer = setTimeout(() => resume(Effect.fail(options.onTimeout())), options.timeoutMs)
      return Effect.sync(() => clearTimeout(timer))
    })
  )
