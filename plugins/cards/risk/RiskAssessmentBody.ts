/** An assessment and an account's settings as they are shown. */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { Id, SentTime } from "../wire.ts"
import type { Payment, PaymentRisk } from "../payments/Payment.ts"

const actions = ["approve", "request_3ds", "review", "block"] as const

/** The stored assessment of a payment, with the advice that goes with it now. */
export interface Assessment {
  readonly payment: Payment
  readonly recommendedAction: (typeof actions)[number]
}

const RuleTriggered = Wire.object<PaymentRisk["rulesTriggered"][number]>()(
  "RiskRuleTriggered",
  "A rule that held: one of the model, or one of yours.",
  {
    rule_id: [Id, "The rule."],
    name: [Schema.String, "Its name at that time."],
    score_contribution: [Schema.Int, "The points it added."]
  }
)

const Fallback = Wire.object<NonNullable<PaymentRisk["fallback"]>>()(
  "RiskFallback",
  "The model that should have answered, and why another one did.",
  {
    model: [Schema.String, "The model that gave no usable answer."],
    cause: [Schema.Literals(["timeout", "failed", "invalid_answer"]), "Why not."]
  }
)

/** An assessment (spec cards §2, "Risk assessment"). `cleared_at` and `fallback` are there when they say something. */
export const RiskAssessmentBody = Wire.object<Assessment>()(
  "RiskAssessment",
  "What the risk model made of a payment when it was created, and what to do with it now.",
  {
    payment_id: [Id, ({ payment }) => payment.id, "The payment."],
    score: [
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
      ({ payment }) => payment.risk.score,
      "From 0 (harmless) to 100 (fraud)."
    ],
    level: [
      Schema.Literals(["low", "medium", "high", "critical"]),
      ({ payment }) => payment.risk.level,
      "The score in words."
    ],
    outcome: [
      Schema.Literals(["approved", "review", "blocked"]),
      ({ payment }) => payment.risk.outcome,
      "What followed: `review` let the payment go on for somebody to look at it, `blocked` refused it."
    ],
    signals: [
      Schema.Array(Schema.String),
      ({ payment }) => payment.risk.signals,
      "What the score was made of, such as `velocity_check`."
    ],
    rules_triggered: [
      Schema.Array(RuleTriggered),
      ({ payment }) => payment.risk.rulesTriggered,
      "The rules of the model, and those of yours, that held."
    ],
    recommended_action: [Schema.Literals(actions), "What to do with the payment; `approve` once it was cleared."],
    model: [Schema.String, ({ payment }) => payment.risk.model, "The model that answered, with its version."],
    evaluated_at: [SentTime, ({ payment }) => payment.createdAt, "When the payment was judged."],
    cleared_at: [
      Schema.optionalKey(SentTime),
      ({ payment }) => payment.risk.clearedAt,
      "When somebody cleared the payment."
    ],
    fallback: [
      Schema.optionalKey(Fallback),
      ({ payment }) => payment.risk.fallback,
      "Only where another model answered than the one that was asked."
    ]
  }
)

/** The scores from which an account reviews and blocks, as they are shown. */
export interface ShownSettings {
  readonly reviewAt: number
  readonly blockAt: number
  readonly livemode: boolean
}

const Threshold = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 101 }))

/** An account's settings as they are shown: the scores from which payments are reviewed and blocked. */
export const RiskSettingsBody = Wire.object<ShownSettings>()(
  "RiskSettings",
  "The scores from which payments of the account are reviewed and blocked, in this data region.",
  {
    object: Wire.is("risk_settings", "Always `risk_settings`."),
    review_at: [Threshold, "From this score payments are reviewed; 101: none is."],
    block_at: [Threshold, "From this score payments are blocked; 101: none is."],
    livemode: [Schema.Boolean, "`false` in the sandbox."]
  }
)
