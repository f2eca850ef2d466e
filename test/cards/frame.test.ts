import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { Store } from "../../src/services/Store.ts"
import { startHost, testKey, type Host } from "./host.ts"
import { written } from "../store/written.ts"

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

const limitsOf = (headers: Headers) => ({
  limit: Number(headers.get("x-ratelimit-limit")),
  remaining: Number(headers.get("x-ratelimit-remaining")),
  reset: Number(headers.get("x-ratelimit-reset"))
})

const setRow = (host: Host, text: string) =>
  host.engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      const home = yield* store.region(store.home)
      yield* home.write([written(text)])
    })
  )

describe("accounts of the configuration", () => {
  const account = (id: string, ...keys: ReadonlyArray<string>) => ({ id, keys })

  it("need a mode, also in a program without types", () => {
    const untyped = cards as (options: object) => unknown
    expect(() => untyped({ accounts: [] })).toThrow('cards: mode must be "sandbox" or "production", not undefined')
    expect(() => untyped({ mode: "live" })).toThrow('not "live"')
  })

  it.each<[string, () => unknown, string]>([
    [
      "of a variable that is not set",
      () => cards({ mode: "sandbox", accounts: [account("acct_1", undefined as unknown as string)] }),
      "acct_1: keys[0] is undefined but must be sk_test_ or sk_live_ and 8 to 200 letters, digits or _"
    ],
    [
      "that no request can carry",
      () => cards({ mode: "sandbox", accounts: [account("acct_1", "secret")] }),
      "a text of 6 characters"
    ],
    [
      "of another account",
      () => cards({ mode: "sandbox", accounts: [account("acct_1", testKey), account("acct_2", testKey)] }),
      "acct_2: keys[0] is a key of acct_1"
    ]
  ])("are refused with a key %s", (_, make, words) => {
    expect(make).toThrow(words)
  })
})

describe("C244: the plans", () => {
  const starter = { id: "acct_starter", keys: ["sk_test_starter00", "sk_test_starter01"], plan: "starter" } as const
  const dedicated = { id: "acct_dedicated", keys: ["sk_test_dedicated"], plan: "dedicated" } as const
  const growth = { id: "acct_growth", keys: ["sk_test_growth000"] } as const
  const start = () => startHost({ cards: { accounts: [starter, dedicated, growth] } })

  it("C243: starter has 10,000 requests per UTC day, growth and dedicated a window of 60 seconds", async () => {
    const host = await start()
    const limits = async (key: string) =>
      limitsOf((await host.ask("GET", "/v2/payments", undefined, bearer(key))).headers)
    expect(await limits("sk_test_starter00")).toEqual({
      limit: 10_000,
      remaining: 9_999,
      reset: Date.parse("2026-01-16T00:00:00Z") / 1000
    })
    expect(await limits("sk_test_growth000")).toMatchObject({ limit: 6_000, remaining: 5_999 })
    expect(await limits("sk_test_dedicated")).toMatchObject({ limit: 60_000, remaining: 59_999 })
  })

  it("C240, C242: the 10,001st request of a day is 429 until midnight of engine time, for that key alone", async () => {
    const host = await start()
    const ask = (key = "sk_test_starter00") => host.ask("GET", "/v2/nothing", undefined, bearer(key))
    for (let count = 0; count < 10_000; count += 200) await Promise.all(Array.from({ length: 200 }, () => ask()))
    const refused = await ask()
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({
      status: 429,
      type: "api_error",
      code: "rate_limit_exceeded"
    })
    expect(Number(refused.headers.get("retry-after"))).toBe(14.5 * 3600)
    expect(limitsOf(refused.headers)).toMatchObject({ limit: 10_000, remaining: 0 })
    expect((await ask("sk_test_starter01")).status).toBe(404)
    await host.engine.clock.advanceTo("2026-01-16T00:00:00Z")
    expect((await ask()).status).toBe(404)
  })

  it("C243: the headers are on every answer, errors included", async () => {
    const host = await startHost()
    const replies = await Promise.all([
      host.ask("GET", "/v2/customers"),
      host.ask("GET", "/v2/customers", undefined, { authorization: "" }),
      host.ask("GET", "/v2/customers", undefined, bearer("sk_live_0123456789")),
      host.ask("GET", "/v2/customers", undefined, { "svc-data-region": "mars" }),
      host.ask("GET", "/v2/customers", undefined, { "svc-version": "2026-02-30" }),
      host.ask("GET", "/v2/customers/cus_none"),
      host.ask("GET", "/v2/nothing"),
      host.ask("DELETE", "/v2/events"),
      host.ask("POST", "/v2/customers", "{"),
      host.ask("POST", "/v2/customers", "email=a@b.cd", { "content-type": "text/plain" }),
      host.ask("POST", "/v2/customers", { email: "x".repeat(1_100_000) })
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 401, 401, 400, 400, 404, 404, 405, 400, 415, 413])
    for (const { body, headers, status } of replies) {
      expect(limitsOf(headers).limit).toBe(6_000)
      expect(headers.get("request-id")).toMatch(/^req_/)
      if (status !== 200) expect(body.error.request_id).toBe(headers.get("request-id"))
    }
    expect(replies[7]!.headers.get("allow")).toBe("GET")
  })
})

describe("C254: versions", () => {
  it.each([
    [undefined, "2026-01-15"],
    ["2026-01-15", "2026-01-15"],
    ["2031-05-05", "2026-01-15"],
    ["2001-01-01", "2026-01-15"]
  ])("%s resolves to %s", async (asked, wanted) => {
    const host = await startHost()
    const reply = await host.ask("GET", "/v2/events", undefined, asked === undefined ? {} : { "svc-version": asked })
    expect(reply.headers.get("svc-version")).toBe(wanted)
  })

  it.each([["2026-1-15"], ["2026-02-30"], ["latest"], ["15-01-2026"]])("%s is refused", async (asked) => {
    const { ask } = await startHost()
    const reply = await ask("GET", "/v2/events", undefined, { "svc-version": asked })
    expect({ status: reply.status, ...reply.body.error }).toMatchObject({
      status: 400,
      type: "validation_error",
      code: "invalid_version",
      param: "SVC-Version"
    })
  })

  it("B7: an account is pinned at its first call, and stays so", async () => {
    const host = await startHost()
    const pins = () =>
      host.engine.call(
        Effect.gen(function* () {
          const store = yield* Store
          const home = yield* store.region(store.home)
          return yield* home.read<{ version: string }>("SELECT version FROM cards_version_pins", [])
        })
      )
    await host.ask("GET", "/v2/events", undefined, { "svc-version": "2001-01-01" })
    expect(await pins()).toEqual([{ version: "2026-01-15" }])
    await host.ask("GET", "/v2/events")
    await host.ask("GET", "/v2/events", undefined, { ...bearer(`${testKey}x`), "svc-data-region": "eu-west-1" })
    expect(await pins()).toHaveLength(2)
    // A pin of an older version, as an account of long ago has one, is what an endpoint of its own gets.
    await setRow(host, "UPDATE cards_version_pins SET version = '2025-06-01'")
    const endpoint = { url: "https://shop.example.com/", enabled_events: ["*"] }
    expect((await host.ask("POST", "/v2/webhook_endpoints", endpoint)).body.api_version).toBe("2026-01-15")
  })
})

describe("C205: regions", () => {
  const regions = ["us-east-1", "eu-west-1", "ap-southeast-1"]

  it.each([
    ["a payment", "payments", { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }],
    ["a customer", "customers", { email: "ada@example.com" }],
    [
      "a payment method",
      "payment_methods",
      { type: "card", card: { number: "4242424242424242", exp_month: 1, exp_year: 2030, cvc: "123" } }
    ],
    ["a webhook endpoint", "webhook_endpoints", { url: "https://shop.example.com/", enabled_events: ["*"] }]
  ])("C206: %s is seen under its own region alone", async (_, resource, body) => {
    const host = await startHost()
    for (const [at, region] of regions.entries()) {
      const own = { email: `c${at}@example.com` }
      const made = await host.ask("POST", `/v2/${resource}`, "email" in body ? own : body, {
        "svc-data-region": region
      })
      expect(made.headers.get("svc-data-region")).toBe(region)
      for (const other of regions) {
        const read = await host.ask("GET", `/v2/${resource}/${made.body.id}`, undefined, { "svc-data-region": other })
        expect(read.status).toBe(other === region ? 200 : 404)
      }
    }
  })

  it("C205: us-east-1 unless said otherwise", async () => {
    const { ask } = await startHost()
    expect((await ask("GET", "/v2/events")).headers.get("svc-data-region")).toBe("us-east-1")
  })
})

it("C204: no answer holds the key that was shown", async () => {
  const host = await startHost()
  const key = "sk_test_verysecret1"
  const replies = await Promise.all([
    host.ask("GET", "/v2/nothing", undefined, bearer(key)),
    host.ask("POST", "/v2/customers", { email: "a@b.cd" }, bearer(key)),
    host.ask("GET", "/v2/payments", undefined, bearer(`${key}!`))
  ])
  for (const { headers, text } of replies) expect(text + JSON.stringify([...headers])).not.toContain("verysecret")
})
