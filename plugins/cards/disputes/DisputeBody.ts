/** A dispute as it is shown, in answers and in events alike. */
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { CurrencyCode } from "../wire.ts"
import { disputeReasons, type Dispute } from "./Dispute.ts"
import { hasEvidence } from "./Evidence.ts"

/** Every status a dispute is shown with, and that lists are filtered by (spec cards §4). */
export const DisputeStatusWord = Schema.Literals(["needs_response", "under_review", "won", "lost"]).annotate({
  expected: "needs_response, under_review, won or lost"
})

/** A reason as it is written. */
export const DisputeReasonWord = Schema.Literals(disputeReasons).annotate({ expected: disputeReasons.join(", ") })

const maybeText = Schema.NullOr(Schema.String)

/** A dispute as it is shown (spec cards §2; the evidence, its details and `livemode` are decisions B10). */
export const DisputeBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("dispute"),
  payment_id: Schema.String,
  amount: Schema.Int,
  currency: CurrencyCode,
  reason: DisputeReasonWord,
  status: DisputeStatusWord,
  respond_by: Schema.String,
  created_at: Schema.String,
  evidence: Schema.Struct({
    customer_communication: maybeText,
    receipt: maybeText,
    shipping_documentation: maybeText,
    service_documentation: maybeText,
    refund_policy: maybeText
  }),
  evidence_details: Schema.Struct({
    has_evidence: Schema.Boolean,
    submission_count: Schema.Int,
    past_due: Schema.Boolean
  }),
  livemode: Schema.Boolean
})

/** A dispute as it is shown. */
export const encodeDispute = (dispute: Dispute): typeof DisputeBody.Type => ({
  id: dispute.id,
  object: "dispute",
  payment_id: dispute.paymentId,
  amount: dispute.amountMinor,
  currency: dispute.currency,
  reason: dispute.reason,
  status: dispute.status,
  respond_by: timestamp(dispute.respondBy),
  created_at: timestamp(dispute.createdAt),
  evidence: {
    customer_communication: dispute.evidence.customerCommunication ?? null,
    receipt: dispute.evidence.receipt ?? null,
    shipping_documentation: dispute.evidence.shippingDocumentation ?? null,
    service_documentation: dispute.evidence.serviceDocumentation ?? null,
    refund_policy: dispute.evidence.refundPolicy ?? null
  },
  evidence_details: {
    has_evidence: hasEvidence(dispute.evidence),
    submission_count: dispute.submittedAt === null ? 0 : 1,
    past_due: dispute.pastDue
  },
  livemode: dispute.livemode
})
