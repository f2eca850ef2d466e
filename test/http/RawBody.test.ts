/** Endpoints that read their bodies themselves, and endpoints that check their callers themselves. */
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Schema from "effect/Schema"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { processPace } from "../../src/http/BodyPace.ts"
import { definePlugin, Gate, json, makeResponding, noChange, OwnAuthentication, RawBody } from "../../src/plugin.ts"
import { TestEngine } from "../../src/testing/index.ts"
import { makeFace } from "../engine/tinyFace.ts"

const Api = HttpApi.make("raw")
  .add(
    HttpApiGroup.make("raw").add(
      HttpApiEndpoint.post("count", "/count", { success: Schema.Unknown }).annotate(RawBody, true),
      HttpApiEndpoint.post("visit", "/visit", { success: Schema.Unknown })
        .annotate(RawBody, true)
        .annotate(OwnAuthentication, true)
    )
  )
  .middleware(Gate)

const bytesOf = Effect.flatMap(HttpServerRequest, (request) => Effect.orDie(request.arrayBuffer))

let runs = 0

const { answer } = makeResponding<never>({ refuse: ({ _tag }) => json(400, { refused: _tag }) })

const count = answer(
  () => Effect.map(bytesOf, (buffer) => noChange([...new Uint8Array(buffer)])),
  (bytes, { principal }) => json(200, { account: principal.account, bytes, run: ++runs })
)

const raw = definePlugin({
  id: "raw",
  http: {
    api: Api,
    handlers: HttpApiBuilder.group(Api, "raw", (handlers) =>
      handlers.handleAll({ count: () => count, visit: () => count })
    ),
    face: (keeper) => ({
      ...makeFace({ id: "raw" })(keeper),
      visitor: { plugin: "raw", account: "visitor", mode: "test", credential: "visitor", scopes: [], plan: "only" }
    })
  }
})

const start = async () => {
  const engine = await TestEngine.make({ plugins: [raw], key: "key_one" })
  const send = async (path: string, body: Uint8Array, headers: Readonly<Record<string, string>> = {}) => {
    const response = await engine.fetch(
      new Request(`http://host.test/raw${path}`, { method: "POST", body: new Blob([body.slice()]), headers })
    )
    return { status: response.status, body: (await response.json()) as any }
  }
  return { engine, send }
}

const odd = new Uint8Array([0, 255, 13, 10, 123])
const known = { authorization: "Bearer key_one", "content-type": "application/octet-stream" }

describe("a raw body", () => {
  it("reaches the handler byte for byte, whatever its media type", async () => {
    const { engine, send } = await start()
    await using _ = engine
    const reply = await send("/count", odd, known)
    expect(reply).toMatchObject({ status: 200, body: { account: "one", bytes: [...odd] } })
  })

  it("is refused past the limit and without a credential", async () => {
    const { engine, send } = await start()
    await using _ = engine
    expect((await send("/count", new Uint8Array(1_025), known)).status).toBe(413)
    expect((await send("/count", odd)).status).toBe(401)
  })

  it("is replayed under its key, and another body under the same key is refused", async () => {
    const { engine, send } = await start()
    await using _ = engine
    const keyed = { ...known, "idempotency-key": "k-1" }
    const first = await send("/count", odd, keyed)
    expect(await send("/count", odd, keyed)).toEqual(first)
    expect((await send("/count", new Uint8Array([0, 255, 13, 11, 123]), keyed)).status).toBe(409)
  })
})

describe("an endpoint that checks its callers itself", () => {
  it("counts nobody as a caller for whom long bodies are read slowly", async () => {
    const { engine, send } = await start()
    await using _ = engine
    const called = vi.spyOn(processPace, "called")
    onTestFinished(() => called.mockRestore())
    await send("/visit", odd)
    expect(called).not.toHaveBeenCalled()
    await send("/count", odd, known)
    expect(called).toHaveBeenCalledOnce()
  })

  it("runs for everybody as the visitor", async () => {
    const { engine, send } = await start()
    await using _ = engine
    expect(await send("/visit", odd)).toMatchObject({ status: 200, body: { account: "visitor" } })
  })

  it("keeps no answers under keys that strangers choose", async () => {
    const { engine, send } = await start()
    await using _ = engine
    const first = await send("/visit", odd, { "idempotency-key": "k-1" })
    const second = await send("/visit", odd, { "idempotency-key": "k-1" })
    expect(second.body.run).toBe(first.body.run + 1)
  })
})
