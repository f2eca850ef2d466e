/** What the client does when something fails between it and the service. */
import * as Redacted from "effect/Redacted"
import { describe, expect, it, onTestFinished } from "vitest"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import { Bursar, BursarError, type BursarOptions } from "../../src/client/index.ts"
import { TestEngine } from "../../src/testing/index.ts"
import { collectGarbage } from "./collectGarbage.ts"
import { openFront, type Act } from "./front.ts"

const visa = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" } as const

const secretKey = "sk_test_ofTheClient1"

const busy: Act = { status: 503, headers: { "retry-after": "7" } }
const page: Act = { status: 502, headers: { "content-type": "text/html" }, body: "<h1>Bad gateway</h1>" }

const start = async (options: Partial<BursarOptions> = {}) => {
  const engine = await TestEngine.make({ plugins: [cards(), bank()] })
  onTestFinished(engine.close)
  const front = await openFront(engine)
  onTestFinished(front.close)
  const waits: Array<number> = []
  const wait = (ms: number) => {
    waits.push(ms)
    return Promise.resolve()
  }
  const bursar = new Bursar({ baseUrl: front.url, secretKey, bank: testClient, wait, ...options })
  return { bursar, front, waits, engine }
}

/** What a call rejects with. */
const errorOf = async (call: PromiseLike<unknown>): Promise<BursarError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof BursarError) return error
    throw error
  }
  throw new Error("The call succeeded")
}

const keysOf = (front: Awaited<ReturnType<typeof openFront>>) =>
  front.seen.map(({ headers }) => headers["idempotency-key"])

describe("a request that failed on the way", () => {
  it("is sent again after the time that the service asks for", async () => {
    const { bursar, front, waits } = await start()
    front.acts.push(busy)
    expect((await bursar.payments.create(visa)).status).toBe("succeeded")
    expect(waits).toHaveLength(1)
    expect(waits[0]).toBeGreaterThanOrEqual(7_000)
    expect(waits[0]).toBeLessThan(7_500)
  })

  it("reads a time to come back to by the clock of the server that names it", async () => {
    const { bursar, front, waits } = await start()
    const headers = { date: "Fri, 01 Jan 2010 00:00:00 GMT", "retry-after": "Fri, 01 Jan 2010 00:00:09 GMT" }
    front.acts.push({ status: 429, headers })
    await bursar.payments.list()
    expect(waits[0]).toBeGreaterThanOrEqual(9_000)
    expect(waits[0]).toBeLessThan(9_500)
  })

  it("is not sent again when the service asks for a longer wait than a minute", async () => {
    const { bursar, front, waits } = await start()
    front.acts.push({ status: 503, headers: { "retry-after": "3600" } })
    expect(await errorOf(bursar.payments.list())).toMatchObject({ status: 503, retryAfterSeconds: 3600 })
    expect(waits).toEqual([])
  })

  it("carries the same key each time, so that a payment whose answers were lost is made once", async () => {
    const { bursar, front, waits } = await start()
    front.acts.push("lose", "lose")
    const { data, response } = await bursar.payments.create(visa).withResponse()
    expect(response.headers.get("idempotent-replayed")).toBe("true")
    const [key] = keysOf(front)
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(keysOf(front)).toEqual([key, key, key])
    expect((await bursar.payments.list()).data.map(({ id }) => id)).toEqual([data.id])
    expect(waits).toHaveLength(2)
  })

  it("waits longer before each further try, and not always as long", async () => {
    const { bursar, front, waits } = await start({ maxRetries: 6 })
    front.acts.push(...Array.from({ length: 12 }, (): Act => ({ status: 504 })))
    await errorOf(bursar.payments.list())
    const bounds = [500, 1_000, 2_000, 4_000, 8_000, 8_000]
    expect(waits).toHaveLength(bounds.length)
    for (const [at, most] of bounds.entries()) {
      expect(waits[at]).toBeGreaterThanOrEqual(most / 2)
      expect(waits[at]).toBeLessThanOrEqual(most)
    }
    expect(new Set(waits.map((ms, at) => ms / bounds[at]!)).size).toBeGreaterThan(1)
  })

  it("is sent four times at most, or as often as the call says", async () => {
    const { bursar, front } = await start()
    front.acts.push(page, page, page, page)
    expect(await errorOf(bursar.payments.list())).toMatchObject({ type: "unexpected_answer", status: 502 })
    expect(front.seen).toHaveLength(4)
    front.acts.push(page)
    await errorOf(bursar.payments.list({}, { maxRetries: 0 }))
    expect(front.seen).toHaveLength(5)
    front.acts.push(page)
    await errorOf(bursar.payments.list({}, { maxRetries: Number("no number") }))
    expect(front.seen).toHaveLength(6)
  })

  it("is sent again while the first request with its key runs", async () => {
    const { bursar, front, waits } = await start()
    const error = { type: "api_error", code: "idempotency_key_in_use", message: "It runs", request_id: "req_1" }
    const inUse = { "content-type": "application/json", "retry-after": "1" }
    front.acts.push({ status: 409, headers: inUse, body: JSON.stringify({ error }) })
    expect((await bursar.payments.create(visa)).amount).toBe(2000)
    expect(waits).toHaveLength(1)
  })

  it("that deletes and whose answer was lost does not say that there was nothing", async () => {
    const { bursar, front } = await start()
    const { id } = await bursar.customers.create({ email: "ann@example.com" })
    front.acts.push("lose")
    expect(await errorOf(bursar.customers.del(id))).toMatchObject({ type: "connection" })
    expect(await errorOf(bursar.customers.del(id))).toMatchObject({ type: "not_found" })
    front.acts.push({ status: 429 })
    expect(await errorOf(bursar.customers.del(id))).toMatchObject({ type: "not_found" })
  })

  it("is not sent again when the service has decided", async () => {
    const { bursar, front } = await start()
    const options = { idempotencyKey: "order-1" }
    await bursar.payments.create(visa, options)
    const conflict = await errorOf(bursar.payments.create({ ...visa, amount: 3000 }, options))
    expect(conflict).toMatchObject({ type: "conflict", status: 409, code: "idempotency_key_reused" })
    expect(await errorOf(bursar.payments.retrieve("pay_none"))).toMatchObject({ type: "not_found" })
    expect(front.seen).toHaveLength(3)
  })

  it("that is over the limit says so when no try is left", async () => {
    const { bursar } = await start()
    const list = () => bursar.bank.holds.list({}, { maxRetries: 0 })
    for (let count = 0; count < 120; count++) await list()
    expect(await errorOf(list())).toMatchObject({ type: "rate_limited", status: 429, code: "RATE_LIMIT_EXCEEDED" })
  })
})

describe("a server that hangs", () => {
  it("is given up after the time-out of the call", async () => {
    const { bursar, front } = await start({ maxRetries: 0 })
    front.acts.push("hang")
    const error = await errorOf(bursar.payments.create(visa, { timeoutMs: 30 }))
    expect(error).toMatchObject({ type: "timeout", service: "cards", message: "cards did not answer within 30 ms" })
  })

  it("is asked again, and makes one payment", async () => {
    const { bursar, front } = await start()
    front.acts.push("hang")
    const paid = await bursar.payments.create(visa, { timeoutMs: 1_500 })
    expect(keysOf(front)[0]).toBe(keysOf(front)[1])
    expect((await bursar.payments.list()).data.map(({ id }) => id)).toEqual([paid.id])
  })

  it("cannot hold a caller who aborts, whose reason becomes the cause", async () => {
    const { bursar, front } = await start()
    front.acts.push("hang")
    const controller = new AbortController()
    const call = errorOf(bursar.payments.create(visa, { signal: controller.signal }))
    while (front.seen.length === 0) await new Promise((resolve) => setImmediate(resolve))
    controller.abort("the customer left")
    expect(await call).toMatchObject({ type: "aborted", cause: "the customer left" })
    expect(front.seen).toHaveLength(1)
  })

  it("loses the connection with the call where its answer falls silent, whatever memory was collected meanwhile", async () => {
    const answered = Promise.withResolvers<void>()
    const { bursar, front } = await start({ fetch: (request) => fetch(request).finally(answered.resolve) })
    front.acts.push("stall")
    const controller = new AbortController()
    const call = errorOf(bursar.payments.create(visa, { signal: controller.signal }))
    await answered.promise
    await collectGarbage()
    controller.abort()
    expect((await call).type).toBe("aborted")
    await front.seen[0]!.ended
  }, 10_000)

  it("is not asked at all for a call that is aborted already", async () => {
    const { bursar, front } = await start()
    const error = await errorOf(bursar.payments.list({}, { signal: AbortSignal.abort() }))
    expect(error.type).toBe("aborted")
    expect(front.seen).toEqual([])
  })

  it("cannot hold a caller who aborts while the client waits for its next try", async () => {
    const controller = new AbortController()
    const { bursar, front } = await start({ wait: () => Promise.resolve(controller.abort()) })
    front.acts.push(busy)
    expect(await errorOf(bursar.payments.list({}, { signal: controller.signal }))).toMatchObject({ type: "aborted" })
    expect(front.seen).toHaveLength(1)
  })

  it("ends a wait of the client's own timer at once when its caller aborts", async () => {
    const engine = { fetch: () => Promise.resolve(new Response("", { status: 503, headers: { "retry-after": "30" } })) }
    const bursar = new Bursar({ baseUrl: "http://engine.test", secretKey, fetch: engine.fetch })
    const controller = new AbortController()
    const call = errorOf(bursar.payments.list({}, { signal: controller.signal }))
    setImmediate(() => controller.abort())
    expect((await call).type).toBe("aborted")
  })
})

describe("a stream that breaks off", () => {
  const begin = async () => {
    const key = "docs_key_of_the_client"
    const engine = await TestEngine.make({ plugins: [docs({ apiKeys: [Redacted.make(key)] })] })
    onTestFinished(engine.close)
    const front = await openFront(engine)
    onTestFinished(front.close)
    const bursar = new Bursar({
      baseUrl: front.url,
      docs: { apiKey: key },
      wait: () => Promise.resolve(),
      timeoutMs: 5_000
    })
    const source = { name: "notes.md", content: "# Notes\n\nSend a request with your key. Wait for the answer.\n" }
    const { id } = await bursar.docs.generations.create({ docType: "user-guide", source })
    await engine.drain()
    front.seen.length = 0
    return { bursar, front, id }
  }
  const idsOf = async (stream: AsyncIterable<{ readonly id: string }>) => {
    const ids: Array<string> = []
    for await (const { id } of stream) ids.push(id)
    return ids
  }

  it("goes on after the last whole event", async () => {
    const { bursar, front, id } = await begin()
    const whole = await idsOf(bursar.docs.generations.stream(id))
    expect(whole.length).toBeGreaterThan(2)
    front.acts.push("break", "break")
    expect(await idsOf(bursar.docs.generations.stream(id))).toEqual(whole)
    const [, ...reads] = front.seen.map(({ headers }) => whole.indexOf(headers["last-event-id"] ?? ""))
    expect(reads[0]).toBe(-1)
    expect(reads[1]).toBeGreaterThanOrEqual(0)
    expect(reads[2]).toBeGreaterThan(reads[1]!)
  })

  it("goes on, too, where the server ends it in good order before its last event, as when it stops", async () => {
    const events = ["generation.started", "delta", "generation.completed"].map(
      (event, at) => `id: 1.${at + 1}\nevent: ${event}\ndata: {}\n\n`
    )
    const asked: Array<string | null> = []
    const answers = [events.slice(0, 2), events.slice(2), events.slice(0, 1)]
    const fetch = ({ headers }: Request) => {
      asked.push(headers.get("last-event-id"))
      return Promise.resolve(
        new Response(answers.shift()!.join(""), { headers: { "content-type": "text/event-stream" } })
      )
    }
    const bursar = new Bursar({
      baseUrl: "http://engine.test",
      docs: { apiKey: "key" },
      fetch,
      wait: () => Promise.resolve()
    })
    expect(await idsOf(bursar.docs.generations.stream("gen_1"))).toEqual(["1.1", "1.2", "1.3"])
    expect(asked).toEqual([null, "1.2"])
    const cut = idsOf(bursar.docs.generations.stream("gen_1", {}, { maxRetries: 0 }))
    expect(await errorOf(cut)).toMatchObject({ type: "connection", service: "docs" })
  })

  it("is an error when no try is left", async () => {
    const { bursar, front, id } = await begin()
    front.acts.push("break")
    const read = idsOf(bursar.docs.generations.stream(id, {}, { maxRetries: 0 }))
    expect(await errorOf(read)).toMatchObject({ type: "connection", service: "docs" })
  })

  it("is an error after the time-out when it falls silent", async () => {
    const body = new ReadableStream({ start: (at) => at.enqueue(new TextEncoder().encode("id: 1.1\nevent: delta\n")) })
    const headers = { "content-type": "text/event-stream" }
    const fetch = () => Promise.resolve(new Response(body, { headers }))
    const bursar = new Bursar({ baseUrl: "http://engine.test", docs: { apiKey: "key" }, fetch })
    const read = idsOf(bursar.docs.generations.stream("gen_1", {}, { maxRetries: 0, timeoutMs: 20 }))
    expect(await errorOf(read)).toMatchObject({ type: "timeout" })
  })
})

describe("an answer that is none of the service's", () => {
  it("is an error with the page of the proxy", async () => {
    const { bursar, front } = await start({ maxRetries: 0 })
    front.acts.push(page)
    const error = await errorOf(bursar.payments.create(visa))
    expect(error).toMatchObject({ type: "unexpected_answer", status: 502, body: "<h1>Bad gateway</h1>" })
  })

  it.each([
    ["a page with status 200", { status: 200, headers: { "content-type": "text/html" }, body: "<h1>Log in</h1>" }],
    ["an empty body", { status: 200 }],
    ["a redirection, which is never followed", { status: 302, headers: { location: "/elsewhere" } }],
    ["JSON of somebody else", { status: 403, body: `{"message":"Forbidden"}` }]
  ] satisfies ReadonlyArray<readonly [string, Act]>)("is told of %s", async (_, act) => {
    const { bursar, front } = await start()
    front.acts.push(act)
    expect(await errorOf(bursar.payments.create(visa))).toMatchObject({
      type: "unexpected_answer",
      status: act.status
    })
    expect(front.seen).toHaveLength(1)
  })

  it("differs from no answer at all", async () => {
    const { front } = await start()
    await front.close()
    const bursar = new Bursar({ baseUrl: front.url, secretKey, maxRetries: 0 })
    const error = await errorOf(bursar.payments.list())
    expect(error).toMatchObject({ type: "connection", service: "cards" })
    expect(error.message).toMatch(/^cards could not be reached: .*ECONNREFUSED/)
  })
})

describe("access tokens of the bank", () => {
  const asksOf = (front: Awaited<ReturnType<typeof openFront>>) =>
    front.seen.filter(({ path }) => path.endsWith("/auth/token")).length

  it("are asked for once by calls at the same time, and used until they end", async () => {
    const { clientId, clientSecret } = testClient
    const { bursar, engine, front } = await start({ bank: { clientId, clientSecret } })
    await Promise.all([bursar.bank.payments.list(), bursar.bank.holds.list(), bursar.bank.webhooks.list()])
    expect(asksOf(front)).toBe(1)
    // The engine's clock moves, the client's does not: the token is refused and replaced.
    await engine.advance("2 hours")
    await Promise.all([bursar.bank.payments.list(), bursar.bank.holds.list(), bursar.bank.webhooks.list()])
    expect(asksOf(front)).toBe(2)
    expect(front.seen.at(-1)?.headers["authorization"]).toMatch(/^Bearer /)
  })

  it("that are refused to a wrong secret are an error of the call, and asked for again by the next one", async () => {
    const bank = { clientId: testClient.clientId, clientSecret: "wrong" }
    const { bursar, front } = await start({ bank })
    expect(await errorOf(bursar.bank.payments.list())).toMatchObject({ type: "authentication", service: "bank" })
    expect(asksOf(front)).toBe(1)
    await errorOf(bursar.bank.payments.list())
    expect(asksOf(front)).toBe(2)
  })

  it("are asked for again when the way to them failed", async () => {
    const { clientId, clientSecret } = testClient
    const { bursar, front, waits } = await start({ bank: { clientId, clientSecret } })
    front.acts.push(page, page)
    expect((await bursar.bank.payments.list()).data).toEqual([])
    expect([asksOf(front), waits.length]).toEqual([3, 2])
  })
})
