/** What an author gives stands as the author gave it: examples, names, spellings, facts (D6). */
import { describe, expect, it } from "vitest"
import { below, make } from "./made.ts"
import { described, schemaOf } from "./described.ts"

const servers = [{ url: "https://a.example" }]
const responses = { "200": { description: "Done" } }
const posted = (schemas: object) => {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/One" } } }
  const requestBody = { required: true, content }
  return described({ servers, components: { schemas }, paths: { "/a": { post: { requestBody, responses } } } })
}

describe("an example that a schema forbids", () => {
  it("D6 is sent all the same, wherever it stands", () => {
    const text = { type: "string", pattern: "^[a-z]+$", example: "0x98" }
    const deep = { type: "object", properties: { size: { type: "integer", example: "10" }, text } }
    const One = { type: "object", properties: { deep: { $ref: "#/components/schemas/Deep" }, text } }
    const { markdown, report } = posted({ One, Deep: deep })
    expect(markdown).toContain(`--data-raw '{"deep":{"size":10,"text":"0x98"},"text":"0x98"}'`)
    expect(report.warnings.filter(({ code }) => code === "invalid_example")).toHaveLength(1)
    const whole = posted({ One: { type: "object", required: ["b"], example: { a: 1 } } })
    expect(whole.markdown).toContain(`--data-raw '{"a":1}'`)
  })

  it("D6 stands for the items where it is one of them", () => {
    const id = { type: "array", items: { type: "string" }, example: "principal.sarah" }
    const { markdown } = posted({ One: { type: "object", properties: { id } } })
    expect(markdown).toContain(`--data-raw '{"id":["principal.sarah"]}'`)
  })

  it("D6 is one choice, whatever else would allow it", () => {
    const choice = (example: string) => ({ type: "string", example })
    const One = { type: "object", required: ["a"], properties: { a: { oneOf: [choice("x1"), choice("y2")] } } }
    expect(posted({ One }).markdown).toContain(`--data-raw '{"a":"x1"}'`)
  })

  it("D6 is kept beside a reference, before that of the schema itself", () => {
    const One = { properties: { a: { $ref: "#/components/schemas/Id", example: "own" } } }
    const { markdown } = posted({ One, Id: { type: "string", example: "any" } })
    expect(markdown).toContain(`--data-raw '{"a":"own"}'`)
    expect(markdown).toContain('| `a` | [`Id`](#id) | no | Example: `"own"`. |')
  })

  it("D6 is not overwritten by a part that only requires it", () => {
    const One = { required: ["a"], allOf: [{ properties: { a: { type: "array", items: {}, example: [1] } } }] }
    expect(posted({ One }).markdown).toContain(`--data-raw '{"a":[1]}'`)
  })

  it("D6 keeps code in the summary of an example", () => {
    const content = { "application/json": { examples: { a: { summary: "Of `GET /a`", value: { b: 1 } } } } }
    const { markdown } = described({ paths: { "/a": { get: { responses: { 400: { description: "A", content } } } } } })
    expect(markdown).toContain("Example, Of `GET /a`:")
  })

  it("D6 is kept of a media type without a name", () => {
    const content = { "": { schema: { type: "string", format: "binary" } } }
    const { markdown } = described({ paths: { "/a": { get: { responses: { 200: { description: "A", content } } } } } })
    expect(markdown).toContain("| `200` | A | `*/*`: string (binary) |")
  })

  it("D6 is no name that nobody gave", () => {
    const One = { type: "object", properties: { a: { type: "string" }, map: { additionalProperties: {} } } }
    expect(posted({ One }).markdown).not.toContain('"key"')
  })

  it("D6 is kept of a header with a media type", () => {
    const headers = { Server: { content: { "text/plain": { schema: { type: "string" }, example: "own/1.17" } } } }
    const { markdown } = described({ paths: { "/a": { get: { responses: { 200: { description: "A", headers } } } } } })
    expect(markdown).toContain('Example: `"own/1.17"`')
  })
})

describe("a schema without a name", () => {
  it("D6 is told where it is used, and is no schema of its own", () => {
    const { markdown } = described({
      paths: {},
      components: {
        schemas: {
          Context: { type: "object", properties: { id: { allOf: [{ type: "string", description: "Of whom." }] } } },
          Other: { properties: { to: { $ref: "#/components/schemas/Context/properties/id/allOf/0" } } }
        }
      }
    })
    expect(markdown).toContain("It describes 2 schemas.")
    expect(markdown).toContain("| `to` | string | no | Of whom. |")
    expect(markdown).not.toContain("allOf")
  })

  it("D6 has a section where it holds itself", () => {
    const One = { properties: { a: { properties: { b: { $ref: "#/components/schemas/One/properties/a" } } } } }
    const { markdown } = described({ paths: {}, components: { schemas: { One } } })
    expect(markdown).toContain("| `a.b.b` | [`One.a`](#onea) |")
  })

  it("D6 is told with all its parts: of a list, of names, of several choices alike", () => {
    const both = { type: "array", allOf: [{ $ref: "#/components/schemas/Mode" }, { $ref: "#/components/schemas/One" }] }
    expect(schemaOf({ type: "object", properties: { both } })).toContain(
      "| array ([`Mode`](#mode) and [`One`](#one)) |"
    )
    const names = { type: "object", propertyNames: { type: "string", pattern: "^a|b$" } }
    expect(schemaOf(names)).toContain("Property names: string (Pattern: `^a|b$`).")
    const text = (title: string) => ({ title, type: "string", description: `In ${title}.` })
    expect(schemaOf({ oneOf: [text("bech32"), text("hex")] })).toContain("| string (hex) | In hex. |")
    const part = (title: string) => ({ title, properties: { meta: { type: "string" } } })
    expect(schemaOf({ oneOf: [part("A"), part("B")] })).toContain("| `meta` | string | no |")
  })
})

describe("bars", () => {
  it("D6 are marked in tables only, and keep what stands before them", () => {
    expect(schemaOf({ type: "string", pattern: "^(a|b)$" })).toContain("Pattern: `^(a|b)$`.")
    const properties = { a: { type: "string", pattern: String.raw`a\|b|c` } }
    expect(schemaOf({ type: "object", properties })).toContain(String.raw`Pattern: ${"`"}a\\|b\|c${"`"}.`)
  })
})

describe("null", () => {
  it("D6 is a type, in quotes or not", () => {
    const a = { oneOf: [{ type: null }, { type: "string" }], example: "x" }
    const text = schemaOf({ type: "object", properties: { a, b: { type: ["object", null] } } })
    expect(text).toContain('| `a` | null or string | no | Example: `"x"`. |')
    expect(text).toContain("| `b` | object or null |")
  })
})

describe("one name in two spellings", () => {
  it("D6 is one where a path parameter and its path differ by it", () => {
    const slot = { name: "slot_no", in: "path", required: true, schema: { type: "integer" } }
    const { markdown, report } = described({
      servers,
      paths: { "/a/{slot-no}": { get: { parameters: [slot], responses } } }
    })
    expect(markdown).toContain("| `slot-no` | path | integer | yes |")
    expect(markdown).not.toContain("slot_no")
    expect(JSON.stringify(report)).toContain("the path parameter slot_no is taken for {slot-no} of its path")
    const other = described({ servers, paths: { "/a/{id}": { get: { parameters: [slot], responses } } } })
    expect(other.markdown).toContain("| `id` | path | string | yes |")
  })
})

describe("answers that are errors", () => {
  it("D6 have the body that they have, and say once what they mean", () => {
    const body = { content: { "application/json": { schema: { type: "object" } } } }
    const answer = (description: string, more: object = {}) => ({ responses: { 400: { description, ...more } } })
    const paths = { "/a": { get: answer("Bad Request", body) }, "/b": { get: answer("Bad Request!") } }
    const codes = below(described({ paths }).markdown, "## Error codes")
    expect(codes).toContain("| `400` | Bad Request | `application/json`: object; none from some operations |")
  })
})

describe("extensions", () => {
  it("D6 of operations that say a plain fact are told in words, and the others counted", () => {
    const flags = { "x-dynamic": true, "x-tests": [], "x-go-name": "Get" }
    const get = { "x-version": 3, "x-securityScopes": ["a:read", "b"], ...flags, responses }
    const schemas = { One: { type: "object", properties: { a: { type: "string", "x-unit": "ms", "x-ui": {} } } } }
    const { markdown, report } = described({ paths: { "/a": { get }, "/b": { get } }, components: { schemas } })
    expect(markdown).toContain("- Version: `3`\n- Security scopes: `a:read`, `b`\n\n")
    expect(markdown).not.toContain("x-")
    expect(JSON.stringify(report)).toMatch(
      /Extensions are left out, for [^:]*: x-dynamic \(2\), x-tests \(2\), x-go-name \(2\), x-unit, x-ui"/
    )
  })
})

describe("extensions that say what to do", () => {
  it("D6 beside a deprecation are its words, wherever it stands", () => {
    const old = (word: string) => ({ deprecated: true, "x-deprecation-notice": `Rely on ${word} instead.` })
    const parameters = [{ name: "q", in: "query", description: "Words.", schema: { type: "string" }, ...old("p") }]
    const get = { description: "Lists all.", parameters, responses, ...old("B") }
    const One = { type: "object", properties: { a: { type: "string", description: "A.", ...old("`b`") }, c: old("d") } }
    const { markdown, report } = described({ paths: { "/a": { get } }, components: { schemas: { One } } })
    expect(markdown).toContain("Lists all.\n\n**Deprecated.** Rely on B instead.")
    expect(markdown).toContain("Words.<br>**Deprecated.** Rely on p instead. |")
    expect(markdown).toContain("A.<br>**Deprecated.** Rely on `b` instead. |")
    expect(markdown).toContain("| `c` | any | no | **Deprecated.** Rely on d instead. |")
    expect(markdown.match(/Deprecated/g)).toHaveLength(4)
    expect(JSON.stringify(report)).not.toContain("x-deprecation-notice")
  })

  it("D6 are told of all operations or of none", () => {
    const get = { "x-permissions": ["read"], responses }
    const put = { "x-permissions": [{ relation: "write", of: "a" }], responses }
    const { markdown, report } = described({ paths: { "/a": { get, put } } })
    expect(markdown).not.toContain("Permissions")
    expect(JSON.stringify(report)).toContain("x-permissions (2)")
    expect(described({ paths: { "/a": { get } } }).markdown).toContain("- Permissions: `read`")
  })

  it("D6 are not told where they are the scopes beside the way to authenticate", () => {
    const oauth = {
      type: "oauth2",
      flows: { clientCredentials: { tokenUrl: "https://a.example", scopes: { a: "A" } } }
    }
    const get = { "x-scopes": ["a"], security: [{ oauth: ["a"] }], responses }
    const put = { "x-scopes": ["a", "b"], security: [{ oauth: ["a"] }], responses }
    const { markdown } = described({ paths: { "/a": { get, put } }, components: { securitySchemes: { oauth } } })
    expect(markdown.match(/- Scopes: .*/g)).toEqual(["- Scopes: `a`, `b`"])
  })
})

describe("further groups of an operation", () => {
  it("D6 are named in the report, once", () => {
    const paths = Object.fromEntries(["/a", "/b"].map((path) => [path, { get: { tags: ["A", "cli"], responses } }]))
    const { markdown, report } = described({ paths })
    expect(markdown).not.toContain("cli")
    const reason = "Operations stand in the first of their groups only"
    expect(report.dropped.filter(({ item }) => item.includes("cli"))).toEqual([{ item: "Groups: cli", reason }])
  })
})

describe("what cannot be right for a reader", () => {
  it("D6 is left out: what was not filled in, a title again, a request that cannot be sent so", () => {
    const info = { title: "Boxes", version: "1", description: "Boxes\n\nThe store.\n\nBuild version: {{GIT_VERSION}}" }
    const get = { summary: "(Websocket) Blocks", responses }
    const { markdown, report } = described({ info, servers, paths: { "/a": { get } } })
    expect(markdown).not.toMatch(/GIT_VERSION|curl|\nBoxes\n/)
    expect(report.warnings.map(({ message }) => message)).toEqual([
      "A line that was not filled in is left out: Build version: {{GIT_VERSION}}",
      "GET /a opens a WebSocket, which the tools of samples do not: it has no request sample"
    ])
  })

  it("D6 is page markup, but a value in angle brackets stays", () => {
    const more = '<details><summary>More</summary>Take <label> of <time datetime="9">nine</time>.</details>'
    const { markdown } = described({ info: { title: "T", version: "1", description: `<div>${more}</div>` }, paths: {} })
    expect(markdown).toContain("**More**\n\nTake &lt;label> of nine.")
    expect(markdown).not.toContain("summary")
  })
})

describe("a collection", () => {
  it("D6 tells what its tests check and keep, and how saved answers were asked for", () => {
    const request = (raw: string) => ({
      method: "POST",
      url: "https://a.example/log-on",
      header: [{ key: "Accept", value: "application/json" }],
      body: { mode: "raw", raw, options: { raw: { language: "json" } } }
    })
    const exec = [
      'pm.test("Status code is 200", () => { pm.response.to.have.status(200) });',
      'pm.globals.set("session", answer.session);',
      'pm.environment.set("session", answer.session);',
      'pm.globals.set("signature", answer["form"]["x-signature"]);',
      'pm.globals.set("until", Date.now() + 60 * 1000)'
    ]
    const response = [{ name: "Wrong word", code: 401, body: "no", originalRequest: request('{"word":"b"}') }]
    const item = [
      { name: "Log on", request: request('{"word":"a"}'), event: [{ listen: "test", script: { exec } }], response }
    ]
    const { markdown, report } = make("api-reference", JSON.stringify({ info: { name: "T" }, item }))
    expect(markdown).toContain("Its tests check: Status code is 200.\n")
    expect(markdown).toContain(
      'Its tests set the variable `session` to `answer.session`, and `signature` to `answer["form"]["x-signature"]`, and `until`.'
    )
    expect(markdown).toContain('Saved with another request:\n\n- Wrong word: the body is `{"word":"b"}`\n')
    expect(markdown).toContain("--header 'Accept: application/json'")
    expect(report.warnings).toEqual([])
  })
})
