/**
 * Numbers of bank accounts: their check digits, and the designated ones of the sandbox. What was entered is redacted and
 * is never part of a message.
 */
import * as Redacted from "effect/Redacted"
import { Country, RoutingNumber } from "../../../src/domain.ts"
import { listedFor } from "../missing.ts"

/** How an account is named: by bank and number as its country has it, or by an IBAN. */
export type BankAccountNumber =
  | { readonly kind: "domestic"; readonly routingNumber: string; readonly accountNumber: Redacted.Redacted }
  | { readonly kind: "iban"; readonly iban: Redacted.Redacted }

/** What the sandbox's bank does with payouts to an account. */
export interface BankAccountBehaviour {
  readonly outcome: "paid" | "account_closed" | "insufficient_funds" | "no_account"
  /** Standard payouts take one business day longer (decisions B9). */
  readonly late?: boolean
  /** `false`: the bank takes no instant payouts. */
  readonly instant?: boolean
}

/** A designated account of the sandbox. */
export interface TestAccount {
  readonly routingNumber: string
  readonly accountNumber: string
  readonly behaviour: BankAccountBehaviour
}

/** Valid by its check digit, and given to no bank (decisions B4). */
const testRouting = "110000000"

const testAccount = (accountNumber: string, behaviour: BankAccountBehaviour): TestAccount => ({
  routingNumber: testRouting,
  accountNumber,
  behaviour
})

/** The designated accounts of decisions B4, and two of ours: a late bank, and one without instant payouts. */
export const testAccounts: ReadonlyArray<TestAccount> = [
  testAccount("000123456789", { outcome: "paid" }),
  testAccount("000111111113", { outcome: "account_closed" }),
  testAccount("000222222227", { outcome: "insufficient_funds" }),
  testAccount("000111111116", { outcome: "no_account" }),
  testAccount("000333333335", { outcome: "paid", late: true }),
  testAccount("000444444440", { outcome: "paid", instant: false })
]

/** The problem of a number. */
export interface NumberFault {
  readonly param: "routing_number" | "account_number" | "iban"
  readonly message: string
}

/** The IBAN without its spaces, in upper case, as it is compared and checked. */
const compactIban = (entered: string): string => entered.replaceAll(" ", "").toUpperCase()

/** Whether a text is an IBAN: its form, and the remainder of 97 (ISO 13616, ISO 7064). */
export const isIban = (entered: string): boolean => {
  const iban = compactIban(entered)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) || !Country.isBankCountry(iban.slice(0, 2))) return false
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}

const listed = listedFor("the accounts of the sandbox")

const checkDomestic = (country: string, routing: string, account: string): NumberFault | undefined => {
  if (country === "US" && !RoutingNumber.isRoutingNumber(routing)) {
    return {
      param: "routing_number",
      message: `routing_number must be nine digits with a right check digit. ${listed}`
    }
  }
  if (!/^[A-Za-z0-9-]{2,15}$/.test(routing)) {
    return { param: "routing_number", message: `routing_number must be 2 to 15 letters, digits or dashes. ${listed}` }
  }
  // NACHA allows 17 characters; no country here has fewer than 4.
  return /^[A-Za-z0-9]{4,17}$/.test(account)
    ? undefined
    : { param: "account_number", message: `account_number must be 4 to 17 letters or digits. ${listed}` }
}

/** The problem of an account number in a country; `undefined` when there is none. */
export const checkNumber = (country: string, number: BankAccountNumber): NumberFault | undefined => {
  if (number.kind === "domestic")
    return checkDomestic(country, number.routingNumber, Redacted.value(number.accountNumber))
  const iban = Redacted.value(number.iban)
  if (!isIban(iban)) {
    return { param: "iban", message: `iban is not an IBAN: a character is wrong, or the length. ${listed}` }
  }
  return Country.isIbanOf(compactIban(iban), country)
    ? undefined
    : { param: "iban", message: `iban must be one of the country that is given in country. ${listed}` }
}

/** The bank that a number names. */
export interface BankFacts {
  readonly name: string | null
  readonly last4: string
  /** The whole number, for its fingerprint only. */
  readonly whole: string
  readonly behaviour: BankAccountBehaviour
}

/** What a number that was checked tells: in the sandbox, designated ones stand for what happens to payouts. */
export const bankOf = (number: BankAccountNumber): BankFacts => {
  if (number.kind === "iban") {
    const iban = compactIban(Redacted.value(number.iban))
    return { name: null, last4: iban.slice(-4), whole: iban, behaviour: { outcome: "paid" } }
  }
  const { routingNumber } = number
  const account = Redacted.value(number.accountNumber)
  const designated = testAccounts.find(
    (known) => known.routingNumber === routingNumber && known.accountNumber === account
  )
  return {
    name: routingNumber === testRouting ? "Sandbox Bank" : null,
    last4: account.slice(-4),
    whole: `${routingNumber}/${account}`,
    behaviour: designated?.behaviour ?? { outcome: "paid" }
  }
}
