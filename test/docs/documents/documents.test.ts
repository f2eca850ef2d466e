/** Documents over HTTP: editor saves, versions, snapshots, baseline, preview, and what changed between two of them. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { petStore, startDocs, type DocsHost } from "../host.ts"

const base = "/api/docs/v1"

const generate = async ({ ask, engine }: DocsHost, projectId: string, api: unknown) => {
  const source = { name: "pets", content: JSON.stringify(api) }
  const started = await ask("POST", `${base}/generations`, { docType: "api-reference", projectId, source })
  expect(started.status, started.text).toBe(202)
  await engine.clock.drain()
  return (await ask("GET", `${base}/generations/${started.body.id}`)).body
}

const start = async () => {
  const host = await startDocs()
  const project = (await host.ask("POST", `${base}/projects`, { name: "Pets" })).body
  const { documentId, versionId } = await generate(host, project.id, petStore)
  const at = `${base}/documents/${documentId}`
  const save = (content: string, ifMatch: string | undefined) =>
    host.ask("PUT", `${at}/content`, content, {
      "content-type": "text/markdown",
      ...(ifMatch === undefined ? {} : { "if-match": ifMatch })
    })
  return { host, ask: host.ask, at, documentId, versionId, projectId: project.id, save }
}

describe("a document", () => {
  it("D43 is read as JSON and Markdown, with the ETag that an editor sends back", async () => {
    const { ask, at, versionId } = await start()
    const json = await ask("GET", at)
    expect(json.headers.get("etag")).toBe(`"${versionId}"`)
    const text = await ask("GET", at, undefined, { accept: "text/markdown" })
    expect(text.headers.get("content-type")).toContain("text/markdown")
    expect(text.text).toBe(json.body.content)
    expect((await ask("GET", `${base}/documents?docType=api-reference`)).body.items.length).toBe(1)
    expect((await ask("GET", `${base}/documents?docType=readme`)).body.items).toEqual([])
  })

  it("D43 is saved and snapshot under a key with the same ETag each time the request is repeated", async () => {
    const { ask, at, versionId } = await start()
    const asked = [
      ["PUT", `${at}/content`, { content: "# Pets\n" }, { "if-match": `"${versionId}"` }],
      ["POST", `${at}/versions`, { name: "Release" }, {}]
    ] as const
    for (const [method, path, body, headers] of asked) {
      const send = () => ask(method, path, body, { ...headers, "idempotency-key": method })
      const [first, again] = [await send(), await send()]
      expect(again, again.text).toMatchObject({ status: first.status, text: first.text })
      expect(again.headers.get("idempotent-replayed")).toBe("true")
      expect(again.headers.get("etag")).toBe(`"${first.body.id}"`)
    }
  })

  it("D43 is saved by an editor who saw the latest version, and by nobody else", async () => {
    const { ask, at, save, versionId } = await start()
    const saved = await save("# Pets\r\n\r\nNew.", `"${versionId}"`)
    expect(saved, saved.text).toMatchObject({ status: 200, body: { number: 2, author: "user", title: "Pets" } })
    expect((await ask("GET", at)).body.content).toBe("# Pets\n\nNew.\n")
    for (const ifMatch of [`"${versionId}"`, undefined]) {
      const late = await save("# Other\n", ifMatch)
      expect(late).toMatchObject({ status: 412, body: { error: { code: "precondition_failed" } } })
    }
    const same = await save("# Pets\n\nNew.\n", "*")
    expect(same.body.id).toBe(saved.body.id)
    const json = await ask("PUT", `${at}/content`, { content: "# Pets\n" }, { "if-match": saved.headers.get("etag")! })
    expect(json).toMatchObject({ status: 200, body: { number: 3 } })
    expect((await ask("GET", `${at}/versions`)).body.items.map(({ number }: { number: number }) => number)).toEqual([
      3, 2, 1
    ])
  })

  it("is saved by one of the editors who saw the same version, however close they come", async () => {
    const { ask, at, save, versionId } = await start()
    const replies = await Promise.all(["One", "Two", "Three"].map((name) => save(`# ${name}\n`, `"${versionId}"`)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    expect((await ask("GET", `${at}/versions`)).body.items).toHaveLength(2)
  })

  it("is not saved by an editor who did not see the snapshot that was taken a moment before", async () => {
    const { ask, at, save, versionId } = await start()
    const [snapshot, saved] = await Promise.all([
      ask("POST", `${at}/versions`, { name: "Before" }),
      save("# Saved\n", `"${versionId}"`)
    ])
    const numbers = [snapshot.body.number, saved.status === 200 ? saved.body.number : saved.status]
    expect([JSON.stringify([2, 412]), JSON.stringify([3, 2])]).toContain(JSON.stringify(numbers))
  })

  it.each([
    ["a type that is no text", "image/png", "x", 415],
    ["JSON without content", "application/json", "{}", 400],
    ["JSON that is none", "application/json", "{", 400]
  ])("refuses %s and stores nothing", async (_, type, body, status) => {
    const { ask, at } = await start()
    const refused = await ask("PUT", `${at}/content`, body, { "content-type": type, "if-match": "*" })
    expect(refused.status).toBe(status)
    expect((await ask("GET", `${at}/versions`)).body.items.length).toBe(1)
  })

  it("D43 keeps snapshots by name, a baseline, and is removed with its versions", async () => {
    const { ask, at, versionId } = await start()
    const snapshot = await ask("POST", `${at}/versions`, { name: "Before the summer" })
    expect(snapshot).toMatchObject({ status: 201, body: { number: 2, name: "Before the summer" } })
    const baseline = await ask("POST", `${at}/baseline`, { versionId })
    expect(baseline.body.baselineVersionId).toBe(versionId)
    expect((await ask("POST", `${at}/baseline`, { versionId: "ver_0" })).status).toBe(404)
    expect((await ask("DELETE", at)).status).toBe(204)
    for (const path of [at, `${at}/versions`, `${base}/versions/${versionId}`])
      expect((await ask("GET", path)).status).toBe(404)
  })

  it("D73 is shown as HTML in which nothing of the text can run or load", async () => {
    const { ask, at, save } = await start()
    const hostile = [
      "# Title <script>alert(1)</script>",
      "<script>alert(1)</script><img src=x onerror=alert(1)>",
      "[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) [d](JaVaScRiPt&#58;alert(1)) [e](https://example.com)",
      "![pixel](https://tracker.example.com/p.png)",
      "| a |\n| :-: |\n| <b onmouseover=x>c</b> |",
      '```js" onload="x\n</code><script>x</script>\n```',
      "<a href='x' style='x'>y</a> <javascript:alert(1)>"
    ].join("\n\n")
    await save(hostile, "*")
    const page = await ask("GET", `${at}?format=html`)
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(page.headers.get("x-content-type-options")).toBe("nosniff")
    const tags = Array.from(page.text.matchAll(/<[^>]*>/g), ([tag]) => tag)
    expect(
      tags.filter((tag) => /<\/?(?:script|img|b|iframe|svg)\b|\son\w+=|javascript:|data:|vbscript:/i.test(tag))
    ).toEqual([])
    expect(page.text).toContain('<a href="https://example.com">e</a>')
    expect(page.text).toContain('<a href="https://tracker.example.com/p.png">pixel</a>')
    expect(page.text).toContain('id="title')
  })
})

describe("what changed", () => {
  it("D15 tells added, removed, modified, moved and renamed sections against the baseline or a snapshot", async () => {
    const { ask, at, save } = await start()
    const before = "# T\n\n## A\n\nalpha one\n\n## B\n\nbeta\n\n## C\n\ngamma\n\n## D\n\ndelta\n"
    const version = (await save(before, "*")).body.id
    await ask("POST", `${at}/baseline`, { versionId: version })
    const changed = "# T\n\n## A\n\nalpha two\n\n## D\n\ndelta\n\n## B\n\nbeta\n\n## See\n\ngamma\n\n## E\n\nnew\n"
    await save(changed, "*")
    const diff = (await ask("GET", `${at}/diff`)).body
    const told = diff.sections.map(({ change, path }: any) => `${change} ${path.join("/")}`)
    expect(told).toEqual(expect.arrayContaining(["modified T/A", "renamed T/See", "added T/E"]))
    expect(told.filter((one: string) => one.startsWith("moved")).length).toBe(1)
    expect(diff.stats).toEqual({ added: 1, removed: 0, changed: 3 })
    const [hunk] = diff.sections.find(({ change }: any) => change === "modified").hunks
    expect(hunk).toMatchObject({ oldStart: 3, newStart: 3 })
    expect(hunk.lines.find(({ op }: any) => op === "+").words).toContainEqual({ op: "+", text: "two" })
    await ask("POST", `${at}/baseline`, { versionId: (await ask("GET", at)).body.latestVersionId })
    expect((await ask("GET", `${at}/diff`)).body).toMatchObject({ identical: true, sections: [] })
    // Against a saved snapshot, whatever the baseline is.
    const snapshot = (await ask("POST", `${at}/versions`, { name: "Before" })).body
    await save(changed.replace("## E\n\nnew\n", ""), "*")
    const since = (await ask("GET", `${at}/diff?from=${snapshot.id}`)).body
    expect(since).toMatchObject({ from: snapshot.id, identical: false, stats: { added: 0, removed: 1, changed: 0 } })
    expect(since.sections.map(({ change, path }: any) => `${change} ${path.join("/")}`)).toEqual(["removed T/E"])
  })

  it("Q22 gives a patch that makes the new text of the old one", async () => {
    const { ask, at, save } = await start()
    const texts = ["# T\n\nold\n\n## B\n\nsame\n", "# T\n\nnew\nlines\n\n## B\n\nsame\n\n## C\n\n- x\n"]
    const ids: Array<string> = []
    for (const text of texts) ids.push((await save(text, "*")).body.id)
    const patch = (await ask("GET", `${at}/diff?from=${ids[0]}&to=${ids[1]}&format=unified`)).text
    const folder = mkdtempSync(join(tmpdir(), "bursar-diff-"))
    writeFileSync(join(folder, "text.md"), texts[0]!)
    execFileSync("git", ["init", "-q", folder])
    execFileSync("git", ["-C", folder, "apply", "-"], { input: patch.replaceAll("docs/api-reference.md", "text.md") })
    expect(readFileSync(join(folder, "text.md"), "utf8")).toBe(texts[1])
    rmSync(folder, { recursive: true })
  })

  it("D16 tells breaking changes of the API with oasdiff's ids", async () => {
    const { ask, at, host, projectId, versionId } = await start()
    const next: any = structuredClone(petStore)
    next.components.schemas.Pet.required = []
    next.paths["/pets/{id}"].get.parameters.push({
      name: "depth",
      in: "query",
      required: true,
      schema: { type: "integer" }
    })
    next.paths["/dogs"] = { get: { responses: { "200": { description: "Dogs" } } } }
    await generate(host, projectId, next)
    const diff = (await ask("GET", `${at}/diff?from=${versionId}`)).body
    expect(diff.api.changes.map(({ id, level }: any) => `${level} ${id}`)).toEqual([
      "ERR new-required-request-parameter",
      "ERR response-property-became-optional",
      "INFO endpoint-added"
    ])
    expect(diff.api.breaking).toBe(2)
    const markdown = await ask("GET", `${at}/diff?from=${versionId}&format=markdown`)
    expect(markdown.text).toContain("- ERR `new-required-request-parameter` GET /pets/{id}")
  })

  it("D15 says so when there is no baseline, and refuses a version of another document", async () => {
    const { ask, at } = await start()
    expect(await ask("GET", `${at}/diff`)).toMatchObject({ status: 409, body: { error: { code: "conflict" } } })
    expect((await ask("GET", `${at}/diff?from=ver_0`)).status).toBe(404)
    expect((await ask("GET", `${at}/diff?from=yesterday`)).status).toBe(400)
  })
})
