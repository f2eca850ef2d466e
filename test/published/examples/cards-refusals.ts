/** What the card service refuses, for its examples. */
import { cards, type CardsOptions } from "../../../plugins/cards/index.ts"
import { TestEngine } from "../../../src/testing/index.ts"
import { front } from "../../cards/kycImages.ts"
import { anonymous, type Ask, type Scene } from "./record.ts"
import { whileStoreFails } from "./scenes.ts"

type CardsAccount = NonNullable<CardsOptions["accounts"]>[number]

const headers = { authorization: "Bearer sk_test_refused_here" }

const engine = () => TestEngine.make({ plugins: [cards()] })

const paid = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }

const pay = (ask: Ask, more: object = {}, expected?: number) =>
  ask("POST", "/v2/payments", { ...paid, ...more }, expected)

const customerOf = async (ask: Ask, more: object = {}): Promise<string> =>
  (await ask("POST", "/v2/customers", { email: "jane.roe@example.com", name: "Jane Roe", ...more })).id

/** What every request may meet. */
const refuseFrame: Scene["play"] = async (ask) => {
  await ask("GET", "/v2/payments", undefined, 401, anonymous)
  await ask("GET", "/v2/payments", undefined, 401, { authorization: "Bearer nonsense" })
  await ask("GET", "/v2/payments", undefined, 401, { authorization: "Bearer sk_live_refused_here" })
  await ask("POST", "/v2/payments", paid, 400, { "svc-data-region": "moon" })
  await ask("POST", "/v2/payments", paid, 400, { "svc-version": "latest" })
  await ask("POST", "/v2/payments", "{", 400)
  await ask("POST", "/v2/payments", { ...paid, idempotency_key: "another" }, 400)
  const key = { "idempotency-key": "order-1" }
  await ask("POST", "/v2/payments", paid, undefined, key)
  await ask("POST", "/v2/payments", { ...paid, amount: 1 }, 409, key)
  await ask("POST", "/v2/payments", { description: "x".repeat(1_100_000) }, 413)
  await ask("POST", "/v2/payments", "amount=2000", 415, { "content-type": "text/plain" })
  await ask("GET", "/v2/payments?colour=blue", undefined, 400)
  await ask("GET", "/v2/payments?limit=0", undefined, 400)
  await ask("GET", "/v2/payments?cursor=cur_unknown", undefined, 400)
  await ask("GET", "/v2/payments?created[gte]=yesterday", undefined, 400)
}

/** Payments and what follows them. */
const refusePayments = async (ask: Ask) => {
  for (const decline of ["declined", "insufficient_funds", "expired", "incorrect_cvc", "fraudulent"]) {
    await pay(ask, { payment_method: `pm_card_${decline}` }, 402)
  }
  await pay(ask, { amount: 1 }, 400)
  await pay(ask, { amount: 1_000_000_000_000_000 }, 400)
  await pay(ask, { currency: "xxx" }, 400)
  await pay(ask, { payment_method: "pm_unknown" }, 400)
  await pay(ask, { metadata: { order: 1 } }, 400)
  const captured = await pay(ask)
  const capture = (id: string, body: object = {}) => ask("POST", `/v2/payments/${id}/capture`, body, 400)
  await capture(captured.id)
  await ask("POST", `/v2/payments/${captured.id}/cancel`, {}, 400)
  await ask("POST", `/v2/payments/${captured.id}/confirm`, {}, 400)
  const held = await pay(ask, { capture_method: "manual" })
  await capture(held.id, { amount: 3000 })
  await ask("POST", "/v2/refunds", { payment_id: held.id }, 400)
  const waiting = await pay(ask, { payment_method: "pm_card_3ds_required" })
  await capture(waiting.id)
  await ask("POST", `/v2/payments/${waiting.id}/confirm`, {}, 400)
  const refund = (body: object, expected?: number) =>
    ask("POST", "/v2/refunds", { payment_id: captured.id, ...body }, expected)
  await refund({ amount: 3000 }, 400)
  await refund({})
  await refund({}, 400)
  await ask("POST", "/v2/test_helpers/disputes", { payment_id: captured.id, reason: "fraudulent" }, 400)
  const disputed = await pay(ask)
  const dispute = () => ({ payment_id: disputed.id, reason: "fraudulent" })
  const { id } = await ask("POST", "/v2/test_helpers/disputes", dispute())
  await ask("POST", "/v2/test_helpers/disputes", dispute(), 400)
  await ask("POST", "/v2/refunds", { payment_id: disputed.id }, 400)
  const evidence = (body: object, expected?: number) => ask("POST", `/v2/disputes/${id}/evidence`, body, expected)
  await evidence({ submit: true }, 400)
  await evidence({ receipt: "Receipt 4711", submit: true })
  await evidence({ receipt: "Receipt 4712", submit: true }, 400)
  await ask("POST", `/v2/disputes/${id}/accept`, {}, 400)
  const late = await ask("POST", "/v2/test_helpers/disputes", { payment_id: (await pay(ask)).id, reason: "duplicate" })
  await ask("POST", "/v2/test_helpers/clock/advance", { seconds: 15 * 86_400 })
  await ask("POST", `/v2/disputes/${late.id}/evidence`, { receipt: "Receipt 4713" }, 400)
  await capture(held.id)
  await ask("POST", `/v2/payments/${held.id}/cancel`, {}, 400)
}

/** Customers, and what belongs to them. */
const refuseCustomers = async (ask: Ask) => {
  const id = await customerOf(ask)
  const change = (body: object) => ask("POST", `/v2/customers/${id}`, body, 400)
  await ask("POST", "/v2/customers", { email: "jane.roe@example.com" }, 400)
  await change({ phone: "one" })
  await change({ name: "x".repeat(501) })
  await change({ metadata: { ["x".repeat(41)]: "1" } })
  await change({ metadata: { order: "x".repeat(501) } })
  await change({ metadata: { order: 1 } })
  await change({ metadata: Object.fromEntries([...Array(21).keys()].map((at) => [`key${at}`, "1"])) })
  const card = { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" }
  const add = (more: object, expected?: number) =>
    ask("POST", "/v2/payment_methods", { type: "card", card: { ...card, ...more } }, expected)
  await add({ number: "4242424242424241" }, 400)
  await add({ number: "4012888888881881" }, 400)
  await add({ exp_year: 2020 }, 400)
  const method = await add({})
  await ask("POST", `/v2/payment_methods/${method.id}/attach`, { customer: id })
  const other = await customerOf(ask, { email: "john.roe@example.com" })
  await ask("POST", `/v2/payment_methods/${method.id}/attach`, { customer: other }, 400)
  await pay(ask, { payment_method: method.id, customer: other }, 400)
  await ask("POST", `/v2/payment_methods/${method.id}/detach`, {})
  await ask("POST", `/v2/payment_methods/${method.id}/detach`, {}, 400)
  await pay(ask, { payment_method: method.id, customer: id }, 400)
  await ask("POST", "/v2/test_helpers/subscriptions", { customer: id })
  await ask("DELETE", `/v2/customers/${id}`, undefined, 400)
  const verify = (more: object, expected?: number) =>
    ask("POST", `/v2/customers/${id}/kyc`, { document_type: "passport", document_front: front, ...more }, expected)
  await verify({ document_front: "AAAA" }, 400)
  await verify({ document_front: "A".repeat(14_000_000) }, 400)
  const { verification_id } = await verify({})
  await verify({}, 400)
  await ask("POST", `/v2/test_helpers/kyc/${verification_id}/resolve`, { outcome: "verified" })
  await verify({}, 400)
  await pay(ask, { amount: 1_000_000, customer: other })
  const { data } = await ask("GET", `/v2/aml/alerts?customer_id=${other}`)
  await ask("POST", `/v2/aml/alerts/${data[0].id}`, { status: "closed", note: "No doubt" })
  await ask("POST", `/v2/aml/alerts/${data[0].id}`, { status: "under_review" }, 400)
}

/** Customers who may not be served, in all that may be asked for them. */
const refuseBlocked = async (ask: Ask) => {
  const cuban = await customerOf(ask, { address: { country: "CU" } })
  await pay(ask, { customer: cuban }, 403)
  const listed = await customerOf(ask, { email: "listed@example.com" })
  const held = await pay(ask, { customer: listed, capture_method: "manual" })
  const asked = await pay(ask, { customer: listed, payment_method: "pm_card_3ds_required" })
  await ask("POST", `/v2/test_helpers/payments/${asked.id}/authenticate`, { result: "succeeded" })
  await ask("POST", "/v2/test_helpers/screening_entries", { name: "Listed Person" })
  await ask("POST", `/v2/customers/${listed}`, { name: "Listed Person" })
  await ask("POST", `/v2/payments/${asked.id}/confirm`, {}, 403)
  await ask("POST", `/v2/payments/${held.id}/capture`, {}, 403)
  await pay(ask, { customer: listed }, 403)
}

/** Bank accounts and payouts. */
const refusePayouts = async (ask: Ask) => {
  const customer = await customerOf(ask)
  const payOut = (more: object, expected?: number) =>
    ask(
      "POST",
      "/v2/payouts",
      { amount: 1000, currency: "usd", destination: "ba_test_verified_usd", ...more },
      expected
    )
  await payOut({}, 400)
  await ask("POST", "/v2/test_helpers/balance/fund", { currency: "usd", amount: 100_000 })
  await payOut({ destination: "ba_unknown" }, 400)
  await payOut({ currency: "eur" }, 400)
  const accountOf = async (account_number: string): Promise<string> =>
    (
      await ask("POST", "/v2/bank_accounts", {
        customer,
        country: "US",
        currency: "usd",
        account_holder_name: "Jane Roe",
        routing_number: "110000000",
        account_number
      })
    ).id
  const destination = await accountOf("000123456789")
  await payOut({ destination }, 400)
  await ask("POST", `/v2/bank_accounts/${destination}/verify`, { amounts: [1, 1] }, 400)
  await ask("POST", `/v2/test_helpers/bank_accounts/${destination}/verify`, {})
  await payOut({ destination }, 403)
  const standard = await accountOf("000444444440")
  await ask("POST", `/v2/test_helpers/bank_accounts/${standard}/verify`, {})
  await payOut({ destination: standard, method: "instant" }, 400)
  const { id } = await payOut({})
  await ask("POST", `/v2/payouts/${id}/cancel`, {})
  await ask("POST", `/v2/payouts/${id}/cancel`, {}, 400)
}

/** In production, where nothing is tried out. */
const refuseInProduction: Scene["play"] = async (ask) => {
  await ask("GET", "/v2/payments", undefined, 401)
  await ask("GET", "/v2/test_helpers/clock", undefined, 403, { authorization: "Bearer sk_live_refused_here" })
}

const live: CardsAccount = { id: "acct_live", keys: ["sk_live_refused_here"] }
const withoutPayouts: CardsAccount = { id: "acct_refused", keys: ["sk_test_refused_here"], payouts: false }

/** What the card service refuses. */
export const refusalsOfCards: ReadonlyArray<Scene> = [
  { engine, headers, play: refuseFrame },
  { engine, headers, play: refusePayments },
  { engine, headers, play: refuseCustomers },
  { engine, headers, play: refuseBlocked },
  { engine, headers, play: refusePayouts },
  { engine, headers, play: async (ask) => void (await ask("GET", "/v2/payments", undefined, 429)) },
  {
    engine: () => TestEngine.make({ plugins: [cards({ mode: "production", accounts: [live] })] }),
    headers,
    play: refuseInProduction
  },
  {
    engine: () => TestEngine.make({ plugins: [cards({ mode: "sandbox", accounts: [withoutPayouts] })] }),
    headers,
    play: async (ask) => {
      const payout = { amount: 1000, currency: "usd", destination: "ba_test_verified_usd" }
      await ask("POST", "/v2/payouts", payout, 403)
    }
  },
  whileStoreFails(() => cards(), headers, ["GET", "/v2/payments"])
]
