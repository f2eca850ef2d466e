/** The plugin's face towards HTTP: tokens and keys, scopes, version, rate limit, idempotency rules. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Headers } from "effect/http/Headers"
import {
  Refusal,
  type CallerShape,
  type Face,
  type GateKeeper,
  type IdempotencyRecord,
  type StoreOpenFailed,
  type StoreUnavailable,
  type Visit
} from "../../src/plugin.ts"
import type { Mode, Principal } from "../../src/domain.ts"
import * as clients from "./clients/repository.ts"
import { adminAccount, adminScopes } from "./administration/Actor.ts"
import { refuse } from "./errors.ts"
import {
  type FaceFailure,
  IdempotencyKeyMissing,
  InsufficientScope,
  InvalidApiKey,
  InvalidToken,
  InvalidVersion,
  MissingAuthorization
} from "./face-errors.ts"
import { isFinal, presentState } from "./replay.ts"
import type { BankOptions } from "./settings.ts"
import { KeyRequired, OpenToAll, RequiredScope, SandboxOnly } from "./wire.ts"

type Failure = FaceFailure | Refusal.UnknownEndpoint | StoreUnavailable | StoreOpenFailed

/** The version that is served (spec bank §9). */
export const apiVersion = "2.1"

const acceptedVersions: ReadonlySet<string> = new Set(["2", "2.0", "2.1"])

/** Bodies of batches are long; everything else is short (our choice). */
const bodyLimitBytes = 1_048_576

const dayMs = 86_400_000

/** Decisions B.1: 30 days, since money wants longer than the usual 24 hours. */
const keyLifetimeMs = 30 * dayMs

/** Decisions B.1, B23: a repetition waits for the first request, which answers within its own limit, and as long at most. */
const keyWaitMs = 54_000

/** Spec bank §8. */
const requestsPerMinute = 120

const requestIdPattern = /^[A-Za-z0-9_.-]{8,100}$/

const bearerOf = (authorization: string): string | undefined => /^bearer +([^\s]+) *$/i.exec(authorization)?.[1]

/** Refuses callers without the scope that an endpoint with these annotations needs. */
export const checkScope = (
  endpoint: Context.Context<never>,
  { scopes: granted }: Pick<Principal, "scopes">
): Effect.Effect<void, InsufficientScope> => {
  const scope = Context.getOrUndefined(endpoint, RequiredScope)
  return scope === undefined || granted.includes(scope) ? Effect.void : Effect.fail(new InsufficientScope({ scope }))
}

/** Why an endpoint with these annotations takes no request without a key; `undefined`: it does. */
export const missingKey = (endpoint: Context.Context<never>): IdempotencyKeyMissing | undefined =>
  Context.getOrUndefined(endpoint, KeyRequired) === true ? new IdempotencyKeyMissing() : undefined

/** Finds who calls. Clients can be changed at any time, so they are read for every request. */
const makeAuthenticate = (options: BankOptions, { clock, signer, store }: GateKeeper) => {
  const mode: Mode = options.mode === "production" ? "live" : "test"
  const principal = (account: string, granted: ReadonlyArray<string>): Principal => ({
    plugin: "bank",
    account,
    mode,
    // All credentials of a client share its limit (decisions B.1).
    credential: account,
    scopes: granted,
    plan: "client"
  })
  const admin = principal(adminAccount, adminScopes)
  const { adminToken } = options
  // Compared by their keyed hashes, so that the time it takes tells nothing of where they differ.
  const isAdmin = (token: string): boolean => {
    if (adminToken === undefined) return false
    const expected = typeof adminToken === "string" ? adminToken : adminToken()
    return signer.fingerprint("bank admin token", token) === signer.fingerprint("bank admin token", expected)
  }

  const ofToken = Effect.fnUntraced(function* (token: string) {
    if (isAdmin(token)) return admin
    const home = yield* store.region(store.home)
    const found = yield* clients.byToken(home, { lookup: signer.fingerprint("bank token", token), now: clock.now() })
    return found?.client.active === true
      ? principal(
          found.client.id,
          // A scope that was taken from the client is gone from its tokens too.
          found.scopes.filter((scope) => (found.client.scopes as ReadonlyArray<string>).includes(scope))
        )
      : yield* new InvalidToken()
  })

  const ofKey = Effect.fnUntraced(function* (key: string) {
    const home = yield* store.region(store.home)
    const found = yield* clients.findByKey(home, signer.fingerprint("bank api key", key))
    return found?.active === true ? principal(found.id, found.scopes) : yield* new InvalidApiKey()
  })

  return (headers: Headers, { address, endpoint }: Visit): Effect.Effect<Principal, Failure> => {
    if (Context.getOrUndefined(endpoint, OpenToAll) === true) {
      return Effect.succeed({ ...principal("", []), credential: `stranger:${address ?? ""}` })
    }
    const authorization = headers["authorization"]
    const key = headers["x-api-key"]
    if (authorization !== undefined) {
      // A key does not rescue a bad token (decisions B107).
      const token = bearerOf(authorization)
      return token === undefined ? Effect.fail(new InvalidToken()) : ofToken(token)
    }
    return key === undefined ? Effect.fail(new MissingAuthorization()) : ofKey(key)
  }
}

export const makeFace =
  (options: BankOptions) =>
  (keeper: GateKeeper): Face<Failure> => {
    const plan = { requests: options.requestsPerMinute ?? requestsPerMinute, window: 60_000, sliding: true } as const
    return {
      authenticate: makeAuthenticate(options, keeper),
      admit: (headers, principal, { endpoint }) => {
        if (options.mode === "production" && Context.getOrUndefined(endpoint, SandboxOnly) === true) {
          return Effect.fail(new Refusal.UnknownEndpoint({ method: "", path: "" }))
        }
        const version = headers["api-version"]
        return Effect.andThen(
          checkScope(endpoint, principal),
          version !== undefined && !acceptedVersions.has(version)
            ? Effect.fail(new InvalidVersion())
            : Effect.succeed({ region: keeper.store.home, headers: { "api-version": apiVersion } })
        )
      },
      refuse: (failure, requestId) =>
        refuse(failure, {
          requestId,
          now: keeper.clock.now(),
          mismatchStatus: options.idempotencyMismatchStatus ?? 409
        }),
      plans: { client: plan },
      anonymousPlan: plan,
      rateLimitHeaders: (reading) => ({
        "x-ratelimit-limit": String(reading.limit),
        "x-ratelimit-remaining": String(reading.remaining),
        "x-ratelimit-reset": String(reading.resetAt)
      }),
      requestIdHeader: "x-request-id",
      requestIdPattern,
      idempotency: {
        header: "idempotency-key",
        bodyField: undefined,
        lifetimeMs: keyLifetimeMs,
        waitMs: keyWaitMs,
        missingKey,
        isFinal,
        replay: (record: IdempotencyRecord, caller: CallerShape) =>
          presentState(record, caller, {
            now: keeper.clock.now(),
            outsideHoursStatus: options.wire?.outsideHoursStatus ?? 202
          })
      },
      bodyLimitBytes
    }
  }
