/** Steps of a story that the payment itself holds: the request, risk, authentication and the acquirer. Pure. */
import { Money } from "../../../src/domain.ts"
import type { StoryStep } from "../../../src/plugin.ts"
import { isLiabilityShifted, type Payment, type PaymentDecline } from "../payments/Payment.ts"
import type { ScaReason, ScaResult } from "../sca/Sca.ts"

const outcomes = {
  approved: { title: "the payment may go on", tone: "good" },
  review: { title: "the payment goes on, and somebody has to look at it", tone: "held" },
  blocked: { title: "the payment is refused", tone: "bad" }
} as const

/** Why authentication was or was not required, in a sentence. */
const scaReasons: Readonly<Record<ScaReason, string>> = {
  out_of_scope_one_leg: "Only one of merchant and card is in the European Economic Area",
  out_of_scope_corporate: "The card is a company's",
  out_of_scope_merchant_initiated: "The merchant makes the payment, as the cardholder agreed before",
  exempt_low_value: "The amount is under 30 EUR, and the card's exempt payments are within their limits",
  exempt_transaction_risk: "The risk is low, and the account's fraud is below the rate for this amount",
  exempt_trusted_beneficiary: "The cardholder told the bank to trust the merchant",
  required_by_issuer: "The card's bank insists",
  required_by_rule: "A risk rule of the account asks for it",
  required: "No exemption applies"
}

const scaTitles: Readonly<Record<ScaResult["decision"], readonly [title: string, tone: StoryStep["tone"]]>> = {
  out_of_scope: ["No strong authentication: out of scope", "none"],
  exempt: ["No strong authentication: exempt", "good"],
  challenge: ["Strong authentication is required", "wait"],
  attempted: ["Strong authentication is due, and the card does not support it", "none"]
}

const requestStep = (payment: Payment): StoryStep => {
  const { amountMinor, captureMethod, createdAt, currency, customer, origin, paymentMethod } = payment
  const parts = [
    `with ${paymentMethod}`,
    ...(customer === null ? [] : [`for ${customer}`]),
    ...(origin?.ip === undefined ? [] : [`from ${origin.ip}`]),
    ...(origin?.deviceId === undefined ? [] : [`on the device ${origin.deviceId}`])
  ]
  return {
    at: createdAt,
    kind: "request",
    title: `A payment of ${Money.format({ amountMinor, currency })} is requested`,
    text: `${parts.join(", ")}; captured ${captureMethod === "manual" ? "by a later request" : "at once"}`,
    tone: "none"
  }
}

const riskStep = ({ createdAt, risk }: Payment): StoryStep => {
  const { fallback, level, model, outcome, rulesTriggered, score } = risk
  return {
    at: createdAt,
    kind: "risk",
    title: `Risk ${score} (${level}): ${outcomes[outcome].title}`,
    text:
      fallback === undefined
        ? `By the model ${model}`
        : `By the model ${model}, because ${fallback.model} gave no answer (${fallback.cause})`,
    tone: outcomes[outcome].tone,
    why: rulesTriggered.map(({ name, scoreContribution }) => ({ label: name, weight: scoreContribution }))
  }
}

const clearedSteps = ({ risk }: Payment): ReadonlyArray<StoryStep> =>
  risk.clearedAt === undefined
    ? []
    : [{ at: risk.clearedAt, kind: "risk", title: "Somebody looked at the payment and cleared it", tone: "good" }]

const scaSteps = ({ createdAt, sca }: Payment): ReadonlyArray<StoryStep> => {
  if (sca === null) return []
  const [title, tone] = scaTitles[sca.decision]
  const { counters } = sca
  const counted =
    counters === null
      ? ""
      : `. Before this payment the card had ${counters.exemptCount} exempt payments since its last authentication, of ` +
        `${Money.format({ amountMinor: counters.exemptSumEurMinor, currency: "eur" })} together`
  return [{ at: createdAt, kind: "sca", title, text: `${scaReasons[sca.reason]}${counted}`, tone }]
}

const authenticationSteps = (payment: Payment): ReadonlyArray<StoryStep> => {
  const { authentication, createdAt } = payment
  if (authentication === null) return []
  const { redirectUrl, status } = authentication
  const text = `The cardholder authenticates at ${redirectUrl}`
  const words = {
    pending: ["3D Secure: waiting for the cardholder", "wait"],
    succeeded: [`3D Secure succeeded${isLiabilityShifted(payment) ? ": the card's bank bears fraud" : ""}`, "good"],
    failed: ["3D Secure failed", "bad"],
    canceled: ["3D Secure was called off", "none"]
  } as const
  const [title, tone] = words[status]
  return [{ at: createdAt, kind: "sca", title, text, tone }]
}

const sources: Readonly<Record<Exclude<PaymentDecline["source"], "risk">, string>> = {
  issuer: "The card's bank",
  processor: "The acquirer",
  authentication: "The authentication"
}

const acquirerSteps = ({ acquirerReference, createdAt, decline, intent }: Payment): ReadonlyArray<StoryStep> => {
  const steps: Array<StoryStep> = []
  if (acquirerReference !== null) {
    const title = "The acquirer took the payment"
    steps.push({ at: createdAt, kind: "network", title, text: `It calls it ${acquirerReference}`, tone: "good" })
  }
  if (decline !== null && decline.source !== "risk") {
    const title = `${sources[decline.source]} declined: ${decline.code}`
    steps.push({ at: createdAt, kind: "network", title, text: decline.message, tone: "bad" })
  }
  if (intent !== null) {
    const title = `The acquirer has not answered the request to ${intent.operation} yet`
    steps.push({ at: createdAt, kind: "network", title, text: `Reference ${intent.reference}`, tone: "wait" })
  }
  return steps
}

export const paymentSteps = (payment: Payment): ReadonlyArray<StoryStep> => [
  requestStep(payment),
  riskStep(payment),
  ...clearedSteps(payment),
  ...scaSteps(payment),
  ...authenticationSteps(payment),
  ...acquirerSteps(payment)
]
