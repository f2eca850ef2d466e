/** The numbers of the monitoring rules (compliance §5), which an account may set otherwise, and their windows. */

/** Thresholds. Amounts are US cents; bounds are inclusive. */
export interface AmlThresholds {
  /** `ctr_10k`: a payment, or a day's total. */
  readonly reportMinor: number
  /** `structuring_tight`: each payment from here up to just below `reportMinor`. */
  readonly tightFloorMinor: number
  readonly tightCount: number
  /** `structuring_window`: each payment from here up to just below `reportMinor`. At least a tenth of `reportMinor`. */
  readonly windowFloorMinor: number
  readonly windowCount: number
  /** Layering: what must have come in, or gone out, and the part of it that leaves, in percent. */
  readonly layeringMinor: number
  readonly layeringPercent: number
  /** `layering_fan`: different payment methods, or destinations; at most 5, which is how many are remembered. */
  readonly fanCount: number
  /** `unusual_amount`: the smallest amount, and standard deviations above the mean. */
  readonly unusualMinor: number
  readonly unusualDeviations: number
  /** Payments from which a customer's habits are known. */
  readonly usualCount: number
  /** `unusual_velocity`: payments in 24 h, and times the daily mean of 30 days. */
  readonly velocityCount: number
  readonly velocityTimes: number
  /** `unusual_velocity`: after so many days without a payment, and the amount that is then unusual. */
  readonly silenceDays: number
  readonly silenceMinor: number
  /** A report of the suspicion is required from this amount, and from so many deviations. */
  readonly suspicionMinor: number
  readonly suspicionDeviations: number
  /** `high_risk_grey`: one payment, and the sum of 30 days. */
  readonly greyPaymentMinor: number
  readonly greySumMinor: number
  /** `pep_volume`: the sum of 30 days. */
  readonly exposedSumMinor: number
}

/** The defaults: those of compliance §5. */
export const defaultThresholds: AmlThresholds = {
  reportMinor: 1_000_000,
  tightFloorMinor: 800_000,
  tightCount: 2,
  windowFloorMinor: 100_000,
  windowCount: 3,
  layeringMinor: 500_000,
  layeringPercent: 80,
  fanCount: 5,
  unusualMinor: 100_000,
  unusualDeviations: 3,
  usualCount: 10,
  velocityCount: 10,
  velocityTimes: 3,
  silenceDays: 180,
  silenceMinor: 500_000,
  suspicionMinor: 500_000,
  suspicionDeviations: 6,
  greyPaymentMinor: 100_000,
  greySumMinor: 500_000,
  exposedSumMinor: 1_000_000
}

/**
 * How much the rules remember of a customer: so many of the newest payments just below a threshold, and of the newest different
 * payment methods and destinations of payouts.
 */
export const remembered = { payments: 10, things: 5 } as const

type ThresholdRule = readonly [expected: string, holds: (thresholds: AmlThresholds) => boolean]

/** What thresholds must be so that their rules can find what they look for: more than is remembered is never there. */
export const thresholdRules: ReadonlyArray<ThresholdRule> = [
  ["thresholds from 0 on", (thresholds) => Object.values(thresholds).every((value) => value >= 0)],
  [`thresholds whose fanCount is ${remembered.things} at most`, ({ fanCount }) => fanCount <= remembered.things],
  [
    `thresholds whose tightCount and windowCount are ${remembered.payments} at most`,
    ({ tightCount, windowCount }) => Math.max(tightCount, windowCount) <= remembered.payments
  ],
  [
    "thresholds whose tightFloorMinor and windowFloorMinor are at least a tenth of reportMinor",
    ({ reportMinor, tightFloorMinor, windowFloorMinor }) =>
      Math.min(tightFloorMinor, windowFloorMinor) * remembered.payments >= reportMinor
  ]
]

/** What an account sets about monitoring. */
export interface AmlSettings {
  /** IANA name of the zone whose midnight ends a day; default UTC. */
  readonly timeZone?: string
  readonly thresholds?: Partial<AmlThresholds>
}

const hourMs = 3_600_000

/** The sliding windows that sums are kept of. A movement is in a window until its age exceeds the length. */
export const windows = {
  day: 24 * hourMs,
  twoDays: 48 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs
} as const

export type WindowName = keyof typeof windows

/** Every window. */
export const windowNames = Object.keys(windows) as ReadonlyArray<WindowName>

/** `structuring_window`. */
export const bandWindowMs = 72 * hourMs

/** A day, for `silenceDays`. */
export const dayMs = 24 * hourMs
