/** The stubs that stand for subscriptions in test mode, as rows. */
import * as Effect from "effect/Effect"
import { given, integer, table, text, type Read, type RegionStore, type Write } from "../../../src/plugin.ts"

/** A stub. Times are epoch milliseconds of engine time, whole seconds. */
export interface Subscription {
  readonly id: string
  readonly customer: string
  readonly status: "active" | "canceled"
  readonly createdAt: number
}

const subscriptions = table("cards_subscriptions", {
  id: text,
  scope: text,
  customer: text,
  status: text,
  created_at: integer
})

export const insertSubscription = (scope: string, subscription: Subscription): Write =>
  subscriptions.insert({
    id: subscription.id,
    scope,
    customer: subscription.customer,
    status: subscription.status,
    created_at: subscription.createdAt
  })

const cancel = subscriptions.updating({ set: { status: "canceled" }, where: { id: given, scope: given } })

/** The write that cancels a stub; one that is canceled stays so. */
export const cancelSubscription = (scope: string, id: string): Write => cancel({}, { id, scope })

/** A stub of a scope, or `undefined`. */
export const findSubscription = (store: RegionStore, scope: string, id: string): Read<Subscription | undefined> =>
  Effect.map(
    store.read<Subscription>(
      `SELECT id, customer, status, created_at AS "createdAt" FROM cards_subscriptions WHERE id = ? AND scope = ?`,
      [id, scope]
    ),
    ([subscription]) => subscription
  )

/** How many active stubs a customer has. */
export const countActiveSubscriptions = (store: RegionStore, scope: string, customer: string): Read<number> =>
  Effect.map(
    store.read<{ readonly active: number }>(
      `SELECT count(*) AS active FROM cards_subscriptions WHERE scope = ? AND customer = ? AND status = 'active'`,
      [scope, customer]
    ),
    ([row]) => row?.active ?? 0
  )
