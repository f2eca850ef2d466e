/** Bank accounts whose numbers an acquirer outside keeps. */
import * as Effect from "effect/Effect"
import { Signer } from "../../../src/plugin.ts"
import { AcquirerUnknown, type AcquirerShape } from "../acquirer/Acquirer.ts"
import type { TokenSource } from "../acquirer/AcquirerImplementation.ts"
import { checkNumber } from "./account-numbers.ts"
import { BankAccountRefused, type CreateBankAccount, type KeptOutside } from "./BankAccount.ts"

const refuse = (param: string | undefined, message: string) =>
  Effect.fail(new BankAccountRefused({ code: "parameter_invalid", param, message }))

const sourceOf = (number: CreateBankAccount["number"]): TokenSource =>
  number.kind === "domestic"
    ? { kind: "us_bank_account", routingNumber: number.routingNumber, accountNumber: number.accountNumber }
    : number

/** What may be sent to an acquirer, or why not. */
const checkSent = ({ takesNumbers }: AcquirerShape, { country, number }: CreateBankAccount) => {
  if (number.kind === "token") return undefined
  if (!takesNumbers) {
    return { param: undefined, message: "This server takes no account numbers: send processor_token in their place" }
  }
  return checkNumber(country, number)
}

/**
 * Has an acquirer keep a bank account that payouts will go to. Fails with `BankAccountRefused`, and with `AcquirerUnknown` when
 * there is no usable answer: then nothing is stored.
 */
export const keepOutside = Effect.fnUntraced(function* (
  acquirer: AcquirerShape,
  command: CreateBankAccount & { readonly reference: string; readonly livemode: boolean }
): Effect.fn.Return<KeptOutside, BankAccountRefused | AcquirerUnknown, Signer> {
  if (acquirer.tokenize === undefined) {
    return yield* refuse("processor_token", "No processor is connected that could keep a bank account")
  }
  const fault = checkSent(acquirer, command)
  if (fault !== undefined) return yield* refuse(fault.param, fault.message)
  const { accountHolderName: name, country, livemode, reference } = command
  const answer = yield* acquirer.tokenize({
    reference,
    use: "is_paid",
    type: "bank_account",
    source: sourceOf(command.number),
    billingDetails: { name, address: { country } },
    livemode
  })
  if (answer.outcome === "refused") return yield* refuse(undefined, answer.message)
  if (!("bankAccount" in answer)) return yield* new AcquirerUnknown({ operation: "tokenize", reason: "invalid_answer" })
  const { fingerprint, verified = false, ...known } = answer.bankAccount
  const signer = yield* Signer
  return { ...known, verified, token: answer.token, fingerprint: signer.fingerprint("acquirer account", fingerprint) }
})
