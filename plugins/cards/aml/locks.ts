/**
 * Lets those who change the same rows go one after another within this process. The rows' versions alone keep it
 * correct; this keeps it from being tried in vain many times.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { RegionStore } from "../../../src/plugin.ts"

interface Lock {
  readonly semaphore: Semaphore.Semaphore
  users: number
}

const locksOf = new WeakMap<RegionStore, Map<string, Lock>>()

const locked = <A, E, R>(locks: Map<string, Lock>, key: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const lock = locks.get(key) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
    locks.set(key, lock)
    lock.users++
    const leave = Effect.sync(() => {
      if (--lock.users === 0) locks.delete(key)
    })
    return Effect.ensuring(lock.semaphore.withPermit(work), leave)
  })

/** Does work while holding keys of a region. They are taken in one order everywhere, so nobody waits in a circle. */
export const oneAtATime = <A, E, R>(
  store: RegionStore,
  keys: ReadonlyArray<string>,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  let locks = locksOf.get(store)
  if (locks === undefined) locksOf.set(store, (locks = new Map<string, Lock>()))
  const held = locks
  return [...new Set(keys)].sort().reduceRight((inner, key) => locked(held, key, inner), work)
}
