import { describe, expect, it } from "vitest"
import { testAccount } from "../../plugins/cards/index.ts"
import { writesOf } from "../../plugins/cards/payouts/operations.ts"
import { create } from "../../plugins/cards/payouts/Payout.ts"
import { planned } from "../../plugins/cards/plans.ts"
import { carryOutUnkeyed } from "../../src/plugin.ts"
import { account, startMoneyHost, type MoneyHost } from "./money.ts"
import { fund, payOut, recipient, staticUsd } from "./payoutMoves.ts"

describe("payouts over HTTP", () => {
  it("C10, C182–C187: a standard payout leaves with the batch at 00:00 UTC and arrives two business days later", async () => {
    const host = await startMoneyHost()
    await fund(host)
    const { body: payout, status } = await payOut(host)
    expect(status).toBe(200)
    expect(payout).toEqual({
      id: expect.stringMatching(/^po_[0-9a-z]{23}$/),
      object: "payout",
      amount: 10_000,
      currency: "usd",
      destination: staticUsd,
      method: "standard",
      status: "pending",
      fee: 0,
      total_debit: 10_000,
      batch_at: "2026-01-16T00:00:00Z",
      // The batch leaves on a Friday; Monday and Tuesday follow.
      arrival_date: "2026-01-20T00:00:00Z",
      failure: null,
      screening_id: expect.stringMatching(/^scr_/),
      created_at: "2026-01-15T09:30:00Z",
      livemode: false
    })
    expect(await host.balance()).toBe(90_000)
    const at = async (time: string) => {
      await host.engine.clock.advanceTo(time)
      await host.booksAreRight()
      return (await host.get(`/v2/payouts/${payout.id}`)).status
    }
    expect(await at("2026-01-15T23:59:59Z")).toBe("pending")
    expect(await at("2026-01-16T00:00:00Z")).toBe("in_transit")
    expect(await at("2026-01-19T23:59:59Z")).toBe("in_transit")
    expect(await at("2026-01-20T00:00:00Z")).toBe("paid")
    expect(await host.told(payout.id)).toEqual(["payout.created", "payout.in_transit", "payout.paid"])
    expect(await host.balance()).toBe(90_000)
  })

  it("C196: a repetition under the same key is answered as before, and pays out once", async () => {
    const host = await startMoneyHost()
    await fund(host)
    const { destination } = await recipient(host)
    const send = () => payOut(host, { destination }, { "idempotency-key": "k1" })
    const first = await send()
    expect(first.status).toBe(200)
    expect((await send()).text).toBe(first.text)
    expect(await host.balance()).toBe(90_000)
    expect(await host.told(first.body.id)).toEqual(["payout.created"])
  })

  it("B9: a bank that is late takes three business days", async () => {
    const host = await startMoneyHost()
    await fund(host)
    const { destination } = await recipient(host, { account: "000333333335" })
    expect((await payOut(host, { destination })).body.arrival_date).toBe("2026-01-21T00:00:00Z")
  })

  it("B9: at midnight itself the batch of that day has left, so the next one takes it", async () => {
    const host = await startMoneyHost()
    await fund(host)
    await host.engine.clock.advanceTo("2026-01-16T00:00:00Z")
    expect((await payOut(host)).body.batch_at).toBe("2026-01-17T00:00:00Z")
  })

  it("C188, C189: an instant payout leaves at once, is paid within 30 minutes, and costs 1.5 percent more", async () => {
    const host = await startMoneyHost()
    await fund(host)
    const { body: payout } = await payOut(host, { amount: 10_033, method: "instant" })
    expect(payout).toMatchObject({ status: "in_transit", fee: 150, total_debit: 10_183, batch_at: null })
    expect(await host.balance()).toBe(100_000 - 10_183)
    await host.engine.clock.advance("9 minutes")
    expect((await host.get(`/v2/payouts/${payout.id}`)).status).toBe("in_transit")
    await host.engine.clock.advance("1 minute")
    expect((await host.get(`/v2/payouts/${payout.id}`)).status).toBe("paid")
    expect(await host.told(payout.id)).toEqual(["payout.created", "payout.in_transit", "payout.paid"])
    await host.booksAreRight()
  })

  it("B9: a payout to a closed account fails on arrival; amount and fee are back", async () => {
    const host = await startMoneyHost()
    await fund(host)
    const { destination } = await recipient(host, { account: "000111111113" })
    const { body: payout } = await payOut(host, { destination, method: "instant" })
    expect(payout.status).toBe("in_transit")
    await host.engine.clock.advance("10 minutes")
    expect(await host.get(`/v2/payouts/${payout.id}`)).toMatchObject({
      status: "failed",
      failure: { code: "account_closed" }
    })
    expect(await host.balance()).toBe(100_000)
    expect(await host.told(payout.id)).toEqual(["payout.created", "payout.in_transit", "payout.failed"])
    await host.booksAreRight()
  })

  it("B9: it can be canceled until its batch leaves, and then its money is back", async () => {
    const host = await startMoneyHost()
    await fund(host)
    const [early, late] = [(await payOut(host)).body, (await payOut(host)).body]
    const cancel = (id: string) => host.ask("POST", `/v2/payouts/${id}/cancel`, {})
    await host.engine.clock.advanceTo("2026-01-15T23:59:59Z")
    expect((await cancel(early.id)).body.status).toBe("canceled")
    expect((await cancel(early.id)).body.error.code).toBe("payout_unexpected_state")
    await host.engine.clock.advance("1 second")
    expect((await cancel(late.id)).body.error.code).toBe("payout_unexpected_state")
    expect(await host.balance()).toBe(90_000)
    expect(await host.told(early.id)).toEqual(["payout.created", "payout.canceled"])
    await host.booksAreRight()
  })

  it("payouts are listed newest first, by status and destination", async () => {
    const host = await startMoneyHost()
    await fund(host)
    await fund(host, 50_000, "eur")
    const euro = (await payOut(host, { currency: "eur", destination: "ba_test_verified_eur" })).body.id
    const made: Array<string> = []
    for (let count = 0; count < 3; count++) made.unshift((await payOut(host)).body.id)
    await host.post(`/v2/payouts/${made[0]}/cancel`)
    const ids = async (query: string) =>
      (await host.get(`/v2/payouts?${query}`)).data.map((payout: { id: string }) => payout.id)
    expect(await ids("")).toEqual([...made, euro])
    expect(await ids("status=canceled")).toEqual([made[0]])
    expect(await ids(`destination=${staticUsd}&status=pending`)).toEqual(made.slice(1))
    const { next_cursor } = await host.get("/v2/payouts?limit=2")
    expect(await ids(`limit=2&cursor=${next_cursor}`)).toEqual([made[2], euro])
    expect((await host.ask("GET", "/v2/payouts/po_none")).status).toBe(404)
  })
})

describe("what a test says about a payout", () => {
  const helper = (host: MoneyHost, id: string, what: string, body: unknown = {}) =>
    host.post(`/v2/test_helpers/payouts/${id}/${what}`, body)

  it("it is paid, and sent back within five business days, and not later", async () => {
    const host = await startMoneyHost()
    await fund(host)
    const [one, other] = [(await payOut(host)).body, (await payOut(host)).body]
    expect((await helper(host, one.id, "pay")).error.code).toBe("payout_unexpected_state")
    await host.engine.clock.advanceTo("2026-01-16T00:00:00Z")
    expect((await helper(host, one.id, "pay")).status).toBe("paid")
    expect((await helper(host, other.id, "pay")).status).toBe("paid")
    await host.engine.clock.advanceTo("2026-01-23T00:00:00Z")
    const returned = await helper(host, one.id, "return", { failure_code: "no_account" })
    expect(returned).toMatchObject({ status: "failed", failure: { code: "no_account" } })
    expect(await host.balance()).toBe(90_000)
    await host.engine.clock.advance("1 second")
    expect((await helper(host, other.id, "return")).error.code).toBe("payout_unexpected_state")
    expect(await host.told(one.id)).toEqual(["payout.created", "payout.in_transit", "payout.paid", "payout.failed"])
    await host.booksAreRight()
  })

  it("it fails once it has left, and stays failed when its time comes", async () => {
    const host = await startMoneyHost()
    await fund(host)
    const { body: payout } = await payOut(host)
    const early = await helper(host, payout.id, "fail")
    expect(early.error).toMatchObject({
      code: "payout_unexpected_state",
      message: expect.stringMatching(/not left yet/)
    })
    expect((await host.get(`/v2/payouts/${payout.id}`)).status).toBe("pending")
    await host.engine.clock.advanceTo("2026-01-16T00:00:00Z")
    expect(await helper(host, payout.id, "fail")).toMatchObject({
      status: "failed",
      failure: { code: "could_not_process" }
    })
    await host.engine.clock.advance("10 days")
    expect(await host.told(payout.id)).toEqual(["payout.created", "payout.in_transit", "payout.failed"])
    expect(await host.balance()).toBe(100_000)
    await host.booksAreRight()
  })
})

describe("a payout is refused, with nothing stored, for", () => {
  const bodies: ReadonlyArray<readonly [string, Record<string, unknown>, string, string]> = [
    ["C182: no amount", { amount: undefined }, "parameter_missing", "amount"],
    ["C182: a fraction", { amount: 10.5 }, "parameter_invalid", "amount"],
    ["an amount of nothing", { amount: 0 }, "amount_too_small", "amount"],
    ["more than 12 digits", { amount: 1_000_000_000_000 }, "amount_too_large", "amount"],
    ["C183: no currency", { currency: undefined }, "parameter_missing", "currency"],
    ["an unknown currency", { currency: "xxx" }, "invalid_currency", "currency"],
    ["C184: no destination", { destination: undefined }, "parameter_missing", "destination"],
    ["C185: another method", { method: "fast" }, "parameter_invalid", "method"],
    ["an unknown parameter", { description: "x" }, "parameter_unknown", "description"]
  ]
  it.each(bodies)("%s", async (_name, change, code, param) => {
    const host = await startMoneyHost()
    await fund(host)
    const reply = await payOut(host, change)
    expect(reply.status).toBe(400)
    expect(reply.body.error).toMatchObject({ type: "validation_error", code, param })
    expect((await host.get("/v2/payouts")).data).toEqual([])
    expect(await host.balance()).toBe(100_000)
  })

  it.each(["status=done", "destination=", "limit=101"])("a list with %s", async (query) => {
    const host = await startMoneyHost()
    expect((await host.ask("GET", `/v2/payouts?${query}`)).status).toBe(400)
  })
})

describe("the daily batch", () => {
  it("C186: sends thousands of payouts of many accounts, each once", { timeout: 60_000 }, async () => {
    const host = await startMoneyHost()
    await fund(host, 10_000_000)
    const other = { authorization: "Bearer sk_test_0123456789" }
    const total = 2_500
    for (let from = 0; from < total; from += 100) {
      const replies = await Promise.all(Array.from({ length: 100 }, () => payOut(host, { amount: 100 }, other)))
      expect(replies.every(({ status }) => status === 200)).toBe(true)
    }
    await host.engine.clock.advanceTo("2026-01-16T00:00:00Z")
    expect((await host.get("/v2/payouts?status=pending")).data).toEqual([])
    await host.engine.clock.advanceTo("2026-01-20T00:00:00Z")
    expect((await host.get("/v2/payouts?status=in_transit")).data).toEqual([])
    await host.booksAreRight()
    const caller = await host.engine.caller({ principal: testAccount(account) })
    const [row] = await host.engine.call(
      caller.store.read<{ times: number }>(`SELECT count(*) AS times FROM events WHERE type = 'payout.paid'`, [])
    )
    expect(row!.times).toBe(total)
  })

  it("looks again a minute later for a payout that was decided before midnight and kept just after it", async () => {
    const host = await startMoneyHost()
    await fund(host)
    await payOut(host)
    await host.engine.clock.advanceTo("2026-01-16T00:00:00Z")
    const caller = await host.engine.caller({ principal: testAccount(account) })
    const late = create(
      { amountMinor: 100, currency: "usd", destination: staticUsd },
      {
        id: "po_late",
        now: Date.parse("2026-01-15T23:59:59Z"),
        livemode: false,
        destination: {
          id: staticUsd,
          customer: null,
          currency: "usd",
          verified: true,
          instantEligible: true,
          late: false,
          sandboxFault: null
        },
        screeningId: "scr_late"
      }
    )
    // Its job is dropped when the batch's own is still there: nothing but the second look finds it.
    const { events, writes } = writesOf(caller.scope, late, undefined)
    const plan = planned(caller, undefined, { writes, events, entries: late.entries })
    await host.engine.call(carryOutUnkeyed(caller.store, plan))
    await host.engine.clock.advance("59 seconds")
    expect((await host.get("/v2/payouts/po_late")).status).toBe("pending")
    await host.engine.clock.advance("1 second")
    expect((await host.get("/v2/payouts/po_late")).status).toBe("in_transit")
    await host.booksAreRight()
  })
})
