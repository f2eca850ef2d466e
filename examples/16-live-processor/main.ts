/**
 * Live mode, end to end, with a processor of your own: a token becomes a payment method, a payment survives a lost answer, the
 * processor authenticates the cardholder, a refund arrives late. Run it:
 *
 *   npm run example -- examples/16-live-processor/main.ts
 */
import { createEngine } from "bursar"
import { Acquirer, cards } from "bursar/cards"
import { sqlite } from "bursar/sqlite"
import { randomBytes } from "node:crypto"
import * as Layer from "effect/Layer"
import { acquirersAt } from "./acquirer.ts"
import { startProcessor } from "./processor.ts"

const processor = await startProcessor()
const key = `sk_live_${randomBytes(16).toString("hex")}`
const engine = await createEngine({
  plugins: [
    cards({ mode: "production", accounts: [{ id: "acct_shop", keys: [key] }], publicUrl: "https://shop.example/cards" })
  ],
  store: sqlite(":memory:"),
  masterKey: randomBytes(32).toString("base64"),
  layers: Layer.succeed(Acquirer, acquirersAt(processor.url))
})

const post = async (path: string, body: object | string, headers: Record<string, string> = {}): Promise<any> => {
  const response = await engine.fetch(
    new Request(`https://shop.example/cards/v2${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body)
    })
  )
  return response.json()
}

// The processor's form in the browser made this token: no card number comes here.
const { card, id: method } = await post("/payment_methods", { type: "card", processor_token: "tok_1" })
console.log(`Tokenized: ${card.brand} ending in ${card.last4}`)

// The answer is lost after the money was taken. The payment waits, and the same question is asked again.
processor.script.lose = 1
const payment = await post("/payments", { amount: 2000, currency: "usd", payment_method: method })
await engine.clock.advance("1 minute")
const url = `https://shop.example/cards/v2/payments/${payment.id}`
const settled: any = await (
  await engine.fetch(new Request(url, { headers: { authorization: `Bearer ${key}` } }))
).json()
console.log(`Payment: ${payment.status}, then ${settled.status}; taken ${processor.charges.get("ch_1")!.takenMinor}`)

const refund = await post("/refunds", { payment_id: payment.id, amount: 500 })
await engine.clock.advance("1 minute")
const { body, headers } = processor.signed([{ type: "refund", refund: refund.id, outcome: "succeeded" }])
const told = await post("/acquirer_notices", body, headers)
console.log(`Refund: ${refund.status}; ${told.taken} notice taken; taken ${processor.charges.get("ch_1")!.takenMinor}`)
await engine.close()
processor.close()
