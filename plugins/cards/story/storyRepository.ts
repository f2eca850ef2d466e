/** Objects by their id, whoever owns them, for those who may see every account. */
import * as Effect from "effect/Effect"
import type { Read, RegionStore, StoredAs } from "../../../src/plugin.ts"

/** As many refunds, or disputes, of a payment are told (our choice). */
const mostOfPayment = 100

/** What belongs to a payment, such as its refunds: the oldest first. */
export const ofPayment = <Entity>(
  store: RegionStore,
  stored: StoredAs<Entity>,
  payment: { readonly table: string; readonly id: string }
): Read<ReadonlyArray<Entity>> =>
  Effect.map(
    store.read<{ readonly id: string; readonly state: string }>(
      // By the scope as well, so that the index by payment is used.
      `SELECT id, state FROM ${stored.table}
       WHERE scope = (SELECT scope FROM ${payment.table} WHERE id = ?) AND payment = ?
       ORDER BY created_at, sequence LIMIT ${mostOfPayment}`,
      [payment.id, payment.id]
    ),
    (rows) => rows.map((row) => stored.read(row.state, row.id))
  )

/** An object of any account, or `undefined`. */
export const anywhere = <Entity>(store: RegionStore, stored: StoredAs<Entity>, id: string): Read<Entity | undefined> =>
  Effect.map(store.read<{ readonly state: string }>(`SELECT state FROM ${stored.table} WHERE id = ?`, [id]), ([row]) =>
    row === undefined ? undefined : stored.read(row.state, id)
  )
