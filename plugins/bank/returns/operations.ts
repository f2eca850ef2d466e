/** Asking for instant payments back. */
import * as Effect from "effect/Effect"
import {
  Clock,
  commit,
  Ids,
  recordOf,
  retryOnConflict,
  type Answer,
  type CallerShape,
  type ClaimedJob,
  type JobOutcome,
  type RegionStore
} from "../../../src/plugin.ts"
import { bankPlugin } from "../declaration.ts"
import type { AlertDraft } from "../administration/Alert.ts"
import * as administration from "../administration/operations.ts"
import type { BankDecision } from "../BankDecision.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { messageIdOf } from "../payments/Identifiers.ts"
import * as payments from "../payments/operations.ts"
import { refOf } from "../payments/submission.ts"
import { Rails, type RailEvent } from "../Rail.ts"
import { returnRequests } from "./repository.ts"
import {
  afterAnswer,
  create,
  expire as expireDecision,
  ReturnRequestNotFound,
  ReturnRequestRefused,
  type AskBack,
  type ReturnRequest,
  type ReturnRequestJob
} from "./ReturnRequest.ts"

const commitRequest = Effect.fnUntraced(function* (
  decision: BankDecision<ReturnRequest>,
  unit: {
    readonly store: RegionStore
    readonly now: number
    readonly version: number | undefined
    readonly record?: ReturnType<typeof recordOf>
    readonly alerts?: ReadonlyArray<AlertDraft>
    readonly railEventId?: string
    readonly completes?: ClaimedJob
  }
) {
  const ids = yield* Ids
  const { now, railEventId, store, version } = unit
  const request = decision.state
  yield* commit(store, {
    plugin: bankPlugin,
    scope: request.scope,
    now,
    nextId: ids.next,
    writes: [
      version === undefined ? returnRequests.insert(request) : returnRequests.update(request, version),
      ...administration.alertWrites(unit.alerts ?? [], { nextId: ids.next, now }),
      ...(railEventId === undefined ? [] : [payments.noteRailEvent({ railEventId, resource: request.id, now })])
    ],
    jobs: decision.jobs,
    cancelledJobs: decision.cancelledJobs,
    record: unit.record,
    completes: unit.completes
  })
  return request
})

/** Asks a payment back. Fails with `PaymentNotFound` or `ReturnRequestRefused`. */
export const ask = Effect.fnUntraced(function* (
  caller: CallerShape,
  paymentId: string,
  command: AskBack,
  present: (request: ReturnRequest) => Answer
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const payment = yield* payments.retrieve(caller, paymentId)
  const now = clock.now()
  const id = ids.next("rrq")
  const messageId = messageIdOf({
    rail: payment.rail,
    id,
    date: easternDateOf(now),
    connection: payment.originator.routingNumber
  })
  const decision = yield* Effect.fromResult(create(command, payment, { id, messageId, now }))
  const answer = present(decision.state)
  yield* commitRequest(decision, {
    store: caller.store,
    now,
    version: undefined,
    record: recordOf(caller, answer)
  }).pipe(
    Effect.catchTag("UniqueViolation", () =>
      Effect.fail(new ReturnRequestRefused({ message: "A request for this payment is open already" }))
    )
  )
  return answer
})

/** A request of a payment of the caller. Fails with `PaymentNotFound` or `ReturnRequestNotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: CallerShape, paymentId: string, requestId: string) {
  const payment = yield* payments.retrieve(caller, paymentId)
  const found = yield* returnRequests.byId(caller.store, requestId)
  return found?.document.paymentId === payment.id ? found.document : yield* new ReturnRequestNotFound()
})

/** Sends a request to the network. */
export const send = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob) {
  const rails = yield* Rails
  const stored = yield* returnRequests.byId(store, (job.payload as ReturnRequestJob).requestId)
  const payment = stored === undefined ? undefined : yield* payments.find(store, stored.document.paymentId)
  if (stored?.document.status !== "pending" || payment === undefined) return "done" as JobOutcome
  const request = stored.document
  yield* (
    rails.get(payment.document.rail)?.requestReturn?.({
      messageId: request.messageId,
      requestId: request.id,
      createdAt: request.createdAt,
      original: refOf(payment.document),
      originalAmountCents: payment.document.amountCents,
      ...(request.requestedAmountCents === payment.document.amountCents
        ? {}
        : { partCents: request.requestedAmountCents }),
      settledOn: easternDateOf(payment.document.settledAt!),
      reason: request.reasonCode,
      additionalInfo: request.additionalInfo
    }) ?? Effect.void
  )
  return "done" as JobOutcome
})

/** Ends a request that nobody answered. */
export const expire = Effect.fnUntraced(
  function* (store: RegionStore, job: ClaimedJob) {
    const clock = yield* Clock
    const stored = yield* returnRequests.byId(store, (job.payload as ReturnRequestJob).requestId)
    const outcome = stored === undefined ? undefined : expireDecision(stored.document)
    if (stored === undefined || outcome === undefined) return "done" as JobOutcome
    yield* commitRequest(outcome.decision, {
      store,
      now: clock.now(),
      version: stored.version,
      alerts: [outcome.alert],
      completes: job
    })
    return "committed" as JobOutcome
  },
  (operation) => retryOnConflict(operation)
)

/** Applies the answer of the beneficiary's bank, once. */
export const applyAnswer = Effect.fnUntraced(
  function* (store: RegionStore, event: Extract<RailEvent, { readonly type: "returnRequestAnswer" }>) {
    const clock = yield* Clock
    const stored = yield* returnRequests.byId(store, event.requestId)
    const decision = stored === undefined ? undefined : afterAnswer(stored.document, event)
    if (stored === undefined || decision === undefined) return
    yield* commitRequest(decision, {
      store,
      now: clock.now(),
      version: stored.version,
      railEventId: event.railEventId
    }).pipe(Effect.catchTag("UniqueViolation", () => Effect.void))
  },
  (operation) => retryOnConflict(operation)
)
