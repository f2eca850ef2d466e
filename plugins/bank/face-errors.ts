/** Refusals before an operation begins: credentials, scopes, versions, keys. */
import * as Data from "effect/Data"

/** Neither a bearer token nor a key. */
export class MissingAuthorization extends Data.TaggedError("MissingAuthorization") {}
/** A token that is malformed, expired or revoked. */
export class InvalidToken extends Data.TaggedError("InvalidToken") {}
/** A key that is unknown or deactivated; also wrong client credentials. */
export class InvalidApiKey extends Data.TaggedError("InvalidApiKey") {}
/** The client of a call in process is deactivated. */
export class ClientDeactivated extends Data.TaggedError("ClientDeactivated") {}
/** The credential lacks the scope of the endpoint. */
export class InsufficientScope extends Data.TaggedError("InsufficientScope")<{ readonly scope: string }> {}
/** A version that is not served. */
export class InvalidVersion extends Data.TaggedError("InvalidVersion") {}
/** A request that moves money has no idempotency key. */
export class IdempotencyKeyMissing extends Data.TaggedError("IdempotencyKeyMissing") {}

/** What the face refuses. */
export type FaceFailure =
  | MissingAuthorization
  | InvalidToken
  | InvalidApiKey
  | ClientDeactivated
  | InsufficientScope
  | InvalidVersion
  | IdempotencyKeyMissing
