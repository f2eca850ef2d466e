/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { apiVersion } from "../face.ts"
import { page, personal, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { encodeWebhook, registrationOf, statusOf } from "./api.ts"
import * as webhooks from "./operations.ts"

/** The handlers of this slice. */
export const webhookHandlers = handlersOf(BankApi, "webhooks", (handlers) =>
  handlers
    .handle("register", ({ payload }) =>
      respond((caller) =>
        webhooks.register(
          caller,
          { scope: caller.scope, registration: registrationOf(payload, apiVersion) },
          (changed) => personal(encodeWebhook(changed), 201)
        )
      )
    )
    .handle("list", ({ query }) =>
      respond((caller) =>
        Effect.map(webhooks.list(caller, pageOf(query)), (found) =>
          page(found, (endpoint) => encodeWebhook({ endpoint }))
        )
      )
    )
    .handle("retrieve", ({ params }) =>
      respond((caller) =>
        Effect.map(webhooks.retrieve(caller, params.webhookId), (endpoint) => success(encodeWebhook({ endpoint })))
      )
    )
    .handle("update", ({ params, payload: { description, enabled, events, url } }) =>
      respond((caller) =>
        Effect.map(
          webhooks.update(caller, params.webhookId, {
            url,
            enabledEvents: events,
            description,
            status: statusOf(enabled)
          }),
          (endpoint) => success(encodeWebhook({ endpoint }))
        )
      )
    )
    .handle("remove", ({ params }) =>
      respond((caller) => Effect.as(webhooks.remove(caller, params.webhookId), { status: 204, body: "" }))
    )
)
