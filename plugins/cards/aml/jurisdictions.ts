/**
 * Countries that monitoring looks at, as data with the date of its state and where each list is from. Embargoes of
 * regions, such as Crimea, are seen in the state and the city of an address.
 */
import { Region } from "../../../src/domain.ts"

/** The lists in one state. Countries are ISO 3166-1 alpha-2. */
export interface Jurisdictions {
  readonly asOf: string
  /** Where each list is from, and what is not certain about it. */
  readonly sources: Readonly<Record<"callForAction" | "increasedMonitoring" | "embargoed", string>>
  /** FATF, call for action. */
  readonly callForAction: ReadonlySet<string>
  /** FATF, increased monitoring. */
  readonly increasedMonitoring: ReadonlySet<string>
  /** Nothing may be processed. */
  readonly embargoed: ReadonlySet<string>
  /** The same for regions without a country code. */
  readonly embargoedRegions: ReadonlyArray<Region.Region>
}

const setOf = (codes: string): ReadonlySet<string> => new Set(codes.split(" "))

/** The lists that come with this version. */
export const jurisdictions: Jurisdictions = {
  asOf: "2026-06-19",
  sources: {
    callForAction: "FATF, call for action, 13 February 2026",
    increasedMonitoring:
      "FATF, jurisdictions under increased monitoring, 13 February 2026; the changes of June 2026 rest on one report",
    embargoed:
      "Comprehensive programs of the US Office of Foreign Assets Control (31 CFR parts 515, 560, 510, 589); from general " +
      "knowledge and no fetched list, so confirm it before relying on it"
  },
  callForAction: setOf("KP IR MM"),
  increasedMonitoring: setOf("AO BA BO BG CM CI CD HT IQ KE KW LA LB MC NP PG SS SY VE VN VG YE"),
  embargoed: setOf("CU IR KP"),
  embargoedRegions: Object.values(Region.regions)
}

/** Whether one of some countries is on a list. */
export const isListed = (list: ReadonlySet<string>, countries: ReadonlyArray<string | undefined>): boolean =>
  countries.some((country) => country !== undefined && list.has(country))

/** Whether nothing may be processed with an address, by its country or its region. */
export const isEmbargoed = (address: Region.RegionalAddress): boolean =>
  isListed(jurisdictions.embargoed, [address.country]) ||
  jurisdictions.embargoedRegions.some((region) => Region.isInRegion(region, address))
