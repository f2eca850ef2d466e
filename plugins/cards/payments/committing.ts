/** Writes what was decided about a payment, with everything that hangs on it. */
import * as Effect from "effect/Effect"
import {
  Clock,
  commit,
  Ids,
  recordOf,
  type Answer,
  type ClaimedJob,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { cardsPlugin } from "../declaration.ts"
import { AccountSettings } from "../accounts.ts"
import { noParts, type Parts } from "../aml/highRisk.ts"
import { monitored, type Subject } from "../aml/monitoring.ts"
import type { Actor } from "../commitResource.ts"
import { freeze, wholeSeconds } from "../events.ts"
import type { PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import { eurMinorOf } from "../reference-rates.ts"
import { declineWrites } from "../risk/historyRepository.ts"
import { isEea } from "../sca/Sca.ts"
import * as sca from "../sca/operations.ts"
import { isLiabilityShifted, type Payment, type PaymentDecision, type PaymentDeclined } from "./Payment.ts"
import { showPayment } from "./PaymentBody.ts"
import * as repository from "./repository.ts"

/** Builds the answer that is kept for replay: the payment, or the refusal of what was asked about it. */
export type Present = (payment: Payment, paymentJson: string, refused?: PaymentDeclined) => Answer

/** A payment with the answer to give; in-process callers have none. */
export interface Presented {
  readonly payment: Payment
  readonly answer: Answer | undefined
}

/** How a decision is written. */
export interface CommitOptions {
  /** The version that it was decided on; `undefined` for a new payment. */
  readonly version: number | undefined
  readonly present?: Present | undefined
  /** The decision is kept, and the request is refused: `present` builds the refusal. */
  readonly refused?: PaymentDeclined | undefined
  readonly completes?: ClaimedJob | undefined
  /** This request has committed before. */
  readonly amends?: boolean
  /** Rows of other slices that change with the payment. */
  readonly alongside?: ReadonlyArray<Write<VersionConflict>>
}

// A decline is told of where it happens, so a payment that stays failed is counted once.
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

/** Commits a decision. Fails with `VersionConflict` when it was decided on something that has changed. */
export const commitDecision = Effect.fnUntraced(function* (
  actor: Actor,
  decision: PaymentDecision,
  options: CommitOptions
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const now = wholeSeconds(clock.now())
  const payment = decision.state
  const paymentJson = showPayment(payment)
  const answer = options.present?.(payment, paymentJson, options.refused)
  const { requestId } = actor
  const row =
    options.version === undefined
      ? repository.insert(actor.scope, payment, paymentJson)
      : repository.update(actor.scope, payment, options.version, paymentJson)
  const events = decision.events.map(({ type }) => ({ type, resource: payment.id, resourceJson: paymentJson }))
  const write = (found: Parts) =>
    commit<VersionConflict>(actor.store, {
      plugin: cardsPlugin,
      scope: actor.scope,
      now,
      nextId: ids.next,
      writes: [row, ...(options.alongside ?? []), ...declineWritesOf(actor, decision, now), ...found.writes],
      entries: decision.entries,
      events: [...events, ...found.events].map((event) =>
        freeze(actor, { ...event, id: ids.next("evt"), createdAt: now })
      ),
      jobs: decision.jobs,
      cancelledJobs: decision.cancelledJobs,
      record: requestId === undefined ? undefined : recordOf({ ...actor, requestId }, answer),
      amends: options.amends,
      completes: options.completes
    })
  const subject = captureOf(decision, now)
  yield* subject === undefined ? write(noParts) : monitored(actor, subject, write)
  return { payment, answer } satisfies Presented
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
  const capturedMinor = payment.amountCapturedMinor - (before?.amountCapturedMinor ?? 0)
  const amountEurMinor = eurMinorOf(payment.amountMinor, payment.currency)
  const captured = { merchantCountry, now, amountEurMinor: eurMinorOf(capturedMinor, payment.currency) }
  return [
    ...(authorizedNow
      ? sca.onAuthorized(scope, { sca: result, method, customer, authenticated, amountEurMinor }, guarded)
      : []),
    ...(capturedMinor > 0 ? sca.onCaptured(scope, captured) : [])
  ]
}
