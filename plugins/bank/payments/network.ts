/** Applies what networks say of payments. Each piece of news counts once, whenever and however often it comes. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  type CallerShape,
  type RegionStore,
  type Stored,
  type StoreUnavailable
} from "../../../src/plugin.ts"
import { customerOf, holdOf, transfer } from "../accounts.ts"
import { refused, settled } from "../ach/AchOutcome.ts"
import { files } from "../ach/repository.ts"
import { actingOf } from "../administration/operations.ts"
import { conclude } from "../BankDecision.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { nothing, takeNews } from "../plans.ts"
import { Submissions } from "../turns.ts"
import type { InboundCredit, RailEvent } from "../Rail.ts"
import type { InstantRail } from "../rails/rail-ids.ts"
import { uuidOf } from "./Identifiers.ts"
import {
  find,
  findByMessage,
  noteRailEvent,
  planDecision,
  readAlready,
  type PaymentPlan,
  type PaymentPlanIfAny,
  type PlanningNeeds
} from "./operations.ts"
import { isDue } from "./Lifecycle.ts"
import {
  afterReturn,
  afterStatus,
  clearSuspense,
  fail,
  type Consequence,
  type NetworkReturn,
  type NetworkStatus
} from "./Outcome.ts"
import { isAch, PaymentNotFound, StateConflict, type AchPayment, type Payment, type PaymentHold } from "./Payment.ts"
import { tell, untold } from "./PaymentEvents.ts"

/** The plan of what follows from news. */
const planConsequence = (
  found: Stored<Payment>,
  { alerts, decision }: Consequence,
  { now, railEventId }: { readonly now: number; readonly railEventId: string }
) =>
  planDecision(decision ?? conclude({ state: found.document }), {
    now,
    before: found,
    writes: [noteRailEvent({ railEventId, resource: found.document.id, now })],
    alerts
  })

/** Applies a status. News of a message that we never sent, or sent over another rail, are not ours. */
export const applyStatus = (
  store: RegionStore,
  {
    messageId,
    rail,
    railEventId
  }: Pick<Extract<RailEvent, { readonly type: "status" }>, "messageId" | "rail" | "railEventId">,
  answer: NetworkStatus
) =>
  Effect.flatMap(Submissions, (submissions) => {
    const sending = submissions.sending(messageId)
    const find = sending === undefined ? findByMessage(store, messageId) : readAlready(store, sending)
    const step = Effect.gen(function* () {
      yield* submissions.noted(messageId)
      const now = (yield* Clock).now()
      const found = yield* find
      if (found?.document.rail !== rail || found.document.direction === "inbound") return nothing
      const consequence = afterStatus(found.document, answer, now)
      if (consequence.decision === undefined && consequence.alerts.length === 0) return nothing
      const plan = yield* planConsequence(found, consequence, { now, railEventId })
      if (found.document.status !== "queued") return plan
      // The job that sends it ends with this commit.
      const answered = Effect.sync(() => submissions.answered(messageId))
      return { ...plan, after: Effect.andThen(plan.after ?? Effect.void, answered) }
    })
    return takeNews(store, step)
  })

/** The plan of a return of money that nobody recalled. */
export const planReturn = Effect.fnUntraced(function* (
  store: RegionStore,
  paymentId: string,
  back: NetworkReturn,
  railEventId: string
): Effect.fn.Return<PaymentPlanIfAny, StoreUnavailable, PlanningNeeds> {
  const now = (yield* Clock).now()
  const found = yield* find(store, paymentId)
  if (found === undefined) return nothing
  return yield* planConsequence(found, afterReturn(found.document, back, railEventId, now), { now, railEventId })
})

/** What an officer found out about a payment: whether its money moved. */
export interface FoundByHand {
  readonly outcome: "settled" | "failed"
  readonly note: string
}

/** An entry settles on the day of its file, which may be later than that of its window. */
const settledByHand = Effect.fnUntraced(function* (store: RegionStore, payment: AchPayment, now: number) {
  const file = payment.ach.place === null ? undefined : yield* files.byId(store, payment.ach.place.fileId)
  return file === undefined ? undefined : settled(payment, now, easternDateOf(file.document.settlesAt))
})

const endByHand = Effect.fnUntraced(function* (
  store: RegionStore,
  payment: Payment,
  { note, outcome }: FoundByHand,
  now: number
) {
  if (isAch(payment))
    return outcome === "settled" ? yield* settledByHand(store, payment, now) : refused(payment, note, now)
  return outcome === "settled"
    ? afterStatus(payment, { status: "ACSC" }, now).decision
    : fail(payment, { code: "NOT_SETTLED", networkCode: null }, now)
})

/**
 * Applies what an officer found out about a payment at the network: ends one that the network never answered (decisions
 * C.2, 9002000005), or that it may not even have, and clears what lies in suspense for one that it contradicted (decisions
 * D.5). Fails with `PaymentNotFound`, and `StateConflict` where there is nothing of the kind.
 */
export const resolveByHand = Effect.fnUntraced(function* (
  caller: CallerShape,
  paymentId: string,
  { note, outcome }: FoundByHand
): Effect.fn.Return<PaymentPlan, PaymentNotFound | StateConflict | StoreUnavailable, PlanningNeeds> {
  const found = yield* find(caller.store, paymentId)
  if (found === undefined) return yield* new PaymentNotFound()
  const now = (yield* Clock).now()
  const payment = found.document
  // One that is due and still queued may be on its way: its rail has not said whether it has the message.
  const isUnanswered = payment.status === "submitted" || (!isAch(payment) && isDue(payment, now))
  const decision = isUnanswered
    ? yield* endByHand(caller.store, payment, { note, outcome }, now)
    : clearSuspense(payment, outcome, now)
  if (decision === undefined) {
    return yield* new StateConflict({
      message: "The payment does not wait for the network, and has nothing in suspense"
    })
  }
  const { amountCents: clearedAmount = 0, foreign: clearedForeign } = payment.suspense ?? {}
  const cleared = { clearedAmount, ...(clearedForeign === undefined ? {} : { clearedForeign }) }
  const after = { outcome, note, ...(isUnanswered ? {} : cleared) }
  return yield* planDecision(decision, {
    now,
    before: found,
    audited: { by: actingOf(caller), action: "payment.resolve", resource: paymentId, after }
  })
})

/** Whom money that came in belongs to, and which request it answers. */
export interface InboundOwner {
  readonly clientId: string
  readonly scope: string
  readonly rfpId: string | null
  readonly referenceId: string | null
}

/** The payment that an inbound credit becomes: settled when we hear of it (decisions B.5, RfP), unless it is held. */
export const inboundPayment = Effect.fnUntraced(function* (
  rail: InstantRail,
  credit: InboundCredit,
  { hold, ...owner }: InboundOwner & { readonly hold: PaymentHold | undefined }
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const now = clock.now()
  const payment: Payment = {
    id: ids.next("pmt_inst"),
    kind: "instant",
    clientId: owner.clientId,
    scope: owner.scope,
    direction: "inbound",
    rail,
    status: hold === undefined ? "settled" : "held",
    amountCents: credit.amountCents,
    originator: credit.originator,
    beneficiary: credit.beneficiary,
    remittanceInfo: credit.remittanceInfo,
    mentions: credit.mentions,
    purposeCode: null,
    referenceId: owner.referenceId,
    idempotencyKey: null,
    createdAt: now,
    railSteps: [],
    uetr: credit.uetr ?? uuidOf(ids.secret(16)),
    endToEndId: credit.endToEndId,
    messageId: credit.messageId,
    hold: hold ?? null,
    approval: null,
    approvedBy: null,
    approvedAt: null,
    scheduledFor: null,
    submittedAt: null,
    settledAt: hold === undefined ? now : null,
    posting: "posted",
    returned: null,
    failure: null,
    rejection: null,
    needsAttention: false,
    rfpId: owner.rfpId,
    timeline: [],
    limitDay: easternDateOf(now)
  }
  const told = tell(untold(payment, now), hold === undefined ? "payment.settled" : "compliance.hold")
  return conclude({
    state: told.payment,
    events: told.events,
    entries: [
      transfer({
        source: payment.id,
        step: "receive",
        amountCents: payment.amountCents,
        from: `settlement:${rail}`,
        to: (hold === undefined ? customerOf : holdOf)(credit.beneficiary)
      })
    ]
  })
})
