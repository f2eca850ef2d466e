/**
 * A test of an instant payment that the network answers late: the call is answered 202, and the clock, which stands still
 * until the test moves it, is taken to the moment the inquiry finds the payment settled. Run it:
 *
 *   npx vitest run examples/11-instant-payment.test.ts
 */
import { bank, testClient } from "bursar/bank"
import { TestEngine } from "bursar/testing"
import { expect, test } from "vitest"

const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701" }
const acme = {
  name: "Acme Corp",
  accountNumber: "1234567890",
  accountType: "checking",
  routingNumber: "099900014",
  address
}
// The simulated network never answers for this account number, and says "settled" when it is asked after 25 seconds.
const jane = { ...acme, name: "Jane Roe", accountNumber: "9002000002", routingNumber: "099900027" }

test("a payment that is not answered is found settled, and was sent once", async () => {
  const plugins = [bank()]
  await using engine = await TestEngine.make({ plugins, clock: "2026-06-17T16:00:00Z" })
  const headers = { "x-api-key": testClient.apiKey, authorization: undefined, "idempotency-key": "INV-42" }
  const pay = () =>
    engine.request(
      "POST",
      "/bank/v2/payments/instant",
      { amount: 125_000, originator: acme, beneficiary: jane, referenceId: "INV-42" },
      headers
    )

  const first = await pay()
  expect([first.status, first.json.data.status]).toEqual([202, "submitted"])

  await engine.advance("25 seconds")
  const again = await pay()
  expect([again.status, again.json.data.status]).toEqual([200, "settled"])
  expect(again.json.data.paymentId).toBe(first.json.data.paymentId)

  const log = `/bank/v2/simulator/network/messages?paymentId=${first.json.data.paymentId}`
  const passed = await engine.request("GET", log, undefined, headers)
  expect(passed.json.data.map(({ messageType }: { messageType: string }) => messageType)).toEqual([
    "pacs.008",
    "pacs.028"
  ])
})
