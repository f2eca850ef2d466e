/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { apiVersion } from "../face.ts"
import { answer, page, personal, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { coreStatusOf, encodeDelivery, encodeWebhook, registrationOf } from "./api.ts"
import * as deliveries from "./operations.ts"

export const deliveryHandlers = handlersOf(BankApi, "deliveries", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      respond((caller) =>
        Effect.map(
          deliveries.list(
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
        Effect.map(deliveries.retrieve(caller, params.deliveryId), (logged) => success(encodeDelivery(logged)))
      )
    )
    .handle("retry", ({ params }) =>
      answer(
        (caller) => deliveries.retry(caller, params.deliveryId),
        (logged) => success(encodeDelivery(logged), 202)
      )
    )
    .handle("register", ({ payload }) =>
      answer(
        (caller) => deliveries.register(caller, payload.clientId, registrationOf(payload, apiVersion)),
        (made) => personal(encodeWebhook(made), 201)
      )
    )
    .handle("rotateSecret", ({ params, payload }) =>
      answer(
        (caller) => deliveries.rotateSecret(caller, payload.clientId, params.webhookId),
        (changed) => personal(encodeWebhook(changed), 200)
      )
    )
)
