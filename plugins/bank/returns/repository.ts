/** Requests to give money back, as rows. */
import { documentTable, storedAs } from "../../../src/plugin.ts"
import { personalFields } from "../sealedColumns.ts"
import type { ReturnRequest } from "./ReturnRequest.ts"

const stored = storedAs<ReturnRequest>({
  table: "bank_return_requests",
  form: {
    id: "text",
    createdAt: "number",
    status: "text",
    paymentId: "text",
    scope: "text",
    messageId: "text",
    reasonCode: "text",
    additionalInfo: "text or null",
    requestedAmountCents: "number",
    responseDueAt: "number",
    responseReason: "text or null"
  }
})

/** The requests. `open_payment_id` is set while one is open: there can be one per payment. */
export const returnRequests = documentTable<ReturnRequest, "scope" | "payment_id" | "open_payment_id" | "message_id">(
  stored,
  ["scope", "payment_id", "open_payment_id", "message_id"],
  (request) => ({
    scope: request.scope,
    payment_id: request.paymentId,
    open_payment_id: request.status === "pending" ? request.paymentId : null,
    message_id: request.messageId
  }),
  personalFields.bank_return_requests
)
