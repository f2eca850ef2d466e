/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { apiVersion } from "../face.ts"
import { answer, page, personal, removed, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { changeOf, encodeWebhook, registrationOf } from "./api.ts"
import { webhooks } from "./operations.ts"

export const webhookHandlers = handlersOf(BankApi, "webhooks", (handlers) =>
  handlers
    .handle("register", ({ payload }) =>
      answer(
        (caller) => webhooks.register(caller, registrationOf(payload, apiVersion)),
        (made) => personal(encodeWebhook(made), 201)
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
    .handle("update", ({ params, payload }) =>
      answer(
        (caller) => webhooks.update(caller, params.webhookId, changeOf(payload)),
        (changed) => success(encodeWebhook(changed))
      )
    )
    .handle("remove", ({ params }) => answer((caller) => webhooks.remove(caller, params.webhookId), removed))
)
