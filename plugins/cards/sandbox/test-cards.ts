/**
 * The designated test cards of the sandbox (decisions B4): what each number stands for, and the static payment methods
 * that stand for the number (decisions B3).
 */
import type { CardTraits } from "../payment-methods/PaymentMethod.ts"

/** A designated number and what it stands for. */
export interface TestCard extends CardTraits {
  /** Names the row, uniquely and for good: fingerprints of static payment methods are made of it. */
  readonly name: string
  readonly number: string
  /** Ids of the payment methods that exist without tokenization: ours (decisions B3) first, then Stripe's names. */
  readonly paymentMethods: ReadonlyArray<string>
}

/**
 * An ordinary card. American Express has no 3D Secure in Stripe's list of test cards; every other row offers it, and
 * does not insist on it.
 */
const ordinary = {
  brand: "visa",
  country: "US",
  funding: "credit",
  category: "consumer",
  threeDSecure: "optional",
  behaviour: { outcome: "succeeds" },
  paymentMethods: []
} as const satisfies Omit<TestCard, "name" | "number">

/**
 * Every designated card, one row each: an ordinary card, and what sets this one apart. In the numbers of country cards
 * digits 7 to 9 are the ISO 3166-1 numeric code.
 */
export const testCards: ReadonlyArray<TestCard> = [
  // Success, four brands (spec cards §5.7)
  { ...ordinary, name: "visa", number: "4242424242424242", paymentMethods: ["pm_card_visa", "pm_card_us"] },
  {
    ...ordinary,
    name: "mastercard",
    number: "5555555555554444",
    brand: "mastercard",
    paymentMethods: ["pm_card_mastercard"]
  },
  {
    ...ordinary,
    name: "amex",
    number: "378282246310005",
    brand: "amex",
    threeDSecure: "not_supported",
    paymentMethods: ["pm_card_amex"]
  },
  {
    ...ordinary,
    name: "discover",
    number: "6011111111111117",
    brand: "discover",
    paymentMethods: ["pm_card_discover"]
  },

  // Declines by the issuer (spec cards §5.7)
  {
    ...ordinary,
    name: "declined",
    number: "4000000000000002",
    behaviour: { outcome: "card_declined" },
    paymentMethods: ["pm_card_declined", "pm_card_chargeDeclined", "pm_card_visa_chargeDeclined"]
  },
  {
    ...ordinary,
    name: "insufficient_funds",
    number: "4000000000009995",
    behaviour: { outcome: "insufficient_funds" },
    paymentMethods: [
      "pm_card_insufficient_funds",
      "pm_card_chargeDeclinedInsufficientFunds",
      "pm_card_visa_chargeDeclinedInsufficientFunds"
    ]
  },
  {
    ...ordinary,
    name: "expired",
    number: "4000000000000069",
    behaviour: { outcome: "expired_card" },
    paymentMethods: ["pm_card_expired", "pm_card_chargeDeclinedExpiredCard"]
  },
  {
    ...ordinary,
    name: "incorrect_cvc",
    number: "4000000000000127",
    behaviour: { outcome: "incorrect_cvc" },
    paymentMethods: ["pm_card_incorrect_cvc", "pm_card_chargeDeclinedIncorrectCvc"]
  },
  {
    ...ordinary,
    name: "issuer_unavailable",
    number: "4000000000000119",
    behaviour: { outcome: "issuer_unavailable" },
    paymentMethods: ["pm_card_chargeDeclinedProcessingError"]
  },

  // Risk: a score that is sure. Above 75 the payment is flagged (spec cards §6).
  {
    ...ordinary,
    name: "fraudulent",
    number: "4100000000000019",
    behaviour: { outcome: "succeeds", forcedScore: 98, forcedSignals: ["card_testing"], alwaysBlocked: true },
    paymentMethods: ["pm_card_fraudulent", "pm_card_chargeDeclinedFraudulent", "pm_card_radarBlock"]
  },
  {
    ...ordinary,
    name: "risk_critical",
    number: "4000000000004954",
    behaviour: { outcome: "succeeds", forcedScore: 90 },
    paymentMethods: ["pm_card_riskLevelHighest"]
  },
  {
    ...ordinary,
    name: "risk_high",
    number: "4000000000009235",
    behaviour: { outcome: "succeeds", forcedScore: 80 },
    paymentMethods: ["pm_card_risk_high", "pm_card_riskLevelElevated"]
  },

  // Captured, and disputed at once. The name without a reason is decisions B3's.
  {
    ...ordinary,
    name: "disputed",
    number: "4000000000000259",
    behaviour: { outcome: "succeeds", dispute: "fraudulent" },
    paymentMethods: ["pm_card_disputed", "pm_card_createDispute"]
  },
  {
    ...ordinary,
    name: "disputed_not_received",
    number: "4000000000002685",
    behaviour: { outcome: "succeeds", dispute: "product_not_received" },
    paymentMethods: ["pm_card_createDisputeProductNotReceived"]
  },

  // Refunds that take their time
  {
    ...ordinary,
    name: "refund_later",
    number: "4000000000007726",
    behaviour: { outcome: "succeeds", refund: "succeeds_later" },
    paymentMethods: ["pm_card_pendingRefund"]
  },
  {
    ...ordinary,
    name: "refund_fails",
    number: "4000000000005126",
    behaviour: { outcome: "succeeds", refund: "fails_later" },
    paymentMethods: ["pm_card_refundFail"]
  },

  // 3D Secure (spec cards §5.7). The challenge comes first; what the issuer says to the payment comes at its confirmation.
  {
    ...ordinary,
    name: "3ds_required",
    number: "4000000000003220",
    threeDSecure: "required",
    behaviour: { outcome: "succeeds", challenge: "always" },
    paymentMethods: ["pm_card_3ds_required", "pm_card_threeDSecure2Required"]
  },
  {
    ...ordinary,
    name: "3ds_optional",
    number: "4000000000003055",
    paymentMethods: ["pm_card_3ds_optional", "pm_card_threeDSecureOptional"]
  },
  {
    ...ordinary,
    name: "3ds_failed",
    number: "4000008400001629",
    threeDSecure: "required",
    behaviour: { outcome: "card_declined", challenge: "always" },
    paymentMethods: ["pm_card_3ds_failed", "pm_card_threeDSecureRequiredChargeDeclined"]
  },
  {
    ...ordinary,
    name: "3ds_first_use",
    number: "4000002500003155",
    country: "FR",
    threeDSecure: "required",
    behaviour: { outcome: "succeeds", challenge: "first_use" },
    paymentMethods: ["pm_card_authenticationRequiredOnSetup"]
  },
  {
    ...ordinary,
    name: "3ds_on_session",
    number: "4000002760003184",
    country: "DE",
    threeDSecure: "required",
    behaviour: { outcome: "succeeds", challenge: "on_session" },
    paymentMethods: ["pm_card_authenticationRequired"]
  },
  {
    ...ordinary,
    name: "3ds_insufficient_funds",
    number: "4000008260003178",
    country: "GB",
    threeDSecure: "required",
    behaviour: { outcome: "insufficient_funds", challenge: "always" },
    paymentMethods: ["pm_card_authenticationRequiredChargeDeclinedInsufficientFunds"]
  },

  // Cards of the European Economic Area. The corporate number is our own assignment.
  {
    ...ordinary,
    name: "eea_fr",
    number: "4000002500000003",
    country: "FR",
    paymentMethods: ["pm_card_eea", "pm_card_fr"]
  },
  { ...ordinary, name: "eea_de", number: "4000002760000016", country: "DE", paymentMethods: ["pm_card_de"] },
  {
    ...ordinary,
    name: "eea_corporate",
    number: "4000003720000278",
    country: "IE",
    category: "corporate",
    paymentMethods: ["pm_card_eea_corporate"]
  },

  // Cards of other countries
  { ...ordinary, name: "in", number: "4000003560000008", country: "IN", paymentMethods: ["pm_card_in"] },
  { ...ordinary, name: "br", number: "4000000760000002", country: "BR", paymentMethods: ["pm_card_br"] },
  { ...ordinary, name: "jp", number: "4000003920000003", country: "JP", paymentMethods: ["pm_card_jp"] }
]

const byNumber = new Map(testCards.map((card) => [card.number, card]))

/** The designated card with this number, given as digits alone; `undefined` for any other number. */
export const testCardByNumber = (digits: string): TestCard | undefined => byNumber.get(digits)
