/** A dispute as it is shown, in answers and in events alike. */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { CurrencyCode, Id, Minor, SentTime } from "../wire.ts"
import { disputeReasons, type Dispute } from "./Dispute.ts"
import { hasEvidence, type Evidence } from "./Evidence.ts"

/** Every status a dispute is shown with, and that lists are filtered by (spec cards §4). */
export const DisputeStatusWord = Schema.Literals(["needs_response", "under_review", "won", "lost"]).annotate({
  identifier: "DisputeStatus",
  expected: "needs_response, under_review, won or lost",
  description:
    "How far the dispute has come: `needs_response` (you can send evidence), `under_review` (the issuer looks at it), `won` (the money is yours), `lost` (the cardholder has it)."
})

/** A reason as it is written. */
export const DisputeReasonWord = Schema.Literals(disputeReasons).annotate({
  identifier: "DisputeReason",
  expected: disputeReasons.join(", "),
  description: "Why the cardholder disputes the payment, as the card's bank reports it."
})

const maybeText = Schema.NullOr(Schema.String)

const ShownEvidence = Wire.object<Evidence>()(
  "DisputeEvidence",
  "What you have sent so far. A text that you did not send is `null`.",
  {
    customer_communication: [
      maybeText,
      (evidence) => evidence.customerCommunication ?? null,
      "What you and the customer wrote to each other."
    ],
    receipt: [maybeText, (evidence) => evidence.receipt ?? null, "The receipt that the customer got."],
    shipping_documentation: [
      maybeText,
      (evidence) => evidence.shippingDocumentation ?? null,
      "That the goods were sent, and to whom."
    ],
    service_documentation: [
      maybeText,
      (evidence) => evidence.serviceDocumentation ?? null,
      "That the service was provided."
    ],
    refund_policy: [maybeText, (evidence) => evidence.refundPolicy ?? null, "Your terms for refunds."]
  }
)

const EvidenceDetails = Wire.object<Dispute>()("DisputeEvidenceDetails", "How your evidence stands.", {
  has_evidence: [Schema.Boolean, (dispute) => hasEvidence(dispute.evidence), "Whether any text is there."],
  submission_count: [
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
    (dispute) => (dispute.submittedAt === null ? 0 : 1),
    "How often it was submitted: once at most."
  ],
  past_due: [
    Schema.Boolean,
    "`true`: nobody answered in time. In test mode it is lost by that; in live mode the issuer decides."
  ]
})

/** A dispute as it is shown (spec cards §2; the evidence, its details and `livemode` are decisions B10). */
export const DisputeBody = Wire.object<Dispute>()(
  "Dispute",
  "A cardholder wants the money of a payment back through the card's bank.",
  {
    id: [Id, "Begins with `dsp_`."],
    object: Wire.is("dispute", "Always `dispute`."),
    payment_id: [Id, "The payment that is disputed."],
    amount: [Minor, (dispute) => dispute.amountMinor, "What is disputed, in the smallest currency unit."],
    currency: [CurrencyCode, "The currency of the payment."],
    reason: [DisputeReasonWord, "Why the cardholder disputes the payment."],
    status: [DisputeStatusWord, "How far the dispute has come."],
    respond_by: [
      SentTime,
      "Evidence must be submitted before this time: 14 days after the dispute was opened, unless the processor says otherwise."
    ],
    created_at: [SentTime, "When it was opened."],
    evidence: [ShownEvidence, "What you have sent so far."],
    evidence_details: [EvidenceDetails, (dispute) => dispute, "How your evidence stands."],
    livemode: [Schema.Boolean, "`false` in the sandbox."]
  }
)
