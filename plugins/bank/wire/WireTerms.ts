/**
 * The terms of a wire: value date, currency, and the identifiers of foreign banks and accounts. Pure rules beside
 * decisions B.5.
 */
import { Country, exponentOf, type Currency } from "../../../src/domain.ts"
import { fedwireDay, fedwireHours, nextFedwireOpening, type FedwireHours } from "../calendar/fedwire-hours.ts"
import { bankingDayFrom, isBankingDay } from "../calendar/banking-days.ts"
import { easternDateOf, startOfEasternDay } from "../calendar/eastern-time.ts"
import { addDays, type PlainDate } from "../calendar/PlainDate.ts"

/** When a wire is sent, and for which business day. */
export interface WireTiming {
  readonly valueDate: PlainDate
  /** When it can be sent; in the past of or equal to now when Fedwire is open. */
  readonly sendAt: number
  /** Whether it has to wait for the opening (FEDWIRE_OUTSIDE_HOURS). */
  readonly queued: boolean
}

/** The timing of a Fedwire payment that is made now. */
export const fedwireTiming = (now: number, hours: FedwireHours = fedwireHours): WireTiming => {
  const sendAt = nextFedwireOpening(now, hours)
  return { valueDate: fedwireDay(now, hours), sendAt, queued: sendAt > now }
}

/** How far ahead a SWIFT payment may be dated, in calendar days (our choice). */
export const swiftDaysAhead = 30

/** The timing of a SWIFT payment: it is sent on its value date, a banking day; today where nothing is wanted. */
export const swiftTiming = (now: number, wanted?: PlainDate): WireTiming => {
  const today = easternDateOf(now)
  const valueDate = bankingDayFrom(wanted !== undefined && wanted > today ? wanted : today)
  const queued = valueDate > today
  return { valueDate, sendAt: queued ? startOfEasternDay(valueDate) : now, queued }
}

/** Whether a SWIFT payment can have a value date: a banking day from today on, not too far ahead. */
export const isSwiftValueDate = (valueDate: PlainDate, now: number): boolean => {
  const today = easternDateOf(now)
  return isBankingDay(valueDate) && valueDate >= today && valueDate <= addDays(today, swiftDaysAhead)
}

/** Whether a value date can be taken: Fedwire takes that of its business day, and no future one (B126). */
export const isFedwireValueDate = (valueDate: PlainDate, now: number, hours: FedwireHours = fedwireHours): boolean =>
  valueDate === fedwireDay(now, hours)

/**
 * USD that one unit of a currency counts for limits, approval rules and the travel rule, which are in USD: cautious
 * figures of ours, a good part above the market's of 2026. No money is exchanged by them. A currency that is not here
 * counts as USD: it is worth less.
 */
export const usdPerUnit: Readonly<Partial<Record<Currency, number>>> = {
  eur: 1.4,
  gbp: 1.6,
  cad: 0.85,
  mxn: 0.07,
  chf: 1.6,
  kwd: 4
}

/** Rates count to so many parts of a dollar. */
const ratePrecision = 1_000_000_000

/** What an amount counts in cents of USD, in integers, rounded up. */
export const countedCents = (
  amountMinor: number,
  currency: Currency,
  rates: Readonly<Partial<Record<Currency, number>>> = usdPerUnit
): number => {
  if (currency === "usd") return amountMinor
  const rate = BigInt(Math.round((rates[currency] ?? 1) * ratePrecision))
  const parts = BigInt(amountMinor) * rate * 100n
  const partsPerCent = BigInt(ratePrecision) * 10n ** BigInt(exponentOf(currency))
  return Number((parts + partsPerCent - 1n) / partsPerCent)
}

/** The form of a BIC (ISO 9362:2022): four letters or digits, country, two, and perhaps three of a branch. */
const bicForm = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** Whether a text has the form of a BIC, with a country that is one. Whether it is active is the directory's matter. */
export const isBic = (text: string): boolean => bicForm.test(text) && Country.isBankCountry(countryOfBic(text))

/** The country of a BIC: its fifth and sixth letters. */
export const countryOfBic = (bic: string): string => bic.slice(4, 6)

/** A BIC in eleven characters: one of eight names the head office, which has a branch code of its own. */
export const fullBic = (bic: string): string => (bic.length === 8 ? `${bic}XXX` : bic)

/** Lengths of IBANs by country (IBAN registry), for the countries that wires of this service commonly reach. */
const ibanLengths: ReadonlyMap<string, number> = new Map([
  ["AD", 24],
  ["AE", 23],
  ["AT", 20],
  ["BE", 16],
  ["BG", 22],
  ["BR", 29],
  ["CH", 21],
  ["CY", 28],
  ["CZ", 24],
  ["DE", 22],
  ["DK", 18],
  ["EE", 20],
  ["ES", 24],
  ["FI", 18],
  ["FR", 27],
  ["GB", 22],
  ["GI", 23],
  ["GR", 27],
  ["HR", 21],
  ["HU", 28],
  ["IE", 22],
  ["IL", 23],
  ["IS", 26],
  ["IT", 27],
  ["LI", 21],
  ["LT", 20],
  ["LU", 20],
  ["LV", 21],
  ["MC", 27],
  ["MT", 31],
  ["NL", 18],
  ["NO", 15],
  ["PL", 28],
  ["PT", 25],
  ["RO", 24],
  ["SA", 24],
  ["SE", 24],
  ["SI", 19],
  ["SK", 24],
  ["SM", 27],
  ["TR", 26],
  ["VA", 22]
])

/** Whether accounts of a country are named by IBAN, as far as this service knows. */
export const usesIban = (country: string): boolean => ibanLengths.has(Country.ibanCountryOf(country))

/** Whether a text is an IBAN: form, length of its country where known, and check digits (ISO 7064, mod 97-10). */
export const isIban = (text: string): boolean => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  if (!Country.isBankCountry(text.slice(0, 2))) return false
  const length = ibanLengths.get(text.slice(0, 2))
  if (length !== undefined && length !== text.length) return false
  let remainder = 0
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}
