/** What is said between the git client and its thread: plain data. One thread serves one request and is then gone. */
import type { GitFailed, RepositorySnapshot } from "./GitClient.ts"

/** Where to read, and by which right. */
export interface Opening {
  readonly url: string
  readonly branch?: string | undefined
  readonly createBranch?: boolean | undefined
  readonly baseBranch?: string | undefined
  readonly token?: string | undefined
  /** Origins that may be reached although they are not public https. */
  readonly allowed: ReadonlyArray<string>
}

/** Where a branch stands. No commit: it is to begin. */
export interface Opened {
  readonly branch: string
  readonly commit: string | null
}

/** A commit to make on what was opened. */
export interface NewCommit {
  /** A `null`: the file goes. */
  readonly files: ReadonlyArray<{ readonly path: string; readonly text: string | null }>
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
  /** Epoch milliseconds. */
  readonly at: number
}

/** The calls of a session. `open` comes first. */
export interface SessionCalls {
  readonly open: (opening: Opening) => Promise<Opened>
  /** The repository at the opened commit, with so many commits of history. */
  readonly snapshot: (depth: number) => Promise<RepositorySnapshot>
  /** A text, or `undefined` where there is none. Fails with `publish_conflict` where it cannot be read whole. */
  readonly read: (path: string) => Promise<string | undefined>
  /** Commits and pushes; without files a new branch begins at its base. `undefined` when somebody else pushed meanwhile. */
  readonly push: (commit: NewCommit) => Promise<string | undefined>
}

/** Why a session failed. */
export interface SessionFailure {
  readonly code: GitFailed["code"]
  readonly message: string
}

/** By this a thread knows that it is one of ours. */
export const gitThreadMark = "bursar/docs/git-thread"

/** A call as it goes to the thread. */
export type SessionCall = {
  readonly [Name in keyof SessionCalls]: { readonly name: Name; readonly input: Parameters<SessionCalls[Name]>[0] }
}[keyof SessionCalls]

/** What the thread answers to a call. */
export type SessionReply =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: SessionFailure }
