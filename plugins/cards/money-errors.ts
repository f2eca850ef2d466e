/** The rows of the error table about refunds, disputes and payouts; `errors.ts` joins them with the others. */
import type { AcquirerUnknown } from "./acquirer/Acquirer.ts"
import type { DisputeFailure, DisputeRefused, PaymentNotDisputable } from "./disputes/Dispute.ts"
import { choice, row, type ErrorRows } from "./error-catalogue.ts"
import type { PayoutFailure, PayoutRefused, PayoutStatus } from "./payouts/Payout.ts"
import type { RefundFailure, RefundRefused } from "./refunds/Refund.ts"
import { missing } from "./missing.ts"

/** What goes wrong when money moves after the payment. */
export type MoneyFailure =
  RefundFailure | DisputeFailure | Exclude<PayoutFailure, { readonly _tag: "VersionConflict" }> | AcquirerUnknown

const refundRefusals: Readonly<Record<RefundRefused["code"] | "dispute_lost", string>> = {
  payment_not_refundable: "Nothing of this payment was captured, so there is nothing to refund",
  payment_fully_refunded: "The payment is refunded in full",
  payment_disputed: "What is left of the payment is disputed. It can be refunded if you win the dispute",
  dispute_lost:
    "What was left of the payment went back to the cardholder with a lost dispute, so there is nothing to refund"
}

const disputeRefusals: Readonly<Record<DisputeRefused["code"], string>> = {
  evidence_already_submitted: "Evidence was submitted for this dispute. It can be submitted once",
  evidence_deadline_passed: "The time to respond to this dispute is over",
  evidence_empty: "Evidence that is submitted must say something: fill at least one of its fields",
  dispute_unexpected_state: "The dispute is with the issuer or decided, and cannot be changed like this"
}

const disputability: Readonly<Record<PaymentNotDisputable["code"], string>> = {
  payment_disputed: "A dispute of this payment is open. One can be open at a time",
  payment_fully_refunded:
    "Nothing of the payment is left to dispute: it was refunded, or went back to the cardholder with a lost dispute"
}

const payoutRefusals: Readonly<Record<PayoutRefused["code"], readonly [message: string, param: string]>> = {
  bank_account_unverified: ["The bank account is not verified", "destination"],
  currency_mismatch: ["currency must be that of the bank account", "currency"],
  instant_payout_unavailable: ["Instant payouts are not available to this bank account. Use standard", "method"]
}

const payoutStates: Readonly<Record<PayoutStatus | "leaving", string>> = {
  pending: "The payout has not left yet: it waits for its batch at 00:00 UTC, and until then it can be canceled",
  leaving: "The payout leaves with its batch at this moment and can no longer be canceled",
  in_transit: "The payout is on its way to the bank: it can arrive or fail, and can no longer be canceled",
  paid: "The payout was paid. The bank can send it back, in test mode within 5 business days; nothing else can change it",
  failed: "The payout failed, which is final. Create a new payout",
  canceled: "The payout was canceled, which is final. Create a new payout"
}

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as Array<K>

export const moneyRows: ErrorRows<MoneyFailure> = {
  // Refunds
  RefundNotFound: missing("refund"),
  RefundRefused: choice(
    ["payment_not_refundable", "payment_fully_refunded", "payment_disputed"],
    ({ code, isDisputeOpen }) => ({
      code,
      message: refundRefusals[code === "payment_disputed" && isDisputeOpen === false ? "dispute_lost" : code],
      param: "payment_id"
    })
  ),
  RefundAmountTooLarge: row("refund_amount_too_large", ({ refundableMinor }) => ({
    message: `The amount may be at most what is left of the payment: ${refundableMinor} in the smallest currency unit`,
    param: "amount"
  })),
  RefundStateRefused: row("parameter_invalid", ({ status }) => ({
    message: `The refund is ${status} and cannot become that`,
    param: "outcome"
  })),
  // Nothing was moved: the answer of an acquirer in our own memory failed.
  AcquirerUnknown: row("unavailable", () => ({
    message: "The acquirer gave no answer. Send the request again with the same idempotency key",
    headers: { "retry-after": "1" }
  })),

  // Disputes
  DisputeNotFound: missing("dispute"),
  DisputeRefused: choice(keysOf(disputeRefusals), ({ code }) => ({ code, message: disputeRefusals[code] })),
  PaymentNotDisputable: choice(keysOf(disputability), ({ code }) => ({
    code,
    message: disputability[code],
    param: "payment_id"
  })),
  DisputeAmountTooLarge: row("amount_too_large", ({ disputableMinor }) => ({
    message: `The amount may be at most what is left of the payment: ${disputableMinor} in the smallest currency unit`,
    param: "amount"
  })),

  // Payouts
  PayoutNotFound: missing("payout"),
  BetaAccessRequired: row("beta_access_required", () => ({
    message: "Payouts are in beta. Ask for access to be enabled for this account"
  })),
  PayoutRefused: choice(keysOf(payoutRefusals), ({ code }) => ({
    code,
    message: payoutRefusals[code][0],
    param: payoutRefusals[code][1]
  })),
  PayoutStateRefused: row("payout_unexpected_state", ({ isLeaving, status }) => ({
    message: payoutStates[isLeaving === true ? "leaving" : status]
  })),
  BalanceInsufficient: row("balance_insufficient", ({ totalMinor }) => ({
    message: `The available balance does not cover the amount and its fee: ${totalMinor} in the smallest currency unit`,
    param: "amount"
  }))
}
