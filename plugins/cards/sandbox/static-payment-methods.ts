/**
 * Payment methods that exist in test mode without tokenization, such as `pm_card_visa` (decisions B3): one per static
 * name of the tables of test cards and test accounts, the same for every account. Nothing of them is stored. Their
 * fingerprints here are stand-ins: `finding.ts` gives them those of their numbers.
 */
import { testAccounts, type TestAccount } from "./test-accounts.ts"
import { testCards, type TestCard } from "./test-cards.ts"
import type { BankPaymentMethod, CardPaymentMethod, PaymentMethod } from "../payment-methods/PaymentMethod.ts"

/** 2026-01-01T00:00:00Z (our choice): a constant, so that what is retrieved never changes. */
const createdAt = 1_767_225_600_000

/** December 2099 (our choice): good wherever a test moves the clock to. */
const expiry = { expMonth: 12, expYear: 2099 }

const fields = {
  billingDetails: {},
  client: {},
  customer: null,
  createdAt,
  livemode: false
} as const

const cardOf = (id: string, card: TestCard): CardPaymentMethod => ({
  ...fields,
  id,
  type: "card",
  card: {
    brand: card.brand,
    last4: card.number.slice(-4),
    ...expiry,
    country: card.country,
    funding: card.funding,
    category: card.category,
    fingerprint: `test_${card.name}`,
    threeDSecure: card.threeDSecure
  },
  behaviour: card.behaviour
})

const bankAccountOf = (id: string, account: TestAccount): BankPaymentMethod => ({
  ...fields,
  id,
  type: "us_bank_account",
  usBankAccount: {
    bankName: account.bankName,
    routingNumber: account.routingNumber,
    last4: account.accountNumber.slice(-4),
    fingerprint: `test_${account.name}`
  },
  behaviour: account.behaviour
})

const byId: ReadonlyMap<string, PaymentMethod> = new Map<string, PaymentMethod>([
  ...testCards.flatMap((card) => card.paymentMethods.map((id) => [id, cardOf(id, card)] as const)),
  ...testAccounts.flatMap((account) => account.paymentMethods.map((id) => [id, bankAccountOf(id, account)] as const))
])

/** The static payment method of this id; `undefined` when the id is not one of them. */
export const staticPaymentMethod = (id: string): PaymentMethod | undefined => byId.get(id)

const numbers = new Map<string, string>([
  ...testCards.flatMap((card) => card.paymentMethods.map((id) => [id, card.number] as const)),
  ...testAccounts.flatMap((account) =>
    account.paymentMethods.map((id) => [id, `${account.routingNumber} ${account.accountNumber}`] as const)
  )
])

/** The test number behind a static payment method, as it is fingerprinted when it is tokenized. */
export const staticNumber = (id: string): string | undefined => numbers.get(id)
