/** Recalls of wires to their resolution (B88, C.5, D.4): asked, answered, and the money less charges. */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Pacs002 } from "../../../plugins/bank/messages/index.ts"
import type { Payment } from "../../../plugins/bank/payments/Payment.ts"
import { afterAnswer, isOpen, type Recall } from "../../../plugins/bank/wire/Recall.ts"
import { newsOf } from "../../../plugins/bank/rails/iso-news.ts"
import { scriptedAccounts } from "../../../plugins/bank/simulator/scripts.ts"
import { inBooks, client, freshKey, hear, keyOf, type Host, startHost } from "../host.ts"
import { statusReport } from "../messages/samples.ts"
import { american, books, type Change, events, fedwire, messages, send, swift, wire, wireTo } from "./wires.ts"

const customer = inBooks("customer:099900014:1234567890")
const amount = 7_000_000

const settledWire = async (host: Host, body: unknown) => {
  const { body: made } = await send(host, body)
  await host.engine.advance("2 seconds")
  return made.data.paymentId as string
}

const recall = ({ ask }: Host, paymentId: string, body: unknown = { reason: "DUPL" }, headers = {}) =>
  ask("POST", `/v2/payments/wire/${paymentId}/recall`, body, { "idempotency-key": freshKey(), ...headers })

const recallOf = async ({ ask }: Host, paymentId: string, recallId: string) =>
  (await ask("GET", `/v2/payments/wire/${paymentId}/recalls/${recallId}`)).body.data

const resolved = ({ engine }: Host) =>
  engine.notifier.requests
    .map(({ body }) => JSON.parse(String(body)))
    .filter(({ eventType }) => eventType === "wire.recall.resolved" || eventType === "payment.returned")

const listen = (host: Host) => host.ask("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["*"] })

interface Row {
  readonly account: string
  readonly says: string
  readonly later: ReadonlyArray<readonly [advance: string, recall: Change, payment: Change]>
  /** What is told in the end, if anything. */
  readonly told: Change | undefined
}

const accepted = (returned: number) => ({ status: "accepted", returnedAmount: returned })
const returned = (sum: number) => ({ status: "returned", returnCode: "DUPL", returnedAmount: sum, fundsMoved: true })

// Asked on Wednesday 17 June 2026 at noon; Friday 19 is Juneteenth.
const rows: ReadonlyArray<Row> = [
  {
    account: "9021000001",
    says: "accepted on the next business day",
    later: [
      ["20 hours", { status: "pending" }, { status: "settled" }],
      ["30 minutes", accepted(amount), returned(amount)]
    ],
    told: { resolution: "accepted", reasonCode: "DUPL", returnedAmount: amount, status: "returned" }
  },
  {
    account: "9021000002",
    says: "rejected",
    later: [["1 day", { status: "rejected", responseReason: "CUST", returnedAmount: null }, { status: "settled" }]],
    told: { resolution: "rejected", reasonCode: "CUST", returnedAmount: 0, status: "settled" }
  },
  {
    account: "9021000003",
    says: "accepted after five business days",
    later: [
      ["2 days", { status: "pending" }, { status: "settled" }],
      ["5 days", { status: "pending" }, { status: "settled" }],
      ["1 day", accepted(amount), returned(amount)]
    ],
    told: { resolution: "accepted", returnedAmount: amount, status: "returned" }
  },
  {
    account: "9021000004",
    says: "accepted less a charge of 25.00",
    later: [["1 day", accepted(amount - 2_500), returned(amount - 2_500)]],
    told: { resolution: "accepted", returnedAmount: amount - 2_500, status: "returned" }
  },
  {
    account: "9021000005",
    says: "never answered: pending, with an alert after ten business days",
    later: [
      ["15 days", { status: "pending" }, { status: "settled" }],
      ["30 days", { status: "pending" }, { status: "settled" }]
    ],
    told: undefined
  }
]

const networks = {
  fedwire: (account: string) => wireTo(account, { amount }),
  swift: (account: string) => swift({ amount, currency: "USD", beneficiary: american(account) })
}

it("B21 a recall is screened in its words, and sent again once an officer has excepted a false positive", async () => {
  const host = await startHost()
  const paymentId = await settledWire(host, wireTo("9021000005", { amount }))
  const words = { reason: "DUPL", additionalInfo: "meant for Zoltan Sanctionov" }
  const { body, status } = await recall(host, paymentId, words)
  expect([status, body.error?.code, body.error?.field]).toEqual([422, "OFAC_MATCH", "additionalInfo"])
  const { listEntryId, screenedValue } = (await host.admin("GET", "/v2/admin/audit")).body.data[0].after
  await host.admin("POST", "/v2/compliance/exceptions", { listEntryId, screenedValue, reason: "another person" })
  expect((await recall(host, paymentId, words)).status).toBe(202)
})

it("B21 a recall whose words nobody can screen is refused, and taken once they can be", async () => {
  const host = await startHost()
  const paymentId = await settledWire(host, wireTo("9021000005", { amount }))
  const words = { reason: "DUPL", additionalInfo: "sent twice" }
  await host.ask("POST", "/v2/simulator/screening", { status: "down" })
  const { body, status } = await recall(host, paymentId, words)
  expect([status, body.error?.code]).toEqual([503, "OFAC_SCREENING_ERROR"])
  await host.ask("POST", "/v2/simulator/screening", { status: "up" })
  expect((await recall(host, paymentId, words)).status).toBe(202)
})

describe.each(["fedwire", "swift"] as const)("B88 a recall over %s, by account number (C.5)", (network) => {
  it.each(rows)("$account: $says", async (row) => {
    const host = await startHost()
    await listen(host)
    const paymentId = await settledWire(host, networks[network](row.account))
    const asked = await recall(host, paymentId, { reason: "DUPL", additionalInfo: "sent twice" })
    expect(asked).toMatchObject({ status: 202, body: { data: { paymentId, status: "pending", reason: "DUPL" } } })
    const { recallId } = asked.body.data
    expect(recallId).toMatch(/^rcl_/)
    for (const [advance, theRecall, thePayment] of row.later) {
      await host.engine.advance(advance as "1 second")
      expect(await recallOf(host, paymentId, recallId)).toMatchObject(theRecall)
      expect(await wire(host, paymentId)).toMatchObject(thePayment)
    }
    // X7: a recalled wire tells its recall, and no return beside it.
    const told = resolved(host)
    expect(told.map(({ eventType }) => eventType)).toEqual(row.told === undefined ? [] : ["wire.recall.resolved"])
    if (row.told !== undefined) {
      expect(told[0].data).toMatchObject({ paymentId, recallId, rail: network, sequence: 5, ...row.told })
    }
  })

  it("has a row for every scripted account of a recall", () => {
    const tested = new Set(rows.map(({ account }) => account))
    expect(scriptedAccounts.filter((account) => account.startsWith("9021") && !tested.has(account))).toEqual([])
  })
})

describe("what follows from a recall", () => {
  it("D.5 gives the customer what came back; the charges stay where they went", async () => {
    const host = await startHost()
    const paymentId = await settledWire(host, networks.fedwire("9021000004"))
    await recall(host, paymentId)
    await host.engine.advance("1 day")
    expect((await books(host, paymentId)).slice(2)).toEqual([
      ["settle", "clearing:fedwire > settlement:fedwire", amount],
      ["return", `settlement:fedwire > ${customer}`, amount - 2_500]
    ])
    expect((await host.ask("GET", `/v2/payments/wire/${paymentId}/return`)).body.data).toMatchObject({
      returnCode: "DUPL",
      returnedAmount: amount - 2_500
    })
    expect((await messages(host, paymentId)).map(({ messageType }) => messageType).sort()).toEqual([
      "camt.029",
      "camt.056",
      "pacs.002",
      "pacs.004",
      "pacs.008"
    ])
  })

  it("C.5 alerts once when nobody answered within ten business days, and keeps it pending", async () => {
    const host = await startHost()
    const paymentId = await settledWire(host, networks.fedwire("9021000005"))
    const { body } = await recall(host, paymentId)
    // Ten banking days from Wednesday 17 June end on Thursday 2 July: Juneteenth is one of no banking.
    await host.engine.clock.advanceTo("2026-07-03T03:59:59.999Z")
    expect((await host.admin("GET", "/v2/admin/alerts")).body.data).toEqual([])
    await host.engine.advance("60 days")
    const { body: alerts } = await host.admin("GET", "/v2/admin/alerts")
    expect(alerts.data).toMatchObject([
      { type: "recall.unanswered", resource: body.data.recallId, createdAt: "2026-07-03T04:00:00.000Z" }
    ])
  })

  it("a message that the network refuses ends it, and it can be asked anew", async () => {
    const host = await startHost()
    const paymentId = await settledWire(host, networks.fedwire("9021000005"))
    const { recallId } = (await recall(host, paymentId)).body.data
    await host.engine.drain()
    const sent = (await messages(host, paymentId)).find(({ messageType }) => messageType === "camt.056")
    const refusal = (messageId: string) => {
      const original = { messageId, name: "camt.056.001.08", createdAt: 0 }
      const report = { ...statusReport, original, reasons: [{ code: "AC04" }] }
      return newsOf("fedwire", Result.getOrThrow(Pacs002.build(report, { profile: "fedwire" })))!
    }
    await hear(host, refusal("another"))
    // The other networks have nothing to say about it.
    for (const rail of ["fednow", "swift"] as const) {
      await hear(host, { ...refusal(sent.messageId), rail, railEventId: `STRANGE-${rail}` })
    }
    expect((await recallOf(host, paymentId, recallId)).status).toBe("pending")
    await hear(host, refusal(sent.messageId))
    expect(await recallOf(host, paymentId, recallId)).toMatchObject({ status: "rejected", responseReason: "AC04" })
    expect((await recall(host, paymentId)).status).toBe(202)
  })

  it("B88 an acceptance without its money tells nothing, and alerts after ten business days", () => {
    const payment = { id: "pmt_wire_1", amountCents: 5_000, timeline: [], status: "settled" } as unknown as Payment
    const recall = { id: "rcl_1", paymentId: payment.id, status: "pending", reason: "DUPL" } as unknown as Recall
    const answer = { status: "IPAY", reason: undefined, amountMinor: 5_000 } as const
    const accepted = afterAnswer(recall, payment, answer, 0)!
    expect(accepted.recall).toMatchObject({ status: "accepted", resolvedAt: 0, returnedAmountMinor: 5_000 })
    expect(accepted.decision.events).toEqual([])
    // The reminder is left standing.
    expect(accepted.decision.cancelledJobs).toEqual([])
    expect(isOpen(accepted.recall)).toBe(true)
  })

  it("money that comes before the answer resolves the recall; the answer adds nothing", async () => {
    const host = await startHost()
    await listen(host)
    const paymentId = await settledWire(host, networks.fedwire("9021000001"))
    const { body } = await recall(host, paymentId)
    const back = { code: "DUPL", amount: 6_999_000 }
    await host.ask("POST", `/v2/simulator/payments/${paymentId}/return`, back)
    await host.engine.drain()
    const { recallId } = body.data
    expect(await recallOf(host, paymentId, recallId)).toMatchObject({ status: "accepted", returnedAmount: 6_999_000 })
    expect(await wire(host, paymentId)).toMatchObject({ status: "returned", returnedAmount: 6_999_000 })
    await host.engine.advance("3 days")
    expect(resolved(host)).toMatchObject([
      { eventType: "wire.recall.resolved", data: { status: "returned", returnedAmount: 6_999_000 } }
    ])
    // The second return of the script is for an officer.
    const { body: alerts } = await host.admin("GET", "/v2/admin/alerts")
    expect(alerts.data.map(({ type }: any) => type)).toContain("payment.needs_attention")
  })

  it("X7 money that nobody recalled tells payment.returned", async () => {
    const host = await startHost()
    await listen(host)
    const paymentId = await settledWire(host, networks.fedwire("9021000002"))
    await recall(host, paymentId)
    await host.engine.advance("2 days")
    await host.ask("POST", `/v2/simulator/payments/${paymentId}/return`, { code: "AC03" })
    await host.engine.drain()
    expect(resolved(host).map(({ eventType }) => eventType)).toEqual(["wire.recall.resolved", "payment.returned"])
    expect(events(await wire(host, paymentId)).slice(-2)).toEqual(["wire.recall.resolved", "returned"])
  })

  it("a wire that is recalled before it settled settles, and comes back", async () => {
    const host = await startHost()
    const { body } = await send(host, networks.fedwire("9021000001"))
    const { paymentId } = body.data
    expect((await wire(host, paymentId)).status).toBe("submitted")
    expect((await recall(host, paymentId)).status).toBe(202)
    await host.engine.advance("1 day")
    expect(await wire(host, paymentId)).toMatchObject({ status: "returned" })
  })

  it("waits for Fedwire to open before the message is sent", async () => {
    const host = await startHost()
    const paymentId = await settledWire(host, networks.fedwire("9021000001"))
    // 18:30 in New York.
    await host.engine.clock.advanceTo("2026-06-17T22:30:00.000Z")
    await recall(host, paymentId)
    await host.engine.drain()
    const asked = async () => (await messages(host, paymentId)).filter(({ messageType }) => messageType === "camt.056")
    expect(await asked()).toEqual([])
    await host.engine.clock.advanceTo("2026-06-18T01:00:00.000Z")
    expect(await asked()).toMatchObject([{ at: "2026-06-18T01:00:00.000Z" }])
  })

  it("a network that is down gets the recall when it is back", async () => {
    const host = await startHost()
    const paymentId = await settledWire(host, networks.fedwire("9021000001"))
    await host.ask("POST", "/v2/simulator/faults", { rail: "fedwire", fault: "down", count: 3 })
    await recall(host, paymentId)
    await host.engine.advance("2 days")
    expect((await wire(host, paymentId)).status).toBe("returned")
    const log = await messages(host, paymentId)
    expect(log.filter(({ messageType }) => messageType === "camt.056")).toHaveLength(1)
  })
})

describe("a recall is refused (RECALL_NOT_ALLOWED)", () => {
  const refusal = (reason: string) => ({
    status: 422,
    body: { error: { code: "RECALL_NOT_ALLOWED", details: { reason } } }
  })

  it("B88 while one is open, and while its money is on the way; after a refusal it may be asked again", async () => {
    const host = await startHost()
    const paymentId = await settledWire(host, networks.fedwire("9021000002"))
    const both = await Promise.all([recall(host, paymentId), recall(host, paymentId)])
    expect(both.map(({ status }) => status).sort()).toEqual([202, 422])
    expect(await recall(host, paymentId)).toMatchObject(refusal("open_recall"))
    await host.engine.advance("1 day")
    expect((await recall(host, paymentId)).status).toBe(202)
  })

  it.each([
    ["was queued", fedwire(), "2026-06-13T12:00:00.000Z", "not_sent"],
    ["failed", wireTo("9020000001"), undefined, "not_sent"]
  ] as const)("of a wire that %s", async (_, body, clock, reason) => {
    const host = await startHost({ engine: clock === undefined ? {} : { clock } })
    const { body: made } = await send(host, body)
    await host.engine.advance("2 seconds")
    expect(await recall(host, made.data.paymentId)).toMatchObject(refusal(reason))
  })

  it("of a wire that came back, of an instant payment, and of nothing", async () => {
    const host = await startHost()
    const paymentId = await settledWire(host, wireTo("9020000002"))
    await host.engine.advance("2 days")
    expect(await recall(host, paymentId)).toMatchObject(refusal("not_sent"))
    const instant = (await host.pay()).body.data.paymentId
    expect(await recall(host, instant)).toMatchObject(refusal("not_a_wire"))
    expect((await recall(host, "pmt_wire_none")).status).toBe(404)
  })

  it("with a reason that is none, without a key, and of somebody else's wire", async () => {
    const other = client("cli_other")
    const mine = client("cli_mine")
    const host = await startHost({ bank: { clients: [other, mine] } })
    const { body } = await send(host, fedwire(), keyOf(mine))
    await host.engine.advance("2 seconds")
    const { paymentId } = body.data
    const path = `/v2/payments/wire/${paymentId}/recall`
    const wrong = await recall(host, paymentId, { reason: "NARR" }, keyOf(mine))
    expect(wrong.body.error).toMatchObject({ code: "INVALID_FIELD_FORMAT", field: "reason" })
    const long = await recall(host, paymentId, { reason: "DUPL", additionalInfo: "x".repeat(106) }, keyOf(mine))
    expect(long.body.error).toMatchObject({ code: "FIELD_TOO_LONG", field: "additionalInfo" })
    const keyless = await host.ask("POST", path, { reason: "DUPL" }, keyOf(mine))
    expect(keyless.body.error).toMatchObject({ code: "REQUIRED_FIELD_MISSING", field: "Idempotency-Key" })
    expect((await recall(host, paymentId, { reason: "DUPL" }, keyOf(other))).status).toBe(404)
    const key = { ...keyOf(mine), "idempotency-key": "recall-once" }
    const [first, again] = [
      await recall(host, paymentId, { reason: "DUPL" }, key),
      await recall(host, paymentId, { reason: "DUPL" }, key)
    ]
    expect(again.body.data.recallId).toBe(first.body.data.recallId)
    const { body: trail } = await host.admin("GET", `/v2/admin/audit?resource=${paymentId}`)
    expect(trail.data).toMatchObject([{ action: "wire.recall", after: { reason: "DUPL" } }])
  })
})
