/** Where to publish, as clients say it: alone, or with a generation (decisions docs 4.2, 4.8). */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { someText, text } from "../wire.ts"
import type { Target } from "./Publication.ts"

/** Body fields of a publication. The token is read from here and goes no further. */
export const targetFields = {
  repositoryUrl: someText(2_048),
  repoToken: Schema.optionalKey(text(4_096)),
  branch: Schema.optionalKey(someText(250)),
  path: Schema.optionalKey(text(1_000)),
  message: Schema.optionalKey(text(10_000)),
  createBranch: Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
  baseBranch: Schema.optionalKey(someText(250)),
  splitBy: Schema.optionalKey(Schema.Literals(["none", "tag"]).annotate({ expected: "none or tag" }))
}

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
