/** The writes of a decision about a payment, with everything that depends on it. */
import * as Effect from "effect/Effect"
import { Clock, type Ids, type Plan, type Signer, type VersionConflict, type Write } from "../../../src/plugin.ts"
import { AccountSettings } from "../accounts.ts"
import { monitored, type Subject } from "../aml/monitoring.ts"
import { wholeSeconds } from "../events.ts"
import type { PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import { unitOf, type Actor } from "../plans.ts"
import { eurMinorOf } from "../reference-rates.ts"
import { declineWrites } from "../risk/historyRepository.ts"
import { isEea } from "../sca/Sca.ts"
import * as sca from "../sca/operations.ts"
import { isLiabilityShifted, PaymentDeclined, type Payment, type PaymentDecision } from "./Payment.ts"
import { showPayment } from "./PaymentBody.ts"
import * as repository from "./repository.ts"

/** A payment with the JSON that it is shown as, which is made once. */
export interface ShownPayment {
  readonly payment: Payment
  readonly paymentJson: string
}

/** What an operation on a payment may be refused with when it is written. */
export type PaymentRefusal = VersionConflict | PaymentDeclined

/** Makes a refusal that was kept anew. */
export const refusals = {
  PaymentDeclined: (fields: ConstructorParameters<typeof PaymentDeclined>[0]) => new PaymentDeclined(fields)
}

/** What commits of payments need besides: monitoring looks at the money that is taken. */
export type PaymentNeeds = Clock | Ids | Signer

/** The plan of a change of a payment. */
export type PaymentPlan = Plan<ShownPayment, PaymentRefusal, PaymentNeeds>

/** One that ends with its commit. */
export type BegunPayment<E = never> = Omit<Plan<ShownPayment, VersionConflict | E, PaymentNeeds>, "next">

/** How a decision is written. */
export interface WritingOptions<E> {
  /** The version that it was decided on; `undefined` for a new payment. */
  readonly version: number | undefined
  /** The decision is kept, and the caller is refused. */
  readonly refused?: E | undefined
  /** Rows of other slices that change with the payment. */
  readonly alongside?: ReadonlyArray<Write<VersionConflict>>
}

// The step that declines a payment counts it, so a payment that stays failed is counted once.
const declineWritesOf = ({ scope }: Actor, { events, state }: PaymentDecision, now: number): ReadonlyArray<Write> =>
  state.origin !== undefined && events.some(({ type }) => type === "payment.failed")
    ? declineWrites(scope, state.origin, { at: state.createdAt, now })
    : []

/** The money that a decision takes from a customer, which is watched; `undefined` for most. */
const captureOf = ({ events, state }: PaymentDecision, now: number): Subject | undefined =>
  state.customer === null || !events.some(({ type }) => type === "payment.succeeded")
    ? undefined
    : {
        id: state.id,
        kind: "payment",
        customer: state.customer,
        now,
        amountMinor: state.amountCapturedMinor,
        currency: state.currency,
        by: state.paymentMethod
      }

/** The plan of a decision. Its unit is refused with `VersionConflict` when it was decided on something that has changed. */
export const planDecision = Effect.fnUntraced(function* <E extends PaymentDeclined = never>(
  actor: Actor,
  decision: PaymentDecision,
  { alongside = [], refused, version }: WritingOptions<E>
): Effect.fn.Return<BegunPayment<E>, never, Clock | Ids> {
  const now = wholeSeconds((yield* Clock).now())
  const payment = decision.state
  const paymentJson = showPayment(payment)
  const row =
    version === undefined
      ? repository.insert(actor.scope, payment, paymentJson)
      : repository.update(actor.scope, payment, version, paymentJson)
  const unit = yield* unitOf<VersionConflict>(actor, {
    writes: [row, ...alongside, ...declineWritesOf(actor, decision, now)],
    entries: decision.entries,
    events: decision.events.map(({ type }) => ({ type, resource: payment.id, resourceJson: paymentJson })),
    jobs: decision.jobs,
    cancelledJobs: decision.cancelledJobs
  })
  const shows = payment.decline === null ? undefined : { "bursar.refused": payment.decline.code }
  const plan = { outcome: { payment, paymentJson }, unit, refused, shows }
  const subject = captureOf(decision, now)
  return subject === undefined ? plan : { ...plan, around: monitored(actor, subject) }
})

/** Where the merchant is: the account's country, or the region's (decisions B7). */
export const merchantCountryOf = (actor: Pick<Actor, "principal" | "store">) =>
  Effect.map(
    AccountSettings,
    (settings) => settings.get(actor.principal.account)?.merchantCountry ?? sca.merchantCountryOf[actor.store.name]
  )

/** What a change of a payment means for the counters of strong customer authentication. */
export interface ScaFacts {
  /** The payment before; `undefined` for a new one. */
  readonly before: Payment | undefined
  readonly method: PaymentMethod
  readonly merchantCountry: string
  readonly now: number
  /** No money has moved yet: exemptions that were used up meanwhile make the payment start anew. */
  readonly guarded: boolean
}

/** What a decision adds to those counters; most payments outside Europe add nothing. */
export const scaWrites = (
  scope: string,
  payment: Payment,
  { before, guarded, merchantCountry, method, now }: ScaFacts
): ReadonlyArray<Write<VersionConflict>> => {
  const authenticated = isLiabilityShifted(payment)
  if (method.type !== "card" || !(authenticated || isEea(merchantCountry))) return []
  const { acquirerReference, customer, sca: result } = payment
  const authorizedNow = (before?.acquirerReference ?? null) === null && acquirerReference !== null
  // Counted when the acquirer was asked, so that of payments at the same time only so many are exempt.
  const isCounted =
    before?.state === "authorizing" && before.authentication === null && result?.exemption === "low_value"
  const capturedMinor = payment.amountCapturedMinor - (before?.amountCapturedMinor ?? 0)
  const amountEurMinor = eurMinorOf(payment.amountMinor, payment.currency)
  const captured = { merchantCountry, now, amountEurMinor: eurMinorOf(capturedMinor, payment.currency) }
  return [
    ...(isCounted && acquirerReference === null ? sca.onUnused(scope, method, amountEurMinor) : []),
    ...(authorizedNow && !isCounted
      ? sca.onAuthorized(scope, { sca: result, method, customer, authenticated, amountEurMinor }, guarded)
      : []),
    ...(capturedMinor > 0 ? sca.onCaptured(scope, captured) : [])
  ]
}
