/** Customers as rows: columns are what is looked for, the rest of the entity is one JSON document. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  given,
  integer,
  plus,
  readKeyset,
  type KeysetRow,
  same,
  table as declareTable,
  text,
  VersionConflict,
  versionedTable,
  type Read,
  type RegionStore,
  type Write
} from "../../../src/plugin.ts"
import type { Customer, BlockLeft } from "./Customer.ts"
import { storedCustomer } from "./stored.ts"

/** A customer as it was read, with the version that an update must find. */
export interface StoredCustomer {
  readonly customer: Customer
  readonly version: number
}

const table = versionedTable(
  "cards_customers",
  { id: text, scope: text, email_hash: text, name_hash: text, created_at: integer, state: text },
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
  state: storedCustomer.write(customer)
})

export const insert = (keys: CustomerKeys, customer: Customer): Write => table.insert(rowOf(keys, customer))

export const update = (keys: CustomerKeys, customer: Customer, version: number): Write<VersionConflict> =>
  table.update(rowOf(keys, customer), version)

const asRead = { id: given, version: given } as const

const conflict = (customer: Customer) => () => new VersionConflict({ table: table.name, key: customer.id })

const setState = table.table.updating({ set: { state: given, version: plus(1) }, where: asRead })

/** The write of a customer whose e-mail address stays as it was. */
export const replace = (customer: Customer, version: number): Write<VersionConflict> =>
  setState({ state: storedCustomer.write(customer) }, { id: customer.id, version }, conflict(customer))

/** The write that ends a customer for good. */
export const remove = (customer: Customer, version: number): Write<VersionConflict> =>
  table.remove(customer.id, version)

const blocked = declareTable("cards_blocked_customers", { id: text, scope: text, block: text, deleted_at: integer })

/** The write that keeps why nothing may be processed for a customer who is deleted: payments of it may still be open. */
export const keepBlock = (scope: string, id: string, of: { readonly block: BlockLeft; readonly now: number }): Write =>
  blocked.insert({ id, scope, block: of.block, deleted_at: of.now })

const setBlock = blocked.updating({ set: { block: given }, where: { id: given, scope: given } })

const freeBlocked = blocked.deleting({ id: given, scope: given })

/** Changes why nothing may be processed for a deleted customer; `undefined`: payments that are left may go on. */
export const changeBlock = (scope: string, id: string, block: BlockLeft | undefined): Write =>
  block === undefined ? freeBlocked({ id, scope }) : setBlock({ block }, { id, scope })

/** Why nothing may be processed for a customer who was deleted, or `undefined`. */
export const keptBlock = (store: RegionStore, scope: string, id: string): Read<BlockLeft | undefined> =>
  Effect.map(
    store.read<{ readonly block: BlockLeft }>(`SELECT block FROM cards_blocked_customers WHERE id = ? AND scope = ?`, [
      id,
      scope
    ]),
    ([row]) => row?.block
  )

const moveVersion = table.table.updating({ set: { version: plus(1) }, where: asRead })

/**
 * The write that holds a customer fast for a commit which hangs something on it: it fails when the customer was changed
 * or deleted since it was read, and makes whoever deletes it meanwhile read again.
 */
export const touch = ({ customer, version }: StoredCustomer): Write<VersionConflict> =>
  moveVersion({}, { id: customer.id, version }, conflict(customer))

const keepVersion = table.table.updating({ set: { version: same }, where: asRead })

/**
 * The write that asks whether a customer is as it was read, and changes nothing: many commits at once may ask. It fails
 * when the customer was changed or deleted.
 */
export const unchanged = ({ customer, version }: StoredCustomer): Write<VersionConflict> =>
  keepVersion({}, { id: customer.id, version }, conflict(customer))

interface StateRow {
  readonly state: string
  readonly version: number
}

const storedOf = (row: StateRow): StoredCustomer => ({
  customer: storedCustomer.read(row.state),
  version: row.version
})

export const findCustomer = (store: RegionStore, scope: string, id: string): Read<StoredCustomer | undefined> =>
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
): Read<ReadonlyArray<{ readonly customer: Customer; createdAt: number; sequence: number }>> =>
  Effect.map(
    readKeyset<StateRow & KeysetRow>(
      store,
      {
        table: "cards_customers",
        columns: ["state", "version"],
        where: [
          ["scope = ?", scope],
          ["email_hash = ?", of.emailHash]
        ]
      },
      of.after,
      of.rows
    ),
    (rows) =>
      rows.map((row) => ({
        customer: storedOf(row).customer,
        createdAt: row.created_at,
        sequence: row.sequence
      }))
  )

/** Customers of a scope whose name has this hash or none yet, oldest first. */
export const listNamed = (store: RegionStore, scope: string, nameHash: string): Read<ReadonlyArray<StoredCustomer>> =>
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
): Read<boolean> =>
  Effect.map(
    store.read(`SELECT id FROM cards_customers WHERE scope = ? AND email_hash = ? AND id = ?`, [scope, emailHash, id]),
    (rows) => rows.length > 0
  )
