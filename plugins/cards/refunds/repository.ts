/** Refunds as rows: columns are what lists are filtered by, the rest of the entity is one JSON document. */
import type { Cursor } from "../../../src/domain.ts"
import { ownedDocumentTable, storedAs, type RegionStore } from "../../../src/plugin.ts"
import type { Refund } from "./Refund.ts"

export const storedRefund = storedAs<Refund>({
  table: "cards_refunds",
  form: {
    id: "text",
    amountMinor: "number",
    currency: "text",
    createdAt: "number",
    livemode: "boolean",
    decline: "object or null",
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

export const { byId, insert, ownerOf, update } = table

/** What is read of a list of refunds: those of a scope, or of one payment. */
export interface RefundPage {
  readonly scope: string
  readonly paymentId: string | undefined
  readonly after: Cursor.CursorPosition | undefined
  readonly rows: number
}

/** Refunds, newest first, from a position on. */
export const list = (store: RegionStore, { paymentId, ...page }: RefundPage) =>
  table.list(store, { ...page, narrowing: { payment: paymentId } })
