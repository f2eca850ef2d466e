/** People who approve payments before they are sent (decisions B.5, approvals). */
import * as Effect from "effect/Effect"
import { Clock, type CallerShape, type PageRequest, type Stored } from "../../../src/plugin.ts"
import { actorOf } from "../administration/Actor.ts"
import { actingOf } from "../administration/operations.ts"
import { requireAnother } from "../payments/fourEyes.ts"
import { approve as approveDecision, rejectApproval, type PaymentDecision } from "../payments/Lifecycle.ts"
import * as payments from "../payments/operations.ts"
import { PaymentNotFound, type Payment } from "../payments/Payment.ts"

/** Payments that wait, newest first. */
export const list = (caller: CallerShape, page: Pick<PageRequest, "limit" | "cursor">) =>
  payments.listPending(caller, page)

const found = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const payment = yield* payments.find(caller.store, id)
  if (payment === undefined) return yield* new PaymentNotFound()
  yield* requireAnother(caller, payment.document)
  return payment
})

interface Decided {
  readonly action: "payment.approve" | "payment.reject"
  readonly note: string | null
  readonly before: Stored<Payment>
  readonly now: number
}

const standing = ({ approval, status }: Payment) => ({ status, approvals: approval?.approvals.length ?? 0 })

const planSettled =
  (caller: CallerShape, { action, before, note, now }: Decided) =>
  (decision: PaymentDecision) =>
    payments.planDecision(decision, {
      now,
      before,
      audited: {
        by: actingOf(caller),
        action,
        resource: decision.state.id,
        before: standing(before.document),
        after: { ...standing(decision.state), note }
      }
    })

/**
 * Approves. Fails with `PaymentNotFound`, `SelfApprovalForbidden` or `StateConflict`, also where its client lost its access while the
 * payment waited, or with `SanctionedCountry` where one came under sanctions.
 */
export const approve = Effect.fnUntraced(function* (caller: CallerShape, id: string, note: string | null) {
  const before = yield* found(caller, id)
  yield* payments.requireStanding(caller, before.document)
  const plan = yield* payments.planning(caller.store, before.document)
  const by = actorOf(caller.principal)
  return yield* Effect.flatMap(
    Effect.fromResult(approveDecision(before.document, { by, note }, plan)),
    planSettled(caller, { action: "payment.approve", note, before, now: plan.now })
  )
})

/** Refuses. Fails with `PaymentNotFound`, `SelfApprovalForbidden` or `StateConflict`. */
export const reject = Effect.fnUntraced(function* (caller: CallerShape, id: string, note: string | null) {
  const before = yield* found(caller, id)
  const now = (yield* Clock).now()
  const by = actorOf(caller.principal)
  return yield* Effect.flatMap(
    Effect.fromResult(rejectApproval(before.document, { by, note, now })),
    planSettled(caller, { action: "payment.reject", note, before, now })
  )
})
