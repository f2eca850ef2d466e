/**
 * The alert: what a rule found about a customer, which payments show it, and what people do about it. Pure; read it
 * beside compliance §5 and decisions B11.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { decide, StateMachine, type Decision } from "../../../src/domain.ts"
import type { VersionConflict } from "../../../src/plugin.ts"
import type { CardsEventType } from "../events.ts"
import { ruleOf, type AmlRuleId } from "./rules.ts"

/** The statuses of spec cards §3. */
export const alertStatuses = ["open", "under_review", "closed", "sar_filed"] as const

/** Where an alert stands. */
export type AlertStatus = (typeof alertStatuses)[number]

const { refused } = StateMachine

/** The state machine of compliance §5: a row per status, a column per requested status. */
export const alertMachine = StateMachine.defineStateMachine<AlertStatus, AlertStatus>()({
  name: "aml_alert",
  initial: "open",
  final: ["closed", "sar_filed"],
  rows: {
    open: { open: refused, under_review: "under_review", closed: "closed", sar_filed: refused },
    under_review: { open: refused, under_review: refused, closed: "closed", sar_filed: "sar_filed" },
    closed: { open: refused, under_review: refused, closed: refused, sar_filed: refused },
    sar_filed: { open: refused, under_review: refused, closed: refused, sar_filed: refused }
  }
})

/** An alert. Times are epoch milliseconds of engine time, whole seconds. */
export interface Alert {
  readonly id: string
  readonly customer: string
  readonly rule: AmlRuleId
  /** The day, for rules that have an alert per day; otherwise empty. */
  readonly period: string
  readonly status: AlertStatus
  readonly sarRequired: boolean
  /** Ids of payments, in the order in which they were captured. */
  readonly transactions: ReadonlyArray<string>
  /** Whether further findings of the rule go here: it is not ended, and not full. */
  readonly accepting: boolean
  /** Who took it under review; `null` before. */
  readonly reviewer: string | null
  readonly createdAt: number
  readonly livemode: boolean
}

/** A line of an alert's history: who did what, and why. */
export interface AuditEntry {
  readonly alert: string
  readonly at: number
  /** Names the credential that asked; `monitoring` for the engine itself. */
  readonly actor: string
  readonly action: "raised" | "extended" | "changed"
  readonly from: AlertStatus | null
  readonly to: AlertStatus
  readonly note: string | null
  /** The payment, payout or screening that led to it. */
  readonly cause: string | null
}

/** Payments that an alert shows when it is raised, the newest ones (our choice). */
export const maxPaymentsRaised = 100

/** Payments that an alert takes in all (our choice): the next finding opens another alert. */
export const maxPayments = 200

/** Who acts when no person does. */
export const monitoring = "monitoring"

/** Whether an alert still waits for people. */
export const isOpen = ({ status }: Pick<Alert, "status">): boolean => !StateMachine.isFinal(alertMachine, status)

/** Whether an open alert makes its customer high-risk (decisions B11). */
export const isHighRisk = (alert: Pick<Alert, "rule" | "sarRequired">): boolean =>
  alert.sarRequired || ruleOf(alert.rule).highRisk === true

/** The facts when a rule has found something. */
export interface AlertFacts extends Pick<Alert, "id" | "livemode" | "customer" | "rule" | "period" | "sarRequired"> {
  readonly now: number
  readonly payments: ReadonlyArray<string>
}

/** A new alert. */
export const raise = (facts: AlertFacts): Alert => ({
  id: facts.id,
  customer: facts.customer,
  rule: facts.rule,
  period: facts.period,
  status: "open",
  sarRequired: facts.sarRequired,
  transactions: facts.payments,
  accepting: true,
  reviewer: null,
  createdAt: facts.now,
  livemode: facts.livemode
})

/** What becomes of a finding where an alert of the rule accepts it. */
export type Extension =
  | { readonly kind: "unchanged" }
  | { readonly kind: "extended"; readonly alert: Alert }
  /** The alert is full: it takes nothing any more, and the finding raises a new one. */
  | { readonly kind: "full"; readonly alert: Alert }

/** Adds what a finding shows to an alert that accepts it. */
export const extend = (alert: Alert, finding: Pick<AlertFacts, "payments" | "sarRequired">): Extension => {
  const known = new Set(alert.transactions)
  const fresh = finding.payments.filter((payment) => !known.has(payment))
  if (alert.transactions.length + fresh.length > maxPayments) {
    return { kind: "full", alert: { ...alert, accepting: false } }
  }
  const sarRequired = alert.sarRequired || finding.sarRequired
  if (fresh.length === 0 && sarRequired === alert.sarRequired) return { kind: "unchanged" }
  return { kind: "extended", alert: { ...alert, sarRequired, transactions: [...alert.transactions, ...fresh] } }
}

/** No alert of this account, mode and region has this id. */
export class AlertNotFound extends Data.TaggedError("AlertNotFound") {}

/** The alert cannot come to this status, or not in this way. */
export class AlertTransitionRefused extends Data.TaggedError("AlertTransitionRefused")<{
  readonly reason: "illegal" | "second_person"
  readonly from: AlertStatus
  readonly to: AlertStatus
}> {}

/** The change needs a note that says why. */
export class AlertNoteMissing extends Data.TaggedError("AlertNoteMissing") {}

/** Nothing may be processed with this country. */
export class CountrySanctioned extends Data.TaggedError("CountrySanctioned")<{ readonly param: string }> {}

/** What goes wrong with alerts. */
export type AlertFailure =
  AlertNotFound | AlertTransitionRefused | AlertNoteMissing | CountrySanctioned | VersionConflict

/** What a person asks for. */
export interface ChangeAlert {
  readonly status: AlertStatus
  readonly note?: string | undefined
  /** Names the credential. */
  readonly actor: string
}

/** The outcome of a change. */
export type AlertDecision = Decision<Alert, CardsEventType>

/** Why a change that the machine allows is refused all the same. */
const objection = (alert: Alert, { actor, note, status }: ChangeAlert) => {
  const refuse = (reason: AlertTransitionRefused["reason"]) =>
    new AlertTransitionRefused({ reason, from: alert.status, to: status })
  if (status === "sar_filed") return alert.sarRequired || note !== undefined ? undefined : new AlertNoteMissing()
  if (status !== "closed") return undefined
  // Whoever reviewed a suspicion does not close it alone.
  if (alert.sarRequired && alert.status === "open") return refuse("illegal")
  if (note === undefined && (alert.sarRequired || alert.status === "open")) return new AlertNoteMissing()
  return alert.sarRequired && alert.reviewer === actor ? refuse("second_person") : undefined
}

/** The alert after a change by a person. */
export const change = (
  alert: Alert,
  command: ChangeAlert
): Result.Result<AlertDecision, AlertTransitionRefused | AlertNoteMissing> => {
  const next = Result.getOrUndefined(StateMachine.transition(alertMachine, alert.status, command.status))
  if (next === undefined) {
    return Result.fail(new AlertTransitionRefused({ reason: "illegal", from: alert.status, to: command.status }))
  }
  const refusal = objection(alert, command)
  if (refusal !== undefined) return Result.fail(refusal)
  const state: Alert = {
    ...alert,
    status: next,
    accepting: alert.accepting && !StateMachine.isFinal(alertMachine, next),
    reviewer: next === "under_review" ? command.actor : alert.reviewer
  }
  return Result.succeed(decide({ state, events: [{ type: "aml.alert_updated" }] }))
}
