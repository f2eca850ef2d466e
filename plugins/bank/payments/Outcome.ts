/**
 * What the network does with a payment: sent, settled, refused, failed, given back. Pure rules beside decisions B.3, C.2,
 * D.1 and D.5. An answer may come early, late, twice or against an earlier one; none of that moves money twice.
 */
import { StateMachine, type Currency } from "../../../src/domain.ts"
import { takenBackDetails } from "../ach/AchDetails.ts"
import { flowOf } from "../ach/AchPostings.ts"
import { failureCodeOf, instantOutcomeOf, reasonOf } from "../return-codes.ts"
import { customerOf, holdOf, transfer, type BankAccount } from "../accounts.ts"
import type { AlertDraft } from "../administration/Alert.ts"
import {
  concluded,
  inquireJobName,
  isDue,
  moved,
  openJobName,
  submitInTurnJobName,
  submitJobName,
  type PaymentDecision,
  type PaymentJob
} from "./Lifecycle.ts"
import {
  currencyOf,
  isInSuspense,
  paymentMachine,
  suspended,
  type Payment,
  type PaymentFailed,
  type PaymentReturn
} from "./Payment.ts"
import { tell, untold, type Told } from "./PaymentEvents.ts"

/** What a network says about a credit transfer. Codes are those of ISO 20022. */
export interface NetworkStatus {
  readonly status: "ACSC" | "ACWP" | "ACCC" | "PDNG" | "BLCK" | "RJCT"
  readonly reason?: string | undefined
  readonly narrative?: string | undefined
  /** The network's own reference of the settlement: the IMAD of Fedwire. */
  readonly clearingReference?: string | undefined
}

/** What follows from news of the network: a decision, an alert for an administrator, or nothing. */
export interface Consequence {
  readonly decision: PaymentDecision | undefined
  readonly alerts: ReadonlyArray<AlertDraft>
}

/** A decision about a payment, with what an administrator has to hear of it. */
export interface AlertingDecision extends PaymentDecision {
  readonly alerts?: ReadonlyArray<AlertDraft> | undefined
}

const nothing: Consequence = { decision: undefined, alerts: [] }

const clearing = (payment: Payment): BankAccount => `clearing:${payment.rail}`
const settlement = (payment: Payment): BankAccount => `settlement:${payment.rail}`

const posting = (payment: Payment, step: string, from: BankAccount, to: BankAccount, amountCents?: number) =>
  transfer({
    source: payment.id,
    step,
    amountCents: amountCents ?? payment.amountCents,
    currency: currencyOf(payment),
    from,
    to
  })

const submitEntry = (payment: Payment) => posting(payment, "submit", holdOf(payment.originator), clearing(payment))
const settleEntry = (payment: Payment) => posting(payment, "settle", clearing(payment), settlement(payment))
const refuseEntry = (payment: Payment) => posting(payment, "refuse", clearing(payment), customerOf(payment.originator))

/**
 * When inquiries about a payment that the network has not answered are made, counted from the submission (decisions C.2,
 * FedNow OP: not before 25 seconds).
 */
export const inquiryOffsetsMs = [25_000, 60_000, 300_000, 900_000, 3_600_000, 14_400_000] as const

/** The job of the inquiry after so many, or `undefined` when all were made. A payment has one of them at a time. */
export const inquiryJob = (payment: Payment, inquiries: number, submittedAt: number) => {
  const offsetMs = inquiryOffsetsMs[inquiries]
  return offsetMs === undefined
    ? undefined
    : {
        name: inquireJobName,
        key: payment.id,
        payload: { paymentId: payment.id, inquiries } satisfies PaymentJob,
        dueAt: submittedAt + offsetMs
      }
}

/** The network has it. `undefined` when an answer came first: then that is noted already. */
export const submitted = (payment: Payment, now: number): PaymentDecision | undefined => {
  const status = moved(payment, "submit")
  if (status === undefined) return undefined
  const next: Payment = { ...payment, status, submittedAt: now }
  const inquiry = inquiryJob(next, 0, now)
  return concluded(tell(untold(next, now), "payment.submitted"), {
    entries: [submitEntry(payment)],
    jobs: inquiry === undefined ? [] : [inquiry]
  })
}

/** The payment as submitted: an answer implies that it was sent. */
const asSubmitted = (payment: Payment, now: number) => {
  const decision = payment.status === "queued" ? submitted(payment, now) : undefined
  return decision === undefined
    ? { told: untold(payment, now), entries: [] }
    : { told: { now, payment: decision.state, events: decision.events }, entries: decision.entries }
}

/** The jobs that a payment on its way may have: before it was sent those that send it, afterwards the next inquiry. */
const jobNamesOf: Readonly<Partial<Record<Payment["status"], ReadonlyArray<string>>>> = {
  queued: [submitJobName, submitInTurnJobName, openJobName],
  submitted: [inquireJobName]
}

/** The end of a payment that stood `before`: what it has of jobs is no longer wanted. */
const ended = (before: Payment, told: Told, entries: PaymentDecision["entries"]): PaymentDecision => ({
  ...concluded(told, { entries }),
  cancelledJobs: (jobNamesOf[before.status] ?? []).map((name) => ({ name, key: before.id }))
})

/** A wire with the reference that its network gave it. */
const referenced = ({ wire }: Payment, imad: string | undefined): Pick<Payment, "wire"> =>
  wire === undefined || imad === undefined ? {} : { wire: { ...wire, imad } }

const settle = (
  payment: Payment,
  { clearingReference, status }: Pick<NetworkStatus, "status" | "clearingReference">,
  now: number
): PaymentDecision => {
  const { entries, told } = asSubmitted(payment, now)
  const settled: Payment = {
    ...told.payment,
    ...referenced(payment, clearingReference),
    status: "settled",
    settledAt: now,
    posting: status === "ACWP" ? "pending" : "posted",
    needsAttention: isInSuspense(payment)
  }
  return ended(payment, tell({ ...told, payment: settled }, "payment.settled"), [...entries, settleEntry(payment)])
}

const failureMessages: Readonly<Record<PaymentFailed["code"], string>> = {
  NETWORK_TIMEOUT: "The receiving bank did not answer the network in time",
  RECEIVER_UNAVAILABLE: "The receiving bank is not available on the network",
  NETWORK_REJECTED: "The network rejected the payment",
  NOT_SENT: "The payment was never taken by the network",
  NOT_SETTLED: "The network did not settle the payment, as an administrator found out there"
}

/** A payment that moved no money. */
export const fail = (
  payment: Payment,
  failure: { readonly code: PaymentFailed["code"]; readonly networkCode: string | null },
  now: number
): PaymentDecision | undefined => {
  if (moved(payment, "fail") === undefined) return undefined
  const { entries, told } = asSubmitted(payment, now)
  const failed: Payment = {
    ...told.payment,
    status: "failed",
    failure: { ...failure, message: failureMessages[failure.code], at: now },
    needsAttention: isInSuspense(payment)
  }
  return ended(payment, tell({ ...told, payment: failed }, "payment.rejected"), [...entries, refuseEntry(payment)])
}

const refuse = (payment: Payment, { narrative, reason = "NARR" }: NetworkStatus, now: number): PaymentDecision => {
  const { entries, told } = asSubmitted(payment, now)
  const returned: PaymentReturn = {
    code: reason,
    reason: reasonOf(reason)!,
    narrative: narrative ?? null,
    amountCents: payment.amountCents,
    fundsMoved: false,
    at: now
  }
  const refused: Payment = { ...told.payment, status: "returned", returned, needsAttention: isInSuspense(payment) }
  return ended(payment, tell({ ...told, payment: refused }, "payment.returned"), [...entries, refuseEntry(payment)])
}

const rejectedBy = (payment: Payment, answer: NetworkStatus, now: number): PaymentDecision | undefined => {
  const { reason } = answer
  // A code of the catalogue is the receiving bank's refusal; everything else is a failure on the way (decisions §0, 3).
  const isReturn = payment.kind === "instant" && reason !== undefined && instantOutcomeOf(reason) === "returned"
  if (isReturn) return refuse(payment, answer, now)
  return fail(payment, { code: failureCodeOf(reason ?? ""), networkCode: reason ?? null }, now)
}

/** A payment settles once, so that this is booked once, however often and under whatever ids the network tells it. */
const contradiction = (payment: Payment, answer: NetworkStatus, now: number): Consequence => ({
  // The money did leave: it is booked where an officer finds it, and the status that was told stands.
  decision: concluded(untold(suspended(payment, payment.amountCents, { isContradicted: true }), now), {
    entries: [posting(payment, "contradiction", "suspense", settlement(payment))]
  }),
  alerts: [
    {
      type: "payment.needs_attention",
      resource: payment.id,
      message: `The network settled (${answer.status}) a payment that it had rejected before`
    }
  ]
})

/** Booked once as well. What the payment tells stands until an officer knows which word of the network is true. */
const lateRejection = (payment: Payment, answer: NetworkStatus, now: number): Consequence => ({
  decision: concluded(untold(suspended(payment, -payment.amountCents, { isContradicted: true }), now), {
    entries: [posting(payment, "rejection", settlement(payment), "suspense")]
  }),
  alerts: [
    {
      type: "payment.needs_attention",
      resource: payment.id,
      message: `The network rejected (${answer.reason ?? answer.status}) a payment that it had settled before`
    }
  ]
})

/** Whether a payment ended, and no money moved for it as far as it says. */
const isOverUnmoved = ({ returned, status }: Payment): boolean =>
  StateMachine.isFinal(paymentMachine, status) && returned?.fundsMoved !== true

/** Whether a network may have a payment. One that waits for its rail to open, or for its day, never left. */
const mayHaveLeft = (payment: Payment, now: number): boolean => payment.status === "submitted" || isDue(payment, now)

/** What follows when the network says where a credit transfer stands, in any order and however often. */
export const afterStatus = (payment: Payment, answer: NetworkStatus, now: number): Consequence => {
  const isOpen = mayHaveLeft(payment, now)
  const isContradicted = payment.suspense?.isContradicted === true
  switch (answer.status) {
    case "PDNG":
    case "BLCK":
      return nothing
    case "RJCT":
      if (isOpen) return { decision: rejectedBy(payment, answer, now), alerts: [] }
      return payment.status === "settled" && !isContradicted ? lateRejection(payment, answer, now) : nothing
    default: {
      const isPosted = answer.status !== "ACWP"
      if (isOpen) return { decision: settle(payment, answer, now), alerts: [] }
      if (payment.status === "settled" && payment.posting === "pending" && isPosted) {
        return { decision: concluded(untold({ ...payment, posting: "posted" }, now)), alerts: [] }
      }
      // A refusal without settlement and a settlement cannot both be true; a return after settlement is no contradiction.
      return isOverUnmoved(payment) && !isContradicted ? contradiction(payment, answer, now) : nothing
    }
  }
}

/** A return that the network tells of. */
export interface NetworkReturn {
  readonly code: string
  readonly narrative?: string | undefined
  readonly amountCents: number
  /** Default: the payment's. */
  readonly currency?: Currency | undefined
  /** Whether a recall that asked for the money tells of it: then the payment does not (decisions X7). */
  readonly isRecalled?: boolean | undefined
}

/** Whether money that comes back is in another currency than the payment. */
export const isForeignReturn = (payment: Payment, { currency = currencyOf(payment) }: NetworkReturn): boolean =>
  currency !== currencyOf(payment)

/** Nothing is exchanged here: the payment stands, and the money lies where an officer finds it. */
const foreignReturn = (
  payment: Payment,
  { amountCents, code, currency = currencyOf(payment) }: NetworkReturn,
  eventId: string,
  now: number
): Consequence => {
  const entry = { source: payment.id, step: `stray:${eventId}`, amountCents, currency }
  const [came, sent] = [currency, currencyOf(payment)].map((one) => one.toUpperCase())
  const message = `A return (${code}) of ${amountCents} minor units of ${came} came for a payment in ${sent}: it lies in suspense`
  const foreign = [...(payment.suspense?.foreign ?? []), { amountCents, currency }]
  return {
    decision: concluded(untold(suspended(payment, 0, { foreign }), now), {
      entries: [transfer({ ...entry, from: settlement(payment), to: "suspense" })]
    }),
    alerts: [{ type: "payment.needs_attention", resource: payment.id, message }]
  }
}

/** What follows when more money comes back than was paid, or when it comes for a payment that is over: it must be found. */
const withStray = (
  decision: PaymentDecision,
  back: NetworkReturn,
  { cents, eventId }: { readonly cents: number; readonly eventId: string }
): Consequence => {
  const payment = decision.state
  const entry = posting(payment, `stray:${eventId}`, settlement(payment), "suspense", cents)
  const of = `A return of ${back.amountCents} cents (${back.code})`
  const message = `${of} came for a payment of ${payment.amountCents} that is ${payment.status}`
  return {
    decision: { ...decision, state: suspended(payment, -cents), entries: [...decision.entries, entry] },
    alerts: [{ type: "payment.needs_attention", resource: payment.id, message }]
  }
}

/**
 * What follows when money comes back: once. A second return, and what is more than was paid, is for an officer (decisions D.1);
 * each return is a message of its own that moved money. A payment that comes back before we heard that it settled has settled.
 */
export const afterReturn = (of: Payment, back: NetworkReturn, eventId: string, now: number): Consequence => {
  if (isForeignReturn(of, back)) return foreignReturn(of, back, eventId, now)
  const before = mayHaveLeft(of, now) ? settle(of, { status: "ACSC" }, now) : undefined
  const payment = before?.state ?? of
  if (payment.status !== "settled") {
    return withStray(concluded(untold(payment, now)), back, { eventId, cents: back.amountCents })
  }
  const amountCents = Math.min(back.amountCents, payment.amountCents)
  const cents = back.amountCents - amountCents
  const returned: PaymentReturn = {
    code: back.code,
    reason: reasonOf(back.code) ?? "Returned by the receiving bank",
    narrative: back.narrative ?? null,
    amountCents,
    fundsMoved: true,
    at: now
  }
  const next: Payment = { ...payment, status: "returned", returned }
  const entry = posting(payment, `return:${eventId}`, settlement(payment), customerOf(payment.originator), amountCents)
  const told = { now, payment: next, events: before?.events ?? [] }
  const entries = [...(before?.entries ?? []), entry]
  const decision = ended(of, back.isRecalled === true ? told : tell(told, "payment.returned"), entries)
  return cents > 0 ? withStray(decision, back, { eventId, cents }) : { decision, alerts: [] }
}

/** A payment that settled, and of which an administrator found out that the network took it back: its money is the originator's. */
const takenBack = (payment: Payment, now: number): Told => {
  const returned: PaymentReturn = {
    code: "NARR",
    reason: reasonOf("NARR")!,
    narrative: "The network rejected the payment after it had settled it",
    amountCents: payment.amountCents,
    fundsMoved: true,
    at: now
  }
  const ach = payment.ach === undefined ? {} : { ach: takenBackDetails(payment.ach) }
  return tell(untold({ ...payment, ...ach, status: "returned", returned }, now), "payment.returned")
}

/** Where the money of a settled payment lies, or came from: that of a debit is not the originator's in its return time. */
const holderOf = ({ ach, originator }: Payment): BankAccount =>
  ach !== undefined && flowOf(ach) === "debit" && !ach.isReturnTimeOver ? "uncollected" : customerOf(originator)

/**
 * Clears what lies in suspense for a payment, by what an administrator found out: `settled`, the money moved and is the
 * originator's affair; `failed`, the network took the movement back. A settlement that was taken back gives the originator
 * the money. What came in and was rejected leaves us either way. `undefined`: nothing lies there.
 */
export const clearSuspense = (
  payment: Payment,
  outcome: "settled" | "failed",
  now: number
): PaymentDecision | undefined => {
  const { suspense } = payment
  if (suspense === undefined || !isInSuspense(payment)) return undefined
  const { amountCents, clearings, foreign = [] } = suspense
  const network = settlement(payment)
  const side = outcome === "settled" && payment.direction === "outbound" ? customerOf(payment.originator) : network
  // On a payment that stands as settled it is the settlement itself that is in doubt.
  const isSettlement = payment.status === "settled" && amountCents !== 0
  const owner = !isSettlement ? side : outcome === "settled" ? network : holderOf(payment)
  const [from, to]: readonly [BankAccount, BankAccount] = amountCents > 0 ? [owner, "suspense"] : ["suspense", owner]
  const step = `clear:${clearings + 1}`
  const next = suspended(payment, -amountCents, {
    clearings: clearings + 1,
    found: amountCents > 0 && suspense.isContradicted ? outcome : suspense.found,
    foreign: undefined
  })
  const entries = [
    ...(amountCents === 0 ? [] : [posting(payment, step, from, to, Math.abs(amountCents))]),
    ...foreign.map((money, place) =>
      transfer({ source: payment.id, step: `${step}:${place + 1}`, ...money, from: "suspense", to: side })
    )
  ]
  return concluded(isSettlement && outcome === "failed" ? takenBack(next, now) : untold(next, now), { entries })
}

/** Every inquiry was made and nobody knows: an administrator is notified, and the payment says so (decisions C.2). */
export const unanswered = (payment: Payment, now: number): Consequence => ({
  decision: concluded(untold({ ...payment, needsAttention: true }, now)),
  alerts: [
    {
      type: "payment.needs_attention",
      resource: payment.id,
      message: "The network has not answered, and every inquiry was made"
    }
  ]
})
