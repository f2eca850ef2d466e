/** Section A12 of the requirement list, first part: the documented endpoints, the payment's body, and the two lists. */
import { describe, expect, it } from "vitest"
import { everyPost, postPaths, unkept } from "./everyPost.ts"
import { idsOf, startMerchant } from "./merchant.ts"

const longest = (length: number) => "é".repeat(length)
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, "value"]))

describe("A12: documented endpoints", () => {
  it("C124 POST /v2/payments creates a payment", async () => {
    const { send } = await startMerchant()
    const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
    const made = await send("POST", "/v2/payments", body)
    expect([made.status, made.body]).toEqual([200, expect.objectContaining({ ...body, object: "payment" })])
    expect((await send("GET", `/v2/payments/${made.body.id}`)).body).toEqual(made.body)
  })

  it("C125 GET /v2/payments/{payment_id} retrieves it, for its own account alone", async () => {
    const { pay, payment, refused } = await startMerchant()
    const made = await pay()
    expect(await payment(made.id)).toEqual(made)
    const missing = { status: 404, type: "validation_error", code: "resource_missing" }
    expect(await refused("GET", "/v2/payments/pay_none")).toMatchObject(missing)
    const other = { authorization: "Bearer sk_test_somebody_else" }
    expect(await refused("GET", `/v2/payments/${made.id}`, undefined, other)).toMatchObject(missing)
  })

  it("C126 GET /v2/payments lists payments", async () => {
    const { get, pay } = await startMerchant()
    const { id } = await pay()
    expect(idsOf(await get("/v2/payments"))).toEqual([id])
  })

  it("C127 POST /v2/payments/{id}/confirm takes no parameters, in an empty object or no body", async () => {
    const { authenticate, pay, refused, send } = await startMerchant()
    for (const body of [{}, undefined]) {
      const waiting = await pay({ payment_method: "pm_card_3ds_required" })
      await authenticate(waiting)
      const path = `/v2/payments/${waiting.id}/confirm`
      const unknown = await refused("POST", path, { amount: 1 })
      expect(unknown).toMatchObject({ code: "parameter_unknown", param: "amount" })
      expect((await send("POST", path, body)).body.status).toBe("succeeded")
    }
  })

  it("C128 GET /v2/disputes lists disputes", async () => {
    const { dispute, get } = await startMerchant()
    const { id } = await dispute()
    expect(idsOf(await get("/v2/disputes"))).toEqual([id])
  })

  it("C133 every POST takes Idempotency-Key: a second one with the key is answered as the first and does nothing", async () => {
    expect([...Object.keys(everyPost), ...unkept].toSorted()).toEqual(postPaths.toSorted())
    for (const [path, prepare] of Object.entries(everyPost)) {
      const merchant = await startMerchant()
      const [at, body = {}] = await prepare(merchant)
      const headers = { "idempotency-key": "k1" }
      const bad = await merchant.refused("POST", at, body, { "idempotency-key": "k".repeat(256) })
      expect([path, bad.status, bad.param]).toEqual([path, 400, "idempotency_key"])
      const first = await merchant.send("POST", at, body, headers)
      expect([path, first.status, first.headers.has("idempotent-replayed")]).toEqual([path, 200, false])
      const traces = await merchant.get("/v2/events?limit=100")
      const again = await merchant.send("POST", at, body, headers)
      expect([path, again.text, again.headers.get("idempotent-replayed")]).toEqual([path, first.text, "true"])
      expect(await merchant.get("/v2/events?limit=100"), path).toEqual(traces)
      const other = await merchant.refused("POST", at, { ...body, different: 1 }, headers)
      expect([path, other.status, other.code]).toEqual([path, 409, "idempotency_key_reused"])
      // A database lends only so many connections.
      await merchant.engine.close()
    }
  })
})

describe("A12: create payment body", () => {
  it("C134 amount is required, an integer, and at least 50", async () => {
    const { declined, pay } = await startMerchant()
    expect((await pay({ amount: 50 })).amount).toBe(50)
    expect(await declined({ amount: 49 })).toMatchObject({ code: "amount_too_small", param: "amount" })
    expect(await declined({ amount: 49, currency: "jpy" })).toMatchObject({ code: "amount_too_small" })
    expect(await declined({ amount: undefined })).toMatchObject({ code: "parameter_missing", param: "amount" })
    for (const amount of [50.5, "2000", true, null, [2000]]) {
      const refusal = await declined({ amount })
      expect(refusal, String(amount)).toMatchObject({ status: 400, code: "parameter_invalid", param: "amount" })
    }
  })

  it("C135 currency is required and an ISO 4217 code", async () => {
    const { declined } = await startMerchant()
    expect(await declined({ currency: undefined })).toMatchObject({ code: "parameter_missing", param: "currency" })
    for (const currency of ["zzz", "USD", "us", "dollar", ""]) {
      const refusal = await declined({ currency })
      expect(refusal, currency).toMatchObject({ status: 400, code: "invalid_currency", param: "currency" })
    }
  })

  it("C136 payment_method is required and exists", async () => {
    const { declined } = await startMerchant()
    const param = "payment_method"
    expect(await declined({ [param]: undefined })).toMatchObject({ code: "parameter_missing", param })
    expect(await declined({ [param]: "pm_none" })).toMatchObject({ status: 400, code: "resource_missing", param })
  })

  it("C137 customer is optional and exists", async () => {
    const { customer, declined, pay, remove } = await startMerchant()
    const { id } = await customer()
    expect((await pay({ customer: id })).customer).toBe(id)
    expect(await pay()).not.toHaveProperty("customer")
    const foreign = await customer({}, { authorization: "Bearer sk_test_somebody_else" })
    await remove(`/v2/customers/${id}`)
    for (const none of ["cus_none", foreign.id, id]) {
      const missing = await declined({ customer: none })
      expect(missing).toMatchObject({ status: 400, code: "resource_missing", param: "customer" })
    }
  })

  it("C138 capture_method is automatic unless it is manual", async () => {
    const { declined, pay } = await startMerchant()
    expect((await pay()).capture_method).toBe("automatic")
    expect((await pay({ capture_method: "manual" })).capture_method).toBe("manual")
    for (const capture_method of ["AUTOMATIC", "later", "", null]) {
      const refusal = await declined({ capture_method })
      expect(refusal).toMatchObject({ status: 400, code: "parameter_invalid", param: "capture_method" })
    }
  })

  it("C139 description has at most 500 characters", async () => {
    const { declined, pay } = await startMerchant()
    const emoji = "😀".repeat(500)
    expect((await pay({ description: emoji })).description).toBe(emoji)
    expect(await declined({ description: `${emoji}x` })).toMatchObject({
      code: "string_too_long",
      param: "description"
    })
  })

  it("C140 metadata has at most 20 pairs", async () => {
    const { declined, pay } = await startMerchant()
    expect((await pay({ metadata: pairs(20) })).metadata).toEqual(pairs(20))
    expect(await declined({ metadata: pairs(21) })).toMatchObject({
      code: "metadata_too_many_pairs",
      param: "metadata"
    })
  })

  it("C141 metadata keys have at most 40 characters", async () => {
    const { declined, pay } = await startMerchant()
    expect((await pay({ metadata: { [longest(40)]: "" } })).metadata).toEqual({ [longest(40)]: "" })
    const refusal = await declined({ metadata: { [longest(41)]: "" } })
    expect(refusal).toMatchObject({ code: "metadata_key_too_long", param: "metadata" })
  })

  it("C142 metadata values have at most 500 characters", async () => {
    const { declined, pay } = await startMerchant()
    expect((await pay({ metadata: { a: longest(500) } })).metadata.a).toHaveLength(500)
    const refusal = await declined({ metadata: { a: longest(501) } })
    expect(refusal).toMatchObject({ code: "metadata_value_too_long", param: "metadata.a" })
  })

  it("C143 idempotency_key in the body does what the header does", async () => {
    const { declined, get, pay } = await startMerchant()
    const first = await pay({ idempotency_key: "order-17" })
    expect(await pay({ idempotency_key: "order-17" })).toEqual(first)
    expect(await pay({}, { "idempotency-key": "order-17" })).toEqual(first)
    expect(await pay({ idempotency_key: "order-17" }, { "idempotency-key": "order-17" })).toEqual(first)
    expect(idsOf(await get("/v2/payments"))).toEqual([first.id])
    const differ = await declined({ idempotency_key: "order-17" }, { "idempotency-key": "order-18" })
    expect(differ).toMatchObject({ status: 400, code: "idempotency_key_conflict", param: "idempotency_key" })
  })
})

describe("A12: list payments query", () => {
  it("C144 limit is 1 to 100, and 20 when it is not given", async () => {
    const { get, pay, refused } = await startMerchant()
    for (let count = 0; count < 101; count++) await pay()
    const length = async (query: string) => (await get(`/v2/payments${query}`)).data.length
    expect([await length(""), await length("?limit=1"), await length("?limit=100")]).toEqual([20, 1, 100])
    for (const limit of ["0", "101", "-1", "1.5", "x", ""]) {
      const refusal = await refused("GET", `/v2/payments?limit=${limit}`)
      expect(refusal, limit).toMatchObject({ status: 400, code: "invalid_limit", param: "limit" })
    }
  })

  it("C145 cursor continues one list with its filters, and no other", async () => {
    const { get, pay, refused } = await startMerchant()
    const ids = [(await pay()).id, (await pay()).id].reverse()
    const { next_cursor: cursor } = await get("/v2/payments?limit=1&status=succeeded")
    expect(idsOf(await get(`/v2/payments?limit=5&status=succeeded&cursor=${cursor}`))).toEqual(ids.slice(1))
    const other = { authorization: "Bearer sk_test_somebody_else" }
    const refusals = [
      await refused("GET", `/v2/payments?cursor=${cursor}`),
      await refused("GET", `/v2/refunds?cursor=${cursor}`),
      await refused("GET", `/v2/payments?status=succeeded&cursor=${cursor}`, undefined, other),
      await refused("GET", `/v2/payments?cursor=cur_`)
    ]
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 400, code: "invalid_cursor", param: "cursor" })
    }
  })

  it("C146 status is succeeded, pending, failed or canceled, and equal to that of each entry", async () => {
    const { authorize, declined, get, pay, post, refused } = await startMerchant()
    await pay()
    await authorize()
    await declined({ payment_method: "pm_card_declined" })
    const { id } = await authorize()
    await post(`/v2/payments/${id}/cancel`)
    await pay({ payment_method: "pm_card_3ds_required" })
    for (const status of ["succeeded", "pending", "failed", "canceled"]) {
      const { data } = await get(`/v2/payments?status=${status}`)
      expect(data.map((entry: { status: string }) => entry.status)).toEqual([status])
    }
    expect((await get("/v2/payments")).data).toHaveLength(5)
    const refusal = await refused("GET", "/v2/payments?status=requires_action")
    expect(refusal).toMatchObject({ status: 400, code: "parameter_invalid", param: "status" })
  })

  it("C147 created[gte] is ISO 8601 and included", async () => {
    const { advance, get, pay, refused } = await startMerchant()
    const [early, late] = [await pay(), (await advance("1 second"), await pay())]
    const listed = async (time: string) => idsOf(await get(`/v2/payments?created[gte]=${encodeURIComponent(time)}`))
    expect(await listed(early.created_at)).toEqual([late.id, early.id])
    expect(await listed(late.created_at)).toEqual([late.id])
    expect(await listed("2026-01-15T10:30:01+01:00")).toEqual([late.id])
    expect(await listed("2026-01-15T09:30:02Z")).toEqual([])
    const refusal = await refused("GET", "/v2/payments?created[gte]=yesterday")
    expect(refusal).toMatchObject({ status: 400, code: "invalid_timestamp", param: "created[gte]" })
  })

  it("C148 created[lte] is ISO 8601 and included", async () => {
    const { advance, get, pay, refused } = await startMerchant()
    const [early, late] = [await pay(), (await advance("1 second"), await pay())]
    const listed = async (query: string) => idsOf(await get(`/v2/payments?${query}`))
    expect(await listed(`created[lte]=${late.created_at}`)).toEqual([late.id, early.id])
    expect(await listed(`created[lte]=${early.created_at}`)).toEqual([early.id])
    expect(await listed(`created[gte]=${early.created_at}&created[lte]=${early.created_at}`)).toEqual([early.id])
    expect(await listed("created[lte]=2026-01-15T09:29:59Z")).toEqual([])
    const refusal = await refused("GET", "/v2/payments?created[lte]=2026-01-15")
    expect(refusal).toMatchObject({ status: 400, code: "invalid_timestamp", param: "created[lte]" })
  })

  it("C149 customer names whose payments are listed", async () => {
    const { customer, get, pay } = await startMerchant()
    const [ada, bob] = [await customer(), await customer()]
    const paid = await pay({ customer: ada.id })
    await pay()
    expect(idsOf(await get(`/v2/payments?customer=${ada.id}`))).toEqual([paid.id])
    expect(idsOf(await get(`/v2/payments?customer=${bob.id}`))).toEqual([])
  })
})

describe("A12: list disputes query", () => {
  it("C150 status is one of the four of disputes", async () => {
    const { dispute, get, post, refused } = await startMerchant()
    const ids: Record<string, string> = {}
    for (const status of ["needs_response", "under_review", "won", "lost"]) ids[status] = (await dispute()).id
    await post(`/v2/disputes/${ids["under_review"]}/evidence`, { receipt: "No. 17", submit: true })
    await post(`/v2/test_helpers/disputes/${ids["won"]}/resolve`, { outcome: "won" })
    await post(`/v2/disputes/${ids["lost"]}/accept`)
    for (const [status, id] of Object.entries(ids)) {
      expect(idsOf(await get(`/v2/disputes?status=${status}`)), status).toEqual([id])
    }
    expect(await refused("GET", "/v2/disputes?status=open")).toMatchObject({ status: 400, param: "status" })
  })

  it("C151 payment_id names whose disputes are listed", async () => {
    const { dispute, get } = await startMerchant()
    const [one] = [await dispute(), await dispute()]
    expect(idsOf(await get(`/v2/disputes?payment_id=${one.payment_id}`))).toEqual([one.id])
    expect(idsOf(await get("/v2/disputes?payment_id=pay_none"))).toEqual([])
  })

  it("C152 limit is 1 to 100, and 20 when it is not given", async () => {
    const { dispute, get, refused } = await startMerchant()
    for (let count = 0; count < 101; count++) await dispute()
    const length = async (query: string) => (await get(`/v2/disputes${query}`)).data.length
    expect([await length(""), await length("?limit=1"), await length("?limit=100")]).toEqual([20, 1, 100])
    for (const limit of ["0", "101"]) {
      const refusal = await refused("GET", `/v2/disputes?limit=${limit}`)
      expect(refusal).toMatchObject({ status: 400, code: "invalid_limit", param: "limit" })
    }
  })

  it("C153 cursor continues the list", async () => {
    const { dispute, get } = await startMerchant()
    const ids = [(await dispute()).id, (await dispute()).id, (await dispute()).id].reverse()
    const { next_cursor } = await get("/v2/disputes?limit=2")
    expect(idsOf(await get(`/v2/disputes?cursor=${next_cursor}`))).toEqual(ids.slice(2))
  })
})
