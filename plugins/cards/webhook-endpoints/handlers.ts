/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import {
  handlersOf,
  json,
  type Answer,
  type CallerShape,
  type ChangedEndpoint,
  type LoggedDelivery
} from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { versionFor } from "../version-pins.ts"
import { answer, list, read, shown } from "../respond.ts"
import {
  DeletedEndpointBody,
  WebhookDeliveryBody,
  WebhookEndpointBody,
  WebhookReplayBody,
  registrationOf,
  changeOf,
  type UpdateWebhookEndpointBody
} from "./api.ts"
import { webhooks } from "./operations.ts"

const isLive = ({ principal }: CallerShape): boolean => principal.mode === "live"

const showEndpoint = (changed: ChangedEndpoint, caller: CallerShape): Answer => ({
  ...json(200, WebhookEndpointBody.write({ ...changed, livemode: isLive(caller) })),
  ...(changed.secret === undefined ? {} : { confidential: true })
})

const showDelivery = (logged: LoggedDelivery, caller: CallerShape): Answer =>
  json(200, WebhookDeliveryBody.write({ ...logged, livemode: isLive(caller) }))

const update = ({ params, payload }: { params: { id: string }; payload: typeof UpdateWebhookEndpointBody.Type }) =>
  answer((caller) => webhooks.update(caller, params.id, changeOf(payload)), showEndpoint)

export const webhookEndpointHandlers = handlersOf(CardsApi, "webhookEndpoints", (handlers) =>
  handlers.handleAll({
    create: ({ payload, request }) =>
      answer(
        (caller) =>
          Effect.flatMap(versionFor(caller.principal.account, request.headers["svc-version"]), (apiVersion) =>
            webhooks.register(caller, registrationOf(payload, apiVersion))
          ),
        showEndpoint
      ),
    list: ({ query }) =>
      list(query, webhooks.list, (endpoint, caller) =>
        WebhookEndpointBody.write({ endpoint, livemode: isLive(caller) })
      ),
    retrieve: ({ params }) =>
      read(
        (caller) => webhooks.retrieve(caller, params.id),
        (endpoint, caller) => showEndpoint({ endpoint }, caller)
      ),
    update,
    patch: update,
    remove: ({ params }) => answer((caller) => webhooks.remove(caller, params.id), shown(DeletedEndpointBody.write)),
    rotateSecret: ({ params }) => answer((caller) => webhooks.rotateSecret(caller, params.id), showEndpoint),
    replay: ({ params, payload }) =>
      answer(
        (caller) => webhooks.replay(caller, { id: params.id, from: payload.from, to: payload.to }),
        shown(WebhookReplayBody.write)
      ),
    listDeliveries: ({ params, query }) =>
      list(
        query,
        (caller, page) => webhooks.deliveries(caller, params.id, page),
        (logged, caller) => WebhookDeliveryBody.write({ ...logged, livemode: isLive(caller) })
      ),
    retryDelivery: ({ params }) => answer((caller) => webhooks.retryDelivery(caller, params.id), showDelivery)
  })
)
