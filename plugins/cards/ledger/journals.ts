/**
 * Every journal of the plugin, one function per row of decisions C3: what happened, and which accounts it moves. A
 * journal's source is the resource that it happened to, and its step happens to a resource once.
 */
import { Ledger, type Currency } from "../../../src/domain.ts"
import type { chart } from "../accounts.ts"

/** The resource that a journal is about. */
export interface JournalSource {
  readonly id: string
  readonly currency: Currency
}

type Account = (typeof chart.names)[number]
type Journal = Ledger.LedgerEntry<Account>

const { credit, debit } = Ledger

const journal = (of: JournalSource, step: string, postings: ReadonlyArray<Ledger.Posting<Account>>): Journal =>
  Ledger.entry({ source: of.id, step, currency: of.currency, postings })

/** Two legs: so much leaves one account for another. */
const moved = (amountMinor: number, from: Account, to: Account) => [debit(from, amountMinor), credit(to, amountMinor)]

/** An issuer sets an amount aside. */
export const authorized = (payment: JournalSource, amountMinor: number): Journal =>
  journal(payment, "authorize", moved(amountMinor, "hold.issuer", "hold.outstanding"))

/** Held money becomes money that the scheme owes us and we owe the merchant. */
export const captured = (payment: JournalSource, amountMinor: number): Journal =>
  journal(payment, "capture", [
    ...moved(amountMinor, "hold.outstanding", "hold.issuer"),
    ...moved(amountMinor, "scheme.receivable", "merchant.pending")
  ])

/** The platform's fee on a capture. */
export const processingFee = (payment: JournalSource, feeMinor: number): Journal =>
  journal(payment, "fee", moved(feeMinor, "merchant.pending", "platform.fees"))

/** The scheme pays us, and the merchant may use what is left after the fee. */
export const settled = (
  payment: JournalSource,
  amounts: { readonly capturedMinor: number; readonly feeMinor: number }
) => {
  const netMinor = amounts.capturedMinor - amounts.feeMinor
  return journal(payment, "settle", [
    // A fee can take all of a small capture; a leg of nothing is no leg.
    ...(netMinor === 0 ? [] : moved(netMinor, "merchant.pending", "merchant.available")),
    ...moved(amounts.capturedMinor, "bank.cash", "scheme.receivable")
  ])
}

/** A hold, or the rest of one, goes back to the card: after a cancellation, an expiry, or a partial capture. */
export const released = (payment: JournalSource, amountMinor: number): Journal =>
  journal(payment, "release", moved(amountMinor, "hold.outstanding", "hold.issuer"))

/** A refund leaves the merchant's balance. */
export const refunded = (refund: JournalSource, amountMinor: number): Journal =>
  journal(refund, "refund", moved(amountMinor, "merchant.available", "scheme.refunds"))

/** The cardholder has it. */
export const refundPaid = (refund: JournalSource, amountMinor: number): Journal =>
  journal(refund, "pay", moved(amountMinor, "scheme.refunds", "bank.cash"))

/** A refund that did not arrive comes back: from the scheme, or from the bank if it had been paid. */
export const refundReturned = (refund: JournalSource, amountMinor: number, wasPaid: boolean): Journal =>
  journal(refund, "return", moved(amountMinor, wasPaid ? "bank.cash" : "scheme.refunds", "merchant.available"))

/** A dispute withholds money from the merchant. */
export const disputed = (dispute: JournalSource, amountMinor: number): Journal =>
  journal(dispute, "open", moved(amountMinor, "merchant.available", "merchant.disputed"))

/** The platform's fee on a dispute. */
export const disputeFee = (dispute: JournalSource, feeMinor: number): Journal =>
  journal(dispute, "fee", moved(feeMinor, "merchant.available", "platform.fees"))

/** The merchant has the withheld money again. */
export const disputeWon = (dispute: JournalSource, amountMinor: number): Journal =>
  journal(dispute, "win", moved(amountMinor, "merchant.disputed", "merchant.available"))

/** The withheld money goes to the scheme, and the scheme takes it from our bank account. */
export const disputeLost = (dispute: JournalSource, amountMinor: number): ReadonlyArray<Journal> => [
  journal(dispute, "lose", moved(amountMinor, "merchant.disputed", "scheme.chargeback")),
  journal(dispute, "chargeback", moved(amountMinor, "scheme.chargeback", "bank.cash"))
]

export interface PayoutAmounts {
  readonly amountMinor: number
  readonly feeMinor: number
}

const payoutLegs = ({ amountMinor, feeMinor }: PayoutAmounts, outside: Account) => [
  { account: outside, amountMinor },
  ...(feeMinor === 0 ? [] : [{ account: "platform.fees" as const, amountMinor: feeMinor }])
]

/** A payout and its fee leave the merchant's balance. */
export const payoutCreated = (payout: JournalSource, amounts: PayoutAmounts): Journal =>
  journal(payout, "create", [
    debit("merchant.available", amounts.amountMinor + amounts.feeMinor),
    ...payoutLegs(amounts, "bank.in_transit").map((leg) => credit(leg.account, leg.amountMinor))
  ])

/** The merchant's bank has it. */
export const payoutPaid = (payout: JournalSource, amountMinor: number): Journal =>
  journal(payout, "pay", moved(amountMinor, "bank.in_transit", "bank.cash"))

const payoutUndone = (payout: JournalSource, amounts: PayoutAmounts, from: Account): Journal =>
  journal(payout, "return", [
    ...payoutLegs(amounts, from).map((leg) => debit(leg.account, leg.amountMinor)),
    credit("merchant.available", amounts.amountMinor + amounts.feeMinor)
  ])

/** A payout that was canceled or failed before it was paid comes back with its fee. */
export const payoutUnpaid = (payout: JournalSource, amounts: PayoutAmounts): Journal =>
  payoutUndone(payout, amounts, "bank.in_transit")

/** A payout that the bank sent back after it was paid comes back with its fee. */
export const payoutReturned = (payout: JournalSource, amounts: PayoutAmounts): Journal =>
  payoutUndone(payout, amounts, "bank.cash")

/** Money for tests, out of nowhere. */
export const testFunding = (funding: JournalSource, amountMinor: number): Journal =>
  journal(funding, "test_funding", moved(amountMinor, "bank.cash", "merchant.available"))
