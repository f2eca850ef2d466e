/**
 * The last moments of ACH returns, reversals and representments, and of the answers to return requests. Dates count
 * from settlement, in Eastern time.
 */
import { addBankingDays, nextBankingDay } from "./banking-days.ts"
import { easternInstant, endOfEasternDay, minuteOf } from "./eastern-time.ts"
import { addDays, type PlainDate } from "./PlainDate.ts"

/** How long the receiving bank may return: two banking days, or sixty calendar days for debits without authority. */
export type ReturnTimeFrame = "two_banking_days" | "sixty_calendar_days"

/** Returns must be available to the originating bank at the opening of its day: 08:30 (decisions C.4). */
export const returnOpening = minuteOf("08:30")

/**
 * The date on which a return must reach the originating bank at the latest (Nacha): the second banking day after
 * settlement, or the banking day after the sixtieth calendar day.
 */
export const lastReturnDate = (settlementDate: PlainDate, timeFrame: ReturnTimeFrame): PlainDate =>
  timeFrame === "two_banking_days" ? addBankingDays(settlementDate, 2) : nextBankingDay(addDays(settlementDate, 60))

/** The same in words. */
export const lastReturnWords = (timeFrame: ReturnTimeFrame): string =>
  timeFrame === "two_banking_days"
    ? "the second banking day after it settles"
    : "the banking day after the sixtieth day after it settles"

/** The last moment at which a return is in time: the opening of business on its last date. */
export const lastReturnInstant = (settlementDate: PlainDate, timeFrame: ReturnTimeFrame): number =>
  easternInstant(lastReturnDate(settlementDate, timeFrame), returnOpening)

/** Whether a return that settles on a date came too late; such a return may be dishonored. */
export const isLateReturn = (
  settlementDate: PlainDate,
  returnSettlementDate: PlainDate,
  timeFrame: ReturnTimeFrame
): boolean => returnSettlementDate > lastReturnDate(settlementDate, timeFrame)

/** How many banking days after settlement an ACH credit can be reversed (spec bank §7 and §8). */
export const reversalBankingDays = 5

/** The last date on which a reversal can be requested. */
export const lastReversalDate = (settlementDate: PlainDate): PlainDate =>
  addBankingDays(settlementDate, reversalBankingDays)

/** The last millisecond at which a reversal can be requested: the end of the fifth banking day in Eastern time. */
export const lastReversalInstant = (settlementDate: PlainDate): number =>
  endOfEasternDay(lastReversalDate(settlementDate))

/** How many calendar days after the original's settlement an R01 debit can be presented again (spec bank §7). */
export const representmentDays = 180

/** The last date on which a debit can be presented again. */
export const representmentDeadline = (settlementDate: PlainDate): PlainDate =>
  addDays(settlementDate, representmentDays)

/** Corrections of a notification of change must be made within six banking days of its settlement (Nacha). */
export const correctionDeadline = (settlementDate: PlainDate): PlainDate => addBankingDays(settlementDate, 6)

/** When the answer to a request for return of an instant payment is due: ten banking days (decisions B.5). */
export const returnRequestAnswerDue = (askedOn: PlainDate): PlainDate => addBankingDays(askedOn, 10)

/** The last date on which FedNow takes a request for return; requests because of fraud (`FRAD`) have no last date. */
export const lastReturnRequestDate = (settlementDate: PlainDate): PlainDate => addDays(settlementDate, 60)
