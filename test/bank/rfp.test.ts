/** Requests for payment over HTTP: spec bank §2, §3, decisions A.5, and every row of C.3. */
import { describe, expect, it } from "vitest"
import { client, hear, inBooks, keyOf, originator, startHost, type Host } from "./host.ts"
import { messagesOf } from "./messages/journal.ts"

const payer = (accountNumber: string, routingNumber = "099900027") => ({
  name: "Jane Roe",
  accountNumber,
  accountType: "checking",
  routingNumber
})

const body = (change: Readonly<Record<string, unknown>> = {}) => ({
  rail: "fednow",
  amount: 4_200,
  payee: originator,
  payer: payer("77"),
  description: "Invoice 7",
  referenceId: "RFP-7",
  ...change
})

const send = async (host: Host, change: Readonly<Record<string, unknown>> = {}) => {
  const reply = await host.ask("POST", "/v2/payments/rfp", body(change))
  await host.engine.drain()
  return reply
}

const record = async ({ ask }: Host, id: string) => (await ask("GET", `/v2/payments/rfp/${id}`)).body.data

describe("a request for payment", () => {
  it("B48 B50 B54 B55 B59 B111 is answered with 202 and its record, which is read again", async () => {
    const host = await startHost()
    const { body: sent, status } = await send(host, { dueDate: "2026-06-20" })
    expect(status).toBe(202)
    expect(sent.data).toMatchObject({
      rail: "fednow",
      status: "sent",
      amount: 4_200,
      dueDate: "2026-06-20",
      referenceId: "RFP-7",
      sentAt: "2026-06-17T16:00:00.000Z",
      // The end of the due date in New York (decisions B.5).
      expiresAt: "2026-06-21T03:59:59.999Z"
    })
    expect(sent.data.rfpId).toMatch(/^rfp_/)
    expect(sent.data).not.toHaveProperty("fulfillingPaymentId")
    expect(await record(host, sent.data.rfpId)).toEqual(sent.data)
    const { body: undated } = await send(host, { dueDate: undefined, referenceId: undefined })
    expect(undated.data).toMatchObject({ status: "sent", dueDate: null, referenceId: null })
  })

  it.each(
    ["payee", "payer"].flatMap((side) =>
      ["", "name", "accountNumber", "accountType", "routingNumber"].map((field) => [side, field] as const)
    )
  )("B51 B52 needs %s %s; null and empty text are absent", async (side, field) => {
    const host = await startHost()
    const whole = body() as Readonly<Record<string, any>>
    for (const value of [undefined, null, ""]) {
      const change = field === "" ? { [side]: value } : { [side]: { ...whole[side], [field]: value } }
      const { body: reply, status } = await host.ask("POST", "/v2/payments/rfp", body(change))
      expect([status, reply.error?.code, reply.error?.field]).toEqual([
        400,
        "REQUIRED_FIELD_MISSING",
        field === "" ? side : `${side}.${field}`
      ])
    }
  })

  it.each([
    ["9005000003", "31 days", "expired"],
    ["9005000002", "6 minutes", "declined"],
    ["9005000001", "6 minutes", "fulfilled"]
  ] as const)(
    "B6 is no debit: %s after %s is %s, and money moves only when the payer pays",
    async (account, after, end) => {
      const host = await startHost()
      const { body: sent } = await send(host, { payer: payer(account) })
      const entries = async (id: string) =>
        (await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${id}`)).body.data
      const payments = async () => (await host.ask("GET", "/v2/payments/instant")).body.data
      expect(await payments()).toEqual([])
      await host.engine.advance(after)
      expect((await record(host, sent.data.rfpId)).status).toBe(end)
      expect(await entries(sent.data.rfpId)).toEqual([])
      expect(await payments()).toMatchObject(end === "fulfilled" ? [{ direction: "inbound", amount: 4_200 }] : [])
    }
  )

  it.each([
    ["9005000001", "6 minutes", { status: "fulfilled", fulfillingPaymentId: expect.stringMatching(/^pmt_inst_/) }],
    ["9005000002", "6 minutes", { status: "declined", reasonCode: "NARR", reason: "declined by payer" }],
    ["9005000003", "31 days", { status: "expired" }],
    ["9005000004", "9 minutes", { status: "sent" }],
    ["9005000004", "11 minutes", { status: "fulfilled" }],
    ["9005000005", "31 days", { status: "expired", latePaymentId: expect.any(String) }],
    ["9005000006", "6 minutes", { status: "sent" }],
    ["9005000007", "6 minutes", { status: "sent" }],
    ["9005000007", "31 days", { status: "expired" }],
    ["9005000008", "6 minutes", { status: "declined", latePaymentId: expect.any(String) }],
    ["9005000009", "1 second", { status: "declined", reasonCode: "AGNT" }],
    ["77", "1 day", { status: "sent" }]
  ] as const)("B57 C.3 %s after %s", async (account, after, expected) => {
    for (const rail of ["fednow", "rtp"]) {
      const host = await startHost()
      const { body: sent } = await send(host, { rail, payer: payer(account) })
      await host.engine.advance(after)
      expect(await record(host, sent.data.rfpId)).toMatchObject(expected)
    }
  })

  it.each(["9005000005", "9005000006", "9005000008"])("C.3 %s raises an alert and books the money", async (account) => {
    const host = await startHost()
    await send(host, { payer: payer(account) })
    await host.engine.advance("31 days")
    const { body: alerts } = await host.admin("GET", "/v2/admin/alerts")
    expect(alerts.data.map(({ type }: any) => type)).toEqual(["rfp.late_payment"])
    const { body: payments } = await host.ask("GET", "/v2/payments/instant")
    expect(payments.data).toMatchObject([{ direction: "inbound", status: "settled" }])
  })

  it("B56 is fulfilled by an inbound payment that can be read", async () => {
    const host = await startHost()
    const { body: sent } = await send(host, { payer: payer("9005000001") })
    await host.engine.advance("5 minutes")
    const { fulfillingPaymentId } = await record(host, sent.data.rfpId)
    expect(await host.payment(fulfillingPaymentId)).toMatchObject({
      direction: "inbound",
      status: "settled",
      amount: 4_200,
      fulfilledRfpId: sent.data.rfpId
    })
    const { body: entries } = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${fulfillingPaymentId}`)
    expect(entries.data[0].postings).toEqual([
      { account: "settlement:fednow", direction: "debit", amount: 4_200 },
      { account: inBooks("customer:099900014:1234567890"), direction: "credit", amount: 4_200 }
    ])
  })

  it.each([{ accountNumber: "666" }, { routingNumber: "099900030" }])(
    "B56 is not fulfilled by a payment that names it and goes to another account: %j",
    async (other) => {
      const host = await startHost()
      const { rfpId } = (await send(host)).body.data
      const credit = {
        messageId: "20260617099900027OTHER",
        endToEndId: rfpId,
        uetr: undefined,
        amountCents: 4_200,
        originator: payer("77") as never,
        beneficiary: { ...originator, ...other } as never,
        remittanceInfo: null
      }
      await hear(host, { type: "inbound", rail: "fednow", railEventId: credit.messageId, credit })
      expect(await record(host, rfpId)).toMatchObject({ status: "sent" })
      const { body: alerts } = await host.admin("GET", "/v2/admin/alerts")
      expect(alerts.data).toMatchObject([{ type: "rfp.late_payment", resource: rfpId }])
      // It is nobody's payment of this client.
      expect((await host.ask("GET", "/v2/payments/instant")).body.data).toEqual([])
      await host.ask("POST", `/v2/simulator/rfp/${rfpId}/respond`, { action: "pay_without_answer" })
      await host.engine.drain()
      expect(await record(host, rfpId)).toMatchObject({ status: "fulfilled" })
    }
  )

  it("B58 B145 lives until the due date or 30 days, whichever is earlier, and tells no event of its end", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["*"] })
    const { body: soon } = await send(host, { dueDate: "2026-06-20" })
    const { body: sent } = await send(host)
    expect(sent.data.expiresAt).toBe("2026-07-17T16:00:00.000Z")
    const { body: far } = await send(host, { dueDate: "2027-01-01" })
    expect(far.data.expiresAt).toBe("2026-07-17T16:00:00.000Z")
    await host.engine.clock.advanceTo("2026-06-21T03:59:59.999Z")
    expect((await record(host, soon.data.rfpId)).status).toBe("sent")
    await host.engine.advance("1 millis")
    expect((await record(host, soon.data.rfpId)).status).toBe("expired")
    await host.engine.clock.advanceTo("2026-07-17T16:00:00.000Z")
    expect((await record(host, sent.data.rfpId)).status).toBe("sent")
    await host.engine.advance("1 millis")
    expect((await record(host, sent.data.rfpId)).status).toBe("expired")
    await host.engine.advance("1 day")
    expect(host.engine.notifier.requests).toEqual([])
  })

  it("is listed under the status that it is shown with, also where its end is not noted yet", async () => {
    const host = await startHost()
    const { rfpId } = (await send(host, { dueDate: "2026-06-20" })).body.data
    const { body: other } = await send(host)
    const listed = async (status: string) =>
      (await host.ask("GET", `/v2/payments/rfp?status=${status}`)).body.data.map((one: any) => [one.rfpId, one.status])
    await host.engine.clock.advanceTo("2026-06-21T03:59:59.999Z")
    expect(await listed("sent")).toEqual([
      [other.data.rfpId, "sent"],
      [rfpId, "sent"]
    ])
    host.engine.faults.refuseWrites({ table: "bank_rfps" })
    await host.engine.advance("1 millis")
    expect((await record(host, rfpId)).status).toBe("expired")
    const isNoted = async () => [await listed("sent"), await listed("expired"), await listed("pending")]
    const standing = [[[other.data.rfpId, "sent"]], [[rfpId, "expired"]], []]
    expect(await isNoted()).toEqual(standing)
    await host.engine.advance("1 hour")
    expect(await isNoted()).toEqual(standing)
  })

  it.each([
    ["fulfilled", "approve", undefined],
    ["declined", "decline", expect.any(String)],
    ["expired", undefined, expect.any(String)]
  ] as const)("B60 once it is %s, nothing moves it", async (end, how, latePaymentId) => {
    const host = await startHost()
    const { body: sent } = await send(host)
    const { rfpId } = sent.data
    const respond = async (action: string) => {
      await host.ask("POST", `/v2/simulator/rfp/${rfpId}/respond`, { action })
      await host.engine.drain()
      return (await record(host, rfpId)).status
    }
    if (how !== undefined) await respond(how)
    await host.engine.advance("31 days")
    for (const action of ["present", "decline", "approve", "pay_without_answer"]) {
      expect([action, await respond(action)]).toEqual([action, end])
    }
    expect((await host.ask("POST", `/v2/payments/rfp/${rfpId}/cancel`)).status).toBe(409)
    expect(await record(host, rfpId)).toMatchObject({
      status: end,
      ...(latePaymentId === undefined ? {} : { latePaymentId })
    })
  })

  it("B53 shows the payer its description, of at most 140 characters", async () => {
    const host = await startHost()
    const [description, referenceId] = ["d".repeat(140), "r".repeat(35)]
    const { body: sent } = await send(host, { description, referenceId })
    expect(sent.data).toMatchObject({ status: "sent", description, referenceId })
    const messages = await messagesOf(host)
    const asked = messages.find(({ definition }) => definition.startsWith("pain.013"))
    expect(asked!.xml).toContain(`<Ustrd>${description}</Ustrd>`)
  })

  it.each([
    ["present", { status: "sent" }],
    ["approve", { status: "fulfilled" }],
    ["decline", { status: "declined" }],
    ["approve_wrong_amount", { status: "sent" }],
    ["pay_without_answer", { status: "fulfilled" }]
  ] as const)("can be answered by hand: %s", async (action, expected) => {
    const host = await startHost()
    const { body: sent } = await send(host)
    await host.ask("POST", `/v2/simulator/rfp/${sent.data.rfpId}/respond`, { action, afterSeconds: 60 })
    await host.engine.advance("1 minute")
    expect(await record(host, sent.data.rfpId)).toMatchObject(expected)
  })

  it.each([
    ["fednow", /^20260627/],
    ["rtp", /^M20260627/]
  ])("can be taken back on %s, once, by a message of that day", async (rail, ofThatDay) => {
    const host = await startHost()
    const { body: sent } = await send(host, { rail })
    await host.engine.advance("10 days")
    const cancel = () => host.ask("POST", `/v2/payments/rfp/${sent.data.rfpId}/cancel`)
    expect(await cancel()).toMatchObject({ status: 200, body: { data: { status: "cancelled" } } })
    await host.engine.drain()
    expect(await cancel()).toMatchObject({ status: 409, body: { error: { code: "STATE_CONFLICT" } } })
    const { body: log } = await host.ask("GET", `/v2/simulator/network/messages?paymentId=${sent.data.rfpId}`)
    const taken = log.data.find(({ messageType }: any) => messageType === (rail === "rtp" ? "camt.056" : "camt.055"))
    expect(taken.messageId).toMatch(ofThatDay)
  })

  it.each(["9005000001", "9005000002", "9005000005"])("C.3 %s does nothing once it was taken back", async (account) => {
    const host = await startHost()
    const { rfpId } = (await send(host, { payer: payer(account) })).body.data
    await host.ask("POST", `/v2/payments/rfp/${rfpId}/cancel`)
    await host.engine.advance("31 days")
    expect(await record(host, rfpId)).toMatchObject({ status: "cancelled" })
    expect((await host.admin("GET", "/v2/admin/alerts")).body.data).toEqual([])
  })

  it("B55 is pending, without sentAt, while its rail is down, and sent once it left", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault: "down", count: 3 })
    const { body: asked, status } = await host.ask("POST", "/v2/payments/rfp", body())
    expect([status, asked.data.status, asked.data.sentAt]).toEqual([202, "pending", null])
    const { body: listed } = await host.ask("GET", "/v2/payments/rfp?status=pending")
    expect(listed.data.map(({ rfpId }: any) => rfpId)).toEqual([asked.data.rfpId])
    await host.engine.advance("1 minute")
    const left = await record(host, asked.data.rfpId)
    expect(left.status).toBe("sent")
    const { body: log } = await host.ask("GET", `/v2/simulator/network/messages?paymentId=${asked.data.rfpId}`)
    expect(log.data.filter(({ messageType }: any) => messageType === "pain.013")).toMatchObject([{ at: left.sentAt }])
    expect(left.sentAt > "2026-06-17T16:00:00.000Z").toBe(true)
  })

  it("is taken back by a message whose id no request has", async () => {
    const host = await startHost()
    for (let count = 0; count < 40; count += 1) {
      const { body: sent } = await send(host)
      await host.ask("POST", `/v2/payments/rfp/${sent.data.rfpId}/cancel`)
    }
    await host.engine.drain()
    const { body: log } = await host.ask("GET", "/v2/simulator/network/messages")
    const ids = log.data.filter(({ direction }: any) => direction === "out").map(({ messageId }: any) => messageId)
    expect([ids.length, new Set(ids).size]).toEqual([80, 80])
  })

  it("B58 expires also when it never left, and can be cancelled before it leaves", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault: "down", count: 10_000 })
    const [one, other] = [await send(host), await send(host)]
    const cancelled = await host.ask("POST", `/v2/payments/rfp/${one.body.data.rfpId}/cancel`)
    expect(cancelled).toMatchObject({ status: 200, body: { data: { status: "cancelled", sentAt: null } } })
    await host.engine.advance("31 days")
    expect(await record(host, one.body.data.rfpId)).toMatchObject({ status: "cancelled" })
    expect(await record(host, other.body.data.rfpId)).toMatchObject({ status: "expired", sentAt: null })
  })

  it.each([
    ["payer.name", { payer: { ...payer("77"), name: "Zoltan Sanctionov" } }],
    ["payee.name", { payee: { ...originator, name: "Zoltan Sanctionof" } }],
    ["description", { description: "for Zoltan Sanctionov" }]
  ])(
    "B5 is screened before anything is sent: a match in %s is refused and kept in the audit log",
    async (field, change) => {
      const host = await startHost()
      const { body: reply, status } = await send(host, change)
      expect([status, reply.error.code, reply.error.field]).toEqual([422, "OFAC_MATCH", field])
      // What the list says is for officers only.
      expect(JSON.stringify(reply)).not.toMatch(/listEntryId|matchedName/)
      expect((await host.ask("GET", "/v2/payments/rfp")).body.data).toEqual([])
      expect((await host.ask("GET", "/v2/simulator/network/messages")).body.data).toEqual([])
      const { body: trail } = await host.admin("GET", "/v2/admin/audit")
      expect(trail.data[0]).toMatchObject({ action: "rfp.screening_match", after: { field } })
      const { listEntryId, screenedValue } = trail.data[0].after
      const exception = { listEntryId, screenedValue, reason: "another person" }
      expect((await host.admin("POST", "/v2/compliance/exceptions", exception)).status).toBe(201)
      expect((await send(host, change)).body.data).toMatchObject({ status: "sent" })
    }
  )

  it("B137 is not sent while screening is out of order, nor to a country under sanctions", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/screening", { status: "down" })
    const down = await send(host)
    expect([down.status, down.body.error.code, down.headers.get("retry-after")]).toEqual([
      503,
      "OFAC_SCREENING_ERROR",
      "30"
    ])
    await host.ask("POST", "/v2/simulator/screening", { status: "up" })
    const iran = await send(host, { payer: { ...payer("77"), address: { country: "IR" } } })
    expect([iran.status, iran.body.error.code]).toEqual([422, "SANCTIONED_COUNTRY"])
    expect((await host.ask("GET", "/v2/payments/rfp")).body.data).toEqual([])
  })

  it("B47 is refused to a client without its rail", async () => {
    const rtpOnly = client("cli_rtp", { rails: ["rtp"] })
    const host = await startHost({ bank: { clients: [rtpOnly] } })
    const refused = await host.ask("POST", "/v2/payments/rfp", body(), keyOf(rtpOnly))
    expect([refused.status, refused.body.error.code]).toEqual([403, "RAIL_ACCESS_DENIED"])
  })

  it("B49 B53 B59 refuses what cannot be asked", async () => {
    const host = await startHost()
    const code = async (change: Readonly<Record<string, unknown>>) => {
      const { body: reply, status } = await host.ask("POST", "/v2/payments/rfp", body(change))
      return [status, reply.error?.code, reply.error?.field]
    }
    const unreachable = [422, "INSTANT_RAIL_NOT_AVAILABLE", "payer.routingNumber"]
    expect(await code({ payer: payer("77", "099900108") })).toEqual(unreachable)
    expect(await code({ rail: "rtp", payer: payer("77", "099900098") })).toEqual(unreachable)
    expect(await code({ rail: "rtp", payer: payer("77", "099900043") })).toEqual(unreachable)
    // The money comes to the payee's bank over the same rail.
    const payee = { ...originator, routingNumber: "099900030" }
    expect(await code({ payee })).toEqual([422, "INSTANT_RAIL_NOT_AVAILABLE", "payee.routingNumber"])
    const { body: reply } = await host.ask("POST", "/v2/payments/rfp", body({ payee }))
    expect(reply.error.message).toContain("lists the banks of the sandbox")
    expect(await code({ rail: "rtp", amount: 100_000_001 })).toEqual([422, "RAIL_LIMIT_EXCEEDED", "amount"])
    expect(await code({ dueDate: "2026-06-16" })).toEqual([400, "INVALID_DATE", "dueDate"])
    expect(await code({ dueDate: "2026-02-30" })).toEqual([400, "INVALID_DATE", "dueDate"])
    expect(await code({ dueDate: "17.6.2026" })).toEqual([400, "INVALID_FIELD_FORMAT", "dueDate"])
    // A weekend or a holiday is fine: networks run every day.
    expect(await code({ dueDate: "2026-06-19" })).toEqual([202, undefined, undefined])
    expect(await code({ description: "x".repeat(141) })).toEqual([400, "FIELD_TOO_LONG", "description"])
    expect(await code({ referenceId: "x".repeat(36) })).toEqual([400, "FIELD_TOO_LONG", "referenceId"])
    expect(await code({ rail: undefined })).toEqual([400, "REQUIRED_FIELD_MISSING", "rail"])
    expect(await code({ amount: undefined })).toEqual([400, "REQUIRED_FIELD_MISSING", "amount"])
    for (const amount of [0, -1, 1.5, "4200"]) expect(await code({ amount })).toEqual([400, "INVALID_AMOUNT", "amount"])
    expect(await code({ rail: "ach" })).toEqual([400, "INVALID_FIELD_FORMAT", "rail"])
    expect(await code({ payer: payer("77", "099900085") })).toEqual([
      400,
      "INVALID_ROUTING_NUMBER",
      "payer.routingNumber"
    ])
    expect((await host.ask("GET", "/v2/payments/rfp/rfp_none")).status).toBe(404)
  })
})
