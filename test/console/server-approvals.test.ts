/** What needs two people: two administrators with tokens of their own are two, one with two sessions is one. */
import { describe, expect, it } from "vitest"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { paymentBody, startOfTests } from "../bank/host.ts"
import { administratorTokens as tokens, adminToken, browserAt, startConsole } from "./console.ts"

const start = async (approvers = "2") => {
  const plugins = [bank({ mode: "sandbox", clients: [testClient] })]
  const administrators = () => tokens
  const { browser, engine } = await startConsole({
    plugins,
    console: { administrators },
    engine: { clock: startOfTests }
  })
  const rule = { priority: 1, verdict: "human", approvers }
  expect((await browser.act("bank.approval_rules.create", { input: rule })).status).toBe(200)
  const headers = { authorization: undefined, "x-api-key": testClient.apiKey, "idempotency-key": "pay-1" }
  const { paymentId: id } = (await engine.request("POST", "/bank/v2/payments/instant", paymentBody(), headers)).json
    .data
  const signedIn = async (token: string) => {
    const at = browserAt(engine)
    expect((await at.signIn(token)).status).toBe(200)
    return at
  }
  return { browser, engine, id, signedIn, approve: { id, reason: "Seen the invoice" } }
}

describe("a transfer that two people must approve", () => {
  it("is finished by a second administrator, and the list says who approved and who is needed", async () => {
    const { approve, id, signedIn } = await start()
    const anna = await signedIn(tokens.anna)
    const first = await anna.act("bank.approvals.approve", approve)
    expect(first.json.message).toBe("Approved by 1 of 2: somebody else has to approve it too")
    expect((await anna.rows("bank.approvals"))[0]).toMatchObject({ id, approved: "1 of 2" })
    const item = (await anna.get(`/api/panels/bank.approvals/items/${id}`)).json
    const fields = item.sections.find(({ title }: any) => title === "Approval").fields
    expect(fields.map(({ label }: any) => label)).toEqual(["Rule", "Approved by", "admin:anna", "Note", "Still needed"])
    // Another session of the same person is nobody else.
    const again = await (await signedIn(tokens.anna)).act("bank.approvals.approve", approve)
    expect([again.status, again.json.error.code]).toEqual([422, "refused"])
    const ben = await signedIn(tokens.ben)
    expect((await ben.act("bank.approvals.approve", approve)).json.message).toBe("The transfer was approved")
    expect(await ben.rows("bank.approvals")).toEqual([])
    const who = (await ben.rows("bank.audit")).filter(({ action }) => action === "payment.approve")
    expect(who.map(({ actor }) => actor)).toEqual(["admin:ben", "admin:anna"])
    const trail = (await ben.rows("console.audit")).filter(({ action }) => action === "bank.approvals.approve")
    expect(trail.map(({ session }) => session)).toEqual(["ben", "anna", "anna"])
  })

  it("is not finished by two sessions that the one admin token opened", async () => {
    const { approve, browser, signedIn } = await start()
    const second = await signedIn("admin-token-of-the-tests")
    expect((await browser.act("bank.approvals.approve", approve)).status).toBe(200)
    expect((await second.act("bank.approvals.approve", approve)).status).toBe(422)
  })
})

describe("a transfer that an administrator sends in a client's name", () => {
  const input = {
    account: testClient.clientId,
    amount: 4_200,
    rail: "auto",
    from_name: "Acme Corp",
    from_account: "1234567890",
    from_routing: "099900014",
    address: "1 Main St, Austin, TX, 78701",
    to_account: "9000000000",
    to_routing: "099900027"
  }

  it.each([
    ["approvals.approve", "Jane Roe"],
    ["queue.release", "Zoltan Sanctionov"]
  ])("is not theirs to decide: bank.%s", async (action, to_name) => {
    const { browser, signedIn } = await start("1")
    const [anna, ben] = [await signedIn(tokens.anna), await signedIn(tokens.ben)]
    const sent = await anna.act("bank.transfers.send", { input: { ...input, to_name } })
    const isHeld = action.startsWith("queue")
    expect(sent.json.message).toBe(`The transfer is ${isHeld ? "held" : "pending approval"}`)
    const id = isHeld ? (await browser.rows("bank.queue"))[0].id : sent.json.id
    const refused = await anna.act(`bank.${action}`, { id })
    expect([refused.status, refused.json.error.code]).toEqual([422, "refused"])
    expect((await ben.act(`bank.${action}`, { id })).status).toBe(200)
  })

  it("is decided by the one admin token of a sandbox, which is everybody's", async () => {
    const { browser } = await start("1")
    const sent = await browser.act("bank.transfers.send", { input: { ...input, to_name: "Jane Roe" } })
    expect((await browser.act("bank.approvals.approve", { id: sent.json.id })).status).toBe(200)
  })
})

describe("an alert that must be reported", () => {
  const suspicion = async () => {
    const key = "sk_test_console_alert"
    const { browser, engine } = await startConsole({
      plugins: [cards({ mode: "sandbox", accounts: [{ id: "acct_alert", keys: [key] }] })],
      console: { administrators: () => tokens },
      engine: { clock: startOfTests }
    })
    const post = async (path: string, body: object) =>
      (await engine.request("POST", `/cards${path}`, body, { authorization: `Bearer ${key}` })).json
    const customer = (await post("/v2/customers", { email: "ada@example.com" })).id
    for (const _ of [1, 2]) {
      await post("/v2/payments", { amount: 900_000, currency: "usd", payment_method: "pm_card_visa", customer })
      await engine.clock.advance("25 hours")
    }
    const id = (await browser.rows("cards.alerts", "?rule=structuring_tight"))[0].id as string
    const at = async (token: string) => {
      const there = browserAt(engine)
      await there.signIn(token)
      return async (status: string) => (await there.act("cards.alerts.change", { id, input: { status } })).status
    }
    return at
  }

  it.each([
    ["by two sessions that the one admin token opened", adminToken, adminToken, 422],
    ["by two sessions of one person", tokens.anna, tokens.anna, 422],
    ["by two people", tokens.anna, tokens.ben, 200]
  ])("is reviewed and closed %s", async (_, first, second, closed) => {
    const at = await suspicion()
    expect(await (await at(first))("under_review")).toBe(200)
    expect(await (await at(second))("closed")).toBe(closed)
  })
})

describe("an administrator with a token of their own", () => {
  it("is named where they are signed in, and is out when the token is taken away", async () => {
    const named: Record<string, string> = { ...tokens }
    const { engine } = await startConsole({ console: { administrators: () => named } })
    const anna = browserAt(engine)
    await anna.signIn(tokens.anna)
    expect((await anna.get("/api/session")).json.session).toMatchObject({ role: "admin", name: "anna" })
    delete named["anna"]
    expect((await anna.get("/api/session")).json).toEqual({ session: null })
    expect((await anna.signIn(tokens.anna)).status).toBe(401)
  })
})
