/** Everything that a request may fail with, and the one place where a failure becomes an error body. */
import type { Cursor } from "../../src/domain.ts"
import {
  json,
  Publication,
  Refusal,
  type Answer,
  type StoreOpenFailed,
  type StoreUnavailable,
  type VersionConflict,
  type WebhookFailure
} from "../../src/plugin.ts"
import { achErrorRows } from "./ach/AchErrors.ts"
import type { AchAdmissionFailure } from "./ach/AchAdmission.ts"
import type { NotRepresentable, NotReversible, ReversalWindowExpired } from "./ach/AchReturn.ts"
import type { ClassNotEnabled } from "./ach/AchTerms.ts"
import type { BatchNotFound } from "./batches/Batch.ts"
import {
  banksListed,
  catalogue,
  choice,
  row,
  type ErrorCode,
  type ErrorDetail,
  type ErrorRow,
  type ErrorRows
} from "./error-catalogue.ts"
import type { AdministrationFailure } from "./failures.ts"
import type { AccountAccessDenied, AmountLimitExceeded, ClientNotFound, RailAccessDenied } from "./clients/Client.ts"
import type { SanctionedCountry } from "./compliance/Countries.ts"
import { rescreenAfterSeconds, type HoldNotFound } from "./compliance/Hold.ts"
import type { RequestListed, RequestScreeningUnavailable } from "./compliance/PaymentScreening.ts"
import { timestamp } from "./events.ts"
import type { FaceFailure } from "./face-errors.ts"
import type { AdmissionFailure } from "./payments/Admission.ts"
import { resourceIdIn } from "./kept-answer.ts"
import type { PaymentNotCancellable, PaymentNotFound, PaymentNotReturned, StateConflict } from "./payments/Payment.ts"
import type { ReturnRequestFailure } from "./returns/ReturnRequest.ts"
import type { RfpFailure } from "./rfp/Rfp.ts"
import type { TokenFailure } from "./tokens/Token.ts"
import { webhookErrorRows } from "./webhooks/WebhookErrors.ts"
import type { RecallNotAllowed, RecallNotFound } from "./wire/Recall.ts"
import type { WireAdmissionFailure } from "./wire/WireAdmission.ts"
import { wireErrorRows } from "./wire/WireErrors.ts"

/** What an error body says about the request. */
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
  field,
  details
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
  | ClassNotEnabled
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
  | RequestListed
  | RequestScreeningUnavailable
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
  if (problem === "more")
    return { code: "INVALID_FIELD_FORMAT", ...body("The body has more problems than are listed here") }
  if (problem === "unknown") {
    const kind = part === "query" ? "parameter" : "field"
    return { code: "INVALID_FIELD_FORMAT", message: `${field} is not a ${kind} of this request`, field }
  }
  const named = isCode(code) ? code : "INVALID_FIELD_FORMAT"
  return { code: named, message: `${field} must be ${expected}`, field }
}

const unavailable: ErrorRow<unknown> = row("SERVICE_UNAVAILABLE", () => ({
  message:
    "The service is not available now. What the request changes may be stored: send it again with the same idempotency key",
  headers: { "retry-after": "1" }
}))

const notFound = (what: string): ErrorRow<unknown> => row("NOT_FOUND", () => ({ message: `There is no such ${what}` }))

const body = (message: string) => ({ message, field: "body" })

const limitWords = { per_transaction: "one transaction", daily: "one day" } as const

const rows: ErrorRows<BankFailure> = {
  // Toolkit
  InvalidJson: row("INVALID_FIELD_FORMAT", ({ detail }) => body(`The body is not usable JSON: ${detail}`)),
  UnsupportedMediaType: row("INVALID_FIELD_FORMAT", () => ({
    message: "Send the body as application/json",
    field: "Content-Type"
  })),
  RequestTooLarge: row("REQUEST_TOO_LARGE", ({ limitBytes }) => ({
    message: `The body may have at most ${limitBytes} bytes`,
    headers: { connection: "close" }
  })),
  RequestAborted: row("INVALID_FIELD_FORMAT", () => body("The body ended before it was complete")),
  UnknownEndpoint: row("NOT_FOUND", () => ({ message: "There is no such endpoint. Paths begin with /v2" })),
  MethodNotAllowed: row("METHOD_NOT_ALLOWED", ({ allowed, method }) => ({
    message: `This path takes ${allowed.join(", ")}, not ${method}`,
    headers: { allow: allowed.join(", ") }
  })),
  RateLimited: row("RATE_LIMIT_EXCEEDED", ({ retryAfterSeconds }) => ({
    message: `Too many requests in a minute. Try again in ${retryAfterSeconds} s`,
    headers: { "retry-after": String(retryAfterSeconds) }
  })),
  InvalidIdempotencyKey: row("INVALID_FIELD_FORMAT", () => ({
    message: "An idempotency key has 1 to 255 printable ASCII characters",
    field: "Idempotency-Key"
  })),
  IdempotencyKeyConflict: row("INVALID_FIELD_FORMAT", () => ({
    message: "Send one idempotency key",
    field: "Idempotency-Key"
  })),
  IdempotencyKeyReused: row("DUPLICATE_IDEMPOTENCY_KEY", ({ firstAnswer }) => {
    const resourceId = firstAnswer === undefined ? undefined : resourceIdIn(firstAnswer)
    return {
      message: "This idempotency key was used with other parameters. Use a new key for a new request",
      field: "Idempotency-Key",
      ...(resourceId === undefined ? {} : { details: { resourceId } })
    }
  }),
  IdempotencyKeyInUse: row("DUPLICATE_IDEMPOTENCY_KEY", () => ({
    message: "The first request with this idempotency key is still running. Try again",
    field: "Idempotency-Key",
    details: { reason: "in_progress" },
    headers: { "retry-after": "1" }
  })),
  // A schema may name any code of a form (`refusal`); the published description finds those of each endpoint.
  InvalidParameters: choice<Refusal.InvalidParameters, ErrorCode>([], ({ issues, part }) =>
    issues.map((issue) => issueDetail(issue, part))
  ),
  InternalFailure: row("INTERNAL_ERROR", () => ({
    message: "Something went wrong on our side. Retry with exponential backoff, and quote the request id"
  })),
  InvalidCursor: row("INVALID_FIELD_FORMAT", () => ({
    message: "This cursor is not one of this list with these filters. Take nextCursor from the previous page",
    field: "cursor"
  })),
  StoreUnavailable: unavailable,
  StoreOpenFailed: unavailable,
  // Somebody kept changing the object while this request decided: after the re-runs the caller tries again.
  VersionConflict: unavailable,

  // Face and tokens
  MissingAuthorization: row("MISSING_AUTHORIZATION", () => ({
    message: "Send an access token (Authorization: Bearer …) or an API key (X-API-Key)",
    headers: { "www-authenticate": "Bearer" }
  })),
  InvalidToken: row("INVALID_TOKEN", () => ({
    message: "The access token is malformed, expired or revoked",
    headers: { "www-authenticate": 'Bearer error="invalid_token"' }
  })),
  InvalidApiKey: row("INVALID_API_KEY", () => ({ message: "The API key is invalid or deactivated" })),
  ClientDeactivated: row("INVALID_API_KEY", () => ({ message: "The client is deactivated" })),
  ClientCredentialsRefused: row("INVALID_API_KEY", () => ({
    message: "The client credentials are wrong or deactivated",
    headers: { "www-authenticate": "Basic" }
  })),
  GrantRefused: row("INVALID_FIELD_FORMAT", () => ({
    message: "grant_type must be client_credentials",
    field: "grant_type"
  })),
  InsufficientScope: row("INSUFFICIENT_SCOPE", ({ scope }) => ({
    message: `This needs the scope ${scope}`,
    details: { requiredScope: scope }
  })),
  InvalidVersion: row("INVALID_FIELD_FORMAT", () => ({
    message: "API-Version may be 2, 2.0 or 2.1",
    field: "API-Version"
  })),
  IdempotencyKeyMissing: row("REQUIRED_FIELD_MISSING", () => ({
    message: "Idempotency-Key is required for a request that moves money",
    field: "Idempotency-Key"
  })),

  // Payments
  PaymentNotFound: notFound("payment"),
  PaymentNotReturned: row("NOT_FOUND", () => ({ message: "This payment was not returned" })),
  InactiveRoutingNumbers: row("INVALID_ROUTING_NUMBER", ({ fields }) =>
    fields.map((field) => ({
      message: `${field} is not the routing number of an active participant. ${banksListed}`,
      field
    }))
  ),
  AccountAccessDenied: row("ACCOUNT_ACCESS_DENIED", ({ field }) => ({
    message: "This account is none of the client's accounts",
    field
  })),
  RailAccessDenied: row("RAIL_ACCESS_DENIED", ({ rails }) => ({
    message: `This client may not use ${rails.join(" or ")}`,
    details: { rails }
  })),
  AmountLimitExceeded: row("AMOUNT_LIMIT_EXCEEDED", ({ limit, limitCents }) => ({
    message: `The amount is above this client's limit of ${limitCents} cents for ${limitWords[limit]}`,
    field: "amount",
    details: { limit, limitCents }
  })),
  RailNotAvailable: row("INSTANT_RAIL_NOT_AVAILABLE", ({ steps }) => ({
    message: "No instant rail connects both banks with this amount",
    details: { considered: steps.map(({ considered, reason }) => ({ considered, reason })) }
  })),
  RailLimitExceeded: row("RAIL_LIMIT_EXCEEDED", ({ maximumCents, rail }) => ({
    message: `The amount is above the maximum of ${maximumCents} cents on ${rail}`,
    field: "amount",
    details: { rail, maximumCents }
  })),
  TravelRuleFieldsMissing: row("TRAVEL_RULE_FIELDS_MISSING", ({ missing }) => ({
    message: "From 3,000 USD the full addresses of both parties are required",
    details: { missing }
  })),
  SanctionedCountry: row("SANCTIONED_COUNTRY", ({ field }) => ({
    message: "A country or region of this payment is under comprehensive sanctions. Do not retry",
    field
  })),
  PaymentNotCancellable: row("PAYMENT_NOT_CANCELLABLE", ({ status }) => ({
    message:
      "A payment can be cancelled until it is sent, or its window closes. Recall a wire that was sent, reverse an ACH credit",
    details: { status }
  })),
  StateConflict: row("STATE_CONFLICT", ({ message }) => ({ message })),

  ...achErrorRows,
  ...wireErrorRows,

  // Requests for payment and returns
  RfpNotFound: notFound("request for payment"),
  RfpNotReachable: row("INSTANT_RAIL_NOT_AVAILABLE", ({ rail, side }) => ({
    message:
      side === "payer"
        ? `The payer's bank does not take requests for payment over ${rail}. ${banksListed}`
        : `The payee's bank does not take part in ${rail}. ${banksListed}`,
    field: `${side}.routingNumber`
  })),
  RequestListed: row(["OFAC_MATCH", 422], ({ field }) => ({
    message: "A possible match on a sanctions list: the request was not sent. An officer can except a false positive",
    field
  })),
  RequestScreeningUnavailable: row("OFAC_SCREENING_ERROR", () => ({
    message: "Screening is unavailable: the request was not sent. Send it again",
    headers: { "retry-after": String(rescreenAfterSeconds) }
  })),
  ReturnRequestNotFound: notFound("return request"),
  ReturnRequestRefused: row("RETURN_REQUEST_NOT_ALLOWED", ({ message }) => ({ message })),

  // Compliance, approvals, administration
  HoldNotFound: notFound("hold"),
  SelfApprovalForbidden: row("SELF_APPROVAL_FORBIDDEN", () => ({
    message: "Whoever made a payment can neither approve it nor decide its hold"
  })),
  ClientNotFound: notFound("client"),
  ObjectNotFound: row("NOT_FOUND", ({ what }) => ({ message: `There is no such ${what}` })),
  ParticipantNotFound: notFound(`participant. ${banksListed}`),
  ClockMoveRefused: row("INVALID_DATE", ({ expected, field }) => ({ message: `${field} must be ${expected}`, field })),
  ReturnAboveAmount: row("INVALID_AMOUNT", ({ mostMinor }) => ({
    message: `amount must be at most that of the payment: ${mostMinor} in the smallest currency unit`,
    field: "amount"
  })),

  ...webhookErrorRows
}

/** Refusals that are no failures: outcomes of payments (`payment-answers.ts`), and codes of rules across fields. */
export type AnsweredRefusal = { readonly _tag: "HeldInOutage" | "OutsideHours" | "DateOutOfRange" }

const answered: Readonly<Record<AnsweredRefusal["_tag"], ReadonlyArray<Publication.PublishedCode>>> = {
  HeldInOutage: [["OFAC_SCREENING_ERROR", 503]],
  OutsideHours: [["FEDWIRE_OUTSIDE_HOURS", 422]],
  DateOutOfRange: [["INVALID_DATE", 400]]
}

/** What a failure says in words. */
export const words = Publication.wordsOf(rows)

/** The codes of each failure, for the published description. */
export const publishedCodes: Readonly<Record<string, ReadonlyArray<Publication.PublishedCode>>> = {
  ...Publication.codesOf(rows, (code) => catalogue[code as ErrorCode]),
  // 409, or 422 where the operator chose so (decisions X1).
  IdempotencyKeyReused: [
    ["DUPLICATE_IDEMPOTENCY_KEY", 409],
    ["DUPLICATE_IDEMPOTENCY_KEY", 422]
  ],
  ...answered
}

/** Everything that a failure says, each with its field; records of batches tell it. */
export const detailsOf = (failure: BankFailure): ReadonlyArray<ErrorDetail> => {
  const known = (rows as Readonly<Record<string, ErrorRow<BankFailure> | undefined>>)[failure._tag]
  return known?.detail(failure) ?? rows.InternalFailure.detail(new Refusal.InternalFailure())
}

/** The answer to a failure; one that nobody foresaw is an internal error. Several are listed in `errors` (spec bank §2). */
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
