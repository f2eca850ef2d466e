/**
 * What the conformance tests share: a merchant who talks to the card payments service over HTTP, as any client would,
 * and receives its webhooks. Nothing here knows how the service is built.
 */
import type * as Layer from "effect/Layer"
import { onTestFinished } from "vitest"
import { cards, verifyWebhook, type CardsOptions, type ReceivedEvent } from "../../plugins/cards/index.ts"
import { RiskModel } from "../../src/services/RiskModel.ts"
import { TestEngine, type NotifierRequest } from "../../src/testing/index.ts"

/** Where engine time stands at first: a Thursday. */
export const start = "2026-01-15T09:30:00Z"

/** ISO 8601 in UTC, in whole seconds. */
export const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

export const key = "sk_test_conformance"

/** The region in which the merchant is in the EEA. */
export const europe = { "svc-data-region": "eu-west-1" }

/** Where webhooks go; nobody listens there, the engine's notifier records what it would send. */
export const receiver = "https://shop.example.com/hooks"

type Headers_ = Readonly<Record<string, string | undefined>>
type Body = Readonly<Record<string, unknown>>

/** A refusal in one object: the status and what stands in `error`. */
export interface Refusal {
  readonly status: number
  readonly type: string
  readonly code: string
  readonly message: string
  readonly param?: string
  readonly request_id: string
  readonly payment_id?: string
}

/** The longest documented card form; every field of it may be replaced. */
export const cardOf = (number: string, more: Body = {}) => ({
  type: "card",
  card: { number, exp_month: 12, exp_year: 2030, cvc: "123", ...more }
})

/** A US bank account as it is entered. */
export const achOf = (account_number: string) => ({
  type: "us_bank_account",
  us_bank_account: { routing_number: "110000000", account_number, account_holder_name: "Ada Lovelace" }
})

/** Starts an engine that is closed when the test ends, with services of the host's own if it has any. */
export const startMerchant = async (
  options: Partial<CardsOptions> = {},
  showing = key,
  services: Layer.Layer<RiskModel> = RiskModel.layer
) => {
  const engine = await TestEngine.make({
    plugins: [cards({ mode: "sandbox", ...options })],
    layers: services,
    clock: start,
    key: showing
  })
  onTestFinished(() => engine.close())
  let customers = 0

  const send = async (method: string, path: string, body?: unknown, headers?: Headers_) => {
    const { json, ...answer } = await engine.request(method, `/cards${path}`, body, headers)
    return { ...answer, body: json }
  }

  /** The body of an answer that must be 200. */
  const ok = async (method: string, path: string, body?: unknown, headers?: Headers_): Promise<any> => {
    const answer = await send(method, path, body, headers)
    if (answer.status !== 200) throw new Error(`${method} ${path} was refused: ${answer.status} ${answer.text}`)
    return answer.body
  }

  const get = (path: string, headers?: Headers_) => ok("GET", path, undefined, headers)
  const post = (path: string, body: unknown = {}, headers?: Headers_) => ok("POST", path, body, headers)

  /** The refusal of a request that must not be answered 200. */
  const refused = async (method: string, path: string, body?: unknown, headers?: Headers_): Promise<Refusal> => {
    const { body: answered, status, text } = await send(method, path, body, headers)
    if (status < 400) throw new Error(`${method} ${path} was not refused: ${status} ${text}`)
    return { status, ...answered.error }
  }

  const paymentOf = (body: Body) => ({ amount: 2000, currency: "usd", payment_method: "pm_card_visa", ...body })
  const pay = (body: Body = {}, headers?: Headers_) => post("/v2/payments", paymentOf(body), headers)
  const declined = (body: Body = {}, headers?: Headers_) => refused("POST", "/v2/payments", paymentOf(body), headers)
  const authorize = (body: Body = {}) => pay({ capture_method: "manual", ...body })
  const refund = (payment: { readonly id: string }, body: Body = {}) =>
    post("/v2/refunds", { payment_id: payment.id, ...body })
  const customer = (body: Body = {}, headers?: Headers_) =>
    post("/v2/customers", { email: `customer${++customers}@example.com`, ...body }, headers)
  const tokenize = (body: Body, headers?: Headers_) => post("/v2/payment_methods", body, headers)

  /** A payment and the dispute that its cardholder opened. */
  const dispute = async (body: Body = {}) => {
    const payment = await pay()
    return post("/v2/test_helpers/disputes", { payment_id: payment.id, reason: "fraudulent", ...body })
  }

  const fund = (amount = 100_000, currency = "usd") => post("/v2/test_helpers/balance/fund", { currency, amount })
  const payout = (body: Body = {}) =>
    post("/v2/payouts", { amount: 10_000, currency: "usd", destination: "ba_test_verified_usd", ...body })

  /** A customer with a bank account whose deposits were told. */
  const bankAccount = async (body: Body = {}, verified = true) => {
    const made = await post("/v2/bank_accounts", {
      customer: (await customer({ name: "Ada Lovelace" })).id,
      country: "US",
      currency: "usd",
      account_holder_name: "Ada Lovelace",
      routing_number: "110000000",
      account_number: "000123456789",
      ...body
    })
    return verified ? post(`/v2/bank_accounts/${made.id}/verify`, { amounts: [32, 45] }) : made
  }

  const endpoint = (body: Body = {}) => post("/v2/webhook_endpoints", { url: receiver, enabled_events: ["*"], ...body })

  /** Answers the authentication page as a browser does, by its form. */
  const authenticate = async (
    payment: { readonly next_action: { readonly redirect_url: string } },
    result = "succeeded"
  ) =>
    engine.fetch(
      new Request(payment.next_action.redirect_url, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ result }).toString()
      })
    )

  return {
    engine,
    advance: engine.advance,
    drain: engine.drain,
    /** Everything that was sent to webhook receivers. */
    deliveries: engine.notifier.requests,
    answerWebhooksWith: engine.notifier.answerWith,
    send,
    get,
    post,
    remove: (path: string) => ok("DELETE", path),
    refused,
    pay,
    declined,
    authorize,
    refund,
    customer,
    tokenize,
    dispute,
    fund,
    payout,
    bankAccount,
    endpoint,
    authenticate,
    payment: (id: string, headers?: Headers_) => get(`/v2/payments/${id}`, headers),
    available: async (currency = "usd"): Promise<number> =>
      (await get("/v2/balance")).available.find((one: { currency: string }) => one.currency === currency)?.amount ?? 0,
    /** Types of the events about a resource, oldest first. */
    told: async (resource: string): Promise<ReadonlyArray<string>> =>
      (await get(`/v2/events?limit=100&resource=${resource}`)).data.map((one: { type: string }) => one.type).reverse(),
    /** What must always hold, as the service itself reports it. */
    invariants: () => get("/v2/test_helpers/invariants")
  }
}

/** A merchant with a running engine. */
export type Merchant = Awaited<ReturnType<typeof startMerchant>>

/** What a receiver does first: verify with the shipped verifier, by its own clock. Throws when it is not to be believed. */
export const received = (request: NotifierRequest, secret: string): ReceivedEvent => {
  const signature = request.headers["SVC-Signature"] ?? ""
  // A receiver of these engines has their clock, which the signature names (C231).
  const receivedAt = new Date(Number(signature.split(",")[0]) * 1000)
  return verifyWebhook({ payload: request.body, signature, secret, receivedAt })
}

/** The ids of a page, in its order. */
export const idsOf = (page: { readonly data: ReadonlyArray<{ readonly id: string }> }): ReadonlyArray<string> =>
  page.data.map(({ id }) => id)
