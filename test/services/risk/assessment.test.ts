/** What follows from a score, at every edge. */
import { describe, expect, it } from "@effect/vitest"
import {
  isFlagged,
  levelOf,
  outcomeOf,
  recommendedActionOf,
  type RiskLevel,
  type RiskOutcome,
  signalCodes
} from "../../../src/services/risk/assessment.ts"

describe("risk assessment", () => {
  const levels: ReadonlyArray<readonly [number, RiskLevel]> = [
    [0, "low"],
    [30, "low"],
    [31, "medium"],
    [60, "medium"],
    [61, "high"],
    [85, "high"],
    [86, "critical"],
    [100, "critical"]
  ]
  it.each(levels)("C67: a score of %i is %s", (score, level) => {
    expect(levelOf(score)).toBe(level)
  })

  it("C67: every score has a level and levels never fall with the score", () => {
    const order = ["low", "medium", "high", "critical"]
    const ranks = Array.from({ length: 101 }, (_, score) => order.indexOf(levelOf(score)))
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
    expect(new Set(ranks)).toEqual(new Set([0, 1, 2, 3]))
  })

  const outcomes: ReadonlyArray<readonly [number, RiskOutcome]> = [
    [0, "approved"],
    [60, "approved"],
    [61, "review"],
    [85, "review"],
    [86, "blocked"],
    [100, "blocked"]
  ]
  it.each(outcomes)("C69: a score of %i is %s by default", (score, outcome) => {
    expect(outcomeOf(score)).toBe(outcome)
  })

  it("C70: the account's thresholds decide, and blocking goes before review", () => {
    expect(outcomeOf(90, { reviewAt: 61, blockAt: 95 })).toBe("review")
    expect(outcomeOf(90, { reviewAt: 101, blockAt: 101 })).toBe("approved")
    expect(outcomeOf(40, { reviewAt: 61, blockAt: 40 })).toBe("blocked")
  })

  it("C72: recommends what fits the outcome, and authentication above the low level", () => {
    expect(recommendedActionOf("blocked", "low")).toBe("block")
    expect(recommendedActionOf("review", "low")).toBe("review")
    expect(recommendedActionOf("approved", "low")).toBe("approve")
    expect(recommendedActionOf("approved", "medium")).toBe("request_3ds")
    expect(recommendedActionOf("approved", "critical")).toBe("request_3ds")
  })

  it("C223: flags a score of 76 and not of 75", () => {
    expect([isFlagged(75), isFlagged(76)]).toEqual([false, true])
  })

  it("C71: knows exactly the seven signal codes", () => {
    expect(signalCodes.toSorted()).toEqual([
      "bin_mismatch",
      "card_testing",
      "device_anomaly",
      "high_risk_country",
      "ip_mismatch",
      "unusual_amount",
      "velocity_check"
    ])
  })
})
