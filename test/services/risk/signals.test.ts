/** Every row of the signal table: fires at its edge, and not just before it. */
import { describe, expect, it } from "@effect/vitest"
import type { RiskFeatures } from "../../../src/services/RiskModel.ts"
import { type SignalCode, signalCodes } from "../../../src/services/risk/assessment.ts"
import { defaultSignalLimits, defaultSignals } from "../../../src/services/risk/signals.ts"
import { features } from "./features.ts"

const fired = (given: RiskFeatures): ReadonlyArray<SignalCode> =>
  defaultSignals.filter((row) => row.fires(given, defaultSignalLimits)).map((row) => row.code)

const card = (cardCountry?: string): Partial<RiskFeatures> => ({
  paymentMethod: { type: "card", fingerprint: "fp_1", cardCountry }
})

/** Countries of everything are unknown but for those given. */
const places = (cardCountry?: string, billing?: string, ipCountry?: string, customer?: string) =>
  features({
    ...card(cardCountry),
    billing: { country: billing },
    client: { ipCountry },
    customer: { id: "cus_1", createdAt: 0, country: customer }
  })

const history = (counters: RiskFeatures["history"], amountMinor = 5_000) => features({ history: counters, amountMinor })

const firing: ReadonlyArray<readonly [SignalCode, string, RiskFeatures]> = [
  ["velocity_check", "the 6th attempt of a card", history({ cardAttempts10m: 6 })],
  ["velocity_check", "the 11th attempt of a customer", history({ customerAttempts1h: 11 })],
  ["velocity_check", "the 11th attempt of an address", history({ ipAttempts10m: 11 })],
  ["ip_mismatch", "an address in neither country", places("US", "US", "DE", "US")],
  ["ip_mismatch", "an address outside the only known country", places("US", undefined, "DE", "US")],
  ["device_anomaly", "the 4th card on a device", history({ deviceCards24h: 4 })],
  ["device_anomaly", "an empty user agent", features({ client: { userAgent: " " } })],
  ["device_anomaly", "a headless browser", features({ client: { userAgent: "Mozilla/5.0 HeadlessChrome/120" } })],
  [
    "device_anomaly",
    "a new device after 3 payments on another",
    history({ customerEarlierOnDevice: 0, customerEarlierOnOneDevice: 3 })
  ],
  ["card_testing", "the 3rd small card of an address", history({ ipSmallAmountCards10m: 3 })],
  ["card_testing", "the 3rd small card of a device", history({ deviceSmallAmountCards10m: 3 })],
  ["card_testing", "the 3rd decline of an address", history({ ipDeclines10m: 3 })],
  ["card_testing", "the 3rd decline of a device", history({ deviceDeclines10m: 3 })],
  ["high_risk_country", "a card from such a country", places("IR", "IR", "IR")],
  ["high_risk_country", "a billing address there", places(undefined, "KP")],
  ["high_risk_country", "a customer there", places(undefined, undefined, undefined, "SY")],
  ["high_risk_country", "an address there", places(undefined, undefined, "MM")],
  ["high_risk_country", "the sandbox's test country", places(undefined, undefined, "XX")],
  ["bin_mismatch", "another billing country", places("US", "DE")],
  ["bin_mismatch", "another customer country, no billing country", places("US", undefined, undefined, "DE")],
  [
    "unusual_amount",
    "more than 10 times the median of 5",
    history({ customerSucceededPayments: 5, customerMedianAmountMinor: 499 }, 4_991)
  ],
  [
    "unusual_amount",
    "more than 5,000.00 EUR from a payer without customer",
    features({ customer: undefined, amountEurMinor: 500_001 })
  ],
  [
    "unusual_amount",
    "more than 5,000.00 EUR as the first payment of a customer",
    features({ history: { customerSucceededPayments: 0 }, currency: "eur", amountMinor: 500_001 })
  ]
]

const silent: ReadonlyArray<readonly [SignalCode, string, RiskFeatures]> = [
  ["velocity_check", "the 5th attempt of a card", history({ cardAttempts10m: 5 })],
  ["velocity_check", "the 10th attempt of a customer", history({ customerAttempts1h: 10 })],
  ["velocity_check", "the 10th attempt of an address", history({ ipAttempts10m: 10 })],
  ["ip_mismatch", "an address in the billing country", places("US", "DE", "DE")],
  ["ip_mismatch", "an address in the card's country", places("DE", "US", "DE")],
  ["ip_mismatch", "an address of unknown country", places("US", "US")],
  ["ip_mismatch", "no country to compare with", places(undefined, undefined, "DE", "US")],
  ["device_anomaly", "the 3rd card on a device", history({ deviceCards24h: 3 })],
  ["device_anomaly", "a user agent that was not told", features({ client: {} })],
  [
    "device_anomaly",
    "a new device after 2 payments on another",
    history({ customerEarlierOnDevice: 0, customerEarlierOnOneDevice: 2 })
  ],
  [
    "device_anomaly",
    "a device seen once before",
    history({ customerEarlierOnDevice: 1, customerEarlierOnOneDevice: 9 })
  ],
  ["device_anomaly", "a device whose past is unknown", history({ customerEarlierOnOneDevice: 9 })],
  ["card_testing", "the 2nd small card", history({ ipSmallAmountCards10m: 2, deviceSmallAmountCards10m: 2 })],
  ["card_testing", "the 2nd decline", history({ ipDeclines10m: 2, deviceDeclines10m: 2 })],
  ["high_risk_country", "ordinary countries", places("US", "DE", "FR", "JP")],
  ["bin_mismatch", "the billing country, whatever the customer's", places("US", "US", undefined, "DE")],
  ["bin_mismatch", "a card of unknown country", places(undefined, "DE")],
  ["bin_mismatch", "no country to compare with", places("US")],
  [
    "unusual_amount",
    "10 times the median",
    history({ customerSucceededPayments: 5, customerMedianAmountMinor: 500 }, 5_000)
  ],
  [
    "unusual_amount",
    "a median of only 4 payments",
    history({ customerSucceededPayments: 4, customerMedianAmountMinor: 1 }, 900_000)
  ],
  ["unusual_amount", "5,000.00 EUR", features({ customer: undefined, amountEurMinor: 500_000 })],
  ["unusual_amount", "a large amount without a rate", features({ customer: undefined, amountEurMinor: undefined })],
  ["unusual_amount", "a customer whose payments were not counted", features({ amountEurMinor: 900_000 })]
]

describe("signals", () => {
  it("C71: the table has one row for every code", () => {
    expect(defaultSignals.map((row) => row.code).toSorted()).toEqual(signalCodes.toSorted())
    expect(new Set(defaultSignals.map((row) => row.ruleId)).size).toBe(signalCodes.length)
  })

  it("C71: none fires on an ordinary payment, with or without counters", () => {
    expect(fired(features())).toEqual([])
    expect(fired(history({}))).toEqual([])
  })

  it.each(firing)("C71: %s fires on %s", (code, _case, given) => {
    expect(fired(given)).toContain(code)
  })

  it.each(silent)("C71: %s does not fire on %s", (code, _case, given) => {
    expect(fired(given)).not.toContain(code)
  })

  it("C71: every row is shown to fire and not to fire", () => {
    for (const cases of [firing, silent]) {
      expect(new Set(cases.map(([code]) => code))).toEqual(new Set(signalCodes))
    }
  })
})
