/**
 * Tries a rule on the payments that an account made already, before it decides about new ones. What a rule looks at is read as it
 * is now: a customer may have moved since. Nothing is changed.
 */
import * as Effect from "effect/Effect"
import { Signer, type RegionStore } from "../../../src/plugin.ts"
import { findCustomer } from "../customers/repository.ts"
import { find as findMethod } from "../payment-methods/finding.ts"
import type { PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import type { Payment } from "../payments/Payment.ts"
import { statusOf, type PaymentStatus } from "../payments/PaymentState.ts"
import { list } from "../payments/repository.ts"
import { countryOf, IpCountries, type FindIpCountry } from "./ip-countries.ts"
import { holds, type RuleAttributes, type RuleCondition } from "./RiskRule.ts"

/** Payments that are tried, and examples that are named (our choices). */
export const triedPayments = 500
const mostExamples = 10

/** What a rule would have met. */
export interface TriedRule {
  readonly payments: number
  readonly matched: number
  /** Of those that matched, how they ended without the rule. */
  readonly byStatus: Readonly<Partial<Record<PaymentStatus, number>>>
  /** Of those that matched and succeeded, by currency, in minor units. */
  readonly succeeded: Readonly<Record<string, number>>
  readonly examples: ReadonlyArray<string>
}

const cardOf = (method: PaymentMethod | undefined) => (method?.type === "card" ? method.card : undefined)

const attributesOf = (
  payment: Payment,
  of: {
    readonly method: PaymentMethod | undefined
    readonly customerCountry: string | undefined
    readonly find: FindIpCountry
  }
): RuleAttributes => {
  const card = cardOf(of.method)
  const ip = payment.origin?.ip
  return {
    amount: payment.amountMinor,
    currency: payment.currency,
    card_country: card?.country,
    card_brand: card?.brand,
    card_funding: card?.funding,
    card_category: card?.category,
    billing_country: of.method?.billingDetails.address?.country,
    customer_country: of.customerCountry,
    ip_country: ip === undefined ? undefined : countryOf(of.find, ip),
    customer: payment.customer ?? undefined,
    payment_method: payment.paymentMethod,
    off_session: payment.offSession,
    score: payment.risk.score,
    signals: payment.risk.signals
  }
}

/** Remembers what was read for an id: many payments share a method and a customer. */
const once = <A, E, R>(read: (id: string) => Effect.Effect<A, E, R>) => {
  const known = new Map<string, A>()
  return (id: string): Effect.Effect<A, E, R> =>
    known.has(id)
      ? Effect.succeed(known.get(id) as A)
      : Effect.tap(read(id), (found) => Effect.sync(() => known.set(id, found)))
}

/** The payments of a scope, newest first, that a condition would have met. */
export const tryRule = Effect.fn("cards.risk.tryRule")(function* (
  { scope, store }: { readonly store: RegionStore; readonly scope: string },
  when: RuleCondition
) {
  yield* Signer
  const find = yield* IpCountries
  const methodOf = once((id) => findMethod(store, scope, id))
  const customerOf = once((id) => findCustomer(store, scope, id))
  const entries = yield* list(store, scope, { full: true }, undefined, triedPayments)
  const matched: Array<Payment> = []
  for (const { payment } of entries) {
    if (payment === undefined) continue
    const customer = payment.customer === null ? undefined : yield* customerOf(payment.customer)
    const method = yield* methodOf(payment.paymentMethod)
    const customerCountry = customer?.customer.address?.country
    if (holds(when, attributesOf(payment, { method, customerCountry, find }))) matched.push(payment)
  }
  const byStatus: Partial<Record<PaymentStatus, number>> = {}
  const succeeded: Record<string, number> = {}
  for (const { amountMinor, currency, state } of matched) {
    const status = statusOf[state]
    byStatus[status] = (byStatus[status] ?? 0) + 1
    if (status === "succeeded") succeeded[currency] = (succeeded[currency] ?? 0) + amountMinor
  }
  return {
    payments: entries.length,
    matched: matched.length,
    byStatus,
    succeeded,
    examples: matched.slice(0, mostExamples).map(({ id }) => id)
  } satisfies TriedRule
})
