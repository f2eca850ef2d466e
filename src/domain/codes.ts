/**
 * Schemas of codes that callers name. They stand apart from the tables, which every program loads, because they bring all of
 * `effect/Schema`.
 */
import * as Schema from "effect/Schema"
import { countryCodes, isCountry, otherCodes } from "./Country.ts"
import { currencies, type Currency as CurrencyCode } from "./Currency.ts"

/** A lower-case ISO 4217 code that the engine knows. */
export type Currency = CurrencyCode

/** Decodes a currency code; anything else, upper case included, is a schema error. */
export const Currency: Schema.Literals<ReadonlyArray<Currency>> = Schema.Literals(
  Object.keys(currencies) as ReadonlyArray<Currency>
)

const expected = "a country code of ISO 3166-1 in two capital letters, such as US"

/** A country as a caller names it: an officially assigned code of ISO 3166-1. The refusal of `UK` names `GB`. */
export const CountryCode = Schema.String.annotate({ expected }).check(
  Schema.isPattern(/^[A-Z]{2}$/, { expected }).abort(),
  ...Object.entries(otherCodes).map(([other, { code, name }]) =>
    Schema.makeFilter((text: string) => text !== other, { expected: `${code}, the ISO 3166-1 code of ${name}` })
  ),
  Schema.makeFilter((text: string) => isCountry(text) || text in otherCodes, {
    expected,
    toJsonSchema: () => ({ enum: [...countryCodes] })
  })
)
