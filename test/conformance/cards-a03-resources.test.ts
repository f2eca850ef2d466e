/** Sections A3 to A6 of the requirement list: refunds, customers, payment methods and disputes as resources. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { TestEngine } from "../../src/testing/index.ts"
import { cardOf, europe, idsOf, start, startMerchant } from "./merchant.ts"

const liveKey = "sk_live_conformance"

/** A merchant with a live key, in production. */
const startLive = () => startMerchant({ mode: "production", accounts: [{ id: "acct_live", keys: [liveKey] }] }, liveKey)

describe("A3: refund resource", () => {
  const refunded = async (body: Record<string, unknown> = {}, payment: Record<string, unknown> = {}) => {
    const merchant = await startMerchant()
    const paid = await merchant.pay(payment)
    return { ...merchant, paid, made: await merchant.refund(paid, body) }
  }

  it("C36 id begins with ref_", async () => expect((await refunded()).made.id).toMatch(/^ref_[0-9a-z]+$/))

  it("C37 object is refund", async () => expect((await refunded()).made.object).toBe("refund"))

  it("C38 amount is what was refunded", async () => {
    expect((await refunded({ amount: 1 })).made.amount).toBe(1)
    expect((await refunded()).made.amount).toBe(2000)
  })

  it("C39 currency is that of the payment", async () => {
    expect((await refunded({}, { currency: "jpy" })).made.currency).toBe("jpy")
  })

  it("C40 payment_id names the refunded payment", async () => {
    const { made, paid } = await refunded()
    expect(made.payment_id).toBe(paid.id)
  })

  it("C41 status is succeeded, or one of pending, failed and canceled where the money takes its time", async () => {
    expect((await refunded()).made.status).toBe("succeeded")
    const later = await refunded({}, { payment_method: "pm_card_pendingRefund" })
    expect(later.made.status).toBe("pending")
    await later.advance("30 days")
    expect((await later.get(`/v2/refunds/${later.made.id}`)).status).toBe("succeeded")
    const fails = await refunded({}, { payment_method: "pm_card_refundFail" })
    expect(fails.made.status).toBe("succeeded")
    await fails.advance("30 days")
    expect((await fails.get(`/v2/refunds/${fails.made.id}`)).status).toBe("failed")
    expect((await fails.payment(fails.paid.id)).amount_refunded).toBe(0)
    const stopped = await refunded({}, { payment_method: "pm_card_pendingRefund" })
    await stopped.post(`/v2/test_helpers/refunds/${stopped.made.id}/resolve`, { outcome: "canceled" })
    expect((await stopped.get(`/v2/refunds/${stopped.made.id}`)).status).toBe("canceled")
    expect((await stopped.payment(stopped.paid.id)).amount_refunded).toBe(0)
  })

  it("C42 reason is requested_by_customer, duplicate or fraudulent", async () => {
    const { refund, pay, refused } = await startMerchant()
    const payment = await pay()
    for (const reason of ["requested_by_customer", "duplicate", "fraudulent"]) {
      expect((await refund(payment, { amount: 1, reason })).reason).toBe(reason)
    }
    expect((await refund(payment, { amount: 1 })).reason).toBeNull()
    const wrong = { payment_id: payment.id, amount: 1, reason: "other" }
    const refusal = await refused("POST", "/v2/refunds", wrong)
    expect(refusal).toMatchObject({ status: 400, code: "parameter_invalid", param: "reason" })
  })

  it("C43 created_at is the timestamp of the refund, not of the payment", async () => {
    const { advance, pay, refund } = await startMerchant()
    const payment = await pay()
    await advance("1 hour")
    expect((await refund(payment)).created_at).toBe("2026-01-15T10:30:00Z")
  })
})

describe("A4: customer resource", () => {
  const made = async (body: Record<string, unknown> = {}) => (await startMerchant()).customer(body)

  it("C44 id begins with cus_", async () => expect((await made()).id).toMatch(/^cus_[0-9a-z]+$/))

  it("C45 object is customer", async () => expect((await made()).object).toBe("customer"))

  it("C46 email is unique across the account, in every region, whatever its case", async () => {
    const { customer, post, refused, remove } = await startMerchant()
    const { email, id } = await customer({ email: "ada@example.com" })
    expect(email).toBe("ada@example.com")
    for (const region of ["us-east-1", "eu-west-1", "ap-southeast-1"]) {
      const headers = { "svc-data-region": region }
      const again = await refused("POST", "/v2/customers", { email: " ADA@example.com " }, headers)
      expect(again).toMatchObject({ status: 400, code: "email_taken", param: "email" })
    }
    const other = { authorization: "Bearer sk_test_somebody_else" }
    expect((await customer({ email: "ada@example.com" }, other)).email).toBe("ada@example.com")
    const { id: bob } = await customer({ email: "bob@example.com" })
    const taken = await refused("POST", `/v2/customers/${bob}`, { email: "Ada@Example.com" })
    expect(taken).toMatchObject({ status: 400, code: "email_taken", param: "email" })
    const far = await customer({ email: "carl@example.com" }, europe)
    expect(await refused("POST", `/v2/customers/${far.id}`, { email: "ada@example.com" }, europe)).toMatchObject({
      code: "email_taken"
    })
    await post(`/v2/customers/${bob}`, { email: "robert@example.com" })
    expect((await customer({ email: "bob@example.com" })).id).not.toBe(bob)
    await remove(`/v2/customers/${id}`)
    expect((await customer({ email: "ada@example.com" })).id).not.toBe(id)
  })

  it("C47 name is the full name", async () => {
    expect((await made({ name: "Ada King, Countess of Lovelace" })).name).toBe("Ada King, Countess of Lovelace")
    expect((await made()).name).toBeNull()
  })

  it("C48 phone is in E.164 form", async () => {
    const { customer, refused } = await startMerchant()
    // E.164 has at most 15 digits.
    for (const phone of ["+14155550100", "+123456789012345"]) expect((await customer({ phone })).phone).toBe(phone)
    expect((await customer()).phone).toBeNull()
    for (const phone of ["4155550100", "+1 415 555 0100", "+0123", "+1234567890123456", "+", ""]) {
      const refusal = await refused("POST", "/v2/customers", { email: "a@example.com", phone })
      expect(refusal, phone).toMatchObject({ status: 400, code: "invalid_phone", param: "phone" })
    }
  })

  it("C49 address has line1, line2, city, state, postal_code and country", async () => {
    const address = { line1: "1 Main", line2: "B", city: "Bern", state: "BE", postal_code: "3000", country: "CH" }
    expect((await made({ address })).address).toEqual(address)
    const { customer, get, refused } = await startMerchant()
    const { id } = await customer({ address: { country: "CH" } })
    const absent = Object.fromEntries(Object.keys(address).map((part) => [part, null]))
    expect((await get(`/v2/customers/${id}`)).address).toEqual({ ...absent, country: "CH" })
    const wrong = { email: "a@example.com", address: { street: "1 Main" } }
    expect(await refused("POST", "/v2/customers", wrong)).toMatchObject({
      status: 400,
      code: "parameter_unknown",
      param: "address.street"
    })
  })

  it("C50 metadata has up to 20 pairs", async () => {
    const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, "v"]))
    expect(Object.keys((await made({ metadata: pairs(20) })).metadata)).toHaveLength(20)
    const { customer, refused } = await startMerchant()
    const tooMany = { code: "metadata_too_many_pairs", param: "metadata" }
    const body = { email: "a@example.com", metadata: pairs(21) }
    expect(await refused("POST", "/v2/customers", body)).toMatchObject(tooMany)
    const { id } = await customer({ metadata: pairs(20) })
    expect(await refused("POST", `/v2/customers/${id}`, { metadata: { more: "v" } })).toMatchObject(tooMany)
  })

  it("C51 created_at is the timestamp of the creation, also after a change", async () => {
    const { advance, customer, post } = await startMerchant()
    const { created_at, id } = await customer()
    expect(created_at).toBe(start)
    await advance("1 hour")
    expect((await post(`/v2/customers/${id}`, { phone: "+14155550100" })).created_at).toBe(start)
  })

  it("C52 livemode is false for test keys, and true for live ones", async () => {
    expect((await made()).livemode).toBe(false)
    expect((await (await startLive()).customer()).livemode).toBe(true)
  })
})

const testNumbers = [
  "4242424242424242",
  "5555555555554444",
  "378282246310005",
  "6011111111111117",
  "4000000000000002",
  "4000000000009995",
  "4000000000000069",
  "4000000000000127",
  "4100000000000019",
  "4000000000004954",
  "4000000000009235",
  "4000000000003220",
  "4000000000003055",
  "4000008400001629",
  "4000002500003155",
  "4000002760003184",
  "4000008260003178",
  "4000002500000003",
  "4000002760000016",
  "4000003720000278",
  "4000003560000008",
  "4000000760000002",
  "4000003920000003",
  "4000000000000259",
  "4000000000002685",
  "4000000000007726",
  "4000000000005126",
  "4000000000000119"
]

describe("A5: payment methods", () => {
  it("C53 every designated card is tokenized on receipt and known by its pm_ id from then on", async () => {
    const { get, pay, tokenize } = await startMerchant()
    const { id } = await tokenize(cardOf("4242424242424242"))
    expect(await pay({ payment_method: id })).toMatchObject({ status: "succeeded", payment_method: id })
    for (const number of testNumbers) {
      const method = await tokenize(cardOf(number))
      expect(method).toMatchObject({ object: "payment_method", type: "card", card: { last4: number.slice(-4) } })
      expect(method.id).toMatch(/^pm_/)
      expect(await get(`/v2/payment_methods/${method.id}`)).toEqual(method)
    }
  })

  it("C54 no card number is in the data, the events, the answers or the log, wherever it was sent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bursar-conformance-"))
    const written: Array<string> = []
    const streams = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, "write").mockImplementation((text) => written.push(String(text)) > 0)
    )
    const log = vi.spyOn(console, "log").mockImplementation((...texts) => void written.push(texts.join(" ")))
    onTestFinished(() => {
      for (const spy of [...streams, log]) spy.mockRestore()
      rmSync(folder, { recursive: true })
    })
    const engine = await TestEngine.make({ plugins: [cards()], store: sqlite(folder), log: true })
    for (const number of testNumbers) {
      const made = await engine.request("POST", "/cards/v2/payment_methods", cardOf(number))
      const typed = number.replaceAll(/(.{4})(?=.)/g, "$1 ")
      const misplaced = { amount: 2000, currency: "usd", description: `card ${typed}`, metadata: { [number]: typed } }
      const answers = [
        made,
        await engine.request("POST", "/cards/v2/payments", { ...misplaced, payment_method: made.json.id }),
        await engine.request("POST", "/cards/v2/payments", { ...misplaced, payment_method: "pm_card_visa" }),
        await engine.request("POST", "/cards/v2/payments", { [number]: 1 }),
        await engine.request("POST", "/cards/v2/payments", `{"amount": ${number}`),
        await engine.request("GET", `/cards/v2/payments/${number}`),
        await engine.request("POST", "/cards/v2/payments", {}, { "idempotency-key": number })
      ]
      written.push(...answers.map(({ headers, text }) => text + JSON.stringify([...headers])))
    }
    written.push((await engine.request("GET", "/cards/v2/events?limit=100")).text)
    await engine.close()
    for (const file of readdirSync(folder)) written.push(readFileSync(join(folder, file), "latin1"))
    const all = written.join("\n").replaceAll(/[ -](?=\d)/g, "")
    expect(all.length).toBeGreaterThan(100_000)
    for (const number of testNumbers) expect(all.includes(number), number).toBe(false)
  })
})

describe("A6: dispute resource", () => {
  const opened = async (body: Record<string, unknown> = {}) => (await startMerchant()).dispute(body)

  it("C55 id begins with dsp_", async () => expect((await opened()).id).toMatch(/^dsp_[0-9a-z]+$/))

  it("C56 object is dispute", async () => expect((await opened()).object).toBe("dispute"))

  it("C57 payment_id links the payment, which says that it is disputed", async () => {
    const { dispute, payment } = await startMerchant()
    const { id, payment_id } = await dispute()
    expect(await payment(payment_id)).toMatchObject({ id: payment_id, disputed: true, dispute: id })
  })

  it("C58 amount is what the cardholder wants back", async () => {
    expect((await opened()).amount).toBe(2000)
    expect((await opened({ amount: 150 })).amount).toBe(150)
  })

  it("C59 currency is that of the payment", async () => {
    const { pay, post } = await startMerchant()
    for (const currency of ["usd", "jpy"]) {
      const body = { payment_id: (await pay({ currency })).id, reason: "fraudulent" }
      expect((await post("/v2/test_helpers/disputes", body)).currency).toBe(currency)
    }
  })

  it("C60 reason is fraudulent, or another of the schemes' reasons", async () => {
    const { dispute, pay, refused } = await startMerchant()
    const reasons = `fraudulent duplicate product_not_received product_unacceptable credit_not_processed
      subscription_canceled unrecognized general`
    for (const reason of reasons.split(/\s+/)) expect((await dispute({ reason })).reason).toBe(reason)
    const body = { payment_id: (await pay()).id, reason: "whim" }
    expect(await refused("POST", "/v2/test_helpers/disputes", body)).toMatchObject({ status: 400, param: "reason" })
  })

  it("C61 status is needs_response, under_review, won or lost", async () => {
    const { dispute, get, post } = await startMerchant()
    const disputes = [await dispute(), await dispute(), await dispute(), await dispute()]
    const [, reviewed, won, lost] = disputes
    await post(`/v2/disputes/${reviewed.id}/evidence`, { receipt: "No. 17", submit: true })
    await post(`/v2/test_helpers/disputes/${won.id}/resolve`, { outcome: "won" })
    await post(`/v2/disputes/${lost.id}/accept`)
    const statuses: Array<string> = []
    for (const { id } of disputes) statuses.push((await get(`/v2/disputes/${id}`)).status)
    expect(statuses).toEqual(["needs_response", "under_review", "won", "lost"])
  })

  it("C62 respond_by is the deadline for evidence", async () => {
    expect((await opened()).respond_by).toBe("2026-01-29T09:30:00Z")
  })

  it("C63 created_at is the timestamp of the dispute, not of the payment", async () => {
    const { advance, pay, post } = await startMerchant()
    const { id } = await pay()
    await advance("1 hour")
    const body = { payment_id: id, reason: "fraudulent" }
    expect((await post("/v2/test_helpers/disputes", body)).created_at).toBe("2026-01-15T10:30:00Z")
  })

  it("C64 evidence has five texts, all of them optional", async () => {
    const { dispute, post, refused } = await startMerchant()
    const names = [
      "customer_communication",
      "receipt",
      "shipping_documentation",
      "service_documentation",
      "refund_policy"
    ]
    for (const name of names) {
      const { id } = await dispute()
      const { evidence } = await post(`/v2/disputes/${id}/evidence`, { [name]: "A text" })
      expect(evidence).toEqual({ ...Object.fromEntries(names.map((each) => [each, null])), [name]: "A text" })
      const path = `/v2/disputes/${id}/evidence`
      expect(await refused("POST", path, { [name]: 17 })).toMatchObject({ code: "parameter_invalid", param: name })
    }
  })

  it("C65 submit is a boolean, and false unless given", async () => {
    const { dispute, get, post, refused } = await startMerchant()
    const { id } = await dispute()
    const path = `/v2/disputes/${id}/evidence`
    expect((await post(path, { receipt: "No. 17" })).status).toBe("needs_response")
    expect(await refused("POST", path, { submit: "true" })).toMatchObject({ status: 400, param: "submit" })
    expect((await post(path, { submit: true })).status).toBe("under_review")
    expect(idsOf(await get("/v2/disputes?status=under_review"))).toEqual([id])
  })
})
