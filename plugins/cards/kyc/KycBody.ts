/** A verification as it is shown, in answers and in events alike (spec cards §2). */
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { documentTypes } from "./Submission.ts"
import { shownReasons } from "./Verdict.ts"
import type { Verification } from "./Verification.ts"

const reasons = [...new Set(Object.values(shownReasons))]

/** A verification as it is shown; from `document_type` on ours. What was submitted is not shown again. */
export const KycBody = Schema.Struct({
  customer_id: Schema.String,
  kyc_status: Schema.Literals(["pending", "verified", "failed"]),
  verification_id: Schema.String,
  created_at: Schema.String,
  document_type: Schema.Literals(documentTypes),
  failure_reason: Schema.NullOr(Schema.Literals(reasons)),
  completed_at: Schema.NullOr(Schema.String),
  livemode: Schema.Boolean
})

/** A verification as it is shown. */
export const encodeVerification = (verification: Verification): typeof KycBody.Type => ({
  customer_id: verification.customer,
  kyc_status: verification.status,
  verification_id: verification.id,
  created_at: timestamp(verification.createdAt),
  document_type: verification.documentType,
  failure_reason: verification.reason === null ? null : shownReasons[verification.reason],
  completed_at: verification.decidedAt === null ? null : timestamp(verification.decidedAt),
  livemode: verification.livemode
})
