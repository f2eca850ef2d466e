/** Checks on the wire (decisions docs 4.4). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { BodyLimit } from "../../../src/plugin.ts"
import { RuleFieldsBody } from "../rules/api.ts"
import { sentencesOfRules } from "../rules/textRules.ts"
import { ErrorBody, ReferenceId, text } from "../wire.ts"
import { findingSources, severities } from "./Finding.ts"

const rule = text(1_000)

/** One rule per line of a text, or a list of rules in words and as objects. */
const CustomRules = Schema.Union([text(200_000), Schema.Array(Schema.Union([rule, RuleFieldsBody]))])
  .annotate({ expected: "a text, or a list of texts and rules" })
  .check(
    Schema.makeFilter((rules: string | ReadonlyArray<unknown>) => rules.length <= 500 || typeof rules === "string", {
      expected: "a list of at most 500 rules"
    })
  )

/** Body of a check. */
export const CheckBody = Schema.Struct({
  text: Schema.optionalKey(Schema.String.annotate({ expected: "a string" })),
  versionId: Schema.optionalKey(ReferenceId),
  ruleSetId: Schema.optionalKey(ReferenceId),
  customRules: Schema.optionalKey(CustomRules),
  glossaryIds: Schema.optionalKey(Schema.Array(ReferenceId))
})

const Severities = Schema.Literals(severities)

/** A finding. */
export const FindingBody = Schema.Struct({
  ruleId: Schema.String,
  severity: Severities,
  message: Schema.String,
  suggestion: Schema.NullOr(
    Schema.Struct({
      text: Schema.optionalKey(Schema.String),
      replacement: Schema.optionalKey(Schema.String),
      safe: Schema.optionalKey(Schema.Boolean)
    })
  ),
  line: Schema.Int,
  column: Schema.Int,
  endLine: Schema.Int,
  endColumn: Schema.Int,
  excerpt: Schema.String,
  source: Schema.Literals(findingSources)
})

/** What could not be checked. */
export const NotCheckedBody = Schema.Struct({ text: Schema.String, reason: Schema.String })

/** What came of a check. */
const CheckAnswer = Schema.Struct({
  score: Schema.Number,
  summary: Schema.Struct({ error: Schema.Int, warning: Schema.Int, suggestion: Schema.Int }),
  metrics: Schema.Struct({
    words: Schema.Int,
    sentences: Schema.Int,
    fleschReadingEase: Schema.Number,
    fleschKincaidGrade: Schema.Number,
    avgSentenceLength: Schema.Number,
    passiveShare: Schema.Number,
    longestSentence: Schema.Int
  }),
  findings: Schema.Array(FindingBody),
  notChecked: Schema.Array(NotCheckedBody)
})

const FixAnswer = Schema.Struct({
  text: Schema.String,
  changed: Schema.Boolean,
  applied: Schema.Array(
    Schema.Struct({
      ruleId: Schema.String,
      line: Schema.Int,
      column: Schema.Int,
      excerpt: Schema.String,
      replacement: Schema.String
    })
  ),
  before: CheckAnswer,
  after: CheckAnswer
})

/** 2 million characters as JSON, where most take one byte and some more. */
const checkBodyLimitBytes = 8 * 1024 * 1024

const base = "/api/docs/v1/checks"

/** The endpoints of this slice. */
export const ChecksApi = HttpApiGroup.make("checks").add(
  HttpApiEndpoint.post("check", base, { payload: CheckBody, success: CheckAnswer, error: ErrorBody }).annotate(
    BodyLimit,
    checkBodyLimitBytes
  ),
  HttpApiEndpoint.post("fix", `${base}/fix`, { payload: CheckBody, success: FixAnswer, error: ErrorBody }).annotate(
    BodyLimit,
    checkBodyLimitBytes
  )
)

/** A body as the operations take it. */
export const requestOf = ({ customRules, ...rest }: typeof CheckBody.Type) => ({
  ...rest,
  customRules: typeof customRules === "string" ? sentencesOfRules(customRules) : customRules
})
