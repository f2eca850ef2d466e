/** A push as the webhook understands it, whoever told of it (spec docs §4, decisions docs 4.9). */

/** Who sent it. */
export const providers = [
  "generic",
  "github",
  "gitlab",
  "gitea",
  "forgejo",
  "gogs",
  "bitbucket",
  "bitbucket-data-center",
  "azure-devops"
] as const

export type Provider = (typeof providers)[number]

/** Why nothing is generated. */
export const skipReasons = [
  "ping",
  "branch_deleted",
  "tag",
  "no_relevant_changes",
  "own_commit",
  "unsupported_event",
  "branch_filtered"
] as const

export type SkipReason = (typeof skipReasons)[number]

/** A branch that moved. `undefined`: the repository's default. */
export interface PushedBranch {
  readonly branch: string | undefined
  /** Message of its new head, where it is told. */
  readonly message?: string | undefined
}

export interface Push {
  readonly provider: Provider
  readonly repositoryUrl: string
  readonly branches: ReadonlyArray<PushedBranch>
  /** `undefined`: not known. */
  readonly changedFiles: ReadonlyArray<string> | undefined
  readonly deliveryId: string | undefined
}

/** What a request came to: a push, a reason to do nothing, or what is wrong with it. */
export type Reading =
  | { readonly kind: "push"; readonly push: Push }
  | { readonly kind: "skip"; readonly provider: Provider; readonly reason: SkipReason }
  | { readonly kind: "invalid"; readonly path: string; readonly message: string }

/** Branches of one push that are generated for (decisions docs 4.9). */
export const maxBranches = 5

/** Past so many files nothing is known of them; a path that is longer or holds control characters is dropped. */
const maxFiles = 10_000
const maxPathCharacters = 4_096

/** The files of a push without those that cannot be paths; too many are none that are known. */
export const usableFiles = (files: ReadonlyArray<string> | undefined): ReadonlyArray<string> | undefined =>
  files === undefined || files.length > maxFiles
    ? undefined
    : files.filter((path) => path.length <= maxPathCharacters && !/\p{Cc}/u.test(path))
