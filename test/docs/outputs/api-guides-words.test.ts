/** Words of API descriptions in guides: whole, in their author's order, and no HTML that readers see. */
import { describe, expect, it } from "vitest"
import { generateDocument } from "../../../plugins/docs/index.ts"
import { below, make } from "./made.ts"

const text = { type: "string" }

const more = "Ann does it with care, and closes each lid. ".repeat(5).trim()

const api = (paths: object, of: object = {}, description = `Boxes of glass. ${more}`): string =>
  JSON.stringify({ openapi: "3.0.0", info: { title: "Boxes", version: "1", description }, paths, ...of })

/** An operation on boxes. */
const boxes = (summary: string, of: object = {}) => ({ summary, tags: ["Boxes"], responses: {}, ...of })

const only = { "/boxes": { get: boxes("List") } }

const guideOf = (paths: object, of: object = {}, description?: string) =>
  make("user-guide", api(paths, of, description)).markdown

const adminOf = (paths: object, of: object = {}, description?: string) =>
  make("admin-guide", api(paths, of, description)).markdown

describe("words of an API description in guides", () => {
  it("are no code where their HTML is indented, and lose pictures without words", () => {
    const html = [
      "<div>\n\n\t<h3>Packing</h3><p>By hand.</p>\n\n\t<h3>Limits</h3>\n\n\t<p>\n\t\tTen <strong>boxes</strong> a day.<br />\n\t\tNo more.\n\t</p>",
      "\n\n\t<ul>\n\t\t<li><strong>Glass</strong> breaks.</li>\n\t\t<li>Wood does not.</li>\n\t</ul>",
      '\n\n\t\t\t<figure class="x">\n\t\t\t<img src="https://example.com/a.svg" alt="">\n\t\t\t</figure>',
      `\n\n<p>Ask at <a href="https://online.example.com/x">the desk</a>. ${more}</p></div>`
    ].join("")
    const written = below(guideOf(only, {}, html), "## Limits")
    expect(written).toContain("\n\nTen **boxes** a day.\n")
    expect(written).toContain("- **Glass** breaks.\n- Wood does not.")
    expect(written).not.toMatch(/figure|<img|^[ \t]+\S/m)
    expect(written).toContain("https://online.example.com/x")
    const tags = [{ name: "Boxes", description: "<p>\n\tWhat things are sent in.\n</p>" }]
    expect(below(guideOf(only, { tags }), "### Boxes")).toMatch(/^\s+What things are sent in\.\n/)
  })

  it("name what a request does by a whole summary, else by a heading, and by no limit", () => {
    const paths = {
      "/boxes": {
        get: boxes("List them. (Supports lids)"),
        post: boxes("", { description: "Rate limited to 3 a day." })
      },
      "/lids": { get: { ...boxes(""), description: "<h4>Report on\n\tall lids</h4><p>Rate limited to 3 a day.</p>" } }
    }
    const markdown = guideOf(paths)
    expect(markdown).toContain("| List them. (Supports lids) | `GET /boxes` |")
    expect(markdown).toContain("| Report on all lids | `GET /lids` |")
    expect(markdown).not.toContain("Rate limited")
  })

  it("stay below their group, whatever other groups say, each group in its place", () => {
    const said = "The desk keeps what Ann knows of boxes.\n\nIncluding:\n\n- glass\n- wood"
    const tags = [
      { name: "Boxes", description: said },
      { name: "Care", description: "Glass breaks.", externalDocs: { url: "https://example.com/care" } },
      { name: "Lids", description: said },
      { name: "Ends", description: "What closes a shop." }
    ]
    const lids = { ...boxes("List lids"), tags: ["Lids"] }
    const paths = {
      "/boxes": only["/boxes"],
      "/lids": { get: lids },
      "/ends": { get: { ...lids, summary: "", tags: ["Ends"] } }
    }
    const markdown = guideOf(paths, { tags })
    expect(below(markdown, "### Boxes")).toContain(said)
    expect(below(markdown, "### Lids")).toContain(said)
    expect(markdown.match(/^### .*$/gm)).toEqual(["### Boxes", "### Care", "### Lids", "### Ends"])
    expect(below(markdown, "### Care")).toMatch(/Glass breaks\.[^]*https:\/\/example\.com\/care/)
    // A request that has no description is described by its group.
    expect(below(markdown, "### Ends")).toMatch(/What closes a shop\.[^]*`GET \/ends`/)
  })

  it("keep the order of requests that can be followed", () => {
    const parameters = [{ name: "id", in: "path", required: true, schema: text }]
    const one = (summary: string) => boxes(summary, { parameters })
    const rowsOf = (paths: object) =>
      below(guideOf(paths), "### Boxes")
        .match(/^\| \w+(?= \| `)/gm)
        ?.map((row) => row.slice(2))
    const whole = {
      "/boxes/all": { post: boxes("Pack") },
      "/boxes/search": { get: boxes("Search") },
      "/boxes/all/{id}": { get: one("Look"), delete: one("Burn") }
    }
    expect(rowsOf(whole)).toEqual(["Pack", "Search", "Look", "Burn"])
    const turned = {
      "/boxes/all/{id}": { delete: one("Burn"), get: one("Look") },
      "/boxes/all": { post: boxes("Pack") }
    }
    expect(rowsOf(turned)).toEqual(["Pack", "Look", "Burn"])
  })
})

describe("samples, webhooks and variables of an API description in guides", () => {
  it("send a header without its name in the value, and no remark as a body", () => {
    const parameters = [
      { name: "X-Desk", in: "header", required: true, schema: text, example: "x-desk: Ann of the shop" }
    ]
    const answer = {
      "200": { description: "Done", content: { "application/json": { example: { id: "a glass box" } } } }
    }
    const remark = { content: { "application/json": { schema: text, example: "Examples look odd here." } } }
    const markdown = guideOf({
      "/boxes": { get: boxes("List", { parameters, responses: answer }) },
      "/lids": { post: { ...boxes("Shut", { requestBody: remark, responses: answer }), tags: ["Lids"] } }
    })
    expect(markdown).toContain("--header 'X-Desk: Ann of the shop'")
    expect(markdown).not.toContain("look odd")
  })

  it("tell an example of a webhook among webhooks, with its headers, and offer no call of it", () => {
    const hook = boxes("Tell of a box", {
      security: [],
      description: "This is an **example** of a webhook endpoint.\n\nThe path doesn't exist.",
      parameters: [{ name: "X-Signature", in: "header", schema: text, description: "Verify it with the key of Ann." }]
    })
    const of = {
      security: [{ Key: [] }],
      components: { securitySchemes: { Key: { type: "apiKey", in: "header", name: "K", description: "Ask Ann." } } }
    }
    const paths = { ...only, "/boxes/webhook-example": { post: hook } }
    for (const markdown of [guideOf(paths, of), adminOf(paths, of)]) {
      expect(below(markdown, "## Webhooks")).toContain("| `X-Signature` | Verify it with the key of Ann. |")
      expect(below(markdown, "## Webhooks")).toContain("The path doesn't exist.")
      expect(markdown).toContain("Every request needs")
      expect(markdown).not.toContain("`POST /boxes/webhook-example`")
    }
  })

  it("tell what stands in the address of a collection", () => {
    const item = [{ name: "List", request: { method: "GET", url: "{{baseUrl}}/boxes", description: "List boxes." } }]
    const variable = [
      { key: "baseUrl", value: "https://{{shop}}.example.com" },
      { key: "shop", value: "glass" }
    ]
    const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    const info = { name: "Boxes", schema, description: `Boxes of glass. ${more}` }
    expect(make("user-guide", JSON.stringify({ info, item, variable })).markdown).toContain("| `shop` | `glass` |")
  })

  it("tell a long description of credentials once", () => {
    const said = `Ann keeps the keys of the shop. ${more}\n\nAsk her for one. ${more}`
    const markdown = guideOf(only, {
      components: { securitySchemes: { Key: { type: "apiKey", in: "header", name: "K", description: said } } }
    })
    expect(markdown.split("Ann keeps the keys of the shop.")).toHaveLength(2)
  })
})

describe("an administration guide of a description that speaks of their matters in passing", () => {
  const refused = (paths: object, of: object, description?: string) =>
    generateDocument({ docType: "admin-guide", sources: [{ name: "a", content: api(paths, of, description) }] }).kind

  it("has groups whose words are for them, and parts of chapters for others", () => {
    const tags = [
      { name: "Boxes", description: "What things are sent in." },
      { name: "Lids", description: "A lid is made by an administrator." },
      { name: "Bells", description: "A bell calls a callback URL." }
    ]
    const paths = {
      ...only,
      "/lids": { post: { ...boxes("Make a lid"), tags: ["Lids"] } },
      "/bells": { post: { ...boxes("Ring"), tags: ["Bells"] } }
    }
    const managed = below(adminOf(paths, { tags }), "## What you can manage")
    expect(managed.match(/^### .*$/gm)).toEqual(["### Lids", "### Bells"])
    expect(managed).toContain("A bell calls a callback URL.\n\n| What it does | Request |")
    expect(refused(paths, {})).toBe("failed")
    const chapters =
      "## Packing\n\nBy hand.\n\n### Versions\n\nAsk for one.\n\n### Keys\n\nTurn them.\n\n### Glass\n\nIt breaks."
    const written = adminOf(only, {}, `Boxes of glass.\n\n${chapters}\n\n## Wood\n\nIt does not.`)
    expect(written).toContain("## Versions\n\nAsk for one.\n\n## Keys\n\nTurn them.")
    expect(written).not.toMatch(/By hand|It breaks|It does not/)
  })

  it("tells permissions of single requests once, no headers beside the author's limits, and no addresses of people", () => {
    const description = "List.\n\n## Permissions\n\nGive the role **Packer**.\n\n## Query\n\nBy lid."
    const headers = { "X-RateLimit-Limit": { description: "Boxes a day", schema: text } }
    const responses = { "200": { description: "Done", headers } }
    const paths = {
      "/boxes": { get: boxes("List", { description, responses }) },
      "/lids": { get: boxes("List lids", { description }) }
    }
    const words = `Boxes.\n\n## Addresses\n\nWhere Ann lives.\n\n## Rate limits\n\nTen a day. ${more}`
    const markdown = adminOf(paths, {}, words)
    expect(below(markdown, "## Permissions")).toBe("\n\nOf `GET /boxes`, `GET /lids`:\n\nGive the role **Packer**.\n")
    expect(markdown).not.toMatch(/Where Ann lives|## Limits/)
    expect(adminOf({ "/boxes": { get: boxes("List", { description }) } })).toContain("Give the role **Packer**.")
    expect(make("admin-guide", api(paths, {}, words)).report.dropped.map(({ item }) => item)).toContain(
      "Headers of limits"
    )
  })
})
