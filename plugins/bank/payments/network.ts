/** Applies what networks say of payments. Each piece of news counts once, whenever and however often it comes. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  retryOnConflict,
  type CallerShape,
  type ClaimedJob,
  type RegionStore,
  type Stored
} from "../../../src/plugin.ts"
import { customerOf, transfer } from "../accounts.ts"
import { refused, settled } from "../ach/AchOutcome.ts"
import { actingOf, auditWrite } from "../administration/operations.ts"
import { conclude } from "../BankDecision.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import type { InboundCredit } from "../Rail.ts"
import type { InstantRail } from "../rails/rail-ids.ts"
import { uuidOf } from "./Identifiers.ts"
import { commitPayment, find, findByMessage, noteRailEvent } from "./operations.ts"
import {
  afterReturn,
  afterStatus,
  clearSuspense,
  fail,
  type Consequence,
  type NetworkReturn,
  type NetworkStatus
} from "./Outcome.ts"
import { isAch, PaymentNotFound, StateConflict, type Payment } from "./Payment.ts"
import { tell, untold } from "./PaymentEvents.ts"

interface News {
  readonly railEventId: string
  readonly completes?: ClaimedJob | undefined
}

/** Writes what follows from news. The same news again violates its key: it was written, so there is nothing to do. */
const writeConsequence = Effect.fnUntraced(function* (
  store: RegionStore,
  found: Stored<Payment>,
  { alerts, decision }: Consequence,
  { completes, railEventId }: News,
  now: number
) {
  return yield* commitPayment(decision ?? conclude({ state: found.document }), {
    store,
    now,
    before: found,
    writes: [noteRailEvent({ railEventId, resource: found.document.id, now })],
    alerts,
    completes
  }).pipe(
    Effect.as(true),
    Effect.catchTag("UniqueViolation", () => Effect.succeed(false))
  )
})

/** Applies a status. Answers whether it was news. News of a message that we never sent are not ours. */
export const applyStatus = Effect.fnUntraced(
  function* (store: RegionStore, messageId: string, answer: NetworkStatus, news: News) {
    const clock = yield* Clock
    const found = yield* findByMessage(store, messageId)
    if (found === undefined) return false
    const now = clock.now()
    const consequence = afterStatus(found.document, answer, now)
    if (consequence.decision === undefined && consequence.alerts.length === 0) return false
    return yield* writeConsequence(store, found, consequence, news, now)
  },
  (operation) => retryOnConflict(operation)
)

/** Applies a return of money that nobody recalled. */
export const applyReturn = Effect.fnUntraced(
  function* (store: RegionStore, paymentId: string, back: NetworkReturn, news: News) {
    const clock = yield* Clock
    const found = yield* find(store, paymentId)
    if (found === undefined) return false
    const now = clock.now()
    return yield* writeConsequence(store, found, afterReturn(found.document, back, news.railEventId, now), news, now)
  },
  (operation) => retryOnConflict(operation)
)

/** What an officer found out about a payment: whether its money moved. */
export interface FoundByHand {
  readonly outcome: "settled" | "failed"
  readonly note: string
}

const endByHand = (payment: Payment, { note, outcome }: FoundByHand, now: number) => {
  if (isAch(payment)) return outcome === "settled" ? settled(payment, now) : refused(payment, note, now)
  return outcome === "settled"
    ? afterStatus(payment, { status: "ACSC" }, now).decision
    : fail(payment, { code: "NOT_SETTLED", networkCode: null }, now)
}

/**
 * Applies what an officer found out about a payment at the network: ends one that the network never answered (decisions
 * C.2, 9002000005), and clears what lies in suspense for one that the network contradicted (decisions D.5). Fails with
 * `PaymentNotFound`, and `StateConflict` where there is neither.
 */
export const resolveByHand = Effect.fnUntraced(
  function* (caller: CallerShape, paymentId: string, { note, outcome }: FoundByHand) {
    const clock = yield* Clock
    const ids = yield* Ids
    const found = yield* find(caller.store, paymentId)
    if (found === undefined) return yield* new PaymentNotFound()
    const now = clock.now()
    const payment = found.document
    const isUnanswered = payment.status === "submitted"
    const decision = isUnanswered ? endByHand(payment, { note, outcome }, now) : clearSuspense(payment, outcome, now)
    if (decision === undefined) {
      return yield* new StateConflict({
        message: "The payment does not wait for the network, and has nothing in suspense"
      })
    }
    const clearedCents = payment.suspense?.amountCents ?? 0
    const after = { outcome, note, ...(isUnanswered ? {} : { clearedAmount: clearedCents }) }
    const audited = { action: "payment.resolve", resource: paymentId, after }
    return yield* commitPayment(decision, {
      store: caller.store,
      now,
      before: found,
      writes: [auditWrite(actingOf(caller), audited, { nextId: ids.next, now })]
    })
  },
  (operation) => retryOnConflict(operation)
)

/** Whom money that came in belongs to, and which request it answers. */
export interface InboundOwner {
  readonly clientId: string
  readonly scope: string
  readonly rfpId: string | null
  readonly referenceId: string | null
}

/** The payment that an inbound credit becomes: settled when we hear of it (decisions B.5, RfP). */
export const inboundPayment = Effect.fnUntraced(function* (
  rail: InstantRail,
  credit: InboundCredit,
  owner: InboundOwner
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
    status: "settled",
    amountCents: credit.amountCents,
    originator: credit.originator,
    beneficiary: credit.beneficiary,
    remittanceInfo: credit.remittanceInfo,
    purposeCode: null,
    referenceId: owner.referenceId,
    idempotencyKey: null,
    createdAt: now,
    railSteps: [],
    uetr: credit.uetr ?? uuidOf(ids.secret(16)),
    endToEndId: credit.endToEndId,
    messageId: credit.messageId,
    hold: null,
    approval: null,
    approvedBy: null,
    approvedAt: null,
    scheduledFor: null,
    submittedAt: null,
    settledAt: now,
    posting: "posted",
    returned: null,
    failure: null,
    rejection: null,
    needsAttention: false,
    rfpId: owner.rfpId,
    timeline: [],
    limitDay: easternDateOf(now)
  }
  const told = tell(untold(payment, now), "payment.settled")
  return conclude({
    state: told.payment,
    events: told.events,
    entries: [
      transfer({
        source: payment.id,
        step: "receive",
        amountCents: payment.amountCents,
        from: `settlement:${rail}`,
        to: customerOf(credit.beneficiary)
      })
    ]
  })
})
