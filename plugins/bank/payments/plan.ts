/** What is to be written of a decision about a payment, with everything that hangs on it. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Signer,
  type Ids,
  type Plan,
  type Read,
  type RegionStore,
  type Stored,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { hiddenEntry } from "../accounts.ts"
import { checkJob, isOver } from "../batches/Batch.ts"
import { nothing, planned, type Change } from "../plans.ts"
import { PaymentWaiters } from "../waiters.ts"
import type { PaymentDecision } from "./Lifecycle.ts"
import type { AlertingDecision } from "./Outcome.ts"
import { currencyOf, isOnItsWay, usedCentsOf, type Payment } from "./Payment.ts"
import * as repository from "./repository.ts"

export type PaymentPlan<E = never, R = never> = Plan<Payment, E | VersionConflict, R>

/** One that may change nothing. */
export type PaymentPlanIfAny = Plan<Payment | undefined, VersionConflict>

/** What plans of payments are made with. */
export type PlanningNeeds = Clock | Ids | Signer | PaymentWaiters

export interface PaymentChange<E> extends Pick<Change<E | VersionConflict>, "writes" | "jobs" | "alerts" | "audited"> {
  readonly now: number
  /** The payment that the decision was made about; `undefined` for a new payment. */
  readonly before: Stored<Payment> | undefined
}

/**
 * The write of what a payment uses more, or less, of its client's day than before. The version check of the payment makes
 * it count once. A new payment is counted where it is opened, against the limit.
 */
const useWrites = (before: Payment | undefined, after: Payment): ReadonlyArray<Write> => {
  const byCents = before === undefined ? 0 : usedCentsOf(after) - usedCentsOf(before)
  return byCents === 0 ? [] : [repository.changeUse(after, byCents)]
}

/** The plan of a decision. Whoever waits for the payment is called once it is on disk. */
export const planDecision = Effect.fnUntraced(function* <E = never>(
  decision: PaymentDecision,
  { before, jobs = [], writes = [], ...change }: PaymentChange<E>
): Effect.fn.Return<PaymentPlan<E>, never, PlanningNeeds> {
  const signer = yield* Signer
  const waiters = yield* PaymentWaiters
  const payment = decision.state
  const endedBatch = isOver(payment) ? (payment.ach?.batch?.id ?? undefined) : undefined
  const changed = yield* planned<Payment, E | VersionConflict>(payment, {
    ...change,
    scope: payment.scope,
    writes: [
      before === undefined ? repository.payments.insert(payment) : repository.payments.update(payment, before.version),
      ...useWrites(before?.document, payment),
      ...(endedBatch === undefined ? [] : [repository.endBatchRecord(payment.id)]),
      ...writes
    ],
    entries: decision.entries.map(hiddenEntry(signer)),
    told: { about: payment.id, events: decision.events },
    jobs: [
      ...decision.jobs,
      ...jobs,
      ...(endedBatch === undefined ? [] : [checkJob(endedBatch, payment.id, change.now)])
    ],
    cancelledJobs: decision.cancelledJobs
  })
  const plan = { ...changed, shows: { "bursar.currency": currencyOf(payment) } }
  const isAwaited = payment.kind === "wire" || !isOnItsWay(payment)
  return isAwaited ? { ...plan, after: Effect.sync(() => waiters.call(payment.id, payment)) } : plan
})

type FoundPayment = Read<Stored<Payment> | undefined>

/** A payment that was read already, and from the second time on as it stands then: a plan is made anew after a conflict. */
export const readAlready = (store: RegionStore, known: Stored<Payment>): FoundPayment => {
  let isFirst = true
  return Effect.suspend(() => {
    if (!isFirst) return repository.payments.byId(store, known.document.id)
    isFirst = false
    return Effect.succeed(known)
  })
}

/** The plan of what is decided about a payment as it stands now; `undefined`: nothing. */
export const planChange = Effect.fnUntraced(function* (
  find: FoundPayment,
  decide: (payment: Payment, now: number) => AlertingDecision | undefined
): Effect.fn.Return<PaymentPlanIfAny, StoreUnavailable, PlanningNeeds> {
  const found = yield* find
  const now = (yield* Clock).now()
  const decision = found === undefined ? undefined : decide(found.document, now)
  return decision === undefined
    ? nothing
    : yield* planDecision(decision, { now, before: found, alerts: decision.alerts })
})
