/** Takes payments back that were not sent, on every rail where a client may do that. */
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import {
  cancelUnbegunJob,
  Clock,
  Ids,
  recordOf,
  retryOnConflict,
  type Answer,
  type CallerShape,
  type RegionStore
} from "../../../src/plugin.ts"
import * as administration from "../administration/operations.ts"
import { cancelledHold } from "../compliance/Hold.ts"
import * as compliance from "../compliance/operations.ts"
import { isDue, sendingJobNames, type PaymentDecision } from "./Lifecycle.ts"
import { commitPayment } from "./commitPayment.ts"
import { findOwn } from "./owned.ts"
import { isAch, PaymentNotCancellable, PaymentNotFound, type Payment } from "./Payment.ts"

/** What a cancelled payment leaves of its hold: it is no officer's business any more. */
const closedHold = Effect.fnUntraced(function* (store: RegionStore, payment: Payment, now: number) {
  const found = payment.status === "held" ? yield* compliance.findHold(store, payment.hold!.holdId) : undefined
  return found === undefined ? [] : [compliance.updateHold(cancelledHold(found.document, now), found.version)]
})

/** Cancels a payment of the caller, by the rule of its rail. Fails with `PaymentNotFound` or `PaymentNotCancellable`. */
export const cancel = Effect.fnUntraced(
  function* <P extends Payment>(
    caller: CallerShape,
    id: string,
    of: {
      /** Whether this path knows it at all. */
      readonly isOne: (payment: Payment) => payment is P
      readonly decide: (payment: P, now: number) => Result.Result<PaymentDecision, PaymentNotCancellable>
      readonly present: (payment: Payment) => Answer
    }
  ) {
    const clock = yield* Clock
    const ids = yield* Ids
    const before = yield* findOwn(caller, id)
    const payment = before.document
    if (!of.isOne(payment)) return yield* new PaymentNotFound()
    const now = clock.now()
    const decision = yield* Effect.fromResult(of.decide(payment, now))
    const answer = of.present(decision.state)
    const audited = { action: "payment.cancel", resource: id, before: { status: payment.status } }
    yield* commitPayment(decision, {
      store: caller.store,
      now,
      before,
      writes: [
        ...(!isAch(payment) && isDue(payment, now)
          ? [
              // What a worker has taken up may be sent this moment.
              cancelUnbegunJob(
                { names: sendingJobNames, key: id },
                () => new PaymentNotCancellable({ status: payment.status })
              )
            ]
          : []),
        ...(yield* closedHold(caller.store, payment, now)),
        administration.auditWrite(administration.actingOf(caller), audited, { nextId: ids.next, now })
      ],
      record: recordOf(caller, answer)
    })
    return answer
  },
  (operation) => retryOnConflict(operation)
)
