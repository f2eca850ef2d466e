/**
 * The monitoring rules a second time, written from their definitions and in another way: every movement is judged by
 * looking through all that came before it, with no state kept. Slow, and meant to be: it is what the engine's rules are
 * compared with. Nothing is imported from the engine but the form of a movement.
 */
import type { aml } from "bursar/cards"

type Movement = aml.Movement

/** An alert as far as it is compared. */
export interface ExpectedAlert {
  readonly rule: string
  readonly customer: string
  readonly period: string
  readonly sarRequired: boolean
  readonly transactions: ReadonlyArray<string>
}

const hours = (count: number) => count * 3_600_000
const daysOf = (count: number) => hours(24 * count)

/** Older first: everything about a customer or a card up to and with the movement that is judged. */
type History = ReadonlyArray<Movement>

interface Verdict {
  readonly sar: boolean
  readonly shown: History
  readonly period?: string
}

const paymentsOf = (history: History) => history.filter(({ kind }) => kind === "payment")
const payoutsOf = (history: History) => history.filter(({ kind }) => kind === "payout")
const sum = (history: History) => history.reduce((total, { usdMinor }) => total + usdMinor, 0)
const distinct = (history: History) => new Set(history.map(({ instrument }) => instrument)).size

/** Those at most so old. Looks backwards, so that what is too old is never looked at. */
const since = (history: History, now: Movement, span: number): History => {
  let first = history.length
  while (first > 0 && now.at - history[first - 1]!.at <= span) first--
  return history.slice(first)
}

const between = (history: History, low: number, high: number) =>
  paymentsOf(history).filter(({ usdMinor }) => usdMinor >= low && usdMinor <= high)

/** Mean and standard deviation of the habit, from the first payment on. */
const habitOf = (earlier: History) => {
  const amounts = paymentsOf(earlier).filter(({ rateMissing }) => !rateMissing)
  let [mean, variance] = [amounts[0]?.usdMinor ?? 0, 0]
  for (const { usdMinor } of amounts.slice(1)) {
    const difference = usdMinor - mean
    mean += 0.1 * difference
    variance = 0.9 * (variance + 0.1 * difference * difference)
  }
  return { known: amounts.length >= 10, mean, deviation: Math.sqrt(variance) }
}

const above = (habit: ReturnType<typeof habitOf>, now: Movement, deviations: number) =>
  habit.known && now.usdMinor > habit.mean + deviations * habit.deviation

const isStructured = (history: History, now: Movement): History | undefined => {
  const inWindow = since(history, now, hours(72))
  if (paymentsOf(inWindow).some(({ usdMinor }) => usdMinor >= 1_000_000)) return undefined
  const split = between(inWindow, 100_000, 999_999)
  return split.length >= 3 && sum(split) >= 1_000_000 ? split : undefined
}

const judgeStructuring = (own: History, card: History, now: Movement): Verdict | undefined => {
  if (now.kind !== "payment" || now.usdMinor < 100_000 || now.usdMinor > 999_999) return undefined
  const byCustomer = isStructured(own, now)
  const byCard = now.grouped ? isStructured(card, now) : undefined
  const shared = byCard !== undefined && new Set(byCard.map(({ customer }) => customer)).size >= 2 ? byCard : undefined
  if (byCustomer === undefined && shared === undefined) return undefined
  return { sar: true, shown: [...(byCustomer ?? []).slice(-100), ...(shared ?? []).slice(-100)] }
}

const judgeTight = (own: History, now: Movement): Verdict | undefined => {
  if (now.kind !== "payment" || now.usdMinor < 800_000 || now.usdMinor > 999_999) return undefined
  const near = between(since(own, now, hours(48)), 800_000, 999_999)
  return near.length >= 2 && sum(near) >= 1_000_000 ? { sar: true, shown: near } : undefined
}

const judgePassing = (own: History, now: Movement): Verdict | undefined => {
  const recent = since(own, now, hours(48))
  const [comes, goes] = [sum(paymentsOf(recent)), sum(payoutsOf(recent))]
  return comes >= 500_000 && goes >= 0.8 * comes ? { sar: true, shown: paymentsOf(recent) } : undefined
}

const judgeFan = (own: History, now: Movement): Verdict | undefined => {
  if (now.kind !== "payout") return undefined
  const week = paymentsOf(since(own, now, daysOf(7)))
  if (distinct(week) >= 5 && sum(week) >= 500_000 && now.usdMinor >= 0.8 * sum(week)) return { sar: true, shown: week }
  const day = since(own, now, hours(24))
  const out = payoutsOf(day)
  return distinct(out) >= 5 && sum(out) >= 500_000 ? { sar: true, shown: paymentsOf(day) } : undefined
}

const judgeReport = (own: History, now: Movement): Verdict | undefined => {
  if (now.kind !== "payment") return undefined
  const today = paymentsOf(since(own, now, hours(26))).filter(({ date }) => date === now.date)
  return sum(today) >= 1_000_000 ? { sar: false, shown: today, period: now.date } : undefined
}

const judgeHabit = (own: History, now: Movement): Readonly<Record<string, Verdict | undefined>> => {
  if (now.kind !== "payment") return {}
  const earlier = own.slice(0, -1)
  const habit = habitOf(earlier)
  const sar = now.usdMinor >= 500_000 && above(habit, now, 6)
  const day = paymentsOf(since(own, now, hours(24)))
  const dailyMean = paymentsOf(since(own, now, daysOf(30))).length / 30
  const before = paymentsOf(earlier).at(-1)
  const silent = before !== undefined && now.at - before.at >= daysOf(180) && now.usdMinor >= 500_000
  const fast = day.length >= 10 && day.length > 3 * dailyMean
  return {
    unusual_amount: now.usdMinor >= 100_000 && above(habit, now, 3) ? { sar, shown: [now] } : undefined,
    unusual_velocity: fast ? { sar, shown: day } : silent ? { sar, shown: [now] } : undefined
  }
}

const judgeGrey = (own: History, now: Movement): Verdict | undefined => {
  if (!now.grey) return undefined
  const month = since(own, now, daysOf(30)).filter(({ grey }) => grey)
  return now.usdMinor >= 100_000 || sum(month) >= 500_000 ? { sar: false, shown: paymentsOf(month) } : undefined
}

const judgeExposed = (own: History, now: Movement): Verdict | undefined => {
  const month = paymentsOf(since(own, now, daysOf(30)))
  return now.kind === "payment" && now.exposed && sum(month) >= 1_000_000 ? { sar: false, shown: month } : undefined
}

const verdictsOn = (own: History, card: History, now: Movement): Readonly<Record<string, Verdict | undefined>> => ({
  ctr_10k: judgeReport(own, now),
  structuring_tight: judgeTight(own, now),
  structuring_window: judgeStructuring(own, card, now),
  layering_pass_through: judgePassing(own, now),
  layering_fan: judgeFan(own, now),
  ...judgeHabit(own, now),
  high_risk_call: now.call ? { sar: now.usdMinor >= 500_000, shown: paymentsOf([now]) } : undefined,
  high_risk_grey: judgeGrey(own, now),
  pep_volume: judgeExposed(own, now),
  fx_rate_missing: now.rateMissing ? { sar: false, shown: paymentsOf([now]) } : undefined
})

type Growing = { -readonly [Field in keyof ExpectedAlert]: ExpectedAlert[Field] }

/** Every alert that the movements must raise, in the order in which they are raised. Nobody closes any. */
export const expectedAlerts = (movements: ReadonlyArray<Movement>): ReadonlyArray<ExpectedAlert> => {
  const byCustomer = new Map<string, Array<Movement>>()
  const byCard = new Map<string, Array<Movement>>()
  const alerts: Array<Growing> = []
  const newest = new Map<string, Growing>()
  const remember = (lists: Map<string, Array<Movement>>, key: string, now: Movement) => {
    const list = lists.get(key) ?? []
    list.push(now)
    lists.set(key, list)
    return list
  }
  const record = (rule: string, { period = "", sar, shown }: Verdict, now: Movement) => {
    const key = `${now.customer}/${rule}/${period}`
    const ids = [...new Set((rule === "structuring_window" ? shown : shown.slice(-100)).map(({ id }) => id))]
    const open = newest.get(key)
    const missing = open === undefined ? ids : ids.filter((id) => !open.transactions.includes(id))
    if (open !== undefined && open.transactions.length + missing.length <= 200) {
      open.transactions = [...open.transactions, ...missing]
      open.sarRequired ||= sar
      return
    }
    const alert = { rule, customer: now.customer, period, sarRequired: sar, transactions: ids }
    newest.set(key, alert)
    alerts.push(alert)
  }
  for (const now of movements) {
    const own = remember(byCustomer, now.customer, now)
    const card = now.kind === "payment" && now.grouped ? remember(byCard, now.instrument, now) : []
    for (const [rule, verdict] of Object.entries(verdictsOn(own, card, now))) {
      if (verdict !== undefined) record(rule, verdict, now)
    }
  }
  return alerts
}
