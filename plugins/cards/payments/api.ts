/** Payments on the wire: endpoints, bodies and the answers to them. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { CardNumber, Country } from "../../../src/domain.ts"
import type { Answer } from "../../../src/plugin.ts"
import { catalogue, errorAnswer, type ErrorCode } from "../errors.ts"
import { timestamp } from "../events.ts"
import { listQuery } from "../lists.ts"
import {
  amountFrom,
  CurrencyCode,
  ErrorBody,
  listOf,
  Metadata,
  minAmountMinor,
  ReferenceId,
  text,
  Timestamp
} from "../wire.ts"
import type { CreatePayment, Payment } from "./Payment.ts"
import { encodePayment, PaymentBody, paymentStatuses } from "./PaymentBody.ts"
import type { PaymentEntry } from "./repository.ts"

/** The device that pays (decisions C1); it overrides what came with the payment method. */
export const ClientBody = Schema.Struct({
  ip: Schema.optionalKey(text(45)),
  ip_country: Schema.optionalKey(Country.CountryCode),
  device_id: Schema.optionalKey(text(200)),
  user_agent: Schema.optionalKey(text(1000)),
  accept_language: Schema.optionalKey(text(200))
})

/** Longest address to return to (our choice): what every browser takes. */
const maxUrlLength = 2_048

const isReturnUrl = (value: string): boolean => {
  if (value.length > maxUrlLength || !URL.canParse(value)) return false
  const { password, protocol, username } = new URL(value)
  const isWeb = protocol === "https:" || protocol === "http:"
  return isWeb && username === "" && password === "" && !CardNumber.isInUrl(value)
}

/** Where the browser goes after an authentication: the merchant's own page. */
const ReturnUrl = Schema.String.annotate({ expected: "an absolute http or https URL" }).check(
  Schema.makeFilter(isReturnUrl, {
    expected: "an absolute http or https URL of at most 2048 characters, without a card number in it"
  })
)

/** Body of create payment (spec cards §4), in its order; the last three are decisions C1. */
export const CreatePaymentBody = Schema.Struct({
  amount: amountFrom(minAmountMinor),
  currency: CurrencyCode,
  payment_method: Schema.optionalKey(
    ReferenceId.annotate({
      description: "Required, unless `customer` has a `default_payment_method`, which then pays.",
      expected: "an id"
    })
  ),
  customer: Schema.optionalKey(ReferenceId),
  capture_method: Schema.optionalKey(
    Schema.Literals(["automatic", "manual"]).annotate({ expected: "automatic or manual" })
  ),
  description: Schema.optionalKey(text(500)),
  metadata: Schema.optionalKey(Metadata),
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" })),
  client: Schema.optionalKey(ClientBody),
  off_session: Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
  return_url: Schema.optionalKey(ReturnUrl)
})

/** Body of capture; without an amount all of the authorization is captured. */
export const CapturePaymentBody = Schema.Struct({
  amount: Schema.optionalKey(amountFrom(1)),
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))
})

/** Body of confirm and cancel: nothing but the key. */
const EmptyBody = Schema.Struct({
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
  ...listQuery,
  status: Schema.optionalKey(
    Schema.Literals(["succeeded", "pending", "failed", "canceled"]).annotate({
      expected: "succeeded, pending, failed or canceled"
    })
  ),
  "created[gte]": Schema.optionalKey(Timestamp),
  "created[lte]": Schema.optionalKey(Timestamp),
  customer: Schema.optionalKey(ReferenceId),
  // Whole payments instead of entries (decisions B1).
  expand: Schema.optionalKey(Schema.Literals(["full"]).annotate({ expected: "full" }))
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
    success: listOf(Schema.Union([PaymentEntryBody, PaymentBody])),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", "/v2/payments/:id", { params: id, success: PaymentBody, error: ErrorBody }),
  HttpApiEndpoint.post("confirm", "/v2/payments/:id/confirm", {
    params: id,
    payload: EmptyBody,
    success: PaymentBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("capture", "/v2/payments/:id/capture", {
    params: id,
    payload: CapturePaymentBody,
    success: PaymentBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("cancel", "/v2/payments/:id/cancel", {
    params: id,
    payload: EmptyBody,
    success: PaymentBody,
    error: ErrorBody
  })
)

/** What a body asks for. */
export const commandOf = (body: typeof CreatePaymentBody.Type): CreatePayment => ({
  amountMinor: body.amount,
  currency: body.currency,
  ...(body.payment_method === undefined ? {} : { paymentMethod: body.payment_method }),
  ...(body.customer === undefined ? {} : { customer: body.customer }),
  ...(body.capture_method === undefined ? {} : { captureMethod: body.capture_method }),
  ...(body.description === undefined ? {} : { description: body.description }),
  ...(body.metadata === undefined ? {} : { metadata: body.metadata })
})

/** What a body says besides. */
export const contextOf = ({ client, off_session, return_url }: typeof CreatePaymentBody.Type) => ({
  offSession: off_session,
  returnUrl: return_url,
  client:
    client === undefined
      ? undefined
      : {
          ...(client.ip === undefined ? {} : { ip: client.ip }),
          ...(client.ip_country === undefined ? {} : { ipCountry: client.ip_country }),
          ...(client.device_id === undefined ? {} : { deviceId: client.device_id }),
          ...(client.user_agent === undefined ? {} : { userAgent: client.user_agent }),
          ...(client.accept_language === undefined ? {} : { acceptLanguage: client.accept_language })
        }
})

/** A list entry, or the whole payment where that was read. */
export const encodeEntry = (entry: PaymentEntry) =>
  entry.payment === undefined
    ? {
        id: entry.id,
        amount: entry.amountMinor,
        currency: entry.currency,
        status: entry.status,
        created_at: timestamp(entry.createdAt)
      }
    : encodePayment(entry.payment)

const isCode = (code: string): code is ErrorCode => code in catalogue

/**
 * The answer to a payment that was made or changed; a declined one is an error that names it (decisions B5). Only what
 * a bank says long after the request has a code that no answer has.
 */
export const answerPayment = (payment: Payment, paymentJson: string, requestId: string): Answer =>
  payment.decline === null || !isCode(payment.decline.code)
    ? { status: 200, body: paymentJson }
    : errorAnswer({ code: payment.decline.code, message: payment.decline.message, paymentId: payment.id }, requestId)
