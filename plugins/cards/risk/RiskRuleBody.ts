/** Rules of an account on the wire: the grammar of `when`, and a rule as it is shown. */
import * as Schema from "effect/Schema"
import { Country } from "../../../src/domain.ts"
import { timestamp } from "../events.ts"
import { CurrencyCode, ReferenceId, text } from "../wire.ts"
import { ruleActions, type RiskRule } from "./RiskRule.ts"

/** Values that a rule compares with at once (our choice). */
const maxValues = 200

const hasSome = (value: object): boolean => Object.keys(value).length > 0

const comparison = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct(fields)
    .annotate({ expected: `an object with some of ${Object.keys(fields).join(", ")}` })
    .check(Schema.makeFilter(hasSome, { expected: "an object with at least one comparison" }))

const listed = <Value extends Schema.Top>(value: Value) =>
  Schema.Array(value)
    .annotate({ expected: "a list" })
    .check(Schema.isBetweenLength(1, maxValues, { expected: `a list of 1 to ${maxValues} values` }))

const equality = <Value extends Schema.Top>(value: Value) => ({
  eq: Schema.optionalKey(value),
  ne: Schema.optionalKey(value)
})

const membership = <Value extends Schema.Top>(value: Value) => ({
  in: Schema.optionalKey(listed(value)),
  not_in: Schema.optionalKey(listed(value))
})

const wordOf = <Value extends Schema.Top>(value: Value) => comparison({ ...equality(value), ...membership(value) })

const whole = Schema.Finite.annotate({ expected: "an integer" }).check(Schema.isInt({ expected: "an integer" }))

const numberOf = comparison({
  ...equality(whole),
  ...membership(whole),
  gt: Schema.optionalKey(whole),
  gte: Schema.optionalKey(whole),
  lt: Schema.optionalKey(whole),
  lte: Schema.optionalKey(whole)
})

const literals = <const Words extends ReadonlyArray<string>>(words: Words) =>
  Schema.Literals(words).annotate({ expected: `one of ${words.join(", ")}` })

const signal = literals([
  "velocity_check",
  "ip_mismatch",
  "device_anomaly",
  "card_testing",
  "high_risk_country",
  "bin_mismatch",
  "unusual_amount"
])

const country = wordOf(Country.CountryCode)
const identifier = wordOf(ReferenceId)

/** Attribute → comparisons, all of which must hold. What is not listed here is refused. */
export const RuleConditionBody = Schema.Struct({
  amount: Schema.optionalKey(numberOf),
  currency: Schema.optionalKey(wordOf(CurrencyCode)),
  card_country: Schema.optionalKey(country),
  card_brand: Schema.optionalKey(wordOf(literals(["visa", "mastercard", "amex", "discover"]))),
  card_funding: Schema.optionalKey(wordOf(literals(["credit", "debit", "prepaid", "unknown"]))),
  card_category: Schema.optionalKey(wordOf(literals(["consumer", "corporate"]))),
  billing_country: Schema.optionalKey(country),
  customer_country: Schema.optionalKey(country),
  ip_country: Schema.optionalKey(country),
  customer: Schema.optionalKey(identifier),
  payment_method: Schema.optionalKey(identifier),
  off_session: Schema.optionalKey(comparison(equality(Schema.Boolean.annotate({ expected: "true or false" })))),
  score: Schema.optionalKey(numberOf),
  signals: Schema.optionalKey(comparison({ contains: Schema.optionalKey(signal) }))
})
  .annotate({ expected: "an object of attribute to comparison" })
  .check(Schema.makeFilter(hasSome, { expected: "an object with at least one attribute" }))

const between = (minimum: number, maximum: number) =>
  whole.check(Schema.isBetween({ minimum, maximum }, { expected: `an integer from ${minimum} to ${maximum}` }))

const fields = {
  name: text(200).check(
    Schema.makeFilter((name: string) => name.trim() !== "", { expected: "a name with at least one visible character" })
  ),
  when: RuleConditionBody,
  action: literals(ruleActions)
}

const optionalFields = {
  score_contribution: Schema.optionalKey(between(0, 100)),
  enabled: Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
  priority: Schema.optionalKey(between(0, 10_000)),
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))
}

/** Body of create rule (decisions C1). */
export const CreateRuleBody = Schema.Struct({ ...fields, ...optionalFields })

/** Body of change rule: what is left out stays. */
export const ChangeRuleBody = Schema.Struct({
  name: Schema.optionalKey(fields.name),
  when: Schema.optionalKey(fields.when),
  action: Schema.optionalKey(fields.action),
  ...optionalFields
})

/** A rule as it is shown. `rule_id` is what assessments name it by, and the same as `id`. */
export const RiskRuleBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("risk_rule"),
  rule_id: Schema.String,
  name: Schema.String,
  when: Schema.Record(Schema.String, Schema.Unknown),
  action: Schema.Literals(ruleActions),
  score_contribution: Schema.Int,
  enabled: Schema.Boolean,
  priority: Schema.Int,
  created_at: Schema.String,
  livemode: Schema.Boolean
})

/** A rule as it is shown. */
export const encodeRule = (rule: RiskRule): typeof RiskRuleBody.Type => ({
  id: rule.id,
  object: "risk_rule",
  rule_id: rule.id,
  name: rule.name,
  when: rule.when as Readonly<Record<string, unknown>>,
  action: rule.action,
  score_contribution: rule.scoreContribution,
  enabled: rule.enabled,
  priority: rule.priority,
  created_at: timestamp(rule.createdAt),
  livemode: rule.livemode
})
