/** A payment as it is shown, in answers and in events alike. */
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { CurrencyCode } from "../wire.ts"
import type { Payment } from "./Payment.ts"
import { statusOf, type PaymentState, type PaymentStatus } from "./PaymentState.ts"

/** Every status a payment is shown with (spec cards §2). */
export const paymentStatuses = [
  "succeeded",
  "pending",
  "failed",
  "canceled",
  "requires_action"
] as const satisfies ReadonlyArray<PaymentStatus>

/** A payment as it is shown (spec cards §2; `authorization`, `failure` and `cancellation_reason` are decisions B1). */
export const PaymentBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("payment"),
  amount: Schema.Int,
  amount_captured: Schema.Int,
  amount_refunded: Schema.Int,
  currency: CurrencyCode,
  status: Schema.Literals(paymentStatuses),
  payment_method: Schema.String,
  customer: Schema.optionalKey(Schema.String),
  description: Schema.NullOr(Schema.String),
  metadata: Schema.Record(Schema.String, Schema.String),
  capture_method: Schema.Literals(["automatic", "manual"]),
  created_at: Schema.String,
  livemode: Schema.Boolean,
  risk: Schema.Struct({
    score: Schema.Int,
    level: Schema.Literals(["low", "medium", "high", "critical"]),
    signals: Schema.Array(Schema.String),
    outcome: Schema.Literals(["approved", "review", "blocked"])
  }),
  sca: Schema.NullOr(
    Schema.Struct({
      decision: Schema.Literals(["out_of_scope", "exempt", "challenge", "attempted"]),
      exemption: Schema.NullOr(Schema.Literals(["low_value", "transaction_risk_analysis", "trusted_beneficiary"])),
      reason: Schema.Literals([
        "out_of_scope_one_leg",
        "out_of_scope_corporate",
        "out_of_scope_merchant_initiated",
        "exempt_low_value",
        "exempt_transaction_risk",
        "exempt_trusted_beneficiary",
        "required_by_issuer",
        "required_by_rule",
        "required"
      ]),
      counters: Schema.NullOr(Schema.Struct({ exempt_count: Schema.Int, exempt_sum: Schema.Int }))
    })
  ),
  next_action: Schema.optionalKey(
    Schema.Struct({ type: Schema.Literal("redirect_to_url"), redirect_url: Schema.String })
  ),
  authorization: Schema.Struct({
    state: Schema.Literals(["none", "authorized", "captured", "partially_captured", "voided", "expired"]),
    amount_authorized: Schema.Int,
    amount_capturable: Schema.Int,
    capture_before: Schema.NullOr(Schema.String),
    released_amount: Schema.Int,
    release_expected_by: Schema.NullOr(Schema.String)
  }),
  settles_at: Schema.optionalKey(Schema.String),
  cancellation_reason: Schema.optionalKey(Schema.Literals(["requested_by_merchant", "expired"])),
  disputed: Schema.optionalKey(Schema.Boolean),
  dispute: Schema.optionalKey(Schema.String),
  failure: Schema.optionalKey(
    Schema.Struct({
      code: Schema.String,
      message: Schema.String,
      source: Schema.Literals(["issuer", "risk", "processor", "authentication"])
    })
  )
})

type Shown = typeof PaymentBody.Type

/** What is shown of the authorization in a state; there is none before the issuer's yes, nor without it. */
const authorizationStates: Readonly<Record<PaymentState, Shown["authorization"]["state"]>> = {
  new: "none",
  requires_action: "none",
  authorizing: "none",
  submitted: "none",
  authorized: "authorized",
  captured: "captured",
  partially_captured: "partially_captured",
  voided: "voided",
  abandoned: "none",
  expired: "expired",
  failed: "none"
}

const authorizationOf = (payment: Payment): Shown["authorization"] => {
  const state = authorizationStates[payment.state]
  return {
    state,
    amount_authorized: state === "none" ? 0 : payment.amountMinor,
    amount_capturable: state === "authorized" ? payment.amountMinor : 0,
    capture_before: payment.captureBefore === null ? null : timestamp(payment.captureBefore),
    released_amount: payment.release?.amountMinor ?? 0,
    release_expected_by: payment.release === null ? null : timestamp(payment.release.expectedBy)
  }
}

const scaOf = ({ sca }: Payment): Shown["sca"] =>
  sca === null
    ? null
    : {
        decision: sca.decision,
        exemption: sca.exemption,
        reason: sca.reason,
        counters:
          sca.counters === null
            ? null
            : { exempt_count: sca.counters.exemptCount, exempt_sum: sca.counters.exemptSumEurMinor }
      }

const nextActionOf = ({ authentication, state }: Payment): Pick<Shown, "next_action"> | undefined =>
  authentication === null || statusOf[state] !== "requires_action"
    ? undefined
    : { next_action: { type: "redirect_to_url", redirect_url: authentication.redirectUrl } }

/** A payment as it is shown. */
export const encodePayment = (payment: Payment): typeof PaymentBody.Type => ({
  id: payment.id,
  object: "payment",
  amount: payment.amountMinor,
  amount_captured: payment.amountCapturedMinor,
  amount_refunded: payment.amountRefundedMinor,
  currency: payment.currency,
  status: statusOf[payment.state],
  payment_method: payment.paymentMethod,
  ...(payment.customer === null ? {} : { customer: payment.customer }),
  description: payment.description,
  metadata: payment.metadata,
  capture_method: payment.captureMethod,
  created_at: timestamp(payment.createdAt),
  livemode: payment.livemode,
  risk: {
    score: payment.risk.score,
    level: payment.risk.level,
    signals: payment.risk.signals,
    outcome: payment.risk.outcome
  },
  sca: scaOf(payment),
  ...nextActionOf(payment),
  authorization: authorizationOf(payment),
  ...(payment.settlesAt === null ? {} : { settles_at: timestamp(payment.settlesAt) }),
  ...(payment.cancellationReason === null ? {} : { cancellation_reason: payment.cancellationReason }),
  ...(payment.disputes === undefined ? {} : { disputed: true, dispute: payment.disputes.latest }),
  ...(payment.decline === null ? {} : { failure: payment.decline })
})

/**
 * A payment as the JSON it is shown as. It is kept with the payment, so a release that changes it empties the column
 * `shown` of `cards_payments`.
 */
export const showPayment = (payment: Payment): string => JSON.stringify(encodePayment(payment))
