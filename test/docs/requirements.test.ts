/** Requirements of the documentation service that no slice's own tests name. */
import { describe, expect, it, onTestFinished } from "vitest"
import { docs, generateDocument } from "../../plugins/docs/index.ts"
import { isProved } from "../../plugins/docs/ci/proof.ts"
import { changesOfApis } from "../../plugins/docs/sources/changes/changesOfApis.ts"
import { createEngine } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { petStore, startDocs } from "./host.ts"

const base = "/api/docs/v1"

describe("a secret", () => {
  const secret = "a-secret-of-the-webhook"
  const proved = (headers: Record<string, string>) => isProved([secret], { headers, macs: [{}] })

  it.each([
    ["nothing of it", "z-------------------zzz"],
    ["its beginning", secret.slice(0, -1)],
    ["more than it", `${secret}x`],
    ["other case", secret.toUpperCase()],
    ["its end only", `b${secret.slice(1)}`],
    ["an empty text", ""],
    ["a character that looks alike", secret.replace("a", "а")]
  ])("D37 is compared by its digest as a whole: %s proves nothing", (_, presented) => {
    expect(proved({ "x-docs-secret": presented })).toBe(false)
    expect(proved({ authorization: `Bearer ${presented}` })).toBe(false)
    expect(proved({ "x-gitlab-token": presented })).toBe(false)
    expect(proved({ "x-docs-secret": secret })).toBe(true)
  })
})

describe("the plugin", () => {
  it("D72 needs nothing but an engine and a store, and is closed without configuration", async () => {
    const engine = await createEngine({ plugins: [docs()], store: sqlite(":memory:"), log: false })
    onTestFinished(() => engine.close())
    const status = async (method: string, path: string) =>
      (await engine.fetch(new Request(`http://host.test/docs${path}`, { method }))).status
    expect(await status("GET", `${base}/projects`)).toBe(401)
    expect(await status("POST", "/api/webhooks/ci")).toBe(503)
  })

  it("D68 takes about as long per operation for many as for few", () => {
    const timeFor = (operations: number) => {
      const paths = Object.fromEntries(
        Array.from({ length: operations }, (_, at) => [`/pets${at}/{id}`, petStore.paths["/pets/{id}"]])
      )
      const content = JSON.stringify({ ...petStore, paths })
      const times = Array.from({ length: 3 }, () => {
        const startedAt = performance.now()
        const made = generateDocument({ docType: "api-reference", sources: [{ name: "pets", content }] })
        expect(made.kind).toBe("made")
        return performance.now() - startedAt
      })
      return Math.min(...times) / operations
    }
    const few = timeFor(250)
    // Work that grows with the square would be sixteen times as much.
    expect(timeFor(4_000)).toBeLessThan(few * 6)
  })
})

describe("what a source does not tell", () => {
  it("D75 has no section and no filler, and is listed in the report", () => {
    const bare = {
      openapi: "3.0.3",
      info: { title: "Bare", version: "1" },
      paths: { "/a": { get: { responses: {} } } }
    }
    const made = generateDocument({
      docType: "api-reference",
      sources: [{ name: "bare", content: JSON.stringify(bare) }]
    })
    if (made.kind === "failed") throw new Error(made.failure.message)
    expect(made.markdown).not.toMatch(/\b(?:TODO|TBD|undefined|null|lorem)\b|\[object Object\]|\|\s*none\s*\|/i)
    expect(made.markdown).not.toContain("## Schemas")
    expect(made.report.dropped).toContainEqual({
      item: "Schemas",
      reason: "The source defines no named schemas"
    })
  })
})

describe("a baseline", () => {
  it("D10 and D16: makes a change list of what changed in an API, breaking changes marked", () => {
    const change = { direction: "none", location: "", operation: "GET /pets" } as const
    const { releases } = changesOfApis(
      [
        { ...change, id: "api-removed-without-deprecation", level: "ERR", message: "the endpoint was removed" },
        { ...change, id: "endpoint-added", level: "INFO", message: "the endpoint was added" },
        { ...change, id: "request-parameter-max-increased", level: "INFO", message: "maximum changed" }
      ],
      "2.0.0"
    )
    expect(releases).toMatchObject([
      {
        version: "2.0.0",
        changes: [
          { text: "`GET /pets`: the endpoint was removed", breaking: true, headings: ["Breaking changes"] },
          { text: "`GET /pets`: the endpoint was added", breaking: false, headings: ["Added"], type: "feat" },
          { text: "`GET /pets`: maximum changed", breaking: false, headings: ["Changed"] }
        ]
      }
    ])
  })

  it("D10 says once what changed alike in several requests, and whether it is in the body or the answer", () => {
    const change = { direction: "none", level: "ERR", location: "", message: "error was removed" } as const
    const id = "response-optional-property-removed"
    const { releases } = changesOfApis(
      [
        { ...change, id, operation: "GET /lids", location: "400" },
        { ...change, id, operation: "GET /lids", location: "500" },
        { ...change, id: "request-property-removed", operation: "GET /lids" },
        { ...change, id, operation: "GET /boxes" }
      ],
      "2.0.0"
    )
    expect(releases[0]!.changes.map(({ text }) => text)).toEqual([
      "In the answer, error was removed: `GET /lids`, `GET /boxes`",
      "`GET /lids`: in the body, error was removed"
    ])
  })

  it("D10 tells tags of operations alone of which nothing else is told", () => {
    const change = { direction: "none", level: "INFO", location: "lids" } as const
    const tag = { ...change, id: "api-tag-added", message: "the tag lids was added" }
    const { dropped, releases } = changesOfApis(
      [
        { ...tag, operation: "GET /lids" },
        { ...tag, operation: "GET /boxes" },
        { ...change, id: "endpoint-deprecated", operation: "GET /lids", message: "the endpoint is deprecated" }
      ],
      "2.0.0"
    )
    expect(releases[0]!.changes.map(({ text }) => text)).toEqual([
      "`GET /boxes`: the tag lids was added",
      "`GET /lids`: the endpoint is deprecated"
    ])
    expect(dropped).toEqual([{ item: "GET /lids: the tag lids was added", reason: "The operation is told" }])
  })

  it("D10 must be a version of an API reference; without one an API has no notes", async () => {
    const { ask, engine } = await startDocs()
    const source = { name: "pets", content: JSON.stringify(petStore) }
    const start = (docType: string, settings = {}) => ask("POST", `${base}/generations`, { docType, source, settings })
    expect((await start("release-notes")).body.error.code).toBe("unsupported_combination")
    const unknown = await start("release-notes", { baselineVersionId: "ver_0" })
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: "not_found" } } })
    const reference = await start("api-reference")
    await engine.clock.drain()
    const { versionId } = (await ask("GET", `${base}/generations/${reference.body.id}`)).body
    expect((await start("release-notes", { baselineVersionId: versionId })).status).toBe(202)
  })
})
