/** The rows of the error table about verifications; `errors.ts` joins them with the others. */
import type { ErrorDetail } from "./errors.ts"
import type { VerificationFailure, VerificationRefused } from "./kyc/Verification.ts"
import { missing } from "./missing.ts"

/** What goes wrong with verifications. */
export type KycFailure = Exclude<VerificationFailure, { readonly _tag: "VersionConflict" }>

type Rows = { readonly [F in KycFailure as F["_tag"]]: (failure: F) => ErrorDetail }

const refusals: Readonly<Record<VerificationRefused["code"], string>> = {
  kyc_in_progress: "A verification of this customer is running. Wait for its result",
  kyc_already_verified: "The customer is verified already"
}

/** One row per failure. */
export const kycRows: Rows = {
  VerificationNotFound: () => missing("verification"),
  VerificationRefused: ({ code }) => ({ code, message: refusals[code] }),
  // Only a test helper and hosts can meet it.
  VerificationDecided: ({ status }) => ({
    code: "parameter_invalid",
    message: `The verification is ${status}, which is final`,
    param: "outcome"
  }),
  ProviderMissing: () => ({
    code: "unavailable",
    message: "No provider is connected that could verify real customers"
  }),
  SubmissionRefused: ({ code, message, param }) => ({ code, message, param })
}
