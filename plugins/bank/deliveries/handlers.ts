/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { apiVersion } from "../face.ts"
import { answer, list, read, shown, shownSealed } from "../respond.ts"
import { coreStatusOf, DeliveryBody, registrationOf, WebhookBody } from "./api.ts"
import * as deliveries from "./operations.ts"

export const deliveryHandlers = handlersOf(BankApi, "deliveries", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      list(
        query,
        (caller, page, { eventId, status, webhookId: endpointId }) =>
          deliveries.list(caller, { eventId, endpointId, status: coreStatusOf(status) }, page),
        DeliveryBody.write
      ),
    retrieve: ({ params }) =>
      read((caller) => deliveries.retrieve(caller, params.deliveryId), shown(DeliveryBody.write)),
    retry: ({ params }) =>
      answer((caller) => deliveries.retry(caller, params.deliveryId), shown(DeliveryBody.write, 202)),
    register: ({ payload }) =>
      answer(
        (caller) => deliveries.register(caller, payload.clientId, registrationOf(payload, apiVersion)),
        shownSealed(WebhookBody.write, 201)
      ),
    rotateSecret: ({ params, payload }) =>
      answer(
        (caller) => deliveries.rotateSecret(caller, payload.clientId, params.webhookId),
        shownSealed(WebhookBody.write)
      )
  })
)
