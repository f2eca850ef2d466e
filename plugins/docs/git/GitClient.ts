/** The port to code repositories: reading one at a commit, and adding one commit to it. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/** Why a repository could not be read or written. `message` holds no token and no address beyond the host. */
export class GitFailed extends Data.TaggedError("GitFailed")<{
  readonly code:
    | "source_unreachable"
    | "source_too_large"
    | "unsafe_repository_url"
    | "unsafe_path"
    | "publish_unauthorized"
    | "publish_conflict"
    | "limit_exceeded"
    | "timeout"
  readonly message: string
}> {}

/** A file as it was checked out. Files over the reader's limit have no text. */
export interface SnapshotFile {
  readonly path: string
  readonly bytes: number
  readonly text?: string | undefined
  /** Whether it is a document that this service made. */
  readonly isOwn?: boolean
}

/** A repository at one commit. */
export interface RepositorySnapshot {
  /** Without user info. */
  readonly url: string
  readonly branch: string
  readonly commit: string
  /** Message of the commit, for the loop guard. */
  readonly message: string
  readonly files: ReadonlyArray<SnapshotFile>
  /** `git log` with record separator 0x1e and unit separator 0x1f: hash, date, subject, body, author, tags, files; empty unless asked for. */
  readonly log: string
}

export interface ReadRepository {
  readonly url: string
  readonly branch?: string | undefined
  readonly token?: Redacted.Redacted | undefined
  /** Commits of history, 0 for none. */
  readonly depth?: number
}

/** What to write: one commit with these files on a branch. */
export interface WriteRepository {
  readonly url: string
  readonly branch?: string | undefined
  readonly createBranch?: boolean | undefined
  readonly baseBranch?: string | undefined
  readonly token: Redacted.Redacted
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
  /** Engine time of the commit, epoch milliseconds. */
  readonly at: number
  /** New texts by path, made from the present ones, `null` for a file that goes: called again when somebody else pushed meanwhile. */
  readonly change: (
    read: (path: string) => Effect.Effect<string | undefined, GitFailed>
  ) => Effect.Effect<ReadonlyArray<{ readonly path: string; readonly text: string | null }>, GitFailed>
}

/** What came of writing. */
export interface Written {
  readonly commit: string
  readonly branch: string
  readonly changed: boolean
}

/** Reads and writes repositories over https. Nothing of a repository is ever run. */
export class GitClient extends Context.Service<
  GitClient,
  {
    readonly read: (request: ReadRepository) => Effect.Effect<RepositorySnapshot, GitFailed>
    readonly write: (request: WriteRepository) => Effect.Effect<Written, GitFailed>
  }
>()("docs/GitClient") {}
