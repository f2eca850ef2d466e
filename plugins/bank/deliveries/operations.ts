/** Webhooks and deliveries of all clients, for administrators. */
import * as Effect from "effect/Effect"
import { scopeOf } from "../../../src/domain.ts"
import {
  attemptsOf,
  DeliveryNotFound,
  prepareRetry,
  readPage,
  searchDeliveries,
  type CallerShape,
  type DeliverySearch,
  type EndpointRegistration,
  type OwnedDelivery,
  type PageRequest,
  type StoreUnavailable,
  type WebhookAttempt
} from "../../../src/plugin.ts"
import * as clients from "../clients/operations.ts"
import { planned } from "../plans.ts"
import * as webhooks from "../webhooks/operations.ts"
import { webhookProfile } from "../webhooks/profile.ts"

const { plugin } = webhookProfile

/** A delivery with the log of its attempts, oldest first. */
export interface LoggedDelivery {
  readonly delivery: OwnedDelivery
  readonly attempts: ReadonlyArray<WebhookAttempt>
}

type Reader = Pick<CallerShape, "store" | "scope">

/** The scope of a client's rows. Fails with `ClientNotFound`. */
const scopeOfClient = (caller: CallerShape, clientId: string) =>
  Effect.map(clients.retrieve(caller.store, clientId), ({ id }) =>
    scopeOf({ account: id, mode: caller.principal.mode })
  )

/** Registers a webhook for a client (spec bank §4, last sentence; decisions X11). */
export const register = (caller: CallerShape, clientId: string, registration: EndpointRegistration) =>
  Effect.flatMap(scopeOfClient(caller, clientId), (scope) => webhooks.register(caller, scope, registration))

/** Replaces the secret of a client's webhook; both sign for 24 hours. */
export const rotateSecret = (caller: CallerShape, clientId: string, webhookId: string) =>
  Effect.flatMap(scopeOfClient(caller, clientId), (scope) => webhooks.rotateSecret(caller, scope, webhookId))

const logged = (caller: Reader, delivery: OwnedDelivery): Effect.Effect<LoggedDelivery, StoreUnavailable> =>
  Effect.map(attemptsOf(caller.store, delivery.id), (attempts) => ({ delivery, attempts }))

/** A page of deliveries of all clients, newest first. */
export const list = Effect.fnUntraced(function* (
  caller: Reader,
  filter: Pick<DeliverySearch, "eventId" | "endpointId" | "status">,
  page: Pick<PageRequest, "limit" | "cursor">
) {
  const request = { ...page, endpoint: "bank.deliveries", filters: { ...filter } }
  const found = yield* readPage(caller, request, (after, rows) =>
    searchDeliveries(caller.store, { plugin, ...filter, after, rows })
  )
  const data = yield* Effect.forEach(found.data, (delivery) => logged(caller, delivery))
  return { ...found, data }
})

/** A delivery of any client. Fails with `DeliveryNotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const [found] = yield* searchDeliveries(caller.store, { plugin, id, rows: 1 })
  return found === undefined ? yield* new DeliveryNotFound({ id }) : yield* logged(caller, found)
})

/** One attempt more, now. Fails with `DeliveryNotFound` or `RetryRefused`. */
export const retry = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const [found] = yield* searchDeliveries(caller.store, { plugin, id, rows: 1 })
  // One that is not there was never there, or its time is over: the core knows which.
  const { job } = yield* prepareRetry(caller.store, webhooks.ownerOf(found?.scope ?? caller.scope), id)
  return yield* planned(yield* logged(caller, found!), { scope: caller.scope, jobs: [job] })
})
