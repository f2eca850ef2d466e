/**
 * A request for payment (spec bank §2, §3; decisions B.5, D.2): asked of another bank's customer, who decides. Pure rules.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { StateMachine, type DecidedJob } from "../../../src/domain.ts"
import type { AlertDraft } from "../administration/Alert.ts"
import { conclude, type BankDecision } from "../BankDecision.ts"
import { endOfEasternDay } from "../calendar/eastern-time.ts"
import { timestamp, type BankEvent } from "../events.ts"
import { reasonOf } from "../return-codes.ts"
import type { AccountHolder } from "../accounts.ts"
import { StateConflict, type Party } from "../payments/Payment.ts"
import type { InstantRail } from "../rails/rail-ids.ts"

/** Where a request stands. `pending`: it has not left, because its rail could not be reached. */
export const rfpStatuses = ["pending", "sent", "fulfilled", "declined", "expired", "cancelled"] as const

export type RfpStatus = (typeof rfpStatuses)[number]

type RfpTrigger = "send" | "fulfil" | "decline" | "expire" | "cancel"

const { refused } = StateMachine
const ended = { send: refused, fulfil: refused, decline: refused, expire: refused, cancel: refused } as const

const ways = { fulfil: "fulfilled", decline: "declined", expire: "expired", cancel: "cancelled" } as const

/** The state machine of decisions D.2: every way out of `sent` is final. What comes back of a request implies that it left. */
export const rfpMachine = StateMachine.defineStateMachine<RfpStatus, RfpTrigger>()({
  name: "rfp",
  initial: "pending",
  final: ["fulfilled", "declined", "expired", "cancelled"],
  rows: {
    pending: { ...ways, send: "sent" },
    sent: { ...ways, send: refused },
    fulfilled: ended,
    declined: ended,
    expired: ended,
    cancelled: ended
  }
})

/** A request. Amounts are cents of USD; times are epoch milliseconds. */
export interface Rfp {
  readonly id: string
  readonly clientId: string
  readonly scope: string
  readonly rail: InstantRail
  readonly status: RfpStatus
  readonly amountCents: number
  readonly dueDate: string | null
  readonly payee: Party
  readonly payer: Party
  readonly description: string | null
  readonly referenceId: string | null
  readonly createdAt: number
  /** When it left; `null` before that. Absent on requests of earlier versions, which were sent when they were made. */
  readonly sentAt?: number | null
  readonly expiresAt: number
  readonly uetr: string
  readonly messageId: string
  /** When its message was made, where that was on a later day than the request. */
  readonly madeAt?: number | undefined
  /** How far it got at the payer's bank: received, shown, accepted but not paid. */
  readonly progress: "RCVD" | "PRES" | "ACTC" | null
  readonly fulfillingPaymentId: string | null
  /** A payment that came when nothing was to be paid any more. */
  readonly latePaymentId: string | null
  readonly decline: { readonly code: string; readonly reason: string; readonly at: number } | null
  /** Events published for it so far. */
  readonly events: number
}

/** The request. */
export interface CreateRfp {
  readonly rail: InstantRail
  readonly amountCents: number
  readonly dueDate?: string | undefined
  readonly payee: Party
  readonly payer: Party
  readonly description?: string | undefined
  readonly referenceId?: string | undefined
}

/** No request of this client has this id. */
export class RfpNotFound extends Data.TaggedError("RfpNotFound") {}

/** The payer's bank takes no requests over this rail, or the payee's bank takes no part in it. */
export class RfpNotReachable extends Data.TaggedError("RfpNotReachable")<{
  readonly rail: InstantRail
  readonly side: "payer" | "payee"
}> {}

/** What goes wrong. */
export type RfpFailure = RfpNotFound | RfpNotReachable

/** A decision about a request. */
export type RfpDecision = BankDecision<Rfp>

/** Names of the jobs of a request. */
export const sendRfpJobName = "bank.rfp.send"
export const expireRfpJobName = "bank.rfp.expire"
export const cancelRfpJobName = "bank.rfp.cancel"

/** What they are given. */
export interface RfpJob {
  readonly rfpId: string
  /** Of the one that sends it: tries before, which sent nothing. */
  readonly tries?: number
  /** Of the one that takes it back: when that was asked for. Absent in jobs of earlier versions. */
  readonly cancelledAt?: number
}

const dayMs = 86_400_000

/** Spec bank §8. */
const lifetimeDays = 30

/** The earlier of the end of the due date in New York and 30 days (spec bank §3, decisions B.5). */
export const expiryOf = (sentAt: number, dueDate: string | undefined): number =>
  Math.min(sentAt + lifetimeDays * dayMs, dueDate === undefined ? Infinity : endOfEasternDay(dueDate))

const job = (name: string, rfp: Rfp, dueAt: number): DecidedJob => ({
  name,
  key: rfp.id,
  payload: { rfpId: rfp.id } satisfies RfpJob,
  dueAt
})

const expiry = ({ id }: Rfp) => ({ name: expireRfpJobName, key: id })

/** A new request: it is `sent` once it left. */
export const create = (
  command: CreateRfp,
  facts: Pick<Rfp, "id" | "clientId" | "scope" | "uetr" | "messageId"> & { readonly now: number }
): RfpDecision => {
  const rfp: Rfp = {
    ...facts,
    createdAt: facts.now,
    rail: command.rail,
    status: "pending",
    sentAt: null,
    amountCents: command.amountCents,
    dueDate: command.dueDate ?? null,
    payee: command.payee,
    payer: command.payer,
    description: command.description ?? null,
    referenceId: command.referenceId ?? null,
    expiresAt: expiryOf(facts.now, command.dueDate),
    progress: null,
    fulfillingPaymentId: null,
    latePaymentId: null,
    decline: null,
    events: 0
  }
  return conclude({
    state: rfp,
    // The last moment itself is still in time.
    jobs: [job(sendRfpJobName, rfp, facts.now), job(expireRfpJobName, rfp, rfp.expiresAt + 1)]
  })
}

/** Plans to send a request that certainly never left. */
export const sendLater = (rfp: Rfp, { dueAt, tries }: { readonly dueAt: number; readonly tries: number }) =>
  conclude({
    state: rfp,
    jobs: [{ ...job(sendRfpJobName, rfp, dueAt), payload: { rfpId: rfp.id, tries } satisfies RfpJob }]
  })

const tell = (rfp: Rfp, type: "rfp.fulfilled" | "rfp.declined", more: Readonly<Record<string, unknown>>) => {
  const next = { ...rfp, events: rfp.events + 1 }
  const event: BankEvent = {
    type,
    resource: rfp.id,
    data: {
      rfpId: rfp.id,
      rail: rfp.rail,
      status: rfp.status,
      amount: rfp.amountCents,
      ...more,
      referenceId: rfp.referenceId,
      sequence: next.events
    }
  }
  return { rfp: next, events: [event] }
}

const moved = (rfp: Rfp, trigger: RfpTrigger): RfpStatus | undefined =>
  Result.getOrUndefined(StateMachine.transition(rfpMachine, rfp.status, trigger))

/** A request that left, at the latest when something comes back of it. */
const asSent = (rfp: Rfp, now: number): Rfp => (rfp.sentAt === null ? { ...rfp, status: "sent", sentAt: now } : rfp)

/** The network has the request. `undefined` when that is noted, or the request has ended. */
export const sent = (rfp: Rfp, now: number): RfpDecision | undefined =>
  moved(rfp, "send") === undefined ? undefined : conclude({ state: asSent(rfp, now) })

const isOpen = ({ status }: Rfp): boolean => status === "pending" || status === "sent"

/** The status at a moment: a request is over when its time is, even if nobody has noted it yet (decisions B.5). */
export const statusAt = (rfp: Rfp, now: number): RfpStatus =>
  isOpen(rfp) && now > rfp.expiresAt ? "expired" : rfp.status

/** Ends a request whose time is over. `undefined` when it has ended otherwise. */
export const expire = (rfp: Rfp): RfpDecision | undefined => {
  const status = moved(rfp, "expire")
  return status === undefined ? undefined : conclude({ state: { ...rfp, status } })
}

/** What the payer's bank says. A refusal declines the request; everything else only tells how far it got. */
export const afterStatus = (
  rfp: Rfp,
  answer: {
    readonly status: "RCVD" | "PRES" | "ACTC" | "RJCT"
    readonly reason?: string | undefined
    readonly narrative?: string | undefined
  },
  now: number
): RfpDecision | undefined => {
  if (answer.status !== "RJCT") {
    return isOpen(rfp) ? conclude({ state: { ...asSent(rfp, now), progress: answer.status } }) : undefined
  }
  const status = now > rfp.expiresAt ? undefined : moved(rfp, "decline")
  if (status === undefined) return undefined
  const code = answer.reason ?? "NARR"
  const reason = answer.narrative ?? reasonOf(code) ?? "Declined"
  const declined: Rfp = { ...asSent(rfp, now), status, decline: { code, reason, at: now } }
  const told = tell(declined, "rfp.declined", { reasonCode: code, reason, declinedAt: timestamp(now) })
  return conclude({ state: told.rfp, events: told.events, cancelledJobs: [expiry(rfp)] })
}

/** What follows for a request when money comes that names it. */
export interface RfpPaid {
  readonly decision: RfpDecision
  readonly alerts: ReadonlyArray<AlertDraft>
}

/** Whether an account is the one that a request asks money for. A payer knows the id of a request, and can name it on any payment. */
export const isPayee = ({ payee }: Rfp, { accountNumber, routingNumber }: AccountHolder): boolean =>
  payee.accountNumber === accountNumber && payee.routingNumber === routingNumber

/**
 * A payment that answers a request. It fulfils it only to the payee, on the same rail, with the same amount, and in time
 * (decisions D.2); any other is money that came in, and an event says so.
 */
export const afterPayment = (
  rfp: Rfp,
  paid: {
    readonly paymentId: string
    readonly rail: string
    readonly amountCents: number
    readonly isToPayee: boolean
  },
  now: number
): RfpPaid => {
  const alert = (message: string): ReadonlyArray<AlertDraft> => [
    { type: "rfp.late_payment", resource: rfp.id, message }
  ]
  if (!paid.isToPayee) {
    const message = `Payment ${paid.paymentId} names the request and went to another account`
    return { decision: conclude({ state: rfp }), alerts: alert(message) }
  }
  if (!isOpen(rfp) || now > rfp.expiresAt) {
    const message = `Payment ${paid.paymentId} came for a request that is ${statusAt(rfp, now)}`
    return { decision: conclude({ state: { ...rfp, latePaymentId: paid.paymentId } }), alerts: alert(message) }
  }
  if (paid.rail !== rfp.rail || paid.amountCents !== rfp.amountCents) {
    const message = `Payment ${paid.paymentId} of ${paid.amountCents} cents does not match the request`
    return { decision: conclude({ state: asSent(rfp, now) }), alerts: alert(message) }
  }
  const fulfilled: Rfp = { ...asSent(rfp, now), status: "fulfilled", fulfillingPaymentId: paid.paymentId }
  const told = tell(fulfilled, "rfp.fulfilled", {
    fulfillingPaymentId: paid.paymentId,
    fulfilledAt: timestamp(now)
  })
  const decision = conclude({ state: told.rfp, events: told.events, cancelledJobs: [expiry(rfp)] })
  return { decision, alerts: [] }
}

/** Takes a request back, as long as nothing has come of it. */
export const cancel = (rfp: Rfp, now: number): Result.Result<RfpDecision, StateConflict> => {
  const status = now > rfp.expiresAt ? undefined : moved(rfp, "cancel")
  return status === undefined
    ? Result.fail(new StateConflict({ message: `The request is ${statusAt(rfp, now)} and cannot be cancelled` }))
    : Result.succeed(
        conclude({
          state: { ...rfp, status },
          jobs: [{ ...job(cancelRfpJobName, rfp, now), payload: { rfpId: rfp.id, cancelledAt: now } satisfies RfpJob }],
          cancelledJobs: [expiry(rfp), { name: sendRfpJobName, key: rfp.id }]
        })
      )
}
