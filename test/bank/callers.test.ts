/** Who calls: tokens, keys, scopes, versions and the rate limit (decisions A.9, A.10, B.1). */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { bank, type ClientConfig } from "../../plugins/bank/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { client, freshKey, keyOf, paymentBody, startHost, startOfTests, type Host, type Reply } from "./host.ts"

const codeOf = ({ body, status }: Reply) => [status, body.error?.code]

const send = ({ ask }: Host, body: unknown, headers = {}) =>
  ask("POST", "/v2/payments/instant", body, { "idempotency-key": freshKey(), ...headers })

describe("callers (A.9)", () => {
  const status = async ({ ask }: Host, headers: Readonly<Record<string, string | undefined>>) =>
    codeOf(await ask("GET", "/v2/payments/instant", undefined, { "x-api-key": undefined, ...headers }))

  it("B99 B101 B107 takes a token or a key, and tells a missing, a wrong token and a wrong key apart", async () => {
    const host = await startHost()
    expect(await status(host, {})).toEqual([401, "MISSING_AUTHORIZATION"])
    expect(await status(host, { "x-api-key": "bank_key_sandbox" })).toEqual([200, undefined])
    expect(await status(host, { authorization: "Bearer nope" })).toEqual([401, "INVALID_TOKEN"])
    expect(await status(host, { authorization: "Basic abc" })).toEqual([401, "INVALID_TOKEN"])
    expect(await status(host, { "x-api-key": "nope" })).toEqual([401, "INVALID_API_KEY"])
    // A key does not rescue a bad token.
    expect(await status(host, { authorization: "Bearer nope", "x-api-key": "bank_key_sandbox" })).toEqual([
      401,
      "INVALID_TOKEN"
    ])
  })

  it("B102 B103 refuses a token that expired or was revoked, and a key whose client is deactivated", async () => {
    const one = client("cli_one")
    const host = await startHost({ bank: { clients: [one] } })
    const credentials = { client_id: one.clientId, client_secret: one.clientSecret }
    const token = async () => {
      const body = { grant_type: "client_credentials", ...credentials }
      const granted = await host.ask("POST", "/auth/token", body, { "x-api-key": undefined })
      return { authorization: `Bearer ${granted.body.access_token}` }
    }
    const administer = (path: string, body?: unknown) =>
      host.admin(body === undefined ? "POST" : "PATCH", `/v2/admin/clients/${one.clientId}${path}`, body)
    const invalid = [401, "INVALID_TOKEN"]
    const first = await token()
    await host.engine.advance("3599 seconds")
    expect(await status(host, first)).toEqual([200, undefined])
    await host.engine.advance("1 second")
    expect(await status(host, first)).toEqual(invalid)
    const second = await token()
    await administer("/revoke-tokens")
    expect(await status(host, second)).toEqual(invalid)
    const third = await token()
    expect(await status(host, keyOf(one))).toEqual([200, undefined])
    await administer("", { active: false })
    expect(await status(host, third)).toEqual(invalid)
    expect(await status(host, keyOf(one))).toEqual([401, "INVALID_API_KEY"])
  })

  it("B152 a configured client stays as an administrator left it, until its configuration changes", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bursar-clients-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const one = client("cli_one")
    const other = client("cli_other")
    const started = (clients: ReadonlyArray<ClientConfig>) =>
      startHost({ bank: { clients }, engine: { store: sqlite(folder) } })
    const host = await started([one, other])
    await host.admin("DELETE", `/v2/admin/clients/${one.clientId}`)
    const rotated = (await host.admin("POST", `/v2/admin/clients/${other.clientId}/rotate-key`)).body.data
    await host.engine.close()
    const again = await started([one, other])
    expect(await status(again, keyOf(one))).toEqual([401, "INVALID_API_KEY"])
    expect(await status(again, keyOf(other))).toEqual([401, "INVALID_API_KEY"])
    expect(await status(again, keyOf(rotated))).toEqual([200, undefined])
    await again.engine.close()
    const changed = await started([one, { ...other, apiKey: "another-key-of-cli-other" }])
    expect(await status(changed, { "x-api-key": "another-key-of-cli-other" })).toEqual([200, undefined])
    expect(await status(changed, keyOf(rotated))).toEqual([401, "INVALID_API_KEY"])
    expect(await status(changed, keyOf(one))).toEqual([401, "INVALID_API_KEY"])
    await changed.engine.close()
    // What was deleted is no configuration's to bring back.
    const renamed = await started([{ ...one, name: "One", active: true }])
    expect(await status(renamed, keyOf(one))).toEqual([401, "INVALID_API_KEY"])
  })

  it("B102 B152 a client that its configuration takes out of use, or gives another secret, loses its tokens for good", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bursar-clients-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const one = client("cli_one")
    const started = (change: Partial<ClientConfig> = {}) =>
      startHost({ bank: { clients: [{ ...one, ...change }] }, engine: { store: sqlite(folder) } })
    const tokenOf = async (host: Host, client_secret: string) => {
      const asked = { grant_type: "client_credentials", client_id: one.clientId, client_secret }
      const { body } = await host.ask("POST", "/auth/token", asked, { "x-api-key": undefined })
      const token = { authorization: `Bearer ${body.access_token}` }
      expect(await status(host, token)).toEqual([200, undefined])
      await host.engine.close()
      return token
    }
    const token = await tokenOf(await started(), one.clientSecret)
    for (const change of [{ active: false }, {}]) {
      const host = await started(change)
      expect(await status(host, token)).toEqual([401, "INVALID_TOKEN"])
      await host.engine.close()
    }
    const kept = await tokenOf(await started(), one.clientSecret)
    const renamed = await started({ name: "One" })
    expect(await status(renamed, kept)).toEqual([200, undefined])
    await renamed.engine.close()
    const changed = await started({ clientSecret: "another-secret" })
    expect(await status(changed, kept)).toEqual([401, "INVALID_TOKEN"])
  })

  it("B152 a limit that its configuration leaves out is none", async () => {
    const one = client("cli_one", { limits: { daily: 100 } })
    const host = await startHost({ bank: { clients: [one] } })
    const { body } = await host.admin("GET", `/v2/admin/clients/${one.clientId}`)
    expect(body.data.limits).toEqual({ perTransaction: null, daily: 100, perRail: {} })
  })

  it("B152 a client that was deleted stays so, and keeps its last key", async () => {
    const one = client("cli_one")
    const host = await startHost({ bank: { clients: [one] } })
    const path = `/v2/admin/clients/${one.clientId}`
    expect((await host.admin("DELETE", path)).status).toBe(204)
    expect(codeOf(await host.admin("PATCH", path, { active: true }))).toEqual([409, "STATE_CONFLICT"])
    expect(codeOf(await host.admin("POST", `${path}/rotate-key`))).toEqual([409, "STATE_CONFLICT"])
    expect(await status(host, keyOf(one))).toEqual([401, "INVALID_API_KEY"])
    expect((await host.admin("GET", path)).body.data).toMatchObject({ active: false })
    expect((await host.admin("DELETE", path)).status).toBe(204)
    const { body } = await host.admin("GET", `/v2/admin/audit?resource=${one.clientId}`)
    expect(body.data.map(({ action }: any) => action)).toEqual(["client.delete", "client.configure"])
  })

  it("B100 X8 issues tokens by form and by JSON, with Basic or in the body, on both paths", async () => {
    const host = await startHost()
    const credentials = "client_id=cli_sandbox&client_secret=bank_secret_sandbox"
    const form = { "content-type": "application/x-www-form-urlencoded", "x-api-key": undefined }
    const byForm = await host.ask("POST", "/auth/token", `grant_type=client_credentials&${credentials}`, form)
    expect(byForm.status).toBe(200)
    expect(byForm.headers.get("cache-control")).toBe("no-store")
    expect(byForm.body).toMatchObject({ token_type: "Bearer", expires_in: 3600 })
    expect(await status(host, { authorization: `Bearer ${byForm.body.access_token}` })).toEqual([200, undefined])
    const basic = `Basic ${btoa("cli_sandbox:bank_secret_sandbox")}`
    const byJson = await host.ask(
      "POST",
      "/v2/auth/token",
      { grant_type: "client_credentials", scope: "payments:read" },
      { "x-api-key": undefined, authorization: basic }
    )
    expect(byJson.body.scope).toBe("payments:read")
    const narrow = { authorization: `Bearer ${byJson.body.access_token}`, "x-api-key": undefined }
    expect(await status(host, narrow)).toEqual([200, undefined])
    expect(codeOf(await host.ask("POST", "/v2/payments/instant", paymentBody(), narrow))).toEqual([
      403,
      "INSUFFICIENT_SCOPE"
    ])
    await host.engine.advance("1 hour")
    expect(await status(host, narrow)).toEqual([401, "INVALID_TOKEN"])
  })

  it("B100 keeps no token under an idempotency key, where somebody without credentials would get it", async () => {
    const host = await startHost()
    const issue = (authorization: string | undefined) =>
      host.ask(
        "POST",
        "/auth/token",
        { grant_type: "client_credentials" },
        { "idempotency-key": "guessed", "x-api-key": undefined, authorization }
      )
    expect((await issue(`Basic ${btoa("cli_sandbox:bank_secret_sandbox")}`)).status).toBe(200)
    const stranger = await issue(undefined)
    expect([stranger.status, stranger.body.access_token]).toEqual([401, undefined])
  })

  it("B100 reads at most 16 KiB of a token request, since everybody may send one", async () => {
    const host = await startHost()
    const status = async (path: string, bytes: number) => {
      const body = { grant_type: "x", scope: "" }
      const padding = "s".repeat(bytes - JSON.stringify(body).length)
      return (await host.ask("POST", path, { ...body, scope: padding }, { "x-api-key": undefined })).status
    }
    for (const path of ["/auth/token", "/v2/auth/token"]) {
      expect([await status(path, 16_384), await status(path, 16_385)]).toEqual([400, 413])
    }
  })

  it("B100 refuses other grants, wrong credentials and scopes that were not granted", async () => {
    const reader = client("cli_reader", { scopes: ["payments:read"] })
    const host = await startHost({ bank: { clients: [reader] } })
    const { clientId: client_id, clientSecret: client_secret } = reader
    const grant_type = "client_credentials"
    for (const path of ["/auth/token", "/v2/auth/token"]) {
      const token = async (body: unknown) => codeOf(await host.ask("POST", path, body, { "x-api-key": undefined }))
      expect(await token({ grant_type: "password", client_id, client_secret })).toEqual([400, "INVALID_FIELD_FORMAT"])
      expect(await token({ grant_type, client_id, client_secret: "no" })).toEqual([401, "INVALID_API_KEY"])
      expect(await token({ grant_type })).toEqual([401, "INVALID_API_KEY"])
      expect(await token({ grant_type, client_id, client_secret, scope: "admin:write" })).toEqual([
        403,
        "INSUFFICIENT_SCOPE"
      ])
    }
  })

  it("B104 checks the scope before the body", async () => {
    const reader = client("cli_reader", { scopes: ["payments:read"] })
    const host = await startHost({ bank: { clients: [reader] } })
    expect(codeOf(await send(host, "{", keyOf(reader)))).toEqual([403, "INSUFFICIENT_SCOPE"])
  })

  it("B115 B144 lets 120 requests a minute through, shared by all credentials, and refuses the next", async () => {
    const [one, other] = [client("cli_one"), client("cli_other")]
    // The limit of the specification is what a host gets that says nothing.
    const engine = await TestEngine.make({
      plugins: [bank({ mode: "sandbox", clients: [one, other] })],
      clock: startOfTests
    })
    onTestFinished(() => engine.close())
    const ask = async (headers: Readonly<Record<string, string | undefined>>) => {
      const { json, ...reply } = await engine.request("GET", "/bank/v2/webhooks", undefined, headers)
      return { ...reply, body: json }
    }
    const granted = await engine.request(
      "POST",
      "/bank/auth/token",
      { grant_type: "client_credentials", client_id: one.clientId, client_secret: one.clientSecret },
      { authorization: undefined }
    )
    const byToken = { authorization: `Bearer ${granted.json.access_token}` }
    for (let count = 0; count < 60; count += 1) expect((await ask(keyOf(one))).status).toBe(200)
    for (let count = 0; count < 59; count += 1) expect((await ask(byToken)).status).toBe(200)
    const last = await ask(byToken)
    expect(last.status).toBe(200)
    expect(last.headers.get("x-ratelimit-limit")).toBe("120")
    expect(last.headers.get("x-ratelimit-remaining")).toBe("0")
    for (const credential of [keyOf(one), byToken]) {
      const refused = await ask(credential)
      expect(codeOf(refused)).toEqual([429, "RATE_LIMIT_EXCEEDED"])
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    }
    expect((await ask(keyOf(other))).status).toBe(200)
  })

  it("B1 serves version 2.1, by any of its names, and no other", async () => {
    const host = await startHost()
    for (const version of ["2", "2.0", "2.1"]) {
      const reply = await host.ask("GET", "/v2/webhooks", undefined, { "api-version": version })
      expect([reply.status, reply.headers.get("api-version")]).toEqual([200, "2.1"])
    }
    expect(codeOf(await host.ask("GET", "/v2/webhooks", undefined, { "api-version": "3" }))).toEqual([
      400,
      "INVALID_FIELD_FORMAT"
    ])
  })

  it("B112 answers unknown paths and methods in the envelope", async () => {
    const host = await startHost()
    expect(codeOf(await host.ask("GET", "/v2/nothing"))).toEqual([404, "NOT_FOUND"])
    expect(codeOf(await host.ask("PATCH", "/v2/payments/instant", {}))).toEqual([405, "METHOD_NOT_ALLOWED"])
  })
})
