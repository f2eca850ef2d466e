/** Customers as rows: columns are what is looked for, the rest of the entity is one JSON document. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  readKeyset,
  versionedTable,
  VersionConflict,
  type RegionStore,
  type StoreUnavailable,
  type Write
} from "../../../src/plugin.ts"
import type { Customer, CustomerBlock } from "./Customer.ts"

/** A customer as it was read, with the version that an update must find. */
export interface StoredCustomer {
  readonly customer: Customer
  readonly version: number
}

const table = versionedTable(
  "cards_customers",
  ["id", "scope", "email_hash", "name_hash", "created_at", "state"],
  ["scope", "created_at"]
)

/** What a row holds beside the customer. */
export interface CustomerKeys {
  readonly scope: string
  /** Keyed hash of the normalized address: it is compared and never read back. */
  readonly emailHash: string
  /** Keyed hash of the name as names are compared; empty where there is none. */
  readonly nameHash: string
}

const rowOf = ({ emailHash, nameHash, scope }: CustomerKeys, customer: Customer) => ({
  id: customer.id,
  scope,
  email_hash: emailHash,
  name_hash: nameHash,
  created_at: customer.createdAt,
  state: JSON.stringify(customer)
})

export const insert = (keys: CustomerKeys, customer: Customer): Write => table.insert(rowOf(keys, customer))

export const update = (keys: CustomerKeys, customer: Customer, version: number): Write<VersionConflict> =>
  table.update(rowOf(keys, customer), version)

/** The write of a customer whose e-mail address stays as it was. */
export const replace = (customer: Customer, version: number): Write<VersionConflict> => ({
  text: `UPDATE cards_customers SET state = ?, version = version + 1 WHERE id = ? AND version = ?`,
  params: [JSON.stringify(customer), customer.id, version],
  orElse: () => new VersionConflict({ table: "cards_customers", key: customer.id })
})

/** The write that ends a customer for good. */
export const remove = (customer: Customer, version: number): Write<VersionConflict> => ({
  text: `DELETE FROM cards_customers WHERE id = ? AND version = ?`,
  params: [customer.id, version],
  orElse: () => new VersionConflict({ table: "cards_customers", key: customer.id })
})

/** The write that keeps why nothing may be processed for a customer who is deleted: payments of it may still be open. */
export const keepBlock = (
  scope: string,
  id: string,
  of: { readonly block: CustomerBlock; readonly now: number }
): Write => ({
  text: `INSERT INTO cards_blocked_customers (id, scope, block, deleted_at) VALUES (?, ?, ?, ?)`,
  params: [id, scope, of.block, of.now]
})

/** Why nothing may be processed for a customer who was deleted, or `undefined`. */
export const keptBlock = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<CustomerBlock | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly block: CustomerBlock }>(
      `SELECT block FROM cards_blocked_customers WHERE id = ? AND scope = ?`,
      [id, scope]
    ),
    ([row]) => row?.block
  )

/**
 * The write that holds a customer fast for a commit which hangs something on it: it fails when the customer was changed
 * or deleted since it was read, and makes whoever deletes it meanwhile read again.
 */
export const touch = ({ customer, version }: StoredCustomer): Write<VersionConflict> => ({
  text: `UPDATE cards_customers SET version = version + 1 WHERE id = ? AND version = ?`,
  params: [customer.id, version],
  orElse: () => new VersionConflict({ table: "cards_customers", key: customer.id })
})

/**
 * The write that asks whether a customer is as it was read, and changes nothing: many commits at once may ask. It fails
 * when the customer was changed or deleted.
 */
export const unchanged = ({ customer, version }: StoredCustomer): Write<VersionConflict> => ({
  text: `UPDATE cards_customers SET version = version WHERE id = ? AND version = ?`,
  params: [customer.id, version],
  orElse: () => new VersionConflict({ table: "cards_customers", key: customer.id })
})

interface StateRow {
  readonly state: string
  readonly version: number
}

const storedOf = (row: StateRow): StoredCustomer => ({
  customer: JSON.parse(row.state) as Customer,
  version: Number(row.version)
})

/** A customer of a scope, or `undefined`. */
export const findCustomer = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<StoredCustomer | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(`SELECT state, version FROM cards_customers WHERE id = ? AND scope = ?`, [id, scope]),
    ([row]) => (row === undefined ? undefined : storedOf(row))
  )

/** Customers of a scope, newest first, from a position on; with `emailHash` the one that has it. */
export const list = (
  store: RegionStore,
  scope: string,
  of: {
    readonly emailHash: string | undefined
    readonly after: Cursor.CursorPosition | undefined
    readonly rows: number
  }
): Effect.Effect<
  ReadonlyArray<{ readonly customer: Customer; createdAt: number; sequence: number }>,
  StoreUnavailable
> =>
  Effect.map(
    readKeyset<StateRow & { readonly created_at: number; readonly sequence: number }>(
      store,
      {
        table: "cards_customers",
        columns: ["state", "version"],
        where: of.emailHash === undefined ? ["scope = ?"] : ["scope = ?", "email_hash = ?"],
        params: of.emailHash === undefined ? [scope] : [scope, of.emailHash]
      },
      of.after,
      of.rows
    ),
    (rows) =>
      rows.map((row) => ({
        customer: storedOf(row).customer,
        createdAt: Number(row.created_at),
        sequence: Number(row.sequence)
      }))
  )

/** Customers of a scope whose name has this hash or none yet, oldest first. */
export const listNamed = (
  store: RegionStore,
  scope: string,
  nameHash: string
): Effect.Effect<ReadonlyArray<StoredCustomer>, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(
      `SELECT state, version FROM cards_customers WHERE scope = ? AND (name_hash = ? OR name_hash IS NULL) ORDER BY sequence`,
      [scope, nameHash]
    ),
    (rows) => rows.map(storedOf)
  )

/** Whether a customer has this address. */
export const hasEmail = (
  store: RegionStore,
  { emailHash, scope }: Pick<CustomerKeys, "emailHash" | "scope">,
  id: string
): Effect.Effect<boolean, StoreUnavailable> =>
  Effect.map(
    store.read(`SELECT id FROM cards_customers WHERE scope = ? AND email_hash = ? AND id = ?`, [scope, emailHash, id]),
    (rows) => rows.length > 0
  )
