/** What a production server refuses to start with. */
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { configFromEnv } from "../../src/server/index.ts"
import { selfSignedCertificate } from "../services/selfSignedCertificate.ts"
import { fileWith, problemsOf, type Env } from "./problemsOf.ts"
import { liveKey, masterKey, production } from "./runningServer.ts"

describe("production", () => {
  it("starts with live keys and a master key", async () => {
    expect(await configFromEnv(production)).toMatchObject({ mode: "production", cards: { kind: "keys" } })
  })

  it("takes files of accounts and clients as the page about operating has them", async () => {
    const page = readFileSync("docs/operating.md", "utf8").replaceAll("…", () => randomBytes(24).toString("hex"))
    const [accounts = "", clients = ""] = Array.from(page.matchAll(/```json\n(.*?)```/gs), ([, text]) => text!)
    const { bank, cards } = await configFromEnv({
      ...production,
      BURSAR_CARDS_KEYS: "",
      BURSAR_CARDS_ACCOUNTS: fileWith("accounts.json", accounts),
      BURSAR_BANK_CLIENTS: fileWith("clients.json", clients)
    })
    expect(cards).toMatchObject({ accounts: [{ id: "acct_shop", aml: { timeZone: "Europe/Berlin" } }] })
    expect(bank.clients).toMatchObject([{ name: "Treasury", limits: { daily: 20_000_000 } }])
  })

  it("takes the clock of the system by name", async () => {
    expect(await configFromEnv({ ...production, BURSAR_CLOCK: "system" })).toMatchObject({ clock: "system" })
  })

  it.each(["DATABASE_URL", "DATABASE_URL_US_EAST_1"])("needs no folder where %s is set", async (name) => {
    const env = { ...production, BURSAR_DATA: ":memory:", [name]: "postgres://me@127.0.0.1/pay" }
    expect(await configFromEnv(env)).toMatchObject({ folder: ":memory:" })
  })

  it.each<[Env, line: string]>([
    [{ BURSAR_SEED: "1" }, "BURSAR_SEED must not be set in production"],
    [{ BURSAR_CLOCK: "2026-01-15" }, "BURSAR_CLOCK must be system in production"],
    [{ BURSAR_DATA: ":memory:" }, "BURSAR_DATA is :memory: but must be a folder in production"],
    [{ BURSAR_ALLOW_OPEN_SANDBOX: "1" }, "BURSAR_ALLOW_OPEN_SANDBOX must not be set in production"],
    [{ BURSAR_MASTER_KEY: "" }, "BURSAR_MASTER_KEY is not set but must be 32 bytes in base64"],
    [
      { BURSAR_ADMIN_TOKEN: "short" },
      "BURSAR_ADMIN_TOKEN can be guessed: it has to hold at least 24 random characters"
    ],
    [{ DOCS_API_KEY: "docs" }, "DOCS_API_KEY can be guessed: it has to hold at least 24 random characters"],
    [{ DOCS_WEBHOOK_SECRET: `${liveKey},old` }, "DOCS_WEBHOOK_SECRET can be guessed"],
    [
      { HOST: "0.0.0.0" },
      "set BURSAR_TLS_CERT and BURSAR_TLS_KEY, or BURSAR_TRUST_PROXY to the addresses of the proxy"
    ],
    [{ HOST: "::" }, `HOST is "::", where other machines would reach a production server without TLS`],
    [{ BURSAR_PUBLIC_URL: "http://pay.example" }, "BURSAR_PUBLIC_URL must be an https address in production"],
    [
      { BURSAR_CARDS_KEYS: "sk_live_12345678" },
      "1 of 1 keys can be guessed: after sk_live_ each has to hold at least 24"
    ],
    [{ BURSAR_CARDS_KEYS: `${liveKey},sk_live_${"0123456789".repeat(3)}` }, "1 of 2 keys can be guessed"],
    [{ BURSAR_CARDS_KEYS: "" }, "BURSAR_CARDS_KEYS or BURSAR_CARDS_ACCOUNTS must be set in production"],
    [{ BURSAR_CARDS_KEYS: "sk_test_12345678" }, "must hold an sk_live_ key in production"]
  ])("refuses %o", async (env, line) => {
    const problems = await problemsOf({ ...production, ...env })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(line)
    for (const value of Object.values(env)) if (value.length > 15) expect(problems[0]).not.toContain(value)
  })

  it.each<[string, Uint8Array]>([
    ["zeros", new Uint8Array(32)],
    ["one byte", new Uint8Array(32).fill(0xa7)],
    ["bytes that count up", Uint8Array.from({ length: 32 }, (_, at) => at)],
    ["bytes that count down by three", Uint8Array.from({ length: 32 }, (_, at) => 200 - 3 * at)],
    [
      "16 bytes twice",
      Buffer.concat([
        Buffer.from(masterKey, "base64").subarray(0, 16),
        Buffer.from(masterKey, "base64").subarray(0, 16)
      ])
    ],
    ["a text", Buffer.from("Correct horse battery staple 42!")],
    ["hexadecimal digits", Buffer.from("5f0c9ab3d2e871465f1c0ab9d3e27841")]
  ])("refuses a master key of %s", async (_, bytes) => {
    const key = Buffer.from(bytes).toString("base64")
    const problems = await problemsOf({ ...production, BURSAR_MASTER_KEY: key })
    expect(problems).toEqual([expect.stringMatching(/^BURSAR_MASTER_KEY can be guessed, .* openssl rand -base64 32$/)])
    expect(problems[0]).not.toContain(key)
  })

  it("takes what openssl rand draws", async () => {
    for (let draw = 0; draw < 200; draw++) {
      const key = randomBytes(32).toString("base64")
      const live = `sk_live_${randomBytes(24).toString("hex")}`
      const env = { ...production, BURSAR_MASTER_KEY: key, BURSAR_CARDS_KEYS: live }
      expect(await problemsOf(env), `${key} ${live}`).toEqual([])
    }
  })

  it("refuses clients of the bank whose secrets can be guessed, and names them by their place", async () => {
    const clients = [
      { clientId: "cli_one", clientSecret: liveKey, apiKey: `${liveKey}0` },
      { clientId: "cli_two", clientSecret: `${liveKey}1`, apiKey: "0123456789abcdef" }
    ]
    const path = fileWith("clients.json", JSON.stringify(clients))
    expect(await problemsOf({ ...production, BURSAR_BANK_CLIENTS: path })).toEqual([
      expect.stringContaining("BURSAR_BANK_CLIENTS: [1].apiKey can be guessed")
    ])
  })

  it("listens for other machines with a certificate, or behind a proxy", async () => {
    const { cert, key } = selfSignedCertificate("localhost")
    const tls = { BURSAR_TLS_CERT: fileWith("cert.pem", cert), BURSAR_TLS_KEY: fileWith("key.pem", key) }
    expect(await problemsOf({ ...production, HOST: "0.0.0.0", ...tls })).toEqual([])
    expect(await problemsOf({ ...production, HOST: "0.0.0.0", BURSAR_TRUST_PROXY: "10.0.0.0/8" })).toEqual([])
  })
})
