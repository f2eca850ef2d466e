/** Requests for payment as rows. */
import * as Effect from "effect/Effect"
import { documentTable, storedAs, type RegionStore } from "../../../src/plugin.ts"
import { personalFields } from "../sealedColumns.ts"
import { partyForm } from "../payments/stored.ts"
import type { Rfp } from "./Rfp.ts"

/** How requests are stored. */
export const storedRfp = storedAs<Rfp>({
  table: "bank_rfps",
  form: {
    id: "text",
    description: "text or null",
    createdAt: "number",
    decline: ["or null", { code: "text", reason: "text", at: "number" }],
    status: "text",
    clientId: "text",
    scope: "text",
    rail: "text",
    amountCents: "number",
    referenceId: "text or null",
    uetr: "text",
    messageId: "text",
    expiresAt: "number",
    dueDate: "text or null",
    payee: partyForm,
    payer: partyForm,
    progress: "text or null",
    fulfillingPaymentId: "text or null",
    latePaymentId: "text or null",
    events: "number"
  }
})

/** The requests. */
export const rfps = documentTable<Rfp, "scope" | "rail" | "status" | "reference_id" | "message_id">(
  storedRfp,
  ["scope", "rail", "status", "reference_id", "message_id"],
  (rfp) => ({
    scope: rfp.scope,
    rail: rfp.rail,
    status: rfp.status,
    reference_id: rfp.referenceId,
    message_id: rfp.messageId
  }),
  personalFields.bank_rfps
)

/** Which of these requests have left, or ended. */
export const noLongerPending = (store: RegionStore, ids: ReadonlyArray<string>) =>
  Effect.map(
    store.read<{ readonly id: string }>(
      `SELECT id FROM bank_rfps WHERE status <> 'pending' AND id IN (${ids.map(() => "?").join(", ")})`,
      ids
    ),
    (rows) => rows.map(({ id }) => id)
  )
