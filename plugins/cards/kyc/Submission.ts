/**
 * What somebody submits to be verified: a document, in one or two images, a selfie, a date of birth. The checks come in
 * the order of the parameters in spec cards §4, so that the error is always about the first wrong one.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { ErrorCode } from "../error-catalogue.ts"
import { listedFor } from "../missing.ts"
import { maxImageBytes, readImage, type ImageHeader, type ImageType } from "./ImageFormat.ts"

/** Documents that are taken (spec cards §4). */
export const documentTypes = ["passport", "national_id", "drivers_license", "residence_permit"] as const

/** The type of a document. */
export type DocumentType = (typeof documentTypes)[number]

/** Documents with something to read on the back (C158). */
export const twoSided: ReadonlySet<DocumentType> = new Set(["national_id", "drivers_license"])

/** The parameters that hold images, in their order. */
export const imageParams = ["document_front", "document_back", "selfie"] as const

/** A parameter that holds an image. */
export type ImageParam = (typeof imageParams)[number]

/** The problems of a submission. Nothing of it is kept. */
export class SubmissionRefused extends Data.TaggedError("SubmissionRefused")<{
  readonly code: ErrorCode & ("parameter_missing" | "parameter_invalid" | "invalid_image" | "image_too_large")
  readonly message: string
  readonly param: ImageParam | "date_of_birth"
}> {}

/** An image that was checked. */
export interface SubmittedImage extends ImageHeader {
  readonly param: ImageParam
  readonly bytes: Uint8Array
}

export interface Submission {
  readonly documentType: DocumentType
  /** In the order of the parameters; the front is always there. */
  readonly images: ReadonlyArray<SubmittedImage>
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string | null
}

/** Which images must be there. Fails with `SubmissionRefused` for the first that is not. */
export const requireImages = (
  documentType: DocumentType,
  given: ReadonlyArray<ImageParam>
): Result.Result<void, SubmissionRefused> => {
  const required: ReadonlyArray<ImageParam> = twoSided.has(documentType)
    ? ["document_front", "document_back"]
    : ["document_front"]
  const param = required.find((each) => !given.includes(each))
  return param === undefined
    ? Result.succeed(undefined)
    : Result.fail(
        new SubmissionRefused({
          code: "parameter_missing",
          message: `${param} is required for a ${documentType}`,
          param
        })
      )
}

/** The refusal of an image that is none. */
export const invalidImage = (param: ImageParam, expected: string): SubmissionRefused =>
  new SubmissionRefused({ code: "invalid_image", message: `${param} must be ${expected}`, param })

/** The refusal of an image of too many bytes. */
export const imageTooLarge = (param: ImageParam): SubmissionRefused =>
  new SubmissionRefused({
    code: "image_too_large",
    message: `${param} may be an image of at most ${maxImageBytes} bytes`,
    param
  })

/** Checks an image by its bytes. `claimed` is the type that it was sent as, which must be what it is. */
export const checkImage = (
  param: ImageParam,
  bytes: Uint8Array,
  claimed: ImageType | undefined
): Result.Result<SubmittedImage, SubmissionRefused> => {
  if (bytes.length > maxImageBytes) return Result.fail(imageTooLarge(param))
  const header = Result.mapError(readImage(bytes), ({ expected }) => invalidImage(param, expected))
  return Result.flatMap(header, (read) =>
    claimed !== undefined && claimed !== read.type
      ? Result.fail(invalidImage(param, `an image of the type that its prefix tells, ${claimed}`))
      : Result.succeed({ ...read, param, bytes })
  )
}

/** Nobody older is submitted (compliance §6). */
const maxAgeYears = 125

/** Full years between two dates, YYYY-MM-DD. */
export const yearsBetween = (from: string, until: string): number =>
  Number(until.slice(0, 4)) - Number(from.slice(0, 4)) - (until.slice(5) < from.slice(5) ? 1 : 0)

const dateRefused = (expected: string): Result.Result<never, SubmissionRefused> =>
  Result.fail(
    new SubmissionRefused({
      code: "parameter_invalid",
      message: `date_of_birth must be ${expected}. ${listedFor("the dates that decide a test")}`,
      param: "date_of_birth"
    })
  )

/** Checks a date of birth. `anyAge` is for the dates of a sandbox, of which some are too long ago. */
export const checkDateOfBirth = (
  told: string,
  facts: { readonly isDate: boolean; readonly today: string; readonly anyAge: boolean }
): Result.Result<string, SubmissionRefused> => {
  if (!facts.isDate) return dateRefused("a date of the calendar, YYYY-MM-DD")
  if (told >= facts.today) return dateRefused("a date in the past")
  return facts.anyAge || yearsBetween(told, facts.today) <= maxAgeYears
    ? Result.succeed(told)
    : dateRefused(`of a person of at most ${maxAgeYears} years`)
}
