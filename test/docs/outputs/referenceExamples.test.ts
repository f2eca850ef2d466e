/** Examples that an author gives as a text, and samples of a body (D6). */
import { describe, expect, it } from "vitest"
import { described, schemaOf } from "./described.ts"

const posted = (content: object) =>
  described({
    servers: [{ url: "https://a.example" }],
    paths: { "/a": { post: { requestBody: { required: true, content }, responses: {} } } }
  })

describe("an example that is JSON in a text", () => {
  it("D6 is what the JSON says where the schema takes that", () => {
    const schema = { type: "object", required: ["a"], properties: { a: { type: "array", items: { type: "integer" } } } }
    const { markdown, report } = posted({ "application/json": { schema, example: '{"a": [1, 2]}' } })
    expect(markdown).toContain('```json\n{\n  "a": [\n    1,\n    2\n  ]\n}\n```')
    expect(markdown).toContain(`--data-raw '{"a":[1,2]}'`)
    expect(JSON.stringify(report)).not.toContain("invalid_example")
    expect(schemaOf({ type: "array", items: { type: "integer" }, example: [1, 2] })).toContain("[\n  1,\n  2\n]")
    const properties = { a: { type: "integer", example: "12" }, b: { type: "string", example: '{"c":1}' } }
    expect(schemaOf({ type: "object", properties })).toMatch(/Example: `12`[^]*Example: `"\{\\"c\\":1\}"`/)
  })

  it("D6 is sent before a text that may be a remark", () => {
    const schema = { oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }
    const examples = { see: { value: "Not rendered here." }, quoted: { value: '"A"' }, list: { value: '["A", "B"]' } }
    const { markdown } = posted({ "application/json": { schema, examples } })
    expect(markdown).toContain(`--data-raw '["A","B"]'`)
    expect(markdown).toContain('```json\n"A"\n```')
  })

  it("D6 says nothing of a body that is a text of another type", () => {
    const schema = { type: "string" }
    const { markdown } = posted({
      "text/csv": { schema, examples: { choose: { value: "" }, one: { value: "a,b" } } },
      "application/json": { schema, example: "See the other type." }
    })
    expect(markdown).toContain("--header 'Content-Type: text/csv' \\\n  --data-raw 'a,b'")
  })
})

describe("a body in several media types", () => {
  it("D6 is sent as one with an example, and never as a range", () => {
    const schema = { type: "string" }
    const text = { schema, example: "# Note" }
    expect(posted({ "*/*": { schema }, "text/plain": { schema }, "text/markdown": text }).markdown).toContain(
      "--header 'Content-Type: text/markdown' \\\n  --data-raw '# Note'"
    )
    expect(posted({ "image/*": { schema } }).markdown).toContain("--header 'Content-Type: {Content-Type}'")
  })
})

describe("an example that its schema does not allow", () => {
  it("D6 is the author's all the same where it is a body, shown and sent, and reported", () => {
    const schema = {
      type: "object",
      required: ["on"],
      properties: { on: { type: "boolean" }, size: { type: "number" } }
    }
    const { markdown, report } = posted({ "application/json": { schema, example: { on: "1", size: "10" } } })
    expect(markdown).toContain('```json\n{\n  "on": "1",\n  "size": "10"\n}\n```')
    expect(markdown).toContain(`--data-raw '{"on":"1","size":"10"}'`)
    expect(report.warnings).toContainEqual({
      code: "invalid_example",
      message: "An example of the request body of POST /a does not match its schema"
    })
    const inSchema = posted({ "application/json": { schema: { ...schema, example: '["a"]' } } })
    expect(inSchema.markdown).toContain(`--data-raw '["a"]'`)
  })

  it("D6 is reported with the names in which it differs, in a form too", () => {
    const text = { type: "string" }
    const properties = { account: text, at: { ...text, readOnly: true }, size: text }
    const schema = { type: "object", required: ["account", "at"], properties }
    const example = { project: "a", size: "b" }
    const said = "An example of the request body of POST /a lacks account, which its schema requires"
    for (const mediaType of ["application/json", "multipart/form-data"])
      expect(JSON.stringify(posted({ [mediaType]: { schema, example } }).report)).toContain(
        `${said} and has project, which its schema does not`
      )
    const open = { ...schema, additionalProperties: true }
    expect(JSON.stringify(posted({ "application/json": { schema: open, example } }).report)).toContain(`${said}"`)
  })
})

describe("an example in the schema of an answer", () => {
  it("D6 is shown for a failure, too", () => {
    const schema = { type: "object", properties: { detail: { type: "array", items: { type: "object" } } } }
    const content = { "application/json": { schema: { ...schema, example: { detail: [{ code: "01" }] } } } }
    const { markdown } = described({
      paths: { "/a": { get: { responses: { 417: { description: "No.", content } } } } }
    })
    expect(markdown).toContain('"code": "01"')
  })
})

describe("what a table has no room for", () => {
  it("D6 is below it", () => {
    const of = (length: number) =>
      described({
        paths: {},
        components: {
          schemas: {
            One: {
              type: "object",
              properties: { a: { type: "array", items: { type: "string" }, example: ["x".repeat(length)] } }
            }
          }
        }
      })
    expect(of(200).markdown).toContain("x".repeat(200))
    expect(of(400).markdown).toContain('| `a` | array of string | no |\n\nExample of `a`:\n\n```json\n[\n  "xxx')
    expect(of(400).report.warnings).toEqual([])
  })
})

describe("a pattern with look-aheads", () => {
  it("D6 has a plain value in a sample, which the pattern allows", () => {
    const sent = (pattern: string) => {
      const schema = { type: "object", required: ["name"], properties: { name: { type: "string", pattern } } }
      return posted({ "application/json": { schema } }).markdown
    }
    expect(sent(String.raw`^[\p{L}\p{N} _-]*$`)).toContain(`--data-raw '{"name":"example"}'`)
    expect(sent(String.raw`^\p{Lu}+$`)).toContain(`--data-raw '{"name":"A"}'`)
    expect(sent(`^(?=.)${"(a?){60}".repeat(3)}b$`)).toContain("YOUR_REQUEST_BODY")
  })
})

describe("what an author says already", () => {
  it("D6 is not said again: a flag", () => {
    const of = (description: string) =>
      schemaOf({ type: "object", properties: { a: { type: "string", readOnly: true, description } } })
    expect(of("The usual one. Read-only.")).toContain("| The usual one. Read-only. |")
    expect(of("Not for read-only keys.")).toContain("| Not for read-only keys. Read-only. |")
  })
})

describe("a body that requires one of several members", () => {
  const oneOf = [{ required: ["hash"] }, { required: ["invoice"] }]
  const properties = { from: { type: "string" }, hash: { type: "string", format: "uuid" }, invoice: { type: "string" } }

  it("D6 is sent with what the first choice requires, and without what only another one does", () => {
    const schema = { type: "object", required: ["from"], properties, oneOf }
    expect(posted({ "application/json": { schema } }).markdown).toContain(
      `--data-raw '{"from":"string","hash":"3fa85f64-5717-4562-b3fc-2c963f66afa6"}'`
    )
  })

  it("D6 is sent without a member that conflicts with one before it", () => {
    const apart = { ...properties, invoice: { type: "string", description: 'Of the bill; conflicts with "hash"' } }
    const schema = { type: "object", properties: apart }
    expect(posted({ "application/json": { schema } }).markdown).toContain(
      `--data-raw '{"from":"string","hash":"3fa85f64-5717-4562-b3fc-2c963f66afa6"}'`
    )
  })

  it("D6 has a value for a member that only describes a named one", () => {
    const { markdown } = described({
      servers: [{ url: "https://a.example" }],
      components: { schemas: { Hex: { type: "string", pattern: "^(?:[0-9a-f]{2})+$" } } },
      paths: {
        "/a": {
          post: {
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    required: ["m"],
                    properties: { m: { allOf: [{ $ref: "#/components/schemas/Hex" }], description: "Of it" } }
                  }
                }
              }
            },
            responses: {}
          }
        }
      }
    })
    expect(markdown).toContain(`--data-raw '{"m":"a1"}'`)
  })

  it("D6 says so where a part of the schema does", () => {
    const schema = { allOf: [{ type: "object", properties }, { anyOf: oneOf }] }
    const { markdown } = posted({ "application/json": { schema } })
    expect(markdown).toMatch(/object: Also required: `hash`[^]*object: Also required: `invoice`/)
    expect(markdown).toContain(`"hash":"3fa85f64-5717-4562-b3fc-2c963f66afa6"`)
    expect(markdown).not.toContain("YOUR_REQUEST_BODY")
  })
})

describe("a key in the header Authorization", () => {
  it("D6 is sent behind the word that its author shows before the place of a key", () => {
    const sent = (description: string) =>
      described({
        servers: [{ url: "https://a.example" }],
        security: [{ key: [] }],
        components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "Authorization", description } } },
        paths: { "/a": { get: { responses: {} } } }
      }).markdown
    expect(sent("Format: 'Bearer [JWT]'")).toContain("--header 'Authorization: Bearer YOUR_API_KEY'")
    expect(sent("It has the form `token {value}`")).toContain("--header 'Authorization: token YOUR_API_KEY'")
    expect(sent("Get a token [there](https://a.example), or a key <b>here</b>")).toContain(
      "--header 'Authorization: YOUR_API_KEY'"
    )
  })
})

describe("a made example", () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `property${at}`)
  const all = (count: number) => Object.fromEntries(names(count).map((name) => [name, { type: "string" }]))
  const list = (count: number) => ({
    type: "array",
    items: { type: "object", required: ["property0"], properties: all(count) }
  })
  const content = (schema: object) => ({ "application/json": { schema } })
  const answered = (schema: object) =>
    described({ paths: { "/a": { get: { responses: { "200": { description: "Done", content: content(schema) } } } } } })

  it("D6 of an answer has all properties, unless that is long", () => {
    const whole = answered(list(30)).markdown
    for (const name of names(30)) expect(whole).toContain(`"${name}": "string"`)
    const long = answered(list(200)).markdown
    expect(long).toContain(`"property0": "string"`)
    expect(long).not.toContain(`"property1": "string"`)
  })

  it("D6 of a request has enough to see its shape", () => {
    const { markdown } = posted(content({ type: "object", properties: all(30) }))
    expect(markdown).toContain(`"property7":"string"}'`)
  })
})
