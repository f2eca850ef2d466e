/** The moves of tests in live mode, with the processor of the example behind HTTP. */
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { onTestFinished } from "vitest"
import { acquirersAt } from "../../examples/16-live-processor/acquirer.ts"
import { startProcessor } from "../../examples/16-live-processor/processor.ts"
import { Acquirer } from "../../plugins/cards/acquirer/Acquirer.ts"
import type { AcquirerNotice } from "../../plugins/cards/acquirer/notices.ts"
import { startHost, type Host } from "./host.ts"

const liveKey = "sk_live_f00d1e55f00d1e55f00d1e55"
const authorization = `Bearer ${liveKey}`

export const startLive = async (acquirers: Layer.Layer<never> | undefined) => {
  const account = { id: "acct_shop", keys: [liveKey], payouts: true, merchantCountry: "IE" }
  const host = await startHost({
    cards: { mode: "production", accounts: [account], publicUrl: "https://shop.example/cards" },
    engine: acquirers === undefined ? {} : ({ layers: acquirers } as never)
  })
  const ask: Host["ask"] = (method, path, body, headers) => host.ask(method, path, body, { authorization, ...headers })
  const post = async (path: string, body: unknown) => (await ask("POST", path, body)).body
  return { ask, post, advance: (by: string) => host.engine.clock.advance(by as never), host }
}

export const start = async () => {
  const processor = await startProcessor()
  onTestFinished(processor.close)
  const logged: Array<string> = []
  const log = Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])
  const acquirers = Layer.succeed(Acquirer, acquirersAt(processor.url))
  const live = await startLive(Layer.merge(acquirers, log) as never)
  const notify = (notice: AcquirerNotice, headers?: Record<string, string>) => {
    const signed = processor.signed([notice])
    return live.ask("POST", "/v2/acquirer_notices", signed.body, { ...signed.headers, ...headers })
  }
  const card = async (token = "tok_1") => {
    const { id } = await live.post("/v2/payment_methods", { type: "card", processor_token: token })
    return id as string
  }
  const pay = async (body: Readonly<Record<string, unknown>> = {}) =>
    live.post("/v2/payments", {
      amount: 2000,
      currency: "usd",
      ...body,
      payment_method: body["payment_method"] ?? (await card())
    })
  const shown = async (path: string) => (await live.ask("GET", path)).body
  return { ...live, processor, logged, notify, card, pay, shown }
}
