/** Publishing over HTTP, and that neither token nor secret is left anywhere: rows, logs, answers. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { describe, expect, it, onTestFinished } from "vitest"
import { GitClient } from "../../../plugins/docs/git/GitClient.ts"
import { sqlite } from "../../../src/store/dialects/Sqlite.ts"
import { FaultyStore } from "../../../src/testing/index.ts"
import { repoToken, startGitHost } from "../gitHost.ts"
import { petStore, startDocs, type DocsHost } from "../host.ts"
import { onSqlite } from "../../store/onSqlite.ts"

const base = "/api/docs/v1"

const documentIn = async (
  { ask, engine }: DocsHost,
  docType = "api-reference",
  content = JSON.stringify(petStore)
): Promise<string> => {
  const source = { name: "pets", content }
  const started = await ask("POST", `${base}/generations`, { docType, source })
  await engine.clock.drain()
  return (await ask("GET", `${base}/generations/${started.body.id}`)).body.documentId
}

describe("a publication", () => {
  it("D21 and D66 is pending, then in the repository, and changes nothing the second time", async () => {
    const code = await startGitHost()
    const host = await startDocs({ docs: { allowOrigins: [code.origin] } })
    const id = await documentIn(host)
    const publish = async () => {
      const target = { repositoryUrl: code.url, repoToken, path: "docs/pets.md" }
      const asked = await host.ask("POST", `${base}/documents/${id}/publish`, target)
      expect(asked, asked.text).toMatchObject({ status: 202, body: { status: "pending", path: "docs/pets.md" } })
      await host.engine.clock.drain()
      return (await host.ask("GET", `${base}/publications/${asked.body.id}`)).body
    }
    expect(await publish()).toMatchObject({ status: "succeeded", changed: true, branch: "main" })
    expect(await publish()).toMatchObject({ status: "succeeded", changed: false })
    expect(code.git("rev-list", "--count", "main").trim()).toBe("2")
  })

  it("D66 puts release notes above those that the repository has", async () => {
    const code = await startGitHost({ "RELEASE_NOTES.md": "# Release notes\n\n## 1.1.0\n\n- Pets have names.\n" })
    const host = await startDocs({ docs: { allowOrigins: [code.origin] } })
    const changelog = "# Changelog\n\n## 1.2.0\n\n### Added\n\n- Pets can be listed.\n"
    const id = await documentIn(host, "release-notes", changelog)
    const target = { repositoryUrl: code.url, repoToken }
    const asked = await host.ask("POST", `${base}/documents/${id}/publish`, target)
    expect(asked.status, asked.text).toBe(202)
    await host.engine.clock.drain()
    const notes = code.git("show", "main:RELEASE_NOTES.md")
    expect(notes).toContain("Pets can be listed")
    expect(notes.indexOf("1.2.0")).toBeLessThan(notes.indexOf("1.1.0"))
    expect(notes).toContain("Pets have names.")
  })

  it("D67 fails where release notes of the repository cannot be read whole, and changes nothing of them", async () => {
    const code = await startGitHost()
    const notes = "# Release notes\n\n## 1.1.0\n\n- Pets of a café.\n"
    code.commit({
      "RELEASE_NOTES.md": Buffer.from(notes, "latin1"),
      "docs/user-guide.md": Buffer.from("café", "latin1")
    })
    const host = await startDocs({ docs: { allowOrigins: [code.origin] } })
    const publish = async (docType: string) => {
      const id = await documentIn(host, docType, "# Changelog\n\n## 1.2.0\n\n### Added\n\n- Pets can be listed.\n")
      const asked = await host.ask("POST", `${base}/documents/${id}/publish`, { repositoryUrl: code.url, repoToken })
      await host.engine.clock.drain()
      return (await host.ask("GET", `${base}/publications/${asked.body.id}`)).body
    }
    expect(await publish("release-notes")).toMatchObject({ status: "failed", error: { code: "publish_conflict" } })
    expect(code.git("rev-list", "--count", "main").trim()).toBe("2")
    // What takes the place of another text loses nothing of it.
    expect(await publish("user-guide")).toMatchObject({ status: "succeeded", changed: true })
  })

  it("of a generation that begins again is of the version that it made, whatever an editor saved meanwhile", async () => {
    const faults = FaultyStore.make()
    const git = Layer.succeed(GitClient, {
      read: () => Effect.die("nothing is read"),
      write: () => Effect.succeed({ commit: "1".repeat(40), branch: "main", changed: true })
    })
    const store = FaultyStore.layer(sqlite(":memory:"), faults)
    const { ask, engine } = await startDocs({ docs: { git }, engine: { store } })
    const source = { name: "pets", content: JSON.stringify(petStore) }
    const publish = { repositoryUrl: "https://code.example.com/a.git", repoToken }
    // The version is there, and the run ends before anything is published.
    faults.refuseWrites({ table: "docs_publications" })
    const { body } = await ask("POST", `${base}/generations`, {
      docType: "api-reference",
      source,
      settings: { publish }
    })
    await engine.clock.drain()
    const [document] = (await ask("GET", `${base}/documents`)).body.items
    const at = `${base}/documents/${document.id}`
    const edited = await ask(
      "PUT",
      `${at}/content`,
      { content: "# Edited\n" },
      { "if-match": `"${document.latestVersionId}"` }
    )
    expect(edited.status, edited.text).toBe(200)
    await engine.clock.advance("1 hour")
    const ended = (await ask("GET", `${base}/generations/${body.id}`)).body
    expect(ended).toMatchObject({
      status: "succeeded",
      versionId: document.latestVersionId,
      publish: { status: "succeeded" }
    })
    expect((await ask("GET", at)).body).toMatchObject({ content: "# Edited\n", latestNumber: 2 })
  })

  it("is published although the answer of the store was lost: the request that repeats it begins no other one", async () => {
    const faults = FaultyStore.make()
    const git = Layer.succeed(GitClient, {
      read: () => Effect.die("nothing is read"),
      write: () => Effect.succeed({ commit: "1".repeat(40), branch: "main", changed: true })
    })
    const store = FaultyStore.layer(sqlite(":memory:"), faults)
    const host = await startDocs({ docs: { git }, engine: { store } })
    const id = await documentIn(host)
    faults.loseAnswers({ table: "docs_publications" })
    const target = { repositoryUrl: "https://code.example.com/a.git", repoToken }
    const publish = () => host.ask("POST", `${base}/documents/${id}/publish`, target, { "idempotency-key": "once" })
    expect((await publish()).status).toBe(503)
    const { body } = await publish()
    await host.engine.clock.drain()
    expect((await host.ask("GET", `${base}/publications/${body.id}`)).body).toMatchObject({ status: "succeeded" })
  })

  it("D66 refuses a message with a character that git ends messages at: the trailers would be lost", async () => {
    const host = await startDocs()
    const publish = { repositoryUrl: "https://code.example.com/a.git", repoToken, message: "a\0b" }
    const refused = (path: string) => ({
      status: 400,
      body: { error: { code: "invalid_payload", details: [{ path }] } }
    })
    const asked = await host.ask("POST", `${base}/documents/${await documentIn(host)}/publish`, publish)
    expect(asked, asked.text).toMatchObject(refused("message"))
    const source = { name: "pets", content: JSON.stringify(petStore) }
    const generation = { docType: "api-reference", source, settings: { publish } }
    const started = await host.ask("POST", `${base}/generations`, generation)
    expect(started, started.text).toMatchObject(refused("settings.publish.message"))
  })

  it("refuses a version of another document", async () => {
    const host = await startDocs()
    const [id, other] = [await documentIn(host), await documentIn(host, "readme")]
    const { body } = await host.ask("GET", `${base}/documents/${other}`)
    const target = { repositoryUrl: "https://code.example.com/a.git", repoToken, versionId: body.latestVersionId }
    const refused = await host.ask("POST", `${base}/documents/${id}/publish`, target)
    expect(refused, refused.text).toMatchObject({ status: 404, body: { error: { code: "not_found" } } })
  })

  it.each([
    ["no token", { repoToken: undefined }, 422, "repo_token_required"],
    ["a path that leaves the repository", { path: "../x.md" }, 422, "unsafe_path"],
    ["a path of git", { path: ".git/x.md" }, 422, "unsafe_path"],
    ["a branch that git refuses", { branch: "a..b" }, 400, "invalid_payload"],
    ["a private address", { repositoryUrl: "https://10.0.0.1/a.git" }, 422, "unsafe_repository_url"],
    ["a token in the address", { repositoryUrl: "https://x:y@code.example.com/a.git" }, 422, "unsafe_repository_url"],
    ["a version of nothing", { versionId: "ver_0" }, 404, "not_found"]
  ])("refuses %s", async (_, change, status, code) => {
    const host = await startDocs()
    const id = await documentIn(host)
    const target = { repositoryUrl: "https://code.example.com/a.git", repoToken, ...change }
    const refused = await host.ask("POST", `${base}/documents/${id}/publish`, target)
    expect(refused, refused.text).toMatchObject({ status, body: { error: { code } } })
    expect(refused.text).not.toContain(repoToken)
  })

  // The files of the store are those of SQLite.
  it.runIf(onSqlite)(
    "D59 leaves neither token nor secret in any file of the store, after success and failure",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "bursar-docs-"))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const code = await startGitHost({ "openapi.json": JSON.stringify(petStore) })
      const secret = "whsec_to_be_found_nowhere"
      const docs = { webhookSecret: Redacted.make(secret), allowOrigins: [code.origin] }
      const host = await startDocs({ folder, docs })
      const tokens = [repoToken, "another-token-that-is-wrong"]
      for (const token of tokens) {
        const call = { repositoryUrl: code.url, docType: "api-reference", publishToRepo: true, repoToken: token }
        const sent = await host.ask("POST", "/api/webhooks/ci", call, { authorization: `Bearer ${secret}` })
        expect(sent.status, sent.text).toBe(202)
        await host.engine.clock.drain()
        const id = await documentIn(host)
        await host.ask(
          "POST",
          `${base}/documents/${id}/publish`,
          { repositoryUrl: code.url, repoToken: token },
          { "idempotency-key": `k-${token.length}` }
        )
        const settings = { publish: { repositoryUrl: code.url, repoToken: token } }
        const source = { name: "pets", content: JSON.stringify(petStore) }
        await host.ask("POST", `${base}/generations`, { docType: "api-reference", source, settings })
        await host.engine.clock.drain()
      }
      const forms = [secret, ...tokens].flatMap((text) => [
        text,
        Buffer.from(`git:${text}`).toString("base64"),
        Buffer.from(text).toString("base64")
      ])
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      expect(files.length).toBeGreaterThan(0)
      for (const { name, parentPath } of files) {
        const bytes = readFileSync(join(parentPath, name))
        for (const form of forms) expect(bytes.includes(form), name).toBe(false)
      }
    }
  )
})
