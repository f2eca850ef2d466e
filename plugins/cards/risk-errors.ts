/** The rows of the error table about risk; `errors.ts` joins them with the others. */
import type { ErrorDetail } from "./errors.ts"
import type { ClearingRefused } from "./risk/Clearing.ts"
import type { RuleNotFound, RuleRefused } from "./risk/RiskRule.ts"

/** What goes wrong with rules and clearing. */
export type RiskFailure = ClearingRefused | RuleNotFound | RuleRefused

type Rows = { readonly [F in RiskFailure as F["_tag"]]: (failure: F) => ErrorDetail }

const refusals: Readonly<Record<ClearingRefused["reason"], string>> = {
  not_flagged: "Only a flagged payment can be cleared: one with a score above 75",
  already_cleared: "The payment is cleared already"
}

/** One row per failure. */
export const riskRows: Rows = {
  ClearingRefused: ({ reason }) => ({ code: "payment_unexpected_state", message: refusals[reason] }),
  RuleNotFound: () => ({ code: "resource_missing", message: "There is no such rule" }),
  RuleRefused: ({ message, param }) => ({ code: "parameter_invalid", message, param })
}
