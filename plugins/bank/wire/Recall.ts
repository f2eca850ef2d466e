/**
 * The recall of a wire: asks the receiving bank to give a sent wire back. Pure rules beside decisions B.5 and D.4.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { DecidedJob } from "../../../src/domain.ts"
import type { AlertDraft } from "../administration/Alert.ts"
import { addBankingDays } from "../calendar/banking-days.ts"
import { easternDateOf, endOfEasternDay } from "../calendar/eastern-time.ts"
import { timestamp } from "../events.ts"
import type { ResolutionStatus } from "../messages/iso/statuses.ts"
import { concluded, type PaymentDecision } from "../payments/Lifecycle.ts"
import { afterReturn, type Consequence, type NetworkReturn } from "../payments/Outcome.ts"
import type { Payment } from "../payments/Payment.ts"
import { tell, untold, type Told } from "../payments/PaymentEvents.ts"

/** Why a wire is recalled. */
export const recallReasons = ["DUPL", "FRAD", "TECH", "CUST", "AM09", "AC03"] as const

/** Why the sender of a wire wants it back: a code of ISO 20022. */
export type RecallReason = (typeof recallReasons)[number]

/** A recall. */
export interface Recall {
  readonly id: string
  readonly paymentId: string
  readonly scope: string
  readonly status: "pending" | "accepted" | "rejected"
  readonly reason: RecallReason
  readonly additionalInfo: string | null
  readonly createdAt: number
  /** When the rail takes its message. Absent on recalls of earlier versions. */
  readonly sendAt?: number
  readonly messageId: string
  readonly resolvedAt: number | null
  /** Why the receiving bank refused. */
  readonly responseReason: string | null
  /** What comes back, or came, in minor units of the wire's currency. */
  readonly returnedAmountMinor: number | null
  /** Whether the money is here. */
  readonly isMoneyBack: boolean
}

/** Job that sends a recall. */
export const sendRecallJobName = "bank.recall.send"
/** Job that reports a recall without an answer. */
export const remindRecallJobName = "bank.recall.remind"

/** What they are given. */
export interface RecallJob {
  readonly recallId: string
}

/** Without an answer, or without its money, after so many banking days an alert is raised; the recall stays (decisions C.5). */
export const recallAlertBankingDays = 10

/** The wire cannot be recalled. */
export class RecallNotAllowed extends Data.TaggedError("RecallNotAllowed")<{
  readonly reason: "not_a_wire" | "not_sent" | "open_recall" | "not_carried"
}> {}

/** No recall of this wire has this id. */
export class RecallNotFound extends Data.TaggedError("RecallNotFound") {}

/** Whether a wire can be recalled: submitted or settled, and no other recall open. A refused one can be asked again. */
export const checkRecall = (payment: {
  readonly rail: string
  readonly status: string
  readonly hasOpenRecall: boolean
}): Result.Result<void, RecallNotAllowed> => {
  const refuse = (reason: RecallNotAllowed["reason"]) => Result.fail(new RecallNotAllowed({ reason }))
  if (payment.rail !== "fedwire" && payment.rail !== "swift") return refuse("not_a_wire")
  if (payment.status !== "submitted" && payment.status !== "settled") return refuse("not_sent")
  return payment.hasOpenRecall ? refuse("open_recall") : Result.void
}

/** Whether a recall stands in the way of another one: it is not answered, or its money has not come. */
export const isOpen = ({ isMoneyBack, status }: Recall): boolean =>
  status === "pending" || (status === "accepted" && !isMoneyBack)

/** The request. */
export interface AskRecall {
  readonly reason: RecallReason
  readonly additionalInfo?: string | undefined
}

/** A new recall with its jobs, or why there can be none. `sendAt` is when the rail takes the message. */
export const ask = (
  command: AskRecall,
  payment: Payment & { readonly hasOpenRecall: boolean },
  facts: { readonly id: string; readonly messageId: string; readonly now: number; readonly sendAt: number }
): Result.Result<{ readonly recall: Recall; readonly jobs: ReadonlyArray<DecidedJob> }, RecallNotAllowed> =>
  Result.map(checkRecall(payment), () => {
    const recall: Recall = {
      id: facts.id,
      paymentId: payment.id,
      scope: payment.scope,
      status: "pending",
      reason: command.reason,
      additionalInfo: command.additionalInfo ?? null,
      createdAt: facts.now,
      sendAt: facts.sendAt,
      messageId: facts.messageId,
      resolvedAt: null,
      responseReason: null,
      returnedAmountMinor: null,
      isMoneyBack: false
    }
    const lastDay = addBankingDays(easternDateOf(facts.now), recallAlertBankingDays)
    const job = (name: string, dueAt: number) => ({
      name,
      key: recall.id,
      payload: { recallId: recall.id } satisfies RecallJob,
      dueAt
    })
    const jobs = [job(sendRecallJobName, facts.sendAt), job(remindRecallJobName, endOfEasternDay(lastDay) + 1)]
    return { recall, jobs }
  })

/** How an answer of the receiving bank ends a recall; `undefined` while it is not decided (`PDCR`). */
const endOf: Readonly<Record<ResolutionStatus, Exclude<Recall["status"], "pending"> | undefined>> = {
  IPAY: "accepted",
  CNCL: "accepted",
  PECR: "accepted",
  RJCR: "rejected",
  PDCR: undefined
}

/** What comes back of a recalled wire after the charges of the banks on the way; never below zero. */
export const returnedAmount = (amountCents: number, chargesCents: number): number =>
  Math.max(0, amountCents - chargesCents)

/** What the receiving bank says. */
export interface RecallAnswer {
  readonly status: ResolutionStatus
  readonly reason: string | undefined
  readonly amountMinor: number | undefined
}

/** What follows for the recall and for its wire. */
export interface RecallOutcome extends Consequence {
  readonly recall: Recall
  readonly decision: PaymentDecision
}

/** The event that tells the end of a recall and of its wire: a refusal, or an acceptance once the money is here. */
const tellResolved = (told: Told, recall: Recall): Told =>
  tell(told, "wire.recall.resolved", {
    recallId: recall.id,
    resolution: recall.status,
    reasonCode: recall.status === "rejected" ? recall.responseReason : recall.reason,
    returnedAmount: recall.returnedAmountMinor ?? 0,
    resolvedAt: timestamp(told.now)
  })

const calledOff = (recall: Recall) => [{ name: remindRecallJobName, key: recall.id }]

const contradicted = (recall: Recall, { status }: RecallAnswer): ReadonlyArray<AlertDraft> => [
  {
    type: "payment.needs_attention",
    resource: recall.paymentId,
    message: `The receiving bank answered (${status}) the recall ${recall.id}, which it had ${recall.status} before`
  }
]

/**
 * What the receiving bank answers, once. The money comes as a return; an acceptance that does not say how much is taken
 * for the whole. `undefined`: nothing changes.
 */
export const afterAnswer = (
  recall: Recall,
  payment: Payment,
  answer: RecallAnswer,
  now: number
): RecallOutcome | undefined => {
  const status = endOf[answer.status]
  if (status === undefined) return undefined
  if (recall.status !== "pending") {
    if (recall.status === status) return undefined
    return { recall, decision: concluded(untold(payment, now)), alerts: contradicted(recall, answer) }
  }
  const isRejected = status === "rejected"
  const next: Recall = {
    ...recall,
    status,
    resolvedAt: now,
    responseReason: isRejected ? (answer.reason ?? null) : null,
    returnedAmountMinor: isRejected ? null : (answer.amountMinor ?? payment.amountCents)
  }
  const told = untold(payment, now)
  // An accepted recall ends when the money is here; until then the reminder stands.
  const decision = isRejected
    ? { ...concluded(tellResolved(told, next)), cancelledJobs: calledOff(recall) }
    : concluded(told)
  return { recall: next, decision, alerts: [] }
}

/** What follows when the money of a recalled wire comes, before or after the answer. */
export const afterMoneyBack = (
  recall: Recall,
  payment: Payment,
  back: NetworkReturn,
  { eventId, now }: { readonly eventId: string; readonly now: number }
): RecallOutcome => {
  const { alerts, decision } = afterReturn(payment, { ...back, isRecalled: true }, eventId, now)
  const booked = decision ?? concluded(untold(payment, now))
  const here: Recall = {
    ...recall,
    status: "accepted",
    resolvedAt: recall.resolvedAt ?? now,
    isMoneyBack: true,
    returnedAmountMinor: booked.state.returned?.amountCents ?? back.amountCents
  }
  const { events, payment: told } = tellResolved({ now, payment: booked.state, events: booked.events }, here)
  const cancelledJobs = [...booked.cancelledJobs, ...calledOff(recall)]
  return { recall: here, decision: { ...booked, state: told, events, cancelledJobs }, alerts }
}
