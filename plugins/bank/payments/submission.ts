/**
 * Sends payments, exactly once (decisions D.6). The job that sends is claimed, and that is committed, before the network
 * is called: a second run means that the first may have sent, so an inquiry to the network comes before anything is sent again, and
 * then under the same identifiers.
 */
import * as Effect from "effect/Effect"
import {
  carryOutJob,
  Clock,
  type ClaimedJob,
  type JobOutcome,
  type RegionStore,
  type Stored,
  type StoreUnavailable
} from "../../../src/plugin.ts"
import { easternDateOf, startOfEasternDay } from "../calendar/eastern-time.ts"
import { isInstantRail } from "../rails/rail-ids.ts"
import {
  Rails,
  type CreditInstruction,
  type MessageRef,
  type Rail,
  type RailFinding,
  type RailUnreachable
} from "../Rail.ts"
import type { AlertDraft } from "../administration/Alert.ts"
import { keepEvidence } from "../compliance/operations.ts"
import { crashAt } from "../crash.ts"
import { nothing } from "../plans.ts"
import { waitAfter } from "../sendRetry.ts"
import { BankSettings } from "../settings.ts"
import { onAnotherRail } from "./failover.ts"
import { dateOfMessageId } from "./Identifiers.ts"
import { planAnew, type PaymentJob } from "./Lifecycle.ts"
import { applyStatus } from "./network.ts"
import {
  find,
  planChange,
  planDecision,
  planStopped,
  readAlready,
  stopOf,
  type PaymentPlanIfAny,
  type PlanningNeeds
} from "./operations.ts"
import { fail, inquiryJob, submitted, unanswered, type NetworkStatus } from "./Outcome.ts"
import { bankNumberOf, currencyOf, type Payment } from "./Payment.ts"
import { raise } from "../administration/operations.ts"
import { Submissions } from "../turns.ts"
import { sendTiming } from "../wire/SendTiming.ts"

/** When the message of a payment was made. Of one that an earlier version planned anew on a later day it is the beginning of that day. */
const madeAtOf = ({ approvedAt, createdAt, madeAt, messageId, rail }: Payment): number =>
  madeAt ?? Math.max(approvedAt ?? createdAt, isInstantRail(rail) ? startOfEasternDay(dateOfMessageId(messageId!)) : 0)

const instructionOf = (payment: Payment): CreditInstruction => ({
  messageId: payment.messageId!,
  endToEndId: payment.endToEndId,
  uetr: payment.uetr,
  createdAt: madeAtOf(payment),
  amountCents: payment.amountCents,
  originator: payment.originator,
  beneficiary: payment.beneficiary,
  remittanceInfo: payment.remittanceInfo,
  purposeCode: payment.purposeCode,
  wire: payment.wire
})

/** How the network knows a payment. */
export const refOf = (payment: Payment): MessageRef => ({
  messageId: payment.messageId!,
  endToEndId: payment.endToEndId,
  uetr: payment.uetr,
  createdAt: madeAtOf(payment),
  message: payment.wire?.transferType === "bank" ? "pacs.009" : "pacs.008",
  amountCents: payment.amountCents,
  currency: currencyOf(payment),
  settlementDate: payment.wire?.valueDate ?? easternDateOf(madeAtOf(payment)),
  from: payment.originator.routingNumber,
  to: bankNumberOf(payment.beneficiary)
})

/** What a finding says as a status; `undefined` when it says nothing about the money. */
const statusOf = (finding: RailFinding): NetworkStatus | undefined => {
  if (finding.status === "settled") {
    return { status: finding.isPosted ? "ACSC" : "ACWP", clearingReference: finding.clearingReference }
  }
  if (finding.status === "rejected") {
    return { status: "RJCT", reason: finding.reason, narrative: finding.narrative }
  }
  return undefined
}

/** Notes that the network has the message. An answer that came first has noted it already. */
const noteSubmitted = (store: RegionStore, payment: Stored<Payment>, job: ClaimedJob) =>
  Effect.flatMap(Submissions, ({ note }) =>
    note(payment.document.messageId!, carryOutJob(store, planChange(readAlready(store, payment), submitted), job))
  )

/** Ends a payment that was certainly not sent. */
const giveUp = (store: RegionStore, paymentId: string, job: ClaimedJob) =>
  carryOutJob(
    store,
    planChange(find(store, paymentId), (payment, now) => fail(payment, { code: "NOT_SENT", networkCode: null }, now)),
    job
  )

/** When the rail of a payment takes it, and whether that is now, on the day that its message id names. */
const timing = Effect.fnUntraced(function* (payment: Payment) {
  const clock = yield* Clock
  const settings = yield* BankSettings
  const now = clock.now()
  const hours = settings.wire.fedwireHours
  const taken = sendTiming({ rail: payment.rail, now, wanted: payment.wire?.valueDate, hours })
  const isItsDay = taken.opensAt === undefined && dateOfMessageId(payment.messageId!) === taken.sendDate
  return { now, ...taken, isItsDay }
})

/** Tries after which an administrator is notified that a rail does not answer. */
const triesBeforeAlert = 3

const railOf = Effect.fnUntraced(function* (payment: Payment) {
  const rails = yield* Rails
  return rails.get(payment.rail) ?? (yield* Effect.die(new Error(`No rail ${payment.rail} is connected`)))
})

/** Asks the network and applies what it says. `eventId` is of this inquiry. */
const ask = Effect.fnUntraced(function* (store: RegionStore, rail: Rail, payment: Payment, inquiryId: string) {
  if (!rail.capabilities.inquiry) return { status: "unknown" } satisfies RailFinding
  const askedAt = (yield* Clock).now()
  const finding = yield* rail.inquire({ ...refOf(payment), askedAt }, inquiryId)
  const status = statusOf(finding)
  if (status !== undefined) {
    yield* applyStatus(
      store,
      { messageId: payment.messageId!, rail: payment.rail, railEventId: `${payment.messageId}:${inquiryId}` },
      status
    )
  }
  return finding
})

const downAlert = ({ detail, rail }: RailUnreachable): AlertDraft => ({
  type: "rail.down",
  resource: rail,
  message: `The rail ${rail} does not answer: ${detail}`
})

const tellIfDown = (store: RegionStore, job: ClaimedJob, failure: RailUnreachable) =>
  job.attempts === triesBeforeAlert ? Effect.ignore(raise(store, [downAlert(failure)])) : Effect.void

/**
 * Sends a message. Answers with the failure where nothing of the payment was sent for certain: now, and, as `isFirst`
 * says, before.
 */
const sent = (rail: Rail, payment: Payment, isFirst: boolean) =>
  rail.send(instructionOf(payment)).pipe(
    Effect.as(undefined),
    Effect.catchTag("RailUnreachable", (failure) =>
      isFirst && failure.isUnsent === true ? Effect.succeed(failure) : Effect.fail(failure)
    )
  )

/** Plans the send of a payment that sent nothing: over another rail at once, if one carries it, else over this one later. */
const sendLater = Effect.fnUntraced(function* (
  store: RegionStore,
  before: Stored<Payment>,
  job: ClaimedJob<PaymentJob>,
  failure: RailUnreachable
) {
  const tries = (job.payload.tries ?? 0) + 1
  const payment = before.document
  const wait = waitAfter(tries)
  if (wait === undefined) return yield* giveUp(store, payment.id, job)
  const elsewhere = yield* onAnotherRail(store, payment)
  const isMoved = elsewhere !== undefined && tries === 1
  const { isItsDay: _, ...plan } = yield* timing(elsewhere ?? payment)
  // Rails that are all down are tried in turn, and not at once.
  const waitMs = isMoved ? 0 : wait
  const planned = planDecision(planAnew(elsewhere ?? payment, plan, { tries, waitMs }), {
    now: plan.now,
    before,
    alerts: isMoved || tries === triesBeforeAlert ? [downAlert(failure)] : []
  })
  return yield* carryOutJob(store, planned, job)
})

/** Sends a queued payment. */
export const submit = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<PaymentJob>) {
  const clock = yield* Clock
  const { paymentId } = job.payload
  const found = yield* find(store, paymentId)
  if (found?.document.status !== "queued") return "done" as JobOutcome
  const payment = found.document
  // One that waits for its rail has another job.
  if (payment.scheduledFor !== null && payment.scheduledFor > clock.now()) return "done" as JobOutcome
  const rail = yield* railOf(payment)
  const isRepeated = job.attempts > 1
  const reached = Effect.gen(function* () {
    if (isRepeated && !rail.capabilities.idempotentSend) {
      const finding = yield* ask(store, rail, payment, `R${job.attempts}`)
      if (finding.status !== "not_found") return yield* noteSubmitted(store, found, job)
      // A message may be sent again under its id on its day only; after that it was never taken (FedNow OP).
      if (!(yield* timing(payment)).isItsDay) return yield* giveUp(store, paymentId, job)
    } else if (!isRepeated) {
      const { isItsDay, ...plan } = yield* timing(payment)
      // The day of its message is over, or the rail has closed, and it was certainly never sent.
      if (!isItsDay) {
        return yield* carryOutJob(store, planDecision(planAnew(payment, plan), { now: plan.now, before: found }), job)
      }
    }
    const why = yield* stopOf(store, payment)
    const isUnsent = !isRepeated || !rail.capabilities.idempotentSend
    if (
      why !== undefined &&
      (isUnsent || (yield* ask(store, rail, payment, `R${job.attempts}`)).status === "not_found")
    ) {
      return yield* carryOutJob(store, planStopped(store, paymentId, why), job)
    }
    yield* crashAt("before_send")
    // A repeated send comes here only after the network said that it never had the message, or takes it once.
    const { given: failure, isAnswered } = yield* (yield* Submissions).send(found, sent(rail, payment, isUnsent))
    if (failure !== undefined) return yield* sendLater(store, found, job, failure)
    yield* crashAt("after_send_before_commit")
    const outcome: JobOutcome = isAnswered ? "committed" : yield* noteSubmitted(store, found, job)
    yield* crashAt("after_commit")
    return outcome
  })
  return yield* Effect.tapError(reached, (failure) =>
    failure._tag === "RailUnreachable" ? tellIfDown(store, job, failure) : Effect.void
  )
})

/** Asks about a payment that was not answered, sends it again if the network never had it, and plans the next inquiry. */
export const inquire = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<PaymentJob>) {
  const { inquiries = 0, paymentId } = job.payload
  const found = yield* find(store, paymentId)
  if (found?.document.status !== "submitted") return "done" as JobOutcome
  const payment = found.document
  const rail = yield* railOf(payment)
  const finding = yield* ask(store, rail, payment, String(inquiries + 1)).pipe(
    Effect.catchTag("RailUnreachable", () => Effect.succeed<RailFinding>({ status: "unknown" }))
  )
  if (finding.status === "not_found") {
    const why = yield* stopOf(store, payment)
    if (why !== undefined && "screened" in why) {
      yield* store.write([yield* keepEvidence(payment, why.screened, { ...why, now: (yield* Clock).now() })])
    }
    if (why !== undefined || !(yield* timing(payment)).isItsDay) return yield* giveUp(store, paymentId, job)
    // What may come of a failed send is found out by the next inquiry.
    yield* Effect.ignore(rail.send(instructionOf(payment)))
  }
  return yield* carryOutJob(store, planNext(store, paymentId, inquiries + 1), job)
})

const planNext = Effect.fnUntraced(function* (
  store: RegionStore,
  paymentId: string,
  inquiries: number
): Effect.fn.Return<PaymentPlanIfAny, StoreUnavailable, PlanningNeeds> {
  const found = yield* find(store, paymentId)
  if (found?.document.status !== "submitted") return nothing
  const payment = found.document
  const now = (yield* Clock).now()
  const next = inquiryJob(payment, inquiries, payment.submittedAt!)
  const { alerts, decision } = unanswered(payment, now)
  return yield* planDecision(next === undefined ? decision! : { ...decision!, state: payment }, {
    now,
    before: found,
    jobs: next === undefined ? [] : [next],
    alerts: next === undefined ? alerts : []
  })
})
