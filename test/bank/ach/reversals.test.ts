/** Reversals and second presentments over HTTP (B132, B133, B141, B142, B146). The rules by themselves are in AchReturn.test. */
import { describe, expect, it } from "vitest"
import { testClient } from "../../../plugins/bank/index.ts"
import { freshKey, startHost, type Host } from "../host.ts"
import { achBody, achTo, act, alerts, created, events, operatorLog, shown, steps, until } from "./achHost.ts"

/** Friday noon: the entry settles on Monday 2026-06-15, and can be reversed through Tuesday 2026-06-23. */
const friday = { engine: { clock: "2026-06-12T16:00:00.000Z" } }
const monday = "2026-06-15T12:30:00Z"
const debit = { direction: "debit" }

const settledCredit = async (host: Host, body: unknown = achBody()) => {
  const id = await created(host, body)
  await until(host, monday)
  return id
}

const reverse = (host: Host, id: string, body: unknown = { reason: "duplicate" }) => act(host, id, "reversal", body)

const code = async (reply: ReturnType<typeof act>) => {
  const { body, status } = await reply
  return [status, body.error?.code, body.error?.details?.reason]
}

describe("a reversal", () => {
  it("B.5 takes the money back by an entry of its own: same amount, class and company, turned, REVERSAL", async () => {
    const host = await startHost(friday)
    const id = await settledCredit(host)
    const { body, status } = await reverse(host, id, { reason: "incorrect_amount", referenceId: "REV-1" })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      reversalId: expect.stringMatching(/^rev_/),
      paymentId: id,
      reversalPaymentId: expect.stringMatching(/^pmt_ach_/),
      amount: 250_000,
      status: "queued",
      reason: "incorrect_amount",
      referenceId: "REV-1",
      createdAt: "2026-06-15T12:30:00.000Z"
    })
    await until(host, "2026-06-16T12:30:00Z")
    const taking = await shown(host, body.data.reversalPaymentId)
    expect(taking).toMatchObject({
      status: "settled",
      direction: "debit",
      amount: 250_000,
      reversalOf: id,
      referenceId: "REV-1"
    })
    expect(await steps(host, taking.paymentId)).toEqual(["settle settlement>customer"])
    expect(await shown(host, id)).toMatchObject({ status: "settled", reversalId: body.data.reversalId })
    const file = (await host.ask("GET", "/v2/simulator/network/messages")).body.data.findLast(
      ({ messageType }: any) => messageType === "nacha.file"
    )
    expect(file.messageId).toBe("20260615-A.ach")
    expect(await operatorLog(host, taking.paymentId)).toHaveLength(1)
  })

  it("B132 B146 is possible until 23:59:59 ET of the fifth banking day after settlement, over a holiday", async () => {
    for (const [time, expected] of [
      ["2026-06-24T03:59:59.999Z", [201, undefined, undefined]],
      ["2026-06-24T04:00:00Z", [422, "REVERSAL_WINDOW_EXPIRED", undefined]]
    ] as const) {
      const host = await startHost(friday)
      const id = await settledCredit(host)
      await until(host, time)
      expect(await code(reverse(host, id))).toEqual(expected)
    }
  })

  it("B133 is for settled credits only, once, and never of a reversal", async () => {
    const host = await startHost(friday)
    const refused = "PAYMENT_NOT_REVERSIBLE"
    const debited = await settledCredit(host, achBody(debit))
    expect(await code(reverse(host, debited))).toEqual([422, refused, "not_credit"])
    const unsettled = await created(host, achBody())
    expect(await code(reverse(host, unsettled))).toEqual([422, refused, "not_settled"])
    const back = await created(host, achTo("9010000002"))
    await until(host, "2026-06-17T12:30:00Z")
    expect(await code(reverse(host, back))).toEqual([422, refused, "returned"])
    const first = await reverse(host, unsettled)
    expect(await code(reverse(host, unsettled))).toEqual([422, refused, "already_reversed"])
    await until(host, "2026-06-18T12:30:00Z")
    expect(await code(reverse(host, first.body.data.reversalPaymentId))).toEqual([422, refused, "not_credit"])
    const instant = (await host.pay()).body.data.paymentId
    expect(await code(reverse(host, instant))).toEqual([422, refused, "not_ach"])
    expect(await code(reverse(host, "pmt_ach_none"))).toEqual([404, "NOT_FOUND", undefined])
  })

  it("B.5 can itself come back, and then the originator gives the money back", async () => {
    const host = await startHost(friday)
    const id = await settledCredit(host, achTo("9017000001"))
    const { body } = await reverse(host, id)
    await until(host, "2026-06-17T12:30:00Z")
    const taking = await shown(host, body.data.reversalPaymentId)
    expect([taking.status, taking.returnCode, taking.representmentEligible]).toEqual(["returned", "R02", false])
    expect((await steps(host, taking.paymentId)).at(-1)).toMatch(/^return (customer|receivable)>settlement$/)
    expect((await shown(host, id)).status).toBe("settled")
  })

  it.each([
    ["2026-06-16T01:00:00Z", "cancelled", 0, []],
    ["2026-06-15T16:00:00Z", "settled", 1, ["payment.needs_attention"]]
  ])("made at %s is %s when the credit itself comes back on the day after", async (time, status, sent, raised) => {
    const host = await startHost(friday)
    const id = await settledCredit(host, achTo("9010000002"))
    await until(host, time)
    const taking = (await reverse(host, id)).body.data.reversalPaymentId
    await until(host, "2026-06-18T12:30:00Z")
    expect((await shown(host, id)).status).toBe("returned")
    expect([(await shown(host, taking)).status, (await operatorLog(host, taking)).length]).toEqual([status, sent])
    expect((await alerts(host)).map(({ type }) => type)).toEqual(raised)
  })

  it("that is held is taken back with its hold when the credit itself comes back", async () => {
    const host = await startHost(friday)
    const id = await settledCredit(host, achTo("9010000002"))
    await host.admin("POST", "/v2/simulator/screening", { status: "down" })
    expect((await reverse(host, id)).body.data.status).toBe("held")
    await until(host, "2026-06-17T12:30:00Z")
    expect((await host.admin("GET", "/v2/compliance/holds")).body.data).toMatchObject([
      { status: "cancelled", decidedBy: "system" }
    ])
  })

  it("refuses what can no longer settle within its days, where the host wants that", async () => {
    const host = await startHost({ ...friday, bank: { ach: { reversalWindow: "transmittable" } } })
    const id = await settledCredit(host)
    await until(host, "2026-06-23T16:00:00Z")
    expect(await code(reverse(host, id))).toEqual([422, "REVERSAL_WINDOW_EXPIRED", undefined])
  })

  it("is made once per key; the reason is one of four; it may be cancelled before its window", async () => {
    const host = await startHost(friday)
    const id = await settledCredit(host)
    expect((await reverse(host, id, { reason: "regret" })).body.error.field).toBe("reason")
    const path = `/v2/payments/ach/${id}/reversal`
    expect((await host.ask("POST", path, { reason: "duplicate" })).body.error.field).toBe("Idempotency-Key")
    const key = { "idempotency-key": freshKey() }
    const first = await host.ask("POST", path, { reason: "duplicate" }, key)
    expect((await host.ask("POST", path, { reason: "duplicate" }, key)).body).toEqual(first.body)
    const cancelled = await act(host, first.body.data.reversalPaymentId, "cancel")
    expect(cancelled.body.data.status).toBe("cancelled")
    // What never left reversed nothing.
    const second = await reverse(host, id)
    expect([second.status, (await shown(host, id)).reversalId]).toEqual([201, second.body.data.reversalId])
    expect(await code(reverse(host, id))).toEqual([422, "PAYMENT_NOT_REVERSIBLE", "already_reversed"])
  })
})

describe("an entry that follows from another one", () => {
  const others = [{ routingNumber: "099900014", accountNumber: "555" }]

  it.each([
    [{ rails: ["rtp"] }, [403, "RAIL_ACCESS_DENIED"]],
    [{ secCodes: ["CCD"] }, [400, "INVALID_SEC_CODE"]],
    [{ accounts: others }, [403, "ACCOUNT_ACCESS_DENIED"]]
  ])("is refused to a client that has lost what it needs: %j", async (change, expected) => {
    const host = await startHost(friday)
    const [credit, returned] = [await settledCredit(host), await created(host, achTo("9010000001", debit))]
    await until(host, "2026-06-18T12:30:00Z")
    await host.admin("PATCH", `/v2/admin/clients/${testClient.clientId}`, change)
    expect(await code(reverse(host, credit))).toEqual([...expected, undefined])
    expect(await code(act(host, returned, "represent"))).toEqual([...expected, undefined])
    expect((await shown(host, credit)).reversalId).toBe(null)
  })
})

describe("a second presentment (B141, B142)", () => {
  const returnedDebit = async (host: Host, account = "9010000001") => {
    const id = await created(host, achTo(account, debit))
    await until(host, "2026-06-16T12:30:00Z")
    return id
  }

  it("presents a debit that came back with R01 again, as RETRY PYMT of the same amount", async () => {
    const host = await startHost(friday)
    const id = await returnedDebit(host)
    const { body, status } = await act(host, id, "represent")
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ status: "queued", amount: 250_000, direction: "debit", representmentOf: id })
    expect(await shown(host, id)).toMatchObject({ status: "returned", representments: [body.data.paymentId] })
    await until(host, "2026-06-17T12:30:00Z")
    expect(events(await shown(host, body.data.paymentId))).toEqual(["validated", "approved", "submitted", "settled"])
  })

  it("is none when it was cancelled before it left", async () => {
    const host = await startHost(friday)
    const id = await returnedDebit(host, "9016000001")
    for (const _ of ["first", "second", "third"]) {
      const { body, status } = await act(host, id, "represent")
      expect(status).toBe(201)
      expect((await act(host, body.data.paymentId, "cancel")).status).toBe(200)
    }
    const last = (await act(host, id, "represent")).body.data.paymentId
    expect((await shown(host, id)).representments).toEqual([last])
  })

  it("counts its 180 days from the first settlement, and is refused while one is on its way", async () => {
    const host = await startHost(friday)
    const id = await returnedDebit(host, "9016000001")
    const again = await act(host, id, "represent")
    expect(await code(act(host, id, "represent"))).toEqual([422, "REPRESENTMENT_NOT_ALLOWED", "not_a_returned_debit"])
    await host.engine.advance("10 days")
    const second = await shown(host, again.body.data.paymentId)
    expect(second).toMatchObject({ status: "returned", representmentDeadline: "2026-12-12" })
    // Under the id of the later presentment as well; the deadline ends with its day in New York.
    await until(host, "2026-12-13T04:59:59Z")
    expect((await act(host, second.paymentId, "represent")).status).toBe(201)
    const other = await startHost(friday)
    const late = await returnedDebit(other)
    await until(other, "2026-12-13T05:00:00Z")
    expect(await code(act(other, late, "represent"))).toEqual([422, "REPRESENTMENT_NOT_ALLOWED", "too_late"])
  })

  it.each([
    ["9010000002", debit, "return_code"],
    ["9010000020", debit, "return_code"],
    ["9010000003", {}, "not_a_returned_debit"],
    ["9000000000", debit, "not_a_returned_debit"]
  ])("is refused for %s %o: %s", async (account, change, reason) => {
    const host = await startHost(friday)
    const id = await created(host, achTo(account, change))
    await until(host, "2026-06-17T12:30:00Z")
    expect(await code(act(host, id, "represent"))).toEqual([422, "REPRESENTMENT_NOT_ALLOWED", reason])
  })
})
