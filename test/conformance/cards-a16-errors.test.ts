/** Section A16 of the requirement list: errors. `errors.test.ts` goes through every code. */
import { describe, expect, it } from "vitest"
import { catalogue } from "../../plugins/cards/error-catalogue.ts"
import { cases } from "./errors.ts"
import { startMerchant } from "./merchant.ts"

describe("A16: errors", () => {
  it("C237 the body is error with type, code, message, param where one is wrong, and request_id", async () => {
    const { send } = await startMerchant()
    const wrong = await send("POST", "/v2/payments", { amount: 1, currency: "usd", payment_method: "pm_card_visa" })
    expect(wrong.body).toEqual({
      error: {
        type: "validation_error",
        code: "amount_too_small",
        message: expect.stringMatching(/^amount must be at least 50/),
        param: "amount",
        request_id: wrong.headers.get("request-id")
      }
    })
    const missing = await send("GET", "/v2/payments/pay_none")
    expect(Object.keys(missing.body.error)).toEqual(["type", "code", "message", "request_id"])
    expect(missing.body.error.request_id).toMatch(/^req_/)
  })

  it("C238 type is api_error, card_error, validation_error or authentication_error", () => {
    const types = new Set(Object.values(catalogue).map(([, type]) => type))
    expect(types).toEqual(new Set(["api_error", "card_error", "validation_error", "authentication_error"]))
  })

  it("C239 the six named codes are card errors with status 402", async () => {
    const named = ["card_declined", "insufficient_funds", "expired_card", "incorrect_cvc", "fraudulent"] as const
    const { declined } = await startMerchant()
    const methods = ["declined", "insufficient_funds", "expired", "incorrect_cvc", "fraudulent"]
    for (const [at, method] of methods.entries()) {
      const refusal = await declined({ payment_method: `pm_card_${method}` })
      expect(refusal).toMatchObject({ status: 402, type: "card_error", code: named[at] })
    }
    const { code, prepare, start } = { code: "account_closed", ...cases.account_closed }
    const closed = await start()
    const [method, path, body] = await prepare(closed)
    expect(await closed.refused(method, path, body)).toMatchObject({ status: 402, type: "card_error", code })
    // A bank says it days after the request: the payment shows it then, and so does a payout.
    const { advance, pay, payment } = await startMerchant()
    const { id } = await pay({ payment_method: "pm_ach_account_closed" })
    await advance("5 days")
    expect((await payment(id)).failure.code).toBe("account_closed")
  })

  it("C240 429 when the rate limit is exceeded, with Retry-After", async () => {
    const key = "sk_test_starter_plan"
    const accounts = [{ id: "acct_starter", keys: [key], plan: "starter" as const }]
    const { refused, send } = await startMerchant({ accounts }, key)
    const statuses = new Set<number>()
    for (let sent = 0; sent < 10_000; sent += 500) {
      for (const { status } of await Promise.all(Array.from({ length: 500 }, () => send("GET", "/v2/nothing")))) {
        statuses.add(status)
      }
    }
    expect([...statuses]).toEqual([404])
    const { headers } = await send("GET", "/v2/payments")
    expect(Number(headers.get("retry-after"))).toBe(14.5 * 3600)
    const refusal = await refused("GET", "/v2/payments")
    expect(refusal).toMatchObject({ status: 429, type: "api_error", code: "rate_limit_exceeded" })
  })

  it("C241 409 when an idempotency key is reused with other parameters", async () => {
    const { declined, pay } = await startMerchant()
    await pay({ idempotency_key: "order-17" })
    const refusal = await declined({ idempotency_key: "order-17", amount: 2001 })
    expect(refusal).toMatchObject({ status: 409, code: "idempotency_key_reused", param: "idempotency_key" })
  })
})
