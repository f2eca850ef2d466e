/**
 * Webhook endpoints of an account in a region, and the deliveries to them. The rules are the core's; here they meet this
 * plugin's profile, its commits and the words of its errors.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import {
  attemptsOf,
  Clock,
  endpointById,
  listDeliveries,
  listEndpoints,
  prepareReplay,
  prepareRetry,
  readPage,
  registerEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
  type CallerShape,
  type DeliveryNotFound,
  type EndpointChange,
  type EndpointNotFound,
  type EndpointOwner,
  type EndpointRegistration,
  type InvalidUrl,
  type NoEventTypes,
  type PageRequest,
  type ReplayRequest,
  type RetryRefused,
  type StoreUnavailable,
  type TooManyEndpoints,
  type UnknownEventType,
  type VersionConflict,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookEndpoint,
  type Write
} from "../../../src/plugin.ts"
import { planned } from "../plans.ts"
import { webhookProfile } from "./profile.ts"

/** No webhook endpoint of this account, mode and region has this id. */
export class WebhookEndpointNotFound extends Data.TaggedError("WebhookEndpointNotFound") {}

/** No delivery of this account, mode and region has this id. */
export class WebhookDeliveryNotFound extends Data.TaggedError("WebhookDeliveryNotFound") {}

/** What was asked of an endpoint or a delivery cannot be done. `param` names the parameter, where it is one's fault. */
export class WebhookEndpointRefused extends Data.TaggedError("WebhookEndpointRefused")<{
  readonly message: string
  readonly param: string | undefined
}> {}

/** What goes wrong with webhook endpoints and deliveries. */
export type WebhookEndpointFailure =
  WebhookEndpointNotFound | WebhookDeliveryNotFound | WebhookEndpointRefused | VersionConflict

/** An endpoint, with its secret where that was made just now: it is not shown again. */
export interface ChangedEndpoint {
  readonly endpoint: WebhookEndpoint
  readonly secret?: string
}

/** A delivery with the log of its attempts, oldest first. */
export interface LoggedDelivery {
  readonly delivery: WebhookDelivery
  readonly attempts: ReadonlyArray<WebhookAttempt>
}

type Reader = Pick<CallerShape, "store" | "scope">
type Page = Pick<PageRequest, "limit" | "cursor" | "page">

const ownerOf = ({ scope }: Pick<CallerShape, "scope">): EndpointOwner => ({ profile: webhookProfile, scope })

const refused = (message: string, param?: string) => new WebhookEndpointRefused({ message, param })

const retryRefusals: Readonly<Record<RetryRefused["reason"], string>> = {
  dropped: "The delivery was dropped when its endpoint was disabled and cannot be retried",
  endpoint_deleted: "The endpoint of this delivery was deleted, so there is nowhere to send it",
  endpoint_disabled: "The endpoint of this delivery is disabled. Enable it first",
  event_expired: "The event of this delivery is too old to be sent again"
}

type CoreFailure =
  EndpointNotFound | DeliveryNotFound | InvalidUrl | UnknownEventType | NoEventTypes | TooManyEndpoints | RetryRefused

type Words = { readonly [F in CoreFailure as F["_tag"]]: (failure: F) => WebhookEndpointFailure }

/** The core's failures in the words of this plugin: one row each. */
const inOurWords = {
  EndpointNotFound: () => new WebhookEndpointNotFound(),
  DeliveryNotFound: () => new WebhookDeliveryNotFound(),
  InvalidUrl: ({ message }) => refused(`url ${message}`, "url"),
  UnknownEventType: ({ index }) => {
    const param = `enabled_events.${index}`
    return refused(`${param} must be an event type of this service, or *`, param)
  },
  NoEventTypes: () => refused("enabled_events must name at least one event type, or *", "enabled_events"),
  TooManyEndpoints: ({ maxEndpoints }) =>
    refused(`An account can have at most ${maxEndpoints} webhook endpoints in a region. Delete one first`),
  RetryRefused: ({ reason }) => refused(retryRefusals[reason])
} satisfies Words

const isCoreFailure = (failure: { readonly _tag: string }): failure is CoreFailure => failure._tag in inOurWords

/** A failure, in the words of this plugin where it is the core's. */
type Worded<E> = E extends CoreFailure ? ReturnType<(typeof inOurWords)[E["_tag"]]> : E

const worded = <A, E extends { readonly _tag: string }, R>(
  operation: Effect.Effect<A, E, R>
): Effect.Effect<A, Worded<E>, R> =>
  Effect.mapError(operation, (failure) =>
    isCoreFailure(failure) ? (inOurWords[failure._tag] as (failure: CoreFailure) => Worded<E>)(failure) : failure
  ) as Effect.Effect<A, Worded<E>, R>

/** A write that is refused in the words of this plugin. */
const wordedWrite = ({ orElse, ...write }: Write<TooManyEndpoints>): Write<WebhookEndpointRefused> =>
  orElse === undefined ? write : { ...write, orElse: () => inOurWords.TooManyEndpoints(orElse()) }

const planChange = (caller: CallerShape, outcome: ChangedEndpoint, writes: ReadonlyArray<Write<VersionConflict>>) =>
  planned<ChangedEndpoint, VersionConflict>(caller, outcome, { writes })

/**
 * Registers an endpoint; the outcome holds its secret. Fails with `WebhookEndpointRefused` for an address that may not
 * be called, an unknown event type, or the 17th endpoint of a region.
 */
export const create = Effect.fnUntraced(function* (caller: CallerShape, registration: EndpointRegistration) {
  const { endpoint, secret, writes } = yield* registerEndpoint(caller.store, ownerOf(caller), registration)
  return yield* planned<ChangedEndpoint, WebhookEndpointRefused>(
    caller,
    { endpoint, secret },
    { writes: writes.map(wordedWrite) }
  )
}, worded)

/** Changes what is given and leaves the rest. Fails with `WebhookEndpointNotFound` or as `create`. */
export const update = Effect.fnUntraced(function* (caller: CallerShape, id: string, change: EndpointChange) {
  const { endpoint, writes } = yield* updateEndpoint(caller.store, ownerOf(caller), { id, change })
  return yield* planChange(caller, { endpoint }, writes)
}, worded)

/** Replaces the secret at once; the outcome holds the new one. Fails with `WebhookEndpointNotFound`. */
export const rotateSecret = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { endpoint, secret, writes } = yield* rotateEndpointSecret(caller.store, ownerOf(caller), id)
  return yield* planChange(caller, { endpoint, secret }, writes)
}, worded)

/** Deletes an endpoint; what is pending for it is dropped. Fails with `WebhookEndpointNotFound`. */
export const remove = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { endpoint, writes } = yield* removeEndpoint(caller.store, ownerOf(caller), id)
  return yield* planChange(caller, { endpoint }, writes)
}, worded)

/** An endpoint by its id. Fails with `WebhookEndpointNotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const found = yield* endpointById(caller.store, { plugin: webhookProfile.plugin, scope: caller.scope, id })
  return found?.endpoint ?? (yield* new WebhookEndpointNotFound())
})

/** A page of endpoints, newest first. Fails with `InvalidCursor`. */
export const list = (caller: Reader, page: Page) =>
  readPage(caller, { ...page, endpoint: "cards.webhook_endpoints", filters: {} }, (after, rows) =>
    listEndpoints(caller.store, { plugin: webhookProfile.plugin, scope: caller.scope, after, rows })
  )

const logged = (caller: Reader, delivery: WebhookDelivery): Effect.Effect<LoggedDelivery, StoreUnavailable> =>
  Effect.map(attemptsOf(caller.store, delivery.id), (attempts) => ({ delivery, attempts }))

/** A page of the deliveries to an endpoint, newest first. Fails with `WebhookEndpointNotFound` or `InvalidCursor`. */
export const deliveries = Effect.fnUntraced(function* (caller: Reader, id: string, page: Page) {
  const endpoint = yield* retrieve(caller, id)
  const request = { ...page, endpoint: "cards.webhook_deliveries", filters: { endpoint: endpoint.id } }
  const found = yield* readPage(caller, request, (after, rows) =>
    listDeliveries(caller.store, { endpointId: endpoint.id, after, rows })
  )
  const data = yield* Effect.forEach(found.data, (delivery) => logged(caller, delivery))
  return { ...found, data }
})

/**
 * Asks for one more attempt now, beside the schedule; the outcome is the delivery before it. Fails with
 * `WebhookDeliveryNotFound`, or `WebhookEndpointRefused` when its endpoint hears nothing any more.
 */
export const retryDelivery = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { delivery, job } = yield* prepareRetry(caller.store, ownerOf(caller), id)
  return yield* planned(caller, yield* logged(caller, delivery), { writes: [], jobs: [job] })
}, worded)

/** A replay that was asked for. */
export interface Replay extends ReplayRequest {
  /** How many events it sends. */
  readonly events: number
}

/**
 * Sends every event of a range of time to the endpoint again, in its order (decisions B12), also what was made while it
 * was disabled. Fails with `WebhookEndpointNotFound`, or `WebhookEndpointRefused` for a disabled endpoint or a range
 * that ends before it begins.
 */
export const replay = Effect.fnUntraced(function* (
  caller: CallerShape,
  request: { readonly id: string; readonly from: number; readonly to: number | undefined }
) {
  const clock = yield* Clock
  const range = { endpointId: request.id, from: request.from, to: request.to ?? clock.now() }
  if (range.to < range.from) return yield* refused("to must not be before from", "to")
  const { events, job } = yield* prepareReplay(caller.store, ownerOf(caller), range)
  return yield* planned<Replay>(caller, { ...range, events }, { writes: [], jobs: [job] })
}, worded)
