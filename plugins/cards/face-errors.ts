/** Refusals before an operation begins: credentials, regions, versions. */
import * as Data from "effect/Data"

/** No bearer token. */
export class MissingApiKey extends Data.TaggedError("MissingApiKey") {}
/** A token that is no key, or no key of ours. */
export class InvalidApiKey extends Data.TaggedError("InvalidApiKey")<{
  /** Whether it cannot be a key of any account. */
  readonly isMalformed: boolean
}> {}
/** A live key at a sandbox. */
export class LiveKeyInSandbox extends Data.TaggedError("LiveKeyInSandbox") {}
/** A test key at a production server. */
export class TestKeyInProduction extends Data.TaggedError("TestKeyInProduction") {}
/** A region that does not exist. */
export class InvalidRegion extends Data.TaggedError("InvalidRegion") {}
/** A version that is no date. */
export class InvalidVersion extends Data.TaggedError("InvalidVersion") {}

/** What the face refuses. */
export type AuthenticationFailure =
  MissingApiKey | InvalidApiKey | LiveKeyInSandbox | TestKeyInProduction | InvalidRegion | InvalidVersion
