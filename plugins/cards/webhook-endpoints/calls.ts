/** Webhook endpoints in process: the same operations as over HTTP. */
import * as Effect from "effect/Effect"
import { paged, type CallerShape, type HostPage, type SignatureFormat } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import type { CardsEventType } from "../events.ts"
import { versionFor } from "../version-pins.ts"
import { changeOf, registrationOf } from "./api.ts"
import { webhooks } from "./operations.ts"

const { change } = callsOf(CardsApi, "webhookEndpoints")
const creating = change("create")
const updating = change("update")
const removing = change("remove")
const rotating = change("rotateSecret")
const replaying = change("replay")
const retrying = change("retryDelivery")

/** Where to send which events. */
export interface CreateWebhookEndpoint {
  readonly url: string
  /** Event types, or `["*"]` for all. */
  readonly enabledEvents: ReadonlyArray<CardsEventType | "*">
  /** Default: `literal`. */
  readonly signatureFormat?: SignatureFormat
}

/** A change: what is left out stays. A disabled endpoint receives nothing. */
export interface UpdateWebhookEndpoint extends Partial<CreateWebhookEndpoint> {
  readonly status?: "enabled" | "disabled"
}

/** Registers an endpoint; its secret is given once. Fails with `InvalidUrl`, `UnknownEventType`, `NoEventTypes` or `TooManyEndpoints`. */
export const create = (caller: CallerShape, command: CreateWebhookEndpoint) =>
  creating(caller, { command }, (asking, body) =>
    Effect.flatMap(versionFor(asking.principal.account, undefined), (version) =>
      webhooks.register(asking, registrationOf(body, version))
    )
  )

/** An endpoint by its id. Fails with `EndpointNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => webhooks.retrieve(caller, id)

/** A page of endpoints, newest first. */
export const list = (caller: CallerShape, page?: HostPage) => paged(page, (of) => webhooks.list(caller, of))

/** Changes an endpoint. Fails with `EndpointNotFound`, or as `create`. */
export const update = (caller: CallerShape, id: string, command: UpdateWebhookEndpoint) =>
  updating(caller, { id, command }, (asking, body) => webhooks.update(asking, id, changeOf(body)))

/** Deletes an endpoint; what is pending for it is dropped. Fails with `EndpointNotFound`. */
export const remove = (caller: CallerShape, id: string) =>
  removing(caller, { id }, (asking) => webhooks.remove(asking, id))

/** Makes another secret, which is given once. Fails with `EndpointNotFound`. */
export const rotateSecret = (caller: CallerShape, id: string) =>
  rotating(caller, { id }, (asking) => webhooks.rotateSecret(asking, id))

/** Sends the events from one time to another again, both included. Fails with `EndpointNotFound` or `RetryRefused`. */
export const replay = (caller: CallerShape, id: string, command: { readonly from: Date; readonly to?: Date }) =>
  replaying(caller, { id, command }, (asking, { from, to }) => webhooks.replay(asking, { id, from, to }))

/** A page of the deliveries to an endpoint with their attempts, newest first. Fails with `EndpointNotFound`. */
export const deliveries = (caller: CallerShape, id: string, page?: HostPage) =>
  paged(page, (of) => webhooks.deliveries(caller, id, of))

/** Makes one more attempt of a delivery now. Fails with `DeliveryNotFound` or `RetryRefused`. */
export const retryDelivery = (caller: CallerShape, id: string) =>
  retrying(caller, { id }, (asking) => webhooks.retryDelivery(asking, id))
