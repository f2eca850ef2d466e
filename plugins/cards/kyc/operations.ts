/**
 * What can be done with verifications. A submission is on disk before the provider hears of it, without its images; its
 * answer is the second commit. After a crash in between, a job asks the provider for the result.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { modeOfScope } from "../../../src/domain.ts"
import {
  carryOutUnkeyed,
  Clock,
  Ids,
  noChange,
  sha256InTurns,
  type CallerShape,
  type Plan,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict
} from "../../../src/plugin.ts"
import { CustomerNotFound, withKyc, type Customer } from "../customers/Customer.ts"
import { findStored, replaceState } from "../customers/holding.ts"
import { wholeSeconds } from "../events.ts"
import { jobActor, planned } from "../plans.ts"
import { customerUpdated, decideNow, findVerification, takeAnswer, type VerificationPlan } from "./deciding.ts"
import type { KycCheckAnswer } from "./provider/answers.ts"
import { KycNoAnswer, KycProvider, type KycProviderShape } from "./provider/KycProvider.ts"
import type { KycImage } from "./provider/KycProviderImplementation.ts"
import * as repository from "./repository.ts"
import { KycSettings } from "./settings.ts"
import type { ImageParam, Submission, SubmissionRefused } from "./Submission.ts"
import { submissionFromImages, submissionFromTexts, type Sent } from "./submitting.ts"
import * as Verification from "./Verification.ts"

export { decideNow, take } from "./deciding.ts"

type Reader = Pick<CallerShape, "store" | "scope">

const customerOf = Effect.fnUntraced(function* (caller: Reader, id: string) {
  return (yield* findStored(caller.store, caller.scope, id)) ?? (yield* new CustomerNotFound())
})

/** Who verifies for a caller. Fails with `ProviderMissing` for a live one where only the simulation is connected. */
const providerOf = Effect.fnUntraced(function* (scope: string) {
  const { live, test } = yield* KycProvider
  const provider = modeOfScope(scope) === "live" ? live : test
  return provider ?? (yield* new Verification.ProviderMissing())
})

const digested = (images: Submission["images"]) =>
  Effect.forEach(images, (image) => Effect.map(sha256InTurns(image.bytes), (sha256) => ({ ...image, sha256 })))

type Digested = KycImage & { readonly param: ImageParam }

const imageOf = (images: ReadonlyArray<Digested>, wanted: ImageParam): KycImage | undefined => {
  const found = images.find(({ param }) => param === wanted)
  if (found === undefined) return undefined
  const { param: _, ...image } = found
  return image
}

/** What a failure is called. What it says may be about a person. */
const failureName = (failure: unknown): string => (failure instanceof Error ? failure.name : "unknown")

/** Gives a submission to the provider and records its answer. Without an answer, a job asks again. */
const handOver = Effect.fnUntraced(function* (
  caller: CallerShape,
  provider: KycProviderShape,
  begun: {
    readonly verification: Verification.Verification
    readonly customer: Customer
    readonly images: ReadonlyArray<Digested>
  }
) {
  const { customer, images, verification } = begun
  const clock = yield* Clock
  const request = {
    reference: verification.id,
    livemode: verification.livemode,
    requestedAt: clock.now(),
    customer: customer.id,
    name: customer.name,
    documentType: verification.documentType,
    documentFront: imageOf(images, "document_front")!,
    documentBack: imageOf(images, "document_back"),
    selfie: imageOf(images, "selfie"),
    dateOfBirth: verification.dateOfBirth
  }
  yield* provider.start(request).pipe(
    // The answer of the request is kept already: what follows is nobody's request any more.
    Effect.flatMap((answer) => carryOutUnkeyed(caller.store, takeAnswer(caller, verification.id, answer))),
    // The provider has reported a result before it answered.
    Effect.catchTag("VerificationDecided", () => Effect.void),
    // The verification has begun, whatever happens now: the job asks what became of it.
    Effect.catchCause((cause) => {
      const failure = Cause.squash(cause)
      const reason = failure instanceof KycNoAnswer ? failure.reason : failureName(failure)
      return Effect.logWarning("The answer to a submission is not known", { verification: verification.id, reason })
    })
  )
})

/** Whose verification begins, and with what. */
export interface StartRequest {
  readonly customer: string
  readonly sent: Sent
}

/** Once it is on disk, the submission is handed over. */
type BegunPlan = Plan<Verification.Verification, VersionConflict, Effect.Services<ReturnType<typeof handOver>>>

const startWith = Effect.fnUntraced(function* <R>(
  caller: CallerShape,
  of: { readonly customer: string; readonly submission: Effect.Effect<Submission, SubmissionRefused, R> }
) {
  const provider = yield* providerOf(caller.scope)
  yield* customerOf(caller, of.customer)
  const { dateOfBirth, documentType, ...submitted } = yield* of.submission
  const images = yield* digested(submitted.images)
  const now = (yield* Clock).now()
  const { customer, version } = yield* customerOf(caller, of.customer)
  const decision = yield* Effect.fromResult(
    Verification.start({
      id: (yield* Ids).next("kyc"),
      scope: caller.scope,
      customer,
      images: images.map(({ bytes, param, sha256, type }) => ({ param, sha256, type, bytes: bytes.length })),
      documentType,
      dateOfBirth,
      now,
      createdAt: wholeSeconds(now),
      livemode: caller.principal.mode === "live",
      timeoutMs: provider.timeoutMs
    })
  )
  const pending = withKyc(customer, "pending").state
  const plan = yield* planned<Verification.Verification, VersionConflict>(caller, decision.state, {
    // The customer's row is what two of them collide on.
    writes: [replaceState(pending, version), repository.insert(caller.scope, decision.state)],
    events: [customerUpdated(pending)],
    jobs: decision.jobs
  })
  const handedOver = handOver(caller, provider, { verification: decision.state, customer: pending, images })
  return { ...plan, next: Effect.as(handedOver, undefined) } satisfies BegunPlan
})

/**
 * Begins the verification of a customer and hands the submission over to the provider; images are texts in base64. They
 * are not kept, and gone when this ends. Fails with `CustomerNotFound`, `SubmissionRefused`, `VerificationRefused`, or
 * `ProviderMissing`.
 */
export const start = (caller: CallerShape, { customer, sent }: StartRequest) =>
  startWith(caller, { customer, submission: submissionFromTexts(caller, sent) })

/** As `start`, with images as they are. */
export const startWithImages = (caller: CallerShape, { customer, sent }: StartRequest) =>
  startWith(caller, { customer, submission: submissionFromImages(caller, sent) })

/** A verification of a customer. Fails with `CustomerNotFound` or `VerificationNotFound`. */
export const retrieve = Effect.fnUntraced(function* (
  caller: Reader,
  of: { readonly customer: string; readonly id: string }
) {
  yield* customerOf(caller, of.customer)
  const { verification } = yield* findVerification(caller, of.id)
  return verification.customer === of.customer ? verification : yield* new Verification.VerificationNotFound()
})

/** The newest verification of a customer. Fails with `CustomerNotFound` or `VerificationNotFound`. */
export const latest = Effect.fnUntraced(function* (caller: Reader, customer: string) {
  yield* customerOf(caller, customer)
  const found = yield* repository.latestOf(caller.store, caller.scope, customer)
  return found === undefined ? yield* new Verification.VerificationNotFound() : found.verification
})

/** The pending verification that a job is about, or `undefined` where nothing is left to do. */
const pendingOf = Effect.fnUntraced(function* (store: RegionStore, job: Verification.VerificationJob) {
  const stored = yield* repository.byId(store, job.scope, job.verification)
  return stored?.verification.status === "pending" ? stored : undefined
})

type VerificationGone = Verification.VerificationDecided | Verification.VerificationNotFound

/** A job that finds its verification decided meanwhile, or gone, has nothing to commit. */
const orNothing = <R>(step: Effect.Effect<VerificationPlan, VerificationGone | StoreUnavailable, R>) =>
  Effect.catchTags(step, {
    VerificationDecided: () => Effect.succeed(noChange(undefined)),
    VerificationNotFound: () => Effect.succeed(noChange(undefined))
  })

/** Asks the provider for the result, and gives the step that takes it. */
export const ask = Effect.fnUntraced(function* (store: RegionStore, job: Verification.VerificationJob) {
  const stored = yield* pendingOf(store, job)
  if (stored === undefined) return undefined
  const { id, livemode, providerReference } = stored.verification
  const clock = yield* Clock
  const said = yield* Effect.flatMap(providerOf(job.scope), (provider) =>
    provider.check({ reference: id, providerReference, livemode, requestedAt: clock.now() })
  ).pipe(
    // Also when the provider was taken away: it may be back before the time is over.
    Effect.orElseSucceed((): KycCheckAnswer => ({ outcome: "pending" }))
  )
  return orNothing(takeAnswer(jobActor(store, job.scope), id, said))
})

/** Ends a verification that has no result in time, or sees to it that an operator hears of it. */
export const expire = Effect.fnUntraced(function* (store: RegionStore, job: Verification.VerificationJob) {
  const { whenSilent } = yield* KycSettings
  const actor = jobActor(store, job.scope)
  if (whenSilent === "fail") {
    return yield* orNothing(decideNow(actor, job.verification, { outcome: "failed", reason: "timed_out" }))
  }
  if ((yield* pendingOf(store, job)) === undefined) return noChange(undefined)
  const dueAt = (yield* Clock).now()
  return yield* planned<unknown>(actor, undefined, {
    writes: [],
    jobs: [Verification.unansweredJob({ ...job, dueAt })]
  })
})

/** Whether a verification still has no result. */
export const isUnanswered = (store: RegionStore, job: Verification.VerificationJob) =>
  Effect.map(pendingOf(store, job), (stored) => stored !== undefined)
