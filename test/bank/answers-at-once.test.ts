/** Two answers of a network while its message is still being sent: both are about the payment as it was read for that. */
import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { bank, makeRail, Rails, type RailEvent } from "../../plugins/bank/index.ts"
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

it("of two answers during a send the later one is decided about what the first one made", async () => {
  const rails = Layer.succeed(Rails, Rails.from([undecided()]))
  const plugin = bank({ mode: "sandbox", adminToken: adminHeaders.authorization.slice("Bearer ".length) }, { rails })
  const engine = await TestEngine.make({ plugins: [plugin], clock: startOfTests })
  onTestFinished(() => engine.close())
  const paid = await engine.request("POST", "/bank/v2/payments/instant", paymentBody({ railPreference: "rtp" }), {
    authorization: undefined,
    "x-api-key": testClient.apiKey,
    "idempotency-key": freshKey()
  })
  const { paymentId, status } = paid.json.data
  expect(status).toBe("settled")
  // The caller is answered as soon as the payment settles; the send ends with the second answer.
  await engine.drain()
  const { json } = await engine.request("GET", "/bank/v2/admin/alerts", undefined, adminHeaders)
  expect(json.data.map(({ resource, type }: any) => [type, resource])).toEqual([["payment.needs_attention", paymentId]])
})
