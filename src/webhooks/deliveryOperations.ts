/** Manual retries: one extra attempt at a delivery, asked for by its owner or an administrator. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Clock } from "../services/Clock.ts"
import type { RegionStore } from "../services/Store.ts"
import { schedule } from "../store/jobRepository.ts"
import { retryByHand } from "./Delivery.ts"
import * as deliveries from "./deliveryRepository.ts"
import type { EndpointOwner } from "./endpointOperations.ts"
import * as endpoints from "./endpointRepository.ts"

/** No delivery of this id in this scope and region. */
export class DeliveryNotFound extends Data.TaggedError("DeliveryNotFound")<{ readonly id: string }> {}

/**
 * The delivery and the job of an extra attempt, for a caller that commits it with its own answer. Fails with
 * `DeliveryNotFound` or `RetryRefused`.
 */
export const prepareRetry = Effect.fn("webhooks.delivery.prepareRetry")(function* (
  store: RegionStore,
  owner: EndpointOwner,
  deliveryId: string
) {
  const { profile, scope } = owner
  const clock = yield* Clock
  const delivery = yield* deliveries.byId(store, { plugin: profile.plugin, scope, id: deliveryId })
  if (delivery === undefined) return yield* new DeliveryNotFound({ id: deliveryId })
  const stored = yield* endpoints.forDelivery(store, delivery.endpointId)
  const facts = { endpoint: stored?.endpoint, now: clock.now(), retryableForMs: profile.retryableForMs }
  const job = yield* Effect.fromResult(retryByHand(delivery, facts))
  return { delivery, job }
})

/** Makes an extra attempt now, beside the schedule. Answers when it is on disk; fails as `prepareRetry`. */
export const retryNow = Effect.fn("webhooks.delivery.retryNow")(function* (
  store: RegionStore,
  owner: EndpointOwner,
  deliveryId: string
) {
  const { delivery, job } = yield* prepareRetry(store, owner, deliveryId)
  yield* store.write([schedule(job)]).pipe(Effect.catchTag("UniqueViolation", Effect.die))
  return delivery
})
