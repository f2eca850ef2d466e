/** Verifications on the wire: endpoints and bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { BodyLimit, LongTextBody, Publication, Wire } from "../../../src/plugin.ts"
import { refused } from "../refused.ts"
import { formed, IdempotencyKeyField, idPath } from "../wire.ts"
import { DocumentTypeWord, KycBody } from "./KycBody.ts"
import { documentTypes, twoSided } from "./Submission.ts"

/** 24 MiB (decisions B7): three images of 5 MB in base64, and room for the rest. */
export const kycBodyLimitBytes = 25_165_824

/** An image in base64. What it is, is found out from its bytes after the rest was looked at. */
const ImageText = Schema.String.annotate({
  identifier: "Image",
  expected: "a string",
  description: "JPEG or PNG of at most 5,242,880 bytes in base64; a `data:` prefix is allowed."
})

/** Body of initiate KYC (spec cards §4), in its order. */
export const StartKycBody = Wire.body(
  "StartVerification",
  "Images of an identity document, and what they are compared with. Nothing of the images is kept.",
  {
    document_type: [DocumentTypeWord, "What the images show."],
    document_front: [ImageText, "The front of the document."],
    document_back: [
      Schema.optionalKey(ImageText),
      `The back; required for ${[...twoSided].map((type) => `\`${type}\``).join(" and ")}.`
    ],
    selfie: [Schema.optionalKey(ImageText), "The face of the person, to be compared with the document."],
    // Its form is looked at after the images, which come first in the documentation.
    date_of_birth: [
      Schema.optionalKey(Schema.String.annotate({ expected: "a string" }).check(formed({ format: "date" }))),
      "`YYYY-MM-DD`, a day in the past; it is compared with the document. In the sandbox some dates decide the result."
    ],
    idempotency_key: IdempotencyKeyField
  }
)
  .check(
    formed({
      anyOf: [
        {
          properties: { document_type: { enum: documentTypes.filter((type) => !twoSided.has(type)) } }
        },
        { required: ["document_back"] }
      ]
    })
  )
  .annotate({ identifier: "StartVerification" })

const params = idPath("The customer.")

export const KycApi = HttpApiGroup.make("kyc")
  .add(
    HttpApiEndpoint.post("start", "/v2/customers/:id/kyc", {
      params,
      payload: StartKycBody,
      success: KycBody,
      error: refused("CustomerNotFound", "ProviderMissing", "SubmissionRefused", "VerificationRefused")
    })
      .annotate(BodyLimit, kycBodyLimitBytes)
      .annotate(LongTextBody, true)
      .annotateMerge(
        Publication.words(
          "Start a verification",
          "Submits an identity document of a customer. The body may have up to 24 MiB. The result comes later, as an event and in the customer's `kyc_status`."
        )
      ),
    HttpApiEndpoint.get("latest", "/v2/customers/:id/kyc", {
      params,
      success: KycBody,
      error: refused("CustomerNotFound", "VerificationNotFound")
    }).annotateMerge(
      Publication.words("Retrieve the latest verification", "The verification of the customer that was started last.")
    ),
    HttpApiEndpoint.get("retrieve", "/v2/customers/:id/kyc/:verification_id", {
      params: { ...params, ...Wire.parameters({ verification_id: [Schema.String, "The verification."] }) },
      success: KycBody,
      error: refused("CustomerNotFound", "VerificationNotFound")
    }).annotateMerge(Publication.words("Retrieve a verification", "The verification as it is now."))
  )
  .annotateMerge(
    Publication.tag("Identity verification", "Whether customers are who they say, by their identity documents.")
  )
