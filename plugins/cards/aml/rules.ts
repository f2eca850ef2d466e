/** The monitoring rules of compliance §5, one row each. A row says what it looks for in a moment; nothing else does. */
import {
  distinctWithin,
  isInBand,
  largeWithin,
  type AmlState,
  type Band,
  type InstrumentState,
  type Movement
} from "./AmlState.ts"
import { bandWindowMs, dayMs, windows, type AmlThresholds } from "./thresholds.ts"

/** Types of alerts (decisions B11). */
export const alertTypes = [
  "structuring",
  "layering",
  "unusual_pattern",
  "high_risk_jurisdiction",
  "politically_exposed_person",
  "currency_transaction_report"
] as const

/** A type of alert. */
export type AlertType = (typeof alertTypes)[number]

export interface Moment {
  readonly movement: Movement
  /** The customer just before it, at its time, and with it. */
  readonly before: AmlState
  readonly after: AmlState
  /** The instrument with it, where it is watched across customers. */
  readonly instrument: InstrumentState | undefined
  readonly thresholds: AmlThresholds
}

/** Which payments an alert shows: those of the customer, or of the instrument, from a time on. */
export interface Selection {
  readonly by: "customer" | "instrument"
  readonly since: number
  readonly minimumMinor?: number
  /** Exclusive. */
  readonly belowMinor?: number
  readonly greyOnly?: boolean
}

/** What a row found. */
export interface Match {
  readonly sarRequired: boolean
  /** Empty: the movement alone, if it is a payment. */
  readonly shows: ReadonlyArray<Selection>
  /** Alerts of the rule are one per period; default: one for all time. */
  readonly period?: string
}

export interface AmlRule {
  readonly name: string
  readonly alertType: AlertType
  /** The customer is high-risk while an alert of this rule is open, whether or not a report is required. */
  readonly highRisk?: boolean
  readonly detect: (moment: Moment) => Match | undefined
}

const found = (sarRequired: boolean, ...shows: ReadonlyArray<Selection>): Match => ({ sarRequired, shows })

const customerSince = (since: number, more: Partial<Selection> = {}): Selection => ({ by: "customer", since, ...more })

const withinSum = (band: Band, at: number, windowMs: number) => {
  const inside = band.filter(([paidAt]) => at - paidAt <= windowMs)
  return { count: inside.length, sumMinor: inside.reduce((sum, [, minor]) => sum + minor, 0) }
}

const isStructured = (band: Band, at: number, wanted: { windowMs: number; count: number; sumMinor: number }) => {
  const { count, sumMinor } = withinSum(band, at, wanted.windowMs)
  return count >= wanted.count && sumMinor >= wanted.sumMinor
}

const tight = ({ after, movement, thresholds }: Moment): Match | undefined => {
  const { reportMinor, tightCount, tightFloorMinor } = thresholds
  const wanted = { windowMs: windows.twoDays, count: tightCount, sumMinor: reportMinor }
  if (!isInBand(movement, tightFloorMinor, thresholds) || !isStructured(after.tight, movement.at, wanted))
    return undefined
  const band = { minimumMinor: tightFloorMinor, belowMinor: reportMinor }
  return found(true, customerSince(movement.at - windows.twoDays, band))
}

const structuring = ({ after, instrument, movement, thresholds }: Moment): Match | undefined => {
  const { at } = movement
  const { reportMinor, windowCount, windowFloorMinor } = thresholds
  if (!isInBand(movement, windowFloorMinor, thresholds)) return undefined
  const wanted = { windowMs: bandWindowMs, count: windowCount, sumMinor: reportMinor }
  const own = !largeWithin(after.largeAt, at) && isStructured(after.band, at, wanted)
  const shared =
    instrument !== undefined &&
    !largeWithin(instrument.largeAt, at) &&
    distinctWithin(instrument.customers, at, bandWindowMs) > 1 &&
    isStructured(instrument.band, at, wanted)
  if (!own && !shared) return undefined
  const band = { since: at - bandWindowMs, minimumMinor: windowFloorMinor, belowMinor: reportMinor }
  return found(
    true,
    ...(own ? [{ by: "customer" as const, ...band }] : []),
    ...(shared ? [{ by: "instrument" as const, ...band }] : [])
  )
}

const passThrough = ({ after, movement, thresholds }: Moment): Match | undefined => {
  const { inMinor, outMinor } = after.totals.twoDays
  const passes =
    inMinor >= thresholds.layeringMinor && outMinor * 100 >= inMinor * thresholds.layeringPercent && outMinor > 0
  return passes ? found(true, customerSince(movement.at - windows.twoDays)) : undefined
}

const fan = ({ after, movement, thresholds }: Moment): Match | undefined => {
  const { at, kind, usdMinor } = movement
  if (kind !== "payout") return undefined
  const { fanCount, layeringMinor, layeringPercent } = thresholds
  const { inMinor } = after.totals.week
  const fansIn =
    distinctWithin(after.instruments, at, windows.week) >= fanCount &&
    inMinor >= layeringMinor &&
    usdMinor * 100 >= inMinor * layeringPercent
  if (fansIn) return found(true, customerSince(at - windows.week))
  const fansOut =
    distinctWithin(after.destinations, at, windows.day) >= fanCount && after.totals.day.outMinor >= layeringMinor
  return fansOut ? found(true, customerSince(at - windows.day)) : undefined
}

/** Whether an amount is so many standard deviations above what the customer usually pays. */
const isAboveUsual = ({ before, movement, thresholds }: Moment, deviations: number): boolean => {
  const { count, mean, variance } = before.usual
  return count >= thresholds.usualCount && movement.usdMinor > mean + deviations * Math.sqrt(variance)
}

const isSuspicious = (moment: Moment): boolean =>
  moment.movement.usdMinor >= moment.thresholds.suspicionMinor &&
  isAboveUsual(moment, moment.thresholds.suspicionDeviations)

const unusualAmount = (moment: Moment): Match | undefined => {
  const { movement, thresholds } = moment
  const unusual =
    movement.kind === "payment" &&
    movement.usdMinor >= thresholds.unusualMinor &&
    isAboveUsual(moment, thresholds.unusualDeviations)
  return unusual ? found(isSuspicious(moment)) : undefined
}

const unusualVelocity = (moment: Moment): Match | undefined => {
  const { after, before, movement, thresholds } = moment
  if (movement.kind !== "payment") return undefined
  const { day, month } = after.totals
  // More than so many times a thirtieth of what the month had.
  if (day.payments >= thresholds.velocityCount && day.payments * 30 > thresholds.velocityTimes * month.payments) {
    return found(isSuspicious(moment), customerSince(movement.at - windows.day))
  }
  const afterSilence =
    before.lastPaymentAt !== null &&
    movement.at - before.lastPaymentAt >= thresholds.silenceDays * dayMs &&
    movement.usdMinor >= thresholds.silenceMinor
  return afterSilence ? found(isSuspicious(moment)) : undefined
}

const grey = ({ after, movement, thresholds }: Moment): Match | undefined => {
  const { greyPaymentMinor, greySumMinor } = thresholds
  const listed = movement.usdMinor >= greyPaymentMinor || after.totals.month.greyMinor >= greySumMinor
  return movement.grey && listed
    ? found(false, customerSince(movement.at - windows.month, { greyOnly: true }))
    : undefined
}

const report = ({ after, movement, thresholds }: Moment): Match | undefined => {
  const { day } = after
  if (movement.kind !== "payment" || day === null || day.inMinor < thresholds.reportMinor) return undefined
  return { ...found(false, customerSince(day.since)), period: day.date }
}

const nothing = () => undefined

/** The table. Ids and names are stable: clients keep them. */
export const amlRules = {
  ctr_10k: { name: "Total of 10,000 USD or more in a day", alertType: "currency_transaction_report", detect: report },
  structuring_tight: { name: "Payments just below 10,000 USD", alertType: "structuring", detect: tight },
  structuring_window: { name: "Split payments within 72 hours", alertType: "structuring", detect: structuring },
  layering_pass_through: { name: "Money in and out within 48 hours", alertType: "layering", detect: passThrough },
  layering_fan: { name: "Many payers or many destinations", alertType: "layering", detect: fan },
  // Looks for transfers between customers, and nothing moves between customers here.
  layering_cycle: { name: "Money that comes back in a circle", alertType: "layering", detect: nothing },
  unusual_amount: { name: "Amount far above the usual", alertType: "unusual_pattern", detect: unusualAmount },
  unusual_velocity: { name: "Unusual rate of payments", alertType: "unusual_pattern", detect: unusualVelocity },
  high_risk_call: {
    name: "Country under a call for action",
    alertType: "high_risk_jurisdiction",
    highRisk: true,
    detect: ({ movement, thresholds }) =>
      movement.call ? found(movement.usdMinor >= thresholds.suspicionMinor) : undefined
  },
  high_risk_grey: { name: "Country under increased monitoring", alertType: "high_risk_jurisdiction", detect: grey },
  // Raised by a screening, not by a movement.
  pep_onboard: { name: "Politically exposed person", alertType: "politically_exposed_person", detect: nothing },
  pep_volume: {
    name: "Volume of a politically exposed person",
    alertType: "politically_exposed_person",
    detect: ({ after, movement, thresholds }) =>
      movement.kind === "payment" && movement.exposed && after.totals.month.inMinor >= thresholds.exposedSumMinor
        ? found(false, customerSince(movement.at - windows.month))
        : undefined
  },
  // For an operator: the amount could not be compared with any threshold.
  fx_rate_missing: {
    name: "No exchange rate to USD",
    alertType: "currency_transaction_report",
    detect: ({ movement }) => (movement.rateMissing ? found(false) : undefined)
  }
} as const satisfies Readonly<Record<string, AmlRule>>

/** Id of a rule. */
export type AmlRuleId = keyof typeof amlRules

export const ruleOf = (id: AmlRuleId): AmlRule => amlRules[id]

const rows = Object.entries(amlRules) as unknown as ReadonlyArray<readonly [AmlRuleId, AmlRule]>

/** What the rules found in a moment. */
export interface Finding extends Match {
  readonly rule: AmlRuleId
}

/** Asks every rule. */
export const findingsIn = (moment: Moment): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  for (const [rule, { detect }] of rows) {
    const match = detect(moment)
    if (match !== undefined) findings.push({ rule, ...match })
  }
  return findings
}
