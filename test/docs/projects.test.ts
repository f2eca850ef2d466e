/** Projects and sources over HTTP, who may use them, and what every answer of the service has in common. */
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { descriptionGates, documentGates } from "../../bench/docs/gates.ts"
import { generateDocument } from "../../plugins/docs/index.ts"
import { repositoryKeyOf } from "../../plugins/docs/projects/Project.ts"
import { apiKey, petStore, startDocs } from "./host.ts"

const base = "/api/docs/v1"
const description = JSON.stringify(petStore)
const tooDeep = `{"openapi":"3.0.0","x":${"[".repeat(5_000)}${"]".repeat(5_000)}}`

describe("a project", () => {
  it("D44 is made, read, changed, listed and removed", async () => {
    const { ask } = await startDocs()
    const made = await ask("POST", `${base}/projects`, {
      name: "Pets",
      defaultDocType: "readme",
      outputPaths: { readme: "README.md" }
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^prj_/),
      name: "Pets",
      createdAt: "2026-01-15T09:30:00.000Z"
    })
    const path = `${base}/projects/${made.body.id}`
    expect((await ask("GET", path)).body).toEqual(made.body)
    const changed = await ask("PATCH", path, { name: "Animals" })
    expect(changed.body).toEqual({ ...made.body, name: "Animals" })
    expect((await ask("GET", `${base}/projects`)).body).toEqual({ items: [changed.body], nextCursor: null })
    expect((await ask("DELETE", path)).status).toBe(204)
    expect((await ask("GET", path)).status).toBe(404)
  })

  it("D44 takes back what it said: `null` clears a setting", async () => {
    const { ask } = await startDocs()
    const settings = { branch: "main", audience: "developer", outputPaths: { readme: "README.md" } }
    const { id } = (await ask("POST", `${base}/projects`, { name: "Pets", ...settings })).body
    const cleared = await ask("PATCH", `${base}/projects/${id}`, { branch: null, outputPaths: null })
    expect(cleared.status, cleared.text).toBe(200)
    expect(cleared.body).toMatchObject({ name: "Pets", audience: "developer" })
    expect(Object.keys(cleared.body)).not.toEqual(expect.arrayContaining(["branch"]))
    expect(Object.keys(cleared.body)).not.toEqual(expect.arrayContaining(["outputPaths"]))
    expect((await ask("GET", `${base}/projects/${id}`)).body).toEqual(cleared.body)
    expect((await ask("PATCH", `${base}/projects/${id}`, { name: null })).status).toBe(400)
  })

  it("refuses a rule set that is not there", async () => {
    const { ask } = await startDocs()
    const refused = await ask("POST", `${base}/projects`, { name: "a", ruleSetId: "rst_0" })
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ path: "ruleSetId" }] } } })
  })

  it("is listed in pages, newest first", async () => {
    const { ask } = await startDocs()
    for (const name of ["a", "b", "c"]) await ask("POST", `${base}/projects`, { name })
    const first = (await ask("GET", `${base}/projects?limit=2`)).body
    expect(first.items.map(({ name }: { name: string }) => name)).toEqual(["c", "b"])
    const second = (await ask("GET", `${base}/projects?limit=2&cursor=${first.nextCursor}`)).body
    expect(second).toMatchObject({ items: [{ name: "a" }], nextCursor: null })
    expect((await ask("GET", `${base}/projects?cursor=x`)).body.error.code).toBe("invalid_payload")
  })

  const bad: ReadonlyArray<readonly [string, unknown, string]> = [
    ["no name", {}, "name"],
    ["an empty name", { name: " " }, "name"],
    ["a name that is no text", { name: 7 }, "name"],
    ["an unknown field", { name: "a", color: "red" }, "color"],
    ["an unknown kind", { name: "a", defaultDocType: "poem" }, "defaultDocType"]
  ]

  it.each(bad)("D45 refuses %s and names the field", async (_, body, path) => {
    const { ask } = await startDocs()
    const refused = await ask("POST", `${base}/projects`, body)
    expect(refused.status).toBe(400)
    expect(refused.body.error).toMatchObject({ code: "invalid_payload", details: [{ path }] })
    expect((await ask("GET", `${base}/projects`)).body.items).toEqual([])
  })

  /** Field of a project → values that could not be used later. */
  const unusable: ReadonlyArray<readonly [string, unknown, string, string]> = [
    ...[
      "file:///etc/passwd",
      "ext::sh -c id",
      "http://code.example.com/a",
      "https://127.0.0.1/a",
      "git@a.example:b"
    ].map(
      (url) => [`the repository ${url}`, { repositoryUrl: url }, "repositoryUrl", "unsafe_repository_url"] as const
    ),
    [
      "a token in the address",
      { repositoryUrl: "https://x:y@a.example.com/a" },
      "repositoryUrl",
      "unsafe_repository_url"
    ],
    ["a branch that looks like an option", { branch: "--upload-pack=x" }, "branch", "invalid_payload"],
    ["a path of git", { outputPaths: { readme: ".git/hooks/a.md" } }, "outputPaths.readme", "unsafe_path"],
    [
      "one path for two documents, each of which would replace the other",
      { outputPaths: { readme: "docs/a.md", "user-guide": "docs/a.md" } },
      "outputPaths.user-guide",
      "invalid_payload"
    ]
  ]

  it.each(unusable)("D58 and D60: refuses %s at creation and at each change", async (_, settings, path, code) => {
    const { ask } = await startDocs()
    const error = { code, details: [{ path, message: expect.stringContaining(path) }] }
    expect((await ask("POST", `${base}/projects`, { name: "a", ...(settings as object) })).body).toMatchObject({
      error
    })
    const made = (await ask("POST", `${base}/projects`, { name: "a" })).body
    expect((await ask("PATCH", `${base}/projects/${made.id}`, settings)).body).toMatchObject({ error })
    expect((await ask("GET", `${base}/projects`)).body.items).toEqual([made])
  })

  it("is made once under one idempotency key", async () => {
    const { ask } = await startDocs()
    const key = { "idempotency-key": "k-1" }
    const first = await ask("POST", `${base}/projects`, { name: "a" }, key)
    const second = await ask("POST", `${base}/projects`, { name: "a" }, key)
    expect(second.body).toEqual(first.body)
    const other = await ask("POST", `${base}/projects`, { name: "b" }, key)
    expect(other).toMatchObject({ status: 409, body: { error: { code: "idempotency_conflict" } } })
    expect((await ask("GET", `${base}/projects`)).body.items).toHaveLength(1)
  })

  it("is found by its repository, however the address is written", () => {
    const same = [
      "https://git.example.com/o/r",
      "https://GIT.example.com/o/r.git",
      "http://user@git.example.com/o/r/",
      "https://git.example.com:443/o/r.git"
    ]
    expect(new Set(same.map(repositoryKeyOf)).size).toBe(1)
    expect(repositoryKeyOf("https://git.example.com/o/other")).not.toBe(repositoryKeyOf(same[0]!))
  })
})

describe("a source", () => {
  it("D57 that nests too deep is refused at once, for a project and for a generation", async () => {
    const { ask } = await startDocs()
    const { body: project } = await ask("POST", `${base}/projects`, { name: "Pets" })
    const source = { content: tooDeep }
    const added = await ask("POST", `${base}/projects/${project.id}/sources`, source)
    const begun = await ask("POST", `${base}/generations`, { docType: "api-reference", source })
    for (const refused of [added, begun]) {
      expect(refused).toMatchObject({ status: 422, body: { error: { code: "limit_exceeded" } } })
    }
  })

  it("D44 is read when it is given, and its content is not echoed", async () => {
    const { ask } = await startDocs()
    const project = (await ask("POST", `${base}/projects`, { name: "Pets" })).body
    const made = await ask("POST", `${base}/projects/${project.id}/sources`, { name: "pets", content: description })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      kind: "openapi",
      detected: { format: "openapi", version: "3.0.3" },
      size: description.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      warnings: []
    })
    expect(made.text).not.toContain("Sells")
    const listed = await ask("GET", `${base}/projects/${project.id}/sources`)
    expect(listed.body).toEqual({ items: [made.body], nextCursor: null })
    expect((await ask("GET", `${base}/sources/${made.body.id}`)).body).toEqual(made.body)
    expect((await ask("DELETE", `${base}/sources/${made.body.id}`)).status).toBe(204)
    expect((await ask("GET", `${base}/sources/${made.body.id}`)).status).toBe(404)
  })

  const upload = async (parts: (form: FormData) => void) => {
    const { ask, engine } = await startDocs()
    const project = (await ask("POST", `${base}/projects`, { name: "Pets" })).body.id
    const form = new FormData()
    parts(form)
    const headers = { authorization: `Bearer ${apiKey}` }
    const url = `http://host.test/docs${base}/projects/${project}/sources`
    const response = await engine.fetch(new Request(url, { method: "POST", headers, body: form }))
    return { status: response.status, body: (await response.json()) as any }
  }

  it("D1 and D44: is taken as a file of a form, with the file's name", async () => {
    const text = 'openapi: 3.0.0\ninfo: {title: "Grüße", version: "1"}\npaths: {}\n'
    const file = new File([text], "pets.yaml", { type: "application/yaml" })
    const taken = await upload((form) => form.set("file", file))
    expect(taken).toMatchObject({
      status: 201,
      body: { name: "pets.yaml", kind: "openapi", size: Buffer.byteLength(text) }
    })
    const named = await upload((form) => {
      form.set("file", file)
      form.set("name", "Pets")
      form.set("kind", "text")
    })
    expect(named).toMatchObject({ status: 201, body: { name: "Pets", kind: "text" } })
  })

  it("D56 says line and column of a file that cannot be parsed", async () => {
    const refused = await upload((form) => form.set("file", new File(['openapi: "3.0.0\n'], "a.yaml")))
    expect(refused).toMatchObject({ status: 422, body: { error: { code: "parse_failed" } } })
    expect(refused.body.error.details[0]).toMatchObject({ line: expect.any(Number), column: expect.any(Number) })
  })

  it.each([
    [
      "a field that is not known",
      (form: FormData) => (form.set("file", new File(["# A"], "a.md")), form.set("x", "y"))
    ],
    ["two files", (form: FormData) => (form.append("a", new File(["a"], "a")), form.append("b", new File(["b"], "b")))],
    [
      "bytes that are no UTF-8",
      (form: FormData) => form.set("file", new File([new Uint8Array([0xff, 0xfe, 0xfa])], "a"))
    ]
  ])("D45 refuses a form with %s", async (_, parts) => {
    expect((await upload((form) => void parts(form))).status).toBe(400)
  })

  it.each([
    ["an OpenAPI of tomorrow", "openapi: 4.0.0", "unsupported_version"],
    ["a collection of version 1", '{"order": [], "requests": []}', "unsupported_collection_version"],
    ["a YAML of more than 10 MiB", `openapi: 3.0.0 #${"x".repeat(10 * 1024 * 1024)}`, "source_too_large"]
  ])("D45 refuses %s, and keeps nothing of it", async (_, content, code) => {
    const { ask } = await startDocs()
    const project = (await ask("POST", `${base}/projects`, { name: "Pets" })).body.id
    const refused = await ask("POST", `${base}/projects/${project}/sources`, { name: "x", content })
    expect(refused).toMatchObject({ status: 422, body: { error: { code, details: [{ path: "content" }] } } })
    expect((await ask("GET", `${base}/projects/${project}/sources`)).body.items).toEqual([])
  })

  it.each([
    ["file:///etc/passwd", undefined],
    ["ext::sh -c id", undefined],
    ["ext::sh -c id", "repository"],
    ["http://code.example.com/a.yaml", "openapi"],
    ["https://169.254.169.254/latest/a.yaml", "openapi"],
    ["https://code.example.com/a.git?token=x", "repository"]
  ])("D58 refuses %s as a source of kind %s before anything is stored", async (url, kind) => {
    const { ask } = await startDocs()
    const project = (await ask("POST", `${base}/projects`, { name: "Pets" })).body.id
    const source = { name: "s", url, ...(kind === undefined ? {} : { kind }) }
    const refused = await ask("POST", `${base}/projects/${project}/sources`, source)
    expect(refused).toMatchObject({ status: 422, body: { error: { code: "unsafe_repository_url" } } })
    expect(refused.body.error.details).toMatchObject([{ path: "url" }])
    const started = await ask("POST", `${base}/generations`, { docType: "readme", source })
    expect(started.body.error).toMatchObject({ code: "unsafe_repository_url", details: [{ path: "source.url" }] })
    expect((await ask("GET", `${base}/projects/${project}/sources`)).body.items).toEqual([])
  })

  it("D4 is taken by a public address, a file with its query as well", async () => {
    const { ask } = await startDocs()
    const project = (await ask("POST", `${base}/projects`, { name: "Pets" })).body.id
    const take = (source: object) => ask("POST", `${base}/projects/${project}/sources`, { name: "s", ...source })
    const file = await take({ url: "https://a.example.com/a.yaml?version=2" })
    expect(file).toMatchObject({ status: 201, body: { kind: "openapi" } })
    expect(await take({ url: "https://a.example.com/o/r" })).toMatchObject({
      status: 201,
      body: { kind: "repository" }
    })
    const branch = await take({ url: "https://a.example.com/o/r", branch: "a..b" })
    expect(branch.body.error).toMatchObject({ code: "invalid_payload", details: [{ path: "branch" }] })
  })

  it("goes with its project", async () => {
    const { ask } = await startDocs()
    const project = (await ask("POST", `${base}/projects`, { name: "Pets" })).body
    const source = (await ask("POST", `${base}/projects/${project.id}/sources`, { content: description })).body
    await ask("DELETE", `${base}/projects/${project.id}`)
    expect((await ask("GET", `${base}/sources/${source.id}`)).status).toBe(404)
  })
})

describe("who may use the service", () => {
  const wrong: ReadonlyArray<readonly [string, string]> = [
    ["no token", ""],
    ["another token", "Bearer docs_key_of_nobody"],
    ["another scheme", "Basic docs_key_of_tests"]
  ]

  it.each(wrong)("D36 refuses %s", async (_, authorization) => {
    const { ask } = await startDocs()
    const refused = await ask("GET", `${base}/projects`, undefined, { authorization })
    expect(refused).toMatchObject({ status: 401, body: { error: { code: "unauthorized" } } })
    expect(refused.headers.get("www-authenticate")).toBe("Bearer")
  })

  it("D36 refuses everybody where no key is set, and the webhook's secret opens nothing here", async () => {
    const { ask } = await startDocs({ docs: { apiKeys: [], webhookSecret: Redacted.make("secret") } })
    for (const token of ["docs_key_of_tests", "secret"]) {
      expect((await ask("GET", `${base}/projects`, undefined, { authorization: `Bearer ${token}` })).status).toBe(401)
    }
  })

  it("D45 answers 404 and 405 in its own envelope", async () => {
    const { ask } = await startDocs()
    expect(await ask("GET", `${base}/poems`)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } })
    const wrongMethod = await ask("PUT", `${base}/projects`, {})
    expect(wrongMethod).toMatchObject({ status: 405, body: { error: { code: "method_not_allowed" } } })
    expect(wrongMethod.headers.get("allow")).toBe("GET, POST")
  })
})

describe("the description of the service", () => {
  it("D46 becomes a reference with full coverage that holds the gates", async () => {
    const { ask } = await startDocs()
    const source = (await ask("GET", "/openapi.json")).text
    const made = generateDocument({ docType: "api-reference", sources: [{ name: "docs", content: source }] })
    if (made.kind === "failed") throw new Error(made.failure.message)
    expect(made.report.coverage!.operations.expected).toBeGreaterThan(12)
    for (const share of Object.values(made.report.coverage!)) expect(share.present).toBe(share.expected)
    for (const gate of Object.values(documentGates)) expect(gate(made.markdown)).toEqual([])
    for (const gate of Object.values(descriptionGates))
      expect(gate(JSON.parse(source), made.markdown, source)).toEqual([])
  })
})
