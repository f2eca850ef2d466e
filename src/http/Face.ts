/**
 * The face of a plugin towards HTTP: everything in which plugins differ although the toolkit does the work. Each
 * states it once, as data and small functions.
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Headers } from "effect/http/Headers"
import type { Principal } from "../domain/Principal.ts"
import type { RegionName, StoreOpenFailed, StoreUnavailable } from "../services/Store.ts"
import type { IdempotencyRecord } from "../store/idempotencyRepository.ts"
import type { Answer } from "./Answer.ts"
import type { CallerShape } from "./Caller.ts"
import type { RateLimitPlan, RateLimitReading } from "./RateLimit.ts"
import type { Refusal } from "./Refusal.ts"

/** What a plugin's face may fail with: its own refusals, told apart by tag, besides the toolkit's. */
export interface Tagged {
  readonly _tag: string
}

/** The facts of a request beside its headers before its body is read. */
export interface Visit {
  /** The annotations of the requested endpoint; empty where no route matches. */
  readonly endpoint: Context.Context<never>
  /** Where the request came from, as far as the server can tell. */
  readonly address: string | undefined
}

/** How a plugin treats idempotency keys. */
export interface IdempotencyRules<E = unknown> {
  /** Lower-case header name. */
  readonly header: string
  /** A top-level body field with the same meaning, if the plugin has one. It is no part of the fingerprint. */
  readonly bodyField: string | undefined
  readonly lifetimeMs: number
  /** How long a repetition waits for the first request, in milliseconds of system time. */
  readonly waitMs: number
  /** The refusal of a request without a key, at an endpoint that needs one. Default: a key may always be left out. */
  readonly missingKey?: (endpoint: Context.Context<never>) => E | undefined
  /**
   * The answer to a repetition, where it is not the kept one: an answer that only said that work had begun is replaced
   * by what became of it. `undefined`: the kept answer stands.
   */
  readonly replay?: (
    record: IdempotencyRecord,
    caller: CallerShape
  ) => Effect.Effect<Answer | undefined, StoreUnavailable>
  /** Whether an answer that `replay` made is the last word: it is kept, and later repetitions get the same bytes. */
  readonly isFinal?: (answer: Answer) => boolean
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
  readonly authenticate: (headers: Headers, visit: Visit) => Effect.Effect<Principal, E, R>
  /** In whose name endpoints run that check their callers themselves (`OwnAuthentication`). */
  readonly visitor?: Principal
  /** Whether the caller may use the endpoint at all, such as by its scopes, and what follows from the headers. */
  readonly admit: (headers: Headers, principal: Principal, visit: Visit) => Effect.Effect<Admission, E, R>
  /** The answer to a refusal, in the plugin's envelope. The one place where errors become bodies. */
  readonly refuse: (failure: E | Refusal | StoreUnavailable | StoreOpenFailed, requestId: string) => Answer
  readonly plans: Readonly<Record<string, RateLimitPlan>>
  /** The plan of callers that could not be authenticated. */
  readonly anonymousPlan: RateLimitPlan
  readonly rateLimitHeaders: (reading: RateLimitReading) => Readonly<Record<string, string>>
  /** Lower-case name of the header that carries the request's id. */
  readonly requestIdHeader: string
  /** An id of the caller's own in that header is kept when it looks like this. Default: every request gets a new one. */
  readonly requestIdPattern?: RegExp
  readonly idempotency: IdempotencyRules<E>
  /** Longest body in bytes. An endpoint may say otherwise with the `BodyLimit` annotation. */
  readonly bodyLimitBytes: number
}
