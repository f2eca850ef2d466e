/** Recalls as rows. */
import * as Effect from "effect/Effect"
import { documentTable, storedAs, type RegionStore } from "../../../src/plugin.ts"
import { personalFields } from "../sealedColumns.ts"
import { isOpen, type Recall } from "./Recall.ts"

const stored = storedAs<Recall>({
  table: "bank_recalls",
  form: {
    id: "text",
    createdAt: "number",
    status: "text",
    paymentId: "text",
    reason: "text",
    scope: "text",
    messageId: "text",
    additionalInfo: "text or null",
    responseReason: "text or null",
    resolvedAt: "number or null",
    returnedAmountMinor: "number or null",
    isMoneyBack: "boolean"
  }
})

/** The recalls. `open_payment_id` is set while one stands in the way of another: there can be one per wire. */
export const recalls = documentTable<Recall, "scope" | "payment_id" | "open_payment_id" | "message_id">(
  stored,
  ["scope", "payment_id", "open_payment_id", "message_id"],
  (recall) => ({
    scope: recall.scope,
    payment_id: recall.paymentId,
    open_payment_id: isOpen(recall) ? recall.paymentId : null,
    message_id: recall.messageId
  }),
  personalFields.bank_recalls
)

/** The recall of a wire that is open, if there is one. */
export const openRecall = (store: RegionStore, paymentId: string) =>
  recalls.byColumn(store, "open_payment_id", paymentId)

/** Whether a wire has an open recall. */
export const hasOpenRecall = (store: RegionStore, paymentId: string) =>
  Effect.map(openRecall(store, paymentId), (found) => found !== undefined)
