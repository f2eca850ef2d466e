/**
 * The operations of a plugin on its webhooks: endpoints that callers register, the deliveries to them, and replays. The rules
 * are those of `src/webhooks`; here they become plans and pages. The plugin chooses what it shows.
 */
import * as Effect from "effect/Effect"
import type { CursorPosition } from "../domain/Cursor.ts"
import type { PluginDeclaration } from "../domain/PluginDeclaration.ts"
import { Clock } from "../services/Clock.ts"
import type { Read } from "../services/Store.ts"
import type { Plan } from "../store/Plan.ts"
import { planOf } from "../store/planOf.ts"
import type { RetryRefused, WebhookDelivery } from "../webhooks/Delivery.ts"
import { DeliveryNotFound, prepareRetry } from "../webhooks/deliveryOperations.ts"
import * as deliveries from "../webhooks/deliveryRepository.ts"
import type * as Endpoint from "../webhooks/Endpoint.ts"
import * as operations from "../webhooks/endpointOperations.ts"
import * as endpoints from "../webhooks/endpointRepository.ts"
import { prepareReplay, type ReplayRequest } from "../webhooks/Replay.ts"
import type { WebhookProfile } from "../webhooks/WebhookProfile.ts"
import type { CallerShape } from "./Caller.ts"
import { readPage, type Page, type PageRequest } from "./ListEnvelope.ts"
import { InvalidParameters } from "./Refusal.ts"

/** Everything that goes wrong with webhooks. */
export type WebhookFailure =
  | DeliveryNotFound
  | operations.EndpointNotFound
  | Endpoint.InvalidUrl
  | Endpoint.NoEventTypes
  | RetryRefused
  | Endpoint.TooManyEndpoints
  | Endpoint.UnknownEventType

/** An endpoint, with its secret where that was made just now: it is not shown again. */
export interface ChangedEndpoint {
  readonly endpoint: Endpoint.WebhookEndpoint
  readonly secret?: string
}

/** A delivery with the log of its attempts, oldest first. */
export interface LoggedDelivery<Delivery extends WebhookDelivery = WebhookDelivery> {
  readonly delivery: Delivery
  readonly attempts: ReadonlyArray<deliveries.WebhookAttempt>
}

/** A requested replay, and how many events it sends. */
export interface Replay extends ReplayRequest {
  readonly events: number
}

type Reader = Pick<CallerShape, "store" | "scope">
type PageOf = Pick<PageRequest, "limit" | "cursor" | "page">
type Search = Pick<deliveries.DeliverySearch, "eventId" | "endpointId" | "status">

const logged = <Delivery extends WebhookDelivery>(
  { store }: Reader,
  delivery: Delivery
): Read<LoggedDelivery<Delivery>> =>
  Effect.map(deliveries.attemptsOf(store, delivery.id), (attempts) => ({ delivery, attempts }))

const loggedPage = Effect.fnUntraced(function* <Delivery extends WebhookDelivery>(
  caller: Reader,
  request: PageRequest,
  read: (after: CursorPosition | undefined, rows: number) => Read<ReadonlyArray<deliveries.Listed<Delivery>>>
) {
  const found = yield* readPage(caller, request, read)
  const data = yield* Effect.forEach(found.data, (delivery) => logged(caller, delivery as Delivery))
  return { ...found, data } satisfies Page<LoggedDelivery<Delivery>>
})

const endpointsOf = (declaration: PluginDeclaration, profile: WebhookProfile) => {
  const plugin = declaration.id
  const ownerOf = (scope: string): operations.EndpointOwner => ({ profile, scope })
  return {
    /** Registers an endpoint, the caller's own or one of another scope. Fails as the rules say, for example with `InvalidUrl`. */
    register: Effect.fnUntraced(function* (
      caller: CallerShape,
      registration: Endpoint.EndpointRegistration,
      scope: string = caller.scope
    ) {
      const { writes, ...made } = yield* operations.registerEndpoint(caller.store, ownerOf(scope), registration)
      return yield* planOf(declaration, caller, made, { writes })
    }),
    /** Changes what is given and leaves the rest. Fails with `EndpointNotFound` or as `register`. */
    update: Effect.fnUntraced(function* (caller: CallerShape, id: string, change: Endpoint.EndpointChange) {
      const request = { id, change }
      const { writes, ...made } = yield* operations.updateEndpoint(caller.store, ownerOf(caller.scope), request)
      return yield* planOf(declaration, caller, made, { writes })
    }),
    /** Makes another secret; the former one signs beside it for the profile's overlap. Fails with `EndpointNotFound`. */
    rotateSecret: Effect.fnUntraced(function* (caller: CallerShape, id: string, scope: string = caller.scope) {
      const { writes, ...made } = yield* operations.rotateEndpointSecret(caller.store, ownerOf(scope), id)
      return yield* planOf(declaration, caller, made, { writes })
    }),
    /** Deletes an endpoint; what is pending for it is dropped. Fails with `EndpointNotFound`. */
    remove: Effect.fnUntraced(function* (caller: CallerShape, id: string) {
      const { writes, ...removed } = yield* operations.removeEndpoint(caller.store, ownerOf(caller.scope), id)
      return yield* planOf(declaration, caller, removed, { writes })
    }),
    /** An endpoint by its id. Fails with `EndpointNotFound`. */
    retrieve: Effect.fnUntraced(function* ({ scope, store }: Reader, id: string) {
      const found = yield* endpoints.byId(store, { plugin, scope, id })
      return found?.endpoint ?? (yield* new operations.EndpointNotFound({ id }))
    }),
    /** A page of endpoints, newest first. Fails with `InvalidCursor`. */
    list: (caller: Reader, page: PageOf) =>
      readPage(caller, { ...page, endpoint: `${plugin}.webhook_endpoints`, filters: {} }, (after, rows) =>
        endpoints.listPage(caller.store, { plugin, scope: caller.scope, after, rows })
      )
  }
}

const retrying = (declaration: PluginDeclaration, profile: WebhookProfile) =>
  Effect.fnUntraced(function* (caller: CallerShape, id: string, scope: string = caller.scope) {
    const { delivery, job } = yield* prepareRetry(caller.store, { profile, scope }, id)
    return yield* planOf(declaration, caller, yield* logged(caller, delivery), { jobs: [job] })
  })

/** Deliveries of all scopes, for administrators. */
const deliveriesOfAll = (declaration: PluginDeclaration, profile: WebhookProfile) => {
  const plugin = declaration.id
  const retry = retrying(declaration, profile)
  const search = (caller: Reader, of: Omit<deliveries.DeliverySearch, "plugin">) =>
    deliveries.search(caller.store, { plugin, ...of })
  return {
    /** A page of deliveries, newest first. Fails with `InvalidCursor`. */
    list: (caller: Reader, filter: Search, page: PageOf) =>
      loggedPage(caller, { ...page, endpoint: `${plugin}.deliveries`, filters: { ...filter } }, (after, rows) =>
        search(caller, { ...filter, after, rows })
      ),
    /** A delivery by its id. Fails with `DeliveryNotFound`. */
    retrieve: Effect.fnUntraced(function* (caller: Reader, id: string) {
      const [found] = yield* search(caller, { id, rows: 1 })
      return yield* logged(caller, found ?? (yield* new DeliveryNotFound({ id })))
    }),
    /** As `retryDelivery`. */
    retry: Effect.fnUntraced(function* (caller: CallerShape, id: string) {
      const [found] = yield* search(caller, { id, rows: 1 })
      // One that is not there was never there, or its time is over: the rules know which.
      const { outcome, unit } = yield* retry(caller, id, found?.scope ?? caller.scope)
      const retried: Plan<LoggedDelivery<deliveries.OwnedDelivery>> = {
        outcome: { ...outcome, delivery: found! },
        unit
      }
      return retried
    })
  }
}

/** The operations on the webhooks of a plugin. What changes something returns a plan. */
export const webhooksOf = (declaration: PluginDeclaration, profile: WebhookProfile) => {
  const own = endpointsOf(declaration, profile)
  return {
    ...own,
    /** A page of the deliveries to an endpoint, newest first. Fails with `EndpointNotFound` or `InvalidCursor`. */
    deliveries: Effect.fnUntraced(function* (caller: Reader, id: string, page: PageOf) {
      const { id: endpointId } = yield* own.retrieve(caller, id)
      const request = { ...page, endpoint: `${declaration.id}.webhook_deliveries`, filters: { endpoint: endpointId } }
      return yield* loggedPage(caller, request, (after, rows) =>
        deliveries.listPage(caller.store, { endpointId, after, rows })
      )
    }),
    /**
     * One more attempt now, beside the schedule; the outcome is the delivery before it. Fails with `DeliveryNotFound`, or with
     * `RetryRefused` when its endpoint receives nothing any more.
     */
    retryDelivery: retrying(declaration, profile),
    /**
     * Sends every event of a range of time to the endpoint again, in its order, also what was made while it was disabled. Without
     * `to`, up to now. Fails with `EndpointNotFound`, `RetryRefused` for a disabled endpoint, or `InvalidParameters` for a range
     * that ends before it begins.
     */
    replay: Effect.fnUntraced(function* (
      caller: CallerShape,
      { from, id, to }: { readonly id: string; readonly from: number; readonly to: number | undefined }
    ) {
      const range = { endpointId: id, from, to: to ?? (yield* Clock).now() }
      if (range.to < from) {
        const issue = { path: ["to"], problem: "invalid", code: undefined, expected: "at or after from" } as const
        return yield* new InvalidParameters({ part: "body", issues: [issue] })
      }
      const { events, job } = yield* prepareReplay(caller.store, { profile, scope: caller.scope }, range)
      return yield* planOf(declaration, caller, { ...range, events } satisfies Replay, { jobs: [job] })
    }),
    /** For administrators: deliveries of all scopes. */
    ofAll: deliveriesOfAll(declaration, profile)
  }
}
