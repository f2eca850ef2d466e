/** What can be done with payment methods: tokenize a card or bank account, and look one up. */
import * as Effect from "effect/Effect"
import { Clock, Ids, Signer, type CallerShape, type RegionStore, type VersionConflict } from "../../../src/plugin.ts"
import { Acquirer } from "../acquirer/Acquirer.ts"
import { tokenizeReference } from "../acquirer/reference.ts"
import { testAccountByNumber } from "../sandbox/test-accounts.ts"
import { testCardByNumber } from "../sandbox/test-cards.ts"
import { customerNamed, hold } from "../customers/holding.ts"
import { wholeSeconds } from "../events.ts"
import { eventAbout, planned } from "../plans.ts"
import { tokenizeBankAccount } from "./BankAccountDebit.ts"
import * as finding from "./finding.ts"
import { PaymentMethodBody } from "./PaymentMethodBody.ts"
import * as PaymentMethod from "./PaymentMethod.ts"
import * as repository from "./repository.ts"
import { tokenizeOutside, type Entered, type MakingMethod } from "./tokenizing.ts"

/** The entered card or account, and its owner from the beginning. */
export interface Tokenization<E> {
  /** Read from a request, which may be wrong. */
  readonly entered: Effect.Effect<Entered, E>
  readonly customer?: string | undefined
}

/** A test card or test account, whose numbers are tables of ours. */
const tokenizeTest = Effect.fnUntraced(function* (
  command: PaymentMethod.TokenizeCard | PaymentMethod.TokenizeBankAccount,
  { id, now }: MakingMethod
) {
  const facts: PaymentMethod.TokenizeFacts = {
    id,
    now,
    testCardOf: testCardByNumber,
    testAccountOf: testAccountByNumber,
    fingerprintOf: finding.fingerprintBy(yield* Signer)
  }
  return yield* Effect.fromResult<PaymentMethod.PaymentMethod, PaymentMethod.PaymentMethodRefused>(
    "routingNumber" in command ? tokenizeBankAccount(command, facts) : PaymentMethod.tokenize(command, facts)
  )
})

/** Stores a payment method, attached to a customer if one is named. Fails with `ReferenceMissing`. */
const keep = Effect.fnUntraced(function* (
  caller: CallerShape,
  tokenized: PaymentMethod.PaymentMethod,
  customer: string | undefined
) {
  const owner = customer === undefined ? undefined : yield* customerNamed(caller, customer)
  const paymentMethod = owner === undefined ? tokenized : { ...tokenized, customer: owner.customer.id }
  return yield* planned<PaymentMethod.PaymentMethod, VersionConflict>(caller, paymentMethod, {
    writes: [repository.insert(caller.scope, paymentMethod), ...(owner === undefined ? [] : [hold(owner)])],
    events: owner === undefined ? [] : [eventAbout("payment_method.attached", paymentMethod, PaymentMethodBody.write)]
  })
})

/** What becomes of an entered card or account. The acquirer is asked only for a customer who exists. */
const tokenized = Effect.fnUntraced(function* (caller: CallerShape, command: Entered, customer: string | undefined) {
  const livemode = caller.principal.mode === "live"
  const { live, test } = yield* Acquirer
  const acquirer = livemode ? live : test
  const id = (yield* Ids).next("pm")
  const making = {
    id,
    reference: yield* tokenizeReference(caller, id),
    now: wholeSeconds((yield* Clock).now()),
    livemode
  }
  if ("processorToken" in command || livemode || acquirer.tokenize !== undefined) {
    if (customer !== undefined) yield* customerNamed(caller, customer)
    return yield* tokenizeOutside(acquirer, command, making)
  }
  return yield* tokenizeTest(command, making)
})

/**
 * Tokenizes a card or bank account and stores what is kept of it, attached to a customer if one is named. A test card
 * that will be declined tokenizes like any other: declines happen at payment time (decisions B3). Live ones are kept by
 * the acquirer. Fails with `PaymentMethodRefused`, `AcquirerUnknown` or `ReferenceMissing`.
 */
export const tokenize = <E>(caller: CallerShape, { customer, entered }: Tokenization<E>) => {
  // A token may be good for one use: the acquirer is asked once, however often the storing is tried.
  let made: PaymentMethod.PaymentMethod | undefined
  return Effect.gen(function* () {
    made ??= yield* tokenized(caller, yield* entered, customer)
    return yield* keep(caller, made, customer)
  })
}

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
