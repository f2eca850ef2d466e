/**
 * Countries: the codes of ISO 3166-1, and what follows from them. A code that is not here is refused wherever a caller
 * names a country, because a wrong country can turn a match of screening into `clear`.
 */

/** The 249 officially assigned alpha-2 codes of ISO 3166-1. */
export const countryCodes: ReadonlySet<string> = new Set(
  (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ " +
    "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO " +
    "FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE " +
    "JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO " +
    "MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW " +
    "PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM " +
    "TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
  ).split(" ")
)

/** Kosovo has no code of ISO 3166-1; its banks have one in BICs and IBANs (ISO 9362, ISO 13616). */
const kosovo = "XK"

/** Codes in use for a country whose ISO 3166-1 code is another one, with its name: reserved ones, and those of the EU. */
export const otherCodes: Readonly<Record<string, { readonly code: string; readonly name: string }>> = {
  UK: { code: "GB", name: "the United Kingdom" },
  EL: { code: "GR", name: "Greece" }
}

/** Whether a text is an officially assigned alpha-2 code of ISO 3166-1, in capital letters. */
export const isCountry = (text: string): boolean => countryCodes.has(text)

/** Whether two letters may name the country of a bank in a BIC or an IBAN: ISO 3166-1, and `XK`. */
export const isBankCountry = (text: string): boolean => countryCodes.has(text) || text === kosovo

/** The code of ISO 3166-1 for a code as it is in use, such as `GB` for `uk`; `undefined` where there is none. */
export const standardCode = (text: string): string | undefined => {
  const code = text.trim().toUpperCase()
  return isBankCountry(code) ? code : otherCodes[code]?.code
}

/** Territories whose accounts have the IBANs of another country (IBAN registry, ISO 13616). */
const ibansOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries("BL GF GP MF MQ NC PF PM RE TF WF YT".split(" ").map((territory) => [territory, "FR"])),
  ...Object.fromEntries("GG IM JE".split(" ").map((island) => [island, "GB"])),
  AX: "FI",
  SJ: "NO"
}

/** The country with which the IBANs of a country begin: its own code, but for territories that share another's. */
export const ibanCountryOf = (country: string): string => ibansOf[country] ?? country

/** Whether an IBAN may be of an account in a country: it begins with its code, or with that of the country it shares. */
export const isIbanOf = (iban: string, country: string): boolean => {
  const prefix = iban.slice(0, 2)
  return prefix === country || prefix === ibanCountryOf(country)
}
