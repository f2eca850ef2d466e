import { describe, expect, it } from "vitest"
import { startHost, testKey, type Host } from "./host.ts"

const good = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
const text = (length: number) => "é".repeat(length)
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, "value"]))

/** Body, code, param. A text is sent as it stands. */
const bodies: ReadonlyArray<readonly [string, unknown, string, string | undefined]> = [
  ["malformed JSON", "{", "invalid_json", undefined],
  ["a key that stands twice", `{"amount":100,"amount":200}`, "invalid_json", undefined],
  ["a key that stands twice, once escaped", `{"amount":100,"\\u0061mount":200}`, "invalid_json", undefined],
  ["half a surrogate pair", `{"amount":100,"description":"\\ud800"}`, "invalid_json", undefined],
  ["a list", "[]", "invalid_json", undefined],
  ["a text", `"amount"`, "invalid_json", undefined],
  ["no body", "", "parameter_missing", "amount"],
  ["no amount", { currency: "usd" }, "parameter_missing", "amount"],
  ["an amount in a string", { ...good, amount: "100" }, "parameter_invalid", "amount"],
  ["a fraction", { ...good, amount: 100.5 }, "parameter_invalid", "amount"],
  [
    "an integer with a fraction",
    `{"amount":100.0,"currency":"usd","payment_method":"pm_card_visa"}`,
    "parameter_invalid",
    "amount"
  ],
  ["an exponent", `{"amount":1e3,"currency":"usd","payment_method":"pm_card_visa"}`, "parameter_invalid", "amount"],
  ["a boolean amount", { ...good, amount: true }, "parameter_invalid", "amount"],
  ["a null amount", { ...good, amount: null }, "parameter_invalid", "amount"],
  ["a negative amount", { ...good, amount: -2000 }, "amount_too_small", "amount"],
  ["C134: 49", { ...good, amount: 49 }, "amount_too_small", "amount"],
  ["one more than 12 digits", { ...good, amount: 1_000_000_000_000 }, "amount_too_large", "amount"],
  ["no currency", { amount: 2000 }, "parameter_missing", "currency"],
  ["an unknown currency", { ...good, currency: "xxx" }, "invalid_currency", "currency"],
  ["C5: an upper-case currency", { ...good, currency: "USD" }, "invalid_currency", "currency"],
  ["a currency that is no text", { ...good, currency: 840 }, "invalid_currency", "currency"],
  ["no payment method", { amount: 2000, currency: "usd" }, "parameter_missing", "payment_method"],
  [
    "C136: a payment method that does not exist",
    { ...good, payment_method: "pm_none" },
    "resource_missing",
    "payment_method"
  ],
  ["C137: a customer that does not exist", { ...good, customer: "cus_none" }, "resource_missing", "customer"],
  ["another capture method", { ...good, capture_method: "later" }, "parameter_invalid", "capture_method"],
  ["C139: 501 characters", { ...good, description: text(501) }, "string_too_long", "description"],
  ["a description that is no text", { ...good, description: 5 }, "parameter_invalid", "description"],
  ["C140: 21 pairs", { ...good, metadata: pairs(21) }, "metadata_too_many_pairs", "metadata"],
  ["C141: a key of 41 characters", { ...good, metadata: { [text(41)]: "" } }, "metadata_key_too_long", "metadata"],
  [
    "C142: a value of 501 characters",
    { ...good, metadata: { order: text(501) } },
    "metadata_value_too_long",
    "metadata.order"
  ],
  ["a value that is no text", { ...good, metadata: { order: 5 } }, "metadata_value_invalid", "metadata.order"],
  ["metadata that is a list", { ...good, metadata: [] }, "parameter_invalid", "metadata"],
  ["an unknown field", { ...good, tip: 100 }, "parameter_unknown", "tip"],
  ["an unknown field further in", { ...good, client: { shoe_size: 44 } }, "parameter_unknown", "client.shoe_size"],
  ["a country that is none", { ...good, client: { ip_country: "ZZ" } }, "parameter_invalid", "client.ip_country"],
  ["a key that is no text", { ...good, idempotency_key: 5 }, "parameter_invalid", "idempotency_key"],
  ["an empty key", { ...good, idempotency_key: "" }, "parameter_invalid", "idempotency_key"]
]

const storedNothing = async ({ ask }: Host) => {
  expect((await ask("GET", "/v2/payments")).body.data).toEqual([])
}

describe("a payment is refused, with nothing stored, for", () => {
  it.each(bodies)("%s", async (_name, body, code, param) => {
    const host = await startHost()
    const reply = await host.ask("POST", "/v2/payments", body)
    expect(reply.status).toBe(400)
    expect(reply.body.error).toMatchObject({ type: "validation_error", code })
    expect(reply.body.error.param).toBe(param)
    expect(reply.body.error.request_id).toBe(reply.headers.get("request-id"))
    expect(reply.body.error.message).not.toMatch(/another value|\[number\]/)
    await storedNothing(host)
  })
})

it("C54: a card number sent as a field's name does not come back", async () => {
  const { ask } = await startHost()
  const unknown = await ask("POST", "/v2/payments", { ...good, "4242424242424242": 1 })
  expect(unknown.body.error).toMatchObject({ code: "parameter_unknown", param: "[number]" })
  const twice = await ask("POST", "/v2/payments", `{"4242 4242 4242 4242":1,"4242 4242 4242 4242":2}`)
  expect(unknown.text + twice.text).not.toMatch(/4242/)
})

describe("a payment is taken at the limits", () => {
  it.each([
    ["C134: 50", { amount: 50 }],
    ["999,999,999,999", { amount: 999_999_999_999 }],
    ["C139: 500 characters, each of two units", { description: "😀".repeat(500) }],
    ["C140: 20 pairs", { metadata: pairs(20) }],
    ["C141, C142: a key of 40 and a value of 500 characters", { metadata: { [text(40)]: text(500) } }]
  ])("%s", async (_name, more) => {
    const { ask } = await startHost()
    expect((await ask("POST", "/v2/payments", { ...good, ...more })).status).toBe(200)
  })

  it("C5: in each of the 35 currencies, at 50", async () => {
    const { ask } = await startHost()
    const { currencies } = await import("../../src/domain/Currency.ts")
    const codes = Object.keys(currencies)
    expect(codes).toHaveLength(35)
    for (const currency of codes) {
      expect((await ask("POST", "/v2/payments", { ...good, amount: 50, currency })).status).toBe(200)
    }
  })
})

describe("transport", () => {
  it("answers 413 to a body over 1 MiB, announced or not", async () => {
    const host = await startHost()
    const large = { ...good, description: "x".repeat(1_048_577) }
    const reply = await host.ask("POST", "/v2/payments", large)
    expect(reply.status).toBe(413)
    expect(reply.body.error.code).toBe("request_too_large")
    const streamed = await host.engine.fetch(
      new Request("http://host.test/cards/v2/payments", {
        method: "POST",
        headers: { authorization: `Bearer ${testKey}`, "content-type": "application/json" },
        body: new Blob([JSON.stringify(large)]).stream(),
        duplex: "half"
      } as RequestInit)
    )
    expect(streamed.status).toBe(413)
    await storedNothing(host)
  })

  it("answers 415 to a body that is not JSON", async () => {
    const host = await startHost()
    const reply = await host.ask("POST", "/v2/payments", "amount=100", {
      "content-type": "application/x-www-form-urlencoded"
    })
    expect(reply.status).toBe(415)
    expect(reply.body.error.code).toBe("unsupported_media_type")
    await storedNothing(host)
  })

  it("answers 404 to an unknown path and 405 with Allow to an unknown method, in the plugin's envelope", async () => {
    const { ask } = await startHost()
    const unknown = await ask("GET", "/v2/refundz")
    expect(unknown.status).toBe(404)
    expect(unknown.body.error).toMatchObject({ type: "validation_error", code: "unknown_endpoint" })
    const wrong = await ask("DELETE", "/v2/payments")
    expect(wrong.status).toBe(405)
    expect(wrong.body.error.code).toBe("method_not_allowed")
    expect(wrong.headers.get("allow")).toBe("GET, POST")
    expect(wrong.headers.get("x-ratelimit-remaining")).toBe("5998")
  })

  it("answers an id of any length as one that nothing has", async () => {
    const { ask } = await startHost()
    for (const length of [100, 101, 4_000]) {
      const reply = await ask("GET", `/v2/payment_methods/${"x".repeat(length)}`)
      expect(reply.status).toBe(404)
      expect(reply.body.error.code).toBe("resource_missing")
    }
  })

  it("C243: counts requests per key and answers 429 when a plan is used up, with when to come back", async () => {
    const account = (id: string, key: string) => ({ id, keys: [key], plan: "starter" as const })
    const { ask } = await startHost({
      cards: { accounts: [account("acct_1", testKey), account("acct_2", "sk_test_9876543210")] }
    })
    for (let count = 0; count < 10_000; count++) await ask("GET", "/v2/payments/pay_x")
    const over = await ask("GET", "/v2/payments/pay_x")
    expect(over.status).toBe(429)
    expect(over.body.error).toMatchObject({ type: "api_error", code: "rate_limit_exceeded" })
    // The day ends at midnight UTC; the clock stands at 09:30.
    expect(over.headers.get("retry-after")).toBe(String(14.5 * 3600))
    expect(over.headers.get("x-ratelimit-remaining")).toBe("0")
    const other = await ask("GET", "/v2/payments", undefined, { authorization: "Bearer sk_test_9876543210" })
    expect(other.headers.get("x-ratelimit-remaining")).toBe("9999")
  })
})
