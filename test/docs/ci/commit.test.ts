/** From a call of the CI webhook to a commit in the repository (spec docs §4; decisions docs 4.8, 4.9). */
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { repoToken, startGitHost } from "../gitHost.ts"
import { deltasOf, eventsIn, petStore, startDocs, type DocsHost } from "../host.ts"

const secret = "whsec_of_tests_0123"

const send = (host: DocsHost, body: unknown, headers: Readonly<Record<string, string>> = { "x-docs-secret": secret }) =>
  host.ask("POST", "/api/webhooks/ci", body, { authorization: "", ...headers })

describe("from a push to a commit", () => {
  it("D21, D30 and D59: a call becomes a streamed draft, a version and one commit, and the token is nowhere", async () => {
    const code = await startGitHost({ "openapi.json": JSON.stringify(petStore), "README.md": "# Pets\n" })
    const said: Array<string> = []
    const host = await startDocs({ docs: { webhookSecret: Redacted.make(secret), allowOrigins: [code.origin] } })
    const reply = await send(host, {
      repositoryUrl: code.url,
      docType: "api-reference",
      publishToRepo: true,
      repoToken
    })
    expect(reply.status, reply.text).toBe(202)
    await host.engine.clock.drain()
    const id = reply.body.generationId
    const done = await host.ask("GET", `/api/docs/v1/generations/${id}`)
    expect(done.body, done.text).toMatchObject({
      status: "succeeded",
      publish: { status: "succeeded", path: "docs/api-reference.md" }
    })
    const stream = await host.ask("GET", `/api/docs/v1/generations/${id}/stream`)
    const events = eventsIn(stream.text)
    expect(events.slice(-3).map(({ event }) => event)).toEqual([
      "version.created",
      "publish.completed",
      "generation.completed"
    ])
    const text = code.git("show", "main:docs/api-reference.md")
    expect(text).toBe(deltasOf(events))
    const message = code.git("log", "-1", "--format=%B", "main")
    expect(message).toContain(`Docs-Generation-Id: ${id}\nDocs-Version-Id: ${done.body.versionId}`)
    const publication = await host.ask("GET", `/api/docs/v1/publications/${done.body.publish.publicationId}`)
    expect(publication.body).toMatchObject({ status: "succeeded", changed: true, branch: "main" })
    said.push(reply.text, done.text, stream.text, publication.text, text, message)
    for (const one of said) expect(one).not.toContain(repoToken)
    // The push of that commit comes back, and is known.
    const echo = { ref: "refs/heads/main", after: "x", head_commit: { message }, repository: { clone_url: code.url } }
    const back = await send(host, echo, { "x-docs-secret": secret, "x-github-event": "push" })
    expect(back.body).toMatchObject({ status: "skipped", reason: "own_commit" })
  })

  it.each(["api.yaml", "api/pets.yaml", "docs/v1.yml", "openapi/spec3.yaml", "spec/pets.yaml"])(
    "D4 finds the API description of a repository in %s by what it says",
    async (path) => {
      const description = `openapi: 3.0.3\ninfo: { title: Pets, version: "1" }\npaths: {}\n`
      const code = await startGitHost({
        [path]: description,
        "package.json": `{ "openapi": "3.0.1", "paths": {} }`,
        "examples/deep/openapi.yaml": description.replace("Pets", "Example"),
        "api/part.yaml": "Pet: { type: object }\n"
      })
      const host = await startDocs({ docs: { webhookSecret: Redacted.make(secret), allowOrigins: [code.origin] } })
      const { generationId } = (await send(host, { repositoryUrl: code.url, docType: "api-reference" })).body
      await host.engine.clock.drain()
      const made = (await host.ask("GET", `/api/docs/v1/generations/${generationId}`)).body
      expect(made, JSON.stringify(made)).toMatchObject({ status: "succeeded" })
      expect((await host.ask("GET", `/api/docs/v1/documents/${made.documentId}`)).body.title).toBe("Pets")
    }
  )

  it("D66 a generation whose commit is refused still has its version, and says why", async () => {
    const code = await startGitHost({ "openapi.json": JSON.stringify(petStore) })
    const host = await startDocs({ docs: { webhookSecret: Redacted.make(secret), allowOrigins: [code.origin] } })
    const call = { repositoryUrl: code.url, docType: "api-reference", publishToRepo: true, repoToken: "not-the-token" }
    const { generationId } = (await send(host, call)).body
    await host.engine.clock.drain()
    const done = (await host.ask("GET", `/api/docs/v1/generations/${generationId}`)).body
    expect(done).toMatchObject({
      status: "succeeded",
      publish: { status: "failed", error: { code: "publish_unauthorized" } }
    })
    expect(done.versionId).toMatch(/^ver_/)
    expect(code.git("rev-list", "--count", "main").trim()).toBe("1")
  })

  it("D8, D9 and D41: guides that lie in the repository are no sources of the next ones, unless their authors wrote them", async () => {
    const words = (name: string) => `# The ${name}\n\n## Start\n\nOpen the page of the ${name} and choose a pet.\n`
    const code = await startGitHost({
      "README.md": "# Pets\n\nKeeps pets.\n\n## Usage\n\nRun `pets list` to see all pets.\n",
      "docs/administration.md": "# Administration\n\nAdministrators start the server with `pets serve`.\n",
      "docs/usage.md": words("shop")
    })
    const host = await startDocs({ docs: { webhookSecret: Redacted.make(secret), allowOrigins: [code.origin] } })
    const make = async (docType: string) => {
      const call = { repositoryUrl: code.url, branch: "main", docType, publishToRepo: true, repoToken }
      const { generationId } = (await send(host, call)).body
      await host.engine.clock.drain()
      return (await host.ask("GET", `/api/docs/v1/generations/${generationId}`)).body
    }
    const kinds = ["user-guide", "admin-guide"]
    for (const kind of kinds) {
      const first = await make(kind)
      expect(first.publish, JSON.stringify(first)).toMatchObject({ status: "succeeded", changed: true })
    }
    for (const kind of kinds) {
      const next = await make(kind)
      expect(next.publish).toMatchObject({ status: "succeeded", changed: false })
      expect(next.report.warnings).toContainEqual({
        code: "file_skipped",
        message: "docs/user-guide.md is a document of this service, and no source of others"
      })
    }
    code.commit({ "docs/user-guide.md": words("market") })
    await make("user-guide")
    expect(code.git("show", "main:docs/user-guide.md")).toContain("Open the page of the market")
  })
})
