/**
 * Lets a request wait for what a later commit brings, such as the outcome of a payment that it began. It is called by
 * key as soon as this process commits; what another process commits is found by looking, once a second for all who wait.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Fiber from "effect/Fiber"
import type { StoreUnavailable } from "../services/Store.ts"

/** How often those who wait are looked for, in milliseconds of system time. Our choice: one small read a second. */
const lookEveryMs = 1_000

/** Those who ask for a look within so many milliseconds of the first are answered by one. Our choice. */
const gatherMs = 5

/** Where requests wait. */
export interface WaitingRoom {
  /**
   * Waits until the key is called, at most so many milliseconds of system time. Answers whether it was called. With
   * `looksNow` the room looks as soon as the call waits, for what was over before.
   */
  readonly wait: (key: string, limitMs: number, looksNow?: boolean) => Effect.Effect<boolean>
  /** Calls all who wait for a key. To be used after the commit that they wait for, never inside it. */
  readonly call: (key: string) => void
  /** Has the room look within some milliseconds whether somebody need not wait any longer, rather than within the second. */
  readonly look: () => void
  /** Sends everybody away uncalled, now and from now on: the engine is about to stop. */
  readonly close: Effect.Effect<void>
  /** How many wait. */
  readonly size: () => number
}

type Waiting = Map<string, Set<Deferred.Deferred<boolean>>>

/**
 * Makes a room. `find` answers which of some keys need not wait any longer; it runs only while somebody waits, and
 * runs again when it could not answer.
 */
export const makeWaitingRoom = (
  find: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
): WaitingRoom => {
  const waiting: Waiting = new Map()
  let isOpen = true
  let looking: Fiber.Fiber<void> | undefined
  const asked = Latch.makeUnsafe(false)

  const tell = (key: string, called: boolean) => {
    const those = waiting.get(key)
    waiting.delete(key)
    for (const deferred of those ?? []) Deferred.doneUnsafe(deferred, Effect.succeed(called))
  }

  const lookAround: Effect.Effect<void> = Effect.gen(function* () {
    while (waiting.size > 0) {
      yield* Effect.raceFirst(asked.await, Effect.sleep(lookEveryMs))
      yield* Effect.sleep(gatherMs)
      // Whoever asks from here on is answered by the next look.
      asked.closeUnsafe()
      // Also after a defect: one row that cannot be read is no reason to leave everybody waiting.
      const found = yield* Effect.catchCause(find([...waiting.keys()]), () => Effect.succeed<ReadonlyArray<string>>([]))
      for (const key of found) tell(key, true)
    }
  }).pipe(Effect.ensuring(Effect.sync(() => void (looking = undefined))))

  const enter = (key: string) => {
    const deferred = Deferred.makeUnsafe<boolean>()
    const those = waiting.get(key)
    if (those === undefined) waiting.set(key, new Set([deferred]))
    else those.add(deferred)
    looking ??= Effect.runFork(lookAround)
    return deferred
  }

  const look = () => {
    if (waiting.size > 0) asked.openUnsafe()
  }

  const leave = (key: string, deferred: Deferred.Deferred<boolean>) => {
    const those = waiting.get(key)
    if (those?.delete(deferred) === true && those.size === 0) waiting.delete(key)
    if (waiting.size === 0) looking?.interruptUnsafe()
  }

  return {
    wait: (key, limitMs, looksNow = false) =>
      Effect.suspend(() => {
        if (!isOpen) return Effect.succeed(false)
        const deferred = enter(key)
        if (looksNow) look()
        return Deferred.await(deferred).pipe(
          Effect.timeoutOrElse({ duration: limitMs, orElse: () => Effect.succeed(false) }),
          Effect.ensuring(Effect.sync(() => leave(key, deferred)))
        )
      }),
    call: (key) => tell(key, true),
    look,
    close: Effect.sync(() => {
      isOpen = false
      for (const key of waiting.keys()) tell(key, false)
    }),
    size: () => [...waiting.values()].reduce((sum, those) => sum + those.size, 0)
  }
}
