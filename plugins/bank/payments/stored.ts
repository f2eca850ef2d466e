/** Payments and what their jobs are given, as they are stored. */
import { storedAs, type FormOf } from "../../../src/plugin.ts"
import type { AchDetails } from "../ach/AchDetails.ts"
import type { PaymentJob, WireRequest } from "./Lifecycle.ts"
import type { ForeignParty, Party, Payment } from "./Payment.ts"

/** The form of a party with an account in the US. */
export const partyForm: FormOf<Party> = {
  name: "text",
  accountNumber: "text",
  accountType: "text",
  routingNumber: "text"
}

const foreignForm: FormOf<ForeignParty> = {
  name: "text",
  accountNumber: "text",
  isIban: "boolean",
  bic: "text",
  bankCountry: "text"
}

/** The form of what a request for a wire says beside parties and amount. */
export const wireForm: FormOf<WireRequest> = {
  transferType: "text",
  currency: "text",
  chargeBearer: "text",
  intermediary: "text or null",
  countedCents: "number"
}

/** The form of what ACH adds to a payment. */
export const achForm: FormOf<AchDetails> = {
  purpose: "text",
  window: { kind: "text", effectiveDate: "text", closesAt: "number", settlesAt: "number" },
  place: ["or null", { fileId: "text", fileName: "text", batchNumber: "number", traceNumber: "text" }],
  settlementDate: "text or null",
  isReturnTimeOver: "boolean",
  returned: [
    "or null",
    {
      settlementDate: "text",
      representmentEligible: "boolean",
      representmentDeadline: "text or null",
      representmentGuidance: "text or null",
      untimely: "boolean"
    }
  ],
  corrections: [
    "list of",
    { code: "text", meaning: "text", correctedData: "text", receivedAt: "number", correctBy: "text" }
  ],
  reversal: [
    "or null",
    { id: "text", paymentId: "text", reason: "text", referenceId: "text or null", createdAt: "number" }
  ],
  reversalOf: "text or null",
  representmentOf: "text or null",
  representments: ["list of", "text"],
  firstSettlementDate: "text or null",
  batch: ["or null", { id: "text", index: "number", entryReferenceId: "text or null" }],
  direction: "text",
  secCode: "text",
  companyId: "text",
  companyName: "text",
  entryDescription: "text",
  discretionaryData: "text",
  identificationNumber: "text",
  webTelPaymentType: "text or null",
  addenda: ["list of", "text"],
  iat: [
    "or null",
    {
      transactionTypeCode: "text",
      originCurrency: "text",
      destinationCurrency: "text",
      destinationCountry: "text",
      receivingBank: { name: "text", id: "text", idQualifier: "text", country: "text" },
      foreignCorrespondents: ["list of", { name: "text", id: "text", idQualifier: "text", country: "text" }],
      originatingBankName: "text"
    }
  ]
}

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
    originator: partyForm,
    beneficiary: ["one of", [partyForm, foreignForm]],
    remittanceInfo: "text or null",
    purposeCode: "text or null",
    referenceId: "text or null",
    idempotencyKey: "text or null",
    railSteps: ["list of", { considered: "text", outcome: "text", reason: "text" }],
    uetr: "text",
    endToEndId: "text",
    messageId: "text or null",
    hold: [
      "or null",
      { holdId: "text", reason: "text", matchedField: "text or null", matchScore: "number or null", heldAt: "number" }
    ],
    approval: [
      "or null",
      {
        ruleId: "text",
        approversNeeded: "number",
        approvals: ["list of", { by: "text", at: "number", note: "text or null" }]
      }
    ],
    approvedBy: "text or null",
    approvedAt: "number or null",
    scheduledFor: "number or null",
    settledAt: "number or null",
    posting: "text or null",
    returned: [
      "or null",
      {
        code: "text",
        reason: "text",
        narrative: "text or null",
        amountCents: "number",
        fundsMoved: "boolean",
        at: "number"
      }
    ],
    failure: ["or null", { code: "text", networkCode: "text or null", message: "text", at: "number" }],
    rejection: ["or null", { stage: "text", reasonCode: "text", reason: "text", by: "text", at: "number" }],
    needsAttention: "boolean",
    rfpId: "text or null",
    timeline: ["list of", { type: "text", at: "number" }],
    limitDay: "text",
    wire: ["if there", { ...wireForm, valueDate: "text", imad: "text or null" }],
    ach: ["if there", achForm],
    mentions: ["if there", ["list of", { field: "text" }]],
    suspense: [
      "if there",
      {
        amountCents: "number",
        foreign: ["if there", ["list of", { amountCents: "number", currency: "text" }]],
        isContradicted: "boolean",
        found: "text or null",
        clearings: "number"
      }
    ]
  }
})

export const storedPaymentJob = storedAs<PaymentJob>({ table: "jobs/bank.payment", form: { paymentId: "text" } })
