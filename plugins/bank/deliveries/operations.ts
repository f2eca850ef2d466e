/** Webhooks and deliveries of all clients, for administrators. */
import * as Effect from "effect/Effect"
import { scopeOf } from "../../../src/domain.ts"
import type { Answer, CallerShape, EndpointRegistration } from "../../../src/plugin.ts"
import * as clients from "../clients/operations.ts"
import * as webhooks from "../webhooks/operations.ts"

/** The scope of a client's rows. Fails with `ClientNotFound`. */
const scopeOfClient = (caller: CallerShape, clientId: string) =>
  Effect.map(clients.retrieve(caller.store, clientId), ({ id }) =>
    scopeOf({ account: id, mode: caller.principal.mode })
  )

/** Registers a webhook for a client (spec bank §4, last sentence; decisions X11). */
export const register = Effect.fnUntraced(function* (
  caller: CallerShape,
  of: { readonly clientId: string; readonly registration: EndpointRegistration },
  present: (changed: webhooks.ChangedWebhook) => Answer
) {
  const scope = yield* scopeOfClient(caller, of.clientId)
  return yield* webhooks.register(caller, { scope, registration: of.registration }, present)
})

/** Replaces the secret of a client's webhook; both sign for 24 hours. */
export const rotateSecret = Effect.fnUntraced(function* (
  caller: CallerShape,
  of: { readonly clientId: string; readonly webhookId: string }
) {
  return yield* webhooks.rotateSecret(caller, yield* scopeOfClient(caller, of.clientId), of.webhookId)
})

/** Deliveries of all clients. */
export const { deliveries, delivery, retry } = webhooks
