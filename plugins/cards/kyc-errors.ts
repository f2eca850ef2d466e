/** The rows of the error table about verifications; `errors.ts` joins them with the others. */
import { choice, row, type ErrorRows } from "./error-catalogue.ts"
import type { VerificationFailure, VerificationRefused } from "./kyc/Verification.ts"
import { missing } from "./missing.ts"

/** What goes wrong with verifications. */
export type KycFailure = Exclude<VerificationFailure, { readonly _tag: "VersionConflict" }>

const refusals: Readonly<Record<VerificationRefused["code"], string>> = {
  kyc_in_progress: "A verification of this customer is running. Wait for its result",
  kyc_already_verified: "The customer is verified already"
}

/** One row per failure. */
export const kycRows: ErrorRows<KycFailure> = {
  VerificationNotFound: missing("verification"),
  VerificationRefused: choice(["kyc_in_progress", "kyc_already_verified"], ({ code }) => ({
    code,
    message: refusals[code]
  })),
  // Only a test helper and hosts can meet it.
  VerificationDecided: row("parameter_invalid", ({ status }) => ({
    message: `The verification is ${status}, which is final`,
    param: "outcome"
  })),
  ProviderMissing: row("unavailable", () => ({ message: "No provider is connected that could verify real customers" })),
  SubmissionRefused: choice(
    ["parameter_missing", "parameter_invalid", "invalid_image", "image_too_large"],
    ({ code, message, param }) => ({ code, message, param })
  )
}
