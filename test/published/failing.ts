/** Stores that fail whatever they are asked. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Store } from "../../src/index.ts"
import { StoreUnavailable } from "../../src/services/Store.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"

/** A store that stops working once it is told to. */
export const failing = () => {
  const state = { isBroken: false, dies: false }
  const unavailable = () => new StoreUnavailable({ region: "us-east-1", reason: "io_error", detail: "planned" })
  const guard = <A extends (...args: ReadonlyArray<any>) => any>(inner: A): A =>
    ((...args: ReadonlyArray<any>) =>
      Effect.suspend(() =>
        state.dies ? Effect.die("planned") : state.isBroken ? Effect.fail(unavailable()) : inner(...args)
      )) as unknown as A
  const layer = Layer.effect(
    Store,
    Effect.map(Store, (store) => ({
      ...store,
      region: (name: Parameters<typeof store.region>[0]) =>
        Effect.map(store.region(name), (open) => ({
          ...open,
          read: guard(open.read),
          write: guard(open.write),
          transact: guard(open.transact)
        }))
    }))
  ).pipe(Layer.provide(sqlite(":memory:")))
  return { layer, state }
}
