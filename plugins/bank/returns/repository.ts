/** Requests to give money back, as rows. */
import { documentTable } from "../../../src/plugin.ts"
import { personalFields } from "../sealedColumns.ts"
import type { ReturnRequest } from "./ReturnRequest.ts"

/** The requests. `open_payment_id` is set while one is open: there can be one per payment. */
export const returnRequests = documentTable<ReturnRequest, "scope" | "payment_id" | "open_payment_id" | "message_id">(
  "bank_return_requests",
  ["scope", "payment_id", "open_payment_id", "message_id"],
  (request) => ({
    scope: request.scope,
    payment_id: request.paymentId,
    open_payment_id: request.status === "pending" ? request.paymentId : null,
    message_id: request.messageId
  }),
  personalFields.bank_return_requests
)
