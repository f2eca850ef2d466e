/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { BankApi } from "../api.ts"
import { apiVersion } from "../face.ts"
import { page, personal, respond, success } from "../respond.ts"
import { bodyOf, pageOf } from "../wire.ts"
import { encodeWebhook, registrationOf, RegisterWebhookBody, statusOf, UpdateWebhookBody } from "./api.ts"
import * as webhooks from "./operations.ts"

const readRegistration = bodyOf(RegisterWebhookBody)
const readUpdate = bodyOf(UpdateWebhookBody)

/** The handlers of this slice. */
export const webhookHandlers = HttpApiBuilder.group(BankApi, "webhooks", (handlers) =>
  handlers
    .handleRaw("register", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const body = yield* readRegistration(request)
          const registration = registrationOf(body, apiVersion)
          return yield* webhooks.register(caller, { scope: caller.scope, registration }, (changed) =>
            personal(encodeWebhook(changed), 201)
          )
        })
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
    .handleRaw("update", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const body = yield* readUpdate(request)
          const endpoint = yield* webhooks.update(caller, params.webhookId, {
            url: body.url,
            enabledEvents: body.events,
            description: body.description,
            status: statusOf(body.enabled)
          })
          return success(encodeWebhook({ endpoint }))
        })
      )
    )
    .handle("remove", ({ params }) =>
      respond((caller) => Effect.as(webhooks.remove(caller, params.webhookId), { status: 204, body: "" }))
    )
)
