/**
 * Which country an address is in. The default knows the ranges that RFC 5737 keeps for documentation, so that tests can
 * choose a country; a host brings its own table with `Layer.succeed(IpCountries, …)`.
 */
import * as Context from "effect/Context"
import { Country } from "../../../src/domain.ts"
import { testHighRiskCountry } from "../../../src/plugin.ts"

/** Finds the country of an address, ISO 3166-1 alpha-2; `undefined` when it is not known. It must answer at once. */
export type FindIpCountry = (ip: string) => string | undefined

/** Ranges of RFC 5737 and the country that each stands for (decisions C1). */
export const documentationRanges: ReadonlyArray<readonly [prefix: string, country: string]> = [
  ["192.0.2.", "US"],
  ["198.51.100.", "DE"],
  ["203.0.113.", testHighRiskCountry]
]

/** How the country of an address is found. */
export const IpCountries = Context.Reference<FindIpCountry>("bursar/cards/IpCountries", {
  defaultValue: () => (ip) => documentationRanges.find(([prefix]) => ip.startsWith(prefix))?.[1]
})

/** What a table answers, where that is a country. Many throw at an address that is none: then the country is not known. */
export const countryOf = (find: FindIpCountry, ip: string): string | undefined => {
  try {
    const country = find(ip) ?? ""
    return Country.isCountry(country) || country === testHighRiskCountry ? country : undefined
  } catch {
    return undefined
  }
}
