/** What descriptions leave unsaid, say in an unusual place or say wrong, as a reference shows it (D3, D6). */
import { describe, expect, it } from "vitest"
import { make } from "./made.ts"
import { described, schemaOf } from "./described.ts"

const servers = [{ url: "https://a.example" }]
const responses = { "200": { description: "Done" } }
const posted = (schema: object, components: object = {}) => {
  const requestBody = { required: true, content: { "application/json": { schema } } }
  return described({ servers, components, paths: { "/a": { post: { requestBody, responses } } } })
}

describe("the sample of a request", () => {
  it("D6 sends an empty object where all its members are optional", () => {
    expect(posted({ type: "object", properties: { a: { type: "object" } } }).markdown).toContain("--data-raw '{}'")
    expect(posted({ type: "object" }).markdown).toContain("--data-raw 'YOUR_REQUEST_BODY'")
  })

  it("D6 sends the object of an example that is JSON in a text", () => {
    const One = { properties: { a: { type: "integer" } }, example: '{\n  "a": 12\n}' }
    const { markdown } = posted({ $ref: "#/components/schemas/One" }, { schemas: { One } })
    expect(markdown).toContain(`--data-raw '{"a":12}'`)
  })

  it("D6 asks for heads as curl does, with a digest where one is needed", () => {
    const securitySchemes = { d: { type: "http", scheme: "digest" } }
    const paths = { "/a": { head: { responses } } }
    const of = { openapi: "3.0.0", info: { title: "T", version: "1" }, servers, components: { securitySchemes }, paths }
    const text = JSON.stringify({ ...of, security: [{ d: [] }] })
    const { markdown } = make("api-reference", text, { codeSamples: ["curl", "python"] })
    expect(markdown).toContain(
      "curl --globoff --head 'https://a.example/a' \\\n  --digest --user 'YOUR_USER:YOUR_PASSWORD'"
    )
    expect(markdown).toContain('auth=requests.auth.HTTPDigestAuth("YOUR_USER", "YOUR_PASSWORD"),')
  })

  it("D6 has the scheme of its operation in 2.0", () => {
    const paths = { "/a": { get: { schemes: ["http"], responses } } }
    const of = { swagger: "2.0", info: { title: "T", version: "1" }, host: "a.example", schemes: ["https"], paths }
    expect(make("api-reference", JSON.stringify(of)).markdown).toContain("'http://a.example/a'")
  })
})

describe("a name in a path", () => {
  it("D6 is a parameter, declared or not", () => {
    const { markdown, report } = described({ servers, paths: { "/a/{id}": { get: { responses } } } })
    expect(markdown).toContain("| `id` | path | string | yes |")
    expect(JSON.stringify(report)).toContain("{id} of its path is no parameter")
  })
})

describe("what a schema requires", () => {
  it("D6 is left out where no property has the name, which is reported", () => {
    const { markdown, report } = posted({ type: "object", properties: { a: { type: "integer" } }, required: ["as"] })
    expect(markdown).not.toContain('"as"')
    expect(JSON.stringify(report)).toContain("No property is named as: what requires it is left out")
  })

  it("D6 stands in the rows of its parts", () => {
    const part = (type: string) => ({ properties: { type: { const: type }, value: { type: "string" } } })
    const choices = schemaOf({ oneOf: [part("one"), part("two")], required: ["type", "value"] })
    expect(choices.match(/\| yes \|/g)).toHaveLength(3)
    const all = schemaOf({ allOf: [{ properties: { a: { type: "string" } } }], required: ["a", "b"] })
    expect(all).toContain("| `a` | string | yes |")
    expect(all).toContain("Also required: `b`.")
  })
})

describe("a schema under a further name", () => {
  it("D6 is no text for a reader, and reported", () => {
    const rule = { properties: { a: { const: 1 } } }
    const { markdown, report } = posted({ type: "object", properties: { a: { type: "integer" } }, if: rule, b: {} })
    expect(markdown).not.toMatch(/`if`|const/)
    for (const name of ["if", "b"])
      expect(JSON.stringify(report)).toContain(`The keyword ${name} of a schema is left out`)
  })

  it("D6 is the schema where that name is `schema`", () => {
    expect(schemaOf({ type: "object", schema: { properties: { a: { type: "integer" } } } })).toContain(
      "| `a` | integer |"
    )
  })

  it("D6 is that of an answer, a body or a header to which a reference leads", () => {
    const content = { "application/json": { schema: { properties: { a: { type: "integer" } } }, example: { a: 7 } } }
    const kinds = ["responses", "requestBodies", "headers"]
    for (const kind of kinds) {
      const held = kind === "headers" ? { schema: content["application/json"].schema } : { content }
      const { markdown, report } = posted({ $ref: `#/components/${kind}/One` }, { [kind]: { One: held } })
      expect(markdown).toContain("Content type `application/json`: object")
      expect(markdown).toContain("| `a` | integer |")
      expect(markdown).toContain(kind === "headers" ? `'{"a":1}'` : `'{"a":7}'`)
      expect(JSON.stringify(report)).not.toContain("keyword")
    }
  })
})

describe("the words of an author", () => {
  it("D6 have no stop after a comma or a bracket", () => {
    const properties = { a: { type: "string", description: "Of boxes," }, b: { type: "string", description: "[t]" } }
    const text = schemaOf({ type: "object", properties })
    expect(text).toContain("Of boxes, |")
    expect(text).toContain("t] |")
  })

  it("D6 end in a stop before what follows, but for a line of their own", () => {
    const property = (description: string) => ({ type: "string", description, default: "x" })
    const properties = {
      a: property("Of `boxes`"),
      b: property("Of boxes (and **lids**)"),
      c: property("Of boxes (etc.)"),
      d: property("Of:\n\n- `boxes`\n- lids"),
      e: property("Of:\n\n    boxes")
    }
    const text = schemaOf({ type: "object", properties })
    expect(text).toContain("Of `boxes`. Default")
    expect(text).toContain("Of boxes (and **lids**). Default")
    expect(text).toContain("Of boxes (etc.) Default")
    expect(text).toContain("- lids<br>Default")
    expect(text).toContain("`boxes`<br>Default")
  })

  it("D6 have no quotes of YAML around all of them", () => {
    const said = (description: string) =>
      schemaOf({ type: "object", properties: { a: { type: "string", description } } })
    expect(said(`'Of \\'all\\' boxes.'`)).toContain("| Of 'all' boxes. |")
    expect(said(`"a b" or "c"`)).toContain(`| "a b" or "c" |`)
    expect(said(`'boxes'`)).toContain("| 'boxes' |")
  })

  it("D6 on answers that differ by their codes stand once", () => {
    const schema = { type: "object", properties: { message: { type: "string" } } }
    const failed = (description: string) => ({ description, content: { "application/json": { schema } } })
    const get = { responses: { ...responses, "400": failed("Bad"), "404": failed("None") } }
    const { markdown } = described({ servers, paths: { "/a": { get }, "/b": { get } } })
    expect(markdown).toContain("Response `400`, `404`:")
    expect(markdown.match(/\| `message` \|/g)).toHaveLength(1)
  })
})

describe("what a request may not hold", () => {
  const body = (properties: object, required: ReadonlyArray<string>) =>
    posted({ type: "object", properties, required }).markdown

  it("D6 is no part of its sample, though its schema requires it: it is read-only", () => {
    const markdown = body({ id: { type: "string", readOnly: true }, name: { type: "string" } }, ["id", "name"])
    expect(markdown).toContain(`--data-raw '{"name":"string"}'`)
    expect(markdown).not.toContain('"id": ')
  })

  it("D6 is no part of its sample, where it excludes another", () => {
    const description = "Exactly one of `mail` or `phone` must be given."
    const markdown = body({ mail: { type: "string", description }, phone: { type: "string", description } }, [])
    expect(markdown).toContain(`--data-raw '{"mail":"string"}'`)
    const told = {
      mail: { type: "string" },
      phone: { type: "string", description: "In place of, and not beside, a fax." }
    }
    expect(body(told, [])).toContain(`{"mail":"string","phone":"string"}`)
  })
})
