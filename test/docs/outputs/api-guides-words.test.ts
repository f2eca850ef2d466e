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
    // A request without words of its own is told by those of its group.
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
