/** Two runs of one test are the same byte for byte, whatever the machine did meanwhile. */
import { describe, expect, it } from "vitest"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { paymentBody, startOfTests, to } from "../bank/host.ts"

/** What a run sent and showed. Times of rate limits are of the system's clock, and in headers only. */
interface Record {
  readonly answers: ReadonlyArray<readonly [number, string]>
  readonly webhooks: ReadonlyArray<string>
}

type Step = readonly [method: string, path: string, body?: unknown]

const endpoints: ReadonlyArray<Step> = [
  ["POST", "/cards/v2/webhook_endpoints", { url: "https://shop.example.com/cards", enabled_events: ["*"] }],
  ["POST", "/bank/v2/webhooks", { url: "https://shop.example.com/bank", events: ["*"] }]
]

const charge = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }

/** Cards and bank in turn, so that jobs of one are at work while the other answers. */
const story: ReadonlyArray<Step> = [
  ["POST", "/bank/v2/payments/instant", paymentBody()],
  ["POST", "/cards/v2/payments", charge],
  ["POST", "/bank/v2/payments/instant", to("9001000003")],
  ["POST", "/cards/v2/customers", { name: "Ada Lovelace", email: "ada@example.com" }],
  ["POST", "/bank/v2/payments/instant", paymentBody({ referenceId: "INV-43" })],
  ["POST", "/cards/v2/compliance/sanctions", { name: "Test Sanctioned Person" }],
  ["POST", "/cards/v2/test_helpers/screening_entries", { name: "Ada Lovelace" }],
  ["POST", "/cards/v2/payments", { ...charge, capture_method: "manual" }],
  ["POST", "/cards/v2/payments", { ...charge, payment_method: "pm_card_createDispute" }],
  ["POST", "/bank/v2/payments/instant", paymentBody({ referenceId: "INV-44" })],
  ["POST", "/cards/v2/compliance/sanctions", { name: "Grace Hopper" }]
]

const ending: ReadonlyArray<Step> = [
  ["GET", "/cards/v2/payments?limit=100"],
  ["GET", "/cards/v2/disputes?limit=100"],
  ["GET", "/cards/v2/customers?limit=100"],
  ["GET", "/cards/v2/events?limit=100"],
  ["GET", "/cards/v2/balance"],
  ["GET", "/bank/v2/payments/instant?limit=100"]
]

/** Lets everything else go on for so many turns of the event loop. */
const wait = async (turns: number) => {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Tells the story, with so many turns of the event loop for the jobs before each request. */
const tell = async (turnsBefore: (request: number) => number): Promise<Record> => {
  const engine = await TestEngine.make({
    plugins: [cards({ mode: "sandbox" }), bank({ mode: "sandbox" })],
    clock: startOfTests
  })
  const answers: Array<readonly [number, string]> = []
  const ask = async (steps: ReadonlyArray<Step>) => {
    for (const [method, path, body] of steps) {
      await wait(turnsBefore(answers.length))
      const own = path.startsWith("/bank") ? { authorization: undefined, "x-api-key": testClient.apiKey } : {}
      const headers = { ...own, "idempotency-key": `key-${answers.length}` }
      const { status, text } = await engine.request(method, path, body, headers)
      answers.push([status, text])
    }
  }
  await ask(endpoints)
  await ask(story)
  await engine.advance("10 days")
  await ask(ending)
  await engine.close()
  const webhooks = engine.notifier.requests.map((request) => JSON.stringify(request)).sort()
  return { answers, webhooks }
}

describe("a test engine", () => {
  it("gives the same answers, ids, screenings, webhooks and signatures, however its jobs and the requests took turns", async () => {
    const first = await tell(() => 0)
    expect(first.answers.map(([status]) => status)).toEqual(first.answers.map(() => expect.toBeOneOf([200, 201])))
    expect(first.webhooks.length).toBeGreaterThan(10)
    for (const turns of [() => 200, (request: number) => (request % 3) * 7]) {
      const again = await tell(turns)
      expect(again.answers).toEqual(first.answers)
      expect(again.webhooks).toEqual(first.webhooks)
    }
  })

  it("of another seed gives other ids", async () => {
    const idOf = async (seed: number) => {
      const engine = await TestEngine.make({ plugins: [cards({ mode: "sandbox" })], seed })
      const { json } = await engine.request("POST", "/cards/v2/payments", charge)
      await engine.close()
      return json.id as string
    }
    expect(await idOf(2)).not.toBe(await idOf(3))
  })
})
