/** The CI webhook over HTTP (spec docs §4, §5): the secret, the payloads of code hosts, and what is skipped. */
import { createHmac } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { Store } from "../../../src/plugin.ts"
import { repoToken } from "../gitHost.ts"
import { holdQueue, startDocs, type DocsHost } from "../host.ts"
import { noGit } from "../layers.ts"

const secret = "whsec_of_tests_0123"
const path = "/api/webhooks/ci"
const repositoryUrl = "https://code.example.com/team/project.git"

const start = (docs: Parameters<typeof startDocs>[0] = {}) =>
  startDocs({ ...docs, docs: { webhookSecret: Redacted.make(secret), git: noGit, ...docs.docs } })

const send = (
  host: DocsHost,
  body: unknown,
  headers: Readonly<Record<string, string>> = { "x-docs-secret": secret },
  query = ""
) => host.ask("POST", `${path}${query}`, body, { authorization: "", ...headers })

const generationsOf = async (host: DocsHost) => (await host.ask("GET", "/api/docs/v1/generations")).body.items

/** What the generations so far were told, and the source that each reads; the first one first. */
interface Kept {
  readonly settings: unknown
  readonly source: { readonly url: string; readonly branch?: string | null }
}

const keptOf = ({ engine }: DocsHost): Promise<ReadonlyArray<Kept>> =>
  engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      const home = yield* store.region(store.home)
      const rows = (table: string) =>
        home.read<{ readonly state: string }>(`SELECT state FROM ${table} ORDER BY sequence`, [])
      const sources = (yield* rows("docs_sources")).map(({ state }) => JSON.parse(state))
      return (yield* rows("docs_generations")).map(({ state }) => {
        const { settings, sourceIds } = JSON.parse(state)
        return { settings, source: sources.find(({ id }) => id === sourceIds[0]) }
      })
    })
  )

const zero = "0".repeat(40)

describe("the secret", () => {
  const cases: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, number]> = [
    ["x-docs-secret", { "x-docs-secret": secret }, 202],
    ["bearer", { authorization: `Bearer ${secret}` }, 202],
    ["bearer in another case", { authorization: `bEARER ${secret}` }, 202],
    ["both", { "x-docs-secret": secret, authorization: `Bearer ${secret}` }, 202],
    ["a wrong one beside a right one", { "x-docs-secret": secret, authorization: "Bearer wrong" }, 401],
    ["a right one beside a wrong one", { "x-docs-secret": "wrong", authorization: `Bearer ${secret}` }, 401],
    ["none", {}, 401],
    ["an empty one", { "x-docs-secret": "" }, 401],
    ["an empty bearer", { authorization: "Bearer" }, 401],
    ["a part of it", { "x-docs-secret": secret.slice(0, -1) }, 401],
    ["the key of the API", { authorization: "Bearer docs_key_of_tests" }, 401]
  ]
  it.each(cases)("D34 and D35: %s", async (_, headers, status) => {
    const host = await start()
    const reply = await send(host, { repositoryUrl }, headers)
    expect(reply.status, reply.text).toBe(status)
    expect((await generationsOf(host)).length).toBe(status === 202 ? 1 : 0)
    if (status === 401) expect(reply.headers.get("www-authenticate")).toBe("Bearer")
  })

  it("D36 says the same of a missing and a wrong secret", async () => {
    const host = await start()
    const [missing, wrong] = [await send(host, { repositoryUrl }, {}), await send(host, "{", { "x-docs-secret": "x" })]
    for (const reply of [missing, wrong]) delete reply.body.error.requestId
    expect(wrong.body).toEqual(missing.body)
  })

  it.each([
    ["unset", undefined],
    ["empty", ""],
    ["nothing but a comma", " , "]
  ])("D36 is closed while the secret is %s, whatever is sent", async (_, setting) => {
    const host = await start({
      docs: { webhookSecret: () => (setting === undefined ? undefined : Redacted.make(setting)) }
    })
    for (const headers of [{}, { "x-docs-secret": "" }, { authorization: "Bearer " }, { "x-docs-secret": "," }]) {
      const reply = await send(host, { repositoryUrl }, headers)
      expect(reply).toMatchObject({ status: 503, body: { error: { code: "webhook_not_configured" } } })
    }
  })

  it("D35 takes either of two secrets while one replaces the other", async () => {
    const host = await start({ docs: { webhookSecret: Redacted.make(`${secret}, another_secret_1`) } })
    expect((await send(host, { repositoryUrl }, { "x-docs-secret": "another_secret_1" })).status).toBe(202)
    expect((await send(host, { repositoryUrl }, { "x-docs-secret": `${secret}, another_secret_1` })).status).toBe(401)
  })

  it("D36 makes a guesser wait, and nobody else", async () => {
    const host = await start()
    for (let guess = 0; guess < 10; guess++) expect((await send(host, {}, { "x-docs-secret": "x" })).status).toBe(401)
    const refused = await send(host, {}, { "x-docs-secret": "x" })
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } })
    expect((await send(host, { repositoryUrl })).status).toBe(202)
  })

  const body = JSON.stringify({ repositoryUrl })
  const hex = createHmac("sha256", secret).update(body).digest("hex")
  // The time of whoever sends it: engine time stands elsewhere.
  const time = String(Math.floor(Date.now() / 1_000))
  const standard = createHmac("sha256", secret).update(`msg_1.${time}.${body}`).digest("base64")
  const signed: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
    ["GitHub", { "x-hub-signature-256": `sha256=${hex}`, "x-hub-signature": "sha1=abc" }],
    ["Bitbucket", { "x-hub-signature": `sha256=${hex}` }],
    ["Gitea", { "x-gitea-signature": hex }],
    ["Forgejo", { "x-forgejo-signature": hex }],
    ["Gogs", { "x-gogs-signature": hex }],
    ["GitLab", { "x-gitlab-token": secret }],
    ["GitLab, signed", { "webhook-id": "msg_1", "webhook-timestamp": time, "webhook-signature": `v1,${standard}` }]
  ]
  it.each(signed)("D38 takes the signature of %s, unless it is switched off or wrong", async (_, headers) => {
    expect((await send(await start(), body, headers)).status).toBe(202)
    expect((await send(await start(), `${body} `, headers)).status).toBe(
      headers["x-gitlab-token"] === undefined ? 401 : 202
    )
    expect((await send(await start({ docs: { nativeSignatures: false } }), body, headers)).status).toBe(401)
  })
})

describe("the generic call", () => {
  it("D22 to D29 and D39 starts a generation with what was wished for", async () => {
    const host = await start()
    holdQueue()
    const reply = await send(host, {
      repositoryUrl,
      branch: "release",
      changedFiles: ["src/a.ts"],
      docType: "Release_Notes",
      audience: "developer",
      tone: "concise",
      customRules: 'Do not use "simply"\n\nUse "sign in" instead of "log in"',
      somethingElse: 1
    })
    expect(reply).toMatchObject({
      status: 202,
      body: {
        status: "accepted",
        docType: "release-notes",
        repositoryUrl,
        branch: "release",
        provider: "generic",
        changedFiles: { known: true, count: 1 },
        publish: false
      }
    })
    const { generationId, statusUrl, streamUrl } = reply.body
    expect(statusUrl).toBe(`/docs/api/docs/v1/generations/${generationId}`)
    expect(streamUrl).toBe(`${statusUrl}/stream`)
    expect((await host.ask("GET", statusUrl.slice(5))).body).toMatchObject({
      status: "queued",
      docType: "release-notes"
    })
    const wishes = { audience: "developer", tone: "concise" }
    const rules = ['Do not use "simply"', 'Use "sign in" instead of "log in"']
    const [first] = await keptOf(host)
    expect(first?.settings).toEqual({ ...wishes, customRules: rules })
    expect(first?.source).toMatchObject({ url: repositoryUrl, branch: "release" })
    await send(host, { repositoryUrl, customRules: rules })
    const second = (await keptOf(host)).at(-1)
    expect(second?.settings).toEqual({ customRules: rules })
    expect(second?.source.branch ?? null).toBeNull()
  })

  const wrong: ReadonlyArray<readonly [string, unknown, number, string]> = [
    ["D23 no repositoryUrl", {}, 400, "invalid_payload"],
    ["D23 an empty repositoryUrl", { repositoryUrl: " " }, 400, "invalid_payload"],
    ["D23 a repositoryUrl that is no text", { repositoryUrl: 1 }, 400, "invalid_payload"],
    ["D24 a branch that is no text", { repositoryUrl, branch: 1 }, 400, "invalid_payload"],
    ["D25 changedFiles that are no list", { repositoryUrl, changedFiles: "a" }, 400, "invalid_payload"],
    ["D25 changedFiles of numbers", { repositoryUrl, changedFiles: [1] }, 400, "invalid_payload"],
    ["D26 a docType nobody knows", { repositoryUrl, docType: "poem" }, 422, "unsupported_doc_type"],
    ["D26 a docType that is no text", { repositoryUrl, docType: 1 }, 400, "invalid_payload"],
    ["D27 an audience that is no text", { repositoryUrl, audience: {} }, 400, "invalid_payload"],
    ["D28 a tone that is no text", { repositoryUrl, tone: [] }, 400, "invalid_payload"],
    ["D29 customRules of numbers", { repositoryUrl, customRules: [1] }, 400, "invalid_payload"],
    ["D30 publishToRepo as a text", { repositoryUrl, publishToRepo: "true" }, 400, "invalid_payload"],
    ["D31 a token that is no text", { repositoryUrl, publishToRepo: true, repoToken: 1 }, 400, "invalid_payload"],
    ["D31 publishToRepo without a token", { repositoryUrl, publishToRepo: true }, 422, "repo_token_required"],
    ["D31 an empty token", { repositoryUrl, publishToRepo: true, repoToken: "" }, 422, "repo_token_required"],
    ["a body that is no JSON", "{", 400, "invalid_json"],
    ["a body that is a list", [], 400, "invalid_payload"],
    ["D58 user info in the address", { repositoryUrl: "https://u:p@code.example.com/a" }, 422, "unsafe_repository_url"],
    ["D58 a token in the address", { repositoryUrl: "https://code.example.com/a?t=x" }, 422, "unsafe_repository_url"],
    ["D58 plain http", { repositoryUrl: "http://code.example.com/a" }, 422, "unsafe_repository_url"],
    ["D58 ssh", { repositoryUrl: "git@code.example.com:a/b.git" }, 422, "unsafe_repository_url"],
    ["D58 an option", { repositoryUrl: "--upload-pack=touch" }, 422, "unsafe_repository_url"],
    ["D58 a local address", { repositoryUrl: "https://127.0.0.1/a" }, 422, "unsafe_repository_url"]
  ]
  it.each(wrong)("refuses %s and stores nothing", async (_, body, status, code) => {
    const host = await start()
    const reply = await send(host, body)
    expect(reply.body.error.code, reply.text).toBe(code)
    expect(reply.status).toBe(status)
    for (const { path } of reply.body.error.details) expect(path).toMatch(/^\w+$/)
    expect(await generationsOf(host)).toEqual([])
  })

  it("D59 refuses a token in the query, and takes other wishes there", async () => {
    const host = await start()
    const refused = await send(host, { repositoryUrl }, undefined, `?repoToken=${repoToken}`)
    expect(refused.status).toBe(400)
    expect(refused.text).not.toContain(repoToken)
    const taken = await send(host, { repositoryUrl }, undefined, "?docType=user-guide&audience=end-user")
    expect(taken).toMatchObject({ status: 202, body: { docType: "user-guide" } })
  })

  it("refuses what is too long, and what is no JSON by its type", async () => {
    const host = await start()
    expect((await send(host, " ".repeat(5 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await send(host, "x", { "x-docs-secret": secret, "content-type": "text/plain" })).status).toBe(415)
  })

  it("D33 takes what curl sends without a header but the secret", async () => {
    const host = await start()
    const headers = { "x-docs-secret": secret, "content-type": "application/x-www-form-urlencoded" }
    expect((await send(host, { repositoryUrl }, headers)).status).toBe(202)
    expect((await send(host, "a=b", headers)).body.error.code).toBe("invalid_json")
  })

  it("D40 answers the same delivery with the same generation for a day", async () => {
    const host = await start()
    const headers = { "x-docs-secret": secret, "idempotency-key": "run-1" }
    const first = await send(host, { repositoryUrl }, headers)
    const second = await send(host, { repositoryUrl }, headers)
    expect(second).toMatchObject({ status: 202, body: { generationId: first.body.generationId, duplicate: true } })
    const together = await Promise.all(
      [1, 2, 3].map(() => send(host, { repositoryUrl }, { ...headers, "idempotency-key": "run-2" }))
    )
    expect(new Set(together.map(({ body }) => body.generationId)).size).toBe(1)
    expect((await generationsOf(host)).length).toBe(2)
    await host.engine.clock.advance("86399 seconds")
    expect((await send(host, { repositoryUrl }, headers)).body.duplicate).toBe(true)
    await host.engine.clock.advance("1 second")
    expect((await send(host, { repositoryUrl }, headers)).body.duplicate).toBeUndefined()
  })
})

describe("pushes of code hosts", () => {
  const commits = [
    { id: "a1", message: "Change", added: ["src/a.ts"], modified: ["README.md"], removed: ["old.ts"] },
    { id: "a2", message: "More", added: [], modified: ["src/a.ts"], removed: [] }
  ]
  const ref = "refs/heads/main"
  const like = {
    ref,
    before: "b",
    after: "a2",
    commits,
    head_commit: commits[1],
    repository: { clone_url: repositoryUrl }
  }
  const gitlab = {
    object_kind: "push",
    ref,
    after: "a2",
    total_commits_count: 2,
    commits,
    project: { git_http_url: repositoryUrl }
  }
  const change = (name: string, type: string) => ({ new: { type, name, target: { message: "Change" } } })
  const cloud = {
    repository: { links: { html: { href: "https://code.example.com/team/project" } } },
    push: { changes: [change("main", "branch")] }
  }
  const center = {
    repository: {
      links: {
        clone: [
          { name: "ssh", href: "ssh://x" },
          { name: "http", href: repositoryUrl }
        ]
      }
    },
    changes: [{ type: "UPDATE", ref: { type: "BRANCH", displayId: "main" } }]
  }
  const azure = {
    id: "evt-1",
    eventType: "git.push",
    publisherId: "tfs",
    resource: { repository: { remoteUrl: repositoryUrl }, refUpdates: [{ name: ref, newObjectId: "a2" }] }
  }
  const hosts: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, unknown, number | undefined]> = [
    ["github", { "x-github-event": "push", "x-github-delivery": "d" }, like, 3],
    [
      "gitea",
      { "x-gitea-event": "push", "x-gogs-event": "push", "x-github-event": "push", "x-gitea-delivery": "d" },
      like,
      3
    ],
    ["forgejo", { "x-forgejo-event": "push", "x-gitea-event": "push", "x-forgejo-delivery": "d" }, like, 3],
    ["gogs", { "x-gogs-event": "push", "x-github-event": "push", "x-gogs-delivery": "d" }, like, 3],
    ["gitlab", { "x-gitlab-event": "Push Hook", "x-gitlab-event-uuid": "d" }, gitlab, 3],
    ["bitbucket", { "x-event-key": "repo:push", "x-request-uuid": "d" }, cloud, undefined],
    ["bitbucket-data-center", { "x-event-key": "repo:refs_changed", "x-request-id": "d" }, center, undefined],
    ["azure-devops", {}, azure, undefined]
  ]
  it.each(hosts)("D32 takes a push of %s, once", async (provider, headers, body, count) => {
    const host = await start()
    const all = { "x-docs-secret": secret, ...headers }
    const reply = await send(host, body, all)
    expect(reply, reply.text).toMatchObject({
      status: 202,
      body: { provider, repositoryUrl, branch: "main", changedFiles: { known: count !== undefined, count: count ?? 0 } }
    })
    const again = await send(host, body, all)
    expect(again.body).toMatchObject({ generationId: reply.body.generationId, duplicate: true })
  })

  const github = (body: unknown, event = "push") => [{ "x-github-event": event }, body] as const
  const ours = { ...commits[1], message: "docs: update readme\n\nDocs-Version-Id: ver_1\n" }
  const skips: ReadonlyArray<readonly [string, readonly [Readonly<Record<string, string>>, unknown], string]> = [
    ["a ping", github({ zen: "x" }, "ping"), "ping"],
    ["an issue", github({}, "issues"), "unsupported_event"],
    ["a tag", github({ ...like, ref: "refs/tags/v1" }), "tag"],
    ["a branch that is gone", github({ ...like, after: zero, commits: [], head_commit: null }), "branch_deleted"],
    ["our own commit", github({ ...like, head_commit: ours }), "own_commit"],
    ["files that do not matter", [{}, { repositoryUrl, changedFiles: ["notes/x.png"] }], "no_relevant_changes"],
    ["no files", [{}, { repositoryUrl, changedFiles: [] }], "no_relevant_changes"],
    [
      "our own file",
      [{}, { repositoryUrl, docType: "api-reference", changedFiles: ["docs/api-reference.md"] }],
      "no_relevant_changes"
    ],
    ["a tag of GitLab", [{ "x-gitlab-event": "Tag Push Hook" }, { object_kind: "tag_push" }], "tag"],
    [
      "a branch deleted at Bitbucket",
      [{ "x-event-key": "repo:push" }, { ...cloud, push: { changes: [{ new: null }] } }],
      "branch_deleted"
    ]
  ]
  it.each(skips)("D41 skips %s", async (_, [headers, body], reason) => {
    const host = await start()
    const reply = await send(host, body, { "x-docs-secret": secret, ...headers })
    expect(reply).toMatchObject({ status: 200, body: { status: "skipped", reason } })
    expect(await generationsOf(host)).toEqual([])
  })

  it.each([
    [
      "api-reference",
      ["swagger.v2.json", "api/pets.yaml", "openapi/spec3.json", "spec/v1.yml", "docs/api.json", "api.yaml"]
    ],
    [
      "readme",
      ["lib/pets.ex", "bin/pets.dart", "app/Main.hs", "pubspec.yaml", "pets.cabal", "CMakeLists.txt", "Makefile"]
    ],
    ["admin-guide", ["compose.yaml", "Makefile", "lib/pets.ex", "docs/usage.md"]]
  ])("D41 makes a %s where one of %j changes", async (docType, files) => {
    const host = await start()
    for (const file of files) {
      const reply = await send(host, { repositoryUrl, docType, changedFiles: [file] })
      expect(reply, `${file} ${reply.text}`).toMatchObject({ status: 202, body: { status: "accepted" } })
    }
    const other = await send(host, { repositoryUrl, docType, changedFiles: ["logo.png", ".gitignore"] })
    expect(other.body).toMatchObject({ status: "skipped", reason: "no_relevant_changes" })
  })

  it("D32 takes settings and the branch of the project whose repository it is", async () => {
    const host = await start()
    const url = "https://CODE.example.com/team/project/"
    await host.ask("POST", "/api/docs/v1/projects", {
      name: "P",
      repositoryUrl: url,
      defaultDocType: "user-guide",
      branch: "main"
    })
    expect((await send(host, cloud)).body).toMatchObject({ status: "accepted", docType: "user-guide" })
    const other = { ...cloud, push: { changes: [change("dev", "branch")] } }
    expect((await send(host, other)).body).toMatchObject({ status: "skipped", reason: "branch_filtered" })
  })

  it("D32 starts one generation per branch, and at most five", async () => {
    const host = await start()
    const changes = ["a", "b", "c", "d", "e", "f"].map((name) => change(name, "branch"))
    const reply = await send(host, { ...cloud, push: { changes } })
    expect(reply.body.generations.map(({ branch }: { branch: string }) => branch)).toEqual(["a", "b", "c", "d", "e"])
    expect(reply.body.generationId).toBe(reply.body.generations[0].generationId)
  })

  it("D32 takes a form with a payload", async () => {
    const host = await start()
    const form = `payload=${encodeURIComponent(JSON.stringify(like))}`
    const headers = {
      "x-docs-secret": secret,
      "x-github-event": "push",
      "content-type": "application/x-www-form-urlencoded"
    }
    expect((await send(host, form, headers)).status).toBe(202)
  })
})
