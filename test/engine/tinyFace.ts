/** The face of the tiny plugin: bearer keys that are accounts, a region header, and one error body. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import {
  isRegionName,
  json,
  type Answer,
  type Face,
  type GateKeeper,
  type Refusal,
  type StoreOpenFailed,
  type StoreUnavailable
} from "../../src/plugin.ts"
import type { Principal } from "../../src/domain.ts"
import type { NoteRefused, TinyOptions } from "./tinyPlugin.ts"

/** No key, or none of ours. */
export class Unauthenticated extends Data.TaggedError("Unauthenticated") {}

/** A region that does not exist. */
export class UnknownRegion extends Data.TaggedError("UnknownRegion") {}

type TinyFailure = Unauthenticated | UnknownRegion | NoteRefused | Refusal.Refusal | StoreUnavailable | StoreOpenFailed

/** One row per failure. */
export const statusOf: { readonly [F in TinyFailure["_tag"]]: number } = {
  Unauthenticated: 401,
  UnknownRegion: 400,
  NoteRefused: 402,
  InvalidJson: 400,
  UnsupportedMediaType: 415,
  RequestTooLarge: 413,
  RequestAborted: 400,
  UnknownEndpoint: 404,
  MethodNotAllowed: 405,
  RateLimited: 429,
  InvalidIdempotencyKey: 400,
  IdempotencyKeyConflict: 400,
  IdempotencyKeyReused: 409,
  IdempotencyKeyInUse: 409,
  InvalidParameters: 400,
  InternalFailure: 500,
  StoreUnavailable: 503,
  StoreOpenFailed: 503
}

const headersOf = (failure: TinyFailure): Readonly<Record<string, string>> => {
  if (failure._tag === "MethodNotAllowed") return { allow: failure.allowed.join(", ") }
  if (failure._tag === "RateLimited") return { "retry-after": String(failure.retryAfterSeconds) }
  return {}
}

/** The answer to a refusal. */
export const refuse = (failure: TinyFailure, requestId: string): Answer =>
  json(
    statusOf[failure._tag],
    {
      error: failure._tag,
      request_id: requestId,
      ...(failure._tag === "InvalidParameters" ? { part: failure.part, issues: failure.issues } : {})
    },
    headersOf(failure)
  )

/** The lifetime of a key: a day of engine time. */
export const lifetimeMs = 86_400_000

/** Longest body in bytes. */
export const bodyLimitBytes = 1_024

/** Requests of an account in a minute, unless a test says otherwise: more than any test sends. */
const plenty = { requests: 1_000, window: 60_000 } as const

/** A bearer key is `key_` and the account. */
const principalOf = (plugin: string, authorization: string | undefined): Principal | undefined => {
  const account = /^Bearer key_(\w+)$/.exec(authorization ?? "")?.[1]
  return account === undefined
    ? undefined
    : { plugin, account, mode: "test", credential: `credential_${account}`, scopes: [], plan: "only" }
}

/** Makes the face. */
export const makeFace =
  (options: TinyOptions) =>
  (keeper: GateKeeper): Face<Unauthenticated | UnknownRegion> => ({
    authenticate: (headers) => {
      const principal = principalOf(options.id ?? "tiny", headers["authorization"])
      return principal === undefined ? Effect.fail(new Unauthenticated()) : Effect.succeed(principal)
    },
    admit: (headers) => {
      const region = headers["region"] ?? keeper.store.home
      return isRegionName(region) ? Effect.succeed({ region, headers: { region } }) : Effect.fail(new UnknownRegion())
    },
    refuse,
    plans: { only: options.plan ?? plenty },
    anonymousPlan: options.anonymousPlan ?? plenty,
    rateLimitHeaders: (reading) => ({
      "ratelimit-limit": String(reading.limit),
      "ratelimit-remaining": String(reading.remaining),
      "ratelimit-reset": String(reading.resetAt)
    }),
    requestIdHeader: "request-id",
    idempotency: {
      header: "idempotency-key",
      bodyField: "note_key",
      lifetimeMs,
      waitMs: options.waitMs ?? 20_000
    },
    bodyLimitBytes
  })
