/**
 * The client for programs that know nothing of Effect, with a server on this machine: a payment under the number of its
 * order, a decline, and the list of payments, page after page. Run it:
 *
 *   npm run example -- examples/15-promise-client.ts
 */
import { Bursar, BursarError } from "bursar/client"
import { configFromEnv, serve } from "bursar/server"

const server = await serve(await configFromEnv({ PORT: "0", BURSAR_DATA: ":memory:" }))
const bursar = new Bursar({ baseUrl: server.url, secretKey: "sk_test_12345678" })

const pay = async (order: string, amount: number, paymentMethod: string): Promise<string> => {
  const payment = { amount, currency: "usd", payment_method: paymentMethod } as const
  try {
    // The same order pays once, however often this is called.
    const { status } = await bursar.payments.create(payment, { idempotencyKey: order })
    return `${order}: ${status}`
  } catch (error) {
    if (error instanceof BursarError && error.type === "declined") return `${order}: ${error.code}`
    throw error
  }
}

console.log(await pay("order-1", 2000, "pm_card_visa"))
console.log(await pay("order-1", 2000, "pm_card_visa"))
console.log(await pay("order-2", 3000, "pm_card_visa_chargeDeclined"))
console.log(await pay("order-3", 4000, "pm_card_visa"))

const list = bursar.payments.list({ status: "succeeded", limit: 1 })
for await (const { amount } of list) console.log(`Paid: ${amount}`)

await server.close()
