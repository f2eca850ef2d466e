/**
 * The error catalogue (decisions docs 4.10): every code a client can see, once, with its status, and the one place
 * where a failure becomes an error body.
 */
import * as Data from "effect/Data"
import type { Cursor } from "../../src/domain.ts"
import {
  json,
  Publication,
  Refusal,
  type Answer,
  type StoreOpenFailed,
  type StoreUnavailable,
  type VersionConflict
} from "../../src/plugin.ts"

/** Code → status. */
export const catalogue = {
  invalid_json: 400,
  invalid_payload: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_conflict: 409,
  not_cancellable: 409,
  publish_conflict: 409,
  stream_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  parse_failed: 422,
  unsupported_version: 422,
  unsupported_collection_version: 422,
  unsupported_combination: 422,
  unsupported_doc_type: 422,
  unsafe_pattern: 422,
  check_failed: 422,
  material_required: 422,
  unsafe_repository_url: 422,
  unsafe_path: 422,
  limit_exceeded: 422,
  source_too_large: 422,
  no_api_description_found: 422,
  repo_token_required: 422,
  publish_unauthorized: 422,
  source_unreachable: 422,
  rate_limited: 429,
  internal: 500,
  writer_failed: 500,
  interrupted: 500,
  unavailable: 503,
  timeout: 504,
  webhook_not_configured: 503
} as const satisfies Readonly<Record<string, number>>

/** Every error code. */
export type ErrorCode = keyof typeof catalogue

/** One thing that is wrong, and where. */
export interface ErrorDetail {
  /** A field of the request, such as `source.content`. */
  readonly path?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly message: string
}

/** What was asked cannot be done, for a reason that the client can see and change. */
export class DocsRefused extends Data.TaggedError("DocsRefused")<{
  readonly code: ErrorCode
  /** A sentence for a person. It holds no secret, no path of the host and nothing of a source but names. */
  readonly message: string
  readonly details?: ReadonlyArray<ErrorDetail>
  readonly headers?: Readonly<Record<string, string>>
}> {}

/** Refuses a body for one of its fields. */
export const invalid = (path: string, message: string): DocsRefused =>
  new DocsRefused({ code: "invalid_payload", message: "The body is not valid", details: [{ path, message }] })

/** Nothing with this id belongs to the caller. */
export class NotFound extends Data.TaggedError("NotFound")<{ readonly what: string }> {}

/** No bearer token, or none that opens this service. */
export class Unauthorized extends Data.TaggedError("Unauthorized") {}

/** Everything that a request of this plugin may fail with. */
export type DocsFailure =
  | DocsRefused
  | NotFound
  | Unauthorized
  | VersionConflict
  | Cursor.InvalidCursor
  | Refusal.Refusal
  | StoreUnavailable
  | StoreOpenFailed

/** The error that a client gets for one failure. */
export interface ErrorSaid {
  readonly code: ErrorCode
  readonly message: string
  readonly details?: ReadonlyArray<ErrorDetail> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

type ErrorRow<F> = Publication.FailureRow<F, ErrorSaid, ErrorCode>

/** A failure that has one code. */
const row = <F>(code: ErrorCode, say: (failure: F) => Omit<ErrorSaid, "code">): ErrorRow<F> => ({
  codes: [code],
  detail: (failure) => ({ code, ...say(failure) })
})

/** The error body (decisions docs 4.10). */
export const errorAnswer = ({ code, details = [], headers, message }: ErrorSaid, requestId: string): Answer =>
  json(catalogue[code], { error: { code, message, requestId, details } }, headers)

type Rows = { readonly [F in DocsFailure as F["_tag"]]: ErrorRow<F> }

const problems = {
  missing: "is required",
  unknown: "is not a field of this endpoint",
  invalid: "must be",
  more: "has more problems than are listed here"
} as const

const invalidParameters: ErrorRow<Refusal.InvalidParameters> = row("invalid_payload", ({ issues, part }) => ({
  message: `The ${part === "body" ? "body" : `${part} of the request`} is not valid`,
  details: issues.map(({ expected, path, problem }) => {
    const name = path.join(".")
    const said = problem === "invalid" ? `${problems.invalid} ${expected}` : problems[problem]
    return { path: name, message: `${name === "" ? "The body" : name} ${said}` }
  })
}))

const unavailable: ErrorRow<unknown> = row("unavailable", () => ({
  message:
    "The service is not available now. What the request changes may be stored: send it again with the same Idempotency-Key",
  headers: { "retry-after": "1" }
}))

const idempotencyConflict = (message: string, headers?: Readonly<Record<string, string>>): ErrorRow<unknown> =>
  row("idempotency_conflict", () => ({ message, headers }))

/** One row per failure, with the codes that it may have. */
const rows: Rows = {
  // Endpoints narrow its codes: `refusing` in `refused.ts`.
  DocsRefused: {
    codes: Object.keys(catalogue) as ReadonlyArray<ErrorCode>,
    detail: ({ code, details, headers, message }) => ({ code, message, details, headers })
  },
  NotFound: row("not_found", ({ what }) => ({ message: `There is no such ${what}` })),
  Unauthorized: row("unauthorized", () => ({
    message: "Send a key of this service as a bearer token: Authorization: Bearer …",
    headers: { "www-authenticate": "Bearer" }
  })),
  VersionConflict: unavailable,
  InvalidCursor: row("invalid_payload", () => ({
    message: "This cursor is not one of this list with these filters. Take nextCursor from the previous page",
    details: [{ path: "cursor", message: "cursor must be the nextCursor of the previous page" }]
  })),
  InvalidJson: row("invalid_json", ({ detail }) => ({ message: `The body is not usable JSON: ${detail}` })),
  UnsupportedMediaType: row("unsupported_media_type", () => ({
    message: "Send the body as application/json, with a Content-Type header that says so"
  })),
  RequestTooLarge: row("payload_too_large", ({ limitBytes }) => ({
    message: `The body may have at most ${limitBytes} bytes`,
    headers: { connection: "close" }
  })),
  RequestAborted: row("invalid_json", () => ({ message: "The body ended before it was complete" })),
  UnknownEndpoint: row("not_found", ({ method }) => ({
    message: `There is no endpoint ${method} at this path. Paths begin with /api/docs/v1, the CI webhook is /api/webhooks/ci`
  })),
  MethodNotAllowed: row("method_not_allowed", ({ allowed, method }) => ({
    message: `This path takes ${allowed.join(", ")}, not ${method}`,
    headers: { allow: allowed.join(", ") }
  })),
  RateLimited: row("rate_limited", ({ retryAfterSeconds }) => ({
    message: `Too many requests. Try again in ${retryAfterSeconds} s`,
    headers: { "retry-after": String(retryAfterSeconds) }
  })),
  InvalidIdempotencyKey: row("invalid_payload", () => ({
    message: "An Idempotency-Key has 1 to 255 printable ASCII characters",
    details: [{ path: "Idempotency-Key", message: "Idempotency-Key must have 1 to 255 printable ASCII characters" }]
  })),
  IdempotencyKeyConflict: idempotencyConflict("Two different idempotency keys were sent"),
  IdempotencyKeyReused: idempotencyConflict(
    "This Idempotency-Key was used for another request. Use a new key for a new request"
  ),
  IdempotencyKeyInUse: idempotencyConflict("The first request with this Idempotency-Key is still running. Try again", {
    "retry-after": "1"
  }),
  InvalidParameters: invalidParameters,
  InternalFailure: row("internal", () => ({
    message: "Something went wrong on our side. Quote the request id when you report it"
  })),
  StoreUnavailable: unavailable,
  StoreOpenFailed: unavailable
}

/** What a failure says in words, for callers in process. */
export const words = Publication.wordsOf(rows)

/** The codes of each failure, for the published description. */
export const publishedCodes = Publication.codesOf(rows, (code) => catalogue[code as ErrorCode])

/** The answer to a failure; one that nobody foresaw is an internal error. */
export const refuse = (failure: DocsFailure, requestId: string): Answer => {
  const known = (rows as Readonly<Record<string, ErrorRow<DocsFailure> | undefined>>)[failure._tag]
  return errorAnswer(known?.detail(failure) ?? rows.InternalFailure.detail(new Refusal.InternalFailure()), requestId)
}
