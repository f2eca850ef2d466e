/** Webhooks of a client: the rules are the core's, the profile is this plugin's. */
import * as Effect from "effect/Effect"
import {
  endpointById,
  EndpointNotFound,
  listEndpoints,
  readPage,
  registerEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
  type CallerShape,
  type EndpointChange,
  type EndpointOwner,
  type EndpointRegistration,
  type PageRequest,
  type TooManyEndpoints,
  type VersionConflict,
  type WebhookEndpoint
} from "../../../src/plugin.ts"
import { planned } from "../plans.ts"
import { webhookProfile } from "./profile.ts"

/** An endpoint, with its secret where that was made just now: it is not shown again. */
export interface ChangedWebhook {
  readonly endpoint: WebhookEndpoint
  readonly secret?: string
}

type Reader = Pick<CallerShape, "store" | "scope">

/** Whose webhooks are meant. */
export const ownerOf = (scope: string): EndpointOwner => ({ profile: webhookProfile, scope })

/** Registers a webhook for a scope. Fails as the core's rules say, for example with `InvalidUrl`. */
export const register = Effect.fnUntraced(function* (
  caller: CallerShape,
  scope: string,
  registration: EndpointRegistration
) {
  const { writes, ...made } = yield* registerEndpoint(caller.store, ownerOf(scope), registration)
  return yield* planned<ChangedWebhook, TooManyEndpoints>(made, { scope: caller.scope, writes })
})

/** Changes what is given and leaves the rest. Fails with `EndpointNotFound` or as `register`. */
export const update = Effect.fnUntraced(function* (caller: CallerShape, id: string, change: EndpointChange) {
  const { writes, ...changed } = yield* updateEndpoint(caller.store, ownerOf(caller.scope), { id, change })
  return yield* planned<ChangedWebhook, VersionConflict>(changed, { scope: caller.scope, writes })
})

/** Deletes a webhook; deliveries to it stop at once, pending retries included. Fails with `EndpointNotFound`. */
export const remove = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { writes, ...removed } = yield* removeEndpoint(caller.store, ownerOf(caller.scope), id)
  return yield* planned<ChangedWebhook, VersionConflict>(removed, { scope: caller.scope, writes })
})

/** Replaces the secret of any client's webhook; both sign for a day. Fails with `EndpointNotFound`. */
export const rotateSecret = Effect.fnUntraced(function* (caller: CallerShape, scope: string, id: string) {
  const { writes, ...changed } = yield* rotateEndpointSecret(caller.store, ownerOf(scope), id)
  return yield* planned<ChangedWebhook, VersionConflict>(changed, { scope: caller.scope, writes })
})

/** A webhook by its id. Fails with `EndpointNotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const found = yield* endpointById(caller.store, { plugin: webhookProfile.plugin, scope: caller.scope, id })
  return found?.endpoint ?? (yield* new EndpointNotFound({ id }))
})

/** A page of the caller's webhooks, newest first. */
export const list = (caller: Reader, page: Pick<PageRequest, "limit" | "cursor">) =>
  readPage(caller, { ...page, endpoint: "bank.webhooks", filters: {} }, (after, rows) =>
    listEndpoints(caller.store, { plugin: webhookProfile.plugin, scope: caller.scope, after, rows })
  )
