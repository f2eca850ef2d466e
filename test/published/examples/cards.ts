/** What is done to the card service for its examples. */
import { front } from "../../cards/kycImages.ts"
import { cards as cardsPlugin } from "../../../plugins/cards/index.ts"
import { TestEngine } from "../../../src/testing/index.ts"
import { refusalsOfCards } from "./cards-refusals.ts"
import type { Ask, Scenario } from "./record.ts"

const paid = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }

/** What people decide: on payments under review, on alerts, on screenings; and what is removed. */
const playOfficers = async (ask: Ask) => {
  const risky = await ask("POST", "/v2/payments", { ...paid, payment_method: "pm_card_risk_high" })
  await ask("GET", `/v2/risk/assess/${risky.id}`)
  await ask("POST", `/v2/risk/assess/${risky.id}/clear`, {})
  const customer = await ask("POST", "/v2/customers", { email: "large@example.com" })
  await ask("POST", "/v2/payments", { ...paid, amount: 1_000_000, customer: customer.id })
  const { data: alerts } = await ask("GET", `/v2/aml/alerts?customer_id=${customer.id}`)
  await ask("GET", `/v2/aml/alerts/${alerts[0].id}`)
  await ask("POST", `/v2/aml/alerts/${alerts[0].id}`, { status: "under_review", note: "Asked for invoices" })
  await ask("GET", `/v2/aml/alerts/${alerts[0].id}/history`)
  const listed = await ask("POST", "/v2/customers", { email: "listed@example.com", name: "Example Listed Person" })
  const { screening_id: screening } = listed.screening
  await ask("GET", `/v2/compliance/sanctions/${screening}`)
  await ask("POST", `/v2/test_helpers/screenings/${screening}/resolve`, { decision: "approved" })
  const gone = await ask("POST", "/v2/customers", { email: "gone@example.com" })
  const account = await ask("POST", "/v2/bank_accounts", {
    customer: gone.id,
    country: "US",
    currency: "usd",
    account_holder_name: "Jenny Rosen",
    routing_number: "110000000",
    account_number: "000222222227"
  })
  await ask("GET", `/v2/bank_accounts/${account.id}`)
  await ask("DELETE", `/v2/bank_accounts/${account.id}`)
  await ask("DELETE", `/v2/customers/${gone.id}`)
  const rule = await ask("POST", "/v2/risk/rules", {
    name: "Review small payments",
    when: { amount: { lt: 100 } },
    action: "review"
  })
  await ask("GET", `/v2/risk/rules/${rule.id}`)
  await ask("DELETE", `/v2/risk/rules/${rule.id}`)
  const endpoint = await ask("POST", "/v2/webhook_endpoints", {
    url: "https://example.com/old-webhooks",
    enabled_events: ["*"]
  })
  await ask("GET", `/v2/webhook_endpoints/${endpoint.id}`)
  await ask("DELETE", `/v2/webhook_endpoints/${endpoint.id}`)
}

/** Payments in all their ways, then customers, payouts, disputes, rules. */
const playAll = async (ask: Ask) => {
  const customer = await ask("POST", "/v2/customers", {
    email: "jenny.rosen@example.com",
    name: "Jenny Rosen",
    address: { line1: "510 Townsend St", city: "San Francisco", state: "CA", postal_code: "94103", country: "US" },
    metadata: { order: "1234" }
  })
  await ask("POST", `/v2/customers/${customer.id}`, { phone: "+14155550123" })
  await ask("PATCH", `/v2/customers/${customer.id}`, { metadata: { order: "1235" } })
  await ask("POST", "/v2/customers", { name: "Jenny Rosen" }, 400)
  await ask("GET", "/v2/customers/cus_unknown", undefined, 404)
  const method = await ask("POST", "/v2/payment_methods", {
    type: "card",
    card: { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" },
    billing_details: { name: "Jenny Rosen" }
  })
  await ask("POST", `/v2/payment_methods/${method.id}/attach`, { customer: customer.id })
  const pay = (payment_method: string, more: object = {}, expected?: number) =>
    ask("POST", "/v2/payments", { amount: 2000, currency: "usd", payment_method, ...more }, expected)
  // The first one: with nothing in it that only this account has, so that anybody can send it.
  await pay("pm_card_visa", { description: "Order 1234", metadata: { order: "1234" } })
  const held = await pay(method.id, { customer: customer.id, capture_method: "manual", metadata: { order: "1234" } })
  await ask("POST", `/v2/payments/${held.id}/capture`, { amount: 1500 })
  await ask("POST", `/v2/payments/${held.id}/capture`, {}, 400)
  await pay("pm_card_declined", {}, 402)
  await pay("pm_card_visa", { amount: 1.5 }, 400)
  const asked = await pay("pm_card_3ds_required")
  await ask("POST", `/v2/test_helpers/payments/${asked.id}/authenticate`, { result: "succeeded" })
  await ask("POST", `/v2/payments/${asked.id}/confirm`, {})
  const unwanted = await pay("pm_card_visa", { capture_method: "manual" })
  await ask("POST", `/v2/payments/${unwanted.id}/cancel`, {})
  await ask("POST", "/v2/refunds", { payment_id: held.id, amount: 500, reason: "requested_by_customer" })
  const later = await pay("pm_card_pendingRefund")
  const refund = await ask("POST", "/v2/refunds", { payment_id: later.id })
  await ask("POST", `/v2/test_helpers/refunds/${refund.id}/resolve`, { outcome: "succeeded" })
  const debit = await pay("pm_ach_success", { amount: 5000 })
  await ask("POST", `/v2/test_helpers/payments/${debit.id}/settle`, { outcome: "succeeded" })
  const disputed = await pay("pm_card_visa", { amount: 3000 })
  const dispute = await ask("POST", "/v2/test_helpers/disputes", { payment_id: disputed.id, reason: "fraudulent" })
  await ask("POST", `/v2/disputes/${dispute.id}/evidence`, { receipt: "Receipt 4711", submit: true })
  await ask("POST", `/v2/test_helpers/disputes/${dispute.id}/resolve`, { outcome: "won" })
  const second = await pay("pm_card_visa", { amount: 3100 })
  const lost = await ask("POST", "/v2/test_helpers/disputes", { payment_id: second.id, reason: "duplicate" })
  await ask("POST", `/v2/disputes/${lost.id}/accept`, {})
  await ask("POST", "/v2/test_helpers/balance/fund", { currency: "usd", amount: 100_000 })
  const account = await ask("POST", "/v2/bank_accounts", {
    customer: customer.id,
    country: "US",
    currency: "usd",
    account_holder_name: "Jenny Rosen",
    routing_number: "110000000",
    account_number: "000123456789"
  })
  await ask("POST", `/v2/bank_accounts/${account.id}/verify`, { amounts: [32, 45] })
  const other = await ask("POST", "/v2/bank_accounts", {
    customer: customer.id,
    country: "US",
    currency: "usd",
    account_holder_name: "Jenny Rosen",
    routing_number: "110000000",
    account_number: "000111111113"
  })
  await ask("POST", `/v2/test_helpers/bank_accounts/${other.id}/verify`, {})
  const verified = await ask("POST", `/v2/customers/${customer.id}/kyc`, {
    document_type: "passport",
    document_front: front,
    date_of_birth: "1990-05-17"
  })
  await ask("POST", `/v2/test_helpers/kyc/${verified.verification_id}/resolve`, { outcome: "verified" })
  const payout = () =>
    ask("POST", "/v2/payouts", { amount: 1000, currency: "usd", destination: "ba_test_verified_usd" })
  await ask("POST", `/v2/payouts/${(await payout()).id}/cancel`, {})
  const failing = await payout()
  const paid = await payout()
  await ask("POST", "/v2/test_helpers/clock/advance", { seconds: 86_400 })
  await ask("POST", `/v2/test_helpers/payouts/${failing.id}/fail`, { failure_code: "account_closed" })
  await ask("POST", `/v2/test_helpers/payouts/${paid.id}/pay`, {})
  await ask("POST", `/v2/test_helpers/payouts/${paid.id}/return`, { failure_code: "account_closed" })
  const endpoint = await ask("POST", "/v2/webhook_endpoints", {
    url: "https://example.com/webhooks",
    enabled_events: ["payment.succeeded", "payment.failed"]
  })
  await ask("POST", `/v2/webhook_endpoints/${endpoint.id}`, { enabled_events: ["*"] })
  await ask("PATCH", `/v2/webhook_endpoints/${endpoint.id}`, { signature_format: "prefixed" })
  await pay("pm_card_visa")
  await ask("POST", "/v2/test_helpers/clock/advance", { seconds: 1 })
  const deliveries = await ask("GET", `/v2/webhook_endpoints/${endpoint.id}/deliveries`)
  await ask("POST", `/v2/webhook_deliveries/${deliveries.data[0]?.id}/retry`, {})
  await ask("POST", `/v2/webhook_endpoints/${endpoint.id}/rotate_secret`, {})
  await ask("POST", `/v2/webhook_endpoints/${endpoint.id}/replay`, { from: "2026-01-15T09:00:00Z" })
  await ask("POST", "/v2/risk/settings", { review_at: 60, block_at: 85 })
  const rule = await ask("POST", "/v2/risk/rules", {
    name: "Review large payments",
    when: { amount: { gte: 100_000 } },
    action: "review"
  })
  await ask("POST", `/v2/risk/rules/${rule.id}`, { enabled: false })
  await ask("POST", "/v2/compliance/sanctions", { name: "Test Sanctioned Person" })
  await ask("POST", "/v2/test_helpers/screening_entries", { name: "Example Listed Person" })
  await ask("POST", `/v2/test_helpers/customers/${customer.id}/flags`, { flags: ["pep"] })
  await ask("POST", `/v2/test_helpers/payment_methods/${method.id}/trust`, {})
  const subscription = await ask("POST", "/v2/test_helpers/subscriptions", { customer: customer.id })
  await ask("POST", `/v2/test_helpers/subscriptions/${subscription.id}/cancel`, {})
  await playOfficers(ask)
  await ask("POST", "/v2/test_helpers/faults", { operation: "POST /v2/payments", kind: "unavailable", times: 1 })
  await ask("POST", "/v2/test_helpers/aml/rebuild", {})
  await ask("GET", `/v2/payment_methods?customer=${customer.id}`)
  await ask("POST", `/v2/payment_methods/${method.id}/detach`, {})
  await ask("GET", `/v2/customers/${customer.id}/kyc/${verified.verification_id}`)
  await ask("GET", `/v2/refunds/${refund.id}`)
  await ask("GET", `/v2/ledger/entries?source=${held.id}`)
}

/** Ids of a running clock are of the millisecond in which they are made. */
const playRunning = async (ask: Ask) => {
  await ask("POST", "/v2/test_helpers/reset", {})
  await ask("POST", "/v2/test_helpers/clock/run", {})
  await ask("POST", "/v2/test_helpers/clock/freeze", {})
}

/** Events that only follow a failed refund, a failed verification or an expired authorization. */
const playEvents = async (ask: Ask) => {
  const { id } = await ask("POST", "/v2/customers", { email: "jenny.rosen@example.com", name: "Jenny Rosen" })
  await ask("POST", "/v2/webhook_endpoints", { url: "https://example.com/webhooks", enabled_events: ["*"] })
  const refunded = await ask("POST", "/v2/payments", { ...paid, payment_method: "pm_card_refundFail" })
  await ask("POST", "/v2/refunds", { payment_id: refunded.id })
  const { verification_id } = await ask("POST", `/v2/customers/${id}/kyc`, {
    document_type: "passport",
    document_front: front
  })
  await ask("POST", `/v2/test_helpers/kyc/${verification_id}/resolve`, { outcome: "failed" })
  await ask("POST", "/v2/payments", { ...paid, capture_method: "manual" })
  await ask("POST", "/v2/test_helpers/clock/advance", { seconds: 8 * 86_400 })
}

const headers = { authorization: "Bearer sk_test_examples" }

const engine = () => TestEngine.make({ plugins: [cardsPlugin()] })

/** The scenario: everything that works, then every refusal. */
export const cards: Scenario = {
  service: "cards",
  scenes: [
    { engine, headers, play: playAll },
    { engine, headers, play: playRunning },
    { engine, headers, play: playEvents },
    ...refusalsOfCards
  ]
}
