/** The rows of the error table about risk; `errors.ts` joins them with the others. */
import { row, type ErrorRows } from "./error-catalogue.ts"
import type { ClearingRefused } from "./risk/Clearing.ts"
import type { RuleNotFound, RuleRefused } from "./risk/RiskRule.ts"
import type { ThresholdsRefused } from "./risk/Thresholds.ts"
import { missing } from "./missing.ts"

/** What goes wrong with thresholds, rules and clearing. */
export type RiskFailure = ClearingRefused | ThresholdsRefused | RuleNotFound | RuleRefused

const refusals: Readonly<Record<ClearingRefused["reason"], string>> = {
  not_flagged: "Only a flagged payment can be cleared: one with a score above 75",
  blocked:
    "The payment was blocked and failed for it, which is final. If such payments should pass, change your thresholds or rules, and create a new payment",
  already_cleared: "The payment is cleared already"
}

/** One row per failure. */
export const riskRows: ErrorRows<RiskFailure> = {
  ClearingRefused: row("payment_unexpected_state", ({ reason }) => ({ message: refusals[reason] })),
  RuleNotFound: missing("rule"),
  ThresholdsRefused: row("parameter_invalid", ({ blockAt, param, reviewAt }) => ({
    message:
      `review_at (${reviewAt}) may not be above block_at (${blockAt}): nothing would be reviewed. ` +
      `Send both to change them together; a review_at of 101 switches reviews off`,
    param
  })),
  RuleRefused: row("parameter_invalid", ({ message, param }) => ({ message, param }))
}
