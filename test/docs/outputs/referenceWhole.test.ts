/** What authors write stays whole in a reference: nothing of the service's runs into it (D6). */
import { describe, expect, it } from "vitest"
import { described, schemaOf } from "./described.ts"
import { make } from "./made.ts"

const responses = { "200": { description: "Done" } }

const getting = (operation: object, of: object = {}) =>
  described({ servers: [{ url: "https://a.example" }], ...of, paths: { "/a": { get: { responses, ...operation } } } })

describe("a description", () => {
  it("D6 has no stop where nothing follows it, as it may be a value", () => {
    const properties = {
      range: { type: "string", description: "0-128" },
      size: { type: "integer", description: "0-128", minimum: 2 }
    }
    const text = schemaOf({ properties })
    expect(text).toContain("| `range` | string | no | 0-128 |")
    expect(text).toContain("| `size` | integer | no | 0-128. Minimum: `2`. |")
  })

  it("D6 of the items of a list and the members of a map stands beside what they refer to, once", () => {
    const of = (description: string) => ({ $ref: "#/components/schemas/Mode", description })
    const properties = {
      all: { type: "array", description: "The modes.", items: of("The first is used.") },
      bare: { type: "array", items: of("How it starts") },
      deep: { type: "array", items: { type: "array", items: of("One of a row.") } },
      map: { type: "object", additionalProperties: of("By its day.") }
    }
    const text = schemaOf({ type: "object", properties })
    expect(text).toContain("| The modes. Items: The first is used. |")
    expect(text).toContain("| `bare` | array of [`Mode`](#mode) | no | How it starts. |")
    expect(text).toContain("| Items: One of a row. |")
    expect(text).toContain("| Values: By its day. |")
    const schema = { type: "array", items: { type: "object", properties: { modes: properties.all } } }
    const paths = {
      "/boxes": {
        post: { summary: "Add boxes", requestBody: { content: { "application/json": { schema } } }, responses }
      }
    }
    const components = { schemas: { Mode: { type: "string", description: "How it starts." } } }
    const description = JSON.stringify({ openapi: "3.1.0", info: { title: "Boxes", version: "1" }, paths, components })
    expect(make("user-guide", description).markdown).toContain("The first is used.")
  })

  it("D6 that ends with a list is told apart from the facts of its operation", () => {
    const listed = getting({ operationId: "list", description: "It needs:\n\n- `a:read`\n- `a:write`" })
    expect(listed.markdown).toContain("- `a:write`\n\n**Details**\n\n- Operation ID: `list`")
    expect(getting({ operationId: "list", description: "It lists." }).markdown).not.toContain("**Details**")
  })
})

describe("a heading of a description", () => {
  it("D6 is none where a line of dashes follows a paragraph of several lines", () => {
    const { markdown } = getting({
      description: "It links a name\nto a user.\n---\nThen it leads on.\n\nEnd\n---\nIt ends."
    })
    expect(markdown).toContain("\nIt links a name\nto a user.\n\nThen it leads on.\n\n**End**\n\nIt ends.")
  })

  it("D6 is shown without the name of its anchor", () => {
    const { markdown } = getting({ description: '## <a name="terms"></a> Terms\n\nSee [them](#terms).' })
    expect(markdown).toContain("**Terms**\n\nSee them.")
  })
})

describe("the title of a value", () => {
  it("D6 is no description where it is its name once more", () => {
    const title = "Max Tokens"
    const text = schemaOf({
      properties: { max_tokens: { type: "integer", title }, limit: { type: "integer", title } }
    })
    expect(text).toContain("| `max_tokens` | integer | no |  |")
    expect(text).toContain("| `limit` | integer | no | Max Tokens |")
    const parameters = [{ name: "max-tokens", in: "query", schema: { type: "integer", title } }]
    expect(getting({ parameters }).markdown).not.toContain(title)
  })
})

describe("the base address of an operation", () => {
  it("D6 is not repeated where all of the API is there", () => {
    const servers = [{ url: "https://a.example" }]
    expect(getting({ servers }).markdown).not.toContain("- Base URL")
    expect(getting({ servers: [{ url: "https://b.example" }] }).markdown).toContain("- Base URL: `https://b.example`")
  })
})

describe("a property", () => {
  it("D6 is required where its author says so at the property itself", () => {
    const text = schemaOf({ properties: { name: { type: "string", required: true }, kind: { type: "string" } } })
    expect(text).toContain("| `name` | string | yes |")
    expect(text).toContain("| `kind` | string | no |")
  })
})

describe("what only a template or another format has", () => {
  it("D6 is no description: words that stand where one should be, which is reported", () => {
    const { markdown, report } = described({ info: { title: "T", version: "1", description: "API description here" } })
    expect(markdown).not.toContain("description here")
    expect(JSON.stringify(report)).toContain("A line that was not filled in is left out: API description here")
  })

  it("D6 is the body of an answer: a schema that stands beside its description", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } }
    const answer = { description: "Done", schema }
    expect(getting({ responses: { "200": answer } }).markdown).toContain("| `a` | string | no |")
    const lost = { description: "Done", schema: { $ref: "#/definitions/One" } }
    const { markdown, report } = getting({ responses: { "200": lost } })
    expect(markdown).toContain("unresolved schema `#/definitions/One`")
    expect(JSON.stringify(report)).toContain("The reference #/definitions/One points to nothing")
  })
})

describe("a link to a page of the author's site", () => {
  it("D6 is its text with the path, also where that is code", () => {
    const { markdown } = getting({ description: "See [`GET /keys`](/keys/list) and [all](/keys)." })
    expect(markdown).toContain("See `GET /keys` (`/keys/list`) and all (`/keys`).")
  })
})

describe("a schema of an object", () => {
  const string = { type: "string" }

  it("D6 says what may stand beside its properties, with the words on it, also for the items of a list", () => {
    const further = { ...string, description: "Volume in that pair" }
    const object = { type: "object", properties: { total: string } }
    const text = schemaOf({
      type: "object",
      properties: {
        volume: { ...object, additionalProperties: further },
        nodes: {
          type: "object",
          additionalProperties: { ...object, additionalProperties: { $ref: "#/components/schemas/Mode" } }
        },
        list: { type: "array", items: { ...object, additionalProperties: false } },
        any: { type: "object", additionalProperties: true },
        open: { ...object, additionalProperties: true }
      }
    })
    expect(text).toContain("| `volume` | object | no | Further properties: string (Volume in that pair). |")
    expect(text).toContain("Values: Further properties: [`Mode`](#mode).")
    expect(text).toContain("Items: No further properties.")
    expect(text).toContain("| `any` | map of string to any | no |")
    expect(text).toContain("| `open` | object | no | Further properties: any. |")
  })

  it("D6 says whether one or more of several requirements have to be met", () => {
    const of = { type: "object", properties: { a: string, b: string } }
    const choices = [{ required: ["a"] }, { required: ["b"] }]
    expect(schemaOf({ ...of, oneOf: choices })).toContain("One of:\n\n| Choice | Description |")
    expect(schemaOf({ ...of, anyOf: choices })).toContain("One or more of:\n\n| Choice | Description |")
  })
})

describe("a list in a query", () => {
  it("D6 says how several values are sent, once", () => {
    const sent = (of: object, description = "Its ids") =>
      getting({ parameters: [{ name: "ids", in: "query", description, ...of }] }).markdown
    const schema = { type: "array", items: { type: "string" } }
    expect(sent({ schema, explode: true })).toContain("Its ids. Repeat it for several values. |")
    expect(sent({ schema, explode: false })).toContain("Its ids. Commas separate several values. |")
    expect(sent({ schema, explode: false }, "Ids, comma-separated")).toContain("| Ids, comma-separated |")
    expect(sent({ schema })).toContain("| Its ids |")
    expect(sent({ schema, explode: true, style: "pipeDelimited" })).toContain(
      "Style: `pipeDelimited`. Explode: `true`. |"
    )
    const swagger = (collectionFormat: string) =>
      schemaOf({ ...schema, collectionFormat, description: "Ids" }).match(/Type: .*/)?.[0]
    expect(swagger("multi")).toContain("Repeat it for several values.")
    expect(swagger("pipes")).toContain("List format: `pipes`.")
  })
})

describe("what all requests require", () => {
  it("D6 is said where any operation requires it", () => {
    const schemes = { a: { type: "http", scheme: "bearer" }, b: { type: "http", scheme: "basic" } }
    const of = { components: { securitySchemes: schemes }, security: [{ a: [] }] }
    expect(getting({}, of).markdown).toContain("Unless an operation says otherwise, it requires `a`.")
    const get = { responses, security: [{ b: [] }] }
    const paths = { "/a": { get }, "/b": { get: { responses, security: [] } } }
    expect(described({ ...of, paths }).markdown).toContain("Each operation says what it requires.")
  })
})
