import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { isId } from "../../src/domain/Id.ts"
import { loopbackAllowed } from "../../src/services/AddressGuard.ts"
import type { Clock } from "../../src/services/Clock.ts"
import type { Ids } from "../../src/services/Ids.ts"
import { Signer } from "../../src/services/Signer.ts"
import {
  registerEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  updateEndpoint
} from "../../src/webhooks/endpointOperations.ts"
import * as repository from "../../src/webhooks/endpointRepository.ts"
import { openSecrets } from "../../src/webhooks/EndpointSecrets.ts"
import { WebhookAddressPolicy } from "../../src/webhooks/WebhookProfile.ts"
import { hourMs, makeBench, registration, scope, shop, shopProfile, startedAt, vault } from "./fixture.ts"

const subscriptionsText = `SELECT event_type, endpoint_id FROM webhook_subscriptions ORDER BY event_type`

describe("registerEndpoint", () => {
  it.effect("C194: makes an endpoint with a secret of 32 random bytes that is told here and stored sealed", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const made = yield* Effect.provideContext(registerEndpoint(bench.store, shop, registration), bench.context)
      expect(made.secret).toMatch(/^whsec_[0-9a-f]{64}$/)
      expect(isId("we", made.endpoint.id)).toBe(true)
      expect(yield* bench.rows(`SELECT id FROM webhook_endpoints`)).toEqual([])
      yield* bench.store.write(made.writes)
      const [row] = yield* bench.rows<{ sealed_secret: string }>(`SELECT sealed_secret FROM webhook_endpoints`)
      const secrets = Result.getOrThrow(openSecrets(Context.get(bench.context, Signer), row!.sealed_secret))
      expect(secrets).toEqual({ current: made.secret, previous: null })
      const stored = yield* repository.byId(bench.store, { plugin: "shop", scope, id: made.endpoint.id })
      expect(stored?.endpoint).toEqual(made.endpoint)
    })
  )

  it.effect("refuses a private address, unless the deployment's policy allows it", () =>
    Effect.gen(function* () {
      const { context, store } = yield* makeBench
      const url = "http://127.0.0.1:8080/hooks"
      const attempt = registerEndpoint(store, shop, { ...registration, url }).pipe(Effect.provideContext(context))
      expect(yield* Effect.flip(attempt)).toMatchObject({ _tag: "InvalidUrl", reason: "scheme" })
      const allowed = yield* Effect.provideService(attempt, WebhookAddressPolicy, loopbackAllowed)
      expect(allowed.endpoint.url).toBe(url)
      for (const inside of ["https://10.1.2.3/", "https://192.168.0.1/", "https://169.254.169.254/"]) {
        const refused = registerEndpoint(store, shop, { ...registration, url: inside }).pipe(
          Effect.provideContext(context),
          Effect.provideService(WebhookAddressPolicy, loopbackAllowed)
        )
        expect(yield* Effect.flip(refused)).toMatchObject({ _tag: "InvalidUrl", reason: "address" })
      }
    })
  )

  it.effect("keeps to the limit of a scope, also when two ask for the last place at once", () =>
    Effect.gen(function* () {
      const { context, register, rows, store } = yield* makeBench
      const { maxEndpoints } = shopProfile
      yield* Effect.repeat(register(), { times: maxEndpoints - 2 })
      const prepare = Effect.provideContext(registerEndpoint(store, shop, registration), context)
      const [one, other] = [yield* prepare, yield* prepare]
      yield* store.write(one.writes)
      expect(yield* Effect.flip(store.write(other.writes))).toMatchObject({ _tag: "TooManyEndpoints", maxEndpoints })
      expect(yield* Effect.flip(prepare)).toMatchObject({ _tag: "TooManyEndpoints" })
      expect(yield* rows(`SELECT id FROM webhook_endpoints`)).toHaveLength(maxEndpoints)
      expect(yield* rows(`SELECT endpoint_id FROM webhook_subscriptions`)).toHaveLength(maxEndpoints)
      const elsewhere = registerEndpoint(store, { ...shop, scope: "acct_2/test" }, registration)
      expect(yield* Effect.exit(Effect.provideContext(elsewhere, context))).toMatchObject({ _tag: "Success" })
    })
  )

  it.effect("subscribes to each named type, to all as one, and to nothing while disabled", () =>
    Effect.gen(function* () {
      const { register, rows } = yield* makeBench
      const all = yield* register({ enabledEvents: ["*", "sale.made"] })
      const named = yield* register({ enabledEvents: ["sale.voided", "sale.made"] })
      yield* register({ status: "disabled" })
      expect(yield* rows(subscriptionsText)).toEqual([
        { event_type: "*", endpoint_id: all.id },
        { event_type: "sale.made", endpoint_id: named.id },
        { event_type: "sale.voided", endpoint_id: named.id }
      ])
    })
  )
})

describe("updateEndpoint", () => {
  it.effect("moves the subscriptions with the events, and takes them away when disabled", () =>
    Effect.gen(function* () {
      const { context, register, rows, store } = yield* makeBench
      const { id } = yield* register()
      const change = Effect.fnUntraced(function* (change: Parameters<typeof updateEndpoint>[2]["change"]) {
        const { writes } = yield* Effect.provideContext(updateEndpoint(store, shop, { id, change }), context)
        yield* store.write(writes)
        return yield* rows(subscriptionsText)
      })
      expect(yield* change({ enabledEvents: ["sale.made"] })).toEqual([{ event_type: "sale.made", endpoint_id: id }])
      expect(yield* change({ status: "disabled" })).toEqual([])
      expect(yield* change({ status: "enabled" })).toEqual([{ event_type: "sale.made", endpoint_id: id }])
      expect((yield* repository.byId(store, { plugin: "shop", scope, id }))?.endpoint).toMatchObject({ version: 4 })
    })
  )

  it.effect("fails with VersionConflict when somebody else changed the endpoint first, and changes nothing", () =>
    Effect.gen(function* () {
      const { context, register, rows, store } = yield* makeBench
      const { id } = yield* register()
      const decide = (description: string) =>
        Effect.provideContext(updateEndpoint(store, shop, { id, change: { description, status: "disabled" } }), context)
      const [first, second] = [yield* decide("first"), yield* decide("second")]
      yield* store.write(first.writes)
      expect(yield* Effect.flip(store.write(second.writes))).toMatchObject({ _tag: "VersionConflict", key: id })
      const stored = yield* repository.byId(store, { plugin: "shop", scope, id })
      expect(stored?.endpoint.description).toBe("first")
      expect(yield* rows(subscriptionsText)).toEqual([])
    })
  )

  it.effect("finds no endpoint of another scope or plugin", () =>
    Effect.gen(function* () {
      const { context, register, store } = yield* makeBench
      const { id } = yield* register()
      for (const owner of [{ ...shop, scope: "acct_2/test" }, { ...shop, scope: "acct_1/live" }, vault]) {
        const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, Clock | Ids | Signer>> = [
          updateEndpoint(store, owner, { id, change: {} }),
          rotateEndpointSecret(store, owner, id),
          removeEndpoint(store, owner, id)
        ]
        for (const attempt of attempts) {
          const failure = yield* Effect.flip(Effect.provideContext(attempt, context))
          expect(failure).toMatchObject({ _tag: "EndpointNotFound", id })
        }
      }
    })
  )
})

describe("rotateEndpointSecret", () => {
  it.effect("replaces the secret at once where the profile has no overlap", () =>
    Effect.gen(function* () {
      const { context, register, store } = yield* makeBench
      const { id, secret } = yield* register()
      const rotated = yield* Effect.provideContext(rotateEndpointSecret(store, shop, id), context)
      yield* store.write(rotated.writes)
      const stored = yield* repository.byId(store, { plugin: "shop", scope, id })
      const secrets = Result.getOrThrow(openSecrets(Context.get(context, Signer), stored!.sealedSecrets))
      expect(rotated.secret).not.toBe(secret)
      expect(secrets).toEqual({ current: rotated.secret, previous: null })
    })
  )

  it.effect("keeps the one secret before the newest for the overlap", () =>
    Effect.gen(function* () {
      const { context, store } = yield* makeBench
      const made = yield* Effect.provideContext(registerEndpoint(store, vault, registration), context)
      yield* store.write(made.writes)
      const rotate = Effect.provideContext(rotateEndpointSecret(store, vault, made.endpoint.id), context).pipe(
        Effect.tap(({ writes }) => store.write(writes))
      )
      const [second, third] = [yield* rotate, yield* rotate]
      const stored = yield* repository.forDelivery(store, made.endpoint.id)
      expect(Result.getOrThrow(openSecrets(Context.get(context, Signer), stored!.sealedSecrets))).toEqual({
        current: third.secret,
        previous: { secret: second.secret, until: startedAt + 24 * hourMs }
      })
      expect(stored?.endpoint.version).toBe(3)
    })
  )
})

describe("listPage", () => {
  it.effect("goes through the endpoints of a scope, newest first, without gaps at equal times", () =>
    Effect.gen(function* () {
      const { advance, register, store } = yield* makeBench
      const made = [yield* register(), yield* register()]
      yield* advance(1)
      made.push(yield* register())
      const seen: Array<string> = []
      let after: { createdAt: number; sequence: number } | undefined
      for (;;) {
        const [endpoint] = yield* repository.listPage(store, { plugin: "shop", scope, after, rows: 1 })
        if (endpoint === undefined) break
        seen.push(endpoint.id)
        after = endpoint
      }
      expect(seen).toEqual(made.map(({ id }) => id).toReversed())
      expect(yield* repository.listPage(store, { plugin: "shop", scope: "other", after: undefined, rows: 9 })).toEqual(
        []
      )
      expect(yield* repository.count(store, { plugin: "shop", scope })).toBe(3)
    })
  )
})
