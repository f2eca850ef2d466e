/** Payments and what their jobs are given, as they are stored. */
import { storedAs } from "../../../src/plugin.ts"
import type { PaymentJob } from "./Lifecycle.ts"
import type { Payment } from "./Payment.ts"

export const storedPayment = storedAs<Payment>({
  table: "bank_payments",
  form: {
    id: "text",
    createdAt: "number",
    status: "text",
    submittedAt: "number or null",
    kind: "text",
    clientId: "text",
    scope: "text",
    direction: "text",
    rail: "text",
    amountCents: "number",
    originator: "object",
    beneficiary: "object",
    remittanceInfo: "text or null",
    purposeCode: "text or null",
    referenceId: "text or null",
    idempotencyKey: "text or null",
    railSteps: "list",
    uetr: "text",
    endToEndId: "text",
    messageId: "text or null",
    hold: "object or null",
    approval: "object or null",
    approvedBy: "text or null",
    approvedAt: "number or null",
    scheduledFor: "number or null",
    settledAt: "number or null",
    posting: "text or null",
    returned: "object or null",
    failure: "object or null",
    rejection: "object or null",
    needsAttention: "boolean",
    rfpId: "text or null",
    timeline: "list",
    limitDay: "text"
  }
})

export const storedPaymentJob = storedAs<PaymentJob>({ table: "jobs/bank.payment", form: { paymentId: "text" } })
