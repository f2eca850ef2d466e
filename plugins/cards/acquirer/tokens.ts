/** What an acquirer may answer when it keeps a card or bank account, and the check of it. */
import { Country } from "../../../src/domain.ts"
import { isFields, isReference, type Fields } from "./answers.ts"
import { brands, type Card } from "../payment-methods/PaymentMethod.ts"

/** What a processor knows of a card. */
export interface AcquirerCard {
  readonly brand: Card["brand"]
  /** The last four digits. */
  readonly last4: string
  /** 1 to 12. */
  readonly expMonth: number
  /** Four digits. */
  readonly expYear: number
  /** Where it was issued: ISO 3166-1 alpha-2. */
  readonly country: string
  /** Equal for equal numbers, up to 255 characters; never the number itself. */
  readonly fingerprint: string
  readonly funding?: Card["funding"]
  readonly category?: Card["category"]
  readonly threeDSecure?: Card["threeDSecure"]
}

/** What a processor knows of a bank account. */
export interface AcquirerBankAccount {
  readonly bankName: string
  /** ABA routing number of an account in the US, 9 digits; `null` elsewhere. */
  readonly routingNumber: string | null
  /** The last four digits; of an account outside the US its last four characters, which may be capital letters. */
  readonly last4: string
  /** Equal for equal accounts, up to 255 characters. */
  readonly fingerprint: string
  /** You have checked that the account is its holder's, so that it can be paid at once. Default: false. */
  readonly verified?: boolean
}

/** Answer to `tokenize`. `token` is given back with every payment or payout. */
export type TokenizeAnswer =
  | { readonly outcome: "tokenized"; readonly token: string; readonly card: AcquirerCard }
  | { readonly outcome: "tokenized"; readonly token: string; readonly bankAccount: AcquirerBankAccount }
  | {
      readonly outcome: "refused"
      readonly code: "invalid_card_number" | "invalid_expiry" | "parameter_invalid"
      /** Shown to the client; nothing that was entered. */
      readonly message: string
    }

/** Words of a column, or the one that says that nobody knows. */
const oneOf = <A>(words: ReadonlyArray<A>, value: unknown): A | undefined => words.find((word) => word === value)

const isLast4 = (value: unknown): value is string => typeof value === "string" && /^\d{4}$/.test(value)

/** Some countries have letters at the end of an IBAN, such as Malta and Mauritius. */
const endsIban = (value: unknown): value is string => typeof value === "string" && /^[0-9A-Z]{4}$/.test(value)

const isWhole = (value: unknown, from: number, to: number): value is number =>
  Number.isInteger(value) && Number(value) >= from && Number(value) <= to

const fundings = ["credit", "debit", "prepaid", "unknown"] as const
const categories = ["consumer", "corporate"] as const
const authentications = ["required", "optional", "not_supported"] as const

const readCard = (value: unknown): AcquirerCard | undefined => {
  if (!isFields(value)) return undefined
  const { expMonth, expYear, fingerprint, last4 } = value
  // By `EL` nobody would take a card for one of the EEA.
  const country = typeof value["country"] === "string" ? Country.standardCode(value["country"]) : undefined
  const brand = oneOf(brands, value["brand"])
  if (brand === undefined || !isLast4(last4) || !isWhole(expMonth, 1, 12) || !isWhole(expYear, 1000, 9999))
    return undefined
  if (country === undefined || !Country.isCountry(country) || !isReference(fingerprint)) return undefined
  return {
    brand,
    last4,
    expMonth,
    expYear,
    country,
    fingerprint,
    funding: oneOf(fundings, value["funding"]) ?? "unknown",
    category: oneOf(categories, value["category"]) ?? "consumer",
    threeDSecure: oneOf(authentications, value["threeDSecure"]) ?? "optional"
  }
}

const readBankAccount = (value: unknown): AcquirerBankAccount | undefined => {
  if (!isFields(value)) return undefined
  const { bankName, fingerprint, last4, routingNumber = null } = value
  if (!isReference(bankName) || !isReference(fingerprint)) return undefined
  const isEnd = routingNumber === null ? endsIban : isLast4
  if (!isEnd(last4)) return undefined
  if (routingNumber !== null && !(typeof routingNumber === "string" && /^\d{9}$/.test(routingNumber))) return undefined
  return { bankName, routingNumber, last4, fingerprint, verified: value["verified"] === true }
}

const refusals = ["invalid_card_number", "invalid_expiry", "parameter_invalid"] as const

const readRefused = ({ code, message }: Fields): TokenizeAnswer | undefined => {
  const known = oneOf(refusals, code)
  if (known === undefined || typeof message !== "string" || message === "" || message.length > 500) return undefined
  return { outcome: "refused", code: known, message }
}

/** A checked answer to `tokenize`, or `undefined`. */
export const readTokenize = (answer: unknown): TokenizeAnswer | undefined => {
  if (!isFields(answer)) return undefined
  const { outcome, token } = answer
  if (outcome === "refused") return readRefused(answer)
  if (outcome !== "tokenized" || !isReference(token)) return undefined
  const card = readCard(answer["card"])
  if (card !== undefined) return { outcome, token, card }
  const bankAccount = readBankAccount(answer["bankAccount"])
  return bankAccount && { outcome, token, bankAccount }
}
