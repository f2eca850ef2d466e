/** What is changed or removed while a generation waits or runs, and what its end says of it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { GitClient, GitFailed } from "../../plugins/docs/git/GitClient.ts"
import { deltasOf, eventsIn, petStore, startDocs, type DocsHost } from "./host.ts"

const base = "/api/docs/v1"
const inline = { name: "pets", content: JSON.stringify(petStore) }
const publish = { repositoryUrl: "https://code.example.com/a.git", repoToken: "token-of-tests" }

const start = async ({ ask }: DocsHost, body: object = {}): Promise<string> => {
  const started = await ask("POST", `${base}/generations`, { docType: "api-reference", source: inline, ...body })
  expect(started.status, started.text).toBe(202)
  return started.body.id
}

const ended = async (host: DocsHost, id: string) => {
  await host.engine.clock.drain()
  return (await host.ask("GET", `${base}/generations/${id}`)).body
}

const remove = async ({ ask }: DocsHost, path: string) => expect((await ask("DELETE", path)).status).toBe(204)

describe("a generation that ends without a document", () => {
  it("does not say that its publication is still to come", async () => {
    const host = await startDocs()
    const id = await start(host, { settings: { publish } })
    await host.ask("POST", `${base}/generations/${id}/cancel`)
    expect(await ended(host, id)).toMatchObject({ status: "cancelled", publish: { status: "failed" } })
  })

  it("D71 ends the publication that it began before a crash", async () => {
    const git = Layer.succeed(GitClient, {
      read: () => Effect.die("nothing is read"),
      write: () => Effect.die("the process stops")
    })
    const host = await startDocs({ docs: { git } })
    const id = await start(host, { settings: { publish } })
    await host.engine.clock.drain()
    await host.engine.clock.advance("2 hours")
    const failed = { status: "failed", error: { code: "interrupted" } }
    const generation = await ended(host, id)
    expect(generation).toMatchObject({ ...failed, publish: failed })
    const { publicationId } = generation.publish
    expect((await host.ask("GET", `${base}/publications/${publicationId}`)).body).toMatchObject(failed)
  })

  it("says so where its baseline was removed meanwhile", async () => {
    const host = await startDocs()
    const { documentId, versionId } = await ended(host, await start(host))
    const id = await start(host, { docType: "release-notes", settings: { baselineVersionId: versionId } })
    await remove(host, `${base}/documents/${documentId}`)
    const error = { code: "not_found", message: "The baseline version was removed" }
    expect(await ended(host, id)).toMatchObject({ status: "failed", error })
  })
})

it("D71 a document that an earlier run kept is published although its source is gone", async () => {
  const files = [{ path: "README.md", bytes: 20, text: "# Pets\n\nSells pets.\n" }]
  const snapshot = {
    url: "https://code.example.com/a",
    branch: "main",
    commit: "1".repeat(40),
    message: "",
    files,
    log: ""
  }
  let [reads, writes] = [0, 0]
  const gone = new GitFailed({ code: "source_unreachable", message: "The repository is gone" })
  const git = Layer.succeed(GitClient, {
    read: () => (reads++ === 0 ? Effect.succeed(snapshot) : Effect.fail(gone)),
    write: () =>
      writes++ === 0
        ? Effect.die("the process stops")
        : Effect.succeed({ commit: "2".repeat(40), branch: "main", changed: true })
  })
  const host = await startDocs({ docs: { git } })
  const source = { name: "pets", kind: "repository", url: snapshot.url }
  const id = await start(host, { docType: "readme", source, settings: { publish } })
  await host.engine.clock.drain()
  await host.engine.clock.advance("1 minute")
  const generation = await ended(host, id)
  expect(generation).toMatchObject({ status: "succeeded", publish: { status: "succeeded" } })
  const { content } = (await host.ask("GET", `${base}/documents/${generation.documentId}`)).body
  expect(deltasOf(eventsIn((await host.ask("GET", `${base}/generations/${id}/stream`)).text))).toBe(content)
})

it("D70 a generation that publishes is not cancelled any more", async () => {
  let [release, asked] = [() => {}, () => {}]
  const gate = new Promise<void>((resolve) => (release = resolve))
  const begun = new Promise<void>((resolve) => (asked = resolve))
  const git = Layer.succeed(GitClient, {
    read: () => Effect.die("nothing is read"),
    write: () =>
      Effect.promise(async () => {
        asked()
        await gate
        return { commit: "1".repeat(40), branch: "main", changed: true }
      })
  })
  const host = await startDocs({ docs: { git } })
  const id = await start(host, { settings: { publish } })
  await begun
  const refused = await host.ask("POST", `${base}/generations/${id}/cancel`)
  release()
  expect(refused).toMatchObject({ status: 409, body: { error: { code: "not_cancellable" } } })
  expect(await ended(host, id)).toMatchObject({ status: "succeeded", publish: { status: "succeeded" } })
})

it("D12 a context document that was removed meanwhile is missed in the report", async () => {
  const host = await startDocs()
  const glossary = { kind: "glossary", name: "Words", content: "Pet: an animal." }
  const context = (await host.ask("POST", `${base}/context-documents`, glossary)).body.id
  const id = await start(host, { settings: { contextDocumentIds: [context] } })
  await remove(host, `${base}/context-documents/${context}`)
  const message = "A context document was removed before the document was made"
  expect((await ended(host, id)).report.warnings).toEqual([{ code: "context_not_used", message }])
})

it("D43 the text that a person had saved is a further version once it is generated, with its sections and its API", async () => {
  const host = await startDocs()
  const projectId = (await host.ask("POST", `${base}/projects`, { name: "Pets" })).body.id
  const { documentId } = await ended(host, await start(host, { projectId }))
  const at = `${base}/documents/${documentId}`
  const { content } = (await host.ask("GET", at)).body
  for (const text of ["# Another\n", content]) {
    await host.ask("PUT", `${at}/content`, { content: text }, { "if-match": "*" })
  }
  const { versionId } = await ended(host, await start(host, { projectId }))
  expect((await host.ask("GET", at)).body).toMatchObject({ content, latestNumber: 4, latestVersionId: versionId })
  await start(host, { docType: "release-notes", settings: { baselineVersionId: versionId } })
})

it("D40 one delivery id may ask for several documents, each once", async () => {
  const secret = "whsec_of_the_tests"
  const host = await startDocs({ docs: { webhookSecret: Redacted.make(secret) } })
  const push = async (docType: string, branch: string) => {
    const headers = { authorization: `Bearer ${secret}`, "idempotency-key": "pipeline-1" }
    const body = { repositoryUrl: "https://code.example.com/a.git", docType, branch }
    return (await host.ask("POST", "/api/webhooks/ci", body, headers)).body
  }
  const asked = [await push("readme", "main"), await push("user-guide", "main"), await push("readme", "next")]
  expect(asked.map(({ branch, docType, duplicate }) => [docType, branch, duplicate])).toEqual([
    ["readme", "main", undefined],
    ["user-guide", "main", undefined],
    ["readme", "next", undefined]
  ])
  expect(await push("readme", "main")).toMatchObject({ generationId: asked[0].generationId, duplicate: true })
})

it("D44 a project goes on without a context document and a rule set that were removed, and its reports say so", async () => {
  const host = await startDocs()
  const glossary = { kind: "glossary", name: "Words", content: "Pet: an animal." }
  const context = (await host.ask("POST", `${base}/context-documents`, glossary)).body.id
  const ruleSet = (await host.ask("POST", `${base}/rule-sets`, { name: "House style" })).body.id
  const settings = { contextDocumentIds: [context], ruleSetId: ruleSet }
  const projectId = (await host.ask("POST", `${base}/projects`, { name: "Pets", ...settings })).body.id
  await remove(host, `${base}/context-documents/${context}`)
  await remove(host, `${base}/rule-sets/${ruleSet}`)
  const { report } = await ended(host, await start(host, { projectId }))
  expect(report.warnings.map(({ code }: { readonly code: string }) => code)).toEqual([
    "not_checked",
    "context_not_used"
  ])
  // Whoever names one that is gone errs, as before.
  const own = { docType: "api-reference", source: inline, settings: { ruleSetId: ruleSet } }
  expect((await host.ask("POST", `${base}/generations`, own)).status).toBe(404)
})
