/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import {
  handlersOf,
  json,
  type Answer,
  type CallerShape,
  type EndpointChange,
  type EndpointRegistration
} from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { versionFor } from "../version-pins.ts"
import { showList } from "../lists.ts"
import { respond } from "../respond.ts"
import {
  encodeDeleted,
  encodeDelivery,
  encodeEndpoint,
  encodeReplay,
  type CreateWebhookEndpointBody,
  type UpdateWebhookEndpointBody
} from "./api.ts"
import * as operations from "./operations.ts"

const registrationOf = (body: typeof CreateWebhookEndpointBody.Type, apiVersion: string): EndpointRegistration => ({
  url: body.url,
  enabledEvents: body.enabled_events,
  signatureFormat: body.signature_format,
  apiVersion
})

const changeOf = (body: typeof UpdateWebhookEndpointBody.Type): EndpointChange => ({
  url: body.url,
  enabledEvents: body.enabled_events,
  status: body.status,
  signatureFormat: body.signature_format
})

const isLive = ({ principal }: CallerShape): boolean => principal.mode === "live"

/** Runs a change and gives the answer that was kept for replay. */
const answered = <A, E, R>(
  present: operations.Present<A>,
  change: (present: operations.Present<A>) => Effect.Effect<operations.Presented<A>, E, R>
): Effect.Effect<Answer, E, R> => Effect.map(change(present), ({ answer, outcome }) => answer ?? present(outcome))

const endpointAnswer =
  (caller: CallerShape): operations.Present<operations.ChangedEndpoint> =>
  (changed) => ({
    ...json(200, encodeEndpoint({ ...changed, livemode: isLive(caller) })),
    ...(changed.secret === undefined ? {} : { confidential: true })
  })

const deliveryAnswer =
  (caller: CallerShape): operations.Present<operations.LoggedDelivery> =>
  (logged) =>
    json(200, encodeDelivery({ ...logged, livemode: isLive(caller) }))

const deletedAnswer: operations.Present<operations.ChangedEndpoint> = (changed) => json(200, encodeDeleted(changed))

const replayAnswer: operations.Present<operations.Replay> = (replay) => json(200, encodeReplay(replay))

const update = ({ params, payload }: { params: { id: string }; payload: typeof UpdateWebhookEndpointBody.Type }) =>
  respond((caller) =>
    answered(endpointAnswer(caller), (present) =>
      operations.update(caller, { id: params.id, change: changeOf(payload) }, present)
    )
  )

/** The handlers of this slice. */
export const webhookEndpointHandlers = handlersOf(CardsApi, "webhookEndpoints", (handlers) =>
  handlers.handleAll({
    create: ({ payload, request }) =>
      respond((caller) =>
        Effect.flatMap(versionFor(caller.principal.account, request.headers["svc-version"]), (apiVersion) =>
          answered(endpointAnswer(caller), (present) =>
            operations.create(caller, registrationOf(payload, apiVersion), present)
          )
        )
      ),
    list: ({ query }) =>
      respond((caller) =>
        showList(
          query,
          (page) => operations.list(caller, page),
          (endpoint) => encodeEndpoint({ endpoint, livemode: isLive(caller) })
        )
      ),
    retrieve: ({ params }) =>
      respond((caller) =>
        Effect.map(operations.retrieve(caller, params.id), (endpoint) => endpointAnswer(caller)({ endpoint }))
      ),
    update,
    patch: update,
    remove: ({ params }) =>
      respond((caller) => answered(deletedAnswer, (present) => operations.remove(caller, params.id, present))),
    rotateSecret: ({ params }) =>
      respond((caller) =>
        answered(endpointAnswer(caller), (present) => operations.rotateSecret(caller, params.id, present))
      ),
    replay: ({ params, payload }) =>
      respond((caller) =>
        answered(replayAnswer, (present) =>
          operations.replay(caller, { id: params.id, from: payload.from, to: payload.to }, present)
        )
      ),
    listDeliveries: ({ params, query }) =>
      respond((caller) =>
        showList(
          query,
          (page) => operations.deliveries(caller, params.id, page),
          (logged) => encodeDelivery({ ...logged, livemode: isLive(caller) })
        )
      ),
    retryDelivery: ({ params }) =>
      respond((caller) =>
        answered(deliveryAnswer(caller), (present) => operations.retryDelivery(caller, params.id, present))
      )
  })
)
