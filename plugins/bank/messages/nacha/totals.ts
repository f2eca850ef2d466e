/** Counts, hashes and sums of batches and files. */
import type { Entry, Totals } from "./NachaFile.ts"
import { hashModulus } from "./NachaFile.ts"
import { transactionCodeOf } from "./transaction-codes.ts"

/** Nothing. */
export const noTotals: Totals = { entriesAndAddenda: 0, hash: 0, debitMinor: 0, creditMinor: 0 }

/** The sum of two totals. The hash keeps its last ten digits. */
export const addTotals = (one: Totals, other: Totals): Totals => ({
  entriesAndAddenda: one.entriesAndAddenda + other.entriesAndAddenda,
  hash: (one.hash + other.hash) % hashModulus,
  debitMinor: one.debitMinor + other.debitMinor,
  creditMinor: one.creditMinor + other.creditMinor
})

const totalsOf = ({ transactionCode, routingNumber, amountMinor, addenda }: Entry): Totals => ({
  entriesAndAddenda: 1 + addenda.length,
  hash: Number(routingNumber.slice(0, 8)),
  debitMinor: transactionCodeOf(transactionCode)?.direction === "debit" ? amountMinor : 0,
  creditMinor: transactionCodeOf(transactionCode)?.direction === "credit" ? amountMinor : 0
})

/** The totals of a batch. */
export const totalsOfEntries = (entries: ReadonlyArray<Entry>): Totals =>
  entries.reduce((totals, entry) => addTotals(totals, totalsOf(entry)), noTotals)
