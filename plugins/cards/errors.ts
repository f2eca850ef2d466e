/** Everything that a request may fail with, and the one place where a failure becomes an error body. */
import { CardNumber, type Cursor } from "../../src/domain.ts"
import {
  json,
  Publication,
  Refusal,
  type Answer,
  type StoreOpenFailed,
  type StoreUnavailable,
  type WebhookFailure
} from "../../src/plugin.ts"
import { customerAreaRows, type CustomerAreaFailure } from "./customer-errors.ts"
import {
  catalogue,
  choice,
  row,
  told,
  type ErrorCode,
  type ErrorDetail,
  type ErrorRow,
  type ErrorRows
} from "./error-catalogue.ts"
import type { AuthenticationFailure } from "./face-errors.ts"
import type { VerificationFailure, VerificationRefused } from "./kyc/Verification.ts"
import { moneyRows, type MoneyFailure } from "./money-errors.ts"
import type { PaymentMethodFailure } from "./payment-methods/PaymentMethod.ts"
import type { AcquirerUnknown } from "./acquirer/Acquirer.ts"
import type { PaymentFailure } from "./payments/Payment.ts"
import type { ClearingRefused } from "./risk/Clearing.ts"
import type { RuleNotFound, RuleRefused } from "./risk/RiskRule.ts"
import type { ThresholdsRefused } from "./risk/Thresholds.ts"
import { webhookErrorRows } from "./webhook-endpoints/WebhookErrors.ts"
import { inThisRegion, missing, ready, sentences } from "./missing.ts"

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
        param: detail.param,
        request_id: requestId,
        payment_id: detail.paymentId
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
  | WebhookFailure
  | CustomerAreaFailure
  | MoneyFailure
  | ClearingRefused
  | ThresholdsRefused
  | RuleNotFound
  | RuleRefused
  | VerificationFailure
  | Cursor.InvalidCursor
  | Refusal.Refusal
  | StoreUnavailable
  | StoreOpenFailed

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

const unavailable: ErrorRow<unknown> = row("unavailable", () => ({
  message:
    "The service is not available now. What the request changes may be stored: send it again with the same idempotency key",
  headers: { "retry-after": "1" }
}))

/** Why a payment in its state refuses something. */
const stateRefusals = [
  "payment_already_captured",
  "payment_not_capturable",
  "payment_not_cancelable",
  "payment_expired",
  "payment_unexpected_state",
  "authentication_pending"
] as const

/** What an issuer, a bank or risk refuses at once. */
const declines = [
  "card_declined",
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "fraudulent",
  "account_closed"
] as const

/** The code by which an answer tells of a decline. `no_account` is the code of none: banks answer it long after the request. */
export const declineCodeOf = (code: string): (typeof declines)[number] =>
  declines.find((known) => known === code) ?? "card_declined"

/** What the sandbox has ready for a parameter that names an object. */
const sandboxLists: Readonly<Record<string, string | undefined>> = {
  payment_method: ready.paymentMethods,
  destination: ready.bankAccounts
}

/** Why a payment is not cleared. */
const clearingRefusals: Readonly<Record<ClearingRefused["reason"], string>> = {
  not_flagged: "Only a payment in review, or a flagged one with a score above 75, can be cleared",
  blocked:
    "The payment was blocked and failed for it, which is final. If such payments should pass, change your thresholds or rules, and create a new payment",
  already_cleared: "The payment is cleared already"
}

/** Why a verification does not begin. */
const verificationRefusals: Readonly<Record<VerificationRefused["code"], string>> = {
  kyc_in_progress: "A verification of this customer is running. Wait for its result",
  kyc_already_verified: "The customer is verified already"
}

const rows: ErrorRows<CardsFailure> = {
  // Toolkit
  InvalidJson: row("invalid_json", ({ detail }) => ({ message: `The body is not usable JSON: ${masked(detail)}` })),
  UnsupportedMediaType: row("unsupported_media_type", () => ({
    message: "Send the body as application/json, with a Content-Type header that says so"
  })),
  RequestTooLarge: row("request_too_large", ({ limitBytes }) => ({
    message: `The body may have at most ${limitBytes} bytes`,
    headers: { connection: "close" }
  })),
  RequestAborted: row("invalid_json", () => ({ message: "The body ended before it was complete" })),
  UnknownEndpoint: row("unknown_endpoint", ({ method, path }) => ({
    message: `There is no endpoint ${method} ${maskedPath(path)}. Paths begin with /v2`
  })),
  MethodNotAllowed: row("method_not_allowed", ({ allowed, method }) => ({
    message: `This path takes ${allowed.join(", ")}, not ${method}`,
    headers: { allow: allowed.join(", ") }
  })),
  RateLimited: row("rate_limit_exceeded", ({ retryAfterSeconds }) => ({
    message: `Too many requests with this key. Try again in ${retryAfterSeconds} s`,
    headers: { "retry-after": String(retryAfterSeconds) }
  })),
  InvalidIdempotencyKey: row("parameter_invalid", () => ({
    message: "An idempotency key has 1 to 255 printable ASCII characters",
    param: "idempotency_key"
  })),
  IdempotencyKeyConflict: row("idempotency_key_conflict", () => ({
    message: "The Idempotency-Key header and the idempotency_key field differ. Send one of them, or the same in both",
    param: "idempotency_key"
  })),
  IdempotencyKeyReused: row("idempotency_key_reused", () => ({
    message: "This idempotency key was used for another request. Use a new key for a new request",
    param: "idempotency_key"
  })),
  IdempotencyKeyInUse: row("idempotency_key_in_use", () => ({
    message: "The first request with this idempotency key is still running. Try again",
    param: "idempotency_key",
    headers: { "retry-after": "1" }
  })),
  // Its codes follow from the schemas: see `misfits` of the publication.
  InvalidParameters: { codes: [], detail: invalidParameters },
  InternalFailure: row("internal_error", () => ({
    message: "Something went wrong on our side. Quote the request id when you report it"
  })),
  InvalidCursor: row("invalid_cursor", () => ({
    message: "This cursor is not one of this list with these filters. Take next_cursor from the previous page",
    param: "cursor"
  })),
  StoreUnavailable: unavailable,
  StoreOpenFailed: unavailable,

  // Face
  MissingApiKey: row("missing_api_key", () => ({
    message: "Send your secret key as a bearer token: Authorization: Bearer sk_test_…",
    headers: { "www-authenticate": "Bearer" }
  })),
  InvalidApiKey: row("invalid_api_key", ({ isMalformed }) => ({
    message: isMalformed
      ? "A key begins with sk_test_ or sk_live_ and has 8 or more further characters: letters, digits and underscores"
      : "This key is not one of ours"
  })),
  LiveKeyInSandbox: row("live_key_in_sandbox", () => ({
    message: "This is a sandbox: it takes test keys (sk_test_…) and refuses live ones"
  })),
  TestKeyInProduction: row("test_key_in_production", () => ({
    message: "This server runs in production: it takes live keys (sk_live_…) only"
  })),
  InvalidRegion: row("invalid_region", () => ({
    message: "SVC-Data-Region must be us-east-1, eu-west-1 or ap-southeast-1",
    param: "SVC-Data-Region"
  })),
  InvalidVersion: row("invalid_version", () => ({
    message: "SVC-Version must be a date, YYYY-MM-DD",
    param: "SVC-Version"
  })),

  // Payments
  PaymentNotFound: missing("payment"),
  ReferenceMissing: row(["resource_missing", 400], ({ param }) => {
    const what = `The object that ${param} names does not exist ${inThisRegion}`
    return { message: sentences(what, sandboxLists[param]), param }
  }),
  PaymentMethodMissing: row("parameter_missing", ({ hasCustomer }) => ({
    message: hasCustomer
      ? "payment_method is required: the customer has no default_payment_method"
      : "payment_method is required",
    param: "payment_method"
  })),
  PaymentStateRefused: choice(stateRefusals, ({ code, message }) => ({ code, message })),
  CaptureAmountTooLarge: row("capture_amount_too_large", ({ authorizedMinor }) => ({
    message: `amount may be at most what is authorized: ${authorizedMinor} in the smallest currency unit`,
    param: "amount"
  })),
  PaymentMethodUnsuitable: choice(["currency_mismatch", "parameter_invalid"], told),
  PaymentDeclined: choice(declines, ({ decline, paymentId }) => ({
    code: declineCodeOf(decline.code),
    message: decline.message,
    paymentId
  })),
  // Somebody kept changing the payment while this request decided: after the re-runs the caller tries again.
  VersionConflict: unavailable,

  // Payment methods
  PaymentMethodNotFound: missing("payment method", ready.paymentMethods),
  PaymentMethodRefused: choice(["invalid_card_number", "invalid_expiry", "not_a_test_card", "parameter_invalid"], told),

  // Risk
  ClearingRefused: row("payment_unexpected_state", ({ reason }) => ({ message: clearingRefusals[reason] })),
  RuleNotFound: missing("rule"),
  ThresholdsRefused: row("parameter_invalid", ({ blockAt, param, reviewAt }) => ({
    message:
      `review_at (${reviewAt}) may not be above block_at (${blockAt}): nothing would be reviewed. ` +
      `Send both to change them together; a review_at of 101 switches reviews off`,
    param
  })),
  RuleRefused: row("parameter_invalid", ({ message, param }) => ({ message, param })),

  // Verifications
  VerificationNotFound: missing("verification"),
  VerificationRefused: choice(["kyc_in_progress", "kyc_already_verified"], ({ code }) => ({
    code,
    message: verificationRefusals[code]
  })),
  // Only a test helper and hosts can meet it.
  VerificationDecided: row("parameter_invalid", ({ status }) => ({
    message: `The verification is ${status}, which is final`,
    param: "outcome"
  })),
  ProviderMissing: row("unavailable", () => ({ message: "No provider is connected that could verify real customers" })),
  SubmissionRefused: choice(["parameter_missing", "parameter_invalid", "invalid_image", "image_too_large"], told),

  ...customerAreaRows,
  ...moneyRows,
  ...webhookErrorRows
}

/** What a failure says in words. */
export const words = Publication.wordsOf(rows)

/** The codes of each failure, for the published description. */
export const publishedCodes = Publication.codesOf(rows, (code) => catalogue[code as ErrorCode][0])

/** The answer to a failure; one that nobody foresaw is an internal error. */
export const refuse = (failure: CardsFailure, requestId: string): Answer => {
  const known = (rows as Readonly<Record<string, ErrorRow<CardsFailure> | undefined>>)[failure._tag]
  const detail = known?.detail(failure) ?? rows.InternalFailure.detail(new Refusal.InternalFailure())
  return errorAnswer(detail, requestId)
}
