/** Engines with tiny plugins for tests: in memory, at a time that stands still, with repeatable ids. */
import { onTestFinished } from "vitest"
import { createEngine, type CreateEngineOptions, type EngineHandle } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { tiny, type TinyOptions } from "./tinyPlugin.ts"

/** Where time stands when a test does not say. */
export const startOfTests = "2026-03-02T08:00:00.250Z"

/** 32 bytes, for engines on a folder. */
export const masterKey = Buffer.alloc(32, 9).toString("base64")

/** The principal behind the key of an account. */
export const principalOf = (account = "ada") => ({
  plugin: "tiny",
  account,
  mode: "test" as const,
  credential: `credential_${account}`,
  scopes: [],
  plan: "only"
})

/** An answer, read to its end. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: any
}

/** What a request carries beyond method and path. A header that is an empty text is left out. */
export interface Asked {
  readonly body?: string | Uint8Array | ReadableStream | object
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export type Ask = (method: string, path: string, asked?: Asked) => Promise<Reply>

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isPlain = (body: unknown): boolean => typeof body === "object" && Object.getPrototypeOf(body) === Object.prototype

/** Asks an engine with the key of the account `ada`. Plain objects are sent as JSON, anything else as it is. */
export const asker =
  (fetch: EngineHandle["fetch"]): Ask =>
  async (method, path, { body, headers = {}, signal } = {}) => {
    const sent = { authorization: "Bearer key_ada", "content-type": "application/json", ...headers }
    const request = new Request(`http://engine.test${path}`, {
      method,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== "")),
      ...(body === undefined ? {} : { body: isPlain(body) ? JSON.stringify(body) : body, duplex: "half" }),
      ...(signal === undefined ? {} : { signal })
    } as RequestInit)
    const response = await fetch(request)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }

/** How a test engine differs from the usual one. */
export type EngineDifferences<L> = Partial<CreateEngineOptions<L>> & { readonly folder?: string }

/** Starts an engine that is closed with the test: one tiny plugin unless `plugins` says otherwise. */
export const startEngine = async <L = never>(
  { folder, ...options }: EngineDifferences<L> = {},
  tinyOptions: TinyOptions = {}
): Promise<{ readonly engine: EngineHandle<L>; readonly ask: Ask }> => {
  const engine = await createEngine<L>({
    plugins: [tiny(tinyOptions)],
    store: sqlite(folder ?? ":memory:"),
    masterKey,
    clock: startOfTests,
    seed: 1,
    log: false,
    ...options
  })
  onTestFinished(() => engine.close())
  return { engine, ask: asker(engine.fetch) }
}
