/**
 * Thirty scripts over cards, bank and docs, some of whose requests are under way together, each played twice: once as it comes, and once
 * while another thread keeps a processor busy and jobs and requests take turns otherwise. Everything is the same byte for byte: answers with their headers, and
 * webhooks with their signatures. On Postgres, too: `npm run test:postgres`.
 */
import { Worker } from "node:worker_threads"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { paymentBody, startOfTests, to } from "../bank/host.ts"

const scripts = 30
const stepsEach = 8
const docsKey = "docs_key_of_scripts"

/** The ids that a script has seen so far: later steps ask about them. */
type Seen = Readonly<Record<string, string>>
type Step = (seen: Seen) => readonly [method: string, path: string, body?: unknown]

const charge = { amount: 2_000, currency: "usd", payment_method: "pm_card_visa" }
const about = (seen: Seen, kind: string) => seen[kind] ?? "pay_unknown"
const api = "/docs/api/docs/v1"
const source = { name: "notes.md", content: "# Notes\n\nSend a request with your key. Wait for the answer.\n" }

const steps: ReadonlyArray<Step> = [
  () => ["POST", "/cards/v2/payments", charge],
  () => ["POST", "/cards/v2/payments", { ...charge, capture_method: "manual", amount: 3_100 }],
  () => ["POST", "/cards/v2/payments", { ...charge, payment_method: "pm_card_createDispute" }],
  () => ["POST", "/cards/v2/payments", { ...charge, payment_method: "pm_card_declined" }],
  () => ["POST", "/cards/v2/payments", { ...charge, payment_method: "pm_card_3ds_required" }],
  (seen) => ["POST", `/cards/v2/payments/${about(seen, "pay")}/capture`, {}],
  (seen) => ["POST", `/cards/v2/payments/${about(seen, "pay")}/cancel`, {}],
  (seen) => ["POST", "/cards/v2/refunds", { payment_id: about(seen, "pay"), amount: 300 }],
  () => ["POST", "/cards/v2/customers", { name: "Ada Lovelace", email: "ada@example.com" }],
  () => ["POST", "/cards/v2/compliance/sanctions", { name: "Test Sanctioned Person" }],
  () => ["GET", "/cards/v2/balance"],
  () => ["GET", "/cards/v2/events?limit=5"],
  () => ["POST", "/bank/v2/payments/instant", paymentBody()],
  () => ["POST", "/bank/v2/payments/instant", to("9001000003")],
  () => ["POST", "/bank/v2/payments/instant", paymentBody({ amount: 7_700, referenceId: "INV-7" })],
  (seen) => ["GET", `/bank/v2/payments/instant/${about(seen, "pmt")}`],
  () => ["GET", "/bank/v2/payments/instant?limit=5"],
  () => ["POST", `${api}/generations`, { docType: "user-guide", source }],
  (seen) => ["GET", `${api}/generations/${about(seen, "gen")}`],
  () => ["POST", `${api}/checks`, { text: "The cache can be utilized in order to make requests faster." }],
  () => ["POST", "/cards/v2/payments", { ...charge, amount: -1 }]
]

const endpoints: ReadonlyArray<Step> = [
  () => ["POST", "/cards/v2/webhook_endpoints", { url: "https://shop.example.com/cards", enabled_events: ["*"] }],
  () => ["POST", "/bank/v2/webhooks", { url: "https://shop.example.com/bank", events: ["*"] }]
]

/** Numbers below a bound that follow from a seed. */
const numbersFrom = (seed: number) => {
  let state = seed * 2_654_435_761 + 1
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const headersFor = (path: string): Readonly<Record<string, string | undefined>> => {
  if (path.startsWith("/bank")) return { authorization: undefined, "x-api-key": testClient.apiKey }
  return path.startsWith("/docs") ? { authorization: `Bearer ${docsKey}` } : {}
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Everything that a script left behind. */
const play = async (seed: number, turnsBefore: (step: number) => number) => {
  const engine = await TestEngine.make({
    plugins: [cards(), bank({ mode: "sandbox" }), docs({ apiKeys: [Redacted.make(docsKey)] })],
    clock: startOfTests,
    inTurn: true,
    seed
  })
  const next = numbersFrom(seed)
  const seen: Record<string, string> = {}
  const answers: Array<ReadonlyArray<unknown>> = []
  let asked = 0
  const ask = async ([method, path, body]: ReturnType<Step>) => {
    const headers = { ...headersFor(path), "idempotency-key": `key-${asked++}` }
    const answer = await engine.request(method, path, body, headers)
    const id: unknown = answer.json?.id ?? answer.json?.data?.paymentId
    if (typeof id === "string") seen[id.slice(0, id.indexOf("_"))] = id
    answers.push([method, path, answer.status, [...answer.headers], answer.text, engine.webhooks().length])
  }
  /** Asks for things that are under way together: one begins so many turns after the other. */
  const askTogether = async (requests: ReadonlyArray<ReturnType<Step>>) => {
    const answered: Array<Promise<void>> = []
    for (const request of requests) {
      await turns(turnsBefore(asked))
      answered.push(ask(request))
    }
    await Promise.all(answered)
  }
  for (const step of endpoints) await ask(step(seen))
  for (let count = 0; count < stepsEach; count++) {
    await askTogether(Array.from({ length: 1 + next(3) }, () => steps[next(steps.length)]!(seen)))
    if (next(5) === 0) await engine.drain()
    if (next(4) === 0) await engine.advance({ minutes: 1 + next(3_000) })
  }
  await engine.advance("9 days")
  await ask(["GET", "/cards/v2/events?limit=100"])
  await ask(["GET", "/bank/v2/payments/instant?limit=100"])
  await engine.close()
  // Attempts of one moment run side by side, and so in any order.
  const webhooks = engine.notifier.requests.map((request) => JSON.stringify(request)).sort()
  return { answers, webhooks }
}

/** Whether the other thread keeps a processor busy, or waits until it is to. */
const isBusy = new Int32Array(new SharedArrayBuffer(4))
const busy: Array<Worker> = []
const setBusy = (whether: boolean) => {
  Atomics.store(isBusy, 0, whether ? 1 : 0)
  Atomics.notify(isBusy, 0)
}
beforeAll(() => {
  const code = `const isBusy = require("node:worker_threads").workerData
    for (;;) Atomics.wait(isBusy, 0, 0)`
  busy.push(new Worker(code, { eval: true, workerData: isBusy }))
})
afterAll(() => Promise.all(busy.map((worker) => worker.terminate())))

describe("a script over all services", () => {
  it.each(Array.from({ length: scripts }, (_, index) => index + 1))("%i gives the same bytes twice", async (seed) => {
    const first = await play(seed, () => 0)
    setBusy(true)
    const again = await play(seed, (step) => (step % 3) * 40).finally(() => setBusy(false))
    expect(again.answers).toEqual(first.answers)
    expect(again.webhooks).toEqual(first.webhooks)
    expect(first.answers.some(([, , status]) => status === 200 || status === 201)).toBe(true)
  })
})
