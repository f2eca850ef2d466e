/** How processes on the same data notice that one of them is gone, and take over its jobs. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ClockShape } from "../services/Clock.ts"
import type { Peers, RegionStore } from "../services/Store.ts"
import { leaseholders, releaseOf } from "../store/jobRepository.ts"

/**
 * How often a process looks after the others, in milliseconds. Our choice: what a process left behind by crashing is taken up
 * within a few seconds, for one small read.
 */
const lookEveryMs = 2_000

/** A process and where it looks. */
export interface Presence {
  readonly clock: ClockShape
  readonly peers: Peers
  /** The number of this process: no other one ever had it. */
  readonly process: number
  /** Every region that holds data, also one that another process opened: somebody must work off its jobs when that one is gone. */
  readonly regions: Effect.Effect<ReadonlyArray<RegionStore>>
}

const nameOf = (process: number): string => `process ${process}`

/** Frees the jobs of processes in a region that hold their names no longer. */
const freeLeases = Effect.fnUntraced(function* ({ clock, peers, process }: Presence, store: RegionStore) {
  for (const holder of yield* leaseholders(store, clock.wallNow())) {
    if (holder === process) continue
    yield* Effect.acquireUseRelease(
      peers.hold(nameOf(holder)),
      (release) => (release === undefined ? Effect.void : releaseOf(store, holder)),
      (release) => release ?? Effect.void
    )
  }
})

/**
 * Holds the name of this process, which goes with it however it ends, and frees the jobs of processes that are gone, until
 * the scope ends. A process that lost its database for a moment may see its jobs run by another one: it finds its leases gone.
 */
export const keepPresence = Effect.fnUntraced(function* (
  presence: Presence
): Effect.fn.Return<void, never, Scope.Scope> {
  // Never given back: held once more each time, it is there again after a connection was lost.
  const hold = Effect.ignore(presence.peers.hold(nameOf(presence.process)))
  const look = Effect.gen(function* () {
    yield* Effect.sleep(lookEveryMs)
    yield* hold
    // What is wrong with a region its own loop of jobs tells.
    for (const store of yield* presence.regions) yield* Effect.ignoreCause(freeLeases(presence, store))
  })
  yield* hold
  const survive = Effect.catchDefect(look, (defect) => Effect.logError("Other processes were not looked after", defect))
  yield* Effect.forkScoped(Effect.forever(survive))
})
