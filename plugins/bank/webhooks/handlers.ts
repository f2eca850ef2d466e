/** From requests to operations and back. */
import type { ChangedEndpoint } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { apiVersion } from "../face.ts"
import { answer, list, read, removed, shown, shownSealed } from "../respond.ts"
import { changeOf, WebhookBody, registrationOf } from "./api.ts"
import { webhooks } from "./operations.ts"

const encodeListed = (endpoint: ChangedEndpoint["endpoint"]) => WebhookBody.write({ endpoint })

export const webhookHandlers = handlersOf(BankApi, "webhooks", (handlers) =>
  handlers.handleAll({
    register: ({ payload }) =>
      answer(
        (caller) => webhooks.register(caller, registrationOf(payload, apiVersion)),
        shownSealed(WebhookBody.write, 201)
      ),
    list: ({ query }) => list(query, webhooks.list, encodeListed),
    retrieve: ({ params }) => read((caller) => webhooks.retrieve(caller, params.webhookId), shown(encodeListed)),
    update: ({ params, payload }) =>
      answer((caller) => webhooks.update(caller, params.webhookId, changeOf(payload)), shown(WebhookBody.write)),
    remove: ({ params }) => answer((caller) => webhooks.remove(caller, params.webhookId), removed)
  })
)
