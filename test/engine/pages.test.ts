import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { PluginPage } from "../../src/engine/pages.ts"
import { Clock } from "../../src/services/Clock.ts"
import type { CoreServices } from "../../src/engine/Plugin.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { tiny } from "./tinyPlugin.ts"

const pages: ReadonlyArray<PluginPage<CoreServices>> = [
  {
    method: "GET",
    path: "/hello/:name",
    handle: ({ form, params }) =>
      Effect.map(Clock, (clock) => ({
        status: 200,
        contentType: "text/html; charset=utf-8",
        headers: { "x-own": "yes" },
        body: `${params["name"]} ${Object.keys(form).length} ${clock.now()}`
      }))
  },
  {
    method: "POST",
    path: "/hello/:name",
    handle: ({ form }) => Effect.succeed({ status: 200, body: JSON.stringify(form), contentType: "text/plain" })
  },
  { method: "GET", path: "/broken", handle: () => Effect.fail(new Error("a secret reason")) }
]

const start = () => TestEngine.make({ plugins: [tiny({ pages })] })
const noKey = { authorization: undefined, "content-type": undefined }

describe("pages of a plugin", () => {
  it("are served under its mount, without a key, with the services of the plugin", async () => {
    await using engine = await start()
    const { headers, status, text } = await engine.request("GET", "/tiny/hello/jo%20doe", undefined, noKey)
    expect(status).toBe(200)
    expect(text).toBe(`jo doe 0 ${Date.parse(TestEngine.defaultClock)}`)
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

  it("are known to the gate: another method is told what they take", async () => {
    await using engine = await start()
    const { headers, status } = await engine.request("DELETE", "/tiny/hello/jo", undefined, {
      authorization: "Bearer key_ada"
    })
    expect([status, headers.get("allow")]).toEqual([405, "GET, POST"])
  })

  it("conflict like other routes", async () => {
    const twice = [...pages, pages[0]!]
    await expect(TestEngine.make({ plugins: [tiny({ pages: twice })] })).rejects.toMatchObject({
      _tag: "PluginConflict",
      kind: "route"
    })
  })
})
