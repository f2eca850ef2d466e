/** Payment methods by their customer, as rows. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  integer,
  orNull,
  readKeyset,
  text,
  versionedTable,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { PaymentMethod } from "./PaymentMethod.ts"
import { storedMethod } from "./stored.ts"

/** A payment method as it was read, with the version that an update must find. */
export interface StoredPaymentMethod {
  readonly method: PaymentMethod
  readonly version: number
}

const table = versionedTable(
  "cards_payment_methods",
  { id: text, scope: text, customer: orNull(text), created_at: integer, state: text },
  ["scope", "created_at"]
)

/** The write that moves a payment method on. */
export const update = (scope: string, method: PaymentMethod, version: number): Write<VersionConflict> =>
  table.update(
    {
      id: method.id,
      scope,
      customer: method.customer,
      created_at: method.createdAt,
      state: storedMethod.write(method)
    },
    version
  )

interface StateRow {
  readonly state: string
  readonly version: number
}

const storedOf = (row: StateRow): StoredPaymentMethod => ({
  method: storedMethod.read(row.state),
  version: Number(row.version)
})

/** A payment method that was tokenized, with its version; static ones are not stored. */
export const findStored = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<StoredPaymentMethod | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(`SELECT state, version FROM cards_payment_methods WHERE id = ? AND scope = ?`, [id, scope]),
    ([row]) => (row === undefined ? undefined : storedOf(row))
  )

/** All payment methods of a customer. */
export const allOfCustomer = (
  store: RegionStore,
  scope: string,
  customer: string
): Effect.Effect<ReadonlyArray<StoredPaymentMethod>, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(
      `SELECT state, version FROM cards_payment_methods WHERE scope = ? AND customer = ? ORDER BY created_at, sequence`,
      [scope, customer]
    ),
    (rows) => rows.map(storedOf)
  )

/** Payment methods of a customer, newest first, from a position on. */
export const listOfCustomer = (
  store: RegionStore,
  scope: string,
  of: {
    readonly customer: string
    readonly after: Cursor.CursorPosition | undefined
    readonly rows: number
  }
): Effect.Effect<ReadonlyArray<PaymentMethod & { readonly sequence: number }>, StoreUnavailable> =>
  Effect.map(
    readKeyset<StateRow & { readonly sequence: number }>(
      store,
      {
        table: "cards_payment_methods",
        columns: ["state", "version"],
        where: [
          ["scope = ?", scope],
          ["customer = ?", of.customer]
        ]
      },
      of.after,
      of.rows
    ),
    (rows) => rows.map((row) => ({ ...storedOf(row).method, sequence: Number(row.sequence) }))
  )
