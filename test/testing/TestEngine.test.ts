import { Context, Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, onTestFinished, test } from "vitest"
import { cards, payments, testAccount } from "../../plugins/cards/index.ts"
import { Notifier, recordingNotifier } from "../../src/services/Notifier.ts"
import { definePlugin } from "../../src/plugin.ts"
import { RiskModel } from "../../src/services/RiskModel.ts"
import { Signer } from "../../src/services/Signer.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { TestEngine } from "../../src/testing/index.ts"

const path = "/cards/v2/payments"
const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
const command = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" } as const
const hook = { url: "http://127.0.0.1:9009/hooks", enabled_events: ["payment.succeeded"] }

/** An engine with the cards plugin that ends with the test. */
const start = async (options: Partial<TestEngine.TestEngineOptions> = {}) => {
  const engine = await TestEngine.make({ plugins: [cards()], ...options })
  onTestFinished(() => engine.close())
  return engine
}

/** All that a run can be told apart by: ids, secrets, cursors, events, and what is sealed for the store. */
const run = async (options: Partial<TestEngine.TestEngineOptions> = {}) => {
  const engine = await start(options)
  const endpoint = await engine.request("POST", "/cards/v2/webhook_endpoints", hook)
  const paid = await engine.request("POST", path, body)
  await engine.request("POST", path, body)
  await engine.drain()
  const page = await engine.request("GET", `${path}?limit=1`)
  const sealed = await engine.call(Effect.map(Signer, (signer) => signer.seal("test", "secret")))
  return [endpoint.text, paid.text, page.text, sealed, engine.notifier.requests.map((request) => request.body)]
}

describe("time", () => {
  test("stands at the default until it is moved", async () => {
    const engine = await start()
    expect(engine.clock.now().toISOString()).toBe("2026-01-15T09:30:00.000Z")
    expect(engine.clock.state().mode).toBe("frozen")
    await engine.advance("36 hours")
    expect(engine.clock.now().toISOString()).toBe("2026-01-16T21:30:00.000Z")
  })

  test("stands where a test wants it", async () => {
    const engine = await start({ clock: "2030-02-01T00:00:00Z" })
    expect((await engine.request("POST", path, body)).json.created_at).toBe("2030-02-01T00:00:00Z")
  })

  test("has run everything that fell due when advance answers", async () => {
    const engine = await start()
    const held = await engine.request("POST", path, { ...body, capture_method: "manual" })
    await engine.advance("7 days")
    const later = await engine.request("GET", `${path}/${held.json.id}`)
    expect(later.json.authorization.state).toBe("expired")
  })
})

describe("repetition", () => {
  test("gives the same bytes on every run", async () => {
    expect(await run()).toEqual(await run())
  })

  test("gives other ids under another seed", async () => {
    const [first, second] = [await start(), await start({ seed: 2 })]
    const ids = [await first.request("POST", path, body), await second.request("POST", path, body)].map(
      ({ json }) => json.id
    )
    expect(ids[0]).not.toBe(ids[1])
  })

  test("finds a store on disk again after it was closed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bursar-testing-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const first = await start({ store: sqlite(folder) })
    const { json } = await first.request("POST", path, body)
    await first.close()
    const second = await start({ store: sqlite(folder) })
    expect((await second.request("GET", `${path}/${json.id}`)).json).toEqual(json)
  })
})

describe("request", () => {
  test("shows the test key and sends values as JSON", async () => {
    const engine = await start()
    const paid = await engine.request("POST", path, body, { "Idempotency-Key": "order_1" })
    expect(paid.status).toBe(200)
    expect(paid.headers.get("content-type")).toBe("application/json")
    expect(paid.json).toMatchObject({ object: "payment", amount: 2000 })
    expect(JSON.parse(paid.text)).toEqual(paid.json)
    expect((await engine.request("POST", path, body, { "Idempotency-Key": "order_1" })).text).toBe(paid.text)
  })

  test("sends a text as it is", async () => {
    const engine = await start()
    const answer = await engine.request("POST", path, '{"amount":')
    expect([answer.status, answer.json.error.code]).toEqual([400, "invalid_json"])
  })

  test("leaves out a header that is set to undefined, and takes another one in its place", async () => {
    const engine = await start()
    expect((await engine.request("GET", path, undefined, { Authorization: undefined })).json.error.code).toBe(
      "missing_api_key"
    )
    expect((await engine.request("POST", path, body, { "Content-Type": "text/plain" })).status).toBe(415)
  })

  test("shows the key that the engine was made with", async () => {
    const accounts = [{ id: "acct_shop", keys: ["sk_test_of_the_shop"] }]
    const plugins = [cards({ mode: "sandbox", accounts })]
    const [known, unknown] = [await start({ plugins, key: "sk_test_of_the_shop" }), await start({ plugins })]
    const { json } = await known.request("POST", path, body)
    const caller = await known.caller({ principal: testAccount("acct_shop") })
    expect((await known.call(payments.retrieve(caller, json.id))).amountMinor).toBe(2000)
    expect((await unknown.request("GET", path)).status).toBe(401)
  })

  test("has no JSON for an answer that is none", async () => {
    const engine = await start()
    const answer = await engine.request("HEAD", path)
    expect([answer.status, answer.text, answer.json]).toEqual([200, "", undefined])
  })
})

describe("webhooks", () => {
  test("are recorded instead of sent, receivers on loopback included", async () => {
    const engine = await start()
    expect((await engine.request("POST", "/cards/v2/webhook_endpoints", hook)).status).toBe(200)
    const { json } = await engine.request("POST", path, body)
    await engine.drain()
    expect(engine.notifier.requests.map(({ url }) => url)).toEqual([hook.url])
    expect(JSON.parse(engine.notifier.requests[0]!.body)).toMatchObject({
      type: "payment.succeeded",
      data: json
    })
  })

  test("are answered as the test says", async () => {
    const engine = await start()
    await engine.request("POST", "/cards/v2/webhook_endpoints", hook)
    engine.notifier.answerWith(() => 500)
    await engine.request("POST", path, body)
    await engine.drain()
    expect(engine.notifier.requests.length).toBe(1)
    await engine.advance("48 hours")
    // Spec cards §6: 8 attempts over 48 hours.
    expect(engine.notifier.requests.length).toBe(8)
  })
})

describe("layers", () => {
  test("of the test replace the services of the engine", async () => {
    const engine = await start({ layers: RiskModel.layerFixed(90) })
    const { json, status } = await engine.request("POST", path, body)
    expect([status, json.error.code]).toEqual([402, "fraudulent"])
  })

  test("of the test replace the recording notifier too", async () => {
    const own = recordingNotifier()
    const engine = await start({ layers: Layer.succeed(Notifier, own.notifier) })
    await engine.request("POST", "/cards/v2/webhook_endpoints", hook)
    await engine.request("POST", path, body)
    await engine.drain()
    expect([own.requests.length, engine.notifier.requests.length]).toEqual([1, 0])
  })
})

describe("a service that a plugin needs beyond the core's", () => {
  class Greeting extends Context.Service<Greeting, string>()("test/Greeting") {}
  const plugin = definePlugin({ id: "greeter", requires: [Greeting] })

  test("comes from the layers, and can be called for", async () => {
    const engine = await TestEngine.make({ plugins: [plugin], layers: Layer.succeed(Greeting, "hello") })
    onTestFinished(() => engine.close())
    expect(await engine.call(Greeting)).toBe("hello")
  })

  test("is required by the types", () => {
    // @ts-expect-error -- nobody brings Greeting
    const unmet = () => TestEngine.make({ plugins: [plugin] })
    // @ts-expect-error -- another service does not stand in for it
    const other = () => TestEngine.make({ plugins: [plugin], layers: RiskModel.layer })
    expect([unmet, other]).toHaveLength(2)
  })
})

describe("the end", () => {
  test("comes with the scope of await using", async () => {
    let call: TestEngine.TestEngine["call"]
    {
      await using engine = await TestEngine.make({ plugins: [cards()] })
      call = engine.call
      const caller = await engine.caller({ principal: testAccount("acct_shop") })
      expect((await call(payments.create(caller, command))).state).toBe("captured")
    }
    await expect(call(Effect.succeed("still running"))).rejects.toThrow()
  })

  test("can be requested twice", async () => {
    const engine = await start()
    await engine.close()
    await expect(engine.close()).resolves.toBeUndefined()
  })
})

describe("the HTTP application", () => {
  test("is built by the first request and knows nothing of it", async () => {
    const engine = await start()
    const ids = await Promise.all(
      [1, 2, 3].map((amount) => engine.request("POST", path, { ...body, amount: amount * 100 }))
    )
    expect(ids.map(({ json }) => json.amount)).toEqual([100, 200, 300])
    const keyed = { "idempotency-key": "order-1" }
    const first = await engine.request("POST", path, body, keyed)
    expect((await engine.request("POST", path, body, keyed)).text).toBe(first.text)
    expect((await engine.request("GET", `${path}/${first.json.id}`)).json.id).toBe(first.json.id)
  })
})
