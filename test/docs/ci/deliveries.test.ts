/** Deliveries to the CI webhook that come from somewhere else, once more or late. */
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { expect, it } from "vitest"
import { Engine } from "../../../src/index.ts"
import { startDocs, type DocsHost } from "../host.ts"
import { noGit } from "../layers.ts"

const secret = "whsec_of_tests_0123"
const path = "/api/webhooks/ci"
const repositoryUrl = "https://code.example.com/team/project.git"

const start = () => startDocs({ docs: { webhookSecret: Redacted.make(secret), git: noGit } })

const send = (host: DocsHost, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  host.ask("POST", path, body, { authorization: "", "x-docs-secret": secret, ...headers })

it("D36 makes a guesser wait who has a whole network of IPv6", async () => {
  const { engine } = await start()
  const statusFrom = async (address: string) => {
    const headers = { "x-docs-secret": "x" }
    const sent = new Request(`http://host.test/docs${path}`, { method: "POST", body: "{}", headers })
    const from = HttpServerRequest.fromWeb(sent).modify({ remoteAddress: Option.some(address) })
    const asked = Effect.flatMap(Engine, ({ app }) =>
      Effect.provideService(Effect.scoped(app), HttpServerRequest.HttpServerRequest, from)
    )
    return (await engine.call(asked)).status
  }
  for (let guess = 0; guess < 10; guess++) expect(await statusFrom(`2001:db8:0:1::${guess}`)).toBe(401)
  expect(await statusFrom("2001:db8:0:1:ffff::1")).toBe(429)
  expect(await statusFrom("2001:db8:0:2::1")).toBe(401)
})

it("D40 a delivery that names no kind of document is the same one after its project was removed", async () => {
  const host = await start()
  const project = { name: "P", repositoryUrl, defaultDocType: "release-notes" }
  const { id } = (await host.ask("POST", "/api/docs/v1/projects", project)).body
  const once = { "idempotency-key": "run-1" }
  const first = await send(host, { repositoryUrl }, once)
  expect(first.body).toMatchObject({ status: "accepted", docType: "release-notes" })
  await host.ask("DELETE", `/api/docs/v1/projects/${id}`)
  const { generationId } = first.body
  const again = await send(host, { repositoryUrl }, once)
  expect(again.body).toMatchObject({ generationId, docType: "release-notes", duplicate: true })
  // What is asked for by name is something else.
  const named = await send(host, { repositoryUrl, docType: "readme" }, once)
  expect(named.body).toMatchObject({ status: "accepted", docType: "readme" })
  expect(named.body.duplicate).toBeUndefined()
})

const message = "docs: update readme\n\nDocs-Version-Id: ver_1"
const azure = (comment: string) => ({
  eventType: "git.push",
  publisherId: "tfs",
  resource: {
    commits: [
      { commitId: "a2", comment },
      { commitId: "a1", comment: "Change" }
    ],
    repository: { remoteUrl: repositoryUrl },
    refUpdates: [{ name: "refs/heads/main", newObjectId: "a2" }]
  }
})
const center = (told: string) => ({
  repository: { links: { clone: [{ name: "http", href: repositoryUrl }] } },
  changes: [{ type: "UPDATE", toHash: "a2", ref: { type: "BRANCH", displayId: "main" } }],
  commits: [
    { id: "a2", message: told },
    { id: "a1", message: "Change" }
  ]
})
it.each([
  ["Azure DevOps", {}, azure],
  ["Bitbucket Data Center", { "x-event-key": "repo:refs_changed" }, center]
])("D41 knows its own commit in a push of %s", async (_, headers, push) => {
  const host = await start()
  const own = await send(host, push(message), headers)
  expect(own.body).toMatchObject({ status: "skipped", reason: "own_commit" })
  expect((await send(host, push("Another change"), headers)).body.status).toBe("accepted")
})
