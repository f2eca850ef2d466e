/** Section A12 of the requirement list, last part: the operations whose paths the specification does not show. */
import { describe, expect, it } from "vitest"
import { passport } from "./images.ts"
import { cardOf, idsOf, receiver, startMerchant } from "./merchant.ts"

describe("A12: capture and cancel", () => {
  it("C171 capture takes an amount up to the authorized one, by default all of it", async () => {
    const { authorize, post, refused } = await startMerchant()
    const capture = async (body?: unknown) => post(`/v2/payments/${(await authorize()).id}/capture`, body)
    expect((await capture()).amount_captured).toBe(2000)
    expect((await capture({ amount: 1 })).amount_captured).toBe(1)
    const path = `/v2/payments/${(await authorize()).id}/capture`
    for (const amount of [0, -1, 1.5, "1", null, 2001]) {
      expect(await refused("POST", path, { amount }), String(amount)).toMatchObject({ status: 400, param: "amount" })
    }
  })

  it("C172 capture is for payments made with capture_method manual", async () => {
    const { pay, refused } = await startMerchant()
    const refusal = await refused("POST", `/v2/payments/${(await pay()).id}/capture`)
    expect(refusal).toMatchObject({ status: 400, code: "payment_not_capturable" })
  })

  it("C173 cancel is for payments that are not captured", async () => {
    const { authorize, post, refused } = await startMerchant()
    const [one, other] = [await authorize(), await authorize()]
    expect((await post(`/v2/payments/${one.id}/cancel`)).status).toBe("canceled")
    await post(`/v2/payments/${other.id}/capture`)
    const refusal = await refused("POST", `/v2/payments/${other.id}/cancel`)
    expect(refusal).toMatchObject({ code: "payment_not_cancelable" })
  })
})

describe("A12: refunds", () => {
  it("C174 create refund takes payment_id, an amount, and a reason", async () => {
    const { pay, refund, refused } = await startMerchant()
    const payment = await pay()
    expect(await refund(payment, { amount: 500, reason: "duplicate" })).toMatchObject({
      object: "refund",
      payment_id: payment.id,
      amount: 500,
      reason: "duplicate"
    })
    for (const amount of [0, -1, 1.5, "1", null]) {
      const refusal = await refused("POST", "/v2/refunds", { payment_id: payment.id, amount })
      expect(refusal, String(amount)).toMatchObject({ status: 400, param: "amount" })
    }
    expect((await refund(payment)).amount).toBe(1500)
    const missing = await refused("POST", "/v2/refunds", { amount: 1 })
    expect(missing).toMatchObject({ code: "parameter_missing", param: "payment_id" })
    const unknown = await refused("POST", "/v2/refunds", { payment_id: "pay_none" })
    expect(unknown).toMatchObject({ status: 400, code: "resource_missing", param: "payment_id" })
  })

  it("C175 retrieve refund", async () => {
    const { get, pay, refund, refused } = await startMerchant()
    const made = await refund(await pay())
    const path = `/v2/refunds/${made.id}`
    expect(await get(path)).toEqual(made)
    const missing = { status: 404, code: "resource_missing" }
    expect(await refused("GET", "/v2/refunds/ref_none")).toMatchObject(missing)
    const other = { authorization: "Bearer sk_test_somebody_else" }
    expect(await refused("GET", path, undefined, other)).toMatchObject(missing)
  })
})

describe("A12: customers", () => {
  it("C176 create customer takes an email, and name, phone, address and metadata if they are told", async () => {
    const { post, refused } = await startMerchant()
    const told = {
      email: "ada@example.com",
      name: "Ada Lovelace",
      phone: "+14155550100",
      address: { line1: "1 Main", city: "Bern", country: "CH" },
      metadata: { tier: "gold" }
    }
    expect(await post("/v2/customers", told)).toMatchObject({ ...told, object: "customer" })
    expect((await post("/v2/customers", { email: "bob@example.com" })).email).toBe("bob@example.com")
    const missing = await refused("POST", "/v2/customers", { name: "Ada" })
    expect(missing).toMatchObject({ status: 400, code: "parameter_missing", param: "email" })
    for (const email of ["nobody", "", null, 1]) {
      const refusal = await refused("POST", "/v2/customers", { email })
      expect(refusal, String(email)).toMatchObject({ status: 400, code: "parameter_invalid", param: "email" })
    }
  })

  it("C177 update customer changes what is passed and nothing else", async () => {
    const { customer, get, post } = await startMerchant()
    const before = await customer({ name: "Ada", phone: "+14155550100", metadata: { a: "1", b: "2" } })
    const path = `/v2/customers/${before.id}`
    const address = { line1: null, line2: null, city: "Bern", state: null, postal_code: null, country: "CH" }
    expect(await post(path, { address: { city: "Bern", country: "CH" } })).toEqual({ ...before, address })
    expect(await post(path, { email: "countess@example.com", address: null })).toEqual({
      ...before,
      email: "countess@example.com"
    })
    // Another name is screened anew.
    const renamed = await post(path, { email: before.email, name: "Ada King" })
    expect(renamed.screening).toEqual({
      screening_id: expect.not.stringMatching(before.screening.screening_id),
      result: "clear"
    })
    expect(renamed).toEqual({ ...before, name: "Ada King", screening: renamed.screening })
    await post(path, { name: "Ada" })
    before.screening = (await get(path)).screening
    expect(await post(path, { phone: "+14155550199" })).toEqual({ ...before, phone: "+14155550199" })
    const cleared = await post(path, { phone: null, metadata: { a: null, c: "3" } })
    expect(cleared).toEqual({ ...before, phone: null, metadata: { b: "2", c: "3" } })
    expect(await post(path)).toEqual(cleared)
    expect(await get(path)).toEqual(cleared)
  })

  it("C178 delete customer is permanent", async () => {
    const { customer, get, refused, remove } = await startMerchant()
    const { id } = await customer()
    const path = `/v2/customers/${id}`
    expect(await remove(path)).toEqual({ id, object: "customer", deleted: true })
    for (const method of ["GET", "POST", "DELETE"]) {
      expect((await refused(method, path, method === "POST" ? {} : undefined)).status).toBe(404)
    }
    expect(idsOf(await get("/v2/customers"))).toEqual([])
  })

  it("C179 and detaches all payment methods, which are charged no more", async () => {
    const { customer, declined, get, post, remove, tokenize } = await startMerchant()
    const { id } = await customer()
    const methods = [await tokenize(cardOf("4242424242424242")), await tokenize(cardOf("378282246310005"))]
    for (const method of methods) await post(`/v2/payment_methods/${method.id}/attach`, { customer: id })
    await remove(`/v2/customers/${id}`)
    for (const method of methods) {
      expect((await get(`/v2/payment_methods/${method.id}`)).customer).toBeNull()
      const refusal = await declined({ payment_method: method.id })
      expect(refusal).toMatchObject({ status: 400, code: "payment_method_detached", param: "payment_method" })
    }
  })

  it("C180 and is refused while subscriptions are active", async () => {
    const { customer, get, post, refused, remove } = await startMerchant()
    const { id } = await customer()
    const subscription = await post("/v2/test_helpers/subscriptions", { customer: id })
    const refusal = await refused("DELETE", `/v2/customers/${id}`)
    expect(refusal).toMatchObject({ status: 400, code: "active_subscriptions" })
    expect((await get(`/v2/customers/${id}`)).id).toBe(id)
    await post(`/v2/test_helpers/subscriptions/${subscription.id}/cancel`)
    expect((await remove(`/v2/customers/${id}`)).deleted).toBe(true)
  })

  it("C181 and keeps the records of past payments", async () => {
    const { customer, get, pay, payment, refund, remove } = await startMerchant()
    const { id } = await customer()
    const paid = await pay({ customer: id })
    await remove(`/v2/customers/${id}`)
    expect(await payment(paid.id)).toEqual(paid)
    expect(idsOf(await get(`/v2/payments?customer=${id}`))).toEqual([paid.id])
    expect((await refund(paid)).status).toBe("succeeded")
  })
})

describe("A12: payouts", () => {
  const body = { amount: 10_000, currency: "usd", destination: "ba_test_verified_usd" }

  it("C182 amount is required and an integer", async () => {
    const { fund, payout, refused } = await startMerchant()
    await fund()
    expect((await payout({ amount: 1 })).amount).toBe(1)
    for (const amount of [undefined, 0, 1.5, "1"]) {
      expect(await refused("POST", "/v2/payouts", { ...body, amount })).toMatchObject({ status: 400, param: "amount" })
    }
    const tooMuch = await refused("POST", "/v2/payouts", { ...body, amount: 100_000 })
    expect(tooMuch).toMatchObject({ status: 400, code: "balance_insufficient", param: "amount" })
  })

  it("C183 currency is required and that of the bank account", async () => {
    const { fund, refused } = await startMerchant()
    await fund(100_000, "eur")
    const missing = await refused("POST", "/v2/payouts", { ...body, currency: undefined })
    expect(missing).toMatchObject({ status: 400, code: "parameter_missing", param: "currency" })
    const other = await refused("POST", "/v2/payouts", { ...body, currency: "eur" })
    expect(other).toMatchObject({ status: 400, code: "currency_mismatch", param: "currency" })
  })

  it("C184 destination is required and a verified bank account", async () => {
    const { bankAccount, fund, get, refused } = await startMerchant()
    await fund()
    const refusal = (destination?: string) => refused("POST", "/v2/payouts", { ...body, destination })
    expect(await refusal()).toMatchObject({ code: "parameter_missing", param: "destination" })
    expect(await refusal("ba_none")).toMatchObject({ status: 400, code: "resource_missing", param: "destination" })
    const { id } = await bankAccount({}, false)
    expect(await refusal(id)).toMatchObject({ status: 400, code: "bank_account_unverified", param: "destination" })
    expect(idsOf(await get("/v2/payouts"))).toEqual([])
  })

  it("C185 method is standard unless it is instant", async () => {
    const { fund, payout, refused } = await startMerchant()
    await fund()
    expect((await payout()).method).toBe("standard")
    expect((await payout({ method: "instant" })).method).toBe("instant")
    const refusal = await refused("POST", "/v2/payouts", { ...body, method: "slow" })
    expect(refusal).toMatchObject({ status: 400, code: "parameter_invalid", param: "method" })
  })

  it("C186 payouts leave with the daily batch at 00:00 UTC", async () => {
    const { advance, fund, get, payout, refused } = await startMerchant()
    await fund()
    const made = await payout()
    expect(made).toMatchObject({ status: "pending", batch_at: "2026-01-16T00:00:00Z" })
    const status = async () => (await get(`/v2/payouts/${made.id}`)).status
    await advance("52199 seconds")
    expect(await status()).toBe("pending")
    await advance("1 second")
    expect(await status()).toBe("in_transit")
    // At midnight itself the next batch is tomorrow's.
    expect((await payout()).batch_at).toBe("2026-01-17T00:00:00Z")
    expect(await refused("POST", `/v2/payouts/${made.id}/cancel`)).toMatchObject({ status: 400 })
  })

  it("C187 standard arrives 2 to 3 business days later", async () => {
    const { advance, bankAccount, fund, get, payout, post } = await startMerchant()
    await fund()
    const owned = async (account_number: string) => {
      const { customer, id } = await bankAccount({ account_number })
      await post(`/v2/customers/${customer}/kyc`, passport)
      return id
    }
    const late = await owned("000333333335")
    await advance("2 seconds")
    const [usual, slow] = [await payout(), await payout({ destination: late })]
    // Batch on Friday the 16th; Monday, Tuesday and Wednesday follow.
    expect([usual.arrival_date, slow.arrival_date]).toEqual(["2026-01-20T00:00:00Z", "2026-01-21T00:00:00Z"])
    const statuses = async () => {
      const found = await Promise.all([usual, slow].map(({ id }) => get(`/v2/payouts/${id}`)))
      return found.map(({ status }) => status)
    }
    // To a second before the 20th.
    await advance("397797 seconds")
    expect(await statuses()).toEqual(["in_transit", "in_transit"])
    await advance("1 second")
    expect(await statuses()).toEqual(["paid", "in_transit"])
    await advance("86399 seconds")
    expect(await statuses()).toEqual(["paid", "in_transit"])
    await advance("1 second")
    expect(await statuses()).toEqual(["paid", "paid"])
  })

  it("C188 instant arrives within 30 minutes", async () => {
    const { advance, fund, get, payout } = await startMerchant()
    await fund()
    const made = await payout({ method: "instant" })
    expect(made).toMatchObject({ status: "in_transit", batch_at: null })
    await advance("30 minutes")
    expect((await get(`/v2/payouts/${made.id}`)).status).toBe("paid")
  })

  it("C189 instant costs 1.5 percent on top, rounded half up", async () => {
    const { available, fund, payout } = await startMerchant()
    await fund(1_000_000)
    let left = 1_000_000
    for (const [amount, fee] of [
      [10_000, 150],
      [33, 0],
      [34, 1],
      [100, 2],
      [12_345, 185]
    ] as const) {
      expect(await payout({ amount, method: "instant" })).toMatchObject({ amount, fee, total_debit: amount + fee })
      left -= amount + fee
      expect(await available()).toBe(left)
    }
    expect((await payout()).fee).toBe(0)
  })

  it("C190 instant is refused where it is not available", async () => {
    const { available, bankAccount, fund, refused } = await startMerchant()
    await fund()
    await fund(100_000, "sek")
    const { id } = await bankAccount({ account_number: "000444444440" })
    const sweden = { country: "SE", currency: "sek", iban: "SE4550000000058398257466" }
    const krona = await bankAccount({ ...sweden, routing_number: undefined, account_number: undefined })
    for (const [destination, currency] of [
      [id, "usd"],
      [krona.id, "sek"]
    ]) {
      const refusal = await refused("POST", "/v2/payouts", { ...body, currency, destination, method: "instant" })
      expect(refusal).toMatchObject({ status: 400, code: "instant_payout_unavailable", param: "method" })
      expect(await available(currency)).toBe(100_000)
    }
  })

  it("C191 payouts are beta: an account without access is refused before anything else", async () => {
    const liveKey = "sk_live_conformance"
    const { get, refused } = await startMerchant(
      { mode: "production", accounts: [{ id: "acct_live", keys: [liveKey] }] },
      liveKey
    )
    const refusal = await refused("POST", "/v2/payouts", { ...body, destination: "ba_none" })
    expect(refusal).toMatchObject({ status: 403, type: "authentication_error", code: "beta_access_required" })
    expect(idsOf(await get("/v2/payouts"))).toEqual([])
  })
})

describe("A12: disputes and webhook endpoints", () => {
  it("C192 retrieve dispute", async () => {
    const { dispute, get, refused } = await startMerchant()
    const made = await dispute()
    expect(await get(`/v2/disputes/${made.id}`)).toEqual(made)
    const missing = { status: 404, code: "resource_missing" }
    expect(await refused("GET", "/v2/disputes/dsp_none")).toMatchObject(missing)
    const other = { authorization: "Bearer sk_test_somebody_else" }
    expect(await refused("GET", `/v2/disputes/${made.id}`, undefined, other)).toMatchObject(missing)
  })

  it("C193 submit dispute evidence, once per dispute and not empty", async () => {
    const { dispute, post, refused } = await startMerchant()
    const path = `/v2/disputes/${(await dispute()).id}/evidence`
    expect(await refused("POST", path, { submit: true })).toMatchObject({ status: 400, code: "evidence_empty" })
    expect((await post(path, { refund_policy: "None", submit: true })).status).toBe("under_review")
    expect(await refused("POST", path, { submit: true })).toMatchObject({ code: "evidence_already_submitted" })
  })

  it("C194 webhook endpoints are configured with a URL and the events they receive", async () => {
    const { authorize, deliveries, drain, endpoint, get, pay, post, refused, remove } = await startMerchant()
    const made = await endpoint({ enabled_events: ["payment.authorized"] })
    expect(made).toMatchObject({ url: receiver, enabled_events: ["payment.authorized"], status: "enabled" })
    expect(made.secret).toMatch(/^whsec_/)
    await pay()
    await authorize()
    await drain()
    const types = () => deliveries.map((request) => JSON.parse(request.body).type)
    expect(types()).toEqual(["payment.authorized"])
    const path = `/v2/webhook_endpoints/${made.id}`
    expect((await post(path, { enabled_events: ["payment.succeeded"] })).enabled_events).toEqual(["payment.succeeded"])
    expect(await get(path)).not.toHaveProperty("secret")
    await pay()
    await drain()
    expect(types()).toEqual(["payment.authorized", "payment.succeeded"])
    await remove(path)
    await pay()
    await drain()
    expect(types()).toHaveLength(2)
    for (const wrong of [{ url: "shop" }, { url: "http://10.0.0.1/" }, { enabled_events: ["payment.lost"] }]) {
      const refusal = await refused("POST", "/v2/webhook_endpoints", { url: receiver, enabled_events: ["*"], ...wrong })
      expect(refusal).toMatchObject({ status: 400, code: "parameter_invalid" })
    }
  })
})
