/** What can be done with payment methods: tokenize a card, and look one up. */
import * as Effect from "effect/Effect"
import { Clock, commit, Ids, recordOf, Signer, type Answer, type CallerShape } from "../../../src/plugin.ts"
import { testCardByNumber } from "../acquirer/test-cards.ts"
import { wholeSeconds } from "../events.ts"
import * as PaymentMethod from "./PaymentMethod.ts"
import * as repository from "./repository.ts"

/** Builds the answer that is kept for replay. */
export type Present = (method: PaymentMethod.PaymentMethod) => Answer

/** A payment method with the answer to give; in-process callers have none. */
export interface Presented {
  readonly paymentMethod: PaymentMethod.PaymentMethod
  readonly answer: Answer | undefined
}

/**
 * Tokenizes a card and stores what is kept of it. A test card that will be declined tokenizes like any other: declines
 * happen at payment time (decisions B3). Fails with `PaymentMethodRefused`.
 */
export const tokenize = Effect.fn("cards.paymentMethods.tokenize")(function* (
  caller: CallerShape,
  command: PaymentMethod.TokenizeCard,
  present?: Present
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const signer = yield* Signer
  const now = wholeSeconds(clock.now())
  const paymentMethod = yield* Effect.fromResult(
    PaymentMethod.tokenize(command, {
      id: ids.next("pm"),
      now,
      livemode: caller.principal.mode === "live",
      testCardOf: testCardByNumber,
      fingerprintOf: (digits) => signer.fingerprint("card", digits)
    })
  )
  const answer = present?.(paymentMethod)
  yield* commit(caller.store, {
    plugin: "cards",
    scope: caller.scope,
    now,
    nextId: ids.next,
    writes: [repository.insert(caller.scope, paymentMethod)],
    record: recordOf(caller, answer)
  })
  return { paymentMethod, answer } satisfies Presented
})

/** For other slices: a payment method of a scope, or `undefined`. */
export const find = repository.findPaymentMethod

/** A payment method by its id; static test names are ids too. Fails with `PaymentMethodNotFound`. */
export const retrieve = Effect.fn("cards.paymentMethods.retrieve")(function* (
  caller: Pick<CallerShape, "store" | "scope">,
  id: string
) {
  const found = yield* repository.findPaymentMethod(caller.store, caller.scope, id)
  return found ?? (yield* new PaymentMethod.PaymentMethodNotFound())
})
