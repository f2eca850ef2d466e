/**
 * A verification of a customer's identity: what was submitted, by its digests, and what became of it. Images are never
 * part of it (compliance S64). Read it beside spec cards §3 and compliance §6.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { decide, StateMachine, type DecidedJob, type Decision } from "../../../src/domain.ts"
import type { VersionConflict } from "../../../src/plugin.ts"
import type { KycStatus } from "../customers/Customer.ts"
import type { CardsEventType } from "../events.ts"
import type { ImageType } from "./ImageFormat.ts"
import type { KycPending } from "./provider/answers.ts"
import type { DocumentType, ImageParam, SubmissionRefused } from "./Submission.ts"
import type { FailureReason, Verdict } from "./Verdict.ts"

/** How far a verification has come. */
export type VerificationStatus = Exclude<KycStatus, "not_started">

const { refused } = StateMachine

/** A verification is decided once. */
export const verificationMachine = StateMachine.defineStateMachine<VerificationStatus, "verify" | "fail">()({
  name: "verification",
  initial: "pending",
  final: ["verified", "failed"],
  rows: {
    pending: { verify: "verified", fail: "failed" },
    verified: { verify: refused, fail: refused },
    failed: { verify: refused, fail: refused }
  }
})

/** What may happen to the verification of a customer as a whole: a new one may begin unless one runs or came through. */
export const customerMachine = StateMachine.defineStateMachine<KycStatus, "start" | "verify" | "fail">()({
  name: "kyc_status",
  initial: "not_started",
  final: ["verified"],
  rows: {
    not_started: { start: "pending", verify: refused, fail: refused },
    pending: { start: refused, verify: "verified", fail: "failed" },
    verified: { start: refused, verify: refused, fail: refused },
    failed: { start: "pending", verify: refused, fail: refused }
  }
})

/** The stored facts about an image. */
export interface ImageRecord {
  readonly param: ImageParam
  readonly sha256: string
  readonly type: ImageType
  readonly bytes: number
}

/** A verification. Times are epoch milliseconds of engine time, whole seconds. */
export interface Verification {
  readonly id: string
  readonly customer: string
  readonly status: VerificationStatus
  /** Why it failed: internal, see `shownReasons`. */
  readonly reason: FailureReason | null
  readonly documentType: DocumentType
  readonly images: ReadonlyArray<ImageRecord>
  /** What the customer told. Personal data: it is forgotten with the decision. */
  readonly dateOfBirth: string | null
  /** What the provider needs to be asked again. It may tell of the document: forgotten with the decision. */
  readonly providerReference: string | null
  /** Of the customer when it was submitted: whom a provider verifies that reads no name. Forgotten with the decision. */
  readonly name?: string | null
  readonly createdAt: number
  readonly decidedAt: number | null
  readonly livemode: boolean
}

/** No verification of this customer has this id, or there is none at all. */
export class VerificationNotFound extends Data.TaggedError("VerificationNotFound") {}

/** No new verification can begin: one is running, or the customer is verified. */
export class VerificationRefused extends Data.TaggedError("VerificationRefused")<{
  readonly code: "kyc_in_progress" | "kyc_already_verified"
}> {}

/** The verification was decided before, and a decision stays. */
export class VerificationDecided extends Data.TaggedError("VerificationDecided")<{
  readonly status: VerificationStatus
}> {}

/** No provider is connected that could verify a real person. */
export class ProviderMissing extends Data.TaggedError("ProviderMissing") {}

/** What goes wrong with verifications. */
export type VerificationFailure =
  | VerificationNotFound
  | VerificationRefused
  | VerificationDecided
  | ProviderMissing
  | SubmissionRefused
  | VersionConflict

export type VerificationDecision = Decision<Verification, CardsEventType>

export const jobNames = {
  ask: "cards.kyc.ask",
  expire: "cards.kyc.expire",
  unanswered: "cards.kyc.unanswered"
} as const

/** The payload of the jobs. */
export interface VerificationJob {
  readonly verification: string
  readonly scope: string
}

/** Whose job, and when it is due: engine time, epoch milliseconds. */
type When = VerificationJob & { readonly dueAt: number }

const job = (name: string, { dueAt, ...payload }: When): DecidedJob => ({
  name,
  key: payload.verification,
  payload,
  dueAt
})

/** The job that asks the provider for the result. */
export const askJob = (when: When): DecidedJob => job(jobNames.ask, when)

/** The job that fails until an operator has seen it: the provider says nothing, and nobody gave up. */
export const unansweredJob = (when: When): DecidedJob => job(jobNames.unanswered, when)

/** Spec cards §3: completion typically within 60 seconds. Ours always is, unless a host wants to wait longer. */
export const resultWithinMs = 60_000

/** The jobs that a decision makes needless. */
const jobsOf = (id: string) => [
  { name: jobNames.ask, key: id },
  { name: jobNames.expire, key: id },
  { name: jobNames.unanswered, key: id }
]

/** A margin over the longest call, before somebody asks whether a submission arrived whose answer never came. */
const lostAfterMs = 5_000

/** Waits between questions while the result is expected, and when it is overdue (our choice). */
const askEveryMs = { expected: 5_000, overdue: 3_600_000 } as const

/** Nobody asks for a result that is two days overdue (our choice). */
const giveUpAfterMs = 172_800_000

const askAgainAt = (createdAt: number, now: number): number =>
  now + (now - createdAt < resultWithinMs ? askEveryMs.expected : askEveryMs.overdue)

/** When a job asks the provider again, or `undefined` if none does any more. `wished` is what the provider wishes. */
export const nextAskAt = (createdAt: number, now: number, wished?: number): number | undefined => {
  if (now - createdAt >= giveUpAfterMs) return undefined
  if (wished !== undefined && wished > now) return Math.min(wished, createdAt + giveUpAfterMs)
  return askAgainAt(createdAt, now)
}

/** What was found out before a verification begins. */
export interface StartFacts {
  readonly id: string
  readonly scope: string
  readonly customer: { readonly id: string; readonly name: string | null; readonly kycStatus: KycStatus }
  readonly images: ReadonlyArray<ImageRecord>
  readonly documentType: DocumentType
  readonly dateOfBirth: string | null
  /** Engine time: exact, and in whole seconds. */
  readonly now: number
  readonly createdAt: number
  readonly livemode: boolean
  readonly timeoutMs: number
}

const refusals: Readonly<Partial<Record<KycStatus, VerificationRefused["code"]>>> = {
  pending: "kyc_in_progress",
  verified: "kyc_already_verified"
}

/** Whether a new verification may begin for a customer of this status. Fails with `VerificationRefused`. */
export const mayStart = (status: KycStatus): Result.Result<KycStatus, VerificationRefused> =>
  Result.mapError(
    StateMachine.transition(customerMachine, status, "start"),
    () => new VerificationRefused({ code: refusals[status] ?? "kyc_in_progress" })
  )

/** A new verification. Fails with `VerificationRefused`. */
export const start = (facts: StartFacts): Result.Result<VerificationDecision, VerificationRefused> =>
  Result.map(mayStart(facts.customer.kycStatus), () => {
    const { createdAt, customer, dateOfBirth, documentType, id, images, livemode, now, scope, timeoutMs } = facts
    // If the answer to the submission is lost, a job asks the provider while there is still time.
    const lostAt = Math.min(now + timeoutMs + lostAfterMs, now + resultWithinMs - lostAfterMs)
    const of = { verification: id, scope }
    return decide({
      state: {
        id,
        customer: customer.id,
        status: "pending",
        reason: null,
        documentType,
        images,
        dateOfBirth,
        providerReference: null,
        name: customer.name,
        createdAt,
        decidedAt: null,
        livemode
      },
      jobs: [askJob({ ...of, dueAt: lostAt }), job(jobNames.expire, { ...of, dueAt: now + resultWithinMs })]
    })
  })

/** The verification after a verdict. Fails with `VerificationDecided` when there was one before. */
export const conclude = (
  verification: Verification,
  verdict: Verdict,
  now: number
): Result.Result<VerificationDecision, VerificationDecided> => {
  const trigger = verdict.outcome === "verified" ? "verify" : "fail"
  return StateMachine.transition(verificationMachine, verification.status, trigger).pipe(
    Result.mapError(() => new VerificationDecided({ status: verification.status })),
    Result.map((status) => {
      const { name: _, ...kept } = verification
      return decide({
        state: {
          ...kept,
          status,
          reason: verdict.outcome === "verified" ? null : verdict.reason,
          dateOfBirth: null,
          providerReference: null,
          decidedAt: now
        },
        events: [
          {
            type: verdict.outcome === "verified" ? ("customer.kyc_verified" as const) : ("customer.kyc_failed" as const)
          }
        ],
        cancelledJobs: jobsOf(verification.id)
      })
    })
  )
}

/** Why there is no verdict: the provider has no result yet, or what it says cannot be judged while no list answers. */
export type NoVerdict = KycPending | { readonly outcome: "not judged" }

/** The verification while there is no verdict. A result that the provider has is fetched, however long the lists take. */
export const waiting = (
  verification: Verification,
  answer: NoVerdict,
  facts: { readonly scope: string; readonly now: number }
): VerificationDecision => {
  const { createdAt } = verification
  const isPending = answer.outcome === "pending"
  const dueAt = isPending ? nextAskAt(createdAt, facts.now, answer.askAgainAt) : askAgainAt(createdAt, facts.now)
  const told = isPending ? answer.providerReference : undefined
  return decide({
    state: { ...verification, providerReference: told ?? verification.providerReference },
    // Scheduling one that waits would leave the old date.
    cancelledJobs: [{ name: jobNames.ask, key: verification.id }],
    jobs: dueAt === undefined ? [] : [askJob({ verification: verification.id, scope: facts.scope, dueAt })]
  })
}
