/**
 * Payment card numbers in text: the one place that recognizes them, however they are written. Raw card numbers are never
 * stored (spec cards §2), so schemas of free text `mask` what they decode, before anything else sees the text.
 * The work is linear in the length of the text.
 */

/** First digits and lengths of the cards of a network (ISO/IEC 7812; the ranges that the networks publish). */
interface NumberRange {
  readonly from: number
  readonly to: number
  readonly lengths: ReadonlyArray<number>
}

const upTo19 = [16, 17, 18, 19]
const maestro = [12, 13, 14, 15, 16, 17, 18, 19]

/** Each row gives the first and last prefix. Prefixes have 1 to 4 digits. Maestro's wide ranges (50, 56 to 69) are left out. */
const ranges: ReadonlyArray<NumberRange> = [
  { from: 4, to: 4, lengths: [13, 16, 19] }, // Visa
  { from: 51, to: 55, lengths: [16] }, // Mastercard
  { from: 2221, to: 2720, lengths: [16] },
  { from: 34, to: 34, lengths: [15] }, // American Express
  { from: 37, to: 37, lengths: [15] },
  { from: 6011, to: 6011, lengths: upTo19 }, // Discover
  { from: 644, to: 659, lengths: upTo19 },
  { from: 300, to: 305, lengths: [14, 16, 19] }, // Diners Club
  { from: 309, to: 309, lengths: [14, 16, 19] },
  { from: 36, to: 36, lengths: [14, 16, 19] },
  { from: 38, to: 39, lengths: [14, 16, 19] },
  { from: 3528, to: 3589, lengths: upTo19 }, // JCB
  { from: 62, to: 62, lengths: upTo19 }, // UnionPay
  { from: 8100, to: 8171, lengths: upTo19 },
  { from: 60, to: 60, lengths: [16] }, // RuPay
  { from: 508, to: 508, lengths: [16] },
  { from: 82, to: 82, lengths: [16] },
  { from: 2200, to: 2204, lengths: upTo19 }, // Mir
  { from: 5018, to: 5018, lengths: maestro }, // Maestro
  { from: 5020, to: 5020, lengths: maestro },
  { from: 5038, to: 5038, lengths: maestro },
  { from: 5893, to: 5893, lengths: maestro },
  { from: 6304, to: 6304, lengths: maestro },
  { from: 6759, to: 6759, lengths: maestro },
  { from: 6761, to: 6763, lengths: maestro }
]

/** Shortest of the lengths above. */
const minDigits = 12

/** Lengths of numbers by their first four digits, longest first. Filled range by range: it is made when the module is loaded. */
const lengthsByPrefix: ReadonlyArray<ReadonlyArray<number>> = (() => {
  const byPrefix = Array.from({ length: 10_000 }, (): ReadonlyArray<number> => [])
  for (const { from, lengths, to } of ranges) {
    const width = 10 ** (4 - String(from).length)
    for (let prefix = from * width; prefix < (to + 1) * width; prefix++) {
      const known = byPrefix[prefix]!
      byPrefix[prefix] =
        known.length === 0
          ? lengths.toReversed()
          : [...new Set([...known, ...lengths])].sort((one, other) => other - one)
    }
  }
  return byPrefix
})()

/** Whether digits from one place to another, which is not included, end with their check digit (Luhn, ISO/IEC 7812-1). */
const endsWithCheckDigit = (digits: ArrayLike<number>, from: number, to: number): boolean => {
  let sum = 0
  for (let at = to - 1, doubled = false; at >= from; at--, doubled = !doubled) {
    const weighted = doubled ? digits[at]! * 2 : digits[at]!
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

const valuesOf = (digits: string): ReadonlyArray<number> => Array.from(digits, Number)

/** Whether the last of these digits is the check digit of the others (Luhn, ISO/IEC 7812-1). */
export const passesLuhn = (digits: string): boolean => endsWithCheckDigit(valuesOf(digits), 0, digits.length)

/** What a character is in a number: one of ten digits, or one of these. */
const separator = -1
const invisible = -2
const other = -3

const isDecimal = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Decimal digits of Unicode stand in rows of ten that begin with a zero. */
const decimalValue = (code: number): number => {
  let zero = code
  while (isDecimal(zero - 1)) zero -= 1
  return (code - zero) % 10
}

/** What each character of ASCII is: every text that is kept is looked through. */
const asciiKinds = Int8Array.from({ length: 0x80 }, (_, code) => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  return " \t\n\r\f\v-._/\\".includes(String.fromCharCode(code)) ? separator : other
})

/** By their compatibility form: `４`, `④` and `⁴` are 4, `／` is a slash. */
const kindOf = (code: number): number => {
  if (code < 0x80) return asciiKinds[code]!
  const character = String.fromCodePoint(code)
  if (isDecimal(code)) return decimalValue(code)
  if (/[\p{Cf}\p{M}\p{DI}]/u.test(character)) return invisible
  if (/[\p{Z}\p{Pd}\p{Pc}\u2212\u00B7\u2022\u2027\u30FB\u0085]/u.test(character)) return separator
  const plain = character.normalize("NFKC")
  return plain.length === 1 && plain < "\u0080" ? asciiKinds[plain.charCodeAt(0)]! : other
}

/** Where a digit stands in its text. */
interface Digit {
  readonly from: number
  readonly to: number
}

/** Digits with nothing but separators between them. A group is what stands without a visible separator. */
interface Run {
  readonly digits: Array<Digit>
  /** The value of each digit. */
  readonly values: Array<number>
  /** For each digit, the place of the first digit of its group. */
  readonly groups: Array<number>
  /** Whether a plus sign stands right before it. */
  isPhone: boolean
}

/** Most visible separators in a row within one number, as in `4242 - 4242` (our choice). */
const maxSeparators = 3

const emptyRun = (): Run => ({ digits: [], values: [], groups: [], isPhone: false })

/** The runs of a text with as many digits as the shortest number. */
const runsOf = (text: string): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  let run = emptyRun()
  let separators = 0
  const end = () => {
    if (run.digits.length >= minDigits) runs.push(run)
    if (run.digits.length > 0) run = emptyRun()
  }
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at)!
    const next = at + (code > 0xffff ? 2 : 1)
    const kind = kindOf(code)
    if (kind >= 0) {
      const begins = run.digits.length === 0 || separators > 0
      run.groups.push(begins ? run.digits.length : run.groups.at(-1)!)
      run.digits.push({ from: at, to: next })
      run.values.push(kind)
      separators = 0
    } else if (kind === separator && ++separators > maxSeparators) {
      end()
    } else if (kind === other) {
      end()
      run.isPhone = text[at] === "+"
      separators = 0
    }
    at = next
  }
  end()
  return runs
}

/** Digits that a number takes, and the digits glued to it: `from` to `to` is hidden but for the four before `end`. */
interface Found {
  readonly from: number
  readonly end: number
  readonly to: number
}

const isMonth = (tens: number, ones: number): boolean => tens * 10 + ones >= 1 && tens * 10 + ones <= 12
const isYear = (tens: number): boolean => tens >= 2 && tens <= 4

/** Whether four digits are an expiry date: month and year, or year and month. */
const isExpiry = (values: ReadonlyArray<number>, at: number): boolean => {
  const [a, b, c, d] = [values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!]
  return (isMonth(a, b) && isYear(c)) || (isYear(a) && isMonth(c, d))
}

/** Shorter numbers are recognized only where nothing is glued to them: `4` and 15 more digits are often no card at all. */
const minGluedDigits = 14

/** Whether digits that follow a number without a separator go with it: a security code, an expiry date, or both. */
const isGlued = (values: ReadonlyArray<number>, at: number, count: number): boolean => {
  if (count === 3 || count === 4) return true
  if (count === 6) return isMonth(values[at]!, values[at + 1]!) && values[at + 2] === 2 && values[at + 3] === 0
  return (count === 7 || count === 8) && isExpiry(values, at)
}

/** A number behind a plus sign with so many digits at most is a telephone number: those of Germany begin with 49, like cards. */
const maxPhoneDigits = 13

/** The numbers that begin at one digit. */
const foundAt = (run: Run, at: number, groupEnds: ReadonlyArray<number>): ReadonlyArray<Found> => {
  const { groups, values } = run
  const before = at - groups[at]!
  if (before !== 0 && !(before === 4 && isExpiry(values, at - 4))) return []
  const prefix = values[at]! * 1000 + values[at + 1]! * 100 + values[at + 2]! * 10 + values[at + 3]!
  return (lengthsByPrefix[prefix] ?? []).flatMap((length): ReadonlyArray<Found> => {
    const end = at + length
    if (end > values.length || (length <= maxPhoneDigits && run.isPhone && at === 0)) return []
    const after = groupEnds[end - 1]! - end
    const fits = before + after === 0 || (length >= minGluedDigits && (after === 0 || isGlued(values, end, after)))
    return fits && endsWithCheckDigit(values, at, end) ? [{ from: at - before, end, to: end + after }] : []
  })
}

/** The numbers of a run; those that overlap are one, of which the last four digits of the first to end are shown. */
const foundIn = (run: Run): ReadonlyArray<Found> => {
  const { groups, values } = run
  const groupEnds: Array<number> = values.map(() => 0)
  for (let at = values.length - 1; at >= 0; at--) {
    groupEnds[at] = groups[at + 1] === groups[at] ? groupEnds[at + 1]! : at + 1
  }
  const all: Array<Found> = []
  for (let at = 0; at + minDigits <= values.length; at++) {
    for (const found of foundAt(run, at, groupEnds)) {
      const last = all.at(-1)
      if (last === undefined || found.from >= last.to) all.push(found)
      else {
        all[all.length - 1] = {
          from: Math.min(last.from, found.from),
          end: Math.min(last.end, found.end),
          to: Math.max(last.to, found.to)
        }
      }
    }
  }
  return all
}

/**
 * Whether it has as many digits as a card number with nothing but separators between them. Few texts have, and keys in the form
 * of a UUID have not; finding that out is much cheaper than reading digits as numbers.
 */
const mayHoldNumber = (text: string): boolean => {
  if (text.length < minDigits) return false
  let digits = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit > 0x7f) return (text.match(/\p{N}/gu)?.length ?? 0) >= minDigits
    const kind = asciiKinds[unit]!
    if (kind === other) digits = 0
    else if (kind >= 0 && ++digits === minDigits) return true
  }
  return false
}

/** The text with `*` in place of these digits. */
const hidden = (text: string, digits: ReadonlyArray<Digit>): string => {
  const parts: Array<string> = []
  let copied = 0
  for (const { from, to } of digits) {
    parts.push(text.slice(copied, from), "*")
    copied = to
  }
  parts.push(text.slice(copied))
  return parts.join("")
}

const shownDigits = 4

/**
 * The text with every card number reduced to its last four digits; what is glued to the number is hidden as well. Digits
 * of every script count, and spaces, dashes, `.`, `_`, `/`, `\` and characters that nobody sees may stand between them.
 */
export const mask = (text: string): string => {
  if (!mayHoldNumber(text)) return text
  const digits = runsOf(text).flatMap((run) =>
    foundIn(run).flatMap(({ end, from, to }) => [
      ...run.digits.slice(from, end - shownDigits),
      ...run.digits.slice(end, to)
    ])
  )
  return digits.length === 0 ? text : hidden(text, digits)
}

/** Whether a text has a card number in it. */
export const isIn = (text: string): boolean =>
  mayHoldNumber(text) && runsOf(text).some((run) => foundIn(run).length > 0)

/** Percent encoding is undone this many times: a URL in the query of a URL is encoded twice. */
const maxEncodings = 3

const decodedOnce = (url: string): string => {
  try {
    return decodeURIComponent(url)
  } catch {
    return url.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** Whether a URL has a card number in it, percent-encoded or not. */
export const isInUrl = (url: string): boolean => {
  let decoded = url
  for (let round = 0; round <= maxEncodings; round++) {
    if (isIn(decoded)) return true
    const next = decodedOnce(decoded)
    if (next === decoded) return false
    decoded = next
  }
  return false
}

/** The text with `[number]` in place of 12 or more digits in a row, card number or not: for messages that quote a request. */
export const withoutLongNumbers = (text: string): string => {
  if (!mayHoldNumber(text)) return text
  return runsOf(text).reduceRight(
    (shown, { digits }) => `${shown.slice(0, digits[0]!.from)}[number]${shown.slice(digits.at(-1)!.to)}`,
    text
  )
}
