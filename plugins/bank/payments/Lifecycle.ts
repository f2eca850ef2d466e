/**
 * A payment up to the network: created, held, released, approved, queued, submitted, or ended before it was sent. Pure
 * rules beside decisions B.2, B.3, D.1 and D.5.
 */
import * as Result from "effect/Result"
import { StateMachine, type DecidedJob, type Ledger } from "../../../src/domain.ts"
import { customerOf, holdOf, transfer } from "../accounts.ts"
import type { AchDetails } from "../ach/AchDetails.ts"
import { windowJob } from "../ach/AchPlan.ts"
import type { ApprovalVerdict } from "../approval-rules/ApprovalRule.ts"
import { conclude, type BankDecision } from "../BankDecision.ts"
import type { AchWindow } from "../calendar/ach-windows.ts"
import { timestamp } from "../events.ts"
import type { PlainDate } from "../calendar/PlainDate.ts"
import { kindOf, type RailId } from "../rails/rail-ids.ts"
import type { RailStep } from "../routing/RailChoice.ts"
import { endToEndIdOf } from "../messages/iso/identifiers.ts"
import { messageIdOf } from "./Identifiers.ts"
import {
  currencyOf,
  ownerOf,
  paymentMachine,
  PaymentNotCancellable,
  StateConflict,
  suspended,
  type Beneficiary,
  type Party,
  type Payment,
  type PaymentHold,
  type PaymentRejection,
  type PaymentStatus,
  type PaymentTrigger,
  type WireDetails
} from "./Payment.ts"
import { tell, untold, type Told } from "./PaymentEvents.ts"

/** A requested payment, checked. */
export interface CreatePayment {
  readonly amountCents: number
  readonly originator: Party
  readonly beneficiary: Beneficiary
  readonly remittanceInfo?: string | undefined
  readonly purposeCode?: string | undefined
  readonly referenceId?: string | undefined
  /** Of wires that were asked for as such. */
  readonly wire?: WireRequest | undefined
  readonly ach?: AchDetails | undefined
}

/** A requested ACH entry. */
export interface CreateAch extends CreatePayment {
  readonly beneficiary: Party
  readonly ach: AchDetails
}

/** The details of a requested wire. The value date that it gets in the end follows from when it is sent. */
export type WireRequest = Omit<WireDetails, "imad" | "valueDate">

/** What planning a send needs to know. */
export interface SendFacts {
  readonly now: number
  /** When the rail is open next; `undefined` when it is open now. */
  readonly opensAt: number | undefined
  /** The rail's business day on which it is sent, `YYYY-MM-DD`: part of the message id, and the value date of a wire. */
  readonly sendDate: PlainDate
  /** The window in which an ACH entry leaves. */
  readonly window?: AchWindow | undefined
  readonly approval: ApprovalVerdict
}

/** What was found out before a payment is created. */
export interface CreationFacts extends SendFacts {
  readonly id: string
  readonly scope: string
  readonly clientId: string
  /** The administrator who makes it in the client's name. */
  readonly madeBy?: string | undefined
  /** The calendar date in New York: the day whose limit it counts against. */
  readonly today: string
  readonly uetr: string
  readonly rail: RailId
  readonly railSteps: ReadonlyArray<RailStep>
  /** Whether the rail was chosen by `auto`. */
  readonly isAutomatic?: boolean | undefined
  readonly hold: PaymentHold | undefined
  readonly idempotencyKey: string | undefined
}

/** Names of the jobs of a payment. The last one lets it go when its rail opens. */
export const submitJobName = "bank.payment.submit"
export const submitInTurnJobName = "bank.payment.submit_in_turn"
export const openJobName = "bank.payment.open"
export const inquireJobName = "bank.payment.inquire"

/** What the jobs of a payment are given. */
export interface PaymentJob {
  readonly paymentId: string
  /** Inquiries made before this one. */
  readonly inquiries?: number
  /** Tries to send it that certainly sent nothing. */
  readonly tries?: number
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
const setAside = (payment: Payment, step: "reserve" | "release", into = customerOf(ownerOf(payment))) => {
  if (payment.ach?.direction === "debit") return []
  const hold = holdOf(ownerOf(payment))
  const [from, to] = step === "reserve" ? [into, hold] : [hold, into]
  const { amountCents, id } = payment
  return [transfer({ source: id, step, amountCents, currency: currencyOf(payment), from, to })]
}

/** Gives back what was set aside for a payment that is not sent. */
export const releaseEntries = (payment: Payment) => setAside(payment, "release")

const newPayment = (command: CreatePayment, facts: CreationFacts): Payment => ({
  id: facts.id,
  kind: kindOf[facts.rail],
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
  ...(facts.madeBy === undefined ? {} : { madeBy: facts.madeBy }),
  railSteps: facts.railSteps,
  ...(facts.isAutomatic === true ? { isAutomatic: true } : {}),
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
  ...(kindOf[facts.rail] === "wire" ? { wire: wireOf(command, facts) } : {}),
  ach: command.ach
})

const wireOf = (command: CreatePayment, { sendDate }: CreationFacts): WireDetails => ({
  ...(command.wire ?? {
    transferType: "customer",
    currency: "usd",
    chargeBearer: "SHAR",
    intermediary: null,
    countedCents: command.amountCents
  }),
  valueDate: sendDate,
  imad: null
})

/** The plan of an ACH entry: it leaves with the files of its window, which fix its identifiers. */
const plannedForWindow = (payment: Payment, ach: AchDetails, window: AchWindow) => ({
  payment: { ...payment, status: "queued", scheduledFor: window.closesAt, ach: { ...ach, window } } satisfies Payment,
  jobs: [windowJob(window)]
})

/** The plan of a send: its message id, its value date, and the job that sends it or waits until the rail opens. */
const planned = (
  payment: Payment,
  { now, opensAt, sendDate, window }: Omit<SendFacts, "approval">
): { readonly payment: Payment; readonly jobs: ReadonlyArray<DecidedJob> } => {
  if (payment.ach !== undefined) return plannedForWindow(payment, payment.ach, window ?? payment.ach.window)
  const next: Payment = {
    ...payment,
    status: "queued",
    messageId: messageIdOf({
      rail: payment.rail,
      id: payment.id,
      date: sendDate,
      connection: payment.originator.routingNumber
    }),
    madeAt: opensAt ?? now,
    scheduledFor: opensAt ?? null,
    ...(payment.wire === undefined ? {} : { wire: { ...payment.wire, valueDate: sendDate } })
  }
  const payload: PaymentJob = { paymentId: payment.id }
  const name = opensAt === undefined ? submitJobName : openJobName
  return { payment: next, jobs: [{ name, key: payment.id, payload, dueAt: opensAt ?? now }] }
}

/** Queues it for submission: from here on its message id stands, whatever happens (decisions D.6). */
const queue = (told: Told, by: string, facts: SendFacts): { told: Told; jobs: ReadonlyArray<DecidedJob> } => {
  const approved = { ...told.payment, approvedBy: by, approvedAt: facts.now }
  const { jobs, payment } = planned(approved, facts)
  return { told: tell({ ...told, payment }, "payment.approved"), jobs }
}

/** Lets a payment go that waited for its rail to open; those of one opening are sent in turn. */
export const letGo = (payment: Payment, now: number): PaymentDecision | undefined =>
  payment.status !== "queued" || payment.scheduledFor === null || payment.scheduledFor > now
    ? undefined
    : {
        ...concluded(untold({ ...payment, scheduledFor: null }, now), {
          jobs: [
            {
              name: submitInTurnJobName,
              key: payment.id,
              payload: { paymentId: payment.id } satisfies PaymentJob,
              dueAt: payment.scheduledFor
            }
          ]
        }),
        cancelledJobs: [{ name: openJobName, key: payment.id }]
      }

/**
 * Plans the send anew of a payment that was certainly never sent: its day is over, its rail has closed, or could not be
 * reached. `after` counts the tries, and says how long the next one waits.
 */
export const planAnew = (
  payment: Payment,
  facts: Omit<SendFacts, "approval">,
  after: { readonly tries: number; readonly waitMs: number } = { tries: 0, waitMs: 0 }
): PaymentDecision => {
  const { jobs, payment: next } = planned(payment, facts)
  const payload: PaymentJob = { paymentId: payment.id, tries: after.tries }
  return concluded(untold(next, facts.now), {
    jobs: after.tries === 0 ? jobs : jobs.map((job) => ({ ...job, payload, dueAt: job.dueAt + after.waitMs }))
  })
}

/** Jobs that send: once one of them has begun, the payment may be on its way. */
export const sendingJobNames: ReadonlyArray<string> = [submitJobName, submitInTurnJobName]

/** Whether a queued payment is to be sent now: it can be taken back only as long as the job that sends it has not begun. */
export const isDue = ({ scheduledFor, status }: Payment, now: number): boolean =>
  status === "queued" && (scheduledFor === null || scheduledFor <= now)

/** Takes a payment back that was not sent: held, waiting for a person, or queued. See `isDue`. */
export const cancel = (payment: Payment, now: number): Result.Result<PaymentDecision, PaymentNotCancellable> => {
  const status = payment.direction === "inbound" ? undefined : moved(payment, "cancel")
  if (status === undefined) return Result.fail(new PaymentNotCancellable({ status: payment.status }))
  return Result.succeed({
    ...concluded(untold({ ...payment, status, scheduledFor: null }, now), { entries: releaseEntries(payment) }),
    cancelledJobs: [{ name: openJobName, key: payment.id }]
  })
}

/** Goes on after screening: to a person, or to the network. */
const proceed = (told: Told, facts: SendFacts): { told: Told; jobs: ReadonlyArray<DecidedJob> } => {
  const { approval } = facts
  const { approvedBy } = told.payment
  // What was approved, and held when it was to leave, needs no other approval.
  if (approvedBy !== null) return queue(told, approvedBy, facts)
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
  const entries = setAside(validated.payment, "reserve")
  if (facts.hold !== undefined) {
    const held: Payment = { ...validated.payment, status: "held", hold: facts.hold }
    return concluded(tell({ ...validated, payment: held }, "compliance.hold"), { entries })
  }
  const { jobs, told } = proceed(validated, facts)
  return concluded(told, { entries, jobs })
}

const conflict = (message: string) => Result.fail(new StateConflict({ message }))

/** Lets a held payment go on, without resubmission (decisions B71, B138, B139). Money that came in is its beneficiary's then. */
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
  if (payment.direction === "inbound") {
    // The network settled it when it came.
    const settled: Payment = { ...released.payment, status: "settled", settledAt: payment.createdAt }
    const told = tell({ ...released, payment: settled }, "payment.settled")
    return Result.succeed(concluded(told, { entries: releaseEntries(payment) }))
  }
  const { jobs, told } = proceed(released, facts)
  return Result.succeed(concluded(told, { jobs }))
}

/** Keeps a payment held for another reason: screening answered, and it answered with a match (decisions B138). */
export const holdAnew = (payment: Payment, hold: PaymentHold): Result.Result<PaymentDecision, StateConflict> =>
  payment.status === "held"
    ? Result.succeed(concluded(tell(untold({ ...payment, hold }, hold.heldAt), "compliance.hold")))
    : conflict("The hold was already decided")

/**
 * A payment that ends before it was sent: what was set aside for it is given back. Money that came in and is not to be its
 * beneficiary's lies in suspense, until an administrator knows where it went.
 */
const rejected = (told: Told, rejection: PaymentRejection): PaymentDecision => {
  const payment: Payment = { ...told.payment, status: "rejected", scheduledFor: null, rejection }
  const isInbound = payment.direction === "inbound"
  const kept = isInbound ? suspended(payment, -payment.amountCents) : payment
  const entries = setAside(payment, "release", isInbound ? "suspense" : undefined)
  return concluded(tell({ ...told, payment: kept }, "payment.rejected"), { entries })
}

/** Whether a payment waits here, in no file that was written. */
const isHere = ({ ach, status }: Payment): boolean => status === "queued" && (ach?.place ?? null) === null

/** Ends a queued payment that may not be sent any more. `undefined` once it was sent, or its file was written. */
export const rejectQueued = (
  payment: Payment,
  rejection: Omit<PaymentRejection, "at">,
  now: number
): PaymentDecision | undefined =>
  isHere(payment) ? rejected(untold(payment, now), { ...rejection, at: now }) : undefined

/** Holds a queued payment of which screening finds now what it did not find before. `undefined` as above. */
export const holdQueued = (payment: Payment, hold: PaymentHold): PaymentDecision | undefined =>
  isHere(payment)
    ? concluded(tell(untold({ ...payment, status: "held", scheduledFor: null, hold }, hold.heldAt), "compliance.hold"))
    : undefined

/** Ends a held payment. */
export const rejectHeld = (
  payment: Payment,
  rejection: { readonly by: string; readonly now: number; readonly note: string | null }
): Result.Result<PaymentDecision, StateConflict> => {
  if (payment.status !== "held") return conflict("The hold was already decided")
  const reasonCode = payment.hold?.reason ?? "OFAC_POSSIBLE_MATCH"
  const { by, now } = rejection
  const facts = { rejectedBy: by, rejectedAt: timestamp(now), reasonCode }
  const told = tell(untold({ ...payment, status: "rejected" }, now), "compliance.rejected", facts)
  const reason = "Rejected in compliance review"
  return Result.succeed(rejected(told, { stage: "compliance", reasonCode, reason, by, at: now }))
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
  const { by, note, now } = rejection
  const reason = note ?? "Refused by an approver"
  const why = { stage: "approval", reasonCode: "APPROVAL_DENIED", reason, by, at: now } as const
  return Result.succeed(rejected(untold(payment, now), why))
}
