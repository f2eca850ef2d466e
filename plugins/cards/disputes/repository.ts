/** Disputes as rows: columns are what lists are filtered by, the rest of the entity is one JSON document. */
import type { Cursor } from "../../../src/domain.ts"
import { ownedDocumentTable, type RegionStore } from "../../../src/plugin.ts"
import type { Dispute, DisputeStatus } from "./Dispute.ts"

const table = ownedDocumentTable("dispute", {
  table: "cards_disputes",
  columns: ["payment", "status"],
  columnsOf: (dispute: Dispute) => ({ payment: dispute.paymentId, status: dispute.status }),
  fixed: ["payment"]
})

export const { byId, insert, update } = table

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

/** Disputes, newest first, from a position on. */
export const list = (store: RegionStore, { filter, ...page }: DisputePage) =>
  table.list(store, { ...page, narrowing: { payment: filter.paymentId, status: filter.status } })
