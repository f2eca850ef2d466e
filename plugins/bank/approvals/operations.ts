/** People who approve payments before they are sent (decisions B.5, approvals). */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  retryOnConflict,
  type CallerShape,
  type PageRequest,
  type Stored,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import * as administration from "../administration/operations.ts"
import { SelfApprovalForbidden } from "../failures.ts"
import { approve as approveDecision, rejectApproval, type PaymentDecision } from "../payments/Lifecycle.ts"
import * as payments from "../payments/operations.ts"
import { PaymentNotFound, type Payment } from "../payments/Payment.ts"

/** Payments that wait, newest first. */
export const list = (caller: CallerShape, page: Pick<PageRequest, "limit" | "cursor">) =>
  payments.listPending(caller, page)

const found = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const payment = yield* payments.find(caller.store, id)
  if (payment === undefined) return yield* new PaymentNotFound()
  // Four eyes: the client that made it is not one of them.
  if (payment.document.clientId === caller.principal.account) return yield* new SelfApprovalForbidden()
  return payment
})

const settle = Effect.fnUntraced(function* (
  caller: CallerShape,
  of: {
    readonly decision: PaymentDecision
    readonly before: Stored<Payment>
    readonly action: string
    readonly now: number
  }
) {
  const ids = yield* Ids
  const audit: Write<VersionConflict> = administration.auditWrite(
    administration.actingOf(caller),
    { action: of.action, resource: of.decision.state.id },
    { nextId: ids.next, now: of.now }
  )
  return yield* payments.commitPayment(of.decision, {
    store: caller.store,
    now: of.now,
    before: of.before,
    writes: [audit]
  })
})

/** Approves. Fails with `PaymentNotFound`, `SelfApprovalForbidden` or `StateConflict`. */
export const approve = Effect.fnUntraced(
  function* (caller: CallerShape, id: string, note: string | null) {
    const before = yield* found(caller, id)
    const plan = yield* payments.planning(caller.store, before.document)
    const by = caller.principal.account
    const decision = yield* Effect.fromResult(approveDecision(before.document, { by, note }, plan))
    return yield* settle(caller, { decision, before, action: "payment.approve", now: plan.now })
  },
  (operation) => retryOnConflict(operation)
)

/** Refuses. Fails with `PaymentNotFound`, `SelfApprovalForbidden` or `StateConflict`. */
export const reject = Effect.fnUntraced(
  function* (caller: CallerShape, id: string, note: string | null) {
    const clock = yield* Clock
    const before = yield* found(caller, id)
    const now = clock.now()
    const by = caller.principal.account
    const decision = yield* Effect.fromResult(rejectApproval(before.document, { by, note, now }))
    return yield* settle(caller, { decision, before, action: "payment.reject", now })
  },
  (operation) => retryOnConflict(operation)
)
