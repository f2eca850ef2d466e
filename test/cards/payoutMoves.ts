/** The moves of tests about payouts: money to pay out, somebody to pay it to, and the request. */
import { testAccount } from "../../plugins/cards/index.ts"
import * as customers from "../../plugins/cards/customers/operations.ts"
import { decide } from "../../src/domain.ts"
import { carryOutUnkeyed } from "../../src/plugin.ts"
import { account, type MoneyHost } from "./money.ts"

/** A verified bank account that belongs to nobody. */
export const staticUsd = "ba_test_verified_usd"

/** Puts money into the balance. */
export const fund = (host: MoneyHost, amount = 100_000, currency = "usd") =>
  host.post("/v2/test_helpers/balance/fund", { currency, amount })

/** Asks for a payout. */
export const payOut = (host: MoneyHost, body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  host.ask("POST", "/v2/payouts", { amount: 10_000, currency: "usd", destination: staticUsd, ...body }, headers)

/** Identity verification is not part of what is tested here: the customer is as if it had taken place. */
export const setKyc = async (host: MoneyHost, customer: string, kycStatus: "verified" | "pending" | "failed") => {
  const caller = await host.engine.caller({ principal: testAccount(account) })
  const change = customers.change(caller, customer, (before) => decide({ state: { ...before, kycStatus } }))
  await host.engine.call(carryOutUnkeyed(caller.store, change))
}

/** A customer with a bank account, both ready for payouts unless told otherwise. */
export const recipient = async (
  host: MoneyHost,
  options: {
    readonly name?: string
    readonly holder?: string
    readonly account?: string
    readonly verified?: boolean
    readonly kyc?: boolean
  } = {}
) => {
  const email = `a${Math.round(performance.now() * 1000)}@example.com`
  const customer = await host.post("/v2/customers", { email, name: options.name ?? "Ada Lovelace" })
  const made = await host.post("/v2/bank_accounts", {
    customer: customer.id,
    country: "US",
    currency: "usd",
    account_holder_name: options.holder ?? "Ada Lovelace",
    routing_number: "110000000",
    account_number: options.account ?? "000123456789"
  })
  if (options.verified !== false) await host.post(`/v2/bank_accounts/${made.id}/verify`, { amounts: [32, 45] })
  if (options.kyc !== false) await setKyc(host, customer.id, "verified")
  return { customer: customer.id as string, destination: made.id as string }
}
