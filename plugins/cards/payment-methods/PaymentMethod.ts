/**
 * A tokenized card: what is kept of it (never its number), the outcome that a sandbox card stands for, and the rules by
 * which an entered card becomes one. Read it beside decisions B3.
 */
import * as Data from "effect/Data"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { CardNumber } from "../../../src/domain.ts"
import type { RiskAssessment } from "../../../src/plugin.ts"
import { listedFor } from "../missing.ts"

/** What the sandbox issuer or bank says to a payment with the card or account. */
export type PaymentOutcome =
  | "succeeds"
  | "card_declined"
  | "insufficient_funds"
  | "expired_card"
  | "incorrect_cvc"
  | "issuer_unavailable"
  | "account_closed"
  | "no_account"

/** How a test card or test account behaves. It is stored instead of the number. */
export interface PaymentBehaviour {
  readonly outcome: PaymentOutcome
  /**
   * When the issuer insists on 3D Secure: at every payment, at every one where the customer is there, or until the card
   * was authenticated once.
   */
  readonly challenge?: "always" | "on_session" | "first_use"
  /** The risk score that the card is sure to get, from 0 to 100. */
  readonly forcedScore?: number
  /** Signals that the card shows besides those which fire. */
  readonly forcedSignals?: ReadonlyArray<RiskAssessment.SignalCode>
  /** Refused as fraud whatever the account's rules say. */
  readonly alwaysBlocked?: boolean
  /** How refunds of its payments go, if not at once. */
  readonly refund?: "succeeds_later" | "fails_later"
  /** Captured payments are disputed at once, for this reason. */
  readonly dispute?: "fraudulent" | "product_not_received"
}

/** Card networks. The sandbox has test cards of the first four. */
export const brands = ["visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay", "other"] as const

/** The facts of a card. Countries are ISO 3166-1 alpha-2. */
export interface Card {
  readonly brand: (typeof brands)[number]
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly country: string
  readonly funding: "credit" | "debit" | "prepaid" | "unknown"
  readonly category: "consumer" | "corporate"
  /**
   * Stands for the number: within one engine, equal numbers have equal fingerprints (64 hex digits, keyed), those behind
   * the static test payment methods as well.
   */
  readonly fingerprint: string
  readonly threeDSecure: "required" | "optional" | "not_supported"
}

/** What the number of a card says, once it is known whose number it is. */
export interface CardTraits extends Pick<Card, "brand" | "country" | "funding" | "category" | "threeDSecure"> {
  readonly behaviour: PaymentBehaviour
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
  /** Country of the address, where the merchant knows it better; ISO 3166-1 alpha-2. */
  readonly ipCountry?: string
  readonly acceptLanguage?: string
}

/** The facts of a bank account in the US, which pays by ACH debit. */
export interface UsBankAccount {
  readonly bankName: string
  readonly routingNumber: string
  readonly last4: string
  /** Stands for the account, as a card's fingerprint does for its number. */
  readonly fingerprint: string
}

interface PaymentMethodFields {
  readonly id: string
  readonly behaviour: PaymentBehaviour
  readonly billingDetails: BillingDetails
  readonly client: Client
  /** `null` while it belongs to no customer. */
  readonly customer: string | null
  /** What the acquirer calls it, where an acquirer outside keeps it. */
  readonly acquirerToken?: string
  /** It belonged to a customer and was taken away: it can be shown, and neither charged nor attached again. */
  readonly detached?: boolean
  /** Engine time in whole seconds, as epoch milliseconds. */
  readonly createdAt: number
  readonly livemode: boolean
}

/** A card. */
export interface CardPaymentMethod extends PaymentMethodFields {
  readonly type: "card"
  readonly card: Card
}

/** A bank account in the US. */
export interface BankPaymentMethod extends PaymentMethodFields {
  readonly type: "us_bank_account"
  readonly usBankAccount: UsBankAccount
}

/** A payment method. */
export type PaymentMethod = CardPaymentMethod | BankPaymentMethod

/** A card as it was entered. Number and security code are redacted: no log, trace or error can print them. */
export interface TokenizeCard {
  readonly number: Redacted.Redacted
  /** 1 to 12. */
  readonly expMonth: number
  /** Four digits. */
  readonly expYear: number
  readonly cvc: Redacted.Redacted
  readonly billingDetails?: BillingDetails
  readonly client?: Client | undefined
}

/** A bank account as it was entered. */
export interface TokenizeBankAccount {
  readonly routingNumber: string
  readonly accountNumber: Redacted.Redacted
  readonly billingDetails?: BillingDetails
  readonly client?: Client | undefined
}

/** A token that the acquirer's own form made of a card or bank account. */
export interface TokenizeToken {
  readonly type: "card" | "us_bank_account"
  readonly processorToken: string
  readonly billingDetails?: BillingDetails
  readonly client?: Client | undefined
}

/** What a test account stands for. */
export interface BankAccountTraits {
  readonly bankName: string
  readonly behaviour: PaymentBehaviour
}

/** What was found out before deciding. The functions are pure and are given digits alone. */
export interface TokenizeFacts {
  readonly id: string
  /** Engine time in whole seconds, as epoch milliseconds. */
  readonly now: number
  /** The designated test card with a number. */
  readonly testCardOf: (digits: string) => CardTraits | undefined
  /** The designated test account with a routing and an account number. */
  readonly testAccountOf: (routingNumber: string, accountNumber: string) => BankAccountTraits | undefined
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

const listed = listedFor("the test numbers")

/** Lengths of card numbers in digits (decisions B3; ISO/IEC 7812 allows at most 19). */
const numberPattern = /^\d{12,19}$/

/**
 * The digits of a card number. Spaces and dashes are left out, as people type them in groups (our choice). Fails with
 * `invalid_card_number` unless 12 to 19 digits with a right check digit are left.
 */
export const readCardNumber = (entered: string): Result.Result<string, PaymentMethodRefused> => {
  const digits = entered.replaceAll(/[ -]/g, "")
  return numberPattern.test(digits) && CardNumber.passesLuhn(digits)
    ? Result.succeed(digits)
    : refuse(
        "invalid_card_number",
        "card.number",
        `card.number is not a card number: a digit is wrong, or the length. ${listed}`
      )
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
 * Tokenizes a test card: its number is reduced to traits, last four digits and fingerprint, and the security code is
 * dropped. Test mode takes designated numbers alone, which keeps real ones out; live cards are kept by an acquirer
 * (`tokenizing.ts`). The first parameter that is wrong is refused, in the body's order.
 */
export const tokenize = (
  command: TokenizeCard,
  facts: TokenizeFacts
): Result.Result<CardPaymentMethod, PaymentMethodRefused> =>
  Result.gen(function* () {
    const digits = yield* readCardNumber(Redacted.value(command.number))
    const known = facts.testCardOf(digits)
    if (known === undefined) {
      return yield* refuse(
        "not_a_test_card",
        "card.number",
        `In test mode card.number must be one of the test numbers; real cards are refused. ${listed}`
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
      livemode: false
    }
  })
