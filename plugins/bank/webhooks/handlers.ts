/** From requests to operations and back. */
import type { ChangedEndpoint } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { apiVersion } from "../face.ts"
import { answer, list, read, removed, shown, shownSealed } from "../respond.ts"
import { changeOf, encodeWebhook, registrationOf } from "./api.ts"
import { webhooks } from "./operations.ts"

const encodeListed = (endpoint: ChangedEndpoint["endpoint"]) => encodeWebhook({ endpoint })

export const webhookHandlers = handlersOf(BankApi, "webhooks", (handlers) =>
  handlers.handleAll({
    register: ({ payload }) =>
      answer(
        (caller) => webhooks.register(caller, registrationOf(payload, apiVersion)),
        shownSealed(encodeWebhook, 201)
      ),
    list: ({ query }) => list(query, webhooks.list, encodeListed),
    retrieve: ({ params }) => read((caller) => webhooks.retrieve(caller, params.webhookId), shown(encodeListed)),
    update: ({ params, payload }) =>
      answer((caller) => webhooks.update(caller, params.webhookId, changeOf(payload)), shown(encodeWebhook)),
    remove: ({ params }) => answer((caller) => webhooks.remove(caller, params.webhookId), removed)
  })
)
