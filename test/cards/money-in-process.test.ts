import { describe, expect, it } from "vitest"
import { checkInvariants, disputes, payments, payouts, refunds, testAccount } from "../../plugins/cards/index.ts"
import { startHost } from "./host.ts"

const start = async () => {
  const { engine } = await startHost()
  const caller = await engine.caller({ principal: testAccount("acct_host") })
  const pay = () =>
    engine.call(payments.create(caller, { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" }))
  const booksAreRight = async () =>
    expect(await engine.call(checkInvariants(caller.store, caller.scope))).toEqual({ ok: true, failures: [] })
  return { engine, caller, pay, booksAreRight }
}

const bounced = { code: "no_account", message: "There is no such account" }

describe("money in process", () => {
  it("C8: a host refunds, and reports what its processor says later", async () => {
    const { booksAreRight, caller, engine, pay } = await start()
    const payment = await pay()
    const refund = await engine.call(refunds.create(caller, { paymentId: payment.id, amountMinor: 500 }))
    expect(refund).toMatchObject({ status: "succeeded", amountMinor: 500 })
    const word = { outcome: "failed", decline: { code: "card_declined", message: "It came back" } } as const
    expect(await engine.call(refunds.settle(caller, refund.id, word))).toMatchObject({ status: "failed" })
    expect(await engine.call(refunds.settle(caller, refund.id, word))).toMatchObject({ status: "failed" })
    expect(await engine.call(refunds.retrieve(caller, refund.id))).toMatchObject({ decline: word.decline })
    expect((await engine.call(refunds.list(caller, { paymentId: payment.id }))).data).toHaveLength(1)
    await booksAreRight()
  })

  it("is as strict as over HTTP", async () => {
    const { caller, engine, pay } = await start()
    const payment = await pay()
    for (const amountMinor of [0, 1.5, 1e15]) {
      await expect(engine.call(refunds.create(caller, { paymentId: payment.id, amountMinor }))).rejects.toMatchObject({
        _tag: "InvalidParameters"
      })
      const command = { amountMinor, currency: "usd", destination: "ba_test_verified_usd" } as const
      await expect(engine.call(payouts.create(caller, command))).rejects.toMatchObject({ _tag: "InvalidParameters" })
    }
    const wrong = [
      [{ amountMinor: 0 }, "amountMinor"],
      [{ amountMinor: 1.5 }, "amountMinor"],
      [{ reason: "anger" as never }, "reason"],
      [{ respondBy: Number.NaN }, "respondBy"],
      [{ respondBy: 9e15 }, "respondBy"],
      [{ acquirerDispute: "" }, "acquirerDispute"],
      [{ acquirerDispute: "x".repeat(256) }, "acquirerDispute"],
      [{ acquirerDispute: 7 as never }, "acquirerDispute"],
      [{ acquirerDispute: null as never }, "acquirerDispute"]
    ] as const
    for (const [change, name] of wrong) {
      const command = { paymentId: payment.id, reason: "fraudulent" as const, ...change }
      await expect(engine.call(disputes.open(caller, command))).rejects.toMatchObject({
        _tag: "InvalidParameters",
        issues: [{ path: [name] }]
      })
    }
  })

  it("C11: a host reports disputes and their decisions, and answers them", async () => {
    const { booksAreRight, caller, engine, pay } = await start()
    const payment = await pay()
    const opened = await engine.call(disputes.open(caller, { paymentId: payment.id, reason: "duplicate" }))
    const evidence = { receipt: "No. 17" }
    const answered = await engine.call(disputes.respondWith(caller, opened.id, { evidence, submit: true }))
    expect(answered).toMatchObject({ status: "under_review", evidence })
    for (const word of ["submit", "lapse", "expire", "won"])
      await expect(engine.call(disputes.close(caller, opened.id, word as never)), word).rejects.toMatchObject({
        _tag: "InvalidParameters"
      })
    expect(await engine.call(disputes.close(caller, opened.id, "win"))).toMatchObject({ status: "won" })
    await expect(engine.call(disputes.close(caller, opened.id, "lose"))).rejects.toMatchObject({
      _tag: "DisputeRefused",
      code: "dispute_unexpected_state"
    })
    expect((await engine.call(disputes.list(caller, { status: "won" }))).data).toHaveLength(1)
    expect(await engine.call(disputes.retrieve(caller, opened.id))).toMatchObject({ status: "won" })
    await booksAreRight()
  })

  it("C10: a host pays out, and reports what the bank says", async () => {
    const { booksAreRight, caller, engine, pay } = await start()
    await pay()
    const command = { amountMinor: 400, currency: "usd", destination: "ba_test_verified_usd" } as const
    const instant = await engine.call(payouts.create(caller, { ...command, method: "instant" }))
    expect(await engine.call(payouts.report(caller, instant.id, { outcome: "paid" }))).toMatchObject({ status: "paid" })
    const report = { outcome: "returned", fault: bounced } as const
    expect(await engine.call(payouts.report(caller, instant.id, report))).toMatchObject({
      status: "failed",
      fault: bounced
    })
    const standard = await engine.call(payouts.create(caller, command))
    expect(await engine.call(payouts.cancel(caller, standard.id))).toMatchObject({ status: "canceled" })
    expect((await engine.call(payouts.list(caller, { status: "canceled" }))).data).toHaveLength(1)
    expect(await engine.call(payouts.retrieve(caller, standard.id))).toMatchObject({ status: "canceled" })
    await booksAreRight()
  })

  it.each([
    ["a payout that failed without a reason", { outcome: "failed" }],
    ["a payout with another word", { outcome: "arrived", fault: bounced }],
    ["a payout with a reason that is a text", { outcome: "failed", fault: "bounced" }]
  ])("C10: takes no report that is none: %s", async (_, report) => {
    const { booksAreRight, caller, engine, pay } = await start()
    await pay()
    const command = {
      amountMinor: 400,
      currency: "usd",
      destination: "ba_test_verified_usd",
      method: "instant"
    } as const
    const { id } = await engine.call(payouts.create(caller, command))
    await expect(engine.call(payouts.report(caller, id, report as never))).rejects.toMatchObject({
      _tag: "InvalidParameters"
    })
    expect(await engine.call(payouts.retrieve(caller, id))).toMatchObject({ status: "in_transit" })
    await booksAreRight()
  })

  it.each([
    ["another word", { outcome: "arrived" }],
    ["a reason that is a text", { outcome: "failed", decline: "bounced" }]
  ])("C8: takes no word on a refund that is none: %s", async (_, word) => {
    const { caller, engine, pay } = await start()
    const { id } = await engine.call(refunds.create(caller, { paymentId: (await pay()).id }))
    await expect(engine.call(refunds.settle(caller, id, word as never))).rejects.toMatchObject({
      _tag: "InvalidParameters"
    })
    expect(await engine.call(refunds.retrieve(caller, id))).toMatchObject({ status: "succeeded", decline: null })
  })

  it("has its effect once under an idempotency key", async () => {
    const { booksAreRight, caller, engine, pay } = await start()
    const payment = await pay()
    const under = (idempotencyKey: string) => engine.caller({ principal: testAccount("acct_host"), idempotencyKey })
    const dispute = { paymentId: payment.id, amountMinor: 300, reason: "duplicate" } as const
    const open = async () => engine.call(disputes.open(await under("dispute"), dispute))
    expect(await open()).toEqual(await open())
    expect((await engine.call(disputes.list(caller))).data).toHaveLength(1)
    const command = { amountMinor: 400, currency: "usd", destination: "ba_test_verified_usd" } as const
    const payOut = async () => engine.call(payouts.create(await under("payout"), command))
    expect(await payOut()).toEqual(await payOut())
    expect((await engine.call(payouts.list(caller))).data).toHaveLength(1)
    await booksAreRight()
  })
})
