/** A reference as a folder: nothing is lost, and every link leads to a heading. */
import { describe, expect, it } from "vitest"
import { anchorsOf } from "../../../bench/docs/gates.ts"
import { produce } from "../../../plugins/docs/workbench/produce.ts"
import { ruleText } from "../../../plugins/docs/writer/Section.ts"
import type { DocumentSection, SectionOutline } from "../../../plugins/docs/model/GeneratedDocument.ts"
import { splitByTag } from "../../../plugins/docs/publish/splitByTag.ts"
import { repoToken, startGitHost } from "../gitHost.ts"
import { petStore, startDocs } from "../host.ts"

const base = "/api/docs/v1"

const operation = (tag: string) => ({ ...petStore.paths["/pets/{id}"].get, operationId: tag, tags: [tag] })

const shop = {
  ...petStore,
  tags: [{ name: "Pets", description: "See [errors](#error-codes)." }, { name: "Pet" }, { name: "Orders" }],
  paths: {
    "/pets/{id}": { get: operation("Pets") },
    "/pet/{id}": { get: operation("Pet") },
    "/orders/{id}": { get: operation("Orders") }
  }
}

const madeOf = (api: object) => {
  let outline: ReadonlyArray<SectionOutline> = []
  const sections: Array<DocumentSection> = []
  let content = ""
  const sources = [{ name: "shop", content: JSON.stringify(api) }]
  for (const event of produce({ kind: "generate", docType: "api-reference", settings: {}, sources, context: [] })) {
    if (event.type === "outline") outline = event.sections
    if (event.type !== "section") continue
    const text = ruleText(event.parts)
    sections.push({ ...outline[sections.length]!, length: text.length, sha256: "", writer: "rules" })
    content += text
  }
  return { content, sections }
}

const made = madeOf(shop)

it("D21 has its files in a folder however the end of its path is written", () => {
  const paths = splitByTag("docs/API.MD", made.content, made.sections).map(({ path }) => path)
  expect(paths).toEqual(["docs/API.MD", "docs/API/pets.MD", "docs/API/pet.MD", "docs/API/orders.MD"])
})

describe("a reference that is split by tag", () => {
  const files = splitByTag("docs/api.md", made.content, made.sections)
  const textOf = new Map(files.map(({ path, text }) => [path, text]))

  it("D21 has a file per tag beside the document, which links to them", () => {
    expect([...textOf.keys()]).toEqual(["docs/api.md", "docs/api/pets.md", "docs/api/pet.md", "docs/api/orders.md"])
    expect(textOf.get("docs/api.md")).toContain("## Endpoints\n\n- [Pets](api/pets.md)\n- [Pet](api/pet.md)\n")
    expect(textOf.get("docs/api/orders.md")).toMatch(/^# Orders\n\n## `GET \/orders\/\{id\}`\n/)
  })

  it("D21 loses no line", () => {
    const lines = (text: string) =>
      text
        .split("\n")
        .map((line) => line.replace(/^#+ /, "").replaceAll(/\]\([^)]*\)/g, "]()"))
        .filter((line) => line !== "")
    const all = new Set(files.flatMap(({ text }) => lines(text)))
    expect(lines(made.content).filter((line) => !all.has(line))).toEqual([])
  })

  it("Q11 has no link without a heading, within a file and across files", () => {
    const broken: Array<string> = []
    for (const { path, text } of files) {
      for (const [link, target = "", anchor = ""] of text.matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)) {
        const to = target === "" ? path : new URL(target, `http://h/${path}`).pathname.slice(1)
        if (!anchorsOf(textOf.get(to) ?? "").includes(anchor)) broken.push(`${path}: ${link}`)
      }
    }
    expect(broken).toEqual([])
    expect(textOf.get("docs/api/pet.md")).toContain("(../api.md#pet)")
  })

  it("D21 names the files of tags that consist of signs", () => {
    const tags = ["🎉", "Tag", "★"]
    const paths = Object.fromEntries(tags.map((tag, at) => [`/${at}/{id}`, { get: operation(tag) }]))
    const signs = madeOf({ ...shop, tags: tags.map((name) => ({ name })), paths })
    const [document, ...others] = splitByTag("docs/api.md", signs.content, signs.sections)
    expect(others.map(({ path }) => path)).toEqual(["docs/api/tag.md", "docs/api/tag-1.md", "docs/api/tag-1-1.md"])
    expect(document!.text).toContain("- [🎉](api/tag.md)\n- [Tag](api/tag-1.md)\n- [★](api/tag-1-1.md)\n")
    expect(document!.text).not.toContain("](#)")
  })

  it("D21 stays one file without tags", () => {
    expect(splitByTag("docs/api.md", "# A\n", [])).toEqual([{ path: "docs/api.md", text: "# A\n" }])
  })

  it("D21 goes into the repository as one commit", async () => {
    const code = await startGitHost()
    const author = { name: "Pat", email: "pat@example.com" }
    const { ask, engine } = await startDocs({ docs: { allowOrigins: [code.origin], commitAuthor: author } })
    const settings = { splitBy: "tag", publish: { repositoryUrl: code.url, repoToken, path: "docs/api.md" } }
    const source = { name: "shop", content: JSON.stringify(shop) }
    const started = await ask("POST", `${base}/generations`, { docType: "api-reference", source, settings })
    await engine.clock.drain()
    expect((await ask("GET", `${base}/generations/${started.body.id}`)).body.publish.status).toBe("succeeded")
    expect(code.git("show", "main:docs/api/orders.md")).toBe(textOf.get("docs/api/orders.md"))
    expect(code.git("log", "--format=%an <%ae>", "main").split("\n")[0]).toBe("Pat <pat@example.com>")
    expect(code.git("rev-list", "--count", "main").trim()).toBe("2")
    // The file of a tag that is gone goes; what others keep beside it stays.
    code.commit({ "docs/api/notes.md": "# Notes\n" })
    const { "/orders/{id}": _, ...paths } = shop.paths
    const less = { name: "shop", content: JSON.stringify({ ...shop, paths }) }
    await ask("POST", `${base}/generations`, { docType: "api-reference", source: less, settings })
    await engine.clock.drain()
    const kept = code.git("ls-tree", "-r", "--name-only", "main", "docs").trim().split("\n")
    expect(kept).toEqual(["docs/api.md", "docs/api/notes.md", "docs/api/pet.md", "docs/api/pets.md"])
  })
})
