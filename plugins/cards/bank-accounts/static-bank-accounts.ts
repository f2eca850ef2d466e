/** Bank accounts that exist in test mode without being made, and are verified (decisions B4). Nothing of them is stored. */
import type { BankAccount } from "./BankAccount.ts"

/** 2026-01-01T00:00:00Z (our choice): a constant, so that what is retrieved never changes. */
const createdAt = 1_767_225_600_000

const verified = {
  customer: null,
  accountHolderName: "Sandbox Account Holder",
  status: "verified",
  failedVerifications: 0,
  instantEligible: true,
  behaviour: { outcome: "paid" },
  createdAt,
  livemode: false
} as const

const accounts: ReadonlyArray<BankAccount> = [
  {
    ...verified,
    id: "ba_test_verified_usd",
    currency: "usd",
    country: "US",
    bankName: "Sandbox Bank",
    last4: "6789",
    routingNumber: "110000000",
    ibanCountry: null,
    fingerprint: "test_verified_usd"
  },
  {
    ...verified,
    id: "ba_test_verified_eur",
    currency: "eur",
    country: "DE",
    bankName: null,
    last4: "3000",
    routingNumber: null,
    ibanCountry: "DE",
    fingerprint: "test_verified_eur"
  }
]

/** Their ids. */
export const staticBankAccountIds: ReadonlyArray<string> = accounts.map(({ id }) => id)

const byId = new Map(accounts.map((account) => [account.id, account]))

/** The static bank account of this id; `undefined` when the id is not one of them. */
export const staticBankAccount = (id: string): BankAccount | undefined => byId.get(id)
