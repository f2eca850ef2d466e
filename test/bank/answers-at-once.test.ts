/** Networks that answer twice while a message is still being sent, and networks of which nobody knows whether they have it. */
import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { bank, makeRail, Rails, type Rail, type RailEvent } from "../../plugins/bank/index.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { adminHeaders, freshKey, paymentBody, startOfTests } from "./host.ts"
import { testClient } from "../../plugins/bank/testClient.ts"

/** A network that settles and refuses each payment in one breath. */
const undecided = () => {
  let tell: (event: RailEvent) => Promise<void> = async () => {}
  return makeRail({
    id: "rtp",
    capabilities: {
      idempotentSend: true,
      inquiry: false,
      requestForPayment: false,
      returnRequest: false,
      batch: false,
      responseMs: 1_000
    },
    subscribe: (sink) => void (tell = sink),
    send: async ({ messageId }) => {
      const say = (status: "ACSC" | "RJCT") =>
        tell({
          railEventId: status,
          rail: "rtp",
          type: "status",
          messageId,
          status,
          reason: undefined,
          narrative: undefined
        })
      await Promise.all([say("ACSC"), say("RJCT")])
    },
    inquire: async () => ({ status: "unknown" })
  })
}

/** An engine with one rail, and a payment over it. */
const paidOver = async (rail: Rail) => {
  const rails = Layer.succeed(Rails, Rails.from([rail]))
  const plugin = bank({ mode: "sandbox", adminToken: adminHeaders.authorization.slice("Bearer ".length) }, { rails })
  const engine = await TestEngine.make({ plugins: [plugin], clock: startOfTests })
  onTestFinished(() => engine.close())
  const paid = await engine.request("POST", "/bank/v2/payments/instant", paymentBody({ railPreference: "rtp" }), {
    authorization: undefined,
    "x-api-key": testClient.apiKey,
    "idempotency-key": freshKey()
  })
  const admin = (method: string, path: string, body?: unknown) => engine.request(method, path, body, adminHeaders)
  return { admin, engine, paid }
}

it("of two answers during a send the later one is decided about what the first one made", async () => {
  const { admin, engine, paid } = await paidOver(undecided())
  const { paymentId, status } = paid.json.data
  expect(status).toBe("settled")
  // The caller is answered as soon as the payment settles; the send ends with the second answer.
  await engine.drain()
  const { json } = await admin("GET", "/bank/v2/admin/alerts")
  expect(json.data.map(({ resource, type }: any) => [type, resource])).toEqual([["payment.needs_attention", paymentId]])
})

/** A network whose line breaks while messages are sent, for good. */
const silent = () => {
  const broken = () => Promise.reject(new Error("timed out"))
  const capabilities = { ...undecided().capabilities, idempotentSend: false, inquiry: true }
  return makeRail({ id: "rtp", capabilities, subscribe: () => undefined, send: broken, inquire: broken })
}

it.each(["settled", "failed"])(
  "a payment that nobody knows to be sent is ended by an administrator as %s",
  async (end) => {
    const { admin, paid } = await paidOver(silent())
    const { paymentId, status } = paid.json.data
    expect(status).toBe("queued")
    const resolve = () =>
      admin("POST", `/bank/v2/admin/payments/${paymentId}/resolve`, { outcome: end, note: "asked by phone" })
    expect((await resolve()).json.data).toMatchObject({ status: end })
    expect((await resolve()).status).toBe(409)
    const { json } = await admin("GET", `/bank/v2/admin/ledger/entries?paymentId=${paymentId}`)
    expect(json.data.map(({ step }: any) => step)).toEqual([
      "reserve",
      "submit",
      end === "settled" ? "settle" : "refuse"
    ])
  }
)

it("a payment over a connection that carries no requests for return cannot be asked back", async () => {
  const { engine, paid } = await paidOver(undecided())
  const path = `/bank/v2/payments/instant/${paid.json.data.paymentId}/return-request`
  const headers = { authorization: undefined, "x-api-key": testClient.apiKey, "idempotency-key": freshKey() }
  const { json, status } = await engine.request("POST", path, { reasonCode: "DUPL" }, headers)
  expect([status, json.error.code, json.error.message]).toEqual([
    422,
    "RETURN_REQUEST_NOT_ALLOWED",
    "The connection to rtp carries no such requests"
  ])
})
