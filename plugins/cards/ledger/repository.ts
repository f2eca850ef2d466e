/** What an audit of the books reads: whole tables, page by page, in the order in which rows were written. */
import * as Effect from "effect/Effect"
import type { Read, RegionStore, StoredAs } from "../../../src/plugin.ts"

/** Entities of a scope after a place in their table. */
export const entitiesAfter = <Entity>(
  store: RegionStore,
  scope: string,
  from: { readonly stored: StoredAs<Entity>; readonly sequence: number; readonly rows: number }
): Read<ReadonlyArray<{ readonly sequence: number; readonly entity: Entity }>> =>
  Effect.map(
    store.read<{ readonly sequence: number; readonly state: string }>(
      `SELECT sequence, state FROM ${from.stored.table} WHERE scope = ? AND sequence > ?
       ORDER BY sequence LIMIT CAST(? AS INTEGER)`,
      [scope, from.sequence, from.rows]
    ),
    (rows) => rows.map((row) => ({ sequence: row.sequence, entity: from.stored.read(row.state) }))
  )

/** The refunds or the disputes of one payment. */
export const entitiesOfPayment = <Entity>(
  store: RegionStore,
  scope: string,
  of: { readonly stored: StoredAs<Entity>; readonly paymentId: string }
): Read<ReadonlyArray<Entity>> =>
  Effect.map(
    store.read<{ readonly state: string }>(
      `SELECT state FROM ${of.stored.table} WHERE scope = ? AND payment = ? ORDER BY sequence`,
      [scope, of.paymentId]
    ),
    (rows) => rows.map((row) => of.stored.read(row.state))
  )
