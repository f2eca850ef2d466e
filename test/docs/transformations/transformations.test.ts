/** Transformations over HTTP: whole texts and selections, saving into documents, other writers, and all that is refused. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { describe, expect, it } from "vitest"
import { GitClient, GitFailed } from "../../../plugins/docs/git/GitClient.ts"
import { Writer, WriterError, type TransformInput, type TransformOutput } from "../../../plugins/docs/index.ts"
import { Download, DownloadFailed } from "../../../plugins/docs/sources/Download.ts"
import { eventsIn, petStore, startDocs } from "../host.ts"
import { noDownload } from "../layers.ts"

const path = "/api/docs/v1/transformations"
const base = "/api/docs/v1"
const wordy = "In order to win, utilize `utilize` 5 times."
const plain = "To win, use `utilize` 5 times."

describe("a transformation", () => {
  it("D20 answers result, edits, metrics and warnings", async () => {
    const { ask } = await startDocs()
    const { body, status } = await ask("POST", path, { text: wordy, kind: "simplify" })
    expect(status).toBe(200)
    expect(body).toMatchObject({ kind: "simplify", result: plain, changed: true, warnings: [], writer: "rules" })
    expect(body.edits.map(({ end, start }: any) => wordy.slice(start, end))).toEqual(["In order to", "utilize"])
    expect(body.metrics.before).toMatchObject({ words: 8, characters: wordy.length })
    expect(body.metrics.after.fleschReadingEase).toBeGreaterThan(body.metrics.before.fleschReadingEase)
    const again = await ask("POST", path, { text: plain, kind: "simplify" })
    expect(again.body).toMatchObject({
      result: plain,
      changed: false,
      edits: [],
      warnings: [{ code: "already_simple" }]
    })
  })

  it("D20 changes the selection and nothing else, with edits in units of the text", async () => {
    const { ask } = await startDocs()
    const text = `${wordy} ${wordy}`
    const selection = { start: 0, end: wordy.length }
    const { body } = await ask("POST", path, { text, kind: "simplify", selection })
    expect(body.result).toBe(`${plain} ${wordy}`)
    const second = await ask("POST", path, {
      text,
      kind: "simplify",
      selection: { start: wordy.length + 1, end: text.length }
    })
    expect(second.body.result).toBe(`${wordy} ${plain}`)
    expect(second.body.edits[0].start).toBe(wordy.length + 1)
  })

  it("D20 takes facts from the sources that are named, or from the project of the document", async () => {
    const { ask, engine } = await startDocs()
    const project = (await ask("POST", `${base}/projects`, { name: "Pets" })).body
    const source = (await ask("POST", `${base}/projects/${project.id}/sources`, { content: JSON.stringify(petStore) }))
      .body
    const text = "Call `GET /pets/{id}`."
    const named = await ask("POST", path, { text, kind: "expand", context: { sourceIds: [source.id] } })
    expect(named.body.result).toBe(`${text}\n\n- \`GET /pets/{id}\`: Get a pet.`)
    const started = await ask("POST", `${base}/generations`, { projectId: project.id, docType: "api-reference" })
    await engine.clock.drain()
    const { documentId } = (await ask("GET", `${base}/generations/${started.body.id}`)).body
    const ofDocument = await ask("POST", path, { text, kind: "add_troubleshooting", context: { documentId } })
    expect(ofDocument.body.result).toContain("| `404` from `GET /pets/{id}` | No such pet |")
    const alone = await ask("POST", path, { text, kind: "expand" })
    expect(alone).toMatchObject({ status: 422, body: { error: { code: "material_required" } } })
    expect(alone.body.error.message).toContain("context.sourceIds")
    const twice = await ask("POST", path, {
      text: named.body.result,
      kind: "expand",
      context: { sourceIds: [source.id] }
    })
    expect(twice.body).toMatchObject({ changed: false, warnings: [{ code: "already_there" }] })
  })

  it("D20 streams its result where that is wanted", async () => {
    const { ask } = await startDocs()
    const text = `${wordy}\n\n${"😀".repeat(5_000)}`
    const stream = await ask("POST", path, { text, kind: "simplify" }, { accept: "text/event-stream" })
    expect(stream.headers.get("content-type")).toContain("text/event-stream")
    const events = eventsIn(stream.text)
    expect(events.at(-1)).toMatchObject({ event: "completed", data: { changed: true } })
    const deltas = events.filter(({ event }) => event === "delta").map(({ data }) => data.text)
    expect(deltas.length).toBeGreaterThan(1)
    expect(deltas.join("")).toBe(events.at(-1)!.data.result)
    expect(deltas.every((delta: string) => delta.isWellFormed())).toBe(true)
  })

  const bad: ReadonlyArray<readonly [string, object, number, string]> = [
    ["no text", { kind: "simplify" }, 400, "invalid_payload"],
    ["an empty text", { text: " ", kind: "simplify" }, 400, "invalid_payload"],
    ["an unknown kind", { text: "a", kind: "sing" }, 400, "invalid_payload"],
    ["an unknown field", { text: "a", kind: "simplify", colour: "red" }, 400, "invalid_payload"],
    [
      "a selection beyond the text",
      { text: "a", kind: "simplify", selection: { start: 0, end: 9 } },
      400,
      "invalid_payload"
    ],
    [
      "a selection the wrong way round",
      { text: "abc", kind: "simplify", selection: { start: 2, end: 1 } },
      400,
      "invalid_payload"
    ],
    [
      "a selection of nothing",
      { text: "abc", kind: "simplify", selection: { start: 1, end: 1 } },
      400,
      "invalid_payload"
    ],
    [
      "a selection inside a character",
      { text: "😀b", kind: "simplify", selection: { start: 1, end: 3 } },
      400,
      "invalid_payload"
    ],
    ["a selection that is too long", { text: "a".repeat(100_001), kind: "simplify" }, 422, "limit_exceeded"],
    ["a source that is not there", { text: "a", kind: "expand", context: { sourceIds: ["src_0"] } }, 404, "not_found"],
    ["a document that is not there", { text: "a", kind: "expand", context: { documentId: "doc_0" } }, 404, "not_found"]
  ]

  it.each(bad)("D45 refuses %s", async (_, body, status, code) => {
    const { ask } = await startDocs()
    expect(await ask("POST", path, body)).toMatchObject({ status, body: { error: { code } } })
  })
})

it("D20 says that a project has more sources than are looked at", async () => {
  const { ask, engine } = await startDocs()
  const projectId = (await ask("POST", `${base}/projects`, { name: "Pets" })).body.id
  const add = (at: number) => ask("POST", `${base}/projects/${projectId}/sources`, { content: `Words ${at}.` })
  const source = { content: JSON.stringify(petStore) }
  const started = await ask("POST", `${base}/generations`, { projectId, docType: "api-reference", source })
  await engine.clock.drain()
  const { documentId } = (await ask("GET", `${base}/generations/${started.body.id}`)).body
  const warned = async () => {
    const body = { text: "In order to win.", kind: "simplify", context: { documentId } }
    return (await ask("POST", path, body)).body.warnings
  }
  for (let at = 0; at < 10; at++) await add(at)
  expect(await warned()).toEqual([])
  await add(10)
  expect(await warned()).toMatchObject([{ code: "sources_left_out" }])
})

describe("a source by address", () => {
  const host = "https://code.example.com"
  const fetched = (text: string) => Layer.succeed(Download, { fetch: () => Effect.succeed(text) })
  const notFetched = (code: DownloadFailed["code"]) =>
    Layer.succeed(Download, { fetch: () => Effect.fail(new DownloadFailed({ code, message: "No" })) })
  const notCloned = (code: GitFailed["code"]) => {
    const failed = Effect.fail(new GitFailed({ code, message: "No" }))
    return Layer.succeed(GitClient, { read: () => failed, write: () => failed })
  }

  it.each([
    ["that does not answer", "openapi", { download: noDownload }, "source_unreachable"],
    [
      "that leads to a private one",
      "openapi",
      { download: notFetched("unsafe_repository_url") },
      "unsafe_repository_url"
    ],
    ["with too much behind it", "openapi", { download: notFetched("source_too_large") }, "source_too_large"],
    ["of broken JSON", "openapi", { download: fetched("{") }, "parse_failed"],
    ["of an OpenAPI of tomorrow", "openapi", { download: fetched("openapi: 4.0.0") }, "unsupported_version"],
    [
      "of a collection of version 1",
      "postman",
      { download: fetched('{"order": [], "requests": []}') },
      "unsupported_collection_version"
    ],
    ["of a private repository", "repository", { git: notCloned("publish_unauthorized") }, "publish_unauthorized"]
  ] as const)("D45 refuses one %s", async (_, kind, docs, code) => {
    const { ask } = await startDocs({ docs })
    const project = (await ask("POST", `${base}/projects`, { name: "Pets" })).body.id
    const url = kind === "repository" ? `${host}/a.git` : `${host}/a.json`
    const source = (await ask("POST", `${base}/projects/${project}/sources`, { name: "a", url, kind })).body
    const body = { text: "Call it.", kind: "expand", context: { sourceIds: [source.id] } }
    expect(await ask("POST", path, body)).toMatchObject({ status: 422, body: { error: { code } } })
  })
})

describe("apply", () => {
  const start = async () => {
    const host = await startDocs()
    const source = { name: "pets", content: JSON.stringify(petStore) }
    const started = await host.ask("POST", `${base}/generations`, { docType: "api-reference", source })
    await host.engine.clock.drain()
    const { documentId } = (await host.ask("GET", `${base}/generations/${started.body.id}`)).body
    const save = (content: string) =>
      host.ask("PUT", `${base}/documents/${documentId}/content`, content, {
        "content-type": "text/markdown",
        "if-match": "*"
      })
    const read = async () => (await host.ask("GET", `${base}/documents/${documentId}`)).body
    return { ...host, documentId, save, read }
  }

  it("D20 writes a version with the result in place of the text", async () => {
    const { ask, documentId, read, save } = await start()
    await save(`# T\n\n${wordy}\n`)
    const { body, status } = await ask("POST", `${path}?apply=true&documentId=${documentId}`, {
      text: wordy,
      kind: "simplify"
    })
    expect(status).toBe(200)
    const document = await read()
    expect(document.content).toBe(`# T\n\n${plain}\n`)
    expect(document.latestVersionId).toBe(body.versionId)
    expect((await ask("GET", `${base}/versions/${body.versionId}`)).body.author).toBe("transformation")
  })

  it("D20 asks what stands around a text that the document holds twice, and refuses one it does not hold", async () => {
    const { ask, documentId, read, save } = await start()
    await save(`# T\n\na ${wordy}\n\nb ${wordy}\n`)
    const apply = (body: object) =>
      ask("POST", `${path}?apply=true&documentId=${documentId}`, { text: wordy, kind: "simplify", ...body })
    expect(await apply({})).toMatchObject({ status: 409, body: { error: { code: "conflict" } } })
    expect(await apply({ text: "Utilize this." })).toMatchObject({ status: 409, body: { error: { code: "conflict" } } })
    expect((await apply({ context: { before: "b " } })).status).toBe(200)
    expect((await read()).content).toBe(`# T\n\na ${wordy}\n\nb ${plain}\n`)
  })

  it.each([
    ["no document", "?apply=true", 400],
    ["a document that is not there", "?apply=true&documentId=doc_0", 404],
    ["a value that is none", "?apply=maybe", 400]
  ])("D45 refuses %s", async (_, query, status) => {
    const { ask } = await startDocs()
    expect((await ask("POST", `${path}${query}`, { text: wordy, kind: "simplify" })).status).toBe(status)
  })
})

describe("another writer", () => {
  const withWriter = async (
    transform: ((input: TransformInput) => Effect.Effect<TransformOutput, WriterError>) | undefined,
    body: object = { text: wordy, kind: "simplify" }
  ) => {
    const shape = { name: "scripted", writeSection: () => Stream.empty }
    const writer = Layer.succeed(Writer, Writer.make(transform === undefined ? shape : { ...shape, transform }))
    const { ask } = await startDocs({ docs: { writer } })
    return (await ask("POST", path, body)).body
  }

  const says = (text: string) => () => Effect.succeed({ text, warnings: [] })

  it("D63 transforms instead of the rules, as long as it keeps what it must", async () => {
    const made = await withWriter(says("Win: use `utilize` 5 times."))
    expect(made).toMatchObject({ result: "Win: use `utilize` 5 times.", writer: "scripted", warnings: [] })
    expect(made.edits).toEqual([{ start: 0, end: wordy.length, replacement: made.result, reason: "Written anew" }])
  })

  it("D63 need not know how to transform: the rules do", async () => {
    expect(await withWriter(undefined)).toMatchObject({ result: plain, writer: "rules", warnings: [] })
  })

  it.each([
    ["loses a number", says("To win, use `utilize`.")],
    ["loses code", says("To win, use it 5 times.")],
    ["denies", says("To win, do not use `utilize` 5 times.")],
    ["invents an address", says("To win, use `utilize` 5 times. See /secret/path for it.")],
    ["says nothing", says("")],
    ["fails", () => Effect.fail(new WriterError({ message: "no" }))],
    ["dies", () => Effect.die(new Error("bug"))]
  ])("D64 is replaced by the rules when it %s", async (_, transform) => {
    const made = await withWriter(transform)
    expect(made).toMatchObject({ result: plain, writer: "rules" })
    expect(made.warnings.map(({ code }: any) => code)).toEqual(["writer_fallback"])
  })

  it("D77 may draw only what passes the grammar", async () => {
    const text = "1. Open it\n2. Close it"
    const bad = `${text}\n\n\`\`\`mermaid\nflowchart TD\n  click s1 "x"\n\`\`\``
    const made = await withWriter(says(bad), { text, kind: "create_diagram" })
    expect(made.writer).toBe("rules")
    expect(made.result).toContain('s1["Open it"]')
  })
})
