/**
 * What holds for every endpoint of cards, read from the description of its API, so that a new endpoint is tested without
 * being named here: unknown parameters are refused, and lists treat limit, cursor and page alike.
 */
import * as OpenApi from "effect/http-api/OpenApi"
import { describe, expect, it } from "vitest"
import { CardsApi } from "../../plugins/cards/api.ts"
import { startMerchant } from "./merchant.ts"

interface Operation {
  readonly method: string
  readonly path: string
  readonly query: ReadonlyArray<{ readonly name: string; readonly required: boolean }>
}

/** An operation of the description, as far as it is looked at. */
interface Described {
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string; readonly required: boolean }>
}

const paths = OpenApi.fromApi(CardsApi).paths as unknown as Readonly<
  Record<string, Readonly<Record<string, Described>>>
>

const operations: ReadonlyArray<Operation> = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [] }]) => ({
    method: method.toUpperCase(),
    path: path.replaceAll(/\{\w+\}/g, "x_1"),
    query: parameters.filter((parameter) => parameter.in === "query")
  }))
)

/** Required query parameters with a good value. */
const withRequired = ({ path, query }: Operation): string =>
  `${path}?${query
    .filter(({ required }) => required)
    .map(({ name }) => `${name}=x_1&`)
    .join("")}`

/** The shortest good body of each POST that requires something. */
const bodies: Readonly<Record<string, object>> = {
  "/v2/payments": { amount: 2000, currency: "usd", payment_method: "pm_card_visa" },
  "/v2/payment_methods": { type: "card" },
  "/v2/payment_methods/x_1/attach": { customer: "cus_1" },
  "/v2/customers": { email: "ada@example.com" },
  "/v2/bank_accounts": { customer: "cus_1", country: "US", currency: "usd", account_holder_name: "Ada" },
  "/v2/bank_accounts/x_1/verify": { amounts: [32, 45] },
  "/v2/webhook_endpoints": { url: "https://shop.example.com/", enabled_events: ["*"] },
  "/v2/webhook_endpoints/x_1/replay": { from: "2026-01-15T00:00:00Z" },
  "/v2/refunds": { payment_id: "pay_1" },
  "/v2/payouts": { amount: 1, currency: "usd", destination: "ba_1" },
  "/v2/risk/rules": { name: "A rule", when: { amount: { gte: 1 } }, action: "review" },
  "/v2/aml/alerts/x_1": { status: "under_review" },
  "/v2/customers/x_1/kyc": { document_type: "passport", document_front: "/9j/2Q==" },
  "/v2/compliance/sanctions": { name: "Ada Lovelace" },
  "/v2/test_helpers/faults": { operation: "GET /v2/payments", kind: "unavailable" },
  "/v2/test_helpers/customers/x_1/flags": { flags: [] },
  "/v2/test_helpers/subscriptions": { customer: "cus_1" },
  "/v2/test_helpers/screening_entries": { name: "Somebody" },
  "/v2/test_helpers/screenings/x_1/resolve": { decision: "approved" },
  "/v2/test_helpers/payments/x_1/authenticate": { result: "succeeded" },
  "/v2/test_helpers/payments/x_1/settle": { outcome: "succeeded" },
  "/v2/test_helpers/disputes": { payment_id: "pay_1", reason: "general" },
  "/v2/test_helpers/disputes/x_1/resolve": { outcome: "won" },
  "/v2/test_helpers/refunds/x_1/resolve": { outcome: "succeeded" },
  "/v2/test_helpers/kyc/x_1/resolve": { outcome: "verified" },
  "/v2/test_helpers/balance/fund": { currency: "usd", amount: 1 }
}

describe("every endpoint refuses what it does not know", () => {
  it.each(operations.filter(({ method }) => method === "POST" || method === "PATCH").map((one) => [one] as const))(
    "B5: a field of the body: $method $path",
    async ({ method, path }) => {
      const { engine, get, refused } = await startMerchant()
      const good = method === "PATCH" ? {} : (bodies[path] ?? {})
      const refusal = await refused(method, path, { ...good, surprise: 1 })
      expect(refusal).toMatchObject({ status: 400, code: "parameter_unknown", param: "surprise" })
      expect((await get("/v2/events")).data).toEqual([])
      expect(engine.clock.now().toISOString()).toBe("2026-01-15T09:30:00.000Z")
    }
  )

  it.each(operations.filter(({ method }) => method === "GET" || method === "DELETE").map((one) => [one] as const))(
    "B5: a query parameter: $method $path",
    async (operation) => {
      const { refused } = await startMerchant()
      const refusal = await refused(operation.method, `${withRequired(operation)}surprise=1`)
      expect(refusal).toMatchObject({ status: 400, code: "parameter_unknown", param: "surprise" })
    }
  )
})

const lists = operations.filter(({ query }) => query.some(({ name }) => name === "limit"))

/** Wrong values of the parameters that every list takes. */
const wrong: ReadonlyArray<readonly [query: string, code: string, param: string]> = [
  ...["0", "101", "-1", "1.5", "ten", "1e1", "", "%2010"].map(
    (value) => [`limit=${value}`, "invalid_limit", "limit"] as const
  ),
  ...["abc", "cur_", "cur_AAAA", ""].map((value) => [`cursor=${value}`, "invalid_cursor", "cursor"] as const),
  ...["0", "-1", "1.5", "x", ""].map((value) => [`page=${value}`, "parameter_invalid", "page"] as const),
  ["page=1&cursor=cur_AAAA", "parameter_invalid", "page"]
]

/** Wrong values of filters, for whichever list has them. */
const wrongFilters: Readonly<Record<string, ReadonlyArray<readonly [value: string, code: string]>>> = {
  status: [
    ["nothing", "parameter_invalid"],
    ["", "parameter_invalid"],
    ["SUCCEEDED", "parameter_invalid"]
  ],
  type: [["payment.lost", "parameter_invalid"]],
  expand: [["all", "parameter_invalid"]],
  sar_required: [["maybe", "parameter_invalid"]],
  email: [["nobody", "parameter_invalid"]],
  "created[gte]": [
    ["yesterday", "invalid_timestamp"],
    ["2026-01-15", "invalid_timestamp"],
    ["2026-02-30T00:00:00Z", "invalid_timestamp"]
  ],
  "created[lte]": [["2026-01-15T09:30:00", "invalid_timestamp"]],
  ...Object.fromEntries(
    ["customer", "customer_id", "payment_id", "destination", "source", "resource"].map((name) => [
      name,
      [["", "parameter_invalid"]] as const
    ])
  )
}

describe("every list treats its parameters alike", () => {
  it("there are at least twelve", () => {
    expect(lists.length).toBeGreaterThanOrEqual(12)
    const filters = lists.flatMap(({ query }) => query.map(({ name }) => name))
    const shared = ["limit", "cursor", "page"]
    for (const name of filters) expect([...shared, ...Object.keys(wrongFilters)]).toContain(name)
    for (const { path, query } of lists) {
      for (const name of shared)
        expect([path, query.map((each) => each.name)]).toEqual([path, expect.arrayContaining([name])])
    }
  })

  it.each(lists.map((one) => [one] as const))("wrong values: $method $path", async (operation) => {
    const { refused } = await startMerchant()
    const base = withRequired(operation)
    // The deliveries of an endpoint that does not exist are missing whatever the cursor says.
    const asked = wrong.filter(([, code]) => code !== "invalid_cursor" || !operation.path.includes("x_1"))
    for (const [query, code, param] of asked) {
      expect(await refused("GET", base + query), query).toMatchObject({ status: 400, code, param })
    }
    for (const { name, required } of operation.query) {
      for (const [value, code] of wrongFilters[name] ?? []) {
        const refusal = await refused(
          "GET",
          `${required ? `${operation.path}?` : base}${name}=${encodeURIComponent(value)}`
        )
        expect([name, value, refusal.status, refusal.code, refusal.param]).toEqual([name, value, 400, code, name])
      }
      if (required) {
        const missing = await refused("GET", operation.path)
        expect(missing).toMatchObject({ status: 400, code: "parameter_missing", param: name })
      }
    }
  })

  it.each(lists.filter(({ path }) => !path.includes("x_1")).map((one) => [one] as const))(
    "an empty one: $method $path",
    async (operation) => {
      const { customer, send } = await startMerchant()
      const owner = operation.path === "/v2/payment_methods" ? (await customer()).id : "x_1"
      const base = withRequired(operation).replace("customer=x_1", `customer=${owner}`)
      const other = { authorization: "Bearer sk_test_nobody_was_here" }
      const headers = operation.path === "/v2/payment_methods" ? {} : other
      const empty = await send("GET", base, undefined, headers)
      if (operation.path !== "/v2/risk/rules") {
        expect(empty.body).toEqual({ object: "list", data: [], has_more: false, next_cursor: null })
      }
      const beyond = await send("GET", `${base}page=999999999`, undefined, headers)
      expect(beyond.body).toEqual({ object: "list", data: [], has_more: false, next_cursor: null })
      expect(beyond.headers.has("deprecation")).toBe(true)
    }
  )
})
