/** Banking days: Monday to Friday except Federal Reserve holidays. The day turns at midnight in New York. */
import { isHoliday } from "./holidays.ts"
import { addDays, weekdayOf, type PlainDate } from "./PlainDate.ts"

/** Whether the Reserve Banks are open on a date. */
export const isBankingDay = (date: PlainDate): boolean => {
  const weekday = weekdayOf(date)
  return weekday !== 0 && weekday !== 6 && !isHoliday(date)
}

/**
 * The banking day so many banking days later, or earlier when negative. From a closed day the count starts at the
 * first open day in its direction: one banking day after a Saturday is the Monday. Zero answers the date itself.
 */
export const addBankingDays = (date: PlainDate, days: number): PlainDate => {
  const step = days < 0 ? -1 : 1
  let at = date
  for (let left = Math.abs(days); left > 0;) {
    at = addDays(at, step)
    if (isBankingDay(at)) left--
  }
  return at
}

/** The first banking day after a date. */
export const nextBankingDay = (date: PlainDate): PlainDate => addBankingDays(date, 1)

/** The date itself when it is a banking day, else the next one. */
export const bankingDayFrom = (date: PlainDate): PlainDate => (isBankingDay(date) ? date : nextBankingDay(date))
