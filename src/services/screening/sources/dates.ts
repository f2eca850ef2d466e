/**
 * Dates of birth as lists print them, in the form that is compared: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, or a range of them
 * with a slash. What cannot be read is no date: it must not lower anybody's score.
 */

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/** Years of birth that a list can mean. */
const years = { first: 1800, last: 2100 }

/** Years on either side of one that is said to be about right (our choice). */
const aboutYears = 2

const padded = (part: number): string => String(part).padStart(2, "0")

const made = (year: number, month?: number, day?: number): string | undefined => {
  if (!(year >= years.first && year <= years.last)) return undefined
  if (month === undefined || month === 0) return String(year)
  if (month > 12) return undefined
  if (day === undefined || day === 0) return `${year}-${padded(month)}`
  const isReal = day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  return isReal ? `${year}-${padded(month)}-${padded(day)}` : undefined
}

const monthOf = (name: string): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** Ways to write a day, month or year. */
const forms: ReadonlyArray<readonly [RegExp, (parts: ReadonlyArray<string>) => string | undefined]> = [
  [/^(\d{4})$/, ([year]) => made(Number(year))],
  [/^(\d{4})-(\d{1,2})-(\d{1,2})$/, ([year, month, day]) => made(Number(year), Number(month), Number(day))],
  [/^(\d{4})-(\d{1,2})$/, ([year, month]) => made(Number(year), Number(month))],
  [/^(\d{1,2})[./](\d{1,2})[./](\d{4})$/, ([day, month, year]) => made(Number(year), Number(month), Number(day))],
  [/^(\d{1,2})[./](\d{4})$/, ([month, year]) => made(Number(year), Number(month))],
  [
    /^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})$/i,
    ([day, month = "", year]) => (monthOf(month) === 0 ? undefined : made(Number(year), monthOf(month), Number(day)))
  ],
  [
    /^([a-z]{3,9})\.? (\d{4})$/i,
    ([month = "", year]) => (monthOf(month) === 0 ? undefined : made(Number(year), monthOf(month)))
  ]
]

const readDay = (text: string): string | undefined => {
  for (const [form, read] of forms) {
    const match = form.exec(text)
    if (match !== null) return read(match.slice(1))
  }
  return undefined
}

/** A range of years around a date. */
const about = (date: string): string => {
  const year = Number(date.slice(0, 4))
  return `${year - aboutYears}/${year + aboutYears}`
}

const aboutWords = /^(?:circa|approximately|approx\.?|about|around|c\.|ca\.?|between)\s+/i

/** One date of birth as a list prints it; `undefined` when it cannot be read. */
export const readListedDate = (printed: string): string | undefined => {
  const text = printed.trim().replace(/\s+/g, " ")
  const plain = text.replace(aboutWords, "")
  const range = /^(.+?)\s*(?:\bto\b|\band\b|–|(?<=^\d{4})-(?=\d{4}$))\s*(.+)$/i.exec(plain)
  if (range !== null) {
    const [from, to] = [readDay(range[1]!.trim()), readDay(range[2]!.trim())]
    return from === undefined || to === undefined ? undefined : `${from}/${to}`
  }
  const day = readDay(plain)
  return day === undefined || plain === text ? day : about(day)
}

/** The first day in a text, in the forms that are used in the names and heads of files. */
export const dayIn = (text: string): string | undefined => {
  const iso = /(?<!\d)(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(text)
  if (iso !== null) return made(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const european = /(?<!\d)(\d{2})\/(\d{2})\/(\d{4})(?!\d)/.exec(text)
  return european === null ? undefined : made(Number(european[3]), Number(european[2]), Number(european[1]))
}
