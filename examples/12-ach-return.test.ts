/**
 * A test of an ACH debit that comes back for insufficient funds: days pass in milliseconds, over the Federal Reserve's
 * calendar, and the debit is presented again. Run it:
 *
 *   npx vitest run examples/12-ach-return.test.ts
 */
import { bank, testClient } from "bursar/bank"
import { TestEngine } from "bursar/testing"
import { expect, test } from "vitest"

const acme = {
  name: "Acme Corp",
  companyId: "1234567890",
  companyName: "ACME CORP",
  accountNumber: "1234567890",
  accountType: "checking",
  routingNumber: "099900014"
}
// The simulated bank returns entries to this account with R01, one banking day after their settlement.
const jane = { name: "Jane Roe", accountNumber: "9010000001", accountType: "checking", routingNumber: "099900069" }

test("a debit comes back with R01, and can be presented again for 180 days", async () => {
  // Tuesday noon in New York: the file leaves at 20:00, and the debit settles on Wednesday at 08:30.
  await using engine = await TestEngine.make({ plugins: [bank()], clock: "2026-06-16T16:00:00Z" })
  let keys = 0
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = {
      "x-api-key": testClient.apiKey,
      authorization: undefined,
      "idempotency-key": `key-${(keys += 1)}`
    }
    return (await engine.request(method, `/bank/v2/payments/ach${path}`, body, headers)).json.data
  }
  const terms = { direction: "debit", secCode: "PPD", amount: 25_000, companyEntryDescription: "RENT" }
  const { effectiveDate, paymentId } = await ask("POST", "", { ...terms, originator: acme, receiver: jane })
  expect(effectiveDate).toBe("2026-06-17")

  await engine.clock.advanceTo("2026-06-17T12:30:00Z")
  expect((await ask("GET", `/${paymentId}`)).status).toBe("settled")

  await engine.clock.advanceTo("2026-06-18T12:30:00Z")
  expect(await ask("GET", `/${paymentId}`)).toMatchObject({
    status: "returned",
    returnCode: "R01",
    representmentEligible: true,
    representmentDeadline: "2026-12-14"
  })

  // Friday is Juneteenth: what leaves on Thursday evening settles on Monday.
  const again = await ask("POST", `/${paymentId}/represent`)
  expect(again).toMatchObject({ status: "queued", amount: 25_000, effectiveDate: "2026-06-22" })
})
