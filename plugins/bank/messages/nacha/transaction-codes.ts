/** Transaction codes of ACH entries: account type, direction and purpose in two digits (Nacha, Appendix Three). */

/** The kinds of accounts that entries reach. */
export type AchAccountType = "checking" | "savings" | "general_ledger" | "loan"

/** What an entry is for: money, its return or correction, a test before money, or remittance alone. */
export type EntryPurpose = "live" | "return" | "prenote" | "zero_dollar"

/** What a transaction code means. */
export interface TransactionCode {
  readonly code: string
  readonly accountType: AchAccountType
  readonly direction: "credit" | "debit"
  readonly purpose: EntryPurpose
}

type Codes = Readonly<Partial<Record<EntryPurpose, string>>>

/** The table. Loan accounts are debited only to take a credit back. */
const table: Readonly<Record<AchAccountType, Readonly<Record<"credit" | "debit", Codes>>>> = {
  checking: {
    credit: { live: "22", return: "21", prenote: "23", zero_dollar: "24" },
    debit: { live: "27", return: "26", prenote: "28", zero_dollar: "29" }
  },
  savings: {
    credit: { live: "32", return: "31", prenote: "33", zero_dollar: "34" },
    debit: { live: "37", return: "36", prenote: "38", zero_dollar: "39" }
  },
  general_ledger: {
    credit: { live: "42", return: "41", prenote: "43", zero_dollar: "44" },
    debit: { live: "47", return: "46", prenote: "48", zero_dollar: "49" }
  },
  loan: {
    credit: { live: "52", return: "51", prenote: "53", zero_dollar: "54" },
    debit: { live: "55", return: "56" }
  }
}

/** Every transaction code. */
export const transactionCodes: ReadonlyArray<TransactionCode> = Object.entries(table).flatMap(
  ([accountType, directions]) =>
    Object.entries(directions).flatMap(([direction, codes]) =>
      Object.entries(codes).map(([purpose, code]) => ({ code, accountType, direction, purpose }) as TransactionCode)
    )
)

const byCode = new Map(transactionCodes.map((one) => [one.code, one]))

/** What a code means, or `undefined` when it is none. */
export const transactionCodeOf = (code: string): TransactionCode | undefined => byCode.get(code)

/** The code for an account and a direction, or `undefined` where the table has none. */
export const transactionCodeFor = (
  accountType: AchAccountType,
  direction: "credit" | "debit",
  purpose: EntryPurpose = "live"
): string | undefined => table[accountType][direction][purpose]

/** The code under which an entry is returned or corrected: the same account and direction. */
export const returnTransactionCode = (code: string): string | undefined => {
  const found = byCode.get(code)
  return found === undefined ? undefined : transactionCodeFor(found.accountType, found.direction, "return")
}
