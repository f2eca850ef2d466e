import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { configFromEnv, serve } from "../../src/server/index.ts"
import { exportTo, fetchWithin, makeTelling } from "../../src/server/telemetry.ts"
import { StoredUnreadable } from "../../src/rows/storedAs.ts"
import { logTo } from "../../src/services/log.ts"
import { createPayment, startServer, testKey } from "./runningServer.ts"

/** A collector that keeps what it is sent. */
const startCollector = async () => {
  const received: Array<{ readonly path: string; readonly headers: NodeJS.Dict<unknown>; readonly body: any }> = []
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({ path: request.url!, headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
    response.end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"

describe("a server with a collector", () => {
  it("sends it the span of each operation, in the caller's trace, and its figures", async () => {
    const collector = await startCollector()
    const server = await serve(
      await configFromEnv({
        PORT: "0",
        BURSAR_DATA: ":memory:",
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=a%20key",
        OTEL_SERVICE_NAME: "shop-payments"
      })
    )
    const delivered = Promise.withResolvers<string>()
    const receiver = createServer((request, answer) => {
      delivered.resolve(String(request.headers["traceparent"]))
      answer.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void receiver.close())
    const post = (path: string, body: unknown, more: Readonly<Record<string, string>> = {}) =>
      fetch(`${server.url}/cards/v2/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${testKey}`, "content-type": "application/json", ...more },
        body: JSON.stringify(body)
      })
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    await post("webhook_endpoints", { url, enabled_events: ["payment.succeeded"] })
    const response = await post(
      "payments",
      { amount: 2000, currency: "usd", payment_method: "pm_card_visa" },
      { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    )
    const payment = (await response.json()) as { readonly id: string }
    const sentAlong = await delivered.promise
    // What is left is sent at the end.
    await server.close()
    const traces = collector.received.filter(({ path }) => path === "/v1/traces")
    const spans = traces.flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans as ReadonlyArray<any>)
    const span = spans.find(({ name }) => name === "cards.payments.create")
    expect(span).toMatchObject({ traceId, parentSpanId: "00f067aa0ba902b7" })
    expect(span.attributes).toEqual(
      expect.arrayContaining([
        { key: "bursar.id", value: { stringValue: payment.id } },
        { key: "bursar.status", value: { stringValue: "captured" } },
        { key: "bursar.amount_minor", value: { intValue: 2000 } },
        { key: "bursar.currency", value: { stringValue: "usd" } }
      ])
    )
    const inside = spans.filter(({ parentSpanId }) => parentSpanId === span.spanId).map(({ name }) => name)
    expect(inside).toEqual(expect.arrayContaining(["Acquirer.authorize", "RiskModel.score", "store.commit"]))
    const attempt = spans.find(({ name }) => name === "webhooks.attempt")
    expect(attempt).toMatchObject({ traceId, parentSpanId: span.spanId })
    expect(sentAlong).toBe(`00-${traceId}-${attempt.spanId}-01`)
    expect(traces[0]).toMatchObject({ headers: { "x-api-key": "a key" } })
    expect(JSON.stringify(traces[0]!.body.resourceSpans[0].resource)).toContain("shop-payments")
    const metrics = collector.received.filter(({ path }) => path === "/v1/metrics")
    expect(JSON.stringify(metrics)).toContain("bursar_operation_duration_seconds")
  })

  it("goes on when the collector does not answer", async () => {
    const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })
    expect((await createPayment(server.url)).status).toBe(200)
  })
})

describe("a collector that does not take what it is sent", () => {
  it("is named in the log, once for each reason, and when it takes it again", async () => {
    const statuses = [401, 401, 200, 404, 200, 200]
    const collector = createServer((request, response) => {
      request.resume().on("end", () => response.writeHead(statuses.shift()!).end("{}"))
    })
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void collector.close())
    const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`
    const lines: Array<string> = []
    const log = logTo({ isTTY: false, write: (line: string) => lines.push(String(JSON.parse(line).message)) })
    const telling = makeTelling((line) => Effect.runSync(Effect.provide(line, log)))
    const send = fetchWithin({ answerWithinMs: 5_000, mostUnderWay: 1 }, telling)
    while (statuses.length > 0) await (await send(url, { method: "POST" })).text()
    const unused = createServer()
    await new Promise<void>((resolve) => unused.listen(0, "127.0.0.1", resolve))
    const gone = `http://127.0.0.1:${(unused.address() as AddressInfo).port}/v1/traces`
    await new Promise((resolve) => unused.close(resolve))
    for (let asked = 0; asked < 2; asked++) await expect(send(gone, { method: "POST" })).rejects.toThrow()
    const stopping = AbortSignal.abort()
    await expect(send(`${url}/other`, { signal: stopping })).rejects.toThrow()
    const nothing = (at: string) => `The telemetry collector at ${at} takes nothing:`
    const again = `The telemetry collector at ${url} takes what it is sent again`
    expect(lines).toEqual([
      `${nothing(url)} it answers 401. What it should get is dropped`,
      again,
      `${nothing(url)} it answers 404. What it should get is dropped`,
      again,
      `${nothing(gone)} it cannot be reached (ECONNREFUSED). What it should get is dropped`
    ])
  })
})

describe("a collector that is slow", () => {
  /** Does not answer until it is told to. */
  const startSlow = async () => {
    const hungUp = Promise.withResolvers<void>()
    const collector = { url: "", answers: false, hungUp: hungUp.promise }
    const server = createServer((request, response) => {
      // Of a request that is not read to its end nobody hears that it was given up.
      request.resume()
      if (collector.answers) response.end("{}")
      else response.once("close", hungUp.resolve)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void server.close())
    collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return collector
  }

  it("holds what it is sent no longer than its time", async () => {
    const { hungUp, url } = await startSlow()
    const telemetry = { endpoint: url, serviceName: "shop", headers: Redacted.make({}) }
    const spans = Effect.forEach(Array.from({ length: 1_000 }), () => Effect.withSpan(Effect.void, "work"))
    const sent = Effect.andThen(
      spans,
      Effect.promise(() => hungUp)
    )
    const exporting = exportTo(telemetry, { answerWithinMs: 50, mostUnderWay: 1 })
    Effect.runFork(Effect.scoped(Effect.provide(sent, exporting)))
    await hungUp
  })

  it("gets nothing more while too much is under way", async () => {
    const collector = await startSlow()
    const send = fetchWithin({ answerWithinMs: 50, mostUnderWay: 1 })
    const first = send(collector.url)
    await expect(send(collector.url)).rejects.toThrow("too slow")
    await expect(first).rejects.toThrow()
    collector.answers = true
    expect((await send(collector.url)).status).toBe(200)
  })
})

describe("the log", () => {
  const linesOf = async (isTTY: boolean, logged: Effect.Effect<void>) => {
    const lines: Array<string> = []
    const out = { isTTY, write: (line: string) => lines.push(line) }
    await Effect.runPromise(Effect.provide(logged, logTo(out)))
    return lines
  }
  const logged = Effect.logError("A request failed", { card: "4012888888881881" }).pipe(
    Effect.annotateLogs({ requestId: "req_1" }),
    Effect.withSpan("cards.payments.create")
  )

  it("names the row that cannot be read, and nothing of what is in it", async () => {
    const unreadable = new StoredUnreadable({ table: "bank_clients", id: "cli_1", version: 1, why: "secret" })
    const [line] = await linesOf(false, Effect.logError("A request failed", Cause.die(unreadable)))
    expect(JSON.parse(line!).cause.split("\n")[0]).toBe("StoredUnreadable (bank_clients cli_1)")
    expect(line).not.toContain("secret")
  })

  it("is one JSON object per line where nobody reads along, with the ids of request and trace", async () => {
    const [line] = await linesOf(false, logged)
    expect(JSON.parse(line!)).toMatchObject({
      level: "ERROR",
      requestId: "req_1",
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      timestamp: expect.stringMatching(/^20.*Z$/)
    })
  })

  it("is for people on a terminal", async () => {
    const [line] = await linesOf(true, logged)
    expect(line).toMatch(/^timestamp=\S+ level=ERROR .*requestId=req_1/)
  })

  it.each([true, false])("shows of a card number its last four digits at most (terminal: %s)", async (isTTY) => {
    const [line] = await linesOf(isTTY, logged)
    expect(line).not.toContain("4012888888881881")
    expect(line).toContain("1881")
  })

  it.each([true, false])("says about an error its kind and place, not its words (terminal: %s)", async (isTTY) => {
    const broken = Effect.sync(() => void JSON.parse("Zaphod Beeblebrox"))
    const lines = await linesOf(
      isTTY,
      Effect.catchCause(broken, (cause) => Effect.logError("A request failed", cause))
    )
    const text = lines.join("\n")
    expect(text).toContain("SyntaxError")
    expect(text).toContain("telemetry.test.ts")
    expect(text).not.toContain("Zaphod")
  })

  it("of a run holds no name, card number or account number", async () => {
    const written = vi.spyOn(process.stderr, "write").mockImplementation(() => true)
    onTestFinished(() => written.mockRestore())
    const server = await startServer({ BURSAR_CLOCK: "2026-01-15T09:30:00Z" })
    const personal = {
      name: "Zaphod Beeblebrox",
      email: "zaphod@heart-of-gold.example",
      iban: "DE89370400440532013000"
    }
    const post = async (path: string, body: unknown) => {
      const response = await fetch(`${server.url}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${testKey}`, "content-type": "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body)
      })
      return { status: response.status, body: (await response.json()) as any }
    }
    // Its deliveries are given up in the end, which the log says.
    const broken = createServer((_, response) => void response.writeHead(500).end())
    await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void broken.close())
    const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}/hook`
    await post("/cards/v2/webhook_endpoints", { url, enabled_events: ["*"] })
    const { email, iban, name } = personal
    const card = { type: "card", card: { number: "4242424242424242", exp_month: 12, exp_year: 2034, cvc: "123" } }
    const payment = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", description: `${name} ${iban}` }
    const made = [
      await post("/cards/v2/customers", { name, email }),
      await post("/cards/v2/payment_methods", { ...card, billing_details: { name } }),
      await post("/cards/v2/payments", payment)
    ]
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const body of [`{"description":"${name}`, { ...payment, amount: iban }, { [name]: iban }]) {
      expect((await post("/cards/v2/payments", body)).status).toBe(400)
    }
    await post("/cards/v2/test_helpers/clock/advance", { seconds: 3 * 86_400 })
    await server.close()
    const log = written.mock.calls.map(([line]) => String(line)).join("")
    expect(log).toContain("A webhook delivery was given up")
    for (const word of ["Zaphod", "Beeblebrox", personal.email, personal.iban, "4242424242424242", testKey]) {
      expect(log).not.toContain(word)
    }
  })
})
