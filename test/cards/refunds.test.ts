import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { Acquirer, type AcquirerImplementation, type RefundAnswer } from "../../plugins/cards/index.ts"
import { contended } from "../store/contended.ts"
import { startHost } from "./host.ts"
import { startMoneyHost } from "./money.ts"

describe("refunds over HTTP", () => {
  it("C8, C36–C43, C174: a refund has the documented fields, takes everything by default, and moves the money", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay({ currency: "eur" })
    const refund = await host.post("/v2/refunds", { payment_id: payment.id, reason: "requested_by_customer" })
    expect(refund).toEqual({
      id: expect.stringMatching(/^ref_[0-9a-z]{23}$/),
      object: "refund",
      amount: 2000,
      currency: "eur",
      payment_id: payment.id,
      status: "succeeded",
      reason: "requested_by_customer",
      created_at: "2026-01-15T09:30:00Z",
      livemode: false
    })
    expect(await host.get(`/v2/payments/${payment.id}`)).toMatchObject({ status: "succeeded", amount_refunded: 2000 })
    expect(await host.balance("available", "eur")).toBe(0)
    expect(await host.told(refund.id)).toEqual(["refund.created"])
    const { data } = await host.get(`/v2/ledger/entries?source=${refund.id}`)
    expect(data.map((entry: { step: string }) => entry.step)).toEqual(["pay", "refund"])
    await host.booksAreRight()
  })

  it("C115, C116: several partial refunds, until the captured amount is returned and not a unit more", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay({ capture_method: "manual" })
    await host.post(`/v2/payments/${payment.id}/capture`, { amount: 1000 })
    const refund = (amount?: number) =>
      host.post("/v2/refunds", { payment_id: payment.id, ...(amount === undefined ? {} : { amount }) })
    expect((await refund(300)).amount).toBe(300)
    expect((await refund(701)).error).toMatchObject({ code: "refund_amount_too_large", param: "amount" })
    expect((await refund(1)).amount).toBe(1)
    expect((await refund()).amount).toBe(699)
    expect((await refund()).error).toMatchObject({ code: "payment_fully_refunded", param: "payment_id" })
    expect((await refund(1)).error.code).toBe("payment_fully_refunded")
    expect((await host.get(`/v2/payments/${payment.id}`)).amount_refunded).toBe(1000)
    await host.booksAreRight()
  })

  it("C175: a refund is retrieved as it was made, by its own account only", async () => {
    const host = await startMoneyHost()
    const refund = await host.post("/v2/refunds", { payment_id: (await host.pay()).id })
    expect(await host.get(`/v2/refunds/${refund.id}`)).toEqual(refund)
    const missing = await host.ask("GET", "/v2/refunds/ref_none")
    expect(missing.status).toBe(404)
    expect(missing.body.error.code).toBe("resource_missing")
  })

  it("C102: refunds are listed newest first, of the account or of one payment, page by page", async () => {
    const host = await startMoneyHost()
    const [one, other] = [await host.pay(), await host.pay()]
    const made: Array<string> = []
    for (let count = 0; count < 5; count++) {
      const refund = await host.post("/v2/refunds", { payment_id: one.id, amount: 10 })
      made.unshift(refund.id)
    }
    const last = await host.post("/v2/refunds", { payment_id: other.id })
    const ids = (page: any) => page.data.map((refund: { id: string }) => refund.id)
    expect(ids(await host.get("/v2/refunds"))).toEqual([last.id, ...made])
    const first = await host.get(`/v2/refunds?payment_id=${one.id}&limit=3`)
    expect(ids(first)).toEqual(made.slice(0, 3))
    expect(first.next_cursor).toMatch(/^cur_/)
    const second = await host.get(`/v2/refunds?payment_id=${one.id}&limit=3&cursor=${first.next_cursor}`)
    expect(ids(second)).toEqual(made.slice(3))
    expect(second).toMatchObject({ has_more: false, next_cursor: null })
  })

  it("B8: a refund may drive the balance negative", async () => {
    const host = await startMoneyHost({ settlementDelayDays: 2 })
    const payment = await host.pay()
    await host.post("/v2/refunds", { payment_id: payment.id })
    expect([await host.balance("available"), await host.balance("pending")]).toEqual([-2000, 2000])
    await host.booksAreRight()
    await host.engine.clock.advance("5 days")
    expect([await host.balance("available"), await host.balance("pending")]).toEqual([0, 0])
    await host.booksAreRight()
  })

  it("C196: the same key refunds once, and answers the same", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay()
    const once = () => host.post("/v2/refunds", { payment_id: payment.id, amount: 500 }, { "idempotency-key": "k1" })
    const [first, second] = await Promise.all([once(), once()])
    expect(second).toEqual(first)
    expect((await host.get(`/v2/payments/${payment.id}`)).amount_refunded).toBe(500)
  })

  it("B11: a customer on a list can be refunded", async () => {
    const host = await startMoneyHost()
    const customer = await host.post("/v2/customers", { email: "a@example.com", name: "Ada Lovelace" })
    const payment = await host.pay({ customer: customer.id })
    await host.post(`/v2/customers/${customer.id}`, { name: "Test Sanctioned Person" })
    expect((await host.pay({ customer: customer.id })).error.code).toBe("screening_match")
    expect((await host.post("/v2/refunds", { payment_id: payment.id })).status).toBe("succeeded")
  })
})

describe("refunds that take their time", () => {
  it("B4: one starts pending and succeeds later", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay({ payment_method: "pm_card_pendingRefund" })
    const refund = await host.post("/v2/refunds", { payment_id: payment.id, amount: 500 })
    expect(refund.status).toBe("pending")
    expect((await host.get(`/v2/payments/${payment.id}`)).amount_refunded).toBe(500)
    await host.booksAreRight()
    await host.engine.clock.advance("59 seconds")
    expect((await host.get(`/v2/refunds/${refund.id}`)).status).toBe("pending")
    await host.engine.clock.advance("1 second")
    expect(await host.get(`/v2/refunds/${refund.id}`)).toEqual({ ...refund, status: "succeeded" })
    expect(await host.told(refund.id)).toEqual(["refund.created", "refund.updated"])
    await host.booksAreRight()
  })

  it("B4: one succeeds and fails later; the money is the merchant's again and can be refunded anew", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay({ payment_method: "pm_card_refundFail" })
    const refund = await host.post("/v2/refunds", { payment_id: payment.id })
    expect(refund.status).toBe("succeeded")
    expect(await host.balance()).toBe(0)
    await host.engine.clock.advance("1 minute")
    expect(await host.get(`/v2/refunds/${refund.id}`)).toMatchObject({
      status: "failed",
      failure: { code: "card_declined" }
    })
    expect(await host.balance()).toBe(2000)
    expect(await host.told(refund.id)).toEqual(["refund.created", "refund.failed"])
    expect((await host.get(`/v2/payments/${payment.id}`)).amount_refunded).toBe(0)
    await host.booksAreRight()
    expect((await host.post("/v2/refunds", { payment_id: payment.id })).status).toBe("succeeded")
    await host.booksAreRight()
  })

  it("a test can say what becomes of a refund, as far as its state allows", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay({ payment_method: "pm_card_pendingRefund" })
    const refund = await host.post("/v2/refunds", { payment_id: payment.id })
    const resolve = (outcome: string) => host.post(`/v2/test_helpers/refunds/${refund.id}/resolve`, { outcome })
    expect((await resolve("canceled")).status).toBe("canceled")
    expect((await resolve("succeeded")).error).toMatchObject({ code: "parameter_invalid", param: "outcome" })
    await host.engine.clock.advance("1 hour")
    expect((await host.get(`/v2/refunds/${refund.id}`)).status).toBe("canceled")
    expect(await host.balance()).toBe(2000)
    await host.booksAreRight()
  })
})

describe("a refund is refused, with nothing stored, for", () => {
  const bodies: ReadonlyArray<readonly [string, Record<string, unknown>, string, string]> = [
    ["no payment", { payment_id: undefined }, "parameter_missing", "payment_id"],
    ["a payment that does not exist", { payment_id: "pay_none" }, "resource_missing", "payment_id"],
    ["a payment id that is no text", { payment_id: 5 }, "parameter_invalid", "payment_id"],
    ["an amount of nothing", { amount: 0 }, "amount_too_small", "amount"],
    ["a negative amount", { amount: -1 }, "amount_too_small", "amount"],
    ["C4: a fraction", { amount: 10.5 }, "parameter_invalid", "amount"],
    ["an amount in a string", { amount: "10" }, "parameter_invalid", "amount"],
    ["a null amount", { amount: null }, "parameter_invalid", "amount"],
    ["more than 12 digits", { amount: 1_000_000_000_000 }, "amount_too_large", "amount"],
    ["more than was captured", { amount: 2001 }, "refund_amount_too_large", "amount"],
    ["C42: another reason", { reason: "because" }, "parameter_invalid", "reason"],
    ["a null reason", { reason: null }, "parameter_invalid", "reason"],
    ["an unknown parameter", { currency: "usd" }, "parameter_unknown", "currency"]
  ]
  it.each(bodies)("%s", async (_name, change, code, param) => {
    const host = await startMoneyHost()
    const payment = await host.pay()
    const reply = await host.ask("POST", "/v2/refunds", { payment_id: payment.id, ...change })
    expect(reply.status).toBe(400)
    expect(reply.body.error).toMatchObject({ type: "validation_error", code, param })
    expect((await host.get("/v2/refunds")).data).toEqual([])
    expect(await host.get(`/v2/payments/${payment.id}`)).toEqual(payment)
  })

  it.each([
    ["an authorization", { capture_method: "manual" }],
    ["a declined payment", { payment_method: "pm_card_declined" }]
  ])("%s: nothing was captured", async (_name, body) => {
    const host = await startMoneyHost()
    const made = await host.pay(body)
    const id = made.id ?? made.error.payment_id
    const { error } = await host.post("/v2/refunds", { payment_id: id })
    expect(error).toMatchObject({ code: "payment_not_refundable", param: "payment_id" })
  })

  it("a payment that is disputed whole, and what is left of one that is disputed in part", async () => {
    const host = await startMoneyHost()
    const [whole, part] = [await host.pay(), await host.pay()]
    const dispute = (payment_id: string, amount?: number) =>
      host.post("/v2/test_helpers/disputes", { payment_id, reason: "general", ...(amount ? { amount } : {}) })
    await dispute(whole.id)
    await dispute(part.id, 1500)
    expect((await host.post("/v2/refunds", { payment_id: whole.id })).error.code).toBe("payment_disputed")
    const refund = (amount: number) => host.post("/v2/refunds", { payment_id: part.id, amount })
    expect((await refund(501)).error.code).toBe("refund_amount_too_large")
    expect((await refund(500)).status).toBe("succeeded")
    await host.booksAreRight()
  })

  it.each(["limit=0", "limit=101", "cursor=cur_none", "payment_id=", "status=pending"])(
    "a list with %s",
    async (query) => {
      const host = await startMoneyHost()
      expect((await host.ask("GET", `/v2/refunds?${query}`)).status).toBe(400)
    }
  )
})

describe("an acquirer outside", () => {
  /** One that is down as often as told, and counts the money it gives back by reference. */
  const acquirer = (down: number, answer: RefundAnswer = { outcome: "succeeded" }) => {
    const given = new Map<string, number>()
    let calls = 0
    const implementation: AcquirerImplementation = {
      name: "outside",
      testMode: "own",
      authorize: ({ payment }) => ({ outcome: "authorized", acquirerReference: `theirs_${payment}` }),
      capture: () => ({ outcome: "captured" }),
      void: () => ({ outcome: "voided" }),
      refund: ({ acquirerReference, amountMinor, payment, reference }) => {
        expect(acquirerReference).toBe(`theirs_${payment}`)
        given.set(reference, amountMinor)
        calls += 1
        if (calls <= down) throw new Error("The line is dead")
        return answer
      }
    }
    return { given, calls: () => calls, layers: Layer.succeed(Acquirer, Acquirer.make(implementation)) }
  }

  const start = async (layers: Layer.Layer<never>, engine: Parameters<typeof startHost>[0] = {}) => {
    const host = await startHost({ engine: { layers, ...engine.engine } })
    const payment = await host.pay()
    const refund = (await host.ask("POST", "/v2/refunds", { payment_id: payment.id })).body
    await host.engine.clock.drain()
    const shown = async () => (await host.ask("GET", `/v2/refunds/${refund.id}`)).body
    return { host, refund, shown }
  }

  it("is asked after the refund is on disk, under the refund's id", async () => {
    const { given, layers } = acquirer(0)
    const { refund, shown } = await start(layers)
    expect(refund.status).toBe("pending")
    expect((await shown()).status).toBe("succeeded")
    expect([...given]).toEqual([[refund.id, 2000]])
  })

  it("that gave no answer is asked again under the same reference, and the money moves once", async () => {
    const { given, layers } = acquirer(2)
    const { host, refund, shown } = await start(layers)
    expect((await shown()).status).toBe("pending")
    await host.engine.clock.advance("2 minutes")
    expect((await shown()).status).toBe("succeeded")
    expect([...given.keys()]).toEqual([refund.id])
    expect((await host.ask("GET", "/v2/test_helpers/invariants")).body).toEqual({ ok: true, failures: [] })
  })

  it("is asked once, however often somebody else changes the payment meanwhile", async () => {
    const { calls, layers } = acquirer(0)
    const { conflicts, store } = contended("UPDATE cards_refunds")
    conflicts.left = 3
    const { shown } = await start(layers, { engine: { store } })
    expect((await shown()).status).toBe("succeeded")
    expect([conflicts.met, calls()]).toEqual([3, 1])
  })

  it("that refuses leaves the merchant with the money", async () => {
    const { layers } = acquirer(0, { outcome: "declined", code: "card_declined", message: "No" })
    const { host, shown } = await start(layers)
    expect(await shown()).toMatchObject({ status: "failed", failure: { code: "card_declined", message: "No" } })
    expect((await host.ask("GET", "/v2/balance")).body.available).toEqual([{ currency: "usd", amount: 2000 }])
    expect((await host.ask("GET", "/v2/test_helpers/invariants")).body).toEqual({ ok: true, failures: [] })
  })
})
