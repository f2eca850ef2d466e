/** What operators see of cards and do with it: over two accounts, and in the name of the owner of each row. */
import { describe, expect, it } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { Bursar } from "../../src/client/index.ts"
import type { TestEngine } from "../../src/testing/TestEngine.ts"
import { startConsole } from "./console.ts"

const plugins = [cards({ mode: "sandbox" })]

const keys = ["sk_test_console_one", "sk_test_console_two"] as const

const as = (key: string) => ({ authorization: `Bearer ${key}` })

const pay = async (engine: TestEngine, key: string, body: object = {}) =>
  (
    await engine.request(
      "POST",
      "/cards/v2/payments",
      { amount: 2000, currency: "usd", payment_method: "pm_card_visa", ...body },
      as(key)
    )
  ).json

describe("payments", () => {
  it("of both accounts are in one list, newest first, and narrowed by their columns", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const first = await pay(engine, keys[0])
    const second = await pay(engine, keys[1], { payment_method: "pm_card_declined", amount: 700 })
    const rows = await browser.rows("cards.payments")
    expect(rows.map(({ id }) => id)).toEqual([second.id ?? rows[0].id, first.id])
    expect(new Set(rows.map(({ account }) => account)).size).toBe(2)
    expect(rows[1]).toMatchObject({
      amount: { amountMinor: 2000, currency: "usd" },
      status: { value: "succeeded", tone: "good" },
      actions: ["refund", "dispute"]
    })
    const narrowed = async (query: string) => (await browser.rows("cards.payments", query)).map(({ id }) => id)
    expect(await narrowed("?status=succeeded")).toEqual([first.id])
    expect(await narrowed(`?account=${rows[1].account}`)).toEqual([first.id])
    expect(await narrowed("?from=2026-01-16")).toEqual([])
    expect(await narrowed("?to=no-date")).toEqual([])
    expect((await browser.get("/api/panels/cards.payments/anchors?status=failed")).json).toEqual({
      total: 1,
      capped: false,
      anchors: []
    })
  })

  it("are refunded as their owner, who sees the refund", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const payment = await pay(engine, keys[1])
    await pay(engine, keys[0])
    const done = await browser.act("cards.payments.refund", { id: payment.id, input: { amount: 500 } })
    expect(done.json).toEqual({ message: "The refund was made", id: expect.stringMatching(/^ref_/) })
    const shown = await engine.request("GET", `/cards/v2/refunds/${done.json.id}`, undefined, as(keys[1]))
    expect(shown.json).toMatchObject({ amount: 500, payment_id: payment.id })
    const strange = await engine.request("GET", `/cards/v2/refunds/${done.json.id}`, undefined, as(keys[0]))
    expect(strange.status).toBe(404)
    const refused = await browser.act("cards.payments.refund", { id: payment.id, input: { amount: 5000 } })
    expect([refused.status, refused.json.error.code]).toEqual([422, "refused"])
    expect(refused.json.error.message).toMatch(/1500|1,500|15\.00/)
    const audit = await browser.rows("console.audit")
    expect(audit.slice(0, 2)).toMatchObject([
      { action: "cards.payments.refund", resource: payment.id, result: { value: "refused" } },
      { action: "cards.payments.refund", resource: payment.id, result: { value: "done" }, role: "admin" }
    ])
    expect(audit[1].reason).toBe("The customer asked for it")
  })

  it("and customers, screenings, accounts and alerts can be read as their samples say", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const made = async (path: string, body: object) =>
      (await engine.request("POST", `/cards/v2/${path}`, body, as(keys[0]))).json
    const payment = await pay(engine, keys[0], { amount: 1_000_000 })
    const customer = await made("customers", { email: "ada@example.com", name: "Test Pep Person" })
    const account = await made("bank_accounts", {
      customer: customer.id,
      currency: "usd",
      country: "US",
      account_holder_name: "Ada",
      routing_number: "110000000",
      account_number: "000123456789"
    })
    const [alert] = (await engine.request("GET", "/cards/v2/aml/alerts", undefined, as(keys[0]))).json.data
    const things = {
      payments: payment.id,
      customers: customer.id,
      screenings: customer.screening.screening_id,
      bank_accounts: account.id,
      alerts: alert.id,
      refunds: (await made("refunds", { payment_id: payment.id, amount: 100 })).id,
      disputes: (await made("test_helpers/disputes", { payment_id: payment.id, reason: "general", amount: 100 })).id,
      payouts: (await made("payouts", { amount: 100, currency: "usd", destination: "ba_test_verified_usd" })).id,
      risk_rules: (await made("risk/rules", { name: "Big", when: { amount: { gte: 5 } }, action: "review" })).id
    }
    const client = new Bursar({ baseUrl: "http://host.test", secretKey: keys[0] })
    for (const [panel, id] of Object.entries(things)) {
      const [curl, node] = (await browser.get(`/api/panels/cards.${panel}/items/${id}`)).json.samples
      const [, path] = /\$BURSAR_URL(\/\S+)"/.exec(curl.text)!
      expect([path, (await engine.request("GET", path!, undefined, as(keys[0]))).status]).toEqual([path, 200])
      const [, method] = /bursar\.([\w.]+)\(/.exec(node.text)!
      const found = method!.split(".").reduce((within: any, name) => within?.[name], client)
      expect([method, typeof found]).toEqual([method, "function"])
    }
  })

  it("are shown in full, with samples and links", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const payment = await pay(engine, keys[0])
    const item = (await browser.get(`/api/panels/cards.payments/items/${payment.id}`)).json
    expect(item).toMatchObject({ title: payment.id, status: { value: "succeeded" }, json: { id: payment.id } })
    expect(item.samples.map(({ language }: { language: string }) => language)).toEqual(["curl", "node"])
    expect((await browser.get("/api/panels/cards.payments/items/pay_none")).status).toBe(404)
    expect((await browser.get(`/api/search?q=${payment.id}`)).json.found).toEqual([
      { id: payment.id, title: payment.id, href: `/cards.payments/${payment.id}` }
    ])
  })

  it("are made and captured for an account", async () => {
    const { browser, engine } = await startConsole({ plugins })
    await pay(engine, keys[0])
    const [{ account }] = await browser.rows("cards.payments")
    const input = { account, amount: 900, currency: "USD", payment_method: "pm_card_visa", manual: true }
    const made = await browser.act("cards.payments.create", { input })
    expect(made.json).toMatchObject({ message: "The payment was made" })
    expect((await browser.act("cards.payments.capture", { id: made.json.id, input: {} })).status).toBe(200)
    const shown = await engine.request("GET", `/cards/v2/payments/${made.json.id}`, undefined, as(keys[0]))
    expect(shown.json).toMatchObject({ status: "succeeded", amount: 900 })
    const missing = await browser.act("cards.payments.create", { input: { ...input, amount: undefined } })
    expect([missing.status, missing.json.error.message]).toEqual([400, "Amount is missing"])
    const nothing = await browser.act("cards.payments.create", { input: { ...input, amount: 0 } })
    expect([nothing.status, nothing.json.error.message]).toEqual([
      400,
      expect.stringMatching(/^Amount must be .* 1 on$/)
    ])
  })
})

it.each(["cards.payments", "cards.customers", "cards.payouts", "cards.risk_rules", "cards.endpoints"])(
  "what operators make in %s is of the mode whose keys the service takes",
  async (panel) => {
    const { browser } = await startConsole({ plugins })
    const action = panel === "cards.endpoints" ? "register" : "create"
    const input = { account: "acct_made", mode: "live" }
    const refused = await browser.act(`${panel}.${action}`, { input })
    expect([refused.status, refused.json.error.message]).toEqual([400, 'There is no field "mode"'])
  }
)

describe("what an action is offered for", () => {
  it("is what its operation takes: the risk of a payment that was not flagged cannot be cleared", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const flagged = await pay(engine, keys[0], { payment_method: "pm_card_riskLevelElevated" })
    await pay(engine, keys[0])
    const rows = await browser.rows("cards.payments")
    expect(rows.map(({ id, score }) => [id === flagged.id, score > 75])).toEqual([
      [false, false],
      [true, true]
    ])
    expect(rows.map(({ actions }) => actions.includes("clear"))).toEqual([false, true])
    expect((await browser.act("cards.payments.clear", { id: flagged.id })).status).toBe(200)
  })
})

describe("payouts", () => {
  it("go to a bank account of the sandbox, and say what is in them", async () => {
    const { browser, engine } = await startConsole({ plugins })
    await pay(engine, keys[0])
    const [{ account }] = await browser.rows("cards.payments")
    const money = { account, amount: 5_000, currency: "usd" }
    await browser.act("cards.balances.fund", { input: { account, amount: 9_000, currency: "usd" } })
    const { panels } = (await browser.get("/api/panels")).json
    const { actions } = panels.find(({ id }: { id: string }) => id === "cards.payouts")
    const [destination] = actions
      .find(({ id }: { id: string }) => id === "create")
      .input.find(({ key }: { key: string }) => key === "destination").suggest
    const made = await browser.act("cards.payouts.create", { input: { ...money, destination, method: "instant" } })
    expect(made.json.message).toBe("The payout was made")
    const { sections } = (await browser.get(`/api/panels/cards.payouts/items/${made.json.id}`)).json
    const shown = sections.find(({ title }: { title: string }) => title === "What is in it").fields
    expect(shown.map(({ label, value }: any) => [label, value?.amountMinor ?? value])).toEqual([
      ["To the bank account", 5_000],
      ["Fee", 75],
      ["From the balance", 5_075],
      ["Leaves with the batch", null]
    ])
  })
})

describe("disputes", () => {
  it("wait for a person, are answered with evidence and lost when nobody answers", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const [one, other] = [await pay(engine, keys[0]), await pay(engine, keys[1])]
    for (const { id } of [one, other]) {
      expect((await browser.act("cards.payments.dispute", { id, input: { cause: "fraudulent" } })).status).toBe(200)
    }
    const panelOf = async () =>
      (await browser.get("/api/panels")).json.panels.find(({ id }: { id: string }) => id === "cards.disputes")
    expect((await panelOf()).badge).toBe(2)
    const overview = (await browser.get("/api/overview")).json
    expect(overview.well).toBe(false)
    expect(overview.needs).toContainEqual({
      text: "2 disputes need an answer",
      href: "/cards.disputes?status=needs_response"
    })
    const [latest] = await browser.rows("cards.disputes")
    const input = { receipt: "winning_evidence", submit: true }
    expect((await browser.act("cards.disputes.respond", { id: latest.id, input })).json.message).toMatch(/submitted/)
    await browser.send("POST", "/api/clock/advance", { to: "2026-03-01T00:00:00Z" })
    const ended = await browser.rows("cards.disputes")
    expect(ended.map((row) => row.status.value).sort()).toEqual(["lost", "won"])
    expect((await panelOf()).badge).toBeUndefined()
  })
})

describe("risk rules", () => {
  it("are tried on past payments before they decide about new ones", async () => {
    const { browser, engine } = await startConsole({ plugins })
    await pay(engine, keys[0], { amount: 60_000 })
    await pay(engine, keys[0])
    await pay(engine, keys[1], { amount: 70_000 })
    const rows = await browser.rows("cards.payments")
    const { account } = rows.find((row) => row.amount.amountMinor === 60_000)
    const input = { account, when: { amount: { gte: 50_000 } } }
    const tried = await browser.act("cards.risk_rules.try_new", { input })
    expect(tried.json).toMatchObject({
      message: "The rule meets 1 of the last 2 payments",
      details: { payments: 2, matched: 1, succeeded: { usd: 60_000 } }
    })
    const wrong = await browser.act("cards.risk_rules.try_new", { input: { ...input, when: { amount: { over: 1 } } } })
    expect([wrong.status, wrong.json.error.code]).toEqual([422, "refused"])
    const rule = await browser.act("cards.risk_rules.create", { input: { ...input, name: "Large", action: "block" } })
    expect((await pay(engine, keys[0], { amount: 60_000 })).status).toBe("succeeded")
    await browser.act("cards.risk_rules.switch", { id: rule.json.id })
    const blocked = await pay(engine, keys[0], { amount: 60_000 })
    expect(JSON.stringify(blocked)).toMatch(/fraudulent/)
  })
})

describe("webhook deliveries", () => {
  it("that failed are sent again, and the endpoint gets a new secret once", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const registered = await engine.request(
      "POST",
      "/cards/v2/webhook_endpoints",
      { url: "https://hooks.example/cards", enabled_events: ["payment.succeeded"] },
      as(keys[0])
    )
    expect(registered.status).toBe(200)
    engine.notifier.answerWith(() => 500)
    await pay(engine, keys[0])
    await engine.drain()
    const [delivery] = await browser.rows("cards.deliveries")
    expect(delivery).toMatchObject({ status: { value: "pending" }, type: "payment.succeeded", attempts: 1 })
    const item = (await browser.get(`/api/panels/cards.deliveries/items/${delivery.id}`)).json
    expect(item.sections[0].fields).toContainEqual({ label: "Answer", kind: "text", value: "500" })
    engine.notifier.answerWith(() => 200)
    expect((await browser.act("cards.deliveries.resend", { id: delivery.id })).status).toBe(200)
    await engine.drain()
    expect((await browser.rows("cards.deliveries"))[0].status.value).toBe("delivered")
    const [endpoint] = await browser.rows("cards.endpoints")
    expect(endpoint).toMatchObject({ url: "https://hooks.example/cards", actions: ["disable", "rotate", "delete"] })
    const rotated = await browser.act("cards.endpoints.rotate", { id: endpoint.id })
    expect(rotated.json.secret).toMatch(/^whsec_/)
    expect(rotated.headers.get("cache-control")).toBe("no-store")
    expect(JSON.stringify(await browser.rows("console.audit"))).not.toContain(rotated.json.secret)
  })
})
