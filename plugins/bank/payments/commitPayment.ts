/** The one way in which a payment changes. */
import * as Effect from "effect/Effect"
import {
  commit,
  Ids,
  Signer,
  type ClaimedJob,
  type recordOf,
  type RegionStore,
  type Stored,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { bankPlugin } from "../declaration.ts"
import { hiddenEntry } from "../accounts.ts"
import type { AlertDraft } from "../administration/Alert.ts"
import * as administration from "../administration/operations.ts"
import { checkJob, isOver } from "../batches/Batch.ts"
import { freeze } from "../events.ts"
import { PaymentWaiters } from "../waiters.ts"
import type { PaymentDecision } from "./Lifecycle.ts"
import { isOnItsWay, usedCentsOf, type Payment } from "./Payment.ts"
import * as repository from "./repository.ts"

/** What a commit of a payment carries besides its decision. */
export interface PaymentUnit<E = never> {
  readonly store: RegionStore
  readonly now: number
  /** The payment that the decision was made about; `undefined` for a new payment. */
  readonly before: Stored<Payment> | undefined
  readonly writes?: ReadonlyArray<Write<E | VersionConflict>>
  readonly jobs?: PaymentDecision["jobs"]
  readonly alerts?: ReadonlyArray<AlertDraft>
  readonly completes?: ClaimedJob | undefined
  readonly record?: ReturnType<typeof recordOf>
}

/**
 * The write of what a payment uses more, or less, of its client's day than before. The version check of the payment makes
 * it count once. A new payment is counted where it is opened, against the limit.
 */
const useWrites = (before: Payment | undefined, after: Payment): ReadonlyArray<Write> => {
  const byCents = before === undefined ? 0 : usedCentsOf(after) - usedCentsOf(before)
  return byCents === 0 ? [] : [repository.changeUse(after, byCents)]
}

/**
 * Writes a decision about a payment with everything that hangs on it, and then calls whoever waits for it.
 */
export const commitPayment = Effect.fnUntraced(function* <E = never>(decision: PaymentDecision, unit: PaymentUnit<E>) {
  const ids = yield* Ids
  const signer = yield* Signer
  const waiters = yield* PaymentWaiters
  const { before, now, store } = unit
  const payment = decision.state
  const endedBatch = isOver(payment) ? (payment.ach?.batch?.id ?? undefined) : undefined
  yield* commit(store, {
    plugin: bankPlugin,
    scope: payment.scope,
    now,
    nextId: ids.next,
    writes: [
      before === undefined ? repository.payments.insert(payment) : repository.payments.update(payment, before.version),
      ...useWrites(before?.document, payment),
      ...(endedBatch === undefined ? [] : [repository.endBatchRecord(payment.id)]),
      ...(unit.writes ?? []),
      ...administration.alertWrites(unit.alerts ?? [], { nextId: ids.next, now })
    ],
    entries: decision.entries.map(hiddenEntry(signer)),
    events: decision.events.map((event) => freeze(event, { id: ids.next("evt"), resource: payment.id, now })),
    jobs: [
      ...decision.jobs,
      ...(unit.jobs ?? []),
      ...(endedBatch === undefined ? [] : [checkJob(endedBatch, payment.id, now)])
    ],
    cancelledJobs: decision.cancelledJobs,
    completes: unit.completes,
    record: unit.record
  })
  if (payment.kind === "wire" || !isOnItsWay(payment)) waiters.call(payment.id)
  return payment
})
