/** What the events of an ACH payment say (spec bank §2; decisions B82, B84, B.4). Pure. */
import { timestamp, type BankEventType } from "../events.ts"
import type { Payment } from "../payments/Payment.ts"
import type { AchDetails } from "./AchDetails.ts"

const optional = (time: number | null): string | null => (time === null ? null : timestamp(time))

/** The data that differ from those of other rails, beside the fields that all events carry. */
export const achDataOf = {
  "payment.submitted": (payment, { place, window }) => ({
    submittedAt: optional(payment.submittedAt),
    traceNumber: place?.traceNumber ?? null,
    effectiveDate: window.effectiveDate,
    networkMessageId: place?.fileName ?? null
  }),
  "payment.settled": (payment, { place, window }) => ({
    amount: payment.amountCents,
    effectiveDate: window.effectiveDate,
    traceNumber: place?.traceNumber ?? null,
    settledAt: optional(payment.settledAt)
  }),
  "payment.returned": (payment, ach) => returnFields(payment, ach)
} as const satisfies Partial<
  Record<BankEventType, (payment: Payment, ach: AchDetails) => Readonly<Record<string, unknown>>>
>

/** A return as events and answers contain it. */
export const returnFields = ({ returned }: Pick<Payment, "returned">, ach: Pick<AchDetails, "returned">) =>
  returned === null || ach.returned === null
    ? {}
    : {
        returnCode: returned.code,
        returnReason: returned.reason,
        returnSettlementDate: ach.returned.settlementDate,
        representmentEligible: ach.returned.representmentEligible,
        representmentDeadline: ach.returned.representmentDeadline,
        ...(ach.returned.representmentGuidance === null
          ? {}
          : { representmentGuidance: ach.returned.representmentGuidance }),
        fundsMoved: returned.fundsMoved,
        ...(ach.returned.untimely ? { untimely: true } : {})
      }
