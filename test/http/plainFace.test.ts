import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { InvalidCursor } from "../../src/domain/Cursor.ts"
import type { GateKeeper } from "../../src/http/Gate.ts"
import { plainFace, Unauthorized, type PlainFailure } from "../../src/http/plainFace.ts"
import * as Refusal from "../../src/http/Refusal.ts"
import { StoreOpenFailed, StoreUnavailable, VersionConflict } from "../../src/services/Store.ts"
import { UrlRefused } from "../../src/services/AddressGuard.ts"
import { InvalidUrl, NoEventTypes, TooManyEndpoints, UnknownEventType } from "../../src/webhooks/Endpoint.ts"
import { EndpointNotFound } from "../../src/webhooks/endpointOperations.ts"

class OutOfStock extends Data.TaggedError("OutOfStock")<{ readonly left: number }> {}

const keeper = { signer: { fingerprint: (_: string, text: string) => text } } as unknown as GateKeeper

const { face } = plainFace<OutOfStock>("shop", {
  OutOfStock: [409, "out_of_stock", ({ left }) => `Only ${left} are left`],
  Unauthorized: [401, "no_key", "Ask the shop for a key"]
})

const told = (failure: OutOfStock | PlainFailure) => {
  const { body, headers, status } = face({ keys: {} })(keeper).refuse(failure as never, "req_1")
  return { status, headers, error: JSON.parse(body).error }
}

const region = "us-east-1"

const rows: ReadonlyArray<readonly [failure: PlainFailure, status: number, code: string]> = [
  [new Refusal.InvalidJson({ detail: "no" }), 400, "invalid_json"],
  [new Refusal.UnsupportedMediaType({ contentType: "text/plain" }), 415, "unsupported_media_type"],
  [new Refusal.RequestTooLarge({ limitBytes: 9 }), 413, "body_too_large"],
  [new Refusal.RequestAborted(), 400, "invalid_json"],
  [new Refusal.UnknownEndpoint({ method: "GET", path: "/x" }), 404, "unknown_endpoint"],
  [new Refusal.MethodNotAllowed({ method: "GET", allowed: ["POST"] }), 405, "method_not_allowed"],
  [new Refusal.RateLimited({ retryAfterSeconds: 3 }), 429, "rate_limited"],
  [new Refusal.InvalidIdempotencyKey(), 400, "invalid_idempotency_key"],
  [new Refusal.IdempotencyKeyConflict(), 400, "invalid_idempotency_key"],
  [new Refusal.IdempotencyKeyReused({}), 409, "idempotency_key_reused"],
  [new Refusal.IdempotencyKeyInUse(), 409, "idempotency_key_in_use"],
  [new Refusal.InvalidParameters({ part: "body", issues: [] }), 400, "invalid_parameters"],
  [new Refusal.InternalFailure(), 500, "internal_error"],
  [new StoreUnavailable({ region, reason: "locked", detail: "" }), 503, "unavailable"],
  [new StoreOpenFailed({ region, reason: "in_use", detail: "" }), 503, "unavailable"],
  [new VersionConflict({ table: "t", key: "k" }), 503, "unavailable"],
  [new InvalidCursor(), 400, "invalid_cursor"],
  [new InvalidUrl({ url: "x", reason: "scheme", refusal: new UrlRefused({ reason: "scheme" }) }), 400, "invalid_url"],
  [new UnknownEventType({ eventType: "a.b", index: 0 }), 400, "unknown_event_type"],
  [new NoEventTypes(), 400, "no_event_types"],
  [new TooManyEndpoints({ maxEndpoints: 16 }), 409, "too_many_endpoints"],
  [new EndpointNotFound({ id: "we_1" }), 404, "endpoint_not_found"]
]

describe("the plain face", () => {
  it.each([
    [{ mod: "live" }, 'The face of the plugin "shop" has no option mod: it has keys, mode, plan'],
    [{ mode: "sandbox" }, 'The mode of the plugin "shop" is "test" or "live", not "sandbox"'],
    [{ plan: { perMinute: 10 } }, 'The rate limit of the plugin "shop" has no field perMinute: it has requests, window']
  ])("takes no options %o that mean nothing", (options, problem) => {
    expect(() => face({ keys: {}, ...(options as object) })).toThrow(problem)
  })

  it.each([
    [{ acct_a: ["key_1"], acct_b: ["key_1"] }, 'A key of the account acct_b of the plugin "shop" is there twice'],
    [{ acct_a: ["key_1", "key_1"] }, "twice"],
    [{ acct_a: [""] }, 'A key of the account acct_a of the plugin "shop" is not of printable ASCII characters'],
    [{ acct_a: ["key 1"] }, "printable"]
  ])("takes no keys %o of which one is not one account's", (keys, problem) => {
    expect(() => face({ keys })).toThrow(problem)
  })

  it.each(rows)("answers $0._tag with $1 and $2", (failure, status, code) => {
    const answer = told(failure)
    expect([answer.status, answer.error.code, answer.error.request_id]).toEqual([status, code, "req_1"])
    expect(answer.error.message).not.toBe("")
  })

  it("answers a plugin's own failures by its own rows, and lets it say the others in other words", () => {
    expect(told(new OutOfStock({ left: 2 })).error).toEqual({
      code: "out_of_stock",
      message: "Only 2 are left",
      request_id: "req_1"
    })
    expect(told(new Unauthorized()).error.code).toBe("no_key")
  })

  it("says when to try again, what is allowed, and how to authenticate", () => {
    expect(told(new Refusal.RateLimited({ retryAfterSeconds: 3 })).headers).toEqual({ "retry-after": "3" })
    expect(told(new VersionConflict({ table: "t", key: "k" })).headers).toEqual({ "retry-after": "1" })
    expect(told(new Refusal.MethodNotAllowed({ method: "GET", allowed: ["POST"] })).headers).toEqual({ allow: "POST" })
    expect(told(new Unauthorized()).headers).toEqual({ "www-authenticate": "Bearer" })
  })

  it("names each problem of a body", () => {
    const issue = (problem: Refusal.ParameterIssue["problem"]) =>
      ({ path: ["a", "b"], problem, code: undefined, expected: "a text" }) as const
    const issues = (["missing", "unknown", "invalid", "more"] as const).map(issue)
    const { error } = told(new Refusal.InvalidParameters({ part: "body", issues }))
    expect(error.details.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`)).toEqual([
      "a.b is required",
      "a.b is not known here",
      "a.b must be a text",
      "a.b has more problems"
    ])
  })

  it("takes the keys that it was given, each for its account, and no other", () => {
    const { authenticate } = face({ keys: { acct_a: ["k1", "k2"], acct_b: ["k3"] }, mode: "live" })(keeper)
    const accountOf = (authorization?: string) =>
      Effect.runSync(
        Effect.match(authenticate({ authorization } as never, {} as never), {
          onSuccess: ({ account, mode }) => `${account}/${mode}`,
          onFailure: ({ _tag }) => _tag
        })
      )
    expect(["Bearer k1", "bearer k2", "Bearer k3"].map(accountOf)).toEqual([
      "acct_a/live",
      "acct_a/live",
      "acct_b/live"
    ])
    expect(["Bearer k4", "k1", undefined].map(accountOf)).toEqual(["Unauthorized", "Unauthorized", "Unauthorized"])
  })
})
