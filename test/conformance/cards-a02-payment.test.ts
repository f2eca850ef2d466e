/** Section A2 of the requirement list: the payment resource. */
import { describe, expect, it } from "vitest"
import { startMerchant, timestampPattern, type Merchant } from "./merchant.ts"

/** A payment in every state that there is, as its last answer showed it. */
const everyPayment = async (merchant: Merchant) => {
  const { advance, authenticate, authorize, declined, pay, payment, post, refund } = merchant
  const all: Array<any> = []
  const refusedAs = async (payment_method: string) => payment((await declined({ payment_method })).payment_id!)
  const expired = await authorize()
  const debit = await pay({ payment_method: "pm_ach_success" })
  const returned = await pay({ payment_method: "pm_ach_account_closed" })
  const forgotten = await pay({ payment_method: "pm_card_3ds_required" })
  all.push(debit)
  await advance("7 days")
  for (const { id } of [expired, debit, returned, forgotten]) all.push(await payment(id))
  all.push(await pay(), await authorize(), await pay({ payment_method: "pm_card_3ds_required" }))
  all.push(await refusedAs("pm_card_declined"), await refusedAs("pm_card_fraudulent"))
  const [full, part, given] = [await authorize(), await authorize(), await authorize()]
  all.push(await post(`/v2/payments/${full.id}/capture`))
  all.push(await post(`/v2/payments/${part.id}/capture`, { amount: 1 }))
  all.push(await post(`/v2/payments/${given.id}/cancel`))
  const challenged = await pay({ payment_method: "pm_card_3ds_required" })
  await authenticate(challenged)
  all.push(await post(`/v2/payments/${challenged.id}/confirm`))
  const failed = await pay({ payment_method: "pm_card_3ds_required" })
  await authenticate(failed, "failed")
  all.push(await payment(failed.id))
  const abandoned = await pay({ payment_method: "pm_card_3ds_required" })
  all.push(await post(`/v2/payments/${abandoned.id}/cancel`))
  const returnedMoney = await pay()
  await refund(returnedMoney)
  const disputed = await pay()
  await post("/v2/test_helpers/disputes", { payment_id: disputed.id, reason: "general" })
  all.push(await payment(returnedMoney.id), await payment(disputed.id))
  return all
}

describe("A2: payment resource", () => {
  it("C19 id begins with pay_", async () => {
    const { pay } = await startMerchant()
    expect((await pay()).id).toMatch(/^pay_[0-9a-zA-Z]+$/)
  })

  it("C20 object is payment", async () => {
    const { pay, payment } = await startMerchant()
    const made = await pay()
    expect([made.object, (await payment(made.id)).object]).toEqual(["payment", "payment"])
  })

  it("C21 amount is the integer that was requested", async () => {
    const { pay } = await startMerchant()
    for (const amount of [50, 2001, 999_999_999_999]) expect((await pay({ amount })).amount).toBe(amount)
  })

  it("C22 amount_captured is what was captured so far", async () => {
    const { authorize, pay, post } = await startMerchant()
    expect((await pay()).amount_captured).toBe(2000)
    const held = await authorize()
    expect(held.amount_captured).toBe(0)
    expect((await post(`/v2/payments/${held.id}/capture`, { amount: 1999 })).amount_captured).toBe(1999)
  })

  it("C23 amount_refunded is what was refunded so far", async () => {
    const { pay, payment, refund } = await startMerchant()
    const made = await pay()
    expect(made.amount_refunded).toBe(0)
    for (const [amount, sum] of [
      [300, 300],
      [1, 301],
      [1699, 2000]
    ]) {
      await refund(made, { amount })
      expect((await payment(made.id)).amount_refunded).toBe(sum)
    }
  })

  it("C24 currency is in lower case", async () => {
    const { pay } = await startMerchant()
    expect((await pay({ currency: "jpy" })).currency).toBe("jpy")
  })

  it("C25 status is one of five words, in every state a payment can be in", async () => {
    const merchant = await startMerchant()
    const statuses = (await everyPayment(merchant)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(["succeeded", "pending", "failed", "canceled", "requires_action"]))
    expect(await merchant.invariants()).toEqual({ ok: true, failures: [] })
  })

  it("C26 payment_method begins with pm_", async () => {
    const merchant = await startMerchant()
    for (const payment of await everyPayment(merchant)) expect(payment.payment_method).toMatch(/^pm_/)
  })

  it("C27 customer begins with cus_ and is left out when there is none", async () => {
    const { customer, pay } = await startMerchant()
    expect(await pay()).not.toHaveProperty("customer")
    expect((await pay({ customer: (await customer()).id })).customer).toMatch(/^cus_/)
  })

  it("C28 description is free text", async () => {
    const { pay } = await startMerchant()
    const description = 'Order 17: "Größe" <XL> 😀\n第二行'
    expect((await pay({ description })).description).toBe(description)
    expect((await pay()).description).toBeNull()
  })

  it("C29 metadata is an object of pairs of strings", async () => {
    const { pay, payment } = await startMerchant()
    const metadata = { order: "17", größe: "", empty: " " }
    const made = await pay({ metadata })
    expect((await payment(made.id)).metadata).toEqual(metadata)
    expect((await pay()).metadata).toEqual({})
  })

  it("C30 capture_method is automatic or manual", async () => {
    const { authorize, declined, pay } = await startMerchant()
    expect((await pay()).capture_method).toBe("automatic")
    expect((await authorize()).capture_method).toBe("manual")
    expect(await declined({ capture_method: "later" })).toMatchObject({ status: 400, param: "capture_method" })
  })

  it("C31 created_at is the time of creation and stays", async () => {
    const { advance, authorize, payment } = await startMerchant()
    const { created_at, id } = await authorize()
    expect(created_at).toMatch(timestampPattern)
    expect(created_at).toBe("2026-01-15T09:30:00Z")
    await advance("8 days")
    expect((await payment(id)).created_at).toBe(created_at)
  })

  it("C32 livemode says whether the key was live", async () => {
    const test = await startMerchant()
    expect((await test.pay()).livemode).toBe(false)
    const liveKey = "sk_live_conformance"
    const accounts = [{ id: "acct_live", keys: [liveKey] }]
    const live = await startMerchant({ mode: "production", accounts }, liveKey)
    // No acquirer takes real cards in this version, so what a live key can make shows it.
    expect((await live.customer()).livemode).toBe(true)
    expect((await live.get("/v2/balance")).livemode).toBe(true)
  })

  it("C33 the risk object stands in the answers of create, retrieve, confirm, capture and cancel", async () => {
    const { authenticate, authorize, pay, payment, post } = await startMerchant()
    const created = await pay({ payment_method: "pm_card_3ds_required" })
    await authenticate(created)
    const [one, other] = [await authorize(), await authorize()]
    const answers = [
      created,
      await payment(created.id),
      await post(`/v2/payments/${created.id}/confirm`),
      await post(`/v2/payments/${one.id}/capture`),
      await post(`/v2/payments/${other.id}/cancel`)
    ]
    for (const { risk } of answers) {
      expect(risk).toEqual({ score: expect.any(Number), level: "low", signals: expect.any(Array), outcome: "approved" })
    }
  })

  it("C34 next_action stands in payments that require action, and in no others", async () => {
    const merchant = await startMerchant()
    for (const payment of await everyPayment(merchant)) {
      if (payment.status === "requires_action") {
        expect(payment.next_action).toEqual({
          type: "redirect_to_url",
          redirect_url: expect.stringMatching(/^http:\/\/engine\.test\/cards\/v2\/3ds\//)
        })
      } else expect(payment).not.toHaveProperty("next_action")
    }
  })

  it("C35 a list entry has id, amount, currency, status and created_at, and nothing else", async () => {
    const { get, pay } = await startMerchant()
    const { amount, created_at, currency, id, status } = await pay()
    expect((await get("/v2/payments")).data).toEqual([{ id, amount, currency, status, created_at }])
  })
})
