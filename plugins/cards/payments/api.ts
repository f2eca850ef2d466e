/** Payments on the wire: endpoints, bodies and the answers to them. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import type { Answer } from "../../../src/plugin.ts"
import { errorAnswer } from "../errors.ts"
import { timestamp } from "../events.ts"
import {
  amountFrom,
  CurrencyCode,
  ErrorBody,
  Limit,
  listOf,
  Metadata,
  minAmountMinor,
  ReferenceId,
  text,
  Timestamp
} from "../wire.ts"
import { statusOf, type Payment } from "./Payment.ts"
import type { PaymentEntry } from "./repository.ts"

const statuses = ["succeeded", "pending", "failed", "canceled", "requires_action"] as const

/** The device that pays (decisions C1); it overrides what came with the payment method. */
export const ClientBody = Schema.Struct({
  ip: Schema.optionalKey(text(45)),
  device_id: Schema.optionalKey(text(200)),
  user_agent: Schema.optionalKey(text(1000)),
  accept_language: Schema.optionalKey(text(200))
})

/** Body of create payment (spec cards §4), in its order. */
export const CreatePaymentBody = Schema.Struct({
  amount: amountFrom(minAmountMinor),
  currency: CurrencyCode,
  payment_method: ReferenceId,
  customer: Schema.optionalKey(ReferenceId),
  capture_method: Schema.optionalKey(
    Schema.Literals(["automatic", "manual"]).annotate({ expected: "automatic or manual" })
  ),
  description: Schema.optionalKey(text(500)),
  metadata: Schema.optionalKey(Metadata),
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" })),
  client: Schema.optionalKey(ClientBody),
  off_session: Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" }))
})

/** Body of capture; without an amount all of the authorization is captured. */
export const CapturePaymentBody = Schema.Struct({
  amount: Schema.optionalKey(amountFrom(1)),
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))
})

const CancelPaymentBody = Schema.Struct({
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))
})

/** A payment as it is shown (spec cards §2; `authorization`, `failure` and `cancellation_reason` are decisions B1). */
export const PaymentBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("payment"),
  amount: Schema.Int,
  amount_captured: Schema.Int,
  amount_refunded: Schema.Int,
  currency: CurrencyCode,
  status: Schema.Literals(statuses),
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

const PaymentEntryBody = Schema.Struct({
  id: Schema.String,
  amount: Schema.Int,
  currency: CurrencyCode,
  status: Schema.Literals(statuses),
  created_at: Schema.String
})

/** `requires_action` is no filter value (spec cards §4). */
const ListPaymentsQuery = {
  limit: Schema.optionalKey(Limit),
  cursor: Schema.optionalKey(Schema.String),
  status: Schema.optionalKey(
    Schema.Literals(["succeeded", "pending", "failed", "canceled"]).annotate({
      expected: "succeeded, pending, failed or canceled"
    })
  ),
  "created[gte]": Schema.optionalKey(Timestamp),
  "created[lte]": Schema.optionalKey(Timestamp),
  customer: Schema.optionalKey(ReferenceId)
}

const id = { id: Schema.String }

/** The endpoints of this slice. */
export const PaymentsApi = HttpApiGroup.make("payments").add(
  HttpApiEndpoint.post("create", "/v2/payments", {
    payload: CreatePaymentBody,
    success: PaymentBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("list", "/v2/payments", {
    query: ListPaymentsQuery,
    success: listOf(PaymentEntryBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", "/v2/payments/:id", { params: id, success: PaymentBody, error: ErrorBody }),
  HttpApiEndpoint.post("capture", "/v2/payments/:id/capture", {
    params: id,
    payload: CapturePaymentBody,
    success: PaymentBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("cancel", "/v2/payments/:id/cancel", {
    params: id,
    payload: CancelPaymentBody,
    success: PaymentBody,
    error: ErrorBody
  })
)

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

/** A list entry. */
export const encodeEntry = (entry: PaymentEntry) => ({
  id: entry.id,
  amount: entry.amountMinor,
  currency: entry.currency,
  status: entry.status,
  created_at: timestamp(entry.createdAt)
})

/** The answer to a payment that was made or changed; a declined one is an error that names it (decisions B5). */
export const answerPayment = (payment: Payment, paymentJson: string, requestId: string): Answer =>
  payment.decline === null
    ? { status: 200, body: paymentJson }
    : errorAnswer({ code: payment.decline.code, message: payment.decline.message, paymentId: payment.id }, requestId)
