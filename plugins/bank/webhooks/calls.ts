/** Webhooks in process: the same operations as over HTTP, for callers with the same scope. */
import { paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { apiVersion } from "../face.ts"
import { changeOf, registrationOf, type RegisterWebhookBody, type UpdateWebhookBody } from "./api.ts"
import { webhooks } from "./operations.ts"

const { change, read } = callsOf(BankApi, "webhooks")
const registering = change("register")
const reading = read("retrieve")
const updating = change("update")
const removing = change("remove")

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
