/** What test helpers do: each leaves the work to the slice that it is about. */
import * as Effect from "effect/Effect"
import {
  Clock,
  eraseScope,
  Ids,
  noChange,
  Store,
  TimeControl,
  type CallerShape,
  type InvalidTime,
  type TimeInPast,
  type VersionConflict
} from "../../../src/plugin.ts"
import { blockNamed } from "../customers/blocking.ts"
import * as Customer from "../customers/Customer.ts"
import { customerNamed, hold } from "../customers/holding.ts"
import * as customers from "../customers/operations.ts"
import * as subscriptions from "../customers/subscriptions.ts"
import { wholeSeconds } from "../events.ts"
import { Faults, type FaultPlan } from "../faults.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import { planned } from "../plans.ts"
import * as sca from "../sca/operations.ts"
import * as screenings from "../screening/operations.ts"
import * as Screening from "../screening/ScreeningRecord.ts"
import { eraseEmailClaims, eraseRows } from "./repository.ts"
import { SubscriptionNotFound, TestRefused } from "./TestFailure.ts"

/** Where the clock stands, and how it runs. */
export interface ClockReading {
  /** Engine time, epoch milliseconds. */
  readonly now: number
  readonly mode: "system" | "offset" | "frozen"
}

/** The engine's clock as it stands. */
export const readClock = Effect.map(TimeControl, (control): ClockReading => ({
  now: control.now(),
  mode: control.state().mode
}))

const refusedTime = (failure: InvalidTime | TimeInPast, param: string) =>
  Effect.fail(new TestRefused({ message: failure.message, param }))

/** How far to move. */
export type ClockMove = { readonly seconds: number } | { readonly to: number }

const planReading = Effect.map(readClock, noChange)

/**
 * Moves the engine's clock. Everything that falls due on the way, deliveries included, has happened when it answers.
 * Fails with `TestRefused` for a time that is past.
 */
export const advanceClock = Effect.fnUntraced(function* (caller: CallerShape, move: ClockMove) {
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
  return yield* planReading
})

/** Lets the engine's clock stand still, or run on. */
export const holdClock = Effect.fnUntraced(function* (still: boolean) {
  const control = yield* TimeControl
  yield* still ? control.freeze : control.run
  return yield* planReading
})

/** Gives a customer these flags and no others. Fails with `CustomerNotFound`. */
export const flagCustomer = (caller: CallerShape, id: string, flags: ReadonlyArray<Customer.CustomerFlag>) =>
  customers.change(caller, id, (customer) => Customer.withFlags(customer, flags))

/** Makes a payment method one whose holder trusts the merchant (spec cards §8). Fails with `PaymentMethodNotFound`. */
export const trustPaymentMethod = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const method = yield* paymentMethods.retrieve(caller, id)
  return yield* planned(caller, method, { writes: sca.onTrusted(caller.scope, id) })
})

/** Makes a stub that stands for an active subscription of a customer. */
export const createSubscription = Effect.fnUntraced(function* (caller: CallerShape, customer: string) {
  const clock = yield* Clock
  const ids = yield* Ids
  const stored = yield* customerNamed(caller, customer)
  const subscription: subscriptions.Subscription = {
    id: ids.next("sub"),
    customer,
    status: "active",
    createdAt: wholeSeconds(clock.now())
  }
  return yield* planned<subscriptions.Subscription, VersionConflict>(caller, subscription, {
    writes: [subscriptions.keep(caller.scope, subscription), hold(stored)]
  })
})

/** Cancels a stub; one that is canceled stays so. Fails with `SubscriptionNotFound`. */
export const cancelSubscription = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const found = yield* subscriptions.find(caller.store, caller.scope, id)
  if (found === undefined) return yield* new SubscriptionNotFound()
  const canceled: subscriptions.Subscription = { ...found, status: "canceled" }
  return yield* planned(caller, canceled, { writes: [subscriptions.cancel(caller.scope, id)] })
})

/**
 * Adds a name to the lists of the account: whoever bears it matches from now on, and so do the customers who are known by
 * then, as when real lists change.
 */
export const addScreeningEntry = Effect.fnUntraced(function* (
  caller: CallerShape,
  entry: Pick<Screening.ScreeningEntry, "name" | "list" | "entityType">
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const made: Screening.ScreeningEntry = { ...entry, id: ids.next("scre"), createdAt: wholeSeconds(clock.now()) }
  const subject = { name: made.name, entityType: "any" } as const
  const before = yield* screenings.screen(caller, { subject, customer: null })
  const blocked = yield* blockNamed(caller, Screening.withEntries(before, [made]))
  return yield* planned<Screening.ScreeningEntry, VersionConflict>(caller, made, {
    writes: [screenings.keepEntry(caller.scope, made), ...blocked.writes],
    events: blocked.events
  })
})

/** Plans a fault for the next requests of an operation. */
export const planFault = (caller: CallerShape, plan: FaultPlan) =>
  Effect.map(Faults, (faults) => ({
    ...noChange(plan),
    after: Effect.sync(() => faults.plan(caller.scope, plan))
  }))

/** Forgets everything of the account and mode in the region of the request, but not the time. */
export const reset = Effect.fnUntraced(function* (caller: CallerShape) {
  const faults = yield* Faults
  const stores = yield* Store
  const home = yield* stores.region(stores.home)
  faults.clear(caller.scope)
  yield* caller.store
    .write([...eraseScope("cards", caller.scope), ...eraseRows(caller.scope)])
    .pipe(Effect.catchTag("UniqueViolation", Effect.die))
  yield* home
    .write([eraseEmailClaims(caller.scope, caller.store.name)])
    .pipe(Effect.catchTag("UniqueViolation", Effect.die))
})
