/** Requests for payment as rows. */
import { documentTable } from "../../../src/plugin.ts"
import type { Rfp } from "./Rfp.ts"

/** The requests. */
export const rfps = documentTable<Rfp, "scope" | "rail" | "status" | "reference_id" | "message_id">(
  "bank_rfps",
  ["scope", "rail", "status", "reference_id", "message_id"],
  (rfp) => ({
    scope: rfp.scope,
    rail: rfp.rail,
    status: rfp.status,
    reference_id: rfp.referenceId,
    message_id: rfp.messageId
  })
)
