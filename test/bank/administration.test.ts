/** Administration over HTTP (A.16, decisions B.5). */
import { describe, expect, it } from "vitest"
import { testClient } from "../../plugins/bank/index.ts"
import { inBooks, beneficiary, client, keyOf, originator, paymentBody, startHost, to, type Host } from "./host.ts"

describe("clients (B152)", () => {
  const create = ({ admin }: Host, body: Readonly<Record<string, unknown>> = {}) =>
    admin("POST", "/v2/admin/clients", { name: "Acme", ...body })

  it("are made with secrets that are shown once, and act at once", async () => {
    const host = await startHost()
    const { body, status } = await create(host, { scopes: ["payments:read"], limits: { daily: 100 } })
    expect(status).toBe(201)
    const { apiKey, clientId, clientSecret } = body.data
    expect(body.data).toMatchObject({ name: "Acme", active: true, limits: { daily: 100, perTransaction: null } })
    expect(clientId).toMatch(/^cli_/)
    const shown = (await host.admin("GET", `/v2/admin/clients/${clientId}`)).body.data
    expect(shown).not.toHaveProperty("apiKey")
    expect(shown).not.toHaveProperty("clientSecret")
    const asked = await host.ask("GET", "/v2/payments/instant", undefined, { "x-api-key": apiKey })
    expect(asked.status).toBe(200)
    expect(JSON.stringify((await host.admin("GET", "/v2/admin/audit")).body)).not.toMatch(/lookup|secret_/i)
    expect(clientSecret).toMatch(/^bank_secret_/)
  })

  it("are made once per idempotency key, with the same secrets in the repetition", async () => {
    const host = await startHost()
    const once = () => host.admin("POST", "/v2/admin/clients", { name: "Acme" }, { "idempotency-key": "client-1" })
    const [first, second] = [await once(), await once()]
    expect(second.body).toEqual(first.body)
    expect((await host.admin("GET", "/v2/admin/clients")).body.data).toHaveLength(2)
  })

  it("keep no token that was asked for with the secret while that was rotated", async () => {
    const one = client("cli_one")
    const host = await startHost({ bank: { clients: [one] } })
    const credentials = {
      grant_type: "client_credentials",
      client_id: one.clientId,
      client_secret: one.clientSecret
    }
    const asked = Array.from({ length: 10 }, () => host.ask("POST", "/v2/auth/token", credentials))
    expect((await host.admin("POST", `/v2/admin/clients/${one.clientId}/rotate-key`)).status).toBe(200)
    const tokens = (await Promise.all(asked)).map(({ body }) => body.access_token as string | undefined)
    const answers = await Promise.all(
      tokens.map((token) =>
        host.ask("GET", "/v2/payments/ach", undefined, { authorization: `Bearer ${token}`, "x-api-key": undefined })
      )
    )
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
  })

  it("lose key and tokens at once when they are deactivated, rotated or revoked", async () => {
    const host = await startHost()
    const { body } = await create(host)
    const { apiKey, clientId, clientSecret } = body.data
    const token = async (secret: string) =>
      (
        await host.ask(
          "POST",
          "/auth/token",
          { grant_type: "client_credentials", client_id: clientId, client_secret: secret },
          { "x-api-key": undefined }
        )
      ).body.access_token
    const withToken = async (value: string) =>
      (await host.ask("GET", "/v2/payments/instant", undefined, { authorization: `Bearer ${value}` })).status
    const withKey = async (value: string) =>
      (await host.ask("GET", "/v2/payments/instant", undefined, { "x-api-key": value })).status
    const first = await token(clientSecret)
    expect(await withToken(first)).toBe(200)
    await host.admin("POST", `/v2/admin/clients/${clientId}/revoke-tokens`)
    expect(await withToken(first)).toBe(401)
    const issued = await token(clientSecret)
    const rotated = (await host.admin("POST", `/v2/admin/clients/${clientId}/rotate-key`)).body.data
    expect([await withKey(apiKey), await withKey(rotated.apiKey)]).toEqual([401, 200])
    expect(await withToken(issued)).toBe(401)
    const second = await token(rotated.clientSecret)
    await host.admin("PATCH", `/v2/admin/clients/${clientId}`, { active: false })
    expect([await withToken(second), await withKey(rotated.apiKey)]).toEqual([401, 401])
    await host.admin("PATCH", `/v2/admin/clients/${clientId}`, { active: true })
    expect([await withToken(second), await withKey(rotated.apiKey)]).toEqual([401, 200])
    expect((await host.admin("DELETE", `/v2/admin/clients/${clientId}`)).status).toBe(204)
    expect(await withKey(rotated.apiKey)).toBe(401)
  })

  it("are an administrator's alone, and bad input stores nothing", async () => {
    const plain = client("cli_plain")
    const host = await startHost({ bank: { clients: [plain] } })
    expect((await host.ask("GET", "/v2/admin/clients", undefined, keyOf(plain))).status).toBe(403)
    const { body } = await create(host, { rails: ["sea"], scopes: ["everything"] })
    expect(body.errors.map(({ field }: any) => field).sort()).toEqual(["rails[0]", "scopes[0]"])
    expect((await host.admin("GET", "/v2/admin/clients")).body.data).toHaveLength(1)
    expect((await host.admin("GET", "/v2/admin/clients/cli_none")).status).toBe(404)
  })
})

/** What a rule leads to. */
const leadsTo = (rail: string) => JSON.parse(`{"then":{"rail":"${rail}"}}`) as Readonly<Record<string, unknown>>

describe("routing rules (B43, B151)", () => {
  const add = ({ admin }: Host, body: Readonly<Record<string, unknown>>) =>
    admin("POST", "/v2/admin/routing-rules", { priority: 1, ...body })

  it("override auto, and nothing else; removed, they no longer do", async () => {
    const host = await startHost()
    const { body } = await add(host, { when: { maxAmount: 200_000 }, ...leadsTo("rtp") })
    expect((await host.pay()).body.data.rail).toBe("rtp")
    expect((await host.pay({ railPreference: "fednow" })).body.data.rail).toBe("fednow")
    expect((await host.pay({ amount: 200_001 })).body.data.rail).toBe("fednow")
    const replace = () =>
      host.admin("PUT", `/v2/admin/routing-rules/${body.data.ruleId}`, {
        priority: 1,
        enabled: false,
        ...leadsTo("rtp")
      })
    expect((await replace()).status).toBe(200)
    expect((await host.pay()).body.data.rail).toBe("fednow")
    expect((await host.admin("DELETE", `/v2/admin/routing-rules/${body.data.ruleId}`)).status).toBe(204)
    expect((await replace()).status).toBe(404)
    expect((await host.admin("GET", "/v2/admin/routing-rules")).body.data).toEqual([])
  })

  it("cannot break a hard limit: the next rule is tried, then the usual way", async () => {
    const host = await startHost()
    await add(host, { priority: 1, ...leadsTo("rtp") })
    await add(host, { priority: 2, ...leadsTo("reject"), when: { purposeCodes: ["GAMB"] } })
    const fednowOnly = { ...beneficiary, routingNumber: "099900043" }
    expect((await host.pay({ beneficiary: fednowOnly })).body.data.rail).toBe("fednow")
    const rejected = await host.pay({ beneficiary: fednowOnly, purposeCode: "GAMB" })
    expect(rejected).toMatchObject({ status: 422, body: { error: { code: "INSTANT_RAIL_NOT_AVAILABLE" } } })
  })

  it("can send small amounts by wire", async () => {
    const host = await startHost()
    await add(host, { ...leadsTo("fedwire") })
    const { body, status } = await host.pay({ amount: 100 })
    expect([status, body.data.rail]).toEqual([202, "fedwire"])
  })

  it("evaluate explains a choice without making anything", async () => {
    const host = await startHost()
    const rule = await add(host, {
      when: { timeWindow: { tz: "America/New_York", from: "18:00", to: "08:00" } },
      ...leadsTo("rtp")
    })
    const { body } = await host.admin("POST", "/v2/admin/routing-rules/evaluate", {
      amount: 60_000_000,
      originatorRoutingNumber: "099900027",
      beneficiaryRoutingNumber: "099900014"
    })
    expect(body.data).toMatchObject({ rail: "rtp", ruleId: null, refusal: null })
    expect(body.data.steps).toEqual([
      { considered: `rule:${rule.body.data.ruleId}`, outcome: "passed_over", reason: "It is for other hours" },
      {
        considered: "fednow",
        outcome: "passed_over",
        reason: "The amount is above the FedNow maximum of 50000000 cents"
      },
      { considered: "rtp", outcome: "chosen", reason: "RTP connects both banks and carries the amount" }
    ])
    expect((await host.ask("GET", "/v2/payments/instant")).body.data).toEqual([])
    const unknown = await host.admin("POST", "/v2/admin/routing-rules/evaluate", {
      clientId: "cli_none",
      amount: 100,
      originatorRoutingNumber: "099900027",
      beneficiaryRoutingNumber: "099900014"
    })
    expect([unknown.status, unknown.body.error.code]).toEqual([404, "NOT_FOUND"])
  })
})

describe("participants (B155)", () => {
  it("are shown to clients", async () => {
    const host = await startHost()
    const { body } = await host.ask("GET", "/v2/participants/099900108")
    expect(body.data).toEqual({
      routingNumber: "099900108",
      name: "SIM FedNow Without RfP Bank",
      active: true,
      rails: {
        ach: true,
        fedwire: true,
        rtp: { participates: false, rfp: false },
        fednow: { participates: true, rfp: false, limit: 50_000_000 }
      }
    })
    const unknown = await host.ask("GET", "/v2/participants/011000015")
    expect(unknown.status).toBe(404)
    expect(unknown.body.error.message).toContain("lists the banks of the sandbox")
  })

  it("are replaced as a whole, at once, under the next version", async () => {
    const host = await startHost()
    const before = (await host.admin("GET", "/v2/admin/participants")).body.data
    expect(before.directory).toMatchObject({ version: 1, entries: before.participants.length })
    const participants = before.participants.map((bank: any) =>
      bank.routingNumber === "099900027" ? { ...bank, fednow: { participates: false } } : bank
    )
    const replaced = await host.admin("PUT", "/v2/admin/participants", { name: "ours", participants })
    expect(replaced.body.data).toMatchObject({ version: 2, name: "ours" })
    expect((await host.pay()).body.data.rail).toBe("rtp")
    const bad = await host.admin("PUT", "/v2/admin/participants", {
      name: "bad",
      participants: [{ ...participants[0], routingNumber: "123" }]
    })
    expect(bad.body.error).toMatchObject({
      code: "INVALID_ROUTING_NUMBER",
      field: "participants[0].routingNumber"
    })
    expect((await host.pay()).status).toBe(200)
  })

  it("are imported from the Reserve Banks' text files, rail by rail", async () => {
    const host = await startHost()
    const line = (routingNumber: string, name: string, status: string) =>
      `${routingNumber}O0110000151${"0".repeat(15)}`.slice(0, 35).padEnd(35, " ") +
      name.padEnd(36) +
      " ".repeat(77) +
      `${status}1     `
    const content = [line("099900014", "RENAMED BANK", "1"), line("011000015", "NEW BANK", "1")].join("\n")
    const imported = await host.admin("POST", "/v2/admin/participants/import", {
      name: "ach",
      format: "fedach",
      content
    })
    expect(imported.body.data.version).toBe(2)
    const bank = (await host.ask("GET", "/v2/participants/099900014")).body.data
    expect(bank).toMatchObject({
      name: "RENAMED BANK",
      rails: { ach: true, fedwire: true, rtp: { participates: true } }
    })
    expect((await host.ask("GET", "/v2/participants/099900027")).body.data.rails.ach).toBe(false)
    const broken = await host.admin("POST", "/v2/admin/participants/import", {
      name: "bad",
      format: "fedach",
      content: `${content}\nshort`
    })
    expect(broken.body.error).toMatchObject({ field: "content" })
    expect(broken.body.error.message).toContain("line 3")
  })
})

describe("the books (D.5, B.9)", () => {
  const balance = async ({ engine }: Host, scope = "cli_sandbox/test") => {
    const { balances, trialBalance } = await import("../../src/ledger/post.ts")
    const { flatMap, map } = await import("effect/Effect")
    const { Store } = await import("../../src/services/Store.ts")
    return engine.call(
      flatMap(Store, (store) =>
        flatMap(store.region(store.home), (home) =>
          flatMap(trialBalance(home), (imbalances) =>
            map(balances(home, { plugin: "bank", scope }), (all) => ({ imbalances, all }))
          )
        )
      )
    )
  }

  it("balance over every kind of outcome, and clearing is empty for finished payments", async () => {
    const host = await startHost()
    for (const account of ["1", "9001000001", "9001000099", "9002000004", "9003000004", "9002000011", "9004000004"]) {
      await host.pay(to(account))
    }
    await host.pay({ beneficiary: { ...beneficiary, name: "Zoltan Sanctionov" } })
    await host.engine.advance("3 days")
    const { all, imbalances } = await balance(host)
    expect(imbalances).toEqual([])
    expect(all.reduce((sum, { balance: cents }) => sum + cents, 0n)).toBe(0n)
    const of = (account: string) => all.find((row) => row.account === account)?.balance ?? 0n
    expect(of("clearing:fednow")).toBe(0n)
    expect(of(inBooks("customer_hold:099900014:1234567890"))).toBe(-125_000n)
    // Three left for good: two settled (one of which waits to be asked back), one found and sent again.
    expect(of("settlement:fednow")).toBe(-3n * 125_000n)
  })

  it("tell a payment's journals in order, with the accounts of the parties", async () => {
    const host = await startHost()
    const { body } = await host.pay()
    const { body: entries } = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${body.data.paymentId}`)
    expect(
      entries.data.map(({ postings, step }: any) => [step, ...postings.map(({ account }: any) => account)])
    ).toEqual([
      ["reserve", inBooks("customer:099900014:1234567890"), inBooks("customer_hold:099900014:1234567890")],
      ["submit", inBooks("customer_hold:099900014:1234567890"), "clearing:fednow"],
      ["settle", "clearing:fednow", "settlement:fednow"]
    ])
    expect(originator.routingNumber).toBe("099900014")
  })

  it.each([
    ["fednow", undefined],
    ["rtp", "Rent"],
    // The words with which RTP returns a payment, in a payment that returns none.
    ["rtp", "RETURN ITEM 42"]
  ])("money from outside is booked: over %s, with the text %s", async (rail, remittanceInfo) => {
    const host = await startHost()
    const received = { rail, amount: 700, originator: beneficiary, beneficiary: originator, remittanceInfo }
    await host.ask("POST", "/v2/simulator/inbound", received)
    await host.engine.drain()
    const { all, imbalances } = await balance(host, "admin/test")
    expect(imbalances).toEqual([])
    expect(all).toMatchObject([
      { account: inBooks("customer:099900014:1234567890"), balance: -700n },
      { account: `settlement:${rail}`, balance: 700n }
    ])
  })
})

describe("alerts and audit", () => {
  it("alerts are acknowledged", async () => {
    const host = await startHost()
    await host.pay(to("9002000005"))
    await host.engine.advance("5 hours")
    const { body } = await host.admin("GET", "/v2/admin/alerts?status=open")
    const path = `/v2/admin/alerts/${body.data[0].alertId}/acknowledge`
    expect((await host.admin("POST", path)).body.data).toMatchObject({
      status: "acknowledged",
      acknowledgedBy: "admin"
    })
    expect((await host.admin("GET", "/v2/admin/alerts?status=open")).body.data).toEqual([])
    expect((await host.admin("POST", "/v2/admin/alerts/alt_none/acknowledge")).status).toBe(404)
  })

  it("the audit trail has what administrators do with webhooks of clients, and no secret", async () => {
    const host = await startHost()
    const { clientId } = testClient
    const webhook = { clientId, url: "https://client.example/hooks/capability", events: ["*"] }
    const { webhookId } = (await host.admin("POST", "/v2/admin/webhooks", webhook)).body.data
    await host.admin("POST", `/v2/admin/webhooks/${webhookId}/rotate-secret`, { clientId })
    const { body } = await host.admin("GET", `/v2/admin/audit?resource=${webhookId}`)
    expect(body.data).toMatchObject([
      { actor: "admin", action: "webhook.rotate_secret", after: { clientId } },
      {
        actor: "admin",
        action: "webhook.register",
        after: { clientId, origin: "https://client.example", events: ["*"] }
      }
    ])
    expect(JSON.stringify(body)).not.toMatch(/whsec_|capability/)
  })

  it("the audit trail says who did what, with the request", async () => {
    const host = await startHost()
    await host.pay(paymentBody({ beneficiary: { ...beneficiary, name: "Zoltan Sanctionov" } }))
    const { body: holds } = await host.admin("GET", "/v2/compliance/holds")
    await host.admin(
      "POST",
      `/v2/compliance/holds/${holds.data[0].holdId}/release`,
      { note: "ok" },
      { "x-request-id": "officer-req-1" }
    )
    const { body } = await host.admin("GET", `/v2/admin/audit?resource=${holds.data[0].holdId}`)
    expect(body.data).toMatchObject([
      { actor: "admin", action: "hold.release", requestId: "officer-req-1", after: { note: "ok" } }
    ])
  })
})

describe("the simulator", () => {
  it("moves the clock by hand, never back", async () => {
    const host = await startHost()
    const move = (body: unknown) => host.ask("POST", "/v2/simulator/clock", body)
    expect((await move({ advance: "P1DT1H30M" })).body.data).toEqual({
      now: "2026-06-18T17:30:00.000Z",
      mode: "frozen"
    })
    expect((await move({ set: "2026-06-18T18:00:00Z" })).body.data.now).toBe("2026-06-18T18:00:00.000Z")
    expect((await move({ set: "2026-06-18T17:00:00Z" })).body.error).toMatchObject({
      code: "INVALID_DATE",
      field: "set"
    })
    expect((await move({ advance: "soon" })).status).toBe(400)
    expect((await move({})).status).toBe(400)
    expect((await host.ask("GET", "/v2/simulator/clock")).body.data.now).toBe("2026-06-18T18:00:00.000Z")
  })

  it("does not exist in production, where no rail is connected", async () => {
    const one = client("cli_live", { scopes: ["simulator:control", "payments:write"] })
    const host = await startHost({ bank: { mode: "production", clients: [one] } })
    expect((await host.ask("GET", "/v2/simulator/clock", undefined, keyOf(one))).status).toBe(404)
    // Nobody loaded a directory of banks.
    expect((await host.admin("GET", "/v2/admin/participants")).status).toBe(404)
    const paid = await host.pay({}, keyOf(one))
    expect(paid).toMatchObject({ status: 400, body: { errors: [{ code: "INVALID_ROUTING_NUMBER" }, {}] } })
  })
})
