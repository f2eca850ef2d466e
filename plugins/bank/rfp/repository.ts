/** Requests for payment as rows. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  documentTable,
  readDocument,
  readKeyset,
  storedAs,
  type KeysetQuery,
  type KeysetRow,
  type ListedDocument,
  type Read,
  type RegionStore
} from "../../../src/plugin.ts"
import { personalFields } from "../sealedColumns.ts"
import { partyForm } from "../payments/stored.ts"
import { expireRfpJobName, type Rfp, type RfpStatus } from "./Rfp.ts"

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

/** True for requests whose end was due by a moment, or was to be noted before and is tried again. */
const isOverdue = `EXISTS (SELECT 1 FROM jobs
  WHERE name = '${expireRfpJobName}' AND job_key = bank_rfps.id AND (attempts > 0 OR due_at <= ?))`

/** Narrows a list to requests that stand somewhere now, as they are shown. */
const whereStanding = (status: RfpStatus | undefined, now: number): KeysetQuery["where"] => {
  switch (status) {
    case "expired":
      return [[`(status = 'expired' OR (status IN ('pending', 'sent') AND ${isOverdue}))`, now]]
    case "pending":
    case "sent":
      return [
        ["status = ?", status],
        [`NOT ${isOverdue}`, now]
      ]
    default:
      return [["status = ?", status]]
  }
}

/** Requests of a scope, newest first, from a position on. */
export const listRfps = (
  store: RegionStore,
  of: { readonly scope: string; readonly status: RfpStatus | undefined; readonly now: number },
  after: Cursor.CursorPosition | undefined,
  rows: number
): Read<ReadonlyArray<ListedDocument<Rfp>>> => {
  const where: KeysetQuery["where"] = [["scope = ?", of.scope], ...whereStanding(of.status, of.now)]
  const query = { table: storedRfp.table, columns: ["state"], where }
  return Effect.map(readKeyset<{ readonly state: string } & KeysetRow>(store, query, after, rows), (found) =>
    found.map((row) => ({ ...readDocument(store, storedRfp, row.state), sequence: row.sequence }))
  )
}

/** Which of these requests have left, or ended. */
export const noLongerPending = (store: RegionStore, ids: ReadonlyArray<string>) =>
  Effect.map(
    store.read<{ readonly id: string }>(
      `SELECT id FROM bank_rfps WHERE status <> 'pending' AND id IN (${ids.map(() => "?").join(", ")})`,
      ids
    ),
    (rows) => rows.map(({ id }) => id)
  )
