/** The `bursar` command in this process: what it answers, what it refuses, and its exit codes. */
import { once } from "node:events"
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { testClient } from "../../plugins/bank/index.ts"
import { configFromEnv, serve } from "../../src/server/index.ts"
import { selfSignedCertificate } from "../services/selfSignedCertificate.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { fileWith } from "./problemsOf.ts"
import { startServer, testKey } from "./runningServer.ts"
import { bursar, following, startOnFolder, to } from "./commandLine.ts"

const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701" }

describe("calls", () => {
  it("create, list and retrieve by resource and method, with parameters as flags", async () => {
    const env = to(await startServer())
    const create = ["payments", "create", "--amount", "1000", "--currency", "usd", "--payment-method=pm_card_visa"]
    const created = await bursar([...create, "--metadata.order", "7", "--client.ip", "203.0.113.7", "--json"], env)
    expect(created.err).toBe("")
    const payment = created.json() as { readonly id: string }
    expect(payment).toMatchObject({ object: "payment", amount: 1000, status: "succeeded", metadata: { order: "7" } })
    expect((await bursar(["payments", "list", "--status", "succeeded", "--limit", "1"], env)).json()).toMatchObject({
      data: [{ id: payment.id }]
    })
    expect((await bursar(["payments", "retrieve", payment.id], env)).json()).toMatchObject({ id: payment.id })
    expect((await bursar(["events", "list", "--resource", payment.id], env)).json()).toMatchObject({
      data: [{ type: "payment.succeeded" }, { type: "payment.created" }]
    })
  })

  it("repeat nothing under one idempotency key", async () => {
    const env = to(await startServer())
    const create = ["payments", "create", "--amount", "1000", "--currency", "usd", "--payment-method", "pm_card_visa"]
    const [one, other] = [
      await bursar([...create, "--idempotency-key", "order-1"], env),
      await bursar([...create, "--idempotency-key", "order-1"], env)
    ]
    expect(one.json()).toEqual(other.json())
  })

  it("take a list item by item, and anything else once", async () => {
    const env = to(await startServer())
    const create = ["webhook-endpoints", "create", "--url", "http://127.0.0.1:3000/hook"]
    const events = ["--enabled-events", "payment.created", "--enabled-events", "payment.failed"]
    expect((await bursar([...create, ...events], env)).json()).toMatchObject({
      enabled_events: ["payment.created", "payment.failed"]
    })
    const twice = await bursar([...create, ...events, "--url", "http://127.0.0.1:3001/hook"], env)
    expect(twice).toMatchObject({ code: 2, err: expect.stringContaining("--url must be given once") })
  })

  it("reach bank and docs with what the server made for itself, and clients of the bank as an administrator", async () => {
    const { env } = await startOnFolder()
    expect((await bursar(["bank", "payments", "list"], env)).json()).toMatchObject({ data: [] })
    expect((await bursar(["docs", "projects", "create", "--name", "Guide"], env)).json()).toMatchObject({
      name: "Guide"
    })
    expect((await bursar(["clients", "list"], env)).out).toContain("cli_sandbox")
  })

  it("filter lists by names of several words, and by the idempotency key of a payment", async () => {
    const { env } = await startOnFolder()
    const of = (account: string, routing: string) =>
      JSON.stringify({
        name: "Jane Roe",
        accountNumber: account,
        accountType: "checking",
        routingNumber: routing,
        address
      })
    const parties = ["--originator", of("1234567890", "099900014"), "--beneficiary", of("9000000000", "099900027")]
    await bursar(["bank", "payments", "create", "--amount", "500", ...parties, "--idempotency-key", "one"], env)
    const list = async (...flags: ReadonlyArray<string>) => {
      const { json } = await bursar(["--json", "bank", "payments", "list", ...flags], env)
      return (json()["data"] as ReadonlyArray<unknown>).length
    }
    expect(await list("--created-from", "2020-01-01T00:00:00Z")).toBe(1)
    expect(await list("--created-from", "2999-01-01T00:00:00Z")).toBe(0)
    expect(await list("--idempotency-key", "one")).toBe(1)
    expect(await list("--idempotency-key", "another")).toBe(0)
    expect(await bursar(["bank", "payments", "retrieve", "pmt_1", "--idempotency-key", "any"], env)).toMatchObject({
      code: 2,
      err: "--idempotency-key: this call takes no parameters\n"
    })
  })

  it("give a text of docs as it is, or as JSON, and take a header by its name", async () => {
    const { env } = await startOnFolder()
    const docs = (...args: ReadonlyArray<string>) => bursar(["docs", ...args], env)
    const source = JSON.stringify({ name: "notes.md", content: "# Notes\n\nSend a request.\n" })
    const made = (await docs("generations", "create", "--doc-type", "readme", "--source", source)).json() as {
      id: string
    }
    await docs("generations", "stream", made.id)
    const [{ id = "" } = {}] = (await docs("documents", "list")).json()["items"] as ReadonlyArray<{ id?: string }>
    const { out } = await docs("documents", "retrieve", id, "--format", "markdown")
    expect(out).toContain("# ")
    expect((await docs("documents", "retrieve", id, "--format", "markdown", "--json")).json()).toBe(out)
    expect(await docs("documents", "save", id, "--content", "# New", "--if-match", '"ver_0"')).toMatchObject({
      code: 1,
      err: expect.stringContaining("precondition_failed")
    })
  })

  it("answer refusals in one line with code 1, and what is written wrong with code 2", async () => {
    const env = to(await startServer())
    const refused = await bursar(["payments", "create", "--amount", "1", "--currency", "usd"], env)
    expect(refused).toMatchObject({ code: 1, out: "", err: expect.stringContaining("amount_too_small, amount, req_") })
    expect(await bursar(["payments", "retrieve", "pay_unknown"], env)).toMatchObject({ code: 1 })
    expect(await bursar(["payments", "create", "--amount", "ten"], env)).toMatchObject({
      code: 2,
      err: "--amount must be a number\n"
    })
    expect(await bursar(["payments", "confirm", "pay_1", "--amount", "1"], env)).toMatchObject({ code: 2 })
    expect(await bursar(["payments", "retrieve"], env)).toMatchObject({ code: 2 })
    expect(await bursar(["payments", "create", "--colour", "red"], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining("colour")
    })
  })

  it("take an address as a parameter, and send the key to no other server than that of --server", async () => {
    const { url } = await startServer()
    const create = ["webhook-endpoints", "create", "--url", "https://shop.example/hooks", "--enabled-events", "*"]
    const created = await bursar([...create, "--server", url, "--key", testKey])
    expect(created.err).toBe("")
    expect(created.json()).toMatchObject({ object: "webhook_endpoint", url: "https://shop.example/hooks" })
  })

  it("say which server does not answer, and which credential is missing", async () => {
    const nowhere = { BURSAR_URL: "http://127.0.0.1:9", BURSAR_DATA: temporaryFolder() }
    for (const args of [
      ["balance", "retrieve"],
      ["payments", "create", "--amount", "1000"],
      ["logs"],
      ["listen", "--service", "bank", "--forward-to", "http://127.0.0.1:9"]
    ]) {
      expect(await bursar([...args, "--key", testKey], nowhere)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^No server answers at http:\/\/127\.0\.0\.1:9: start one|\nNo server answers at /)
      })
    }
    expect(await bursar(["balance", "retrieve"], nowhere)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^There is no credential for cards/)
    })
  })

  it("say why a server that is there cannot be reached", async () => {
    const { cert, key } = selfSignedCertificate("localhost")
    const tls = { BURSAR_TLS_CERT: fileWith("cert.pem", cert), BURSAR_TLS_KEY: fileWith("key.pem", key) }
    const { url } = await startServer(tls)
    for (const args of [["balance", "retrieve"], ["logs"]]) {
      expect(await bursar([...args, "--server", url, "--key", testKey])).toMatchObject({
        code: 1,
        err: expect.stringMatching(/(?:^|\n)The server at https:\S+ could not be reached: .*certificate/)
      })
    }
  })

  it.each([
    ["payments", "create", "--amount", "1000"],
    ["clock"],
    ["logs"],
    ["trigger", "payment.created"],
    ["listen", "--forward-to", "http://127.0.0.1:9"]
  ])("refuse what is no address of a server (%s)", async (...args) => {
    for (const env of [{ BURSAR_URL: "payments.example" }, { BURSAR_URL: "", PORT: "abc" }]) {
      expect(await bursar([...args, "--key", testKey], env)).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringMatching(/^The address of the server \(--server, BURSAR_URL.*\n$/)
      })
    }
  })

  it("say in a sentence that a connection broke, or that it is no server of ours that answers", async () => {
    const other = createServer((request, response) => {
      if (request.url === "/admin/logs") return void response.write("{}\n", () => response.destroy())
      response.setHeader("content-type", "text/html").end("<html></html>")
    }).listen(0, "127.0.0.1")
    onTestFinished(() => void other.close())
    await once(other, "listening")
    const env = { BURSAR_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}`, BURSAR_KEY: testKey }
    expect(await bursar(["logs", "--key", "any"], env)).toMatchObject({
      code: 1,
      out: "{}",
      err: expect.stringMatching(/^The connection to the server at \S+ broke\n$/)
    })
    expect(await bursar(["payments", "create", "--amount", "1000"], env)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/none of the service: status 200\n$/)
    })
  })
})

describe("a running server", () => {
  it("shows its log and every request to whoever has the admin token, and ends this when it stops", async () => {
    const { env, server } = await startOnFolder()
    expect(await bursar(["logs"], env)).toMatchObject({ code: 0 })
    expect(await bursar(["logs", "--key", "wrong"], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining("401")
    })
    const log = following(["logs", "--follow"], env)
    // A line is there as soon as somebody follows: which request is the first to be seen is the server's to say.
    const asked = (async () => {
      for (let seen = false; !seen;) {
        await bursar(["payments", "list"], env)
        seen = (await Promise.race([log.line(/\/cards\/v2\/payments/), Promise.resolve("")])) !== ""
      }
    })()
    expect(JSON.parse(await log.line(/\/cards\/v2\/payments/))).toMatchObject({ method: "GET", status: 200 })
    await asked
    await server.close()
    expect(Exit.isSuccess(await log.ended)).toBe(true)
  })

  it("keeps migrations to itself", async () => {
    const { env } = await startOnFolder()
    expect(await bursar(["migrate"], env)).toMatchObject({ code: 1, err: expect.stringContaining("a server runs") })
  })
})

describe("data", () => {
  it("are brought to this version without serving, once there are any", async () => {
    const folder = temporaryFolder()
    expect(await bursar(["migrate", "--data", folder])).toMatchObject({
      code: 1,
      err: expect.stringContaining("no data")
    })
    const server = await serve(await configFromEnv({ PORT: "0", BURSAR_DATA: folder }))
    await server.close()
    expect((await bursar(["migrate", "--data", folder, "--json"])).json()).toEqual({ regions: ["us-east-1"] })
  })

  it("are copied and put back by flags, and the answer is JSON where that is wanted", async () => {
    const { env, folder } = await startOnFolder()
    const copy = join(temporaryFolder(), "copy")
    const files = ["us-east-1.db", "master.key", "credentials.json"]
    expect((await bursar(["backup", copy, "--json"], env)).json()).toEqual({ folder: copy, files })
    const other = join(temporaryFolder(), "other")
    expect((await bursar(["restore", copy, "--data", other, "--json"])).json()).toEqual({ folder: other, files })
    expect(existsSync(join(other, "us-east-1.db"))).toBe(true)
    expect(await bursar(["prune", "--dry-run", "--data", other, "--json"])).toMatchObject({ code: 0 })
    expect(await bursar(["restore", copy, "--data", folder])).toMatchObject({ code: 1 })
  })

  it("say whether a copy holds the key that opens it", async () => {
    const { env, folder } = await startOnFolder()
    const copyTo = async (name: string) => (await bursar(["backup", join(temporaryFolder(), name)], env)).out
    expect(await copyTo("whole")).toMatch(/master\.key, credentials\.json\. It opens what is sealed: keep it/)
    rmSync(join(folder, "master.key"))
    expect(await copyTo("sealed")).toMatch(/\. The master key is not in it, .*: keep BURSAR_MASTER_KEY as safe/)
  })

  it("show how far long work has come in a line of a terminal, which is gone at the end, and not with --json", async () => {
    const { env } = await startOnFolder()
    const told: Array<string> = []
    const tell = (text: string) => void told.push(text)
    const copy = join(temporaryFolder(), "copy")
    const { out } = await bursar(["backup", copy], env, tell)
    expect(told.slice(0, 2)).toEqual([
      expect.stringMatching(/^Copying us-east-1\.db, 1 of 1 \(\d+\.\d MB\)$/),
      "Checking us-east-1.db"
    ])
    expect(told.at(-1)).toBe("")
    expect(out).not.toContain("Copying")
    for (const args of [["restore", copy], ["migrate"], ["prune"]]) {
      told.length = 0
      const to = args[0] === "restore" ? join(temporaryFolder(), "other") : copy
      expect(await bursar([...args, "--data", to], {}, tell)).toMatchObject({ code: 0 })
      expect(told.length).toBeGreaterThan(1)
      expect(told.at(-1)).toBe("")
    }
    told.length = 0
    await bursar(["backup", join(temporaryFolder(), "another"), "--json"], env, tell)
    expect(told).toEqual([])
  })
})

describe("keys", () => {
  it("are shown by their ends, and whole where that is wanted", async () => {
    const { env, server } = await startOnFolder()
    const key = Redacted.value(server.credentials.cardsKey!)
    const shown = await bursar(["keys"], env)
    expect(shown.out).toContain(`********${key.slice(-4)}`)
    expect(shown.out).not.toContain(key)
    expect((await bursar(["keys", "--reveal"], env)).out).toContain(key)
    expect(await bursar(["keys", "--data", temporaryFolder()])).toMatchObject({ code: 1 })
  })

  it("are those of the files that settings name, in place of what an earlier start made", async () => {
    const { folder, server } = await startOnFolder()
    await server.close()
    const [accounts, clients] = [join(folder, "accounts.json"), join(folder, "clients.json")]
    const apiKey = "bank_key_of_the_file"
    writeFileSync(accounts, JSON.stringify([{ id: "acct_shop", keys: ["sk_test_of_the_file"] }]))
    writeFileSync(clients, JSON.stringify([{ ...testClient, apiKey }]))
    const set = { BURSAR_CARDS_ACCOUNTS: accounts, BURSAR_BANK_CLIENTS: clients, BURSAR_DATA: folder }
    const again = await serve(await configFromEnv({ ...set, PORT: "0" }))
    onTestFinished(again.close)
    const env = { ...set, BURSAR_ADMINISTRATORS: "ann:a-token-of-hers-alone", BURSAR_URL: again.url }
    const rows = (await bursar(["keys", "--reveal", "--json"], env)).json() as ReadonlyArray<Record<string, string>>
    expect(rows.filter(({ opens }) => /^(cards|bank)/.test(opens!)).map(({ secret }) => secret)).toEqual([
      "sk_test_of_the_file",
      apiKey,
      testClient.clientSecret
    ])
    expect(rows.at(-1)).toMatchObject({ opens: "console (name:token)", secret: "ann:a-token-of-hers-alone" })
    expect(await bursar(["payments", "list"], env)).toMatchObject({ code: 0 })
    expect(await bursar(["bank", "payments", "list"], env)).toMatchObject({ code: 0 })
  })

  it("are drawn so that a production server takes them", async () => {
    const made = async (kind: string) => (await bursar(["keys", "make", kind])).out
    const env = {
      BURSAR_MODE: "production",
      BURSAR_MASTER_KEY: await made("master"),
      BURSAR_CARDS_KEYS: await made("live"),
      BURSAR_ADMIN_TOKEN: await made("admin"),
      DOCS_API_KEY: await made("docs")
    }
    expect((await configFromEnv(env)).mode).toBe("production")
    expect((await configFromEnv({ BURSAR_CARDS_KEYS: await made("test") })).cards.kind).toBe("keys")
    expect((await bursar(["keys", "make", "gold"])).code).toBe(2)
  })
})

describe("the command line", () => {
  it.each(["bash", "zsh", "fish"])("completes itself in %s", async (shell) => {
    const { code, out } = await bursar(["completions", shell])
    expect(code).toBe(0)
    expect(out).toContain("payments")
    expect(out).toContain("doctor")
  })

  it("is refused with code 2 where it is written wrong", async () => {
    expect((await bursar(["fly"])).code).toBe(2)
    expect((await bursar(["backup"])).code).toBe(2)
    expect((await bursar(["doctor", "--fly"])).code).toBe(2)
    expect((await bursar(["completions", "cobol"])).code).toBe(2)
  })

  it("shows its help on standard output where it is asked for, and on standard error where something is wrong", async () => {
    const [out, err] = [vi.spyOn(console, "log"), vi.spyOn(console, "error")].map((spy) =>
      spy.mockImplementation(() => {})
    )
    onTestFinished(() => void vi.restoreAllMocks())
    await bursar(["keys", "make", "--help"])
    expect([out!.mock.calls.length, err!.mock.calls.length]).toEqual([1, 0])
    await bursar(["keys", "make", "mastre"])
    await bursar(["payments"])
    expect([out!.mock.calls.length, err!.mock.calls.length]).toEqual([1, 3])
  })
})
