import { expect, test } from "@jest/globals"
import { cards } from "bursar/cards"
import { matchers, TestEngine } from "bursar/testing"

expect.extend(matchers)

test("a payment is settled and its event delivered", () =>
  TestEngine.use({ plugins: [cards()] }, async (engine) => {
    await engine.request("POST", "/cards/v2/webhook_endpoints", {
      url: "https://shop.example.com/hook",
      enabled_events: ["*"]
    })
    const order = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
    const { json } = await engine.request("POST", "/cards/v2/payments", order)
    await engine.drain()
    await expect(engine).toBeSettled(json.id)
    await expect(engine).toHaveDelivered("payment.succeeded", { resource: json.id, times: 1 })
    await expect(engine).toBalance()
  }))
