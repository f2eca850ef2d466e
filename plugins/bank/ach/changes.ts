/** Changes payments by what operators do, each in a commit of its own, whoever else changes them meanwhile. */
import * as Effect from "effect/Effect"
import { balanceOf, Clock, retryOnConflict, Signer, type ClaimedJob, type RegionStore } from "../../../src/plugin.ts"
import { bankPlugin } from "../declaration.ts"
import { customerOf, hidden } from "../accounts.ts"
import { conclude } from "../BankDecision.ts"
import type { PaymentDecision } from "../payments/Lifecycle.ts"
import type { Consequence } from "../payments/Outcome.ts"
import * as payments from "../payments/operations.ts"
import { isAch, type AchPayment } from "../payments/Payment.ts"

/** Rows that files and batches are worked on with at a time. */
export const pageRows = 200

/** Payments that are changed at once: commits that arrive together share a transaction. */
export const together = { concurrency: 16, discard: true } as const

/** Decides about a payment as it is now, and writes what follows. `undefined`: nothing does. */
export const change = Effect.fnUntraced(
  function* (
    store: RegionStore,
    paymentId: string,
    decide: (payment: AchPayment, now: number) => PaymentDecision | undefined,
    completes?: ClaimedJob
  ) {
    const clock = yield* Clock
    const found = yield* payments.find(store, paymentId)
    const now = clock.now()
    const decision = found !== undefined && isAch(found.document) ? decide(found.document, now) : undefined
    if (found === undefined || decision === undefined) return false
    yield* payments.commitPayment(decision, { store, now, before: found, completes })
    return true
  },
  (operation) => retryOnConflict(operation)
)

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

/** Applies news once: the same news again violates its key, and nothing is written. Answers whether it was news. */
export const applyNews = Effect.fnUntraced(
  function* (
    store: RegionStore,
    of: { readonly paymentId: string; readonly eventId: string },
    decide: (payment: AchPayment, facts: { readonly now: number; readonly isCovered: boolean }) => Consequence
  ) {
    const clock = yield* Clock
    const found = yield* payments.find(store, of.paymentId)
    if (found === undefined || !isAch(found.document)) return false
    const payment = found.document
    const now = clock.now()
    const { alerts, decision } = decide(payment, { now, isCovered: yield* covers(store, payment) })
    return yield* payments
      .commitPayment(decision ?? conclude({ state: payment }), {
        store,
        now,
        before: found,
        writes: [payments.noteRailEvent({ railEventId: of.eventId, resource: payment.id, now })],
        alerts
      })
      .pipe(
        Effect.as(true),
        Effect.catchTag("UniqueViolation", () => Effect.succeed(false))
      )
  },
  (operation) => retryOnConflict(operation)
)
