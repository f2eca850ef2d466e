/** What an audit of the books reads: whole tables, page by page, in the order in which rows were written. */
import * as Effect from "effect/Effect"
import type { RegionStore, StoreUnavailable } from "../../../src/plugin.ts"

/** The tables whose rows have journals. */
export type AuditedTable = "cards_payments" | "cards_refunds" | "cards_disputes" | "cards_payouts"

const pageOf = (table: AuditedTable): string =>
  `SELECT sequence, state FROM ${table} WHERE scope = ? AND sequence > ?
   ORDER BY sequence LIMIT CAST(? AS INTEGER)`

const ofPayment = (table: "cards_refunds" | "cards_disputes"): string =>
  `SELECT state FROM ${table} WHERE scope = ? AND payment = ? ORDER BY sequence`

const pages: Readonly<Record<AuditedTable, string>> = {
  cards_payments: pageOf("cards_payments"),
  cards_refunds: pageOf("cards_refunds"),
  cards_disputes: pageOf("cards_disputes"),
  cards_payouts: pageOf("cards_payouts")
}

const byPayment = { cards_refunds: ofPayment("cards_refunds"), cards_disputes: ofPayment("cards_disputes") } as const

/** Entities of a scope after a place in their table. */
export const entitiesAfter = <Entity>(
  store: RegionStore,
  scope: string,
  from: { readonly table: AuditedTable; readonly sequence: number; readonly rows: number }
): Effect.Effect<ReadonlyArray<{ readonly sequence: number; readonly entity: Entity }>, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly sequence: number; readonly state: string }>(pages[from.table], [
      scope,
      from.sequence,
      from.rows
    ]),
    (rows) => rows.map((row) => ({ sequence: Number(row.sequence), entity: JSON.parse(row.state) as Entity }))
  )

/** The refunds or the disputes of one payment. */
export const entitiesOfPayment = <Entity>(
  store: RegionStore,
  scope: string,
  of: { readonly table: "cards_refunds" | "cards_disputes"; readonly paymentId: string }
): Effect.Effect<ReadonlyArray<Entity>, StoreUnavailable> =>
  Effect.map(store.read<{ readonly state: string }>(byPayment[of.table], [scope, of.paymentId]), (rows) =>
    rows.map((row) => JSON.parse(row.state) as Entity)
  )
