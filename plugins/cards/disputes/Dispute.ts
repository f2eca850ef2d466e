/**
 * The dispute: a cardholder wants money back through the card's bank, and the merchant may answer with evidence. Its
 * states and rules as pure functions; read it beside spec cards §3 and decisions B10.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { decide, StateMachine, type Currency, type Decision } from "../../../src/domain.ts"
import type { CardsEventType } from "../events.ts"
import * as journals from "../ledger/journals.ts"
import { refundableMinor, withDispute, withDisputeDecided } from "../payments/Remaining.ts"
import { PaymentStateRefused, type Payment } from "../payments/Payment.ts"
import { hasEvidence, merge, wordIn, type Evidence } from "./Evidence.ts"

/** The documented states (spec cards §2). */
export type DisputeStatus = "needs_response" | "under_review" | "won" | "lost"

/** What happens to a dispute. Nobody answered in time: `expire` in test mode, `lapse` in live mode, where only the issuer decides. */
export type DisputeTrigger = "submit" | "accept" | "expire" | "lapse" | "win" | "lose"

const { refused } = StateMachine
const decided = {
  submit: refused,
  accept: refused,
  expire: refused,
  lapse: refused,
  win: refused,
  lose: refused
} as const

/** The state machine of decisions B10. An issuer may decide before evidence came: it can withdraw a dispute. */
export const disputeMachine = StateMachine.defineStateMachine<DisputeStatus, DisputeTrigger>()({
  name: "dispute",
  initial: "needs_response",
  final: ["won", "lost"],
  rows: {
    needs_response: {
      submit: "under_review",
      accept: "lost",
      expire: "lost",
      lapse: "under_review",
      win: "won",
      lose: "lost"
    },
    under_review: { ...decided, win: "won", lose: "lost" },
    won: decided,
    lost: decided
  }
})

/** Why cardholders dispute (decisions B10; spec cards §2 gives `fraudulent`). */
export const disputeReasons = [
  "fraudulent",
  "duplicate",
  "product_not_received",
  "product_unacceptable",
  "credit_not_processed",
  "subscription_canceled",
  "unrecognized",
  "general"
] as const

/** A reason for a dispute. */
export type DisputeReason = (typeof disputeReasons)[number]

/** A dispute. The amount is minor units of `currency`; times are epoch milliseconds of engine time, whole seconds. */
export interface Dispute {
  readonly id: string
  readonly status: DisputeStatus
  readonly paymentId: string
  readonly amountMinor: number
  readonly currency: Currency
  readonly reason: DisputeReason
  readonly evidence: Evidence
  readonly submittedAt: number | null
  /** Nobody answered in time. */
  readonly pastDue: boolean
  /** Evidence is taken before this time, not at it. */
  readonly respondBy: number
  readonly createdAt: number
  readonly livemode: boolean
  /** What the acquirer calls it, where it told. */
  readonly acquirerDispute?: string
}

/** A dispute and the payment it is about: they are written together. */
export interface DisputedPayment {
  readonly dispute: Dispute
  readonly payment: Payment
}

/** The outcome of a rule about disputes. */
export type DisputeDecision = Decision<DisputedPayment, CardsEventType>

/** What was found out before deciding. */
export interface DisputeFacts {
  readonly now: number
  /** Owner of the dispute, for the jobs that will look for it. */
  readonly scope: string
}

/** No dispute has this id. */
export class DisputeNotFound extends Data.TaggedError("DisputeNotFound") {}

/** The state of the dispute does not allow what was requested. */
export class DisputeRefused extends Data.TaggedError("DisputeRefused")<{
  readonly code:
    "evidence_already_submitted" | "evidence_deadline_passed" | "evidence_empty" | "dispute_unexpected_state"
}> {}

/** The payment cannot be disputed: another dispute is open, or nothing is left of it. */
export class PaymentNotDisputable extends Data.TaggedError("PaymentNotDisputable")<{
  readonly code: "payment_disputed" | "payment_fully_refunded"
}> {}

/** More than is left of the payment cannot be disputed. */
export class DisputeAmountTooLarge extends Data.TaggedError("DisputeAmountTooLarge")<{
  readonly disputableMinor: number
}> {}

/** What goes wrong with disputes, besides what goes wrong with their payments. */
export type DisputeFailure = DisputeNotFound | DisputeRefused | PaymentNotDisputable | DisputeAmountTooLarge

const dayMs = 86_400_000

/** Decisions B10: how long the merchant may answer. */
export const responseTimeMs = 14 * dayMs

/** Decisions B10: how long the sandbox's issuer takes, when the evidence says how it will decide, and otherwise. */
const toldDecisionMs = 60_000
const usualDecisionMs = 30 * dayMs

/** Names of the jobs of this slice. */
export const expireJobName = "cards.dispute.expire"
export const decideJobName = "cards.dispute.decide"
export const sendEvidenceJobName = "cards.dispute.send_evidence"

/** The payload of the slice's other jobs; `outcome` is for the decision. */
export interface DisputeJob {
  readonly disputeId: string
  readonly scope: string
  readonly outcome?: DisputeOutcome
}

/** How a dispute ends. */
export type DisputeOutcome = "won" | "lost"

const expiryOf = (dispute: Dispute) => ({ name: expireJobName, key: dispute.id })
const decisionOf = (dispute: Dispute) => ({ name: decideJobName, key: dispute.id })

const move = (dispute: Dispute, trigger: DisputeTrigger): DisputeStatus | undefined =>
  Result.getOrUndefined(StateMachine.transition(disputeMachine, dispute.status, trigger))

/** What was requested when a dispute is opened. Without an amount all that is left of the payment is disputed. */
export interface OpenDispute {
  readonly paymentId: string
  readonly reason: DisputeReason
  readonly amountMinor?: number | undefined
  /** What the acquirer calls it. */
  readonly acquirerDispute?: string | undefined
  /** Until when evidence is taken, epoch milliseconds. Default: 14 days. */
  readonly respondBy?: number | undefined
}

const disputableAmount = (
  payment: Payment,
  { acquirerDispute, amountMinor }: OpenDispute
): Result.Result<number, PaymentNotDisputable | DisputeAmountTooLarge | PaymentStateRefused> => {
  if (payment.amountCapturedMinor === 0) {
    const message = "Only a captured payment can be disputed"
    return Result.fail(new PaymentStateRefused({ code: "payment_unexpected_state", message }))
  }
  if (payment.disputes?.open === true) return Result.fail(new PaymentNotDisputable({ code: "payment_disputed" }))
  // Its money is gone, also where it was refunded before: whether that was right, the evidence is to show.
  if (acquirerDispute !== undefined && amountMinor !== undefined) return Result.succeed(amountMinor)
  const leftMinor = refundableMinor(payment)
  if (leftMinor === 0) return Result.fail(new PaymentNotDisputable({ code: "payment_fully_refunded" }))
  const wantedMinor = amountMinor ?? leftMinor
  return wantedMinor > leftMinor
    ? Result.fail(new DisputeAmountTooLarge({ disputableMinor: leftMinor }))
    : Result.succeed(wantedMinor)
}

/**
 * Opens a dispute: its amount is withheld from the merchant, even below nothing. One dispute is open per payment. The amount that an
 * acquirer names counts also where less is left of the payment.
 */
export const open = (
  payment: Payment,
  command: OpenDispute,
  facts: DisputeFacts & { readonly id: string; readonly feeMinor: number }
): Result.Result<DisputeDecision, PaymentNotDisputable | DisputeAmountTooLarge | PaymentStateRefused> =>
  Result.map(disputableAmount(payment, command), (amountMinor) => {
    const dispute: Dispute = {
      id: facts.id,
      status: "needs_response",
      paymentId: payment.id,
      amountMinor,
      currency: payment.currency,
      reason: command.reason,
      evidence: {},
      submittedAt: null,
      pastDue: false,
      respondBy: Math.max(facts.now, command.respondBy ?? facts.now + responseTimeMs),
      createdAt: facts.now,
      livemode: payment.livemode,
      ...(command.acquirerDispute !== undefined && { acquirerDispute: command.acquirerDispute })
    }
    const payload: DisputeJob = { disputeId: dispute.id, scope: facts.scope }
    return decide<DisputedPayment, CardsEventType>({
      state: { dispute, payment: withDispute(payment, dispute) },
      entries: [
        journals.disputed(dispute, amountMinor),
        ...(facts.feeMinor > 0 ? [journals.disputeFee(dispute, facts.feeMinor)] : [])
      ],
      events: [{ type: "dispute.created" }],
      jobs: [{ ...expiryOf(dispute), payload, dueAt: dispute.respondBy }]
    })
  })

const refuseEvidence = ({ pastDue, submittedAt }: Dispute): DisputeRefused => {
  if (submittedAt !== null) return new DisputeRefused({ code: "evidence_already_submitted" })
  return new DisputeRefused({ code: pastDue ? "evidence_deadline_passed" : "dispute_unexpected_state" })
}

/** Whether a dispute ends outside: in live mode, and where a processor's test system reported it. */
const endsOutside = ({ acquirerDispute, livemode }: Dispute): boolean => livemode || acquirerDispute !== undefined

/**
 * What the sandbox's issuer will say to evidence, and when (decisions B10): what the evidence tells it to, or, after 30
 * days, that the merchant wins if the cardholder had been authenticated and denies having paid.
 */
const sandboxDecision = (dispute: Dispute, liabilityShifted: boolean) => {
  const told = wordIn(dispute.evidence)
  if (told !== undefined) return { outcome: told, afterMs: toldDecisionMs }
  const outcome: DisputeOutcome = liabilityShifted && dispute.reason === "fraudulent" ? "won" : "lost"
  return { outcome, afterMs: usualDecisionMs }
}

/**
 * Takes evidence: as a draft, which merges into earlier ones, or submitted with all that was saved before, once and
 * before `respondBy`. Where it ends outside the acquirer is sent it and the issuer decides.
 */
export const respondWith = (
  { dispute, payment }: DisputedPayment,
  command: { readonly evidence: Evidence; readonly submit: boolean },
  facts: DisputeFacts & { readonly liabilityShifted: boolean }
): Result.Result<DisputeDecision, DisputeRefused> => {
  const next = move(dispute, "submit")
  if (next === undefined) return Result.fail(refuseEvidence(dispute))
  // At the very deadline the job may not have run yet; the promise to the issuer is the time.
  if (facts.now >= dispute.respondBy) return Result.fail(new DisputeRefused({ code: "evidence_deadline_passed" }))
  const draft: Dispute = { ...dispute, evidence: merge(dispute.evidence, command.evidence) }
  const events = [{ type: "dispute.updated" as const }]
  if (!command.submit) return Result.succeed(decide({ state: { dispute: draft, payment }, events }))
  if (!hasEvidence(draft.evidence)) return Result.fail(new DisputeRefused({ code: "evidence_empty" }))
  const { afterMs, outcome } = sandboxDecision(draft, facts.liabilityShifted)
  const payload: DisputeJob = { disputeId: dispute.id, scope: facts.scope }
  return Result.succeed(
    decide({
      state: { dispute: { ...draft, status: next, submittedAt: facts.now }, payment },
      events,
      cancelledJobs: [expiryOf(dispute)],
      jobs: endsOutside(dispute)
        ? [{ name: sendEvidenceJobName, key: dispute.id, payload, dueAt: facts.now }]
        : [{ ...decisionOf(dispute), payload: { ...payload, outcome }, dueAt: facts.now + afterMs }]
    })
  )
}

/** Whoever ends a dispute. */
export type ClosingTrigger = Exclude<DisputeTrigger, "submit" | "lapse">

/** Outside, evidence may have gone another way, and the issuer decides when it will: until then the money stays withheld. */
const lapse = ({ dispute, payment }: DisputedPayment, status: DisputeStatus): DisputeDecision =>
  decide({ state: { dispute: { ...dispute, status, pastDue: true }, payment }, events: [{ type: "dispute.updated" }] })

/**
 * Ends a dispute: the merchant accepts it, nobody answered in time, or the issuer decided. A won one gives the withheld
 * money back, a lost one sends it to the scheme.
 */
export const close = (
  { dispute, payment }: DisputedPayment,
  trigger: ClosingTrigger
): Result.Result<DisputeDecision, DisputeRefused> => {
  const isLapsed = trigger === "expire" && endsOutside(dispute)
  const status = move(dispute, isLapsed ? "lapse" : trigger)
  if (status === undefined) return Result.fail(new DisputeRefused({ code: "dispute_unexpected_state" }))
  if (isLapsed) return Result.succeed(lapse({ dispute, payment }, status))
  const outcome: DisputeOutcome = trigger === "win" ? "won" : "lost"
  const pastDue = dispute.pastDue || trigger === "expire"
  return Result.succeed(
    decide({
      state: { dispute: { ...dispute, status, pastDue }, payment: withDisputeDecided(payment, dispute, outcome) },
      entries:
        outcome === "won"
          ? [journals.disputeWon(dispute, dispute.amountMinor)]
          : journals.disputeLost(dispute, dispute.amountMinor),
      events: [{ type: "dispute.closed" }],
      cancelledJobs: [expiryOf(dispute), decisionOf(dispute)]
    })
  )
}
