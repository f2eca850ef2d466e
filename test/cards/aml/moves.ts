/** The moves of tests about monitoring: customers who pay, and what is then known of them. */
import { testAccount } from "../../../plugins/cards/index.ts"
import { eventsOf } from "../../store/eventsOf.ts"
import { startHost, testKey, type Host } from "../host.ts"

export const secondKey = "sk_test_second_9876543"
export const account = "acct_aml"

/** A host whose account has two keys, so that two people can act. */
export const startAmlHost = (more: Readonly<Record<string, unknown>> = {}) =>
  startHost({ cards: { accounts: [{ id: account, keys: [testKey, secondKey], ...more }] } })

let customers = 0

export const customerOf = async (host: Host, more: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  (await host.ask("POST", "/v2/customers", { email: `c${++customers}@example.com`, ...more })).body.id

export const pay = (host: Host, customer: string, amount: number, more: Readonly<Record<string, unknown>> = {}) =>
  host.ask("POST", "/v2/payments", { amount, currency: "usd", payment_method: "pm_card_visa", customer, ...more })

export const alertsOf = async (host: Host, query = ""): Promise<ReadonlyArray<any>> =>
  (await host.ask("GET", `/v2/aml/alerts${query}`)).body.data

export const rulesOf = async (host: Host, customer: string) =>
  (await alertsOf(host, `?customer_id=${customer}`)).map(({ rule_id }) => rule_id).sort()

export const told = async (host: Host, resource: string) => {
  const caller = await host.engine.caller({ principal: testAccount(account) })
  return host.engine.call(eventsOf(caller.store, { scope: caller.scope, resource }))
}

export const unflag = (host: Host, customer: string) =>
  host.ask("POST", `/v2/test_helpers/customers/${customer}/flags`, { flags: [] })

/** An alert that needs a report: two payments just below the threshold. */
export const suspicious = async (host: Host) => {
  const customer = await customerOf(host)
  await pay(host, customer, 900_000)
  await host.engine.clock.advance("25 hours")
  await pay(host, customer, 900_000)
  const [alert] = await alertsOf(host, `?customer_id=${customer}&sar_required=true`)
  return { customer, id: alert.id as string }
}

/** An alert that needs none. */
export const reportable = async (host: Host) => {
  const customer = await customerOf(host)
  const payment = (await pay(host, customer, 1_000_000)).body
  const [alert] = await alertsOf(host, `?customer_id=${customer}`)
  return { customer, payment, alert, id: alert.id as string }
}
