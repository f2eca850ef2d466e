/**
 * The state of a customer when the next movement comes: sums of the sliding windows, the few newest movements that
 * can matter, and the customer's habits. Its size does not depend on how many movements there were, and it is a fold
 * over them: `advance`, then `take`, for each in order.
 */
import { bandWindowMs, remembered, windowNames, windows, type AmlThresholds, type WindowName } from "./thresholds.ts"

/** Money that comes in by a payment, when it is captured, or goes out by a payout, when it is requested. */
export interface Movement {
  /** Id of the payment or payout. */
  readonly id: string
  readonly kind: "payment" | "payout"
  /** Epoch milliseconds. Never before the movement that was committed before it. */
  readonly at: number
  /** Converted once, by the rates in force then. */
  readonly usdMinor: number
  /** There was no rate: the amount stands for at least the reporting threshold. */
  readonly rateMissing: boolean
  readonly customer: string
  /** What stands for the card or bank account that paid, or the id of the bank account that is paid. */
  readonly instrument: string
  /** Whether payments by this instrument are watched across customers. */
  readonly grouped: boolean
  /** A country of it is on the list of that name. */
  readonly call: boolean
  readonly grey: boolean
  /** The customer is politically exposed. */
  readonly exposed: boolean
  /** The day in the account's zone, YYYY-MM-DD. */
  readonly date: string
}

/** Sums of a window. */
export interface Totals {
  readonly payments: number
  readonly inMinor: number
  readonly outMinor: number
  /** In and out, with countries under increased monitoring. */
  readonly greyMinor: number
}

/** Newest first occurrences of different things, each at its last time; the newest comes last. */
export type Recent = ReadonlyArray<readonly [what: string, at: number]>

/** Newest payments in a band of amounts; the newest comes last. */
export type Band = ReadonlyArray<readonly [at: number, usdMinor: number]>

/** The windows of one instrument across customers. */
export interface InstrumentState {
  readonly band: Band
  /** When a payment at or above the reporting threshold was last. */
  readonly largeAt: number | null
  readonly customers: Recent
}

/** The state of a customer. */
export interface AmlState {
  readonly lastAt: number
  readonly lastPaymentAt: number | null
  readonly totals: Readonly<Record<WindowName, Totals>>
  /** The calendar day of the last payment. */
  readonly day: { readonly date: string; readonly since: number; readonly inMinor: number } | null
  readonly tight: Band
  readonly band: Band
  readonly largeAt: number | null
  readonly instruments: Recent
  readonly destinations: Recent
  /** Exponentially weighted mean and variance of payments. */
  readonly usual: { readonly count: number; readonly mean: number; readonly variance: number }
}

/** So many amounts of a band are as much as the threshold, whichever they are: older ones can add nothing. */
const bandSize = remembered.payments

/** Different things that are remembered: as many as `layering_fan` counts. */
const recentSize = remembered.things

/** Weight of the newest payment among a customer's habits (our choice): the last 20 make up nine tenths. */
const habitWeight = 0.1

const none: Totals = { payments: 0, inMinor: 0, outMinor: 0, greyMinor: 0 }

/** Before the first movement. */
export const emptyState = (at: number): AmlState => ({
  lastAt: at,
  lastPaymentAt: null,
  totals: { day: none, twoDays: none, week: none, month: none },
  day: null,
  tight: [],
  band: [],
  largeAt: null,
  instruments: [],
  destinations: [],
  usual: { count: 0, mean: 0, variance: 0 }
})

/** Before the first payment by an instrument. */
export const emptyInstrument: InstrumentState = { band: [], largeAt: null, customers: [] }

/** Movements that leave a window as time passes: from `from` on, before `before`. */
export interface Leaving {
  readonly window: WindowName
  readonly from: number
  readonly before: number
}

const isEmpty = (totals: Totals) => totals.payments === 0 && totals.outMinor === 0

/**
 * The ranges whose sums have to be looked up before a movement at a time: what leaves each window. Every movement
 * leaves a window once, so the work is constant per movement. A window that everything has left needs no looking up.
 */
export const leaving = (state: AmlState, at: number): ReadonlyArray<Leaving> =>
  windowNames.flatMap((window) => {
    const [from, before] = [state.lastAt - windows[window], at - windows[window]]
    return isEmpty(state.totals[window]) || from >= before || before > state.lastAt ? [] : [{ window, from, before }]
  })

/** Sums of what leaves, by window. */
export type Left = Readonly<Partial<Record<WindowName, Totals>>>

const minus = (totals: Totals, left: Totals): Totals => ({
  payments: totals.payments - left.payments,
  inMinor: totals.inMinor - left.inMinor,
  outMinor: totals.outMinor - left.outMinor,
  greyMinor: totals.greyMinor - left.greyMinor
})

/** The state at a later time, before a movement then. `left`: the sums of the ranges of `leaving`. */
export const advance = (state: AmlState, at: number, left: Left): AmlState => {
  const after = (window: WindowName): Totals => {
    if (at - windows[window] > state.lastAt) return none
    const gone = left[window]
    return gone === undefined ? state.totals[window] : minus(state.totals[window], gone)
  }
  const totals = { day: after("day"), twoDays: after("twoDays"), week: after("week"), month: after("month") }
  return { ...state, lastAt: at, totals }
}

/** A movement as the sums of a window that it alone is in. */
export const totalsOf = ({ grey, kind, usdMinor }: Pick<Movement, "grey" | "kind" | "usdMinor">): Totals => ({
  payments: kind === "payment" ? 1 : 0,
  inMinor: kind === "payment" ? usdMinor : 0,
  outMinor: kind === "payout" ? usdMinor : 0,
  greyMinor: grey ? usdMinor : 0
})

/** Sums of two sets of movements that have none in common. */
export const plus = (one: Totals, other: Totals): Totals => ({
  payments: one.payments + other.payments,
  inMinor: one.inMinor + other.inMinor,
  outMinor: one.outMinor + other.outMinor,
  greyMinor: one.greyMinor + other.greyMinor
})

const remember = (recent: Recent, what: string, at: number, size: number): Recent =>
  [...recent.filter(([known]) => known !== what), [what, at] as const].slice(-size)

const keep = (band: Band, { at, usdMinor }: Movement): Band => [...band, [at, usdMinor] as const].slice(-bandSize)

/** How many different things were seen within a window. */
export const distinctWithin = (recent: Recent, at: number, windowMs: number): number =>
  recent.filter(([, seenAt]) => at - seenAt <= windowMs).length

/** Whether the payment's amount is between a floor and the reporting threshold. */
export const isInBand = ({ kind, usdMinor }: Movement, floorMinor: number, thresholds: AmlThresholds): boolean =>
  kind === "payment" && usdMinor >= floorMinor && usdMinor < thresholds.reportMinor

/** Whether the payment is at or above the reporting threshold. */
export const isLarge = ({ kind, usdMinor }: Movement, thresholds: AmlThresholds): boolean =>
  kind === "payment" && usdMinor >= thresholds.reportMinor

/** Whether a large payment lies within the window of structuring. */
export const largeWithin = (largeAt: number | null, at: number): boolean =>
  largeAt !== null && at - largeAt <= bandWindowMs

const learn = ({ count, mean, variance }: AmlState["usual"], usdMinor: number): AmlState["usual"] => {
  if (count === 0) return { count: 1, mean: usdMinor, variance: 0 }
  const difference = usdMinor - mean
  return {
    count: count + 1,
    mean: mean + habitWeight * difference,
    variance: (1 - habitWeight) * (variance + habitWeight * difference * difference)
  }
}

/** The state with a payment, which was advanced to its time. */
const takePayment = (state: AmlState, movement: Movement, thresholds: AmlThresholds): AmlState => {
  const { at, date, instrument, rateMissing, usdMinor } = movement
  const sameDay = state.day?.date === date ? state.day : { date, since: at, inMinor: 0 }
  return {
    ...state,
    lastPaymentAt: at,
    day: { ...sameDay, inMinor: sameDay.inMinor + usdMinor },
    tight: isInBand(movement, thresholds.tightFloorMinor, thresholds) ? keep(state.tight, movement) : state.tight,
    band: isInBand(movement, thresholds.windowFloorMinor, thresholds) ? keep(state.band, movement) : state.band,
    largeAt: isLarge(movement, thresholds) ? at : state.largeAt,
    instruments: remember(state.instruments, instrument, at, recentSize),
    usual: rateMissing ? state.usual : learn(state.usual, usdMinor)
  }
}

/** The state with a movement, which was advanced to its time. */
export const take = (state: AmlState, movement: Movement, thresholds: AmlThresholds): AmlState => {
  const own = totalsOf(movement)
  const { day, month, twoDays, week } = state.totals
  const totals = { day: plus(day, own), twoDays: plus(twoDays, own), week: plus(week, own), month: plus(month, own) }
  const taken = { ...state, totals }
  return movement.kind === "payment"
    ? takePayment(taken, movement, thresholds)
    : { ...taken, destinations: remember(state.destinations, movement.instrument, movement.at, recentSize) }
}

/** Whether a movement is watched across customers: only what structuring looks at. */
export const isWatched = (movement: Movement, thresholds: AmlThresholds): boolean =>
  movement.grouped && (isInBand(movement, thresholds.windowFloorMinor, thresholds) || isLarge(movement, thresholds))

/** The state of an instrument, with a movement that is watched. */
export const takeInstrument = (
  state: InstrumentState,
  movement: Movement,
  thresholds: AmlThresholds
): InstrumentState =>
  isLarge(movement, thresholds)
    ? { ...state, largeAt: movement.at }
    : {
        ...state,
        band: keep(state.band, movement),
        customers: remember(state.customers, movement.customer, movement.at, 2)
      }
