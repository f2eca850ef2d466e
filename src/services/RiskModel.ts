/**
 * The RiskModel service: how likely a payment is fraud. A host replaces it with a model of its own by one layer; the
 * default is a table of rules. Level, outcome and flag are not the model's: they follow from the score, in
 * `risk/assessment.ts`.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Answer, ask, checkFunctions, type HostCall, nameOf, timeoutMsOf } from "./ask.ts"
import { makeOutages } from "./Outages.ts"
import type { RiskFeatures } from "./risk/RiskFeatures.ts"
import { readRiskAnswer, type RiskAnswer, type RiskScore } from "./risk/RiskScore.ts"
import { limitsOf, makeRuleModel, ruleModelName, type RuleModelOptions } from "./risk/RuleModel.ts"
import { defaultSignalLimits, type SignalLimits } from "./risk/signals.ts"
import { watched } from "./Watching.ts"

export type { HostCall } from "./ask.ts"
export type { RiskFeatures, RiskHistory } from "./risk/RiskFeatures.ts"
export type { RiskAnswer, RiskFallback, RiskScore, TriggeredRule } from "./risk/RiskScore.ts"

/** How long a model may think, in real time, before the rules answer in its place (our choice). */
export const defaultRiskTimeout: Duration.Duration = Duration.millis(250)

/** What the engine asks of a risk model. */
export interface RiskModelShape {
  /** Scores one payment. It never fails: a payment is not refused because a model is down. */
  readonly score: (features: RiskFeatures) => Effect.Effect<RiskScore>
  /**
   * The counts at which this model changes its mind. Payments that run at the same time are decided again when one of
   * them went over such a count meanwhile. Default: the limits of the rule model.
   */
  readonly limits?: SignalLimits
}

/** What a host writes. */
export interface RiskModelImplementation {
  /** Shown as `model` in a risk assessment. Give a new version a new name. */
  readonly name: string
  /** May return a plain value (the fastest), a promise or an effect. `call.signal` is aborted at the time-out. */
  readonly score: (features: RiskFeatures, call: HostCall) => Answer<RiskAnswer>
  /** Longest wait for an answer in real time. Default: 250 ms. */
  readonly timeout?: Duration.Input
  /** Answers when this model does not. Default: the rule model, which answers as well where this throws. */
  readonly fallback?: RiskModelShape
}

const ruleSpan = { name: "RiskModel.score", kind: "internal" } as const

const rules = makeRuleModel()

const bundled: RiskModelShape = {
  score: (features) =>
    watched(
      Effect.sync(() => rules(features)),
      ruleSpan
    ),
  limits: defaultSignalLimits
}

/** Asks a host's function, and the fallback where it gives no score. */
const asking = (implementation: RiskModelImplementation) => {
  checkFunctions("RiskModel.make", implementation, ["score"])
  const { fallback = bundled } = implementation
  const name = nameOf(implementation)
  const timeoutMs = timeoutMsOf(implementation.timeout ?? defaultRiskTimeout)
  const outages = makeOutages()
  return (features: RiskFeatures): Effect.Effect<RiskScore> =>
    ask({
      span: "RiskModel.score",
      implementation: name,
      timeoutMs,
      outages,
      call: (hostCall) => implementation.score(features, hostCall),
      read: (answer) => readRiskAnswer(name, answer)
    }).pipe(
      Effect.catchTag("NoAnswer", ({ reason }) =>
        Effect.suspend(() => fallback.score(features)).pipe(
          Effect.catchCause(() => bundled.score(features)),
          Effect.map((score) => ({ ...score, fallback: { model: name, cause: reason } }))
        )
      )
    )
}

/** Scores a payment for fraud; swap it to plug in a model of your own. */
export class RiskModel extends Context.Service<RiskModel, RiskModelShape>()("bursar/RiskModel") {
  /**
   * Makes a model from a plain function. When the function hangs past its time-out, throws, rejects, or answers
   * something that is no score (not an integer from 0 to 100, a signal code that does not exist), the fallback answers
   * and the score says so in `fallback`. A payment with a sandbox test card that promises a score is answered by the
   * rule model without asking.
   */
  static readonly make = (implementation: RiskModelImplementation): RiskModelShape => {
    const askModel = asking(implementation)
    return {
      score: (features) => (features.forcedScore === undefined ? askModel(features) : bundled.score(features)),
      limits: implementation.fallback?.limits ?? defaultSignalLimits
    }
  }

  /** The rule model with signals or limits of your own. Where a signal throws, or its points are no integer, the bundled one answers. */
  static readonly layerRules = (options: RuleModelOptions): Layer.Layer<RiskModel> =>
    Layer.succeed(RiskModel, {
      score: asking({ name: ruleModelName, score: makeRuleModel(options) }),
      limits: limitsOf(options.limits)
    })

  /** The rule model `svc-rules-1`. */
  static readonly layer: Layer.Layer<RiskModel> = Layer.succeed(RiskModel, bundled)

  /** For tests: every payment has this score (an integer from 0 to 100), sandbox test cards included. */
  static readonly layerFixed = (score: number): Layer.Layer<RiskModel> =>
    Layer.succeed(RiskModel, {
      score: () =>
        Effect.succeed({
          model: "fixed",
          score,
          signals: [],
          rulesTriggered: [{ ruleId: "rule_fixed", name: "Fixed score", scoreContribution: score }]
        })
    })
}
