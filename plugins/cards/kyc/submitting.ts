/** Makes a submission out of what was sent, checking it in the order of the parameters. */
import * as Effect from "effect/Effect"
import { isCalendarDate } from "../../../src/domain.ts"
import { Clock, type CallerShape } from "../../../src/plugin.ts"
import { imageFromText } from "./decoding.ts"
import { triggers } from "../sandbox/kyc-provider.ts"
import {
  checkDateOfBirth,
  checkImage,
  imageParams,
  requireImages,
  type DocumentType,
  type ImageParam,
  type Submission,
  type SubmissionRefused,
  type SubmittedImage
} from "./Submission.ts"

/** What was sent; images as text in base64, in UTF-8, or as they are. */
export interface Sent {
  readonly documentType: DocumentType
  readonly images: { readonly [Param in ImageParam]?: Uint8Array | undefined }
  readonly dateOfBirth: string | undefined
}

const submit = Effect.fnUntraced(function* (
  { principal }: Pick<CallerShape, "principal">,
  { dateOfBirth, documentType, images }: Sent,
  read: (param: ImageParam, image: Uint8Array) => Effect.Effect<SubmittedImage, SubmissionRefused>
) {
  const given = imageParams.filter((param) => images[param] !== undefined)
  yield* Effect.fromResult(requireImages(documentType, given))
  const checked = yield* Effect.forEach(given, (param) => read(param, images[param]!))
  const today = new Date((yield* Clock).now()).toISOString().slice(0, 10)
  const told =
    dateOfBirth === undefined
      ? null
      : yield* Effect.fromResult(
          checkDateOfBirth(dateOfBirth, {
            isDate: isCalendarDate(dateOfBirth),
            today,
            // One of the dates of the sandbox is that of a person of 126.
            anyAge: principal.mode === "test" && dateOfBirth in triggers
          })
        )
  return { documentType, images: checked, dateOfBirth: told } satisfies Submission
})

/** The submission of a request: images are texts in base64. Fails with `SubmissionRefused`. */
export const submissionFromTexts = (caller: Pick<CallerShape, "principal">, sent: Sent) =>
  submit(caller, sent, imageFromText)

/** The submission of an in-process caller: images are as they are. Fails with `SubmissionRefused`. */
export const submissionFromImages = (caller: Pick<CallerShape, "principal">, sent: Sent) =>
  submit(caller, sent, (param, bytes) => Effect.fromResult(checkImage(param, bytes, undefined)))
