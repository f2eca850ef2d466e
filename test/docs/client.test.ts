import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { DocsRequestFailed, makeDocsClient, type DocsClientOptions } from "../../plugins/docs/client.ts"
import { noWaiting } from "../http/noWaiting.ts"
import { apiKey, petStore, startDocs, type DocsHost } from "./host.ts"

const options: DocsClientOptions = { baseUrl: "http://host.test/docs", apiKey: Redacted.make(apiKey), retries: 2 }

/** Runs a program with a client whose requests go straight to the engine; `fetch` may stand in the way. */
const withClient = <A, E>(
  host: DocsHost,
  program: (client: Effect.Success<ReturnType<typeof makeDocsClient>>) => Effect.Effect<A, E>,
  more: Partial<DocsClientOptions> = {},
  fetch: typeof globalThis.fetch = (input, init) => host.engine.fetch(new Request(input, init))
): Promise<A> =>
  Effect.runPromise(
    makeDocsClient({ ...options, ...more }).pipe(
      Effect.flatMap(program),
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, fetch),
      noWaiting()
    )
  )

const source = { name: "pets", content: JSON.stringify(petStore) }

describe("the typed client", () => {
  it("makes a document and reads its report by the schemas of the API", async () => {
    const host = await startDocs()
    const { id, status } = await withClient(host, (client) =>
      client.generations.create({ payload: { docType: "api-reference", source } })
    )
    expect(status).toBe("queued")
    await host.engine.clock.drain()
    const report = await withClient(host, (client) => client.generations.report({ params: { id } }))
    expect(report.coverage?.operations).toEqual({ expected: 1, present: 1 })
  })

  it("fails with what the service says", async () => {
    const host = await startDocs()
    const refused = await withClient(host, (client) =>
      Effect.flip(client.generations.create({ payload: { docType: "poem", source } }))
    )
    expect(refused).toBeInstanceOf(DocsRequestFailed)
    expect(refused).toMatchObject({ status: 422, code: "unsupported_doc_type", details: [{ path: "docType" }] })
    const stranger = await withClient(host, (client) => Effect.flip(client.projects.list({ query: {} })), {
      apiKey: Redacted.make("another")
    })
    expect(stranger).toMatchObject({ status: 401, code: "unauthorized" })
  })

  it("repeats a request whose answer was lost under one key: the project is made once", async () => {
    const host = await startDocs()
    let asked = 0
    const lossy: typeof globalThis.fetch = async (input, init) => {
      const answer = await host.engine.fetch(new Request(input, init))
      return ++asked === 1 ? new Response("", { status: 503 }) : answer
    }
    const made = await withClient(host, (client) => client.projects.create({ payload: { name: "Pets" } }), {}, lossy)
    expect(asked).toBe(2)
    const { items } = (await host.ask("GET", "/api/docs/v1/projects")).body
    expect(items.map(({ id }: { id: string }) => id)).toEqual([made.id])
  })
})
