/** Disputes as rows: columns are what lists are filtered by, the rest of the entity is one JSON document. */
import type { Cursor } from "../../../src/domain.ts"
import { ownedDocumentTable, storedAs, type RegionStore } from "../../../src/plugin.ts"
import type { Dispute, DisputeStatus } from "./Dispute.ts"

export const storedDispute = storedAs<Dispute>({
  table: "cards_disputes",
  form: {
    id: "text",
    amountMinor: "number",
    currency: "text",
    createdAt: "number",
    livemode: "boolean",
    status: "text",
    paymentId: "text",
    reason: "text",
    evidence: "object",
    submittedAt: "number or null",
    pastDue: "boolean",
    respondBy: "number"
  }
})

const table = ownedDocumentTable("dispute", {
  stored: storedDispute,
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
