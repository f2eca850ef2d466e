/**
 * The rules over movements in memory, in their order: what monitoring would have raised. For trying thresholds on
 * history before they are set, and for checking the rules against each other.
 */
import { extend, maxPaymentsRaised, raise, type Alert } from "./Alert.ts"
import {
  leaving,
  plus,
  totalsOf,
  type AmlState,
  type InstrumentState,
  type Left,
  type Movement,
  type Totals
} from "./AmlState.ts"
import { evaluate } from "./evaluate.ts"
import type { Finding, Selection } from "./rules.ts"
import { defaultThresholds, type AmlThresholds } from "./thresholds.ts"

/** A run of the rules. */
export interface Simulation {
  /** Takes the next movement; the cost does not depend on how many came before. */
  readonly take: (movement: Movement) => void
  /** Every alert so far, in the order in which they were raised. */
  readonly alerts: () => ReadonlyArray<Alert>
  /** The state of the customer. */
  readonly state: (customer: string) => AmlState | undefined
}

/** The first position whose movement is at or after a time. */
const positionOf = (movements: ReadonlyArray<Movement>, at: number): number => {
  let [low, high] = [0, movements.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (movements[middle]!.at < at) low = middle + 1
    else high = middle
  }
  return low
}

const sumBetween = (movements: ReadonlyArray<Movement>, from: number, before: number): Totals => {
  let sum: Totals = { payments: 0, inMinor: 0, outMinor: 0, greyMinor: 0 }
  for (let index = positionOf(movements, from); index < movements.length; index++) {
    const movement = movements[index]!
    if (movement.at >= before) break
    sum = plus(sum, totalsOf(movement))
  }
  return sum
}

const isShown = (selection: Selection, { grey, kind, usdMinor }: Movement): boolean =>
  kind === "payment" &&
  usdMinor >= (selection.minimumMinor ?? 0) &&
  usdMinor < (selection.belowMinor ?? Number.POSITIVE_INFINITY) &&
  (grey || selection.greyOnly !== true)

const newest = (movements: ReadonlyArray<Movement>, selection: Selection): ReadonlyArray<Movement> => {
  const shown: Array<Movement> = []
  for (let index = movements.length - 1; index >= 0 && shown.length < maxPaymentsRaised; index--) {
    const movement = movements[index]!
    if (movement.at < selection.since) break
    if (isShown(selection, movement)) shown.push(movement)
  }
  return shown.reverse()
}

const append = (lists: Map<string, Array<Movement>>, key: string, movement: Movement) => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [movement])
  else list.push(movement)
}

/** Ids of what selections show, without repetition. */
const idsOf = (shown: ReadonlyArray<Movement>): ReadonlyArray<string> => [...new Set(shown.map(({ id }) => id))]

/** Begins a run. */
export const simulate = (thresholds: AmlThresholds = defaultThresholds): Simulation => {
  const states = new Map<string, AmlState>()
  const instruments = new Map<string, InstrumentState>()
  const byCustomer = new Map<string, Array<Movement>>()
  const byInstrument = new Map<string, Array<Movement>>()
  const alerts: Array<Alert> = []
  const accepting = new Map<string, number>()

  const note = (finding: Finding, movement: Movement) => {
    const of = (selection: Selection) =>
      newest(
        (selection.by === "customer" ? byCustomer.get(movement.customer) : byInstrument.get(movement.instrument)) ?? [],
        selection
      )
    const own = movement.kind === "payment" ? [movement] : []
    const payments = idsOf(finding.shows.length === 0 ? own : finding.shows.flatMap(of))
    const period = finding.period ?? ""
    const facts = {
      id: `aml_${alerts.length + 1}`,
      now: movement.at,
      livemode: false,
      customer: movement.customer,
      rule: finding.rule,
      period,
      sarRequired: finding.sarRequired
    }
    const key = `${movement.customer} ${finding.rule} ${period}`
    const position = accepting.get(key)
    const extension = position === undefined ? undefined : extend(alerts[position]!, { ...finding, payments })
    if (extension?.kind === "unchanged") return
    if (position !== undefined && extension !== undefined) alerts[position] = extension.alert
    if (extension?.kind === "extended") return
    accepting.set(key, alerts.length)
    alerts.push(raise({ ...facts, payments }))
  }

  const take = (movement: Movement) => {
    const { at, customer, instrument } = movement
    const state = states.get(customer)
    const own = byCustomer.get(customer) ?? []
    const left: Partial<Record<keyof Left, Totals>> = {}
    for (const { before, from, window } of state === undefined ? [] : leaving(state, at)) {
      left[window] = sumBetween(own, from, before)
    }
    const evaluated = evaluate(movement, { state, instrument: instruments.get(instrument), left, thresholds })
    states.set(customer, evaluated.state)
    append(byCustomer, customer, movement)
    if (evaluated.instrument !== undefined) {
      instruments.set(instrument, evaluated.instrument)
      append(byInstrument, instrument, movement)
    }
    for (const finding of evaluated.findings) note(finding, movement)
  }

  return { take, alerts: () => alerts, state: (customer) => states.get(customer) }
}
