/** A store where somebody else changes a row first, as often as a test says. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Store, VersionConflict, type RegionStore, type Write } from "../../src/services/Store.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { textOf } from "./written.ts"

/** Units with a write whose text holds `text` meet a conflict, `left` times from when that is set. */
export const contended = (text: string) => {
  const conflicts = { left: 0, met: 0 }
  const contend = (store: RegionStore): RegionStore["write"] =>
    ((writes: ReadonlyArray<Write<unknown>>) => {
      if (conflicts.left === 0 || !writes.some((write) => textOf(write).includes(text))) return store.write(writes)
      conflicts.left -= 1
      conflicts.met += 1
      return Effect.fail(new VersionConflict({ table: "contended", key: "row" }))
    }) as RegionStore["write"]
  const store = Layer.effect(
    Store,
    Effect.map(Store, (inner) => ({
      ...inner,
      region: (name) => Effect.map(inner.region(name), (open) => ({ ...open, write: contend(open) }))
    }))
  ).pipe(Layer.provide(sqlite(":memory:")))
  return { conflicts, store }
}
