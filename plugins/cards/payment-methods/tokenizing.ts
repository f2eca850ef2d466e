/**
 * Payment methods that an acquirer outside keeps: of what it answers, what we keep. Their numbers, where this server is sent
 * any, go to the acquirer and nowhere else.
 */
import * as Effect from "effect/Effect"
import { Signer } from "../../../src/plugin.ts"
import { AcquirerUnknown, type AcquirerShape } from "../acquirer/Acquirer.ts"
import type { TokenizeRequest, TokenSource } from "../acquirer/AcquirerImplementation.ts"
import type { TokenizeAnswer } from "../acquirer/tokens.ts"
import {
  PaymentMethodRefused,
  type PaymentMethod,
  type TokenizeBankAccount,
  type TokenizeCard,
  type TokenizeToken
} from "./PaymentMethod.ts"

/** A card or account, in whichever way it is entered. */
export type Entered = TokenizeCard | TokenizeBankAccount | TokenizeToken

/** When and as what a payment method is made. */
export interface MakingMethod {
  readonly id: string
  /** Under which an acquirer outside is asked. */
  readonly reference: string
  /** Engine time in whole seconds, as epoch milliseconds. */
  readonly now: number
  readonly livemode: boolean
}

const refuse = (param: string, message: string) =>
  Effect.fail(new PaymentMethodRefused({ code: "parameter_invalid", param, message }))

const typeOf = (entered: Entered): "card" | "us_bank_account" => {
  if ("processorToken" in entered) return entered.type
  return "number" in entered ? "card" : "us_bank_account"
}

const sourceOf = (entered: Entered): TokenSource => {
  if ("processorToken" in entered) return { kind: "token", token: entered.processorToken }
  if ("number" in entered) {
    const { cvc, expMonth, expYear, number } = entered
    return { kind: "card", number, expMonth, expYear, cvc }
  }
  return { kind: "us_bank_account", routingNumber: entered.routingNumber, accountNumber: entered.accountNumber }
}

/** Where the fault of a refused tokenization lies. */
const paramOf = (entered: Entered): string => ("processorToken" in entered ? "processor_token" : typeOf(entered))

/** The acquirer's part of a payment method; `undefined` where it answered with the other type. */
const detailsOf = (
  answer: Exclude<TokenizeAnswer, { outcome: "refused" }>,
  type: string,
  signer: Signer["Service"]
) => {
  // An acquirer's fingerprint may be guessable; ours is keyed, and as long as that of every other card.
  if (type === "card" && "card" in answer) {
    const { category = "consumer", fingerprint, funding = "unknown", threeDSecure = "optional", ...card } = answer.card
    const known = {
      ...card,
      category,
      funding,
      threeDSecure,
      fingerprint: signer.fingerprint("acquirer card", fingerprint)
    }
    return { type: "card" as const, card: known }
  }
  if (type !== "us_bank_account" || !("bankAccount" in answer)) return undefined
  const { bankName, fingerprint, last4, routingNumber } = answer.bankAccount
  if (routingNumber === null) return undefined
  return {
    type: "us_bank_account" as const,
    usBankAccount: { bankName, last4, routingNumber, fingerprint: signer.fingerprint("acquirer account", fingerprint) }
  }
}

/**
 * Has an acquirer keep what was entered. Fails with `PaymentMethodRefused`, and with `AcquirerUnknown` when there is no
 * usable answer: then nothing is stored, and the same token can be sent again.
 */
export const tokenizeOutside = Effect.fnUntraced(function* (
  acquirer: AcquirerShape,
  entered: Entered,
  { id, livemode, now, reference }: MakingMethod
): Effect.fn.Return<PaymentMethod, PaymentMethodRefused | AcquirerUnknown, Signer> {
  const type = typeOf(entered)
  if (acquirer.tokenize === undefined) {
    return yield* refuse(paramOf(entered), "No processor is connected that could keep a card or bank account")
  }
  if (!("processorToken" in entered) && !acquirer.takesNumbers) {
    return yield* refuse(type, `This server takes no numbers in live mode: send processor_token in place of ${type}`)
  }
  const billingDetails = entered.billingDetails ?? {}
  const request: TokenizeRequest = {
    reference,
    use: "pays",
    type,
    source: sourceOf(entered),
    billingDetails,
    livemode
  }
  const answer = yield* acquirer.tokenize(request)
  if (answer.outcome === "refused") {
    const { code, message } = answer
    return yield* new PaymentMethodRefused({ code, message, param: paramOf(entered) })
  }
  const details = detailsOf(answer, type, yield* Signer)
  if (details === undefined) return yield* new AcquirerUnknown({ operation: "tokenize", reason: "invalid_answer" })
  return {
    id,
    ...details,
    behaviour: { outcome: "succeeds" },
    billingDetails,
    client: entered.client ?? {},
    customer: null,
    createdAt: now,
    livemode,
    acquirerToken: answer.token
  }
})
