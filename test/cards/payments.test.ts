import { describe, expect, it } from "vitest"
import { entriesOf, trialBalance } from "../../src/ledger/post.ts"
import { eventsOf } from "../store/eventsOf.ts"
import { testAccount } from "../../plugins/cards/index.ts"
import { startHost, testKey } from "./host.ts"

describe("payments over HTTP", () => {
  it("C19–C34: a created payment has the documented fields", async () => {
    const { ask } = await startHost()
    const { body, status } = await ask("POST", "/v2/payments", {
      amount: 2000,
      currency: "eur",
      payment_method: "pm_card_visa",
      description: "Order 1234",
      metadata: { order: "1234" }
    })
    expect(status).toBe(200)
    expect(body.id).toMatch(/^pay_[0-9a-z]{23}$/)
    expect(body).toMatchObject({
      object: "payment",
      amount: 2000,
      amount_captured: 2000,
      amount_refunded: 0,
      currency: "eur",
      status: "succeeded",
      payment_method: "pm_card_visa",
      description: "Order 1234",
      metadata: { order: "1234" },
      capture_method: "automatic",
      created_at: "2026-01-15T09:30:00Z",
      livemode: false,
      risk: { score: 0, level: "low", signals: [], outcome: "approved" }
    })
    expect(body).not.toHaveProperty("customer")
    expect(body).not.toHaveProperty("next_action")
  })

  it("C125: a payment is retrieved as it was created, by its own account only", async () => {
    const { ask, pay } = await startHost()
    const created = await pay()
    const own = await ask("GET", `/v2/payments/${created.id}`)
    expect(own.body).toEqual(created)
    const foreign = await ask("GET", `/v2/payments/${created.id}`, undefined, {
      authorization: "Bearer sk_test_another_key"
    })
    expect(foreign.status).toBe(404)
    expect(foreign.body.error.code).toBe("resource_missing")
  })

  it.each([
    ["pm_card_declined", "card_declined"],
    ["pm_card_insufficient_funds", "insufficient_funds"],
    ["pm_card_expired", "expired_card"],
    ["pm_card_incorrect_cvc", "incorrect_cvc"],
    ["pm_card_fraudulent", "fraudulent"]
  ])("C209–C213: %s answers 402 %s, and the failed payment is kept", async (method, code) => {
    const { ask } = await startHost()
    const { body, status } = await ask("POST", "/v2/payments", {
      amount: 2000,
      currency: "usd",
      payment_method: method
    })
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ type: "card_error", code })
    const kept = await ask("GET", `/v2/payments/${body.error.payment_id}`)
    expect(kept.body).toMatchObject({ status: "failed", amount_captured: 0, failure: { code } })
  })

  it("C213: the fraudulent card is blocked with score 98 and raises risk.flagged, whatever the account's rules", async () => {
    const { ask, engine } = await startHost({
      cards: { accounts: [{ id: "acct_lax", keys: [testKey], risk: { reviewAt: 101, blockAt: 101 } }] }
    })
    const { body } = await ask("POST", "/v2/payments", {
      amount: 2000,
      currency: "usd",
      payment_method: "pm_card_fraudulent"
    })
    const kept = await ask("GET", `/v2/payments/${body.error.payment_id}`)
    expect(kept.body.risk).toMatchObject({ score: 98, level: "critical", outcome: "blocked" })
    const caller = await engine.caller({ principal: testAccount("acct_lax") })
    const events = await engine.call(eventsOf(caller.store, { scope: caller.scope, resource: kept.body.id }))
    expect(events.map((event) => event.type)).toEqual(["payment.created", "payment.failed", "risk.flagged"])
  })

  it("a card that expires after it was tokenized is declined from then on", async () => {
    const { ask, engine, pay } = await startHost()
    const card = { number: "4242424242424242", exp_month: 1, exp_year: 2026, cvc: "123" }
    const method = (await ask("POST", "/v2/payment_methods", { type: "card", card })).body.id
    expect((await pay({ payment_method: method })).status).toBe("succeeded")
    await engine.clock.advanceTo("2026-02-01T00:00:00Z")
    expect((await pay({ payment_method: method })).error.code).toBe("expired_card")
  })

  it("C70: the account's thresholds decide the outcome of a score", async () => {
    const usual = await startHost()
    const strict = await startHost({
      cards: { accounts: [{ id: "acct_strict", keys: [testKey], risk: { reviewAt: 61, blockAt: 80 } }] }
    })
    const body = { amount: 2000, currency: "usd", payment_method: "pm_card_risk_high" }
    const taken = await usual.ask("POST", "/v2/payments", body)
    expect(taken.body).toMatchObject({ status: "succeeded", risk: { score: 80, level: "high", outcome: "review" } })
    const blocked = await strict.ask("POST", "/v2/payments", body)
    expect(blocked.body.error.code).toBe("fraudulent")
  })

  it("C109, C110: a partial capture takes its part and tells what goes back", async () => {
    const { ask, pay } = await startHost()
    const { id } = await pay({ capture_method: "manual" })
    const { body, status } = await ask("POST", `/v2/payments/${id}/capture`, { amount: 1200 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: "succeeded",
      amount_captured: 1200,
      authorization: {
        state: "partially_captured",
        capture_before: null,
        released_amount: 800,
        release_expected_by: "2026-01-29T09:30:00Z"
      }
    })
    expect((await ask("POST", `/v2/payments/${id}/capture`)).body.error.code).toBe("payment_already_captured")
  })

  it("C111, C112: a canceled payment stays canceled", async () => {
    const { ask, pay } = await startHost()
    const { id } = await pay({ capture_method: "manual" })
    expect((await ask("POST", `/v2/payments/${id}/cancel`, {})).body).toMatchObject({
      status: "canceled",
      cancellation_reason: "requested_by_merchant",
      authorization: { state: "voided" }
    })
    expect((await ask("POST", `/v2/payments/${id}/capture`)).status).toBe(400)
    expect((await ask("POST", `/v2/payments/${id}/cancel`)).body.error.code).toBe("payment_unexpected_state")
  })

  it("C113: seven days without a capture expire it, not a second less", async () => {
    const { ask, engine, pay } = await startHost()
    const { id } = await pay({ capture_method: "manual" })
    await engine.clock.advanceTo("2026-01-22T09:29:59Z")
    expect((await ask("GET", `/v2/payments/${id}`)).body.status).toBe("pending")
    await engine.clock.advance("1 second")
    expect((await ask("GET", `/v2/payments/${id}`)).body).toMatchObject({
      status: "canceled",
      cancellation_reason: "expired",
      authorization: { state: "expired", amount_capturable: 0 }
    })
    expect((await ask("POST", `/v2/payments/${id}/capture`)).body.error.code).toBe("payment_expired")
  })

  it("two captures at once capture once", async () => {
    const { ask, pay } = await startHost()
    const { id } = await pay({ capture_method: "manual" })
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask("POST", `/v2/payments/${id}/capture`, {})))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.body.error?.code === "payment_already_captured")).toHaveLength(7)
  })

  it("keeps the books balanced through everything, and posts each journal once", async () => {
    const { ask, engine, pay } = await startHost()
    const auto = await pay()
    const partial = await pay({ capture_method: "manual" })
    await pay({ capture_method: "manual", currency: "jpy" })
    await pay({ payment_method: "pm_card_declined" })
    await ask("POST", `/v2/payments/${partial.id}/capture`, { amount: 500 })
    await engine.clock.advance("30 days")
    const caller = await engine.caller({ principal: testAccount("any") })
    expect(await engine.call(trialBalance(caller.store))).toEqual([])
    const steps = async (id: string) =>
      (await engine.call(entriesOf(caller.store, "cards", id))).map((entry) => entry.step)
    expect(await steps(auto.id)).toEqual(["authorize", "capture", "settle"])
    expect(await steps(partial.id)).toEqual(["authorize", "capture", "settle", "release"])
  })

  it("C222: events hold the whole payment as it was at the time, in order", async () => {
    const { ask, engine, pay } = await startHost({ cards: { accounts: [{ id: "acct_1", keys: [testKey] }] } })
    const created = await pay({ capture_method: "manual" })
    const captured = (await ask("POST", `/v2/payments/${created.id}/capture`, {}, { "idempotency-key": "k1" })).body
    const caller = await engine.caller({ principal: testAccount("acct_1") })
    const events = await engine.call(eventsOf(caller.store, { scope: caller.scope, resource: created.id }))
    const bodies = events.map((event) => JSON.parse(event.body))
    expect(bodies.map((body) => body.type)).toEqual([
      "payment.created",
      "payment.authorized",
      "payment.captured",
      "payment.succeeded"
    ])
    expect(bodies[0]).toMatchObject({ object: "event", region: "us-east-1", livemode: false, data: created })
    expect(bodies[3]).toMatchObject({ data: captured, request: { idempotency_key: "k1" } })
    expect(bodies[3].id).toMatch(/^evt_/)
  })
})

describe("regions and accounts", () => {
  it("C205, C206: a payment is seen only in the region it was made in", async () => {
    const { ask } = await startHost()
    const eu = { "svc-data-region": "eu-west-1" }
    const made = await ask(
      "POST",
      "/v2/payments",
      { amount: 2000, currency: "eur", payment_method: "pm_card_visa" },
      eu
    )
    expect(made.headers.get("svc-data-region")).toBe("eu-west-1")
    expect((await ask("GET", `/v2/payments/${made.body.id}`)).status).toBe(404)
    expect((await ask("GET", `/v2/payments/${made.body.id}`, undefined, eu)).status).toBe(200)
    expect((await ask("GET", "/v2/payments")).body.data).toEqual([])
  })

  it("expires authorizations in every region", async () => {
    const { ask, engine } = await startHost()
    const eu = { "svc-data-region": "eu-west-1" }
    const body = { amount: 2000, currency: "eur", payment_method: "pm_card_visa", capture_method: "manual" }
    const made = await ask("POST", "/v2/payments", body, eu)
    await engine.clock.advance("7 days")
    expect((await ask("GET", `/v2/payments/${made.body.id}`, undefined, eu)).body.status).toBe("canceled")
  })

  it.each([
    ["no key", "", "missing_api_key"],
    ["another scheme", "Basic abc", "missing_api_key"],
    ["a key that is none", "Bearer hello", "invalid_api_key"],
    ["a short key", "Bearer sk_test_1234567", "invalid_api_key"],
    ["C203: a live key in a sandbox", "Bearer sk_live_0123456789", "live_key_in_sandbox"]
  ])("%s answers 401", async (_name, authorization, code) => {
    const { ask } = await startHost()
    const { body, headers, status } = await ask("GET", "/v2/payments", undefined, { authorization })
    expect(status).toBe(401)
    expect(body.error).toMatchObject({ type: "authentication_error", code })
    expect(headers.get("x-ratelimit-limit")).toBe("6000")
  })

  it("C202: production takes configured live keys and nothing else", async () => {
    const { ask } = await startHost({
      cards: { mode: "production", accounts: [{ id: "acct_1", keys: ["sk_live_0123456789"] }] }
    })
    const as = (key: string) => ask("GET", "/v2/payments", undefined, { authorization: `Bearer ${key}` })
    expect((await as("sk_live_0123456789")).status).toBe(200)
    expect((await as("sk_live_9876543210")).body.error.code).toBe("invalid_api_key")
    expect((await as("sk_test_0123456789")).body.error.code).toBe("test_key_in_production")
    const order = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
    const refused = await ask("POST", "/v2/payments", order, { authorization: "Bearer sk_live_0123456789" })
    expect(refused.body.error).toMatchObject({ code: "resource_missing", param: "payment_method" })
    expect(refused.body.error.message).toMatch(/lists the payment methods for test keys under The sandbox$/)
  })

  it("C254: a version resolves to the newest not after it and is echoed; a malformed one is refused", async () => {
    const { ask } = await startHost()
    const version = async (asked: string) => ask("GET", "/v2/payments", undefined, { "svc-version": asked })
    expect((await version("2030-02-28")).headers.get("svc-version")).toBe("2026-01-15")
    expect((await version("2000-01-01")).headers.get("svc-version")).toBe("2026-01-15")
    expect((await version("2026-02-30")).body.error.code).toBe("invalid_version")
  })
})
