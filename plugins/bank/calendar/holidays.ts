/**
 * The days on which the Federal Reserve Banks are closed, as a table of rules. A holiday on a Sunday closes the Monday
 * after it; one on a Saturday closes nothing, the Friday before is a normal day (Federal Reserve holiday schedule).
 */
import { addDays, plainDate, weekdayOf, type PlainDate } from "./PlainDate.ts"

/** How a holiday's date follows from the year: a fixed day, or the nth (-1: last) weekday of a month. */
type HolidayRule =
  | { readonly kind: "fixed"; readonly month: number; readonly day: number }
  | { readonly kind: "weekday"; readonly month: number; readonly weekday: number; readonly nth: 1 | 2 | 3 | 4 | -1 }

/** One holiday of a year. */
export interface Holiday {
  readonly name: string
  readonly date: PlainDate
  /** The weekday on which the banks are closed for it; `null` when it falls on a Saturday. */
  readonly closedOn: PlainDate | null
}

const monday = 1
const thursday = 4

const fixed = (month: number, day: number): HolidayRule => ({ kind: "fixed", month, day })
const nth = (nth: 1 | 2 | 3 | 4 | -1, weekday: number, month: number): HolidayRule => ({
  kind: "weekday",
  month,
  weekday,
  nth
})

/** The eleven holidays, in the order of the year, with the year in which each was first kept. */
const rules: ReadonlyArray<{ readonly name: string; readonly since: number; readonly rule: HolidayRule }> = [
  { name: "New Year's Day", since: 0, rule: fixed(1, 1) },
  { name: "Birthday of Martin Luther King, Jr.", since: 1986, rule: nth(3, monday, 1) },
  { name: "Washington's Birthday", since: 1971, rule: nth(3, monday, 2) },
  { name: "Memorial Day", since: 1971, rule: nth(-1, monday, 5) },
  { name: "Juneteenth National Independence Day", since: 2022, rule: fixed(6, 19) },
  { name: "Independence Day", since: 0, rule: fixed(7, 4) },
  { name: "Labor Day", since: 0, rule: nth(1, monday, 9) },
  { name: "Columbus Day", since: 1971, rule: nth(2, monday, 10) },
  { name: "Veterans Day", since: 1978, rule: fixed(11, 11) },
  { name: "Thanksgiving Day", since: 0, rule: nth(4, thursday, 11) },
  { name: "Christmas Day", since: 0, rule: fixed(12, 25) }
]

const dateIn = (year: number, rule: HolidayRule): PlainDate => {
  if (rule.kind === "fixed") return plainDate(year, rule.month, rule.day)
  if (rule.nth === -1) {
    const last = addDays(plainDate(year, rule.month + 1, 1), -1)
    return addDays(last, -((weekdayOf(last) - rule.weekday + 7) % 7))
  }
  const first = plainDate(year, rule.month, 1)
  return addDays(first, ((rule.weekday - weekdayOf(first) + 7) % 7) + 7 * (rule.nth - 1))
}

const closing = (date: PlainDate): PlainDate | null => {
  const weekday = weekdayOf(date)
  if (weekday === 6) return null
  return weekday === 0 ? addDays(date, 1) : date
}

/** The Federal Reserve holidays of a year, as they are kept today. */
export const holidaysOf = (year: number): ReadonlyArray<Holiday> =>
  rules
    .filter(({ since }) => year >= since)
    .map(({ name, rule }) => {
      const date = dateIn(year, rule)
      return { name, date, closedOn: closing(date) }
    })

const closedDays = new Map<number, ReadonlySet<PlainDate>>()

const closedDaysOf = (year: number): ReadonlySet<PlainDate> => {
  const known = closedDays.get(year)
  if (known !== undefined) return known
  const days = new Set(holidaysOf(year).flatMap(({ closedOn }) => closedOn ?? []))
  closedDays.set(year, days)
  return days
}

/** Whether the Reserve Banks are closed on a weekday for a holiday. No holiday closes a day of another year. */
export const isHoliday = (date: PlainDate): boolean => closedDaysOf(Number(date.slice(0, 4))).has(date)
