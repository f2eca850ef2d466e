/** Takes what somebody says of a verification, judges it, and writes the verdict down: once, whoever speaks first. */
import * as Effect from "effect/Effect"
import {
  Clock,
  retryOnConflict,
  type Answer,
  type CallerShape,
  type ClaimedJob,
  type VersionConflict
} from "../../../src/plugin.ts"
import { commitResource, type Actor, type ResourceEvent } from "../commitResource.ts"
import { withKyc, type Customer } from "../customers/Customer.ts"
import { encodeCustomer } from "../customers/CustomerBody.ts"
import { findStored, replaceState } from "../customers/holding.ts"
import { wholeSeconds } from "../events.ts"
import { lookUp, type Found } from "./evidence.ts"
import { encodeVerification } from "./KycBody.ts"
import type { KycCheckAnswer, KycPending, KycResult } from "./provider/answers.ts"
import * as repository from "./repository.ts"
import { judge, type Verdict } from "./Verdict.ts"
import * as Verification from "./Verification.ts"

/** Builds the answer that is kept for replay. */
export type Present = (verification: Verification.Verification) => Answer

/** A verification with the answer to give; in-process callers have none. */
export interface Presented {
  readonly verification: Verification.Verification
  readonly answer: Answer | undefined
}

/** The event that tells of a customer whose status has changed. */
export const customerUpdated = (customer: Customer): ResourceEvent => ({
  type: "customer.updated",
  resource: customer.id,
  resourceJson: JSON.stringify(encodeCustomer(customer))
})

const eventsOf = ({ events, state }: Verification.VerificationDecision): ReadonlyArray<ResourceEvent> => {
  const resourceJson = JSON.stringify(encodeVerification(state))
  return events.map(({ type }) => ({ type, resource: state.id, resourceJson }))
}

/** A verification of a scope with its version. Fails with `VerificationNotFound`. */
export const findVerification = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const found = yield* repository.byId(caller.store, caller.scope, id)
  return found ?? (yield* new Verification.VerificationNotFound())
})

/** How an outcome is written down. */
interface Taking {
  readonly completes?: ClaimedJob | undefined
  readonly present?: Present | undefined
}

/** What is written besides the verification and the customer. */
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

/** Writes a verdict: verification, customer, events. Fails with `VerificationDecided` when there was one before. */
const commitVerdict = Effect.fnUntraced(function* (
  actor: Actor,
  stored: repository.StoredVerification,
  given: { readonly owner: Owner; readonly verdict: Verdict; readonly alongside?: Alongside },
  { completes, present }: Taking
) {
  const clock = yield* Clock
  const { alongside, owner } = given
  // Nobody is told about a customer who was deleted meanwhile; the verification ends.
  const verdict: Verdict = owner === undefined ? { outcome: "failed", reason: "customer_deleted" } : given.verdict
  const decision = yield* Effect.fromResult(
    Verification.conclude(stored.verification, verdict, wholeSeconds(clock.now()))
  )
  const { state } = decision
  const answer = present?.(state)
  const customer = customerParts(owner, state.status, alongside)
  yield* commitResource<VersionConflict>(actor, {
    writes: [repository.update(actor.scope, state, stored.version), ...customer.writes],
    events: owner === undefined ? [] : [...eventsOf(decision), ...customer.events],
    cancelledJobs: decision.cancelledJobs,
    completes,
    answer
  })
  return { verification: state, answer } satisfies Presented
})

/** Gives a verdict that needs no judging. */
const giveVerdict = (actor: Actor, stored: repository.StoredVerification, verdict: Verdict, taking: Taking) =>
  Effect.flatMap(ownerOf(actor, stored), (owner) => commitVerdict(actor, stored, { owner, verdict }, taking))

const commitWaiting = Effect.fnUntraced(function* (
  actor: Actor,
  { verification, version }: repository.StoredVerification,
  answer: Pick<KycPending, "providerReference" | "askAgainAt">,
  { completes }: Taking
) {
  const clock = yield* Clock
  const { cancelledJobs, jobs, state } = Verification.waiting(verification, answer, {
    scope: actor.scope,
    now: clock.now()
  })
  yield* commitResource<VersionConflict>(actor, {
    writes: [repository.update(actor.scope, state, version)],
    cancelledJobs,
    jobs,
    completes
  })
  return { verification: state, answer: undefined } satisfies Presented
})

/** Judges a result by everything else that is known. Without an answer of screening it waits: nobody is clear by that. */
const takeResult = Effect.fnUntraced(function* (
  actor: Actor,
  stored: repository.StoredVerification,
  result: KycResult,
  taking: Taking
) {
  const { verification } = stored
  const owner = yield* ownerOf(actor, stored)
  if (owner === undefined)
    return yield* giveVerdict(actor, stored, { outcome: "failed", reason: "customer_deleted" }, taking)
  const found = yield* lookUp(actor, owner.customer, { result, verification })
  return found.evidence === undefined
    ? yield* commitWaiting(actor, stored, {}, taking)
    : yield* commitVerdict(actor, stored, { owner, verdict: judge(found.evidence), alongside: found }, taking)
})

/**
 * Takes what a provider says of a verification. Fails with `VerificationNotFound`, or `VerificationDecided` when it was
 * decided before.
 */
export const take = Effect.fnUntraced(
  function* (actor: Actor, id: string, said: KycCheckAnswer, taking: Taking = {}) {
    const stored = yield* findVerification(actor, id)
    const { status } = stored.verification
    if (status !== "pending") return yield* new Verification.VerificationDecided({ status })
    switch (said.outcome) {
      case "pending":
        return yield* commitWaiting(actor, stored, said, taking)
      case "unknown":
        return yield* giveVerdict(actor, stored, { outcome: "failed", reason: "not_received" }, taking)
      default:
        return yield* takeResult(actor, stored, said, taking)
    }
  },
  (operation) => retryOnConflict(operation)
)

/**
 * Gives a verdict without asking anybody: what a test wants, or the end of a wait. Fails with `VerificationNotFound`, or
 * `VerificationDecided` when there was one before.
 */
export const decideNow = Effect.fnUntraced(
  function* (actor: Actor, id: string, verdict: Verdict, taking: Taking = {}) {
    return yield* giveVerdict(actor, yield* findVerification(actor, id), verdict, taking)
  },
  (operation) => retryOnConflict(operation)
)
