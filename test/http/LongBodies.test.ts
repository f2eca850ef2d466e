/** Bodies that are too long to be read at once: the same rules, answers and keys as for short ones. */
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { BodyLimit, BodyValues, definePlugin, Gate, json, makeResponding, noChange, RawBody } from "../../src/plugin.ts"
import { TestEngine } from "../../src/testing/index.ts"
import { makeFace } from "../engine/tinyFace.ts"

const Body = Schema.Struct({
  items: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  text: Schema.optionalKey(Schema.String)
})

const post = <const Name extends string>(name: Name) =>
  HttpApiEndpoint.post(name, `/${name}`, { payload: Body, success: Schema.Unknown }).annotate(BodyLimit, 4_000_000)

const Api = HttpApi.make("long")
  .add(
    HttpApiGroup.make("long").add(
      post("decoded"),
      post("read"),
      post("many").annotate(BodyValues, 50_000),
      post("bytes").annotate(RawBody, true)
    )
  )
  .middleware(Gate)

let runs = 0

const { answer } = makeResponding<never>({ refuse: ({ _tag }) => json(400, { refused: _tag }) })

const answered = (shown: unknown) =>
  answer(
    () => Effect.succeed(noChange(shown)),
    () => json(200, { run: ++runs, shown })
  )

const whole = ({ request }: { readonly request: HttpServerRequest }) =>
  Effect.flatMap(Effect.orDie(request.json), (body) => answered(body))

const plugin = definePlugin({
  id: "long",
  http: {
    api: Api,
    handlers: HttpApiBuilder.group(Api, "long", (handlers) =>
      handlers
        .handle("decoded", ({ payload }) => answered(payload))
        .handleRaw("read", whole)
        .handleRaw("many", whole)
        .handleRaw("bytes", ({ request }) =>
          Effect.flatMap(Effect.orDie(request.arrayBuffer), (bytes) => answered(bytes.byteLength))
        )
    ),
    face: makeFace({ id: "long" })
  }
})

describe("a long body", () => {
  let engine: Awaited<ReturnType<typeof TestEngine.make>>
  beforeAll(async () => void (engine = await TestEngine.make({ plugins: [plugin], key: "key_one" })))
  afterAll(() => engine.close())

  const send = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    engine.request("POST", `/long/${path}`, body, { "content-type": "application/json", ...headers })

  const padding = "x".repeat(100_000)

  it("reaches decoders and readers alike, a number in disguise as a list of lists", async () => {
    const body = `{"text":"${padding}","items":[1,1e3,2.5,{"é":null}]}`
    const value = { text: padding, items: [1, [["1e3"]], 2.5, { é: null }] }
    expect((await send("decoded", body)).json.shown).toEqual(value)
    expect((await send("read", body)).json.shown).toEqual(value)
  })

  it.each([
    ["a key twice", `{"text":"${padding}","items":[{"a":1,"a":2}]}`],
    ["half of a surrogate pair", `{"text":"${padding}${String.raw`\ud83d`}"}`],
    ["too deep a nesting", `{"text":"${padding}","items":${"[".repeat(40)}${"]".repeat(40)}}`],
    ["no end", `{"text":"${padding}`],
    ["a list instead of an object", `["${padding}"]`],
    ["too many values", JSON.stringify({ items: Array.from({ length: 10_000 }, () => 1) })]
  ])("is refused for %s", async (_, body) => {
    expect((await send("read", body)).status).toBe(400)
  })

  it("may hold as many values as its endpoint says", async () => {
    const body = (values: number) => JSON.stringify({ items: Array.from({ length: values }, () => 1) })
    expect((await send("many", body(40_000))).json.shown.items).toHaveLength(40_000)
    expect((await send("many", body(50_000))).status).toBe(400)
  })

  it("is the same request under its key however it is ordered and spaced, and another one when anything differs", async () => {
    const text = `${padding}😀`.repeat(4)
    const key = { "idempotency-key": "long-1" }
    const first = await send("read", JSON.stringify({ text, items: [{ a: 1, b: 2 }] }), key)
    const again = await send("read", `{ "items" : [ {"b":2, "a":1} ], "text":${JSON.stringify(text)} }`, key)
    expect([again.status, again.text]).toEqual([200, first.text])
    for (const other of [
      { text, items: [{ a: 1, b: 3 }] },
      { text: `${text} `, items: [{ a: 1, b: 2 }] },
      { text: text.replace("😀", "😁"), items: [{ a: 1, b: 2 }] }
    ]) {
      expect((await send("read", JSON.stringify(other), key)).status).toBe(409)
    }
  })

  it("of bytes is told by each of them under its key", async () => {
    const key = { "idempotency-key": "long-2" }
    const first = await send("bytes", padding, key)
    expect((await send("bytes", padding, key)).text).toBe(first.text)
    expect((await send("bytes", `${padding.slice(1)}y`, key)).status).toBe(409)
  })
})
