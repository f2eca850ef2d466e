/** Every row of the simulator's tables for wires (decisions C.5), over both networks, under the controlled clock. */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { referenceOf } from "../../../plugins/bank/messages/iso/identifiers.ts"
import { profiles } from "../../../plugins/bank/messages/iso/profiles.ts"
import * as Camt029 from "../../../plugins/bank/messages/Camt029.ts"
import * as Pacs004 from "../../../plugins/bank/messages/Pacs004.ts"
import { newsOf } from "../../../plugins/bank/rails/iso-news.ts"
import type { Money } from "../../../src/domain.ts"
import { freshKey, hear, inBooks, startHost } from "../host.ts"
import { scriptedAccounts } from "../../../plugins/bank/simulator/scripts.ts"
import { american, books, type Change, credits, events, fedwire, german, send, swift, wire, wireTo } from "./wires.ts"

const customer = inBooks("customer:099900014:1234567890")
const good = ["validated", "approved", "submitted", "settled"]

interface Row {
  readonly account: string
  readonly says: string
  readonly later: ReadonlyArray<readonly [advance: string, data: Change]>
  readonly events: ReadonlyArray<string>
  readonly credits: number
  /** Steps of the books. */
  readonly steps: ReadonlyArray<string>
}

const sent = ["reserve", "submit"]

const rows: ReadonlyArray<Row> = [
  {
    account: "9000000000",
    says: "settles in 2 s",
    later: [
      ["1999 millis", { status: "submitted" }],
      ["1 millis", { status: "settled" }]
    ],
    events: good,
    credits: 1,
    steps: [...sent, "settle"]
  },
  {
    account: "9020000001",
    says: "is rejected by the network",
    later: [["3 seconds", { status: "failed", failureCode: "NETWORK_REJECTED", networkCode: "AG03" }]],
    events: ["validated", "approved", "submitted", "rejected"],
    credits: 0,
    steps: [...sent, "refuse"]
  },
  {
    account: "9020000002",
    says: "comes back on the next day, unrequested",
    later: [
      ["3 seconds", { status: "settled" }],
      ["1 day", { status: "returned", returnCode: "AC03", fundsMoved: true, returnedAmount: 7_000_000 }]
    ],
    events: [...good, "returned"],
    credits: 1,
    steps: [...sent, "settle", "return"]
  },
  {
    account: "9020000003",
    says: "is not answered, and found by an inquiry",
    later: [
      ["24 seconds", { status: "submitted" }],
      ["1 second", { status: "settled" }]
    ],
    events: good,
    credits: 1,
    steps: [...sent, "settle"]
  },
  {
    account: "9020000004",
    says: "is lost, and sent again",
    later: [
      ["24 seconds", { status: "submitted" }],
      ["10 seconds", { status: "settled" }]
    ],
    events: good,
    credits: 1,
    steps: [...sent, "settle"]
  }
]

const networks = {
  fedwire: (account: string) => wireTo(account, { amount: 7_000_000 }),
  swift: (account: string) => swift({ amount: 7_000_000, currency: "USD", beneficiary: american(account) })
}

describe.each(["fedwire", "swift"] as const)("the simulated network of %s, by account number (C.5)", (network) => {
  it.each(rows)("$account: $says", async (row) => {
    const host = await startHost()
    const { body, status } = await send(host, networks[network](row.account))
    expect([status, body.data.rail]).toEqual([202, network])
    const { paymentId } = body.data
    for (const [advance, data] of row.later) {
      await host.engine.advance(advance as "1 second")
      expect(await wire(host, paymentId)).toMatchObject(data)
    }
    expect(events(await wire(host, paymentId))).toEqual(row.events)
    expect(await credits(host, paymentId)).toBe(row.credits)
    expect((await books(host, paymentId)).map(([step]: any) => step)).toEqual(row.steps)
  })
})

/** What a bank's pacs.004 about a wire comes to. */
const returnNews = (
  network: "fedwire" | "swift",
  of: { readonly body: any; readonly bank: Pacs004.PaymentReturn["instructingAgent"]; readonly money: Money.Money }
) => {
  const { paymentId, uetr } = of.body.data
  const xml = Pacs004.build(
    {
      messageId: "RETURN-0001",
      createdAt: Date.parse("2026-06-17T17:00:00Z"),
      original: { messageId: "ORIGINAL", name: "pacs.008.001.08" },
      originalEndToEndId: referenceOf(profiles[network], paymentId),
      originalUetr: uetr,
      originalAmount: of.money,
      amount: of.money,
      settlementDate: "2026-06-17",
      instructingAgent: of.bank,
      instructedAgent: network === "swift" ? { bic: "SIMBUS33XXX" } : { routingNumber: "099900014" },
      reason: { code: "AC03" }
    },
    { profile: network }
  )
  return newsOf(network, Result.getOrThrow(xml))!
}

/** What its acceptance of a recall comes to, under the same id. */
const answerNews = (
  network: "fedwire" | "swift",
  of: { readonly body: any; readonly bank: Pacs004.PaymentReturn["instructingAgent"]; readonly recallId: string }
) => {
  const { paymentId, uetr } = of.body.data
  const caseId = referenceOf(profiles[network], of.recallId)
  const ours = network === "swift" ? { bic: "SIMBUS33XXX" } : { routingNumber: "099900014" }
  const xml = Camt029.build(
    {
      assignmentId: "RETURN-0001",
      assigner: of.bank!,
      assignee: ours,
      createdAt: Date.parse("2026-06-17T16:30:00Z"),
      caseId,
      caseCreator: ours,
      status: "CNCL",
      original: { messageId: "ORIGINAL", name: "pacs.008.001.08", createdAt: Date.parse("2026-06-17T16:00:00Z") },
      originalInstructionId: "ORIGINAL",
      originalEndToEndId: referenceOf(profiles[network], paymentId),
      originalUetr: uetr
    },
    { profile: network }
  )
  return newsOf(network, Result.getOrThrow(xml))!
}

describe("the tables of the simulator (C.5)", () => {
  it("has a row here for every scripted account of a wire", () => {
    const tested = new Set(rows.map(({ account }) => account))
    expect(scriptedAccounts.filter((account) => account.startsWith("9020") && !tested.has(account))).toEqual([])
  })

  it("takes the account out of an IBAN", async () => {
    const host = await startHost()
    const { body } = await send(host, swift({ beneficiary: german("DE50500105179020000001") }))
    await host.engine.advance("1 second")
    expect((await wire(host, body.data.paymentId)).status).toBe("failed")
  })

  it.each(["AC01", "AC04"])("a wire that is refused with %s has failed: no money moved", async (reasonCode) => {
    const host = await startHost()
    const { body } = await send(host, wireTo("9020000003"))
    const { paymentId } = body.data
    await host.ask("POST", `/v2/simulator/payments/${paymentId}/respond`, { status: "RJCT", reasonCode })
    await host.engine.drain()
    expect(await wire(host, paymentId)).toMatchObject({ status: "failed", networkCode: reasonCode })
    expect((await host.ask("GET", `/v2/payments/wire/${paymentId}/return`)).status).toBe(404)
  })

  it("B112 tells the details of a return, of a wire too, less what the banks on the way kept", async () => {
    const host = await startHost()
    const { body } = await send(host, fedwire())
    const { paymentId } = body.data
    await host.engine.advance("2 seconds")
    const back = { code: "AC03", amount: 4_999_997_500, narrative: "no such account" }
    await host.ask("POST", `/v2/simulator/payments/${paymentId}/return`, back)
    await host.engine.drain()
    for (const path of [`/v2/payments/wire/${paymentId}/return`, `/v2/payments/${paymentId}/return`]) {
      expect((await host.ask("GET", path)).body.data).toMatchObject({
        rail: "fedwire",
        returnCode: "AC03",
        returnNarrative: "no such account",
        returnedAmount: 4_999_997_500,
        fundsMoved: true
      })
    }
    expect((await books(host, paymentId)).at(-1)).toEqual(["return", `settlement:fedwire > ${customer}`, 4_999_997_500])
  })

  it.each(["fedwire", "swift"] as const)(
    "money over %s that bears the id of the answer to its recall comes",
    async (network) => {
      const host = await startHost()
      const { body } = await send(host, networks[network]("9021000005"))
      await host.engine.advance("2 seconds")
      const { paymentId } = body.data
      const asked = await host.ask(
        "POST",
        `/v2/payments/wire/${paymentId}/recall`,
        { reason: "DUPL" },
        { "idempotency-key": freshKey() }
      )
      const bank = network === "swift" ? { bic: "SIMBUS33XXX" } : { routingNumber: "099900069" }
      const { recallId } = asked.body.data
      await hear(host, answerNews(network, { bank, recallId, body }))
      const money = { amountMinor: body.data.amount, currency: "usd" } as const
      await hear(host, returnNews(network, { body, bank, money }))
      expect(await wire(host, paymentId)).toMatchObject({ status: "returned" })
    }
  )

  it.each(["fedwire", "swift"] as const)("returns over %s of two banks that count alike are two", async (network) => {
    const host = await startHost()
    const sent = [await send(host, networks[network]("9000000000")), await send(host, networks[network]("9000000000"))]
    await host.engine.advance("2 seconds")
    for (const [index, { body }] of sent.entries()) {
      const banks = {
        fedwire: [{ routingNumber: "099900069" }, { routingNumber: "099900027" }],
        swift: [{ bic: "SIMBDEFFXXX" }, { bic: "SIMBGB2LXXX" }]
      }
      const money = { amountMinor: body.data.amount, currency: body.data.currency.toLowerCase() }
      const news = returnNews(network, { body, bank: banks[network][index]!, money })
      // The same message again is the same return.
      for (const _ of ["first", "second"]) await hear(host, news)
    }
    for (const { body } of sent) {
      const { paymentId } = body.data
      expect(await wire(host, paymentId)).toMatchObject({ status: "returned" })
      expect((await books(host, paymentId)).map(([step]: any) => step)).toEqual([
        "reserve",
        "submit",
        "settle",
        "return"
      ])
    }
  })

  it.each([false, true])(
    "money in another currency is no return, and lies in suspense (recalled: %s)",
    async (recalled) => {
      const host = await startHost()
      const { body } = await send(host, swift({ amount: 2_500_000, currency: "EUR" }))
      const { paymentId } = body.data
      await host.engine.advance("2 seconds")
      if (recalled) {
        const recall = await host.ask(
          "POST",
          `/v2/payments/wire/${paymentId}/recall`,
          { reason: "DUPL" },
          { "idempotency-key": freshKey() }
        )
        expect(recall.status).toBe(202)
      }
      const money = { amountMinor: 2_700_000, currency: "usd" } as const
      await hear(host, returnNews("swift", { body, bank: { bic: "SIMBDEFFXXX" }, money }))
      expect(await wire(host, paymentId)).toMatchObject({ status: "settled" })
      const { data } = (await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${paymentId}`)).body
      expect(data.at(-1)).toMatchObject({
        step: "stray:SIMBDEFFXXX RETURN-0001",
        currency: "USD",
        postings: [
          { account: "settlement:swift", direction: "debit", amount: 2_700_000 },
          { account: "suspense", direction: "credit", amount: 2_700_000 }
        ]
      })
      const { body: alerts } = await host.admin("GET", "/v2/admin/alerts")
      expect(alerts.data).toMatchObject([
        { type: "payment.needs_attention", resource: paymentId, message: expect.stringMatching(/USD.*EUR/) }
      ])
      const resolve = () =>
        host.admin("POST", `/v2/admin/payments/${paymentId}/resolve`, { outcome: "settled", note: "asked by phone" })
      expect((await resolve()).status).toBe(200)
      const { data: cleared } = (await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${paymentId}`)).body
      expect(cleared.at(-1)).toMatchObject({
        step: "clear:1:1",
        currency: "USD",
        postings: [
          { account: "suspense", direction: "debit", amount: 2_700_000 },
          { account: inBooks("customer:099900014:1234567890"), direction: "credit", amount: 2_700_000 }
        ]
      })
      expect((await resolve()).status).toBe(409)
    }
  )
})
