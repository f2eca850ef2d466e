/** Changes as they were read, from a change list or a commit log: each kept, none judged. Grouping is an output's work. */
import type { TextBlock } from "./TextModel.ts"

export interface Change {
  /** The change in the source's words, without marker, hash and the mark of its kind. */
  readonly text: string
  /** The whole line as it stood. */
  readonly original: string
  /** Of a commit: its message below the subject, without trailers. Of an item: what stands below its first paragraph, as it is written. */
  readonly body?: string | undefined
  /** Trailers of a commit and footers of a conventional one, such as `BREAKING CHANGE`. */
  readonly trailers: ReadonlyArray<{ readonly name: string; readonly value: string }>
  /** Whether it was read as a commit: its author wrote to colleagues. */
  readonly isCommit?: true | undefined
  readonly hash?: string | undefined
  readonly date?: string | undefined
  /** Tags of a commit. */
  readonly tags?: ReadonlyArray<string> | undefined
  /** Files that a commit changes, where the source names them. */
  readonly paths?: ReadonlyArray<string> | undefined
  /** The line of the merge by which a request brought it. */
  readonly broughtBy?: number | undefined
  /** Whether a commit says no more than that a version is released: of all, or of a part in a log of the whole. */
  readonly releases?: "all" | "part" | undefined
  /** Whether it stands in the notes that the commit of a version has: its author wrote it to users. */
  readonly isNote?: true | undefined
  /** Whether a program made it, such as one that updates dependencies. */
  readonly byBot?: boolean | undefined
  /** `feat`, `fix` … of a conventional subject or of a label such as `Bug fix:`, in lower case. */
  readonly type?: string | undefined
  readonly scope?: string | undefined
  /** Marked as breaking by `!`, by a footer or by the words of the source. */
  readonly breaking: boolean
  /** The headings it stood under below that of its version, the outermost first. */
  readonly headings?: ReadonlyArray<string> | undefined
  /** References to issues and pull requests, such as `#412`. */
  readonly references: ReadonlyArray<string>
  readonly line: number
}

/** The changes of one version. */
export interface Release {
  readonly version?: string | undefined
  readonly date?: string | undefined
  /** What is released, where a commit names it. */
  readonly name?: string | undefined
  /** Whether its author calls it not released, and names no version. */
  readonly isUnreleased?: true | undefined
  /** The line that names it, as it stood. */
  readonly heading?: { readonly line: number; readonly text: string } | undefined
  readonly changes: ReadonlyArray<Change>
  /** What stands between the version and its first list. */
  readonly lead?: ReadonlyArray<TextBlock> | undefined
  /** The whole, where paragraphs, code or tables stand among its lists: such a text is not taken apart. */
  readonly written?: ReadonlyArray<TextBlock> | undefined
}

/** A list of changes, newest release first as in the source. */
export interface ChangesModel {
  readonly kind: "changes"
  readonly origin: "changelog" | "commits"
  readonly releases: ReadonlyArray<Release>
  /** What is no change and has no place in notes, and why. */
  readonly dropped?: ReadonlyArray<{ readonly item: string; readonly reason: string }> | undefined
}
