/**
 * A US bank account as a payment method, which pays by ACH debit: what is kept of it, and the rules by which an entered
 * account becomes one. Read it beside decisions B3 and B4.
 */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { RoutingNumber } from "../../../src/domain.ts"
import { listedFor } from "../missing.ts"
import {
  PaymentMethodRefused,
  type BankPaymentMethod,
  type TokenizeBankAccount,
  type TokenizeFacts
} from "./PaymentMethod.ts"

const listed = listedFor("the test accounts")

const refuse = (param: string, message: string) =>
  Result.fail(new PaymentMethodRefused({ code: "parameter_invalid", param: `us_bank_account.${param}`, message }))

/** Lengths of account numbers in digits (Nacha: at most 17; the least is our choice). */
const accountPattern = /^\d{4,17}$/

/**
 * Tokenizes a test account: its number is reduced to the last four digits and a fingerprint. Only designated
 * accounts are taken, as with cards. The first parameter that is wrong is refused, in the body's order.
 */
export const tokenizeBankAccount = (
  command: TokenizeBankAccount,
  facts: TokenizeFacts
): Result.Result<BankPaymentMethod, PaymentMethodRefused> =>
  Result.gen(function* () {
    const { routingNumber } = command
    const accountNumber = Redacted.value(command.accountNumber)
    if (!RoutingNumber.isRoutingNumber(routingNumber)) {
      return yield* refuse(
        "routing_number",
        `us_bank_account.routing_number must be an ABA routing number of 9 digits. ${listed}`
      )
    }
    if (!accountPattern.test(accountNumber)) {
      return yield* refuse(
        "account_number",
        `us_bank_account.account_number must be 4 to 17 digits in a string. ${listed}`
      )
    }
    const known = facts.testAccountOf(routingNumber, accountNumber)
    if (known === undefined) {
      return yield* refuse(
        "account_number",
        `In test mode us_bank_account must be one of the test accounts; real accounts are refused. ${listed}`
      )
    }
    return {
      id: facts.id,
      type: "us_bank_account",
      usBankAccount: {
        bankName: known.bankName,
        routingNumber,
        last4: accountNumber.slice(-4),
        fingerprint: facts.fingerprintOf(`${routingNumber} ${accountNumber}`)
      },
      behaviour: known.behaviour,
      billingDetails: command.billingDetails ?? {},
      client: command.client ?? {},
      customer: null,
      createdAt: facts.now,
      livemode: false
    }
  })
