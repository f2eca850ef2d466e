/** An engine with the cards plugin for webhook tests: in memory, time by hand, a receiver that records. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onTestFinished } from "vitest"
import { cards } from "../../plugins/cards/plugin.ts"
import { createEngine } from "../../src/engine/createEngine.ts"
import { publicHttpsOnly, type AddressPolicy } from "../../src/services/AddressGuard.ts"
import { Clock } from "../../src/services/Clock.ts"
import { Notifier, recordingNotifier } from "../../src/services/Notifier.ts"
import * as Sqlite from "../../src/store/dialects/Sqlite.ts"
import { WebhookAddressPolicy } from "../../src/webhooks/WebhookProfile.ts"

/** Where engine time begins. */
export const startedAt = "2026-01-15T09:30:00Z"

/** A receiver that the default policy allows. */
export const receiverUrl = "https://shop.example.com/hooks"

export const merchant = "sk_test_merchant_one"
export const otherMerchant = "sk_test_merchant_two"

type Json = any

export interface Called {
  readonly status: number
  /** The bytes as they came. */
  readonly text: string
  readonly body: Json
  readonly headers: Headers
}

interface CallOptions {
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Starts an engine that ends with the test. With `overNetwork`, deliveries go out over real sockets. */
export const startCards = async (options: { readonly policy?: AddressPolicy; readonly overNetwork?: true } = {}) => {
  const recording = recordingNotifier()
  const policy = Layer.succeed(WebhookAddressPolicy, options.policy ?? publicHttpsOnly)
  const notifier = options.overNetwork ? Layer.empty : Notifier.layerRecording(recording)
  const engine = await createEngine({
    plugins: [cards()],
    store: Sqlite.layer({ folder: Sqlite.inMemory }),
    layers: Layer.merge(policy, notifier),
    clock: startedAt,
    log: false
  })
  onTestFinished(() => engine.close())

  const call = async (
    method: string,
    path: string,
    body?: Json,
    { headers = {}, key = merchant }: CallOptions = {}
  ) => {
    const response = await engine.fetch(
      new Request(`http://engine.test/cards${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text), headers: response.headers } satisfies Called
  }

  /** Registers an endpoint for all events, or as told. */
  const register = async (changes: Readonly<Record<string, unknown>> = {}, call_?: CallOptions): Promise<Json> => {
    const made = await call(
      "POST",
      "/v2/webhook_endpoints",
      { url: receiverUrl, enabled_events: ["*"], ...changes },
      call_
    )
    if (made.status !== 200) throw new Error(`The endpoint was refused: ${made.text}`)
    return made.body
  }

  /** Makes a payment of 20.00 USD and runs what is due at once. */
  const pay = async (call_?: CallOptions): Promise<Json> => {
    const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
    const paid = await call("POST", "/v2/payments", body, call_)
    if (paid.status !== 200) throw new Error(`The payment was refused: ${paid.text}`)
    await engine.clock.drain()
    return paid.body
  }

  /** The newest deliveries to an endpoint. */
  const deliveriesTo = async (endpointId: string, call_?: CallOptions): Promise<ReadonlyArray<Json>> =>
    (await call("GET", `/v2/webhook_endpoints/${endpointId}/deliveries`, undefined, call_)).body.data

  /** The system's time as receivers know it, in epoch seconds. */
  const wallSeconds = () => engine.call(Effect.map(Clock, (clock) => Math.floor(clock.wallNow() / 1000)))

  const { answerWith, requests } = recording
  return { engine, call, register, pay, deliveriesTo, wallSeconds, requests, answerWith }
}

/** An endpoint as it is shown later: without its secret. */
export const shown = (endpoint: Json): Json =>
  Object.fromEntries(Object.entries(endpoint).filter(([name]) => name !== "secret"))
