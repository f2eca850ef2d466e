/** What a face may ask of the gate: annotations of endpoints, keys that are needed, replays, forms, ids of requests. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { describe, expect, it, onTestFinished } from "vitest"
import { definePlugin, FormBody, Gate, json, makeResponding, type Face, type Plan } from "../../src/plugin.ts"
import { Engine } from "../../src/engine/Engine.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"

const Scope = Context.Service<string>("test/Scope")
const KeyNeeded = Context.Service<boolean>("test/KeyNeeded")

class Refused extends Data.TaggedError("Refused")<{ readonly why: string }> {}

const Body = Schema.Struct({ text: Schema.String })

const Api = HttpApi.make("mini")
  .add(
    HttpApiGroup.make("all").add(
      HttpApiEndpoint.post("open", "/open", { payload: Body }),
      HttpApiEndpoint.post("scoped", "/scoped", { payload: Body }).annotate(Scope, "write"),
      HttpApiEndpoint.post("keyed", "/keyed", { payload: Body }).annotate(KeyNeeded, true),
      HttpApiEndpoint.post("form", "/form", { payload: Body }).annotate(FormBody, true)
    )
  )
  .middleware(Gate)

const { answer } = makeResponding<never>({ refuse: ({ _tag }) => json(400, { refused: _tag }) })

/** Answers with what was sent, and once more with the text `amended` after a first commit. */
const echo = ({ payload }: { readonly payload: { readonly text: string } }) =>
  answer(
    (): Effect.Effect<Plan<{ readonly amended: boolean }>> => {
      const next = Effect.succeed(Effect.succeed<Plan<{ readonly amended: boolean }>>({ outcome: { amended: true } }))
      return Effect.succeed({ outcome: { amended: false }, ...(payload.text === "amended" ? { next } : {}) })
    },
    ({ amended }, { requestId }) =>
      amended ? json(200, { amended }) : json(202, { text: payload.text, request: requestId })
  )

const handlers = HttpApiBuilder.group(Api, "all", (all) =>
  all.handleAll({ open: echo, scoped: echo, keyed: echo, form: echo })
)

const face = (): Face<Refused> => ({
  authenticate: (headers, { address }) =>
    headers["authorization"] === undefined
      ? Effect.fail(new Refused({ why: `stranger ${address ?? "of nowhere"}` }))
      : Effect.succeed({
          plugin: "mini",
          account: "a",
          mode: "test",
          credential: "c",
          scopes: headers["authorization"] === "Bearer writer" ? ["write"] : [],
          plan: "all"
        }),
  admit: (_, { scopes }, { endpoint }) => {
    const scope = Context.getOrUndefined(endpoint, Scope)
    return scope !== undefined && !scopes.includes(scope)
      ? Effect.fail(new Refused({ why: `needs ${scope}` }))
      : Effect.succeed({ region: "us-east-1", headers: {} })
  },
  refuse: (failure) => json(400, { refused: failure._tag, why: failure._tag === "Refused" ? failure.why : "" }),
  plans: { all: { requests: 1_000, window: "day" } },
  anonymousPlan: { requests: 1_000, window: "day" },
  rateLimitHeaders: () => ({}),
  requestIdHeader: "x-request-id",
  requestIdPattern: /^own-\d+$/,
  idempotency: {
    header: "idempotency-key",
    bodyField: undefined,
    lifetimeMs: 1_000_000,
    waitMs: 1_000,
    missingKey: (endpoint) =>
      Context.getOrUndefined(endpoint, KeyNeeded) === true ? new Refused({ why: "key" }) : undefined,
    replay: (record) =>
      Effect.succeed(record.status === 202 ? json(200, { present: JSON.parse(record.body).text }) : undefined)
  },
  bodyLimitBytes: 10_000
})

let stopped = 0

const start = async () => {
  const engine = await TestEngine.make({
    plugins: [
      definePlugin({
        id: "mini",
        http: { api: Api, handlers, face },
        beforeStop: Effect.sync(() => void (stopped += 1))
      })
    ]
  })
  onTestFinished(() => engine.close())
  const ask = (path: string, body: unknown, headers = {}) => engine.request("POST", `/mini${path}`, body, headers)
  return { engine, ask }
}

const text = { text: "hi" }

describe("the gate", () => {
  it("shows the endpoint's annotations to the face, before the body is read", async () => {
    const { ask } = await start()
    expect((await ask("/scoped", "{")).json).toEqual({ refused: "Refused", why: "needs write" })
    expect((await ask("/scoped", text, { authorization: "Bearer writer" })).status).toBe(202)
    expect((await ask("/open", text)).status).toBe(202)
    expect((await ask("/open", text, { authorization: undefined })).json.why).toMatch(/^stranger/)
  })

  it("keeps an id of the caller's own where it has the form, and makes one elsewhere", async () => {
    const { ask } = await start()
    expect((await ask("/open", text, { "x-request-id": "own-7" })).json.request).toBe("own-7")
    expect((await ask("/open", text, { "x-request-id": "evil\t" })).json.request).toMatch(/^req_/)
  })

  it("refuses a request without a key where one is needed: after the JSON, before the fields", async () => {
    const { ask } = await start()
    expect((await ask("/keyed", "{")).json.refused).toBe("InvalidJson")
    expect((await ask("/keyed", { text: 7 })).json).toEqual({ refused: "Refused", why: "key" })
    expect((await ask("/keyed", text, { "idempotency-key": "k" })).status).toBe(202)
  })

  it("lets the face say what a kept answer stands for now, and what was amended stands", async () => {
    const { ask } = await start()
    await ask("/keyed", text, { "idempotency-key": "k" })
    const replay = await ask("/keyed", text, { "idempotency-key": "k" })
    expect([replay.status, replay.json, replay.headers.get("idempotent-replayed")]).toEqual([
      200,
      { present: "hi" },
      "true"
    ])
    await ask("/keyed", { text: "amended" }, { "idempotency-key": "a" })
    expect((await ask("/keyed", { text: "amended" }, { "idempotency-key": "a" })).json).toEqual({ amended: true })
  })

  it("reads form fields where an endpoint takes them, and refuses them elsewhere", async () => {
    const { ask } = await start()
    const form = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" }
    expect((await ask("/form", "text=a%20b&other=1", form)).json.text).toBe("a b")
    expect((await ask("/form", text)).json.text).toBe("hi")
    expect((await ask("/open", "text=a", form)).json.refused).toBe("UnsupportedMediaType")
  })

  it("beforeStop is run while the engine still answers, and when a host closes it", async () => {
    const { ask, engine } = await start()
    stopped = 0
    await engine.call(Effect.flatMap(Engine, ({ beforeStop }) => beforeStop))
    expect(stopped).toBe(1)
    expect((await ask("/open", text)).status).toBe(202)
    await engine.close()
    await engine.close()
    expect(stopped).toBeGreaterThanOrEqual(2)
  })
})
