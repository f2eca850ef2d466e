/** What operators see of the bank and do with it: over two clients, with a second pair of eyes. */
import { describe, expect, it } from "vitest"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { Bursar } from "../../src/client/index.ts"
import { achBody } from "../bank/ach/achHost.ts"
import { client, paymentBody, startOfTests, to } from "../bank/host.ts"
import { fedwire } from "../bank/wire/wires.ts"
import { startConsole } from "./console.ts"

const other = client("cli_other", { name: "Other" })

const plugins = [bank({ mode: "sandbox", clients: [testClient, other] })]

const start = async () => {
  const started = await startConsole({ plugins, engine: { clock: startOfTests } })
  let keys = 0
  const pay = async (apiKey: string, body: object) =>
    (
      await started.engine.request("POST", "/bank/v2/payments/instant", body, {
        authorization: undefined,
        "x-api-key": apiKey,
        "idempotency-key": `key-${(keys += 1)}`
      })
    ).json.data
  return { ...started, pay }
}

const held = () => paymentBody({ beneficiary: { ...paymentBody().beneficiary, name: "Zoltan Sanctionov" } })

describe("the compliance queue", () => {
  it("holds the transfers of both clients, explains each match, and is released and rejected by an officer", async () => {
    const { browser, pay } = await start()
    const first = await pay(testClient.apiKey, held())
    const second = await pay(other.apiKey, held())
    const rows = await browser.rows("bank.queue", "?status=open")
    expect(rows.map(({ account }) => account)).toEqual([other.clientId, testClient.clientId])
    expect(rows[0]).toMatchObject({
      screened: "Zoltan Sanctionov",
      score: 100,
      status: { value: "open", tone: "held" },
      actions: ["release", "exception", "reject"]
    })
    const item = (await browser.get(`/api/panels/bank.queue/items/${rows[0].id}`)).json
    const labels = item.sections.flatMap((section: any) => section.fields.map((field: any) => field.label))
    expect(labels).toEqual(expect.arrayContaining(["Which words", "Born (list)", "Listed name", "Score"]))
    expect((await browser.act("bank.queue.release", { id: rows[1].id })).json.message).toBe("The transfer was released")
    expect((await browser.act("bank.queue.reject", { id: rows[0].id })).status).toBe(200)
    const again = await browser.act("bank.queue.reject", { id: rows[0].id })
    expect([again.status, again.json.error.code]).toEqual([422, "refused"])
    const transfers = await browser.rows("bank.transfers")
    expect(transfers.map(({ id }) => id)).toEqual([second.paymentId, first.paymentId])
    expect(transfers[0].status.value).toBe("rejected")
    expect(transfers[1].status.value).not.toBe("held")
    const audit = await browser.rows("bank.audit")
    expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(["hold.release", "hold.reject"]))
  })
})

it("transfers of each rail, and what else there is, are read as their samples say", async () => {
  const { browser, engine, pay } = await start()
  const mine = { authorization: undefined, "x-api-key": testClient.apiKey }
  const asked = (path: string, body: object) =>
    engine.request("POST", `/bank/v2/${path}`, body, { ...mine, "idempotency-key": path })
  await pay(testClient.apiKey, held())
  await asked("payments/ach", achBody())
  await asked("payments/wire", fedwire())
  const { beneficiary: payer, originator: payee } = paymentBody()
  await asked("payments/rfp", {
    rail: "fednow",
    amount: 4_200,
    payee,
    payer,
    description: "Invoice 7",
    referenceId: "R-7"
  })
  await browser.act("bank.approval_rules.create", { input: { priority: 1, verdict: "human", approvers: "2" } })
  await browser.act("bank.routing.create", { input: { priority: 1, rail: "rtp" } })
  const client = new Bursar({ baseUrl: "http://host.test", bank: { apiKey: testClient.apiKey } })
  const tried = new Set<string>()
  for (const panel of ["transfers", "requests", "queue", "clients", "approval_rules", "routing"]) {
    for (const { id } of await browser.rows(`bank.${panel}`)) {
      const [curl, node] = (await browser.get(`/api/panels/bank.${panel}/items/${id}`)).json.samples
      const [, path] = /\$BURSAR_URL(\/\S+)"/.exec(curl.text)!
      expect([path, (await engine.request("GET", path!, undefined, mine)).status]).toEqual([path, 200])
      const [, method] = /bursar\.([\w.]+)\(/.exec(node.text)!
      const found = method!.split(".").reduce((within: any, name) => within?.[name], client)
      expect([method, typeof found]).toEqual([method, "function"])
      tried.add(method!)
    }
  }
  expect([...tried].sort()).toEqual([
    "bank.ach.retrieve",
    "bank.approvalRules.list",
    "bank.clients.retrieve",
    "bank.holds.retrieve",
    "bank.payments.retrieve",
    "bank.requestsForPayment.retrieve",
    "bank.routing.list",
    "bank.wires.retrieve"
  ])
})

describe("transfers", () => {
  it("that the network never answered are resolved by hand", async () => {
    const { browser, engine, pay } = await start()
    const silent = await pay(testClient.apiKey, to("9002000005"))
    await engine.advance("2 days")
    const [row] = await browser.rows("bank.suspense")
    expect(row.id).toBe(silent.paymentId)
    const resolved = await browser.act("bank.suspense.resolve", { id: row.id, input: { outcome: "failed" } })
    expect(resolved.json.message).toBe("The transfer is failed")
    expect(await browser.rows("bank.suspense")).toEqual([])
    const wrong = await browser.act("bank.suspense.resolve", { id: row.id, input: { outcome: "maybe" } })
    expect(wrong.json.error).toEqual({
      code: "invalid_input",
      message: "The money must be one of those that are offered"
    })
  })

  it("whose money lies in suspense stand among the unresolved ones until an administrator clears it", async () => {
    const { browser, engine, pay } = await start()
    const { paymentId } = await pay(testClient.apiKey, to("9002000008"))
    await engine.advance("1 day")
    expect(await browser.rows("bank.suspense")).toMatchObject([
      { id: paymentId, suspense: { amountMinor: 125_000, currency: "usd" }, actions: ["resolve"] }
    ])
    expect((await browser.act("bank.suspense.resolve", { id: paymentId, input: { outcome: "failed" } })).status).toBe(
      200
    )
    expect(await browser.rows("bank.suspense")).toEqual([])
    // A case that was cleared cannot be resolved once more.
    expect((await browser.rows("bank.transfers"))[0]).toMatchObject({ id: paymentId, suspense: null })
    expect((await browser.rows("bank.transfers"))[0].actions).not.toContain("resolve")
  })
})

describe("clients", () => {
  it("are made and get new keys, each shown once", async () => {
    const { browser, pay } = await start()
    const made = await browser.act("bank.clients.create", { input: { name: "New one" } })
    const apiKey = /apiKey: (\S+)/.exec(made.json.secret)![1]!
    expect((await pay(apiKey, paymentBody())).status).toBeDefined()
    const rotated = await browser.act("bank.clients.rotate", { id: made.json.id })
    expect(rotated.json.secret).not.toContain(apiKey)
    expect(await pay(apiKey, paymentBody())).toBeUndefined()
    const everything = [
      await browser.rows("console.audit"),
      await browser.rows("bank.audit"),
      await browser.rows("bank.clients")
    ]
    expect(JSON.stringify(everything)).not.toContain(apiKey)
    const bad = await browser.act("bank.clients.create", { input: { name: "Bad", scopes: ["everything"] } })
    expect([bad.status, bad.json.error.message]).toEqual([400, "May must be some of those that are offered"])
    const changed = await browser.act("bank.clients.change", { id: made.json.id, input: { scopes: ["payments:read"] } })
    expect(changed.json.message).toBe("The client was changed")
    const [client] = (await browser.rows("bank.clients")).filter(({ id }) => id === made.json.id)
    expect([client.scopes, client.rails]).toEqual(["payments:read", "rtp, fednow, ach, fedwire, swift"])
  })
})

describe("routing rules", () => {
  it("are tried in a dry run and made", async () => {
    const { browser } = await start()
    const { beneficiary, originator } = paymentBody()
    const input = {
      amount: 125_000,
      originatorRoutingNumber: originator.routingNumber,
      beneficiaryRoutingNumber: beneficiary.routingNumber
    }
    const before = await browser.act("bank.routing.dry_run", { input })
    expect(before.status).toBe(200)
    const made = await browser.act("bank.routing.create", { input: { priority: 1, rail: "reject", enabled: true } })
    expect(made.json.message).toBe("The rule was made")
    const after = await browser.act("bank.routing.dry_run", { input })
    expect(after.json.details).not.toEqual(before.json.details)
    expect((await browser.rows("bank.routing"))[0]).toMatchObject({ rail: "reject", actions: ["switch", "delete"] })
  })
})

describe("the directory of banks", () => {
  it("is listed by routing numbers", async () => {
    const { browser } = await start()
    const { anchors, total } = (await browser.get("/api/panels/bank.participants/anchors")).json
    expect(total).toBeGreaterThan(2)
    expect(anchors).toEqual([])
    const rows = await browser.rows("bank.participants")
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted())
  })
})
