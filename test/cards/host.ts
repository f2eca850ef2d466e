/** An engine with the cards plugin for tests: in memory, at a time that stands still, with repeatable ids. */
import { onTestFinished } from "vitest"
import { cards, type CardsOptions } from "../../plugins/cards/index.ts"
import { createEngine, type CreateEngineOptions, type EngineHandle } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"

export const startOfTests = "2026-01-15T09:30:00Z"

/** 32 bytes, for engines on a folder. */
export const masterKey = Buffer.alloc(32, 7).toString("base64")

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: any
}

export interface Host {
  readonly engine: EngineHandle
  /** Asks as the test account; `headers` may replace the key. */
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Reply>
  readonly pay: (body?: Readonly<Record<string, unknown>>) => Promise<any>
}

export const testKey = "sk_test_0123456789"

/** Starts an engine that is closed when the test ends. */
export const startHost = async (
  options: {
    readonly cards?: Partial<CardsOptions>
    readonly folder?: string
    readonly engine?: Partial<CreateEngineOptions<never>>
  } = {}
): Promise<Host> => {
  const engine = await createEngine({
    plugins: [cards({ mode: "sandbox", ...options.cards })],
    store: sqlite(options.folder ?? ":memory:"),
    masterKey,
    clock: startOfTests,
    seed: 1,
    log: false,
    ...options.engine
  })
  onTestFinished(() => engine.close())
  const ask: Host["ask"] = async (method, path, body, headers = {}) => {
    const response = await engine.fetch(
      new Request(`http://host.test/cards${path}`, {
        method,
        headers: { authorization: `Bearer ${testKey}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
      })
    )
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === "" ? undefined : JSON.parse(text)
    }
  }
  const pay: Host["pay"] = async (body = {}) =>
    (await ask("POST", "/v2/payments", { amount: 2000, currency: "usd", payment_method: "pm_card_visa", ...body })).body
  return { engine, ask, pay }
}
