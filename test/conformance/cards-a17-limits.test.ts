/** Section A17 of the requirement list: rate limits, strong customer authentication, versions. */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { plans } from "../../plugins/cards/face.ts"
import { makeRateLimiter } from "../../src/http/RateLimit.ts"
import { makeClock } from "../../src/services/Clock.ts"
import { cardOf, europe, startMerchant, type Merchant } from "./merchant.ts"

const limitsOf = (headers: Headers) =>
  ["limit", "remaining", "reset"].map((name) => Number(headers.get(`x-ratelimit-${name}`) ?? "NaN"))

describe("A17: rate limits", () => {
  it("C242 they are counted per API key", async () => {
    const { send } = await startMerchant()
    const remaining = async (key: string) =>
      limitsOf((await send("GET", "/v2/payments", undefined, { authorization: `Bearer ${key}` })).headers)[1]
    expect([await remaining("sk_test_key_number_one"), await remaining("sk_test_key_number_one")]).toEqual([
      5_999, 5_998
    ])
    expect(await remaining("sk_test_key_number_two")).toBe(5_999)
  })

  it("C243 every response carries X-RateLimit-Limit, -Remaining and -Reset", async () => {
    const { post, send } = await startMerchant()
    await post("/v2/test_helpers/faults", { operation: "GET /v2/payments", kind: "internal_error" })
    const wrongKey = { authorization: "Bearer nothing" }
    const answers = [
      await send("GET", "/v2/payments"),
      await send("GET", "/v2/payments"),
      await send("GET", "/v2/payments", undefined, wrongKey),
      await send("GET", "/v2/nothing"),
      await send("DELETE", "/v2/payments"),
      await send("POST", "/v2/payments", {}),
      await send("POST", "/v2/payments", "{"),
      await send("POST", "/v2/payments", "x", { "content-type": "text/plain" }),
      await send("POST", "/v2/payments", { description: "x".repeat(1_100_000) }),
      await send("GET", "/v2/payments", undefined, { "svc-data-region": "moon" })
    ]
    expect(answers.map(({ status }) => status)).toEqual([500, 200, 401, 404, 405, 400, 400, 415, 413, 400])
    for (const { headers } of answers) {
      const [limit, remaining, reset] = limitsOf(headers)
      expect(limit).toBe(6_000)
      expect(remaining).toBeGreaterThan(5_900)
      expect(reset).toBeGreaterThan(1_700_000_000)
    }
  })

  it("C244 one plan has 10,000 requests per day, one no daily cap, one infrastructure of its own", async () => {
    const account = (plan: "starter" | "growth" | "dedicated") => ({
      id: `acct_${plan}`,
      keys: [`sk_test_${plan}_plan`],
      plan
    })
    const { advance, send } = await startMerchant({
      accounts: [account("starter"), account("growth"), account("dedicated")]
    })
    const limits = async (plan: string) =>
      limitsOf((await send("GET", "/v2/payments", undefined, { authorization: `Bearer sk_test_${plan}_plan` })).headers)
    const midnight = Date.parse("2026-01-16T00:00:00Z") / 1000
    expect(await limits("starter")).toEqual([10_000, 9_999, midnight])
    await advance("1 day")
    expect(await limits("starter")).toEqual([10_000, 9_999, midnight + 86_400])
    expect((await limits("growth"))[0]).toBe(6_000)
    expect((await limits("dedicated"))[0]).toBe(60_000)
    // The infrastructure of its own is its operator's; what the service knows of it is the plan's wider window.
  })

  it("the daily cap refuses the request after the 10,000th, until midnight; the other plans have none", () => {
    let monotonic = 0
    const clock = makeClock(
      () => 0,
      { mode: "frozen", at: Date.parse("2026-01-15T09:30:00Z") },
      () => monotonic
    )
    const limiter = makeRateLimiter(clock)
    const granted = (plan: keyof typeof plans, minutes: number, perMinute: number) => {
      let count = 0
      for (let minute = 0; minute < minutes; minute++) {
        for (let request = 0; request < perMinute; request++) {
          if (Effect.runSync(limiter.take(plan, plans[plan])).retryAfterSeconds === undefined) count += 1
        }
        monotonic += 60_000
      }
      return count
    }
    expect(granted("starter", 4, 3_000)).toBe(10_000)
    const { retryAfterSeconds } = Effect.runSync(limiter.take("starter", plans.starter))
    expect(retryAfterSeconds).toBe(14.5 * 3_600)
    expect(granted("growth", 4, 6_001)).toBe(24_000)
    expect(granted("dedicated", 2, 20_000)).toBe(40_000)
  })
})

/** Pays with an ordinary card of the EEA at a merchant of the EEA, and says what was decided. */
const payInEurope = async ({ pay }: Merchant, amount: number, body: Record<string, unknown> = {}) =>
  pay({ amount, currency: "eur", payment_method: "pm_card_eea", ...body }, europe)

const reasons = async (merchant: Merchant, amounts: ReadonlyArray<number>) => {
  const found: Array<string> = []
  for (const amount of amounts) found.push((await payInEurope(merchant, amount)).sca.reason)
  return found
}

describe("A17: strong customer authentication", () => {
  it("C245 low value is under 30 euro: 29.99 and not 30.00", async () => {
    const merchant = await startMerchant()
    expect(await payInEurope(merchant, 2_999)).toMatchObject({
      status: "succeeded",
      sca: { decision: "exempt", exemption: "low_value", reason: "exempt_low_value" }
    })
    expect(await payInEurope(merchant, 3_000)).toMatchObject({
      status: "requires_action",
      sca: { decision: "challenge", exemption: null, reason: "required" }
    })
  })

  it("C246 after 5 exempted payments in a row the card is challenged, and exempt again once authenticated", async () => {
    const merchant = await startMerchant()
    expect(await reasons(merchant, [100, 100, 100, 100, 100])).toEqual(Array(5).fill("exempt_low_value"))
    const sixth = await payInEurope(merchant, 100)
    expect(sixth).toMatchObject({ status: "requires_action", sca: { counters: { exempt_count: 5, exempt_sum: 500 } } })
    await merchant.authenticate(sixth)
    expect((await merchant.post(`/v2/payments/${sixth.id}/confirm`, {}, europe)).status).toBe("succeeded")
    expect(await reasons(merchant, [100])).toEqual(["exempt_low_value"])
  })

  it("C247 or after 100 euro together", async () => {
    expect(await reasons(await startMerchant(), [2_500, 2_500, 2_500, 2_500, 100])).toEqual([
      ...Array<string>(4).fill("exempt_low_value"),
      "required"
    ])
    // Before the fourth 87.00 are used: it passes, and the fifth does not.
    expect(await reasons(await startMerchant(), [2_900, 2_900, 2_900, 2_900, 100])).toEqual([
      ...Array<string>(4).fill("exempt_low_value"),
      "required"
    ])
  })

  it("C248 low risk exempts an account whose fraud rate qualifies", async () => {
    const merchant = await startMerchant()
    expect(await reasons(merchant, [9_000])).toEqual(["required"])
    // Corporate cards are out of scope: they make a history without touching the counters.
    for (let count = 0; count < 100; count++) {
      await payInEurope(merchant, 10_000, { payment_method: "pm_card_eea_corporate" })
    }
    expect(await reasons(merchant, [9_000, 50_001])).toEqual(["exempt_transaction_risk", "required"])
  })

  it("C249 a cardholder whose bank knows the merchant as trusted is spared", async () => {
    const merchant = await startMerchant()
    await merchant.post("/v2/test_helpers/payment_methods/pm_card_eea/trust", {}, europe)
    expect((await payInEurope(merchant, 90_000)).sca).toMatchObject({ exemption: "trusted_beneficiary" })
  })

  it("C250 the merchant charges again without the customer, after a first payment that was authenticated", async () => {
    const merchant = await startMerchant()
    const { authenticate, customer, post, tokenize } = merchant
    const owner = await customer({}, europe)
    const method = await tokenize(cardOf("4000002500003155"), europe)
    const body = { customer: owner.id, payment_method: method.id }
    expect((await payInEurope(merchant, 5_000, { ...body, off_session: true })).status).toBe("requires_action")
    const first = await payInEurope(merchant, 5_000, body)
    await authenticate(first)
    await post(`/v2/payments/${first.id}/confirm`, {}, europe)
    expect(await payInEurope(merchant, 5_000, { ...body, off_session: true })).toMatchObject({
      status: "succeeded",
      sca: { decision: "out_of_scope", reason: "out_of_scope_merchant_initiated" }
    })
  })

  it("C251 exemptions apply by themselves: nothing asks for them, and the payment tells of them", async () => {
    const merchant = await startMerchant()
    expect(await payInEurope(merchant, 500)).toMatchObject({ status: "succeeded", sca: { exemption: "low_value" } })
    const refusal = await merchant.declined({ exemption: "low_value" }, europe)
    expect(refusal).toMatchObject({ code: "parameter_unknown", param: "exemption" })
  })

  it("C252 it applies to payments that customers initiate in the EEA", async () => {
    const merchant = await startMerchant()
    expect((await payInEurope(merchant, 5_000)).sca).toMatchObject({ decision: "challenge", reason: "required" })
    expect((await payInEurope(merchant, 5_000, { payment_method: "pm_card_de" })).status).toBe("requires_action")
  })

  it("C253 payments of merchants, with one leg outside, and with corporate cards are exempt", async () => {
    const merchant = await startMerchant()
    const sca = async (body: Record<string, unknown>) => (await payInEurope(merchant, 5_000, body)).sca.reason
    expect(await sca({ payment_method: "pm_card_eea_corporate" })).toBe("out_of_scope_corporate")
    for (const method of ["pm_card_us", "pm_card_jp", "pm_card_in", "pm_card_br"]) {
      expect(await sca({ payment_method: method })).toBe("out_of_scope_one_leg")
    }
    const elsewhere = await merchant.pay({ amount: 5_000, currency: "eur", payment_method: "pm_card_eea" })
    expect([elsewhere.status, elsewhere.sca.reason]).toEqual(["succeeded", "out_of_scope_one_leg"])
  })
})

describe("A17: versions and beta", () => {
  it("C254 SVC-Version is a date, and may be left out", async () => {
    const { refused, send } = await startMerchant()
    const resolved = async (version?: string) => {
      const { headers, status } = await send("GET", "/v2/payments", undefined, { "svc-version": version })
      return [status, headers.get("svc-version")]
    }
    for (const version of [undefined, "2026-01-15", "2031-12-31", "2001-01-01"]) {
      expect(await resolved(version)).toEqual([200, "2026-01-15"])
    }
    for (const version of ["2026-02-30", "2026-1-5", "v2", "20260115"]) {
      const refusal = await refused("GET", "/v2/payments", undefined, { "svc-version": version })
      expect(refusal, version).toMatchObject({ status: 400, code: "invalid_version" })
    }
  })

  it("C255 access to payouts is enabled for an account", async () => {
    const keys = { closed: "sk_test_without_beta", open: "sk_test_with_beta", usual: "sk_test_usual_account" }
    const { fund, send } = await startMerchant(
      {
        accounts: [
          { id: "acct_closed", keys: [keys.closed], payouts: false },
          { id: "acct_open", keys: [keys.open], payouts: true },
          { id: "acct_usual", keys: [keys.usual] }
        ]
      },
      keys.open
    )
    await fund()
    const body = { amount: 100, currency: "usd", destination: "ba_test_verified_usd" }
    const payOut = (key: string) => send("POST", "/v2/payouts", body, { authorization: `Bearer ${key}` })
    expect((await payOut(keys.open)).status).toBe(200)
    const closed = await payOut(keys.closed)
    expect([closed.status, closed.body.error.code]).toEqual([403, "beta_access_required"])
    // In a sandbox it is enabled unless it is switched off; only the balance is missing.
    expect((await payOut(keys.usual)).body.error.code).toBe("balance_insufficient")
  })
})
