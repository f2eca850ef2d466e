/**
 * What the HTTP toolkit itself refuses, before or around a plugin's own rules. A plugin's table turns each into an
 * answer in its own envelope.
 */
import * as Data from "effect/Data"

/** The body is not JSON, holds a key twice or a broken character, nests too deep, or holds too many values. */
export class InvalidJson extends Data.TaggedError("InvalidJson")<{ readonly detail: string }> {}

/** The body is announced as something other than JSON. */
export class UnsupportedMediaType extends Data.TaggedError("UnsupportedMediaType")<{
  readonly contentType: string
}> {}

/** The body is longer than the endpoint takes. */
export class RequestTooLarge extends Data.TaggedError("RequestTooLarge")<{ readonly limitBytes: number }> {}

/** The body could not be read to its end. */
export class RequestAborted extends Data.TaggedError("RequestAborted") {}

/** No endpoint has this path. */
export class UnknownEndpoint extends Data.TaggedError("UnknownEndpoint")<{
  readonly method: string
  readonly path: string
}> {}

/** The path exists, but not with this method. */
export class MethodNotAllowed extends Data.TaggedError("MethodNotAllowed")<{
  readonly method: string
  readonly allowed: ReadonlyArray<string>
}> {}

/** The caller used up its window. */
export class RateLimited extends Data.TaggedError("RateLimited")<{ readonly retryAfterSeconds: number }> {}

/** The key is not 1 to 255 printable ASCII characters. */
export class InvalidIdempotencyKey extends Data.TaggedError("InvalidIdempotencyKey") {}

/** Header and body name different keys. */
export class IdempotencyKeyConflict extends Data.TaggedError("IdempotencyKeyConflict") {}

/** The key was used for another request. */
export class IdempotencyKeyReused extends Data.TaggedError("IdempotencyKeyReused")<{
  /** The body of the answer to that request, once there is one. */
  readonly firstAnswer?: string | undefined
}> {}

/** The first request with this key is still running. */
export class IdempotencyKeyInUse extends Data.TaggedError("IdempotencyKeyInUse") {}

/** One thing that is wrong with the parameters. */
export interface ParameterIssue {
  /** Where: names and indexes from the outside in; empty for the body as a whole. */
  readonly path: ReadonlyArray<string>
  /** `more`: there are further issues, which are not listed. Only the last issue of a list says it. */
  readonly problem: "missing" | "unknown" | "invalid" | "more"
  /** The plugin's own code, where the schema names one (`refusal` annotation). */
  readonly code: string | undefined
  /** What was expected, in words. Never holds what was sent. */
  readonly expected: string
}

/** Parameters that do not fit the endpoint's schema. At least one issue, in the schema's order. */
export class InvalidParameters extends Data.TaggedError("InvalidParameters")<{
  readonly part: "body" | "query" | "path" | "headers"
  readonly issues: ReadonlyArray<ParameterIssue>
}> {}

/** Something is wrong on our side; the cause is logged, never told. */
export class InternalFailure extends Data.TaggedError("InternalFailure") {}

/** All that the toolkit refuses. A plugin's error table has a row for each. */
export type Refusal =
  | InvalidJson
  | UnsupportedMediaType
  | RequestTooLarge
  | RequestAborted
  | UnknownEndpoint
  | MethodNotAllowed
  | RateLimited
  | InvalidIdempotencyKey
  | IdempotencyKeyConflict
  | IdempotencyKeyReused
  | IdempotencyKeyInUse
  | InvalidParameters
  | InternalFailure
