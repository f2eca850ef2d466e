/** Requests to give money back: what they must say, and what follows where the money does not come (B.5). */
import { describe, expect, it } from "vitest"
import { freshKey, hear, startHost, to, type Host } from "./host.ts"

/** Nobody answers for this account. */
const silent = "9004000005"

const ask = async (host: Host, body: Readonly<Record<string, unknown>> = { reasonCode: "DUPL" }) => {
  const { paymentId } = (await host.pay(to(silent))).body.data
  const path = `/v2/payments/instant/${paymentId}/return-request`
  return { paymentId, reply: await host.ask("POST", path, body, { "idempotency-key": freshKey() }) }
}

const alerts = async ({ admin }: Host): Promise<ReadonlyArray<any>> =>
  (await admin("GET", "/v2/admin/alerts")).body.data

describe("a request to give money back", () => {
  it("says in words what NARR stands for", async () => {
    const host = await startHost()
    const { reply } = await ask(host, { reasonCode: "NARR" })
    expect([reply.status, reply.body.error.code, reply.body.error.field]).toEqual([
      400,
      "REQUIRED_FIELD_MISSING",
      "additionalInfo"
    ])
    expect((await ask(host, { reasonCode: "NARR", additionalInfo: "sent in error" })).reply.status).toBe(202)
  })

  it("B21 is screened in its words: a match is refused and kept in the audit log, and no word that nobody could screen is sent", async () => {
    const host = await startHost()
    const { paymentId } = (await host.pay(to(silent))).body.data
    const send = (additionalInfo?: string) =>
      host.ask(
        "POST",
        `/v2/payments/instant/${paymentId}/return-request`,
        { reasonCode: "DUPL", ...(additionalInfo === undefined ? {} : { additionalInfo }) },
        { "idempotency-key": freshKey() }
      )
    const requests = async () =>
      (await host.ask("GET", `/v2/payments/${paymentId}/messages`)).body.data.filter(({ messageType }: any) =>
        messageType.startsWith("camt.056")
      )
    const { body, status } = await send("meant for Zoltan Sanctionov")
    expect([status, body.error.code, body.error.field]).toEqual([422, "OFAC_MATCH", "additionalInfo"])
    const { body: trail } = await host.admin("GET", "/v2/admin/audit")
    expect(trail.data[0]).toMatchObject({
      action: "payment.screening_match",
      resource: paymentId,
      after: { field: "additionalInfo" }
    })
    await host.ask("POST", "/v2/simulator/screening", { status: "down" })
    const unscreened = await send("sent twice")
    expect([unscreened.status, unscreened.body.error.code]).toEqual([503, "OFAC_SCREENING_ERROR"])
    await host.engine.drain()
    expect(await requests()).toEqual([])
    // One without words has nothing to screen.
    expect((await send()).status).toBe(202)
    await host.engine.drain()
    expect(await requests()).toHaveLength(1)
  })

  it("for a part reaches the bank whatever it says in words, which are cut where they do not fit beside the part", async () => {
    const host = await startHost()
    const words = "\u20ac".repeat(35)
    const { paymentId } = await ask(host, { reasonCode: "CUST", amount: 500, additionalInfo: words })
    await host.engine.drain()
    const path = `/v2/payments/${paymentId}/messages`
    const asked = (await host.ask("GET", path)).body.data.find(({ messageType }: any) =>
      messageType.startsWith("camt.056")
    )
    const { content } = (await host.ask("GET", `${path}/${asked.messageId}`)).body.data
    expect(content).toContain(`<AddtlInf>PART USD 5.00 ${"EUR".repeat(30)}E</AddtlInf>`)
  })

  it.each(["fednow", "rtp"])(
    "names the settlement date of the payment as its message did (%s)",
    async (railPreference) => {
      const host = await startHost({ engine: { clock: "2026-06-18T03:59:55.000Z" } })
      // It is settled twelve seconds later, on another day.
      const { paymentId } = (await host.pay(to("9002000001", { railPreference }))).body.data
      await host.engine.advance("1 minute")
      expect(await host.payment(paymentId)).toMatchObject({ status: "settled" })
      const ask = `/v2/payments/instant/${paymentId}/return-request`
      await host.ask("POST", ask, { reasonCode: "DUPL" }, { "idempotency-key": freshKey() })
      await host.engine.drain()
      const path = `/v2/payments/${paymentId}/messages`
      const dates: Array<string | undefined> = []
      for (const { messageId, messageType } of (await host.ask("GET", path)).body.data) {
        const { content } = (await host.ask("GET", `${path}/${messageId}`)).body.data
        if (/pacs.008|camt.056/.test(messageType)) dates.push(/IntrBkSttlmDt>([^<]*)</.exec(content)?.[1])
      }
      expect(dates).toEqual(["2026-06-17", "2026-06-17"])
    }
  )

  it.each(["IPAY", "PECR"] as const)(
    "that was granted (%s) raises an alert where its money does not come",
    async (status) => {
      const host = await startHost()
      const { paymentId, reply } = await ask(host)
      const { responseDueAt, returnRequestId } = reply.body.data
      const answer = { type: "returnRequestAnswer", rail: "fednow", railEventId: "ANSWER", status } as const
      await hear(host, { ...answer, requestId: returnRequestId, reason: undefined })
      await host.engine.clock.advanceTo(responseDueAt)
      expect(await alerts(host)).toEqual([])
      await host.engine.advance("1 millis")
      expect(await alerts(host)).toMatchObject([{ type: "return_request.unanswered", resource: returnRequestId }])
      const path = `/v2/payments/instant/${paymentId}/return-requests/${returnRequestId}`
      expect((await host.ask("GET", path)).body.data.status).toBe(status === "IPAY" ? "accepted" : "partially_accepted")
    }
  )

  it("that was granted raises none where the money came", async () => {
    const host = await startHost()
    const { paymentId, reply } = await ask(host)
    const answer = { type: "returnRequestAnswer", rail: "fednow", railEventId: "ANSWER", status: "IPAY" } as const
    await hear(host, { ...answer, requestId: reply.body.data.returnRequestId, reason: undefined })
    const money = { type: "return", rail: "fednow", railEventId: "MONEY", code: "DUPL", narrative: undefined } as const
    await hear(host, { ...money, endToEndId: paymentId, amountCents: 125_000 })
    await host.engine.advance("30 days")
    expect(await alerts(host)).toEqual([])
  })
})
