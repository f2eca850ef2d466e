import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpEffect from "effect/http/HttpEffect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import { Engine } from "../../src/index.ts"
import { Ids, type IdsShape } from "../../src/services/Ids.ts"
import { definePlugin, Gate, json, toResponse } from "../../src/plugin.ts"
import { makeFace } from "./tinyFace.ts"
import { asker, startEngine, type Ask } from "./tinyHost.ts"
import { tiny } from "./tinyPlugin.ts"

/** The plugin with another description of its API. */
const describedBy = async (openApiSteps: () => Iterator<void, unknown>) => {
  const loaded = await tiny().load()
  return { id: loaded.id, load: async () => ({ ...loaded, http: { ...loaded.http!, openApiSteps } }) }
}

const hi = { body: { text: "hi" } }

/** Writes a note at a base address and reads it there. */
const roundTrip = async (ask: Ask, base: string) => {
  const written = await ask("POST", `${base}/notes`, hi)
  const read = await ask("GET", `${base}/notes/${written.body?.id}`)
  return [written.status, read.status, read.text === written.text]
}

describe("every answer", () => {
  const protectedBy = ({ headers }: { readonly headers: Headers }) => [
    headers.get("cache-control"),
    headers.get("x-content-type-options")
  ]

  it("is kept by nobody and is what it says, in a host's own server, too", async () => {
    const { ask } = await startEngine()
    const written = await ask("POST", "/tiny/notes", hi)
    for (const [method, path] of [
      ["GET", `/tiny/notes/${written.body.id}`],
      ["GET", "/tiny/notes/none"],
      ["GET", "/tiny/nothing"],
      ["DELETE", "/tiny/notes"],
      ["GET", "/tiny/openapi.json"],
      ["GET", "/elsewhere"]
    ] as const) {
      expect(protectedBy(await ask(method, path)), `${method} ${path}`).toEqual(["no-store", "nosniff"])
    }
    expect(protectedBy(written)).toEqual(["no-store", "nosniff"])
  })

  it("about a bug outside of the gate is an error without details, and the bug is logged", async () => {
    const broken = await describedBy(() => {
      throw new Error("a secret of the program")
    })
    const { ask } = await startEngine({ plugins: [broken] })
    const reply = await ask("GET", "/tiny/openapi.json")
    expect([reply.status, ...protectedBy(reply)]).toEqual([500, "no-store", "nosniff"])
    expect(reply.text).not.toContain("secret")
  })
})

it("the application runs with the engine's own services, whatever the server of a host brings along", async () => {
  const { engine } = await startEngine()
  const { app } = await engine.call(Engine)
  const next = () => {
    throw new Error("an id of another engine")
  }
  const ofAnotherEngine = Context.make(Ids, { next } as unknown as IdsShape)
  for (const brought of [Context.empty(), ofAnotherEngine] as ReadonlyArray<Context.Context<never>>) {
    const fetch = HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope.Scope>(brought)(app)
    expect(await roundTrip(asker(fetch), "/tiny")).toEqual([201, 200, true])
  }
})

it("what a handler leaves to its scope ends with its request", async () => {
  const api = HttpApi.make("tiny").add(
    HttpApiGroup.make("things")
      .add(HttpApiEndpoint.get("thing", "/things", { success: Schema.Unknown }))
      .middleware(Gate)
  )
  const ended: Array<string> = []
  const handlers = HttpApiBuilder.group(api, "things", (group) =>
    group.handle("thing", () =>
      Effect.as(
        Effect.addFinalizer(() => Effect.sync(() => ended.push("the request"))),
        toResponse(json(200, {}))
      )
    )
  )
  const { ask } = await startEngine({
    plugins: [definePlugin({ id: "tiny", http: { api, handlers, face: makeFace({}) } })]
  })
  expect([(await ask("GET", "/tiny/things")).status, ended]).toEqual([200, ["the request"]])
})

describe("the document of a plugin", () => {
  it("is made once for both of its pages, and while it is made, others are answered", async () => {
    let made = 0
    const answered: Array<number> = []
    const plugin = await describedBy(function* () {
      made += 1
      for (let steps = 0; answered.length === 0 && steps < 100_000; steps++) yield
      return { openapi: "3.1.0", info: { title: `Answered meanwhile: ${answered.join()}` } }
    })
    const { ask } = await startEngine({ plugins: [plugin] })
    const pages = ["/tiny/openapi.json", "/tiny/reference", "/tiny/openapi.json"].map((path) => ask("GET", path))
    answered.push((await ask("GET", "/elsewhere")).status)
    for (const { text } of await Promise.all(pages)) expect(text).toContain("Answered meanwhile: 404")
    expect(made).toBe(1)
  })
})

describe("mounts", () => {
  it("put each plugin under its id, unless they say otherwise", async () => {
    const plugins = [tiny(), tiny({ id: "small" }), tiny({ id: "base" })]
    const { ask, engine } = await startEngine({ plugins, mounts: { small: "api/small/", base: "/" } })
    for (const base of ["/tiny", "/api/small", ""]) expect(await roundTrip(ask, base)).toEqual([201, 200, true])
    const mounted = await engine.call(Effect.map(Engine, (running) => [...running.plugins]))
    expect(mounted.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
      { id: "base", mount: "", hasApi: true },
      { id: "small", mount: "/api/small", hasApi: true },
      { id: "tiny", mount: "/tiny", hasApi: true }
    ])
  })

  it("keep the rows of their plugins apart", async () => {
    const { ask } = await startEngine({ plugins: [tiny(), tiny({ id: "small" })] })
    const { id } = (await ask("POST", "/tiny/notes", hi)).body
    expect((await ask("GET", `/small/notes/${id}`)).status).toBe(404)
  })

  it("answer what no route matches by the plugin whose mount is the longest", async () => {
    const plugins = [tiny({ id: "base" }), tiny({ id: "inner" })]
    const { ask } = await startEngine({ plugins, mounts: { base: "/", inner: "/notes/inner" } })
    expect((await ask("DELETE", "/notes/inner/notes")).headers.get("allow")).toBe("POST")
    expect((await ask("DELETE", "/notes")).headers.get("allow")).toBe("POST")
    expect((await ask("GET", "/notes/inner/nothing")).body.error).toBe("UnknownEndpoint")
    expect((await ask("GET", "/nothing")).body.error).toBe("UnknownEndpoint")
  })

  it("leave every path outside of them to a plain 404, also with a plugin that has no endpoints", async () => {
    const { ask } = await startEngine({ plugins: [tiny(), definePlugin({ id: "silent" })] })
    for (const path of ["/", "/silent", "/tinytiny/notes", "/notes"]) {
      const reply = await ask("GET", path)
      expect([reply.status, reply.headers.get("content-type")]).toEqual([404, "application/json"])
      expect(reply.headers.get("request-id")).toBeNull()
    }
  })

  it.each(["/v1.0", "/tiny+more", "/(tiny)"])("may be %s: a path, no pattern", async (mount) => {
    const { ask } = await startEngine({ mounts: { tiny: mount } })
    expect(await roundTrip(ask, mount)).toEqual([201, 200, true])
    const reply = await ask("DELETE", `${mount}/notes`)
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "POST"])
  })

  it("show the description of each API", async () => {
    const { ask } = await startEngine({ plugins: [tiny(), tiny({ id: "small" })] })
    for (const base of ["/tiny", "/small"]) {
      const reply = await ask("GET", `${base}/openapi.json`)
      expect([reply.status, Object.keys(reply.body.paths)]).toEqual([200, ["/notes", "/notes/{id}"]])
      expect((await ask("GET", `${base}/openapi.json`)).text).toBe(reply.text)
    }
  })
})

describe("requests that are HEAD or OPTIONS", () => {
  it("are answered like GET without a body, and refused with the methods there are", async () => {
    const { ask } = await startEngine()
    const { id } = (await ask("POST", "/tiny/notes", hi)).body
    const head = await ask("HEAD", `/tiny/notes/${id}`)
    expect([head.status, head.text]).toEqual([200, ""])
    expect((await ask("OPTIONS", "/tiny/notes")).headers.get("allow")).toBe("POST")
  })
})
