/** Addresses, bodies and the text of a description, as a reference shows them (D3, D6). */
import { describe, expect, it } from "vitest"
import { make } from "./made.ts"

const described = (of: object) =>
  make("api-reference", JSON.stringify({ openapi: "3.0.0", info: { title: "T", version: "1" }, ...of }))

const servers = [{ url: "https://api.example.com" }]
const responses = { "200": { description: "Done" } }

describe("addresses and bodies", () => {
  it("D6 keep the scheme of a description of 2.0 that names no host", () => {
    const { markdown } = make(
      "api-reference",
      JSON.stringify({
        swagger: "2.0",
        info: { title: "T", version: "1" },
        schemes: ["https"],
        basePath: "/v1",
        paths: { "/a": { get: { responses } } }
      })
    )
    expect(markdown).toContain("'https://{host}/v1/a'")
    expect(markdown).toContain("| `host` | The host of your server: the description names none. |")
  })

  it("D6 lead to the web without a scheme", () => {
    const info = {
      title: "T",
      version: "1",
      contact: { url: "www.example.com" },
      description: "[A](www.example.org/a)"
    }
    const { markdown } = described({ info, servers, paths: {} })
    expect(markdown).toContain("[`www.example.com`](http://www.example.com)")
    expect(markdown).toContain("[A](http://www.example.org/a)")
  })

  it("D6 take the scheme from a host of 2.0 that comes with one", () => {
    const paths = { "/a": { get: { responses } } }
    const of = { swagger: "2.0", info: { title: "T", version: "1" }, host: "http://example.com/v1", paths }
    expect(make("api-reference", JSON.stringify(of)).markdown).toContain("'http://example.com/v1/a'")
  })

  it("D6 show a body also where it need not be sent and no example of it can be made", () => {
    const schema = { type: "object", required: ["a"], properties: { a: { type: "string", pattern: "^(a|b){2}c+d$" } } }
    const post = { requestBody: { content: { "application/json": { schema } } }, responses }
    expect(described({ servers, paths: { "/a": { post } } }).markdown).toContain("--data-raw 'YOUR_REQUEST_BODY'")
  })

  it("D6 show no example without a member", () => {
    const schema = { type: "array", items: { type: "object" } }
    const get = { responses: { "200": { description: "Done", content: { "application/json": { schema } } } } }
    expect(described({ servers, paths: { "/a": { get } } }).markdown).not.toContain("Example")
  })

  it("D6 show what is in the list of an envelope, and names that a map allows", () => {
    const list = { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } }
    const data = { type: "object", properties: { list } }
    const map = { type: "object", propertyNames: { enum: ["one"] }, additionalProperties: { type: "integer" } }
    const schema = { type: "object", properties: { data, map } }
    const get = { responses: { "200": { description: "Done", content: { "application/json": { schema } } } } }
    const example = described({ servers, paths: { "/a": { get } } }).markdown.replaceAll(/\s/g, "")
    expect(example).toContain('{"data":{"list":[{"id":1}]},"map":{"one":1}}')
  })
})

describe("a description in YAML", () => {
  it("D3 is one also where its tool sorts keys and writes the version last", () => {
    const text = `basePath: /v1\ninfo:\n  title: Sorted\n  description: ${"x".repeat(21_000)}\npaths:\n  /a:\n    get:\n      responses:\n        200:\n          description: Done\nswagger: "2.0"\n`
    expect(make("api-reference", text).markdown).toContain("# Sorted")
  })
})
