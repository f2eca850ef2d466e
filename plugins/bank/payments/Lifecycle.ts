/**
 * A payment up to the network: created, held, released, approved, queued, submitted, or ended before it was sent. Pure
 * rules beside decisions B.2, B.3, D.1 and D.5.
 */
import * as Result from "effect/Result"
import { StateMachine, type DecidedJob, type Ledger } from "../../../src/domain.ts"
import { customerOf, holdOf, transfer } from "../accounts.ts"
import type { AchDetails } from "../ach/AchDetails.ts"
import { windowJob } from "../ach/AchPlan.ts"
import { conclude, type BankDecision } from "../BankDecision.ts"
import type { AchWindow } from "../calendar/ach-windows.ts"
import { timestamp } from "../events.ts"
import type { RailId } from "../rails/rail-ids.ts"
import type { RailStep } from "../routing/RailChoice.ts"
import { endToEndIdOf } from "../messages/iso/identifiers.ts"
import { messageIdOf } from "./Identifiers.ts"
import {
  paymentMachine,
  StateConflict,
  type Party,
  type Payment,
  type PaymentHold,
  type PaymentStatus,
  type PaymentTrigger
} from "./Payment.ts"
import { tell, untold, type Told } from "./PaymentEvents.ts"

/** What is asked for, checked. */
export interface CreatePayment {
  readonly amountCents: number
  readonly originator: Party
  readonly beneficiary: Party
  readonly remittanceInfo?: string | undefined
  readonly purposeCode?: string | undefined
  readonly referenceId?: string | undefined
  readonly ach?: AchDetails | undefined
}

/** The rule that decides about approval. */
export interface ApprovalVerdict {
  readonly ruleId: string
  readonly verdict: "auto" | "human"
  readonly approvers: 1 | 2
}

/** What planning a send needs to know. */
export interface SendFacts {
  readonly now: number
  /** When the rail is open next; `undefined` when it is open now. */
  readonly opensAt: number | undefined
  /** The calendar date in New York on which it is sent, `YYYY-MM-DD`: part of the message id. */
  readonly sendDate: string
  /** The window in which an ACH entry leaves. */
  readonly window?: AchWindow | undefined
  readonly approval: ApprovalVerdict
}

/** What was found out before a payment is created. */
export interface CreationFacts extends SendFacts {
  readonly id: string
  readonly scope: string
  readonly clientId: string
  /** The calendar date in New York: the day whose limit it counts against. */
  readonly today: string
  readonly uetr: string
  readonly rail: RailId
  readonly railSteps: ReadonlyArray<RailStep>
  readonly hold: PaymentHold | undefined
  readonly idempotencyKey: string | undefined
}

/** Names of the jobs of a payment. */
export const submitJobName = "bank.payment.submit"
export const inquireJobName = "bank.payment.inquire"

/** What the jobs of a payment are given. */
export interface PaymentJob {
  readonly paymentId: string
  /** Inquiries made before this one. */
  readonly inquiries?: number
}

/** A decision about a payment. */
export type PaymentDecision = BankDecision<Payment>

/** The status that a trigger leads to, if the table has it. */
export const moved = (payment: Payment, trigger: PaymentTrigger): PaymentStatus | undefined =>
  Result.getOrUndefined(StateMachine.transition(paymentMachine, payment.status, trigger)) as PaymentStatus | undefined

/** The decision from what was told and written. */
export const concluded = (
  { events, payment }: Told,
  more: { readonly entries?: ReadonlyArray<Ledger.LedgerEntry>; readonly jobs?: ReadonlyArray<DecidedJob> } = {}
): PaymentDecision => conclude({ state: payment, events, entries: more.entries ?? [], jobs: more.jobs ?? [] })

/** Nothing is set aside for money that is collected. */
const isCollected = ({ ach }: Payment): boolean => ach?.direction === "debit"

const reserveEntries = (payment: Payment) =>
  isCollected(payment)
    ? []
    : [
        transfer({
          source: payment.id,
          step: "reserve",
          amountCents: payment.amountCents,
          from: customerOf(payment.originator),
          to: holdOf(payment.originator)
        })
      ]

/** Gives back what was set aside for a payment that is not sent. */
export const releaseEntries = (payment: Payment) =>
  isCollected(payment)
    ? []
    : [
        transfer({
          source: payment.id,
          step: "release",
          amountCents: payment.amountCents,
          from: holdOf(payment.originator),
          to: customerOf(payment.originator)
        })
      ]

const kindOf = (rail: RailId): Payment["kind"] =>
  rail === "ach" ? "ach" : rail === "rtp" || rail === "fednow" ? "instant" : "wire"

const newPayment = (command: CreatePayment, facts: CreationFacts): Payment => ({
  id: facts.id,
  kind: kindOf(facts.rail),
  clientId: facts.clientId,
  scope: facts.scope,
  direction: "outbound",
  rail: facts.rail,
  status: "queued",
  amountCents: command.amountCents,
  originator: command.originator,
  beneficiary: command.beneficiary,
  remittanceInfo: command.remittanceInfo ?? null,
  purposeCode: command.purposeCode ?? null,
  referenceId: command.referenceId ?? null,
  idempotencyKey: facts.idempotencyKey ?? null,
  createdAt: facts.now,
  railSteps: facts.railSteps,
  uetr: facts.uetr,
  endToEndId: endToEndIdOf(facts.id),
  messageId: null,
  hold: null,
  approval: null,
  approvedBy: null,
  approvedAt: null,
  scheduledFor: null,
  submittedAt: null,
  settledAt: null,
  posting: null,
  returned: null,
  failure: null,
  rejection: null,
  needsAttention: false,
  rfpId: null,
  timeline: [],
  limitDay: facts.today,
  ...(command.ach === undefined ? {} : { ach: command.ach })
})

/** Queues an ACH entry for its window: its identifiers are fixed with the file. */
const queueForWindow = (
  told: Told,
  ach: AchDetails,
  of: { readonly by: string; readonly now: number; readonly window: AchWindow }
): { told: Told; jobs: ReadonlyArray<DecidedJob> } => {
  const queued: Payment = {
    ...told.payment,
    status: "queued",
    approvedBy: of.by,
    approvedAt: of.now,
    scheduledFor: of.window.closesAt,
    ach: { ...ach, window: of.window }
  }
  return { told: tell({ ...told, payment: queued }, "payment.approved"), jobs: [windowJob(of.window)] }
}

/** Queues it for submission: from here on its message id stands, whatever happens (decisions D.6). */
const queue = (told: Told, by: string, facts: SendFacts): { told: Told; jobs: ReadonlyArray<DecidedJob> } => {
  const { payment } = told
  if (payment.ach !== undefined) {
    return queueForWindow(told, payment.ach, { by, now: facts.now, window: facts.window ?? payment.ach.window })
  }
  const dueAt = facts.opensAt ?? facts.now
  const queued: Payment = {
    ...payment,
    status: "queued",
    messageId: messageIdOf({
      rail: payment.rail,
      id: payment.id,
      date: facts.sendDate,
      connection: payment.originator.routingNumber
    }),
    approvedBy: by,
    approvedAt: facts.now,
    scheduledFor: facts.opensAt ?? null
  }
  const job = { name: submitJobName, key: payment.id, payload: { paymentId: payment.id } satisfies PaymentJob, dueAt }
  return { told: tell({ ...told, payment: queued }, "payment.approved"), jobs: [job] }
}

/** Goes on after screening: to a person, or to the network. */
const proceed = (told: Told, facts: SendFacts): { told: Told; jobs: ReadonlyArray<DecidedJob> } => {
  const { approval } = facts
  if (approval.verdict === "auto") return queue(told, `rule:${approval.ruleId}`, facts)
  const payment: Payment = {
    ...told.payment,
    status: "pending_approval",
    approval: { ruleId: approval.ruleId, approversNeeded: approval.approvers, approvals: [] }
  }
  return { told: { ...told, payment }, jobs: [] }
}

/** A new payment: held, waiting for approval, or queued (decisions B.2, steps 13 to 16). */
export const create = (command: CreatePayment, facts: CreationFacts): PaymentDecision => {
  const validated = tell(untold(newPayment(command, facts), facts.now), "payment.validated", {}, "validated")
  const entries = reserveEntries(validated.payment)
  if (facts.hold !== undefined) {
    const held: Payment = { ...validated.payment, status: "held", hold: facts.hold }
    return concluded(tell({ ...validated, payment: held }, "compliance.hold"), { entries })
  }
  const { jobs, told } = proceed(validated, facts)
  return concluded(told, { entries, jobs })
}

const conflict = (message: string) => Result.fail(new StateConflict({ message }))

/** Lets a held payment go on, without resubmission (decisions B71, B138, B139). */
export const release = (
  payment: Payment,
  by: string,
  facts: SendFacts
): Result.Result<PaymentDecision, StateConflict> => {
  if (payment.status !== "held") return conflict("The hold was already decided")
  const released = tell(untold(payment, facts.now), "compliance.released", {
    releasedBy: by,
    releasedAt: timestamp(facts.now)
  })
  const { jobs, told } = proceed(released, facts)
  return Result.succeed(concluded(told, { jobs }))
}

/** Keeps a payment held for another reason: screening answered, and it answered with a match (decisions B138). */
export const holdAnew = (payment: Payment, hold: PaymentHold): Result.Result<PaymentDecision, StateConflict> =>
  payment.status === "held"
    ? Result.succeed(concluded(tell(untold({ ...payment, hold }, hold.heldAt), "compliance.hold")))
    : conflict("The hold was already decided")

/** Ends a held payment. */
export const rejectHeld = (
  payment: Payment,
  rejection: { readonly by: string; readonly now: number; readonly note: string | null }
): Result.Result<PaymentDecision, StateConflict> => {
  const status = moved(payment, "reject")
  if (payment.status !== "held" || status === undefined) return conflict("The hold was already decided")
  const reasonCode = payment.hold?.reason ?? "OFAC_POSSIBLE_MATCH"
  const told = tell(untold({ ...payment, status }, rejection.now), "compliance.rejected", {
    rejectedBy: rejection.by,
    rejectedAt: timestamp(rejection.now),
    reasonCode
  })
  const rejected: Payment = {
    ...told.payment,
    rejection: {
      stage: "compliance",
      reasonCode,
      reason: "Rejected in compliance review",
      by: rejection.by,
      at: rejection.now
    }
  }
  return Result.succeed(
    concluded(tell({ ...told, payment: rejected }, "payment.rejected"), { entries: releaseEntries(payment) })
  )
}

/** Adds an approval; with the last one that is needed the payment is queued. */
export const approve = (
  payment: Payment,
  approval: { readonly by: string; readonly note: string | null },
  facts: SendFacts
): Result.Result<PaymentDecision, StateConflict> => {
  if (payment.status !== "pending_approval" || payment.approval === null) {
    return conflict("The payment does not wait for approval")
  }
  const { approvals, approversNeeded } = payment.approval
  if (approvals.some(({ by }) => by === approval.by)) return conflict("You have approved this payment already")
  const next = {
    ...payment,
    approval: { ...payment.approval, approvals: [...approvals, { ...approval, at: facts.now }] }
  }
  if (next.approval.approvals.length < approversNeeded) return Result.succeed(concluded(untold(next, facts.now)))
  const { jobs, told } = queue(untold(next, facts.now), approval.by, facts)
  return Result.succeed(concluded(told, { jobs }))
}

/** Ends a payment that waits for approval. */
export const rejectApproval = (
  payment: Payment,
  rejection: { readonly by: string; readonly note: string | null; readonly now: number }
): Result.Result<PaymentDecision, StateConflict> => {
  if (payment.status !== "pending_approval") return conflict("The payment does not wait for approval")
  const rejected: Payment = {
    ...payment,
    status: "rejected",
    rejection: {
      stage: "approval",
      reasonCode: "APPROVAL_DENIED",
      reason: rejection.note ?? "Refused by an approver",
      by: rejection.by,
      at: rejection.now
    }
  }
  return Result.succeed(
    concluded(tell(untold(rejected, rejection.now), "payment.rejected"), { entries: releaseEntries(payment) })
  )
}
