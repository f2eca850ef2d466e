/** Webhooks in process: the same operations as over HTTP, for callers with the same scope. */
import { paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { apiVersion } from "../face.ts"
import type { RegisterForClientBody, RotateSecretBody } from "../deliveries/api.ts"
import * as ofAll from "../deliveries/operations.ts"
import { changeOf, registrationOf, type RegisterWebhookBody, type UpdateWebhookBody } from "./api.ts"
import { webhooks } from "./operations.ts"

const { change, read } = callsOf(BankApi, "webhooks")
const registering = change("register")
const reading = read("retrieve")
const updating = change("update")
const removing = change("remove")
const deliveries = callsOf(BankApi, "deliveries")
const registeringFor = deliveries.change("register")
const rotating = deliveries.change("rotateSecret")

/** Registers a webhook; its secret is given once. Fails with `InvalidUrl`, `UnknownEventType`, `NoEventTypes` or `TooManyEndpoints`. */
export const register = (caller: CallerShape, command: typeof RegisterWebhookBody.Encoded) =>
  registering(caller, { command }, (asking, body) => webhooks.register(asking, registrationOf(body, apiVersion)))

/** A webhook by its id. Fails with `EndpointNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => reading(caller, (asking) => webhooks.retrieve(asking, id))

/** A page of webhooks, newest first. */
export const list = (caller: CallerShape, page?: HostPage) =>
  reading(caller, (asking) => paged(page, (of) => webhooks.list(asking, of)))

/** Changes a webhook: what is left out stays. Fails with `EndpointNotFound`, or as `register`. */
export const update = (caller: CallerShape, id: string, command: typeof UpdateWebhookBody.Encoded) =>
  updating(caller, { id, command }, (asking, body) => webhooks.update(asking, id, changeOf(body)))

/** Deletes a webhook. Fails with `EndpointNotFound`. */
export const remove = (caller: CallerShape, id: string) =>
  removing(caller, { id }, (asking) => webhooks.remove(asking, id))

/** As `register`, for a client: administrators may. Fails with `ClientNotFound`, too. */
export const createForClient = (caller: CallerShape, command: typeof RegisterForClientBody.Encoded) =>
  registeringFor(caller, { command }, (asking, body) =>
    ofAll.register(asking, body.clientId, registrationOf(body, apiVersion))
  )

/**
 * Replaces the secret of a client's webhook, which is given once: administrators may. For 24 hours events carry the signatures of both.
 * Fails with `ClientNotFound` or `EndpointNotFound`.
 */
export const rotateSecret = (caller: CallerShape, id: string, command: typeof RotateSecretBody.Encoded) =>
  rotating(caller, { id, command }, (asking, { clientId }) => ofAll.rotateSecret(asking, clientId, id))
