/**
 * How much of a captured payment is still the merchant's. Refunds and disputes take from it, each within what the other
 * left: every one of these changes is an update of the payment's own row, so two that were decided at once collide.
 */
import type { Payment } from "./Payment.ts"

/** Disputed and not won. */
export const withheldMinor = (payment: Payment): number => payment.disputes?.withheldMinor ?? 0

/**
 * What can still be refunded or disputed: captured − refunded (not failed) − disputed (not won), decisions B8. Nothing where an
 * acquirer took more than was left.
 */
export const refundableMinor = (payment: Payment): number =>
  Math.max(0, payment.amountCapturedMinor - payment.amountRefundedMinor - withheldMinor(payment))

/** A refund takes its part. */
export const withRefund = (payment: Payment, amountMinor: number): Payment => ({
  ...payment,
  amountRefundedMinor: payment.amountRefundedMinor + amountMinor
})

/** A refund failed: its part is the merchant's again. */
export const withoutRefund = (payment: Payment, amountMinor: number): Payment => ({
  ...payment,
  amountRefundedMinor: payment.amountRefundedMinor - amountMinor
})

/** A dispute withholds its part. */
export const withDispute = (
  payment: Payment,
  dispute: { readonly id: string; readonly amountMinor: number }
): Payment => ({
  ...payment,
  disputes: { latest: dispute.id, open: true, withheldMinor: withheldMinor(payment) + dispute.amountMinor }
})

/** The newest dispute is decided: a won one gives its part back, a lost one keeps it for good. */
export const withDisputeDecided = (
  payment: Payment,
  dispute: { readonly id: string; readonly amountMinor: number },
  outcome: "won" | "lost"
): Payment => ({
  ...payment,
  disputes: {
    latest: dispute.id,
    open: false,
    withheldMinor: withheldMinor(payment) - (outcome === "won" ? dispute.amountMinor : 0)
  }
})
