/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { BankApi } from "../api.ts"
import { apiVersion } from "../face.ts"
import { page, personal, respond, success } from "../respond.ts"
import { strictBodyOf, pageOf } from "../wire.ts"
import {
  coreStatusOf,
  encodeDelivery,
  encodeWebhook,
  RegisterForClientBody,
  registrationOf,
  RotateSecretBody
} from "./api.ts"
import * as deliveries from "./operations.ts"

const readRegistration = strictBodyOf(RegisterForClientBody)
const readRotation = strictBodyOf(RotateSecretBody)

/** The handlers of this slice. */
export const deliveryHandlers = HttpApiBuilder.group(BankApi, "deliveries", (handlers) =>
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
    .handleRaw("register", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const body = yield* readRegistration(request)
          const registration = registrationOf(body, apiVersion)
          return yield* deliveries.register(caller, { clientId: body.clientId, registration }, (changed) =>
            personal(encodeWebhook(changed), 201)
          )
        })
      )
    )
    .handleRaw("rotateSecret", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { clientId } = yield* readRotation(request)
          const changed = yield* deliveries.rotateSecret(caller, { clientId, webhookId: params.webhookId })
          return success(encodeWebhook(changed))
        })
      )
    )
)
