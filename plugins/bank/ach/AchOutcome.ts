/**
 * What becomes of an ACH payment after it was queued: sent, settled, returned, corrected, refused with its file, or
 * cancelled. Pure rules beside decisions B.3, B.5, D.3 and D.5.
 */
import * as Result from "effect/Result"
import type { DecidedJob } from "../../../src/domain.ts"
import type { AlertDraft } from "../administration/Alert.ts"
import { correctionDeadline, lastReturnInstant } from "../calendar/deadlines.ts"
import type { PlainDate } from "../calendar/PlainDate.ts"
import { correctionCodes } from "../return-codes.ts"
import { concluded, moved, releaseEntries, type PaymentDecision } from "../payments/Lifecycle.ts"
import type { AlertingDecision, Consequence } from "../payments/Outcome.ts"
import { isInSuspense, PaymentNotCancellable, suspended, type AchPayment, type Payment } from "../payments/Payment.ts"
import { tell, untold, type Told } from "../payments/PaymentEvents.ts"
import type { AchCorrection, AchDetails } from "./AchDetails.ts"
import { windowJob } from "./AchPlan.ts"
import { flowOf, posted } from "./AchPostings.ts"
import { judgeReturn, type AchOriginal } from "./AchReturn.ts"

/** Job that ends the return time of a payment. */
export const collectJobName = "bank.ach.collect"

/** What it is given. */
export interface CollectJob {
  readonly paymentId: string
}

/** How long after the opening at which the last returns come a debit is taken as collected. Our choice. */
const afterOpeningMs = 60_000

/** What the rules of returns, reversals and representments look at. */
export const originalOf = (
  payment: AchPayment,
  representments = payment.ach.attempt ?? payment.ach.representments.length
): AchOriginal => ({
  rail: payment.rail,
  status: payment.status,
  direction: payment.ach.direction,
  secCode: payment.ach.secCode,
  // What comes back before settlement counts from the day on which it would have settled.
  settlementDate: payment.ach.settlementDate ?? payment.ach.window.effectiveDate,
  reversalOf: payment.ach.reversalOf ?? undefined,
  reversalId: payment.ach.reversal?.id,
  returnCode: payment.returned?.code,
  representments,
  firstSettlementDate: payment.ach.firstSettlementDate ?? undefined
})

const withAch = <P extends Payment>(payment: P, change: Partial<AchDetails>): P & AchPayment =>
  ({ ...payment, ach: { ...payment.ach, ...change } }) as P & AchPayment

/** The operator has the file. `undefined` when that is noted already. */
export const submitted = (payment: AchPayment, now: number): PaymentDecision | undefined => {
  const status = moved(payment, "submit")
  if (status === undefined || payment.ach.place === null) return undefined
  const next = { ...payment, status, submittedAt: now }
  return concluded(tell(untold(next, now), "payment.submitted"), { entries: posted(payment, "submit") })
}

/** The payment as submitted: news of it imply that it was sent. */
const asSubmitted = (payment: AchPayment, now: number) => {
  const decision = payment.status === "queued" ? submitted(payment, now) : undefined
  return decision === undefined
    ? { told: untold(payment, now), entries: [] }
    : { told: { now, payment: decision.state, events: decision.events } satisfies Told, entries: decision.entries }
}

/** The job that ends the return time, where somebody waits for it: a collected amount, or a batch. */
const collectJobs = (payment: AchPayment, settlementDate: PlainDate): ReadonlyArray<DecidedJob> =>
  flowOf(payment.ach) === "debit" || payment.ach.batch !== null
    ? [
        {
          name: collectJobName,
          key: payment.id,
          payload: { paymentId: payment.id } satisfies CollectJob,
          dueAt: lastReturnInstant(settlementDate, "two_banking_days") + afterOpeningMs
        }
      ]
    : []

/** The settlement time is reached and the file acknowledged (B87). */
export const settled = (payment: AchPayment, now: number, settlementDate: PlainDate): PaymentDecision | undefined => {
  if (moved(payment, "settle") === undefined || payment.ach.place === null) return undefined
  const { entries, told } = asSubmitted(payment, now)
  const next: Payment = {
    ...withAch(told.payment, { settlementDate }),
    status: "settled",
    settledAt: now,
    needsAttention: isInSuspense(payment)
  }
  return concluded(tell({ ...told, payment: next }, "payment.settled"), {
    entries: [...entries, ...posted(payment, "settle")],
    jobs: collectJobs(payment, settlementDate)
  })
}

/** What the operator moved for the originator: below zero where it took money in. */
const sentCents = ({ ach, amountCents }: AchPayment): number => (flowOf(ach) === "credit" ? amountCents : -amountCents)

/** An entry settles that had ended as failed. Its money moved, and must be found (decisions D.1). */
export const contradicted = (payment: AchPayment, now: number): AlertingDecision | undefined => {
  if (payment.status !== "failed" || payment.suspense?.isContradicted === true) return undefined
  const next = suspended(payment, sentCents(payment), { isContradicted: true })
  return {
    ...concluded(untold(next, now), { entries: posted(payment, "contradiction") }),
    alerts: [attention(payment, "The operator settled a payment that had ended as failed")]
  }
}

/** The operator refuses an entry that it had settled. What was told stands until an officer knows which word is true. */
export const doubted = (payment: AchPayment, now: number): PaymentDecision | undefined =>
  payment.status !== "settled" || payment.suspense?.isContradicted === true
    ? undefined
    : concluded(untold(suspended(payment, -sentCents(payment), { isContradicted: true }), now), {
        entries: posted(payment, "stray", { step: "rejection" })
      })

/** The two banking days are over: what was collected belongs to the originator. */
export const collected = (payment: AchPayment, now: number): PaymentDecision | undefined =>
  payment.status !== "settled" || payment.ach.isReturnTimeOver
    ? undefined
    : concluded(untold(withAch(payment, { isReturnTimeOver: true }), now), { entries: posted(payment, "collect") })

/** The operator refused the file, or the batch of the entry: no money moved. */
export const refused = (payment: AchPayment, reason: string, now: number): PaymentDecision | undefined => {
  if (moved(payment, "fail") === undefined || payment.ach.place === null) return undefined
  const { entries, told } = asSubmitted(payment, now)
  const next: Payment = {
    ...told.payment,
    status: "failed",
    failure: { code: "NETWORK_REJECTED", networkCode: null, message: reason, at: now },
    needsAttention: isInSuspense(payment)
  }
  return concluded(tell({ ...told, payment: next }, "payment.rejected"), {
    entries: [...entries, ...posted(payment, "refuse")]
  })
}

/** The settlement time is over and nobody has acknowledged the file: it stays submitted, and says so. */
export const unacknowledged = (payment: AchPayment, now: number): PaymentDecision | undefined =>
  payment.status !== "submitted" || payment.needsAttention
    ? undefined
    : concluded(untold({ ...payment, needsAttention: true }, now))

/** A return as it was found in a file. */
export interface FoundReturn {
  readonly code: string
  readonly settlementDate: PlainDate
  readonly amountCents: number
  readonly information: string
}

/** The facts when an outcome is applied. */
export interface ReturnFacts {
  readonly eventId: string
  readonly now: number
  /** Whether the originator's account covers what it has to give back. */
  readonly isCovered: boolean
}

const attention = (payment: Payment, message: string): AlertDraft => ({
  type: "payment.needs_attention",
  resource: payment.id,
  message
})

const stray = (payment: AchPayment, back: FoundReturn, { eventId, now }: ReturnFacts): Consequence => ({
  // The operator moved money for it all the same, and it must be found.
  decision: concluded(untold(suspended(payment, -sentCents(payment)), now), {
    entries: posted(payment, "stray", { step: `stray:${eventId}` })
  }),
  alerts: [attention(payment, `A return (${back.code}) came for a payment that is ${payment.status}`)]
})

const returnAlerts = (
  payment: AchPayment,
  back: FoundReturn,
  verdict: { readonly untimely: boolean; readonly mismatched: boolean }
): ReadonlyArray<AlertDraft> => [
  ...(verdict.untimely
    ? [
        {
          type: "return.untimely" as const,
          resource: payment.id,
          message: `The return ${back.code} came after its last date and may be dishonored with R68`
        }
      ]
    : []),
  ...(verdict.mismatched
    ? [attention(payment, `${back.code} cannot answer a ${payment.ach.secCode} ${payment.ach.direction}`)]
    : []),
  ...(back.amountCents === payment.amountCents
    ? []
    : [attention(payment, `The return ${back.code} says ${back.amountCents} cents`)])
]

/** What follows from a return: once. A second one that differs is for an officer (decisions D.1). */
export const returned = (payment: AchPayment, back: FoundReturn, facts: ReturnFacts): Consequence => {
  const { eventId, isCovered, now } = facts
  const fundsMoved = payment.status === "settled"
  const status = moved(payment, fundsMoved ? "giveBack" : "refuse")
  if (status === undefined || payment.ach.place === null) return stray(payment, back, facts)
  const verdict = judgeReturn(originalOf(payment), back)
  const { entries, told } = asSubmitted(payment, now)
  const { representmentDeadline, representmentEligible, representmentGuidance, untimely } = verdict
  const next: Payment = {
    ...withAch(told.payment, {
      returned: {
        settlementDate: back.settlementDate,
        representmentEligible,
        representmentDeadline,
        representmentGuidance: representmentGuidance ?? null,
        untimely
      }
    }),
    status,
    returned: {
      code: back.code,
      reason: verdict.returnReason,
      narrative: back.information === "" ? null : back.information,
      amountCents: payment.amountCents,
      fundsMoved,
      at: now
    },
    needsAttention: isInSuspense(payment)
  }
  const step = !fundsMoved ? "refuse" : payment.ach.isReturnTimeOver ? "take_back" : "give_back"
  const named = fundsMoved ? { step: `return:${eventId}`, isCovered } : {}
  return {
    decision: {
      ...concluded(tell({ ...told, payment: next }, "payment.returned"), {
        entries: [...entries, ...posted(payment, step, named)]
      }),
      cancelledJobs: [{ name: collectJobName, key: payment.id }]
    },
    alerts: returnAlerts(payment, back, verdict)
  }
}

/** A notification of change: the payment stands, and an administrator is notified what to correct. */
export const corrected = (
  payment: AchPayment,
  change: { readonly code: string; readonly correctedData: string; readonly settlementDate: PlainDate },
  now: number
): Consequence => {
  const meaning = correctionCodes.find(({ code }) => code === change.code)?.meaning ?? "Correction"
  const correction: AchCorrection = {
    code: change.code,
    meaning,
    correctedData: change.correctedData,
    receivedAt: now,
    correctBy: correctionDeadline(change.settlementDate)
  }
  return {
    decision: concluded(untold(withAch(payment, { corrections: [...payment.ach.corrections, correction] }), now)),
    alerts: [
      {
        type: "noc.received",
        resource: payment.id,
        message: `${change.code} (${meaning}): correct it by ${correction.correctBy}`
      }
    ]
  }
}

/** The window was missed: the entry leaves with the next one. */
export const postponed = (payment: AchPayment, window: AchDetails["window"], now: number): PaymentDecision =>
  concluded(untold({ ...withAch(payment, { window }), scheduledFor: window.closesAt }, now), {
    jobs: [windowJob(window)]
  })

/** Takes an entry back before its window closes. */
export const cancelled = (payment: AchPayment, now: number): Result.Result<PaymentDecision, PaymentNotCancellable> => {
  const status = moved(payment, "cancel")
  const isOver = payment.status === "queued" && (payment.ach.place !== null || now >= payment.ach.window.closesAt)
  return status === undefined || isOver
    ? Result.fail(new PaymentNotCancellable({ status: payment.status }))
    : Result.succeed(concluded(untold({ ...payment, status }, now), { entries: releaseEntries(payment) }))
}
