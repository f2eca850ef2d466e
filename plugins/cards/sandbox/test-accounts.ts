/** The designated test accounts of the sandbox for ACH debits (decisions B4), and the payment methods that stand for them. */
import type { BankAccountTraits, PaymentOutcome } from "../payment-methods/PaymentMethod.ts"

/** A designated account and what it stands for. */
export interface TestAccount extends BankAccountTraits {
  /** Names the row, uniquely and for good, as in the table of test cards. */
  readonly name: string
  readonly routingNumber: string
  readonly accountNumber: string
  /** Ids of the payment methods that exist without tokenization. */
  readonly paymentMethods: ReadonlyArray<string>
}

/** The one routing number of the sandbox. */
const routingNumber = "110000000"

const account = (
  outcome: PaymentOutcome,
  accountNumber: string,
  paymentMethods: ReadonlyArray<string>
): TestAccount => ({
  name: outcome === "succeeds" ? "ach_success" : `ach_${outcome}`,
  routingNumber,
  accountNumber,
  bankName: "Bursar Test Bank",
  behaviour: { outcome },
  paymentMethods
})

/** Every designated account (spec cards §5.7; the last one is extra). */
export const testAccounts: ReadonlyArray<TestAccount> = [
  account("succeeds", "000123456789", ["pm_ach_success", "pm_usBankAccount_success"]),
  account("account_closed", "000111111113", ["pm_ach_account_closed", "pm_usBankAccount_accountClosed"]),
  account("insufficient_funds", "000222222227", ["pm_ach_insufficient_funds", "pm_usBankAccount_insufficientFunds"]),
  account("no_account", "000111111116", ["pm_ach_no_account", "pm_usBankAccount_noAccount"])
]

const keyOf = (routing: string, number: string) => `${routing} ${number}`

const byNumber = new Map(testAccounts.map((row) => [keyOf(row.routingNumber, row.accountNumber), row]))

/** The designated account with these numbers; `undefined` for any other. */
export const testAccountByNumber = (routing: string, number: string): TestAccount | undefined =>
  byNumber.get(keyOf(routing, number))
