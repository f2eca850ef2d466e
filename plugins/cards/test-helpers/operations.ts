/** What test helpers do: each checks that the caller is a test, and leaves the work to the slice that it is about. */
import * as Effect from "effect/Effect"
import type { InvalidTime, TimeInPast, VersionConflict } from "../../../src/plugin.ts"
import {
  Clock,
  eraseScope,
  Ids,
  retryOnConflict,
  Store,
  TimeControl,
  type Answer,
  type CallerShape
} from "../../../src/plugin.ts"
import { commitResource } from "../commitResource.ts"
import { blockNamed } from "../customers/blocking.ts"
import * as Customer from "../customers/Customer.ts"
import { customerNamed, hold } from "../customers/holding.ts"
import * as customers from "../customers/operations.ts"
import * as subscriptions from "../customers/subscriptions.ts"
import { wholeSeconds } from "../events.ts"
import { Faults, type FaultPlan } from "../faults.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import { PaymentMethodNotFound, type PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import * as sca from "../sca/operations.ts"
import * as screenings from "../screening/operations.ts"
import * as Screening from "../screening/ScreeningRecord.ts"
import { eraseEmailClaims, eraseRows } from "./repository.ts"
import { sandboxOnly } from "./sandboxOnly.ts"
import { SubscriptionNotFound, TestRefused } from "./TestFailure.ts"

/** Builds the answer that is kept for replay. */
type Present<A> = (outcome: A) => Answer

/** Where the clock stands, and how it runs. */
export interface ClockReading {
  /** Engine time, epoch milliseconds. */
  readonly now: number
  readonly mode: "system" | "offset" | "frozen"
}

/** The engine's clock as it stands. */
export const readClock = Effect.fnUntraced(function* (caller: CallerShape) {
  yield* sandboxOnly(caller)
  const control = yield* TimeControl
  return { now: control.now(), mode: control.state().mode } satisfies ClockReading
})

const refusedTime = (failure: InvalidTime | TimeInPast, param: string) =>
  Effect.fail(new TestRefused({ message: failure.message, param }))

/** How far to move. */
export type ClockMove = { readonly seconds: number } | { readonly to: number }

const finishClock = Effect.fnUntraced(function* (caller: CallerShape, present: Present<ClockReading>) {
  const answer = present(yield* readClock(caller))
  yield* commitResource(caller, { writes: [], answer })
  return answer
})

/**
 * Moves the engine's clock. Everything that falls due on the way, deliveries included, has happened when it answers.
 * Fails with `TestRefused` for a time that is past.
 */
export const advanceClock = Effect.fn("cards.testHelpers.advanceClock")(function* (
  caller: CallerShape,
  move: ClockMove,
  present: Present<ClockReading>
) {
  yield* sandboxOnly(caller)
  const control = yield* TimeControl
  const param = "seconds" in move ? "seconds" : "to"
  const owner = { plugin: caller.principal.plugin, scope: caller.scope }
  const moving =
    "seconds" in move ? control.advance(`${move.seconds} seconds`, owner) : control.advanceTo(move.to, owner)
  yield* moving.pipe(
    Effect.catchTags({
      InvalidTime: (failure) => refusedTime(failure, param),
      TimeInPast: (failure) => refusedTime(failure, param)
    })
  )
  return yield* finishClock(caller, present)
})

/** Lets the engine's clock stand still, or run on. */
export const holdClock = Effect.fn("cards.testHelpers.holdClock")(function* (
  caller: CallerShape,
  still: boolean,
  present: Present<ClockReading>
) {
  yield* sandboxOnly(caller)
  const control = yield* TimeControl
  yield* still ? control.freeze : control.run
  return yield* finishClock(caller, present)
})

/** Gives a customer these flags and no others. Fails with `CustomerNotFound`. */
export const flagCustomer = Effect.fnUntraced(function* (
  caller: CallerShape,
  request: { readonly id: string; readonly flags: ReadonlyArray<Customer.CustomerFlag> },
  present: Present<Customer.Customer>
) {
  yield* sandboxOnly(caller)
  const rule = (customer: Customer.Customer) => Customer.withFlags(customer, request.flags)
  const { answer, customer } = yield* customers.change(caller, request.id, rule, { present })
  return answer ?? present(customer)
})

/** Makes a payment method one whose holder trusts the merchant (spec cards §8). Fails with `PaymentMethodNotFound`. */
export const trustPaymentMethod = Effect.fnUntraced(function* (
  caller: CallerShape,
  id: string,
  present: Present<PaymentMethod>
) {
  yield* sandboxOnly(caller)
  const method = yield* paymentMethods.find(caller.store, caller.scope, id)
  if (method === undefined) return yield* new PaymentMethodNotFound()
  const answer = present(method)
  yield* commitResource(caller, { writes: sca.onTrusted(caller.scope, id), answer })
  return answer
})

/** Makes a stub that stands for an active subscription of a customer. */
export const createSubscription = Effect.fnUntraced(
  function* (caller: CallerShape, customer: string, present: Present<subscriptions.Subscription>) {
    yield* sandboxOnly(caller)
    const clock = yield* Clock
    const ids = yield* Ids
    const stored = yield* customerNamed(caller, customer)
    const subscription: subscriptions.Subscription = {
      id: ids.next("sub"),
      customer,
      status: "active",
      createdAt: wholeSeconds(clock.now())
    }
    const answer = present(subscription)
    yield* commitResource<VersionConflict>(caller, {
      writes: [subscriptions.keep(caller.scope, subscription), hold(stored)],
      answer
    })
    return answer
  },
  (operation) => retryOnConflict(operation)
)

/** Cancels a stub; one that is canceled stays so. Fails with `SubscriptionNotFound`. */
export const cancelSubscription = Effect.fnUntraced(function* (
  caller: CallerShape,
  id: string,
  present: Present<subscriptions.Subscription>
) {
  yield* sandboxOnly(caller)
  const found = yield* subscriptions.find(caller.store, caller.scope, id)
  if (found === undefined) return yield* new SubscriptionNotFound()
  const answer = present({ ...found, status: "canceled" })
  yield* commitResource(caller, { writes: [subscriptions.cancel(caller.scope, id)], answer })
  return answer
})

/**
 * Adds a name to the lists of the account: whoever bears it matches from now on, and so do the customers who are known by
 * then, as when real lists change.
 */
export const addScreeningEntry = Effect.fnUntraced(
  function* (
    caller: CallerShape,
    entry: Pick<Screening.ScreeningEntry, "name" | "list" | "entityType">,
    present: Present<Screening.ScreeningEntry>
  ) {
    yield* sandboxOnly(caller)
    const clock = yield* Clock
    const ids = yield* Ids
    const made: Screening.ScreeningEntry = { ...entry, id: ids.next("scre"), createdAt: wholeSeconds(clock.now()) }
    const answer = present(made)
    const subject = { name: made.name, entityType: "any" } as const
    const before = yield* screenings.screen(caller, { subject, customer: null })
    const blocked = yield* blockNamed(caller, Screening.withEntries(before, [made]))
    yield* commitResource<VersionConflict>(caller, {
      writes: [screenings.keepEntry(caller.scope, made), ...blocked.writes],
      events: blocked.events,
      answer
    })
    return answer
  },
  (operation) => retryOnConflict(operation)
)

/** Plans a fault for the next requests of an operation. */
export const planFault = Effect.fnUntraced(function* (
  caller: CallerShape,
  plan: FaultPlan,
  present: Present<FaultPlan>
) {
  yield* sandboxOnly(caller)
  const faults = yield* Faults
  const answer = present(plan)
  yield* commitResource(caller, { writes: [], answer })
  faults.plan(caller.scope, plan)
  return answer
})

/** Forgets everything of the account and mode in the region of the request, but not the time. */
export const reset = Effect.fnUntraced(function* (caller: CallerShape, answer: Answer) {
  yield* sandboxOnly(caller)
  const faults = yield* Faults
  const stores = yield* Store
  const home = yield* stores.region(stores.home)
  faults.clear(caller.scope)
  // Without the answer kept: the record of this very request is forgotten with the others.
  yield* caller.store
    .write([...eraseScope("cards", caller.scope), ...eraseRows(caller.scope)])
    .pipe(Effect.catchTag("UniqueViolation", Effect.die))
  yield* home
    .write([eraseEmailClaims(caller.scope, caller.store.name)])
    .pipe(Effect.catchTag("UniqueViolation", Effect.die))
  return answer
})
