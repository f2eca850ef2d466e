/** Countries and regions under comprehensive sanctions (decisions B.5, compliance queue): a list that administrators keep. */
import * as Data from "effect/Data"
import { Region } from "../../../src/domain.ts"
import type { ForeignBank, IatDetails } from "../ach/AchDetails.ts"
import { isForeign, type Address, type ForeignParty, type Payment, type WireDetails } from "../payments/Payment.ts"
import { countryOfBic, isIban } from "../wire/WireTerms.ts"

/** A row of the list. A region is named by what a state field may hold. */
export interface SanctionedPlace {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /**
   * Names and codes of a region; absent: the whole country. One that names Crimea, Donetsk or Luhansk stands for every
   * usual spelling and code of it.
   */
  readonly region?: ReadonlyArray<string> | undefined
  readonly name: string
  readonly active: boolean
}

/** The list at the start. Syria is no longer comprehensive since 1 July 2025; a host may switch it on. */
export const defaultPlaces: ReadonlyArray<SanctionedPlace> = [
  { country: "CU", name: "Cuba", active: true },
  { country: "IR", name: "Iran", active: true },
  { country: "KP", name: "North Korea", active: true },
  { country: "UA", region: ["CRIMEA", "43", "UA-43", "SEVASTOPOL", "40", "UA-40"], name: "Crimea", active: true },
  { country: "UA", region: ["DONETSK", "14", "UA-14"], name: "Donetsk", active: true },
  { country: "UA", region: ["LUHANSK", "09", "UA-09"], name: "Luhansk", active: true },
  { country: "SY", name: "Syria", active: false }
]

/** A country of the payment is under comprehensive sanctions. */
export class SanctionedCountry extends Data.TaggedError("SanctionedCountry")<{
  /** Path of the field that names it. */
  readonly field: string
  readonly place: string
}> {}

/** Regions by the words that lists name them with: finding one goes through every spelling of each. */
const regionsByWord = new Map<string, Region.Region | undefined>()
const mostWords = 1_000

const regionNamed = (word: string): Region.Region | undefined => {
  if (regionsByWord.has(word)) return regionsByWord.get(word)
  if (regionsByWord.size >= mostWords) regionsByWord.clear()
  const found = Region.regionNamed(word)
  regionsByWord.set(word, found)
  return found
}

/** The part of an address that puts it in a place; `undefined` when it is elsewhere. */
const partIn = ({ country, region }: SanctionedPlace, address: Address): keyof Address | undefined => {
  if (region === undefined) return address.country === country ? "country" : undefined
  const { city, state } = address
  const known = new Set(region.flatMap((word) => regionNamed(word) ?? []))
  const isKnown = (of: Address) => [...known].some((one) => Region.isInRegion(one, { country: address.country, ...of }))
  const isListed = address.country === country && region.includes((state ?? "").trim().toUpperCase())
  if (isListed || isKnown({ state })) return "state"
  return isKnown({ city }) ? "city" : undefined
}

/** An address, or a country alone, by the field of the request that names it; `field` where that is no part of an address. */
type Placed = readonly [path: string, address: Address | undefined, field?: string]

const named = (field: string, country: string): Placed => [field, { country }, field]

type BanksOfIat = Pick<IatDetails, "destinationCountry" | "receivingBank" | "foreignCorrespondents">

/** What of a payment touches countries. */
interface Touching extends Pick<Payment, "originator" | "beneficiary" | "mentions"> {
  readonly wire?: Pick<WireDetails, "intermediary"> | undefined
  readonly ach?: { readonly iat: BanksOfIat | null } | undefined
}

const banksOfWire = (
  { accountNumber, bic, isIban }: ForeignParty,
  via: string | null | undefined
): ReadonlyArray<Placed> => [
  named("beneficiary.bic", countryOfBic(bic)),
  ...(isIban ? [named("beneficiary.iban", accountNumber.slice(0, 2))] : []),
  ...(typeof via === "string" ? [named("intermediary.bic", countryOfBic(via))] : [])
]

/** A number without what people write between its characters. */
const compact = (number: string): string => number.replace(/[^A-Za-z0-9]/g, "").toUpperCase()

/** The country of an account that is named by an IBAN. */
const ofAccount = (field: string, accountNumber: string): ReadonlyArray<Placed> => {
  const number = compact(accountNumber)
  return isIban(number) ? [named(field, number.slice(0, 2))] : []
}

/** Where a bank abroad is: the country that the client names, and the country in its number if that is a BIC (qualifier 02) or an IBAN (03). */
const placesOfBank = (path: string, { country, id, idQualifier }: ForeignBank): ReadonlyArray<Placed> => {
  const number = compact(id)
  const countryIn = { "01": undefined, "02": countryOfBic(number), "03": number.slice(0, 2) }[idQualifier]
  return [[path, { country }], ...(countryIn === undefined ? [] : [named(`${path}.id`, countryIn)])]
}

const banksOfIat = ({ foreignCorrespondents, receivingBank }: BanksOfIat): ReadonlyArray<Placed> => [
  ...placesOfBank("iat.receivingBank", receivingBank),
  ...foreignCorrespondents.flatMap((bank, index) => placesOfBank(`iat.foreignCorrespondents[${index}]`, bank))
]

/** Every place that a payment touches: both parties and their accounts, and every bank abroad. */
export const placesOf = ({ ach, beneficiary, mentions = [], originator, wire }: Touching): ReadonlyArray<Placed> => {
  const iat = ach?.iat ?? undefined
  const receiving = ach === undefined ? "beneficiary" : "receiver"
  return [
    ...(iat === undefined ? [] : [named("iat.destinationCountry", iat.destinationCountry)]),
    [`${receiving}.address`, beneficiary.address],
    ["originator.address", originator.address],
    ...mentions.map(({ address, field }): Placed => [`${field}.address`, address]),
    ...(isForeign(beneficiary)
      ? banksOfWire(beneficiary, wire?.intermediary)
      : ofAccount(`${receiving}.accountNumber`, beneficiary.accountNumber)),
    ...ofAccount("originator.accountNumber", originator.accountNumber),
    ...(iat === undefined ? [] : banksOfIat(iat))
  ]
}

/** The first sanctioned place among some, with the path of the field that names it. */
export const findSanctioned = (
  places: ReadonlyArray<SanctionedPlace>,
  addresses: ReadonlyArray<Placed>
): SanctionedCountry | undefined => {
  for (const [path, address, field] of addresses) {
    if (address === undefined) continue
    for (const place of places) {
      const part = place.active ? partIn(place, address) : undefined
      if (part !== undefined) return new SanctionedCountry({ field: field ?? `${path}.${part}`, place: place.name })
    }
  }
  return undefined
}
