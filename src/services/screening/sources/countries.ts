/** Countries as lists print them, as ISO 3166-1 alpha-2 codes. What is not known is left out: it decides nothing. */
import { countryCodes, standardCode } from "../../../domain/Country.ts"

/** Names that lists use and the common English name of the country does not cover. */
const furtherNames: Readonly<Record<string, string>> = {
  "russian federation": "RU",
  "soviet union": "RU",
  ussr: "RU",
  "islamic republic of iran": "IR",
  "iran (islamic republic of)": "IR",
  "syrian arab republic": "SY",
  burma: "MM",
  "korea, north": "KP",
  "north korea": "KP",
  "democratic people's republic of korea": "KP",
  dprk: "KP",
  "korea, south": "KR",
  "republic of korea": "KR",
  "congo, democratic republic of the": "CD",
  "democratic republic of the congo": "CD",
  drc: "CD",
  "congo (democratic republic)": "CD",
  "congo, republic of the": "CG",
  "united republic of tanzania": "TZ",
  tanzania: "TZ",
  "republic of moldova": "MD",
  "the gambia": "GM",
  "gambia, the": "GM",
  "bahamas, the": "BS",
  "cote d'ivoire": "CI",
  "ivory coast": "CI",
  palestinian: "PS",
  palestine: "PS",
  "state of palestine": "PS",
  "west bank": "PS",
  gaza: "PS",
  "lao people's democratic republic": "LA",
  "viet nam": "VN",
  turkey: "TR",
  turkiye: "TR",
  "united kingdom of great britain and northern ireland": "GB",
  usa: "US",
  "united states of america": "US",
  uae: "AE",
  "people's republic of china": "CN",
  "bolivarian republic of venezuela": "VE",
  kosovo: "XK",
  macedonia: "MK",
  "north macedonia, the republic of": "MK",
  swaziland: "SZ",
  "czech republic": "CZ",
  "cabo verde": "CV",
  "bosnia and herzegovina": "BA",
  "hong kong": "HK",
  macau: "MO",
  "holy see": "VA"
}

const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[’‘]/g, "'")
    .toLowerCase()
    .replace(/^the /, "")
    .trim()

const codes = ((): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
  const known = new Map(Object.entries(furtherNames))
  for (const code of countryCodes) {
    const name = names.of(code)
    if (name !== undefined && !known.has(plain(name))) known.set(plain(name), code)
  }
  return known
})()

/** The code of a country in a text such as `1) Saudi Arabia` or `Afghanistan (since 2009)`. */
export const countryCode = (printed: string): string | undefined => {
  const text = printed.replace(/^\s*\w{1,2}[).]\s*/, "")
  return standardCode(text) ?? codes.get(plain(text)) ?? codes.get(plain(text.replace(/\s*\(.*$/, "")))
}

/** The codes in a text with several countries, numbered or separated. */
export const countriesIn = (printed: string): ReadonlyArray<string> =>
  printed.split(/\s*(?:;|\/|(?<=\S)\s+\(?(?=\d\)|[a-z]\)))\s*/).flatMap((part) => countryCode(part) ?? [])
