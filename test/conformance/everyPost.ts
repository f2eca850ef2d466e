/** A good request to each POST of cards, for what holds for all of them; `postPaths` is the list that it must be complete by. */
import * as OpenApi from "effect/http-api/OpenApi"
import { CardsApi } from "../../plugins/cards/api.ts"
import { passport } from "./images.ts"
import { cardOf, receiver, type Merchant } from "./merchant.ts"

/** Makes ready what the request needs, and says where it goes and with which body. */
type Prepare = (merchant: Merchant) => Promise<readonly [path: string, body?: object]> | readonly [string, object?]

/** The paths of the published description that take a POST. */
export const postPaths: ReadonlyArray<string> = Object.entries(OpenApi.fromApi(CardsApi).paths)
  .filter(([, methods]) => methods.post !== undefined)
  .map(([path]) => path)

const payment = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }

const evidenceOf = async ({ dispute }: Merchant) => `/v2/disputes/${(await dispute()).id}`

const funded = async (merchant: Merchant) => {
  await merchant.fund()
  return merchant
}

const submitted = async ({ customer, post }: Merchant) =>
  (await post(`/v2/customers/${(await customer()).id}/kyc`, passport)).verification_id

const rule = { name: "A rule", when: { amount: { gte: 5_000 } }, action: "review" }

const alertOf = async ({ customer, get, pay }: Merchant) => {
  await pay({ amount: 1_000_000, customer: (await customer()).id })
  return (await get("/v2/aml/alerts")).data[0].id
}

const attached = async ({ customer, post }: Merchant) =>
  (await post("/v2/payment_methods/pm_card_visa/attach", { customer: (await customer()).id })).id

const payoutHelper =
  (step: string): Prepare =>
  async (merchant) => {
    const { id } = await (await funded(merchant)).payout({ method: "instant" })
    if (step === "return") await merchant.post(`/v2/test_helpers/payouts/${id}/pay`)
    return [`/v2/test_helpers/payouts/${id}/${step}`]
  }

/** Erases the account, and its keys with it: a repetition erases once more. */
export const unkept: ReadonlyArray<string> = ["/v2/test_helpers/reset"]

/** By path. */
export const everyPost: Readonly<Record<string, Prepare>> = {
  "/v2/payments": () => ["/v2/payments", payment],
  "/v2/payments/{id}/confirm": async ({ authenticate, pay }) => {
    const waiting = await pay({ payment_method: "pm_card_3ds_required" })
    await authenticate(waiting)
    return [`/v2/payments/${waiting.id}/confirm`]
  },
  "/v2/payments/{id}/capture": async ({ authorize }) => [`/v2/payments/${(await authorize()).id}/capture`],
  "/v2/payments/{id}/cancel": async ({ authorize }) => [`/v2/payments/${(await authorize()).id}/cancel`],
  "/v2/payment_methods": () => ["/v2/payment_methods", cardOf("4242424242424242")],
  "/v2/payment_methods/{id}/attach": async ({ customer, tokenize }) => [
    `/v2/payment_methods/${(await tokenize(cardOf("4242424242424242"))).id}/attach`,
    { customer: (await customer()).id }
  ],
  "/v2/payment_methods/{id}/detach": async (merchant) => [`/v2/payment_methods/${await attached(merchant)}/detach`],
  "/v2/refunds": async ({ pay }) => ["/v2/refunds", { payment_id: (await pay()).id, amount: 1 }],
  "/v2/customers": () => ["/v2/customers", { email: "ada@example.com" }],
  "/v2/customers/{id}": async ({ customer }) => [`/v2/customers/${(await customer()).id}`, { name: "Ada Lovelace" }],
  "/v2/customers/{id}/kyc": async ({ customer }) => [`/v2/customers/${(await customer()).id}/kyc`, passport],
  "/v2/bank_accounts": async ({ customer }) => [
    "/v2/bank_accounts",
    {
      customer: (await customer()).id,
      country: "US",
      currency: "usd",
      account_holder_name: "Ada Lovelace",
      routing_number: "110000000",
      account_number: "000123456789"
    }
  ],
  "/v2/bank_accounts/{id}/verify": async ({ bankAccount }) => [
    `/v2/bank_accounts/${(await bankAccount({}, false)).id}/verify`,
    { amounts: [32, 45] }
  ],
  "/v2/payouts": async (merchant) => {
    await merchant.fund()
    return ["/v2/payouts", { amount: 100, currency: "usd", destination: "ba_test_verified_usd" }]
  },
  "/v2/payouts/{id}/cancel": async (merchant) => [`/v2/payouts/${(await (await funded(merchant)).payout()).id}/cancel`],
  "/v2/disputes/{id}/evidence": async (merchant) => [
    `${await evidenceOf(merchant)}/evidence`,
    { receipt: "No. 17", submit: true }
  ],
  "/v2/disputes/{id}/accept": async (merchant) => [`${await evidenceOf(merchant)}/accept`],
  "/v2/risk/settings": () => ["/v2/risk/settings", { review_at: 50, block_at: 90 }],
  "/v2/risk/rules": () => ["/v2/risk/rules", rule],
  "/v2/risk/rules/{id}": async ({ post }) => [
    `/v2/risk/rules/${(await post("/v2/risk/rules", rule)).rule_id}`,
    { enabled: false }
  ],
  "/v2/risk/assess/{payment_id}/clear": async ({ pay }) => [
    `/v2/risk/assess/${(await pay({ payment_method: "pm_card_risk_high" })).id}/clear`
  ],
  "/v2/compliance/sanctions": () => ["/v2/compliance/sanctions", { name: "Ada Lovelace" }],
  "/v2/aml/alerts/{id}": async (merchant) => [`/v2/aml/alerts/${await alertOf(merchant)}`, { status: "under_review" }],
  "/v2/webhook_endpoints": () => ["/v2/webhook_endpoints", { url: receiver, enabled_events: ["*"] }],
  "/v2/webhook_endpoints/{id}": async ({ endpoint }) => [
    `/v2/webhook_endpoints/${(await endpoint()).id}`,
    { enabled_events: ["payment.created"] }
  ],
  "/v2/webhook_endpoints/{id}/rotate_secret": async ({ endpoint }) => [
    `/v2/webhook_endpoints/${(await endpoint()).id}/rotate_secret`
  ],
  "/v2/webhook_endpoints/{id}/replay": async ({ endpoint, pay }) => {
    const { id } = await endpoint()
    await pay()
    return [`/v2/webhook_endpoints/${id}/replay`, { from: "2026-01-15T00:00:00Z" }]
  },
  "/v2/webhook_deliveries/{id}/retry": async ({ drain, endpoint, get, pay }) => {
    const { id } = await endpoint()
    await pay()
    await drain()
    const [delivery] = (await get(`/v2/webhook_endpoints/${id}/deliveries`)).data
    return [`/v2/webhook_deliveries/${delivery.id}/retry`]
  },
  "/v2/test_helpers/clock/advance": () => ["/v2/test_helpers/clock/advance", { seconds: 60 }],
  "/v2/test_helpers/clock/freeze": () => ["/v2/test_helpers/clock/freeze"],
  "/v2/test_helpers/clock/run": () => ["/v2/test_helpers/clock/run"],
  "/v2/test_helpers/faults": () => [
    "/v2/test_helpers/faults",
    { operation: "POST /v2/customers", kind: "unavailable", times: 1 }
  ],
  "/v2/test_helpers/customers/{id}/flags": async ({ customer }) => [
    `/v2/test_helpers/customers/${(await customer()).id}/flags`,
    { flags: ["pep"] }
  ],
  "/v2/test_helpers/subscriptions": async ({ customer }) => [
    "/v2/test_helpers/subscriptions",
    { customer: (await customer()).id }
  ],
  "/v2/test_helpers/subscriptions/{id}/cancel": async ({ customer, post }) => {
    const { id } = await post("/v2/test_helpers/subscriptions", { customer: (await customer()).id })
    return [`/v2/test_helpers/subscriptions/${id}/cancel`]
  },
  "/v2/test_helpers/screening_entries": () => ["/v2/test_helpers/screening_entries", { name: "Quentin Zibble" }],
  "/v2/test_helpers/screenings/{id}/resolve": async ({ customer }) => [
    `/v2/test_helpers/screenings/${(await customer({ name: "Test UN Listed" })).screening.screening_id}/resolve`,
    { decision: "approved" }
  ],
  "/v2/test_helpers/kyc/{id}/resolve": async (merchant) => [
    `/v2/test_helpers/kyc/${await submitted(merchant)}/resolve`,
    { outcome: "verified" }
  ],
  "/v2/test_helpers/bank_accounts/{id}/verify": async ({ bankAccount }) => [
    `/v2/test_helpers/bank_accounts/${(await bankAccount({}, false)).id}/verify`
  ],
  "/v2/test_helpers/payment_methods/{id}/trust": async (merchant) => [
    `/v2/test_helpers/payment_methods/${await attached(merchant)}/trust`
  ],
  "/v2/test_helpers/payments/{id}/authenticate": async ({ pay }) => [
    `/v2/test_helpers/payments/${(await pay({ payment_method: "pm_card_3ds_required" })).id}/authenticate`,
    { result: "succeeded" }
  ],
  "/v2/test_helpers/payments/{id}/settle": async ({ pay }) => [
    `/v2/test_helpers/payments/${(await pay({ payment_method: "pm_ach_success" })).id}/settle`,
    { outcome: "succeeded" }
  ],
  "/v2/test_helpers/disputes": async ({ pay }) => [
    "/v2/test_helpers/disputes",
    { payment_id: (await pay()).id, reason: "general" }
  ],
  "/v2/test_helpers/disputes/{id}/resolve": async ({ dispute }) => [
    `/v2/test_helpers/disputes/${(await dispute()).id}/resolve`,
    { outcome: "won" }
  ],
  "/v2/test_helpers/refunds/{id}/resolve": async ({ pay, refund }) => [
    `/v2/test_helpers/refunds/${(await refund(await pay({ payment_method: "pm_card_pendingRefund" }))).id}/resolve`,
    { outcome: "succeeded" }
  ],
  "/v2/test_helpers/payouts/{id}/pay": payoutHelper("pay"),
  "/v2/test_helpers/payouts/{id}/fail": payoutHelper("fail"),
  "/v2/test_helpers/payouts/{id}/return": payoutHelper("return"),
  "/v2/test_helpers/balance/fund": () => ["/v2/test_helpers/balance/fund", { currency: "usd", amount: 100 }],
  "/v2/test_helpers/aml/rebuild": () => ["/v2/test_helpers/aml/rebuild"]
}
