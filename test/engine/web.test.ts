import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { describe, expect, it } from "vitest"
import { Clock } from "../../src/services/Clock.ts"
import { definePlugin, type CoreServices, type WebRoute } from "../../src/plugin.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { listenToLog } from "../listenToLog.ts"
import { tiny } from "./tinyPlugin.ts"

const pages: ReadonlyArray<WebRoute<CoreServices>> = [
  {
    method: "GET",
    path: "/hello/:name",
    handle: ({ params }) =>
      Effect.map(Clock, (clock) => ({
        status: 200,
        contentType: "text/html; charset=utf-8",
        headers: { "x-own": "yes" },
        body: `${params["name"]} ${clock.now()}`
      }))
  },
  {
    method: "POST",
    path: "/hello/:name",
    handle: ({ form }) =>
      Effect.map(form, (fields) => ({ status: 200, body: JSON.stringify(fields), contentType: "text/plain" }))
  },
  { method: "GET", path: "/broken", handle: () => Effect.fail(new Error("a secret reason")) },
  { method: "GET", path: "/status", handle: () => Effect.succeed({ status: 99, body: "" }) },
  {
    method: "GET",
    path: "/header",
    handle: () => Effect.succeed({ status: 302, body: "", headers: { location: "https://shop.example/日" } })
  }
]

const start = () => TestEngine.make({ plugins: [tiny({ web: pages })] })
const noKey = { authorization: undefined, "content-type": undefined }

describe("pages of a plugin", () => {
  it("are served under its mount, without a key, with the services of the plugin", async () => {
    await using engine = await start()
    const { headers, status, text } = await engine.request("GET", "/tiny/hello/jo%20doe", undefined, noKey)
    expect(status).toBe(200)
    expect(text).toBe(`jo doe ${Date.parse(TestEngine.defaultClock)}`)
    expect([headers.get("content-type"), headers.get("x-own")]).toEqual(["text/html; charset=utf-8", "yes"])
  })

  it.each([
    ["application/x-www-form-urlencoded", "a=1&b=x%20y", { a: "1", b: "x y" }],
    ["application/json", '{"a":"1","b":2}', { a: "1" }],
    ["application/json", "{", {}]
  ])("read a form sent as %s: %s", async (type, body, form) => {
    await using engine = await start()
    const answer = await engine.request("POST", "/tiny/hello/jo", body, { ...noKey, "content-type": type })
    expect(answer.json).toEqual(form)
  })

  it("refuse a form that is too long, and tell nothing of what broke", async () => {
    await using engine = await start()
    const long = await engine.request("POST", "/tiny/hello/jo", "a=".padEnd(20_000, "x"), noKey)
    expect(long.status).toBe(400)
    const broken = await engine.request("GET", "/tiny/broken", undefined, noKey)
    expect(broken.status).toBe(500)
    expect(broken.text).not.toContain("secret")
  })

  it("that no server can send are answered 500, and the log says what is wrong with them", async () => {
    await using engine = await TestEngine.make({ plugins: [tiny({ web: pages })], log: true })
    const told = listenToLog()
    for (const path of ["/status", "/header"]) {
      expect((await engine.request("GET", `/tiny${path}`, undefined, noKey)).status).toBe(500)
    }
    expect(told.join("\n")).toMatch(/cannot be sent: the status 99[^]*cannot be sent: the header location/)
  })

  it("are known to the gate: another method is told what they take", async () => {
    await using engine = await start()
    const { headers, status } = await engine.request("DELETE", "/tiny/hello/jo", undefined, {
      authorization: "Bearer key_ada"
    })
    expect([status, headers.get("allow")]).toEqual([405, "GET, POST"])
  })

  it("conflict like other routes", async () => {
    const twice = [...pages, pages[0]!]
    await expect(TestEngine.make({ plugins: [tiny({ web: twice })] })).rejects.toMatchObject({
      _tag: "PluginConflict",
      kind: "route"
    })
  })
})

/** A plugin that has no API: files below `*`, a cookie, a stream. */
const site = definePlugin({
  id: "site",
  web: [
    {
      method: "GET",
      path: "/*",
      handle: ({ params }) =>
        Effect.succeed(
          HttpServerResponse.text(`file ${params["*"] ?? ""}`, { headers: { "cache-control": "max-age=60" } })
        )
    },
    {
      method: "PUT",
      path: "/session",
      handle: ({ request }) =>
        Effect.succeed(
          HttpServerResponse.text(request.cookies["seen"] ?? "new").pipe(
            HttpServerResponse.setCookieUnsafe("seen", "yes", { httpOnly: true, path: "/site" })
          )
        )
    },
    {
      method: "GET",
      path: "/live",
      handle: () =>
        Effect.succeed(
          HttpServerResponse.stream(Stream.encodeText(Stream.make("data: 1\n\n", "data: 2\n\n")), {
            contentType: "text/event-stream"
          })
        )
    }
  ]
})

describe("a plugin with routes for browsers alone", () => {
  it("serves files, cookies and streams, and says what caches may keep", async () => {
    await using engine = await TestEngine.make({ plugins: [site] })
    const file = await engine.request("GET", "/site/assets/app.js", undefined, noKey)
    expect([file.text, file.headers.get("cache-control")]).toEqual(["file assets/app.js", "max-age=60"])
    expect((await engine.request("GET", "/site", undefined, noKey)).text).toBe("file ")
    const first = await engine.request("PUT", "/site/session", undefined, noKey)
    expect([first.text, first.headers.get("set-cookie")]).toEqual(["new", "seen=yes; Path=/site; HttpOnly"])
    const second = await engine.request("PUT", "/site/session", undefined, { ...noKey, cookie: "seen=yes" })
    expect(second.text).toBe("yes")
    const live = await engine.request("GET", "/site/live", undefined, noKey)
    expect([live.text, live.headers.get("cache-control")]).toEqual(["data: 1\n\ndata: 2\n\n", "no-store"])
  })

  it("has no document of an API, and refuses other methods and paths in plain words", async () => {
    const loaded = await site.load()
    const fewer = { ...site, load: async () => ({ ...loaded, web: loaded.web.slice(1) }) }
    await using engine = await TestEngine.make({ plugins: [fewer] })
    const document = await engine.request("GET", "/site/openapi.json", undefined, noKey)
    expect([document.status, document.json]).toEqual([404, { error: { message: "There is nothing at this path" } }])
    const deleted = await engine.request("DELETE", "/site/session", undefined, noKey)
    expect([deleted.status, deleted.headers.get("allow")]).toEqual([405, "PUT"])
  })

  it("conflicts with another plugin at the same mount", async () => {
    const other = { id: "other", load: async () => ({ ...(await site.load()), id: "other" }) }
    const made = TestEngine.make({ plugins: [site, other], mounts: { other: "/site" } })
    await expect(made).rejects.toMatchObject({ _tag: "PluginConflict", kind: "mount" })
  })
})
