/**
 * Verifications in process: the same operations as over HTTP, and what only a host can say of them. Each takes the
 * caller first; make one with `engine.caller({ principal })`.
 */
import * as Effect from "effect/Effect"
import { call, sha256InTurns, type CallerShape } from "../../../src/plugin.ts"
import { checkReported, misreported } from "../callsOf.ts"
import { readStart, type KycResult } from "./provider/answers.ts"
import * as operations from "./operations.ts"
import { documentTypes, type DocumentType } from "./Submission.ts"

/** A submission. Images are JPEG or PNG of at most 5,242,880 bytes. */
export interface StartKyc {
  readonly customer: string
  readonly documentType: DocumentType
  readonly documentFront: Uint8Array
  /** Required for `national_id` and `drivers_license`. */
  readonly documentBack?: Uint8Array
  readonly selfie?: Uint8Array
  /** YYYY-MM-DD. */
  readonly dateOfBirth?: string
}

/** The request, with digests for images. */
const askedBy = ({ documentBack, documentFront, selfie, ...command }: StartKyc) =>
  Effect.map(
    Effect.forEach([documentFront, documentBack, selfie], (image) =>
      image === undefined ? Effect.succeed(null) : sha256InTurns(image)
    ),
    (images) => ({ ...command, images })
  )

const fields: Readonly<Record<keyof StartKyc, true>> = {
  customer: true,
  documentType: true,
  documentFront: true,
  documentBack: true,
  selfie: true,
  dateOfBirth: true
}

/** A misspelt date of birth would be compared with nothing. */
const isDocument = (command: StartKyc): boolean =>
  Object.keys(command).every((name) => Object.hasOwn(fields, name)) && isWhole(command)

const isWhole = ({ dateOfBirth, documentBack, documentFront, documentType, selfie }: StartKyc): boolean =>
  documentTypes.includes(documentType) &&
  [documentFront, documentBack, selfie].every((image) => image === undefined || image instanceof Uint8Array) &&
  (dateOfBirth === undefined || typeof dateOfBirth === "string")

const submissions = `a submission of ${Object.keys(fields).join(", ")}: ${documentTypes.join(", ")} as documentType, and images as bytes`

/** Begins a verification. Fails with `InvalidParameters`, `SubmissionRefused`, `VerificationRefused`, `CustomerNotFound` or `ProviderMissing`. */
export const start = (caller: CallerShape, given: StartKyc) => {
  const command = { ...given }
  const { customer, dateOfBirth, documentBack, documentFront, documentType, selfie } = command
  const images = { document_front: documentFront, document_back: documentBack, selfie }
  const sent = { documentType, images, dateOfBirth }
  const isGiven = checkReported(isDocument(command), "command", submissions)
  return Effect.flatMap(Effect.andThen(isGiven, askedBy(command)), (asked) =>
    // A caller that goes away changes nothing: the provider hears of what has begun.
    Effect.uninterruptible(
      call(caller, "cards.kyc.start", asked, (asking) => operations.startWithImages(asking, { customer, sent }))
    )
  )
}

/** The newest verification of a customer. Fails with `CustomerNotFound` or `VerificationNotFound`. */
export const latest = (caller: CallerShape, customer: string) => operations.latest(caller, customer)

/** A verification of a customer, with the reason that clients are not shown. Fails with `CustomerNotFound` or `VerificationNotFound`. */
export const retrieve = (caller: CallerShape, of: { readonly customer: string; readonly id: string }) =>
  operations.retrieve(caller, { ...of })

const notAResult = misreported(
  "result",
  "a result as a provider answers with one: verified, or failed for one of the known reasons"
)

/** What is reported comes from outside, and is checked as the provider's answers are: a word that is not known verifies nobody. */
const resultOf = (reported: unknown) => {
  const result = readStart(reported)
  return result === undefined || result.outcome === "pending" ? Effect.fail(notAResult) : Effect.succeed(result)
}

/**
 * Takes a result that the provider tells by itself, such as by a webhook of its own; it is judged like one that was asked
 * for. Fails with `InvalidParameters` for what is no result, `VerificationDecided` when there was a verdict before: it stays, or
 * `ScreeningUnanswered` while no list can be consulted: nothing was taken then, and it must be reported again.
 */
export const report = (caller: CallerShape, id: string, result: KycResult) =>
  Effect.flatMap(resultOf(result), (checked) =>
    call(caller, "cards.kyc.report", { id, result: checked }, (asking) => operations.take(asking, id, checked))
  )
