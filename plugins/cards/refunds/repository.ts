/** Refunds as rows: columns are what lists are filtered by, the rest of the entity is one JSON document. */
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
import type { Refund } from "./Refund.ts"

/** A refund as it was read, with the version that an update must find. */
export interface StoredRefund {
  readonly refund: Refund
  readonly version: number
}

const table = versionedTable(
  "cards_refunds",
  ["id", "scope", "payment", "created_at", "state"],
  ["scope", "payment", "created_at"]
)

const rowOf = (scope: string, refund: Refund) => ({
  id: refund.id,
  scope,
  payment: refund.paymentId,
  created_at: refund.createdAt,
  state: JSON.stringify(refund)
})

export const insert = (scope: string, refund: Refund): Write => table.insert(rowOf(scope, refund))

export const update = (scope: string, refund: Refund, version: number): Write<VersionConflict> =>
  table.update(rowOf(scope, refund), version)

interface StateRow {
  readonly state: string
  readonly version: number
}

/** A refund of a scope, or `undefined`. */
export const byId = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<StoredRefund | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(`SELECT state, version FROM cards_refunds WHERE id = ? AND scope = ?`, [id, scope]),
    ([row]) =>
      row === undefined ? undefined : { refund: JSON.parse(row.state) as Refund, version: Number(row.version) }
  )

/** What is read of a list of refunds: those of a scope, or of one payment. */
export interface RefundPage {
  readonly scope: string
  readonly paymentId: string | undefined
  readonly after: Cursor.CursorPosition | undefined
  readonly rows: number
}

/** A refund with its place in the list. */
export interface ListedRefund extends Cursor.CursorPosition {
  readonly refund: Refund
}

/** Refunds, newest first, from a position on. */
export const list = (
  store: RegionStore,
  { after, paymentId, rows, scope }: RefundPage
): Effect.Effect<ReadonlyArray<ListedRefund>, StoreUnavailable> =>
  Effect.map(
    readKeyset<{ readonly state: string; readonly created_at: number; readonly sequence: number }>(
      store,
      {
        table: "cards_refunds",
        columns: ["state"],
        where: paymentId === undefined ? ["scope = ?"] : ["scope = ?", "payment = ?"],
        params: paymentId === undefined ? [scope] : [scope, paymentId]
      },
      after,
      rows
    ),
    (found) =>
      found.map((row) => ({
        refund: JSON.parse(row.state) as Refund,
        createdAt: Number(row.created_at),
        sequence: Number(row.sequence)
      }))
  )
