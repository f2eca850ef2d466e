/** Links and addresses behind proxies: whom the server believes, and what it makes of it. */
import { request } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import * as Headers from "effect/http/Headers"
import { describe, expect, it } from "vitest"
import { originOf } from "../../src/server/forwarding.ts"
import type { ServerHandle } from "../../src/server/index.ts"
import { networkList } from "../../src/server/settings.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { liveKey, production, startServer, testKey } from "./runningServer.ts"

const trusted = networkList(["10.0.0.0/8", "2001:db8:ffff::/48"])

const read = (headers: Record<string, string>, peer = "10.0.0.1") => originOf(Headers.fromInput(headers), peer, trusted)

describe("forwarding headers of a trusted proxy", () => {
  it.each<[string, Record<string, string>, string]>([
    ["one client", { "x-forwarded-for": "203.0.113.7" }, "203.0.113.7"],
    ["what a client wrote before it", { "x-forwarded-for": "6.6.6.6, 203.0.113.7" }, "203.0.113.7"],
    ["proxies behind proxies", { "x-forwarded-for": "6.6.6.6, 203.0.113.7, 10.9.9.9" }, "203.0.113.7"],
    ["trusted proxies only", { "x-forwarded-for": "10.1.1.1, 10.9.9.9" }, "10.1.1.1"],
    ["a port", { "x-forwarded-for": "203.0.113.7:4711" }, "203.0.113.7"],
    ["IPv6 with a port", { "x-forwarded-for": "[2001:DB8::7]:4711" }, "2001:db8::7"],
    ["IPv4 as IPv6", { "x-forwarded-for": "::ffff:203.0.113.7" }, "203.0.113.7"],
    ["words that are no address", { "x-forwarded-for": "6.6.6.6, unknown" }, "10.0.0.1"],
    ["no address", { "x-forwarded-proto": "https" }, "10.0.0.1"],
    ["RFC 7239", { forwarded: 'for=6.6.6.6, for="[2001:db8::7]:4711";proto=https, for=10.9.9.9' }, "2001:db8::7"],
    [
      "nobody, where a client wrote before it what cannot be read",
      { forwarded: "for=6.6.6.6;host=evil.example;@, for=203.0.113.7" },
      "10.0.0.1"
    ],
    [
      "both kinds, of which one is the client's",
      { "x-forwarded-for": "203.0.113.7", forwarded: "for=6.6.6.6" },
      "203.0.113.7"
    ]
  ])("name the client: %s", (_, headers, address) => {
    expect(read(headers).address).toBe(address)
  })

  it.each<[string, Record<string, string>, object]>([
    [
      "single values",
      { "x-forwarded-for": "6.6.6.6, 203.0.113.7", "x-forwarded-proto": "https", "x-forwarded-host": "pay.example" },
      { protocol: "https", host: "pay.example" }
    ],
    [
      "a value for each proxy",
      {
        "x-forwarded-for": "203.0.113.7, 10.9.9.9",
        "x-forwarded-proto": "https, http",
        "x-forwarded-host": "pay.example, inner"
      },
      { protocol: "https", host: "pay.example" }
    ],
    [
      "values that a client wrote before",
      { "x-forwarded-for": "203.0.113.7", "x-forwarded-host": "evil.example, pay.example" },
      { protocol: undefined, host: "pay.example" }
    ],
    [
      "nothing of a header that cannot be read to its end",
      { forwarded: "for=6.6.6.6;host=evil.example;@, for=203.0.113.7;proto=https" },
      { protocol: undefined, host: undefined }
    ],
    ["a scheme that is none", { "x-forwarded-proto": "gopher" }, { protocol: undefined, host: undefined }],
    [
      "RFC 7239",
      { forwarded: 'for=1.1.1.1;host=evil, For=203.0.113.7;Proto=HTTPS;host="pay.example:8443"' },
      { protocol: "https", host: "pay.example:8443" }
    ],
    ["nothing", {}, { protocol: undefined, host: undefined }]
  ])("name scheme and host: %s", (_, headers, origin) => {
    expect(read(headers)).toMatchObject(origin)
  })
})

/** A payment whose cardholder must authenticate; the host is sent as it is. */
const redirectOf = (server: ServerHandle, headers: Record<string, string> = {}, host = "127.0.0.1") =>
  new Promise<{ status: number | undefined; body: any }>((resolve, reject) => {
    const asked = request(
      {
        host,
        port: server.address.port,
        method: "POST",
        path: "/cards/v2/payments",
        headers: { authorization: `Bearer ${testKey}`, "content-type": "application/json", ...headers }
      },
      (answer) => void text(answer).then((body) => resolve({ status: answer.statusCode, body: JSON.parse(body) }))
    )
    asked.once("error", reject)
    asked.end(JSON.stringify({ amount: 5000, currency: "eur", payment_method: "pm_card_authenticationRequired" }))
  })

const linkOf = async (...asked: Parameters<typeof redirectOf>): Promise<string> =>
  ((await redirectOf(...asked)).body.next_action.redirect_url as string).replace(/\/v2\/3ds\/.+$/, "")

const forged = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", forwarded: "host=evil.example" }

describe("the link to 3D Secure", () => {
  it("begins with the public address, whatever the request says", async () => {
    const server = await startServer({
      BURSAR_PUBLIC_URL: "https://pay.example/bursar/",
      BURSAR_TRUST_PROXY: "127.0.0.0/8",
      BURSAR_ALLOW_OPEN_SANDBOX: "1"
    })
    expect(await linkOf(server, { host: "evil.example", ...forged })).toBe("https://pay.example/bursar/cards")
  })

  it("follows the request, and no forwarding header of anybody", async () => {
    const server = await startServer()
    expect(await linkOf(server, { host: "shop.example:8080", ...forged })).toBe("http://shop.example:8080/cards")
  })

  it("follows the forwarding headers of a trusted proxy", async () => {
    const server = await startServer({ BURSAR_TRUST_PROXY: "127.0.0.1", BURSAR_ALLOW_OPEN_SANDBOX: "1" })
    const link = await linkOf(server, {
      host: "inner:4242",
      "x-forwarded-host": "pay.example",
      "x-forwarded-proto": "https"
    })
    expect(link).toBe("https://pay.example/cards")
    expect(await linkOf(server, { host: "inner:4242", "x-forwarded-proto": "https" })).toBe("https://inner:4242/cards")
  })

  it.each(["bad host", "a/b", "user@shop.example", "shop.example:99999", "[::1"])(
    "is never made of the host %j: such a request is refused",
    async (host) => {
      const { body, status } = await redirectOf(await startServer(), { host })
      expect([status, body.error.message]).toEqual([400, expect.stringContaining("Host header")])
    }
  )

  it("is never made without a host", async () => {
    const { address } = await startServer()
    for (const head of ["HTTP/1.0", "HTTP/1.1\r\nHost:\r\nConnection: close"]) {
      const socket = connect(address.port, address.host)
      socket.end(`GET /cards/v2/payments ${head}\r\n\r\n`)
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
    }
  })
})

describe("links of a server with a public address", () => {
  it("begin with it in the overview and in the documentation service", async () => {
    const server = await startServer({
      BURSAR_PUBLIC_URL: "https://pay.example/bursar",
      BURSAR_ALLOW_OPEN_SANDBOX: "1"
    })
    const overview: any = await (await fetch(server.url)).json()
    expect(overview.services[0]).toMatchObject({
      base: "https://pay.example/bursar/cards",
      reference: "https://pay.example/bursar/cards/reference"
    })
  })
})

describe("the limit of callers without a key", () => {
  const remainingOf = async (server: ServerHandle, client: string): Promise<number> => {
    const response = await fetch(`${server.url}/cards/v2/payments`, { headers: { "x-forwarded-for": client } })
    return Number(response.headers.get("x-ratelimit-remaining"))
  }

  it("counts by the client that a trusted proxy names", async () => {
    const server = await startServer({ BURSAR_TRUST_PROXY: "127.0.0.1", BURSAR_ALLOW_OPEN_SANDBOX: "1" })
    const first = await remainingOf(server, "203.0.113.7")
    expect(await remainingOf(server, "6.6.6.6, 203.0.113.7")).toBe(first - 1)
    expect(await remainingOf(server, "203.0.113.8")).toBe(first)
  })

  it("counts by the connection where no proxy is trusted", async () => {
    const server = await startServer()
    const first = await remainingOf(server, "203.0.113.7")
    expect(await remainingOf(server, "203.0.113.8")).toBe(first - 1)
  })
})

describe("a production server", () => {
  const start = (env: Record<string, string>) => startServer({ ...production, BURSAR_DATA: temporaryFolder(), ...env })
  const token = "5d8e0c1f6a2b49738e1d0c5f"
  const statusOf = async (server: ServerHandle, path: string, headers: Record<string, string> = {}) =>
    (await fetch(`http://127.0.0.1:${server.address.port}${path}`, { headers })).status

  it("that other machines reach without TLS answers its proxy, and everybody about its health only", async () => {
    const server = await start({ HOST: "0.0.0.0", BURSAR_TRUST_PROXY: "192.0.2.1" })
    const authorization = `Bearer ${liveKey}`
    expect(await statusOf(server, "/cards/v2/payments", { authorization })).toBe(403)
    expect(await statusOf(server, "/cards/v2/payments", { authorization, "x-forwarded-for": "192.0.2.1" })).toBe(403)
    expect(await statusOf(server, "/cards/reference")).toBe(403)
    expect(await statusOf(server, "/health")).toBe(200)
    expect(await statusOf(server, "/ready")).toBe(200)
    const through = await start({ HOST: "0.0.0.0", BURSAR_TRUST_PROXY: "192.0.2.1,127.0.0.1" })
    expect(await statusOf(through, "/cards/v2/payments", { authorization })).toBe(200)
  })

  it("that others reach shows figures and inventory to the admin only", async () => {
    const server = await start({ BURSAR_PUBLIC_URL: "https://pay.example", BURSAR_ADMIN_TOKEN: token })
    for (const path of ["/", "/metrics"]) {
      expect(await statusOf(server, path), path).toBe(401)
      expect(await statusOf(server, path, { authorization: `Bearer ${token}` }), path).toBe(200)
    }
  })

  it("on loopback shows them", async () => {
    const server = await start({})
    for (const path of ["/", "/metrics"]) expect(await statusOf(server, path), path).toBe(200)
  })
})
