/**
 * Double-entry bookkeeping as values: accounts, balanced entries, reversals and what entries change. Nothing is stored
 * here; the ledger that writes entries inside a commit builds on it.
 */
import type { Currency } from "./Currency.ts"
import { addMinor } from "./Money.ts"

/** The side of a posting, and the side on which an account normally grows. */
export type Direction = "debit" | "credit"

/** One leg of an entry. */
export interface Posting<Account extends string = string> {
  readonly account: Account
  readonly direction: Direction
  /** Positive safe integer in the smallest unit of the entry's currency; the direction is never told by a sign. */
  readonly amountMinor: number
}

/** One balanced journal in one currency. `(source, step)` is unique in a ledger, so a repeated step posts once. */
export interface LedgerEntry<Account extends string = string> {
  /** Identifier of the resource that caused the entry, such as `pay_…`. */
  readonly source: string
  /** What happened to the resource, such as `capture`, or `refund:ref_…` where it can happen more than once. */
  readonly step: string
  readonly currency: Currency
  readonly postings: ReadonlyArray<Posting<Account>>
}

/** One account of a chart. */
export interface AccountDefinition {
  /** The side on which the account grows: assets and expenses debit, liabilities and income credit. */
  readonly normal: Direction
  /** What a balance on this account means, for documentation and the console. */
  readonly description: string
  /** There are many accounts of this kind, each with a name after a colon: `clearing:rtp`. Default: one, without a name. */
  readonly named?: boolean
}

/** The accounts of one plugin. */
export interface ChartOfAccounts<Account extends string = string> {
  readonly accounts: Readonly<Record<Account, AccountDefinition>>
  /** Names in the order in which they were declared. */
  readonly names: ReadonlyArray<Account>
  /** Whether an account may be posted to. */
  readonly has: (name: string) => boolean
}

/** By how much the debits of one account in one currency exceed its credits; negative where credits are more. */
export interface BalanceChange {
  readonly account: string
  readonly currency: Currency
  /** Non-zero, debit-positive, in the currency's smallest unit. */
  readonly changeMinor: number
}

/** An entry that breaks the rules of bookkeeping. It is a bug in the rule that built it, so it is thrown. */
export class UnbalancedEntry extends Error {
  override readonly name = "UnbalancedEntry"
  readonly source: string
  readonly step: string

  constructor(entry: Pick<LedgerEntry, "source" | "step">, problem: string) {
    super(`Ledger entry ${entry.source} ${entry.step}: ${problem}`)
    this.source = entry.source
    this.step = entry.step
  }
}

/** Declares the accounts of a plugin; the names become a type, so a posting to an unknown account does not compile. */
export const chartOfAccounts = <Account extends string>(
  accounts: Readonly<Record<Account, AccountDefinition>>
): ChartOfAccounts<Account> => ({
  accounts,
  names: Object.keys(accounts) as Array<Account>,
  has: (name) => {
    if (Object.hasOwn(accounts, name)) return accounts[name as Account].named !== true
    const colon = name.indexOf(":")
    const kind = name.slice(0, Math.max(0, colon))
    return colon < name.length - 1 && Object.hasOwn(accounts, kind) && accounts[kind as Account].named === true
  }
})

/** A debit leg; `entry` checks the amount. */
export const debit = <Account extends string>(account: Account, amountMinor: number): Posting<Account> => ({
  account,
  direction: "debit",
  amountMinor
})

/** A credit leg; `entry` checks the amount. */
export const credit = <Account extends string>(account: Account, amountMinor: number): Posting<Account> => ({
  account,
  direction: "credit",
  amountMinor
})

/** Throws `UnbalancedEntry` unless an entry has at least two legs, each amount is a positive safe integer, and debits equal credits exactly. */
export const checkBalanced = (journal: LedgerEntry): void => {
  const { postings } = journal
  if (postings.length < 2) throw new UnbalancedEntry(journal, `has ${postings.length} of at least 2 legs`)
  let debitsMinor = 0
  let creditsMinor = 0
  for (const posting of postings) {
    const amountMinor = posting.amountMinor
    if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0) {
      throw new UnbalancedEntry(journal, `${posting.account} has the amount ${amountMinor}`)
    }
    if (posting.direction === "debit") debitsMinor += amountMinor
    else creditsMinor += amountMinor
  }
  // Amounts are positive, so a sum that was rounded on the way ends above the safe range and is caught here.
  const exact = debitsMinor <= Number.MAX_SAFE_INTEGER && creditsMinor <= Number.MAX_SAFE_INTEGER
  if (exact ? debitsMinor !== creditsMinor : exactSum(postings) !== 0n) {
    throw new UnbalancedEntry(journal, `debits ${debitsMinor} differ from credits ${creditsMinor}`)
  }
}

/** Builds an entry. Throws `UnbalancedEntry`, as whatever commits it does, but here one sees where it was made. */
export const entry = <Account extends string>(journal: LedgerEntry<Account>): LedgerEntry<Account> => {
  checkBalanced(journal)
  const { source, step, currency, postings } = journal
  return { source, step, currency, postings }
}

/**
 * What entries change together: one row per account and currency, in the order in which they are first seen; accounts
 * that end where they began are left out. Throws a RangeError when a change is beyond the safe range.
 */
export const balanceChanges = (entries: ReadonlyArray<LedgerEntry>): ReadonlyArray<BalanceChange> => {
  const changes = new Map<string, { account: string; currency: Currency; changeMinor: number }>()
  for (const { currency, postings } of entries) {
    for (const { account, direction, amountMinor } of postings) {
      const signedMinor = direction === "debit" ? amountMinor : -amountMinor
      const key = `${currency} ${account}`
      const change = changes.get(key)
      if (change === undefined) changes.set(key, { account, currency, changeMinor: signedMinor })
      else change.changeMinor = addMinor(change.changeMinor, signedMinor)
    }
  }
  return [...changes.values()].filter((change) => change.changeMinor !== 0)
}

const exactSum = (postings: ReadonlyArray<Posting>): bigint => {
  let sum = 0n
  for (const { direction, amountMinor } of postings) {
    sum += direction === "debit" ? BigInt(amountMinor) : -BigInt(amountMinor)
  }
  return sum
}
