/**
 * The currencies that the engine knows, as a table, and what follows from it. Codes are lower case on the wire and in
 * code (spec cards §2); an upper-case code is not a currency here.
 */
/** What ISO 4217 says about a currency. */
export interface CurrencyDefinition {
  /** Digits after the decimal point: one major unit is 10 to this power minor units. */
  readonly exponent: 0 | 2 | 3
  /** The three-digit ISO 4217 code, as card and bank messages carry it. */
  readonly numeric: string
  /** The English ISO 4217 name. */
  readonly name: string
}

const table = {
  usd: { exponent: 2, numeric: "840", name: "US Dollar" },
  eur: { exponent: 2, numeric: "978", name: "Euro" },
  gbp: { exponent: 2, numeric: "826", name: "Pound Sterling" },
  jpy: { exponent: 0, numeric: "392", name: "Yen" },
  inr: { exponent: 2, numeric: "356", name: "Indian Rupee" },
  aud: { exponent: 2, numeric: "036", name: "Australian Dollar" },
  cad: { exponent: 2, numeric: "124", name: "Canadian Dollar" },
  chf: { exponent: 2, numeric: "756", name: "Swiss Franc" },
  cny: { exponent: 2, numeric: "156", name: "Yuan Renminbi" },
  sek: { exponent: 2, numeric: "752", name: "Swedish Krona" },
  nok: { exponent: 2, numeric: "578", name: "Norwegian Krone" },
  dkk: { exponent: 2, numeric: "208", name: "Danish Krone" },
  nzd: { exponent: 2, numeric: "554", name: "New Zealand Dollar" },
  sgd: { exponent: 2, numeric: "702", name: "Singapore Dollar" },
  hkd: { exponent: 2, numeric: "344", name: "Hong Kong Dollar" },
  krw: { exponent: 0, numeric: "410", name: "Won" },
  mxn: { exponent: 2, numeric: "484", name: "Mexican Peso" },
  brl: { exponent: 2, numeric: "986", name: "Brazilian Real" },
  zar: { exponent: 2, numeric: "710", name: "Rand" },
  pln: { exponent: 2, numeric: "985", name: "Zloty" },
  czk: { exponent: 2, numeric: "203", name: "Czech Koruna" },
  huf: { exponent: 2, numeric: "348", name: "Forint" },
  ron: { exponent: 2, numeric: "946", name: "Romanian Leu" },
  vnd: { exponent: 0, numeric: "704", name: "Dong" },
  try: { exponent: 2, numeric: "949", name: "Turkish Lira" },
  ils: { exponent: 2, numeric: "376", name: "New Israeli Sheqel" },
  aed: { exponent: 2, numeric: "784", name: "UAE Dirham" },
  sar: { exponent: 2, numeric: "682", name: "Saudi Riyal" },
  thb: { exponent: 2, numeric: "764", name: "Baht" },
  myr: { exponent: 2, numeric: "458", name: "Malaysian Ringgit" },
  idr: { exponent: 2, numeric: "360", name: "Rupiah" },
  php: { exponent: 2, numeric: "608", name: "Philippine Peso" },
  twd: { exponent: 2, numeric: "901", name: "New Taiwan Dollar" },
  clp: { exponent: 0, numeric: "152", name: "Chilean Peso" },
  kwd: { exponent: 3, numeric: "414", name: "Kuwaiti Dinar" }
} as const satisfies Record<string, CurrencyDefinition>

/**
 * A lower-case ISO 4217 code. Spec cards §2 names five (usd, eur, gbp, jpy, inr) and "about thirty further" unnamed
 * ones; the other thirty are our choice.
 */
export type Currency = keyof typeof table

/** Every currency with its exponent, numeric code and name (ISO 4217, list one). */
export const currencies: Readonly<Record<Currency, CurrencyDefinition>> = table

/** Whether a value is a known currency code. */
export const isCurrency = (value: unknown): value is Currency =>
  typeof value === "string" && Object.hasOwn(table, value)

/** Digits after the decimal point of a currency (ISO 4217): 2 for usd, 0 for jpy, 3 for kwd. */
export const exponentOf = (currency: Currency): 0 | 2 | 3 => table[currency].exponent
