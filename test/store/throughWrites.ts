/** A store in memory that writes in another way than it would. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Store, type RegionStore } from "../../src/services/Store.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"

/** The store, each region of which writes as `writing` says. */
export const throughWrites = (writing: (store: RegionStore) => RegionStore["write"]) =>
  Layer.effect(
    Store,
    Effect.map(Store, (store) => ({
      ...store,
      region: (name) => Effect.map(store.region(name), (open) => ({ ...open, write: writing(open) }))
    }))
  ).pipe(Layer.provide(sqlite(":memory:")))
