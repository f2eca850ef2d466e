/** Takes payments back that were not sent, on every rail where a client may do that. */
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import {
  cancelUnbegunJob,
  Clock,
  type CallerShape,
  type RegionStore,
  type Stored,
  type StoreUnavailable,
  type Write
} from "../../../src/plugin.ts"
import { actingOf, type Acting } from "../administration/operations.ts"
import { cancelledHold } from "../compliance/Hold.ts"
import * as compliance from "../compliance/operations.ts"
import { planDecision, type PaymentPlan, type PlanningNeeds } from "./plan.ts"
import { isDue, sendingJobNames, type PaymentDecision } from "./Lifecycle.ts"
import { findOwn } from "./owned.ts"
import { isAch, PaymentNotCancellable, PaymentNotFound, type Payment } from "./Payment.ts"

/** What a cancelled payment leaves of its hold: it is no officer's business any more. */
const closedHold = Effect.fnUntraced(function* (store: RegionStore, payment: Payment, by: string, now: number) {
  const found = payment.status === "held" ? yield* compliance.findHold(store, payment.hold!.holdId) : undefined
  return found === undefined ? [] : [compliance.updateHold(cancelledHold(found.document, by, now), found.version)]
})

/** The plan of taking a payment back, together with its hold and the line that says who did it. */
export const planCancelled = Effect.fnUntraced(function* <E = never>(
  store: RegionStore,
  before: Stored<Payment>,
  of: {
    readonly decision: PaymentDecision
    readonly now: number
    readonly by: Acting
    readonly writes?: ReadonlyArray<Write<E>>
  }
): Effect.fn.Return<PaymentPlan<E>, StoreUnavailable, PlanningNeeds> {
  const { by, decision, now, writes = [] } = of
  const { id, status } = before.document
  return yield* planDecision<E>(decision, {
    now,
    before,
    writes: [...writes, ...(yield* closedHold(store, before.document, by.actor, now))],
    audited: { by, action: "payment.cancel", resource: id, before: { status } }
  })
})

/** Cancels a payment of the caller, by the rule of its rail. Fails with `PaymentNotFound` or `PaymentNotCancellable`. */
export const cancel = Effect.fnUntraced(function* <P extends Payment>(
  caller: CallerShape,
  id: string,
  of: {
    /** Whether this path knows it at all. */
    readonly isOne: (payment: Payment) => payment is P
    readonly decide: (payment: P, now: number) => Result.Result<PaymentDecision, PaymentNotCancellable>
  }
): Effect.fn.Return<
  PaymentPlan<PaymentNotCancellable>,
  PaymentNotFound | PaymentNotCancellable | StoreUnavailable,
  PlanningNeeds
> {
  const before = yield* findOwn(caller, id)
  const payment = before.document
  if (!of.isOne(payment)) return yield* new PaymentNotFound()
  const now = (yield* Clock).now()
  const { status } = payment
  // What a worker has taken up may be sent this moment.
  const unbegun = cancelUnbegunJob({ names: sendingJobNames, key: id }, () => new PaymentNotCancellable({ status }))
  return yield* planCancelled<PaymentNotCancellable>(caller.store, before, {
    decision: yield* Effect.fromResult(of.decide(payment, now)),
    now,
    by: actingOf(caller),
    writes: !isAch(payment) && isDue(payment, now) ? [unbegun] : []
  })
})
