/** Which addresses may be reached: the table of decisions docs 4.12, row by row, and what a resolver may answer. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Result from "effect/Result"
import { describe, expect, it, onTestFinished } from "vitest"
import { exchange, type ExchangeError, type ExchangeFault } from "../../../plugins/docs/network/NodeFetch.ts"
import { checkRepositoryUrl } from "../../../plugins/docs/network/remoteUrl.ts"

const refused = [
  "http://code.example.com/a.git",
  "ssh://git@code.example.com/a.git",
  "git://code.example.com/a.git",
  "file:///etc/passwd",
  "ext::sh -c touch% /tmp/x",
  "git@code.example.com:a/b.git",
  "--upload-pack=touch",
  "https://user:secret@code.example.com/a.git",
  "https://token@code.example.com/a.git",
  "https://@code.example.com/a.git",
  "https://code.example.com:8443/a.git",
  "https://code.example.com/a.git#x",
  "https://code.example.com/a.git?access_token=x",
  `https://code.example.com/${"a".repeat(2_048)}`,
  "https://code.example.com\\@evil.example.com/a",
  "https://code.example.com/a b",
  "https://localhost/a",
  "https://127.0.0.1/a",
  "https://127.1/a",
  "https://2130706433/a",
  "https://0x7f000001/a",
  "https://0177.0.0.1/a",
  "https://[::1]/a",
  "https://[::ffff:127.0.0.1]/a",
  "https://[64:ff9b::7f00:1]/a",
  "https://[2002:7f00:1::]/a",
  "https://[fe80::1]/a",
  "https://[fc00::1]/a",
  "https://[ff02::1]/a",
  "https://[::]/a",
  "https://[2001:db8::1]/a",
  "https://0.0.0.0/a",
  "https://10.0.0.1/a",
  "https://172.16.0.1/a",
  "https://192.168.0.1/a",
  "https://100.64.0.1/a",
  "https://169.254.169.254/latest/meta-data",
  "https://192.0.2.1/a",
  "https://198.18.0.1/a",
  "https://224.0.0.1/a",
  "https://metadata.google.internal/a",
  "https://intranet/a"
]

describe("an address", () => {
  it.each(refused)("D58 refuses %s", (url) => {
    expect(Result.isFailure(checkRepositoryUrl(url, []))).toBe(true)
  })

  it.each(["https://code.example.com/team/a.git", "https://code.example.com:443/a", "https://bücher.example.com/a"])(
    "D58 takes %s",
    (url) => expect(Result.isSuccess(checkRepositoryUrl(url, []))).toBe(true)
  )

  it("D58 takes the named origins, and nothing beside them", () => {
    const allowed = ["http://127.0.0.1:8080"]
    const takes = (url: string) => Result.isSuccess(checkRepositoryUrl(url, allowed))
    expect(takes("http://127.0.0.1:8080/a.git")).toBe(true)
    for (const url of [
      "http://127.0.0.1:8081/a.git",
      "https://127.0.0.1:8080/a.git",
      "http://127.0.0.1:8080@evil.example.com/",
      "http://u:p@127.0.0.1:8080/a.git",
      "http://127.0.0.1:8080/a.git?t=x",
      "http://localhost:8080/a.git"
    ]) {
      expect(takes(url), url).toBe(false)
    }
  })
})

const serve = async (answer: (path: string) => { status: number; location?: string; body?: string }) => {
  const paths: Array<string> = []
  const server = createServer((request, response) => {
    paths.push(request.url!)
    const { body = "", location, status } = answer(request.url!)
    response.writeHead(status, location === undefined ? {} : { location }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths }
}

const faultOf = async (
  url: string,
  allowed: ReadonlyArray<string>,
  resolve?: ReadonlyArray<string>
): Promise<ExchangeFault | number> => {
  const rules = { allowed, maxBytes: 100, ...(resolve === undefined ? {} : { resolve: async () => resolve }) }
  return exchange({ method: "GET", url, headers: {} }, rules).then(
    ({ status }) => status,
    (error: ExchangeError) => error.fault
  )
}

describe("a connection", () => {
  it.each([
    ["127.0.0.1"],
    ["10.1.2.3"],
    ["169.254.169.254"],
    ["::1"],
    ["100.64.0.1"],
    ["fd00::1"],
    ["::ffff:10.0.0.1"]
  ])("D58 is not made when a public name resolves to %s, alone or beside a public address", async (address) => {
    expect(await faultOf("https://rebind.example.com/", [], [address])).toBe("unsafe_address")
    expect(await faultOf("https://rebind.example.com/", [], ["93.184.216.34", address])).toBe("unsafe_address")
  })

  it("D58 follows redirects on the same origin only, and at most three", async () => {
    const other = await serve(() => ({ status: 200 }))
    const host = await serve((path) =>
      path === "/away"
        ? { status: 302, location: `${other.origin}/x` }
        : path === "/file"
          ? { status: 302, location: "file:///etc/passwd" }
          : path.startsWith("/hop") && path !== "/hop3"
            ? { status: 302, location: `/hop${Number(path.slice(4)) + 1}` }
            : { status: 200 }
    )
    const allowed = [host.origin, other.origin]
    expect(await faultOf(`${host.origin}/away`, allowed)).toBe("redirected")
    expect(await faultOf(`${host.origin}/file`, allowed)).toBe("redirected")
    expect(await faultOf(`${host.origin}/hop0`, allowed)).toBe(200)
    expect(await faultOf(`${host.origin}/hop-1`, allowed)).toBe("redirected")
    expect(other.paths).toEqual([])
  })

  it("D61 ends where an answer is too long", async () => {
    const host = await serve(() => ({ status: 200, body: "x".repeat(101) }))
    expect(await faultOf(host.origin, [host.origin])).toBe("too_large")
  })
})
