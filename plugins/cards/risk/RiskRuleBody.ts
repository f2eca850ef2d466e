/** Rules of an account on the wire: the grammar of `when`, and a rule as it is shown. */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import {
  CountryCode,
  CurrencyCode,
  deletedOf,
  Flag,
  Id,
  IdempotencyKeyField,
  ReferenceId,
  SentTime,
  visibleText,
  Whole
} from "../wire.ts"
import { brands } from "../payment-methods/PaymentMethod.ts"
import { ruleActions, type RiskRule } from "./RiskRule.ts"

/** Values that a rule compares with at once (our choice). */
const maxValues = 200

const hasSome = (value: object): boolean => Object.keys(value).length > 0

const comparison = <const Fields extends Schema.Struct.Fields>(name: string, fields: Fields) =>
  Schema.Struct(fields)
    .annotate({ expected: `an object with some of ${Object.keys(fields).join(", ")}` })
    .check(
      Schema.makeFilter(hasSome, {
        expected: "an object with at least one comparison",
        toJsonSchema: () => ({ minProperties: 1 })
      })
    )
    .annotate({
      identifier: `${name}Comparison`,
      description: "Comparisons that must all hold. A payment without the attribute meets none of them."
    })

const listed = <Value extends Schema.Top>(value: Value) =>
  Schema.Array(value)
    .annotate({ expected: "a list" })
    .check(Schema.isBetweenLength(1, maxValues, { expected: `a list of 1 to ${maxValues} values` }))

const said = <Value extends Schema.Top>(value: Value, description: string) =>
  Schema.optionalKey(value).annotateKey({ description })

const equality = <Value extends Schema.Top>(value: Value) => ({
  eq: said(value, "Equal to this."),
  ne: said(value, "Not equal to this.")
})

const membership = <Value extends Schema.Top>(value: Value) => ({
  in: said(listed(value), `One of these, up to ${maxValues}.`),
  not_in: said(listed(value), `None of these, up to ${maxValues}.`)
})

const wordOf = <Value extends Schema.Top>(name: string, value: Value) =>
  comparison(name, { ...equality(value), ...membership(value) })

const numberOf = comparison("Number", {
  ...equality(Whole),
  ...membership(Whole),
  gt: said(Whole, "Greater than this."),
  gte: said(Whole, "This or greater."),
  lt: said(Whole, "Less than this."),
  lte: said(Whole, "This or less.")
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

const country = wordOf("Country", CountryCode)
const identifier = wordOf("Id", ReferenceId)

/** Attribute → comparisons, all of which must hold. Other attributes are refused. */
export const RuleConditionBody = Wire.body(
  "RiskRuleCondition",
  "Comparisons by attribute of the payment. All of them must hold.",
  {
    amount: [Schema.optionalKey(numberOf), "The amount, in the smallest currency unit."],
    currency: [Schema.optionalKey(wordOf("Currency", CurrencyCode)), "The currency."],
    card_country: [Schema.optionalKey(country), "Where the card was issued."],
    card_brand: [Schema.optionalKey(wordOf("CardBrand", literals(brands))), "The card network."],
    card_funding: [
      Schema.optionalKey(wordOf("CardFunding", literals(["credit", "debit", "prepaid", "unknown"]))),
      "Where the card's money comes from."
    ],
    card_category: [
      Schema.optionalKey(wordOf("CardCategory", literals(["consumer", "corporate"]))),
      "Whom the card was issued to."
    ],
    billing_country: [Schema.optionalKey(country), "The country of the billing address."],
    customer_country: [Schema.optionalKey(country), "The country of the customer's address."],
    ip_country: [Schema.optionalKey(country), "Where the device is."],
    customer: [Schema.optionalKey(identifier), "The id of the customer."],
    payment_method: [Schema.optionalKey(identifier), "The id of the payment method."],
    off_session: [Schema.optionalKey(comparison("Flag", equality(Flag))), "Whether the cardholder is absent."],
    score: [
      Schema.optionalKey(numberOf),
      "The score, 0 to 100: that of the model for rules that add points, and with their points for the others."
    ],
    signals: [
      Schema.optionalKey(comparison("Signals", { contains: said(signal, "Among the signals.") })),
      "The signals that fired."
    ]
  }
)
  .annotate({ expected: "an object of attribute to comparison" })
  .check(
    Schema.makeFilter(hasSome, {
      expected: "an object with at least one attribute",
      toJsonSchema: () => ({ minProperties: 1 })
    })
  )
  .annotate({
    identifier: "RiskRuleCondition",
    description: "Comparisons by attribute of the payment. All of them must hold."
  })

const between = (minimum: number, maximum: number) =>
  Whole.check(Schema.isBetween({ minimum, maximum }, { expected: `an integer from ${minimum} to ${maximum}` }))

const Name = visibleText(200, "a name")

const RuleActionWord = literals(ruleActions).annotate({
  identifier: "RiskRuleAction",
  description:
    "What the rule does: `score` adds points, `request_3ds` asks for authentication, `allow`, `block` and `review` decide. Where several hold, this order wins: `request_3ds`, `allow`, `block`, `review`."
})

const optionalFields = {
  score_contribution: [
    Schema.optionalKey(between(0, 100)),
    "The points that the action `score` adds, 1 to 100. Left out for the other actions."
  ],
  enabled: [Schema.optionalKey(Flag), "`false`: the rule is not asked. Default: `true`."],
  priority: [
    Schema.optionalKey(between(0, 10_000)),
    "Rules with a lower one are tried first, 0 to 10,000. Default: 100."
  ],
  idempotency_key: IdempotencyKeyField
} as const

/** Body of create rule (decisions C1). */
export const CreateRuleBody = Wire.body("CreateRiskRule", "When a rule holds, and what follows.", {
  name: [Name, "A name for people, up to 200 characters."],
  when: [RuleConditionBody, "When it holds."],
  action: [RuleActionWord, "What follows."],
  ...optionalFields
})

/** Body of change rule: what is left out stays. */
export const ChangeRuleBody = Wire.body("ChangeRiskRule", "What is left out stays as it is.", {
  name: [Schema.optionalKey(Name), "A name for people, up to 200 characters."],
  when: [Schema.optionalKey(RuleConditionBody), "When it holds; it replaces the earlier condition."],
  action: [Schema.optionalKey(RuleActionWord), "What follows."],
  ...optionalFields
})

/** A rule as it is shown. `rule_id` is what assessments name it by, and the same as `id`. */
export const RiskRuleBody = Wire.object<RiskRule>()("RiskRule", "A rule of the account about its payments.", {
  id: [Id, "Begins with `rule_`."],
  object: Wire.is("risk_rule", "Always `risk_rule`."),
  rule_id: [Id, (rule) => rule.id, "The same as `id`; assessments name the rule by it."],
  name: [Schema.String, "A name for people."],
  when: [RuleConditionBody, (rule) => rule.when as typeof RuleConditionBody.Encoded, "When it holds."],
  action: [RuleActionWord, "What follows."],
  score_contribution: [Schema.Int, "The points it adds; 0 unless it scores."],
  enabled: [Schema.Boolean, "Whether it is used."],
  priority: [Schema.Int, "Rules with a lower one are tried first; of equal ones the older."],
  created_at: [SentTime, "When it was made."],
  livemode: [Schema.Boolean, "`false` in the sandbox."]
})

export const DeletedRuleBody = deletedOf("DeletedRiskRule", "risk_rule")
