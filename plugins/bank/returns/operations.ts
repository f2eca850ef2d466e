/** Asking for instant payments back. */
import * as Effect from "effect/Effect"
import {
  carryOutUnkeyed,
  Clock,
  Ids,
  type CallerShape,
  type ClaimedJob,
  type JobOutcome,
  type Plan,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { AlertDraft } from "../administration/Alert.ts"
import { actingOf } from "../administration/operations.ts"
import type { BankDecision } from "../BankDecision.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { messageIdOf } from "../payments/Identifiers.ts"
import * as payments from "../payments/operations.ts"
import { refOf } from "../payments/submission.ts"
import { nothing, orRefused, planned, takeNews, type Change } from "../plans.ts"
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

const planRequest = (
  { state: request, ...decided }: BankDecision<ReturnRequest>,
  of: {
    readonly now: number
    readonly version: number | undefined
    readonly writes?: ReadonlyArray<Write>
    readonly alerts?: ReadonlyArray<AlertDraft>
    readonly railEventId?: string
    readonly audited?: Change<VersionConflict>["audited"]
  }
) => {
  const { alerts, audited, now, railEventId, version, writes = [] } = of
  return planned<ReturnRequest, VersionConflict>(request, {
    scope: request.scope,
    now,
    writes: [
      ...writes,
      version === undefined ? returnRequests.insert(request) : returnRequests.update(request, version),
      ...(railEventId === undefined ? [] : [payments.noteRailEvent({ railEventId, resource: request.id, now })])
    ],
    jobs: decided.jobs,
    cancelledJobs: decided.cancelledJobs,
    alerts,
    audited
  })
}

/** Asks a payment back. Fails with `PaymentNotFound` or `ReturnRequestRefused`. */
export const ask = Effect.fnUntraced(function* (caller: CallerShape, paymentId: string, command: AskBack) {
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
  if ((yield* Rails).get(payment.rail)?.capabilities.returnRequest !== true) {
    return yield* new ReturnRequestRefused({ message: `The connection to ${payment.rail} carries no such requests` })
  }
  const { additionalInfo: text, reasonCode, requestedAmountCents: amount } = decision.state
  const writes = yield* payments.screenReason(caller, payment, { id, text })
  const after = { returnRequestId: id, reason: reasonCode, amount }
  const audited = { by: actingOf(caller), action: "payment.return_request", resource: paymentId, after }
  return orRefused(
    yield* planRequest(decision, { now, version: undefined, writes, audited }),
    () => new ReturnRequestRefused({ message: "A request for this payment is open already" })
  )
})

/** A request of a payment of the caller. Fails with `PaymentNotFound` or `ReturnRequestNotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: CallerShape, paymentId: string, requestId: string) {
  const payment = yield* payments.retrieve(caller, paymentId)
  const found = yield* returnRequests.byId(caller.store, requestId)
  return found?.document.paymentId === payment.id ? found.document : yield* new ReturnRequestNotFound()
})

/** Sends a request to the network. */
export const send = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<ReturnRequestJob>) {
  const rails = yield* Rails
  const stored = yield* returnRequests.byId(store, job.payload.requestId)
  const payment = stored === undefined ? undefined : yield* payments.find(store, stored.document.paymentId)
  if (stored?.document.status !== "pending" || payment === undefined) return "done" as JobOutcome
  const request = stored.document
  const original = refOf(payment.document)
  yield* (
    rails.get(payment.document.rail)?.requestReturn?.({
      messageId: request.messageId,
      requestId: request.id,
      createdAt: request.createdAt,
      original,
      originalAmountCents: payment.document.amountCents,
      ...(request.requestedAmountCents === payment.document.amountCents
        ? {}
        : { partCents: request.requestedAmountCents }),
      settledOn: original.settlementDate,
      reason: request.reasonCode,
      additionalInfo: request.additionalInfo
    }) ?? Effect.void
  )
  return "done" as JobOutcome
})

/** Ends a request that nobody answered, and tells of one whose money has not come. */
export const expire = Effect.fnUntraced(function* (
  store: RegionStore,
  { requestId }: ReturnRequestJob
): Effect.fn.Return<Plan<ReturnRequest | undefined, VersionConflict>, StoreUnavailable, Clock | Ids> {
  const stored = yield* returnRequests.byId(store, requestId)
  const payment = stored === undefined ? undefined : yield* payments.find(store, stored.document.paymentId)
  const outcome =
    stored === undefined || payment === undefined ? undefined : expireDecision(stored.document, payment.document)
  if (stored === undefined || outcome === undefined) return nothing
  const now = (yield* Clock).now()
  return yield* planRequest(outcome.decision, { now, version: stored.version, alerts: [outcome.alert] })
})

/** Applies the answer of the beneficiary's bank, once. */
export const applyAnswer = (store: RegionStore, event: Extract<RailEvent, { readonly type: "returnRequestAnswer" }>) =>
  takeNews(
    store,
    Effect.gen(function* () {
      const { rail, requestId } = event
      const named = yield* returnRequests.byId(store, requestId)
      const stored = named ?? (yield* returnRequests.byColumn(store, "message_id", requestId))
      const payment = stored === undefined ? undefined : yield* payments.find(store, stored.document.paymentId)
      if (stored === undefined || payment?.document.rail !== rail) return nothing
      const decision = afterAnswer(stored.document, event)
      if (decision === undefined) return nothing
      const now = (yield* Clock).now()
      return yield* planRequest(decision, { now, version: stored.version, railEventId: event.railEventId })
    })
  )

/** Money of a payment is back: whoever was asked for it and has not answered has granted it. */
export const moneyCame = (store: RegionStore, paymentId: string, amountCents: number) =>
  carryOutUnkeyed(
    store,
    Effect.gen(function* () {
      const stored = yield* returnRequests.byColumn(store, "open_payment_id", paymentId)
      if (stored === undefined) return nothing
      const status = amountCents < stored.document.requestedAmountCents ? "PECR" : "IPAY"
      const decision = afterAnswer(stored.document, { status, reason: undefined })
      if (decision === undefined) return nothing
      return yield* planRequest(decision, { now: (yield* Clock).now(), version: stored.version })
    })
    // It adds no row.
  ).pipe(Effect.catchTag("UniqueViolation", Effect.die))
