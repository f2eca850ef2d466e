/** Takes what somebody says about a verification, judges it, and plans what is written down: once, whoever speaks first. */
import * as Effect from "effect/Effect"
import { Clock, type CallerShape, type Plan, type VersionConflict } from "../../../src/plugin.ts"
import { withKyc, type Customer } from "../customers/Customer.ts"
import { CustomerBody } from "../customers/CustomerBody.ts"
import { findStored, replaceState } from "../customers/holding.ts"
import { wholeSeconds } from "../events.ts"
import { eventAbout, eventsAbout, planned, type Actor, type ResourceEvent } from "../plans.ts"
import { lookUp, type Found } from "./evidence.ts"
import { KycBody } from "./KycBody.ts"
import { ScreeningUnanswered } from "../screening/ScreeningRecord.ts"
import type { KycCheckAnswer, KycResult } from "./provider/answers.ts"
import * as repository from "./repository.ts"
import { judge, type Verdict } from "./Verdict.ts"
import * as Verification from "./Verification.ts"

export type VerificationPlan = Plan<Verification.Verification, VersionConflict>

/** The event that tells of a customer whose status has changed. */
export const customerUpdated = (customer: Customer): ResourceEvent =>
  eventAbout("customer.updated", customer, CustomerBody.write)

const eventsOf = ({ events, state }: Verification.VerificationDecision): ReadonlyArray<ResourceEvent> =>
  eventsAbout(events, state, KycBody.write)

/** A verification of a scope with its version. Fails with `VerificationNotFound`. */
export const findVerification = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const found = yield* repository.byId(caller.store, caller.scope, id)
  return found ?? (yield* new Verification.VerificationNotFound())
})

/** The writes besides the verification and the customer. */
type Alongside = Pick<Found, "customer" | "writes" | "events">

const ownerOf = (actor: Actor, { verification }: repository.StoredVerification) =>
  findStored(actor.store, actor.scope, verification.customer)

/** A customer with its version, as it was read. */
type Owner = Effect.Success<ReturnType<typeof ownerOf>>

/** The customer after a verdict, with the write and the events of it. */
const customerParts = (owner: Owner, status: Verification.VerificationStatus, alongside: Alongside | undefined) => {
  if (owner === undefined) return { writes: [], events: [] }
  const { state } = withKyc(alongside?.customer ?? owner.customer, status)
  return {
    writes: [replaceState(state, owner.version), ...(alongside?.writes ?? [])],
    events: [customerUpdated(state), ...(alongside?.events ?? [])]
  }
}

/** The plan of a verdict: verification, customer, events. Fails with `VerificationDecided` when there was one before. */
const planVerdict = Effect.fnUntraced(function* (
  actor: Actor,
  stored: repository.StoredVerification,
  given: { readonly owner: Owner; readonly verdict: Verdict; readonly alongside?: Alongside }
) {
  const clock = yield* Clock
  const { alongside, owner } = given
  // A customer who was deleted meanwhile publishes nothing; the verification ends.
  const verdict: Verdict = owner === undefined ? { outcome: "failed", reason: "customer_deleted" } : given.verdict
  const decision = yield* Effect.fromResult(
    Verification.conclude(stored.verification, verdict, wholeSeconds(clock.now()))
  )
  const { state } = decision
  const customer = customerParts(owner, state.status, alongside)
  return yield* planned<Verification.Verification, VersionConflict>(actor, state, {
    writes: [repository.update(actor.scope, state, stored.version), ...customer.writes],
    events: owner === undefined ? [] : [...eventsOf(decision), ...customer.events],
    cancelledJobs: decision.cancelledJobs
  })
})

/** Gives a verdict that needs no judging. */
const giveVerdict = (actor: Actor, stored: repository.StoredVerification, verdict: Verdict) =>
  Effect.flatMap(ownerOf(actor, stored), (owner) => planVerdict(actor, stored, { owner, verdict }))

const planWaiting = Effect.fnUntraced(function* (
  actor: Actor,
  { verification, version }: repository.StoredVerification,
  answer: Verification.NoVerdict
) {
  const clock = yield* Clock
  const { cancelledJobs, jobs, state } = Verification.waiting(verification, answer, {
    scope: actor.scope,
    now: clock.now()
  })
  return yield* planned<Verification.Verification, VersionConflict>(actor, state, {
    writes: [repository.update(actor.scope, state, version)],
    cancelledJobs,
    jobs
  })
})

/** Judges a result by everything else that is known. Fails with `ScreeningUnanswered`: nobody is clear where no list answers. */
const takeResult = Effect.fnUntraced(function* (
  actor: Actor,
  stored: repository.StoredVerification,
  { owner, result }: { readonly owner: NonNullable<Owner>; readonly result: KycResult }
) {
  const found = yield* lookUp(actor, owner.customer, { result, verification: stored.verification })
  if (found.evidence === undefined) return yield* new ScreeningUnanswered()
  return yield* planVerdict(actor, stored, { owner, verdict: judge(found.evidence), alongside: found })
})

/**
 * Takes what a provider says about a verification. Fails with `VerificationNotFound`, `VerificationDecided` when it was
 * decided before, or `ScreeningUnanswered` where a result cannot be judged: then it must be said again.
 */
export const take = Effect.fnUntraced(function* (actor: Actor, id: string, said: KycCheckAnswer) {
  const stored = yield* findVerification(actor, id)
  const { status } = stored.verification
  if (status !== "pending") return yield* new Verification.VerificationDecided({ status })
  const owner = yield* ownerOf(actor, stored)
  // Whatever is said: nobody waits for it any more.
  if (owner === undefined) return yield* giveVerdict(actor, stored, { outcome: "failed", reason: "customer_deleted" })
  switch (said.outcome) {
    case "pending":
      return yield* planWaiting(actor, stored, said)
    case "unknown":
      return yield* giveVerdict(actor, stored, { outcome: "failed", reason: "not_received" })
    default:
      return yield* takeResult(actor, stored, { owner, result: said })
  }
})

/** As `take`, of a provider that was asked: one whose result cannot be judged yet is asked again until it can. */
export const takeAnswer = (actor: Actor, id: string, said: KycCheckAnswer) =>
  Effect.catchTag(take(actor, id, said), "ScreeningUnanswered", () =>
    Effect.flatMap(findVerification(actor, id), (stored) => planWaiting(actor, stored, { outcome: "not judged" }))
  )

/**
 * Gives a verdict without asking anybody: what a test wants, or the end of a wait. Fails with `VerificationNotFound`, or
 * `VerificationDecided` when there was one before.
 */
export const decideNow = (actor: Actor, id: string, verdict: Verdict) =>
  Effect.flatMap(findVerification(actor, id), (stored) => giveVerdict(actor, stored, verdict))
