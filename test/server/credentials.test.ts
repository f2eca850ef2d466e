import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { loadCredentials, loadMasterKey } from "../../src/server/credentials.ts"
import { configFromEnv } from "../../src/server/index.ts"
import { temporaryFolder } from "../store/openStore.ts"

type Env = Readonly<Record<string, string>>

const load = async (env: Env) => {
  const config = await configFromEnv(env)
  const masterKey = await Effect.runPromise(loadMasterKey(config))
  const credentials = await Effect.runPromise(loadCredentials(config))
  return {
    masterKey: Redacted.value(masterKey),
    cardsKey: credentials.cardsKey && Redacted.value(credentials.cardsKey),
    bank: credentials.bank && {
      clientId: credentials.bank.clientId,
      clientSecret: Redacted.value(credentials.bank.clientSecret),
      apiKey: Redacted.value(credentials.bank.apiKey)
    },
    adminToken: Redacted.value(credentials.adminToken),
    docsKey: credentials.docs.apiKey && Redacted.value(credentials.docs.apiKey),
    webhookSecret: credentials.docs.webhookSecret && Redacted.value(credentials.docs.webhookSecret),
    file: credentials.file
  }
}

const refusalOf = (env: Env): Promise<string> =>
  load(env).then(
    () => "nothing was refused",
    (error: Error) => error.message
  )

const modeOf = (path: string) => statSync(path).mode & 0o777

const jsonIn = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"))

/** A file of one client of the bank service. */
const clientsFile = (): string => {
  const path = join(temporaryFolder(), "clients.json")
  const secret = "0123456789abcdef"
  writeFileSync(path, JSON.stringify([{ clientId: "cli_one", clientSecret: secret, apiKey: secret }]))
  return path
}

const otherMasterKey = Buffer.alloc(32, 2).toString("base64")

describe("the first start on a folder", () => {
  it("writes the credentials and the master key for the owner only", async () => {
    const folder = join(temporaryFolder(), "data")
    const made = await load({ BURSAR_DATA: folder })
    expect(made.cardsKey).toMatch(/^sk_test_[0-9a-f]{32}$/)
    expect(made.adminToken).toMatch(/^[0-9a-f]{64}$/)
    expect(Buffer.from(made.masterKey, "base64")).toHaveLength(32)
    expect(made.file).toBe(join(folder, "credentials.json"))
    expect(jsonIn(made.file!)).toEqual({
      cards: { secretKey: made.cardsKey },
      bank: made.bank,
      docs: { apiKey: made.docsKey, webhookSecret: made.webhookSecret },
      admin: { token: made.adminToken }
    })
    expect(made.bank).toEqual({
      clientId: "cli_sandbox",
      clientSecret: expect.stringMatching(/^bank_secret_[0-9a-f]{64}$/),
      apiKey: expect.stringMatching(/^bank_key_[0-9a-f]{64}$/)
    })
    expect(readFileSync(join(folder, "master.key"), "utf8").trim()).toBe(made.masterKey)
    expect(modeOf(folder)).toBe(0o700)
    expect(modeOf(made.file!)).toBe(0o600)
    expect(modeOf(join(folder, "master.key"))).toBe(0o600)
  })

  it("keeps the folder out of a repository, and leaves nothing half written", async () => {
    const folder = join(temporaryFolder(), "data")
    await load({ BURSAR_DATA: folder })
    expect(readdirSync(folder).sort()).toEqual([".gitignore", "credentials.json", "master.key"])
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("*\n")
  })

  it("makes other secrets each time", async () => {
    const first = await load({ BURSAR_DATA: temporaryFolder() })
    const second = await load({ BURSAR_DATA: temporaryFolder() })
    for (const name of ["masterKey", "cardsKey", "adminToken"] as const) expect(first[name]).not.toBe(second[name])
  })

  it("writes nothing that is configured", async () => {
    const folder = temporaryFolder()
    const env = {
      BURSAR_DATA: folder,
      BURSAR_MASTER_KEY: otherMasterKey,
      BURSAR_ADMIN_TOKEN: "token",
      BURSAR_CARDS_KEYS: "sk_test_12345678",
      BURSAR_BANK_CLIENTS: clientsFile(),
      DOCS_API_KEY: "key",
      DOCS_WEBHOOK_SECRET: "secret"
    }
    expect(await load(env)).toEqual({
      masterKey: otherMasterKey,
      cardsKey: undefined,
      bank: undefined,
      adminToken: "token",
      docsKey: "key",
      webhookSecret: "secret",
      file: undefined
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it("D34 leaves the CI webhook closed where its secret is set to nothing", async () => {
    const made = await load({ BURSAR_DATA: temporaryFolder(), DOCS_WEBHOOK_SECRET: "" })
    expect(made.webhookSecret).toBeUndefined()
    expect(made.docsKey).toMatch(/^docs_[0-9a-f]{32}$/)
  })
})

describe("a later start", () => {
  it("reads what the first one made", async () => {
    const folder = temporaryFolder()
    const first = await load({ BURSAR_DATA: folder })
    expect(await load({ BURSAR_DATA: folder })).toEqual(first)
  })

  it("completes what is missing and keeps the rest, also sections of other versions", async () => {
    const folder = temporaryFolder()
    const file = join(folder, "credentials.json")
    const kept = { cards: { secretKey: "sk_test_kept0000", note: 1 }, later: { clientId: "b", clientSecret: "s" } }
    writeFileSync(file, JSON.stringify(kept))
    const { adminToken, bank, cardsKey, docsKey: apiKey, webhookSecret } = await load({ BURSAR_DATA: folder })
    expect(cardsKey).toBe("sk_test_kept0000")
    expect(jsonIn(file)).toEqual({ ...kept, bank, docs: { apiKey, webhookSecret }, admin: { token: adminToken } })
  })

  it("takes away the rights that others were given", async () => {
    const folder = temporaryFolder()
    const { file } = await load({ BURSAR_DATA: folder })
    for (const path of [file!, join(folder, "master.key")]) chmodSync(path, 0o644)
    await load({ BURSAR_DATA: folder })
    expect(modeOf(file!)).toBe(0o600)
    expect(modeOf(join(folder, "master.key"))).toBe(0o600)
  })

  it("prefers a configured master key, and leaves the file alone", async () => {
    const folder = temporaryFolder()
    const first = await load({ BURSAR_DATA: folder })
    expect((await load({ BURSAR_DATA: folder, BURSAR_MASTER_KEY: otherMasterKey })).masterKey).toBe(otherMasterKey)
    expect((await load({ BURSAR_DATA: folder })).masterKey).toBe(first.masterKey)
  })

  it.each(["{", "[]", `{"cards":{}}`, `{"admin":{"token":""}}`])(
    "refuses a credentials file that holds %s, and does not write over it",
    async (text) => {
      const folder = temporaryFolder()
      writeFileSync(join(folder, "credentials.json"), text)
      expect(await refusalOf({ BURSAR_DATA: folder })).toContain("is not a file of credentials")
      expect(readFileSync(join(folder, "credentials.json"), "utf8")).toBe(text)
    }
  )

  it("refuses a master key file that holds no key", async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, "master.key"), "not a key\n")
    const refusal = await refusalOf({ BURSAR_DATA: folder })
    expect(refusal).toContain("master.key must be 32 bytes in base64")
    expect(refusal).not.toContain("not a key")
  })

  it("makes no new master key for data that were written with another", async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, "eu-west-1.db"), "")
    expect(await refusalOf({ BURSAR_DATA: folder })).toContain("holds data but no master.key. Set BURSAR_MASTER_KEY")
    expect(existsSync(join(folder, "master.key"))).toBe(false)
  })

  it("names a data folder that cannot be used", async () => {
    const file = join(temporaryFolder(), "file")
    writeFileSync(file, "")
    expect(await refusalOf({ BURSAR_DATA: join(file, "data") })).toContain(
      `the data folder ${join(file, "data")} cannot`
    )
  })

  it("gives the rights of an existing folder no thought", async () => {
    const folder = join(temporaryFolder(), "shared")
    mkdirSync(folder, { mode: 0o755 })
    await load({ BURSAR_DATA: folder })
    expect(existsSync(join(folder, ".gitignore"))).toBe(false)
  })
})

describe("in memory", () => {
  it("nothing is written and the credentials have no file", async () => {
    const made = await load({ BURSAR_DATA: ":memory:" })
    expect(made.file).toBeUndefined()
    expect(made.cardsKey).toMatch(/^sk_test_/)
    expect(existsSync(":memory:")).toBe(false)
  })
})

describe("with a seed", () => {
  const seeded = (seed: string) => load({ BURSAR_DATA: ":memory:", BURSAR_SEED: seed })

  it("the secrets are the same on each machine, and others for another seed", async () => {
    const first = await seeded("7")
    expect(await seeded("7")).toEqual(first)
    const second = await seeded("8")
    for (const name of ["masterKey", "cardsKey", "adminToken"] as const) expect(first[name]).not.toBe(second[name])
  })

  it("the admin token of a sandbox opens no production server, which says so", async () => {
    const folder = temporaryFolder()
    await load({ BURSAR_DATA: folder, BURSAR_SEED: "7" })
    const production = {
      BURSAR_DATA: folder,
      BURSAR_MODE: "production",
      BURSAR_MASTER_KEY: "q83vEjRWeJCrze8SNFZ4kBa7yVn0pQ2mTgD1rXeUfIo=",
      BURSAR_CARDS_KEYS: `sk_live_${"5f1c9a7e3b".repeat(2)}d84c06`
    }
    expect(await refusalOf(production)).toMatch(/credentials\.json was made .*BURSAR_SEED.*guessed.*BURSAR_ADMIN_TOKEN/)
    const adminToken = "9b1f4c7a2e8d5036f1a7c4e9"
    expect(await load({ ...production, BURSAR_ADMIN_TOKEN: adminToken })).toMatchObject({ adminToken })
    expect(await load({ ...production, BURSAR_DATA: temporaryFolder() })).toMatchObject({
      adminToken: expect.stringMatching(/^[0-9a-f]{64}$/)
    })
  })

  it("no secret gives away the beginning of another", async () => {
    const { adminToken, cardsKey, masterKey } = await seeded("7")
    const hex = [adminToken, cardsKey!.slice("sk_test_".length), Buffer.from(masterKey, "base64").toString("hex")]
    expect(new Set(hex.map((text) => text.slice(0, 16))).size).toBe(hex.length)
  })

  it("a secret does not depend on which others are made", async () => {
    const { cardsKey } = await seeded("7")
    const alone = await load({ BURSAR_DATA: ":memory:", BURSAR_SEED: "7", BURSAR_ADMIN_TOKEN: "token" })
    expect(alone.cardsKey).toBe(cardsKey)
  })
})
