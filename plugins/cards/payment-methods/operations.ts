/** What can be done with payment methods: tokenize a card or bank account, and look one up. */
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { Clock, Ids, Signer, type CallerShape, type RegionStore, type VersionConflict } from "../../../src/plugin.ts"
import { testAccountByNumber } from "../sandbox/test-accounts.ts"
import { testCardByNumber } from "../sandbox/test-cards.ts"
import { customerNamed, hold } from "../customers/holding.ts"
import { wholeSeconds } from "../events.ts"
import { planned } from "../plans.ts"
import { tokenizeBankAccount } from "./BankAccountDebit.ts"
import * as finding from "./finding.ts"
import { eventOf } from "./PaymentMethodBody.ts"
import * as PaymentMethod from "./PaymentMethod.ts"
import * as repository from "./repository.ts"

const decide = (
  command: PaymentMethod.TokenizeCard | PaymentMethod.TokenizeBankAccount,
  facts: PaymentMethod.TokenizeFacts
): Result.Result<PaymentMethod.PaymentMethod, PaymentMethod.PaymentMethodRefused> =>
  "routingNumber" in command ? tokenizeBankAccount(command, facts) : PaymentMethod.tokenize(command, facts)

/** What is entered, and whose it is to be from the beginning. */
export interface Tokenization {
  readonly command: PaymentMethod.TokenizeCard | PaymentMethod.TokenizeBankAccount
  readonly customer?: string | undefined
}

/**
 * Tokenizes a card or bank account and stores what is kept of it, attached to a customer if one is named. A test card
 * that will be declined tokenizes like any other: declines happen at payment time (decisions B3). Fails with
 * `PaymentMethodRefused` or `ReferenceMissing`.
 */
export const tokenize = Effect.fnUntraced(function* (caller: CallerShape, { command, customer }: Tokenization) {
  const clock = yield* Clock
  const ids = yield* Ids
  const signer = yield* Signer
  const tokenized = yield* Effect.fromResult(
    decide(command, {
      id: ids.next("pm"),
      now: wholeSeconds(clock.now()),
      livemode: caller.principal.mode === "live",
      testCardOf: testCardByNumber,
      testAccountOf: testAccountByNumber,
      fingerprintOf: finding.fingerprintBy(signer)
    })
  )
  const owner = customer === undefined ? undefined : yield* customerNamed(caller, customer)
  const paymentMethod = owner === undefined ? tokenized : { ...tokenized, customer: owner.customer.id }
  return yield* planned<PaymentMethod.PaymentMethod, VersionConflict>(caller, paymentMethod, {
    writes: [repository.insert(caller.scope, paymentMethod), ...(owner === undefined ? [] : [hold(owner)])],
    events: owner === undefined ? [] : [eventOf("payment_method.attached", paymentMethod)]
  })
})

/** For other slices: a payment method of a scope, or `undefined`. */
export const find = finding.find

/** For other slices: the payment method that a payment was made with. It is never deleted, so one that is gone is a bug. */
export const findKept = (store: RegionStore, scope: string, id: string) =>
  Effect.flatMap(find(store, scope, id), (found) =>
    found === undefined ? Effect.die(new Error(`The payment method ${id} of a payment is gone`)) : Effect.succeed(found)
  )

/** A payment method by its id; static test names are ids too. Fails with `PaymentMethodNotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const found = yield* find(caller.store, caller.scope, id)
  return found ?? (yield* new PaymentMethod.PaymentMethodNotFound())
})
