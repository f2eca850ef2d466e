/** Calendar dates as `YYYY-MM-DD` text, and day arithmetic on them. Text in this form sorts as the dates do. */

/** A date of the Gregorian calendar, `YYYY-MM-DD`, of no time zone. */
export type PlainDate = string

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/
const dayMs = 86_400_000

/** Whether a text is a date that exists: `2026-02-29` is not one. Years 1000 to 9999. */
export const isPlainDate = (text: string): boolean => {
  const parts = pattern.exec(text)
  if (parts === null || text < "1000") return false
  return fromDayNumber(dayNumberOf(text)) === text
}

/** Days since 1970-01-01. */
export const dayNumberOf = (date: PlainDate): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / dayMs

/** Days that were asked for lately: almost all are near today. */
const known = new Map<number, PlainDate>()
const mostKnown = 1_024

/** The date so many days after 1970-01-01. */
export const fromDayNumber = (day: number): PlainDate => {
  const lately = known.get(day)
  if (lately !== undefined) return lately
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  if (known.size >= mostKnown) known.clear()
  known.set(day, date)
  return date
}

/** The date so many calendar days later; earlier when negative. */
export const addDays = (date: PlainDate, days: number): PlainDate => fromDayNumber(dayNumberOf(date) + days)

/** How many days `to` lies after `from`. */
export const daysBetween = (from: PlainDate, to: PlainDate): number => dayNumberOf(to) - dayNumberOf(from)

/** The day of the week: 0 is Sunday, 6 is Saturday. The epoch began on a Thursday. */
export const weekdayOf = (date: PlainDate): number => (((dayNumberOf(date) + 4) % 7) + 7) % 7

/** The date from its parts; the month counts from 1. */
export const plainDate = (year: number, month: number, day: number): PlainDate =>
  fromDayNumber(Date.UTC(year, month - 1, day) / dayMs)
