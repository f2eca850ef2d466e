/** The story of an object: what the core and the bundled plugins tell of an id. */
import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { explainText, type Story, type StoryStep } from "../../src/index.ts"
import { definePlugin } from "../../src/plugin.ts"
import { TestEngine } from "../../src/testing/index.ts"
import { beneficiary, paymentBody, startHost } from "../bank/host.ts"

const payments = "/cards/v2/payments"
const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }

const start = async (options: Partial<TestEngine.TestEngineOptions> = {}) => {
  const engine = await TestEngine.make({ plugins: [cards()], ...options })
  onTestFinished(() => engine.close())
  return engine
}

const outline = (story: Story | undefined) => story?.steps.map(({ kind, title }) => `${kind}: ${title}`)

const ofKind = (story: Story | undefined, kind: StoryStep["kind"]) =>
  story?.steps.filter((step) => step.kind === kind) ?? []

describe("the story of a payment", () => {
  it("has the request, risk, authentication, the acquirer, the ledger, events, deliveries and what is due, in order", async () => {
    const engine = await start()
    const hook = { url: "https://shop.test/hook", enabled_events: ["payment.authorized"] }
    await engine.request("POST", "/cards/v2/webhook_endpoints", hook)
    const { json } = await engine.request("POST", payments, { ...body, capture_method: "manual" })
    await engine.drain()
    const story = await engine.explain(json.id)
    expect(outline(story)).toEqual([
      "request: A payment of 20.00 usd is requested",
      "risk: Risk 0 (low): the payment may go on",
      "sca: No strong authentication: out of scope",
      "network: The acquirer took the payment",
      "ledger: Money is held on the card",
      "event: payment.created",
      "event: payment.authorized",
      "delivery: Attempt 1 to deliver payment.authorized: the receiver answered 200",
      "job: Let an authorization end that was not captured"
    ])
    expect(story?.plugin).toBe("cards")
    const [job] = ofKind(story, "job")
    expect(job).toMatchObject({ future: true, at: Date.parse("2026-01-22T09:30:00Z"), tone: "wait" })
    expect(ofKind(story, "ledger")[0]?.postings).toEqual([
      { account: "hold.issuer", amountMinor: 2000, currency: "usd" },
      { account: "hold.outstanding", amountMinor: -2000, currency: "usd" }
    ])
  })

  it("shows an attempt that a receiver refused, and when the next one is due", async () => {
    const engine = await start()
    engine.notifier.answerWith(() => Effect.succeed({ status: 503, bodyExcerpt: "later" }))
    const hook = { url: "https://shop.test/hook", enabled_events: ["payment.succeeded"] }
    await engine.request("POST", "/cards/v2/webhook_endpoints", hook)
    const { json } = await engine.request("POST", payments, body)
    await engine.drain()
    const [made, next] = ofKind(await engine.explain(json.id), "delivery")
    expect(made).toMatchObject({ tone: "bad", title: expect.stringContaining("answered 503") })
    expect(made?.text).toContain("https://shop.test/hook. The answer begins: later")
    expect(next).toMatchObject({ future: true, tone: "wait", title: expect.stringContaining("Attempt 2") })
    expect(next!.at).toBeGreaterThan(made!.at)
  })

  it("tells which contributions made a risk score, and that risk refused the payment", async () => {
    const engine = await start()
    const { json } = await engine.request("POST", payments, { ...body, payment_method: "pm_card_riskLevelHighest" })
    const [{ data: payment }] = (await engine.request("GET", "/cards/v2/events?type=payment.failed")).json.data
    expect(json.error.code).toBe("fraudulent")
    const [risk] = ofKind(await engine.explain(payment.id), "risk")
    expect(risk).toMatchObject({ tone: "bad", title: expect.stringContaining("the payment is refused") })
    expect(risk!.why!.length).toBeGreaterThan(0)
  })

  it("tells of its refunds and disputes, and calls each journal what it is", async () => {
    const engine = await start()
    const { json } = await engine.request("POST", payments, body)
    const refund = await engine.request("POST", "/cards/v2/refunds", { payment_id: json.id, amount: 500 })
    const disputed = await engine.request("POST", payments, { ...body, payment_method: "pm_card_createDispute" })
    await engine.drain()
    const story = await engine.explain(json.id)
    expect(story?.steps.find(({ title }) => title === "5.00 usd is refunded")).toMatchObject({
      kind: "event",
      text: `${refund.json.id}. The refund is succeeded`,
      tone: "good"
    })
    // The clock stands still, and still the refund comes after what was refunded.
    const lines = outline(story) ?? []
    expect(lines).toContain("ledger: Settled: the money can be paid out")
    expect(lines.indexOf("event: 5.00 usd is refunded")).toBeGreaterThan(
      lines.indexOf("ledger: Settled: the money can be paid out")
    )
    expect(outline(story)?.filter((line) => line.includes("Booked"))).toEqual([])
    expect(outline(await engine.explain(disputed.json.id))).toContain("event: The cardholder disputes 20.00 usd")
  })

  it("is told in another region than the home region, too", async () => {
    const engine = await start()
    const { json } = await engine.request("POST", payments, body, { "x-region": "eu-west-1" })
    expect((await engine.explain(json.id))?.steps[0]?.kind).toBe("request")
  })

  it("is a text with a paragraph for each step", async () => {
    const engine = await start()
    const { json } = await engine.request("POST", payments, body)
    const text = explainText((await engine.explain(json.id))!)
    expect(text).toContain(`${json.id} (cards)\n2026-01-15T09:30:00.000Z  request: A payment of 20.00 usd`)
    expect(text).toContain("\n    merchant.available -20.00 usd")
    expect(text).not.toContain('"object":"event"')
  })
})

describe("the story of what follows a payment", () => {
  it("is told of refunds, customers and events, each by its own id", async () => {
    const engine = await start()
    const paid = await engine.request("POST", payments, body)
    const refund = await engine.request("POST", "/cards/v2/refunds", { payment_id: paid.json.id, amount: 500 })
    const customer = await engine.request("POST", "/cards/v2/customers", { email: "a@b.test", name: "Ada Byron" })
    await engine.drain()
    expect(outline(await engine.explain(refund.json.id))?.[0]).toBe("request: A refund of 5.00 usd is requested")
    expect(outline(await engine.explain(customer.json.id))).toContain("screening: The newest screening: clear")
    const [event] = (await engine.request("GET", "/cards/v2/events")).json.data
    expect(outline(await engine.explain(event.id))).toEqual([`event: ${event.type}`])
  })
})

describe("the story of a bank payment", () => {
  it("has the screening, the messages as they were sent and received, and the books", async () => {
    const host = await startHost()
    const { body: made } = await host.pay()
    await host.engine.drain()
    const story = await host.engine.explain(made.data.paymentId)
    expect(story?.plugin).toBe("bank")
    expect(outline(story)).toEqual(
      expect.arrayContaining([
        "request: A payment of 1250.00 usd over fednow is requested",
        "screening: Screening 1: Nobody in the payment is listed",
        "network: Sent to fednow: pacs.008.001.08",
        "network: The network settled the payment"
      ])
    )
    const sent = ofKind(story, "network").find(({ raw }) => raw?.text.includes("FIToFICstmrCdtTrf") === true)
    expect(sent?.raw?.format).toBe("xml")
    expect(ofKind(story, "ledger").length).toBeGreaterThan(0)
    expect(ofKind(story, "event").map(({ title }) => title)).toContain("payment.settled")
  })

  it("has the match that holds it, with the score, and the hold", async () => {
    const host = await startHost()
    const { body: made } = await host.pay(paymentBody({ beneficiary: { ...beneficiary, name: "Zoltan Sanctionof" } }))
    const steps = ofKind(await host.engine.explain(made.data.paymentId), "screening")
    expect(steps.map(({ title }) => title)).toEqual([
      "Screening 1: beneficiary.name may be Zoltan Sanctionov",
      "Held: a possible match"
    ])
    expect(steps[0]?.why?.[0]?.weight).toBeGreaterThanOrEqual(85)
    expect(outline(await host.engine.explain(steps[1]!.text!))).toContain("screening: Held: a possible match")
  })
})

describe("explain", () => {
  it("knows nothing about an id that nobody made", async () => {
    const engine = await start()
    expect(await engine.explain("pay_unknown")).toBeUndefined()
    expect(await engine.explain("")).toBeUndefined()
    await expect(engine.explain(undefined as never)).rejects.toThrow("explain needs the id of an object")
    expect(await engine.explain("constructor_1")).toBeUndefined()
  })

  it("asks a plugin of a third party, with its services and the region", async () => {
    const step = { at: 1, kind: "request", title: "A note was written", tone: "none" } as const
    const notes = definePlugin({
      id: "notes",
      story: (id, store) => Effect.succeed(id === "note_1" ? [{ ...step, text: store.name }] : undefined)
    })
    const engine = await start({ plugins: [notes] })
    expect(await engine.explain("note_1")).toEqual({
      id: "note_1",
      plugin: "notes",
      steps: [{ ...step, text: "us-east-1" }]
    })
  })
})
