/**
 * What an account makes of a model's score: its own points, the outcome by its thresholds, and the rules that go over
 * them. Pure; read it beside decisions C1.
 */
import { RiskAssessment, scoreOfRules, type RiskScore, type TriggeredRule } from "../../../src/plugin.ts"
import type { PaymentRisk } from "../payments/Payment.ts"
import { holds, type RiskRule, type RuleAction, type RuleAttributes } from "./RiskRule.ts"

/** What an account has set. `rules` are the enabled ones, in the order in which they run. */
export interface RiskPolicy {
  readonly thresholds: RiskAssessment.RiskThresholds
  readonly rules: ReadonlyArray<RiskRule>
}

/** The facts of a payment that is judged. */
export interface Judged {
  readonly score: RiskScore
  /** The score was promised by a test card: rules may decide, and add no points. */
  readonly forced: boolean
  /** The test card is refused as fraud whatever the rules say. */
  readonly alwaysBlocked: boolean
  readonly attributes: Omit<RuleAttributes, "score" | "signals">
}

const triggered = (rule: RiskRule, scoreContribution: number): TriggeredRule => ({
  ruleId: rule.id,
  name: rule.name,
  scoreContribution
})

const outcomeOf = (
  score: number,
  thresholds: RiskAssessment.RiskThresholds,
  decided: (action: RuleAction) => boolean
): RiskAssessment.RiskOutcome => {
  if (decided("allow")) return "approved"
  const byScore = RiskAssessment.outcomeOf(score, thresholds)
  if (decided("block") || byScore === "blocked") return "blocked"
  return decided("review") ? "review" : byScore
}

/** What an account without rules makes of a score. */
const judgeByScore = ({ alwaysBlocked, score: model }: Judged, { thresholds }: RiskPolicy): PaymentRisk => ({
  score: model.score,
  level: RiskAssessment.levelOf(model.score),
  signals: model.signals,
  outcome: alwaysBlocked ? "blocked" : RiskAssessment.outcomeOf(model.score, thresholds),
  model: model.model,
  rulesTriggered: model.rulesTriggered,
  fallback: model.fallback
})

/**
 * Judges a payment. Rules that add points see the model's score, so their order does not matter; the others see the sum.
 * Of each action the first rule that holds decides and is listed; after `allow` neither block nor review rules run.
 */
export const judge = (judged: Judged, policy: RiskPolicy): PaymentRisk => {
  const { alwaysBlocked, attributes, forced, score: model } = judged
  if (policy.rules.length === 0) return judgeByScore(judged, policy)
  const { signals } = model
  const ofModel = { ...attributes, score: model.score, signals }
  const points = policy.rules
    .filter((rule) => rule.action === "score" && holds(rule.when, ofModel))
    .map((rule) => triggered(rule, forced ? 0 : rule.scoreContribution))
  const counted = points.length === 0 ? model.rulesTriggered : [...model.rulesTriggered, ...points]
  const score = points.length === 0 ? model.score : scoreOfRules(counted)
  const ofSum = { ...attributes, score, signals }
  const first = (action: RuleAction) => policy.rules.find((rule) => rule.action === action && holds(rule.when, ofSum))
  const authentication = first("request_3ds")
  const allow = first("allow")
  const block = allow === undefined ? first("block") : undefined
  const review = allow === undefined && block === undefined ? first("review") : undefined
  const deciding = [authentication, allow, block, review].filter((rule) => rule !== undefined)
  const ruled = outcomeOf(score, policy.thresholds, (action) => deciding.some((rule) => rule.action === action))
  return {
    score,
    level: RiskAssessment.levelOf(score),
    signals,
    outcome: alwaysBlocked ? "blocked" : ruled,
    model: model.model,
    rulesTriggered: [...counted, ...deciding.map((rule) => triggered(rule, 0))],
    ...(authentication === undefined ? {} : { authenticationRequested: true }),
    fallback: model.fallback
  }
}
