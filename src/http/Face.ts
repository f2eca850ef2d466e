/**
 * The face of a plugin towards HTTP: everything in which plugins differ although the toolkit does the work. Each
 * states it once, as data and small functions.
 */
import type * as Effect from "effect/Effect"
import type { Headers } from "effect/http/Headers"
import type { Principal } from "../domain/Principal.ts"
import type { RegionName, StoreOpenFailed, StoreUnavailable } from "../services/Store.ts"
import type { Answer } from "./Answer.ts"
import type { RateLimitPlan, RateLimitReading } from "./RateLimit.ts"
import type { Refusal } from "./Refusal.ts"

/** What a plugin's face may fail with: its own refusals, told apart by tag, besides the toolkit's. */
export interface Tagged {
  readonly _tag: string
}

/** How a plugin treats idempotency keys. */
export interface IdempotencyRules {
  /** Lower-case header name. */
  readonly header: string
  /** A top-level body field with the same meaning, if the plugin has one. It is no part of the fingerprint. */
  readonly bodyField: string | undefined
  readonly lifetimeMs: number
  /** How long a repetition waits for the first request, in milliseconds of system time. */
  readonly waitMs: number
}

/** What a plugin reads from the headers once the caller is known. */
export interface Admission {
  readonly region: RegionName
  /** Headers of every answer to this request, such as the region and the resolved version. */
  readonly headers: Readonly<Record<string, string>>
}

/** The HTTP face of a plugin. */
export interface Face<E extends Tagged = Tagged, R = never> {
  /** Who calls. Fails with a refusal of the plugin. */
  readonly authenticate: (headers: Headers) => Effect.Effect<Principal, E, R>
  /** In whose name endpoints run that check their callers themselves (`OwnAuthentication`). */
  readonly visitor?: Principal
  readonly admit: (headers: Headers, principal: Principal) => Effect.Effect<Admission, E, R>
  /** The answer to a refusal, in the plugin's envelope. The one place where errors become bodies. */
  readonly refuse: (failure: E | Refusal | StoreUnavailable | StoreOpenFailed, requestId: string) => Answer
  readonly plans: Readonly<Record<string, RateLimitPlan>>
  /** The plan of callers that could not be authenticated. */
  readonly anonymousPlan: RateLimitPlan
  readonly rateLimitHeaders: (reading: RateLimitReading) => Readonly<Record<string, string>>
  /** Lower-case name of the header that carries the request's id. */
  readonly requestIdHeader: string
  readonly idempotency: IdempotencyRules
  /** Longest body in bytes. An endpoint may say otherwise with the `BodyLimit` annotation. */
  readonly bodyLimitBytes: number
}
