/** Section A1 of the requirement list: the frame of the service. */
import { Socket } from "node:net"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Redacted from "effect/Redacted"
import { describe, expect, inject, it, onTestFinished, vi } from "vitest"
import { CardsApi } from "../../plugins/cards/api.ts"
import { makeCardsClient } from "../../plugins/cards/client.ts"
import { noWaiting } from "../http/noWaiting.ts"
import { passport } from "./images.ts"
import { cardOf, europe, idsOf, key, receiver, received, startMerchant, timestampPattern } from "./merchant.ts"

/** Every value of an answer with the name it stands under, however deep. */
const fieldsOf = (value: unknown, name = ""): ReadonlyArray<readonly [name: string, value: unknown]> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, each]) => fieldsOf(each, Array.isArray(value) ? name : key))
    : [[name, value]]

/** One of everything, as it is shown. */
const oneOfEverything = async () => {
  const merchant = await startMerchant()
  const customer = await merchant.customer({ name: "Ada Lovelace" })
  const payment = await merchant.authorize({ customer: customer.id, amount: 1999 })
  await merchant.post(`/v2/payments/${payment.id}/capture`, { amount: 1500 })
  const shown = [
    customer,
    await merchant.payment(payment.id),
    await merchant.refund(payment, { amount: 333 }),
    await merchant.dispute(),
    await merchant.fund(),
    await merchant.payout({ amount: 3333, method: "instant" }),
    await merchant.bankAccount(),
    await merchant.endpoint(),
    await merchant.tokenize(cardOf("4242424242424242")),
    await merchant.get("/v2/balance"),
    await merchant.get("/v2/events?limit=100"),
    await merchant.get(`/v2/ledger/entries?source=${payment.id}`)
  ]
  return fieldsOf(shown)
}

const timeFields = /(?:_at|_by|_before|_date)$/
const moneyFields = /^(?:amount|fee|total_debit)|_amount$/

describe("A1: service frame", () => {
  it("C1 every path begins with /v2, relative to where the service is mounted", async () => {
    const { refused, send } = await startMerchant()
    for (const path of Object.keys(OpenApi.fromApi(CardsApi).paths)) expect(path).toMatch(/^\/v2\//)
    expect((await send("GET", "/v2/payments")).status).toBe(200)
    for (const path of ["/payments", "/v1/payments", "/v3/payments"]) {
      expect(await refused("GET", path)).toMatchObject({ status: 404, code: "unknown_endpoint" })
    }
  })

  it("C2 bodies are JSON, and a request must say so", async () => {
    const { refused, send } = await startMerchant()
    const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
    const made = await send("POST", "/v2/payments", body, { "content-type": "application/json; charset=utf-8" })
    expect([made.status, made.headers.get("content-type")]).toEqual([200, expect.stringContaining("application/json")])
    for (const type of ["text/plain", "application/x-www-form-urlencoded", undefined]) {
      expect(await refused("POST", "/v2/payments", body, { "content-type": type })).toMatchObject({ status: 415 })
    }
  })

  it("C3 every timestamp of every resource is ISO 8601 in UTC", async () => {
    const times = (await oneOfEverything()).filter(([name, value]) => timeFields.test(name) && value !== null)
    expect(times.length).toBeGreaterThan(30)
    for (const [name, value] of times) expect([name, value]).toEqual([name, expect.stringMatching(timestampPattern)])
  })

  it("C4 every amount of every resource is an integer of the smallest unit, and only integers are taken", async () => {
    const amounts = (await oneOfEverything()).filter(([name]) => moneyFields.test(name))
    expect(amounts.length).toBeGreaterThan(30)
    for (const [name, value] of amounts) expect([name, Number.isSafeInteger(value)]).toEqual([name, true])
    const { refused } = await startMerchant()
    for (const amount of ["20.5", "2000.0", "2e3", '"2000"', "true", "null", "[2000]"]) {
      const text = `{"amount":${amount},"currency":"usd","payment_method":"pm_card_visa"}`
      expect(await refused("POST", "/v2/payments", text), amount).toMatchObject({ status: 400, param: "amount" })
    }
  })

  it("C5 usd, eur, gbp, jpy, inr and thirty more currencies are taken, in lower case alone", async () => {
    const { declined, pay } = await startMerchant()
    const named = ["usd", "eur", "gbp", "jpy", "inr"]
    const more =
      "aud cad chf cny sek nok dkk nzd sgd hkd krw mxn brl zar pln czk huf ron vnd try ils aed sar thb myr idr php twd clp kwd"
    const codes = [...named, ...more.split(" ")]
    expect(new Set(codes).size).toBe(35)
    for (const currency of codes) expect((await pay({ currency, amount: 50 })).currency).toBe(currency)
    for (const currency of ["USD", "Eur", "xxx", "us", "dollar", ""]) {
      expect(await declined({ currency })).toMatchObject({ code: "invalid_currency", param: "currency" })
    }
  })

  it("C6 the service's own headers are SVC-Version, SVC-Data-Region and SVC-Signature", async () => {
    const merchant = await startMerchant()
    const { headers } = await merchant.send("GET", "/v2/payments")
    expect(headers.get("SVC-Version")).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(headers.get("SVC-Data-Region")).toBe("us-east-1")
    await merchant.endpoint()
    await merchant.pay()
    await merchant.drain()
    expect(merchant.deliveries[0]!.headers["SVC-Signature"]).toBeDefined()
  })

  it("C7 payments are created, retrieved, listed, confirmed, captured and canceled", async () => {
    const { authenticate, authorize, get, pay, post } = await startMerchant()
    const waiting = await pay({ payment_method: "pm_card_3ds_required" })
    await authenticate(waiting)
    expect((await post(`/v2/payments/${waiting.id}/confirm`)).status).toBe("succeeded")
    const [captured, canceled] = [await authorize(), await authorize()]
    expect((await post(`/v2/payments/${captured.id}/capture`)).status).toBe("succeeded")
    expect((await post(`/v2/payments/${canceled.id}/cancel`)).status).toBe("canceled")
    expect((await get(`/v2/payments/${canceled.id}`)).status).toBe("canceled")
    expect(idsOf(await get("/v2/payments"))).toEqual([canceled.id, captured.id, waiting.id])
  })

  it("C8 a payment is refunded in full or in part", async () => {
    const { pay, payment, refund } = await startMerchant()
    const [one, other] = [await pay(), await pay()]
    expect((await refund(one)).amount).toBe(2000)
    expect((await refund(other, { amount: 700 })).amount).toBe(700)
    expect((await payment(one.id)).amount_refunded).toBe(2000)
    expect((await payment(other.id)).amount_refunded).toBe(700)
  })

  it("C9 a customer's payment method is kept and charged again and again", async () => {
    const { customer, get, pay, post, tokenize } = await startMerchant()
    const { id } = await customer({ name: "Ada Lovelace", phone: "+14155550100" })
    const method = await tokenize(cardOf("4242424242424242"))
    await post(`/v2/payment_methods/${method.id}/attach`, { customer: id })
    expect(idsOf(await get(`/v2/payment_methods?customer=${id}`))).toEqual([method.id])
    for (let month = 0; month < 3; month++) {
      expect(await pay({ customer: id, payment_method: method.id, off_session: true })).toMatchObject({
        status: "succeeded",
        customer: id
      })
    }
  })

  it("C10 money is paid out to a verified bank account", async () => {
    const { advance, fund, get, payout } = await startMerchant()
    await fund()
    const made = await payout()
    expect(made).toMatchObject({ status: "pending", destination: "ba_test_verified_usd" })
    await advance("7 days")
    expect((await get(`/v2/payouts/${made.id}`)).status).toBe("paid")
  })

  it("C11 disputes are reported, and answered with evidence", async () => {
    const { dispute, get, post } = await startMerchant()
    const { id } = await dispute()
    expect(idsOf(await get("/v2/disputes"))).toEqual([id])
    expect((await post(`/v2/disputes/${id}/evidence`, { receipt: "No. 17", submit: true })).status).toBe("under_review")
  })

  it("C12 every payment is scored, whatever becomes of it", async () => {
    const { declined, pay, payment } = await startMerchant()
    const made = [await pay(), await pay({ capture_method: "manual" }), await pay({ payment_method: "pm_ach_success" })]
    for (const payment_method of ["pm_card_declined", "pm_card_fraudulent"]) {
      made.push(await payment((await declined({ payment_method })).payment_id!))
    }
    for (const { risk } of made) expect(Object.keys(risk)).toEqual(["score", "level", "signals", "outcome"])
  })

  it("C13 3D Secure redirects to a page and back, and is spared where an exemption fits", async () => {
    const { authenticate, pay } = await startMerchant()
    const waiting = await pay({ payment_method: "pm_card_3ds_required", return_url: "https://shop.example.com/done" })
    expect(waiting).toMatchObject({ status: "requires_action", next_action: { type: "redirect_to_url" } })
    const back = await authenticate(waiting)
    expect([back.status, back.headers.get("location")]).toEqual([
      303,
      `https://shop.example.com/done?payment_id=${waiting.id}`
    ])
    const small = await pay({ amount: 500, currency: "eur", payment_method: "pm_card_eea" }, europe)
    expect(small).toMatchObject({ status: "succeeded", sca: { decision: "exempt", exemption: "low_value" } })
  })

  it("C14 customers are verified, subjects screened on demand, and alerts raised", async () => {
    const { advance, customer, get, pay, post } = await startMerchant()
    const { id } = await customer()
    await post(`/v2/customers/${id}/kyc`, passport)
    await advance("1 minute")
    expect((await get(`/v2/customers/${id}`)).kyc_status).toBe("verified")
    expect((await post("/v2/compliance/sanctions", { name: "Test Sanctioned Person" })).result).toBe("match")
    await pay({ amount: 1_000_000, customer: id })
    expect((await get("/v2/aml/alerts")).data).toHaveLength(1)
  })

  it("C15 what happens is pushed by signed POST", async () => {
    const merchant = await startMerchant()
    const { secret } = await merchant.endpoint()
    const payment = await merchant.pay()
    await merchant.drain()
    const events = merchant.deliveries.map((request) => received(request, secret))
    expect(events.map(({ type }) => type)).toEqual(["payment.created", "payment.succeeded"])
    expect(merchant.deliveries.map(({ url }) => url)).toEqual([receiver, receiver])
    expect(events[1]!.data).toEqual(payment)
  })

  it("C16 a test key works in a sandbox, which opens no connection to anything", async () => {
    const connect = vi.spyOn(Socket.prototype, "connect")
    onTestFinished(() => connect.mockRestore())
    const { advance, customer, fund, pay, payout, refund } = await startMerchant()
    const { id } = await customer({ name: "Ada Lovelace" })
    const payment = await pay({ customer: id })
    expect(payment.livemode).toBe(false)
    await refund(payment)
    await pay({ payment_method: "pm_ach_success" })
    await fund()
    await payout()
    await advance("10 days")
    // A database that holds the data is no outside: everything else would be.
    const database = inject("databaseUrl") as string | undefined
    const own = database === undefined ? undefined : Number(new URL(database).port || 5432)
    const outside = connect.mock.calls.flat(2).filter((to) => typeof to === "object" && to !== null)
    expect(outside.filter((to) => Reflect.get(to, "port") !== own)).toEqual([])
    if (own === undefined) expect(connect).not.toHaveBeenCalled()
  })

  it("C17 the region in which data are processed can be chosen", async () => {
    const { pay, payment, refused } = await startMerchant()
    const { id } = await pay({}, europe)
    expect((await payment(id, europe)).id).toBe(id)
    expect((await refused("GET", `/v2/payments/${id}`)).status).toBe(404)
  })

  it("C18 a client library authenticates, repeats what failed on the way, and reads answers", async () => {
    const { engine, get, post } = await startMerchant()
    await post("/v2/test_helpers/faults", { operation: "POST /v2/payments", kind: "lost_answer", times: 1 })
    const options = { baseUrl: "http://engine.test/cards", secretKey: Redacted.make(key) }
    const payload = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" } as const
    const fetch: typeof globalThis.fetch = (input, init) => engine.fetch(new Request(input, init))
    const paid = await Effect.runPromise(
      makeCardsClient(options).pipe(
        Effect.flatMap((client) => client.payments.create({ payload })),
        Effect.provide(FetchHttpClient.layer),
        Effect.provideService(FetchHttpClient.Fetch, fetch),
        noWaiting()
      )
    )
    expect(paid.status).toBe("succeeded")
    expect(idsOf(await get("/v2/payments"))).toEqual([paid.id])
  })
})
