/** Objects by their id, whoever owns them, for those who may see every account. */
import * as Effect from "effect/Effect"
import type { RegionStore, StoredAs, StoreUnavailable } from "../../../src/plugin.ts"

/** An object of any account, or `undefined`. */
export const anywhere = <Entity>(
  store: RegionStore,
  stored: StoredAs<Entity>,
  id: string
): Effect.Effect<Entity | undefined, StoreUnavailable> =>
  Effect.map(store.read<{ readonly state: string }>(`SELECT state FROM ${stored.table} WHERE id = ?`, [id]), ([row]) =>
    row === undefined ? undefined : stored.read(row.state, id)
  )
