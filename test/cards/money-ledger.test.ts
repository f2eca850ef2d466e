import { describe, expect, it } from "vitest"
import { payments, testAccount } from "../../plugins/cards/index.ts"
import * as journals from "../../plugins/cards/ledger/journals.ts"
import { chart } from "../../plugins/cards/accounts.ts"
import { startHost } from "./host.ts"
import { account, startMoneyHost } from "./money.ts"
import { textOf } from "../store/written.ts"

const of = { id: "x_1", currency: "usd" } as const

const legs = (entries: ReadonlyArray<{ readonly postings: ReadonlyArray<any> }>) =>
  entries.flatMap(({ postings }) =>
    postings.map(({ account: name, amountMinor, direction }) => `${direction} ${name} ${amountMinor}`)
  )

describe("C3: the journals", () => {
  const payout = { amountMinor: 100, feeMinor: 2 }
  it.each([
    ["authorize", [journals.authorized(of, 100)], ["debit hold.issuer 100", "credit hold.outstanding 100"]],
    [
      "capture",
      [journals.captured(of, 100)],
      [
        "debit hold.outstanding 100",
        "credit hold.issuer 100",
        "debit scheme.receivable 100",
        "credit merchant.pending 100"
      ]
    ],
    ["processing fee", [journals.processingFee(of, 3)], ["debit merchant.pending 3", "credit platform.fees 3"]],
    [
      "settlement, and the scheme pays us",
      [journals.settled(of, { capturedMinor: 100, feeMinor: 3 })],
      [
        "debit merchant.pending 97",
        "credit merchant.available 97",
        "debit bank.cash 100",
        "credit scheme.receivable 100"
      ]
    ],
    [
      "settlement of a capture that the fee takes whole",
      [journals.settled(of, { capturedMinor: 100, feeMinor: 100 })],
      ["debit bank.cash 100", "credit scheme.receivable 100"]
    ],
    ["release", [journals.released(of, 40)], ["debit hold.outstanding 40", "credit hold.issuer 40"]],
    ["refund", [journals.refunded(of, 100)], ["debit merchant.available 100", "credit scheme.refunds 100"]],
    ["refund paid", [journals.refundPaid(of, 100)], ["debit scheme.refunds 100", "credit bank.cash 100"]],
    [
      "refund fails",
      [journals.refundReturned(of, 100, false)],
      ["debit scheme.refunds 100", "credit merchant.available 100"]
    ],
    [
      "refund fails after it was paid",
      [journals.refundReturned(of, 100, true)],
      ["debit bank.cash 100", "credit merchant.available 100"]
    ],
    ["dispute opened", [journals.disputed(of, 100)], ["debit merchant.available 100", "credit merchant.disputed 100"]],
    ["dispute fee", [journals.disputeFee(of, 15)], ["debit merchant.available 15", "credit platform.fees 15"]],
    ["dispute won", [journals.disputeWon(of, 100)], ["debit merchant.disputed 100", "credit merchant.available 100"]],
    [
      "dispute lost, and the chargeback paid",
      journals.disputeLost(of, 100),
      [
        "debit merchant.disputed 100",
        "credit scheme.chargeback 100",
        "debit scheme.chargeback 100",
        "credit bank.cash 100"
      ]
    ],
    [
      "payout created",
      [journals.payoutCreated(of, payout)],
      ["debit merchant.available 102", "credit bank.in_transit 100", "credit platform.fees 2"]
    ],
    ["payout paid", [journals.payoutPaid(of, 100)], ["debit bank.in_transit 100", "credit bank.cash 100"]],
    [
      "payout canceled or failed",
      [journals.payoutUnpaid(of, payout)],
      ["debit bank.in_transit 100", "debit platform.fees 2", "credit merchant.available 102"]
    ],
    [
      "payout returned",
      [journals.payoutReturned(of, payout)],
      ["debit bank.cash 100", "debit platform.fees 2", "credit merchant.available 102"]
    ],
    ["test funding", [journals.testFunding(of, 100)], ["debit bank.cash 100", "credit merchant.available 100"]]
  ] as const)("%s", (_name, entries, expected) => {
    expect(legs(entries)).toEqual(expected)
    for (const { postings } of entries) {
      for (const posting of postings) expect(chart.has(posting.account)).toBe(true)
    }
  })
})

describe("the balance", () => {
  it("C3: with fees and a delay money is pending first, and available after the delay less the fee", async () => {
    const host = await startMoneyHost({
      fees: { processingBasisPoints: 290, processingMinor: 30 },
      settlementDelayDays: 2
    })
    const payment = await host.pay({ amount: 10_000 })
    const parts = async () => [await host.balance("available"), await host.balance("pending")]
    expect(await parts()).toEqual([0, 9680])
    await host.booksAreRight()
    await host.engine.clock.advanceTo("2026-01-19T09:29:59Z")
    expect(await parts()).toEqual([0, 9680])
    await host.engine.clock.advance("1 second")
    expect(await parts()).toEqual([9680, 0])
    await host.booksAreRight()
    const { data } = await host.get(`/v2/ledger/entries?source=${payment.id}`)
    expect(data.map((entry: { step: string }) => entry.step)).toEqual(["settle", "fee", "capture", "authorize"])
  })

  it("has the documented form, with every currency by itself", async () => {
    const host = await startMoneyHost()
    await host.pay({ amount: 500, currency: "jpy" })
    const paid = await host.pay({ amount: 700 })
    await host.post("/v2/test_helpers/disputes", { payment_id: paid.id, reason: "general", amount: 200 })
    expect(await host.get("/v2/balance")).toEqual({
      object: "balance",
      livemode: false,
      available: [
        { currency: "jpy", amount: 500 },
        { currency: "usd", amount: 500 }
      ],
      pending: [],
      disputed: [{ currency: "usd", amount: 200 }]
    })
  })

  it("B13: a test funds it, once per key", async () => {
    const host = await startMoneyHost()
    const fund = () =>
      host.post("/v2/test_helpers/balance/fund", { currency: "eur", amount: 500 }, { "idempotency-key": "k1" })
    const [first, again] = [await fund(), await fund()]
    expect(first).toEqual({ id: expect.stringMatching(/^fund_/), object: "funding", currency: "eur", amount: 500 })
    expect(again).toEqual(first)
    expect(await host.balance("available", "eur")).toBe(500)
    await host.booksAreRight()
  })

  it.each([
    [{ currency: "xxx", amount: 5 }, "invalid_currency", "currency"],
    [{ currency: "usd" }, "parameter_missing", "amount"],
    [{ currency: "usd", amount: 0 }, "amount_too_small", "amount"],
    [{ currency: "usd", amount: 1_000_000_000_000 }, "amount_too_large", "amount"]
  ])("B13: funding with %o is refused", async (body, code, param) => {
    const host = await startMoneyHost()
    expect((await host.post("/v2/test_helpers/balance/fund", body)).error).toMatchObject({ code, param })
    expect((await host.get("/v2/balance")).available).toEqual([])
  })
})

describe("ledger entries", () => {
  it("have the documented form, newest first, page by page", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay()
    const path = `/v2/ledger/entries?source=${payment.id}`
    const { data } = await host.get(path)
    expect(data[2]).toEqual({
      entry_id: expect.stringMatching(/^le_/),
      source: payment.id,
      step: "authorize",
      currency: "usd",
      postings: [
        { account: "hold.issuer", direction: "debit", amount: 2000 },
        { account: "hold.outstanding", direction: "credit", amount: 2000 }
      ],
      created_at: "2026-01-15T09:30:00Z"
    })
    const first = await host.get(`${path}&limit=2`)
    expect([first.data, first.has_more]).toEqual([data.slice(0, 2), true])
    const second = await host.get(`${path}&limit=2&cursor=${first.next_cursor}`)
    expect([second.data, second.has_more]).toEqual([data.slice(2), false])
  })

  it("of another account are none, and a source must be named", async () => {
    const host = await startHost()
    const payment = await host.pay()
    const foreign = { authorization: "Bearer sk_test_another_key" }
    const found = await host.ask("GET", `/v2/ledger/entries?source=${payment.id}`, undefined, foreign)
    expect(found.body.data).toEqual([])
    const none = await host.ask("GET", "/v2/ledger/entries")
    expect(none.body.error).toMatchObject({ code: "parameter_missing", param: "source" })
  })
})

describe("helpers about money", () => {
  it.each([
    "disputes",
    "disputes/dsp_1/resolve",
    "refunds/ref_1/resolve",
    "payouts/po_1/pay",
    "payouts/po_1/fail",
    "payouts/po_1/return",
    "balance/fund"
  ])("B13: a live key may not use %s", async (path) => {
    const live = "sk_live_0123456789"
    const host = await startHost({ cards: { mode: "production", accounts: [{ id: account, keys: [live] }] } })
    const bodies: Readonly<Record<string, unknown>> = {
      disputes: { payment_id: "pay_1", reason: "general" },
      "disputes/dsp_1/resolve": { outcome: "won" },
      "refunds/ref_1/resolve": { outcome: "failed" },
      "balance/fund": { currency: "usd", amount: 1 }
    }
    const reply = await host.ask("POST", `/v2/test_helpers/${path}`, bodies[path] ?? {}, {
      authorization: `Bearer ${live}`
    })
    expect([reply.status, reply.body.error.type, reply.body.error.code]).toEqual([
      403,
      "authentication_error",
      "live_key_not_allowed"
    ])
  })

  it.each([
    ["disputes/dsp_none/resolve", { outcome: "maybe" }, 400, "parameter_invalid"],
    ["disputes/dsp_none/resolve", { outcome: "won" }, 404, "resource_missing"],
    ["refunds/ref_none/resolve", { outcome: "failed" }, 404, "resource_missing"],
    ["payouts/po_none/pay", {}, 404, "resource_missing"],
    ["payouts/po_none/fail", { failure_code: 5 }, 400, "parameter_invalid"]
  ])("B13: %s with %o answers %i %s", async (path, body, status, code) => {
    const host = await startMoneyHost()
    const reply = await host.ask("POST", `/v2/test_helpers/${path}`, body)
    expect([reply.status, reply.body.error.code]).toEqual([status, code])
  })
})

it("a plain automatic payment is seven statements: what may follow costs it nothing", async () => {
  const host = await startMoneyHost()
  const caller = await host.engine.caller({ principal: testAccount(account) })
  const texts: Array<string> = []
  const write: typeof caller.store.write = (writes) => {
    for (const write of writes) texts.push(/(?:INTO|UPDATE|FROM) (\w+)/.exec(textOf(write))![1]!)
    return caller.store.write(writes)
  }
  const watched = { ...caller, store: { ...caller.store, write } }
  const command = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" } as const
  await host.engine.call(payments.create(watched, command))
  expect(texts).toEqual([
    "cards_payments",
    "cards_risk_attempts",
    "ledger_balances",
    "ledger_entries",
    "events",
    "webhook_deliveries",
    // A store that is far away is told of deliveries and their jobs in one statement.
    ...(caller.store.dialect.remote === true ? [] : ["jobs"])
  ])
})
