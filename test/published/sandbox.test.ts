/** The sandbox in the reference: a request with a wrong test value is told where the right ones are listed. */
import { afterAll, expect, it } from "vitest"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { TestEngine } from "../../src/testing/index.ts"
import { documentOf, published } from "./services.ts"

const engine = TestEngine.make({
  plugins: [cards({ mode: "sandbox" }), bank({ mode: "sandbox", clients: [testClient] })]
})
afterAll(async () => (await engine).close())

const headers = {
  cards: { authorization: "Bearer sk_test_0123456789" },
  bank: { authorization: undefined as never, "x-api-key": testClient.apiKey }
}

let count = 0

const card = (number: string) => ({ type: "card", card: { number, exp_month: 12, exp_year: 2034, cvc: "123" } })
const debit = (routing_number: string, account_number: string) => ({
  type: "us_bank_account",
  us_bank_account: { routing_number, account_number, account_holder_type: "individual" }
})
const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701", country: "US" }
const party = { name: "Jane Roe", accountNumber: "1234567890", accountType: "checking", address }
const transfer = (routingNumber: string) => ({
  amount: 1_000,
  originator: { ...party, routingNumber: "099900014" },
  beneficiary: { ...party, routingNumber }
})
const swift = (bic: string) => ({
  ...transfer(""),
  network: "swift",
  beneficiary: { name: "Jane Roe", accountNumber: "123456", bic, address: { ...address, country: "US" } }
})

it.each([
  ["the number of a card", "cards", "/v2/payment_methods", card("4242424242424241")],
  ["the number of a real card", "cards", "/v2/payment_methods", card("4012888888881881")],
  ["a payment method", "cards", "/v2/payments", { amount: 100, currency: "usd", payment_method: "pm_card_vsa" }],
  ["the routing number of a debit", "cards", "/v2/payment_methods", debit("110000001", "000123456789")],
  ["the account of a debit", "cards", "/v2/payment_methods", debit("110000000", "12")],
  ["a real account of a debit", "cards", "/v2/payment_methods", debit("110000000", "000123456780")],
  ["the check digit of a bank", "bank", "/v2/payments/instant", transfer("099900028")],
  ["a bank that is in no directory", "bank", "/v2/payments/instant", transfer("011000015")],
  ["a bank of a wire", "bank", "/v2/payments/wire", { ...transfer("011000015"), network: "fedwire" }],
  ["a BIC", "bank", "/v2/payments/wire", swift("SIMBUS34XXX")]
] as const)("a refusal of %s names the list in the reference", async (_, service, path, body) => {
  const { json, status, text } = await (
    await engine
  ).request("POST", `/${service}${path}`, body, {
    ...headers[service],
    "idempotency-key": `wrong-${(count += 1)}`
  })
  expect(status).toBe(400)
  expect(text).toContain("The API reference lists")
  expect(json.error.message ?? json.errors[0].message).toMatch(/under The sandbox$/)
  const { info } = documentOf(published.find(({ id }) => id === service)!)
  expect(info.description).toContain("\n## The sandbox\n")
})
