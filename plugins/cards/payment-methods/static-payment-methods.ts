/**
 * Payment methods that exist in test mode without tokenization, such as `pm_card_visa` (decisions B3): one per static
 * name of the test card table, the same in every engine and for every account. Nothing of them is stored.
 */
import { testCards, type TestCard } from "../acquirer/test-cards.ts"
import type { PaymentMethod } from "./PaymentMethod.ts"

/** 2026-01-01T00:00:00Z (our choice): a constant, so that what is retrieved never changes. */
const createdAt = 1_767_225_600_000

/** December 2099 (our choice): good wherever a test moves the clock to. */
const expiry = { expMonth: 12, expYear: 2099 }

const paymentMethodOf = (id: string, card: TestCard): PaymentMethod => ({
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
  behaviour: card.behaviour,
  billingDetails: {},
  client: {},
  customer: null,
  createdAt,
  livemode: false
})

const byId: ReadonlyMap<string, PaymentMethod> = new Map(
  testCards.flatMap((card) => card.paymentMethods.map((id) => [id, paymentMethodOf(id, card)] as const))
)

/** The static payment method of this id; `undefined` when the id is not one of them. */
export const staticPaymentMethod = (id: string): PaymentMethod | undefined => byId.get(id)
