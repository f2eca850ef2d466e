/**
 * The story of a shop from its first customer to its money in the bank, as a user lives it: over HTTP and a browser's
 * form, with a receiver that verifies every webhook, and with the books checked after every step.
 */
import { describe, expect, it } from "vitest"
import { cardOf, received, startMerchant, type Merchant } from "./merchant.ts"

/** Answers the form of an authentication page by one of its buttons, found in the HTML as a person finds it. */
const pressOn = async ({ engine }: Merchant, url: string, label: string) => {
  const page = await engine.fetch(new Request(url))
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toMatch(/<form method="post">/)
  const button = new RegExp(`<button name="(\\w+)" value="(\\w+)">${label}</button>`).exec(html)
  const [, name = "", value = ""] = button ?? []
  return engine.fetch(
    new Request(url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ [name]: value }).toString()
    })
  )
}

/** A receiver that remembers what it could verify, and the steps of a story between which the books must be right. */
const tellStory = async (merchant: Merchant) => {
  const { secret } = await merchant.endpoint()
  let seen = 0
  return {
    /** Ends a step: its webhooks are these, the books are right, and the balance is as told. */
    step: async (events: ReadonlyArray<string>, available: number) => {
      await merchant.drain()
      const fresh = merchant.deliveries.slice(seen).map((request) => received(request, secret))
      seen = merchant.deliveries.length
      expect(fresh.map(({ type }) => type)).toEqual(events)
      expect(await merchant.invariants()).toEqual({ ok: true, failures: [] })
      expect(await merchant.available()).toBe(available)
      return fresh
    },
    received: () => merchant.deliveries.map((request) => received(request, secret).id)
  }
}

describe("the story of a shop", () => {
  it("customer, card, 3D Secure, partial refund, dispute lost, payout paid", async () => {
    const merchant = await startMerchant()
    const { advance, customer, get, pay, payment, payout, post, refund, tokenize } = merchant
    const story = await tellStory(merchant)

    const ada = await customer({ email: "ada@example.com", name: "Ada Lovelace" })
    await story.step(["customer.created"], 0)

    const card = await tokenize(cardOf("4000000000003220"))
    await post(`/v2/payment_methods/${card.id}/attach`, { customer: ada.id })
    await story.step(["payment_method.attached"], 0)

    const order = { customer: ada.id, payment_method: card.id, return_url: "https://shop.example.com/orders/17" }
    const waiting = await pay({ amount: 25_000, ...order })
    expect(waiting.status).toBe("requires_action")
    await story.step(["payment.created", "payment.requires_action"], 0)

    const back = await pressOn(merchant, waiting.next_action.redirect_url, "Authenticate")
    expect(back.headers.get("location")).toBe(`https://shop.example.com/orders/17?payment_id=${waiting.id}`)
    const paid = await post(`/v2/payments/${waiting.id}/confirm`)
    const [succeeded] = (await story.step(["payment.succeeded"], 25_000)).slice(-1)
    expect(succeeded!.data).toEqual(paid)

    const refunded = await refund(paid, { amount: 1_500, reason: "requested_by_customer" })
    const [told] = await story.step(["refund.created"], 23_500)
    expect(told!.data).toEqual(refunded)

    const second = await pay({ amount: 4_000 })
    await story.step(["payment.created", "payment.succeeded"], 27_500)
    const dispute = await post("/v2/test_helpers/disputes", { payment_id: second.id, reason: "product_not_received" })
    await story.step(["dispute.created"], 23_500)
    await post(`/v2/disputes/${dispute.id}/evidence`, { shipping_documentation: "losing_evidence", submit: true })
    await story.step(["dispute.updated"], 23_500)
    await advance("1 minute")
    const [closed] = await story.step(["dispute.closed"], 23_500)
    expect(closed!.data).toMatchObject({ id: dispute.id, status: "lost" })

    const sent = await payout({ amount: 23_500 })
    await story.step(["payout.created"], 0)
    await advance("1 day")
    await story.step(["payout.in_transit"], 0)
    await advance("5 days")
    const [arrived] = await story.step(["payout.paid"], 0)
    expect(arrived!.data).toEqual(await get(`/v2/payouts/${sent.id}`))

    expect(await payment(paid.id)).toMatchObject({
      status: "succeeded",
      amount_captured: 25_000,
      amount_refunded: 1_500
    })
    expect(await get("/v2/balance")).toMatchObject({ available: [{ amount: 0 }], disputed: [] })
    const events = (await get("/v2/events?limit=100")).data.map(({ id }: { id: string }) => id)
    expect(story.received()).toEqual(events.reverse())
  })
})
