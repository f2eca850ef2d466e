import { describe, expect, it } from "vitest"
import { startMoneyHost, type MoneyHost } from "./money.ts"

/** A payment with an open dispute. */
const disputed = async (host: MoneyHost, body: Record<string, unknown> = {}, payment: Record<string, unknown> = {}) => {
  const paid = await host.pay(payment)
  const dispute = await host.post("/v2/test_helpers/disputes", { payment_id: paid.id, reason: "fraudulent", ...body })
  return { dispute, payment: paid }
}

const respond = (host: MoneyHost, id: string, body: unknown) => host.post(`/v2/disputes/${id}/evidence`, body)

describe("disputes over HTTP", () => {
  it("C55–C63: a dispute has the documented fields and withholds its amount", async () => {
    const host = await startMoneyHost()
    const { dispute, payment } = await disputed(host)
    expect(dispute).toEqual({
      id: expect.stringMatching(/^dsp_[0-9a-z]{23}$/),
      object: "dispute",
      payment_id: payment.id,
      amount: 2000,
      currency: "usd",
      reason: "fraudulent",
      status: "needs_response",
      respond_by: "2026-01-29T09:30:00Z",
      created_at: "2026-01-15T09:30:00Z",
      evidence: {
        customer_communication: null,
        receipt: null,
        shipping_documentation: null,
        service_documentation: null,
        refund_policy: null
      },
      evidence_details: { has_evidence: false, submission_count: 0, past_due: false },
      livemode: false
    })
    expect([await host.balance("available"), await host.balance("disputed")]).toEqual([0, 2000])
    expect(await host.get(`/v2/payments/${payment.id}`)).toMatchObject({
      status: "succeeded",
      disputed: true,
      dispute: dispute.id
    })
    await host.booksAreRight()
  })

  it.each([
    ["pm_card_disputed", "fraudulent"],
    ["pm_card_createDisputeProductNotReceived", "product_not_received"]
  ])("B4: a payment with %s is disputed as %s at once", async (method, reason) => {
    const host = await startMoneyHost()
    const payment = await host.pay({ payment_method: method })
    await host.engine.clock.drain()
    const { data } = await host.get(`/v2/disputes?payment_id=${payment.id}`)
    expect(data).toMatchObject([{ reason, status: "needs_response", amount: 2000 }])
    await host.booksAreRight()
  })

  it("B4: with manual capture it is disputed when it is captured", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay({ payment_method: "pm_card_disputed", capture_method: "manual" })
    await host.engine.clock.drain()
    expect((await host.get("/v2/disputes")).data).toEqual([])
    await host.post(`/v2/payments/${payment.id}/capture`, { amount: 800 })
    await host.engine.clock.drain()
    expect((await host.get("/v2/disputes")).data).toMatchObject([{ amount: 800 }])
  })

  it("C192: a dispute is retrieved by its own account only", async () => {
    const host = await startMoneyHost()
    const { dispute } = await disputed(host)
    expect(await host.get(`/v2/disputes/${dispute.id}`)).toEqual(dispute)
    const missing = await host.ask("GET", "/v2/disputes/dsp_none")
    expect([missing.status, missing.body.error.code]).toEqual([404, "resource_missing"])
  })

  it("C128, C150–C153: disputes are listed newest first, by status and payment, page by page", async () => {
    const host = await startMoneyHost()
    const made: Array<string> = []
    for (let count = 0; count < 4; count++) made.unshift((await disputed(host)).dispute.id)
    const last = await disputed(host)
    await host.post(`/v2/disputes/${last.dispute.id}/accept`)
    const ids = async (query: string) =>
      (await host.get(`/v2/disputes?${query}`)).data.map((dispute: { id: string }) => dispute.id)
    expect(await ids("")).toEqual([last.dispute.id, ...made])
    expect(await ids("status=needs_response")).toEqual(made)
    expect(await ids("status=lost")).toEqual([last.dispute.id])
    expect(await ids("status=won")).toEqual([])
    expect(await ids(`payment_id=${last.payment.id}`)).toEqual([last.dispute.id])
    const first = await host.get("/v2/disputes?status=needs_response&limit=3")
    expect(await ids(`status=needs_response&limit=3&cursor=${first.next_cursor}`)).toEqual(made.slice(3))
  })
})

describe("evidence", () => {
  it("C64, C65, C120: drafts are saved, merge, and can be taken back, and are not sent", async () => {
    const host = await startMoneyHost()
    const { dispute } = await disputed(host)
    await respond(host, dispute.id, { receipt: "No. 17", refund_policy: "None" })
    const draft = await respond(host, dispute.id, { receipt: "No. 18", refund_policy: "", submit: false })
    expect(draft).toMatchObject({
      status: "needs_response",
      evidence: { receipt: "No. 18", refund_policy: null },
      evidence_details: { has_evidence: true, submission_count: 0 }
    })
    expect(await host.told(dispute.id)).toEqual(["dispute.created", "dispute.updated", "dispute.updated"])
  })

  it("C117, C119, C193: it is submitted once, with what drafts said", async () => {
    const host = await startMoneyHost()
    const { dispute } = await disputed(host)
    await respond(host, dispute.id, { receipt: "No. 17" })
    const sent = await respond(host, dispute.id, { refund_policy: "None", submit: true })
    expect(sent).toMatchObject({
      status: "under_review",
      evidence: { receipt: "No. 17", refund_policy: "None" },
      evidence_details: { submission_count: 1 }
    })
    for (const body of [{ receipt: "No. 18" }, { receipt: "No. 18", submit: true }]) {
      expect((await respond(host, dispute.id, body)).error.code).toBe("evidence_already_submitted")
    }
    expect(await host.get(`/v2/disputes/${dispute.id}`)).toEqual(sent)
  })

  it("C62, C118: it is taken a second before respond_by and refused at it, and then the dispute is lost", async () => {
    const host = await startMoneyHost()
    const [early, late] = [await disputed(host), await disputed(host)]
    await host.engine.clock.advanceTo("2026-01-29T09:29:59Z")
    expect((await respond(host, early.dispute.id, { receipt: "x", submit: true })).status).toBe("under_review")
    expect((await respond(host, late.dispute.id, { receipt: "x" })).status).toBe("needs_response")
    await host.engine.clock.advance("1 second")
    expect((await respond(host, late.dispute.id, { receipt: "x", submit: true })).error).toMatchObject({
      type: "validation_error",
      code: "evidence_deadline_passed"
    })
    expect(await host.get(`/v2/disputes/${late.dispute.id}`)).toMatchObject({
      status: "lost",
      evidence_details: { submission_count: 0, past_due: true }
    })
    expect((await host.get(`/v2/disputes/${early.dispute.id}`)).status).toBe("under_review")
    await host.booksAreRight()
  })

  it.each([
    ["nothing", {}],
    ["an empty text", { receipt: "" }],
    ["white space", { receipt: " \n" }]
  ])("B10: submitting %s is refused", async (_name, body) => {
    const host = await startMoneyHost()
    const { dispute } = await disputed(host)
    expect((await respond(host, dispute.id, { ...body, submit: true })).error.code).toBe("evidence_empty")
    expect(await host.get(`/v2/disputes/${dispute.id}`)).toEqual(dispute)
  })

  it("C196: a repetition under the same key is answered as before", async () => {
    const host = await startMoneyHost()
    const { dispute } = await disputed(host)
    const send = () =>
      host.post(`/v2/disputes/${dispute.id}/evidence`, { receipt: "x", submit: true }, { "idempotency-key": "k1" })
    expect(await send()).toEqual(await send())
  })
})

describe("decisions", () => {
  it.each([
    ["winning_evidence", "won", 2000],
    ["losing_evidence", "lost", 0]
  ])("B10: %s is %s after 60 seconds, not a second less", async (word, status, available) => {
    const host = await startMoneyHost()
    const { dispute } = await disputed(host)
    await respond(host, dispute.id, { service_documentation: `It says ${word}.`, submit: true })
    await host.engine.clock.advance("59 seconds")
    expect((await host.get(`/v2/disputes/${dispute.id}`)).status).toBe("under_review")
    await host.engine.clock.advance("1 second")
    expect((await host.get(`/v2/disputes/${dispute.id}`)).status).toBe(status)
    expect([await host.balance("available"), await host.balance("disputed")]).toEqual([available, 0])
    expect(await host.told(dispute.id)).toEqual(["dispute.created", "dispute.updated", "dispute.closed"])
    await host.booksAreRight()
  })

  it("B10: otherwise the issuer takes 30 days, and the merchant loses without an authentication", async () => {
    const host = await startMoneyHost()
    const { dispute } = await disputed(host)
    await respond(host, dispute.id, { receipt: "No. 17", submit: true })
    await host.engine.clock.advanceTo("2026-02-14T09:29:59Z")
    expect((await host.get(`/v2/disputes/${dispute.id}`)).status).toBe("under_review")
    await host.engine.clock.advance("1 second")
    expect((await host.get(`/v2/disputes/${dispute.id}`)).status).toBe("lost")
    await host.booksAreRight()
  })

  it.each([
    ["fraudulent", "won"],
    ["product_not_received", "lost"]
  ])("B10: an authenticated cardholder shifts the liability: disputed as %s it is %s", async (reason, status) => {
    const host = await startMoneyHost()
    const payment = await host.pay({ payment_method: "pm_card_3ds_required" })
    await host.post(`/v2/test_helpers/payments/${payment.id}/authenticate`, { result: "succeeded" })
    await host.post(`/v2/payments/${payment.id}/confirm`)
    const dispute = await host.post("/v2/test_helpers/disputes", { payment_id: payment.id, reason })
    await respond(host, dispute.id, { receipt: "No. 17", submit: true })
    await host.engine.clock.advance("30 days")
    expect((await host.get(`/v2/disputes/${dispute.id}`)).status).toBe(status)
    await host.booksAreRight()
  })

  it("a merchant can accept a dispute, once and for good", async () => {
    const host = await startMoneyHost({ fees: { disputeMinor: 1500 } })
    const { dispute } = await disputed(host)
    const accept = () => host.ask("POST", `/v2/disputes/${dispute.id}/accept`, {})
    expect((await accept()).body).toMatchObject({ status: "lost", evidence_details: { past_due: false } })
    expect((await accept()).body.error.code).toBe("dispute_unexpected_state")
    expect((await respond(host, dispute.id, { receipt: "x" })).error.code).toBe("dispute_unexpected_state")
    await host.engine.clock.advance("60 days")
    expect(await host.told(dispute.id)).toEqual(["dispute.created", "dispute.closed"])
    expect(await host.balance()).toBe(-1500)
    await host.booksAreRight()
  })

  it("a test decides for the issuer, before or after evidence, and its word stands", async () => {
    const host = await startMoneyHost()
    const [one, other] = [await disputed(host), await disputed(host)]
    await respond(host, other.dispute.id, { receipt: "losing_evidence", submit: true })
    const resolve = (id: string, outcome: string) => host.post(`/v2/test_helpers/disputes/${id}/resolve`, { outcome })
    expect((await resolve(one.dispute.id, "won")).status).toBe("won")
    expect((await resolve(other.dispute.id, "won")).status).toBe("won")
    expect((await resolve(other.dispute.id, "lost")).error.code).toBe("dispute_unexpected_state")
    await host.engine.clock.advance("60 days")
    expect((await host.get(`/v2/disputes/${other.dispute.id}`)).status).toBe("won")
    expect(await host.balance()).toBe(4000)
    await host.booksAreRight()
  })

  it("C225–C227: events hold the whole dispute as it was", async () => {
    const host = await startMoneyHost()
    const { dispute } = await disputed(host)
    const accepted = await host.post(`/v2/disputes/${dispute.id}/accept`)
    const { data } = await host.get(`/v2/events?resource=${dispute.id}`)
    expect(data.map((event: any) => [event.type, event.data])).toEqual([
      ["dispute.closed", accepted],
      ["dispute.created", dispute]
    ])
  })
})

describe("what can be disputed", () => {
  it("B10: one dispute is open per payment; after a won one another may come, for what is left", async () => {
    const host = await startMoneyHost()
    const { dispute, payment } = await disputed(host, { amount: 500 })
    const again = (amount?: number) =>
      host.post("/v2/test_helpers/disputes", { payment_id: payment.id, reason: "general", ...(amount && { amount }) })
    expect((await again(100)).error).toMatchObject({ code: "payment_disputed", param: "payment_id" })
    await host.post(`/v2/test_helpers/disputes/${dispute.id}/resolve`, { outcome: "lost" })
    await host.post("/v2/refunds", { payment_id: payment.id, amount: 1000 })
    expect((await again(501)).error).toMatchObject({ code: "amount_too_large", param: "amount" })
    expect((await again()).amount).toBe(500)
    await host.booksAreRight()
  })

  it("nothing that went back with a dispute that was lost, and the refusal says so", async () => {
    const host = await startMoneyHost()
    const { dispute, payment } = await disputed(host)
    await host.post(`/v2/test_helpers/disputes/${dispute.id}/resolve`, { outcome: "lost" })
    const { error } = await host.post("/v2/test_helpers/disputes", { payment_id: payment.id, reason: "general" })
    expect(error.code).toBe("payment_fully_refunded")
    expect(error.message).toContain("lost dispute")
  })

  it("nothing that was refunded in full", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay()
    await host.post("/v2/refunds", { payment_id: payment.id })
    const { error } = await host.post("/v2/test_helpers/disputes", { payment_id: payment.id, reason: "general" })
    expect(error.code).toBe("payment_fully_refunded")
  })

  const bodies: ReadonlyArray<readonly [string, Record<string, unknown>, string, string | undefined]> = [
    ["no payment", { payment_id: undefined }, "parameter_missing", "payment_id"],
    ["a payment that does not exist", { payment_id: "pay_none" }, "resource_missing", "payment_id"],
    ["no reason", { reason: undefined }, "parameter_missing", "reason"],
    ["C60: another reason", { reason: "because" }, "parameter_invalid", "reason"],
    ["more than was captured", { amount: 2001 }, "amount_too_large", "amount"],
    ["an amount of nothing", { amount: 0 }, "amount_too_small", "amount"],
    ["an unknown parameter", { evidence: {} }, "parameter_unknown", "evidence"]
  ]
  it.each(bodies)("not %s", async (_name, change, code, param) => {
    const host = await startMoneyHost()
    const body = { payment_id: (await host.pay()).id, reason: "fraudulent", ...change }
    const reply = await host.ask("POST", "/v2/test_helpers/disputes", body)
    expect(reply.status).toBe(400)
    expect(reply.body.error).toMatchObject({ code, param })
    expect((await host.get("/v2/disputes")).data).toEqual([])
  })

  it("not an authorization", async () => {
    const host = await startMoneyHost()
    const { dispute } = await disputed(host, {}, { capture_method: "manual" })
    expect(dispute.error.code).toBe("payment_unexpected_state")
  })
})

describe("a response is refused, with nothing stored, for", () => {
  const bodies: ReadonlyArray<readonly [string, Record<string, unknown>, string, string]> = [
    ["C64: evidence that is no text", { receipt: 17 }, "parameter_invalid", "receipt"],
    ["null", { receipt: null }, "parameter_invalid", "receipt"],
    ["a text that is too long", { receipt: "x".repeat(20_001) }, "string_too_long", "receipt"],
    ["C65: submit that is no boolean", { submit: "true" }, "parameter_invalid", "submit"],
    ["an unknown field", { bribe: "yes" }, "parameter_unknown", "bribe"]
  ]
  it.each(bodies)("%s", async (_name, body, code, param) => {
    const host = await startMoneyHost()
    const { dispute } = await disputed(host)
    const reply = await host.ask("POST", `/v2/disputes/${dispute.id}/evidence`, body)
    expect(reply.status).toBe(400)
    expect(reply.body.error).toMatchObject({ type: "validation_error", code, param })
    expect(await host.get(`/v2/disputes/${dispute.id}`)).toEqual(dispute)
  })

  it("a dispute that does not exist", async () => {
    const host = await startMoneyHost()
    const reply = await host.ask("POST", "/v2/disputes/dsp_none/evidence", { receipt: "x" })
    expect([reply.status, reply.body.error.code]).toEqual([404, "resource_missing"])
    expect((await host.ask("POST", "/v2/disputes/dsp_none/accept", {})).status).toBe(404)
  })

  it("acceptance with parameters", async () => {
    const host = await startMoneyHost()
    const { dispute } = await disputed(host)
    const reply = await host.ask("POST", `/v2/disputes/${dispute.id}/accept`, { why: "tired" })
    expect(reply.body.error).toMatchObject({ code: "parameter_unknown", param: "why" })
  })

  it.each(["status=closed", "limit=0", "cursor=x", "reason=fraudulent"])("a list with %s", async (query) => {
    const host = await startMoneyHost()
    expect((await host.ask("GET", `/v2/disputes?${query}`)).status).toBe(400)
  })
})
