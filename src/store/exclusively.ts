/** Work that only one process at a time may do, on data that several processes use. */
import * as Effect from "effect/Effect"
import { StoreUnavailable, type Peers, type Store } from "../services/Store.ts"

/** How soon a process tries again to take a name that another one holds, in milliseconds: it doubles up to the last. Our choice. */
const pauses = { firstMs: 10, lastMs: 250 } as const

/** How long `exclusively` waits, in milliseconds. Our choice: longer than any start or step of the clock takes. */
const patienceMs = 60_000

/** Gives a name back. */
export type Release = Effect.Effect<void>

/** Holds a name, waiting while another process holds it; `undefined` when that took longer than `waitMs`. */
export const awaitHold = (
  peers: Peers,
  name: string,
  waitMs: number
): Effect.Effect<Release | undefined, StoreUnavailable> => {
  const next = (waitedMs: number, pauseMs: number): Effect.Effect<Release | undefined, StoreUnavailable> =>
    Effect.flatMap(peers.hold(name), (release) => {
      if (release !== undefined || waitedMs >= waitMs) return Effect.succeed(release)
      return Effect.andThen(
        // Nothing is held while it waits, so it may be broken off here.
        Effect.interruptible(Effect.sleep(pauseMs)),
        next(waitedMs + pauseMs, Math.min(pauseMs * 2, pauses.lastMs, Math.max(1, waitMs - waitedMs - pauseMs)))
      )
    })
  return next(0, Math.min(pauses.firstMs, Math.max(1, waitMs)))
}

/**
 * Runs an effect while this process holds a name, or at once when it has the data to itself. Fails with `StoreUnavailable`
 * when another process holds the name for a minute.
 */
export const exclusively = <A, E, R>(
  store: Pick<Store["Service"], "home" | "peers">,
  name: string,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StoreUnavailable, R> => {
  const { home, peers } = store
  if (peers === undefined) return effect
  return Effect.acquireUseRelease(
    awaitHold(peers, name, patienceMs),
    (release): Effect.Effect<A, E | StoreUnavailable, R> =>
      release === undefined
        ? Effect.fail(
            new StoreUnavailable({ region: home, reason: "locked", detail: `another process holds "${name}"` })
          )
        : effect,
    (release) => release ?? Effect.void
  )
}
