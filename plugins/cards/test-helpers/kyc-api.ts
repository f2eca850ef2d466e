/** Test helpers about verifications (decisions B13): what a provider would say. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { KycBody } from "../kyc/KycBody.ts"
import { resolvableReasons } from "../kyc/Verdict.ts"
import { ErrorBody } from "../wire.ts"

/** Body of: a verification comes to a result, whatever was submitted. `reason` is for one that fails. */
export const ResolveKycBody = Schema.Struct({
  outcome: Schema.Literals(["verified", "failed"]).annotate({ expected: "verified or failed" }),
  reason: Schema.optionalKey(
    Schema.Literals(resolvableReasons).annotate({ expected: `one of ${resolvableReasons.join(", ")}` })
  ),
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))
})

/** The helper of this group. */
export const KycHelpersApi = HttpApiGroup.make("kycHelpers").add(
  HttpApiEndpoint.post("resolve", "/v2/test_helpers/kyc/:id/resolve", {
    params: { id: Schema.String },
    payload: ResolveKycBody,
    success: KycBody,
    error: ErrorBody
  })
)
