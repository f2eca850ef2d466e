/** What operators of a sandbox make happen: faults, the simulated network, a fresh start; and what they make for clients. */
import { describe, expect, it } from "vitest"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { bankMigrations } from "../../plugins/bank/migrations/steps.ts"
import { tablesEmptied } from "../../plugins/bank/simulator/reset.ts"
import { tablesOf } from "../../src/store/migrate.ts"
import { startOfTests } from "../bank/host.ts"
import { startConsole } from "./console.ts"

const start = () =>
  startConsole({
    plugins: [cards({ mode: "sandbox" }), bank({ mode: "sandbox", clients: [testClient] })],
    engine: { clock: startOfTests }
  })

/** Tables that a reset leaves alone, each with the reason. */
const tablesKept = {
  bank_clients: "who may call",
  bank_tokens: "tokens of clients go on",
  bank_exceptions: "what an officer decided about a name",
  bank_routing_rules: "set up by an administrator",
  bank_approval_rules: "set up by an administrator",
  bank_participants: "the directory of banks",
  bank_bics: "the directory of banks",
  bank_settings: "set up by an administrator",
  bank_audit: "the trail of what administrators did, this reset included",
  bank_ach_traces: "a number that was used is never used again"
}

const transfer = {
  account: testClient.clientId,
  amount: 1_250,
  rail: "auto",
  from_name: "Acme Corp",
  from_account: "1234567890",
  from_routing: "099900014",
  address: "1 Main St, Austin, TX, 78701",
  to_name: "Jane Roe",
  to_account: "9000000000",
  to_routing: "099900027"
}

describe("an operator of a bank", () => {
  it.each([
    ["auto", "settled"],
    ["ach", "queued"],
    ["fedwire", "submitted"]
  ])("sends a transfer with the rail %s, which is %s", async (rail, status) => {
    const { browser, engine } = await start()
    const sent = await browser.act("bank.transfers.send", { input: { ...transfer, rail } })
    expect([sent.json.error, sent.status, sent.json.id]).toEqual([undefined, 200, expect.stringMatching(/^pmt_/)])
    await engine.drain()
    const [row] = await browser.rows("bank.transfers")
    expect([row.id, row.amount.amountMinor, row.status.value]).toEqual([sent.json.id, 1_250, status])
  })

  it("sends it once, however often the form arrives", async () => {
    const { browser } = await start()
    const form = { input: transfer, key: "0123456789abcdef" }
    const first = await browser.act("bank.transfers.send", form)
    const second = await browser.act("bank.transfers.send", form)
    expect(second.json.id).toBe(first.json.id)
    expect(await browser.rows("bank.transfers")).toHaveLength(1)
  })

  it("receives money from outside once, however often the form arrives", async () => {
    const { browser, engine } = await start()
    const input = {
      rail: "rtp",
      amount: 1_250,
      from_name: "Jane Roe",
      from_account: "9000000000",
      from_routing: "099900027",
      to_name: "Acme Corp",
      to_account: "1234567890",
      to_routing: "099900014"
    }
    const fund = { account: "acct_shop", amount: 500, currency: "usd" }
    const key = "0123456789abcdef"
    for (const _ of [1, 2]) {
      expect((await browser.act("bank.faults.inbound", { input, key })).status).toBe(200)
      expect((await browser.act("cards.balances.fund", { input: fund, key })).status).toBe(200)
    }
    await engine.drain()
    expect(await browser.rows("bank.network")).toHaveLength(1)
    expect((await browser.rows("cards.balances"))[0].available.amountMinor).toBe(500)
  })

  it("begins anew, and keeps who may call, the rules, the audit and the time", async () => {
    const { browser, engine } = await start()
    await browser.act("bank.approval_rules.create", { input: { priority: 1, verdict: "auto", approvers: "1" } })
    await browser.act("bank.faults.plan", { input: { rail: "rtp", fault: "drop_responses", count: 3 } })
    for (const rail of ["fednow", "ach", "fedwire"]) {
      await browser.act("bank.transfers.send", { input: { ...transfer, rail }, key: `form-${rail}` })
    }
    const upcoming = async () =>
      (await browser.get("/api/clock")).json.upcoming.filter(({ job }: any) => job.startsWith("bank."))
    expect((await upcoming()).length).toBeGreaterThan(0)
    const before = (await browser.rows("bank.audit")).length
    const reset = await browser.act("bank.faults.reset", { reason: "The next trial" })
    expect(reset.json.message).toBe("The bank begins anew")
    for (const panel of ["transfers", "network", "faults"]) expect(await browser.rows(`bank.${panel}`)).toEqual([])
    expect(await upcoming()).toEqual([])
    expect((await browser.rows("bank.clients")).map(({ id }) => id)).toEqual([testClient.clientId])
    expect(await browser.rows("bank.approval_rules")).toHaveLength(1)
    const trail = await browser.rows("bank.audit")
    expect([trail[0].action, trail.length]).toEqual(["sandbox.reset", before + 1])
    // No job or answer from before the reset arrives later, and new transfers go through as on the first day.
    await engine.advance("5 days")
    expect(await browser.rows("bank.transfers")).toEqual([])
    const sent = await browser.act("bank.transfers.send", { input: { ...transfer, rail: "rtp" }, key: "form-fednow" })
    expect(sent.json.error).toBeUndefined()
    await engine.drain()
    expect(await browser.rows("bank.transfers")).toMatchObject([{ status: { value: "settled" } }])
    for (const rail of ["ach", "fedwire"]) await browser.act("bank.transfers.send", { input: { ...transfer, rail } })
    await engine.advance("5 days")
    const stands = (await browser.rows("bank.transfers")).map(({ status }) => status.value)
    expect(stands).toEqual(["settled", "settled", "settled"])
  })

  it("knows every table of the bank", () => {
    expect([...tablesEmptied, ...Object.keys(tablesKept)].sort()).toEqual([...tablesOf(bankMigrations)].sort())
  })

  it("plans a fault, sees it, and takes it back", async () => {
    const { browser } = await start()
    const input = { rail: "fednow", fault: "drop_responses", count: 3 }
    expect((await browser.act("bank.faults.plan", { input })).status).toBe(200)
    expect(await browser.rows("bank.faults")).toMatchObject([{ rail: "fednow", remaining: 3 }])
    expect((await browser.act("bank.faults.restore", {})).status).toBe(200)
    expect(await browser.rows("bank.faults")).toEqual([])
    const wrong = await browser.act("bank.faults.plan", { input: { ...input, count: 1.5 } })
    expect(wrong.status).toBe(422)
  })

  it("asks for a payment, and lets the simulated payer pay it", async () => {
    const { browser, engine } = await start()
    const asked = await browser.act("bank.requests.create", {
      input: {
        account: testClient.clientId,
        amount: 4_200,
        rail: "rtp",
        payee_name: "Acme Corp",
        payee_account: "1234567890",
        payee_routing: "099900014",
        payer_name: "Jane Roe",
        payer_account: "9000000000",
        payer_routing: "099900027"
      }
    })
    expect([asked.status, asked.json]).toEqual([200, expect.objectContaining({ id: expect.stringMatching(/^rfp_/) })])
    await engine.drain()
    const paid = await browser.act("bank.requests.simulate_payer", { id: asked.json.id, input: { action: "approve" } })
    expect(paid.status).toBe(200)
    await engine.drain()
    expect((await browser.rows("bank.requests"))[0].status.value).toBe("fulfilled")
  })

  it("lets a rule hold large transfers for approval, and deletes it", async () => {
    const { browser } = await start()
    const input = { priority: 1, when: { minAmount: 1_000 }, verdict: "human", approvers: "1" }
    const made = await browser.act("bank.approval_rules.create", { input })
    expect(made.status).toBe(200)
    await browser.act("bank.transfers.send", { input: transfer })
    expect(await browser.rows("bank.approvals")).toHaveLength(1)
    expect((await browser.act("bank.approval_rules.delete", { id: made.json.id })).status).toBe(200)
    expect(await browser.rows("bank.approval_rules")).toEqual([])
  })

  it("returns a settled transfer as the other bank", async () => {
    const { browser, engine } = await start()
    const { json } = await browser.act("bank.transfers.send", { input: transfer })
    await engine.drain()
    const back = await browser.act("bank.transfers.simulate_return", { id: json.id, input: { code: "AC04" } })
    expect(back.status).toBe(200)
    await engine.drain()
    expect((await browser.rows("bank.transfers"))[0].status.value).toBe("returned")
  })
})

describe("an account of cards", () => {
  const payment = { amount: 2_000, currency: "usd", payment_method: "pm_card_visa" }

  it("meets the fault that was planned for it, once", async () => {
    const { browser, engine } = await start()
    await engine.request("POST", "/cards/v2/payments", payment)
    const [{ account }] = await browser.rows("cards.payments")
    const input = { account, operation: "POST /v2/payments", kind: "unavailable", times: 1 }
    expect((await browser.act("cards.balances.fault", { input })).status).toBe(200)
    expect((await engine.request("POST", "/cards/v2/payments", payment)).status).toBe(503)
    expect((await engine.request("POST", "/cards/v2/payments", payment)).status).toBe(200)
  })

  it("has right books, and begins anew when it is reset", async () => {
    const { browser, engine } = await start()
    await engine.request("POST", "/cards/v2/payments", payment)
    const [{ account }] = await browser.rows("cards.payments")
    const checked = await browser.act("cards.balances.check", { input: { account } })
    expect(checked.json.message).toBe("The books are right")
    expect((await browser.act("cards.balances.reset", { input: { account } })).status).toBe(200)
    expect(await browser.rows("cards.payments")).toEqual([])
  })
})
