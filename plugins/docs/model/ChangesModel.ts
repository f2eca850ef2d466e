/** Changes as they were read, from a change list or a commit log: each kept, none judged. Grouping is an output's work. */

/** One change. */
export interface Change {
  /** The change in the source's words, without marker, hash and conventional prefix. */
  readonly text: string
  /** The whole line as it stood. */
  readonly original: string
  /** The body of a commit, without trailers. */
  readonly body?: string
  /** Trailers of a commit and footers of a conventional one, such as `BREAKING CHANGE`. */
  readonly trailers: ReadonlyArray<{ readonly name: string; readonly value: string }>
  readonly hash?: string
  readonly date?: string
  /** `feat`, `fix` … of a conventional subject, in lower case. */
  readonly type?: string
  readonly scope?: string
  /** Marked as breaking by `!`, by a footer or by the words of the source. */
  readonly breaking: boolean
  /** The heading it stood under in a change list. */
  readonly heading?: string
  /** References to issues and pull requests, such as `#412`. */
  readonly references: ReadonlyArray<string>
  readonly line: number
}

/** The changes of one version. */
export interface Release {
  readonly version?: string
  readonly date?: string
  readonly changes: ReadonlyArray<Change>
}

/** A list of changes, newest release first as in the source. */
export interface ChangesModel {
  readonly kind: "changes"
  readonly origin: "changelog" | "commits"
  readonly releases: ReadonlyArray<Release>
}
