/** Sections A10 and A11 of the requirement list: the states of payments, disputes, verifications and alerts. */
import { describe, expect, it } from "vitest"
import { startMerchant, type Merchant } from "./merchant.ts"

/** Steps and legs of the journals about a source, oldest first: `capture hold.outstanding>hold.issuer 1000`. */
const journals = async ({ get }: Merchant, source: string): Promise<ReadonlyArray<string>> =>
  (await get(`/v2/ledger/entries?limit=100&source=${source}`)).data
    .map(({ postings, step }: { postings: ReadonlyArray<any>; step: string }) => {
      const side = (direction: string) => postings.filter((posting) => posting.direction === direction)
      const names = (legs: ReadonlyArray<any>) => legs.map(({ account }) => account).join("+")
      const sum = (legs: ReadonlyArray<any>) => legs.reduce((total, { amount }) => total + amount, 0)
      expect(sum(side("debit"))).toBe(sum(side("credit")))
      return `${step} ${names(side("debit"))}>${names(side("credit"))} ${sum(side("debit"))}`
    })
    .reverse()

const booksAreRight = async ({ invariants }: Merchant) => expect(await invariants()).toEqual({ ok: true, failures: [] })

describe("A10: payment states", () => {
  it("C105 automatic and without authentication: succeeded, and all of it captured", async () => {
    const merchant = await startMerchant()
    const payment = await merchant.pay()
    expect(payment).toMatchObject({
      status: "succeeded",
      amount_captured: 2000,
      authorization: { state: "captured", amount_capturable: 0 }
    })
    expect(await merchant.available()).toBe(2000)
    expect(await merchant.told(payment.id)).toEqual(["payment.created", "payment.succeeded"])
    await booksAreRight(merchant)
  })

  it("C106 manual: authorized and not captured, until a capture call", async () => {
    const merchant = await startMerchant()
    const held = await merchant.authorize()
    expect(held).toMatchObject({
      status: "pending",
      amount_captured: 0,
      authorization: {
        state: "authorized",
        amount_authorized: 2000,
        amount_capturable: 2000,
        capture_before: "2026-01-22T09:30:00Z"
      }
    })
    expect(await journals(merchant, held.id)).toEqual(["authorize hold.issuer>hold.outstanding 2000"])
    expect(await merchant.available()).toBe(0)
    expect((await merchant.post(`/v2/payments/${held.id}/capture`)).status).toBe("succeeded")
    expect(await merchant.available()).toBe(2000)
    await booksAreRight(merchant)
  })

  it("C107 the issuer requires authentication: requires_action, with the redirect URL, and no money held", async () => {
    const merchant = await startMerchant()
    const waiting = await merchant.pay({ payment_method: "pm_card_3ds_required" })
    expect(waiting).toMatchObject({ status: "requires_action", amount_captured: 0, authorization: { state: "none" } })
    expect(waiting.next_action).toEqual({ type: "redirect_to_url", redirect_url: expect.stringMatching(/^http:/) })
    const page = await merchant.engine.fetch(new Request(waiting.next_action.redirect_url))
    expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")])
    expect(await journals(merchant, waiting.id)).toEqual([])
    expect(await merchant.told(waiting.id)).toEqual(["payment.created", "payment.requires_action"])
  })

  it("C108 confirm after the authentication: succeeded, confirmed and captured; before it: refused", async () => {
    const merchant = await startMerchant()
    const { authenticate, pay, payment, post, refused } = merchant
    const waiting = await pay({ payment_method: "pm_card_3ds_required" })
    const path = `/v2/payments/${waiting.id}/confirm`
    expect(await refused("POST", path)).toMatchObject({ status: 400, code: "authentication_pending" })
    expect(await payment(waiting.id)).toEqual(waiting)
    await authenticate(waiting)
    expect(await post(path)).toMatchObject({ status: "succeeded", amount_captured: 2000 })
    expect(await refused("POST", path)).toMatchObject({ status: 400, code: "payment_unexpected_state" })
    await booksAreRight(merchant)
  })

  it("C109 at most the authorized amount is captured, in full or in part, once", async () => {
    const merchant = await startMerchant()
    const { authorize, payment, post, refused } = merchant
    const held = await authorize()
    const path = `/v2/payments/${held.id}/capture`
    const tooMuch = await refused("POST", path, { amount: 2001 })
    expect(tooMuch).toMatchObject({ status: 400, code: "capture_amount_too_large", param: "amount" })
    expect(await payment(held.id)).toEqual(held)
    expect(await post(path, { amount: 1200 })).toMatchObject({
      status: "succeeded",
      amount_captured: 1200,
      authorization: { state: "partially_captured" }
    })
    expect(await refused("POST", path, { amount: 1 })).toMatchObject({ code: "payment_already_captured" })
    const full = await authorize()
    expect((await post(`/v2/payments/${full.id}/capture`, { amount: 2000 })).authorization.state).toBe("captured")
    await booksAreRight(merchant)
  })

  it("C110 a partial capture releases the remainder to the card within 5 to 10 business days", async () => {
    const merchant = await startMerchant()
    const { advance, authorize, post } = merchant
    const held = await authorize()
    const { authorization } = await post(`/v2/payments/${held.id}/capture`, { amount: 1200 })
    // 10 business days after Thursday, 15 January.
    expect(authorization).toMatchObject({ released_amount: 800, release_expected_by: "2026-01-29T09:30:00Z" })
    const released = async () => (await journals(merchant, held.id)).some((entry) => entry.startsWith("release "))
    // 5 business days end on Thursday the 22nd, 10 on the 29th.
    await advance("604799 seconds")
    expect(await released()).toBe(false)
    await advance("604801 seconds")
    expect(await released()).toBe(true)
    expect((await journals(merchant, held.id)).at(-1)).toBe("release hold.outstanding>hold.issuer 800")
    await booksAreRight(merchant)
  })

  it("C111 a payment is canceled before its capture", async () => {
    const merchant = await startMerchant()
    const { authorize, pay, post, told } = merchant
    const held = await authorize()
    expect(await post(`/v2/payments/${held.id}/cancel`)).toMatchObject({
      status: "canceled",
      cancellation_reason: "requested_by_merchant",
      authorization: { state: "voided", amount_capturable: 0 }
    })
    expect((await told(held.id)).at(-1)).toBe("payment.canceled")
    const waiting = await pay({ payment_method: "pm_card_3ds_required" })
    expect((await post(`/v2/payments/${waiting.id}/cancel`)).status).toBe("canceled")
    await booksAreRight(merchant)
  })

  it("C112 a cancellation is final: nothing confirms, captures or cancels the payment any more", async () => {
    const { authorize, pay, payment, post, refused } = await startMerchant()
    for (const { id } of [await authorize(), await pay({ payment_method: "pm_card_3ds_required" })]) {
      const canceled = await post(`/v2/payments/${id}/cancel`)
      for (const operation of ["confirm", "capture", "cancel"]) {
        const { code, status } = await refused("POST", `/v2/payments/${id}/${operation}`)
        const codes = ["payment_unexpected_state", ...(operation === "capture" ? ["payment_not_capturable"] : [])]
        expect([operation, status, codes]).toEqual([operation, 400, expect.arrayContaining([code])])
      }
      expect(await payment(id)).toEqual(canceled)
    }
    expect((await pay()).status).toBe("succeeded")
  })

  it("C113 after 7 days without a capture the authorization is expired, and not a second before", async () => {
    const merchant = await startMerchant()
    const { advance, authorize, payment, post, refused, told } = merchant
    const [held, taken] = [await authorize(), await authorize()]
    await advance("604799 seconds")
    expect((await payment(held.id)).status).toBe("pending")
    expect((await post(`/v2/payments/${taken.id}/capture`)).status).toBe("succeeded")
    await advance("1 second")
    expect(await payment(held.id)).toMatchObject({
      status: "canceled",
      cancellation_reason: "expired",
      authorization: { state: "expired" }
    })
    expect((await told(held.id)).at(-1)).toBe("payment.expired")
    const refusal = await refused("POST", `/v2/payments/${held.id}/capture`)
    expect(refusal).toMatchObject({ status: 400, code: "payment_expired" })
    await booksAreRight(merchant)
  })

  it("C114 a captured payment is not canceled but refunded", async () => {
    const { authorize, pay, payment, post, refund, refused } = await startMerchant()
    const part = await authorize()
    await post(`/v2/payments/${part.id}/capture`, { amount: 1 })
    for (const { id } of [await pay(), part]) {
      const refusal = await refused("POST", `/v2/payments/${id}/cancel`)
      expect(refusal).toMatchObject({ status: 400, code: "payment_not_cancelable" })
      expect((await payment(id)).status).toBe("succeeded")
      expect((await refund({ id })).status).toBe("succeeded")
    }
  })

  it("C115 a captured payment is refunded in full or in several parts, up to the captured amount", async () => {
    const merchant = await startMerchant()
    const { authorize, payment, post, refund } = merchant
    const held = await authorize()
    await post(`/v2/payments/${held.id}/capture`, { amount: 1500 })
    for (const amount of [500, 1, 400]) expect((await refund(held, { amount })).amount).toBe(amount)
    expect((await refund(held)).amount).toBe(599)
    expect(await payment(held.id)).toMatchObject({ status: "succeeded", amount_refunded: 1500 })
    await booksAreRight(merchant)
  })

  it("C116 refunds never exceed the captured amount together, also when they are asked for at once", async () => {
    const merchant = await startMerchant()
    const { authorize, pay, payment, post, refused, send } = merchant
    const part = await authorize()
    await post(`/v2/payments/${part.id}/capture`, { amount: 1500 })
    expect(await refused("POST", "/v2/refunds", { payment_id: part.id, amount: 1501 })).toMatchObject({
      status: 400,
      code: "refund_amount_too_large",
      param: "amount"
    })
    const one = await pay()
    const tooMuch = await refused("POST", "/v2/refunds", { payment_id: one.id, amount: 2001 })
    expect(tooMuch).toMatchObject({ status: 400, code: "refund_amount_too_large", param: "amount" })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send("POST", "/v2/refunds", { payment_id: one.id, amount: 600 }))
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect((await payment(one.id)).amount_refunded).toBe(1800)
    await booksAreRight(merchant)
  })
})

describe("A11: dispute states", () => {
  const evidence = (id: string) => `/v2/disputes/${id}/evidence`

  it("C117 evidence is submitted once per dispute", async () => {
    const { dispute, get, post, refused } = await startMerchant()
    const { id } = await dispute()
    const sent = await post(evidence(id), { receipt: "No. 17", submit: true })
    for (const body of [{ receipt: "No. 18", submit: true }, { receipt: "No. 18" }]) {
      const again = await refused("POST", evidence(id), body)
      expect(again).toMatchObject({ status: 400, code: "evidence_already_submitted" })
    }
    expect(await get(`/v2/disputes/${id}`)).toEqual(sent)
  })

  it("C118 and only before respond_by, not at it", async () => {
    const { advance, dispute, get, post, refused } = await startMerchant()
    const [early, late] = [await dispute(), await dispute()]
    await advance("1209599 seconds")
    expect((await post(evidence(early.id), { receipt: "No. 17", submit: true })).status).toBe("under_review")
    await advance("1 second")
    for (const submit of [true, false]) {
      const refusal = await refused("POST", evidence(late.id), { receipt: "No. 17", submit })
      expect(refusal).toMatchObject({ status: 400, code: "evidence_deadline_passed" })
    }
    expect((await get(`/v2/disputes/${late.id}`)).status).toBe("lost")
  })

  it("C119 with submit true it is sent to the issuer at once, who decides", async () => {
    const merchant = await startMerchant()
    const { advance, dispute, get, post, told } = merchant
    for (const [receipt, status] of [
      ["winning_evidence", "won"],
      ["losing_evidence", "lost"]
    ]) {
      const { id } = await dispute()
      expect(await post(evidence(id), { receipt, submit: true })).toMatchObject({
        status: "under_review",
        evidence_details: { submission_count: 1 }
      })
      await advance("1 minute")
      expect((await get(`/v2/disputes/${id}`)).status).toBe(status)
      expect(await told(id)).toEqual(["dispute.created", "dispute.updated", "dispute.closed"])
    }
    await booksAreRight(merchant)
  })

  it("C120 otherwise it is saved as a draft, which is not sent", async () => {
    const { advance, dispute, get, post } = await startMerchant()
    const { id } = await dispute()
    await post(evidence(id), { receipt: "winning_evidence" })
    expect(await post(evidence(id), { refund_policy: "None", submit: false })).toMatchObject({
      status: "needs_response",
      evidence: { receipt: "winning_evidence", refund_policy: "None" },
      evidence_details: { has_evidence: true, submission_count: 0 }
    })
    await advance("14 days")
    expect(await get(`/v2/disputes/${id}`)).toMatchObject({ status: "lost", evidence_details: { past_due: true } })
  })
})
