/** A payment as it is shown, in answers and in events alike. */
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { CurrencyCode } from "../wire.ts"
import { statusOf, type Payment, type PaymentStatus } from "./Payment.ts"

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
  authorization: Schema.Struct({
    state: Schema.Literals(["none", "authorized", "captured", "partially_captured", "voided", "expired"]),
    amount_authorized: Schema.Int,
    amount_capturable: Schema.Int,
    capture_before: Schema.NullOr(Schema.String),
    released_amount: Schema.Int,
    release_expected_by: Schema.NullOr(Schema.String)
  }),
  cancellation_reason: Schema.optionalKey(Schema.Literals(["requested_by_merchant", "expired"])),
  failure: Schema.optionalKey(
    Schema.Struct({
      code: Schema.String,
      message: Schema.String,
      source: Schema.Literals(["issuer", "risk", "processor"])
    })
  )
})

const authorizationOf = (payment: Payment): (typeof PaymentBody.Type)["authorization"] => ({
  state: payment.state === "failed" || payment.state === "new" ? "none" : payment.state,
  amount_authorized: payment.state === "failed" ? 0 : payment.amountMinor,
  amount_capturable: payment.state === "authorized" ? payment.amountMinor : 0,
  capture_before: payment.captureBefore === null ? null : timestamp(payment.captureBefore),
  released_amount: payment.release?.amountMinor ?? 0,
  release_expected_by: payment.release === null ? null : timestamp(payment.release.expectedBy)
})

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
  authorization: authorizationOf(payment),
  ...(payment.cancellationReason === null ? {} : { cancellation_reason: payment.cancellationReason }),
  ...(payment.decline === null ? {} : { failure: payment.decline })
})
