/** An engine with the documentation service for tests: in memory, at a time that stands still, with repeatable ids. */
import { onTestFinished, vi } from "vitest"
import * as Redacted from "effect/Redacted"
import { docs, type DocsOptions } from "../../plugins/docs/index.ts"
import { createEngine, type CreateEngineOptions, type EngineHandle } from "../../src/index.ts"
import { laneLimits } from "../../src/jobs/lanes.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"

export const startOfTests = "2026-01-15T09:30:00Z"

/** 32 bytes, for engines on a folder. */
export const masterKey = Buffer.alloc(32, 7).toString("base64")

/** The key that opens the service. */
export const apiKey = "docs_key_of_tests"

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: any
}

export interface DocsHost {
  readonly engine: EngineHandle
  /** Asks below `/docs` with the key; `headers` may replace it. */
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Reply>
}

/** Starts an engine that is closed when the test ends. */
export const startDocs = async (
  options: {
    readonly docs?: Partial<DocsOptions>
    readonly folder?: string
    readonly engine?: Partial<CreateEngineOptions<never>>
  } = {}
): Promise<DocsHost> => {
  const engine = await createEngine({
    plugins: [docs({ apiKeys: [Redacted.make(apiKey)], baseUrl: "/docs", ...options.docs })],
    store: sqlite(options.folder ?? ":memory:"),
    masterKey,
    clock: startOfTests,
    seed: 1,
    log: false,
    ...options.engine
  })
  onTestFinished(() => engine.close())
  const ask: DocsHost["ask"] = async (method, path, body, headers = {}) => {
    const response = await engine.fetch(
      new Request(`http://host.test/docs${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
      })
    )
    const text = await response.text()
    const parsed = (response.headers.get("content-type") ?? "").includes("json") && text !== ""
    return { status: response.status, headers: response.headers, text, body: parsed ? JSON.parse(text) : undefined }
  }
  return { engine, ask }
}

/** Lets no job begin until the answered function is called, or the test ends: what is asked for meanwhile stays in the queue. */
export const holdQueue = (): (() => void) => {
  const limits: { parallelInFlight: number } = laneLimits
  const none = vi.spyOn(limits, "parallelInFlight", "get").mockReturnValue(0)
  const release = () => none.mockRestore()
  onTestFinished(release)
  return release
}

/** One event of a stream as it was read. */
export interface ReadEvent {
  readonly id: string
  readonly event: string
  readonly data: any
}

/** The events of a stream's text. */
export const eventsIn = (text: string): ReadonlyArray<ReadEvent> =>
  text
    .split("\n\n")
    .filter((block) => block.startsWith("id: "))
    .map((block) => {
      const [id = "", event = "", data = ""] = block.split("\n").map((line) => line.slice(line.indexOf(": ") + 2))
      return { id, event, data: JSON.parse(data) }
    })

/** The text of all deltas, in order. */
export const deltasOf = (events: ReadonlyArray<ReadEvent>): string =>
  events
    .filter(({ event }) => event === "delta")
    .map(({ data }) => data.text)
    .join("")

/** A small description with a bit of everything that a reference has. */
export const petStore = {
  openapi: "3.0.3",
  info: { title: "Pet store", version: "1.2.0", description: "Sells **pets**." },
  servers: [{ url: "https://pets.example.com/v1" }],
  security: [{ key: [] }],
  paths: {
    "/pets/{id}": {
      get: {
        operationId: "getPet",
        summary: "Get a pet",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: {
          "200": {
            description: "The pet",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } }
          },
          "404": { description: "No such pet" }
        }
      }
    }
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, age: { type: "integer", minimum: 0 } }
      }
    },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } }
  }
}
