/** What failures of ACH and of its batches say: rows of the plugin's table, `errors.ts`. */
import { notConnectedHeaders, row } from "../error-catalogue.ts"
import { timestamp } from "../events.ts"
import type { EntryUnwritable } from "./AchAdmission.ts"
import type { NotRepresentable, NotReversible, ReversalWindowExpired } from "./AchReturn.ts"
import type { ClassNotEnabled, EffectiveDateRefused, SameDayNotEligible } from "./AchTerms.ts"

const irreversibleWords = {
  not_ach: "it is no ACH payment",
  not_credit: "only credits can be reversed",
  is_reversal: "it is a reversal itself",
  not_settled: "it is not settled",
  returned: "it was returned",
  already_reversed: "it is reversed already"
} as const

const unrepresentableWords = {
  not_a_returned_debit: "only a debit that was returned, and is not on its way again, can be presented again",
  return_code: "its return code does not allow it",
  too_often: "it was presented again twice",
  too_late: "the 180 days after its settlement are over"
} as const

const sameDayWords = {
  amount: "same-day entries are limited to 1,000,000 USD",
  sec_code: "IAT entries are never same-day",
  window_over: "no same-day window is left today"
} as const

/** One row per failure. */
export const achErrorRows = {
  AchNotConnected: row("SERVICE_UNAVAILABLE", () => ({
    message: "No ACH operator is connected",
    headers: notConnectedHeaders
  })),
  EntryUnwritable: row("INVALID_FIELD_FORMAT", ({ problems }: EntryUnwritable) =>
    problems.map(({ field, problem }) => ({
      message: `${field} ${problem} in an ACH file`,
      field
    }))
  ),
  ClassNotEnabled: row("INVALID_SEC_CODE", ({ enabled }: ClassNotEnabled) => ({
    message: `secCode must be one of ${enabled.join(", ")}, which this client may use`,
    field: "secCode"
  })),
  EffectiveDateRefused: row("INVALID_DATE", ({ earliest, effectiveDate }: EffectiveDateRefused) => ({
    message: `${effectiveDate} cannot be met. The earliest date is ${earliest}`,
    field: "effectiveDate",
    details: { earliest }
  })),
  SameDayNotEligible: row("SDA_NOT_ELIGIBLE", ({ reason }: SameDayNotEligible) => ({
    message: `Not eligible for same-day ACH: ${sameDayWords[reason]}`,
    details: { reason }
  })),
  NotReversible: row("PAYMENT_NOT_REVERSIBLE", ({ reason }: NotReversible) => ({
    message: `The payment cannot be reversed: ${irreversibleWords[reason]}`,
    details: { reason }
  })),
  ReversalWindowExpired: row("REVERSAL_WINDOW_EXPIRED", ({ expiredAt }: ReversalWindowExpired) => ({
    message: "A reversal can be requested for five banking days after settlement",
    details: { expiredAt: timestamp(expiredAt) }
  })),
  NotRepresentable: row("REPRESENTMENT_NOT_ALLOWED", ({ reason }: NotRepresentable) => ({
    message: `The payment cannot be presented again: ${unrepresentableWords[reason]}`,
    details: { reason }
  })),
  BatchNotFound: row("NOT_FOUND", () => ({ message: "There is no such batch" }))
}
