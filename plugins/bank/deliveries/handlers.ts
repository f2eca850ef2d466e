/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { apiVersion } from "../face.ts"
import { page, personal, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { coreStatusOf, encodeDelivery, encodeWebhook, registrationOf } from "./api.ts"
import * as deliveries from "./operations.ts"

/** The handlers of this slice. */
export const deliveryHandlers = handlersOf(BankApi, "deliveries", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      respond((caller) =>
        Effect.map(
          deliveries.deliveries(
            caller,
            { eventId: query.eventId, endpointId: query.webhookId, status: coreStatusOf(query.status) },
            pageOf(query)
          ),
          (found) => page(found, encodeDelivery)
        )
      )
    )
    .handle("retrieve", ({ params }) =>
      respond((caller) =>
        Effect.map(deliveries.delivery(caller, params.deliveryId), (logged) => success(encodeDelivery(logged)))
      )
    )
    .handle("retry", ({ params }) =>
      respond((caller) =>
        Effect.map(deliveries.retry(caller, params.deliveryId), (logged) => success(encodeDelivery(logged), 202))
      )
    )
    .handle("register", ({ payload }) =>
      respond((caller) => {
        const asked = { clientId: payload.clientId, registration: registrationOf(payload, apiVersion) }
        return deliveries.register(caller, asked, (changed) => personal(encodeWebhook(changed), 201))
      })
    )
    .handle("rotateSecret", ({ params, payload }) =>
      respond((caller) =>
        Effect.map(
          deliveries.rotateSecret(caller, { clientId: payload.clientId, webhookId: params.webhookId }),
          (changed) => success(encodeWebhook(changed))
        )
      )
    )
)
