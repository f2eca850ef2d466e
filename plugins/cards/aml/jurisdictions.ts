/**
 * Countries that monitoring looks at, as data with the date of its state. From the FATF statements of February 2026 and
 * reports of June 2026; the June changes of the list under increased monitoring rest on one report. Embargoes of whole
 * countries are those of the US; those of regions cannot be seen in a country code.
 */

/** The lists in one state. Countries are ISO 3166-1 alpha-2. */
export interface Jurisdictions {
  readonly asOf: string
  /** FATF, call for action. */
  readonly callForAction: ReadonlySet<string>
  /** FATF, increased monitoring. */
  readonly increasedMonitoring: ReadonlySet<string>
  /** Nothing may be processed. */
  readonly embargoed: ReadonlySet<string>
}

const setOf = (codes: string): ReadonlySet<string> => new Set(codes.split(" "))

/** The lists that come with this version. */
export const jurisdictions: Jurisdictions = {
  asOf: "2026-06-19",
  callForAction: setOf("KP IR MM"),
  increasedMonitoring: setOf("AO BA BO BG CM CI CD HT IQ KE KW LA LB MC NP PG SS SY VE VN VG YE"),
  embargoed: setOf("CU IR KP")
}

/** Whether one of some countries is on a list. */
export const isListed = (list: ReadonlySet<string>, countries: ReadonlyArray<string | undefined>): boolean =>
  countries.some((country) => country !== undefined && list.has(country))
