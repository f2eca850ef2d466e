/** The stubs that stand for subscriptions in test mode, as rows. */
import * as Effect from "effect/Effect"
import type { RegionStore, StoreUnavailable, Write } from "../../../src/plugin.ts"

/** A stub. Times are epoch milliseconds of engine time, whole seconds. */
export interface Subscription {
  readonly id: string
  readonly customer: string
  readonly status: "active" | "canceled"
  readonly createdAt: number
}

export const insertSubscription = (scope: string, subscription: Subscription): Write => ({
  text: `INSERT INTO cards_subscriptions (id, scope, customer, status, created_at) VALUES (?, ?, ?, ?, ?)`,
  params: [subscription.id, scope, subscription.customer, subscription.status, subscription.createdAt]
})

/** The write that cancels a stub; one that is canceled stays so. */
export const cancelSubscription = (scope: string, id: string): Write => ({
  text: `UPDATE cards_subscriptions SET status = 'canceled' WHERE id = ? AND scope = ?`,
  params: [id, scope]
})

/** A stub of a scope, or `undefined`. */
export const findSubscription = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<Subscription | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ id: string; customer: string; status: Subscription["status"]; created_at: number }>(
      `SELECT id, customer, status, created_at FROM cards_subscriptions WHERE id = ? AND scope = ?`,
      [id, scope]
    ),
    ([row]) =>
      row === undefined
        ? undefined
        : { id: row.id, customer: row.customer, status: row.status, createdAt: Number(row.created_at) }
  )

/** How many active stubs a customer has. */
export const countActiveSubscriptions = (
  store: RegionStore,
  scope: string,
  customer: string
): Effect.Effect<number, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly active: number }>(
      `SELECT count(*) AS active FROM cards_subscriptions WHERE scope = ? AND customer = ? AND status = 'active'`,
      [scope, customer]
    ),
    ([row]) => Number(row?.active ?? 0)
  )
