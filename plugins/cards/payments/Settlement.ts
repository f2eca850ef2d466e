/**
 * What a capture does with money, and when the merchant may use it: at once in the sandbox's ordinary case, or after the
 * account's settlement delay, less the platform's fee (decisions C3).
 */
import type { DecidedJob, Ledger } from "../../../src/domain.ts"
import type { CardsAccount } from "../accounts.ts"
import { addBusinessDays } from "../business-days.ts"
import { openingJob } from "../disputes/openingJob.ts"
import { processingFeeOf } from "../ledger/fees.ts"
import * as journals from "../ledger/journals.ts"

/** Name of the job that settles a capture after its delay. */
export const settleJobName = "cards.payment.settle"

/** A capture that is not settled yet. */
export interface PendingSettlement {
  readonly feeMinor: number
  /** Epoch milliseconds. */
  readonly dueAt: number
}

/** Reasons for which test cards are disputed (decisions B4). */
export type SandboxDispute = "fraudulent" | "product_not_received"

/** The payment that is captured, as far as it matters here. */
export interface CapturedPayment extends journals.JournalSource {
  readonly disputedFor?: SandboxDispute | undefined
}

/** What decides about the settlement of a capture. */
export interface CaptureFacts {
  readonly now: number
  readonly scope: string
  /** The account's terms; `undefined` for those of the sandbox: at once and free of fees. */
  readonly terms?: Pick<CardsAccount, "fees" | "settlementDelayDays"> | undefined
}

/** What a capture writes besides the payment. */
export interface Captured {
  readonly entries: ReadonlyArray<Ledger.LedgerEntry>
  readonly jobs: ReadonlyArray<DecidedJob>
  /** Goes on the payment; absent when the capture is settled at once. */
  readonly settlement?: PendingSettlement
}

/** The journals of a capture, and of its settlement unless that comes later. */
export const captured = (
  payment: CapturedPayment,
  amountMinor: number,
  { now, scope, terms }: CaptureFacts
): Captured => {
  const feeMinor = processingFeeOf(terms?.fees, { amountMinor, currency: payment.currency })
  const entries: Array<Ledger.LedgerEntry> = [journals.captured(payment, amountMinor)]
  if (feeMinor > 0) entries.push(journals.processingFee(payment, feeMinor))
  const { disputedFor, id } = payment
  const disputes = disputedFor === undefined ? [] : [openingJob({ paymentId: id, scope, reason: disputedFor }, now)]
  const delayDays = terms?.settlementDelayDays ?? 0
  if (delayDays === 0) {
    entries.push(journals.settled(payment, { capturedMinor: amountMinor, feeMinor }))
    return { entries, jobs: disputes }
  }
  const dueAt = addBusinessDays(now, delayDays)
  const job = { name: settleJobName, key: id, payload: { paymentId: id, scope }, dueAt }
  return { entries, jobs: [...disputes, job], settlement: { feeMinor, dueAt } }
}
