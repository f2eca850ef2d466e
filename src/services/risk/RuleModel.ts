/**
 * The bundled risk model: the points of every signal that fires, added up. There is no hidden base, so the score is
 * always the sum of the contributions shown, cut at 100.
 */
import type { SignalCode } from "./assessment.ts"
import type { RiskFeatures } from "./RiskFeatures.ts"
import { scoreOfRules, type RiskScore, type TriggeredRule } from "./RiskScore.ts"
import { defaultSignalLimits, defaultSignals, type SignalLimits, type SignalRow } from "./signals.ts"

/** The name shown as `model` in a risk assessment. It changes when the same features may score otherwise. */
export const ruleModelName = "svc-rules-1"

/** The rule that carries the score promised by a sandbox test card. */
export const testCardRuleId = "rule_test_card"

/** What a host may change about the rule model. */
export interface RuleModelOptions {
  readonly signals?: ReadonlyArray<SignalRow>
  readonly limits?: Partial<SignalLimits>
}

/** The limits that hold: one that is left out is the default's. Throws where one is no number, with which a signal would never fire, or always. */
export const limitsOf = (given: Partial<SignalLimits> = {}): SignalLimits => {
  const chosen = Object.entries(given).filter(([, limit]) => limit !== undefined)
  for (const [name, limit] of chosen) {
    if (limit instanceof Set || (limit as number) >= 0) continue
    throw new RangeError(`limits.${name} (${String(limit)}) is no number from 0 on`)
  }
  return { ...defaultSignalLimits, ...Object.fromEntries(chosen) }
}

/** Makes the scoring function of a rule model. Pure: equal features have equal scores. */
export const makeRuleModel = (options: RuleModelOptions = {}): ((features: RiskFeatures) => RiskScore) => {
  const rows = options.signals ?? defaultSignals
  const limits = limitsOf(options.limits)
  return (features) => {
    const fired = rows.filter((row) => row.fires(features, limits) || isPromised(features, row.code))
    return features.forcedScore === undefined ? scoreOf(fired) : forcedScoreOf(features.forcedScore, fired)
  }
}

const isPromised = (features: RiskFeatures, code: SignalCode): boolean =>
  features.forcedScore !== undefined && features.forcedSignals?.includes(code) === true

const ruleOf = (row: SignalRow, scoreContribution: number): TriggeredRule => ({
  ruleId: row.ruleId,
  name: row.name,
  scoreContribution
})

const scoreOf = (fired: ReadonlyArray<SignalRow>): RiskScore => {
  const rulesTriggered = fired.map((row) => ruleOf(row, row.points))
  return {
    model: ruleModelName,
    score: scoreOfRules(rulesTriggered),
    signals: fired.map((row) => row.code),
    rulesTriggered
  }
}

// The test card carries the whole score; what fired besides is listed without points, so that the sum stays true.
const forcedScoreOf = (score: number, fired: ReadonlyArray<SignalRow>): RiskScore => ({
  model: ruleModelName,
  score,
  signals: fired.map((row) => row.code),
  rulesTriggered: [
    { ruleId: testCardRuleId, name: "Sandbox test card", scoreContribution: score },
    ...fired.map((row) => ruleOf(row, 0))
  ]
})
