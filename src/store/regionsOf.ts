/** Regions of a store: opened once each, and with something around them. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { RegionName, RegionStore, Store, StoreOpenFailed } from "../services/Store.ts"

/** Opens a region for as long as a store lasts. Of one that could not be opened nothing is left: it is tried again at each use. */
export const openedIn = <A, E>(store: Scope.Scope, opening: Effect.Effect<A, E, Scope.Scope>): Effect.Effect<A, E> =>
  Effect.flatMap(Scope.fork(store), (own) =>
    Effect.onError(Scope.provide(opening, own), () => Scope.close(own, Exit.void))
  )

/** Opens each region once, however many ask for it; one that could not be opened is tried again. `home` is open already. */
export const openedOnce = (
  open: (name: RegionName) => Effect.Effect<RegionStore, StoreOpenFailed>,
  home?: RegionStore
): Store["Service"]["region"] => {
  const opened = new Map<RegionName, Effect.Effect<RegionStore, StoreOpenFailed>>()
  if (home !== undefined) opened.set(home.name, Effect.succeed(home))
  return (name) =>
    Effect.suspend(() => {
      const known = opened.get(name)
      if (known !== undefined) return known
      const opening = Effect.runSync(
        Effect.cached(Effect.onError(open(name), () => Effect.sync(() => opened.delete(name))))
      )
      opened.set(name, opening)
      return opening
    })
}

/** A store with something around each of its regions. */
export const aroundRegions = (
  store: Store["Service"],
  around: (region: RegionStore) => RegionStore
): Store["Service"] => {
  const regions = new WeakMap<RegionStore, RegionStore>()
  return {
    ...store,
    region: (name) =>
      Effect.mapEager(store.region(name), (region) => {
        const known = regions.get(region)
        if (known !== undefined) return known
        const made = around(region)
        regions.set(region, made)
        return made
      })
  }
}
