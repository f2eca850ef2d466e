/**
 * Card numbers in free text. Whatever a client writes into a description or metadata is kept and sent on in events, so
 * a card number in it is masked before anything else sees it (spec cards §2: raw card numbers are never stored).
 */
import * as SchemaTransformation from "effect/SchemaTransformation"

/** First digits and lengths of a card brand (ISO/IEC 7812; the brands' published ranges). */
interface NumberRange {
  readonly from: number
  readonly to: number
  readonly lengths: ReadonlyArray<number>
}

/** Maestro's wide ranges are left out: order numbers of every kind would fall into them. */
const ranges: ReadonlyArray<NumberRange> = [
  { from: 4, to: 4, lengths: [13, 16, 19] },
  { from: 51, to: 55, lengths: [16] },
  { from: 2221, to: 2720, lengths: [16] },
  { from: 34, to: 34, lengths: [15] },
  { from: 37, to: 37, lengths: [15] },
  { from: 6011, to: 6011, lengths: [16, 19] },
  { from: 644, to: 659, lengths: [16, 19] },
  { from: 300, to: 305, lengths: [14] },
  { from: 36, to: 36, lengths: [14] },
  { from: 38, to: 39, lengths: [14] },
  { from: 3528, to: 3589, lengths: [16] },
  { from: 62, to: 62, lengths: [16, 17, 18, 19] }
]

/** Whether the last of these digits is the check digit of the others (Luhn, ISO/IEC 7812-1). */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const weighted = at % 2 === 0 ? digit : digit * 2
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

const fits = (digits: string, { from, lengths, to }: NumberRange): boolean => {
  if (!lengths.includes(digits.length)) return false
  const first = Number(digits.slice(0, String(from).length))
  return first >= from && first <= to
}

/** Shortest and longest of the lengths above. */
const minDigits = 13
const maxDigits = 19

/** Whether digits are those of a card: a brand's first digits and length, and the right check digit. */
export const isCardNumber = (digits: string): boolean =>
  digits.length >= minDigits &&
  digits.length <= maxDigits &&
  ranges.some((range) => fits(digits, range)) &&
  passesLuhn(digits)

/** Groups of digits with one space or dash between them. */
const digitGroups = /\d+(?:[ -]\d+)*/g

const shownDigits = 4

const masked = (digits: string): string => "*".repeat(digits.length - shownDigits) + digits.slice(-shownDigits)

/** Whether a card number may begin with this group: with 2 to 6, as in the ranges above. */
const mayBegin = (group: string): boolean => group >= "2" && group < "7"

/** How many of the groups from one on make a card number, as many as can; 0 if none do. */
const groupsOfNumber = (groups: ReadonlyArray<string>, from: number): number => {
  if (!mayBegin(groups[from]!)) return 0
  let digits = ""
  let found = 0
  for (let at = from; at < groups.length && digits.length < maxDigits; at++) {
    digits += groups[at]!
    if (isCardNumber(digits)) found = at - from + 1
  }
  return found
}

/** Masks the card numbers in one run of groups. A number begins and ends with a group, as people write it. */
const maskRun = (run: string): string => {
  const groups = run.split(/[ -]/)
  if (!groups.some(mayBegin)) return run
  const kept: Array<string> = []
  let end = 0
  for (let at = 0; at < groups.length;) {
    const count = groupsOfNumber(groups, at)
    const written = count === 0 ? groups[at]! : masked(groups.slice(at, at + count).join(""))
    kept.push(written)
    for (let next = at; next < at + Math.max(1, count); next++) end += groups[next]!.length + 1
    // The space or dash that stood after it.
    if (end <= run.length) kept.push(run[end - 1]!)
    at += Math.max(1, count)
  }
  return kept.join("")
}

/** Text that cannot hold a card number is by far the most common: as many digits as the shortest has are looked for first. */
const mayHoldNumber = /\d(?:[ -]?\d){12}/

/** The text with every card number reduced to its last four digits. */
export const maskCardNumbers = (text: string): string =>
  mayHoldNumber.test(text) ? text.replaceAll(digitGroups, (run) => (run.length < minDigits ? run : maskRun(run))) : text

/** For schemas of free text: what is decoded holds no card number. */
export const withoutCardNumbers = SchemaTransformation.transform({
  decode: maskCardNumbers,
  encode: (text: string) => text
})
