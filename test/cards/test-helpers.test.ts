import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { isOperation } from "../../plugins/cards/faults.ts"
import { cardsMigrations } from "../../plugins/cards/migrations/0001_payments.ts"
import { scopedTables } from "../../plugins/cards/test-helpers/repository.ts"
import { Store } from "../../src/services/Store.ts"
import { tablesOf } from "../../src/store/migrate.ts"
import { startHost, testKey, type Host } from "./host.ts"

/** Tables without a scope of their own, each with the reason why a reset leaves them alone. */
const tablesKept = {
  cards_accounts: "what an operator decided about an account does not begin anew",
  cards_customer_emails: "it belongs to the home region; its rows are freed by region",
  cards_list_states: "it says which lists there were, and nothing of an account",
  cards_version_pins: "the version of an account does not begin anew"
}

const at = (path: string) => `/v2/test_helpers/${path}`

const post = (host: Host, path: string, body: unknown = {}) => host.ask("POST", at(path), body)

describe("B13: the clock", () => {
  it("is advanced by seconds, with all that falls due on the way done when it answers", async () => {
    const host = await startHost()
    const payment = await host.pay({ capture_method: "manual" })
    const moved = await post(host, "clock/advance", { seconds: 7 * 86_400, wait_for_webhooks: true })
    expect(moved.body).toEqual({ object: "test_clock", now: "2026-01-22T09:30:00Z", mode: "frozen" })
    expect((await host.ask("GET", `/v2/payments/${payment.id}`)).body.status).toBe("canceled")
    expect((await host.ask("GET", at("clock"))).body).toEqual(moved.body)
  })

  it("is moved to a time, and is the engine's own", async () => {
    const host = await startHost()
    const moved = await post(host, "clock/advance", { to: "2026-02-01T00:00:00+01:00" })
    expect(moved.body.now).toBe("2026-01-31T23:00:00Z")
    expect(host.engine.clock.now().toISOString()).toBe("2026-01-31T23:00:00.000Z")
  })

  it("runs on and stands still", async () => {
    const host = await startHost()
    expect((await post(host, "clock/run")).body.mode).toBe("offset")
    expect((await post(host, "clock/freeze")).body.mode).toBe("frozen")
  })

  it.each([
    [{}, "parameter_missing", "seconds"],
    [{ seconds: 1, to: "2027-01-01T00:00:00Z" }, "parameter_invalid", "to"],
    [{ seconds: -1 }, "parameter_invalid", "seconds"],
    [{ seconds: 1.5 }, "parameter_invalid", "seconds"],
    [{ to: "tomorrow" }, "invalid_timestamp", "to"],
    [{ to: "2020-01-01T00:00:00Z" }, "parameter_invalid", "to"],
    [{ seconds: 1, wait_for_webhooks: false }, "parameter_invalid", "wait_for_webhooks"]
  ])("B5: refuses %j and does not move", async (body, code, param) => {
    const host = await startHost()
    const refused = await post(host, "clock/advance", body)
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({ status: 400, code, param })
    expect((await host.ask("GET", at("clock"))).body.now).toBe("2026-01-15T09:30:00Z")
  })

  it("C196: one idempotency key moves it once", async () => {
    const host = await startHost()
    const key = { "idempotency-key": "k1" }
    const first = await host.ask("POST", at("clock/advance"), { seconds: 60 }, key)
    expect((await host.ask("POST", at("clock/advance"), { seconds: 60 }, key)).text).toBe(first.text)
    expect(host.engine.clock.now().toISOString()).toBe("2026-01-15T09:31:00.000Z")
  })
})

const helpers: ReadonlyArray<readonly [method: string, path: string, body: unknown]> = [
  ["GET", "clock", undefined],
  ["POST", "clock/advance", { seconds: 1 }],
  ["POST", "clock/freeze", {}],
  ["POST", "clock/run", {}],
  ["POST", "customers/cus_1/flags", { flags: [] }],
  ["POST", "payment_methods/pm_card_visa/trust", {}],
  ["POST", "bank_accounts/ba_1/verify", {}],
  ["POST", "subscriptions", { customer: "cus_1" }],
  ["POST", "subscriptions/sub_1/cancel", {}],
  ["POST", "screening_entries", { name: "X" }],
  ["POST", "screenings/scr_1/resolve", { decision: "approved" }],
  ["POST", "payments/pay_1/authenticate", { result: "succeeded" }],
  ["POST", "payments/pay_1/settle", { outcome: "succeeded" }],
  ["POST", "kyc/kyc_1/resolve", { outcome: "verified" }],
  ["POST", "aml/rebuild", {}],
  ["POST", "faults", { operation: "GET /v2/payments", kind: "unavailable" }],
  ["POST", "reset", {}],
  ["GET", "invariants", undefined]
]

it.each(helpers)("B13: live keys are refused: %s %s", async (method, path, body) => {
  const live = { id: "acct_live", keys: ["sk_live_0123456789"] }
  const host = await startHost({ cards: { mode: "production", accounts: [live] } })
  const refused = await host.ask(method, at(path), body, { authorization: "Bearer sk_live_0123456789" })
  expect({ status: refused.status, ...refused.body.error }).toMatchObject({
    status: 403,
    type: "authentication_error",
    code: "live_key_not_allowed"
  })
})

const customerOf = async (host: Host, body: Readonly<Record<string, unknown>> = {}): Promise<any> =>
  (await host.ask("POST", "/v2/customers", { email: "ada@example.com", ...body })).body

const payFor = (host: Host, customer: string) =>
  host.ask("POST", "/v2/payments", { amount: 2000, currency: "usd", payment_method: "pm_card_visa", customer })

describe("B13: customers", () => {
  it("C162: a flag requires verification, and is told of", async () => {
    const host = await startHost()
    const { id } = await customerOf(host)
    const flagged = await post(host, `customers/${id}/flags`, { flags: ["high_risk", "pep", "pep"] })
    expect(flagged.body.flags).toEqual(["pep", "high_risk"])
    const refused = await payFor(host, id)
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({ status: 403, code: "kyc_required" })
    expect((await post(host, `customers/${id}/flags`, { flags: [] })).body.flags).toEqual([])
    expect((await payFor(host, id)).status).toBe(200)
    expect((await post(host, "customers/cus_none/flags", { flags: [] })).status).toBe(404)
    expect((await post(host, `customers/${id}/flags`, { flags: ["rich"] })).body.error.param).toBe("flags.0")
  })

  it("an entry of one's own is matched, and a match is decided on", async () => {
    const host = await startHost()
    const entry = await post(host, "screening_entries", { name: "Mallory O'Brien", list: "un_consolidated" })
    expect(entry.body).toMatchObject({ object: "screening_entry", list: "un_consolidated", entity_type: "individual" })
    const { id, screening } = await customerOf(host, { name: "O’BRIEN, Mállory" })
    expect(screening.result).toBe("match")
    expect((await payFor(host, id)).body.error.code).toBe("screening_match")
    const approved = await post(host, `screenings/${screening.screening_id}/resolve`, { decision: "approved" })
    expect(approved.body).toMatchObject({
      result: "match",
      resolution: "approved",
      matches: [{ list: "un_consolidated" }]
    })
    expect((await payFor(host, id)).status).toBe(200)
    await post(host, `screenings/${screening.screening_id}/resolve`, { decision: "confirmed" })
    expect((await payFor(host, id)).body.error.code).toBe("screening_match")
    const other = await host.ask(
      "POST",
      "/v2/customers",
      { email: "m@b.cd", name: "Mallory O'Brien" },
      { authorization: `Bearer ${testKey}x` }
    )
    expect(other.body.screening.result).toBe("clear")
  })

  it("decides on matches only", async () => {
    const host = await startHost()
    const { screening } = await customerOf(host, { name: "Ada" })
    const decision = { decision: "approved" }
    expect((await post(host, `screenings/${screening.screening_id}/resolve`, decision)).status).toBe(400)
    expect((await post(host, "screenings/scr_none/resolve", decision)).status).toBe(404)
    expect((await post(host, "subscriptions/sub_none/cancel")).status).toBe(404)
    expect((await post(host, "subscriptions", { customer: "cus_none" })).body.error.code).toBe("resource_missing")
    expect((await post(host, "payment_methods/pm_none/trust")).status).toBe(404)
  })
})

describe("B13: faults", () => {
  it.each([
    ["unavailable", 503, "unavailable", 0],
    ["internal_error", 500, "internal_error", 0],
    ["lost_answer", 503, "unavailable", 1]
  ])("%s: so many requests of one operation meet it", async (kind, status, code, made) => {
    const host = await startHost()
    await post(host, "faults", { operation: "POST /v2/payments", kind, times: 1 })
    const payment = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
    const key = { "idempotency-key": "k1" }
    const failed = await host.ask("POST", "/v2/payments", payment, key)
    expect({ status: failed.status, ...failed.body.error }).toMatchObject({ status, type: "api_error", code })
    expect((await host.ask("GET", "/v2/payments")).body.data).toHaveLength(made)
    expect((await host.ask("POST", "/v2/payments", payment, key)).status).toBe(200)
    expect((await host.ask("GET", "/v2/payments")).body.data).toHaveLength(1)
  })

  it("meet nobody else, and no other operation", async () => {
    const host = await startHost()
    await post(host, "faults", { operation: "GET /v2/payments/{id}", kind: "unavailable" })
    expect((await host.ask("GET", "/v2/payments")).status).toBe(200)
    const other = await host.ask("GET", "/v2/payments/pay_1", undefined, { authorization: `Bearer ${testKey}x` })
    expect(other.status).toBe(404)
    expect((await host.ask("GET", "/v2/payments/pay_1")).status).toBe(503)
    expect((await host.ask("GET", "/v2/payments/pay_1")).status).toBe(404)
  })

  it.each([
    ["POST /v2/payments", true],
    ["POST /v2/payments/{id}/capture", true],
    ["post /v2/payments", false],
    ["/v2/payments", false],
    ["POST /payments", false],
    ["POST /v2/pay(ments)*", false]
  ])("names an operation as %s: %s", (operation, wanted) => expect(isOperation(operation)).toBe(wanted))
})

describe("B13: reset", () => {
  it("forgets all of the account in the region, and nothing of another", async () => {
    const host = await startHost()
    const other = { authorization: `Bearer ${testKey}x` }
    const payment = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
    await host.ask("POST", "/v2/payments", payment, other)
    const key = { "idempotency-key": "k1" }
    const { id } = await customerOf(host)
    await host.ask("POST", "/v2/payments", { ...payment, customer: id }, key)
    await host.ask("POST", "/v2/webhook_endpoints", { url: "https://shop.example.com/", enabled_events: ["*"] })
    expect((await post(host, "reset")).body).toEqual({ object: "reset", region: "us-east-1", done: true })
    for (const list of ["payments", "customers", "events", "webhook_endpoints", "bank_accounts"]) {
      expect((await host.ask("GET", `/v2/${list}`)).body.data).toEqual([])
    }
    expect((await customerOf(host)).email).toBe("ada@example.com")
    expect((await host.ask("POST", "/v2/payments", payment, key)).status).toBe(200)
    expect((await host.ask("GET", "/v2/payments", undefined, other)).body.data).toHaveLength(1)
    expect((await host.ask("GET", at("invariants"))).body).toEqual({ ok: true, failures: [] })
    expect((await host.ask("GET", at("invariants"), undefined, other)).body).toEqual({ ok: true, failures: [] })
  })

  it("ends every job of the account: none fails afterwards, and those of another account run", async () => {
    const host = await startHost()
    const other = { authorization: `Bearer ${testKey}x` }
    const manual = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", capture_method: "manual" }
    const kept = (await host.ask("POST", "/v2/payments", manual, other)).body.id
    const payment = await host.pay()
    await host.pay({ payment_method: "pm_card_3ds_required" })
    await host.pay({ capture_method: "manual" })
    await host.pay({ payment_method: "pm_ach_success" })
    await post(host, "disputes", { payment_id: payment.id, reason: "general" })
    await post(host, "balance/fund", { currency: "usd", amount: 10_000 })
    const destination = "ba_test_verified_usd"
    await host.ask("POST", "/v2/payouts", { amount: 500, currency: "usd", destination })
    // A dispute that is opened by a job, which has not run yet.
    await host.pay({ payment_method: "pm_card_disputed" })
    const jobs = host.engine.call(
      Effect.gen(function* () {
        const store = yield* Store
        const home = yield* store.region(store.home)
        return home
      })
    )
    const namesOf = async () =>
      host.engine.call(
        (await jobs).read<{ name: string; state: string; payload: string }>(
          "SELECT name, state, payload FROM jobs WHERE name LIKE 'cards.%'",
          []
        )
      )
    expect((await namesOf()).length).toBeGreaterThan(4)
    await post(host, "reset")
    const left = await namesOf()
    expect(left.filter(({ payload }) => payload.includes(kept))).toHaveLength(1)
    expect(left.filter(({ name }) => /dispute|authentication|debit/.test(name))).toEqual([])
    await host.engine.clock.advance("30 days")
    expect((await namesOf()).filter(({ state }) => state === "dead")).toEqual([])
    const expired = await host.ask("GET", `/v2/payments/${kept}`, undefined, other)
    expect(expired.body.authorization.state).toBe("expired")
  })

  it("knows every table of the plugin", () => {
    expect([...scopedTables, ...Object.keys(tablesKept)].sort()).toEqual([...tablesOf(cardsMigrations)].sort())
  })
})

it("B13: trust makes the cardholder's bank trust the merchant", async () => {
  const host = await startHost()
  expect((await post(host, "payment_methods/pm_card_eea/trust")).body.id).toBe("pm_card_eea")
  const rows = await host.engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      const home = yield* store.region(store.home)
      return yield* home.read<{ subject: string }>("SELECT subject FROM cards_sca", [])
    })
  )
  expect(rows).toEqual([{ subject: "trusted:pm_card_eea" }])
})
