/**
 * Strong customer authentication: whether a card payment must be authenticated, and which exemption spares it. Pure;
 * read it beside spec cards §8 and decisions C2.
 */

/** What was decided. `attempted`: authentication is due, and the card does not support it. */
export type ScaDecision = "out_of_scope" | "exempt" | "challenge" | "attempted"

/** The exemptions of spec cards §8. Merchant-initiated payments are out of scope. */
export type ScaExemption = "low_value" | "transaction_risk_analysis" | "trusted_beneficiary"

/** Why, in one word. */
export type ScaReason =
  | "out_of_scope_one_leg"
  | "out_of_scope_corporate"
  | "out_of_scope_merchant_initiated"
  | "exempt_low_value"
  | "exempt_transaction_risk"
  | "exempt_trusted_beneficiary"
  | "required_by_issuer"
  | "required_by_rule"
  | "required"

/** Low-value exemptions of a card since it was last authenticated, before this payment. The sum is in euro cents. */
export interface ScaCounters {
  readonly exemptCount: number
  readonly exemptSumEurMinor: number
}

/** A decision, as it is kept and shown with the payment. */
export interface ScaResult {
  readonly decision: ScaDecision
  readonly exemption: ScaExemption | null
  readonly reason: ScaReason
  /** `null` when nothing depended on them. */
  readonly counters: ScaCounters | null
}

/** The facts of a payment that need no look-up. */
export interface ScaQuestion {
  readonly merchantCountry: string
  /** `undefined` for a bank account. */
  readonly card:
    | {
        readonly country: string
        readonly category: "consumer" | "corporate"
        readonly threeDSecure: "required" | "optional" | "not_supported"
        /** When the issuer of a card with `required` insists; default: whenever the customer is there. */
        readonly challenge: "always" | "on_session" | "first_use" | undefined
      }
    | undefined
  readonly customer: boolean
  readonly offSession: boolean
  readonly amountEurMinor: number
  readonly riskScore: number
  /** A risk rule of the account asks for authentication. */
  readonly requestedByRule: boolean
}

/** What the account's past says about a card and a customer. */
export interface ScaHistory {
  readonly counters: ScaCounters
  /** The card was authenticated before. */
  readonly authenticated: boolean
  /** The customer was authenticated with this payment method before, and was there. */
  readonly agreed: boolean
  /** The cardholder told the bank to trust the merchant. */
  readonly trusted: boolean
}

/** Captured card payments and fraud among them over 90 days, in euro cents. */
export interface FraudRecord {
  readonly payments: number
  readonly capturedEurMinor: bigint
  readonly fraudEurMinor: bigint
}

/** No facts. */
export const noHistory: ScaHistory = {
  counters: { exemptCount: 0, exemptSumEurMinor: 0 },
  authenticated: false,
  agreed: false,
  trusted: false
}

const eea = new Set(
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO".split(" ")
)

/** Whether a country is in the European Economic Area: the EU with Iceland, Liechtenstein and Norway. */
export const isEea = (country: string): boolean => eea.has(country)

/** Spec cards §8: low value is under 30 euro. */
const lowValueBelowEurMinor = 3_000

/** Spec cards §8: the exemption is revoked after 5 payments or 100 euro. */
export const lowValueLimits: ScaCounters = { exemptCount: 5, exemptSumEurMinor: 10_000 }

/** RTS on SCA, annex: up to this amount while fraud stays at or under so many basis points. */
const riskAnalysis = [
  { upToEurMinor: 10_000, basisPoints: 13n },
  { upToEurMinor: 25_000, basisPoints: 6n },
  { upToEurMinor: 50_000, basisPoints: 1n }
] as const

/** Decisions C2: scores from which on, and history below which, risk analysis exempts nothing. */
const riskAnalysisMaxScore = 30
const riskAnalysisMinPayments = 100

const inEea = ({ card, merchantCountry }: ScaQuestion): boolean =>
  card !== undefined && isEea(merchantCountry) && isEea(card.country)

/** What has to be looked up before `decide` can be asked; most payments outside Europe need nothing. */
export const historyNeeded = (
  question: ScaQuestion
): { readonly card: boolean; readonly agreement: boolean; readonly trust: boolean } => {
  const inScope = inEea(question) && question.card?.category === "consumer"
  return {
    card: inScope || question.card?.challenge === "first_use",
    agreement: question.offSession && question.customer && question.card !== undefined,
    trust: inScope
  }
}

/** Whether the fraud record could make a difference: only then is it worth reading. */
export const fraudRecordNeeded = (question: ScaQuestion, result: ScaResult): boolean =>
  result.reason === "required" &&
  question.riskScore <= riskAnalysisMaxScore &&
  question.amountEurMinor <= riskAnalysis[riskAnalysis.length - 1]!.upToEurMinor

const insists = (question: ScaQuestion, history: ScaHistory, merchantInitiated: boolean): boolean => {
  if (question.card?.threeDSecure !== "required") return false
  const challenge = question.card.challenge ?? "on_session"
  if (challenge === "always") return true
  return !merchantInitiated && !(challenge === "first_use" && history.authenticated)
}

const fitsLowValue = ({ amountEurMinor }: ScaQuestion, { exemptCount, exemptSumEurMinor }: ScaCounters): boolean =>
  amountEurMinor < lowValueBelowEurMinor &&
  exemptCount < lowValueLimits.exemptCount &&
  exemptSumEurMinor < lowValueLimits.exemptSumEurMinor

const fitsRiskAnalysis = ({ amountEurMinor, riskScore }: ScaQuestion, record: FraudRecord | undefined): boolean =>
  record !== undefined &&
  riskScore <= riskAnalysisMaxScore &&
  record.payments >= riskAnalysisMinPayments &&
  riskAnalysis.some(
    ({ basisPoints, upToEurMinor }) =>
      amountEurMinor <= upToEurMinor && record.fraudEurMinor * 10_000n <= basisPoints * record.capturedEurMinor
  )

const outOfScope = (reason: ScaReason): ScaResult => ({
  decision: "out_of_scope",
  exemption: null,
  reason,
  counters: null
})

const exemptionOf = (
  question: ScaQuestion,
  history: ScaHistory,
  record: FraudRecord | undefined
): readonly [ScaExemption, ScaReason] | undefined => {
  if (history.trusted) return ["trusted_beneficiary", "exempt_trusted_beneficiary"]
  if (fitsLowValue(question, history.counters)) return ["low_value", "exempt_low_value"]
  return fitsRiskAnalysis(question, record) ? ["transaction_risk_analysis", "exempt_transaction_risk"] : undefined
}

/**
 * Whether a payment must be authenticated. What an issuer or a rule insists on goes before scope and exemptions; only
 * a merchant-initiated payment is spared it, where the card allows that. Of the exemptions the first that fits is used.
 */
export const decide = (question: ScaQuestion, history: ScaHistory, record?: FraudRecord): ScaResult => {
  const { card } = question
  if (card === undefined) return outOfScope("out_of_scope_one_leg")
  const merchantInitiated = question.offSession && history.agreed
  const forced = { decision: "challenge", exemption: null, counters: null } as const
  if (insists(question, history, merchantInitiated)) return { ...forced, reason: "required_by_issuer" }
  if (merchantInitiated) return outOfScope("out_of_scope_merchant_initiated")
  if (question.requestedByRule && card.threeDSecure !== "not_supported") {
    return { ...forced, reason: "required_by_rule" }
  }
  if (!inEea(question)) return outOfScope("out_of_scope_one_leg")
  if (card.category === "corporate") return outOfScope("out_of_scope_corporate")
  const { counters } = history
  const exempt = exemptionOf(question, history, record)
  if (exempt !== undefined) return { decision: "exempt", exemption: exempt[0], reason: exempt[1], counters }
  const decision = card.threeDSecure === "not_supported" ? "attempted" : "challenge"
  return { decision, exemption: null, reason: "required", counters }
}
