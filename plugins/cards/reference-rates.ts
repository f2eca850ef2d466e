/**
 * Reference rates to the euro for limits that the rules state in euro. Fixed and rounded, so that a decision can be
 * repeated; no money is converted by them. The rates are our choice, near those of 2025.
 */
import { exponentOf, type Currency } from "../../src/domain.ts"

/** Units of the currency for one euro. */
const perEuro: Readonly<Record<Currency, number>> = {
  usd: 1.1,
  eur: 1,
  gbp: 0.85,
  jpy: 160,
  inr: 95,
  aud: 1.7,
  cad: 1.5,
  chf: 0.95,
  cny: 8,
  sek: 11.2,
  nok: 11.6,
  dkk: 7.46,
  nzd: 1.85,
  sgd: 1.46,
  hkd: 8.6,
  krw: 1_550,
  mxn: 21,
  brl: 6.2,
  zar: 20,
  pln: 4.3,
  czk: 25,
  huf: 400,
  ron: 5,
  vnd: 28_000,
  try: 40,
  ils: 4,
  aed: 4.04,
  sar: 4.13,
  thb: 38,
  myr: 4.9,
  idr: 18_000,
  php: 63,
  twd: 35,
  clp: 1_050,
  kwd: 0.34
}

/** An amount in euro cents, rounded half up. */
export const eurMinorOf = (amountMinor: number, currency: Currency): number =>
  currency === "eur" ? amountMinor : Math.round((amountMinor * 10 ** (2 - exponentOf(currency))) / perEuro[currency])

/** The rates in force, with the name under which amounts say what they were converted by. */
export const referenceRates: ReferenceRates = { id: "reference-2025", perEuro }

/** A snapshot of rates to the euro. A currency that is left out has no rate. */
export interface ReferenceRates {
  readonly id: string
  /** Units of the currency for one euro, to at most six decimals. */
  readonly perEuro: Readonly<Partial<Record<Currency, number>>>
}

/** A rate in millionths; 0 for one that is missing, or no number above that. */
const millionths = (rate: number | undefined): bigint =>
  rate !== undefined && rate > 0 && rate < Infinity ? BigInt(Math.round(rate * 1_000_000)) : 0n

/**
 * An amount in US cents by a snapshot, in integers, rounded half up to the cent (compliance §5). `undefined` when the
 * snapshot lacks the rate, or has none that can be used.
 */
export const usdMinorOf = (
  amountMinor: number,
  currency: Currency,
  { perEuro: rates }: ReferenceRates = referenceRates
): number | undefined => {
  if (currency === "usd") return amountMinor
  const [from, to] = [millionths(rates[currency]), millionths(rates.usd)]
  if (from === 0n || to === 0n) return undefined
  const numerator = BigInt(amountMinor) * to * 100n
  const denominator = from * 10n ** BigInt(exponentOf(currency))
  return Number((2n * numerator + denominator) / (2n * denominator))
}
