/** What was noticed while reading or writing that does not stop the work: told with the document, never swallowed. */

/** Where in a source something was found. Lines and columns count from 1. */
export interface SourceLocation {
  readonly line?: number
  readonly column?: number
  /** JSON pointer into the source, such as `/paths/~1pets/get`. */
  readonly pointer?: string
}

/** Every warning a reader or an output can give, with its meaning. */
export const warningCodes = {
  external_ref_not_followed: "A reference points outside the document; it is described as a link and never fetched",
  dangling_ref: "A reference points to nothing in the document",
  ref_chain_too_long: "A reference leads to a reference so often that it was given up",
  duplicate_operation: "Two operations have the same method and path; the first one stands",
  duplicate_parameter: "Two parameters have the same place and name; the first one stands",
  unexpected_value: "A value has another shape than its format says; it was left out",
  unknown_security_scheme: "A requirement names a security scheme that is not defined",
  invalid_description: "The description breaks a rule of its format; what it says is told as it stands",
  no_base_address: "The description names no address; samples of requests have {baseUrl} in its place",
  unsupported_keyword: "A keyword is not understood; it is described as it stands",
  invalid_example:
    "A given example does not match its schema; that of a body is shown all the same, that of a single value is left out",
  no_valid_example: "No example could be made that matches the schema; none is shown",
  file_skipped: "A file was left out because of its size or kind",
  writer_fallback: "The writer's text was not used; the rules wrote the section",
  not_checked: "The document, or a part of it, was not checked for style",
  setting_ignored: "A setting has no effect on this document",
  instruction_not_applied:
    "An instruction or a rule of a style guide is none that the rules can follow, or was not followed",
  context_not_used: "A context document, or a part of it, has no effect on this document",
  claim_not_supported: "The source's own words name a file or a command that its tree does not hold; they stay",
  readme_completed:
    "The readme did not say something that the tree proves, and a section was added, or it linked a heading by a name that this has not",
  readme_incomplete:
    "The readme does not say how it is installed or built; what its manifests would say is proposed, and not added",
  releases_interleaved:
    "The log mixes several lines of releases: those that are out of order have no heading, and where they are many, all changes stand in one list",
  truncated: "A limit was reached; what follows is left out"
} as const

export type WarningCode = keyof typeof warningCodes

export interface Warning {
  readonly code: WarningCode
  /** For a person; names the thing and never repeats a secret. */
  readonly message: string
  readonly location?: SourceLocation
}

/** Most warnings that are kept of one run: a broken source must not become a flood. Our choice. */
export const maxWarnings = 500
