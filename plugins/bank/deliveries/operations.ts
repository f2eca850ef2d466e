/** Webhooks and deliveries of all clients, for administrators. */
import * as Effect from "effect/Effect"
import { scopeOf } from "../../../src/domain.ts"
import type { CallerShape, EndpointRegistration } from "../../../src/plugin.ts"
import * as clients from "../clients/operations.ts"
import { webhooks } from "../webhooks/operations.ts"

/** The scope of a client's rows. Fails with `ClientNotFound`. */
const scopeOfClient = (caller: CallerShape, clientId: string) =>
  Effect.map(clients.retrieve(caller.store, clientId), ({ id }) =>
    scopeOf({ account: id, mode: caller.principal.mode })
  )

/** Registers a webhook for a client (spec bank §4, last sentence; decisions X11). */
export const register = (caller: CallerShape, clientId: string, registration: EndpointRegistration) =>
  Effect.flatMap(scopeOfClient(caller, clientId), (scope) => webhooks.register(caller, registration, scope))

/** Replaces the secret of a client's webhook; both sign for 24 hours. */
export const rotateSecret = (caller: CallerShape, clientId: string, webhookId: string) =>
  Effect.flatMap(scopeOfClient(caller, clientId), (scope) => webhooks.rotateSecret(caller, webhookId, scope))

export const { list, retrieve, retry } = webhooks.ofAll
