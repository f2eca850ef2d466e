/**
 * A rule of an account: a condition over named attributes of a payment, and what follows when it holds. Pure; the words
 * of a condition are stored and shown as the account wrote them.
 */
import * as Data from "effect/Data"

/** What a rule does. `score` adds points; the others decide (Radar's order: authentication, allow, block, review). */
export const ruleActions = ["score", "allow", "block", "review", "request_3ds"] as const

/** What a rule does. */
export type RuleAction = (typeof ruleActions)[number]

/** A value that an attribute is compared with. */
export type RuleValue = string | number | boolean

/** Comparisons that must all hold. `contains` is for lists, the ordering ones are for numbers. */
export interface RuleComparison {
  readonly eq?: RuleValue
  readonly ne?: RuleValue
  readonly in?: ReadonlyArray<RuleValue>
  readonly not_in?: ReadonlyArray<RuleValue>
  readonly gt?: number
  readonly gte?: number
  readonly lt?: number
  readonly lte?: number
  readonly contains?: string
}

/** What a rule may look at. An attribute that a payment does not have is `undefined`. */
export interface RuleAttributes {
  readonly amount: number
  readonly currency: string
  readonly card_country: string | undefined
  readonly card_brand: string | undefined
  readonly card_funding: string | undefined
  readonly card_category: string | undefined
  readonly billing_country: string | undefined
  readonly customer_country: string | undefined
  readonly ip_country: string | undefined
  readonly customer: string | undefined
  readonly payment_method: string
  readonly off_session: boolean
  readonly score: number
  readonly signals: ReadonlyArray<string>
}

/** Attribute → comparisons; all of them must hold. */
export type RuleCondition = { readonly [A in keyof RuleAttributes]?: RuleComparison }

/** A rule of an account. */
export interface RiskRule {
  readonly id: string
  readonly name: string
  readonly when: RuleCondition
  readonly action: RuleAction
  /** Points of an action `score`, 1 to 100; 0 for the others. */
  readonly scoreContribution: number
  readonly enabled: boolean
  /** Lower ones run first; of equal ones the older. */
  readonly priority: number
  readonly createdAt: number
  readonly livemode: boolean
}

/** The input from which a rule is made. */
export type CreateRule = Pick<RiskRule, "name" | "when" | "action"> &
  Partial<Pick<RiskRule, "scoreContribution" | "enabled" | "priority">>

/** What may be changed about a rule; what is left out stays. */
export type ChangeRule = Partial<CreateRule>

/** No rule has this id. */
export class RuleNotFound extends Data.TaggedError("RuleNotFound") {}

/** What was requested does not make a rule. */
export class RuleRefused extends Data.TaggedError("RuleRefused")<{
  readonly param: string
  readonly message: string
}> {}

/** Priority of a rule that names none (our choice): room before and after it. */
export const defaultPriority = 100

/** How many rules an account may have (our choice): all of them are read with every payment. */
export const maxRules = 100

/** The points that a rule ends up with; `undefined` when points and action do not go together. */
export const pointsOf = (action: RuleAction, scoreContribution: number | undefined): number | undefined => {
  const points = scoreContribution ?? 0
  return (action === "score") === points > 0 ? points : undefined
}

type Comparators = {
  readonly [C in keyof RuleComparison]-?: (actual: unknown, wanted: NonNullable<RuleComparison[C]>) => boolean
}

const comparators: Comparators = {
  eq: (actual, wanted) => actual === wanted,
  ne: (actual, wanted) => actual !== wanted,
  in: (actual, wanted) => wanted.includes(actual as RuleValue),
  not_in: (actual, wanted) => !wanted.includes(actual as RuleValue),
  gt: (actual, wanted) => (actual as number) > wanted,
  gte: (actual, wanted) => (actual as number) >= wanted,
  lt: (actual, wanted) => (actual as number) < wanted,
  lte: (actual, wanted) => (actual as number) <= wanted,
  contains: (actual, wanted) => (actual as ReadonlyArray<string>).includes(wanted)
}

/** What a condition says about one attribute, ready to be evaluated. */
type Check = (attributes: RuleAttributes) => boolean

/**
 * What a condition says, attribute by attribute. A comparison with an attribute that the payment does not have never
 * holds, `ne` and `not_in` included.
 */
const checksOf = (when: RuleCondition): ReadonlyArray<Check> =>
  Object.entries(when).map(([attribute, comparison]): Check => {
    const comparisons = Object.entries(comparison as RuleComparison).map(
      ([name, wanted]) => [comparators[name as keyof RuleComparison], wanted as never] as const
    )
    return (attributes) => {
      const actual = attributes[attribute as keyof RuleAttributes]
      return actual !== undefined && comparisons.every(([compare, wanted]) => compare(actual, wanted))
    }
  })

/** Conditions are taken apart once: the rules of an account run with every payment. */
const knownChecks = new WeakMap<RuleCondition, ReadonlyArray<Check>>()

/** Whether a condition holds: everything that it says does. */
export const holds = (when: RuleCondition, attributes: RuleAttributes): boolean => {
  let checks = knownChecks.get(when)
  if (checks === undefined) {
    checks = checksOf(when)
    knownChecks.set(when, checks)
  }
  for (const check of checks) if (!check(attributes)) return false
  return true
}

/** The enabled rules in the order in which they run. */
export const inOrder = (rules: ReadonlyArray<RiskRule>): ReadonlyArray<RiskRule> =>
  rules.length === 0
    ? rules
    : rules
        .filter(({ enabled }) => enabled)
        .sort((left, right) => left.priority - right.priority || left.createdAt - right.createdAt)
