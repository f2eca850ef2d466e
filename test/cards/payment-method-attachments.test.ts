import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { RiskModel } from "../../src/services/RiskModel.ts"
import { Screening } from "../../src/services/Screening.ts"
import { startHost, type Host } from "./host.ts"

const path = "/v2/payment_methods"

const customerOf = async (host: Host, email = "ada@example.com"): Promise<string> =>
  (await host.ask("POST", "/v2/customers", { email })).body.id

const visa = { type: "card", card: { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" } }

const codeOf = async (asked: ReturnType<Host["ask"]>) => {
  const { body, status } = await asked
  return { status, code: body.error?.code, param: body.error?.param }
}

describe("attaching a payment method", () => {
  it("C9, C53: makes it one of the customer, tells of it once, and it can be charged", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    const method = (await host.ask("POST", path, visa)).body
    const attached = await host.ask("POST", `${path}/${method.id}/attach`, { customer })
    expect(attached.body).toEqual({ ...method, customer })
    expect((await host.ask("POST", `${path}/${method.id}/attach`, { customer })).body).toEqual(attached.body)
    const events = (await host.ask("GET", "/v2/events?type=payment_method.attached")).body.data
    expect(events.map((event: any) => event.data)).toEqual([attached.body])
    expect((await host.pay({ customer, payment_method: method.id })).status).toBe("succeeded")
  })

  it("B3: attaches a copy of a static one, which goes on belonging to nobody", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    const copy = (await host.ask("POST", `${path}/pm_card_visa/attach`, { customer })).body
    expect(copy.id).toMatch(/^pm_[0-9a-z]{23}$/)
    expect(copy).toMatchObject({ customer, card: { last4: "4242" } })
    expect((await host.ask("GET", `${path}/pm_card_visa`)).body.customer).toBeNull()
  })

  it("B3: a new one may be attached from the beginning", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    const made = await host.ask("POST", path, { ...visa, customer })
    expect(made.body.customer).toBe(customer)
    expect((await host.ask("GET", "/v2/events?type=payment_method.attached")).body.data).toHaveLength(1)
    expect(await codeOf(host.ask("POST", path, { ...visa, customer: "cus_none" }))).toEqual({
      status: 400,
      code: "resource_missing",
      param: "customer"
    })
  })

  it.each([
    ["a payment method that does not exist", "pm_none", {}, 404, "resource_missing", undefined],
    ["no customer", "pm_card_visa", { customer: undefined }, 400, "parameter_missing", "customer"],
    ["a customer that does not exist", "pm_card_visa", { customer: "cus_none" }, 400, "resource_missing", "customer"],
    ["an unknown field", "pm_card_visa", { default: true }, 400, "parameter_unknown", "default"]
  ])("B5: refuses %s", async (_, id, changes, status, code, param) => {
    const host = await startHost()
    const customer = await customerOf(host)
    expect(await codeOf(host.ask("POST", `${path}/${id}/attach`, { customer, ...changes }))).toEqual({
      status,
      code,
      param
    })
    expect((await host.ask("GET", `${path}?customer=${customer}`)).body.data).toEqual([])
  })

  it("B3: one customer's is not another's, neither to attach nor to charge", async () => {
    const host = await startHost()
    const [ada, bob] = [await customerOf(host), await customerOf(host, "bob@example.com")]
    const { id } = (await host.ask("POST", path, { ...visa, customer: ada })).body
    const mismatch = { status: 400, code: "payment_method_customer_mismatch" }
    expect(await codeOf(host.ask("POST", `${path}/${id}/attach`, { customer: bob }))).toMatchObject(mismatch)
    const payment = { amount: 2000, currency: "usd", payment_method: id, customer: bob }
    expect(await codeOf(host.ask("POST", "/v2/payments", payment))).toMatchObject(mismatch)
  })
})

describe("detaching a payment method", () => {
  it("is for good: it is shown, and neither charged nor attached again", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    const { id } = (await host.ask("POST", path, { ...visa, customer })).body
    const detached = await host.ask("POST", `${path}/${id}/detach`, {})
    expect(detached.body).toMatchObject({ id, customer: null })
    expect((await host.ask("GET", `${path}/${id}`)).body).toEqual(detached.body)
    expect((await host.ask("GET", "/v2/events?type=payment_method.detached")).body.data[0].data).toEqual(detached.body)
    const refused = { status: 400, code: "payment_method_detached" }
    expect(await codeOf(host.ask("POST", `${path}/${id}/attach`, { customer }))).toMatchObject(refused)
    expect(await codeOf(host.ask("POST", `${path}/${id}/detach`, {}))).toMatchObject(refused)
    const payment = { amount: 2000, currency: "usd", payment_method: id }
    expect(await codeOf(host.ask("POST", "/v2/payments", payment))).toMatchObject(refused)
  })

  it("pays for a customer as the default where the payment names none", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    const payment = { amount: 2000, currency: "usd", customer }
    const without = await host.ask("POST", "/v2/payments", payment)
    expect(without.body.error).toMatchObject({
      code: "parameter_missing",
      param: "payment_method",
      message: "payment_method is required: the customer has no default_payment_method"
    })
    const { id } = (await host.ask("POST", path, { ...visa, customer })).body
    await host.ask("POST", `/v2/customers/${customer}`, { default_payment_method: id })
    const paid = await host.ask("POST", "/v2/payments", payment)
    expect(paid.body).toMatchObject({ status: "succeeded", payment_method: id, customer })
    const named = await host.ask("POST", "/v2/payments", { ...payment, payment_method: "pm_card_mastercard" })
    expect(named.body.payment_method).toBe("pm_card_mastercard")
    await host.ask("POST", `${path}/${id}/detach`, {})
    expect((await host.ask("POST", "/v2/payments", payment)).body.error.code).toBe("parameter_missing")
    const nobody = await host.ask("POST", "/v2/payments", { ...payment, customer: "cus_none" })
    expect(nobody.body.error).toMatchObject({ code: "resource_missing", param: "customer" })
  })

  it("leaves the customer without a default where it was the default", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    const { id } = (await host.ask("POST", path, { ...visa, customer })).body
    const chosen = await host.ask("POST", `/v2/customers/${customer}`, { default_payment_method: id })
    expect(chosen.body.default_payment_method).toBe(id)
    await host.ask("POST", `${path}/${id}/detach`, {})
    expect((await host.ask("GET", `/v2/customers/${customer}`)).body.default_payment_method).toBeNull()
  })

  it("counts also for a payment that is being decided, and for a change of the customer that makes it the default", async () => {
    const answering: Array<() => Promise<unknown>> = []
    // Both answer only after something else has happened, as services elsewhere may.
    const score = async () => {
      await answering.shift()?.()
      return { score: 1, contributions: [] }
    }
    const screen = async () => {
      await answering.shift()?.()
      return { matches: [], listsScreened: [], threshold: 80 }
    }
    const layers = Layer.mergeAll(
      Layer.succeed(RiskModel, RiskModel.make({ name: "slow", score, timeout: "10 seconds" })),
      Layer.succeed(Screening, Screening.make({ name: "slow", screen, timeout: "10 seconds" }))
    )
    const host = await startHost({ engine: { layers } })
    const customer = await customerOf(host)
    const methodOf = async () => (await host.ask("POST", path, { ...visa, customer })).body.id as string
    const [first, second] = [await methodOf(), await methodOf()]
    answering.push(() => host.ask("POST", `${path}/${first}/detach`, {}))
    const payment = { amount: 900, currency: "usd", payment_method: first }
    expect(await codeOf(host.ask("POST", "/v2/payments", payment))).toMatchObject({ code: "payment_method_detached" })
    answering.push(() => host.ask("POST", `${path}/${second}/detach`, {}))
    const change = { name: "Ada Lovelace", default_payment_method: second }
    expect(await codeOf(host.ask("POST", `/v2/customers/${customer}`, change))).toMatchObject({
      param: "default_payment_method"
    })
    expect(answering).toEqual([])
  })

  it.each([
    ["pm_none", 404, "resource_missing"],
    ["pm_card_visa", 400, "payment_method_detached"]
  ])("B5: refuses %s", async (id, status, code) => {
    const host = await startHost()
    expect(await codeOf(host.ask("POST", `${path}/${id}/detach`, {}))).toMatchObject({ status, code })
  })

  it("never leaves one behind with a customer who is deleted at the same time", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    const asked = Array.from({ length: 8 }, (_, at) =>
      at === 4
        ? host.ask("DELETE", `/v2/customers/${customer}`)
        : host.ask("POST", `${path}/pm_card_visa/attach`, { customer })
    )
    const replies = await Promise.all(asked)
    expect(replies[4]!.status).toBe(200)
    expect((await host.ask("GET", `${path}?customer=${customer}`)).body.data).toEqual([])
    for (const { body, status } of replies.filter((_, at) => at !== 4)) {
      if (status !== 200) expect(body.error.code).toBe("resource_missing")
    }
  })
})

describe("GET /v2/payment_methods", () => {
  it("C98–C102: pages a customer's, newest first", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    const ids: Array<string> = []
    for (let at = 0; at < 5; at++) ids.unshift((await host.ask("POST", path, { ...visa, customer })).body.id)
    await host.ask("POST", path, { ...visa, customer: await customerOf(host, "bob@example.com") })
    const first = (await host.ask("GET", `${path}?customer=${customer}&limit=3`)).body
    const rest = (await host.ask("GET", `${path}?customer=${customer}&limit=3&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...rest.data].map(({ id }: any) => id)).toEqual(ids)
    expect(await codeOf(host.ask("GET", path))).toEqual({ status: 400, code: "parameter_missing", param: "customer" })
  })
})

it("B3: a static name and its number, tokenized, are one card: they share a fingerprint", async () => {
  const host = await startHost()
  const fixed = (await host.ask("GET", `${path}/pm_card_visa`)).body.card.fingerprint
  expect(fixed).toMatch(/^[0-9a-f]{64}$/)
  expect((await host.ask("POST", path, visa)).body.card.fingerprint).toBe(fixed)
  expect((await host.ask("GET", `${path}/pm_card_us`)).body.card.fingerprint).toBe(fixed)
  expect((await host.ask("GET", `${path}/pm_card_mastercard`)).body.card.fingerprint).not.toBe(fixed)
  const account = { routing_number: "110000000", account_number: "000123456789" }
  const debit = await host.ask("POST", path, { type: "us_bank_account", us_bank_account: account })
  const fixedDebit = await host.ask("GET", `${path}/pm_ach_success`)
  expect(debit.body.us_bank_account.fingerprint).toBe(fixedDebit.body.us_bank_account.fingerprint)
})
