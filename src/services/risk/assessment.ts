/**
 * What follows from a risk score: level, outcome, recommended action, flag. The words are those of the cards
 * specification. A risk model gives the score; it has no say in anything here.
 */

/** Every signal code there is (spec cards §2, "Risk object"). */
export const signalCodes = [
  "velocity_check",
  "ip_mismatch",
  "device_anomaly",
  "card_testing",
  "high_risk_country",
  "bin_mismatch",
  "unusual_amount"
] as const

/** A kind of suspicion. */
export type SignalCode = (typeof signalCodes)[number]

/** The levels with their highest score (spec cards §2): low 0-30, medium 31-60, high 61-85, critical 86-100. */
export const riskLevels = [
  { level: "low", upTo: 30 },
  { level: "medium", upTo: 60 },
  { level: "high", upTo: 85 },
  { level: "critical", upTo: 100 }
] as const

/** How risky a score is, whatever the account thinks of it. */
export type RiskLevel = (typeof riskLevels)[number]["level"]

/** What the account's rules make of a score (spec cards §2). */
export type RiskOutcome = "approved" | "review" | "blocked"

/** What a person is advised to do. The words are our choice (spec cards §2 names the field only). */
export type RecommendedAction = "approve" | "request_3ds" | "review" | "block"

/** The scores from which an account reviews and blocks. 101 switches one off. */
export interface RiskThresholds {
  readonly reviewAt: number
  readonly blockAt: number
}

/** Where an account starts: review from `high` on, block from `critical` on (our choice; accounts set their own). */
export const defaultRiskThresholds: RiskThresholds = { reviewAt: 61, blockAt: 86 }

/** From this score on there is none: a threshold that is switched off. */
const switchedOff = 101

/**
 * Whether thresholds make sense together: who reviews only above the score at which is blocked never reviews, and would
 * not know it. A threshold that is switched off is meant so.
 */
export const areInOrder = ({ blockAt, reviewAt }: RiskThresholds): boolean =>
  reviewAt <= blockAt || reviewAt >= switchedOff

/** `risk.flagged` is emitted for scores above this one: 76 yes, 75 no (spec cards §6). */
export const flaggedAbove = 75

/** The level of a score from 0 to 100. */
export const levelOf = (score: number): RiskLevel => riskLevels.find((row) => score <= row.upTo)?.level ?? "critical"

/** The outcome of a score under an account's thresholds. Blocking goes before review when both are reached. */
export const outcomeOf = (score: number, thresholds: RiskThresholds = defaultRiskThresholds): RiskOutcome => {
  if (score >= thresholds.blockAt) return "blocked"
  return score >= thresholds.reviewAt ? "review" : "approved"
}

/**
 * The advice that goes with a decided outcome. An approved payment above the low level should be authenticated: that
 * moves the liability to the issuer (our choice). So should one for which a rule of the account asks for it.
 */
export const recommendedActionOf = (
  outcome: RiskOutcome,
  level: RiskLevel,
  authenticationRequested = false
): RecommendedAction => {
  if (outcome === "blocked") return "block"
  if (outcome === "review") return "review"
  return level === "low" && !authenticationRequested ? "approve" : "request_3ds"
}

/** Whether a score raises `risk.flagged`. */
export const isFlagged = (score: number): boolean => score > flaggedAbove
