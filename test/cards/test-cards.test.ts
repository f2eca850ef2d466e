import { describe, expect, it } from "vitest"
import { testCardByNumber, testCards } from "../../plugins/cards/sandbox/test-cards.ts"
import { staticPaymentMethod } from "../../plugins/cards/sandbox/static-payment-methods.ts"

/** Luhn by the book, from the left: every second digit counted from the right is doubled and its digits added up. */
const luhnSum = (digits: string): number =>
  [...digits].toReversed().reduce((sum, digit, at) => {
    const value = at % 2 === 0 ? digit : String(Number(digit) * 2)
    return sum + [...value].reduce((digits, one) => digits + Number(one), 0)
  }, 0)

const repeated = (values: ReadonlyArray<string>) => values.filter((value, at) => values.indexOf(value) !== at)

const cardOf = (id: string) => {
  const method = staticPaymentMethod(id)
  return method?.type === "card" ? method.card : undefined
}

const fingerprintOf = (id: string) => cardOf(id)?.fingerprint

const succeeds = { outcome: "succeeds" }

/** What the rows with 3D Secure say: whether the card insists, when, and what comes of the payment afterwards. */
const always = { challenge: "always" }

/** The table of decisions B4. */
const specified = [
  ["C208", "4242424242424242", "visa", "US", "consumer", succeeds],
  ["C208", "5555555555554444", "mastercard", "US", "consumer", succeeds],
  ["C208", "378282246310005", "amex", "US", "consumer", succeeds],
  ["C208", "6011111111111117", "discover", "US", "consumer", succeeds],
  ["C209", "4000000000000002", "visa", "US", "consumer", { outcome: "card_declined" }],
  ["C210", "4000000000009995", "visa", "US", "consumer", { outcome: "insufficient_funds" }],
  ["C211", "4000000000000069", "visa", "US", "consumer", { outcome: "expired_card" }],
  ["C212", "4000000000000127", "visa", "US", "consumer", { outcome: "incorrect_cvc" }],
  [
    "C213",
    "4100000000000019",
    "visa",
    "US",
    "consumer",
    { ...succeeds, forcedScore: 98, forcedSignals: ["card_testing"], alwaysBlocked: true }
  ],
  ["B4", "4000000000004954", "visa", "US", "consumer", { ...succeeds, forcedScore: 90 }],
  ["B4", "4000000000009235", "visa", "US", "consumer", { ...succeeds, forcedScore: 80 }],
  ["C214", "4000000000003220", "visa", "US", "consumer", { ...succeeds, ...always }],
  ["C215", "4000000000003055", "visa", "US", "consumer", succeeds],
  ["C216", "4000008400001629", "visa", "US", "consumer", { outcome: "card_declined", ...always }],
  ["B4", "4000002500003155", "visa", "FR", "consumer", { ...succeeds, challenge: "first_use" }],
  ["B4", "4000002760003184", "visa", "DE", "consumer", { ...succeeds, challenge: "on_session" }],
  ["B4", "4000008260003178", "visa", "GB", "consumer", { outcome: "insufficient_funds", ...always }],
  ["B4", "4000000000000259", "visa", "US", "consumer", { ...succeeds, dispute: "fraudulent" }],
  ["B4", "4000000000002685", "visa", "US", "consumer", { ...succeeds, dispute: "product_not_received" }],
  ["B4", "4000000000007726", "visa", "US", "consumer", { ...succeeds, refund: "succeeds_later" }],
  ["B4", "4000000000005126", "visa", "US", "consumer", { ...succeeds, refund: "fails_later" }],
  ["B4", "4000002500000003", "visa", "FR", "consumer", succeeds],
  ["B4", "4000002760000016", "visa", "DE", "consumer", succeeds],
  ["B4", "4000003720000278", "visa", "IE", "corporate", succeeds],
  ["B4", "4000003560000008", "visa", "IN", "consumer", succeeds],
  ["B4", "4000000760000002", "visa", "BR", "consumer", succeeds],
  ["B4", "4000003920000003", "visa", "JP", "consumer", succeeds],
  ["B4", "4000000000000119", "visa", "US", "consumer", { outcome: "issuer_unavailable" }]
] as const

describe("the test cards", () => {
  it("have numbers of 12 to 19 digits whose check digit is right", () => {
    for (const { number } of testCards) {
      expect(number).toMatch(/^\d{12,19}$/)
      expect(luhnSum(number) % 10, number).toBe(0)
    }
  })

  it("have each number, each row name and each static name once", () => {
    expect(repeated(testCards.map((card) => card.number))).toEqual([])
    expect(repeated(testCards.map((card) => card.name))).toEqual([])
    expect(repeated(testCards.flatMap((card) => card.paymentMethods))).toEqual([])
  })

  it.each(specified)("%s: %s is a %s card of %s, %s", (_, number, brand, country, category, behaviour) => {
    expect(testCardByNumber(number)).toMatchObject({ number, brand, country, category })
    expect(testCardByNumber(number)?.behaviour).toEqual(behaviour)
  })

  it("are those of decisions B4 and no others", () => {
    expect(testCards.map((card) => card.number).sort()).toEqual(specified.map(([, number]) => number).sort())
  })

  it("are found by their digits alone", () => {
    expect(testCardByNumber("4242 4242 4242 4242")).toBeUndefined()
    expect(testCardByNumber("4012888888881881")).toBeUndefined()
  })
})

describe("the static names", () => {
  it.each([
    ["pm_card_visa", "4242424242424242"],
    ["pm_card_mastercard", "5555555555554444"],
    ["pm_card_amex", "378282246310005"],
    ["pm_card_discover", "6011111111111117"],
    ["pm_card_declined", "4000000000000002"],
    ["pm_card_insufficient_funds", "4000000000009995"],
    ["pm_card_expired", "4000000000000069"],
    ["pm_card_incorrect_cvc", "4000000000000127"],
    ["pm_card_fraudulent", "4100000000000019"],
    ["pm_card_risk_high", "4000000000009235"],
    ["pm_card_eea", "4000002500000003"],
    ["pm_card_eea_corporate", "4000003720000278"],
    ["pm_card_chargeDeclined", "4000000000000002"],
    ["pm_card_visa_chargeDeclined", "4000000000000002"],
    ["pm_card_chargeDeclinedInsufficientFunds", "4000000000009995"],
    ["pm_card_chargeDeclinedExpiredCard", "4000000000000069"],
    ["pm_card_chargeDeclinedIncorrectCvc", "4000000000000127"],
    ["pm_card_chargeDeclinedProcessingError", "4000000000000119"],
    ["pm_card_chargeDeclinedFraudulent", "4100000000000019"],
    ["pm_card_radarBlock", "4100000000000019"],
    ["pm_card_riskLevelHighest", "4000000000004954"],
    ["pm_card_riskLevelElevated", "4000000000009235"]
  ])("B3: %s stands for %s", (id, number) => {
    expect(testCards.find(({ paymentMethods }) => paymentMethods.includes(id))?.number).toBe(number)
  })

  it("do not stand for anything when they are unknown or written otherwise", () => {
    expect(staticPaymentMethod("pm_card_Visa")).toBeUndefined()
    expect(staticPaymentMethod("constructor")).toBeUndefined()
    expect(staticPaymentMethod("pm_card_unknown")).toBeUndefined()
  })

  it("C54: are payment methods that hold the last four digits and not the number", () => {
    for (const { number, paymentMethods } of testCards) {
      for (const id of paymentMethods) {
        const method = staticPaymentMethod(id)
        expect(method).toMatchObject({ id, type: "card", livemode: false, customer: null })
        expect(cardOf(id)?.last4).toBe(number.slice(-4))
        expect(JSON.stringify(method)).not.toContain(number)
      }
    }
  })

  it("share one fingerprint per test card", () => {
    expect(fingerprintOf("pm_card_visa")).toBe("test_visa")
    expect(fingerprintOf("pm_card_us")).toBe("test_visa")
    expect(fingerprintOf("pm_card_mastercard")).toBe("test_mastercard")
  })
})
