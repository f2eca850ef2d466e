/** The simple types of message elements: texts, codes, dates, times and amounts. */
import { exponentOf, isCurrency, type Money } from "../../../../src/domain.ts"
import { isPlainDate } from "../../calendar/PlainDate.ts"
import { isPlainReference } from "./identifiers.ts"
import { firstOutside, isWithin, lengthOf, plainText } from "./characters.ts"
import type { ElementType } from "./rows.ts"
import { readTime, writeTime } from "./times.ts"
import { attributeOf, type XmlElement } from "../../../../src/plugin.ts"

/** A text for a message about it: in quotes, and cut, because it may be anything. */
const quoted = (value: string): string => JSON.stringify(value.slice(0, 40))

const hasAttributes = (element: XmlElement): boolean => element.attributes.some(({ namespace }) => namespace === "")

/** A type whose values are one text each. `problemOf` says what is wrong with a text, written or read. */
const leaf = (problemOf: (text: string) => string | undefined): ElementType<string> => ({
  write: (value, writing) => {
    const problem = typeof value === "string" ? problemOf(value) : "is no text"
    if (problem === undefined) return { text: value }
    writing.issue(problem)
    return undefined
  },
  read: (element, reading) => {
    const problem =
      element.children.length > 0 || hasAttributes(element) ? "holds more than a text" : problemOf(element.text)
    if (problem === undefined) return element.text
    reading.issue(element, problem)
    return undefined
  }
})

const tooLong = (text: string, longest: number): string | undefined => {
  if (text === "") return "is empty"
  // It never has more characters than units of UTF-16.
  if (text.length <= longest) return undefined
  const length = lengthOf(text)
  return length > longest ? `has ${length} characters, at most ${longest} are allowed` : undefined
}

/** A name or free text. When written it is brought into the network's characters, see `characters.ts`. */
export const text = (longest: number): ElementType<string> => {
  const plain = leaf((value) => tooLong(value, longest))
  return {
    write: (value, writing) => {
      if (typeof value !== "string") return plain.write(value, writing)
      const set = writing.profile.characters
      const sent = isWithin(set, value) ? value : plainText(value)
      const outside = firstOutside(set, sent)
      if (outside === undefined) return plain.write(sent, writing)
      writing.issue(`has ${outside}, which ${writing.profile.name} does not carry`)
      return undefined
    },
    read: plain.read
  }
}

/** An identifier: printable ASCII without a space at either end, on some networks of fewer signs. It is never changed. */
export const identifier = (longest: number): ElementType<string> => {
  const any = leaf((value) => {
    if (!/^[\x21-\x7E]([\x20-\x7E]*[\x21-\x7E])?$/.test(value) && value !== "")
      return "has a character that no identifier has"
    return tooLong(value, longest)
  })
  return {
    write: (value, writing) => {
      if (!writing.profile.plainReferences || isPlainReference(value)) return any.write(value, writing)
      writing.issue(`has a character that no reference of ${writing.profile.name} has`)
      return undefined
    },
    read: any.read
  }
}

/** Text that matches a pattern, such as a routing number. `what` completes "is not …". */
export const patterned = (pattern: RegExp, what: string): ElementType<string> =>
  leaf((value) => (pattern.test(value) ? undefined : `${quoted(value)} is not ${what}`))

/** One of a closed list of codes. */
export const code = <Code extends string>(codes: ReadonlyArray<Code>): ElementType<Code> => {
  const known = (value: string): value is Code => codes.some((one) => one === value)
  const { write, read } = leaf((value) =>
    known(value) ? undefined : `${quoted(value)} is not one of ${codes.join(", ")}`
  )
  return {
    write,
    read: (element, reading) => {
      const value = read(element, reading)
      return value !== undefined && known(value) ? value : undefined
    }
  }
}

/** A code of an external list, which grows without new versions: one to four capital letters or digits. */
export const externalCode: ElementType<string> = patterned(/^[A-Z0-9]{1,4}$/, "a code of up to four letters or digits")

/** A country, ISO 3166 alpha-2. */
export const country: ElementType<string> = patterned(/^[A-Z]{2}$/, "a country code of two capital letters")

/** A nine-digit routing number. Its check digit is the directory's matter. */
export const routingNumber: ElementType<string> = patterned(/^\d{9}$/, "a routing number of nine digits")

/** A BIC of 8 or 11 characters (ISO 9362:2022: the first four may be digits). */
export const bic: ElementType<string> = patterned(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, "a BIC")

/** An IBAN by its form; its check digits are checked where it is entered. */
export const iban: ElementType<string> = patterned(/^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/, "an IBAN")

/** A UETR: a version 4 UUID in lower case. */
export const uetr: ElementType<string> = patterned(
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  "a version 4 UUID in lower case"
)

/** A message name with its version, such as `pacs.008.001.08`. */
export const messageDefinition: ElementType<string> = patterned(
  /^[a-z]{4}\.\d{3}\.\d{3}\.\d{2}$/,
  "the name of a message with its version"
)

/** A date, `YYYY-MM-DD`. XML Schema would allow an offset after it; no network sends one. */
export const date: ElementType<string> = leaf((value) =>
  isPlainDate(value) ? undefined : `${quoted(value)} is not a date`
)

/** An instant in epoch milliseconds, written as the network writes times. */
export const time: ElementType<number> = {
  write: (value, writing) => {
    if (Number.isSafeInteger(value)) return { text: writeTime(value, writing.profile.times) }
    writing.issue("is no time in whole milliseconds")
    return undefined
  },
  read: (element, reading) => {
    const instant = readTime(element.text.trim())
    if (instant === undefined) reading.issue(element, `${quoted(element.text)} is not a time`)
    return instant
  }
}

/** Digits of an amount as ISO 20022 counts them: 18 in all, at most 5 of them after the point. */
const amountPattern = /^0*(\d{1,18})(?:\.(\d{1,5}))?$/

/** Minor units as a decimal text with all digits of the currency: 5 cents are `0.05`. */
export const decimalOf = ({ amountMinor, currency }: Money.Money): string => {
  const exponent = exponentOf(currency)
  const digits = String(amountMinor).padStart(exponent + 1, "0")
  const point = digits.length - exponent
  return exponent === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Minor units of a decimal text, exactly, or `undefined` when it is malformed or finer than the currency. */
export const minorOf = (decimal: string, exponent: number): number | undefined => {
  const parts = amountPattern.exec(decimal)
  if (parts === null) return undefined
  const fraction = (parts[2] ?? "").replace(/0+$/, "")
  if (fraction.length > exponent) return undefined
  const amountMinor = Number(`${parts[1]}${fraction.padEnd(exponent, "0")}`)
  return Number.isSafeInteger(amountMinor) ? amountMinor : undefined
}

/** A positive amount with its currency in the attribute `Ccy`. The engine's lower-case codes are capitals here. */
export const amount: ElementType<Money.Money> = {
  write: (value, writing) => {
    const { profile } = writing
    const Ccy = value.currency.toUpperCase()
    if (!Number.isSafeInteger(value.amountMinor) || value.amountMinor <= 0)
      writing.issue("is not a positive number of minor units")
    else if (!profile.currencies.includes(Ccy)) writing.issue(`is in ${Ccy}, which ${profile.name} does not carry`)
    else return { text: decimalOf(value), attributes: { Ccy } }
    return undefined
  },
  read: (element, reading) => {
    const currency = attributeOf(element, "Ccy")?.toLowerCase()
    if (!isCurrency(currency) || attributeOf(element, "Ccy") !== currency.toUpperCase()) {
      reading.issue(element, `has no known currency: ${JSON.stringify(attributeOf(element, "Ccy") ?? "")}`)
      return undefined
    }
    const amountMinor = minorOf(element.text.trim(), exponentOf(currency))
    if (amountMinor !== undefined && amountMinor > 0) return { amountMinor, currency }
    reading.issue(element, `${quoted(element.text)} is not a positive amount of ${currency}`)
    return undefined
  }
}
