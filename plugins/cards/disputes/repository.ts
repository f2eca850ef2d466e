/** Disputes as rows: columns are what lists are filtered by, the rest of the entity is one JSON document. */
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
import type { Dispute, DisputeStatus } from "./Dispute.ts"

/** A dispute as it was read, with the version that an update must find. */
export interface StoredDispute {
  readonly dispute: Dispute
  readonly version: number
}

const table = versionedTable(
  "cards_disputes",
  ["id", "scope", "payment", "status", "created_at", "state"],
  ["scope", "payment", "created_at"]
)

const rowOf = (scope: string, dispute: Dispute) => ({
  id: dispute.id,
  scope,
  payment: dispute.paymentId,
  status: dispute.status,
  created_at: dispute.createdAt,
  state: JSON.stringify(dispute)
})

export const insert = (scope: string, dispute: Dispute): Write => table.insert(rowOf(scope, dispute))

export const update = (scope: string, dispute: Dispute, version: number): Write<VersionConflict> =>
  table.update(rowOf(scope, dispute), version)

interface StateRow {
  readonly state: string
  readonly version: number
}

/** A dispute of a scope, or `undefined`. */
export const byId = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<StoredDispute | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(`SELECT state, version FROM cards_disputes WHERE id = ? AND scope = ?`, [id, scope]),
    ([row]) =>
      row === undefined ? undefined : { dispute: JSON.parse(row.state) as Dispute, version: Number(row.version) }
  )

/** What a list of disputes may be narrowed by. */
export interface DisputeFilter {
  readonly status?: DisputeStatus | undefined
  readonly paymentId?: string | undefined
}

/** What is read of the disputes of a scope. */
export interface DisputePage {
  readonly scope: string
  readonly filter: DisputeFilter
  readonly after: Cursor.CursorPosition | undefined
  readonly rows: number
}

/** A dispute with its place in the list. */
export interface ListedDispute extends Cursor.CursorPosition {
  readonly dispute: Dispute
}

/** Disputes, newest first, from a position on. */
export const list = (
  store: RegionStore,
  { after, filter, rows, scope }: DisputePage
): Effect.Effect<ReadonlyArray<ListedDispute>, StoreUnavailable> => {
  const where = ["scope = ?"]
  const params = [scope]
  const narrow = (condition: string, value: string | undefined) => {
    if (value === undefined) return
    where.push(condition)
    params.push(value)
  }
  narrow("payment = ?", filter.paymentId)
  narrow("status = ?", filter.status)
  const query = { table: "cards_disputes", columns: ["state"], where, params }
  return Effect.map(
    readKeyset<{ readonly state: string; readonly created_at: number; readonly sequence: number }>(
      store,
      query,
      after,
      rows
    ),
    (found) =>
      found.map((row) => ({
        dispute: JSON.parse(row.state) as Dispute,
        createdAt: Number(row.created_at),
        sequence: Number(row.sequence)
      }))
  )
}
