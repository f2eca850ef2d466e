/** Where to publish, as clients say it: alone, or with a generation (decisions docs 4.2, 4.8). */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Flag, someText, text } from "../wire.ts"
import type { Target } from "./Publication.ts"

/** Body fields of a publication. The token is read from here and goes no further. */
export const targetFields = {
  repositoryUrl: [someText(2_048), "The public https address of the repository."],
  repoToken: [
    Schema.optionalKey(text(4_096)),
    "An access token that may push. It is held in memory until the work is done, never stored and never shown. Required."
  ],
  branch: [Schema.optionalKey(someText(250)), "The branch to commit to. Default: the repository's default branch."],
  path: [
    Schema.optionalKey(text(1_000)),
    "Where the document goes in the repository. Default: that of the project, or the usual place of its kind."
  ],
  message: [Schema.optionalKey(text(10_000)), "The message of the commit. Default: `docs: update` and the kind."],
  createBranch: [Schema.optionalKey(Flag), "`true`: make the branch where it does not exist."],
  baseBranch: [
    Schema.optionalKey(someText(250)),
    "The branch from which a new one begins. Default: the default branch."
  ],
  splitBy: [
    Schema.optionalKey(Schema.Literals(["none", "tag"]).annotate({ expected: "none or tag" })),
    "`tag`: a reference becomes a folder with one file per tag."
  ]
} as const

/** A target with its token, apart. */
export const targetOf = ({
  repoToken,
  ...target
}: Target & { readonly repoToken?: string }): {
  readonly target: Target
  readonly token: Redacted.Redacted | undefined
} => ({
  target,
  token: repoToken === undefined ? undefined : Redacted.make(repoToken)
})
