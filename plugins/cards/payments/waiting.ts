/** What happens to payments when time passes, as plans. */
import * as Effect from "effect/Effect"
import {
  Clock,
  type Ids,
  type Signer,
  type Plan,
  type StoreUnavailable,
  type VersionConflict
} from "../../../src/plugin.ts"
import { AccountSettings } from "../accounts.ts"
import { Acquirer, type AcquirerUnknown } from "../acquirer/Acquirer.ts"
import type { SettlementAnswer } from "../acquirer/answers.ts"
import { wholeSeconds } from "../events.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import { jobActor, planned, type Actor } from "../plans.ts"
import { followingRequest, type JobPayment } from "./acquirer.ts"
import { authenticationTimedOut } from "./Authentication.ts"
import { settled } from "./Authorization.ts"
import * as Capture from "./Capture.ts"
import { planDecision } from "./plan.ts"
import { PaymentNotFound, stateRefusal, type Payment, type PaymentDecision } from "./Payment.ts"
import * as repository from "./repository.ts"

/** What a job does about a payment: nothing, or what its plan writes. */
type JobPlan = Plan<unknown, VersionConflict, Clock | Ids | Signer>

const nothing: JobPlan = { outcome: undefined }

const change = Effect.fnUntraced(function* (
  { id, scope, store }: JobPayment,
  decide: (payment: Payment) => PaymentDecision | undefined
): Effect.fn.Return<JobPlan, StoreUnavailable, Clock | Ids> {
  const found = yield* repository.byId(store, scope, id)
  const decision = found === undefined ? undefined : decide(found.payment)
  if (found === undefined || decision === undefined) return nothing
  return yield* planDecision(jobActor(store, scope), decision, { version: found.version })
})

/** Ends an authorization that was not captured in time. */
export const expire = (of: JobPayment) => change(of, Capture.expire)

/** Ends a payment that was not authenticated and confirmed in time. */
export const timeOut = (of: JobPayment) => change(of, authenticationTimedOut)

/** Posts the release of a partial capture. */
export const release = Effect.fnUntraced(function* ({
  id,
  scope,
  store
}: JobPayment): Effect.fn.Return<JobPlan, StoreUnavailable, Clock | Ids> {
  const found = yield* repository.byId(store, scope, id)
  const entries = found === undefined ? [] : Capture.release(found.payment)
  return yield* planned(jobActor(store, scope), undefined, { writes: [], entries })
})

const takeSettlement = Effect.fnUntraced(function* (
  actor: Actor,
  found: repository.StoredPayment,
  answer: SettlementAnswer
) {
  const clock = yield* Clock
  const terms = (yield* AccountSettings).get(actor.principal.account)
  const facts = { now: wholeSeconds(clock.now()), scope: actor.scope, terms }
  const decision = settled(found.payment, answer, facts)
  return decision === undefined ? undefined : yield* planDecision(actor, decision, { version: found.version })
})

/** Asks what has become of a bank debit. */
export const settleDebit = Effect.fnUntraced(function* ({
  id,
  scope,
  store
}: JobPayment): Effect.fn.Return<JobPlan, StoreUnavailable | AcquirerUnknown, Clock | Ids | Signer> {
  const found = yield* repository.byId(store, scope, id)
  if (found === undefined || found.payment.state !== "submitted") return nothing
  const { live, test } = yield* Acquirer
  const { amountMinor, livemode, paymentMethod } = found.payment
  const method = yield* paymentMethods.findKept(store, scope, paymentMethod)
  const request = followingRequest(found.payment, { method, reference: `${id}:settlement`, amountMinor })
  const answer = yield* (livemode ? live : test).settlement(request)
  return (yield* takeSettlement(jobActor(store, scope), found, answer)) ?? nothing
})

/** For tests: a bank debit settles or fails now. Fails with `PaymentStateRefused` when the payment waits for none. */
export const settleNow = Effect.fnUntraced(function* (actor: Actor, id: string, answer: SettlementAnswer) {
  const found = yield* repository.byId(actor.store, actor.scope, id)
  if (found === undefined) return yield* new PaymentNotFound()
  const taken = yield* takeSettlement(actor, found, answer)
  return (
    taken ??
    (yield* Effect.fromResult(
      stateRefusal("payment_unexpected_state", "The payment does not wait for a bank debit to settle")
    ))
  )
})
