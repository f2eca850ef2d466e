/** Generations over HTTP: from a source to a version, its stream, its report, and every way in which it can end. */
import { describe, expect, it } from "vitest"
import { deltasOf, eventsIn, holdQueue, petStore, startDocs, type DocsHost } from "./host.ts"

const base = "/api/docs/v1"
const inline = { name: "pets", content: JSON.stringify(petStore) }
const publish = { repositoryUrl: "https://code.example.com/a.git", repoToken: "token" }
/** One more than YAML may have; JSON may have twice as much. */
const longYaml = `openapi: 3.0.0 #${"x".repeat(10 * 1024 * 1024)}`

/** Starts a generation and lets it run to its end. */
const generate = async ({ ask, engine }: DocsHost, body: Readonly<Record<string, unknown>> = {}) => {
  const started = await ask("POST", `${base}/generations`, { docType: "api-reference", source: inline, ...body })
  expect(started.status, started.text).toBe(202)
  await engine.clock.drain()
  return (await ask("GET", `${base}/generations/${started.body.id}`)).body
}

describe("a generation", () => {
  it("D42 is queued, runs, and becomes version 1 of a document", async () => {
    const host = await startDocs()
    const started = await host.ask("POST", `${base}/generations`, { docType: "api-reference", source: inline })
    expect(started.status).toBe(202)
    expect(started.body).toMatchObject({
      status: "queued",
      docType: "api-reference",
      links: { self: `/docs${base}/generations/${started.body.id}` }
    })
    await host.engine.clock.drain()
    const done = (await host.ask("GET", `${base}/generations/${started.body.id}`)).body
    expect(done).toMatchObject({ status: "succeeded" })
    expect(done.documentId).toMatch(/^doc_/)
    expect(done.versionId).toMatch(/^ver_/)
    expect(done.progress.sectionsDone).toBe(done.progress.sectionsTotal)
  })

  it("D42 names the source that came with it, which can be looked at and removed", async () => {
    const host = await startDocs()
    const { sourceIds } = await generate(host)
    const source = `${base}/sources/${sourceIds[0]}`
    expect((await host.ask("GET", source)).body).toMatchObject({ name: "pets", projectId: null })
    expect((await host.ask("DELETE", source)).status).toBe(204)
  })

  it("D78 returns the coverage with the report", async () => {
    const host = await startDocs()
    const done = await generate(host)
    const report = (await host.ask("GET", `${base}/generations/${done.id}/report`)).body
    expect(report.coverage).toEqual({
      operations: { expected: 1, present: 1 },
      parameters: { expected: 1, present: 1 },
      requestBodies: { expected: 0, present: 0 },
      responses: { expected: 2, present: 2 },
      schemas: { expected: 1, present: 1 },
      securitySchemes: { expected: 1, present: 1 },
      errorCodes: { expected: 1, present: 1 }
    })
    expect(report.writers).toEqual({ rules: done.progress.sectionsTotal })
  })

  it("D13 streams its draft; D14 the deltas are the document, and one terminal event comes last", async () => {
    const host = await startDocs()
    const done = await generate(host)
    const stream = await host.ask("GET", `${base}/generations/${done.id}/stream`)
    expect(stream.headers.get("content-type")).toContain("text/event-stream")
    const events = eventsIn(stream.text)
    expect(events[0]!.event).toBe("generation.started")
    expect(events.at(-1)!.event).toBe("generation.completed")
    expect(events.filter(({ event }) => event.startsWith("generation.")).length).toBe(2)
    const stored = (await host.ask("GET", `${base}/documents/${done.documentId}`)).body.content
    expect(stored).toContain("# Pet store")
    expect(deltasOf(events)).toBe(stored)
    const ids = events.map(({ id }) => id)
    expect(ids).toEqual(ids.map((_, at) => `1.${at + 1}`))
  })

  it("D14 resumes after the event a reader saw last, with the same bytes", async () => {
    const host = await startDocs()
    const done = await generate(host)
    const whole = eventsIn((await host.ask("GET", `${base}/generations/${done.id}/stream`)).text)
    for (const at of [0, 3, whole.length - 2]) {
      const rest = await host.ask("GET", `${base}/generations/${done.id}/stream`, undefined, {
        "last-event-id": whole[at]!.id
      })
      expect(eventsIn(rest.text)).toEqual(whole.slice(at + 1))
    }
  })

  it("D42 keeps the stream for 15 minutes after the end", async () => {
    const host = await startDocs()
    const done = await generate(host)
    await host.engine.clock.advance("15 minutes")
    expect((await host.ask("GET", `${base}/generations/${done.id}/stream`)).status).toBe(200)
    await host.engine.clock.advance("1 second")
    const gone = await host.ask("GET", `${base}/generations/${done.id}/stream`)
    expect(gone).toMatchObject({ status: 410, body: { error: { code: "stream_expired" } } })
  })

  it("D42 can be cancelled while it is queued, and not after its end", async () => {
    const host = await startDocs()
    const project = (await host.ask("POST", `${base}/projects`, { name: "Pets" })).body
    const body = { docType: "api-reference", projectId: project.id, source: inline }
    const release = holdQueue()
    const queued = (await host.ask("POST", `${base}/generations`, body)).body
    expect((await host.ask("POST", `${base}/generations/${queued.id}/cancel`)).status).toBe(202)
    release()
    await host.engine.clock.drain()
    const ended = (await host.ask("GET", `${base}/generations/${queued.id}`)).body
    expect([ended.status, ended.documentId, ended.versionId]).toEqual(["cancelled", undefined, undefined])
    expect((await host.ask("GET", `${base}/documents`)).body.items).toEqual([])
    const told = eventsIn((await host.ask("GET", `${base}/generations/${queued.id}/stream`)).text)
    expect(told.at(-1)!.event).toBe("generation.cancelled")
    const done = await generate(host)
    const late = await host.ask("POST", `${base}/generations/${done.id}/cancel`)
    expect(late).toMatchObject({ status: 409, body: { error: { code: "not_cancellable" } } })
    const missing = await host.ask("POST", `${base}/generations/gen_0/cancel`)
    expect(missing).toMatchObject({ status: 404, body: { error: { code: "not_found" } } })
  })

  it("D48 makes the same document of the same source, and no second version of it", async () => {
    const host = await startDocs()
    const project = (await host.ask("POST", `${base}/projects`, { name: "Pets" })).body
    await host.ask("POST", `${base}/projects/${project.id}/sources`, inline)
    const of = { source: undefined, projectId: project.id }
    const first = await generate(host, of)
    const second = await generate(host, of)
    expect(second.documentId).toBe(first.documentId)
    expect(second.versionId).toBe(first.versionId)
  })

  it("takes a source once that is named twice", async () => {
    const host = await startDocs()
    const project = (await host.ask("POST", `${base}/projects`, { name: "Pets" })).body.id
    const log = { name: "log", kind: "commits", content: "feat: list pets\n" }
    const source = (await host.ask("POST", `${base}/projects/${project}/sources`, log)).body.id
    const of = { docType: "release-notes", source: undefined, sourceIds: [source, source] }
    const { documentId } = await generate(host, of)
    const { content } = (await host.ask("GET", `${base}/documents/${documentId}`)).body
    expect(content.match(/List pets/g)).toHaveLength(1)
  })

  it("lists generations, newest first, by status and kind", async () => {
    const host = await startDocs()
    const first = await generate(host)
    const second = await generate(host)
    const list = async (query: string) =>
      (await host.ask("GET", `${base}/generations?${query}`)).body.items.map(({ id }: { id: string }) => id)
    expect(await list("limit=10")).toEqual([second.id, first.id])
    expect(await list("status=succeeded&docType=api-reference&limit=1")).toEqual([second.id])
    expect(await list("status=failed")).toEqual([])
  })
})

describe("what cannot be generated", () => {
  const cases: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>, number, string]> = [
    ["a docType nobody knows", { docType: "poem" }, 422, "unsupported_doc_type"],
    ["no docType", { docType: undefined }, 400, "invalid_payload"],
    ["release notes of a description", { docType: "release-notes" }, 422, "unsupported_combination"],
    ["no source", { source: undefined }, 400, "invalid_payload"],
    ["content and url", { source: { ...inline, url: "https://example.com/a.yaml" } }, 400, "invalid_payload"],
    ["a source that is not there", { source: undefined, sourceIds: ["src_0"] }, 404, "not_found"],
    ["a project that is not there", { projectId: "prj_0" }, 404, "not_found"],
    ["a field that is not known", { colour: "red" }, 400, "invalid_payload"],
    ["broken YAML", { source: { name: "x", content: "openapi: 3.0.0\ninfo: {title: x" } }, 422, "parse_failed"],
    ["an OpenAPI of tomorrow", { source: { name: "x", content: "openapi: 4.0.0" } }, 422, "unsupported_version"],
    [
      "a collection of version 1",
      { source: { name: "x", content: '{"order": [], "requests": []}' } },
      422,
      "unsupported_collection_version"
    ],
    ["a long YAML", { source: { name: "x", content: longYaml } }, 422, "source_too_large"],
    ["no token to publish with", { settings: { publish: { ...publish, repoToken: "" } } }, 422, "repo_token_required"],
    ["a path out of the repository", { settings: { publish: { ...publish, path: "../x.md" } } }, 422, "unsafe_path"]
  ]

  it.each(cases)("refuses %s and stores nothing", async (_, body, status, code) => {
    const { ask } = await startDocs()
    const refused = await ask("POST", `${base}/generations`, { docType: "api-reference", source: inline, ...body })
    expect(refused.body.error).toMatchObject({ code, requestId: expect.stringMatching(/^req_/) })
    expect(refused.status).toBe(status)
    expect((await ask("GET", `${base}/generations`)).body.items).toEqual([])
  })

  it("refuses a project with more sources than a generation takes, and leaves none out", async () => {
    const { ask } = await startDocs()
    const project = (await ask("POST", `${base}/projects`, { name: "Pets" })).body.id
    const add = () => ask("POST", `${base}/projects/${project}/sources`, { name: "text", content: "# Pets\n" })
    for (let count = 1; count <= 50; count++) await add()
    const body = { projectId: project, docType: "readme" }
    const { body: started } = await ask("POST", `${base}/generations`, body)
    expect(started).toMatchObject({ status: "queued" })
    await add()
    const refused = await ask("POST", `${base}/generations`, body)
    expect(refused).toMatchObject({ status: 422, body: { error: { code: "limit_exceeded" } } })
  })

  it("D56 says line and column of what cannot be parsed", async () => {
    const { ask } = await startDocs()
    const source = { name: "x", content: '{"openapi": "3.0.0",\n  "info" 1}' }
    const refused = await ask("POST", `${base}/generations`, { docType: "api-reference", source })
    expect(refused.body.error.details).toEqual([
      { path: "source.content", line: 2, column: 10, message: "The text is not valid JSON" }
    ])
  })
})
