/** The plugin's face towards HTTP (decisions docs 4.11): bearer keys, rate limits, idempotency, and the CI's visitor. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Mode, Principal } from "../../src/domain.ts"
import type { Face, GateKeeper, IdempotencyRecord } from "../../src/plugin.ts"
import { etagOf } from "./documents/api.ts"
import { refuse, Unauthorized } from "./errors.ts"
import { valueOf, type DocsOptions } from "./options.ts"
import type { Doorbell } from "./workbench/Doorbell.ts"

/** Our choice: far above any editor or CI, and a stop for a loop gone wild. */
const plans = {
  api: { requests: 6_000, window: 60_000 },
  webhook: { requests: 6_000, window: 60_000 },
  anonymous: { requests: 600, window: 60_000 }
} as const

/** 1 MiB; endpoints that take sources say otherwise. */
const bodyLimitBytes = 1_048_576

/** A kept answer that shows a version has its ETag again: an editor saves on with it. */
const replay = ({ body, status }: IdempotencyRecord) => {
  const version = /^\{"id":"(ver_\w+)"/.exec(body)?.[1]
  return version === undefined ? Effect.undefined : Effect.succeed({ status, body, headers: etagOf(version) })
}

/** Decisions docs 4: keys live for 24 hours. */
const idempotency = {
  header: "idempotency-key",
  bodyField: undefined,
  lifetimeMs: 86_400_000,
  waitMs: 30_000,
  replay
} as const

/** Everything belongs to one account: the service has keys, and no accounts of its own. */
export const principalOf = (options: DocsOptions, credential: string, plan: keyof typeof plans): Principal => ({
  plugin: "docs",
  account: "docs",
  mode: (options.mode === "production" ? "live" : "test") satisfies Mode,
  credential,
  scopes: [],
  plan
})

/** The principal of callers in process: `engine.caller({ principal: docsPrincipal() })`. In production its mode is `live`. */
export const docsPrincipal = (mode: Mode = "test"): Principal =>
  principalOf({ mode: mode === "live" ? "production" : "sandbox" }, "host", "api")

/** Makes the face. Without keys every request is refused: the service is never open. */
export const makeFace =
  (options: DocsOptions, doorbell: Doorbell) =>
  ({ signer, store }: GateKeeper): Face<Unauthorized> => {
    const lookupOf = (key: string) => signer.fingerprint("docs api key", key)
    // Digests are looked up, so how long a comparison takes says nothing about the key.
    let known: ReadonlySet<string> | undefined
    const isKnown = (lookup: string) => {
      known ??= new Set(valueOf(options.apiKeys ?? []).map((key) => lookupOf(Redacted.value(key))))
      return known.has(lookup)
    }
    return {
      authenticate: (headers) => {
        const key = /^bearer +(\S+) *$/i.exec(headers["authorization"] ?? "")?.[1]
        const lookup = key === undefined ? undefined : lookupOf(key)
        if (lookup === undefined || !isKnown(lookup)) return Effect.fail(new Unauthorized())
        doorbell.ring(headers)
        return Effect.succeed(principalOf(options, lookup, "api"))
      },
      visitor: principalOf(options, "webhook", "webhook"),
      admit: () => Effect.succeed({ region: store.home, headers: {} }),
      refuse,
      plans,
      anonymousPlan: plans.anonymous,
      rateLimitHeaders: (reading) => ({
        "ratelimit-limit": String(reading.limit),
        "ratelimit-remaining": String(reading.remaining),
        "ratelimit-reset": String(reading.resetAt)
      }),
      requestIdHeader: "x-request-id",
      idempotency,
      bodyLimitBytes
    }
  }
