/**
 * The machine-readable zone of a travel document (ICAO 9303, parts 4 to 6): three forms, check digits, and dates whose
 * years have two digits. What it says is what was printed, not that the document is real. In TD2 and TD3 no check digit
 * is about the name.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { isCalendarDate } from "../../../src/domain.ts"

/** TD1: identity cards; TD2: larger ones; TD3: passports. */
export type MrzFormat = "TD1" | "TD2" | "TD3"

/** What a machine-readable zone says. */
export interface Mrz {
  readonly format: MrzFormat
  /** Given names and surname, in this order; without the parts that did not fit. */
  readonly name: string
  /** YYMMDD, with `<` for what is not known. */
  readonly dateOfBirth: string
  /** YYMMDD, with `<` where the document does not expire. */
  readonly expiresOn: string
}

/** The lines are no machine-readable zone, or a check digit is wrong. It holds nothing of the document. */
export class MrzInvalid extends Data.TaggedError("MrzInvalid")<{
  readonly reason: "form" | "number" | "date_of_birth" | "expiry" | "optional" | "whole"
}> {}

/** A part of a line: the line, where it begins, and where it has ended. */
type Span = readonly [line: number, from: number, until: number]

interface Layout {
  readonly lines: number
  readonly length: number
  readonly name: Span
  readonly number: Span
  /** Where a number goes on that is longer than its field. */
  readonly overflow: Span
  readonly dateOfBirth: Span
  readonly expiresOn: Span
  /** Optional data with a check digit behind it, which is left out where there are no data. */
  readonly optional: Span | undefined
  /** What the last check digit is about. */
  readonly whole: ReadonlyArray<Span>
  readonly wholeDigit: Span
}

/** ICAO 9303: where what is printed. */
const layouts: Readonly<Record<MrzFormat, Layout>> = {
  TD1: {
    lines: 3,
    length: 30,
    name: [2, 0, 30],
    number: [0, 5, 14],
    overflow: [0, 15, 30],
    dateOfBirth: [1, 0, 6],
    expiresOn: [1, 8, 14],
    optional: undefined,
    whole: [
      [0, 5, 30],
      [1, 0, 7],
      [1, 8, 15],
      [1, 18, 29]
    ],
    wholeDigit: [1, 29, 30]
  },
  TD2: {
    lines: 2,
    length: 36,
    name: [0, 5, 36],
    number: [1, 0, 9],
    overflow: [1, 28, 35],
    dateOfBirth: [1, 13, 19],
    expiresOn: [1, 21, 27],
    optional: undefined,
    whole: [
      [1, 0, 10],
      [1, 13, 20],
      [1, 21, 35]
    ],
    wholeDigit: [1, 35, 36]
  },
  TD3: {
    lines: 2,
    length: 44,
    name: [0, 5, 44],
    number: [1, 0, 9],
    // A passport's number fits its field.
    overflow: [1, 9, 9],
    dateOfBirth: [1, 13, 19],
    expiresOn: [1, 21, 27],
    optional: [1, 28, 42],
    whole: [
      [1, 0, 10],
      [1, 13, 20],
      [1, 21, 43]
    ],
    wholeDigit: [1, 43, 44]
  }
}

const weights = [7, 3, 1] as const

const valueOf = (character: string): number => {
  if (character === "<") return 0
  return Number.parseInt(character, 36)
}

/** The check digit of a text: the sum of its values, weighted 7, 3, 1 in turn, modulo 10. */
export const checkDigit = (text: string): string => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum += valueOf(text[at]!) * weights[at % 3]!
  return String(sum % 10)
}

/** A digit of `<` stands for 0 where nothing is checked. */
const agrees = (text: string, digit: string): boolean =>
  digit === checkDigit(text) || (digit === "<" && /^<*$/.test(text))

const formatOf = (lines: ReadonlyArray<string>): MrzFormat | undefined =>
  (Object.keys(layouts) as ReadonlyArray<MrzFormat>).find((format) => {
    const { length, lines: count } = layouts[format]
    return lines.length === count && lines.every((line) => line.length === length && /^[A-Z0-9<]+$/.test(line))
  })

/** `SURNAME<<GIVEN<NAMES` as people write the name. */
const nameOf = (field: string): string => {
  const [surname = "", given = ""] = field.replace(/<+$/, "").split("<<")
  return `${given} ${surname}`.replaceAll("<", " ").trim()
}

/** The number with its check digit; a long one goes on in the optional data, up to the first `<`. */
const numberOf = (field: string, digit: string, overflow: string): readonly [number: string, digit: string] => {
  if (digit !== "<" || overflow === "") return [field, digit]
  const rest = overflow.split("<", 1)[0]!
  return rest === "" ? [field, digit] : [field + rest.slice(0, -1), rest.slice(-1)]
}

/** Reads a machine-readable zone. Fails with `MrzInvalid` for the first check digit that is wrong. */
export const parseMrz = (lines: ReadonlyArray<string>): Result.Result<Mrz, MrzInvalid> => {
  const format = formatOf(lines)
  if (format === undefined) return Result.fail(new MrzInvalid({ reason: "form" }))
  const layout = layouts[format]
  const at = ([line, from, until]: Span): string => lines[line]!.slice(from, until)
  const behind = ([line, , until]: Span): string => lines[line]!.slice(until, until + 1)
  const checks: ReadonlyArray<readonly [reason: MrzInvalid["reason"], holds: boolean]> = [
    ["number", agrees(...numberOf(at(layout.number), behind(layout.number), at(layout.overflow)))],
    ["date_of_birth", agrees(at(layout.dateOfBirth), behind(layout.dateOfBirth))],
    ["expiry", agrees(at(layout.expiresOn), behind(layout.expiresOn))],
    ["optional", layout.optional === undefined || agrees(at(layout.optional), behind(layout.optional))],
    ["whole", agrees(layout.whole.map(at).join(""), at(layout.wholeDigit))]
  ]
  const wrong = checks.find(([, holds]) => !holds)
  if (wrong !== undefined) return Result.fail(new MrzInvalid({ reason: wrong[0] }))
  const { dateOfBirth, expiresOn, name } = layout
  return Result.succeed({ format, name: nameOf(at(name)), dateOfBirth: at(dateOfBirth), expiresOn: at(expiresOn) })
}

const sixDigits = /^(\d{2})(\d{2})(\d{2})$/

/** A date with this century, or `undefined` where the calendar has no such day. */
const inCentury = (written: string, century: number): string | undefined => {
  const [, year, month, day] = sixDigits.exec(written) ?? []
  if (year === undefined) return undefined
  const date = `${century}${year}-${month}-${day}`
  return isCalendarDate(date) ? date : undefined
}

const centuryOf = (date: string): number => Number(date.slice(0, 2))

/**
 * When somebody was born, YYYY-MM-DD, from YYMMDD: the date that the person told, where it is one hundred years off or
 * none; otherwise the youngest that the person can be, so that nobody is taken for older than printed. `undefined` when
 * the document does not tell a date.
 */
export const bornOn = (written: string, today: string, told: string | null): string | undefined => {
  const now = centuryOf(today)
  const possible = [now, now - 1, now - 2]
    .map((century) => inCentury(written, century))
    .filter((date) => date !== undefined)
    .filter((date) => date < today)
  return possible.find((date) => date === told) ?? possible[0]
}

/** When a document expires, YYYY-MM-DD, from YYMMDD: in the century that is nearest. `undefined` when it does not. */
export const expiryOf = (written: string, today: string): string | undefined => {
  const year = Number(today.slice(0, 4))
  const now = centuryOf(today)
  const distance = (date: string) => Math.abs(Number(date.slice(0, 4)) - year)
  return [now - 1, now, now + 1]
    .map((century) => inCentury(written, century))
    .filter((date) => date !== undefined)
    .sort((one, other) => distance(one) - distance(other))[0]
}
