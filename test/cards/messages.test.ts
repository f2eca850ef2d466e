import { describe, expect, it } from "vitest"
import { startMoneyHost } from "./money.ts"
import { fund, payOut } from "./payoutMoves.ts"

const manual = { capture_method: "manual" }

describe("the message of a refusal says what is the case", () => {
  it("of a refund while a dispute is open, and after it was lost", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay()
    const dispute = await host.post("/v2/test_helpers/disputes", { payment_id: payment.id, reason: "general" })
    const refused = async () => (await host.post("/v2/refunds", { payment_id: payment.id })).error
    const open = await refused()
    expect([open.code, open.message]).toEqual(["payment_disputed", expect.stringContaining("if you win the dispute")])
    await host.post(`/v2/test_helpers/disputes/${dispute.id}/resolve`, { outcome: "lost" })
    const lost = await refused()
    expect([lost.code, lost.message]).toEqual(["payment_disputed", expect.stringContaining("lost dispute")])
    expect(lost.message).not.toContain("win")
  })

  it("of an amount that is too large, whose unit it names for those who type amounts in another one", async () => {
    const host = await startMoneyHost()
    const held = await host.pay(manual)
    const paid = await host.pay()
    const most = (amount: number) => expect.stringMatching(new RegExp(`: ${amount} in the smallest currency unit$`))
    const refused = async (path: string, body: object) => (await host.post(path, body)).error.message
    expect(await refused(`/v2/payments/${held.id}/capture`, { amount: 999_999 })).toEqual(most(held.amount))
    expect(await refused("/v2/refunds", { payment_id: paid.id, amount: 999_999 })).toEqual(most(paid.amount))
    const dispute = { payment_id: paid.id, reason: "general", amount: 999_999 }
    expect(await refused("/v2/test_helpers/disputes", dispute)).toEqual(most(paid.amount))
  })

  it("of a second cancellation, and of what is asked about a payment that failed", async () => {
    const host = await startMoneyHost()
    const { id } = await host.pay(manual)
    await host.post(`/v2/payments/${id}/cancel`, {})
    const second = await host.post(`/v2/payments/${id}/cancel`, {})
    expect(second.error.message).toBe("The payment is canceled already, which is final")
    const declined = (await host.pay({ ...manual, payment_method: "pm_card_declined" })).error.payment_id
    expect((await host.post(`/v2/payments/${declined}/cancel`, {})).error.message).toContain("The payment failed")
    expect((await host.post(`/v2/payments/${declined}/capture`, {})).error.message).toContain("The payment failed")
  })

  it("of an object that another region has", async () => {
    const host = await startMoneyHost()
    const { id } = await host.pay()
    const abroad = { "svc-data-region": "eu-west-1" }
    const read = await host.ask("GET", `/v2/payments/${id}`, undefined, abroad)
    expect([read.status, read.body.error.message]).toEqual([
      404,
      "There is no such payment on this account in the data region of this request (SVC-Data-Region)"
    ])
    const refunded = await host.ask("POST", "/v2/refunds", { payment_id: id }, abroad)
    expect(refunded.body.error.message).toContain("SVC-Data-Region")
  })

  it.each(["limit=1&limit=2", "limit=1&limit=1", "cursor=a&cursor=b", "status=failed&status=pending", "page=1&page=2"])(
    "of a parameter that stands twice in the query: %s",
    async (query) => {
      const host = await startMoneyHost()
      const [param] = query.split("=")
      const { body, status } = await host.ask("GET", `/v2/payments?${query}`)
      expect([status, body.error.code, body.error.message]).toEqual([
        400,
        "parameter_invalid",
        `${param} must be given once`
      ])
    }
  )

  it("of a payout that has not left, and of one that leaves at this moment", async () => {
    const host = await startMoneyHost()
    await fund(host)
    const { id } = (await payOut(host)).body
    const early = await host.post(`/v2/test_helpers/payouts/${id}/pay`, {})
    expect(early.error.message).toContain("waits for its batch at 00:00 UTC")
    await host.engine.clock.advanceTo("2026-01-16T00:00:00Z")
    const late = await host.post(`/v2/payouts/${id}/cancel`, {})
    expect(late.error.message).toContain("on its way to the bank")
  })
})
