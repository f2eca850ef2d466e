import { describe, expect, it } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { startCards } from "../cards/webhook-endpoints-engine.ts"
import { makeEventJudge } from "./Document.ts"

type Json = any

const document = (await cards().load()).http!.openApi("/cards") as Json

/** Runs what tells most events, and gives what was received. */
const happen = async () => {
  const { call, engine, register, requests } = await startCards()
  await register()
  const post = async (path: string, body: Json = {}): Promise<Json> => (await call("POST", `/v2${path}`, body)).body
  const pay = (more: Json = {}) =>
    post("/payments", { amount: 2000, currency: "usd", payment_method: "pm_card_visa", ...more })

  const paid = await pay()
  await pay({ payment_method: "pm_card_declined" })
  const captured = await pay({ capture_method: "manual" })
  await post(`/payments/${captured.id}/capture`)
  const canceled = await pay({ capture_method: "manual" })
  await post(`/payments/${canceled.id}/cancel`)
  await post("/refunds", { payment_id: paid.id, amount: 500 })
  const dispute = await post("/test_helpers/disputes", { payment_id: captured.id, reason: "fraudulent" })
  await post(`/test_helpers/disputes/${dispute.id}/resolve`, { outcome: "won" })
  const customer = await post("/customers", { email: "jane@example.com", name: "Jane Roe" })
  await post(`/customers/${customer.id}`, { name: "Jane Doe" })
  await post("/compliance/sanctions", { name: "Zoltan Sanctionov" })
  await post("/test_helpers/balance/fund", { currency: "usd", amount: 100_000 })
  await post("/payouts", { amount: 5000, currency: "usd", destination: "ba_test_verified_usd" })
  await pay({ capture_method: "manual" })
  await post("/test_helpers/clock/advance", { seconds: 8 * 86_400 })
  await call("DELETE", `/v2/customers/${customer.id}`)
  await engine.clock.drain()
  return requests.map(({ body }: Json) => JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)))
}

describe("events that endpoints receive", () => {
  it("have the form that the document publishes under webhooks", async () => {
    const judge = makeEventJudge(document)
    const received: ReadonlyArray<Json> = await happen()
    const types = new Set(received.map(({ type }) => type))
    expect([...types]).toEqual(
      expect.arrayContaining([
        "payment.created",
        "payment.authorized",
        "payment.succeeded",
        "payment.captured",
        "payment.failed",
        "payment.canceled",
        "payment.expired",
        "refund.created",
        "screening.match",
        "customer.created",
        "customer.deleted",
        "dispute.created",
        "dispute.closed",
        "payout.created",
        "payout.paid"
      ])
    )
    expect(received.flatMap((event) => judge(event) ?? [])).toEqual([])
  })

  it("are judged: a body with a field more is refused", () => {
    const judge = makeEventJudge(document)
    expect(judge({ type: "payment.created" })).not.toEqual([])
    expect(judge({ type: "payment.exploded" })).toBeUndefined()
  })
})
