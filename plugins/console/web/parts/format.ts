/** How money, times and codes are written for the reader, in the reader's language and zone. */
import type { MoneyValue } from "../api/wire.ts"

/** Where browsers round, although ISO 4217 has two digits. */
const digitsOf: Readonly<Record<string, number>> = { HUF: 2, IDR: 2 }

const kept = new Map<string, Intl.NumberFormat>()

const formatOf = (currency: string, compact: boolean): Intl.NumberFormat => {
  const key = `${currency}${compact}`
  let format = kept.get(key)
  if (format === undefined) {
    const usual = new Intl.NumberFormat(undefined, { style: "currency", currency }).resolvedOptions()
    const digits = digitsOf[currency] ?? usual.maximumFractionDigits ?? 2
    format = new Intl.NumberFormat(undefined, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: compact ? 0 : digits,
      maximumFractionDigits: compact ? 1 : digits,
      ...(compact ? { notation: "compact" as const } : {})
    })
    kept.set(key, format)
  }
  return format
}

/** Digits after the decimal point of a currency. */
export const minorDigits = (currency: string): number => {
  const code = currency.toUpperCase()
  return (
    digitsOf[code] ??
    new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions().maximumFractionDigits ??
    2
  )
}

export const majorOf = ({ amountMinor, currency }: MoneyValue): number => amountMinor / 10 ** minorDigits(currency)

/** `€1,421.81`; `CHF 12.00` where a currency has no sign. */
export const money = (value: MoneyValue): string => formatOf(value.currency.toUpperCase(), false).format(majorOf(value))

/** `€1,421.81` and `EUR`, `12.00` and `CHF`: an amount and the code that stands beside it. */
export const besideCode = (value: MoneyValue): readonly [amount: string, code: string] => {
  const code = value.currency.toUpperCase()
  return [money(value).replace(new RegExp(`\\s?${code}\\s?`, "u"), ""), code]
}

/** `$842K`: for axes and small places. */
export const shortMoney = (value: MoneyValue): string =>
  formatOf(value.currency.toUpperCase(), true).format(majorOf(value))

export const isMoney = (value: unknown): value is MoneyValue =>
  typeof value === "object" && value !== null && "amountMinor" in value && "currency" in value

const numbers = new Intl.NumberFormat()

export const number = (value: number): string => numbers.format(value)

const dayAndTime = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit"
})
const yearAndTime = {
  weekday: "short",
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit"
} as const
const withYear = new Intl.DateTimeFormat(undefined, yearAndTime)
const timeOnly = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" })
const dayOnly = new Intl.DateTimeFormat(undefined, { weekday: "long", month: "long", day: "numeric", year: "numeric" })
const yearOnly = new Intl.DateTimeFormat(undefined, { year: "numeric" })

/** `Nov 22, 04:06 PM`, with the year when it is not this one. */
export const time = (ms: number, now: number): string =>
  yearOnly.format(ms) === yearOnly.format(now) ? dayAndTime.format(ms) : withYear.format(ms)

export const fullTime = (ms: number): string => withYear.format(ms)

const withZone = new Intl.DateTimeFormat(undefined, { ...yearAndTime, timeZoneName: "short" })

/** `Sun, Nov 22, 2026, 04:06 PM EST`: says in which zone times are shown. */
export const zonedTime = (ms: number): string => withZone.format(ms)

export const seconds = (ms: number): string => timeOnly.format(ms)

export const day = (ms: number): string => dayOnly.format(ms)

/** `2026-11-22 16:06:16 UTC`: the same for every reader. */
export const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`

/** The reader's zone, as people call it. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
const steps: ReadonlyArray<readonly [unit: Intl.RelativeTimeFormatUnit, ms: number]> = [
  ["year", 365 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000]
]

/** `in 7 days`, `3 hours ago`. */
export const fromNow = (ms: number, now: number): string => {
  const distance = ms - now
  if (Math.abs(distance) < 60_000) return distance < 0 ? "just now" : "in a moment"
  const [unit, size] = steps.find(([, size]) => Math.abs(distance) >= size)!
  return relative.format(Math.round(distance / size), unit)
}

/** Words of codes that people write in capitals. */
const capitals = /\b(?:ach|aml|api|eu|iban|id|kyc|ofac|pep|rtp|sar|sca|sdn|uk|un|url|xml)\b/gi

/** A code of the API as a person writes it: `requires_capture` is "Requires capture", `sar_filed` is "SAR filed". */
export const words = (code: string): string => {
  const text = code.replaceAll(/[._-]+/g, " ").trim()
  const written = (/^[A-Z0-9]+ [A-Z0-9 ]+$/.test(text) ? text.toLowerCase() : text).replaceAll(capitals, (word) =>
    word.toUpperCase()
  )
  return written.charAt(0).toUpperCase() + written.slice(1)
}

/** A title as a person writes it, also when it is a code such as `payment.succeeded`. */
export const titled = (text: string): string => (/^[a-z0-9_.-]+$/.test(text) ? words(text) : text)

/** `1 payment`, `3 payments`. */
export const count = (many: number, one: string, more = `${one}s`): string =>
  `${number(many)} ${many === 1 ? one : more}`
