/** Rules and rule sets on the wire (decisions docs 4.4). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import type { BuiltinRule } from "../checks/CheckRule.ts"
import { SeverityName } from "../checks/finding-wire.ts"
import { metricNames } from "../checks/metrics.ts"
import { refused, refusing } from "../refused.ts"
import { atMost, Flag, Id, idPath, listOf, oneOf, pageQuery, ReferenceId, SentTime, someText, text } from "../wire.ts"
import { countedThings, letterCases, ruleKinds, ruleScopes, type Rule } from "./Rule.ts"
import { ruleLevels, type RuleSet } from "./RuleSet.ts"
import { builtinRules } from "./builtin/builtinRules.ts"

const words = atMost(someText(200), 500)

const pairs = Schema.Record(Schema.String, text(200))
  .annotate({ expected: "an object of texts" })
  .check(Schema.isMaxProperties(500, { expected: "an object of at most 500 texts" }))

const count = Schema.Finite.annotate({ expected: "a number" })
const pattern = text(500)

const Name = someText(200)
const KindName = Schema.Literals(ruleKinds).annotate({
  identifier: "RuleKind",
  description: "What a rule looks for, and so which fields it has.",
  expected: `one of ${ruleKinds.join(", ")}`
})

const optionalFields = {
  message: [Schema.optionalKey(text(500)), "The message of a finding. `%s` stands for the words that were found."],
  scope: [
    Schema.optionalKey(Schema.Array(oneOf(ruleScopes)).annotate({ expected: "a list of scopes" })),
    "Where it looks. Default: everywhere."
  ],
  tokens: [Schema.optionalKey(words), "existence: words or phrases that must not stand there."],
  swap: [Schema.optionalKey(pairs), "substitution: what stands there, and what should."],
  of: [Schema.optionalKey(oneOf(countedThings)), "occurrence: what is counted, if there is no `pattern`."],
  min: [Schema.optionalKey(count), "occurrence, metric: the least there must be."],
  max: [Schema.optionalKey(count), "occurrence, metric: the most there may be."],
  either: [Schema.optionalKey(pairs), "consistency: pairs of which a text may use one."],
  first: [Schema.optionalKey(pattern), "conditional: where this pattern is found, `second` must be found too."],
  second: [Schema.optionalKey(pattern), "conditional: what must be found where `first` is."],
  match: [Schema.optionalKey(oneOf(letterCases)), "capitalization: how headings or words are to be written."],
  exceptions: [Schema.optionalKey(words), "capitalization: words that are right as they are."],
  metric: [Schema.optionalKey(oneOf(metricNames)), "metric: the figure that `min` and `max` bound."],
  sections: [Schema.optionalKey(words), "structure: headings that the text must have."],
  mentions: [Schema.optionalKey(words), "structure: words that the text must mention."],
  pattern: [
    Schema.optionalKey(pattern),
    "regex, occurrence: a regular expression without what could take too long, such as back references."
  ],
  flags: [Schema.optionalKey(text(10)), "regex, occurrence: flags of the pattern."],
  replacement: [Schema.optionalKey(text(500)), "regex: what to write instead."],
  ignoreCase: [Schema.optionalKey(Flag), "Whether capitals make no difference. Default: they make none."]
} as const

type Optional = typeof optionalFields

/** The same, each of which `null` clears. */
const clearedFields = Object.fromEntries(
  Object.entries(optionalFields).map(([name, [{ schema }, words]]) => [
    name,
    [Schema.optionalKey(Schema.NullOr(schema)), words]
  ])
) as unknown as {
  readonly [Name in keyof Optional]: readonly [Schema.optionalKey<Schema.NullOr<Optional[Name][0]["schema"]>>, string]
}

const ruleFields = {
  name: [Name, "What people call it."],
  kind: [KindName, "What it looks for."],
  severity: [SeverityName, "How bad its findings are."],
  ...optionalFields
} as const

/** A rule as a client gives it. */
export const GivenRuleBody = Wire.body("GivenRule", "A rule. Which fields it has follows from its kind.", ruleFields)

const ChangeRuleBody = Wire.body(
  "UpdateRule",
  "What changes of a rule; `null` clears it, and another kind begins without the old one's fields.",
  {
    name: [Schema.optionalKey(Name), "What people call it."],
    kind: [Schema.optionalKey(KindName), "What it looks for."],
    severity: [Schema.optionalKey(SeverityName), "How bad its findings are."],
    ...clearedFields
  }
)

export const RuleAnswer = Wire.object<Rule>()("Rule", "A style rule of your own.", {
  id: [Id, "Begins with `rul_`."],
  ...ruleFields,
  createdAt: [SentTime, "When it was made."],
  updatedAt: [SentTime, "When it was changed last."]
})

const BuiltinAnswer = Wire.object<BuiltinRule>()("BuiltinRule", "A style rule that every check knows.", {
  id: [Schema.String, "Its name, by which rule sets set its level."],
  severity: [SeverityName, "How bad its findings are, unless a rule set says otherwise."],
  description: [Schema.String, "What it wants."],
  fixes: [Schema.Boolean, "Whether its replacements are safe to make."]
})

const setFields = {
  ruleIds: [Schema.optionalKey(atMost(ReferenceId, 200)), "Rules of your own that hold."],
  customRules: [Schema.optionalKey(atMost(text(1_000), 500)), "Further rules in words."],
  builtin: [
    Schema.optionalKey(
      Schema.Record(Schema.String, oneOf(ruleLevels)).annotate({ expected: "levels by built-in rule" })
    ),
    "Built-in rules that count otherwise: `off`, or another severity. What is not named counts as it is."
  ]
} as const

const RuleSetFields = Wire.body("CreateRuleSet", "Which rules hold together.", {
  name: [Name, "What people call it."],
  ...setFields
})

const ChangeRuleSetBody = Wire.body("UpdateRuleSet", "What changes of a set; the rest stays.", {
  name: [Schema.optionalKey(Name), "What people call it."],
  ...setFields
})

export const RuleSetAnswer = Wire.object<RuleSet>()(
  "RuleSet",
  "Rules that hold together, for a project, a generation or a check.",
  {
    id: [Id, "Begins with `rst_`."],
    name: [Name, "What people call it."],
    ...setFields,
    createdAt: [SentTime, "When it was made."],
    updatedAt: [SentTime, "When it was changed last."]
  }
)

const rule = idPath("The rule.")
const set = idPath("The rule set.")
const base = "/api/docs/v1"

export const RulesApi = HttpApiGroup.make("rules")
  .add(
    HttpApiEndpoint.get("builtin", `${base}/rules/builtin`, {
      success: Wire.body("BuiltinRuleList", "All built-in rules on one page.", {
        items: [Schema.Array(BuiltinAnswer), "The rules."],
        nextCursor: [Schema.Null, "Always `null`."]
      }),
      error: refused()
    }).annotateMerge(Publication.words("List built-in rules", "All of them, on one page.")),
    HttpApiEndpoint.post("create", `${base}/rules`, {
      payload: GivenRuleBody,
      success: RuleAnswer.pipe(HttpApiSchema.status(201)),
      error: refused(refusing("invalid_payload", "unsafe_pattern"))
    }).annotateMerge(Publication.words("Create a rule", "A pattern that could take too long is refused.")),
    HttpApiEndpoint.get("list", `${base}/rules`, {
      query: pageQuery,
      success: listOf("RuleList", RuleAnswer),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List rules", "Your own, the newest first.")),
    HttpApiEndpoint.get("retrieve", `${base}/rules/:id`, {
      params: rule,
      success: RuleAnswer,
      error: refused("NotFound")
    }).annotateMerge(Publication.words("Retrieve a rule", "The rule as it is now.")),
    HttpApiEndpoint.patch("update", `${base}/rules/:id`, {
      params: rule,
      payload: ChangeRuleBody,
      success: RuleAnswer,
      error: refused("NotFound", refusing("invalid_payload", "unsafe_pattern"))
    }).annotateMerge(
      Publication.words(
        "Change a rule",
        "Fields that are not sent stay; `null` clears one, and with another `kind` those of the old one go."
      )
    ),
    HttpApiEndpoint.delete("remove", `${base}/rules/:id`, {
      params: rule,
      error: refused("NotFound")
    }).annotateMerge(
      Publication.words("Remove a rule", "Sets that name it go on without it, and their checks say so.")
    ),
    HttpApiEndpoint.post("createSet", `${base}/rule-sets`, {
      payload: RuleSetFields,
      success: RuleSetAnswer.pipe(HttpApiSchema.status(201)),
      error: refused("NotFound", refusing("invalid_payload", "unsafe_pattern"))
    }).annotateMerge(Publication.words("Create a rule set", "The rules that it names must be there.")),
    HttpApiEndpoint.get("listSets", `${base}/rule-sets`, {
      query: pageQuery,
      success: listOf("RuleSetList", RuleSetAnswer),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List rule sets", "The newest first.")),
    HttpApiEndpoint.get("retrieveSet", `${base}/rule-sets/:id`, {
      params: set,
      success: RuleSetAnswer,
      error: refused("NotFound")
    }).annotateMerge(Publication.words("Retrieve a rule set", "The set as it is now.")),
    HttpApiEndpoint.patch("updateSet", `${base}/rule-sets/:id`, {
      params: set,
      payload: ChangeRuleSetBody,
      success: RuleSetAnswer,
      error: refused("NotFound", refusing("invalid_payload", "unsafe_pattern"))
    }).annotateMerge(Publication.words("Change a rule set", "Fields that are not sent stay as they are.")),
    HttpApiEndpoint.delete("removeSet", `${base}/rule-sets/:id`, {
      params: set,
      error: refused("NotFound")
    }).annotateMerge(Publication.words("Remove a rule set", "Its rules stay."))
  )
  .annotateMerge(Publication.tag("Rules", "Style rules: the built-in ones, your own, and sets of them."))

/** All built-in rules, as a list with one page. */
export const builtinAnswer = { items: builtinRules.map(BuiltinAnswer.write), nextCursor: null }
