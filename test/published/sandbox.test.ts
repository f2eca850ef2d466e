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

const ask = async (service: keyof typeof headers, method: string, path: string, body?: unknown) =>
  (await engine).request(method, `/${service}${path}`, body, {
    ...headers[service],
    "idempotency-key": `wrong-${(count += 1)}`
  })

const customer = async (): Promise<string> =>
  (await ask("cards", "POST", "/v2/customers", { email: `jane${count}@example.com` })).json.id

const payment = (payment_method: string) => ({ amount: 100, currency: "usd", payment_method })

it.each([
  ["the number of a card", "cards", "/v2/payment_methods", card("4242424242424241")],
  ["the number of a real card", "cards", "/v2/payment_methods", card("4012888888881881")],
  ["a payment method", "cards", "/v2/payments", payment("pm_card_vsa")],
  ["a card number for a payment method", "cards", "/v2/payments", payment("4242424242424242")],
  ["a payment method to read", "cards", "/v2/payment_methods/pm_card_vsa", undefined],
  ["a payment method to trust", "cards", "/v2/test_helpers/payment_methods/pm_card_vsa/trust", {}],
  ["a bank account to read", "cards", "/v2/bank_accounts/ba_test_verified_chf", undefined],
  ["the routing number of a debit", "cards", "/v2/payment_methods", debit("110000001", "000123456789")],
  ["the account of a debit", "cards", "/v2/payment_methods", debit("110000000", "12")],
  ["a real account of a debit", "cards", "/v2/payment_methods", debit("110000000", "000123456780")],
  ["the check digit of a bank", "bank", "/v2/payments/instant", transfer("099900028")],
  ["a bank that is in no directory", "bank", "/v2/payments/instant", transfer("011000015")],
  ["a bank of a wire", "bank", "/v2/payments/wire", { ...transfer("011000015"), network: "fedwire" }],
  ["a BIC", "bank", "/v2/payments/wire", swift("SIMBUS34XXX")]
] as const)("a refusal of %s names the list in the reference", async (_, service, path, body) => {
  const { json, status, text } = await ask(service, body === undefined ? "GET" : "POST", path, body)
  expect([400, 404]).toContain(status)
  expect(text).toContain("The API reference lists")
  expect(json.error.message ?? json.errors[0].message).toMatch(/under The sandbox$/)
  const { info } = documentOf(published.find(({ id }) => id === service)!)
  expect(info.description).toContain("\n## The sandbox\n")
})

it("so does a refusal of what a customer names", async () => {
  const id = await customer()
  const attached = await ask("cards", "POST", "/v2/payment_methods/pm_card_vsa/attach", { customer: id })
  const changed = await ask("cards", "PATCH", `/v2/customers/${id}`, { default_payment_method: "pm_card_vsa" })
  const account = await ask("cards", "POST", "/v2/bank_accounts", {
    customer: id,
    country: "DE",
    currency: "eur",
    account_holder_name: "Jane Roe",
    iban: "DE89370400440532013001"
  })
  for (const { json } of [attached, changed, account]) {
    expect(json.error.message).toMatch(/The API reference lists .* under The sandbox$/)
  }
})

it("the chapter tells the addresses that stand for countries, and what else the lists know of a person", () => {
  const { description } = documentOf(published.find(({ id }) => id === "cards")!).info
  expect(description).toContain("| `192.0.2.0` to `192.0.2.255` | `US` |")
  expect(description).toContain("| `203.0.113.0` to `203.0.113.255` | `XX`, a country of high risk |")
  expect(description).toContain("| `Test Dated Person` | `ofac_sdn` | individual | `1960-04-01` | `RU` |")
})
