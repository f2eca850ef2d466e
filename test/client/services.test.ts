/** The client with the bundled server over loopback: the three services as their users meet them. */
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Bursar, BursarError } from "../../src/client/index.ts"
import { configFromEnv, serve, type ServerHandle } from "../../src/server/index.ts"

const env = { PORT: "0", BURSAR_DATA: ":memory:", BURSAR_CLOCK: "2026-01-15T16:00:00Z", BURSAR_SEED: "1" }

let server: ServerHandle
let bursar: Bursar
let secretKey: string

beforeAll(async () => {
  server = await serve(await configFromEnv(env))
  const { bank, cardsKey, docs } = server.credentials
  secretKey = Redacted.value(cardsKey!)
  bursar = new Bursar({
    baseUrl: `${server.url}/`,
    secretKey,
    bank: { clientId: bank!.clientId, clientSecret: Redacted.value(bank!.clientSecret) },
    docs: { apiKey: Redacted.value(docs.apiKey!) }
  })
}, 60_000)

afterAll(() => server.close())

const visa = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" } as const

describe("cards", () => {
  it("takes a payment, shows it, and refunds a part", async () => {
    const paid = await bursar.payments.create({ ...visa, metadata: { order: "1" } }, { idempotencyKey: "order-1" })
    expect(paid).toMatchObject({ object: "payment", status: "succeeded", amount: 2000, metadata: { order: "1" } })
    const again = await bursar.payments.create({ ...visa, metadata: { order: "1" } }, { idempotencyKey: "order-1" })
    expect(again.id).toBe(paid.id)
    await bursar.refunds.create({ payment_id: paid.id, amount: 500 })
    expect(await bursar.payments.retrieve(paid.id)).toMatchObject({ amount_refunded: 500 })
  })

  it("gives each call a key of its own", async () => {
    const [one, other] = await Promise.all([bursar.payments.create(visa), bursar.payments.create(visa)])
    expect(one.id).not.toBe(other.id)
  })

  it("rejects with the decline of the issuer", async () => {
    const call = bursar.payments.create({ ...visa, payment_method: "pm_card_visa_chargeDeclined" })
    const error = await call.catch((error: unknown) => error)
    expect(error).toBeInstanceOf(BursarError)
    expect(error).toMatchObject({
      name: "BursarError",
      message: "The card was declined",
      type: "declined",
      service: "cards",
      status: 402,
      code: "card_declined",
      paymentId: expect.stringMatching(/^pay_/),
      requestId: expect.stringMatching(/^req_/)
    })
  })

  it("names the parameter that is wrong", async () => {
    const error = await bursar.payments.create({ ...visa, amount: 1 }).catch((error: unknown) => error)
    expect(error).toMatchObject({ type: "invalid_request", code: "amount_too_small", param: "amount" })
  })

  it("authenticates a payment by 3D Secure and captures it later", async () => {
    const asked = await bursar.payments.create({
      ...visa,
      payment_method: "pm_card_3ds_required",
      capture_method: "manual",
      return_url: "https://shop.example/return"
    })
    expect(asked.status).toBe("requires_action")
    expect(asked.next_action?.redirect_url).toContain(asked.id)
    await bursar.testHelpers.payments.authenticate(asked.id, { result: "succeeded" })
    expect((await bursar.payments.confirm(asked.id)).authorization.state).toBe("authorized")
    expect((await bursar.payments.capture(asked.id, { amount: 1500 })).amount_captured).toBe(1500)
  })

  it("reads lists page after page, item after item, and up to a limit", async () => {
    const customer = await bursar.customers.create({ name: "Ada Lovelace", email: "ada@example.com" })
    const attached = await bursar.paymentMethods.attach("pm_card_visa", { customer: customer.id })
    const made: Array<string> = []
    for (let amount = 1000; amount < 1005; amount++) {
      const payment = { amount, currency: "usd", payment_method: attached.id, customer: customer.id } as const
      made.unshift((await bursar.payments.create(payment)).id)
    }
    const list = () =>
      bursar.payments.list({ customer: customer.id, limit: 2, created: { gte: "2026-01-15T00:00:00Z" } })
    const found: Array<string> = []
    for await (const { id } of list()) found.push(id)
    expect(found).toEqual(made)
    const pages: Array<number> = []
    for await (const { data } of list().pages()) pages.push(data.length)
    expect(pages).toEqual([2, 2, 1])
    expect((await list().autoPagingToArray({ limit: 3 })).map(({ id }) => id)).toEqual(made.slice(0, 3))
    expect(await list()).toMatchObject({ object: "list", has_more: true })
    expect(
      (await bursar.payments.list({ customer: customer.id, created: { gte: "2027-01-01T00:00:00Z" } })).data
    ).toEqual([])
  })

  it("tells the raw answer with the id of the request", async () => {
    const { data, requestId, response } = await bursar.balance.retrieve({ region: "eu-west-1" }).withResponse()
    expect(data.object).toBe("balance")
    expect(response.status).toBe(200)
    expect(response.headers.get("svc-data-region")).toBe("eu-west-1")
    expect(response.headers.get("request-id")).toBe(requestId)
  })

  it("refuses a wrong key, and sends nothing without one or without an id", async () => {
    const at = (options: object) => new Bursar({ baseUrl: server.url, ...options })
    const wrong = await at({ secretKey: "sk_live_wrong000000" })
      .payments.list()
      .catch((error: unknown) => error)
    expect(wrong).toMatchObject({ type: "authentication", status: 401 })
    const none = await at({})
      .payments.list()
      .catch((error: unknown) => error)
    expect(none).toMatchObject({ type: "usage", message: "Give `secretKey` to use cards" })
    const noBank = await at({})
      .bank.holds.list()
      .catch((error: unknown) => error)
    expect(noBank).toMatchObject({ message: expect.stringContaining("bank: { apiKey }") })
    const empty = await bursar.payments.retrieve("").catch((error: unknown) => error)
    expect(empty).toMatchObject({ type: "usage", message: "`id` must be an id, not " })
    // @ts-expect-error: the method takes no parameters
    const more = await bursar.payments.cancel("pay_1", {}, { idempotencyKey: "k" }).catch((error: unknown) => error)
    expect(more).toMatchObject({ type: "usage", message: "The method takes 2 arguments at most, not 3" })
    expect(() => new Bursar({ baseUrl: "payments.example.com" })).toThrow("`baseUrl` must be an address")
    // @ts-expect-error: a client needs an address
    expect(() => new Bursar()).toThrow("`baseUrl` must be an address")
  })

  it("sends nothing with an option that it does not know: a key under another name would be none", async () => {
    // @ts-expect-error: the option has another name
    const paid = await bursar.payments.create(visa, { idempotencykey: "order-3" }).catch((error: unknown) => error)
    const message = expect.stringMatching(/^No option is called `idempotencykey`: there are idempotencyKey, /)
    expect(paid).toMatchObject({ type: "usage", message })
    // @ts-expect-error: the option has another name
    expect(() => new Bursar({ baseUrl: server.url, timeout: 5_000 })).toThrow(
      "No option is called `timeout`: there are baseUrl,"
    )
  })

  it("takes a key in the body, as the service does, and sends nothing with one that no header can carry", async () => {
    const keyed = { ...visa, idempotency_key: "order-2" }
    const [one, other] = [await bursar.payments.create(keyed), await bursar.payments.create(keyed)]
    expect(one.id).toBe(other.id)
    const error = await bursar.payments.create(visa, { idempotencyKey: "ключ" }).catch((error: unknown) => error)
    expect(error).toMatchObject({ type: "usage", message: expect.stringContaining("headers cannot have") })
    expect(String(error)).not.toContain(secretKey)
  })

  it("sends times of a query as JSON writes them, and refuses what JSON cannot say", async () => {
    const sent: Array<string> = []
    const fetch = async ({ url }: Request) => {
      sent.push(new URL(url).search)
      return Response.json({ data: [], next_cursor: null })
    }
    const told = new Bursar({ baseUrl: "http://127.0.0.1", secretKey, bank: { apiKey: "key" }, fetch })
    const since = new Date("2026-01-15T00:00:00Z")
    await told.payments.list({ created: { gte: since } } as never)
    await told.bank.payments.list({ from: since } as never)
    const iso = encodeURIComponent(since.toISOString())
    expect(sent).toEqual([`?created%5Bgte%5D=${iso}`, `?from=${iso}`])
    const error = await told.payments.create({ ...visa, amount: 2000n } as never).catch((error: unknown) => error)
    expect(error).toMatchObject({ name: "BursarError", type: "usage", message: expect.stringContaining("BigInt") })
  })

  it("is found where the host mounted it", async () => {
    const mounts = { cards: `${server.url}/cards`, docs: "/elsewhere" }
    const elsewhere = new Bursar({ baseUrl: "https://nobody.test", mounts, secretKey })
    expect((await elsewhere.balance.retrieve()).object).toBe("balance")
  })

  it("deletes by `del`", async () => {
    const customer = await bursar.customers.create({ name: "Grace Hopper", email: "grace@example.com" })
    expect(await bursar.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true })
  })
})

describe("bank", () => {
  const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701", country: "US" } as const
  const originator = {
    name: "Example Supplies Inc",
    accountNumber: "1234567890",
    accountType: "checking",
    routingNumber: "099900014",
    address
  } as const
  const jane = { ...originator, name: "Jane Roe", accountNumber: "9000000000", routingNumber: "099900027" } as const

  it("sends an instant payment, and lists it by its idempotency key", async () => {
    const instant = { amount: 125_000, originator, beneficiary: jane }
    const { data } = await bursar.bank.payments.create(instant, { idempotencyKey: "INV-42" })
    expect(data.status).toBe("settled")
    const found: Array<string> = []
    for await (const { paymentId } of bursar.bank.payments.list({ idempotencyKey: "INV-42" })) found.push(paymentId)
    expect(found).toEqual([data.paymentId])
  })

  it("tells why a payment is held", async () => {
    const beneficiary = { ...jane, name: "Test Sanctioned Person" }
    const held = await bursar.bank.payments.create({ amount: 125_000, originator, beneficiary }).withResponse()
    expect([held.response.status, "error" in held.data ? held.data.error?.code : undefined]).toEqual([
      202,
      "OFAC_MATCH"
    ])
  })

  it("tells every field that is wrong", async () => {
    const wrong = { amount: 0, originator, beneficiary: { ...jane, routingNumber: "1" } }
    const error = await bursar.bank.payments.create(wrong).catch((error: unknown) => error)
    expect(error).toMatchObject({ service: "bank", type: "invalid_request", status: 400 })
    const places = (error as { readonly details: ReadonlyArray<{ readonly field: string }> }).details
    expect(places.map(({ field }) => field).sort()).toEqual(["amount", "beneficiary.routingNumber"])
  })

  it("moves the clock of the sandbox, registers webhooks, and deletes without an answer", async () => {
    const { data } = await bursar.bank.webhooks.create({ url: "https://example.com/hook", events: ["payment.settled"] })
    expect(await bursar.bank.webhooks.del(data.webhookId)).toBeUndefined()
    expect((await bursar.bank.simulator.moveClock({ advance: "PT1S" })).data).toHaveProperty("now")
  })
})

describe("docs", () => {
  const openapi = {
    openapi: "3.1.0",
    info: { title: "Pet store", version: "1.0.0", description: "Keeps pets." },
    paths: {
      "/pets": {
        get: { operationId: "listPets", summary: "List pets", responses: { "200": { description: "All pets." } } }
      }
    }
  }

  const make = async () => {
    const source = { name: "openapi.json", content: JSON.stringify(openapi) }
    const begun = await bursar.docs.generations.create({ docType: "api-reference", source })
    const events: Array<{
      readonly event: string
      readonly id: string
      readonly data: Readonly<Record<string, unknown>>
    }> = []
    for await (const event of bursar.docs.generations.stream(begun.id)) events.push(event)
    return { begun, events, documentId: String(events.at(-1)?.data["documentId"]) }
  }

  it("streams a generation, whose deltas are the document, and goes on after an event", async () => {
    const { begun, documentId, events } = await make()
    expect(events.at(-1)?.event).toBe("generation.completed")
    const text = events
      .filter(({ event }) => event === "delta")
      .map(({ data }) => data["text"])
      .join("")
    expect((await bursar.docs.documents.retrieve(documentId)).content).toBe(text)
    const [, second] = events
    const rest: Array<string> = []
    for await (const { id } of bursar.docs.generations.stream(begun.id, { lastEventId: second!.id })) rest.push(id)
    expect(rest).toEqual(events.slice(2).map(({ id }) => id))
  }, 60_000)

  it("reads a text in the format that is wanted, saves one, and refuses a save of an old one", async () => {
    const { documentId } = await make()
    const { data: document, response } = await bursar.docs.documents.retrieve(documentId).withResponse()
    const markdown: string = await bursar.docs.documents.retrieve(documentId, { format: "markdown" })
    expect(markdown).toBe(document.content)
    expect(await bursar.docs.documents.retrieve(documentId, { format: "html" })).toMatch(/^<!doctype html>/i)
    const save = (ifMatch: string) =>
      bursar.docs.documents.save(documentId, { content: `${markdown}\nMore.\n`, ifMatch })
    expect((await save(response.headers.get("etag")!)).number).toBe(2)
    expect(await save(`"ver_0"`).catch((error: unknown) => error)).toMatchObject({
      status: 412,
      code: "precondition_failed"
    })
    const documents: Array<string> = []
    for await (const { id } of bursar.docs.documents.list({ limit: 1 })) documents.push(id)
    expect(documents).toContain(documentId)
  }, 60_000)

  it("transforms a text at once or as a stream", async () => {
    const asked = { kind: "simplify", text: "The cache can be utilized in order to make requests faster." } as const
    const { result } = await bursar.docs.transformations.transform(asked)
    const texts: Array<unknown> = []
    for await (const { data, event } of bursar.docs.transformations.stream(asked))
      if (event === "delta") texts.push(data["text"])
    expect(texts.join("")).toBe(result)
  })

  it("ends a stream when its reader leaves, or aborts", async () => {
    const { begun } = await make()
    for await (const { event } of bursar.docs.generations.stream(begun.id)) {
      expect(event).toBe("generation.started")
      break
    }
    const controller = new AbortController()
    const read = async () => {
      for await (const _ of bursar.docs.generations.stream(begun.id, {}, { signal: controller.signal }))
        controller.abort()
    }
    expect(await read().catch((error: unknown) => error)).toMatchObject({ type: "aborted" })
  }, 60_000)
})
