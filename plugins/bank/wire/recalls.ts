/** Recalls of wires: asked by clients, sent to networks, resolved by what networks say. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  type CallerShape,
  type ClaimedJob,
  type JobOutcome,
  type RegionStore,
  type Stored
} from "../../../src/plugin.ts"
import * as administration from "../administration/operations.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { messageIdOf } from "../payments/Identifiers.ts"
import { planReturn } from "../payments/network.ts"
import * as payments from "../payments/operations.ts"
import { isForeignReturn } from "../payments/Outcome.ts"
import { currencyOf, type Payment } from "../payments/Payment.ts"
import { refOf } from "../payments/submission.ts"
import { nothing, orRefused, planned, takeNews } from "../plans.ts"
import { Rails, type RailEvent } from "../Rail.ts"
import { BankSettings } from "../settings.ts"
import * as Recall from "./Recall.ts"
import { hasOpenRecall, openRecall, recalls } from "./repository.ts"
import { sendTiming } from "./SendTiming.ts"

/** Recalls a wire. Fails with `PaymentNotFound` or `RecallNotAllowed`. */
export const ask = Effect.fnUntraced(function* (caller: CallerShape, paymentId: string, command: Recall.AskRecall) {
  const clock = yield* Clock
  const ids = yield* Ids
  const { wire } = yield* BankSettings
  const payment = yield* payments.retrieve(caller, paymentId)
  const now = clock.now()
  const { opensAt, sendDate } = sendTiming({ rail: payment.rail, now, hours: wire.fedwireHours })
  const id = ids.next("rcl")
  const connection = payment.originator.routingNumber
  const messageId = messageIdOf({ rail: payment.rail, id, date: sendDate, connection })
  const asked = { ...payment, hasOpenRecall: yield* hasOpenRecall(caller.store, payment.id) }
  const facts = { id, messageId, now, sendAt: opensAt ?? now }
  const { jobs, recall } = yield* Effect.fromResult(Recall.ask(command, asked, facts))
  if ((yield* Rails).get(payment.rail)?.capabilities.returnRequest !== true) {
    return yield* new Recall.RecallNotAllowed({ reason: "not_carried" })
  }
  const evidence = yield* payments.screenReason(caller, payment, { id, text: recall.additionalInfo })
  const plan = yield* planned(recall, {
    scope: recall.scope,
    now,
    writes: [recalls.insert(recall), ...evidence],
    jobs,
    audited: {
      by: administration.actingOf(caller),
      action: "wire.recall",
      resource: payment.id,
      after: { recallId: id, reason: recall.reason }
    }
  })
  return orRefused(plan, () => new Recall.RecallNotAllowed({ reason: "open_recall" }))
})

/** A recall of a wire of the caller. Fails with `PaymentNotFound` or `RecallNotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: CallerShape, paymentId: string, recallId: string) {
  const payment = yield* payments.retrieve(caller, paymentId)
  const found = yield* recalls.byId(caller.store, recallId)
  return found?.document.paymentId === payment.id ? found.document : yield* new Recall.RecallNotFound()
})

/** Sends a recall to the network. The message is the same whenever it is sent again. */
export const send = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<Recall.RecallJob>) {
  const rails = yield* Rails
  const stored = yield* recalls.byId(store, job.payload.recallId)
  const found = stored === undefined ? undefined : yield* payments.find(store, stored.document.paymentId)
  if (stored?.document.status !== "pending" || found === undefined) return "done" as JobOutcome
  const [recall, payment] = [stored.document, found.document]
  yield* (
    rails.get(payment.rail)?.requestReturn?.({
      messageId: recall.messageId,
      requestId: recall.id,
      createdAt: recall.sendAt ?? recall.createdAt,
      original: refOf(payment),
      originalAmountCents: payment.amountCents,
      currency: currencyOf(payment),
      settledOn: payment.wire?.valueDate ?? easternDateOf(payment.settledAt ?? payment.createdAt),
      reason: recall.reason,
      additionalInfo: recall.additionalInfo
    }) ?? Effect.void
  )
  return "done" as JobOutcome
})

/** Tells an administrator of a recall without an answer, or without its money; it stays as it is (decisions C.5). */
export const remind = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<Recall.RecallJob>) {
  const { recallId } = job.payload
  const stored = yield* recalls.byId(store, recallId)
  if (stored !== undefined && Recall.isOpen(stored.document)) {
    const { paymentId, status } = stored.document
    const days = `${Recall.recallAlertBankingDays} banking days`
    const message =
      status === "pending"
        ? `The recall of ${paymentId} has had no answer for ${days}`
        : `The recall of ${paymentId} was accepted, and its money has not come within ${days}`
    yield* administration.raise(store, [{ type: "recall.unanswered", resource: recallId, message }])
  }
  return "done" as JobOutcome
})

/** The plan of what follows for a recall and its wire from a piece of news. */
const planOutcome = (
  { alerts, decision, recall }: Recall.RecallOutcome,
  of: {
    readonly recallVersion: number
    readonly before: Stored<Payment>
    readonly railEventId: string
    readonly now: number
  }
) =>
  payments.planDecision(decision, {
    now: of.now,
    before: of.before,
    writes: [
      recalls.update(recall, of.recallVersion),
      payments.noteRailEvent({ railEventId: of.railEventId, resource: recall.id, now: of.now })
    ],
    alerts
  })

/** Applies the answer of the receiving bank. */
export const applyAnswer = (
  store: RegionStore,
  {
    amountCents,
    rail,
    railEventId,
    reason,
    requestId,
    status
  }: Extract<RailEvent, { readonly type: "returnRequestAnswer" }>
) =>
  takeNews(
    store,
    Effect.gen(function* () {
      const now = (yield* Clock).now()
      const named = yield* recalls.byId(store, requestId)
      const stored = named ?? (yield* recalls.byColumn(store, "message_id", requestId))
      const before = stored === undefined ? undefined : yield* payments.find(store, stored.document.paymentId)
      if (stored === undefined || before?.document.rail !== rail) return nothing
      const answer = { status, reason, amountMinor: amountCents }
      const outcome = Recall.afterAnswer(stored.document, before.document, answer, now)
      if (outcome === undefined) return nothing
      return yield* planOutcome(outcome, { recallVersion: stored.version, before, railEventId, now })
    })
  )

/** Applies money that came back: to its recall, else to the wire alone. */
export const applyReturn = (
  store: RegionStore,
  event: Extract<RailEvent, { readonly type: "return" }> & { readonly endToEndId: string }
) =>
  takeNews(
    store,
    Effect.gen(function* () {
      const { endToEndId, railEventId } = event
      const now = (yield* Clock).now()
      const stored = yield* openRecall(store, endToEndId)
      const before = yield* payments.find(store, endToEndId)
      if (stored === undefined || before === undefined || isForeignReturn(before.document, event)) {
        return yield* planReturn(store, endToEndId, event, railEventId)
      }
      const outcome = Recall.afterMoneyBack(stored.document, before.document, event, { eventId: railEventId, now })
      return yield* planOutcome(outcome, { recallVersion: stored.version, before, railEventId, now })
    })
  )
