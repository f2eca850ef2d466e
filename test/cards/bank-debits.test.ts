import { describe, expect, it } from "vitest"
import { startHost, type Host } from "./host.ts"

const retrieve = async (host: Host, id: string) => (await host.ask("GET", `/v2/payments/${id}`)).body

describe("bank debits", () => {
  const debit = (payment_method: string) => ({ amount: 2000, currency: "usd", payment_method })

  it.each([
    ["pm_ach_success", "succeeded", undefined],
    ["pm_ach_account_closed", "failed", "account_closed"],
    ["pm_ach_insufficient_funds", "failed", "insufficient_funds"],
    ["pm_ach_no_account", "failed", "no_account"]
  ])("C217–C219: %s is pending, then %s at the second business day", async (method, status, code) => {
    const host = await startHost()
    const made = await host.ask("POST", "/v2/payments", debit(method))
    // Thursday, 15 January 2026: the second following business day is Monday, the 19th.
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({ status: "pending", amount_captured: 0, settles_at: "2026-01-19T00:00:00Z" })
    expect((await host.ask("POST", `/v2/payments/${made.body.id}/cancel`)).body.error.code).toBe(
      "payment_not_cancelable"
    )
    await host.engine.clock.advanceTo("2026-01-18T23:59:59Z")
    expect((await retrieve(host, made.body.id)).status).toBe("pending")
    await host.engine.clock.advanceTo("2026-01-19T00:00:00Z")
    const after = await retrieve(host, made.body.id)
    expect([after.status, after.failure?.code]).toEqual([status, code])
    expect(after.amount_captured).toBe(status === "succeeded" ? 2000 : 0)
  })

  it("a test helper settles one at once", async () => {
    const host = await startHost()
    const settle = (id: string, body: unknown) => host.ask("POST", `/v2/test_helpers/payments/${id}/settle`, body)
    const first = await host.pay(debit("pm_ach_success"))
    const second = await host.pay(debit("pm_ach_success"))
    expect((await settle(first.id, { outcome: "succeeded" })).body.status).toBe("succeeded")
    const failed = await settle(second.id, { outcome: "failed", failure_code: "account_closed" })
    expect([failed.status, failed.body.failure.code]).toEqual([200, "account_closed"])
    expect((await settle(first.id, { outcome: "failed" })).body.error.code).toBe("payment_unexpected_state")
    await host.engine.clock.advance("10 days")
    expect((await retrieve(host, first.id)).amount_captured).toBe(2000)
  })

  it.each([
    [{ currency: "eur" }, "currency_mismatch", "currency"],
    [{ capture_method: "manual" }, "parameter_invalid", "capture_method"]
  ])("refuses %o", async (change, code, param) => {
    const host = await startHost()
    const { body, status } = await host.ask("POST", "/v2/payments", { ...debit("pm_ach_success"), ...change })
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param])
  })

  it("C53: an account is tokenized and never shown again in full", async () => {
    const host = await startHost()
    const account = { routing_number: "110000000", account_number: "000123456789", account_holder_name: "Jo Doe" }
    const { body, status, text } = await host.ask("POST", "/v2/payment_methods", {
      type: "us_bank_account",
      us_bank_account: account
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      type: "us_bank_account",
      us_bank_account: { routing_number: "110000000", last4: "6789" },
      billing_details: { name: "Jo Doe" }
    })
    expect(text).not.toContain("000123456789")
    expect((await host.pay(debit(body.id))).status).toBe("pending")
  })

  it.each([
    [{ type: "us_bank_account" }, "parameter_missing", "us_bank_account"],
    [{ type: "card" }, "parameter_missing", "card"],
    [
      { type: "us_bank_account", us_bank_account: { routing_number: "110000001", account_number: "000123456789" } },
      "parameter_invalid",
      "us_bank_account.routing_number"
    ],
    [
      { type: "us_bank_account", us_bank_account: { routing_number: "110000000", account_number: "123" } },
      "parameter_invalid",
      "us_bank_account.account_number"
    ],
    [
      { type: "us_bank_account", us_bank_account: { routing_number: "110000000", account_number: "000999999999" } },
      "parameter_invalid",
      "us_bank_account.account_number"
    ]
  ])("a body %o is refused", async (body, code, param) => {
    const host = await startHost()
    const { body: answer, status } = await host.ask("POST", "/v2/payment_methods", body)
    expect([status, answer.error.code, answer.error.param]).toEqual([400, code, param])
  })
})
