import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { RiskModel } from "../../src/services/RiskModel.ts"
import { startHost, type Host } from "./host.ts"

const required = { amount: 5000, currency: "eur", payment_method: "pm_card_3ds_required" }

const create = async (host: Host, body: Readonly<Record<string, unknown>> = {}) =>
  (await host.ask("POST", "/v2/payments", { ...required, ...body })).body

describe("gates", () => {
  const customerOf = async (host: Host, name = "Jo Doe") =>
    (await host.ask("POST", "/v2/customers", { email: `${name.replaceAll(" ", ".")}@example.com`, name })).body

  it("C27, C137: the customer must exist, and is shown with the payment", async () => {
    const host = await startHost()
    const missing = await host.ask("POST", "/v2/payments", { ...required, customer: "cus_unknown" })
    expect([missing.status, missing.body.error.code, missing.body.error.param]).toEqual([
      400,
      "resource_missing",
      "customer"
    ])
    const customer = await customerOf(host)
    expect((await host.pay({ customer: customer.id })).customer).toBe(customer.id)
  })

  it.each([
    ["capture", ""],
    ["confirm", ""],
    ["capture", " and was deleted"],
    ["confirm", " and was deleted"]
  ])("S48: %s takes nothing from a customer who moved under an embargo%s", async (step, how) => {
    const host = await startHost()
    const { id: customer } = await customerOf(host)
    const held = { customer, capture_method: "manual" }
    const { id } = step === "capture" ? await host.pay(held) : await create(host, held)
    await host.ask("POST", `/v2/test_helpers/payments/${id}/authenticate`, { result: "succeeded" })
    await host.ask("POST", `/v2/customers/${customer}`, { address: { country: "IR" } })
    if (how !== "") await host.ask("DELETE", `/v2/customers/${customer}`)
    const { body, status } = await host.ask("POST", `/v2/payments/${id}/${step}`)
    expect([status, body.error?.code, body.error?.param]).toEqual([403, "sanctioned_country", "customer"])
    expect((await host.ask("POST", `/v2/payments/${id}/cancel`)).body.status).toBe("canceled")
  })

  it("C78: nothing is processed for a customer on a list: not created, confirmed or captured; canceling is allowed", async () => {
    const host = await startHost()
    const matched = await customerOf(host, "Test Sanctioned Person")
    const refused = await host.ask("POST", "/v2/payments", { ...required, customer: matched.id })
    expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
      403,
      "screening_match",
      "customer"
    ])
    const clear = await customerOf(host)
    const authorized = await host.pay({ customer: clear.id, capture_method: "manual" })
    const waiting = await create(host, { customer: clear.id })
    await host.ask("POST", `/v2/test_helpers/payments/${waiting.id}/authenticate`, { result: "succeeded" })
    await host.ask("POST", `/v2/customers/${clear.id}`, { name: "Test Sanctioned Person" })
    for (const path of [`${authorized.id}/capture`, `${waiting.id}/confirm`]) {
      const { body, status } = await host.ask("POST", `/v2/payments/${path}`)
      expect([status, body.error.code]).toEqual([403, "screening_match"])
    }
    expect((await host.ask("POST", `/v2/payments/${authorized.id}/cancel`)).body.status).toBe("canceled")
  })

  it("C78: nothing is taken from a customer who is matched while the payment is being decided", async () => {
    let meanwhile: (() => Promise<unknown>) | undefined
    // Answers only after something else has happened, as a model elsewhere may.
    const score = async () => {
      const act = meanwhile
      meanwhile = undefined
      await act?.()
      return { score: 1, contributions: [] }
    }
    const model = RiskModel.make({ name: "slow", score, timeout: "10 seconds" })
    const host = await startHost({ engine: { layers: Layer.succeed(RiskModel, model) } })
    const { id } = await customerOf(host)
    meanwhile = () => host.ask("POST", `/v2/customers/${id}`, { name: "Test Sanctioned Person" })
    const body = { ...required, payment_method: "pm_card_visa", customer: id }
    const { body: answer, status } = await host.ask("POST", "/v2/payments", body)
    expect([status, answer.error?.code]).toEqual([403, "screening_match"])
    expect(meanwhile).toBeUndefined()
    expect((await host.ask("GET", "/v2/payments")).body.data).toEqual([])
  })

  it("C162: a high-risk customer must be verified first", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    await host.ask("POST", `/v2/test_helpers/customers/${customer.id}/flags`, { flags: ["high_risk"] })
    const { body, status } = await host.ask("POST", "/v2/payments", { ...required, customer: customer.id })
    expect([status, body.error.code]).toEqual([403, "kyc_required"])
  })

  it("C162: a customer who became high-risk meanwhile must be verified before confirmation and capture", async () => {
    const host = await startHost()
    const customer = (await customerOf(host)).id
    const authorized = await host.pay({ customer, capture_method: "manual" })
    const waiting = await create(host, { customer })
    await host.ask("POST", `/v2/test_helpers/payments/${waiting.id}/authenticate`, { result: "succeeded" })
    await host.ask("POST", `/v2/test_helpers/customers/${customer}/flags`, { flags: ["high_risk"] })
    for (const path of [`${authorized.id}/capture`, `${waiting.id}/confirm`]) {
      const { body, status } = await host.ask("POST", `/v2/payments/${path}`)
      expect([status, body.error.code]).toEqual([403, "kyc_required"])
    }
  })

  it("a method that belongs to a customer brings it along, and cannot be charged for another", async () => {
    const host = await startHost()
    const owner = await customerOf(host)
    const other = await customerOf(host, "Al Roe")
    const card = { number: "4242424242424242", exp_month: 1, exp_year: 2030, cvc: "123" }
    const method = (await host.ask("POST", "/v2/payment_methods", { type: "card", card })).body.id
    await host.ask("POST", `/v2/payment_methods/${method}/attach`, { customer: owner.id })
    expect((await host.pay({ payment_method: method })).customer).toBe(owner.id)
    const { body } = await host.ask("POST", "/v2/payments", { ...required, payment_method: method, customer: other.id })
    expect(body.error.code).toBe("payment_method_customer_mismatch")
    await host.ask("POST", `/v2/payment_methods/${method}/detach`)
    const detached = await host.ask("POST", "/v2/payments", { ...required, payment_method: method })
    expect([detached.status, detached.body.error.code]).toEqual([400, "payment_method_detached"])
  })

  it.each(["detached", "detached with its customer, who is deleted"])(
    "a method that is %s before the cardholder comes back is not charged",
    async (how) => {
      const host = await startHost()
      const { id } = await customerOf(host)
      const attach = host.ask("POST", "/v2/payment_methods/pm_card_3ds_required/attach", { customer: id })
      const method = (await attach).body.id
      const { id: payment } = await create(host, { payment_method: method })
      await host.ask("POST", `/v2/test_helpers/payments/${payment}/authenticate`, { result: "succeeded" })
      if (how === "detached") await host.ask("POST", `/v2/payment_methods/${method}/detach`)
      else await host.ask("DELETE", `/v2/customers/${id}`)
      const { body, status } = await host.ask("POST", `/v2/payments/${payment}/confirm`)
      expect([status, body.error?.code]).toEqual([400, "payment_method_detached"])
      await host.engine.clock.advance("1 day")
      expect((await host.ask("GET", `/v2/payments/${payment}`)).body.status).toBe("failed")
    }
  )
})
