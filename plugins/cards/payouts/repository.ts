/** Payouts as rows: columns are what lists and due steps are found by, the rest of the entity is one JSON document. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  readKeyset,
  versionedTable,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { nextStepAt, type Payout, type PayoutStatus } from "./Payout.ts"

/** A payout as it was read, with the version that an update must find. */
export interface StoredPayout {
  readonly payout: Payout
  readonly version: number
}

const table = versionedTable(
  "cards_payouts",
  ["id", "scope", "status", "destination", "due_at", "created_at", "state"],
  ["scope", "destination", "created_at"]
)

const rowOf = (scope: string, payout: Payout) => ({
  id: payout.id,
  scope,
  status: payout.status,
  destination: payout.destination,
  due_at: nextStepAt(payout),
  created_at: payout.createdAt,
  state: JSON.stringify(payout)
})

export const insert = (scope: string, payout: Payout): Write => table.insert(rowOf(scope, payout))

export const update = (scope: string, payout: Payout, version: number): Write<VersionConflict> =>
  table.update(rowOf(scope, payout), version)

interface StateRow {
  readonly state: string
  readonly version: number
}

const storedOf = (row: StateRow): StoredPayout => ({
  payout: JSON.parse(row.state) as Payout,
  version: Number(row.version)
})

/** A payout of a scope, or `undefined`. */
export const byId = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<StoredPayout | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(`SELECT state, version FROM cards_payouts WHERE id = ? AND scope = ?`, [id, scope]),
    ([row]) => (row === undefined ? undefined : storedOf(row))
  )

/** Payouts of all scopes whose next step is due by a time, in the order in which they fell due; at most `rows`. */
export const dueBy = (
  store: RegionStore,
  time: number,
  rows: number
): Effect.Effect<ReadonlyArray<StoredPayout & { readonly scope: string }>, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow & { readonly scope: string }>(
      `SELECT scope, state, version FROM cards_payouts WHERE due_at <= ?
       ORDER BY due_at, sequence LIMIT CAST(? AS INTEGER)`,
      [time, rows]
    ),
    (found) => found.map((row) => ({ ...storedOf(row), scope: row.scope }))
  )

/** What a list of payouts may be narrowed by. */
export interface PayoutFilter {
  readonly status?: PayoutStatus | undefined
  readonly destination?: string | undefined
}

/** What is read of the payouts of a scope. */
export interface PayoutPage {
  readonly scope: string
  readonly filter: PayoutFilter
  readonly after: Cursor.CursorPosition | undefined
  readonly rows: number
}

/** A payout with its place in the list. */
export interface ListedPayout extends Cursor.CursorPosition {
  readonly payout: Payout
}

/** Payouts, newest first, from a position on. */
export const list = (
  store: RegionStore,
  { after, filter, rows, scope }: PayoutPage
): Effect.Effect<ReadonlyArray<ListedPayout>, StoreUnavailable> => {
  const where = ["scope = ?"]
  const params = [scope]
  const narrow = (condition: string, value: string | undefined) => {
    if (value === undefined) return
    where.push(condition)
    params.push(value)
  }
  narrow("destination = ?", filter.destination)
  narrow("status = ?", filter.status)
  return Effect.map(
    readKeyset<StateRow & { readonly created_at: number; readonly sequence: number }>(
      store,
      { table: "cards_payouts", columns: ["state", "version"], where, params },
      after,
      rows
    ),
    (found) =>
      found.map((row) => ({
        payout: storedOf(row).payout,
        createdAt: Number(row.created_at),
        sequence: Number(row.sequence)
      }))
  )
}
