/** What operators decide about accounts of cards: their keys, the plan of a key, and whether they may use payouts. */
import { describe, expect, it } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import type { TestEngine } from "../../src/testing/TestEngine.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { browserAt, readToken, startConsole } from "./console.ts"

const as = (key: string) => ({ authorization: `Bearer ${key}` })

const customersWith = (engine: TestEngine, key: string) =>
  engine.request("GET", "/cards/v2/customers", undefined, as(key))

const configured = { id: "acct_configured", keys: ["sk_test_configured_key_9f3a"], plan: "starter" } as const

describe.each([
  ["an open sandbox", cards({ mode: "sandbox" })],
  ["a sandbox with accounts", cards({ mode: "sandbox", accounts: [configured] })]
])("keys in %s", (_, plugin) => {
  it("are made for a new account or one there is, shown once, and refused when they are revoked", async () => {
    const { browser, engine } = await startConsole({ plugins: [plugin] })
    const make = async (input: object) => (await browser.act("cards.keys.create", { input })).json
    const first = await make({ plan: "growth" })
    expect(first).toEqual({
      message: expect.stringMatching(/^A key of acct_/),
      id: expect.stringMatching(/^key_/),
      secret: expect.stringMatching(/^sk_test_[0-9a-f]{48}$/)
    })
    const account = /acct_\w+/.exec(first.message)![0]
    const second = await make({ account, plan: "growth" })
    const customer = { email: "ada@example.com" }
    const made = await engine.request("POST", "/cards/v2/customers", customer, as(first.secret))
    expect(made.status).toBe(200)
    // Both keys are of one account.
    expect((await customersWith(engine, second.secret)).json.data.map(({ id }: any) => id)).toEqual([made.json.id])
    const row = async (id: string) =>
      (await browser.rows("cards.keys", `?account=${account}`)).find((of) => of.id === id)
    expect(await row(first.id)).toMatchObject({ account, status: { value: "in use" }, actions: ["plan", "revoke"] })
    expect((await browser.act("cards.keys.revoke", { id: first.id })).status).toBe(200)
    expect((await customersWith(engine, first.secret)).status).toBe(401)
    expect((await customersWith(engine, second.secret)).status).toBe(200)
    expect(await row(first.id)).toMatchObject({ status: { value: "revoked" }, actions: [] })
    expect((await browser.act("cards.keys.revoke", { id: first.id })).status).toBe(422)
    const shown = JSON.stringify([await browser.rows("cards.keys"), await browser.rows("console.audit")])
    for (const { secret } of [first, second]) expect(shown).not.toContain(secret)
  })
})

describe("an account that none can be", () => {
  it("is refused in words, and nothing is stored", async () => {
    const { browser } = await startConsole({ plugins: [cards({ mode: "sandbox" })] })
    const error = { code: "refused", message: expect.stringContaining("acct_ and 1 to 64 letters, digits or _") }
    const key = await browser.act("cards.keys.create", { input: { account: "acct_a/live", plan: "growth" } })
    expect([key.status, key.json.error]).toEqual([422, expect.objectContaining(error)])
    const payouts = await browser.act("cards.balances.payouts", { input: { account: "shop", payouts: "off" } })
    expect([payouts.status, payouts.json.error]).toEqual([422, expect.objectContaining(error)])
    expect(await browser.rows("cards.keys")).toEqual([])
  })
})

describe("keys of the configuration", () => {
  it("are listed by their ends, with their plan, and changed by nobody here", async () => {
    const { browser } = await startConsole({ plugins: [cards({ mode: "sandbox", accounts: [configured] })] })
    const [row] = await browser.rows("cards.keys")
    expect(row).toMatchObject({ id: "sk_test_…9f3a", plan: "starter", status: { value: "in the configuration" } })
    expect(row.actions).toEqual([])
    expect((await browser.act("cards.keys.revoke", { id: row.id })).json.error).toMatchObject({ code: "refused" })
  })
})

describe("the plan of a key", () => {
  it("is the rate limit of its next request", async () => {
    const { browser, engine } = await startConsole({ plugins: [cards({ mode: "sandbox" })] })
    const { id, secret } = (await browser.act("cards.keys.create", { input: { plan: "growth" } })).json
    const limit = async () => (await customersWith(engine, secret)).headers.get("x-ratelimit-limit")
    expect(await limit()).toBe("6000")
    expect((await browser.act("cards.keys.plan", { id, input: { plan: "dedicated" } })).json.message).toBe(
      "The plan is dedicated"
    )
    expect(await limit()).toBe("60000")
  })
})

describe("the payouts switch (C255)", () => {
  it("stops and allows payouts of an account from the next request on, and is audited", async () => {
    const { browser, engine } = await startConsole({ plugins: [cards({ mode: "sandbox" })] })
    const { message, secret } = (await browser.act("cards.keys.create", { input: { plan: "growth" } })).json
    const account = /acct_\w+/.exec(message)![0]
    const payOut = async () => {
      const body = { amount: 100, currency: "usd", destination: "ba_none" }
      return (await engine.request("POST", "/cards/v2/payouts", body, as(secret))).json.error.code
    }
    const allowed = await payOut()
    expect(allowed).not.toBe("beta_access_required")
    const stopped = await browser.act("cards.balances.payouts", { input: { account, payouts: "off" } })
    expect(stopped.json.message).toBe(`Payouts of ${account} are off`)
    expect(await payOut()).toBe("beta_access_required")
    await engine.request(
      "POST",
      "/cards/v2/payments",
      { amount: 2_000, currency: "usd", payment_method: "pm_card_visa" },
      as(secret)
    )
    const [row] = await browser.rows("cards.balances", `?account=${account}`)
    expect(row).toMatchObject({ payouts: { value: "off" }, actions: ["payouts_on"] })
    const reason = "They signed the terms"
    expect((await browser.act("cards.balances.payouts_on", { id: row.id, reason })).json.message).toBe("Payouts are on")
    expect(await payOut()).toBe(allowed)
    expect((await browser.rows("cards.balances"))[0].actions).toEqual(["payouts_off"])
    expect((await browser.rows("console.audit"))[0]).toMatchObject({
      action: "cards.balances.payouts_on",
      resource: row.id,
      reason,
      role: "admin"
    })
  })

  it("stands as the configuration says now, also for keys that were issued before", async () => {
    const folder = temporaryFolder()
    const started = (payouts: boolean) =>
      startConsole({
        plugins: [cards({ mode: "sandbox", accounts: [{ ...configured, payouts }] })],
        engine: { store: sqlite(folder) }
      })
    const payout = { amount: 100, currency: "usd", destination: "ba_none" }
    const refused = async (engine: TestEngine, key: string) =>
      (await engine.request("POST", "/cards/v2/payouts", payout, as(key))).json.error.code === "beta_access_required"
    const first = await started(true)
    const input = { account: configured.id, plan: "growth" }
    const { secret } = (await first.browser.act("cards.keys.create", { input })).json
    expect(await refused(first.engine, secret)).toBe(false)
    await first.engine.close()
    const second = await started(false)
    expect(await Promise.all([secret, ...configured.keys].map((key) => refused(second.engine, key)))).toEqual([
      true,
      true
    ])
  })

  it("is no business of somebody who only reads", async () => {
    const { browser, engine } = await startConsole({ plugins: [cards({ mode: "sandbox" })] })
    const reader = browserAt(engine)
    await reader.signIn(readToken)
    const input = { account: "acct_one", payouts: "off" }
    expect((await reader.act("cards.balances.payouts", { input })).status).toBe(403)
    expect((await reader.act("cards.keys.create", { input: { plan: "growth" } })).status).toBe(403)
    expect(await browser.rows("cards.keys")).toEqual([])
  })
})
