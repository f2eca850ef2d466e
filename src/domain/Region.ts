/**
 * Regions that sanctions name although they have no country code: their subdivisions in ISO 3166-2, and how addresses
 * spell them.
 */

/** A region by its codes and names. */
export interface Region {
  readonly name: string
  /** ISO 3166-2. */
  readonly codes: ReadonlyArray<string>
  /** Countries under which addresses state it. */
  readonly countries: ReadonlyArray<string>
  /** Countries in which a city of that name is in the region: there is another Donetsk in Russia. */
  readonly citiesOf: ReadonlyArray<string>
  /** Names without words such as `oblast`; see `plainName`. */
  readonly spellings: ReadonlyArray<string>
}

const claimed = ["UA", "RU"]

/** Crimea with Sevastopol, Donetsk and Luhansk (US Executive Orders 13685 and 14065). */
export const regions = {
  crimea: {
    name: "Crimea",
    codes: ["UA-43", "UA-40"],
    countries: claimed,
    citiesOf: claimed,
    spellings:
      "crimea|crimean|krym|krim|krymska|kirim|qirim|крым|крим|sevastopol|sebastopol|sevastopil|akyar|aqyar|севастополь".split(
        "|"
      )
  },
  donetsk: {
    name: "Donetsk",
    codes: ["UA-14"],
    countries: claimed,
    citiesOf: ["UA"],
    spellings:
      "donetsk|donetska|donetskaya|donetsky|donetskaia|donezk|dnr|dpr|донецк|донецьк|донецкая|донецька|днр".split("|")
  },
  luhansk: {
    name: "Luhansk",
    codes: ["UA-09"],
    countries: claimed,
    citiesOf: ["UA"],
    spellings:
      "luhansk|luhanska|lugansk|luganska|luganskaya|lnr|lpr|voroshilovgrad|луганск|луганськ|луганская|луганська|лнр".split(
        "|"
      )
  }
} as const satisfies Readonly<Record<string, Region>>

/** Words around the name of a region that tell nothing, in the languages of its addresses. */
const fillers = new Set(
  (
    "oblast obl oblasts region republic respublika respublica avtonomna avtonomnaya avtonomnoi autonomous ar of the city misto " +
    "gorod g m people peoples so called narodna narodnaya federal ukraine ukraina russia " +
    "область обл республика республіка автономна автономная народна народная город місто г м україна украина"
  ).split(" ")
)

/** A name in lower case without accents, punctuation and words such as `oblast`. */
export const plainName = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    // A soft sign is written as an apostrophe, or left out.
    .replace(/['’‘`ʹʼ´]/g, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !fillers.has(word))
    .join(" ")

/** The parts of an address that may name a region. Without a country every region is possible. */
export interface RegionalAddress {
  readonly country?: string | undefined
  readonly state?: string | undefined
  readonly city?: string | undefined
}

/** Whether a state is a region's code, whole such as `UA-43`, or its digits alone in an address that names the country. */
const isCodeOf = ({ codes }: Region, state: string, country: string | undefined): boolean => {
  const [, whole, digits] = /^(ua)? *0?(\d{1,2})$/.exec(plainName(state)) ?? []
  if (digits === undefined || (whole === undefined && country !== "UA")) return false
  return codes.some((code) => Number(code.slice(3)) === Number(digits))
}

/** Whether an address is in a region: its state is the region's code or name, or its city has the name. */
export const isInRegion = (region: Region, { city, country, state }: RegionalAddress): boolean => {
  const isOf = (countries: ReadonlyArray<string>) => country === undefined || countries.includes(country)
  const isNamed = (text: string) => region.spellings.includes(plainName(text))
  if (state !== undefined && isOf(region.countries) && (isNamed(state) || isCodeOf(region, state, country))) return true
  return city !== undefined && isOf(region.citiesOf) && isNamed(city)
}

/** The region that a word names, by code or name. */
export const regionNamed = (word: string): Region | undefined =>
  Object.values<Region>(regions).find(
    (region) => region.spellings.includes(plainName(word)) || region.codes.includes(word.trim().toUpperCase())
  )
