/** Changes payments by what operators do, each in a commit of its own, whoever else changes them meanwhile. */
import * as Effect from "effect/Effect"
import { balanceOf, carryOutUnkeyed, Clock, Signer, type RegionStore } from "../../../src/plugin.ts"
import { bankPlugin } from "../declaration.ts"
import { customerOf, hidden } from "../accounts.ts"
import { conclude } from "../BankDecision.ts"
import type { AlertingDecision, Consequence } from "../payments/Outcome.ts"
import * as payments from "../payments/operations.ts"
import { isAch, type AchPayment } from "../payments/Payment.ts"
import { nothing, takeNews } from "../plans.ts"

/** Rows that files and batches are worked on with at a time. */
export const pageRows = 200

/** Payments that are changed at once: commits that arrive together share a transaction. */
export const together = { concurrency: 16, discard: true } as const

/** The plan of what is decided about a payment as it is now; `undefined`: nothing. */
export const planChange = (
  store: RegionStore,
  paymentId: string,
  decide: (payment: AchPayment, now: number) => AlertingDecision | undefined
) =>
  payments.planChange(payments.find(store, paymentId), (payment, now) =>
    isAch(payment) ? decide(payment, now) : undefined
  )

/** Decides about a payment as it is now, and writes what follows. */
export const change = (...asked: Parameters<typeof planChange>) => carryOutUnkeyed(asked[0], planChange(...asked))

/** Whether the originator's account holds what it would have to give back. */
const covers = Effect.fnUntraced(function* (store: RegionStore, payment: AchPayment) {
  const balance = yield* balanceOf(store, {
    plugin: bankPlugin.id,
    scope: payment.scope,
    account: hidden(yield* Signer, customerOf(payment.originator)),
    currency: "usd"
  })
  // Balances count debits as positive, and customers' money is a credit.
  return -balance >= BigInt(payment.amountCents)
})

/** Applies news once. */
export const applyNews = (
  store: RegionStore,
  of: { readonly paymentId: string; readonly eventId: string },
  decide: (payment: AchPayment, facts: { readonly now: number; readonly isCovered: boolean }) => Consequence
) =>
  takeNews(
    store,
    Effect.gen(function* () {
      const now = (yield* Clock).now()
      const found = yield* payments.find(store, of.paymentId)
      if (found === undefined || !isAch(found.document)) return nothing
      const payment = found.document
      const { alerts, decision } = decide(payment, { now, isCovered: yield* covers(store, payment) })
      return yield* payments.planDecision(decision ?? conclude({ state: payment }), {
        now,
        before: found,
        writes: [payments.noteRailEvent({ railEventId: of.eventId, resource: payment.id, now })],
        alerts
      })
    })
  )
