import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { testCards } from "../../plugins/cards/sandbox/test-cards.ts"
import { cards } from "../../plugins/cards/plugin.ts"
import { createEngine } from "../../src/engine/createEngine.ts"
import { Store } from "../../src/services/Store.ts"
import * as Sqlite from "../../src/store/dialects/Sqlite.ts"

const merchant = "sk_test_merchant_one"
const otherMerchant = "sk_test_merchant_two"
const liveKey = "sk_live_merchant_one"
const startedAt = "2026-01-15T09:30:00Z"
const path = "/v2/payment_methods"

type Json = any

interface CallOptions {
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

const start = async (options?: Parameters<typeof cards>[0]) => {
  const engine = await createEngine({
    plugins: [cards(options)],
    store: Sqlite.layer({ folder: Sqlite.inMemory }),
    clock: startedAt,
    log: false
  })
  onTestFinished(() => engine.close())
  const call = async (method: string, at: string, body?: Json, { headers, key = merchant }: CallOptions = {}) => {
    const response = await engine.fetch(
      new Request(`http://engine.test/cards${at}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text) as Json, headers: response.headers }
  }
  const rows = (text: string, ...params: ReadonlyArray<string>) =>
    engine.call(
      Effect.gen(function* () {
        const store = yield* Store
        return yield* (yield* store.region(store.home)).read<Json>(text, params)
      })
    )
  return { engine, call, rows }
}

const cardOf = (number: string, changes: Json = {}) => ({
  type: "card",
  card: { number, exp_month: 12, exp_year: 2030, cvc: "123", ...changes }
})

const visa = "4242424242424242"

describe("POST /v2/payment_methods", () => {
  it("C53: answers with the payment method, and GET answers the same bytes", async () => {
    const { call } = await start()
    const made = await call("POST", path, {
      ...cardOf("4242 4242 4242 4242"),
      billing_details: { name: "Ada", address: { line1: "1 Main St", postal_code: "00000", country: "US" } },
      client: { ip: "192.0.2.1", device_id: "d1", user_agent: "Test/1", accept_language: "en" }
    })
    expect(made.status).toBe(200)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^pm_[0-9a-z]{23}$/),
      object: "payment_method",
      type: "card",
      card: {
        brand: "visa",
        last4: "4242",
        exp_month: 12,
        exp_year: 2030,
        country: "US",
        funding: "credit",
        category: "consumer",
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        three_d_secure: "optional"
      },
      billing_details: {
        name: "Ada",
        email: null,
        phone: null,
        address: { line1: "1 Main St", line2: null, city: null, state: null, postal_code: "00000", country: "US" }
      },
      customer: null,
      created_at: startedAt,
      livemode: false
    })
    const read = await call("GET", `${path}/${made.body.id}`)
    expect(read.status).toBe(200)
    expect(read.text).toBe(made.text)
  })

  it("keeps the device for the risk model and does not show it", async () => {
    const { call, rows } = await start()
    const client = { ip: "192.0.2.1", device_id: "d1", user_agent: "Test/1", accept_language: "en" }
    const made = await call("POST", path, { ...cardOf(visa), client })
    expect(made.body).not.toHaveProperty("client")
    const [row] = await rows(`SELECT state FROM cards_payment_methods WHERE id = ?`, made.body.id)
    expect(JSON.parse(row.state).client).toEqual({
      ip: "192.0.2.1",
      deviceId: "d1",
      userAgent: "Test/1",
      acceptLanguage: "en"
    })
  })

  it("gives equal numbers equal fingerprints, whatever else differs, and other numbers others", async () => {
    const { call } = await start()
    const fingerprintOf = async (number: string, options?: CallOptions) =>
      (await call("POST", path, cardOf(number, { exp_year: 2031 }), options)).body.card.fingerprint
    const first = await fingerprintOf(visa)
    expect(await fingerprintOf("4242-4242-4242-4242", { key: otherMerchant })).toBe(first)
    const all = await Promise.all(testCards.map((card) => fingerprintOf(card.number)))
    expect(new Set(all).size).toBe(testCards.length)
  })

  it("keys fingerprints: another engine gives the same number another one", async () => {
    const [one, other] = [await start(), await start()]
    const made = await Promise.all([one, other].map(({ call }) => call("POST", path, cardOf(visa))))
    expect(made[0]!.body.card.fingerprint).not.toBe(made[1]!.body.card.fingerprint)
  })

  it("dates it to the whole second", async () => {
    const { call, engine, rows } = await start()
    await engine.clock.advance("1999 millis")
    expect((await call("POST", path, cardOf(visa))).body.created_at).toBe("2026-01-15T09:30:01Z")
    expect(await rows(`SELECT created_at FROM cards_payment_methods`)).toEqual([
      { created_at: Date.parse("2026-01-15T09:30:01Z") }
    ])
  })

  it("tells nobody: no event is written", async () => {
    const { call, rows } = await start()
    await call("POST", path, cardOf(visa))
    expect(await rows(`SELECT id FROM events`)).toEqual([])
  })

  it("C196: a used idempotency key gets the same bytes, and one payment method exists", async () => {
    const { call, rows } = await start()
    const headers = { "idempotency-key": "key-1" }
    const first = await call("POST", path, cardOf(visa), { headers })
    const again = await call("POST", path, { ...cardOf(visa), idempotency_key: "key-1" })
    expect(again.status).toBe(200)
    expect(again.text).toBe(first.text)
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(await rows(`SELECT id FROM cards_payment_methods`)).toEqual([{ id: first.body.id }])
  })

  it("C198: the same idempotency key with another card is 409", async () => {
    const { call } = await start()
    const headers = { "idempotency-key": "key-1" }
    await call("POST", path, cardOf(visa), { headers })
    const other = await call("POST", path, cardOf("5555555555554444"), { headers })
    expect(other.status).toBe(409)
    expect(other.body.error).toMatchObject({ code: "idempotency_key_reused", param: "idempotency_key" })
  })

  const without = (name: string) => {
    const body: Json = cardOf(visa)
    delete body.card[name]
    return body
  }
  const billed = (billing_details: Json) => ({ ...cardOf(visa), billing_details })
  it.each([
    ["no type", { card: cardOf(visa).card }, "parameter_missing", "type"],
    ["a type that does not exist", { ...cardOf(visa), type: "sepa_debit" }, "parameter_invalid", "type"],
    ["a card under another type", { ...cardOf(visa), type: "us_bank_account" }, "parameter_invalid", "card"],
    ["no card", { type: "card" }, "parameter_missing", "card"],
    ["a card that is text", { type: "card", card: visa }, "parameter_invalid", "card"],
    ["no number", without("number"), "parameter_missing", "card.number"],
    ["a JSON number", cardOf(visa, { number: 4242424242424242 }), "parameter_invalid", "card.number"],
    ["a wrong check digit", cardOf("4242424242424241"), "invalid_card_number", "card.number"],
    ["an unknown number", cardOf("4012888888881881"), "not_a_test_card", "card.number"],
    ["no month", without("exp_month"), "parameter_missing", "card.exp_month"],
    ["a month in a string", cardOf(visa, { exp_month: "12" }), "parameter_invalid", "card.exp_month"],
    ["a month 13", cardOf(visa, { exp_month: 13 }), "invalid_expiry", "card.exp_month"],
    ["a past year", cardOf(visa, { exp_year: 2025 }), "invalid_expiry", "card.exp_year"],
    ["a year of two digits", cardOf(visa, { exp_year: 30 }), "invalid_expiry", "card.exp_year"],
    ["no security code", without("cvc"), "parameter_missing", "card.cvc"],
    ["a long security code", cardOf(visa, { cvc: "1234" }), "parameter_invalid", "card.cvc"],
    ["an unknown card field", cardOf(visa, { pin: "1234" }), "parameter_unknown", "card.pin"],
    ["a customer that does not exist", { ...cardOf(visa), customer: "cus_1" }, "resource_missing", "customer"],
    [
      "a country that is none",
      billed({ address: { country: "usa" } }),
      "parameter_invalid",
      "billing_details.address.country"
    ],
    ["a long name", billed({ name: "x".repeat(201) }), "string_too_long", "billing_details.name"]
  ])("B5: refuses %s", async (_, body, code, param) => {
    const { call, rows } = await start()
    const { body: answer, status } = await call("POST", path, body)
    expect({ status, ...answer.error }).toMatchObject({ status: 400, type: "validation_error", code, param })
    expect(await rows(`SELECT id FROM cards_payment_methods`)).toEqual([])
  })

  it("judges the expiry by engine time, to the last second of the month in UTC", async () => {
    const { call, engine } = await start()
    const tokenize = async () => (await call("POST", path, cardOf(visa, { exp_month: 1, exp_year: 2026 }))).status
    await engine.clock.advanceTo("2026-01-31T23:59:59.999Z")
    expect(await tokenize()).toBe(200)
    await engine.clock.advanceTo("2026-02-01T00:00:00Z")
    expect(await tokenize()).toBe(400)
  })
})

describe("GET /v2/payment_methods/{id}", () => {
  it("B3: shows the static ones, always with the same content", async () => {
    const [one, other] = [await start(), await start()]
    await other.engine.clock.advance("365 days")
    for (const id of testCards.flatMap((card) => card.paymentMethods)) {
      const shown = await one.call("GET", `${path}/${id}`)
      expect(shown.status).toBe(200)
      expect(shown.body).toMatchObject({ id, object: "payment_method", type: "card", customer: null, livemode: false })
      expect((await one.call("GET", `${path}/${id}`, undefined, { key: otherMerchant })).text).toBe(shown.text)
      // Elsewhere only the fingerprint differs: it is keyed.
      const elsewhere = (await other.call("GET", `${path}/${id}`)).text
      expect(elsewhere.replaceAll(/[0-9a-f]{64}/g, "")).toBe(shown.text.replaceAll(/[0-9a-f]{64}/g, ""))
    }
  })

  it("answers 404 for an id that does not exist, or belongs to another account or region", async () => {
    const { call } = await start()
    const { id } = (await call("POST", path, cardOf(visa))).body
    const reads = await Promise.all([
      call("GET", `${path}/pm_none`),
      call("GET", `${path}/pm_card_unknown`),
      call("GET", `${path}/${id}`, undefined, { key: otherMerchant }),
      call("GET", `${path}/${id}`, undefined, { headers: { "svc-data-region": "eu-west-1" } })
    ])
    for (const { body, status } of reads) {
      expect({ status, code: body.error.code }).toEqual({ status: 404, code: "resource_missing" })
    }
  })
})

describe("live mode", () => {
  const production = { mode: "production", accounts: [{ id: "acct_live", keys: [liveKey] }] } as const

  it("takes no card where no processor could keep it", async () => {
    const { call } = await start(production)
    const { body, status } = await call("POST", path, cardOf(visa), { key: liveKey })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: "parameter_invalid", param: "card" })
  })

  it("does not know the static payment methods of test mode", async () => {
    const { call } = await start(production)
    expect((await call("GET", `${path}/pm_card_visa`, undefined, { key: liveKey })).status).toBe(404)
    const payment = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
    const paid = await call("POST", "/v2/payments", payment, { key: liveKey })
    expect(paid.body.error).toMatchObject({ code: "resource_missing", param: "payment_method" })
  })
})

describe("paying with a test card", () => {
  it.each([
    ["C208", "pm_card_visa", visa, 200, undefined, undefined],
    ["C208", "pm_card_mastercard", "5555555555554444", 200, undefined, undefined],
    ["C208", "pm_card_amex", "378282246310005", 200, undefined, undefined],
    ["C208", "pm_card_discover", "6011111111111117", 200, undefined, undefined],
    ["C209", "pm_card_declined", "4000000000000002", 402, "card_declined", "issuer"],
    ["C210", "pm_card_insufficient_funds", "4000000000009995", 402, "insufficient_funds", "issuer"],
    ["C211", "pm_card_expired", "4000000000000069", 402, "expired_card", "issuer"],
    ["C212", "pm_card_incorrect_cvc", "4000000000000127", 402, "incorrect_cvc", "issuer"],
    ["C213", "pm_card_fraudulent", "4100000000000019", 402, "fraudulent", "risk"],
    ["B4", "pm_card_riskLevelHighest", "4000000000004954", 402, "fraudulent", "risk"],
    ["B4", "pm_card_risk_high", "4000000000009235", 200, undefined, undefined],
    ["B4", "pm_card_eea", "4000002500000003", 200, undefined, undefined],
    ["B4", "pm_card_eea_corporate", "4000003720000278", 200, undefined, undefined],
    ["B4", "pm_card_chargeDeclinedProcessingError", "4000000000000119", 402, "card_declined", "processor"]
  ])("%s: %s and its number %s answer %i %s", async (_, staticId, number, status, code, source) => {
    const { call } = await start()
    const made = await call("POST", path, cardOf(number))
    for (const payment_method of [staticId, made.body.id]) {
      const paid = await call("POST", "/v2/payments", { amount: 2000, currency: "usd", payment_method })
      expect({ status: paid.status, code: paid.body.error?.code }).toEqual({ status, code })
      const stored = await call("GET", `/v2/payments/${paid.body.error?.payment_id ?? paid.body.id}`)
      expect(stored.body).toMatchObject({ payment_method, status: status === 200 ? "succeeded" : "failed" })
      expect(stored.body.failure?.source).toBe(source)
    }
  })

  it.each([
    ["C213", "pm_card_fraudulent", 98, "blocked"],
    ["B4", "pm_card_riskLevelHighest", 90, "blocked"],
    ["B4", "pm_card_risk_high", 80, "review"]
  ])("%s: %s scores %i, is %s and sends risk.flagged", async (_, payment_method, score, outcome) => {
    const { call, rows } = await start()
    const paid = await call("POST", "/v2/payments", { amount: 2000, currency: "usd", payment_method })
    const id = paid.body.error?.payment_id ?? paid.body.id
    expect((await call("GET", `/v2/payments/${id}`)).body.risk).toMatchObject({ score, outcome })
    const flagged = await rows(`SELECT id FROM events WHERE resource = ? AND type = 'risk.flagged'`, id)
    expect(flagged).toHaveLength(1)
  })

  it("B4: of the high scores, only the always blocked one is blocked whatever the account's rules say", async () => {
    const account = { id: "acct_lenient", keys: [merchant], risk: { reviewAt: 100, blockAt: 100 } }
    const { call } = await start({ mode: "sandbox", accounts: [account] })
    const pay = async (payment_method: string) =>
      (await call("POST", "/v2/payments", { amount: 2000, currency: "usd", payment_method })).status
    expect(await pay("pm_card_riskLevelHighest")).toBe(200)
    expect(await pay("pm_card_fraudulent")).toBe(402)
  })
})
