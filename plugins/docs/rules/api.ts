/** Rules and rule sets on the wire (decisions docs 4.4). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import type { BuiltinRule } from "../checks/CheckRule.ts"
import { severities } from "../checks/Finding.ts"
import { metricNames } from "../checks/metrics.ts"
import { ErrorBody, listOf, pageQuery, ReferenceId, someText, text, timestamp } from "../wire.ts"
import { countedThings, letterCases, ruleKinds, ruleScopes, type Rule } from "./Rule.ts"
import { ruleLevels, type RuleSet } from "./RuleSet.ts"
import { builtinRules } from "./builtin/builtinRules.ts"

const oneOf = <const Names extends ReadonlyArray<string>>(names: Names) =>
  Schema.Literals(names).annotate({ expected: `one of ${names.join(", ")}` })

const atMost = <S extends Schema.Top & { readonly Type: string; readonly Encoded: string }>(item: S, most: number) =>
  Schema.Array(item)
    .annotate({ expected: `a list of at most ${most}` })
    .check(
      Schema.makeFilter((items: ReadonlyArray<string>) => items.length <= most, {
        expected: `a list of at most ${most}`
      })
    )

const words = atMost(someText(200), 500)

const pairs = Schema.Record(Schema.String, text(200))
  .annotate({ expected: "an object of texts" })
  .check(
    Schema.makeFilter((table: Readonly<Record<string, string>>) => Object.keys(table).length <= 500, {
      expected: "an object of at most 500 texts"
    })
  )

const count = Schema.Number.annotate({ expected: "a number" })
const pattern = text(500)

const fieldSchemas = {
  message: text(500),
  scope: Schema.Array(oneOf(ruleScopes)).annotate({ expected: "a list of scopes" }),
  tokens: words,
  swap: pairs,
  of: oneOf(countedThings),
  min: count,
  max: count,
  either: pairs,
  first: pattern,
  second: pattern,
  match: oneOf(letterCases),
  exceptions: words,
  metric: oneOf(metricNames),
  sections: words,
  mentions: words,
  pattern,
  flags: text(10),
  replacement: text(500),
  ignoreCase: Schema.Boolean.annotate({ expected: "true or false" })
}

const optionalFields = {
  message: Schema.optionalKey(fieldSchemas.message),
  scope: Schema.optionalKey(fieldSchemas.scope),
  tokens: Schema.optionalKey(fieldSchemas.tokens),
  swap: Schema.optionalKey(fieldSchemas.swap),
  of: Schema.optionalKey(fieldSchemas.of),
  min: Schema.optionalKey(fieldSchemas.min),
  max: Schema.optionalKey(fieldSchemas.max),
  either: Schema.optionalKey(fieldSchemas.either),
  first: Schema.optionalKey(fieldSchemas.first),
  second: Schema.optionalKey(fieldSchemas.second),
  match: Schema.optionalKey(fieldSchemas.match),
  exceptions: Schema.optionalKey(fieldSchemas.exceptions),
  metric: Schema.optionalKey(fieldSchemas.metric),
  sections: Schema.optionalKey(fieldSchemas.sections),
  mentions: Schema.optionalKey(fieldSchemas.mentions),
  pattern: Schema.optionalKey(fieldSchemas.pattern),
  flags: Schema.optionalKey(fieldSchemas.flags),
  replacement: Schema.optionalKey(fieldSchemas.replacement),
  ignoreCase: Schema.optionalKey(fieldSchemas.ignoreCase)
}

/** A rule as a client gives it. */
export const RuleFieldsBody = Schema.Struct({
  name: someText(200),
  kind: oneOf(ruleKinds),
  severity: oneOf(severities),
  ...optionalFields
})

const ChangeRuleBody = Schema.Struct({
  name: Schema.optionalKey(someText(200)),
  kind: Schema.optionalKey(oneOf(ruleKinds)),
  severity: Schema.optionalKey(oneOf(severities)),
  ...optionalFields
})

const RuleAnswer = Schema.Struct({
  id: Schema.String,
  ...RuleFieldsBody.fields,
  createdAt: Schema.String,
  updatedAt: Schema.String
})

const BuiltinAnswer = Schema.Struct({
  id: Schema.String,
  severity: oneOf(severities),
  description: Schema.String,
  fixes: Schema.Boolean
})

const setFields = {
  ruleIds: Schema.optionalKey(atMost(ReferenceId, 200)),
  customRules: Schema.optionalKey(atMost(text(1_000), 500)),
  builtin: Schema.optionalKey(
    Schema.Record(Schema.String, oneOf(ruleLevels)).annotate({ expected: "levels by built-in rule" })
  )
}

const RuleSetFields = Schema.Struct({ name: someText(200), ...setFields })
const ChangeRuleSetBody = Schema.Struct({ name: Schema.optionalKey(someText(200)), ...setFields })

const RuleSetAnswer = Schema.Struct({
  id: Schema.String,
  ...RuleSetFields.fields,
  createdAt: Schema.String,
  updatedAt: Schema.String
})

const id = { id: Schema.String }
const base = "/api/docs/v1"

/** The endpoints of this slice. */
export const RulesApi = HttpApiGroup.make("rules").add(
  HttpApiEndpoint.get("builtin", `${base}/rules/builtin`, {
    success: Schema.Struct({ items: Schema.Array(BuiltinAnswer), nextCursor: Schema.Null }),
    error: ErrorBody
  }),
  HttpApiEndpoint.post("create", `${base}/rules`, { payload: RuleFieldsBody, success: RuleAnswer, error: ErrorBody }),
  HttpApiEndpoint.get("list", `${base}/rules`, { query: pageQuery, success: listOf(RuleAnswer), error: ErrorBody }),
  HttpApiEndpoint.get("retrieve", `${base}/rules/:id`, { params: id, success: RuleAnswer, error: ErrorBody }),
  HttpApiEndpoint.patch("update", `${base}/rules/:id`, {
    params: id,
    payload: ChangeRuleBody,
    success: RuleAnswer,
    error: ErrorBody
  }),
  HttpApiEndpoint.delete("remove", `${base}/rules/:id`, { params: id, error: ErrorBody }),
  HttpApiEndpoint.post("createSet", `${base}/rule-sets`, {
    payload: RuleSetFields,
    success: RuleSetAnswer,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("listSets", `${base}/rule-sets`, {
    query: pageQuery,
    success: listOf(RuleSetAnswer),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieveSet", `${base}/rule-sets/:id`, { params: id, success: RuleSetAnswer, error: ErrorBody }),
  HttpApiEndpoint.patch("updateSet", `${base}/rule-sets/:id`, {
    params: id,
    payload: ChangeRuleSetBody,
    success: RuleSetAnswer,
    error: ErrorBody
  }),
  HttpApiEndpoint.delete("removeSet", `${base}/rule-sets/:id`, { params: id, error: ErrorBody })
)

/** A built-in rule. */
export const encodeBuiltin = ({ description, fixes, id: ruleId, severity }: BuiltinRule) => ({
  id: ruleId,
  severity,
  description,
  fixes
})

/** All built-in rules, as a list with one page. */
export const builtinAnswer = { items: builtinRules.map(encodeBuiltin), nextCursor: null }

/** A rule. */
export const encodeRule = (rule: Rule & { readonly sequence?: number }) => {
  const { createdAt, sequence: _, updatedAt, ...said } = rule
  return { ...said, createdAt: timestamp(createdAt), updatedAt: timestamp(updatedAt) }
}

/** A rule set. */
export const encodeRuleSet = (set: RuleSet & { readonly sequence?: number }) => {
  const { createdAt, sequence: _, updatedAt, ...said } = set
  return { ...said, createdAt: timestamp(createdAt), updatedAt: timestamp(updatedAt) }
}
