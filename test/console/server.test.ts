/** Who gets in, and what every answer of the console says to a browser. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect, it, onTestFinished } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { fileAt, makeFiles } from "../../plugins/console/NodeFiles.ts"
import { Engine } from "../../src/index.ts"
import { definePlugin, Refusal } from "../../src/plugin.ts"
import { Clock } from "../../src/services/Clock.ts"
import { adminToken, browserAt, origin, ownPage, readToken, startConsole } from "./console.ts"

const plugins = [cards({ mode: "sandbox" })]

const minuteMs = 60_000

/** An engine whose clocks a test moves: time of the wall, too. */
const startAtWall = async (console: Parameters<typeof startConsole>[0] = {}) => {
  const wall = { now: Date.parse("2026-01-15T09:30:00Z") }
  const clock = Clock.make(() => wall.now, { mode: "frozen", at: wall.now })
  const engine = { layers: Layer.succeed(Clock, clock) } as unknown as NonNullable<typeof console.engine>
  return { ...(await startConsole({ plugins, ...console, engine })), wall }
}

describe("a session", () => {
  it("is opened by the admin token, in a cookie that scripts cannot read and that is sent to the console alone", async () => {
    const { browser } = await startConsole({ plugins })
    const opened = await browser.signIn()
    expect(opened.status).toBe(200)
    expect(opened.json.session.role).toBe("admin")
    const [pair, ...flags] = opened.headers.get("set-cookie")!.split("; ")
    expect(pair).toMatch(/^bursar_console=[0-9a-f]{64}$/)
    expect(flags.sort()).toEqual(["HttpOnly", "Max-Age=43200", "Path=/console", "SameSite=Strict"])
    expect((await browser.get("/api/session")).json.engine).toMatchObject({ mode: "sandbox", regions: ["us-east-1"] })
  })

  it("is kept by https alone where browsers come by https", async () => {
    const { browser } = await startConsole({ plugins, engine: { publicUrl: "https://pay.example/bursar" } })
    const opened = await browser.signIn()
    expect(opened.headers.get("set-cookie")).toMatch(/; Path=\/bursar\/console; .*Secure/)
    const fromProxy = await browser.send(
      "POST",
      "/api/session",
      { token: adminToken },
      { origin: "https://pay.example" }
    )
    expect(fromProxy.status).toBe(200)
  })

  it("is not opened by another token, and its cookie is none", async () => {
    const { engine } = await startConsole({ plugins })
    const browser = browserAt(engine)
    for (const token of ["", "wrong", `${adminToken}x`, adminToken.toUpperCase()]) {
      const refused = await browser.signIn(token)
      expect([refused.status, refused.json.error.code]).toEqual([401, "wrong_token"])
      expect(refused.headers.get("set-cookie")).toBeNull()
    }
    expect((await browser.get("/api/session")).json).toEqual({ session: null })
    expect((await browser.get("/api/panels")).status).toBe(401)
    browser.cookie = `bursar_console=${"0".repeat(64)}`
    expect((await browser.get("/api/session")).json).toEqual({ session: null })
  })

  it("cannot be tried for at will, and the right token waits, too", async () => {
    const { engine } = await startConsole({ plugins })
    const browser = browserAt(engine)
    for (let tries = 1; tries < 10; tries++) expect((await browser.signIn("wrong")).status).toBe(401)
    const late = await browser.signIn()
    expect([late.status, late.json.error.code]).toEqual([429, "too_many_tries"])
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0)
  })

  it("is tried for by a network of IPv6 as by an address, so that one customer of a provider does not use up the tries of all", async () => {
    const { engine } = await startConsole({ plugins })
    const statusFrom = async (address: string) => {
      const { authorization: _, ...headers } = ownPage
      const init = { method: "POST", headers, body: JSON.stringify({ token: "wrong" }) }
      const request = HttpServerRequest.fromWeb(new Request(`${origin}/console/api/session`, init))
      const from = request.modify({ remoteAddress: Option.some(address) })
      const asked = Effect.flatMap(Engine, ({ app }) =>
        Effect.provideService(Effect.scoped(app), HttpServerRequest.HttpServerRequest, from)
      )
      return (await engine.call(asked)).status
    }
    for (let tries = 1; tries <= 10; tries++) expect(await statusFrom(`2001:db8::${tries}`)).toBe(401)
    expect(await statusFrom("2001:db8::11")).toBe(429)
    expect(await statusFrom("2001:db8:0:1::1")).toBe(401)
    // Nor those of everybody by a dozen networks.
    for (let tries = 0; tries < 120; tries++) await statusFrom(`198.51.100.${tries % 12}`)
    expect(await statusFrom("198.51.100.0")).toBe(429)
    expect(await statusFrom("203.0.113.7")).toBe(401)
  })

  it("ends after half an hour without use, and after twelve hours of use", async () => {
    const { browser, wall } = await startAtWall()
    const isOpen = async (headers = {}) => (await browser.get("/api/session", headers)).json.session !== null
    wall.now += 29 * minuteMs
    expect(await isOpen()).toBe(true)
    wall.now += 29 * minuteMs
    // What a page asks by itself is no use.
    expect(await isOpen({ "x-bursar-background": "1" })).toBe(true)
    wall.now += 2 * minuteMs
    expect(await isOpen()).toBe(false)
    await browser.signIn()
    for (let used = 0; used < 35; used++) {
      wall.now += 20 * minuteMs
      expect(await isOpen()).toBe(true)
    }
    wall.now += 20 * minuteMs
    expect(await isOpen()).toBe(false)
  })

  it("ends when it is ended, and with its token", async () => {
    let token = adminToken
    const { browser } = await startConsole({ plugins, console: { adminToken: () => token } })
    const { cookie } = browser
    const ended = await browser.send("DELETE", "/api/session", {})
    expect(ended.headers.get("set-cookie")).toContain("Max-Age=0")
    expect((await browser.get("/api/session")).json).toEqual({ session: null })
    expect(cookie).toBeDefined()
    await browser.signIn()
    token = "another-token-of-the-tests"
    expect((await browser.get("/api/session")).json).toEqual({ session: null })
  })

  it("is kept as a hash: whoever reads the rows cannot use them", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const secret = browser.cookie!.split("=")[1]!
    const other = browserAt(engine)
    other.cookie = browser.cookie
    expect((await other.get("/api/session")).json.session.role).toBe("admin")
    expect(JSON.stringify((await other.get("/api/session")).json)).not.toContain(secret)
  })
})

describe("changes", () => {
  const change = (browser: Awaited<ReturnType<typeof startConsole>>["browser"], headers: object) =>
    browser.send("POST", "/api/clock/advance", { seconds: 1 }, { ...headers })

  it.each([
    ["of another origin", { origin: "https://evil.example" }],
    ["of another port", { origin: "http://engine.test:81" }],
    ["without an origin", { origin: undefined }],
    ["of an opaque origin", { origin: "null" }],
    ["without the header of the page", { "x-bursar-console": undefined }],
    ["of a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["of plain text", { "content-type": "text/plain" }]
  ])("%s are refused before anybody asks who is signed in", async (_, headers) => {
    const { browser, engine } = await startConsole({ plugins })
    const refused = await change(browser, headers)
    expect([refused.status, refused.json.error.code]).toEqual([403, "forbidden_origin"])
    const stranger = await change(browserAt(engine), headers)
    expect([stranger.status, stranger.json.error.code]).toEqual([403, "forbidden_origin"])
    expect(engine.clock.now().toISOString()).toBe("2026-01-15T09:30:00.000Z")
  })

  it("are not for somebody who may only read", async () => {
    const { browser } = await startConsole({ plugins })
    expect((await browser.signIn(readToken)).json.session.role).toBe("reader")
    expect((await browser.get("/api/panels")).status).toBe(200)
    for (const refused of [
      await change(browser, {}),
      await browser.act("cards.payments.refund", { id: "pay_1", input: {} }),
      await browser.send("PUT", "/api/services/docs/x", {})
    ]) {
      expect([refused.status, refused.json.error.code]).toEqual([403, "read_only"])
    }
    expect((await browser.send("DELETE", "/api/session", {})).status).toBe(200)
  })

  it("need a reason, and what they are done with", async () => {
    const { browser } = await startConsole({ plugins })
    const act = async (body: object) =>
      (await browser.send("POST", "/api/panels/cards.payments/actions/refund", body)).json.error
    expect(await act({ id: "pay_1", input: {}, reason: " " })).toMatchObject({ code: "invalid_input" })
    expect(await act({ input: {}, reason: "because" })).toMatchObject({ message: "Say on what, by its id" })
    expect(await act({ id: "pay_1", input: { more: 1 }, reason: "because" })).toMatchObject({
      message: 'There is no field "more"'
    })
    expect(await act({ id: "pay_1", input: { amount: 1.5 }, reason: "because" })).toMatchObject({
      message: "Amount must be a whole number of the smallest unit of the currency, from 1 on"
    })
    expect(await act({ id: "pay_1", input: {}, reason: "because" })).toMatchObject({
      code: "refused",
      message: "There is nothing by the id pay_1"
    })
  })
})

describe("every answer", () => {
  it("carries the policy, also where nothing is", async () => {
    const { browser } = await startConsole({ plugins })
    for (const path of ["/", "/cards.payments/pay_1", "/api/session", "/api/panels", "/api/nothing", "/assets/x.js"]) {
      const { headers } = await browser.get(path)
      const policy = headers.get("content-security-policy")
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain("unsafe")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("x-frame-options")).toBe("DENY")
    }
  })
})

describe("the files", () => {
  const built = () => {
    const folder = mkdtempSync(join(tmpdir(), "cons-files-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, "assets"))
    writeFileSync(join(folder, "index.html"), "<!doctype html><html><head><title>Bursar</title></head></html>")
    writeFileSync(join(folder, "assets/main-1a2b.js"), "export const answer = 42\n")
    writeFileSync(join(folder, "assets/main-1a2b.js.br"), brotliCompressSync("export const answer = 42\n"))
    return folder
  }

  it("are served from memory, compressed and kept for a year", async () => {
    const { browser } = await startConsole({ plugins, console: { files: built() } })
    const plain = await browser.get("/assets/main-1a2b.js")
    expect(plain.text).toBe("export const answer = 42\n")
    expect(plain.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    const small = await browser.get("/assets/main-1a2b.js", { "accept-encoding": "gzip, br" })
    expect(small.headers.get("content-encoding")).toBe("br")
    const none = await browser.get("/assets/main-1a2b.js", { "accept-encoding": "br;q=0" })
    expect(none.headers.get("content-encoding")).toBeNull()
    const etag = plain.headers.get("etag")!
    const known = await browser.get("/assets/main-1a2b.js", { "if-none-match": etag })
    expect([known.status, known.text]).toEqual([304, ""])
    expect((await browser.get("/assets/main-1a2b.js", { "if-none-match": `"other" , ${etag}` })).status).toBe(304)
    expect((await browser.get("/assets/other.js")).status).toBe(404)
    expect((await browser.get("/assets/..%2f..%2fetc%2fpasswd")).status).toBe(404)
  })

  it("are looked for in a time that grows with the length of a header alone", async () => {
    const read = (await Effect.runPromise(makeFiles(built())))!
    const before = process.cpuUsage()
    fileAt(read, "assets/main-1a2b.js", { "if-none-match": `a${" ".repeat(64_000)}a` })
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(200)
  })

  it("are unpacked where only the compressed copy is there and a browser does not take it", async () => {
    const files = built()
    rmSync(join(files, "assets/main-1a2b.js"))
    const { browser } = await startConsole({ plugins, console: { files } })
    const plain = await browser.get("/assets/main-1a2b.js")
    expect([plain.status, plain.text]).toEqual([200, "export const answer = 42\n"])
    expect(plain.headers.get("content-encoding")).toBeNull()
    const small = await browser.get("/assets/main-1a2b.js", { "accept-encoding": "br" })
    expect(small.headers.get("content-encoding")).toBe("br")
    expect((await browser.get("/assets/main-1a2b.js.br")).status).toBe(404)
    // Once: whoever asks for it again and again, which needs no credential, must not have it unpacked each time.
    const read = (await Effect.runPromise(makeFiles(files)))!
    const [first, second] = [1, 2].map(
      () => fileAt(read, "assets/main-1a2b.js", {})!.body as { readonly body?: unknown }
    )
    expect(first!.body).toBeInstanceOf(Uint8Array)
    expect(second!.body).toBe(first!.body)
  })

  it("are found from every page, whatever its path, below the mount", async () => {
    const { engine } = await startConsole({ plugins, console: { files: built() } })
    for (const path of ["", "/", "/clock", "/cards.payments/pay_1"]) {
      const page = await engine.request("GET", `/console${path}`, undefined, { authorization: undefined })
      expect(page.text).toContain('<head><base href="/console/"><title>')
      expect(page.headers.get("cache-control")).toBe("no-cache")
    }
  })

  it("that were not built answer with what to do", async () => {
    const { browser } = await startConsole({ plugins, console: { files: "/nowhere" } })
    const page = await browser.get("/")
    expect([page.status, page.headers.get("content-type")]).toEqual([503, "text/plain; charset=utf-8"])
    expect(page.text).toContain("npm ci")
  })
})

describe("a form that is still being worked on", () => {
  it("keeps its key when it is sent again: under another one it would have its effect twice", async () => {
    const pay = { id: "pay", title: "Pay", confirm: "It pays.", on: "list", input: [] } as const
    const panel = {
      id: "bills",
      title: "Bills",
      group: "Bills",
      icon: "receipt",
      columns: [],
      filters: [],
      anchors: () => Effect.succeed({ total: 0, capped: false, anchors: [] }),
      rows: () => Effect.succeed([]),
      actions: [{ ...pay, run: () => Effect.fail(new Refusal.IdempotencyKeyInUse()) }]
    }
    const bills = definePlugin({ id: "bills", panels: async () => ({ panels: [panel] }) })
    const { browser } = await startConsole({ plugins: [bills] })
    const { json, status } = await browser.act("bills.bills.pay", {})
    // Below 500 a form takes another key.
    expect([status, json.error]).toEqual([503, expect.objectContaining({ code: "still_running" })])
  })
})

describe("a console", () => {
  it("is mounted where the host says", async () => {
    const mounts = { console: "/admin/ui" }
    const { engine } = await startConsole({ plugins, engine: { mounts } })
    const browser = browserAt(engine, "/admin/ui")
    const opened = await browser.signIn()
    expect(opened.headers.get("set-cookie")).toContain("; Path=/admin/ui;")
    expect((await browser.get("/api/panels")).status).toBe(200)
    expect((await engine.request("GET", "/console/api/session")).status).toBe(404)
  })

  it("is needed by nothing: without it there is nothing at its path", async () => {
    const { engine } = await startConsole({ plugins })
    expect((await engine.request("GET", "/console/api/session", undefined, { authorization: undefined })).status).toBe(
      200
    )
    const { TestEngine } = await import("../../src/testing/index.ts").then((testing) => ({
      TestEngine: testing.TestEngine
    }))
    await using without = await TestEngine.make({ plugins })
    expect((await without.request("GET", "/console/api/session")).status).toBe(404)
    expect((await without.request("GET", "/cards/v2/payments")).status).toBe(200)
  })

  it("takes no token that is short", async () => {
    const { engine } = await startConsole({ plugins, console: { adminToken: () => "short" } })
    expect((await browserAt(engine).signIn("short")).status).toBe(401)
  })

  it("does not move time in production", async () => {
    const { browser } = await startConsole({ plugins, console: { mode: "production" } })
    expect((await browser.get("/api/clock")).json.moves).toBe(false)
    const moved = await browser.send("POST", "/api/clock/advance", { seconds: 60 })
    expect([moved.status, moved.json.error.code]).toEqual([403, "not_a_sandbox"])
  })
})
