/** A rule by which an administrator overrides the choice of a rail (spec bank §4, step 5; decisions B.5). */
import type { Participant } from "../participants/Participant.ts"
import type { RailId } from "../rails/rail-ids.ts"

/** When a rule holds. Whatever is left out does not matter. */
export interface RoutingRuleWhen {
  readonly clientIds?: ReadonlyArray<string> | undefined
  readonly receivingRoutingNumbers?: ReadonlyArray<string> | undefined
  readonly originatorRoutingNumbers?: ReadonlyArray<string> | undefined
  /** Cents, inclusive. */
  readonly minAmount?: number | undefined
  readonly maxAmount?: number | undefined
  /** Hours of a day, `HH:MM`, from inclusive and to exclusive; a window may go over midnight. */
  readonly timeWindow?: { readonly tz: string; readonly from: string; readonly to: string } | undefined
  readonly purposeCodes?: ReadonlyArray<string> | undefined
  /** A rail that must be able to carry the payment. */
  readonly railAvailable?: "rtp" | "fednow" | "fedwire" | undefined
}

/** A rule. Lower priorities come first. */
export interface RoutingRule {
  readonly id: string
  readonly priority: number
  readonly enabled: boolean
  readonly when: RoutingRuleWhen
  /** Where it leads: a rail, the usual way, or a refusal. */
  readonly rail: "rtp" | "fednow" | "fedwire" | "default" | "reject"
}

/** What rules look at of a payment. */
export interface Question {
  readonly clientId: string
  readonly amountCents: number
  readonly purposeCode: string | null
  /** Engine time, epoch milliseconds: rules may hold at certain hours. */
  readonly now: number
}

interface Facts {
  readonly originatorBank: Participant
  readonly beneficiaryBank: Participant
  readonly isAvailable: (rail: RailId) => boolean
}

/** Minutes since midnight in a zone. */
const minuteOfDay = (now: number, tz: string): number => {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: tz,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23"
  }).formatToParts(now)
  const value = (type: string) => Number(parts.find((part) => part.type === type)!.value)
  return value("hour") * 60 + value("minute")
}

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** Whether a time lies in a window of a day. */
export const isWithin = ({ from, to, tz }: { tz: string; from: string; to: string }, now: number): boolean => {
  const at = minuteOfDay(now, tz)
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return start <= end ? at >= start && at < end : at >= start || at < end
}

type Condition = (when: RoutingRuleWhen, question: Question, facts: Facts) => boolean

const listed = (list: ReadonlyArray<string> | undefined, value: string | null): boolean =>
  list === undefined || (value !== null && list.includes(value))

/** Each condition with the sentence for when it does not hold. */
const conditions: ReadonlyArray<readonly [holds: Condition, otherwise: string]> = [
  [({ clientIds }, { clientId }) => listed(clientIds, clientId), "It is for other clients"],
  [
    ({ receivingRoutingNumbers }, _, { beneficiaryBank }) =>
      listed(receivingRoutingNumbers, beneficiaryBank.routingNumber),
    "It is for other receiving banks"
  ],
  [
    ({ originatorRoutingNumbers }, _, { originatorBank }) =>
      listed(originatorRoutingNumbers, originatorBank.routingNumber),
    "It is for other originating banks"
  ],
  [({ minAmount }, { amountCents }) => amountCents >= (minAmount ?? 0), "The amount is below its range"],
  [({ maxAmount }, { amountCents }) => amountCents <= (maxAmount ?? Infinity), "The amount is above its range"],
  [({ timeWindow }, { now }) => timeWindow === undefined || isWithin(timeWindow, now), "It is for other hours"],
  [({ purposeCodes }, { purposeCode }) => listed(purposeCodes, purposeCode), "It is for other purposes"],
  [
    ({ railAvailable }, _, { isAvailable }) => railAvailable === undefined || isAvailable(railAvailable),
    "The rail that it asks for is not available"
  ]
]

/** Why a rule does not hold, as a sentence; `undefined` when it does. */
export const ruleMisfit = (rule: RoutingRule, question: Question, facts: Facts): string | undefined =>
  conditions.find(([holds]) => !holds(rule.when, question, facts))?.[1]
