/** What benches send to the bank service: an instant payment that the simulated network settles, from many clients. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { ourApi, type PaymentApi } from "./requests.ts"

const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701", country: "US" }

const party = (name: string, accountNumber: string, routingNumber: string) => ({
  name,
  accountNumber,
  accountType: "checking",
  routingNumber,
  address
})

/** Initiations of instant payments. */
export const instantApi: PaymentApi = {
  ...ourApi,
  path: "/bank/v2/payments/instant",
  body: JSON.stringify({
    amount: 125_000,
    originator: party("Example Supplies Inc", "1234567890", "099900014"),
    beneficiary: party("Jane Roe", "9000000000", "099900027"),
    remittanceInfo: "Invoice 4711"
  }),
  keyHeader: "X-API-Key"
}

/** Writes the file of so many clients, each of which may send 120 requests a minute. */
export const makeBankClients = (folder: string, count: number) => {
  const clients = Array.from({ length: count }, (_, index) => {
    const own = String(index).padStart(16, "0")
    return { clientId: `cli_bench${index}`, clientSecret: `bank_secret_${own}`, apiKey: `bank_key_${own}` }
  })
  const file = join(folder, "clients.json")
  writeFileSync(file, JSON.stringify(clients))
  return { settings: { BURSAR_BANK_CLIENTS: file }, keys: clients.map(({ apiKey }) => apiKey) }
}
