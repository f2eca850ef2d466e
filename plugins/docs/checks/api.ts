/** Checks on the wire (decisions docs 4.4). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { BodyLimit, Publication, Wire } from "../../../src/plugin.ts"
import { maxContextDocuments } from "../context/ContextDocument.ts"
import { refused, refusing } from "../refused.ts"
import { GivenRuleBody } from "../rules/api.ts"
import { sentencesOfRules } from "../rules/textRules.ts"
import { atMost, ReferenceId, text, together } from "../wire.ts"
import { FindingBody, MetricsBody, NotCheckedBody } from "./finding-wire.ts"

const rule = text(1_000)

/** One rule per line of a text, or a list of rules in words and as objects. */
const CustomRules = Schema.Union([text(200_000), Schema.Array(Schema.Union([rule, GivenRuleBody]))])
  .annotate({ expected: "a text, or a list of texts and rules" })
  .check(
    Schema.makeFilter((rules: string | ReadonlyArray<unknown>) => rules.length <= 500 || typeof rules === "string", {
      expected: "a list of at most 500 rules",
      toJsonSchema: () => ({ maxItems: 500 })
    })
  )

export const CheckBody = Wire.body("CheckText", "What to check: exactly one of `text` and `versionId`.", {
  text: [
    Schema.optionalKey(Schema.String.annotate({ expected: "a string" })),
    "The text, Markdown, up to 1,000,000 characters."
  ],
  versionId: [Schema.optionalKey(ReferenceId), "The version of a document."],
  ruleSetId: [Schema.optionalKey(ReferenceId), "The rule set that it must keep, beside the built-in rules."],
  customRules: [
    Schema.optionalKey(CustomRules),
    'Further rules: in words, one per line or item, such as `Use "sign in" instead of "log in"`, or as objects.'
  ],
  glossaryIds: [
    Schema.optionalKey(atMost(ReferenceId, maxContextDocuments)),
    `Up to ${maxContextDocuments} glossaries whose terms must be written as they say.`
  ]
})
  .check(together("oneOf", ["text"], ["versionId"]))
  .annotate({ identifier: "CheckText" })

const CheckAnswer = Wire.body("Check", "What style rules found in a text.", {
  score: [Schema.Finite, "From 0 to 100, to one digit: what findings cost, measured by the length of the text."],
  summary: [
    Wire.body("FindingCounts", "How many findings there are, all counted.", {
      error: [Schema.Int, "Errors."],
      warning: [Schema.Int, "Warnings."],
      suggestion: [Schema.Int, "Suggestions."]
    }),
    "How many findings there are."
  ],
  metrics: [MetricsBody, "Figures of the text."],
  findings: [Schema.Array(FindingBody), "In the order of the text, 2,000 at most."],
  notChecked: [Schema.Array(NotCheckedBody), "What could not be checked, and why."]
})

const FixAnswer = Wire.body("Fix", "A text with what is safe to replace replaced.", {
  text: [Schema.String, "The text now. Nothing is stored."],
  changed: [Schema.Boolean, "Whether it is another than the one that was sent."],
  applied: [
    Schema.Array(
      Wire.body("AppliedFix", "A replacement that was made.", {
        ruleId: [Schema.String, "The rule that wanted it."],
        line: [Schema.Int, "The line where it was, from 1."],
        column: [Schema.Int, "The column where it was, from 1."],
        excerpt: [Schema.String, "What stood there."],
        replacement: [Schema.String, "What stands there now."]
      })
    ),
    "The replacements, in the order in which they were made."
  ],
  before: [CheckAnswer, "The check of the text that was sent."],
  after: [CheckAnswer, "The check of the text now."]
})

/** 2 million characters as JSON, where most take one byte and some more. */
const checkBodyLimitBytes = 8 * 1024 * 1024

const base = "/api/docs/v1/checks"

const failures = refused("NotFound", refusing("invalid_payload", "limit_exceeded", "unsafe_pattern", "timeout"))

export const ChecksApi = HttpApiGroup.make("checks")
  .add(
    HttpApiEndpoint.post("check", base, { payload: CheckBody, success: CheckAnswer, error: failures })
      .annotate(BodyLimit, checkBodyLimitBytes)
      .annotateMerge(
        Publication.words("Check a text", "By the built-in rules, and by those that are named. Nothing is stored.")
      ),
    HttpApiEndpoint.post("fix", `${base}/fix`, { payload: CheckBody, success: FixAnswer, error: failures })
      .annotate(BodyLimit, checkBodyLimitBytes)
      .annotateMerge(Publication.words("Fix a text", "Makes the replacements that are safe. Nothing is stored."))
  )
  .annotateMerge(Publication.tag("Checks", "Texts held against style rules."))

/** A body as the operations take it. */
export const requestOf = ({ customRules, ...rest }: typeof CheckBody.Type) => ({
  ...rest,
  customRules: typeof customRules === "string" ? sentencesOfRules(customRules) : customRules
})
