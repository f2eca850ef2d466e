/**
 * A card processor of your own, plugged in with one layer, and held to the contract by the suite that comes with the
 * package. This one is a map in memory; yours sends `reference` on as its processor's idempotency key. Run it:
 *
 *   npm run example -- examples/08-custom-acquirer.ts
 */
import { createEngine } from "bursar"
import { Acquirer, cards, type AuthorizeAnswer } from "bursar/cards"
import { acquirerSuite, staticPaymentMethod } from "bursar/cards/testing"
import { sqlite } from "bursar/sqlite"
import * as Layer from "effect/Layer"

const answers = new Map<string, AuthorizeAnswer>()

const acquirers = Acquirer.make({
  name: "my-processor",
  // Test payments go to the bundled sandbox unless the processor has a test system of its own.
  testMode: "own",
  timeout: "5 seconds",
  authorize: async ({ amountMinor, payment, paymentMethod, reference }) => {
    const declined = amountMinor > 100_000 || paymentMethod.behaviour.outcome !== "succeeds"
    const answer: AuthorizeAnswer = declined
      ? { outcome: "declined", code: "insufficient_funds", message: "The card has insufficient funds" }
      : { outcome: "authorized", acquirerReference: `mine-${payment}` }
    // Asked again under the same reference, it must not take the money again.
    answers.set(reference, answers.get(reference) ?? answer)
    return answers.get(reference)!
  },
  capture: async () => ({ outcome: "captured" }),
  void: async () => ({ outcome: "voided" }),
  refund: async () => ({ outcome: "pending" })
})

const approved = staticPaymentMethod("pm_card_visa")!
const declined = staticPaymentMethod("pm_card_insufficient_funds")!
const suite = acquirerSuite({ acquirers, approved, declined })
for (const { run } of suite) await run()
console.log(`The acquirer keeps all ${suite.length} promises`)

const engine = await createEngine({
  plugins: [cards()],
  store: sqlite(":memory:"),
  layers: Layer.succeed(Acquirer, acquirers)
})
for (const amount of [2_000, 200_000]) {
  const request = new Request("http://localhost/cards/v2/payments", {
    method: "POST",
    headers: { authorization: "Bearer sk_test_any_key_will_do", "content-type": "application/json" },
    body: JSON.stringify({ amount, currency: "usd", payment_method: "pm_card_visa" })
  })
  const { error, status } = JSON.parse(await (await engine.fetch(request)).text())
  console.log(`${amount}: ${error?.code ?? status}`)
}
await engine.close()
