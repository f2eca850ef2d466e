/** Refunds as rows: columns are what lists are filtered by, the rest of the entity is one JSON document. */
import { ownedDocumentTable, storedAs } from "../../../src/plugin.ts"
import type { Refund } from "./Refund.ts"

export const storedRefund = storedAs<Refund>({
  table: "cards_refunds",
  form: {
    id: "text",
    amountMinor: "number",
    currency: "text",
    createdAt: "number",
    livemode: "boolean",
    decline: ["or null", { code: "text", message: "text" }],
    status: "text",
    paymentId: "text",
    reason: "text or null"
  }
})

const table = ownedDocumentTable("refund", {
  stored: storedRefund,
  columns: ["payment"],
  columnsOf: (refund: Refund) => ({ payment: refund.paymentId }),
  fixed: ["payment"]
})

export const { byId, insert, list, ownerOf, update } = table
