/**
 * The terms of an ACH entry: whether its class allows the request, and in which window it leaves. Pure rules beside
 * decisions B.5 and D.3.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import {
  earliestStandardDate,
  effectiveDateProblem,
  fedAch,
  nextSameDayWindow,
  standardWindow,
  type AchSchedule,
  type AchWindow,
  type EffectiveDateProblem
} from "../calendar/ach-windows.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import type { PlainDate } from "../calendar/PlainDate.ts"
import { isSecCode, secRules } from "../messages/nacha/sec-rules.ts"

/** Spec bank §8: same-day ACH maximum, 1,000,000 USD. An entry of exactly this amount passes. */
export const sameDayMaxCents = 100_000_000

/** What a client asks for, as far as class and window care. */
export interface AchRequest {
  readonly direction: "credit" | "debit"
  readonly secCode: string
  readonly amountCents: number
  /** How many addenda with payment information. */
  readonly addenda: number
  readonly webTelPaymentType?: string | undefined
  readonly effectiveDate?: PlainDate | undefined
  readonly sameDay?: boolean | undefined
}

/** A field of the request that is wrong, with the code of the error catalogue. */
export interface AchFieldProblem {
  readonly field: "secCode" | "direction" | "addenda" | "webTelPaymentType"
  readonly code: "INVALID_SEC_CODE" | "INVALID_FIELD_FORMAT" | "REQUIRED_FIELD_MISSING"
  readonly message: string
}

/** The effective date cannot be taken. */
export class EffectiveDateRefused extends Data.TaggedError("EffectiveDateRefused")<{
  readonly effectiveDate: PlainDate
  /** `not_today`: same-day was requested together with a later date. */
  readonly problem: EffectiveDateProblem | "not_today"
  /** The earliest date that a standard entry can still meet. */
  readonly earliest: PlainDate
}> {}

/** The client may no longer use the class of an entry that another one follows from. */
export class ClassNotEnabled extends Data.TaggedError("ClassNotEnabled")<{
  readonly enabled: ReadonlyArray<string>
}> {}

/** Same-day was requested, and the entry or the hour does not allow it. */
export class SameDayNotEligible extends Data.TaggedError("SameDayNotEligible")<{
  readonly reason: "amount" | "sec_code" | "window_over"
}> {}

/** Everything about class, direction, addenda and payment type that is wrong, all at once. */
export const classProblems = (request: AchRequest, enabled: ReadonlyArray<string>): ReadonlyArray<AchFieldProblem> => {
  const { secCode, direction, addenda, webTelPaymentType } = request
  if (!isSecCode(secCode) || !enabled.includes(secCode)) {
    const message = isSecCode(secCode) ? `${secCode} is not enabled` : "is not one of PPD, CCD, CTX, WEB, TEL, IAT"
    return [{ field: "secCode", code: "INVALID_SEC_CODE", message }]
  }
  const rule = secRules[secCode]
  const problems: Array<AchFieldProblem> = []
  const refuse = (field: AchFieldProblem["field"], message: string) =>
    problems.push({ field, code: "INVALID_FIELD_FORMAT", message })
  if (!rule.directions.includes(direction)) refuse("direction", `${secCode} has no ${direction}s`)
  if (addenda > rule.mostTexts) refuse("addenda", `${secCode} takes at most ${rule.mostTexts}`)
  if (!rule.paymentType && webTelPaymentType !== undefined) refuse("webTelPaymentType", `${secCode} has none`)
  else if (webTelPaymentType !== undefined && !["S", "R"].includes(webTelPaymentType)) {
    refuse("webTelPaymentType", "is neither S nor R")
  } else if (rule.paymentType && direction === "debit" && webTelPaymentType === undefined) {
    problems.push({
      field: "webTelPaymentType",
      code: "REQUIRED_FIELD_MISSING",
      message: `${secCode} debits say S (single) or R (recurring)`
    })
  }
  return problems
}

const sameDayReason = ({ amountCents, secCode }: AchRequest): "amount" | "sec_code" | undefined => {
  if (secCode === "IAT") return "sec_code"
  return amountCents > sameDayMaxCents ? "amount" : undefined
}

/** How the host wants same-day requests treated that cannot be met. */
export interface WindowPolicy {
  readonly schedule?: AchSchedule
  /** `standard`: such an entry leaves with the next standard window. The default refuses, as the catalogue has a code. */
  readonly sameDayFallback?: "refuse" | "standard"
}

/**
 * The window in which an entry leaves. Without a date it is the next banking day's; today, or `sameDay`, asks for the
 * next same-day window.
 */
export const windowFor = (
  request: AchRequest,
  now: number,
  { schedule = fedAch, sameDayFallback = "refuse" }: WindowPolicy = {}
): Result.Result<AchWindow, EffectiveDateRefused | SameDayNotEligible> => {
  const earliest = earliestStandardDate(now, schedule)
  const today = easternDateOf(now)
  const effectiveDate = request.effectiveDate ?? (request.sameDay === true ? today : earliest)
  // A day on which the banks are closed is a wrong date only when the client gave it.
  const problem = request.effectiveDate === undefined ? undefined : effectiveDateProblem(effectiveDate, now, schedule)
  const later = request.sameDay === true && effectiveDate > today
  if (problem !== undefined || later) {
    return Result.fail(new EffectiveDateRefused({ effectiveDate, problem: problem ?? "not_today", earliest }))
  }
  if (effectiveDate !== today) return Result.succeed(standardWindow(effectiveDate, schedule))
  const window = nextSameDayWindow(now, schedule)
  const reason = sameDayReason(request) ?? (window === undefined ? "window_over" : undefined)
  if (reason === undefined && window !== undefined) return Result.succeed(window)
  return sameDayFallback === "standard"
    ? Result.succeed(standardWindow(earliest, schedule))
    : Result.fail(new SameDayNotEligible({ reason: reason ?? "window_over" }))
}
