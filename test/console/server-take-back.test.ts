/** What operators do about transfers that were sent: take back, recall, ask for, present again; each on the rail that knows it. */
import { describe, expect, it } from "vitest"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { achTo } from "../bank/ach/achHost.ts"
import { startOfTests } from "../bank/host.ts"
import { startConsole } from "./console.ts"

const parties = {
  from_name: "Acme Corp",
  from_account: "1234567890",
  from_routing: "099900014",
  address: "1 Main St, Austin, TX, 78701",
  to_name: "Jane Roe",
  to_account: "9000000000",
  to_routing: "099900027"
}

const start = async () => {
  const plugins = [bank({ mode: "sandbox", clients: [testClient] })]
  const started = await startConsole({ plugins, engine: { clock: startOfTests } })
  const { browser } = started
  const send = async (rail: string, change: object = {}) => {
    const input = { account: testClient.clientId, amount: 5_000, rail, ...parties, ...change }
    return (await browser.act("bank.transfers.send", { input })).json.id
  }
  const row = async (id: string) => (await browser.rows("bank.transfers")).find((each) => each.id === id)
  return { ...started, send, row }
}

describe("a transfer that was sent", () => {
  it("over ACH is reversed by a debit of its own", async () => {
    const { browser, engine, row, send } = await start()
    const id = await send("ach")
    expect((await row(id)).actions).not.toContain("reverse")
    await engine.advance("2 days")
    expect(await row(id)).toMatchObject({ status: { value: "settled" } })
    expect((await row(id)).actions).toContain("reverse")
    const done = await browser.act("bank.transfers.reverse", { id, input: { cause: "duplicate" } })
    expect(done.json.message).toBe("The reversal is on its way")
    expect(await row(done.json.id)).toMatchObject({ rail: "ach", status: { value: "queued" } })
    const again = await browser.act("bank.transfers.reverse", { id, input: { cause: "duplicate" } })
    expect([again.status, again.json.error.code]).toEqual([422, "refused"])
  })

  it("over ACH and came back is presented again", async () => {
    const { browser, engine, row } = await start()
    const debit = achTo("9016000001", { direction: "debit", secCode: "CCD" })
    const headers = { authorization: undefined, "x-api-key": testClient.apiKey, "idempotency-key": "debit-1" }
    const { paymentId } = (await engine.request("POST", "/bank/v2/payments/ach", debit, headers)).json.data
    await engine.advance("7 days")
    expect(await row(paymentId)).toMatchObject({ status: { value: "returned" } })
    const done = await browser.act("bank.transfers.represent", { id: paymentId })
    expect(done.json.message).toBe("It is presented again")
    expect(done.json.id).not.toBe(paymentId)
  })

  it("as a wire is recalled once", async () => {
    const { browser, row, send } = await start()
    const id = await send("fedwire")
    expect((await row(id)).actions).toContain("recall")
    const recall = () => browser.act("bank.transfers.recall", { id, input: { cause: "DUPL" } })
    expect((await recall()).json.message).toBe("The receiving bank is asked for the wire")
    const again = await recall()
    expect([again.status, again.json.error.code]).toEqual([422, "refused"])
  })

  it("over an instant rail is asked back, all of it or a part", async () => {
    const { browser, engine, row, send } = await start()
    const id = await send("rtp")
    await engine.drain()
    expect((await row(id)).actions).toContain("ask_back")
    const ask = (amount: number) => browser.act("bank.transfers.ask_back", { id, input: { cause: "DUPL", amount } })
    expect((await ask(5_001)).status).toBe(422)
    expect((await ask(1_000)).json.message).toBe("The receiving bank is asked for the money")
  })
})
