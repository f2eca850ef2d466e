/** What a sandbox has to do so that an event of the bank is emitted: calls of the API, by the type of the event. */
import type { Bank, Bursar, RequestOptions } from "../../client/index.ts"

/** Calls that emit the event; `admin` are options of calls of the administration. */
export type BankRecipe = (client: Bursar, admin: RequestOptions) => Promise<unknown>

const party = {
  accountType: "checking",
  address: { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701" }
} as const
const originator = { ...party, name: "Example Supplies Inc", accountNumber: "1234567890", routingNumber: "099900014" }
const beneficiary = { ...party, name: "Jane Roe", accountNumber: "9000000000", routingNumber: "099900027" }

const pay = (client: Bursar, to: Partial<Bank.Party> = {}) =>
  client.bank.payments.create({ amount: 125_000, originator, beneficiary: { ...beneficiary, ...to } })

/** The network refuses payments to it with AC04. */
const closed = { accountNumber: "9001000004" }

/** A payment to somebody on the sandbox's sanctions list, and its hold. */
const hold = async (client: Bursar, admin: RequestOptions): Promise<string> => {
  const { data } = await pay(client, { name: "Zoltan Sanctionov" })
  for await (const { holdId, paymentId } of client.bank.holds.list({ status: "open" }, admin)) {
    if (paymentId === data.paymentId) return holdId
  }
  throw new Error("The payment was not held")
}

const note = { note: "By bursar trigger" }

const reject = async (client: Bursar, admin: RequestOptions) =>
  client.bank.holds.reject(await hold(client, admin), note, admin)

const ask = (action: "approve" | "decline") => async (client: Bursar) => {
  const request = { rail: "rtp", amount: 9_900, payee: originator, payer: beneficiary } as const
  const { data } = await client.bank.requestsForPayment.create(request)
  return client.bank.simulator.respondToRequest(data.rfpId, { action })
}

/** The table. Events that need days, or a second bank, are left out. */
export const bankRecipes: Readonly<Record<string, BankRecipe>> = {
  "payment.validated": (client) => pay(client),
  "payment.approved": (client) => pay(client),
  "payment.submitted": (client) => pay(client),
  "payment.settled": (client) => pay(client),
  "payment.returned": (client) => pay(client, closed),
  "payment.rejected": reject,
  "compliance.hold": hold,
  "compliance.released": async (client, admin) => client.bank.holds.release(await hold(client, admin), note, admin),
  "compliance.rejected": reject,
  "rfp.fulfilled": ask("approve"),
  "rfp.declined": ask("decline")
}
