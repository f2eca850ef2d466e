/** Disputes as rows: columns are what lists are filtered by, the rest of the entity is one JSON document. */
import { ownedDocumentTable, storedAs } from "../../../src/plugin.ts"
import type { Dispute } from "./Dispute.ts"

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
    evidence: {},
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

export const { byId, insert, list, update } = table
