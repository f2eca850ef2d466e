/** The chart of accounts (decisions D.5). Customers' accounts are named by routing and account number. */
import { Ledger, type Currency } from "../../src/domain.ts"
import type { Signer } from "../../src/plugin.ts"
import type { RailId } from "./rails/rail-ids.ts"

/** The kinds of accounts. Those of customers, rails and clients carry a name after the kind. */
export const chart = Ledger.chartOfAccounts({
  customer: {
    normal: "credit",
    named: true,
    description: "What we owe a customer: customer:{routing number}:****{last four of the account number}.{keyed hash}"
  },
  customer_hold: { normal: "credit", named: true, description: "Set aside for a payment that is not sent yet" },
  clearing: { normal: "credit", named: true, description: "Sent to a network and not answered yet: clearing:{rail}" },
  settlement: { normal: "debit", named: true, description: "Our money at a network: settlement:{rail}" },
  "receivable:returns": { normal: "debit", description: "Owed by a client for returns that its customer cannot cover" },
  uncollected: { normal: "credit", description: "Collected by ACH debit and still within its return time" },
  suspense: { normal: "debit", description: "Contradictions of a network, for an officer to clear" }
})

/** Names of accounts as they are posted. */
export type BankAccount =
  | `customer:${string}`
  | `customer_hold:${string}`
  | `clearing:${RailId}`
  | `settlement:${RailId}`
  | "receivable:returns"
  | "uncollected"
  | "suspense"

/** The last four characters of an account number: what is shown of it (decisions B.1). */
export const masked = (accountNumber: string): string => `****${accountNumber.slice(-4)}`

/** Whose money it is. */
export interface AccountHolder {
  readonly routingNumber: string
  readonly accountNumber: string
}

export const customerOf = ({ accountNumber, routingNumber }: AccountHolder): BankAccount =>
  `customer:${routingNumber}:${accountNumber}`

/** The part that is set aside. */
export const holdOf = ({ accountNumber, routingNumber }: AccountHolder): BankAccount =>
  `customer_hold:${routingNumber}:${accountNumber}`

/** Digits of the keyed hash that name an account: 80 bits. */
const hashDigits = 20

/** Banks name accounts of their customers as they like, in whatever characters. */
const holderPattern = /^(customer|customer_hold):([^:]*):(.+)$/s

/** The form in which a number is kept. */
const hiddenPattern = new RegExp(`^\\*{4}.{0,4}\\.[0-9a-f]{${hashDigits}}$`, "s")

/** What an account is kept and shown as: of a customer's number only the last four characters, and a keyed hash. */
export const hidden = (signer: Pick<Signer["Service"], "fingerprint">, account: string): string => {
  const [, kind, bank, number] = holderPattern.exec(account) ?? []
  if (kind === undefined || bank === undefined || number === undefined || hiddenPattern.test(number)) {
    return account
  }
  const hash = signer.fingerprint("bank account", `${bank} ${number}`).slice(0, hashDigits)
  return `${kind}:${bank}:${masked(number)}.${hash}`
}

/** An entry as it is kept. */
export const hiddenEntry =
  (signer: Pick<Signer["Service"], "fingerprint">) =>
  (of: Ledger.LedgerEntry): Ledger.LedgerEntry => ({
    ...of,
    postings: of.postings.map((posting) => ({ ...posting, account: hidden(signer, posting.account) }))
  })

const { credit, debit, entry } = Ledger

/** One movement between two accounts. `step` is unique per `source`. */
export const transfer = (of: {
  readonly source: string
  readonly step: string
  readonly amountCents: number
  /** Default: USD; the books of other currencies are kept beside it, and nothing is exchanged. */
  readonly currency?: Currency | undefined
  readonly from: BankAccount
  readonly to: BankAccount
}): Ledger.LedgerEntry =>
  entry({
    source: of.source,
    step: of.step,
    currency: of.currency ?? "usd",
    postings: [debit(of.from, of.amountCents), credit(of.to, of.amountCents)]
  })
