/** Webhooks of a client. The rules are the core's; here they meet this plugin's profile and the words of its errors. */
import * as Effect from "effect/Effect"
import {
  attemptsOf,
  Clock,
  commit,
  endpointById,
  Ids,
  listEndpoints,
  prepareRetry,
  readPage,
  recordOf,
  registerEndpoint,
  removeEndpoint,
  retryOnConflict,
  rotateEndpointSecret,
  searchDeliveries,
  updateEndpoint,
  type Answer,
  type CallerShape,
  type Commit,
  type DeliveryNotFound,
  type DeliverySearch,
  type EndpointChange,
  type EndpointNotFound,
  type EndpointOwner,
  type EndpointRegistration,
  type InvalidUrl,
  type NoEventTypes,
  type OwnedDelivery,
  type PageRequest,
  type RetryRefused,
  type TooManyEndpoints,
  type UnknownEventType,
  type VersionConflict,
  type WebhookAttempt,
  type WebhookEndpoint
} from "../../../src/plugin.ts"
import { bankPlugin } from "../declaration.ts"
import {
  WebhookEventExpired,
  WebhookFieldRefused,
  WebhookNotFound,
  WebhookRetryRefused,
  type WebhookFailure
} from "./failures.ts"
import { webhookProfile } from "./profile.ts"

/** An endpoint, with its secret where that was made just now: it is not shown again. */
export interface ChangedWebhook {
  readonly endpoint: WebhookEndpoint
  readonly secret?: string
}

/** A delivery with the log of its attempts, oldest first. */
export interface LoggedDelivery {
  readonly delivery: OwnedDelivery
  readonly attempts: ReadonlyArray<WebhookAttempt>
}

type Reader = Pick<CallerShape, "store" | "scope">
type Page = Pick<PageRequest, "limit" | "cursor">

const ownerOf = (scope: string): EndpointOwner => ({ profile: webhookProfile, scope })

type CoreFailure =
  EndpointNotFound | DeliveryNotFound | InvalidUrl | UnknownEventType | NoEventTypes | TooManyEndpoints | RetryRefused

type Words = { readonly [F in CoreFailure as F["_tag"]]: (failure: F) => WebhookFailure }

const field = (name: string, message: string) => new WebhookFieldRefused({ field: name, message })

const retryRefusals: Readonly<Record<Exclude<RetryRefused["reason"], "event_expired">, string>> = {
  dropped: "The delivery was dropped when its webhook was disabled and cannot be sent again",
  endpoint_deleted: "The webhook of this delivery was deleted, so there is nowhere to send it",
  endpoint_disabled: "The webhook of this delivery is disabled. Enable it first"
}

/** The core's failures in the words of this plugin: one row each. */
const inOurWords = {
  EndpointNotFound: () => new WebhookNotFound(),
  DeliveryNotFound: () => new WebhookNotFound(),
  InvalidUrl: ({ message }) => field("url", `url ${message}`),
  UnknownEventType: ({ index }) => field(`events[${index}]`, `events[${index}] must be an event type, or *`),
  NoEventTypes: () => field("events", "events must name at least one event type, or *"),
  TooManyEndpoints: ({ maxEndpoints }) => field("url", `A client can have at most ${maxEndpoints} webhooks`),
  RetryRefused: ({ reason }) =>
    reason === "event_expired" ? new WebhookEventExpired() : new WebhookRetryRefused({ message: retryRefusals[reason] })
} satisfies Words

/** A failure in the words of this plugin. */
type Worded<E> = E extends CoreFailure ? ReturnType<(typeof inOurWords)[E["_tag"]]> : E

const isCoreFailure = (failure: { readonly _tag: string }): failure is CoreFailure => failure._tag in inOurWords

const worded = <A, E extends { readonly _tag: string }, R>(
  operation: Effect.Effect<A, E, R>
): Effect.Effect<A, Worded<E>, R> =>
  Effect.mapError(
    operation,
    (failure) =>
      (isCoreFailure(failure)
        ? (inOurWords[failure._tag] as (failure: CoreFailure) => WebhookFailure)(failure)
        : failure) as Worded<E>
  )

const commitWith = Effect.fnUntraced(function* <E = never>(
  caller: CallerShape,
  unit: Partial<Pick<Commit<E>, "writes" | "jobs">>,
  answer?: Answer
) {
  const clock = yield* Clock
  const ids = yield* Ids
  yield* commit(caller.store, {
    plugin: bankPlugin,
    scope: caller.scope,
    now: clock.now(),
    nextId: ids.next,
    writes: unit.writes ?? [],
    jobs: unit.jobs ?? [],
    record: recordOf(caller, answer)
  })
})

/** Registers a webhook for a scope. Fails with `WebhookFieldRefused`. `present` builds the answer that is kept. */
export const register = Effect.fnUntraced(function* (
  caller: CallerShape,
  of: { readonly scope: string; readonly registration: EndpointRegistration },
  present: (changed: ChangedWebhook) => Answer
) {
  const { endpoint, secret, writes } = yield* registerEndpoint(caller.store, ownerOf(of.scope), of.registration)
  const answer = present({ endpoint, secret })
  yield* commitWith(caller, { writes }, answer)
  return answer
}, worded)

/** Changes what is given and leaves the rest. Fails with `WebhookNotFound` or as `register`. */
export const update = Effect.fnUntraced(
  function* (caller: CallerShape, id: string, change: EndpointChange) {
    const { endpoint, writes } = yield* updateEndpoint(caller.store, ownerOf(caller.scope), { id, change })
    yield* commitWith<VersionConflict>(caller, { writes })
    return endpoint
  },
  (operation) => retryOnConflict(operation),
  worded
)

/** Deletes a webhook; deliveries to it stop at once, pending retries included. Fails with `WebhookNotFound`. */
export const remove = Effect.fnUntraced(
  function* (caller: CallerShape, id: string) {
    const { writes } = yield* removeEndpoint(caller.store, ownerOf(caller.scope), id)
    yield* commitWith<VersionConflict>(caller, { writes })
  },
  (operation) => retryOnConflict(operation),
  worded
)

/** Replaces the secret of any client's webhook; both sign for a day. Fails with `WebhookNotFound`. */
export const rotateSecret = Effect.fnUntraced(
  function* (caller: CallerShape, scope: string, id: string) {
    const { endpoint, secret, writes } = yield* rotateEndpointSecret(caller.store, ownerOf(scope), id)
    yield* commitWith<VersionConflict>(caller, { writes })
    return { endpoint, secret } satisfies ChangedWebhook
  },
  (operation) => retryOnConflict(operation),
  worded
)

/** A webhook by its id. Fails with `WebhookNotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const found = yield* endpointById(caller.store, { plugin: webhookProfile.plugin, scope: caller.scope, id })
  return found?.endpoint ?? (yield* new WebhookNotFound())
})

/** A page of the caller's webhooks, newest first. */
export const list = (caller: Reader, page: Page) =>
  readPage(caller, { ...page, endpoint: "bank.webhooks", filters: {} }, (after, rows) =>
    listEndpoints(caller.store, { plugin: webhookProfile.plugin, scope: caller.scope, after, rows })
  )

const logged = Effect.fnUntraced(function* (caller: Reader, delivery: OwnedDelivery) {
  return { delivery, attempts: yield* attemptsOf(caller.store, delivery.id) } satisfies LoggedDelivery
})

/** A page of deliveries of all clients, newest first. */
export const deliveries = Effect.fnUntraced(function* (
  caller: Reader,
  filter: Pick<DeliverySearch, "eventId" | "endpointId" | "status">,
  page: Page
) {
  const request = { ...page, endpoint: "bank.deliveries", filters: { ...filter } }
  const found = yield* readPage(caller, request, (after, rows) =>
    searchDeliveries(caller.store, { plugin: webhookProfile.plugin, ...filter, after, rows })
  )
  const data = yield* Effect.forEach(found.data, (delivery) => logged(caller, delivery))
  return { ...found, data }
})

/** A delivery of any client. Fails with `WebhookNotFound`. */
export const delivery = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const [found] = yield* searchDeliveries(caller.store, { plugin: webhookProfile.plugin, id, rows: 1 })
  return found === undefined ? yield* new WebhookNotFound() : yield* logged(caller, found)
})

/** One attempt more, now. Fails with `WebhookNotFound`, `WebhookRetryRefused` or `WebhookEventExpired`. */
export const retry = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const [found] = yield* searchDeliveries(caller.store, { plugin: webhookProfile.plugin, id, rows: 1 })
  // One that is not there was never there, or its time is over: the core knows which.
  const { job } = yield* prepareRetry(caller.store, ownerOf(found?.scope ?? caller.scope), id)
  const before = yield* logged(caller, found!)
  yield* commitWith(caller, { jobs: [job] })
  return before
}, worded)
