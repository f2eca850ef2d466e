/** Every row of the simulator's tables for instant payments (decisions C.2), under the controlled clock. */
import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { scriptedAccounts } from "../../plugins/bank/simulator/scripts.ts"
import { instantReturnCodes } from "../../plugins/bank/return-codes.ts"
import { beneficiary, freshKey, hear, originator, startHost, to, type Host, inBooks } from "./host.ts"

/** Messages that the network received and that moved money. */
const credits = async ({ ask }: Host, paymentId: string) => {
  const { body } = await ask("GET", `/v2/simulator/network/messages?paymentId=${paymentId}`)
  return body.data.filter((message: any) => message.credited && message.direction === "out").length
}

const events = (payment: any) => payment.events.map(({ eventType }: any) => eventType.replace("payment.", ""))

const good = ["validated", "approved", "submitted", "settled"]

interface Row {
  readonly account: string
  readonly says: string
  /** Status and body of the call itself. */
  readonly status: number
  readonly data: Readonly<Record<string, unknown>>
  /** What happens afterwards, and what is seen then. */
  readonly later?: ReadonlyArray<readonly [advance: string, data: Readonly<Record<string, unknown>>]>
  readonly events: ReadonlyArray<string>
  readonly credits: number
}

const refusal = (account: string, returnCode: string, returnReason: string): Row => ({
  account,
  says: `refused with ${returnCode}`,
  status: 200,
  data: { status: "returned", returnCode, returnReason, fundsMoved: false },
  events: ["validated", "approved", "submitted", "returned"],
  credits: 0
})

const laterReturn = (account: string, returnCode: string): Row => ({
  account,
  says: `settled, then returned with ${returnCode} after a day`,
  status: 200,
  data: { status: "settled" },
  later: [
    ["23 hours", { status: "settled" }],
    ["2 hours", { status: "returned", returnCode, fundsMoved: true, returnedAmount: 125_000 }]
  ],
  events: [...good, "returned"],
  credits: 1
})

const rows: ReadonlyArray<Row> = [
  { account: "9000000000", says: "accepted", status: 200, data: { status: "settled" }, events: good, credits: 1 },
  { account: "55", says: "any other", status: 200, data: { status: "settled" }, events: good, credits: 1 },
  refusal("9001000001", "AC01", "Incorrect account number"),
  refusal("9001000004", "AC04", "Closed account"),
  refusal("9001000006", "AC06", "Blocked account"),
  refusal("9001000011", "AG01", "Transaction forbidden"),
  refusal("9001000024", "AM04", "Insufficient funds (settlement account)"),
  {
    ...refusal("9001000030", "NARR", "Narrative, see returnNarrative"),
    data: { status: "returned", returnCode: "NARR", returnNarrative: "Account under review by bank", fundsMoved: false }
  },
  refusal("9001000034", "RR04", "Regulatory reason"),
  {
    account: "9001000099",
    says: "timed out in the network",
    status: 200,
    data: { status: "failed", failureCode: "NETWORK_TIMEOUT", networkCode: "E997" },
    events: ["validated", "approved", "submitted", "rejected"],
    credits: 0
  },
  {
    account: "9001000090",
    says: "receiver signed off",
    status: 200,
    data: { status: "failed", failureCode: "RECEIVER_UNAVAILABLE", networkCode: "9910" },
    events: ["validated", "approved", "submitted", "rejected"],
    credits: 0
  },
  {
    account: "9002000001",
    says: "accepted after 12 s",
    status: 202,
    data: { status: "submitted" },
    later: [
      ["11 seconds", { status: "submitted" }],
      ["1 second", { status: "settled", processingTimeMs: 12_000, settlementTimestamp: "2026-06-17T16:00:12.000Z" }]
    ],
    events: good,
    credits: 1
  },
  {
    account: "9002000002",
    says: "no answer, found settled by the inquiry at 25 s",
    status: 202,
    data: { status: "submitted" },
    later: [
      ["24 seconds", { status: "submitted" }],
      ["1 second", { status: "settled" }]
    ],
    events: good,
    credits: 1
  },
  {
    account: "9002000003",
    says: "no answer, found rejected",
    status: 202,
    data: { status: "submitted" },
    later: [["25 seconds", { status: "failed", failureCode: "NETWORK_TIMEOUT", networkCode: "E997" }]],
    events: ["validated", "approved", "submitted", "rejected"],
    credits: 0
  },
  {
    account: "9002000004",
    says: "lost, not found, sent again under the same id",
    status: 202,
    data: { status: "submitted" },
    later: [["25 seconds", { status: "settled" }]],
    events: good,
    credits: 1
  },
  {
    account: "9002000005",
    says: "never answered",
    status: 202,
    data: { status: "submitted" },
    later: [
      ["239 minutes", { status: "submitted" }],
      ["2 minutes", { status: "submitted", needsAttention: true }]
    ],
    events: ["validated", "approved", "submitted"],
    credits: 0
  },
  { account: "9002000006", says: "answered twice", status: 200, data: { status: "settled" }, events: good, credits: 1 },
  {
    account: "9002000007",
    says: "answered before the send returned",
    status: 200,
    data: { status: "settled" },
    events: good,
    credits: 1
  },
  {
    account: "9002000008",
    says: "rejected, then accepted",
    status: 200,
    data: { status: "returned", returnCode: "AC04" },
    later: [["2 minutes", { status: "returned", returnCode: "AC04", fundsMoved: false }]],
    events: ["validated", "approved", "submitted", "returned"],
    credits: 1
  },
  {
    account: "9002000010",
    says: "accepted without posting, posted on the next business day",
    status: 200,
    data: { status: "settled", posting: "pending" },
    later: [
      ["20 hours", { posting: "pending" }],
      ["1 hour", { status: "settled", posting: "posted" }]
    ],
    events: good,
    credits: 1
  },
  {
    account: "9002000011",
    says: "accepted without posting, then returned on the next business day",
    status: 200,
    data: { status: "settled", posting: "pending" },
    later: [["2 days", { status: "returned", returnCode: "RR04", fundsMoved: true }]],
    events: [...good, "returned"],
    credits: 1
  },
  laterReturn("9003000001", "AC01"),
  laterReturn("9003000004", "AC04"),
  laterReturn("9003000006", "AC06"),
  laterReturn("9003000011", "AG01"),
  laterReturn("9003000030", "NARR"),
  laterReturn("9003000034", "RR04")
]

describe("B22 B26 B61 B62 B63 B143 the simulated network, by account number (C.2)", () => {
  it.each(rows)("$account: $says", async (row) => {
    const host = await startHost()
    const { body, status } = await host.pay(to(row.account))
    expect({ status, data: body.data }).toMatchObject({ status: row.status, data: row.data })
    const { paymentId } = body.data
    for (const [advance, data] of row.later ?? []) {
      await host.engine.advance(advance as "1 second")
      expect(await host.payment(paymentId)).toMatchObject(data)
    }
    expect(events(await host.payment(paymentId))).toEqual(row.events)
    expect(await credits(host, paymentId)).toBe(row.credits)
  })

  it("has a row here for every scripted account of an instant payment", () => {
    const tested = new Set(rows.map(({ account }) => account))
    const elsewhere = /^(9004|902)/
    expect(scriptedAccounts.filter((account) => !tested.has(account) && !elsewhere.test(account))).toEqual([])
  })

  it.each(["rtp", "fednow"])(
    "B38 %s credits an account whatever is on it: there is no return for want of money",
    async (rail) => {
      const host = await startHost()
      // The receiver has paid out all that it had and more, as far as our books know it.
      const out = { originator: { ...beneficiary, accountNumber: "5550001" }, beneficiary: originator }
      expect((await host.pay({ ...out, railPreference: "rtp" })).body.data.status).toBe("settled")
      const { body } = await host.pay(to("5550001", { railPreference: rail }))
      expect(body.data).toMatchObject({ rail, status: "settled" })
      await host.engine.advance("30 days")
      expect((await host.payment(body.data.paymentId)).status).toBe("settled")
      expect(
        instantReturnCodes.filter(({ meaning }) => /insufficient/i.test(meaning)).map(({ meaning }) => meaning)
      ).toEqual(["Insufficient funds (settlement account)"])
    }
  )

  it("answers on RTP with RTP's own code", async () => {
    const { pay } = await startHost()
    const { body } = await pay(to("9001000099", { railPreference: "rtp" }))
    expect(body.data).toMatchObject({ rail: "rtp", status: "failed", networkCode: "DS24" })
  })

  it("C.2 9002000008 puts a contradiction into suspense and alerts", async () => {
    const host = await startHost()
    const { body } = await host.pay(to("9002000008"))
    await host.engine.advance("2 minutes")
    const { body: entries } = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${body.data.paymentId}`)
    expect(entries.data.at(-1).postings).toEqual([
      { account: "suspense", direction: "debit", amount: 125_000 },
      { account: "settlement:fednow", direction: "credit", amount: 125_000 }
    ])
    const { body: alerts } = await host.admin("GET", "/v2/admin/alerts")
    expect(alerts.data[0]).toMatchObject({ type: "payment.needs_attention", resource: body.data.paymentId })
  })

  it("C.2 9002000005 alerts once, when all inquiries were made, and can be settled by hand", async () => {
    const host = await startHost()
    const { body } = await host.pay(to("9002000005"))
    await host.engine.advance("2 days")
    const { body: alerts } = await host.admin("GET", "/v2/admin/alerts")
    expect(alerts.data).toHaveLength(1)
    const { body: log } = await host.ask("GET", `/v2/simulator/network/messages?paymentId=${body.data.paymentId}`)
    expect(log.data.filter((message: any) => message.messageType === "pacs.028")).toHaveLength(6)
    await host.ask("POST", `/v2/simulator/payments/${body.data.paymentId}/settle`)
    await host.engine.drain()
    expect(await host.payment(body.data.paymentId)).toMatchObject({ status: "settled" })
    expect(await credits(host, body.data.paymentId)).toBe(1)
  })

  it("on a running clock the call is woken by the commit of a late answer", async () => {
    const host = await startHost()
    await host.engine.clock.run()
    const waiting = host.pay(to("9002000001"))
    for (;;) {
      const { body } = await host.ask("GET", "/v2/payments/instant?status=submitted")
      if (body.data.length === 1) break
      // Reads alone would never let the other request have its turn.
      await setImmediate()
    }
    await host.engine.advance("12 seconds")
    const { body, status } = await waiting
    expect(status).toBe(200)
    expect(body.data.status).toBe("settled")
    expect(body.data.processingTimeMs).toBeGreaterThanOrEqual(12_000)
  })
})

describe("requests to give money back (C.2)", () => {
  const asked = async (host: Host, account: string, body: unknown = { reasonCode: "DUPL" }) => {
    const { body: paid } = await host.pay(to(account))
    const { paymentId } = paid.data
    const reply = await host.ask("POST", `/v2/payments/instant/${paymentId}/return-request`, body, {
      "idempotency-key": `rrq-${paymentId}`
    })
    return { paymentId, reply, requestId: reply.body.data?.returnRequestId }
  }

  it.each([
    ["9004000001", "2 days", "accepted", { status: "returned", returnCode: "DUPL", returnedAmount: 125_000 }],
    ["9004000002", "2 days", "rejected", { status: "settled" }],
    ["9004000003", "2 days", "pending", { status: "settled" }],
    ["9004000003", "9 days", "accepted", { status: "returned", returnedAmount: 125_000 }],
    ["9004000004", "2 days", "partially_accepted", { status: "returned", returnedAmount: 62_500 }],
    ["9004000005", "10 days", "pending", { status: "settled" }],
    ["9004000005", "20 days", "expired", { status: "settled" }]
  ] as const)("%s after %s is %s", async (account, after, status, payment) => {
    const host = await startHost()
    const { paymentId, reply, requestId } = await asked(host, account)
    expect(reply.status).toBe(202)
    expect(reply.body.data).toMatchObject({ status: "pending", requestedAmount: 125_000 })
    await host.engine.advance(after)
    const { body } = await host.ask("GET", `/v2/payments/instant/${paymentId}/return-requests/${requestId}`)
    expect(body.data.status).toBe(status)
    expect(await host.payment(paymentId)).toMatchObject(payment)
  })

  it.each([
    [125_000, "accepted"],
    [62_500, "partially_accepted"]
  ])("are answered by the money itself where nobody answers: %s cents, %s", async (amountCents, status) => {
    const host = await startHost()
    const { paymentId, requestId } = await asked(host, "9004000005")
    const back = {
      type: "return",
      rail: "fednow",
      railEventId: "RETURN-1",
      code: "DUPL",
      narrative: undefined
    } as const
    await hear(host, { ...back, endToEndId: paymentId, amountCents })
    await host.engine.advance("20 days")
    const { body } = await host.ask("GET", `/v2/payments/instant/${paymentId}/return-requests/${requestId}`)
    expect([body.data.status, (await host.admin("GET", "/v2/admin/alerts")).body.data]).toEqual([status, []])
  })

  it.each([
    ["fednow", "9004000001", 400, 400],
    ["rtp", "9004000001", 400, 400],
    // Of a part that is given back in part, half, rounded down.
    ["fednow", "9004000004", 401, 200]
  ] as const)(
    "over %s %s gives back the part of %s cents that was requested: %s",
    async (rail, account, part, back) => {
      const host = await startHost()
      const { paymentId } = (await host.pay(to(account, { amount: 1_001, railPreference: rail }))).body.data
      const body = { reasonCode: "CUST", amount: part, additionalInfo: "x".repeat(105) }
      const asked = await host.ask("POST", `/v2/payments/instant/${paymentId}/return-request`, body, {
        "idempotency-key": freshKey()
      })
      expect(asked.body.data).toMatchObject({ requestedAmount: part })
      await host.engine.advance("2 days")
      expect(await host.payment(paymentId)).toMatchObject({
        status: "returned",
        returnedAmount: back,
        fundsMoved: true
      })
      const { body: entries } = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${paymentId}`)
      expect(entries.data.at(-1).postings).toEqual([
        { account: `settlement:${rail}`, direction: "debit", amount: back },
        { account: inBooks("customer:099900014:1234567890"), direction: "credit", amount: back }
      ])
    }
  )

  it("works over RTP, where money comes back in a new pacs.008", async () => {
    const host = await startHost()
    const { body: paid } = await host.pay(to("9004000001", { railPreference: "rtp" }))
    await host.ask(
      "POST",
      `/v2/payments/instant/${paid.data.paymentId}/return-request`,
      { reasonCode: "FRAD" },
      { "idempotency-key": "rtp-back" }
    )
    await host.engine.advance("2 days")
    expect(await host.payment(paid.data.paymentId)).toMatchObject({ status: "returned", returnCode: "FRAD" })
  })

  it("B9 asks back what was paid, and not a cent more", async () => {
    const host = await startHost()
    const { body } = await host.pay(to("9004000005"))
    const askBack = (amount: number) =>
      host.ask(
        "POST",
        `/v2/payments/instant/${body.data.paymentId}/return-request`,
        { reasonCode: "DUPL", amount },
        { "idempotency-key": freshKey() }
      )
    expect((await askBack(body.data.amount + 1)).body.error.code).toBe("RETURN_REQUEST_NOT_ALLOWED")
    expect((await askBack(body.data.amount)).status).toBe(202)
  })

  it("B9 is all there is: no reversal; and no second open request, unsettled payment, or one after 60 days but for fraud", async () => {
    const host = await startHost()
    const { paymentId } = await asked(host, "9004000005")
    for (const [kind, status] of [
      ["instant", 404],
      ["ach", 422]
    ] as const) {
      const path = `/v2/payments/${kind}/${paymentId}/reversal`
      const reversal = await host.ask("POST", path, { reason: "duplicate" }, { "idempotency-key": freshKey() })
      expect([kind, reversal.status]).toEqual([kind, status])
    }
    expect(await host.ask("POST", `/v2/payments/instant/${paymentId}/cancel`)).toMatchObject({ status: 422 })
    const again = (key: string, reasonCode: string) =>
      host.ask("POST", `/v2/payments/instant/${paymentId}/return-request`, { reasonCode }, { "idempotency-key": key })
    expect((await again("second", "DUPL")).body.error.code).toBe("RETURN_REQUEST_NOT_ALLOWED")
    const unsettled = await asked(host, "9001000001")
    expect(unsettled.reply).toMatchObject({ status: 422, body: { error: { code: "RETURN_REQUEST_NOT_ALLOWED" } } })
    await host.engine.advance("61 days")
    expect((await again("late", "DUPL")).body.error.code).toBe("RETURN_REQUEST_NOT_ALLOWED")
    expect((await again("fraud", "FRAD")).status).toBe(202)
  })
})
