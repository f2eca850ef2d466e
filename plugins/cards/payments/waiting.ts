/** What happens to payments when time passes. Each answers whether there was anything to do. */
import * as Effect from "effect/Effect"
import { Clock, commit, Ids, retryOnConflict, type ClaimedJob, type RegionStore } from "../../../src/plugin.ts"
import { cardsPlugin } from "../declaration.ts"
import { AccountSettings } from "../accounts.ts"
import { Acquirer } from "../acquirer/Acquirer.ts"
import type { SettlementAnswer } from "../acquirer/answers.ts"
import { jobActor, type Actor } from "../commitResource.ts"
import { wholeSeconds } from "../events.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import { followingRequest } from "./asking.ts"
import { authenticationTimedOut } from "./Authenticating.ts"
import { settled } from "./Authorizing.ts"
import * as Capturing from "./Capturing.ts"
import { commitDecision, type Present } from "./committing.ts"
import { PaymentNotFound, stateRefusal, type Payment, type PaymentDecision } from "./Payment.ts"
import * as repository from "./repository.ts"

/** A payment that a job is about. */
export interface JobPayment {
  readonly store: RegionStore
  readonly scope: string
  readonly id: string
}

const change = Effect.fnUntraced(
  function* (
    { id, scope, store }: JobPayment,
    decide: (payment: Payment) => PaymentDecision | undefined,
    completes: ClaimedJob
  ) {
    const found = yield* repository.byId(store, scope, id)
    const decision = found === undefined ? undefined : decide(found.payment)
    if (found === undefined || decision === undefined) return false
    yield* commitDecision(jobActor(store, scope), decision, { version: found.version, completes })
    return true
  },
  (operation) => retryOnConflict(operation)
)

/** Ends an authorization that was not captured in time. */
export const expire = (of: JobPayment, completes: ClaimedJob) => change(of, Capturing.expire, completes)

/** Ends a payment that was not authenticated and confirmed in time. */
export const timeOut = (of: JobPayment, completes: ClaimedJob) => change(of, authenticationTimedOut, completes)

/** Posts the release of a partial capture. */
export const release = Effect.fnUntraced(function* ({ id, scope, store }: JobPayment, completes: ClaimedJob) {
  const clock = yield* Clock
  const ids = yield* Ids
  const found = yield* repository.byId(store, scope, id)
  const entries = found === undefined ? [] : Capturing.release(found.payment)
  yield* commit(store, {
    plugin: cardsPlugin,
    scope,
    now: clock.now(),
    nextId: ids.next,
    writes: [],
    entries,
    completes
  })
  return true
})

const takeSettlement = Effect.fnUntraced(function* (
  actor: Actor,
  found: repository.StoredPayment,
  answer: SettlementAnswer,
  options: { readonly completes?: ClaimedJob; readonly present?: Present | undefined }
) {
  const clock = yield* Clock
  const terms = (yield* AccountSettings).get(actor.principal.account)
  const facts = { now: wholeSeconds(clock.now()), scope: actor.scope, terms }
  const decision = settled(found.payment, answer, facts)
  return decision === undefined
    ? undefined
    : yield* commitDecision(actor, decision, { ...options, version: found.version })
})

/** Asks what has become of a bank debit. */
export const settleDebit = Effect.fnUntraced(
  function* ({ id, scope, store }: JobPayment, completes: ClaimedJob) {
    const found = yield* repository.byId(store, scope, id)
    if (found === undefined || found.payment.state !== "submitted") return false
    const { live, test } = yield* Acquirer
    const { amountMinor, livemode, paymentMethod } = found.payment
    const method = yield* paymentMethods.findKept(store, scope, paymentMethod)
    const request = followingRequest(found.payment, { method, reference: `${id}:settlement`, amountMinor })
    const answer = yield* (livemode ? live : test).settlement(request)
    return (yield* takeSettlement(jobActor(store, scope), found, answer, { completes })) !== undefined
  },
  (operation) => retryOnConflict(operation)
)

/** For tests: a bank debit settles or fails now. Fails with `PaymentStateRefused` when the payment waits for none. */
export const settleNow = Effect.fnUntraced(
  function* (actor: Actor, id: string, answer: SettlementAnswer, present?: Present) {
    const found = yield* repository.byId(actor.store, actor.scope, id)
    if (found === undefined) return yield* new PaymentNotFound()
    const taken = yield* takeSettlement(actor, found, answer, { present })
    return (
      taken ??
      (yield* Effect.fromResult(
        stateRefusal("payment_unexpected_state", "The payment does not wait for a bank debit to settle")
      ))
    )
  },
  (operation) => retryOnConflict(operation)
)
