/**
 * What the journals of a payment, refund, dispute or payout must add up to in its present state (decisions C3). Amounts
 * are debit-positive; an account that is not named must come out even.
 */
import type { chart } from "../accounts.ts"
import type { Dispute } from "../disputes/Dispute.ts"
import type { Payment } from "../payments/Payment.ts"
import type { Payout } from "../payouts/Payout.ts"
import type { Refund } from "../refunds/Refund.ts"

/** Accounts to amounts, debits positive. */
export type Nets = Readonly<Partial<Record<(typeof chart.names)[number], number>>>

/** What happened to an object, as far as its state does not tell: which steps it has journals for, and its fee. */
export interface Posted {
  readonly steps: ReadonlySet<string>
  readonly feeMinor: number
}

/** What issuers still hold for a payment: an authorization, or the rest of one that was captured in part. */
const heldMinor = ({ amountMinor, release, state }: Payment, posted: Posted): number => {
  if (state === "authorized") return amountMinor
  return release === null || posted.steps.has("release") ? 0 : release.amountMinor
}

/** The nets of a payment: its hold, and its capture before or after settlement. */
export const paymentNets = (payment: Payment, posted: Posted): Nets => {
  const { amountCapturedMinor: capturedMinor, settlement } = payment
  const held = heldMinor(payment, posted)
  const isSettled = settlement === undefined
  return {
    "hold.issuer": held,
    "hold.outstanding": -held,
    "scheme.receivable": isSettled ? 0 : capturedMinor,
    "bank.cash": isSettled ? capturedMinor : 0,
    "merchant.pending": isSettled ? 0 : settlement.feeMinor - capturedMinor,
    "merchant.available": isSettled ? posted.feeMinor - capturedMinor : 0,
    "platform.fees": -(isSettled ? posted.feeMinor : settlement.feeMinor)
  }
}

/** The nets of a refund; one that failed has come back. */
export const refundNets = ({ amountMinor, status }: Refund): Nets => {
  switch (status) {
    case "pending":
      return { "merchant.available": amountMinor, "scheme.refunds": -amountMinor }
    case "succeeded":
      return { "merchant.available": amountMinor, "bank.cash": -amountMinor }
    case "failed":
    case "canceled":
      return {}
  }
}

/** The nets of a dispute; its fee is kept however it ends. */
export const disputeNets = ({ amountMinor, status }: Dispute, { feeMinor }: Posted): Nets => {
  const fee = { "platform.fees": -feeMinor }
  switch (status) {
    case "needs_response":
    case "under_review":
      return { ...fee, "merchant.available": amountMinor + feeMinor, "merchant.disputed": -amountMinor }
    case "won":
      return { ...fee, "merchant.available": feeMinor }
    case "lost":
      return { ...fee, "merchant.available": amountMinor + feeMinor, "bank.cash": -amountMinor }
  }
}

/** The nets of a payout; one that failed or was canceled has come back with its fee. */
export const payoutNets = ({ amountMinor, feeMinor, status }: Payout): Nets => {
  const left = { "merchant.available": amountMinor + feeMinor, "platform.fees": -feeMinor }
  switch (status) {
    case "pending":
    case "in_transit":
      return { ...left, "bank.in_transit": -amountMinor }
    case "paid":
      return { ...left, "bank.cash": -amountMinor }
    case "failed":
    case "canceled":
      return {}
  }
}

const eventsOfPayment: Readonly<Record<Payment["state"], ReadonlyArray<string>>> = {
  new: [],
  requires_action: ["payment.requires_action"],
  authorizing: [],
  submitted: [],
  authorized: ["payment.authorized"],
  captured: ["payment.succeeded"],
  partially_captured: ["payment.authorized", "payment.captured", "payment.succeeded"],
  voided: ["payment.authorized", "payment.canceled"],
  abandoned: ["payment.canceled"],
  expired: ["payment.authorized", "payment.expired"],
  failed: ["payment.failed"]
}

/** Event types that a payment in this state has published, each exactly once. */
export const paymentEvents = (payment: Payment): ReadonlyArray<string> => [
  "payment.created",
  // It waited for an authentication, or for an answer that never came.
  ...(payment.state === "abandoned" && payment.authentication !== null ? ["payment.requires_action"] : []),
  ...eventsOfPayment[payment.state]
]

/** Event types that a refund in this state has published, each exactly once. */
export const refundEvents = ({ status }: Refund): ReadonlyArray<string> => {
  if (status === "failed") return ["refund.created", "refund.failed"]
  return status === "canceled" ? ["refund.created", "refund.updated"] : ["refund.created"]
}

/** Event types that a dispute in this state has published, each exactly once; drafts publish one each time they are saved. */
export const disputeEvents = ({ status }: Dispute): ReadonlyArray<string> =>
  status === "won" || status === "lost" ? ["dispute.created", "dispute.closed"] : ["dispute.created"]

/** Event types that a payout in this state has published, each exactly once. */
export const payoutEvents = (payout: Payout): ReadonlyArray<string> => {
  const byStatus: Readonly<Record<Payout["status"], ReadonlyArray<string>>> = {
    pending: [],
    in_transit: ["payout.in_transit"],
    paid: ["payout.in_transit", "payout.paid"],
    failed: payout.paidAt === null ? ["payout.failed"] : ["payout.in_transit", "payout.paid", "payout.failed"],
    canceled: ["payout.canceled"]
  }
  return ["payout.created", ...byStatus[payout.status]]
}
