import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import type { Payment } from "../../plugins/cards/payments/Payment.ts"
import * as Refund from "../../plugins/cards/refunds/Refund.ts"

const payment = (more: Partial<Payment> = {}) =>
  ({
    id: "pay_1",
    state: "captured",
    amountMinor: 2000,
    amountCapturedMinor: 2000,
    amountRefundedMinor: 0,
    currency: "usd",
    livemode: false,
    ...more
  }) as Payment

const create = (plan: Refund.RefundPlan, amountMinor?: number) =>
  Result.getOrThrow(
    Refund.create(payment(), { paymentId: "pay_1", amountMinor }, { id: "ref_1", now: 0, scope: "acct_1/test", plan })
  )

const disputes = (withheldMinor: number) => ({ disputes: { latest: "dsp_1", open: true, withheldMinor } })

describe("what can be refunded", () => {
  it.each([
    ["everything", {}, undefined, 2000],
    ["everything, named", {}, 2000, 2000],
    ["one unit", {}, 1, 1],
    ["what is left", { amountRefundedMinor: 1500 }, undefined, 500],
    ["what is not disputed", disputes(600), undefined, 1400],
    ["one more than there is", {}, 2001, "RefundAmountTooLarge"],
    ["one more than is left", { amountRefundedMinor: 1500 }, 501, "RefundAmountTooLarge"],
    ["one more than is not disputed", disputes(600), 1401, "RefundAmountTooLarge"],
    ["nothing that was not captured", { amountCapturedMinor: 0 }, 1, "payment_not_refundable"],
    ["nothing twice", { amountRefundedMinor: 2000 }, 1, "payment_fully_refunded"],
    ["nothing that is disputed whole", disputes(2000), 1, "payment_disputed"],
    ["nothing of what is refunded and disputed", { amountRefundedMinor: 500, ...disputes(1500) }, 1, "payment_disputed"]
  ])("B8: %s", (_name, more, amountMinor, expected) => {
    const amount = Refund.refundAmount(payment(more), amountMinor)
    const failure = Result.isFailure(amount) ? amount.failure : undefined
    const answer = failure === undefined ? Result.getOrThrow(amount) : "code" in failure ? failure.code : failure._tag
    expect(answer).toBe(expected)
  })
})

describe("what a processor says", () => {
  it("to a refund at once is one event, with its journals", () => {
    const decision = create({ atOnce: { outcome: "succeeded" } })
    expect(decision.state).toMatchObject({ refund: { status: "succeeded" }, payment: { amountRefundedMinor: 2000 } })
    expect(decision.entries.map(({ step }) => step)).toEqual(["refund", "pay"])
    expect(decision.events).toEqual([{ type: "refund.created" }])
  })

  it("that it refuses one leaves the payment as it was, and the books even", () => {
    const decline = { code: "card_declined", message: "No" }
    const decision = create({ atOnce: { outcome: "failed", decline } })
    expect(decision.state).toMatchObject({ refund: { status: "failed", decline }, payment: { amountRefundedMinor: 0 } })
    expect(decision.entries.map(({ step }) => step)).toEqual(["refund", "return"])
    expect(decision.events).toEqual([{ type: "refund.created" }, { type: "refund.failed" }])
  })

  it("later is heard once, as far as the state allows", () => {
    const pending = create({ atOnce: { outcome: "pending" } }).state
    const succeeded = Refund.settle(pending, { outcome: "succeeded" })!.state
    expect(Refund.settle(succeeded, { outcome: "succeeded" })).toBeUndefined()
    expect(Refund.settle(succeeded, { outcome: "canceled" })).toBeUndefined()
    const failed = Refund.settle(succeeded, { outcome: "failed" })!.state
    expect(failed.payment.amountRefundedMinor).toBe(0)
    expect(Refund.settle(failed, { outcome: "succeeded" })).toBeUndefined()
  })

  it("is asked by a job when it is outside, after the refund is on disk", () => {
    const decision = create({ atOnce: "unsent" })
    expect(decision.state.refund.status).toBe("pending")
    expect(decision.jobs).toMatchObject([{ name: "cards.refund.send", key: "ref_1" }])
  })
})
