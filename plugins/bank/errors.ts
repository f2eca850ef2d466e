/**
 * The error catalogue (spec bank §7, decisions B.1): every code a client can see, once, with its status, and the one place
 * where a failure becomes an error body.
 */
import type { Cursor } from "../../src/domain.ts"
import {
  json,
  Refusal,
  type Answer,
  type StoreOpenFailed,
  type StoreUnavailable,
  type VersionConflict
} from "../../src/plugin.ts"
import { achErrorRows } from "./ach/AchErrors.ts"
import type { AchAdmissionFailure } from "./ach/AchAdmission.ts"
import type { NotRepresentable, NotReversible, ReversalWindowExpired } from "./ach/AchReturn.ts"
import type { BatchNotFound } from "./batches/Batch.ts"
import type { AdministrationFailure } from "./failures.ts"
import type { AccountAccessDenied, AmountLimitExceeded, ClientNotFound, RailAccessDenied } from "./clients/Client.ts"
import type { SanctionedCountry } from "./compliance/Countries.ts"
import { rescreenAfterSeconds, type HoldNotFound } from "./compliance/Hold.ts"
import { timestamp } from "./events.ts"
import type { FaceFailure } from "./face.ts"
import type { AdmissionFailure } from "./payments/Admission.ts"
import { resourceIdIn } from "./kept-answer.ts"
import type { PaymentNotCancellable, PaymentNotFound, PaymentNotReturned, StateConflict } from "./payments/Payment.ts"
import type { ReturnRequestFailure } from "./returns/ReturnRequest.ts"
import type { RfpFailure } from "./rfp/Rfp.ts"
import type { TokenFailure } from "./tokens/Token.ts"
import type { WebhookFailure } from "./webhooks/failures.ts"
import type { RecallNotAllowed, RecallNotFound } from "./wire/Recall.ts"
import type { WireAdmissionFailure } from "./wire/WireAdmission.ts"
import { wireErrorRows } from "./wire/WireErrors.ts"

/** Code → status. */
export const catalogue = {
  REQUIRED_FIELD_MISSING: 400,
  INVALID_FIELD_FORMAT: 400,
  INVALID_ROUTING_NUMBER: 400,
  INVALID_BIC: 400,
  INVALID_AMOUNT: 400,
  INVALID_SEC_CODE: 400,
  INVALID_CURRENCY: 400,
  FIELD_TOO_LONG: 400,
  INVALID_DATE: 400,
  MISSING_AUTHORIZATION: 401,
  INVALID_TOKEN: 401,
  INVALID_API_KEY: 401,
  INSUFFICIENT_SCOPE: 403,
  ACCOUNT_ACCESS_DENIED: 403,
  RAIL_ACCESS_DENIED: 403,
  AMOUNT_LIMIT_EXCEEDED: 403,
  SELF_APPROVAL_FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  STATE_CONFLICT: 409,
  DUPLICATE_IDEMPOTENCY_KEY: 409,
  REQUEST_TOO_LARGE: 413,
  RAIL_LIMIT_EXCEEDED: 422,
  INSTANT_RAIL_NOT_AVAILABLE: 422,
  SDA_NOT_ELIGIBLE: 422,
  FEDWIRE_OUTSIDE_HOURS: 422,
  TRAVEL_RULE_FIELDS_MISSING: 422,
  SANCTIONED_COUNTRY: 422,
  REVERSAL_WINDOW_EXPIRED: 422,
  PAYMENT_NOT_REVERSIBLE: 422,
  PAYMENT_NOT_CANCELLABLE: 422,
  REPRESENTMENT_NOT_ALLOWED: 422,
  RECALL_NOT_ALLOWED: 422,
  RETURN_REQUEST_NOT_ALLOWED: 422,
  EVENT_EXPIRED: 422,
  OFAC_MATCH: 202,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  OFAC_SCREENING_ERROR: 503
} as const satisfies Readonly<Record<string, number>>

/** Every error code. */
export type ErrorCode = keyof typeof catalogue

/** What is said of one failure. */
export interface ErrorDetail {
  readonly code: ErrorCode
  readonly message: string
  readonly field?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The status where it is not that of the code: a request that is refused for what holds a payment. */
  readonly status?: number | undefined
}

/** What an error body says of the request. */
export interface ErrorContext {
  readonly requestId: string
  /** Engine time, epoch milliseconds. */
  readonly now: number
  /** Status of a key that was used for another request. */
  readonly mismatchStatus?: number
}

/** The `meta` of every error (spec bank §2). */
export const metaOf = ({ now, requestId }: Pick<ErrorContext, "requestId" | "now">) => ({
  requestId,
  timestamp: timestamp(now)
})

/** The `error` of a body. */
export const errorOf = ({ code, details, field, message }: ErrorDetail) => ({
  code,
  message,
  ...(field === undefined ? {} : { field }),
  ...(details === undefined ? {} : { details })
})

/** Everything that a request of this plugin may fail with. */
export type BankFailure =
  | FaceFailure
  | AchAdmissionFailure
  | AdmissionFailure
  | AdministrationFailure
  | AccountAccessDenied
  | AmountLimitExceeded
  | BatchNotFound
  | ClientNotFound
  | HoldNotFound
  | NotRepresentable
  | NotReversible
  | PaymentNotCancellable
  | PaymentNotFound
  | PaymentNotReturned
  | RailAccessDenied
  | RecallNotAllowed
  | RecallNotFound
  | ReturnRequestFailure
  | ReversalWindowExpired
  | RfpFailure
  | SanctionedCountry
  | StateConflict
  | TokenFailure
  | WebhookFailure
  | WireAdmissionFailure
  | Cursor.InvalidCursor
  | Refusal.Refusal
  | StoreUnavailable
  | StoreOpenFailed
  | VersionConflict

type Rows = {
  readonly [F in BankFailure as F["_tag"]]: (failure: F) => ErrorDetail | ReadonlyArray<ErrorDetail>
}

const isCode = (text: string | undefined): text is ErrorCode => text !== undefined && text in catalogue

/** `originator.address.city`, `events[1]`. */
export const fieldOf = (path: ReadonlyArray<string>): string | undefined =>
  path.length === 0
    ? undefined
    : path.reduce(
        (field, step) => (/^\d+$/.test(step) ? `${field}[${step}]` : field === "" ? step : `${field}.${step}`),
        ""
      )

const issueDetail = (
  { code, expected, path, problem }: Refusal.ParameterIssue,
  part: Refusal.InvalidParameters["part"]
): ErrorDetail => {
  const field = fieldOf(path) ?? "body"
  if (problem === "missing") return { code: "REQUIRED_FIELD_MISSING", message: `${field} is required`, field }
  if (problem === "more") return body("The body has more problems than are listed here")
  if (problem === "unknown") {
    const kind = part === "query" ? "parameter" : "field"
    return { code: "INVALID_FIELD_FORMAT", message: `${field} is not a ${kind} of this request`, field }
  }
  const named = isCode(code) ? code : "INVALID_FIELD_FORMAT"
  return { code: named, message: `${field} must be ${expected}`, field }
}

const unavailable = (): ErrorDetail => ({
  code: "SERVICE_UNAVAILABLE",
  message: "The service cannot confirm that this was stored. Send it again with the same idempotency key",
  headers: { "retry-after": "1" }
})

const notFound = (what: string) => (): ErrorDetail => ({ code: "NOT_FOUND", message: `There is no such ${what}` })

const body = (message: string): ErrorDetail => ({ code: "INVALID_FIELD_FORMAT", message, field: "body" })

const limitWords = { per_transaction: "one transaction", daily: "one day" } as const

/** One row per failure. */
const rows: Rows = {
  // Toolkit
  InvalidJson: ({ detail }) => body(`The body is not usable JSON: ${detail}`),
  UnsupportedMediaType: () => ({
    code: "INVALID_FIELD_FORMAT",
    message: "Send the body as application/json",
    field: "Content-Type"
  }),
  RequestTooLarge: ({ limitBytes }) => ({
    code: "REQUEST_TOO_LARGE",
    message: `The body may have at most ${limitBytes} bytes`,
    headers: { connection: "close" }
  }),
  RequestAborted: () => body("The body ended before it was complete"),
  UnknownEndpoint: () => ({ code: "NOT_FOUND", message: "There is no such endpoint. Paths begin with /v2" }),
  MethodNotAllowed: ({ allowed, method }) => ({
    code: "METHOD_NOT_ALLOWED",
    message: `This path takes ${allowed.join(", ")}, not ${method}`,
    headers: { allow: allowed.join(", ") }
  }),
  RateLimited: ({ retryAfterSeconds }) => ({
    code: "RATE_LIMIT_EXCEEDED",
    message: `Too many requests in a minute. Try again in ${retryAfterSeconds} s`,
    headers: { "retry-after": String(retryAfterSeconds) }
  }),
  InvalidIdempotencyKey: () => ({
    code: "INVALID_FIELD_FORMAT",
    message: "An idempotency key has 1 to 255 printable ASCII characters",
    field: "Idempotency-Key"
  }),
  IdempotencyKeyConflict: () => ({
    code: "INVALID_FIELD_FORMAT",
    message: "Send one idempotency key",
    field: "Idempotency-Key"
  }),
  IdempotencyKeyReused: ({ firstAnswer }) => {
    const resourceId = firstAnswer === undefined ? undefined : resourceIdIn(firstAnswer)
    return {
      code: "DUPLICATE_IDEMPOTENCY_KEY",
      message: "This idempotency key was used with other parameters. Use a new key for a new request",
      field: "Idempotency-Key",
      ...(resourceId === undefined ? {} : { details: { resourceId } })
    }
  },
  IdempotencyKeyInUse: () => ({
    code: "DUPLICATE_IDEMPOTENCY_KEY",
    message: "The first request with this idempotency key is still running. Try again",
    field: "Idempotency-Key",
    details: { reason: "in_progress" },
    headers: { "retry-after": "1" }
  }),
  InvalidParameters: ({ issues, part }) => issues.map((issue) => issueDetail(issue, part)),
  InternalFailure: () => ({
    code: "INTERNAL_ERROR",
    message: "Something went wrong on our side. Retry with exponential backoff, and quote the request id"
  }),
  InvalidCursor: () => ({
    code: "INVALID_FIELD_FORMAT",
    message: "This cursor is not one of this list with these filters. Take nextCursor from the previous page",
    field: "cursor"
  }),
  StoreUnavailable: unavailable,
  StoreOpenFailed: unavailable,
  // Somebody kept changing the object while this request decided: after the re-runs the caller tries again.
  VersionConflict: unavailable,

  // Face and tokens
  MissingAuthorization: () => ({
    code: "MISSING_AUTHORIZATION",
    message: "Send an access token (Authorization: Bearer …) or an API key (X-API-Key)",
    headers: { "www-authenticate": "Bearer" }
  }),
  InvalidToken: () => ({
    code: "INVALID_TOKEN",
    message: "The access token is malformed, expired or revoked",
    headers: { "www-authenticate": 'Bearer error="invalid_token"' }
  }),
  InvalidApiKey: () => ({ code: "INVALID_API_KEY", message: "The API key is invalid or deactivated" }),
  ClientCredentialsRefused: () => ({
    code: "INVALID_API_KEY",
    message: "The client credentials are wrong or deactivated",
    headers: { "www-authenticate": "Basic" }
  }),
  GrantRefused: () => ({
    code: "INVALID_FIELD_FORMAT",
    message: "grant_type must be client_credentials",
    field: "grant_type"
  }),
  InsufficientScope: ({ scope }) => ({
    code: "INSUFFICIENT_SCOPE",
    message: `This needs the scope ${scope}`,
    details: { requiredScope: scope }
  }),
  InvalidVersion: () => ({
    code: "INVALID_FIELD_FORMAT",
    message: "API-Version may be 2, 2.0 or 2.1",
    field: "API-Version"
  }),
  IdempotencyKeyMissing: () => ({
    code: "REQUIRED_FIELD_MISSING",
    message: "Idempotency-Key is required for a request that moves money",
    field: "Idempotency-Key"
  }),

  // Payments
  PaymentNotFound: notFound("payment"),
  PaymentNotReturned: () => ({ code: "NOT_FOUND", message: "This payment was not returned" }),
  InactiveRoutingNumbers: ({ fields }) =>
    fields.map((field) => ({
      code: "INVALID_ROUTING_NUMBER" as const,
      message: `${field} is not the routing number of an active participant`,
      field
    })),
  AccountAccessDenied: ({ field }) => ({
    code: "ACCOUNT_ACCESS_DENIED",
    message: "This account is none of the client's accounts",
    field
  }),
  RailAccessDenied: ({ rails }) => ({
    code: "RAIL_ACCESS_DENIED",
    message: `This client may not use ${rails.join(" or ")}`,
    details: { rails }
  }),
  AmountLimitExceeded: ({ limit, limitCents }) => ({
    code: "AMOUNT_LIMIT_EXCEEDED",
    message: `The amount is above this client's limit of ${limitCents} cents for ${limitWords[limit]}`,
    field: "amount",
    details: { limit, limitCents }
  }),
  RailNotAvailable: ({ steps }) => ({
    code: "INSTANT_RAIL_NOT_AVAILABLE",
    message: "No instant rail connects both banks with this amount",
    details: { considered: steps.map(({ considered, reason }) => ({ considered, reason })) }
  }),
  RailLimitExceeded: ({ maximumCents, rail }) => ({
    code: "RAIL_LIMIT_EXCEEDED",
    message: `The amount is above the maximum of ${maximumCents} cents on ${rail}`,
    field: "amount",
    details: { rail, maximumCents }
  }),
  TravelRuleFieldsMissing: ({ missing }) => ({
    code: "TRAVEL_RULE_FIELDS_MISSING",
    message: "From 3,000 USD the full addresses of both parties are required",
    details: { missing }
  }),
  SanctionedCountry: ({ field }) => ({
    code: "SANCTIONED_COUNTRY",
    message: "A country or region of this payment is under comprehensive sanctions. Do not retry",
    field
  }),
  PaymentNotCancellable: ({ status }) => ({
    code: "PAYMENT_NOT_CANCELLABLE",
    message:
      "A payment can be cancelled until it is sent, or its window closes. Recall a wire that was sent, reverse an ACH credit",
    details: { status }
  }),
  StateConflict: ({ message }) => ({ code: "STATE_CONFLICT", message }),

  ...achErrorRows,
  ...wireErrorRows,

  // Requests for payment and returns
  RfpNotFound: notFound("request for payment"),
  RfpNotReachable: ({ rail, side }) => ({
    code: "INSTANT_RAIL_NOT_AVAILABLE",
    message:
      side === "payer"
        ? `The payer's bank does not take requests for payment over ${rail}`
        : `The payee's bank does not take part in ${rail}`,
    field: `${side}.routingNumber`
  }),
  RfpPartyListed: ({ field }) => ({
    code: "OFAC_MATCH",
    status: 422,
    message: "A possible match on a sanctions list: the request was not sent. An officer can except a false positive",
    field
  }),
  RfpScreeningUnavailable: () => ({
    code: "OFAC_SCREENING_ERROR",
    message: "Screening is unavailable: the request was not sent. Send it again",
    headers: { "retry-after": String(rescreenAfterSeconds) }
  }),
  ReturnRequestNotFound: notFound("return request"),
  ReturnRequestRefused: ({ message }) => ({ code: "RETURN_REQUEST_NOT_ALLOWED", message }),

  // Compliance, approvals, administration
  HoldNotFound: notFound("hold"),
  SelfApprovalForbidden: () => ({
    code: "SELF_APPROVAL_FORBIDDEN",
    message: "Whoever made a payment can neither approve it nor decide its hold"
  }),
  ClientNotFound: notFound("client"),
  ObjectNotFound: ({ what }) => notFound(what)(),

  // Webhooks
  WebhookNotFound: notFound("webhook"),
  WebhookFieldRefused: ({ field, message }) => ({ code: "INVALID_FIELD_FORMAT", message, field }),
  WebhookRetryRefused: ({ message }) => ({ code: "STATE_CONFLICT", message }),
  WebhookEventExpired: () => ({
    code: "EVENT_EXPIRED",
    message: "Events can be sent again by hand for 72 hours only"
  })
}

/** Everything that a failure says, each with its field; records of batches tell it. */
export const detailsOf = (failure: BankFailure): ReadonlyArray<ErrorDetail> => {
  const row = (
    rows as Readonly<Record<string, ((failure: BankFailure) => ErrorDetail | ReadonlyArray<ErrorDetail>) | undefined>>
  )[failure._tag]
  const said = row === undefined ? rows.InternalFailure(new Refusal.InternalFailure()) : row(failure)
  return [said].flat() as ReadonlyArray<ErrorDetail>
}

/** The answer to a failure; one that nobody foresaw is an internal error. Several are told in `errors` (spec bank §2). */
export const refuse = (failure: BankFailure, context: ErrorContext): Answer => {
  const details = detailsOf(failure)
  const [first] = details as readonly [ErrorDetail]
  const meta = metaOf(context)
  const isMismatch = failure._tag === "IdempotencyKeyReused" && context.mismatchStatus !== undefined
  const status = isMismatch ? context.mismatchStatus! : (first.status ?? catalogue[first.code])
  return details.length === 1
    ? json(status, { error: errorOf(first), meta }, first.headers)
    : json(status, { errors: details.map(({ code, field, message }) => ({ code, field, message })), meta })
}
