/** Verifications on the wire: endpoints and bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { BodyLimit, LongTextBody } from "../../../src/plugin.ts"
import { ErrorBody } from "../wire.ts"
import { KycBody } from "./KycBody.ts"
import { documentTypes } from "./Submission.ts"

/** 24 MiB (decisions B7): three images of 5 MB in base64, and room for the rest. */
export const kycBodyLimitBytes = 25_165_824

/** An image in base64. What it is, is found out from its bytes after the rest was looked at. */
const ImageText = Schema.String.annotate({
  expected: "a string",
  description: "JPEG or PNG of at most 5,242,880 bytes in base64; a data: prefix is allowed"
})

/** Body of initiate KYC (spec cards §4), in its order. */
export const StartKycBody = Schema.Struct({
  document_type: Schema.Literals(documentTypes).annotate({ expected: `one of ${documentTypes.join(", ")}` }),
  document_front: ImageText,
  document_back: Schema.optionalKey(ImageText),
  selfie: Schema.optionalKey(ImageText),
  // Its form is looked at after the images, which come first in the documentation.
  date_of_birth: Schema.optionalKey(
    Schema.String.annotate({ expected: "a string", description: "YYYY-MM-DD, cross-checked against the document" })
  ),
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))
})

const params = { id: Schema.String }

/** The endpoints of this slice. */
export const KycApi = HttpApiGroup.make("kyc").add(
  HttpApiEndpoint.post("start", "/v2/customers/:id/kyc", {
    params,
    payload: StartKycBody,
    success: KycBody,
    error: ErrorBody
  })
    .annotate(BodyLimit, kycBodyLimitBytes)
    .annotate(LongTextBody, true),
  HttpApiEndpoint.get("latest", "/v2/customers/:id/kyc", { params, success: KycBody, error: ErrorBody }),
  HttpApiEndpoint.get("retrieve", "/v2/customers/:id/kyc/:verification_id", {
    params: { ...params, verification_id: Schema.String },
    success: KycBody,
    error: ErrorBody
  })
)
