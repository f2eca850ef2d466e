/** Context documents over HTTP (decisions 4.6, D12, D44), and generations that are written by them. */
import { describe, expect, it } from "vitest"
import { deltasOf, eventsIn, petStore, startDocs, type DocsHost } from "./host.ts"

const base = "/api/docs/v1"
const text = "Boxer is a small tool. A store uses it. Boxer packs 20 boxes per hour.\n"
const glossary = {
  kind: "glossary",
  name: "House words",
  content: "| Term | Meaning | Avoid |\n|---|---|---|\n| shop | Who sells | store |"
}

const generate = async ({ ask, engine }: DocsHost, body: Readonly<Record<string, unknown>>) => {
  const started = await ask("POST", `${base}/generations`, body)
  expect(started.status, started.text).toBe(202)
  await engine.clock.drain()
  const done = (await ask("GET", `${base}/generations/${started.body.id}`)).body
  const stream = await ask("GET", `${base}/generations/${done.id}/stream`)
  return { done, markdown: deltasOf(eventsIn(stream.text)) }
}

describe("a context document", () => {
  it("D44 is made, read, listed and removed", async () => {
    const { ask } = await startDocs()
    const made = await ask("POST", `${base}/context-documents`, glossary)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^ctx_/),
      kind: "glossary",
      name: "House words",
      format: "markdown",
      understood: 1,
      createdAt: "2026-01-15T09:30:00.000Z"
    })
    expect(made.body).not.toHaveProperty("content")
    const path = `${base}/context-documents/${made.body.id}`
    expect((await ask("GET", path)).body).toEqual({ ...made.body, content: glossary.content })
    expect((await ask("GET", `${base}/context-documents`)).body).toEqual({ items: [made.body], nextCursor: null })
    expect((await ask("DELETE", path)).status).toBe(204)
    expect((await ask("GET", path)).status).toBe(404)
  })

  it("is made once for one Idempotency-Key", async () => {
    const { ask } = await startDocs()
    const again = { "idempotency-key": "k1" }
    const first = await ask("POST", `${base}/context-documents`, glossary, again)
    expect((await ask("POST", `${base}/context-documents`, glossary, again)).body).toEqual(first.body)
    expect((await ask("GET", `${base}/context-documents`)).body.items).toHaveLength(1)
  })

  const bad: ReadonlyArray<readonly [string, object, number, string]> = [
    ["no kind", { name: "a", content: "b" }, 400, "invalid_payload"],
    ["an unknown kind", { ...glossary, kind: "poem" }, 400, "invalid_payload"],
    ["an unknown format", { ...glossary, format: "docx" }, 400, "invalid_payload"],
    ["an empty content", { ...glossary, content: " " }, 400, "invalid_payload"],
    ["an unknown field", { ...glossary, color: "red" }, 400, "invalid_payload"],
    ["a glossary without terms", { ...glossary, content: "Nothing here" }, 422, "parse_failed"],
    ["more than 1 MiB", { ...glossary, content: "a: b\n".repeat(220_000) }, 413, "payload_too_large"]
  ]

  it.each(bad)("D45 refuses %s and stores nothing", async (_, body, status, code) => {
    const { ask } = await startDocs()
    const refused = await ask("POST", `${base}/context-documents`, body)
    expect([refused.status, refused.body.error.code]).toEqual([status, code])
    expect((await ask("GET", `${base}/context-documents`)).body.items).toEqual([])
  })
})

describe("a generation with context documents", () => {
  it("D12 is written by those of its settings", async () => {
    const host = await startDocs()
    const { id } = (await host.ask("POST", `${base}/context-documents`, glossary)).body
    const { markdown } = await generate(host, {
      docType: "user-guide",
      source: { name: "boxer", content: text },
      settings: { contextDocumentIds: [id] }
    })
    expect(markdown).toContain("A [shop](#glossary) uses it.")
    expect(markdown).toContain("| shop | Who sells |")
  })

  it("D12 is written by those of its project too", async () => {
    const host = await startDocs()
    const { id } = (await host.ask("POST", `${base}/context-documents`, glossary)).body
    const guide = { kind: "style-guide", name: "House style", content: '- Use "crates" instead of "boxes".\n- Sing.\n' }
    const style = (await host.ask("POST", `${base}/context-documents`, guide)).body
    expect(style.understood).toBe(1)
    const project = (await host.ask("POST", `${base}/projects`, { name: "Boxer", contextDocumentIds: [id] })).body
    const { done, markdown } = await generate(host, {
      projectId: project.id,
      docType: "user-guide",
      source: { name: "boxer", content: text },
      settings: { contextDocumentIds: [style.id] }
    })
    expect(markdown).toContain("A [shop](#glossary) uses it.")
    expect(markdown).toContain("20 crates per hour")
    const report = (await host.ask("GET", `${base}/generations/${done.id}/report`)).body
    expect(report.warnings).toMatchObject([
      { code: "instruction_not_applied", message: expect.stringContaining("Sing.") }
    ])
  })

  it("D12 refuses ids that name none, for generations and projects", async () => {
    const { ask } = await startDocs()
    const source = { name: "boxer", content: text }
    const settings = { contextDocumentIds: ["ctx_0"] }
    const refused = await ask("POST", `${base}/generations`, { docType: "user-guide", source, settings })
    expect(refused.status).toBe(400)
    expect(refused.body.error.details).toMatchObject([{ path: "settings.contextDocumentIds" }])
    const project = await ask("POST", `${base}/projects`, { name: "a", ...settings })
    expect(project.body.error.details).toMatchObject([{ path: "contextDocumentIds" }])
    expect((await ask("GET", `${base}/projects`)).body.items).toEqual([])
  })

  it("D12 takes at most 20", async () => {
    const { ask } = await startDocs()
    const contextDocumentIds = Array.from({ length: 21 }, (_, at) => `ctx_${at}`)
    const refused = await ask("POST", `${base}/projects`, { name: "a", contextDocumentIds })
    expect(refused.body.error.details[0].message).toContain("at most 20")
  })
})

describe("release notes of an API", () => {
  const grown = {
    ...petStore,
    paths: {
      ...petStore.paths,
      "/pets": { get: { summary: "List pets", responses: { "200": { description: "All pets" } } } }
    }
  }

  it("D10 are made from the differences to a baseline version", async () => {
    const host = await startDocs()
    const reference = await generate(host, {
      docType: "api-reference",
      source: { name: "pets", content: JSON.stringify(petStore) }
    })
    const { done, markdown } = await generate(host, {
      docType: "release-notes",
      source: { name: "pets", content: JSON.stringify(grown) },
      settings: { baselineVersionId: reference.done.versionId, releaseVersion: "1.3.0" }
    })
    expect(markdown).toContain("## 1.3.0")
    expect(markdown).toMatch(/### New features\n\n- .*GET \/pets/)
    expect(done.report.accounting).toMatchObject({ input: 1, groups: { newFeatures: 1 } })
  })

  it("D10 tell what breaks first", async () => {
    const host = await startDocs()
    const reference = await generate(host, {
      docType: "api-reference",
      source: { name: "pets", content: JSON.stringify(grown) }
    })
    const { markdown } = await generate(host, {
      docType: "release-notes",
      source: { name: "pets", content: JSON.stringify(petStore) },
      settings: { baselineVersionId: reference.done.versionId }
    })
    expect(markdown).toMatch(/### Breaking changes\n\n- .*GET \/pets/)
  })

  it("D10 need a baseline, which must be a version of a reference", async () => {
    const host = await startDocs()
    const source = { name: "pets", content: JSON.stringify(petStore) }
    const none = await host.ask("POST", `${base}/generations`, { docType: "release-notes", source })
    expect([none.status, none.body.error.code]).toEqual([422, "unsupported_combination"])
    const readme = await generate(host, { docType: "readme", source })
    const settings = { baselineVersionId: readme.done.versionId }
    const wrong = await host.ask("POST", `${base}/generations`, { docType: "release-notes", source, settings })
    expect(wrong.body.error.details).toMatchObject([{ path: "settings.baselineVersionId" }])
    const unknown = { baselineVersionId: "ver_0" }
    const missing = await host.ask("POST", `${base}/generations`, {
      docType: "release-notes",
      source,
      settings: unknown
    })
    expect(missing.status).toBe(404)
    const other = await host.ask("POST", `${base}/generations`, { docType: "readme", source, settings })
    expect(other.status).toBe(400)
  })
})
