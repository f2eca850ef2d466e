/** Webhooks and deliveries of all clients, for administrators. */
import * as Effect from "effect/Effect"
import { scopeOf } from "../../../src/domain.ts"
import type { CallerShape, EndpointRegistration } from "../../../src/plugin.ts"
import { withAudit } from "../administration/operations.ts"
import * as clients from "../clients/operations.ts"
import { webhooks } from "../webhooks/operations.ts"

/** The scope of a client's rows. Fails with `ClientNotFound`. */
const scopeOfClient = (caller: CallerShape, clientId: string) =>
  Effect.map(clients.retrieve(caller.store, clientId), ({ id }) =>
    scopeOf({ account: id, mode: caller.principal.mode })
  )

/** Registers a webhook for a client (spec bank §4, last sentence; decisions X11). */
export const register = Effect.fnUntraced(function* (
  caller: CallerShape,
  clientId: string,
  registration: EndpointRegistration
) {
  const plan = yield* webhooks.register(caller, registration, yield* scopeOfClient(caller, clientId))
  const { enabledEvents: events, id, url } = plan.outcome.endpoint
  // What follows the host may be a secret of the receiver.
  const after = { clientId, origin: new URL(url).origin, events }
  return withAudit(caller, plan, { action: "webhook.register", resource: id, after })
})

/** Replaces the secret of a client's webhook; both sign for 24 hours. */
export const rotateSecret = Effect.fnUntraced(function* (caller: CallerShape, clientId: string, webhookId: string) {
  const plan = yield* webhooks.rotateSecret(caller, webhookId, yield* scopeOfClient(caller, clientId))
  return withAudit(caller, plan, { action: "webhook.rotate_secret", resource: webhookId, after: { clientId } })
})

/** As the core retries a delivery of anybody. */
export const retry = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  return withAudit(caller, yield* webhooks.ofAll.retry(caller, id), { action: "webhook.retry", resource: id })
})

export const { list, retrieve } = webhooks.ofAll
