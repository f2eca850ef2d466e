/** Money for tests, and how balances are read out of the ledger (decisions C3, B13). */
import { decide, type Currency, type Decision } from "../../../src/domain.ts"
import * as journals from "../ledger/journals.ts"

/** An amount out of nowhere that a test puts into its balance. */
export interface Funding {
  /** Begins with `fund_`; its journal's source. */
  readonly id: string
  readonly amountMinor: number
  readonly currency: Currency
}

/** Adds test money to the available balance. */
export const fund = (funding: Funding): Decision<Funding> =>
  decide({ state: funding, entries: [journals.testFunding(funding, funding.amountMinor)] })

/** A balance of one account in one currency as the ledger keeps it: debits positive. */
export interface LedgerBalance {
  readonly account: string
  readonly currency: Currency
  readonly balance: bigint
}

/** What belongs to the merchant in one currency. Available money may be negative: refunds and disputes go that far. */
export interface CurrencyAmount {
  readonly currency: Currency
  readonly amountMinor: bigint
}

/** The parts of a balance, each by currency. */
export interface MerchantBalance {
  readonly available: ReadonlyArray<CurrencyAmount>
  readonly pending: ReadonlyArray<CurrencyAmount>
  readonly disputed: ReadonlyArray<CurrencyAmount>
}

/**
 * The merchant's balance out of the ledger's. `available` names every currency that was ever used, the other parts those
 * in which there is something.
 */
export const merchantBalance = (balances: ReadonlyArray<LedgerBalance>): MerchantBalance => {
  const part = (account: string): ReadonlyArray<CurrencyAmount> =>
    balances
      .filter((balance) => balance.account === account)
      // The merchant's accounts are credit-normal: what we owe is positive.
      .map(({ balance, currency }) => ({ currency, amountMinor: -balance }))
  const filled = (account: string) => part(account).filter(({ amountMinor }) => amountMinor !== 0n)
  return {
    available: part("merchant.available"),
    pending: filled("merchant.pending"),
    disputed: filled("merchant.disputed")
  }
}
