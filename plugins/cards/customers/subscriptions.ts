/**
 * Whether subscriptions of a customer are active (C180). This service has none: hosts that have some tell how many, and
 * test mode has a stub that stands for one.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { CallerShape, Read, RegionStore } from "../../../src/plugin.ts"
import {
  cancelSubscription,
  countActiveSubscriptions,
  findSubscription,
  insertSubscription
} from "./subscriptionRepository.ts"

export type { Subscription } from "./subscriptionRepository.ts"

/** What a host with subscriptions of its own tells. */
export interface SubscriptionsShape {
  /** How many of a customer's subscriptions are active. Asked before a customer is deleted. */
  readonly countActive: (of: {
    /** Account and mode, such as `acct_1/test`. */
    readonly scope: string
    readonly customer: string
  }) => Read<number>
}

/** The host's subscriptions; without a layer of the host there are none. */
export const Subscriptions = Context.Reference<SubscriptionsShape>("bursar/cards/Subscriptions", {
  defaultValue: () => ({ countActive: () => Effect.succeed(0) })
})

/** How many stubs of test mode are active. */
export const countActive = (
  caller: Pick<CallerShape, "scope"> & { readonly store: RegionStore },
  customer: string
): Read<number> => countActiveSubscriptions(caller.store, caller.scope, customer)

export const keep = insertSubscription

/** The write that cancels a stub. */
export const cancel = cancelSubscription

/** A stub of a scope, or `undefined`. */
export const find = findSubscription
