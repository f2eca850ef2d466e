/** The documentation service in process: each operation with values, under keys as over HTTP. */
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { describe, expect, it, onTestFinished } from "vitest"
import {
  checks,
  contextDocuments,
  diff,
  docs,
  docsPrincipal,
  documents,
  generations,
  projects,
  publications,
  rules,
  transformations,
  Writer,
  type DocsOptions
} from "../../plugins/docs/index.ts"
import type { CallerShape } from "../../src/plugin.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { petStore } from "./host.ts"

const start = async (options: DocsOptions = {}) => {
  const engine = await TestEngine.make({ plugins: [docs({ allowOrigins: [], ...options })], log: false })
  onTestFinished(() => engine.close())
  const principal = docsPrincipal()
  const caller = await engine.caller({ principal })
  let keys = 0
  /** Makes a call twice under one key, and gives what both came to. */
  const twice = async <A>(make: (keyed: CallerShape) => Promise<A>): Promise<A> => {
    const on = { principal, idempotencyKey: `key-${(keys += 1)}` }
    const first = await make(await engine.caller(on))
    expect(await make(await engine.caller(on))).toEqual(first)
    return first
  }
  return { caller, engine, twice }
}

it("refuses options that it does not have, and keys that are none", () => {
  const made = (options: unknown) => () => docs(options as DocsOptions)
  expect(made({ apiKey: 5 })).toThrow("docs has no option apiKey: it has mode, apiKeys,")
  for (const other of ["x", null]) expect(made(other)).toThrow(`docs: give options as an object, not ${other}`)
  for (const apiKeys of [5, "key", ["key"]]) expect(made({ apiKeys })).toThrow("apiKeys must be a list of keys")
  expect(made({ mode: "prod" })).toThrow('mode must be "sandbox" or "production", not "prod"')
  expect(made({ apiKeys: () => [], mode: "production" })).not.toThrow()
})

const text = "# Signing in\n\nPlease log in with your account.\n"

/** A document that a generation made of a text. */
const makeDocument = async ({ caller, engine, twice }: Awaited<ReturnType<typeof start>>) => {
  const source = { kind: "text", name: "notes.md", content: text } as const
  const made = await twice((keyed) => engine.call(generations.create(keyed, { source, docType: "user-guide" })))
  await engine.drain()
  const generation = await engine.call(generations.retrieve(caller, made.id))
  expect(generation).toMatchObject({ id: made.id, status: "succeeded" })
  return { generation, documentId: generation.documentId! }
}

const refusedWith = (code: string) => ({ _tag: "DocsRefused", code })

const notFound = { _tag: "NotFound" }

describe("documentation in process", () => {
  it("keeps projects and their sources", async () => {
    const { caller, engine, twice } = await start()
    const made = await twice((keyed) => engine.call(projects.create(keyed, { name: "API", audience: "developer" })))
    const changed = await twice((keyed) => engine.call(projects.update(keyed, made.id, { name: "The API" })))
    expect(changed).toMatchObject({ id: made.id, name: "The API", audience: "developer" })
    expect(await engine.call(projects.retrieve(caller, made.id))).toEqual(changed)
    expect((await engine.call(projects.list(caller))).data).toMatchObject([changed])
    const source = await twice((keyed) =>
      engine.call(projects.addSource(keyed, made.id, { name: "notes.md", content: text }))
    )
    expect(source).toMatchObject({ name: "notes.md", projectId: made.id, size: text.length })
    expect(await engine.call(projects.retrieveSource(caller, source.id))).toEqual(source)
    expect((await engine.call(projects.listSources(caller, made.id))).data).toHaveLength(1)
    await twice((keyed) => engine.call(projects.removeSource(keyed, source.id)))
    await twice((keyed) => engine.call(projects.remove(keyed, made.id)))
    await expect(engine.call(projects.retrieve(caller, made.id))).rejects.toMatchObject(notFound)
    await expect(engine.call(projects.create(caller, { name: "" }))).rejects.toMatchObject({
      _tag: "InvalidParameters",
      issues: [{ path: ["name"] }]
    })
  })

  it("generates documents, reports on them, and cancels what has not ended", async () => {
    // Nobody is asked for words about a text of an author's own; a reference would wait for them without end.
    const endless = Writer.make({ name: "endless", writeSection: () => Stream.never })
    const started = await start({ writer: Layer.succeed(Writer, endless) })
    const { caller, engine, twice } = started
    const { generation } = await makeDocument(started)
    expect(await engine.call(generations.retrieveReport(caller, generation.id))).toMatchObject({
      writers: { rules: 1 }
    })
    expect((await engine.call(generations.list(caller, { status: "succeeded" }))).data).toHaveLength(1)
    const source = { kind: "openapi", name: "pets.json", content: JSON.stringify(petStore) } as const
    const queued = await engine.call(generations.create(caller, { source, docType: "api-reference" }))
    const canceled = await twice((keyed) => engine.call(generations.cancel(keyed, queued.id)))
    expect(canceled).toMatchObject({ id: queued.id })
    // One that runs already stops soon after the answer.
    await engine.drain()
    expect(await engine.call(generations.retrieve(caller, queued.id))).toMatchObject({ status: "cancelled" })
    await expect(engine.call(generations.cancel(caller, queued.id))).rejects.toMatchObject(
      refusedWith("not_cancellable")
    )
    await expect(engine.call(generations.retrieveReport(caller, queued.id))).rejects.toMatchObject(
      refusedWith("conflict")
    )
  })

  it("saves texts, keeps versions, and says what changed", async () => {
    const started = await start()
    const { caller, engine, twice } = started
    const { documentId } = await makeDocument(started)
    const before = await engine.call(documents.retrieve(caller, documentId))
    const versionId = before.latestVersionId
    expect(await twice((keyed) => engine.call(documents.setBaseline(keyed, documentId, { versionId })))).toMatchObject({
      baselineVersionId: versionId
    })
    const save = (content: string, ifMatch: string) => (keyed: CallerShape) =>
      engine.call(documents.save(keyed, documentId, { content, ifMatch }))
    const saved = await twice(save("# Signing in\n\nSign in.\n", versionId))
    expect(saved).toMatchObject({ number: 2, author: "user" })
    await expect(save("# Lost\n", versionId)(caller)).rejects.toMatchObject(refusedWith("precondition_failed"))
    const kept = await twice((keyed) => engine.call(documents.snapshot(keyed, documentId, { name: "June" })))
    expect(kept).toMatchObject({ name: "June", number: 3 })
    expect((await engine.call(documents.listVersions(caller, documentId))).data).toHaveLength(3)
    expect(await engine.call(documents.retrieveVersion(caller, saved.id))).toMatchObject({
      content: "# Signing in\n\nSign in.\n"
    })
    expect(await engine.call(documents.renderVersion(caller, saved.id))).toContain("<h1")
    expect(await engine.call(diff.compare(caller, documentId))).toMatchObject({
      from: versionId,
      to: kept.id,
      identical: false
    })
    expect(await engine.call(diff.compareAsText(caller, documentId, { format: "unified" }))).toContain("+Sign in.")
    expect((await engine.call(documents.list(caller, { docType: "user-guide" }))).data).toHaveLength(1)
    await twice((keyed) => engine.call(documents.remove(keyed, documentId)))
    await expect(engine.call(documents.retrieve(caller, documentId))).rejects.toMatchObject(notFound)
  })

  it("publishes documents with a token only", async () => {
    const started = await start()
    const { caller, engine } = started
    const { documentId } = await makeDocument(started)
    const target = { repositoryUrl: "https://git.example.com/docs.git" }
    await expect(engine.call(publications.publish(caller, documentId, target))).rejects.toMatchObject(
      refusedWith("repo_token_required")
    )
    await expect(engine.call(publications.retrieve(caller, "pub_none"))).rejects.toMatchObject(notFound)
  })

  it("keeps style guides and glossaries", async () => {
    const { caller, engine, twice } = await start()
    const glossary = { kind: "glossary", name: "Words", content: "Payment: money that moves" } as const
    const made = await twice((keyed) => engine.call(contextDocuments.create(keyed, glossary)))
    expect(made).toMatchObject({ kind: "glossary", understood: 1 })
    expect(await engine.call(contextDocuments.retrieve(caller, made.id))).toEqual({
      ...made,
      content: glossary.content
    })
    expect((await engine.call(contextDocuments.list(caller))).data).toMatchObject([made])
    await twice((keyed) => engine.call(contextDocuments.remove(keyed, made.id)))
    await expect(engine.call(contextDocuments.remove(caller, made.id))).rejects.toMatchObject(notFound)
    await expect(
      engine.call(contextDocuments.create(caller, { ...glossary, content: "nothing" }))
    ).rejects.toMatchObject(refusedWith("parse_failed"))
  })

  it("keeps rules and sets of them, by which texts are checked and fixed", async () => {
    const { caller, engine, twice } = await start()
    const swap = { kind: "substitution", name: "Sign in", severity: "error", swap: { "log in": "sign in" } } as const
    const rule = await twice((keyed) => engine.call(rules.create(keyed, swap)))
    const changed = await twice((keyed) => engine.call(rules.update(keyed, rule.id, { severity: "warning" })))
    expect(await engine.call(rules.retrieve(caller, rule.id))).toEqual(changed)
    expect((await engine.call(rules.list(caller))).data).toMatchObject([changed])
    expect((await engine.call(rules.listBuiltin(caller))).length).toBeGreaterThan(5)
    const set = await twice((keyed) => engine.call(rules.createSet(keyed, { name: "House", ruleIds: [rule.id] })))
    const named = await twice((keyed) => engine.call(rules.updateSet(keyed, set.id, { name: "House 2" })))
    expect(await engine.call(rules.retrieveSet(caller, set.id))).toEqual(named)
    expect((await engine.call(rules.listSets(caller))).data).toMatchObject([named])
    const of = { text, ruleSetId: set.id }
    const checked = await twice((keyed) => engine.call(checks.check(keyed, of)))
    expect(checked.findings).toContainEqual(expect.objectContaining({ excerpt: "log in", severity: "warning" }))
    expect(await twice((keyed) => engine.call(checks.fix(keyed, of)))).toMatchObject({
      changed: true,
      text: text.replace("log in", "sign in")
    })
    await expect(engine.call(checks.check(caller, {}))).rejects.toMatchObject(refusedWith("invalid_payload"))
    await twice((keyed) => engine.call(rules.removeSet(keyed, set.id)))
    await twice((keyed) => engine.call(rules.remove(keyed, rule.id)))
    await expect(engine.call(rules.retrieveSet(caller, set.id))).rejects.toMatchObject(notFound)
  })

  it("transforms texts, and puts the result where the text stands", async () => {
    const started = await start()
    const { caller, engine, twice } = started
    const { documentId } = await makeDocument(started)
    const { content } = await engine.call(documents.retrieve(caller, documentId))
    const long = { text: `${content}\nIn order to pay, you basically utilize a card.\n`, kind: "simplify" } as const
    const made = await twice((keyed) => engine.call(transformations.transform(keyed, long)))
    expect(made).toMatchObject({ kind: "simplify", changed: true })
    expect(made).not.toHaveProperty("versionId")
    const { latestVersionId: ifMatch } = await engine.call(documents.retrieve(caller, documentId))
    await engine.call(documents.save(caller, documentId, { content: long.text, ifMatch }))
    const applied = await twice((keyed) =>
      engine.call(transformations.apply(keyed, { ...long, context: { documentId } }))
    )
    expect(await engine.call(documents.retrieve(caller, documentId))).toMatchObject({
      latestVersionId: applied.versionId,
      content: applied.result
    })
    await expect(engine.call(transformations.apply(caller, long))).rejects.toMatchObject(refusedWith("invalid_payload"))
  })
})
