/** A verification as it is shown, in answers and in events alike (spec cards §2). */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { Id, SentTime } from "../wire.ts"
import { documentTypes } from "./Submission.ts"
import { shownReasons } from "./Verdict.ts"
import type { Verification } from "./Verification.ts"

/** A type of document as it is written. */
export const DocumentTypeWord = Schema.Literals(documentTypes).annotate({
  identifier: "DocumentType",
  expected: `one of ${documentTypes.join(", ")}`,
  description: "A kind of identity document."
})

/** A verification as it is shown; from `document_type` on ours. What was submitted is not shown again. */
export const KycBody = Wire.object<Verification>()(
  "Verification",
  "Whether a customer is who they say. What was submitted is not shown again.",
  {
    customer_id: [Id, (verification) => verification.customer, "The customer."],
    kyc_status: [
      Schema.Literals(["pending", "verified", "failed"]),
      (verification) => verification.status,
      "How far it has come. After a failure another verification can be started."
    ],
    verification_id: [Id, (verification) => verification.id, "Begins with `kyc_`."],
    created_at: [SentTime, "When it was started."],
    document_type: [DocumentTypeWord, "What was submitted."],
    failure_reason: [
      Schema.NullOr(Schema.Literals([...new Set(Object.values(shownReasons))])),
      ({ reason }) => (reason === null ? null : shownReasons[reason]),
      "Only on a verification that failed; otherwise `null`."
    ],
    completed_at: [
      Schema.NullOr(SentTime),
      (verification) => verification.decidedAt,
      "When it was decided; `null` while it is pending."
    ],
    livemode: [Schema.Boolean, "`false` in the sandbox."]
  }
)
