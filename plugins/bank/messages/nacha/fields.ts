/**
 * The fields of Nacha records: fixed widths, digits with zeros on the left, text with blanks on the right. Writing is
 * strict; reading says what is wrong with a field and leaves it to the caller what becomes of the record.
 */
import * as Result from "effect/Result"
import { easternInstant, easternTimeOf } from "../../calendar/eastern-time.ts"
import { isPlainDate, type PlainDate } from "../../calendar/PlainDate.ts"
import { isWithin, plainText } from "../iso/characters.ts"

/** A text, or what is wrong with a value. */
type Written = Result.Result<string, string>

/** How a value stands in a field of a fixed width. A value that is `undefined` is written as blanks where allowed. */
export interface FieldType<A> {
  readonly length: number
  readonly write: (value: A) => Written
  readonly read: (text: string) => Result.Result<A, string>
}

const printable = (text: string): Written => {
  const plain = isWithin("latin", text) ? text : plainText(text)
  return isWithin("latin", plain) ? Result.succeed(plain) : Result.fail("has a character that files cannot carry")
}

const padded = (text: string, length: number): Written =>
  text.length <= length
    ? Result.succeed(text.padEnd(length))
    : Result.fail(`has ${text.length} characters, at most ${length} are allowed`)

/** Text on the left, blanks on the right. Accents are dropped as in other messages; too long is refused. */
export const text = (length: number): FieldType<string> => ({
  length,
  write: (value) => Result.flatMap(printable(value), (plain) => padded(plain, length)),
  read: (value) => Result.succeed(value.trimEnd())
})

/** Text that must not be blank, as it stands in the file: signs that are not seen are not written. */
const notBlank = (written: Written): Written =>
  Result.filterOrFail(
    written,
    (shown) => shown.trim() !== "",
    () => "is blank"
  )

/** Text that must not be blank. */
export const required = (length: number): FieldType<string> => {
  const { read, write } = text(length)
  return { length, write: (value) => notBlank(write(value)), read: (value) => notBlank(read(value)) }
}

/**
 * The name of a receiver or of its bank, which is cut where the field ends, as is the custom of the format: names there
 * are information, and a payment does not fail because a name has more than 22 letters. Nothing else is ever cut.
 */
export const name = (length: number): FieldType<string> => ({
  ...text(length),
  write: (value) => notBlank(Result.map(printable(value), (plain) => plain.trimStart().slice(0, length).padEnd(length)))
})

/** A number without a sign, zeros on the left. Blanks are read as nothing, which a caller may take as zero. */
export const number = (length: number): FieldType<number> => ({
  length,
  write: (value) => {
    if (!Number.isSafeInteger(value) || value < 0) return Result.fail("is not a whole number")
    const digits = String(value)
    return digits.length <= length
      ? Result.succeed(digits.padStart(length, "0"))
      : Result.fail(`is larger than ${length} digits can say`)
  },
  read: (value) =>
    /^[0-9]+$/.test(value) ? Result.succeed(Number(value)) : Result.fail(`${JSON.stringify(value)} is not a number`)
})

/** Exactly so many digits, such as a trace number. */
export const digits = (length: number): FieldType<string> => {
  const check = (value: string): Written =>
    value.length === length && /^[0-9]*$/.test(value)
      ? Result.succeed(value)
      : Result.fail(`${JSON.stringify(value)} is not a number of ${length} digits`)
  return { length, write: check, read: check }
}

/** One of a closed list, all of the field's width. */
export const oneOf = <A extends string>(values: ReadonlyArray<A>): FieldType<A> => {
  const check = (value: string): Result.Result<A, string> => {
    const found = values.find((one) => one === value)
    return found === undefined
      ? Result.fail(`${JSON.stringify(value)} is not one of ${values.join(", ")}`)
      : Result.succeed(found)
  }
  return { length: values[0]?.length ?? 0, write: check, read: check }
}

/** A code by its pattern, such as `R01`. */
export const code = (length: number, pattern: RegExp): FieldType<string> => {
  const check = (value: string): Written =>
    value.length === length && pattern.test(value)
      ? Result.succeed(value)
      : Result.fail(`${JSON.stringify(value)} is no such code`)
  return { length, write: check, read: check }
}

/** A field that may be blank, which is `undefined`. */
export const optional = <A>(type: FieldType<A>): FieldType<A | undefined> => ({
  length: type.length,
  write: (value) => (value === undefined ? Result.succeed(" ".repeat(type.length)) : type.write(value)),
  read: (value) => (value.trim() === "" ? Result.succeed(undefined) : type.read(value))
})

/** Number fields that banks leave blank or fill with zeros when they mean nothing. */
export const optionalNumber = (length: number): FieldType<number | undefined> => {
  const type = optional(number(length))
  return {
    ...type,
    read: (value) => (/^[0 ]*$/.test(value) ? Result.succeed(undefined) : type.read(value))
  }
}

/** A date as `YYMMDD`, of this century. */
export const date: FieldType<PlainDate> = {
  length: 6,
  write: (value) =>
    isPlainDate(value) && value.startsWith("20")
      ? Result.succeed(value.slice(2).replaceAll("-", ""))
      : Result.fail(`${JSON.stringify(value)} is not a date of this century`),
  read: (value) => {
    const shown = `20${value.slice(0, 2)}-${value.slice(2, 4)}-${value.slice(4, 6)}`
    return isPlainDate(shown) ? Result.succeed(shown) : Result.fail(`${JSON.stringify(value)} is not a date`)
  }
}

/** Date and time of a file, `YYMMDDHHMM` in Eastern time: an instant in whole minutes. A blank time is midnight. */
export const fileTime: FieldType<number> = {
  length: 10,
  write: (value) => {
    if (!Number.isSafeInteger(value)) return Result.fail("is no time")
    const { date: day, minuteOfDay } = easternTimeOf(value)
    const hours = String(Math.floor(minuteOfDay / 60)).padStart(2, "0")
    const minutes = String(minuteOfDay % 60).padStart(2, "0")
    return Result.map(date.write(day), (shown) => `${shown}${hours}${minutes}`)
  },
  read: (value) => {
    const time = value.slice(6).trim() === "" ? "0000" : value.slice(6)
    const minuteOfDay = Number(time.slice(0, 2)) * 60 + Number(time.slice(2, 4))
    if (!/^([01][0-9]|2[0-3])[0-5][0-9]$/.test(time)) return Result.fail(`${JSON.stringify(time)} is not a time`)
    return Result.map(date.read(value.slice(0, 6)), (day) => easternInstant(day, minuteOfDay))
  }
}

/** A routing number in ten places, with a blank before it, as the file header has it. Both ways are read. */
export const routingNumberInTen: FieldType<string> = {
  length: 10,
  write: (value) => Result.map(digits(9).write(value), (shown) => ` ${shown}`),
  read: (value) => digits(9).read(value.trim().replace(/^0(?=\d{9}$)/, ""))
}
