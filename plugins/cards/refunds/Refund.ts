/**
 * The refund: money that goes back from a captured payment, in full or in parts, and the rules of how far. Read it
 * beside spec cards §2 and decisions B8 and C3.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import {
  decide,
  StateMachine,
  type Currency,
  type DecidedJob,
  type Decision,
  type Ledger
} from "../../../src/domain.ts"
import type { CardsEventType } from "../events.ts"
import * as journals from "../ledger/journals.ts"
import { refundableMinor, withheldMinor, withoutRefund, withRefund } from "../payments/Remaining.ts"
import type { Payment } from "../payments/Payment.ts"

/** Where a refund stands. `new` is only ever left. */
export type RefundState = "new" | RefundStatus

/** The statuses of decisions B8; spec cards §2 gives `succeeded`. */
export type RefundStatus = "pending" | "succeeded" | "failed" | "canceled"

/** What happens to a refund: the processor's word on it. */
export const refundOutcomes = ["succeeded", "pending", "failed", "canceled"] as const

export type RefundOutcome = (typeof refundOutcomes)[number]

const { refused } = StateMachine

/** The state machine of decisions B8: a refund that had succeeded can still fail, when the card's bank sends it back. */
export const refundMachine = StateMachine.defineStateMachine<RefundState, RefundOutcome>()({
  name: "refund",
  initial: "new",
  final: ["failed", "canceled"],
  rows: {
    new: { succeeded: "succeeded", pending: "pending", failed: "failed", canceled: refused },
    pending: { succeeded: "succeeded", pending: refused, failed: "failed", canceled: "canceled" },
    succeeded: { succeeded: refused, pending: refused, failed: "failed", canceled: refused },
    failed: { succeeded: refused, pending: refused, failed: refused, canceled: refused },
    canceled: { succeeded: refused, pending: refused, failed: refused, canceled: refused }
  }
})

/** Why the merchant refunds (spec cards §2). */
export const refundReasons = ["requested_by_customer", "duplicate", "fraudulent"] as const

/** A reason for a refund. */
export type RefundReason = (typeof refundReasons)[number]

/** A refund. The amount is minor units of `currency`; times are epoch milliseconds of engine time, whole seconds. */
export interface Refund {
  readonly id: string
  readonly status: RefundStatus
  readonly paymentId: string
  readonly amountMinor: number
  readonly currency: Currency
  readonly reason: RefundReason | null
  readonly decline: RefundDecline | null
  readonly createdAt: number
  readonly livemode: boolean
}

/** What was requested. Without an amount everything that is left is refunded. */
export interface CreateRefund {
  readonly paymentId: string
  readonly amountMinor?: number | undefined
  readonly reason?: RefundReason | undefined
}

/** Why a refund failed. */
export interface RefundDecline {
  readonly code: string
  readonly message: string
}

/** The processor's word on a refund. */
export interface RefundWord {
  readonly outcome: RefundOutcome
  /** With `failed`. */
  readonly decline?: RefundDecline | undefined
}

/** What becomes of a refund: said at once, and perhaps something else later. */
export interface RefundPlan {
  /** `unsent`: a job sends it to the processor, once the refund is on disk. */
  readonly atOnce: RefundWord | "unsent"
  readonly later?: RefundWord | undefined
}

/** What a bank says that does not take a refund. */
export const returnedByBank: RefundDecline = {
  code: "card_declined",
  message: "The card's bank sent the refund back"
}

/** The sandbox's later word, by how refunds of a test card go (decisions B4). */
export const sandboxLaterWords: Readonly<Record<"succeeds_later" | "fails_later", RefundWord>> = {
  succeeds_later: { outcome: "succeeded" },
  fails_later: { outcome: "failed", decline: returnedByBank }
}

/** When the sandbox says its later word: our choice, as long as it takes to decide a dispute. */
const laterMs = 60_000

/** Names of the jobs of this slice. */
export const sendJobName = "cards.refund.send"
export const settleJobName = "cards.refund.settle"

/** The payload of the slice's jobs; `word` is the later one. */
export interface RefundJob {
  readonly refundId: string
  readonly scope: string
  readonly word?: RefundWord
}

/** What was found out before deciding. */
export interface RefundFacts {
  readonly id: string
  readonly now: number
  /** Owner of the refund, for the job that will look for it. */
  readonly scope: string
  readonly plan: RefundPlan
}

/** A refund and the payment it changed: they are written together. */
export interface RefundedPayment {
  readonly refund: Refund
  readonly payment: Payment
}

/** The outcome of a rule about refunds. */
export type RefundDecision = Decision<RefundedPayment, CardsEventType>

/** No refund has this id. */
export class RefundNotFound extends Data.TaggedError("RefundNotFound") {}

/** Nothing of the payment can be refunded. */
export class RefundRefused extends Data.TaggedError("RefundRefused")<{
  readonly code: "payment_not_refundable" | "payment_fully_refunded" | "payment_disputed"
  /** Whether the dispute that withholds the rest can still be won. */
  readonly isDisputeOpen?: boolean
}> {}

/** More than is left cannot be refunded. */
export class RefundAmountTooLarge extends Data.TaggedError("RefundAmountTooLarge")<{
  readonly refundableMinor: number
}> {}

/** The refund stays as it is: its state does not allow what was reported. */
export class RefundStateRefused extends Data.TaggedError("RefundStateRefused")<{ readonly status: RefundStatus }> {}

/** What goes wrong with refunds, besides what goes wrong with their payments. */
export type RefundFailure = RefundNotFound | RefundRefused | RefundAmountTooLarge | RefundStateRefused

/** Whether so much of a payment can be refunded, and how much that is. */
export const refundAmount = (
  payment: Payment,
  amountMinor: number | undefined
): Result.Result<number, RefundRefused | RefundAmountTooLarge> => {
  const leftMinor = refundableMinor(payment)
  if (payment.amountCapturedMinor === 0) return Result.fail(new RefundRefused({ code: "payment_not_refundable" }))
  if (leftMinor === 0) {
    return Result.fail(
      withheldMinor(payment) > 0
        ? new RefundRefused({ code: "payment_disputed", isDisputeOpen: payment.disputes?.open === true })
        : new RefundRefused({ code: "payment_fully_refunded" })
    )
  }
  const wantedMinor = amountMinor ?? leftMinor
  return wantedMinor > leftMinor
    ? Result.fail(new RefundAmountTooLarge({ refundableMinor: leftMinor }))
    : Result.succeed(wantedMinor)
}

const created = { type: "refund.created" } as const
const failed = { type: "refund.failed" } as const

/** What each outcome posts. */
const entriesOf = (refund: Refund, outcome: RefundOutcome): ReadonlyArray<Ledger.LedgerEntry> => {
  switch (outcome) {
    case "pending":
      return []
    case "succeeded":
      return [journals.refundPaid(refund, refund.amountMinor)]
    case "failed":
    case "canceled":
      return [journals.refundReturned(refund, refund.amountMinor, refund.status === "succeeded")]
  }
}

/**
 * The processor's word on a refund that was made. `undefined` when it changes nothing: the refund has moved on, or the
 * word came twice. A refund that failed is the merchant's money again.
 */
export const settle = ({ payment, refund }: RefundedPayment, word: RefundWord): RefundDecision | undefined => {
  const next = Result.getOrUndefined(StateMachine.transition(refundMachine, refund.status, word.outcome))
  if (next === undefined || next === "new") return undefined
  const returned = next === "failed" || next === "canceled"
  return decide({
    state: {
      refund: { ...refund, status: next, decline: word.decline ?? null },
      payment: returned ? withoutRefund(payment, refund.amountMinor) : payment
    },
    entries: entriesOf(refund, word.outcome),
    events: [next === "failed" ? failed : { type: "refund.updated" as const }]
  })
}

const jobsOf = (refund: Refund, { now, plan, scope }: RefundFacts): ReadonlyArray<DecidedJob> => {
  const about = { refundId: refund.id, scope } satisfies RefundJob
  if (plan.atOnce === "unsent") return [{ name: sendJobName, key: refund.id, payload: about, dueAt: now }]
  if (plan.later === undefined) return []
  const payload: RefundJob = { ...about, word: plan.later }
  return [{ name: settleJobName, key: refund.id, payload, dueAt: now + laterMs }]
}

/**
 * A new refund: the money leaves the merchant's balance and counts against what is left of the payment. One that the
 * processor refuses at once leaves both as they were.
 */
export const create = (
  payment: Payment,
  command: CreateRefund,
  facts: RefundFacts
): Result.Result<RefundDecision, RefundRefused | RefundAmountTooLarge> =>
  Result.map(refundAmount(payment, command.amountMinor), (amountMinor) => {
    const refund: Refund = {
      id: facts.id,
      status: "pending",
      paymentId: payment.id,
      amountMinor,
      currency: payment.currency,
      reason: command.reason ?? null,
      decline: null,
      createdAt: facts.now,
      livemode: payment.livemode
    }
    const made = { refund, payment: withRefund(payment, amountMinor) }
    const settled = facts.plan.atOnce === "unsent" ? undefined : settle(made, facts.plan.atOnce)
    return decide<RefundedPayment, CardsEventType>({
      state: settled?.state ?? made,
      entries: [journals.refunded(refund, amountMinor), ...(settled?.entries ?? [])],
      // A refund that succeeds at once publishes one event; each failure publishes its own.
      events: settled?.state.refund.status === "failed" ? [created, failed] : [created],
      jobs: jobsOf(refund, facts)
    })
  })
