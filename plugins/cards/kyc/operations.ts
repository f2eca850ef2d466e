/**
 * What can be done with verifications. A submission is on disk before the provider hears of it, without its images; its
 * answer is the second commit. After a crash in between, the provider is asked what it knows.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { modeOfScope } from "../../../src/domain.ts"
import {
  Clock,
  Ids,
  retryOnConflict,
  type CallerShape,
  type ClaimedJob,
  type RegionStore,
  type VersionConflict
} from "../../../src/plugin.ts"
import { commitResource, jobActor, type Actor } from "../commitResource.ts"
import { CustomerNotFound, withKyc, type Customer } from "../customers/Customer.ts"
import { findStored, replaceState } from "../customers/holding.ts"
import { wholeSeconds } from "../events.ts"
import { customerUpdated, decideNow, findVerification, take, type Present, type Presented } from "./deciding.ts"
import { digestOf } from "./digests.ts"
import type { KycCheckAnswer } from "./provider/answers.ts"
import { KycNoAnswer, KycProvider, type KycProviderShape } from "./provider/KycProvider.ts"
import type { KycImage } from "./provider/KycProviderImplementation.ts"
import * as repository from "./repository.ts"
import { KycSettings } from "./settings.ts"
import type { ImageParam, Submission, SubmissionRefused } from "./Submission.ts"
import { submissionFromImages, submissionFromTexts, type Sent } from "./submitting.ts"
import * as Verification from "./Verification.ts"

export { decideNow, take, type Present, type Presented } from "./deciding.ts"

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

const digested = (submission: Submission) =>
  Effect.forEach(submission.images, (image) => Effect.map(digestOf(image.bytes), (sha256) => ({ ...image, sha256 })))

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
  // The answer of the request is kept already: what follows is nobody's request any more.
  const actor: Actor = { ...caller, claim: undefined }
  yield* provider.start(request).pipe(
    Effect.flatMap((answer) => take(actor, verification.id, answer)),
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

/** Writes that a verification has begun: the customer's row is what two of them collide on. */
const begin = Effect.fnUntraced(
  function* (
    caller: CallerShape,
    of: { readonly customer: string; readonly submission: Submission; readonly images: ReadonlyArray<Digested> },
    options: { readonly timeoutMs: number; readonly present: Present | undefined }
  ) {
    const clock = yield* Clock
    const ids = yield* Ids
    const { customer, version } = yield* customerOf(caller, of.customer)
    const { documentType, dateOfBirth } = of.submission
    const decision = yield* Effect.fromResult(
      Verification.start({
        id: ids.next("kyc"),
        scope: caller.scope,
        customer,
        images: of.images.map(({ bytes, param, sha256, type }) => ({ param, sha256, type, bytes: bytes.length })),
        documentType,
        dateOfBirth,
        now: clock.now(),
        createdAt: wholeSeconds(clock.now()),
        livemode: caller.principal.mode === "live",
        timeoutMs: options.timeoutMs
      })
    )
    const pending = withKyc(customer, "pending").state
    const answer = options.present?.(decision.state)
    yield* commitResource<VersionConflict>(caller, {
      writes: [replaceState(pending, version), repository.insert(caller.scope, decision.state)],
      events: [customerUpdated(pending)],
      jobs: decision.jobs,
      answer
    })
    return { verification: decision.state, customer: pending, answer }
  },
  (operation) => retryOnConflict(operation)
)

const run = Effect.fn("cards.kyc.start")(function* <R>(
  caller: CallerShape,
  request: {
    readonly customer: string
    readonly submission: Effect.Effect<Submission, SubmissionRefused, R>
  },
  present: Present | undefined
) {
  const provider = yield* providerOf(caller.scope)
  yield* customerOf(caller, request.customer)
  const submission = yield* request.submission
  const images = yield* digested(submission)
  const { timeoutMs } = provider
  const begun = yield* begin(caller, { customer: request.customer, submission, images }, { timeoutMs, present })
  yield* handOver(caller, provider, { ...begun, images })
  return { verification: begun.verification, answer: begun.answer } satisfies Presented
})

/** Whose verification begins, and with what. */
export interface StartRequest {
  readonly customer: string
  readonly sent: Sent
}

/**
 * Begins the verification of a customer and hands the submission over to the provider; images are texts in base64. They
 * are not kept, and gone when this ends. Fails with `CustomerNotFound`, `SubmissionRefused`, `VerificationRefused`, or
 * `ProviderMissing`.
 */
export const start = (caller: CallerShape, { customer, sent }: StartRequest, present?: Present) =>
  Effect.uninterruptible(run(caller, { customer, submission: submissionFromTexts(caller, sent) }, present))

/** As `start`, with images as they are. */
export const startWithImages = (caller: CallerShape, { customer, sent }: StartRequest) =>
  Effect.uninterruptible(run(caller, { customer, submission: submissionFromImages(caller, sent) }, undefined))

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

/** A job that finds its verification decided meanwhile, or gone, has nothing to commit. */
const nothingLeft = {
  VerificationDecided: () => Effect.succeed(false),
  VerificationNotFound: () => Effect.succeed(false)
}

/** Asks the provider for the result. Answers whether the job went with a commit. */
export const ask = Effect.fnUntraced(function* (
  store: RegionStore,
  job: Verification.VerificationJob,
  completes: ClaimedJob
) {
  const stored = yield* pendingOf(store, job)
  if (stored === undefined) return false
  const actor = jobActor(store, job.scope)
  const { id, livemode, providerReference } = stored.verification
  const clock = yield* Clock
  const said = yield* Effect.flatMap(providerOf(job.scope), (provider) =>
    provider.check({ reference: id, providerReference, livemode, requestedAt: clock.now() })
  ).pipe(
    // Also when the provider was taken away: it may be back before the time is over.
    Effect.orElseSucceed((): KycCheckAnswer => ({ outcome: "pending" }))
  )
  return yield* Effect.as(take(actor, id, said, { completes }), true).pipe(Effect.catchTags(nothingLeft))
})

/** Ends a verification that has no result in time, or sees to it that an operator hears of it. */
export const expire = Effect.fnUntraced(function* (
  store: RegionStore,
  job: Verification.VerificationJob,
  completes: ClaimedJob
) {
  const { whenSilent } = yield* KycSettings
  const actor = jobActor(store, job.scope)
  if (whenSilent === "fail") {
    const verdict = { outcome: "failed", reason: "timed_out" } as const
    return yield* Effect.as(decideNow(actor, job.verification, verdict, { completes }), true).pipe(
      Effect.catchTags(nothingLeft)
    )
  }
  if ((yield* pendingOf(store, job)) === undefined) return false
  const dueAt = (yield* Clock).now()
  yield* commitResource(actor, { writes: [], jobs: [Verification.unansweredJob({ ...job, dueAt })], completes })
  return true
})

/** Whether a verification still has no result. */
export const isUnanswered = (store: RegionStore, job: Verification.VerificationJob) =>
  Effect.map(pendingOf(store, job), (stored) => stored !== undefined)
