/**
 * A tokenized card: what is kept of it (never its number), the outcome that a sandbox card stands for, and the rules by
 * which an entered card becomes one. Read it beside decisions B3.
 */
import * as Data from "effect/Data"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

/** What the sandbox issuer says to a payment with the card. */
export type CardOutcome =
  "succeeds" | "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "issuer_unavailable"

/** How a test card behaves. It is stored instead of the number. */
export interface CardBehaviour {
  readonly outcome: CardOutcome
  /** The risk score that the card is sure to get, from 0 to 100. */
  readonly forcedScore?: number
  /** Refused as fraud whatever the account's rules say. */
  readonly alwaysBlocked?: boolean
}

/** What is known of a card. Countries are ISO 3166-1 alpha-2. */
export interface Card {
  readonly brand: "visa" | "mastercard" | "amex" | "discover"
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly country: string
  readonly funding: "credit" | "debit" | "prepaid" | "unknown"
  readonly category: "consumer" | "corporate"
  /**
   * Stands for the number: within one engine, equal numbers that were tokenized have equal fingerprints (64 hex
   * digits, keyed). A static test payment method has one of its own, `test_` and the name of its test card: it exists
   * without a key, and all names of one test card share it.
   */
  readonly fingerprint: string
  readonly threeDSecure: "required" | "optional" | "not_supported"
}

/** What the number of a card says, once it is known whose number it is. */
export interface CardTraits extends Pick<Card, "brand" | "country" | "funding" | "category" | "threeDSecure"> {
  readonly behaviour: CardBehaviour
}

/** A postal address. */
export interface Address {
  readonly line1?: string
  readonly line2?: string
  readonly city?: string
  readonly state?: string
  readonly postalCode?: string
  readonly country?: string
}

/** Who pays, as told with the card. */
export interface BillingDetails {
  readonly name?: string
  readonly email?: string
  readonly phone?: string
  readonly address?: Address
}

/** The device the card was entered on, or that makes a payment. */
export interface Client {
  readonly ip?: string
  readonly deviceId?: string
  readonly userAgent?: string
  readonly acceptLanguage?: string
}

/** A payment method. */
export interface PaymentMethod {
  readonly id: string
  readonly type: "card"
  readonly card: Card
  readonly behaviour: CardBehaviour
  readonly billingDetails: BillingDetails
  readonly client: Client
  /** `null` while it belongs to no customer. */
  readonly customer: string | null
  /** Engine time in whole seconds, as epoch milliseconds. */
  readonly createdAt: number
  readonly livemode: boolean
}

/** A card as it was entered. Number and security code are redacted: no log, trace or error can print them. */
export interface TokenizeCard {
  readonly number: Redacted.Redacted
  /** 1 to 12. */
  readonly expMonth: number
  /** Four digits. */
  readonly expYear: number
  readonly cvc: Redacted.Redacted
  readonly billingDetails?: BillingDetails
  readonly client?: Client
}

/** What was found out before deciding. Both functions are pure and are given digits alone. */
export interface TokenizeFacts {
  readonly id: string
  /** Engine time in whole seconds, as epoch milliseconds. */
  readonly now: number
  readonly livemode: boolean
  /** The designated test card with a number. */
  readonly testCardOf: (digits: string) => CardTraits | undefined
  /** Keyed, so that the few numbers which share a brand and last four digits cannot be tried out. */
  readonly fingerprintOf: (digits: string) => string
}

/** No payment method has this id. */
export class PaymentMethodNotFound extends Data.TaggedError("PaymentMethodNotFound") {}

/** A card that cannot be tokenized. The message never holds what was entered. */
export class PaymentMethodRefused extends Data.TaggedError("PaymentMethodRefused")<{
  readonly code: "invalid_card_number" | "invalid_expiry" | "not_a_test_card" | "parameter_invalid"
  readonly message: string
  readonly param: string
}> {}

/** What goes wrong with payment methods. */
export type PaymentMethodFailure = PaymentMethodNotFound | PaymentMethodRefused

const refuse = (code: PaymentMethodRefused["code"], param: string, message: string) =>
  Result.fail(new PaymentMethodRefused({ code, param, message }))

/** Lengths of card numbers in digits (decisions B3; ISO/IEC 7812 allows at most 19). */
const numberPattern = /^\d{12,19}$/

/** Whether the last of these digits is the check digit of the others (Luhn, ISO/IEC 7812-1). */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const weighted = at % 2 === 0 ? digit : digit * 2
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

/**
 * The digits of a card number. Spaces and dashes are left out, as people type them in groups (our choice). Fails with
 * `invalid_card_number` unless 12 to 19 digits with a right check digit are left.
 */
export const readCardNumber = (entered: string): Result.Result<string, PaymentMethodRefused> => {
  const digits = entered.replaceAll(/[ -]/g, "")
  return numberPattern.test(digits) && passesLuhn(digits)
    ? Result.succeed(digits)
    : refuse("invalid_card_number", "card.number", "card.number is not a card number: a digit is wrong, or the length")
}

const isWholeWithin = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to

/**
 * Whether a card is still good: it is through the last day of its month, in UTC. Fails with `invalid_expiry`. A year
 * has four digits, since two would leave the century open (our choice); any year to come is taken (spec cards §5.7).
 */
export const checkExpiry = (
  { expMonth, expYear }: Pick<TokenizeCard, "expMonth" | "expYear">,
  now: number
): Result.Result<void, PaymentMethodRefused> => {
  if (!isWholeWithin(expMonth, 1, 12)) {
    return refuse("invalid_expiry", "card.exp_month", "card.exp_month must be from 1 to 12")
  }
  if (!isWholeWithin(expYear, 1000, 9999)) {
    return refuse("invalid_expiry", "card.exp_year", "card.exp_year must be a year of four digits")
  }
  const today = new Date(now)
  const year = today.getUTCFullYear()
  if (expYear < year) return refuse("invalid_expiry", "card.exp_year", "The card has expired: card.exp_year is past")
  return expYear === year && expMonth < today.getUTCMonth() + 1
    ? refuse("invalid_expiry", "card.exp_month", "The card has expired: card.exp_month is past")
    : Result.void
}

/** Any 3 digits will do (spec cards §5.7); American Express prints 4, and 3 are taken there too (decisions B3). */
const checkSecurityCode = (cvc: string, brand: Card["brand"]): Result.Result<void, PaymentMethodRefused> => {
  if (/^\d{3}$/.test(cvc) || (brand === "amex" && /^\d{4}$/.test(cvc))) return Result.void
  const digits = brand === "amex" ? "3 or 4 digits" : "3 digits"
  return refuse("parameter_invalid", "card.cvc", `card.cvc must be ${digits} in a string`)
}

/**
 * Tokenizes a card: its number is reduced to traits, last four digits and fingerprint, and the security code is
 * dropped. Test mode takes designated numbers alone, which keeps real ones out; live mode takes none, because this
 * version has no processor that could hold them. The first parameter that is wrong is refused, in the body's order.
 */
export const tokenize = (
  command: TokenizeCard,
  facts: TokenizeFacts
): Result.Result<PaymentMethod, PaymentMethodRefused> =>
  Result.gen(function* () {
    if (facts.livemode) {
      return yield* refuse("parameter_invalid", "type", "A card cannot be tokenized by this version in live mode")
    }
    const digits = yield* readCardNumber(Redacted.value(command.number))
    const known = facts.testCardOf(digits)
    if (known === undefined) {
      return yield* refuse(
        "not_a_test_card",
        "card.number",
        "In test mode card.number must be one of the designated test numbers. Real cards are refused"
      )
    }
    yield* checkExpiry(command, facts.now)
    yield* checkSecurityCode(Redacted.value(command.cvc), known.brand)
    const { brand, behaviour, category, country, funding, threeDSecure } = known
    return {
      id: facts.id,
      type: "card",
      card: {
        brand,
        last4: digits.slice(-4),
        expMonth: command.expMonth,
        expYear: command.expYear,
        country,
        funding,
        category,
        fingerprint: facts.fingerprintOf(digits),
        threeDSecure
      },
      behaviour,
      billingDetails: command.billingDetails ?? {},
      client: command.client ?? {},
      customer: null,
      createdAt: facts.now,
      livemode: facts.livemode
    }
  })
