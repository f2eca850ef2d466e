/** Section A13 of the requirement list: idempotency. */
import { describe, expect, it } from "vitest"
import { idsOf, startMerchant } from "./merchant.ts"

const keyed = { "idempotency-key": "order-17" }
const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }

describe("A13: idempotency", () => {
  it("C195 a POST may carry an Idempotency-Key of 1 to 255 printable characters", async () => {
    const { declined, pay } = await startMerchant()
    for (const value of ["k", "k".repeat(255), "6f1c8a2e-0d0c-4f0e-9b0a-3f1d2c4b5a69"]) {
      expect((await pay({}, { "idempotency-key": value })).status).toBe("succeeded")
    }
    const refusal = await declined({}, { "idempotency-key": "k".repeat(256) })
    expect(refusal).toMatchObject({ status: 400, code: "parameter_invalid", param: "idempotency_key" })
  })

  it("C196 a used key returns the original response, byte for byte, and nothing is processed again", async () => {
    const { available, get, send } = await startMerchant()
    const first = await send("POST", "/v2/payments", body, keyed)
    const again = await send("POST", "/v2/payments", body, keyed)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(again.headers.get("original-request")).toBe(first.headers.get("request-id"))
    const declined = { ...body, payment_method: "pm_card_declined" }
    const refused = [1, 2].map(() => send("POST", "/v2/payments", declined, { "idempotency-key": "order-18" }))
    const [one, two] = await Promise.all(refused)
    expect([one!.status, two!.text]).toEqual([402, one!.text])
    const racing = Array.from({ length: 10 }, () => send("POST", "/v2/payments", body, { "idempotency-key": "race" }))
    expect(new Set((await Promise.all(racing)).map(({ text }) => text)).size).toBe(1)
    expect((await get("/v2/payments")).data).toHaveLength(3)
    expect(await available()).toBe(4000)
  })

  it("C197 keys expire after 24 hours, counted from the first request", async () => {
    const { advance, get, pay } = await startMerchant()
    const first = await pay({}, keyed)
    await advance("43200 seconds")
    expect(await pay({}, keyed)).toEqual(first)
    await advance("43199 seconds")
    expect(await pay({}, keyed)).toEqual(first)
    await advance("1 second")
    const second = await pay({}, keyed)
    expect(idsOf(await get("/v2/payments"))).toEqual([second.id, first.id])
  })

  it("C198 the same key with other parameters is answered 409", async () => {
    const { get, pay, post, refused } = await startMerchant()
    const first = await pay({}, keyed)
    const reused = { status: 409, type: "validation_error", code: "idempotency_key_reused", param: "idempotency_key" }
    expect(await refused("POST", "/v2/payments", { ...body, amount: 2001 }, keyed)).toMatchObject(reused)
    expect(await refused("POST", "/v2/refunds", { payment_id: first.id }, keyed)).toMatchObject(reused)
    const elsewhere = { ...keyed, "svc-data-region": "eu-west-1" }
    expect(await refused("POST", "/v2/payments", body, elsewhere)).toMatchObject(reused)
    // The order of keys and white space are no parameters.
    const respelt = `{ "payment_method": "pm_card_visa", "currency": "usd", "amount": 2000 }`
    expect((await post("/v2/payments", respelt, keyed)).id).toBe(first.id)
    expect(idsOf(await get("/v2/payments"))).toEqual([first.id])
  })

  it("C199 GET and DELETE need no key and pass over one", async () => {
    const { customer, refused, send } = await startMerchant()
    const { id } = await customer({}, keyed)
    for (let count = 0; count < 2; count++) {
      const read = await send("GET", `/v2/customers/${id}`, undefined, keyed)
      expect([read.status, read.headers.has("idempotent-replayed")]).toEqual([200, false])
    }
    expect((await send("DELETE", `/v2/customers/${id}`, undefined, keyed)).status).toBe(200)
    expect((await refused("DELETE", `/v2/customers/${id}`, undefined, keyed)).status).toBe(404)
  })
})
