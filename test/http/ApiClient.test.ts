import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { ApiClient } from "../../src/plugin.ts"
import { noWaiting } from "./noWaiting.ts"

class Refused extends Data.TaggedError("Refused")<{ readonly status: number; readonly code: string }> {}

const failed = ApiClient.failing(
  Schema.Struct({ code: Schema.String }),
  (status, { code }) => new Refused({ status, code })
)

/** What the service does with each request, in their order. */
type Fates = ReadonlyArray<Response | "lost">

/** Sends a request to a service with these fates; the last one stays. Tells what came, and the keys that reached the service. */
const ask = async (
  request: HttpClientRequest.HttpClientRequest,
  fates: Fates,
  {
    retries,
    own = (client) => client
  }: { retries?: number; own?: (client: HttpClient.HttpClient) => HttpClient.HttpClient } = {}
) => {
  const seen: Array<Request> = []
  const waits: Array<number> = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    seen.push(new Request(input, init))
    const fate = fates[Math.min(seen.length, fates.length) - 1]!
    return fate === "lost" ? Promise.reject(new TypeError("lost")) : Promise.resolve(fate.clone())
  }
  const came = await Effect.flatMap(HttpClient.HttpClient, (http) => {
    const client = ApiClient.repeating(own(http), retries)
    const send = (made: HttpClientRequest.HttpClientRequest) =>
      client.execute(HttpClientRequest.setHeader(made, "x-caller", "ada"))
    return ApiClient.sending(send, failed).execute(request)
  }).pipe(
    Effect.map(({ status }) => status as unknown),
    Effect.catch((error) => Effect.succeed(error)),
    Effect.provide(FetchHttpClient.layer),
    Effect.provideService(FetchHttpClient.Fetch, fetch),
    noWaiting(waits),
    Effect.runPromise
  )
  return { came, seen, waits, keys: seen.map(({ headers }) => headers.get("idempotency-key")) }
}

const post = HttpClientRequest.post("http://host.test/payments")
const busy = new Response("", { status: 503 })
const made = new Response("{}", { status: 201 })

describe("a client of a plugin's API", () => {
  it.each(["POST", "PUT", "PATCH"] as const)(
    "gives every %s a key of its own, and authenticates it",
    async (method) => {
      const request = HttpClientRequest.make(method)("http://host.test/payments")
      const one = await ask(request, [made])
      const other = await ask(request, [made])
      expect(one.keys[0]).toMatch(/^[0-9a-f]{32}$/)
      expect(other.keys[0]).not.toBe(one.keys[0])
      expect(one.seen[0]!.headers.get("x-caller")).toBe("ada")
    }
  )

  it("leaves a key that the caller chose, and gives reads none", async () => {
    expect((await ask(HttpClientRequest.setHeader(post, "idempotency-key", "order-1"), [made])).keys).toEqual([
      "order-1"
    ])
    expect((await ask(HttpClientRequest.get("http://host.test/payments"), [made])).keys).toEqual([null])
  })

  it.each<[string, Fates]>([
    ["a connection that was lost", ["lost", made]],
    ["a service that is busy", [busy, made]],
    ["too many requests", [new Response("", { status: 429 }), made]]
  ])("repeats a request under the same key after %s", async (_, fates) => {
    const { came, keys } = await ask(post, fates)
    expect(came).toBe(201)
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })

  it("repeats it three times, or so often as it was told, and then says why", async () => {
    const refusal = new Response(`{"code":"busy"}`, { status: 503 })
    const { came, seen } = await ask(post, [refusal])
    expect([came, seen.length]).toEqual([new Refused({ status: 503, code: "busy" }), 4])
    expect((await ask(post, [refusal], { retries: 0 })).seen).toHaveLength(1)
    expect((await ask(post, ["lost"], { retries: 1 })).came).toMatchObject({ _tag: "HttpClientError" })
  })

  it.each<[string, Fates]>([
    ["a service that is busy", [busy]],
    ["connections that are lost", ["lost"]]
  ])("waits longer before each try of %s", async (_, fates) => {
    const { waits } = await ask(post, fates)
    expect(waits).toHaveLength(3)
    for (const [tries, ms] of waits.entries()) expect(Math.abs(ms / (500 * 2 ** tries) - 1)).toBeLessThan(0.3)
  })

  it("waits as long as the service asks", async () => {
    const { waits } = await ask(post, [new Response("", { status: 503, headers: { "retry-after": "7" } }), made])
    expect(waits).toEqual([7_000])
  })

  it("does not wait for more than a minute, as a limit of the day asks for: whoever called is told", async () => {
    const asking = (seconds: number) =>
      new Response(`{"code":"rate_limited"}`, { status: 429, headers: { "retry-after": String(seconds) } })
    const { came, seen, waits } = await ask(post, [asking(61), made])
    expect([came, seen.length, waits]).toEqual([new Refused({ status: 429, code: "rate_limited" }), 1, []])
    expect((await ask(post, [asking(60), made])).waits).toEqual([60_000])
  })

  it("does not repeat what was refused, and fails with what the service says", async () => {
    const { came, seen } = await ask(post, [new Response(`{"code":"declined"}`, { status: 402 })])
    expect([came, seen.length]).toEqual([new Refused({ status: 402, code: "declined" }), 1])
  })

  it.each([`{"message":"Bad gateway"}`, "<h1>Bad gateway</h1>"])(
    "fails in a way that can be caught on what a gateway answers for the service: %s",
    async (body) => {
      const { came } = await ask(post, [new Response(body, { status: 502 })])
      expect(came).toMatchObject({
        _tag: "HttpClientError",
        reason: { _tag: "StatusCodeError", response: { status: 502 } }
      })
    }
  )

  it("lets the host's own client change a request once", async () => {
    const own = HttpClient.mapRequest(HttpClientRequest.appendUrl("/v2"))
    const { seen } = await ask(post, [busy, made], { own })
    expect(seen.map(({ url }) => url)).toEqual(["http://host.test/payments/v2", "http://host.test/payments/v2"])
  })
})
