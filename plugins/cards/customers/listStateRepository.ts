/** Which lists customers were last compared with, as rows: one per state in which the lists were, and its id at customers. */
import * as Effect from "effect/Effect"
import {
  given,
  integer,
  key,
  orNull,
  storedAs,
  table,
  text,
  type ListVersion,
  type Read,
  type RegionStore,
  type Write
} from "../../../src/plugin.ts"
import type { Customer } from "./Customer.ts"
import { storedCustomer } from "./stored.ts"

/** A customer as it was read, with its version. */
interface ReadCustomer {
  readonly customer: Customer
  readonly version: number
}

/** Lists in the versions in which they are consulted together. */
export interface ListState {
  /** A digest of the versions: the same lists in the same versions have the same. */
  readonly id: string
  readonly versions: ReadonlyArray<ListVersion>
}

const storedLists = storedAs<ReadonlyArray<ListVersion>>({
  table: "cards_list_states",
  form: ["list of", { list: "text", version: "text" }]
})

const addState = table("cards_list_states", { id: key(text), lists: text, first_used_at: integer }).inserting({
  onExisting: "stays"
})

export const keepListState = ({ id, versions }: ListState, now: number): Write =>
  addState({ id, lists: storedLists.write(versions), first_used_at: now })

/** The versions of a state, or `undefined` for one that nobody kept. */
export const versionsOf = (store: RegionStore, id: string): Read<ReadonlyArray<ListVersion> | undefined> =>
  Effect.map(
    store.read<{ readonly lists: string }>(`SELECT lists FROM cards_list_states WHERE id = ?`, [id]),
    ([row]) => (row === undefined ? undefined : storedLists.read(row.lists, id))
  )

const customers = table("cards_customers", { id: key(text), screened_lists: orNull(text), version: integer })

const stampAny = customers.updating({ set: { screened_lists: given }, where: { id: given } })

/** The write that notes with which lists a customer was compared; `null` when there is nothing to compare. */
export const stamp = (customer: string, lists: string | null): Write =>
  stampAny({ screened_lists: lists }, { id: customer })

const stampAt = customers.updating({ set: { screened_lists: given }, where: { id: given, version: given } })

/** The same for a customer who is as it was read; one who was changed meanwhile is found again. */
export const stampUnchanged = ({ customer, version }: ReadCustomer, lists: string | null): Write =>
  stampAt({ screened_lists: lists }, { id: customer.id, version })

/** A customer who was compared with other lists. */
export interface OutdatedCustomer extends ReadCustomer {
  readonly scope: string
  /** Id of the state; one that nobody kept means that nobody knows. */
  readonly lists: string
  readonly sequence: number
}

/** Behind which customer to go on: they are in the order of the lists with which they were compared. */
export type OutdatedPosition = Pick<OutdatedCustomer, "lists" | "sequence">

/** Before the first customer. */
export const firstPosition: OutdatedPosition = { lists: "", sequence: -1 }

interface OutdatedRow extends Omit<OutdatedCustomer, "customer"> {
  readonly state: string
}

const columns = `state, version, scope, screened_lists AS lists, sequence`
const order = `ORDER BY screened_lists, sequence LIMIT CAST(? AS INTEGER)`

/** Two ranges of one index, so that those who are up to date are not even looked at. */
const below = `SELECT ${columns} FROM cards_customers
  WHERE (screened_lists, sequence) > (?, CAST(? AS BIGINT)) AND screened_lists < ? ${order}`
const above = `SELECT ${columns} FROM cards_customers
  WHERE (screened_lists, sequence) > (?, CAST(? AS BIGINT)) AND screened_lists > ? ${order}`

const read = (store: RegionStore, text: string, params: ReadonlyArray<string | number>) =>
  Effect.map(store.read<OutdatedRow>(text, params), (rows) =>
    rows.map(({ state, ...row }): OutdatedCustomer => ({ ...row, customer: storedCustomer.read(state) }))
  )

/** Customers of all accounts who were compared with other lists than those of a state, from a position on. */
export const outdated = Effect.fnUntraced(function* (
  store: RegionStore,
  current: string,
  of: { readonly after: OutdatedPosition; readonly rows: number }
) {
  const { after, rows } = of
  const position = [after.lists, after.sequence]
  const before = after.lists < current ? yield* read(store, below, [...position, current, rows]) : []
  return before.length > 0 ? before : yield* read(store, above, [...position, current, rows])
})
