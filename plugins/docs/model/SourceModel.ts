/** What any source becomes. Outputs take these and nothing else. */
import type { ApiModel } from "./ApiModel.ts"
import type { ChangesModel } from "./ChangesModel.ts"
import type { RepositoryModel } from "./RepositoryModel.ts"
import type { TextModel } from "./TextModel.ts"
import type { SourceLocation, Warning } from "./Warning.ts"

export type SourceModel = ApiModel | RepositoryModel | TextModel | ChangesModel

/** The kinds of source that a client can name (decisions 4.1). */
export const sourceKinds = ["openapi", "postman", "repository", "text", "changelog", "commits"] as const

export type SourceKind = (typeof sourceKinds)[number]

/** What a source was found to be. */
export interface Detected {
  readonly kind: SourceKind
  /** `openapi`, `swagger`, `postman-collection`, `markdown`, `plain`, `git-log`, `oneline` … */
  readonly format: string
  readonly version?: string | undefined
}

/** A source that was read. */
export interface ReadSource {
  readonly detected: Detected
  readonly model: SourceModel
  readonly warnings: ReadonlyArray<Warning>
}

/** Why a source cannot be read at all (decisions 4.10: codes of 422). */
export type SourceFailureCode =
  | "parse_failed"
  | "unsupported_version"
  | "unsupported_collection_version"
  | "limit_exceeded"
  | "source_too_large"
  | "no_api_description_found"

/** A source that cannot be read. */
export interface SourceFailure {
  readonly code: SourceFailureCode
  /** For a person. It quotes nothing of the source but names and keys. */
  readonly message: string
  readonly location?: SourceLocation | undefined
}
