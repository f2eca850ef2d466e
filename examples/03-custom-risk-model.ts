/**
 * A risk model of your own, plugged in with one layer: it blocks payments over 1,000.00 from devices that the shop has
 * not seen before. Run it:
 *
 *   npm run example -- examples/03-custom-risk-model.ts
 */
import { createEngine, RiskModel } from "bursar"
import { cards } from "bursar/cards"
import { sqlite } from "bursar/sqlite"
import * as Layer from "effect/Layer"

const knownDevices = new Set(["device_of_anna"])

/** From a score of 86 on, a payment is blocked. A model may also answer with a promise, or ask a remote service. */
const shopRisk = RiskModel.make({
  name: "shop-risk-1",
  score: ({ amountMinor, client }) => {
    const isNewDevice = client.deviceId === undefined || !knownDevices.has(client.deviceId)
    return isNewDevice && amountMinor > 100_000
      ? { score: 95, signals: ["device_anomaly", "unusual_amount"] }
      : { score: 5 }
  }
})

const engine = await createEngine({
  plugins: [cards()],
  store: sqlite(":memory:"),
  layers: Layer.succeed(RiskModel, shopRisk)
})

const pay = async (deviceId: string) => {
  const response = await engine.fetch(
    new Request("http://localhost/cards/v2/payments", {
      method: "POST",
      headers: { authorization: "Bearer sk_test_any_key_will_do", "content-type": "application/json" },
      body: JSON.stringify({
        amount: 150_000,
        currency: "usd",
        payment_method: "pm_card_visa",
        client: { device_id: deviceId }
      })
    })
  )
  const answer = JSON.parse(await response.text())
  console.log(`1,500.00 USD from ${deviceId}: ${response.status} ${answer.error?.message ?? answer.status}`)
}

await pay("device_of_anna")
await pay("device_of_nobody")
await engine.close()
