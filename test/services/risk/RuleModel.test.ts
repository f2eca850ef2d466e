/** The rule model: points add up, are cut at 100, and test cards carry what they promise. */
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import type { RiskFeatures, RiskScore } from "../../../src/services/RiskModel.ts"
import { signalCodes } from "../../../src/services/risk/assessment.ts"
import { makeRuleModel } from "../../../src/services/risk/RuleModel.ts"
import { defaultSignals } from "../../../src/services/risk/signals.ts"
import { features } from "./features.ts"

const score = makeRuleModel()

const sumOf = ({ rulesTriggered }: RiskScore) =>
  rulesTriggered.reduce((sum, { scoreContribution }) => sum + scoreContribution, 0)

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))
const Country = Schema.Literals(["US", "DE", "IR", "XX"])

/** Countries, counters and amounts that make every combination of signals reachable. */
const Suspicion = Schema.Struct({
  card: Country,
  billing: Country,
  ip: Country,
  attempts: Count,
  cards: Count,
  declines: Count,
  succeeded: Count,
  amountMinor: Schema.Int.check(Schema.isBetween({ minimum: 50, maximum: 1_000_000 })),
  userAgent: Schema.Literals(["", "Mozilla/5.0"])
})

const featuresOf = (suspicion: typeof Suspicion.Type): RiskFeatures =>
  features({
    amountMinor: suspicion.amountMinor,
    amountEurMinor: suspicion.amountMinor,
    paymentMethod: { type: "card", fingerprint: "fp_1", cardCountry: suspicion.card },
    billing: { country: suspicion.billing },
    client: { ipCountry: suspicion.ip, userAgent: suspicion.userAgent },
    history: {
      cardAttempts10m: suspicion.attempts,
      deviceCards24h: suspicion.cards,
      ipDeclines10m: suspicion.declines,
      customerSucceededPayments: suspicion.succeeded,
      customerMedianAmountMinor: 5_000
    }
  })

describe("rule model", () => {
  it("scores an ordinary payment 0 and names itself", () => {
    expect(score(features())).toEqual({ model: "svc-rules-1", score: 0, signals: [], rulesTriggered: [] })
  })

  it("C72: lists each rule that fired with its points", () => {
    const given = features({ paymentMethod: { type: "card", fingerprint: "fp_1", cardCountry: "IR" } })
    expect(score(given)).toEqual({
      model: "svc-rules-1",
      score: 50,
      signals: ["high_risk_country", "bin_mismatch"],
      rulesTriggered: [
        { ruleId: "rule_country", name: "High-risk country", scoreContribution: 30 },
        { ruleId: "rule_bin", name: "Card from another country than the billing address", scoreContribution: 20 }
      ]
    })
  })

  it("C66: cuts the sum of all seven signals, 170, at 100", () => {
    const all = score(featuresOf({ ...everything, billing: "DE", ip: "IR", card: "US" }))
    expect([all.score, sumOf(all)]).toEqual([100, 170])
    expect(all.signals).toEqual(defaultSignals.map((row) => row.code))
  })

  it.prop("C66: the score is the sum of the contributions, cut at 100", [Suspicion], ([suspicion]) => {
    const scored = score(featuresOf(suspicion))
    expect(scored.score).toBe(Math.min(100, sumOf(scored)))
    expect(scored.signals.length).toBe(scored.rulesTriggered.length)
  })

  it.prop(
    "C72: a promised score is exact, carried by the test card's rule alone",
    [Suspicion, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))],
    ([suspicion, forcedScore]) => {
      const free = score(featuresOf(suspicion))
      const forced = score({ ...featuresOf(suspicion), forcedScore })
      expect(forced.score).toBe(forcedScore)
      expect(sumOf(forced)).toBe(forcedScore)
      expect(forced.signals).toEqual(free.signals)
      expect(forced.rulesTriggered.map(({ ruleId }) => ruleId)).toEqual([
        "rule_test_card",
        ...free.rulesTriggered.map(({ ruleId }) => ruleId)
      ])
    }
  )

  it("C213: adds a promised signal to those that fire, each once and without points", () => {
    const forced = score(
      features({ history: { ipDeclines10m: 3 }, forcedScore: 98, forcedSignals: ["card_testing", "velocity_check"] })
    )
    expect(forced.signals).toEqual(["velocity_check", "card_testing"])
    expect(forced.rulesTriggered.map(({ scoreContribution }) => scoreContribution)).toEqual([98, 0, 0])
  })

  it("heeds promised signals only together with a promised score", () => {
    expect(score(features({ forcedSignals: [...signalCodes] })).score).toBe(0)
  })

  it("takes other rows and limits", () => {
    const rows = [{ ...defaultSignals[0]!, points: 100 }]
    const strict = makeRuleModel({ signals: rows, limits: { cardAttempts: 0 } })
    expect(strict(features({ history: { cardAttempts10m: 1 } })).score).toBe(100)
    expect(strict(features({ billing: { country: "IR" } })).score).toBe(0)
  })
})

const everything = {
  attempts: 12,
  cards: 12,
  declines: 12,
  succeeded: 12,
  amountMinor: 1_000_000,
  userAgent: ""
} as const
