import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { describe, expect, it, onTestFinished } from "vitest"
import { createEngine } from "../../src/index.ts"
import { definePlugin, Gate, json, toResponse } from "../../src/plugin.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { makeFace } from "./tinyFace.ts"
import { asker, masterKey } from "./tinyHost.ts"

/** A plugin's own middleware: it marks each answer that comes by. */
class Marks extends HttpApiMiddleware.Service<Marks>()("test/Marks") {}

const marks = Layer.succeed(
  Marks,
  Marks.of((inner) => Effect.map(inner, (answer) => HttpServerResponse.setHeader(answer, "x-marked", "yes")))
)

const things = HttpApi.make("tiny").add(
  HttpApiGroup.make("things").add(HttpApiEndpoint.get("thing", "/things", { success: Schema.Unknown }))
)

/** An engine whose plugin has both, and how it answers a caller and a stranger. */
const answersOf = async (place: "around" | "inside") => {
  const api = place === "around" ? things.middleware(Gate).middleware(Marks) : things.middleware(Marks).middleware(Gate)
  const handlers = HttpApiBuilder.group(api, "things", (group) =>
    group.handle("thing", () => Effect.succeed(toResponse(json(200, {}))))
  ).pipe(Layer.provide(marks))
  const engine = await createEngine({
    plugins: [definePlugin({ id: "tiny", http: { api, handlers, face: makeFace({}) } })],
    store: sqlite(":memory:"),
    masterKey,
    log: false
  })
  onTestFinished(() => engine.close())
  const ask = asker(engine.fetch)
  const asked = [await ask("GET", "/tiny/things"), await ask("GET", "/tiny/things", { headers: { authorization: "" } })]
  return asked.map(({ headers, status }) => [status, headers.get("x-marked")])
}

describe("a plugin's own middleware", () => {
  it("sees every answer when it was added after the gate, refusals too", async () => {
    expect(await answersOf("around")).toEqual([
      [200, "yes"],
      [401, "yes"]
    ])
  })

  it("sees the requests that are let in when it was added before the gate", async () => {
    expect(await answersOf("inside")).toEqual([
      [200, "yes"],
      [401, null]
    ])
  })
})
