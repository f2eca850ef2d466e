/**
 * A face for plugins that need none of their own: bearer keys, one error envelope, the usual headers and limits. A plugin
 * brings the keys of its accounts and a row for each of its own failures.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Mode, Principal } from "../domain/Principal.ts"
import type { InvalidCursor } from "../domain/Cursor.ts"
import type { StoreOpenFailed, StoreUnavailable, VersionConflict } from "../services/Store.ts"
import type { InvalidUrl, NoEventTypes, TooManyEndpoints, UnknownEventType } from "../webhooks/Endpoint.ts"
import type { EndpointNotFound } from "../webhooks/endpointOperations.ts"
import { json, type Answer } from "./Answer.ts"
import type { Face, Tagged } from "./Face.ts"
import type { GateKeeper } from "./Gate.ts"
import { checkNames } from "./HostInput.ts"
import { makeRefused } from "./Publication.ts"
import type { RateLimitPlan } from "./RateLimit.ts"
import type { InvalidParameters, Refusal } from "./Refusal.ts"
import { makeResponding } from "./Responding.ts"

/** No bearer key, or none of an account. */
export class Unauthorized extends Data.TaggedError("Unauthorized") {}

/** How a failure is answered: its status, its code, and a sentence for a person. */
export type FailureWords<F> = readonly [status: number, code: string, message: string | ((failure: F) => string)]

/** A row for each failure, by tag. */
export type FailureTable<F extends Tagged> = { readonly [K in F["_tag"]]: FailureWords<Extract<F, { _tag: K }>> }

/** Failures that the face has words for already. */
export type PlainFailure =
  | Unauthorized
  | Refusal
  | StoreUnavailable
  | StoreOpenFailed
  | VersionConflict
  | InvalidCursor
  | InvalidUrl
  | UnknownEventType
  | NoEventTypes
  | TooManyEndpoints
  | EndpointNotFound

/** Who may call. */
export interface PlainFaceOptions {
  /** Bearer keys by account id, each once. Without any, every request is refused. A key that two have throws a TypeError. */
  readonly keys: Readonly<Record<string, ReadonlyArray<string>>>
  /** Default: `test`. */
  readonly mode?: Mode
  /** Requests of a key. Default: 6,000 in a minute. */
  readonly plan?: RateLimitPlan
}

const unconfirmed =
  "The service is not available now. What the request changes may be stored: send it again with the same Idempotency-Key"

const words: FailureTable<PlainFailure> = {
  Unauthorized: [401, "unauthorized", "Send a key of this service as a bearer token: Authorization: Bearer …"],
  InvalidJson: [400, "invalid_json", ({ detail }) => `The body is not usable JSON: ${detail}`],
  UnsupportedMediaType: [415, "unsupported_media_type", "Send the body as application/json"],
  RequestTooLarge: [413, "body_too_large", ({ limitBytes }) => `The body may have at most ${limitBytes} bytes`],
  RequestAborted: [400, "invalid_json", "The body ended before it was complete"],
  UnknownEndpoint: [404, "unknown_endpoint", ({ method }) => `There is no endpoint ${method} at this path`],
  MethodNotAllowed: [
    405,
    "method_not_allowed",
    ({ allowed, method }) => `This path takes ${allowed.join(", ")}, not ${method}`
  ],
  RateLimited: [
    429,
    "rate_limited",
    ({ retryAfterSeconds }) => `Too many requests. Try again in ${retryAfterSeconds} s`
  ],
  InvalidIdempotencyKey: [400, "invalid_idempotency_key", "An Idempotency-Key has 1 to 255 printable ASCII characters"],
  IdempotencyKeyConflict: [400, "invalid_idempotency_key", "Two different idempotency keys were sent"],
  IdempotencyKeyReused: [
    409,
    "idempotency_key_reused",
    "This Idempotency-Key was used for another request. Use a new key for a new request"
  ],
  IdempotencyKeyInUse: [
    409,
    "idempotency_key_in_use",
    "The first request with this Idempotency-Key is still running. Try again"
  ],
  InvalidParameters: [400, "invalid_parameters", ({ part }) => `The ${part} of the request is not valid`],
  InternalFailure: [500, "internal_error", "Something went wrong on our side. Quote the request id when you report it"],
  StoreUnavailable: [503, "unavailable", unconfirmed],
  StoreOpenFailed: [503, "unavailable", unconfirmed],
  VersionConflict: [503, "unavailable", unconfirmed],
  InvalidCursor: [400, "invalid_cursor", "This cursor is not one of this list with these filters"],
  InvalidUrl: [400, "invalid_url", ({ refusal }) => `url ${refusal.message}`],
  UnknownEventType: [400, "unknown_event_type", ({ eventType }) => `There is no event type ${eventType}`],
  NoEventTypes: [400, "no_event_types", "Name at least one event type, or *"],
  TooManyEndpoints: [
    409,
    "too_many_endpoints",
    ({ maxEndpoints }) => `There may be at most ${maxEndpoints} webhook endpoints`
  ],
  EndpointNotFound: [404, "endpoint_not_found", "There is no such webhook endpoint"]
}

const headersOf = (failure: PlainFailure): Readonly<Record<string, string>> => {
  switch (failure._tag) {
    case "Unauthorized":
      return { "www-authenticate": "Bearer" }
    case "MethodNotAllowed":
      return { allow: failure.allowed.join(", ") }
    case "RateLimited":
      return { "retry-after": String(failure.retryAfterSeconds) }
    case "IdempotencyKeyInUse":
    case "StoreUnavailable":
    case "StoreOpenFailed":
    case "VersionConflict":
      return { "retry-after": "1" }
    case "RequestTooLarge":
      return { connection: "close" }
    default:
      return {}
  }
}

const problems = { missing: "is required", unknown: "is not known here", more: "has more problems" } as const

const detailsOf = ({ issues }: InvalidParameters) =>
  issues.map(({ expected, path, problem }) => ({
    path: path.join("."),
    message: problem === "invalid" ? `must be ${expected}` : problems[problem]
  }))

const saidOf = ([, , message]: FailureWords<never>, failure: unknown): string =>
  typeof message === "string" ? message : message(failure as never)

/** The words of a plugin's own rows, for callers in process and consoles. */
const wordsOf =
  (own: Readonly<Record<string, FailureWords<never> | undefined>>) =>
  (failure: unknown): string | undefined => {
    const tag = (failure as { readonly _tag?: unknown } | null)?._tag
    const row = typeof tag === "string" && Object.hasOwn(own, tag) ? own[tag] : undefined
    return row === undefined ? undefined : saidOf(row, failure)
  }

/** Makes `refuse`: the answer to a failure, `{ error: { code, message, request_id, details? } }`. */
const makeRefuse =
  <F extends Tagged>(own: FailureTable<F>) =>
  (failure: F | PlainFailure, requestId: string): Answer => {
    const table = { ...words, ...own } as Readonly<Record<string, FailureWords<never> | undefined>>
    const row = table[failure._tag] ?? words.InternalFailure
    const [status, code] = row
    const details = failure._tag === "InvalidParameters" ? { details: detailsOf(failure as InvalidParameters) } : {}
    return json(
      status,
      { error: { code, message: saidOf(row, failure), request_id: requestId, ...details } },
      headersOf(failure as PlainFailure)
    )
  }

/** Our choice: far above what a program sends, and a stop for a loop gone wild. */
const defaultPlan: RateLimitPlan = { requests: 6_000, window: 60_000 }

/** A key that two accounts have would be one's, and nobody would know whose. */
const checkKeys = (plugin: string, keys: PlainFaceOptions["keys"]): void => {
  const seen = new Set<string>()
  for (const [account, key] of Object.entries(keys).flatMap(([account, own]) =>
    own.map((key) => [account, key] as const)
  )) {
    const problem = seen.has(key)
      ? "is there twice"
      : /^[!-~]+$/.test(key)
        ? undefined
        : "is not of printable ASCII characters"
    if (problem !== undefined)
      throw new TypeError(`A key of the account ${account} of the plugin "${plugin}" ${problem}`)
    seen.add(key)
  }
}

const faceOf =
  (plugin: string, refuse: (failure: PlainFailure, requestId: string) => Answer) => (options: PlainFaceOptions) => {
    const { keys, mode = "test", plan = defaultPlan } = options
    checkNames([`The face of the plugin "${plugin}"`, "option"], options, { keys, mode, plan })
    checkNames([`The rate limit of the plugin "${plugin}"`, "field"], plan, { requests: 1, window: 1, sliding: 1 })
    if (mode !== "test" && mode !== "live")
      throw new RangeError(`The mode of the plugin "${plugin}" is "test" or "live", not ${JSON.stringify(mode)}`)
    checkKeys(plugin, keys)
    return ({ signer, store }: GateKeeper): Face<Unauthorized> => {
      // Digests are looked up, so how long a comparison takes says nothing about the key.
      const lookupOf = (key: string) => signer.fingerprint(`${plugin} api key`, key)
      const known = new Map<string, Principal>()
      for (const [account, ofAccount] of Object.entries(keys)) {
        for (const key of ofAccount) {
          const credential = lookupOf(key)
          known.set(credential, { plugin, account, mode, credential, scopes: [], plan: "own" })
        }
      }
      return {
        authenticate: (headers) => {
          const key = /^bearer +(\S+) *$/i.exec(headers["authorization"] ?? "")?.[1]
          const principal = key === undefined ? undefined : known.get(lookupOf(key))
          return principal === undefined ? Effect.fail(new Unauthorized()) : Effect.succeed(principal)
        },
        admit: () => Effect.succeed({ region: store.home, headers: {} }),
        refuse,
        plans: { own: plan },
        anonymousPlan: defaultPlan,
        rateLimitHeaders: ({ limit, remaining, resetAt }) => ({
          "ratelimit-limit": String(limit),
          "ratelimit-remaining": String(remaining),
          "ratelimit-reset": String(resetAt)
        }),
        requestIdHeader: "request-id",
        idempotency: { header: "idempotency-key", bodyField: undefined, lifetimeMs: 86_400_000, waitMs: 30_000 },
        bodyLimitBytes: 1_048_576
      }
    }
  }

/**
 * Makes the face of a plugin and how its handlers answer. `failures` has a row for each failure of the plugin's own; one may
 * give other words to a failure of the toolkit. Bodies hold up to 1 MiB, answers are kept for 24 hours under the header
 * `Idempotency-Key`, and requests run in the home region.
 *
 * `face` goes into the definition, `answer` and `respond` into handlers, `refused` into endpoints:
 * `error: refused("WalletNotFound")` names what an endpoint may fail with.
 */
export const plainFace = <F extends Tagged = never>(
  plugin: string,
  failures: FailureTable<F> & Partial<FailureTable<PlainFailure>>
) => {
  const refuse = makeRefuse<F>(failures)
  return {
    face: (options: PlainFaceOptions) =>
      Object.assign(faceOf(plugin, refuse)(options), {
        words: wordsOf(failures as Readonly<Record<string, FailureWords<never>>>)
      }),
    refused: makeRefused<F | PlainFailure>(),
    ...makeResponding<F | PlainFailure>({ refuse: (failure, { requestId }) => refuse(failure, requestId) })
  }
}
