/**
 * Payments as rows. Columns are what lists are filtered by; the rest of the entity is one JSON document, with the JSON that
 * it is shown as beside it (decision 0022).
 */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  integer,
  orNull,
  readKeyset,
  type KeysetQuery,
  text,
  versionedTable,
  type Read,
  type RegionStore,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { Payment } from "./Payment.ts"
import { showPayment } from "./PaymentBody.ts"
import { statusOf, type PaymentStatus } from "./PaymentState.ts"
import { storedPayment } from "./stored.ts"

/** A payment as it was read, with the version that an update must find. */
export interface StoredPayment {
  readonly payment: Payment
  readonly version: number
}

const table = versionedTable(
  "cards_payments",
  {
    id: text,
    scope: text,
    status: text,
    amount: integer,
    currency: text,
    customer: orNull(text),
    created_at: integer,
    state: text,
    shown: text
  },
  ["scope", "amount", "currency", "customer", "created_at"]
)

const rowOf = (scope: string, payment: Payment, shown: string) => ({
  id: payment.id,
  scope,
  status: statusOf[payment.state],
  amount: payment.amountMinor,
  currency: payment.currency,
  customer: payment.customer,
  created_at: payment.createdAt,
  state: storedPayment.write(payment),
  shown
})

/** A new payment. `shown` is what `showPayment` makes of it, for those who have it already. */
export const insert = (scope: string, payment: Payment, shown = showPayment(payment)): Write =>
  table.insert(rowOf(scope, payment, shown))

/** A payment that was changed since it was read at `version`; `shown` as for `insert`. */
export const update = (
  scope: string,
  payment: Payment,
  version: number,
  shown = showPayment(payment)
): Write<VersionConflict> => table.update(rowOf(scope, payment, shown), version)

const selectById = `SELECT state, version FROM cards_payments WHERE id = ? AND scope = ?`

export const byId = (store: RegionStore, scope: string, id: string): Read<StoredPayment | undefined> =>
  Effect.map(store.read<{ readonly state: string; readonly version: number }>(selectById, [id, scope]), ([row]) =>
    row === undefined ? undefined : { payment: storedPayment.read(row.state, id), version: row.version }
  )

// The document is read only where there is nothing else.
const selectShown = `SELECT shown, CASE WHEN shown IS NULL THEN state END AS state
  FROM cards_payments WHERE id = ? AND scope = ?`

/** The JSON that a payment of a scope is shown as, or `undefined`. */
export const shownById = (store: RegionStore, scope: string, id: string): Read<string | undefined> =>
  Effect.map(
    store.read<{ readonly shown: string | null; readonly state: string | null }>(selectShown, [id, scope]),
    ([row]) => (row === undefined ? undefined : (row.shown ?? showPayment(storedPayment.read(row.state!, id))))
  )

/** A payment with its owner, whoever that is: for those who come with a token instead of a key. */
export const byIdAnywhere = (
  store: RegionStore,
  id: string
): Read<(StoredPayment & { readonly scope: string }) | undefined> =>
  Effect.map(
    store.read<{ readonly scope: string; readonly state: string; readonly version: number }>(
      `SELECT scope, state, version FROM cards_payments WHERE id = ?`,
      [id]
    ),
    ([row]) =>
      row === undefined
        ? undefined
        : { scope: row.scope, payment: storedPayment.read(row.state, id), version: row.version }
  )

/** What a list of payments may be narrowed by. Times are epoch milliseconds, both inclusive. */
export interface PaymentFilter {
  readonly status?: PaymentStatus | undefined
  readonly customer?: string | undefined
  readonly createdFrom?: number | undefined
  readonly createdTo?: number | undefined
  /** Whole payments instead of entries. No part of what narrows the list: a cursor serves both. */
  readonly full?: boolean | undefined
}

/** A list entry (spec cards §2). */
export interface PaymentEntry {
  readonly id: string
  readonly amountMinor: number
  readonly currency: string
  readonly status: PaymentStatus
  readonly createdAt: number
  readonly sequence: number
  /** The whole payment, where it was requested. */
  readonly payment: Payment | undefined
}

interface EntryRow {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly status: PaymentStatus
  readonly created_at: number
  readonly sequence: number
  readonly state?: string
}

const entryColumns = ["id", "amount", "currency", "status"]
const fullColumns = [...entryColumns, "state"]

/** Entries of a scope, newest first, from a position on. */
export const list = (
  store: RegionStore,
  scope: string,
  filter: PaymentFilter,
  after: Cursor.CursorPosition | undefined,
  rows: number
): Read<ReadonlyArray<PaymentEntry>> => {
  const where: KeysetQuery["where"] = [
    ["scope = ?", scope],
    ["status = ?", filter.status],
    ["customer = ?", filter.customer],
    ["created_at >= ?", filter.createdFrom],
    ["created_at <= ?", filter.createdTo]
  ]
  const query = { table: "cards_payments", columns: filter.full === true ? fullColumns : entryColumns, where }
  return Effect.map(readKeyset<EntryRow>(store, query, after, rows), (found) =>
    found.map((row) => ({
      id: row.id,
      amountMinor: row.amount,
      currency: row.currency,
      status: row.status,
      createdAt: row.created_at,
      sequence: row.sequence,
      payment: row.state === undefined ? undefined : storedPayment.read(row.state)
    }))
  )
}
