/** An assessment and an account's settings as they are shown. */
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import type { Payment } from "../payments/Payment.ts"

const actions = ["approve", "request_3ds", "review", "block"] as const

/** An assessment (spec cards §2, "Risk assessment"). `cleared_at` and `fallback` are there when they say something. */
export const RiskAssessmentBody = Schema.Struct({
  payment_id: Schema.String,
  score: Schema.Int,
  level: Schema.Literals(["low", "medium", "high", "critical"]),
  outcome: Schema.Literals(["approved", "review", "blocked"]),
  signals: Schema.Array(Schema.String),
  rules_triggered: Schema.Array(
    Schema.Struct({ rule_id: Schema.String, name: Schema.String, score_contribution: Schema.Int })
  ),
  recommended_action: Schema.Literals(actions),
  model: Schema.String,
  evaluated_at: Schema.String,
  cleared_at: Schema.optionalKey(Schema.String),
  fallback: Schema.optionalKey(
    Schema.Struct({ model: Schema.String, cause: Schema.Literals(["timeout", "failed", "invalid_answer"]) })
  )
})

/** The stored assessment of a payment, with the advice that goes with it now. */
export interface Assessment {
  readonly payment: Payment
  readonly recommendedAction: (typeof actions)[number]
}

/** An assessment as it is shown. */
export const encodeAssessment = ({ payment, recommendedAction }: Assessment): typeof RiskAssessmentBody.Type => {
  const { risk } = payment
  return {
    payment_id: payment.id,
    score: risk.score,
    level: risk.level,
    outcome: risk.outcome,
    signals: risk.signals,
    rules_triggered: risk.rulesTriggered.map(({ name, ruleId, scoreContribution }) => ({
      rule_id: ruleId,
      name,
      score_contribution: scoreContribution
    })),
    recommended_action: recommendedAction,
    model: risk.model,
    evaluated_at: timestamp(payment.createdAt),
    ...(risk.clearedAt === undefined ? {} : { cleared_at: timestamp(risk.clearedAt) }),
    ...(risk.fallback === undefined ? {} : { fallback: risk.fallback })
  }
}

/** An account's settings as they are shown: the scores from which payments are reviewed and blocked. */
export const RiskSettingsBody = Schema.Struct({
  object: Schema.Literal("risk_settings"),
  review_at: Schema.Int,
  block_at: Schema.Int,
  livemode: Schema.Boolean
})

/** An account's settings as they are shown. */
export const encodeSettings = (settings: {
  readonly reviewAt: number
  readonly blockAt: number
  readonly livemode: boolean
}): typeof RiskSettingsBody.Type => ({
  object: "risk_settings",
  review_at: settings.reviewAt,
  block_at: settings.blockAt,
  livemode: settings.livemode
})
