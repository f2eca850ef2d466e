/**
 * The error catalogue (decisions B5): every code a client can see, once, with its type and status, and the one place
 * where a failure becomes an error body.
 */
import { CardNumber, type Cursor } from "../../src/domain.ts"
import { json, Refusal, type Answer, type StoreOpenFailed, type StoreUnavailable } from "../../src/plugin.ts"
import { customerAreaRows, type CustomerAreaFailure } from "./customer-errors.ts"
import type { AuthenticationFailure } from "./face.ts"
import { kycRows, type KycFailure } from "./kyc-errors.ts"
import { moneyRows, type MoneyFailure } from "./money-errors.ts"
import type { PaymentMethodFailure } from "./payment-methods/PaymentMethod.ts"
import type { AcquirerUnknown } from "./acquirer/Acquirer.ts"
import type { PaymentFailure } from "./payments/Payment.ts"
import { riskRows, type RiskFailure } from "./risk-errors.ts"
import type { WebhookEndpointFailure } from "./webhook-endpoints/operations.ts"
import { inThisRegion, missing } from "./missing.ts"

/** The error types of spec cards §7. */
export type ErrorType = "api_error" | "card_error" | "validation_error" | "authentication_error"

/** Code → status and type. */
export const catalogue = {
  invalid_json: [400, "validation_error"],
  parameter_missing: [400, "validation_error"],
  parameter_invalid: [400, "validation_error"],
  parameter_unknown: [400, "validation_error"],
  amount_too_small: [400, "validation_error"],
  amount_too_large: [400, "validation_error"],
  invalid_currency: [400, "validation_error"],
  string_too_long: [400, "validation_error"],
  metadata_too_many_pairs: [400, "validation_error"],
  metadata_key_too_long: [400, "validation_error"],
  metadata_value_too_long: [400, "validation_error"],
  metadata_value_invalid: [400, "validation_error"],
  invalid_cursor: [400, "validation_error"],
  invalid_limit: [400, "validation_error"],
  invalid_timestamp: [400, "validation_error"],
  invalid_region: [400, "validation_error"],
  invalid_version: [400, "validation_error"],
  invalid_card_number: [400, "validation_error"],
  invalid_expiry: [400, "validation_error"],
  not_a_test_card: [400, "validation_error"],
  email_taken: [400, "validation_error"],
  invalid_phone: [400, "validation_error"],
  active_subscriptions: [400, "validation_error"],
  payment_method_detached: [400, "validation_error"],
  payment_method_customer_mismatch: [400, "validation_error"],
  bank_account_unverified: [400, "validation_error"],
  authentication_pending: [400, "validation_error"],
  payment_unexpected_state: [400, "validation_error"],
  payment_already_captured: [400, "validation_error"],
  payment_not_capturable: [400, "validation_error"],
  capture_amount_too_large: [400, "validation_error"],
  payment_not_cancelable: [400, "validation_error"],
  payment_expired: [400, "validation_error"],
  payment_not_refundable: [400, "validation_error"],
  payment_fully_refunded: [400, "validation_error"],
  payment_disputed: [400, "validation_error"],
  refund_amount_too_large: [400, "validation_error"],
  evidence_already_submitted: [400, "validation_error"],
  evidence_deadline_passed: [400, "validation_error"],
  evidence_empty: [400, "validation_error"],
  dispute_unexpected_state: [400, "validation_error"],
  currency_mismatch: [400, "validation_error"],
  instant_payout_unavailable: [400, "validation_error"],
  balance_insufficient: [400, "validation_error"],
  payout_unexpected_state: [400, "validation_error"],
  invalid_alert_transition: [400, "validation_error"],
  invalid_image: [400, "validation_error"],
  image_too_large: [400, "validation_error"],
  kyc_in_progress: [400, "validation_error"],
  kyc_already_verified: [400, "validation_error"],
  idempotency_key_conflict: [400, "validation_error"],
  missing_api_key: [401, "authentication_error"],
  invalid_api_key: [401, "authentication_error"],
  live_key_in_sandbox: [401, "authentication_error"],
  test_key_in_production: [401, "authentication_error"],
  card_declined: [402, "card_error"],
  insufficient_funds: [402, "card_error"],
  expired_card: [402, "card_error"],
  incorrect_cvc: [402, "card_error"],
  fraudulent: [402, "card_error"],
  account_closed: [402, "card_error"],
  beta_access_required: [403, "authentication_error"],
  live_key_not_allowed: [403, "authentication_error"],
  screening_match: [403, "validation_error"],
  kyc_required: [403, "validation_error"],
  sanctioned_country: [403, "validation_error"],
  resource_missing: [404, "validation_error"],
  unknown_endpoint: [404, "validation_error"],
  method_not_allowed: [405, "validation_error"],
  idempotency_key_reused: [409, "validation_error"],
  idempotency_key_in_use: [409, "api_error"],
  request_too_large: [413, "validation_error"],
  unsupported_media_type: [415, "validation_error"],
  rate_limit_exceeded: [429, "api_error"],
  internal_error: [500, "api_error"],
  unavailable: [503, "api_error"]
} as const satisfies Readonly<Record<string, readonly [number, ErrorType]>>

/** Every error code. */
export type ErrorCode = keyof typeof catalogue

/** What is said of one failure. */
export interface ErrorDetail {
  readonly code: ErrorCode
  readonly message: string
  readonly param?: string | undefined
  /** Instead of the catalogue's: a missing resource is 404 in the path and 400 in the body. */
  readonly status?: number
  readonly paymentId?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A card number that was sent in the wrong place, even a mistyped one, must not come back in a message. */
const masked = CardNumber.withoutLongNumbers

/** The version is no part of a number that follows it. */
const maskedPath = (path: string): string => {
  const [start] = /^(?:\/[a-z]+)?\/v2\/|/.exec(path)!
  return `${start}${masked(path.slice(start.length))}`
}

/** The error body (spec cards §7). */
export const errorAnswer = (detail: ErrorDetail, requestId: string): Answer => {
  const [status, type] = catalogue[detail.code]
  return json(
    detail.status ?? status,
    {
      error: {
        type,
        code: detail.code,
        message: detail.message,
        ...(detail.param === undefined ? {} : { param: detail.param }),
        request_id: requestId,
        ...(detail.paymentId === undefined ? {} : { payment_id: detail.paymentId })
      }
    },
    detail.headers
  )
}

/** Everything that a request of this plugin may fail with. */
export type CardsFailure =
  | AuthenticationFailure
  | PaymentFailure
  | AcquirerUnknown
  | PaymentMethodFailure
  | WebhookEndpointFailure
  | CustomerAreaFailure
  | MoneyFailure
  | RiskFailure
  | KycFailure
  | Cursor.InvalidCursor
  | Refusal.Refusal
  | StoreUnavailable
  | StoreOpenFailed

type Rows = { readonly [F in CardsFailure as F["_tag"]]: (failure: F) => ErrorDetail }

const isCode = (text: string | undefined): text is ErrorCode => text !== undefined && text in catalogue

const paramOf = (path: ReadonlyArray<string>): string | undefined =>
  path.length === 0 ? undefined : masked(path.join("."))

const problemCodes = {
  missing: "parameter_missing",
  unknown: "parameter_unknown",
  invalid: "parameter_invalid",
  more: "parameter_invalid"
} as const

const invalidParameters = ({ issues }: Refusal.InvalidParameters): ErrorDetail => {
  const issue = issues[0]!
  const param = paramOf(issue.path)
  const name = param ?? "The request"
  const messages = {
    missing: `${name} is required`,
    unknown: `${name} is not a parameter of this endpoint`,
    invalid: `${name} must be ${issue.expected}`,
    more: `${name} has more problems`
  }
  return {
    code: issue.problem === "invalid" && isCode(issue.code) ? issue.code : problemCodes[issue.problem],
    message: messages[issue.problem],
    param
  }
}

const unavailable = (): ErrorDetail => ({
  code: "unavailable",
  message: "The service cannot confirm that this was stored. Send it again with the same idempotency key",
  headers: { "retry-after": "1" }
})

/** One row per failure. */
const rows: Rows = {
  // Toolkit
  InvalidJson: ({ detail }) => ({ code: "invalid_json", message: `The body is not usable JSON: ${masked(detail)}` }),
  UnsupportedMediaType: () => ({
    code: "unsupported_media_type",
    message: "Send the body as application/json, with a Content-Type header that says so"
  }),
  RequestTooLarge: ({ limitBytes }) => ({
    code: "request_too_large",
    message: `The body may have at most ${limitBytes} bytes`,
    headers: { connection: "close" }
  }),
  RequestAborted: () => ({ code: "invalid_json", message: "The body ended before it was complete" }),
  UnknownEndpoint: ({ method, path }) => ({
    code: "unknown_endpoint",
    message: `There is no endpoint ${method} ${maskedPath(path)}. Paths begin with /v2`
  }),
  MethodNotAllowed: ({ allowed, method }) => ({
    code: "method_not_allowed",
    message: `This path takes ${allowed.join(", ")}, not ${method}`,
    headers: { allow: allowed.join(", ") }
  }),
  RateLimited: ({ retryAfterSeconds }) => ({
    code: "rate_limit_exceeded",
    message: `Too many requests with this key. Try again in ${retryAfterSeconds} s`,
    headers: { "retry-after": String(retryAfterSeconds) }
  }),
  InvalidIdempotencyKey: () => ({
    code: "parameter_invalid",
    message: "An idempotency key has 1 to 255 printable ASCII characters",
    param: "idempotency_key"
  }),
  IdempotencyKeyConflict: () => ({
    code: "idempotency_key_conflict",
    message: "The Idempotency-Key header and the idempotency_key field differ. Send one of them, or the same in both",
    param: "idempotency_key"
  }),
  IdempotencyKeyReused: () => ({
    code: "idempotency_key_reused",
    message: "This idempotency key was used for another request. Use a new key for a new request",
    param: "idempotency_key"
  }),
  IdempotencyKeyInUse: () => ({
    code: "idempotency_key_in_use",
    message: "The first request with this idempotency key is still running. Try again",
    param: "idempotency_key",
    headers: { "retry-after": "1" }
  }),
  InvalidParameters: invalidParameters,
  InternalFailure: () => ({
    code: "internal_error",
    message: "Something went wrong on our side. Quote the request id when you report it"
  }),
  InvalidCursor: () => ({
    code: "invalid_cursor",
    message: "This cursor is not one of this list with these filters. Take next_cursor from the previous page",
    param: "cursor"
  }),
  StoreUnavailable: unavailable,
  StoreOpenFailed: unavailable,

  // Face
  MissingApiKey: () => ({
    code: "missing_api_key",
    message: "Send your secret key as a bearer token: Authorization: Bearer sk_test_…",
    headers: { "www-authenticate": "Bearer" }
  }),
  InvalidApiKey: ({ isMalformed }) => ({
    code: "invalid_api_key",
    message: isMalformed
      ? "A key begins with sk_test_ or sk_live_ and has 8 or more further characters, letters and digits"
      : "This key is not one of ours"
  }),
  LiveKeyInSandbox: () => ({
    code: "live_key_in_sandbox",
    message: "This is a sandbox: it takes test keys (sk_test_…) and refuses live ones"
  }),
  TestKeyInProduction: () => ({
    code: "test_key_in_production",
    message: "This server runs in production: it takes live keys (sk_live_…) only"
  }),
  InvalidRegion: () => ({
    code: "invalid_region",
    message: "SVC-Data-Region must be us-east-1, eu-west-1 or ap-southeast-1",
    param: "SVC-Data-Region"
  }),
  InvalidVersion: () => ({
    code: "invalid_version",
    message: "SVC-Version must be a date, YYYY-MM-DD",
    param: "SVC-Version"
  }),

  // Payments
  PaymentNotFound: () => missing("payment"),
  ReferenceMissing: ({ param }) => ({
    code: "resource_missing",
    message: `The object that ${param} names does not exist ${inThisRegion}`,
    param,
    status: 400
  }),
  PaymentMethodMissing: ({ hasCustomer }) => ({
    code: "parameter_missing",
    message: hasCustomer
      ? "payment_method is required: the customer has no default_payment_method"
      : "payment_method is required",
    param: "payment_method"
  }),
  PaymentStateRefused: ({ code, message }) => ({ code, message }),
  CaptureAmountTooLarge: ({ authorizedMinor }) => ({
    code: "capture_amount_too_large",
    message: `amount may be at most the authorized ${authorizedMinor}`,
    param: "amount"
  }),
  PaymentMethodUnsuitable: ({ code, message, param }) => ({ code, message, param }),
  PaymentDeclined: ({ decline, paymentId }) => ({
    // `no_account` is said by banks only, long after the request.
    code: isCode(decline.code) ? decline.code : "card_declined",
    message: decline.message,
    paymentId
  }),
  // Somebody kept changing the payment while this request decided: after the re-runs the caller tries again.
  VersionConflict: unavailable,

  // Payment methods
  PaymentMethodNotFound: () => missing("payment method"),
  PaymentMethodRefused: ({ code, message, param }) => ({ code, message, param }),

  // Webhook endpoints
  WebhookEndpointNotFound: () => missing("webhook endpoint"),
  WebhookDeliveryNotFound: () => missing("delivery"),
  WebhookEndpointRefused: ({ message, param }) => ({ code: "parameter_invalid", message, param }),

  ...customerAreaRows,
  ...moneyRows,
  ...riskRows,
  ...kycRows
}

/** The answer to a failure; one that nobody foresaw is an internal error. */
export const refuse = (failure: CardsFailure, requestId: string): Answer => {
  const row = (rows as Readonly<Record<string, ((failure: CardsFailure) => ErrorDetail) | undefined>>)[failure._tag]
  return errorAnswer(row === undefined ? rows.InternalFailure(new Refusal.InternalFailure()) : row(failure), requestId)
}
