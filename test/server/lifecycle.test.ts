import { once } from "node:events"
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { request as requestOverTls } from "node:https"
import { connect, type AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import * as Redacted from "effect/Redacted"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { explain } from "../../src/server/refusal.ts"
import { standardError } from "../../src/services/log.ts"
import { selfSignedCertificate } from "../services/selfSignedCertificate.ts"
import { temporaryFolder } from "../store/openStore.ts"
import {
  createPayment,
  liveKey,
  masterKey,
  production,
  retrievePayment,
  startServer,
  testKey
} from "./runningServer.ts"

const refusalOf = (env: Readonly<Record<string, string>>): Promise<string | undefined> =>
  startServer(env).then(() => "it started", explain)

const idOf = async (response: Response): Promise<string> => ((await response.json()) as { id: string }).id

describe("starting", () => {
  it("answers from the first connection on", async () => {
    const { url } = await startServer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => createPayment(url)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })

  it("makes a key that opens the sandbox", async () => {
    const { credentials, url } = await startServer()
    expect((await createPayment(url, Redacted.value(credentials.cardsKey!))).status).toBe(200)
  })

  it("on the folder of an earlier run finds what was written", async () => {
    const env = { BURSAR_DATA: temporaryFolder() }
    const first = await startServer(env)
    const id = await idOf(await createPayment(first.url))
    await first.close()
    const second = await startServer(env)
    expect((await retrievePayment(second.url, id)).status).toBe(200)
  })

  it("with a seed and a frozen clock gives the same ids each time", async () => {
    const env = { BURSAR_SEED: "7", BURSAR_CLOCK: "2026-01-15T09:30:00Z" }
    const ids = [await startServer(env), await startServer(env)].map(async ({ url }) => idOf(await createPayment(url)))
    const [first, second] = await Promise.all(ids)
    expect(first).toBe(second)
  })

  it("an account of the open sandbox is the same one when its key is configured later", async () => {
    const folder = temporaryFolder()
    const open = await startServer({ BURSAR_DATA: folder })
    const id = await idOf(await createPayment(open.url))
    await open.close()
    const { url } = await startServer({ BURSAR_DATA: folder, BURSAR_CARDS_KEYS: `sk_test_another0,${testKey}` })
    expect((await retrievePayment(url, id)).status).toBe(200)
    expect((await retrievePayment(url, id, "sk_test_another0")).status).toBe(404)
    expect((await retrievePayment(url, id, "sk_test_unknown0")).status).toBe(401)
  })
})

describe("the clock", () => {
  /** Ahead of system time for as long as these tests will be run. */
  const time = "2200-01-15T09:30:00.000Z"

  const clockOf = async (url: string) =>
    ((await (await fetch(url)).json()) as { clock: { mode: string; now: string } }).clock

  it("that stood still stays so, and goes on from there when it is told to be the system's", async () => {
    const folder = temporaryFolder()
    const frozen = await startServer({ BURSAR_DATA: folder, BURSAR_CLOCK: time })
    expect(await clockOf(frozen.url)).toMatchObject({ mode: "frozen", now: time })
    await frozen.close()

    const kept = await startServer({ BURSAR_DATA: folder })
    expect(await clockOf(kept.url)).toMatchObject({ mode: "frozen", now: time })
    await kept.close()

    const running = await startServer({ BURSAR_DATA: folder, BURSAR_CLOCK: "system" })
    const { mode, now } = await clockOf(running.url)
    expect(mode).toBe("offset")
    expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(time))
  })

  it("is never set back: an earlier time is raised to where the data are", async () => {
    const folder = temporaryFolder()
    await (await startServer({ BURSAR_DATA: folder, BURSAR_CLOCK: time })).close()
    const { url } = await startServer({ BURSAR_DATA: folder, BURSAR_CLOCK: "2026-01-15T09:30:00Z" })
    expect(await clockOf(url)).toMatchObject({ mode: "frozen", now: time })
  })

  it("that stood still runs in production, with a warning of how far it is ahead", async () => {
    const env = { BURSAR_DATA: temporaryFolder(), BURSAR_MASTER_KEY: masterKey }
    await (await startServer({ ...env, BURSAR_CLOCK: time })).close()
    const logged = vi.spyOn(standardError, "write")
    const { url } = await startServer({ ...env, ...production })
    expect((await clockOf(url)).mode).toBe("offset")
    expect(logged.mock.calls.join("")).toMatch(/Engine time is \d+d .*ahead of this machine/)
    logged.mockRestore()
  })
})

describe("data of a production server", () => {
  it("are opened by no sandbox, where any test key would move their time", async () => {
    const env = { BURSAR_DATA: temporaryFolder(), BURSAR_MASTER_KEY: masterKey }
    await (await startServer({ ...env, ...production })).close()
    expect(await refusalOf(env)).toMatch(
      /^Bursar does not start: .*: set BURSAR_MODE to production, or give the sandbox/
    )
    await (await startServer({ ...env, ...production })).close()
  })
})

describe("webhook receivers on this machine", () => {
  const register = async (env: Readonly<Record<string, string>>, key = testKey) => {
    const { address } = await startServer(env)
    const response = await fetch(`http://127.0.0.1:${address.port}/cards/v2/webhook_endpoints`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ url: "http://127.0.0.1:8080/hook", enabled_events: ["*"] })
    })
    return response.status
  }

  it("are called by a sandbox on loopback", async () => {
    expect(await register({})).toBe(200)
  })

  it("are not by a sandbox that other machines reach, nor in production", async () => {
    expect(await register({ HOST: "0.0.0.0", BURSAR_ALLOW_OPEN_SANDBOX: "1" })).toBe(400)
    expect(await register({ ...production, BURSAR_DATA: temporaryFolder() }, liveKey)).toBe(400)
  })
})

describe("TLS", () => {
  const overTls = (port: number, options: object) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = { host: "127.0.0.1", port, path: "/health", agent: false, servername: "localhost", ...options }
      requestOverTls(asked, (answer) => void resolve(answer.resume().statusCode))
        .once("error", reject)
        .end()
    })

  it("is spoken from version 1.2 on (spec cards §5.6)", async () => {
    const folder = temporaryFolder()
    const { cert, key } = selfSignedCertificate("localhost")
    writeFileSync(join(folder, "cert.pem"), cert)
    writeFileSync(join(folder, "key.pem"), key)
    const { address, url } = await startServer({
      BURSAR_TLS_CERT: join(folder, "cert.pem"),
      BURSAR_TLS_KEY: join(folder, "key.pem")
    })
    expect(url).toMatch(/^https:/)
    expect(await overTls(address.port, { ca: cert })).toBe(200)
    expect(await overTls(address.port, { ca: cert, maxVersion: "TLSv1.2" })).toBe(200)
    // The lowest security level, so that the client would speak 1.1 if the server did.
    const old = { ca: cert, minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }
    await expect(overTls(address.port, old)).rejects.toThrow(/protocol version/i)
  })
})

describe("a start that is refused is one sentence", () => {
  it("when the port is used", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    onTestFinished(() => void other.close())
    await once(other, "listening")
    const { port } = other.address() as AddressInfo
    expect(await refusalOf({ PORT: String(port) })).toBe(
      `Bursar does not start: 127.0.0.1 port ${port} is used by another program. ` +
        "Stop that one, or set PORT to a free port (0 picks one)"
    )
  })

  it("when the address is not this machine's", async () => {
    expect(await refusalOf({ HOST: "192.0.2.1", BURSAR_ALLOW_OPEN_SANDBOX: "1" })).toContain(
      "is no address of this machine"
    )
  })

  it("when the folder is used", async () => {
    const env = { BURSAR_DATA: temporaryFolder() }
    await startServer(env)
    expect(await refusalOf(env)).toContain(`another Bursar process uses the folder ${env.BURSAR_DATA}`)
  })

  it("when the folder cannot be made where it should be", async () => {
    const file = join(temporaryFolder(), "file")
    writeFileSync(file, "")
    expect(await refusalOf({ BURSAR_DATA: join(file, "data") })).toBe(
      `Bursar does not start: the data folder ${join(file, "data")} cannot be used: ` +
        `this program may not write in ${file}. Allow it, or set BURSAR_DATA to another folder`
    )
  })

  it.skipIf(process.getuid?.() === 0)("when the folder may not be written", async () => {
    const folder = temporaryFolder()
    await (await startServer({ BURSAR_DATA: folder })).close()
    chmodSync(folder, 0o500)
    onTestFinished(() => chmodSync(folder, 0o700))
    expect(await refusalOf({ BURSAR_DATA: folder })).toContain(`this program may not write in ${folder}`)
  })

  it("when a file of the database cannot be opened", async () => {
    const folder = temporaryFolder()
    await (await startServer({ BURSAR_DATA: folder })).close()
    rmSync(join(folder, "us-east-1.db"))
    mkdirSync(join(folder, "us-east-1.db"))
    expect(await refusalOf({ BURSAR_DATA: folder })).toMatch(
      /us-east-1\.db.* may not be read and written by this program/
    )
  })

  it("when the database is damaged, or none", async () => {
    const folder = temporaryFolder()
    await (await startServer({ BURSAR_DATA: folder })).close()
    const text = join(folder, "us-east-1.db")
    writeFileSync(text, "This is not a database. ".repeat(100))
    expect(await refusalOf({ BURSAR_DATA: folder })).toContain("us-east-1.db is not a SQLite database")
  })

  it("when the master key is another one, and works again with the right one", async () => {
    const folder = temporaryFolder()
    await (await startServer({ BURSAR_DATA: folder })).close()
    const other = Buffer.alloc(32, 3).toString("base64")
    const refusal = await refusalOf({ BURSAR_DATA: folder, BURSAR_MASTER_KEY: other })
    expect(refusal).toContain("were written with another master key. Set BURSAR_MASTER_KEY to that one")
    expect(refusal).not.toContain(other)
    await startServer({ BURSAR_DATA: folder })
  })

  it("when a settings file is wrong", async () => {
    expect(await refusalOf({ BURSAR_CARDS_ACCOUNTS: "/no/such/file", PORT: "x" })).toMatch(
      /^Bursar does not start, because of its settings:\n {2}PORT is "x".*\n {2}BURSAR_CARDS_ACCOUNTS names [^\n]*$/
    )
  })

  it("and leaves the folder free for the next", async () => {
    const folder = temporaryFolder()
    const other = createServer().listen(0, "127.0.0.1")
    onTestFinished(() => void other.close())
    await once(other, "listening")
    await refusalOf({ BURSAR_DATA: folder, PORT: String((other.address() as AddressInfo).port) })
    await startServer({ BURSAR_DATA: folder })
  })

  it("but a bug is none", () => {
    expect(explain(new Error("undefined is not a function"))).toBeUndefined()
  })
})

/** Less than the 7 s after which what still runs is cut off: a test that ends so has failed. */
const promptly = { timeout: 5_000 }

describe("stopping", promptly, () => {
  const body = JSON.stringify({ amount: 2000, currency: "usd", payment_method: "pm_card_visa" })
  const head = [
    "POST /cards/v2/payments HTTP/1.1",
    "Host: bursar",
    `Authorization: Bearer ${testKey}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "",
    ""
  ].join("\r\n")

  it("finishes the request that runs, takes no new connection, and ends", async () => {
    const { address, close, url } = await startServer()
    const socket = connect(address.port, address.host)
    socket.write(head)
    // The answer to a second connection shows that the first one has been taken.
    await createPayment(url)
    const closing = close()
    await vi.waitFor(() => expect(createPayment(url)).rejects.toThrow("fetch failed"))
    socket.write(body)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/)
    expect(answer).toContain('"status":"succeeded"')
    await closing
  })

  it("does not wait for connections that are kept alive", async () => {
    const { close, url } = await startServer()
    await (await createPayment(url)).text()
    await close()
  })

  it("is not ready any more, and ends a connection that stays busy", async () => {
    const { address, close, url } = await startServer()
    const socket = connect(address.port, address.host)
    socket.write(head)
    await createPayment(url)
    const closing = close()
    // A second request right behind the first, so that the connection is never idle.
    socket.write(`${body}GET /ready HTTP/1.1\r\nHost: bursar\r\n\r\n`)
    const [paid, ready] = (await text(socket)).split(/(?=HTTP\/1\.1 503)/)
    expect(paid).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(ready).toMatch(/connection: close/i)
    expect(ready).toContain('{"status":"stopping"}')
    await closing
  })

  it("twice is once", async () => {
    const { close } = await startServer()
    await Promise.all([close(), close()])
  })

  it("leaves data that a copy can be started from", async () => {
    const folder = temporaryFolder()
    const copy = `${folder}-copy`
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
    const first = await startServer({ BURSAR_DATA: folder })
    const id = await idOf(await createPayment(first.url))
    await first.close()
    cpSync(folder, copy, { recursive: true })
    const second = await startServer({ BURSAR_DATA: copy })
    expect((await retrievePayment(second.url, id)).status).toBe(200)
  })
})
