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
import type { Payment } from "./Payment.ts"
import { PaymentBody, paymentStatuses } from "./PaymentBody.ts"
import type { PaymentEntry } from "./repository.ts"

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

const PaymentEntryBody = Schema.Struct({
  id: Schema.String,
  amount: Schema.Int,
  currency: CurrencyCode,
  status: Schema.Literals(paymentStatuses),
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
