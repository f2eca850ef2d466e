/** Test helpers about verifications (decisions B13): what a provider would say. */
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { KycBody } from "../kyc/KycBody.ts"
import { resolvableReasons, type Verdict } from "../kyc/Verdict.ts"
import { refused } from "../refused.ts"
import { IdempotencyKeyField, idPath } from "../wire.ts"
import { TestRefused } from "./TestFailure.ts"

/** Body of: a verification comes to a result, whatever was submitted. `reason` is for one that fails. */
export const ResolveKycBody = Wire.body("ResolveKyc", "The result of a verification.", {
  outcome: [
    Schema.Literals(["verified", "failed"]).annotate({ expected: "verified or failed" }),
    "What the provider found."
  ],
  reason: [
    Schema.optionalKey(
      Schema.Literals(resolvableReasons).annotate({ expected: `one of ${resolvableReasons.join(", ")}` })
    ),
    "Why it failed. Only with `failed`; default: `document_unverified`."
  ],
  idempotency_key: IdempotencyKeyField
})

/** The result that it names. Fails with `TestRefused` for a reason beside `verified`. */
export const verdictOf = ({ outcome, reason }: typeof ResolveKycBody.Type): Effect.Effect<Verdict, TestRefused> => {
  if (outcome === "failed") return Effect.succeed({ outcome, reason: reason ?? "document_unverified" })
  return reason === undefined
    ? Effect.succeed({ outcome })
    : Effect.fail(new TestRefused({ message: "A verification that succeeds has no reason", param: "reason" }))
}

export const KycHelpersApi = HttpApiGroup.make("kycHelpers")
  .add(
    HttpApiEndpoint.post("resolve", "/v2/test_helpers/kyc/:id/resolve", {
      params: idPath("The verification."),
      payload: ResolveKycBody,
      success: KycBody,
      error: refused("LiveKeyNotAllowed", "TestRefused", "VerificationNotFound", "VerificationDecided")
    }).annotateMerge(
      Publication.words("End a verification", "Gives a pending verification its result, whatever was submitted.")
    )
  )
  .annotateMerge(
    Publication.tag("Test helpers: identity", "Results of identity verifications. Test keys of a sandbox only.")
  )
