/** Payments as they are stored. */
import { storedAs } from "../../../src/plugin.ts"
import type { Payment } from "./Payment.ts"

const wayBack = ["if there", { url: "text", returnUrl: "text or null" }] as const

export const storedPayment = storedAs<Payment>({
  table: "cards_payments",
  form: {
    id: "text",
    state: "text",
    amountMinor: "number",
    amountCapturedMinor: "number",
    amountRefundedMinor: "number",
    currency: "text",
    paymentMethod: "text",
    customer: "text or null",
    description: "text or null",
    metadata: ["map of", "text"],
    captureMethod: "text",
    offSession: "boolean",
    createdAt: "number",
    livemode: "boolean",
    risk: {
      score: "number",
      level: "text",
      signals: ["list of", "text"],
      outcome: "text",
      model: "text",
      rulesTriggered: ["list of", { ruleId: "text", name: "text", scoreContribution: "number" }],
      fallback: ["if there", { model: "text", cause: "text" }]
    },
    sca: [
      "or null",
      {
        decision: "text",
        exemption: "text or null",
        reason: "text",
        counters: ["or null", { exemptCount: "number", exemptSumEurMinor: "number" }]
      }
    ],
    authentication: [
      "or null",
      { status: "text", redirectUrl: "text", returnUrl: "text or null", expiresAt: "number" }
    ],
    acquirerReference: "text or null",
    intent: [
      "or null",
      {
        operation: "text",
        reference: "text",
        amountMinor: "number",
        wayBack,
        unanswered: ["if there", { operation: "text", reference: "text", amountMinor: "number", wayBack }]
      }
    ],
    settlesAt: "number or null",
    captureBefore: "number or null",
    release: ["or null", { amountMinor: "number", expectedBy: "number" }],
    cancellationReason: "text or null",
    decline: ["or null", { code: "text", message: "text", source: "text" }],
    settlement: ["if there", { feeMinor: "number", dueAt: "number" }],
    disputes: ["if there", { latest: "text", open: "boolean", withheldMinor: "number" }]
  }
})
