/** A reference speaks to callers of the API: what its source lacks stands in the report, and samples are requests that can be sent (D6). */
import { describe, expect, it } from "vitest"
import { below, make } from "./made.ts"

const described = (of: object) =>
  make("api-reference", JSON.stringify({ openapi: "3.0.0", info: { title: "T", version: "1" }, ...of }))

const collected = (of: object) => {
  const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
  return make("api-reference", JSON.stringify({ info: { name: "C", schema }, ...of }))
}

const servers = [{ url: "https://api.example.com" }]
const responses = { "200": { description: "Done" } }

describe("what a source lacks", () => {
  it("D6 is no word of the reference, and is reported", () => {
    const { markdown, report } = described({
      tags: [{ name: "Authentication" }],
      paths: { "/a": { get: { tags: ["Authentication"], responses } } }
    })
    expect(markdown).not.toMatch(/the description|## Error codes|\n## Authentication/i)
    expect(markdown).toContain("Replace `{baseUrl}` with the address of the server.")
    expect(report.dropped.map(({ item }) => item)).toEqual(expect.arrayContaining(["Authentication", "Error codes"]))
    expect(described({ servers, paths: {} }).markdown).not.toContain("## Endpoints")
  })

  it("D6 leaves no anchor behind", () => {
    const { markdown } = described({
      servers,
      tags: [{ name: "Authentication" }, { name: "B" }],
      paths: {
        "/a": { get: { tags: ["Authentication"], responses } },
        "/b": { get: { tags: ["B"], responses } }
      }
    })
    expect(markdown).toContain("[Authentication](#authentication)")
  })

  it("D6 counts statuses past 5xx as errors", () => {
    const { markdown } = described({
      servers,
      paths: { "/a": { get: { responses: { "600": { description: "Busy" } } } } }
    })
    expect(below(markdown, "## Error codes")).toContain("| `600` | Busy |")
  })

  it("D6 is not told of bodies of a collection, which says nowhere that they are optional", () => {
    const body = { mode: "raw", raw: "{}" }
    const { markdown } = collected({
      item: [{ name: "A", request: { method: "POST", url: "https://a.example/b", body } }]
    })
    expect(markdown).not.toContain("(optional)")
  })
})

const headingsOf = (markdown: string): ReadonlyArray<string> =>
  [...markdown.matchAll(/^###+ (.*)$/gm)].map(([, heading]) => heading!)

describe("the order of a reference", () => {
  it("D6 is the author's, for methods as for paths", () => {
    const { markdown } = described({
      servers,
      paths: { "/z": { post: { responses }, get: { responses } }, "/a": { delete: { responses }, put: { responses } } }
    })
    expect(headingsOf(markdown)).toEqual(["Operations", "`POST /z`", "`GET /z`", "`DELETE /a`", "`PUT /a`"])
  })

  it("D6 is that of a collection for its folders, and requests of one address are told apart by their names", () => {
    const request = { method: "POST", url: "https://a.example/run" }
    const made = collected({
      item: [
        {
          name: "Flow",
          item: [
            { name: "Inner", item: [{ name: "Make", request }] },
            { name: "Log on", request }
          ]
        },
        { name: "Last", item: [{ name: "Log on", request }] },
        { name: "Alone", request: { ...request, method: "GET" } }
      ]
    })
    expect(headingsOf(made.markdown)).toEqual([
      "Flow / Inner",
      "`POST /run`: Make",
      "Flow",
      "`POST /run`: Log on, Flow",
      "Last",
      "`POST /run`: Log on, Last",
      "Other operations",
      "`GET /run`"
    ])
    expect(below(made.markdown, "#### `POST /run`: Make")).not.toContain("**Make**")
  })
})
