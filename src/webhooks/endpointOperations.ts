/**
 * Registering, changing and removing webhook endpoints for any plugin: the facts are gathered here, the rules are in
 * `Endpoint`. Nothing is written: the writes go with the caller's answer into one `commit`.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Clock } from "../services/Clock.ts"
import { Ids } from "../services/Ids.ts"
import { Signer } from "../services/Signer.ts"
import type { RegionStore, VersionConflict, Write } from "../services/Store.ts"
import * as Endpoint from "./Endpoint.ts"
import * as repository from "./endpointRepository.ts"
import { newSecret, openSecrets, rotate, sealSecrets } from "./EndpointSecrets.ts"
import { WebhookAddressPolicy, type WebhookProfile } from "./WebhookProfile.ts"

/** No endpoint of this id in this scope and region. */
export class EndpointNotFound extends Data.TaggedError("EndpointNotFound")<{ readonly id: string }> {}

/** A change that is decided and not yet written. */
export interface EndpointChanged<E> {
  readonly endpoint: Endpoint.WebhookEndpoint
  readonly writes: ReadonlyArray<Write<E>>
}

/** A change that made a secret. It is stored sealed only: what is not shown now is never shown. */
export interface EndpointChangedWithSecret<E> extends EndpointChanged<E> {
  readonly secret: string
}

/** Whose endpoints are meant. */
export interface EndpointOwner {
  readonly profile: WebhookProfile
  /** `scopeOf(principal)`. */
  readonly scope: string
}

const found = Effect.fnUntraced(function* (store: RegionStore, owner: EndpointOwner, id: string) {
  const stored = yield* repository.byId(store, { plugin: owner.profile.plugin, scope: owner.scope, id })
  return stored ?? (yield* new EndpointNotFound({ id }))
})

/** A new endpoint and its secret. Fails as `Endpoint.register` says; its writes fail with `TooManyEndpoints` too. */
export const registerEndpoint = Effect.fnUntraced(function* (
  store: RegionStore,
  owner: EndpointOwner,
  registration: Endpoint.EndpointRegistration
) {
  const { profile, scope } = owner
  const clock = yield* Clock
  const ids = yield* Ids
  const signer = yield* Signer
  const policy = yield* WebhookAddressPolicy
  const existing = yield* repository.count(store, { plugin: profile.plugin, scope })
  const facts = { id: ids.next(profile.endpointPrefix), scope, now: clock.now(), existing }
  const endpoint = yield* Effect.fromResult(Endpoint.register(registration, facts, { profile, policy }))
  const secret = newSecret(ids, profile.secretPrefix)
  const sealedSecrets = sealSecrets(signer, { current: secret, previous: null })
  const writes = repository.insert({ endpoint, sealedSecrets }, profile.maxEndpoints)
  return { endpoint, secret, writes } satisfies EndpointChangedWithSecret<Endpoint.TooManyEndpoints>
})

/** A changed endpoint. Disabling drops what is pending for it. Fails with `EndpointNotFound` or as `Endpoint.update`. */
export const updateEndpoint = Effect.fnUntraced(function* (
  store: RegionStore,
  owner: EndpointOwner,
  request: { readonly id: string; readonly change: Endpoint.EndpointChange }
) {
  const policy = yield* WebhookAddressPolicy
  const { endpoint: before, sealedSecrets } = yield* found(store, owner, request.id)
  const rules = { profile: owner.profile, policy }
  const endpoint = yield* Effect.fromResult(Endpoint.update(before, request.change, rules))
  const writes = repository.update({ endpoint, sealedSecrets })
  return { endpoint, writes } satisfies EndpointChanged<VersionConflict>
})

/**
 * The endpoint with another secret. The one before signs beside it for the profile's overlap, where the signature
 * format has room for two. Fails with `EndpointNotFound`.
 */
export const rotateEndpointSecret = Effect.fnUntraced(function* (store: RegionStore, owner: EndpointOwner, id: string) {
  const clock = yield* Clock
  const ids = yield* Ids
  const signer = yield* Signer
  const { endpoint: before, sealedSecrets } = yield* found(store, owner, id)
  const { secretOverlapMs, secretPrefix } = owner.profile
  const secret = newSecret(ids, secretPrefix)
  // Secrets that cannot be opened any more sign nothing, so there is no former one to keep.
  const secrets = openSecrets(signer, sealedSecrets)
  const next = { secret, now: clock.now(), overlapMs: secretOverlapMs }
  const rotated = secrets._tag === "Success" ? rotate(secrets.success, next) : { current: secret, previous: null }
  const endpoint = Endpoint.withNewSecret(before)
  const writes = repository.update({ endpoint, sealedSecrets: sealSecrets(signer, rotated) })
  return { endpoint, secret, writes } satisfies EndpointChangedWithSecret<VersionConflict>
})

/** The end of an endpoint: deliveries stop at once, pending ones are dropped. Fails with `EndpointNotFound`. */
export const removeEndpoint = Effect.fnUntraced(function* (store: RegionStore, owner: EndpointOwner, id: string) {
  const { endpoint } = yield* found(store, owner, id)
  return { endpoint, writes: repository.remove(endpoint) } satisfies EndpointChanged<VersionConflict>
})
