/**
 * What comes after an ACH entry: its return, its reversal and its second presentment. Pure rules beside spec bank §7 and
 * §8, and decisions A.14, B.5 and D.5.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { isLateReturn, lastReversalInstant, representmentDeadline } from "../calendar/deadlines.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import type { PlainDate } from "../calendar/PlainDate.ts"
import { achReturnCode, answersEntry, type ReturnCode } from "../return-codes.ts"

/** The facts of an entry when something comes back. */
export interface AchOriginal {
  readonly rail: string
  readonly status: string
  readonly direction: "credit" | "debit"
  readonly secCode: string
  readonly settlementDate: PlainDate | undefined
  /** Whether this entry is itself a reversal. */
  readonly reversalOf?: string | undefined
  /** The reversal of it that exists already, unless that never reached a bank. */
  readonly reversalId?: string | undefined
  readonly returnCode?: string | undefined
  /** How often the first presentment was already presented again, this time included. */
  readonly representments?: number | undefined
  /** When the first presentment settled, for the time limit of those that follow. */
  readonly firstSettlementDate?: PlainDate | undefined
}

/** The entry was no settled credit, or it is gone or reversed already. */
export class NotReversible extends Data.TaggedError("NotReversible")<{
  readonly reason: "not_ach" | "not_credit" | "is_reversal" | "not_settled" | "returned" | "already_reversed"
}> {}

/** The five banking days are over. */
export class ReversalWindowExpired extends Data.TaggedError("ReversalWindowExpired")<{
  readonly expiredAt: number
}> {}

/** The entry cannot be presented again. */
export class NotRepresentable extends Data.TaggedError("NotRepresentable")<{
  readonly reason: "not_a_returned_debit" | "return_code" | "too_often" | "too_late"
}> {}

const irreversible = (original: AchOriginal): NotReversible["reason"] | undefined => {
  if (original.rail !== "ach") return "not_ach"
  if (original.direction !== "credit") return "not_credit"
  if (original.reversalOf !== undefined) return "is_reversal"
  if (original.status === "returned") return "returned"
  if (original.status !== "settled" || original.settlementDate === undefined) return "not_settled"
  return original.reversalId === undefined ? undefined : "already_reversed"
}

/** Whether a settled credit can be reversed now (B132, B133): until the end of the fifth banking day after settlement. */
export const checkReversal = (
  original: AchOriginal,
  now: number
): Result.Result<{ readonly until: number }, NotReversible | ReversalWindowExpired> => {
  const reason = irreversible(original)
  if (reason !== undefined || original.settlementDate === undefined) {
    return Result.fail(new NotReversible({ reason: reason ?? "not_settled" }))
  }
  const until = lastReversalInstant(original.settlementDate)
  return now <= until ? Result.succeed({ until }) : Result.fail(new ReversalWindowExpired({ expiredAt: until }))
}

/** Nacha: an entry is presented again at most twice. */
export const mostRepresentments = 2

/** Whether an entry collects money. A reversal is a debit too, and takes back what was paid: it is not presented again. */
const collects = ({ direction, reversalOf }: AchOriginal): boolean => direction === "debit" && reversalOf === undefined

/** Whether a returned debit can be presented again now (B141): same amount and company, within 180 days, at most twice. */
export const checkRepresentment = (
  original: AchOriginal,
  now: number
): Result.Result<{ readonly attempt: number; readonly deadline: PlainDate }, NotRepresentable> => {
  const refuse = (reason: NotRepresentable["reason"]) => Result.fail(new NotRepresentable({ reason }))
  const { status, rail, returnCode, representments = 0 } = original
  const settled = original.firstSettlementDate ?? original.settlementDate
  if (rail !== "ach" || status !== "returned" || !collects(original) || settled === undefined) {
    return refuse("not_a_returned_debit")
  }
  if (returnCode === undefined || achReturnCode(returnCode)?.representable !== true) return refuse("return_code")
  if (representments >= mostRepresentments) return refuse("too_often")
  const deadline = representmentDeadline(settled)
  return easternDateOf(now) <= deadline ? Result.succeed({ attempt: representments + 1, deadline }) : refuse("too_late")
}

/** A return as the operator delivers it. */
export interface IncomingReturn {
  readonly code: string
  /** When the return settles. */
  readonly settlementDate: PlainDate
}

/** What a return says to a client. */
export interface ReturnVerdict {
  readonly returnCode: string
  readonly returnReason: string
  readonly returnSettlementDate: PlainDate
  readonly representmentEligible: boolean
  readonly representmentDeadline: PlainDate | null
  readonly representmentGuidance: ReturnCode["guidance"] | null
  /** Whether the money had moved before it came back. */
  readonly fundsMoved: boolean
  /** It came after its last date: it is taken all the same, and may be dishonored with R68. */
  readonly untimely: boolean
  /** The code cannot answer an entry of this direction and class. */
  readonly mismatched: boolean
}

/** Reads a return of an entry. A code that is not in the specification is taken, and told as it is. */
export const judgeReturn = (original: AchOriginal, incoming: IncomingReturn): ReturnVerdict => {
  const known = achReturnCode(incoming.code)
  const { settlementDate } = original
  const first = original.firstSettlementDate ?? settlementDate
  const eligible =
    collects(original) && known?.representable === true && (original.representments ?? 0) < mostRepresentments
  return {
    returnCode: incoming.code,
    returnReason: known?.meaning ?? `Returned with ${incoming.code}`,
    returnSettlementDate: incoming.settlementDate,
    representmentEligible: eligible,
    representmentDeadline: eligible && first !== undefined ? representmentDeadline(first) : null,
    representmentGuidance: known?.guidance ?? null,
    fundsMoved: original.status === "settled",
    untimely:
      settlementDate !== undefined &&
      // How long a bank may return with a code that is not in the table, nobody here knows.
      isLateReturn(settlementDate, incoming.settlementDate, known?.timeFrame ?? "sixty_calendar_days"),
    mismatched: known !== undefined && !answersEntry(known, original)
  }
}
