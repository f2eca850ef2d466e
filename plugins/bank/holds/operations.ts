/** The officer's queue: holds are released or rejected, once (decisions B.5, compliance queue). */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  readPage,
  type CallerShape,
  type ClaimedJob,
  type JobOutcome,
  type PageRequest,
  type Plan,
  type RegionStore,
  type Screening,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { actorOf } from "../administration/Actor.ts"
import * as administration from "../administration/operations.ts"
import { conclude } from "../BankDecision.ts"
import { HoldNotFound, rescreenJob, type Hold, type HoldJob, type ScreeningException } from "../compliance/Hold.ts"
import * as compliance from "../compliance/operations.ts"
import { holdOf } from "../compliance/PaymentScreening.ts"
import type { Participants } from "../Participants.ts"
import * as participants from "../participants/operations.ts"
import { holdAnew, rejectHeld, release, type PaymentDecision } from "../payments/Lifecycle.ts"
import { requireAnother } from "../payments/fourEyes.ts"
import * as payments from "../payments/operations.ts"
import type { StateConflict } from "../payments/Payment.ts"
import { nothing, planned, withOutcome } from "../plans.ts"
import { answeredBy } from "../rfp/operations.ts"

/** What an officer says with a decision. */
export interface OfficerNote {
  readonly note: string
  /** Whether this match is to be passed over from now on. */
  readonly addException: boolean
}

const systemActor = "system"

const found = Effect.fnUntraced(function* (store: RegionStore, id: string) {
  const hold = yield* compliance.findHold(store, id)
  if (hold === undefined) return yield* new HoldNotFound()
  const payment = yield* payments.find(store, hold.document.paymentId)
  if (payment === undefined) return yield* new HoldNotFound()
  return { hold, payment }
})

type Found = Effect.Success<ReturnType<typeof found>>

/** A hold that the caller may decide: four eyes. */
const foundFor = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const both = yield* found(caller.store, id)
  yield* requireAnother(caller, both.payment.document)
  return both
})

/** The plan of a decision about a hold: the payment, the request that it answers, the hold and the audit line, or nothing. */
const planSettled = Effect.fnUntraced(function* (
  store: RegionStore,
  of: Found,
  decided: {
    readonly now: number
    readonly decision: PaymentDecision
    readonly hold: Hold
    readonly acting: administration.Acting
    readonly action: string
    readonly writes?: ReadonlyArray<Write>
    readonly exception?: ScreeningException | undefined
  }
) {
  const { acting, action, decision, exception, hold, now, writes = [] } = decided
  const { alerts, ...answered } = yield* answeredBy(store, decision.state)
  const events = [...decision.events, ...answered.events]
  const cancelledJobs = [...decision.cancelledJobs, ...answered.cancelledJobs]
  const plan = yield* payments.planDecision(
    { ...decision, events, cancelledJobs },
    {
      now,
      alerts,
      before: of.payment,
      writes: [
        compliance.updateHold(hold, of.hold.version),
        ...(exception === undefined ? [] : [compliance.keepException(exception)]),
        ...answered.writes,
        ...writes
      ],
      audited: {
        by: acting,
        action,
        resource: hold.id,
        before: { matchedField: of.hold.document.matchedField, listEntryId: of.hold.document.listEntryId },
        after: { status: hold.status, note: hold.note, exception }
      }
    }
  )
  return withOutcome(plan, hold)
})

const decidedHold = (hold: Hold, status: "released" | "rejected", by: string, note: string | null, now: number) => ({
  ...hold,
  status,
  decidedBy: by,
  decidedAt: now,
  note
})

/**
 * Releases a hold: the payment goes on without being sent in again, once each of its names that is on a list was decided. Fails with `HoldNotFound`, `SelfApprovalForbidden` or
 * `StateConflict`, also where its client lost its access while the payment was held, or with `SanctionedCountry` where one came under
 * sanctions.
 */
export const releaseHold = Effect.fnUntraced(function* (
  caller: CallerShape,
  id: string,
  { addException, note }: OfficerNote
) {
  const ids = yield* Ids
  const both = yield* foundFor(caller, id)
  const { hold, payment } = both
  yield* payments.requireStanding(caller, payment.document)
  const by = actorOf(caller.principal)
  const plan = yield* payments.planning(caller.store, payment.document)
  const { now } = plan
  const next = yield* compliance.nextMatch(caller.store, hold.document)
  const decision = yield* Effect.fromResult(
    next === undefined
      ? release(payment.document, by, plan)
      : holdAnew(
          payment.document,
          holdOf({ _tag: "Match", match: next, subjects: [] }, { holdId: hold.document.id, now })!
        )
  )
  const { listEntryId, listName, screenedValue } = hold.document
  const exception =
    addException && listEntryId !== null && listName !== null && screenedValue !== null
      ? {
          id: ids.next("exc"),
          listName,
          listEntryId,
          screenedValue,
          reason: note,
          createdBy: by,
          createdAt: now,
          expiresAt: null
        }
      : undefined
  return yield* planSettled(caller.store, both, {
    now,
    decision,
    hold:
      next === undefined
        ? decidedHold(hold.document, "released", by, note, now)
        : { ...compliance.matchedHold(hold.document, next, hold.document.attempts), note },
    acting: administration.actingOf(caller),
    action: "hold.release",
    exception
  })
})

/** Rejects a hold: the payment ends. Fails with `HoldNotFound`, `SelfApprovalForbidden` or `StateConflict`. */
export const rejectHold = Effect.fnUntraced(function* (caller: CallerShape, id: string, { note }: OfficerNote) {
  const both = yield* foundFor(caller, id)
  const now = (yield* Clock).now()
  const by = actorOf(caller.principal)
  return yield* planSettled(caller.store, both, {
    now,
    decision: yield* Effect.fromResult(rejectHeld(both.payment.document, { by, now, note })),
    hold: decidedHold(both.hold.document, "rejected", by, note, now),
    acting: administration.actingOf(caller),
    action: "hold.reject"
  })
})

/** A hold by its id. Fails with `HoldNotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  Effect.map(found(caller.store, id), ({ hold }) => hold.document)

/** Holds, newest first. */
export const list = (
  caller: CallerShape,
  filter: { readonly status: Hold["status"] | undefined },
  page: Pick<PageRequest, "limit" | "cursor">
) =>
  readPage(caller, { ...page, endpoint: "bank.holds", filters: { status: filter.status } }, (after, rows) =>
    compliance.listHolds(caller.store, filter, after, rows)
  )

/** Adds an exception by hand. */
export const addException = Effect.fnUntraced(function* (
  caller: CallerShape,
  draft: Pick<ScreeningException, "screenedValue" | "listName" | "listEntryId" | "reason" | "expiresAt">
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const exception: ScreeningException = {
    ...draft,
    id: ids.next("exc"),
    createdBy: actorOf(caller.principal),
    createdAt: clock.now()
  }
  return yield* planned(exception, {
    scope: caller.scope,
    now: exception.createdAt,
    writes: [compliance.keepException(exception)],
    audited: {
      by: administration.actingOf(caller),
      action: "screening_exception.create",
      resource: exception.id,
      after: exception
    }
  })
})

/**
 * Screens a held payment again after an outage (decisions B138): clean, it goes on by itself; matched, it stays held for
 * another reason; still no answer, or one that may not leave as things stand, it is tried again.
 */
export const rescreen = Effect.fnUntraced(
  function* (
    store: RegionStore,
    { holdId }: HoldJob
  ): Effect.fn.Return<
    Plan<Hold | undefined, VersionConflict>,
    HoldNotFound | StateConflict | StoreUnavailable,
    payments.PlanningNeeds | Participants | Screening
  > {
    const both = yield* found(store, holdId)
    const hold = both.hold.document
    const payment = both.payment.document
    if (hold.status !== "open" || hold.reason !== "OFAC_SCREENING_UNAVAILABLE") return nothing
    const attempts = hold.attempts + 1
    const banks = yield* participants.banksOf(store, payment)
    const screened = yield* compliance.screenPayment(store, { ...payment, banks }, { attempt: attempts, ...payment })
    const plan = yield* payments.planning(store, payment)
    const { now } = plan
    const evidence = yield* compliance.keepEvidence(payment, screened, { attempt: attempts, now })
    const base = { now, acting: { actor: systemActor, requestId: null }, writes: [evidence] }
    const isIneligible = (yield* payments.ineligible(store, payment)) !== undefined
    if (screened._tag === "Clear" && !isIneligible) {
      const decision = yield* Effect.fromResult(release(payment, systemActor, plan))
      const released = decidedHold({ ...hold, attempts }, "released", systemActor, null, now)
      return yield* planSettled(store, both, { ...base, decision, hold: released, action: "hold.release" })
    }
    if (screened._tag === "Match") {
      const decision = yield* Effect.fromResult(holdAnew(payment, holdOf(screened, { holdId: hold.id, now })!))
      const matched = compliance.matchedHold(hold, screened.match, attempts)
      return yield* planSettled(store, both, { ...base, decision, hold: matched, action: "hold.match" })
    }
    const next = { ...hold, attempts }
    const decision = conclude({ state: payment, jobs: [rescreenJob(next, now)] })
    return yield* planSettled(store, both, { ...base, decision, hold: next, action: "hold.rescreen" })
  },
  Effect.catchTags({ HoldNotFound: () => Effect.succeed(nothing), StateConflict: () => Effect.succeed(nothing) })
)

/** Tells an administrator of a hold that nobody has decided for a day. */
export const age = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<HoldJob>) {
  const { holdId } = job.payload
  const hold = yield* compliance.findHold(store, holdId)
  if (hold?.document.status === "open") {
    yield* administration.raise(store, [
      { type: "hold.aging", resource: holdId, message: "This hold has been open for 24 hours" }
    ])
  }
  return "done" as JobOutcome
})
