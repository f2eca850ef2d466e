/** One request per code of the error catalogue that is refused with it, for `errors.test.ts`. */
import * as Layer from "effect/Layer"
import { Acquirer } from "../../plugins/cards/index.ts"
import { RiskModel } from "../../src/services/RiskModel.ts"
import { passport } from "./images.ts"
import { cardOf, key, startMerchant, type Merchant } from "./merchant.ts"

/** A request that will be refused. */
export type Asked = readonly [method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>]

/** How a code comes about. */
export interface Case {
  readonly param?: string
  /** Instead of the catalogue's, where the code has two. */
  readonly status?: number
  /** What the refusal leaves behind: a payment that was declined, an alert about the attempt. Default: nothing. */
  readonly stores?: "payment" | "alert"
  readonly start?: () => Promise<Merchant>
  /** Makes ready what the request needs, and says what is then asked. */
  readonly prepare: (merchant: Merchant) => Promise<Asked>
}

const payment = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
const payout = { amount: 10_000, currency: "usd", destination: "ba_test_verified_usd" }
const customer = { email: "ada@example.com" }

const liveKey = "sk_live_conformance"
const startLive = () => startMerchant({ mode: "production", accounts: [{ id: "acct_live", keys: [liveKey] }] }, liveKey)

/** A processor outside that finds every account closed. */
const startClosed = () =>
  startMerchant(
    {},
    key,
    Layer.merge(
      RiskModel.layer,
      Layer.succeed(
        Acquirer,
        Acquirer.make({
          name: "closed",
          testMode: "own",
          authorize: () => ({ outcome: "declined", code: "account_closed", message: "The account is closed" }),
          capture: () => ({ outcome: "captured" }),
          void: () => ({ outcome: "voided" }),
          refund: () => ({ outcome: "succeeded" })
        })
      )
    )
  )

const asks =
  (...asked: Asked): Case["prepare"] =>
  () =>
    Promise.resolve(asked)
const pays = (body: object, param?: string): Case => ({
  ...(param === undefined ? {} : { param }),
  prepare: asks("POST", "/v2/payments", { ...payment, ...body })
})
const declines = (payment_method: string): Case => ({ ...pays({ payment_method }), stores: "payment" })
const tokenizes = (body: object, param: string): Case => ({
  param,
  prepare: asks("POST", "/v2/payment_methods", body)
})

/** A POST to something that was made before. */
const then = (
  prepare: (merchant: Merchant) => Promise<readonly [path: string, body?: unknown]>,
  param?: string
): Case => ({
  ...(param === undefined ? {} : { param }),
  prepare: async (merchant) => {
    const [path, body = {}] = await prepare(merchant)
    return ["POST", path, body]
  }
})

/** A submission of a customer that is refused. */
const submits = (body: object, param: string): Case =>
  then(async ({ customer }) => [`/v2/customers/${(await customer()).id}/kyc`, { ...passport, ...body }], param)

/** A request that meets a fault which a test planned. */
const faulty = (kind: string): Case => ({
  prepare: async ({ post }) => {
    await post("/v2/test_helpers/faults", { operation: "POST /v2/customers", kind })
    return ["POST", "/v2/customers", customer]
  }
})

const refuses = (authorization: string): Case["prepare"] =>
  asks("POST", "/v2/payments", payment, { authorization: `Bearer ${authorization}` })

/** How the codes that requests of money and customers are refused with come about. */
const aboutResources = {
  payment_method_detached: then(async ({ customer, post, tokenize }) => {
    const { id } = await tokenize(cardOf("4242424242424242"))
    await post(`/v2/payment_methods/${id}/attach`, { customer: (await customer()).id })
    await post(`/v2/payment_methods/${id}/detach`)
    return ["/v2/payments", { ...payment, payment_method: id }]
  }, "payment_method"),
  payment_method_customer_mismatch: then(async ({ customer, post, tokenize }) => {
    const { id } = await tokenize(cardOf("4242424242424242"))
    await post(`/v2/payment_methods/${id}/attach`, { customer: (await customer()).id })
    return ["/v2/payments", { ...payment, payment_method: id, customer: (await customer()).id }]
  }, "payment_method"),
  email_taken: then(async ({ post }) => {
    await post("/v2/customers", customer)
    return ["/v2/customers", customer]
  }, "email"),
  active_subscriptions: {
    prepare: async ({ customer, post }) => {
      const { id } = await customer()
      await post("/v2/test_helpers/subscriptions", { customer: id })
      return ["DELETE", `/v2/customers/${id}`]
    }
  },
  bank_account_unverified: then(async ({ bankAccount, fund }) => {
    await fund()
    return ["/v2/payouts", { ...payout, destination: (await bankAccount({}, false)).id }]
  }, "destination"),
  currency_mismatch: then(async ({ fund }) => {
    await fund(100_000, "eur")
    return ["/v2/payouts", { ...payout, currency: "eur" }]
  }, "currency"),
  instant_payout_unavailable: then(async ({ bankAccount, fund }) => {
    await fund()
    const { id } = await bankAccount({ account_number: "000444444440" })
    return ["/v2/payouts", { ...payout, destination: id, method: "instant" }]
  }, "method"),
  balance_insufficient: then(async () => ["/v2/payouts", payout], "amount"),
  payout_unexpected_state: then(async ({ fund, payout }) => {
    await fund()
    return [`/v2/payouts/${(await payout({ method: "instant" })).id}/cancel`]
  }),
  authentication_pending: then(async ({ pay }) => {
    const { id } = await pay({ payment_method: "pm_card_3ds_required" })
    return [`/v2/payments/${id}/confirm`]
  }),
  payment_unexpected_state: then(async ({ pay }) => [`/v2/payments/${(await pay()).id}/confirm`]),
  payment_already_captured: then(async ({ authorize, post }) => {
    const path = `/v2/payments/${(await authorize()).id}/capture`
    await post(path)
    return [path]
  }),
  payment_not_capturable: then(async ({ pay }) => [`/v2/payments/${(await pay()).id}/capture`]),
  capture_amount_too_large: then(
    async ({ authorize }) => [`/v2/payments/${(await authorize()).id}/capture`, { amount: 2001 }],
    "amount"
  ),
  payment_not_cancelable: then(async ({ pay }) => [`/v2/payments/${(await pay()).id}/cancel`]),
  payment_expired: then(async ({ advance, authorize }) => {
    const { id } = await authorize()
    await advance("7 days")
    return [`/v2/payments/${id}/capture`]
  }),
  payment_not_refundable: then(
    async ({ authorize }) => ["/v2/refunds", { payment_id: (await authorize()).id }],
    "payment_id"
  ),
  payment_fully_refunded: then(async ({ pay, refund }) => {
    const { id } = await pay()
    await refund({ id })
    return ["/v2/refunds", { payment_id: id }]
  }, "payment_id"),
  payment_disputed: then(
    async ({ dispute }) => ["/v2/refunds", { payment_id: (await dispute()).payment_id }],
    "payment_id"
  ),
  refund_amount_too_large: then(
    async ({ pay }) => ["/v2/refunds", { payment_id: (await pay()).id, amount: 2001 }],
    "amount"
  ),
  evidence_already_submitted: then(async ({ dispute, post }) => {
    const path = `/v2/disputes/${(await dispute()).id}/evidence`
    await post(path, { receipt: "No. 17", submit: true })
    return [path, { receipt: "No. 18" }]
  }),
  evidence_deadline_passed: then(async ({ advance, dispute }) => {
    const { id } = await dispute()
    await advance("14 days")
    return [`/v2/disputes/${id}/evidence`, { receipt: "No. 17" }]
  }),
  evidence_empty: then(async ({ dispute }) => [`/v2/disputes/${(await dispute()).id}/evidence`, { submit: true }]),
  dispute_unexpected_state: then(async ({ dispute, post }) => {
    const path = `/v2/disputes/${(await dispute()).id}/accept`
    await post(path)
    return [path]
  }),
  invalid_alert_transition: then(async ({ customer, get, pay }) => {
    await pay({ amount: 1_000_000, customer: (await customer()).id })
    const [alert] = (await get("/v2/aml/alerts")).data
    return [`/v2/aml/alerts/${alert.id}`, { status: "open" }]
  }, "status"),
  sanctioned_country: {
    param: "customer",
    // The attempt is told to whoever watches: there is an alert, and no payment.
    stores: "alert",
    prepare: async ({ customer, post }) => {
      const { id } = await customer()
      await post(`/v2/customers/${id}`, { address: { country: "CU" } })
      return ["POST", "/v2/payments", { ...payment, customer: id }]
    }
  },
  invalid_image: submits({ document_front: "R0lGODlhAQABAAAAACwAAAAAAQABAAA=" }, "document_front"),
  image_too_large: submits({ selfie: "A".repeat(6_990_512) }, "selfie"),
  kyc_in_progress: then(async ({ customer, post }) => {
    const path = `/v2/customers/${(await customer()).id}/kyc`
    await post(path, passport)
    return [path, passport]
  }),
  kyc_already_verified: then(async ({ advance, customer, post }) => {
    const path = `/v2/customers/${(await customer()).id}/kyc`
    await post(path, passport)
    await advance("2 seconds")
    return [path, passport]
  }),
  screening_match: then(
    async ({ customer }) => [
      "/v2/payments",
      { ...payment, customer: (await customer({ name: "Test Sanctioned Person" })).id }
    ],
    "customer"
  ),
  kyc_required: then(async ({ customer, post }) => {
    const { id } = await customer()
    await post(`/v2/test_helpers/customers/${id}/flags`, { flags: ["high_risk"] })
    return ["/v2/payments", { ...payment, customer: id }]
  }, "customer")
} as const satisfies Readonly<Record<string, Case>>

/** How the codes about the request itself, its key and the service come about. */
const aboutRequests = {
  invalid_json: { prepare: asks("POST", "/v2/payments", "{") },
  parameter_missing: pays({ amount: undefined }, "amount"),
  parameter_invalid: pays({ amount: "2000" }, "amount"),
  parameter_unknown: pays({ tip: 100 }, "tip"),
  amount_too_small: pays({ amount: 49 }, "amount"),
  amount_too_large: pays({ amount: 1_000_000_000_000 }, "amount"),
  invalid_currency: pays({ currency: "USD" }, "currency"),
  string_too_long: pays({ description: "x".repeat(501) }, "description"),
  metadata_too_many_pairs: pays(
    { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, ""])) },
    "metadata"
  ),
  metadata_key_too_long: pays({ metadata: { ["k".repeat(41)]: "" } }, "metadata"),
  metadata_value_too_long: pays({ metadata: { k: "v".repeat(501) } }, "metadata.k"),
  metadata_value_invalid: pays({ metadata: { k: 1 } }, "metadata.k"),
  invalid_cursor: { param: "cursor", prepare: asks("GET", "/v2/payments?cursor=cur_x") },
  invalid_limit: { param: "limit", prepare: asks("GET", "/v2/payments?limit=0") },
  invalid_timestamp: { param: "created[gte]", prepare: asks("GET", "/v2/payments?created[gte]=now") },
  invalid_region: {
    param: "SVC-Data-Region",
    prepare: asks("POST", "/v2/payments", payment, { "svc-data-region": "moon" })
  },
  invalid_version: {
    param: "SVC-Version",
    prepare: asks("POST", "/v2/payments", payment, { "svc-version": "latest" })
  },
  invalid_card_number: tokenizes(cardOf("4242424242424241"), "card.number"),
  invalid_expiry: tokenizes(cardOf("4242424242424242", { exp_year: 2025 }), "card.exp_year"),
  not_a_test_card: tokenizes(cardOf("4111111111111111"), "card.number"),
  invalid_phone: { param: "phone", prepare: asks("POST", "/v2/customers", { ...customer, phone: "555" }) },
  idempotency_key_conflict: {
    param: "idempotency_key",
    prepare: asks("POST", "/v2/payments", { ...payment, idempotency_key: "a" }, { "idempotency-key": "b" })
  },
  missing_api_key: { prepare: asks("POST", "/v2/payments", payment, { authorization: "" }) },
  invalid_api_key: { prepare: refuses("sk_test_short") },
  live_key_in_sandbox: { prepare: refuses("sk_live_0123456789") },
  test_key_in_production: { start: startLive, prepare: refuses("sk_test_0123456789") },
  card_declined: declines("pm_card_declined"),
  insufficient_funds: declines("pm_card_insufficient_funds"),
  expired_card: declines("pm_card_expired"),
  incorrect_cvc: declines("pm_card_incorrect_cvc"),
  fraudulent: declines("pm_card_fraudulent"),
  account_closed: { ...pays({}), stores: "payment", start: startClosed },
  beta_access_required: { start: startLive, prepare: asks("POST", "/v2/payouts", payout) },
  live_key_not_allowed: { start: startLive, prepare: asks("POST", "/v2/test_helpers/reset", {}) },
  resource_missing: { prepare: asks("POST", "/v2/payments/pay_none/capture", {}) },
  unknown_endpoint: { prepare: asks("POST", "/v2/refundz", {}) },
  method_not_allowed: { prepare: asks("DELETE", "/v2/payments") },
  idempotency_key_reused: {
    param: "idempotency_key",
    prepare: async ({ pay }) => {
      await pay({ idempotency_key: "order-17" })
      return ["POST", "/v2/payments", { ...payment, amount: 2001, idempotency_key: "order-17" }]
    }
  },
  request_too_large: pays({ description: "x".repeat(1_048_577) }),
  unsupported_media_type: { prepare: asks("POST", "/v2/payments", "x", { "content-type": "text/plain" }) },
  internal_error: faulty("internal_error"),
  unavailable: faulty("unavailable")
} as const satisfies Readonly<Record<string, Case>>

/** By code. Two codes take longer and have tests of their own beside the table. */
export const cases = { ...aboutRequests, ...aboutResources } as const satisfies Readonly<Record<string, Case>>

/** The other status of `resource_missing`: 404 is for the path, 400 for what a body names. */
export const missingReference: Case = { ...pays({ payment_method: "pm_none" }, "payment_method"), status: 400 }
