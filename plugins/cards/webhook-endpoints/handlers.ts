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
import { showList } from "../lists.ts"
import { answer, respond } from "../respond.ts"
import {
  encodeDeleted,
  encodeDelivery,
  encodeEndpoint,
  encodeReplay,
  registrationOf,
  changeOf,
  type UpdateWebhookEndpointBody
} from "./api.ts"
import { webhooks } from "./operations.ts"

const isLive = ({ principal }: CallerShape): boolean => principal.mode === "live"

const showEndpoint = (changed: ChangedEndpoint, caller: CallerShape): Answer => ({
  ...json(200, encodeEndpoint({ ...changed, livemode: isLive(caller) })),
  ...(changed.secret === undefined ? {} : { confidential: true })
})

const showDelivery = (logged: LoggedDelivery, caller: CallerShape): Answer =>
  json(200, encodeDelivery({ ...logged, livemode: isLive(caller) }))

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
      respond((caller) =>
        showList(
          query,
          (page) => webhooks.list(caller, page),
          (endpoint) => encodeEndpoint({ endpoint, livemode: isLive(caller) })
        )
      ),
    retrieve: ({ params }) =>
      respond((caller) =>
        Effect.map(webhooks.retrieve(caller, params.id), (endpoint) => showEndpoint({ endpoint }, caller))
      ),
    update,
    patch: update,
    remove: ({ params }) =>
      answer(
        (caller) => webhooks.remove(caller, params.id),
        (deleted) => json(200, encodeDeleted(deleted))
      ),
    rotateSecret: ({ params }) => answer((caller) => webhooks.rotateSecret(caller, params.id), showEndpoint),
    replay: ({ params, payload }) =>
      answer(
        (caller) => webhooks.replay(caller, { id: params.id, from: payload.from, to: payload.to }),
        (replay) => json(200, encodeReplay(replay))
      ),
    listDeliveries: ({ params, query }) =>
      respond((caller) =>
        showList(
          query,
          (page) => webhooks.deliveries(caller, params.id, page),
          (logged) => encodeDelivery({ ...logged, livemode: isLive(caller) })
        )
      ),
    retryDelivery: ({ params }) => answer((caller) => webhooks.retryDelivery(caller, params.id), showDelivery)
  })
)
