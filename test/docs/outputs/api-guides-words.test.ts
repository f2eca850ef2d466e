/** Words of API descriptions in guides: whole, in their author's order, and no HTML that readers see. */
import { describe, expect, it } from "vitest"
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

  it("name a request by its summary, else by a description of one line, else by its path, and say no word twice", () => {
    const long = `Pack glass, wood and what else Ann has. ${more}`
    const paths = {
      "/boxes": {
        get: boxes("List them. (Supports lids)", { description: "List them (supports lids)." }),
        put: boxes(long)
      },
      "/lids": {
        get: boxes("", { description: "Look at lids." }),
        post: boxes("listAllLids", { description: "Shut.\n\nTight." })
      },
      "/tops": { get: boxes("Same"), put: boxes("Same", { description: "Same, but twice." }) }
    }
    const markdown = guideOf(paths)
    expect(markdown.match(/^#### .*$/gm)).toEqual([
      "#### List them. (Supports lids)",
      "#### `PUT /boxes`",
      "#### Look at lids",
      "#### `POST /lids`",
      "#### `GET /tops`",
      "#### `PUT /tops`"
    ])
    expect(markdown.split("(supports lids)")).toHaveLength(1)
    expect(below(markdown, "#### `PUT /boxes`")).toContain(long)
    expect(below(markdown, "#### `POST /lids`").trim()).toBe("Shut.\n\nTight.")
    expect(below(markdown, "#### Look at lids").trim()).toBe("`GET /lids`")
    expect(below(markdown, "#### `PUT /tops`").trim()).toBe("Same, but twice.")
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

  it("keep the order of requests", () => {
    const parameters = [{ name: "id", in: "path", required: true, schema: text }]
    const one = (summary: string) => boxes(summary, { parameters })
    const paths = {
      "/lids": { get: boxes("Shut") },
      "/boxes/{id}": { delete: one("Burn"), get: one("Look") },
      "/boxes/{id}/sides": { put: one("Paint") },
      "/boxes": { get: boxes("List"), post: boxes("Pack") },
      "/boxes-of-wood": { get: boxes("Saw") }
    }
    expect(guideOf(paths).match(/^#### .*$/gm)).toEqual(
      ["Shut", "Burn", "Look", "Paint", "List", "Pack", "Saw"].map((title) => `#### ${title}`)
    )
  })

  it("keep the levels of their headings of HTML, and say what the API is before its address", () => {
    const words = "<h2>General</h2><p>Boxes.</p><h2>Parts</h2><p>Two.</p><h3>Lids</h3><p>Shut.</p>"
    const markdown = guideOf(only, { servers: [{ url: "https://api.example.com" }] }, words)
    expect(markdown.match(/^#+ .*$/gm)!.slice(1, 5)).toEqual([
      "## General",
      "## Parts",
      "### Lids",
      "## Before you begin"
    ])
  })

  it("lead where their author leads, are those of a list and of its items, and none where three dots stand", () => {
    const externalDocs = { url: "https://example.com/ids" }
    const items = { ...text, description: "Each of glass, if wood is out." }
    const properties = {
      id: { ...text, description: "Its number. See ", externalDocs },
      lid: { ...text, description: "What shuts it.", externalDocs: { ...externalDocs, description: "Lids" } },
      sides: { type: "array", description: "All sides.", items },
      tops: { type: "array", description: "The tops of glass.", items: { ...text, description: "The top." } }
    }
    const requestBody = {
      description: "...",
      content: { "application/json": { schema: { type: "object", properties } } }
    }
    expect(below(guideOf({ "/boxes": { post: boxes("Pack", { requestBody }) } }), "#### Pack").trim()).toBe(
      [
        "`POST /boxes`\n\nIts body takes:\n",
        "- `id`: Its number. See [`https://example.com/ids`](https://example.com/ids)",
        "- `lid`: What shuts it. See [Lids](https://example.com/ids)",
        "- `sides`: All sides.\n\n  Each of glass, if wood is out.",
        "- `tops`: The tops of glass."
      ].join("\n")
    )
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

  it("tell what the API sends, where to, with its headers, and offer no call of it", () => {
    const hook = boxes("Tell of a box", {
      description: "Sent once a day.",
      parameters: [
        { name: "X-Signature", in: "header", required: true, schema: text, description: "Made with the key of Ann." }
      ]
    })
    const number = { ...text, readOnly: true, description: "Its number." }
    const lid = { type: "object", properties: { number } }
    const requestBody = { content: { "application/json": { schema: lid } } }
    const called = { shut: { "{$request.body#/callBack}": { post: boxes("Tell of a lid", { requestBody }) } } }
    const pack = { content: { "application/json": { schema: { type: "object", properties: { callBack: text } } } } }
    const paths = {
      "/boxes": { get: boxes("List"), post: boxes("Pack", { requestBody: pack, callbacks: called }) },
      "/{callbackUrl}": {
        post: boxes("Tell of glass", {
          parameters: [{ name: "callbackUrl", in: "path", required: true, schema: text }]
        })
      },
      "/{shop}": { get: boxes("Look at a shop") }
    }
    const webhooks = { packed: { post: hook }, opened: { put: boxes("") } }
    const told = below(guideOf(paths, { openapi: "3.1.0", webhooks }), "## Webhooks")
    expect(below(told, "### Tell of a box").trim()).toBe(
      "It is sent with `POST`.\n\nSent once a day.\n\nIt has:\n\n- `X-Signature` (header): Made with the key of Ann."
    )
    expect(below(told, "### Tell of a lid").trim()).toBe(
      "It is sent with `POST` to the address that `POST /boxes` is given in its body, as `callBack`.\n\nIts body has:\n\n- `number`: Its number."
    )
    expect(told).toContain("### Tell of glass\n\nIt is sent with `POST`.\n")
    expect(told).toContain("### `opened`\n\nIt is sent with `PUT`.\n")
    expect(told).not.toMatch(/curl|Look at a shop/)
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
