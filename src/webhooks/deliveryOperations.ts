/** Manual retries: one extra attempt at a delivery, requested by its owner or an administrator. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { timeOfId } from "../domain/Id.ts"
import { Clock } from "../services/Clock.ts"
import type { RegionStore } from "../services/Store.ts"
import { retryByHand, RetryRefused } from "./Delivery.ts"
import * as deliveries from "./deliveryRepository.ts"
import type { EndpointOwner } from "./endpointOperations.ts"
import * as endpoints from "./endpointRepository.ts"

/** No delivery of this id in this scope and region. */
export class DeliveryNotFound extends Data.TaggedError("DeliveryNotFound")<{ readonly id: string }> {}

/** When the event of a delivery was made, as the delivery's id tells it: `whd_`, the event's part, the endpoint's part. */
const eventTimeOf = (deliveryId: string): number =>
  timeOfId(`evt_${String(deliveryId).split("_")[1] ?? ""}`) ?? Infinity

/**
 * The delivery and the job of an extra attempt, for a caller that commits it with its own answer. Fails with
 * `DeliveryNotFound` or `RetryRefused`.
 */
export const prepareRetry = Effect.fnUntraced(function* (store: RegionStore, owner: EndpointOwner, deliveryId: string) {
  const { profile, scope } = owner
  const clock = yield* Clock
  const delivery = yield* deliveries.byId(store, { plugin: profile.plugin, scope, id: deliveryId })
  if (delivery === undefined) {
    // A row is deleted once its time is over: then the id still tells that it is too late.
    const isTooLate = clock.now() - eventTimeOf(deliveryId) > (profile.retryableForMs ?? Infinity)
    return yield* isTooLate
      ? new RetryRefused({ deliveryId, reason: "event_expired" })
      : new DeliveryNotFound({ id: deliveryId })
  }
  const stored = yield* endpoints.forDelivery(store, delivery.endpointId)
  const facts = { endpoint: stored?.endpoint, now: clock.now(), retryableForMs: profile.retryableForMs }
  const job = yield* Effect.fromResult(retryByHand(delivery, facts))
  return { delivery, job }
})
