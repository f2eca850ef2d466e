/**
 * The signals of the rule model as a table: one row per code, with its points and the condition under which it fires.
 * Adding or tuning a signal is an edit of this table.
 */
import type { SignalCode } from "./assessment.ts"
import type { RiskFeatures } from "./RiskFeatures.ts"

/** The numbers that the conditions compare with. The defaults are our choice: the specification names only codes. */
export interface SignalLimits {
  /** More attempts than these fire: per card in 10 minutes, per customer in an hour, per address in 10 minutes. */
  readonly cardAttempts: number
  readonly customerAttempts: number
  readonly ipAttempts: number
  /** As many distinct cards on one device in 24 hours fire. */
  readonly deviceCards: number
  /** A new device fires when the customer's newest payments, at least as many as this, all came from one device. */
  readonly usualDevicePayments: number
  /** As many distinct cards tried with small amounts, from one address or device, fire. */
  readonly smallAmountCards: number
  /** As many declines, from one address or device, fire. */
  readonly declines: number
  readonly highRiskCountries: ReadonlySet<string>
  /** More than this many times the customer's median fires, once there are `medianPayments` to take it over. */
  readonly medianFactor: number
  readonly medianPayments: number
  /** More than this, in euro cents, fires for a payer without history. */
  readonly firstAmountEurMinor: number
}

/**
 * The country of sandbox addresses that stand for a high-risk place. ISO 3166-1 reserves it for private use, so no real
 * payment can carry it.
 */
export const testHighRiskCountry = "XX"

/** The limits that hold unless a host gives others. The countries are those of FATF statements and embargoes. */
export const defaultSignalLimits: SignalLimits = {
  cardAttempts: 5,
  customerAttempts: 10,
  ipAttempts: 10,
  deviceCards: 4,
  usualDevicePayments: 3,
  smallAmountCards: 3,
  declines: 3,
  highRiskCountries: new Set(["KP", "IR", "SY", "MM", testHighRiskCountry]),
  medianFactor: 10,
  medianPayments: 5,
  firstAmountEurMinor: 500_000
}

/** One signal: its code, the rule that is shown for it, what it adds to the score, and when. */
export interface SignalRow {
  readonly code: SignalCode
  readonly ruleId: string
  readonly name: string
  /** Added to the score, 1 to 100. */
  readonly points: number
  /** Pure. A value or counter that is absent never makes a signal fire. */
  readonly fires: (features: RiskFeatures, limits: SignalLimits) => boolean
}

/** Programs that browse without a person name themselves in the user agent (our choice of names). */
const automationMarker = /headless|phantomjs|puppeteer|playwright|selenium|webdriver/i

const moreThan = (count: number | undefined, limit: number): boolean => count !== undefined && count > limit

const atLeast = (count: number | undefined, limit: number): boolean => count !== undefined && count >= limit

const differ = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined && right !== undefined && left !== right

const isAutomated = (userAgent: string | undefined): boolean =>
  userAgent !== undefined && (userAgent.trim() === "" || automationMarker.test(userAgent))

const isUnusualDevice = ({ history }: RiskFeatures, limits: SignalLimits): boolean =>
  history?.customerEarlierOnDevice === 0 && atLeast(history.customerEarlierOnOneDevice, limits.usualDevicePayments)

// A payer whom the engine knows to have paid nothing yet; a customer whose payments were not counted is not one.
const hasNoHistory = ({ customer, history }: RiskFeatures): boolean =>
  customer === undefined || history?.customerSucceededPayments === 0

const isFarAboveMedian = ({ amountMinor, history }: RiskFeatures, limits: SignalLimits): boolean =>
  atLeast(history?.customerSucceededPayments, limits.medianPayments) &&
  history?.customerMedianAmountMinor !== undefined &&
  amountMinor > limits.medianFactor * history.customerMedianAmountMinor

const amountEurMinorOf = (features: RiskFeatures): number | undefined =>
  features.currency === "eur" ? features.amountMinor : features.amountEurMinor

/** The seven signals of the rule model, in the order in which they are listed. */
export const defaultSignals: ReadonlyArray<SignalRow> = [
  {
    code: "velocity_check",
    ruleId: "rule_velocity",
    name: "Many attempts in a short time",
    points: 25,
    fires: ({ history }, limits) =>
      moreThan(history?.cardAttempts10m, limits.cardAttempts) ||
      moreThan(history?.customerAttempts1h, limits.customerAttempts) ||
      moreThan(history?.ipAttempts10m, limits.ipAttempts)
  },
  {
    code: "ip_mismatch",
    ruleId: "rule_ip_mismatch",
    name: "Paid from another country than those of card and billing address",
    points: 20,
    // Of card and billing country at least one is known, and none that is known is the country of the address.
    fires: ({ paymentMethod, billing, client }) =>
      client.ipCountry !== undefined &&
      client.ipCountry !== paymentMethod.cardCountry &&
      client.ipCountry !== billing.country &&
      (paymentMethod.cardCountry ?? billing.country) !== undefined
  },
  {
    code: "device_anomaly",
    ruleId: "rule_device",
    name: "Unusual device",
    points: 15,
    fires: (features, limits) =>
      atLeast(features.history?.deviceCards24h, limits.deviceCards) ||
      isAutomated(features.client.userAgent) ||
      isUnusualDevice(features, limits)
  },
  {
    code: "card_testing",
    ruleId: "rule_card_testing",
    name: "Several cards tried from one place",
    points: 40,
    fires: ({ history }, limits) =>
      atLeast(history?.ipSmallAmountCards10m, limits.smallAmountCards) ||
      atLeast(history?.deviceSmallAmountCards10m, limits.smallAmountCards) ||
      atLeast(history?.ipDeclines10m, limits.declines) ||
      atLeast(history?.deviceDeclines10m, limits.declines)
  },
  {
    code: "high_risk_country",
    ruleId: "rule_country",
    name: "High-risk country",
    points: 30,
    fires: ({ paymentMethod, billing, customer, client }, { highRiskCountries }) =>
      [paymentMethod.cardCountry, billing.country, customer?.country, client.ipCountry].some(
        (country) => country !== undefined && highRiskCountries.has(country)
      )
  },
  {
    code: "bin_mismatch",
    ruleId: "rule_bin",
    name: "Card from another country than the billing address",
    points: 20,
    // The customer's country stands in for a billing address that was not given.
    fires: ({ paymentMethod, billing, customer }) =>
      differ(paymentMethod.cardCountry, billing.country ?? customer?.country)
  },
  {
    code: "unusual_amount",
    ruleId: "rule_amount",
    name: "Unusually large amount",
    points: 20,
    fires: (features, limits) =>
      isFarAboveMedian(features, limits) ||
      (hasNoHistory(features) && moreThan(amountEurMinorOf(features), limits.firstAmountEurMinor))
  }
]
