/** Holds, approvals, wires from the instant endpoint, reading (A.6, A.13, B.3, B.5). */
import { describe, expect, it } from "vitest"
import type { ScreeningException } from "../../plugins/bank/compliance/Hold.ts"
import { isExcepted } from "../../plugins/bank/compliance/PaymentScreening.ts"
import { beneficiary, client, keyOf, paymentBody, startHost, to, type Host } from "./host.ts"

const named = (name: string, change: Readonly<Record<string, unknown>> = {}) =>
  paymentBody({ beneficiary: { ...beneficiary, name }, ...change })

const officer = client("cli_officer", { scopes: ["compliance:read", "compliance:write", "approvals:write"] })

const events = (payment: any) => payment.events.map(({ eventType }: any) => eventType)

const openHold = async ({ admin }: Host) => (await admin("GET", "/v2/compliance/holds?status=open")).body.data[0]

describe("a possible sanctions match", () => {
  it("B5 B21 B70 B85 B135 X2 holds the payment with 202, data and error, before anything is sent", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["compliance.hold"] })
    const { body, status } = await host.pay(named("Zoltan Sanctionov"))
    expect(status).toBe(202)
    await host.engine.drain()
    expect(host.engine.notifier.requests.map((request) => JSON.parse(request.body).data)).toEqual([
      {
        paymentId: body.data.paymentId,
        rail: "fednow",
        status: "held",
        holdReason: "OFAC_POSSIBLE_MATCH",
        matchedField: "beneficiary.name",
        matchScore: 100,
        heldAt: "2026-06-17T16:00:00.000Z",
        referenceId: "INV-42",
        sequence: 2
      }
    ])
    expect(body.data).toMatchObject({ status: "held", holdReason: "OFAC_POSSIBLE_MATCH", heldAt: expect.any(String) })
    expect(body.error).toMatchObject({ code: "OFAC_MATCH", details: { paymentId: body.data.paymentId } })
    expect(body.meta.requestId).toEqual(expect.any(String))
    const log = await host.ask("GET", `/v2/simulator/network/messages?paymentId=${body.data.paymentId}`)
    expect(log.body.data).toEqual([])
    expect(await openHold(host)).toMatchObject({
      paymentId: body.data.paymentId,
      matchedField: "beneficiary.name",
      matchScore: 100,
      listName: "ofac_sdn",
      matchedName: "Zoltan Sanctionov",
      status: "open"
    })
  })

  it.each([
    ["Zoltan Sanctionof", "held"],
    ["Blocked Trading LLC", "held"],
    ["Trading LLC", "settled"]
  ])("C.2 %s is %s", async (name, status) => {
    const host = await startHost()
    expect((await host.pay(named(name))).body.data.status).toBe(status)
  })

  it("screens the originator and the free text as well", async () => {
    const host = await startHost()
    expect((await host.pay({ remittanceInfo: "for Zoltan Sanctionov" })).body.data.status).toBe("held")
    const held = await openHold(host)
    expect(held.matchedField).toBe("remittanceInfo")
  })

  it("B71 B139 B153 is released once and goes on without being sent in again", async () => {
    const host = await startHost()
    const { body } = await host.pay(named("Zoltan Sanctionov"))
    const { holdId } = await openHold(host)
    await host.engine.advance("3 hours")
    const release = () => host.admin("POST", `/v2/compliance/holds/${holdId}/release`, { note: "not him" })
    expect(await release()).toMatchObject({ status: 200, body: { data: { status: "released", decidedBy: "admin" } } })
    await host.engine.drain()
    const payment = await host.payment(body.data.paymentId)
    expect(payment).toMatchObject({ status: "settled", processingTimeMs: 0 })
    expect(events(payment)).toEqual([
      "payment.validated",
      "compliance.hold",
      "compliance.released",
      "payment.approved",
      "payment.submitted",
      "payment.settled"
    ])
    expect(await release()).toMatchObject({ status: 409, body: { error: { code: "STATE_CONFLICT" } } })
  })

  it("B72 is rejected: nothing is sent, and the money is given back", async () => {
    const host = await startHost()
    const { body } = await host.pay(named("Zoltan Sanctionov"))
    const { holdId } = await openHold(host)
    await host.admin("POST", `/v2/compliance/holds/${holdId}/reject`, { note: "him" })
    const payment = await host.payment(body.data.paymentId)
    expect(payment).toMatchObject({ status: "rejected", rejectionStage: "compliance" })
    expect(events(payment)).toEqual(["payment.validated", "compliance.hold", "compliance.rejected", "payment.rejected"])
    const { body: entries } = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${body.data.paymentId}`)
    expect(entries.data.map(({ step }: any) => step)).toEqual(["reserve", "release"])
    await host.engine.advance("1 day")
    const log = await host.ask("GET", `/v2/simulator/network/messages?paymentId=${body.data.paymentId}`)
    expect(log.body.data).toEqual([])
  })

  it("a release and a reject at once have one winner", async () => {
    const host = await startHost()
    await host.pay(named("Zoltan Sanctionov"))
    const { holdId } = await openHold(host)
    const both = await Promise.all([
      host.admin("POST", `/v2/compliance/holds/${holdId}/release`, { note: "not him" }),
      host.admin("POST", `/v2/compliance/holds/${holdId}/reject`, { note: "him" })
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it("an exception passes over the same match from then on", async () => {
    const host = await startHost()
    await host.pay(named("Zoltan Sanctionof"))
    const { holdId } = await openHold(host)
    await host.admin("POST", `/v2/compliance/holds/${holdId}/release`, { addException: true, note: "other person" })
    expect((await host.pay(named("Zoltan Sanctionof"))).body.data.status).toBe("settled")
    expect((await host.pay(named("Zoltan Sanctionov"))).body.data.status).toBe("held")
    const { body } = await host.admin("GET", `/v2/admin/audit?resource=${holdId}`)
    const exception = { screenedValue: "Zoltan Sanctionof", createdBy: "admin", expiresAt: null }
    expect(body.data).toMatchObject([{ action: "hold.release", after: { note: "other person", exception } }])
  })

  it("D.5 gives back what was set aside when its client cancels it or an officer rejects it", async () => {
    const host = await startHost()
    const cancelled = (await host.pay(named("Zoltan Sanctionov"))).body.data.paymentId
    await host.ask("POST", `/v2/payments/instant/${cancelled}/cancel`)
    const rejected = (await host.pay(named("Zoltan Sanctionov"))).body.data.paymentId
    const { holdId } = await openHold(host)
    await host.admin("POST", `/v2/compliance/holds/${holdId}/reject`, { note: "him" })
    for (const paymentId of [cancelled, rejected]) {
      const { body } = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${paymentId}`)
      const [reserve, release] = body.data.map(({ postings }: any) =>
        postings.map(({ account, direction }: any) => `${direction} ${account}`)
      )
      const swapped = (posting: string) =>
        posting.startsWith("debit ") ? posting.replace("debit", "credit") : posting.replace("credit", "debit")
      expect(body.data.map(({ step }: any) => step)).toEqual(["reserve", "release"])
      expect(release.toSorted()).toEqual(reserve.map(swapped).toSorted())
    }
  })

  it("an exception ends when it says so", () => {
    const match = { listName: "ofac_sdn", listEntryId: "entry", screenedValue: "Zoltan Sanctionof" }
    const until = (expiresAt: number | null) => [{ ...match, expiresAt } as ScreeningException]
    expect(isExcepted(until(1_000), match, 999)).toBe(true)
    expect(isExcepted(until(1_000), match, 1_000)).toBe(false)
    expect(isExcepted(until(null), match, 1_000)).toBe(true)
  })

  it("alerts after 24 hours", async () => {
    const host = await startHost()
    await host.pay(named("Zoltan Sanctionov"))
    await host.engine.advance("25 hours")
    expect((await host.admin("GET", "/v2/admin/alerts")).body.data[0].type).toBe("hold.aging")
  })

  it("needs the scopes of an officer", async () => {
    const host = await startHost({ bank: { clients: [officer, client("cli_other")] } })
    expect((await host.ask("GET", "/v2/compliance/holds", undefined, keyOf(client("cli_other")))).status).toBe(403)
    expect((await host.ask("GET", "/v2/compliance/holds", undefined, keyOf(officer))).status).toBe(200)
  })
})

describe("screening that is out of order", () => {
  it("B136 B138 holds with 503 and Retry-After, then goes on by itself when it is clean", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["*"] })
    const key = { "idempotency-key": "outage" }
    const { body, headers, status } = await host.pay(named("Screening Outage"), key)
    expect([status, headers.get("retry-after")]).toEqual([503, "30"])
    expect(body.error).toMatchObject({ code: "OFAC_SCREENING_ERROR", details: { status: "held" } })
    const { paymentId } = body.error.details
    // The retry with the same key returns that same payment, never a second one.
    const again = await host.pay(named("Screening Outage"), key)
    expect([again.status, again.body.error.details.paymentId]).toEqual([503, paymentId])
    await host.engine.advance("5 minutes")
    const payment = await host.payment(paymentId)
    expect(payment.status).toBe("settled")
    const told = host.engine.notifier.requests.map((request) => JSON.parse(request.body))
    expect(told.slice(0, 3)).toMatchObject([
      { eventType: "payment.validated" },
      {
        eventType: "compliance.hold",
        data: { status: "held", holdReason: "OFAC_SCREENING_UNAVAILABLE", matchScore: null }
      },
      { eventType: "compliance.released", data: { releasedBy: "system" } }
    ])
    expect(events(payment).slice(3)).toEqual(["payment.approved", "payment.submitted", "payment.settled"])
    expect((await host.pay(named("Screening Outage"), key)).status).toBe(200)
  })

  it("B138 stays held for another reason when it matches in the end", async () => {
    const host = await startHost()
    const { body } = await host.pay(named("Screening Outage Match"))
    expect(await host.payment(body.error.details.paymentId)).toMatchObject({
      status: "held",
      holdReason: "OFAC_SCREENING_UNAVAILABLE"
    })
    await host.engine.advance("5 minutes")
    const payment = await host.payment(body.error.details.paymentId)
    expect(payment).toMatchObject({ status: "held", holdReason: "OFAC_POSSIBLE_MATCH" })
    expect(await openHold(host)).toMatchObject({ holdReason: "OFAC_POSSIBLE_MATCH", attempts: 3 })
  })

  it("C.5 can be taken out of order by hand", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/screening", { status: "down" })
    const { body } = await host.pay()
    expect(body.error.code).toBe("OFAC_SCREENING_ERROR")
    await host.ask("POST", "/v2/simulator/screening", { status: "up" })
    await host.engine.advance("1 minute")
    expect((await host.payment(body.error.details.paymentId)).status).toBe("settled")
  })
})

describe("approvals", () => {
  const rule = (host: Host, more: Readonly<Record<string, unknown>> = {}) =>
    host.admin("POST", "/v2/admin/approval-rules", {
      priority: 1,
      when: { minAmount: 1_000 },
      ...(JSON.parse('{"then":"human"}') as object),
      ...more
    })

  it("B65 B154 wait for a person where a rule says so", async () => {
    const host = await startHost()
    await rule(host)
    expect((await host.pay({ amount: 999 })).body.data.status).toBe("settled")
    const { body, status } = await host.pay({ amount: 1_000 })
    expect([status, body.data.status]).toEqual([202, "pending_approval"])
    const { paymentId } = body.data
    expect((await host.admin("GET", "/v2/approvals?status=pending")).body.data).toMatchObject([{ paymentId }])
    expect(await host.admin("POST", `/v2/approvals/${paymentId}/approve`, { note: "seen" })).toMatchObject({
      status: 200
    })
    await host.engine.drain()
    expect((await host.payment(paymentId)).status).toBe("settled")
    expect(await host.admin("POST", `/v2/approvals/${paymentId}/approve`)).toMatchObject({ status: 409 })
  })

  it.each([
    { minAmount: 101, maxAmount: 100 },
    { clientIds: [] },
    { timeWindow: { tz: "America/New_York", from: "09:00", to: "09:00" } }
  ])("have no rules that no payment can meet, as routing has none: %j", async (when) => {
    const host = await startHost()
    const add = (kind: string, then: string, condition: object) =>
      host.admin("POST", `/v2/admin/${kind}-rules`, { priority: 1, when: condition, ...JSON.parse(`{"then":${then}}`) })
    const refused = [await add("routing", '{"rail":"reject"}', when)]
    if (!("timeWindow" in when)) refused.push(await add("approval", '"human"', when))
    for (const { body, status } of refused) {
      expect([status, body.error?.code, body.error?.field]).toEqual([400, "INVALID_FIELD_FORMAT", "when"])
    }
    expect((await add("approval", '"human"', { minAmount: 100, maxAmount: 100 })).status).toBe(201)
    const hours = { tz: "America/New_York", from: "22:00", to: "02:00" }
    expect((await add("routing", '{"rail":"reject"}', { timeWindow: hours })).status).toBe(201)
  })

  it("are refused: the payment is rejected in the stage approval", async () => {
    const host = await startHost()
    await rule(host)
    const { body } = await host.pay()
    await host.admin("POST", `/v2/approvals/${body.data.paymentId}/reject`, { note: "no" })
    const payment = await host.payment(body.data.paymentId)
    expect(payment).toMatchObject({ status: "rejected", rejectionStage: "approval", rejectionReason: "no" })
    expect(events(payment)).toEqual(["payment.validated", "payment.rejected"])
  })

  it("nobody approves what they made, and two approvers are two", async () => {
    const host = await startHost({
      bank: {
        clients: [officer, { ...client("cli_maker"), scopes: ["payments:write", "payments:read", "approvals:write"] }]
      }
    })
    await rule(host, { approvers: 2 })
    const maker = keyOf(client("cli_maker"))
    const { body } = await host.pay({}, maker)
    const path = `/v2/approvals/${body.data.paymentId}/approve`
    const rejection = `/v2/approvals/${body.data.paymentId}/reject`
    for (const [way, note] of [
      [path, {}],
      [rejection, { note: "mine" }]
    ] as const) {
      expect(await host.ask("POST", way, note, maker)).toMatchObject({
        status: 403,
        body: { error: { code: "SELF_APPROVAL_FORBIDDEN" } }
      })
    }
    expect((await host.ask("POST", path, {}, keyOf(officer))).body.data.status).toBe("pending_approval")
    expect((await host.ask("POST", path, {}, keyOf(officer))).status).toBe(409)
    expect((await host.admin("POST", path)).body.data.status).toBe("queued")
    const late = await host.admin("POST", rejection, { note: "too late" })
    expect([late.status, late.body.error.code]).toEqual([409, "STATE_CONFLICT"])
  })

  it("come after a hold is released", async () => {
    const host = await startHost()
    await rule(host)
    const { body } = await host.pay(named("Zoltan Sanctionov"))
    const { holdId } = await openHold(host)
    await host.admin("POST", `/v2/compliance/holds/${holdId}/release`, { note: "not him" })
    expect((await host.payment(body.data.paymentId)).status).toBe("pending_approval")
  })
})

describe("a wire that begins at the instant endpoint", () => {
  const large = { amount: 100_000_001, beneficiary: { ...beneficiary, routingNumber: "099900069" } }

  it("X13 is answered with 202, named pmt_wire_, and found on both paths", async () => {
    const host = await startHost()
    const { body, status } = await host.pay(large)
    expect(status).toBe(202)
    expect(body.data).toMatchObject({ rail: "fedwire" })
    expect(body.data.paymentId).toMatch(/^pmt_wire_/)
    await host.engine.advance("3 seconds")
    for (const path of ["instant", "wire"]) {
      const found = await host.ask("GET", `/v2/payments/${path}/${body.data.paymentId}`)
      expect(found.body.data).toMatchObject({ status: "settled" })
    }
  })

  it("X3 is queued while Fedwire is closed, with data and error side by side, and sent at the opening", async () => {
    // Friday evening; Monday opens on Sunday at 21:00 in New York.
    const host = await startHost({ engine: { clock: "2026-06-12T22:30:00.000Z" } })
    const { body, status } = await host.pay(large)
    expect(status).toBe(202)
    expect(body.data).toMatchObject({ status: "queued", scheduledFor: "2026-06-15T01:00:00.000Z" })
    expect(body.error.code).toBe("FEDWIRE_OUTSIDE_HOURS")
    await host.engine.clock.advanceTo("2026-06-15T00:59:59.000Z")
    expect((await host.payment(body.data.paymentId)).status).toBe("queued")
    await host.engine.advance("10 seconds")
    expect((await host.payment(body.data.paymentId)).status).toBe("settled")
  })
})

describe("reading payments", () => {
  it("B34 B35 shows the owner its payment with its events, and nobody else", async () => {
    const host = await startHost({ bank: { clients: [client("cli_a"), client("cli_b")] } })
    const { body } = await host.pay({}, keyOf(client("cli_a")))
    const path = `/v2/payments/instant/${body.data.paymentId}`
    const own = await host.ask("GET", path, undefined, keyOf(client("cli_a")))
    expect(own.body.data).toMatchObject({ ...body.data, beneficiary: { accountNumber: "9000000000" } })
    expect(own.body.data.events.map(({ sequence }: any) => sequence)).toEqual([1, 2, 3, 4])
    expect((await host.ask("GET", path, undefined, keyOf(client("cli_b")))).status).toBe(404)
    expect(
      (await host.ask("GET", "/v2/payments/instant/pmt_inst_none", undefined, keyOf(client("cli_a")))).status
    ).toBe(404)
  })

  it("lists newest first, in pages, narrowed, with account numbers masked", async () => {
    const host = await startHost()
    for (let count = 0; count < 5; count += 1) {
      await host.pay({ referenceId: `R-${count % 2}` }, { "idempotency-key": `list-${count}` })
      await host.engine.advance("1 second")
    }
    const list = async (query: string) => (await host.ask("GET", `/v2/payments/instant?${query}`)).body
    const first = await list("limit=2")
    expect(first.data).toHaveLength(2)
    expect(first.data[0].beneficiary.accountNumber).toBe("****0000")
    expect(first.pagination).toMatchObject({ hasMore: true })
    const second = await list(`limit=3&cursor=${first.pagination.nextCursor}`)
    expect(second.data).toHaveLength(3)
    expect(second.pagination).toEqual({ nextCursor: null, hasMore: false })
    expect((await list("referenceId=R-1")).data).toHaveLength(2)
    expect((await list("idempotencyKey=list-3")).data).toHaveLength(1)
    expect((await list("status=failed")).data).toHaveLength(0)
    expect((await list("createdTo=2026-06-17T16:00:01.000Z")).data).toHaveLength(2)
    expect((await host.ask("GET", "/v2/payments/instant?limit=101")).body.error).toMatchObject({
      code: "INVALID_FIELD_FORMAT",
      field: "limit"
    })
    expect((await host.ask("GET", "/v2/payments/instant?cursor=zzz")).body.error.field).toBe("cursor")
  })

  it("B33 B112 tells the details of a return, and 404 where nothing was returned", async () => {
    const host = await startHost()
    const returned = await host.pay(to("9001000030"))
    const details = await host.ask("GET", `/v2/payments/${returned.body.data.paymentId}/return`)
    // Each rail has the path, as it has the others.
    const same = await host.ask("GET", `/v2/payments/instant/${returned.body.data.paymentId}/return`)
    expect(same.body).toEqual(details.body)
    expect(details.body.data).toMatchObject({
      returnCode: "NARR",
      returnNarrative: "Account under review by bank",
      fundsMoved: false,
      representmentEligible: false
    })
    const settled = await host.pay()
    expect(await host.ask("GET", `/v2/payments/${settled.body.data.paymentId}/return`)).toMatchObject({
      status: 404,
      body: { error: { code: "NOT_FOUND", message: "This payment was not returned" } }
    })
    expect((await host.ask("GET", "/v2/payments/pmt_inst_none/return")).body.error.message).toMatch(/no such payment/)
  })
})
