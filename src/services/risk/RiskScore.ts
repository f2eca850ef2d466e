/**
 * What a risk model answers, and the check of an answer that comes from somebody else's code.
 */
import { isInteger, isListOf, isOneOf, isOptional, isPercent, isRecord, isText } from "../guards.ts"
import { type SignalCode, signalCodes } from "./assessment.ts"

/** One rule that fired, and what it added to the score. */
export interface TriggeredRule {
  /** Stable identifier, such as `rule_velocity`. */
  readonly ruleId: string
  /** For people. */
  readonly name: string
  /** Points, an integer; 0 for a rule that fired and does not count. */
  readonly scoreContribution: number
}

/** The model did not answer: why, and which model it was. The score is that of the model in its place. */
export interface RiskFallback {
  /** Name of the model that gave no usable answer. */
  readonly model: string
  readonly cause: "timeout" | "failed" | "invalid_answer"
}

/** A score with its explanation. */
export interface RiskScore {
  /** Name of the model that made this score, shown as `model` in a risk assessment. */
  readonly model: string
  /** Integer from 0 (lowest risk) to 100 (highest), spec cards §2. */
  readonly score: number
  /** Each code at most once. */
  readonly signals: ReadonlyArray<SignalCode>
  readonly rulesTriggered: ReadonlyArray<TriggeredRule>
  /** Present when another model had to stand in. */
  readonly fallback?: RiskFallback
}

/** What a model written by a host gives back. */
export interface RiskAnswer {
  /** Integer from 0 to 100. */
  readonly score: number
  /** Codes from `signalCodes`; none when left out. */
  readonly signals?: ReadonlyArray<SignalCode> | undefined
  /**
   * When left out, one rule named after the model carries the whole score; when they do not add up to it (cut at 100),
   * that rule carries the difference. So every score is explained.
   */
  readonly rulesTriggered?: ReadonlyArray<TriggeredRule> | undefined
}

/** The rule that carries what a model did not explain of its score. */
export const wholeModelRuleId = "rule_model"

/** The highest score there is (spec cards §2). */
const maxScore = 100

/** What rules add up to: no more than 100, and no less than 0. */
export const scoreOfRules = (rules: ReadonlyArray<TriggeredRule>): number =>
  Math.max(
    0,
    Math.min(
      maxScore,
      rules.reduce((sum, rule) => sum + rule.scoreContribution, 0)
    )
  )

const isRiskAnswer = isRecord<RiskAnswer>({
  score: isPercent,
  signals: isOptional(isListOf(isOneOf(signalCodes))),
  rulesTriggered: isOptional(
    isListOf(isRecord<TriggeredRule>({ ruleId: isText, name: isText, scoreContribution: isInteger }))
  )
})

/** The score that a model's answer stands for, or `undefined` when it is no valid answer. */
export const readRiskAnswer = (model: string, answer: unknown): RiskScore | undefined => {
  if (!isRiskAnswer(answer)) return undefined
  const { score } = answer
  return {
    model,
    score,
    signals: [...new Set(answer.signals)],
    rulesTriggered: explained(model, score, answer.rulesTriggered?.map(ruleOf) ?? [])
  }
}

// A copy without whatever else the host's objects carry: the result is stored and shown.
const ruleOf = ({ ruleId, name, scoreContribution }: TriggeredRule): TriggeredRule => ({
  ruleId,
  name,
  scoreContribution
})

const explained = (model: string, score: number, rules: ReadonlyArray<TriggeredRule>): ReadonlyArray<TriggeredRule> => {
  if (scoreOfRules(rules) === score) return rules
  const sum = rules.reduce((total, rule) => total + rule.scoreContribution, 0)
  return [...rules, { ruleId: wholeModelRuleId, name: model, scoreContribution: score - sum }]
}
