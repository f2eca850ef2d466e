import { resolve } from "node:path"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { configFromEnv } from "../../src/server/index.ts"
import { selfSignedCertificate } from "../services/selfSignedCertificate.ts"
import { fileWith, problemsOf, type Env } from "./problemsOf.ts"
import { liveKey, masterKey, production } from "./runningServer.ts"

describe("without settings", () => {
  it("the server is a sandbox on 127.0.0.1:4242 that keeps its data in .bursar", async () => {
    expect(await configFromEnv({})).toEqual({
      port: 4242,
      host: "127.0.0.1",
      publicUrl: undefined,
      trustProxy: [],
      folder: resolve(".bursar"),
      mode: "sandbox",
      clock: "kept",
      seed: undefined,
      masterKey: undefined,
      cards: { kind: "open" },
      bank: { clients: undefined, allowCrash: false },
      docs: { apiKey: undefined, webhookSecret: undefined, allowOrigins: [] },
      adminToken: undefined,
      console: { readToken: undefined, administrators: Redacted.make({}) },
      tls: undefined
    })
  })

  it.each([
    ["in a sandbox that only this machine reaches", {}, true],
    ["not in a sandbox that others reach", { HOST: "0.0.0.0", BURSAR_ALLOW_OPEN_SANDBOX: "1" }, false],
    [
      "not behind an address for others",
      { BURSAR_PUBLIC_URL: "https://pay.example", BURSAR_ALLOW_OPEN_SANDBOX: "1" },
      false
    ],
    ["where it is requested", { HOST: "0.0.0.0", BURSAR_ALLOW_OPEN_SANDBOX: "1", BURSAR_CONSOLE: "1" }, true],
    ["nowhere where it is left out", { BURSAR_CONSOLE: "0" }, false],
    ["not in production", production, false],
    ["in production where it is requested", { ...production, BURSAR_CONSOLE: "1" }, true]
  ])("there is a console %s", async (_, env, isThere) => {
    expect((await configFromEnv(env)).console !== undefined).toBe(isThere)
  })

  it("administrators have names and tokens of their own, which cannot be guessed in production", async () => {
    const [anna, ben] = ["6b1f0c9a2e4d8375a9c01e7f", "d4208e61f5937bac1f60e2b9"]
    const { console: shown } = await configFromEnv({ BURSAR_ADMINISTRATORS: `anna:${anna}, ben:${ben}` })
    expect(Redacted.value(shown!.administrators)).toEqual({ anna, ben })
    for (const list of ["anna", `anna:${anna},anna:${ben}`, `anna:${anna},ben:${anna}`, "anna:short"]) {
      expect(await problemsOf({ BURSAR_ADMINISTRATORS: list })).toEqual([
        expect.stringMatching(/^BURSAR_ADMINISTRATORS is a list of \d but must be different names and tokens/)
      ])
    }
    expect(await problemsOf({ ...production, BURSAR_ADMINISTRATORS: "anna:aaaaaaaaaaaaaaaaaaaaaaaaaaa" })).toEqual([
      expect.stringContaining("BURSAR_ADMINISTRATORS has a token that can be guessed")
    ])
  })

  it("a token for reading is one that cannot be guessed in production", async () => {
    const token = "reading-the-console"
    expect(await problemsOf({ BURSAR_ADMIN_READ_TOKEN: token })).toEqual([])
    expect(await problemsOf({ BURSAR_ADMIN_READ_TOKEN: "short" })).toEqual([
      "BURSAR_ADMIN_READ_TOKEN is a text of 5 characters but must be a token of 16 to 500 characters without spaces"
    ])
    expect(await problemsOf({ ...production, BURSAR_ADMIN_READ_TOKEN: "aaaaaaaaaaaaaaaaaaaaaaaa" })).toEqual([
      expect.stringContaining("BURSAR_ADMIN_READ_TOKEN can be guessed")
    ])
  })

  it("a variable that is set to nothing is not set", async () => {
    expect(await problemsOf({ PORT: "", BURSAR_SEED: " ", BURSAR_MASTER_KEY: "", DATABASE_URL: "" })).toEqual([])
  })

  it("a master key is needed by a sandbox that keeps data and no folder", async () => {
    const env = { BURSAR_DATA: ":memory:", DATABASE_URL: "postgres://u:p@h/d" }
    expect(await problemsOf(env)).toEqual([
      expect.stringMatching(/^BURSAR_MASTER_KEY is not set, and with BURSAR_DATA/)
    ])
    for (const more of [{ BURSAR_MASTER_KEY: masterKey }, { BURSAR_SEED: "7" }, { BURSAR_DATA: "data" }]) {
      expect(await problemsOf({ ...env, ...more })).toEqual([])
    }
  })

  it("settings of services that this version does not have are ignored", async () => {
    expect(await problemsOf({ DOCS_API_KEY: "x" })).toEqual([])
  })
})

describe("what is set", () => {
  it("is taken as it is meant", async () => {
    const config = await configFromEnv({
      PORT: "0",
      HOST: "::1",
      BURSAR_DATA: ":memory:",
      BURSAR_CLOCK: "2026-01-15T09:30:00Z",
      BURSAR_SEED: "7",
      BURSAR_MASTER_KEY: ` ${masterKey} `,
      BURSAR_CARDS_KEYS: "sk_test_12345678, sk_test_87654321,",
      BURSAR_ADMIN_TOKEN: "token"
    })
    expect(config).toMatchObject({ port: 0, host: "::1", folder: ":memory:", clock: 1_768_469_400_000, seed: 7 })
    expect(Redacted.value(config.masterKey!)).toBe(masterKey)
    expect(Redacted.value(config.adminToken!)).toBe("token")
    expect(config.cards.kind === "keys" && config.cards.keys.map((key) => Redacted.value(key))).toEqual([
      "sk_test_12345678",
      "sk_test_87654321"
    ])
  })

  it("is found beside longer names that begin alike", async () => {
    expect(await configFromEnv({ PORT: "1", PORT_4242_TCP: "x", HOST: "::1", HOST_NAME: "y" })).toMatchObject({
      port: 1,
      host: "::1"
    })
  })

  it("never shows a secret when it is written to a log", async () => {
    const token = "b7d20c91e4a85f3366d1f09a"
    const config = await configFromEnv({ ...production, BURSAR_ADMIN_TOKEN: token })
    const logged = JSON.stringify(config)
    for (const secret of [masterKey, liveKey, token]) expect(logged).not.toContain(secret)
  })

  it.each<[string, string]>([
    ["2026-01-15", "2026-01-15T00:00:00.000Z"],
    ["2026-01-15T09:30:00.250+02:00", "2026-01-15T07:30:00.250Z"],
    ["2024-02-29T00:00Z", "2024-02-29T00:00:00.000Z"]
  ])("takes the time %s", async (text, time) => {
    const { clock } = await configFromEnv({ BURSAR_CLOCK: text })
    expect(new Date(clock as number).toISOString()).toBe(time)
  })
})

describe("a value that is not allowed is told in one line with the variable, what was found and what is allowed", () => {
  it.each<[name: string, value: string, line: string]>([
    ["PORT", "http", `PORT is "http" but must be a whole number from 0 to 65535`],
    ["PORT", "65536", `PORT is "65536" but must be`],
    ["PORT", "-1", `PORT is "-1" but must be`],
    ["HOST", "999.1.1.1", `HOST is "999.1.1.1" but must be an IP address or the name of a host`],
    ["HOST", "http://localhost", `HOST is "http://localhost" but must be`],
    ["BURSAR_MODE", "prod", `BURSAR_MODE is "prod" but must be sandbox or production`],
    ["BURSAR_CLOCK", "yesterday", `BURSAR_CLOCK is "yesterday" but must be system, or an ISO 8601 time`],
    ["BURSAR_CLOCK", "2026-02-30", `BURSAR_CLOCK is "2026-02-30" but must be`],
    ["BURSAR_CLOCK", "2026-01-15T09:30:00", `BURSAR_CLOCK is "2026-01-15T09:30:00" but must be`],
    ["BURSAR_CLOCK", "3000-01-01", `BURSAR_CLOCK is "3000-01-01" but must be`],
    ["BURSAR_SEED", "1.5", `BURSAR_SEED is "1.5" but must be a whole number from 0 to 4294967295`],
    ["BURSAR_SEED", "4294967296", `BURSAR_SEED is "4294967296" but must be`],
    ["BURSAR_MASTER_KEY", "c2VjcmV0", "BURSAR_MASTER_KEY is a text of 8 characters but must be 32 bytes in base64"],
    ["BURSAR_CARDS_KEYS", "sk_test_short,x", "BURSAR_CARDS_KEYS is a list of 2 but must be different keys"],
    [
      "BURSAR_CARDS_KEYS",
      "sk_test_12345678,sk_test_12345678",
      "BURSAR_CARDS_KEYS is a list of 2 but must be different"
    ],
    ["BURSAR_ADMIN_TOKEN", "two words", "BURSAR_ADMIN_TOKEN is a text of 9 characters but must be a token"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "x-key=a%0Ab", "OTEL_EXPORTER_OTLP_HEADERS is a text of 11 characters but must be"],
    ["BURSAR_ALLOW_OPEN_SANDBOX", "yes", `BURSAR_ALLOW_OPEN_SANDBOX is "yes" but must be 1 or 0`],
    ["BURSAR_CARDS_ACCOUNTS", "/no/such/file", "BURSAR_CARDS_ACCOUNTS names a file that cannot be read: ENOENT"],
    ["BURSAR_TLS_CERT", "/no/such/file", "BURSAR_TLS_KEY is not set: a certificate and its key"],
    ["BURSAR_TLS_KEY", "/no/such/file", "BURSAR_TLS_CERT is not set: a certificate and its key"],
    [
      "DATABASE_URL",
      "mysql://u:pw@h/d",
      "DATABASE_URL is a text of 16 characters but must be an address such as postgres:"
    ],
    ["DATABASE_URL", "postgres://u:pw@h", "DATABASE_URL is a text of 17 characters but must be an address"],
    ["DATABASE_URL_EU_WEST_1", "postgres://u:pw@h/d", "DATABASE_URL_EU_WEST_1 is set but DATABASE_URL is not"],
    ["DATABASE_URL_AP_SOUTHEAST_1", "postgres://u:pw@h/d", "DATABASE_URL_AP_SOUTHEAST_1 is set but DATABASE_URL is not"]
  ])("%s=%s", async (name, value, line) => {
    const problems = await problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(line)
    expect(problems[0]).not.toContain("\n")
  })

  it.each<Env>([
    { BURSAR_MASTER_KEY: "guess-me-if-you-can" },
    { BURSAR_CARDS_KEYS: "guess-me-if-you-can" },
    { BURSAR_ADMIN_TOKEN: "guess-me-if-you-can and" },
    { DATABASE_URL: "postgre://u:guess-me-if-you-can@h/d" }
  ])("and a secret is not repeated: %o", async (env) => {
    const problems = await problemsOf(env)
    expect(problems).toHaveLength(1)
    expect(problems[0]).not.toContain("guess-me")
  })

  it("and all of them at once, with the rules of the mode", async () => {
    const problems = await problemsOf({
      BURSAR_MODE: "production",
      PORT: "x",
      BURSAR_SEED: "1",
      BURSAR_MASTER_KEY: "y"
    })
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
      "PORT",
      "BURSAR_MASTER_KEY",
      "BURSAR_SEED",
      "BURSAR_CARDS_KEYS"
    ])
  })
})

describe("with a mode that does not exist", () => {
  it("no rule of a mode is told, since nobody knows which was meant", async () => {
    expect(await problemsOf({ BURSAR_MODE: "prod", HOST: "0.0.0.0" })).toHaveLength(1)
  })
})

describe("behind a proxy", () => {
  it.each<Env>([{ BURSAR_PUBLIC_URL: "https://pay.example" }, { BURSAR_TRUST_PROXY: "127.0.0.1" }])(
    "a sandbox that takes any test key is not opened by %o",
    async (env) => {
      expect(await problemsOf(env)).toEqual([expect.stringContaining("allow it with BURSAR_ALLOW_OPEN_SANDBOX=1")])
      expect(await problemsOf({ BURSAR_PUBLIC_URL: "http://localhost:4242" })).toEqual([])
    }
  )

  it("the public address may have a path, and loses a slash at its end", async () => {
    const config = await configFromEnv({
      BURSAR_PUBLIC_URL: "https://Pay.example:443/bursar/",
      BURSAR_TRUST_PROXY: "10.0.0.7, 2001:db8::/32",
      BURSAR_ALLOW_OPEN_SANDBOX: "1"
    })
    expect(config).toMatchObject({
      publicUrl: "https://pay.example/bursar",
      trustProxy: ["10.0.0.7", "2001:db8::/32"]
    })
  })

  it.each<[name: string, value: string]>([
    ["BURSAR_PUBLIC_URL", "pay.example"],
    ["BURSAR_PUBLIC_URL", "ftp://pay.example"],
    ["BURSAR_PUBLIC_URL", "https://user:pw@pay.example"],
    ["BURSAR_PUBLIC_URL", "https://pay.example/?a=1"],
    ["BURSAR_TRUST_PROXY", "proxy.internal"],
    ["BURSAR_TRUST_PROXY", "10.0.0.0/33"],
    ["BURSAR_TRUST_PROXY", "0.0.0.0/0"],
    ["BURSAR_TRUST_PROXY", "10.0.0.1,"],
    ["BURSAR_TRUST_PROXY", "10.0.0.1/8/8"]
  ])("%s=%s is refused", async (name, value) => {
    expect(await problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} is .* but must be`)])
  })
})

describe("a sandbox", () => {
  it("refuses live keys", async () => {
    expect(await problemsOf({ BURSAR_CARDS_KEYS: "sk_live_12345678" })).toEqual([
      expect.stringContaining("must hold sk_test_ keys only in a sandbox")
    ])
  })

  it.each(["0.0.0.0", "::", "192.0.2.1", "example.com"])(
    "that takes any test key is not opened to other machines on %s",
    async (host) => {
      expect(await problemsOf({ HOST: host })).toEqual([
        expect.stringContaining("allow it with BURSAR_ALLOW_OPEN_SANDBOX=1")
      ])
    }
  )

  it.each<Env>([
    { HOST: "0.0.0.0", BURSAR_ALLOW_OPEN_SANDBOX: "1" },
    { HOST: "0.0.0.0", BURSAR_CARDS_KEYS: "sk_test_12345678" },
    { HOST: "127.8.9.10" },
    { HOST: "0:0:0:0:0:0:0:1" },
    { HOST: "LOCALHOST" }
  ])("starts with %o", async (env) => {
    expect(await problemsOf(env)).toEqual([])
  })
})

describe("BURSAR_CARDS_ACCOUNTS", () => {
  const account = { id: "acct_one", keys: ["sk_test_12345678"] }

  it("replaces BURSAR_CARDS_KEYS", async () => {
    const full = {
      ...account,
      plan: "dedicated",
      merchantCountry: "IE",
      payouts: true,
      risk: { reviewAt: 50, blockAt: 80 },
      fees: { processingBasisPoints: 290, processingMinor: 30, disputeMinor: 1500 },
      settlementDelayDays: 2
    }
    const path = fileWith("accounts.json", JSON.stringify([full]))
    const config = await configFromEnv({ BURSAR_CARDS_ACCOUNTS: path, BURSAR_CARDS_KEYS: "sk_test_87654321" })
    expect(config.cards).toEqual({ kind: "accounts", accounts: [full] })
  })

  it.each<[unknown, line: string]>([
    [{}, "the file must be a list of accounts"],
    [[], "the file must be a list of at least one account"],
    [[{ keys: account.keys }], "[0].id is missing"],
    [[{ ...account, id: "one" }], "[0].id must be acct_ and 1 to 64 letters, digits or _"],
    [[{ ...account, keys: [] }], "[0].keys must be a list of at least one key"],
    [[account, { id: "acct_two", keys: ["sk_test_1"] }], "[1].keys[0] must be sk_test_ or sk_live_ and"],
    [[{ ...account, plan: "gold" }], "[0].plan must be starter, growth or dedicated"],
    [[{ ...account, merchantCountry: "usa" }], "[0].merchantCountry must be a country code of ISO 3166-1"],
    [[{ ...account, payouts: "yes" }], "[0].payouts must be true or false"],
    [[{ ...account, risk: { reviewAt: 61 } }], "[0].risk.blockAt is missing"],
    [[{ ...account, risk: { reviewAt: 61, blockAt: 101 } }], "[0].risk.blockAt must be a whole number from 0 to 100"],
    [
      [{ ...account, risk: { reviewAt: 90, blockAt: 80 } }],
      "[0].risk must be a reviewAt that is not above its blockAt"
    ],
    [[{ ...account, settlementDelayDays: 31 }], "[0].settlementDelayDays must be a whole number from 0 to 30"],
    [
      [{ ...account, aml: { thresholds: { fanCount: 6 } } }],
      "[0].aml.thresholds must be thresholds whose fanCount is 5 at most"
    ],
    [[{ ...account, fees: { disputeMinor: 0.5 } }], "[0].fees.disputeMinor must be a whole number from 0 to 1000000"],
    [[{ ...account, fees: { tips: 5 } }], "[0].fees.tips is no field of an account"],
    [[{ ...account, colour: "red" }], "[0].colour is no field of an account"],
    [[account, { ...account, keys: ["sk_test_87654321"] }], "[1].id is the same as [0].id"],
    [[account, { ...account, id: "acct_two" }], "[1].keys[0] is the same key as [0].keys[0]"]
  ])("with %j is told with file and field, without the value", async (accounts, line) => {
    const path = fileWith("accounts.json", JSON.stringify(accounts))
    const problems = await problemsOf({ BURSAR_CARDS_ACCOUNTS: path })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`BURSAR_CARDS_ACCOUNTS, ${path}: ${line}`)
    expect(problems[0]).not.toContain("sk_test_1")
  })

  it("with several faults is told all of them", async () => {
    const path = fileWith("accounts.json", JSON.stringify([{ id: 1, plan: "x" }]))
    expect(await problemsOf({ BURSAR_CARDS_ACCOUNTS: path })).toHaveLength(3)
  })

  it("that is not JSON is told", async () => {
    const path = fileWith("accounts.json", "sk_test_12345678")
    expect(await problemsOf({ BURSAR_CARDS_ACCOUNTS: path })).toEqual([
      `BURSAR_CARDS_ACCOUNTS, ${path}: the file is not JSON`
    ])
  })

  it("with a live key is refused by a sandbox, and needed by production", async () => {
    const path = fileWith("accounts.json", JSON.stringify([{ id: "acct_one", keys: [liveKey] }]))
    expect(await problemsOf({ BURSAR_CARDS_ACCOUNTS: path })).toHaveLength(1)
    expect(await problemsOf({ ...production, BURSAR_CARDS_KEYS: "", BURSAR_CARDS_ACCOUNTS: path })).toEqual([])
  })
})

describe("TLS", () => {
  it("is set by a certificate and its key", async () => {
    const { cert, key } = selfSignedCertificate("localhost")
    const config = await configFromEnv({
      BURSAR_TLS_CERT: fileWith("cert.pem", cert),
      BURSAR_TLS_KEY: fileWith("key.pem", key)
    })
    expect(config.tls?.certificate).toBe(cert)
    expect(Redacted.value(config.tls!.key)).toBe(key)
  })

  it("with the key of another certificate is refused", async () => {
    const problems = await problemsOf({
      BURSAR_TLS_CERT: fileWith("cert.pem", selfSignedCertificate("localhost").cert),
      BURSAR_TLS_KEY: fileWith("key.pem", selfSignedCertificate("localhost").key)
    })
    expect(problems).toEqual([
      expect.stringContaining("BURSAR_TLS_CERT and BURSAR_TLS_KEY must name a certificate chain and its private key")
    ])
  })
})

describe("clients of the bank service", () => {
  const secret = "0123456789abcdef"
  const entry = { clientId: "cli_one", clientSecret: secret, apiKey: `${secret}0` }
  const problemsIn = (text: string) => problemsOf({ BURSAR_BANK_CLIENTS: fileWith("clients.json", text) })

  it("are read from a file", async () => {
    const full = { ...entry, name: "One", scopes: ["payments:read"], rails: ["rtp"], limits: { daily: 100 } }
    const path = fileWith("clients.json", JSON.stringify([full]))
    const { bank } = await configFromEnv({ BURSAR_BANK_CLIENTS: path })
    expect(bank.clients).toEqual([{ ...full, limits: { perTransaction: null, daily: 100, perRail: {} } }])
  })

  it("are refused with every problem, and without any value", async () => {
    const bad = [
      { ...entry, clientSecret: "short", rails: ["sea"] },
      { ...entry, color: 1 }
    ]
    const problems = await problemsIn(JSON.stringify(bad))
    expect(problems.map((problem) => problem.replace(/^.*json: /, ""))).toEqual([
      "[0].clientSecret must be 16 to 200 printable characters without spaces",
      "[0].rails[0] must be one of rtp, fednow, ach, fedwire, swift",
      "[1].color is no field of a client"
    ])
    expect((await problemsIn(JSON.stringify([entry, entry])))[0]).toMatch(/\[1\]\.clientId is the same as \[0\]/)
    expect((await problemsIn("{"))[0]).toMatch(/not JSON/)
    expect((await problemsOf({ BURSAR_BANK_CLIENTS: "/nowhere" }))[0]).toMatch(/cannot be read/)
  })

  it("cannot crash a production server", async () => {
    const problems = await problemsOf({ BURSAR_MODE: "production", BURSAR_ALLOW_CRASH: "1" })
    expect(problems).toContain("BURSAR_ALLOW_CRASH must not be set in production, which has no simulator")
  })
})
