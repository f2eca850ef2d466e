/** What a reference says of bodies, choices and joined schemas, and what it warns of (D6, D56). */
import { describe, expect, it } from "vitest"
import { below, make } from "./made.ts"

const json = (schema: object) => ({ content: { "application/json": { schema } } })

const described = (of: object) =>
  make("api-reference", JSON.stringify({ openapi: "3.0.0", info: { title: "T", version: "1" }, ...of }), {
    codeSamples: ["curl", "javascript", "python", "go"]
  })

const servers = [{ url: "https://api.example.com" }]

const posting = (requestBody: object) =>
  described({ servers, paths: { "/files": { post: { requestBody, responses: { "200": { description: "Done" } } } } } })
    .markdown

describe("samples of requests", () => {
  it("D6 send the fields and files of a form", () => {
    const properties = {
      file: { type: "string", format: "binary" },
      note: { type: "string", example: "it's" },
      tags: { type: "array", items: { type: "string" }, example: ["a b", "c"] }
    }
    const markdown = posting({
      content: { "multipart/form-data": { schema: { type: "object", required: ["file"], properties } } }
    })
    expect(markdown).toContain(
      "  --form 'file=@example.bin' \\\n  --form-string 'note=it'\\''s' \\\n  --form-string 'tags=a b'"
    )
    expect(markdown).toContain('form.append("file", await openAsBlob("example.bin"), "example.bin")')
    expect(markdown).toContain('files=[("file", open("example.bin", "rb")), ("note", (None, "it\'s"))')
    expect(markdown).toContain('form.CreateFormFile("file", "example.bin")')
    const coded = posting({
      content: {
        "application/x-www-form-urlencoded": { schema: { type: "object", properties: { tags: properties.tags } } }
      }
    })
    expect(coded).toContain("  --data-urlencode 'tags=a b' \\\n  --data-urlencode 'tags=c'")
    expect(coded).toContain('data=[("tags", "a b"), ("tags", "c")]')
  })

  it("D6 send the form of OpenAPI 2.0, and have a word for an address that is not given", () => {
    const parameters = [
      { name: "file", in: "formData", type: "file", required: true },
      { name: "id", in: "path", type: "string", required: true }
    ]
    const { markdown, report } = make(
      "api-reference",
      JSON.stringify({
        swagger: "2.0",
        info: { title: "T", version: "1" },
        paths: { "/up/{id}": { post: { parameters, responses: { "200": { description: "Done" } } } } }
      })
    )
    expect(markdown).toContain("'{baseUrl}/up/{id}' \\\n  --form 'file=@example.bin'")
    expect(report.warnings.map(({ code }) => code)).toEqual(["no_base_address"])
  })

  it("D6 send the headers that a request must have, and a word for a body of which no example can be made", () => {
    const parameters = [
      { name: "Tenant", in: "header", required: true, schema: { type: "string" } },
      { name: "Trace", in: "header", schema: { type: "string" } },
      { name: "Accept", in: "header", required: true, schema: { type: "string" } }
    ]
    const schema = { type: "string", pattern: "^(?=a)b$" }
    const operation = {
      parameters,
      requestBody: { required: true, ...json(schema) },
      responses: { "200": { description: "Done" } }
    }
    const { markdown } = described({ servers, paths: { "/files": { post: operation } } })
    expect(markdown).toContain(
      "  --header 'Tenant: {Tenant}' \\\n  --header 'Content-Type: application/json' \\\n  --data-raw 'YOUR_REQUEST_BODY'"
    )
    expect(markdown).not.toMatch(/--header '(?:Trace|Accept)/)
  })

  it("D6 send a value of the author's, else one that the enum allows", () => {
    const markdown = posting(
      json({
        type: "object",
        properties: {
          one: { type: "string", enum: ["a", "b"], example: "c" },
          two: { type: "string", enum: ["a", "b"] },
          three: { type: "string" }
        }
      })
    )
    expect(markdown).toContain(`--data-raw '{"one":"c","two":"a","three":"string"}'`)
  })

  it("D6 send a key where the description wants it, and leave out what only answers hold", () => {
    const { markdown } = described({
      servers,
      components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } },
      paths: {
        "/a": {
          post: {
            security: [{ key: [] }],
            requestBody: json({
              type: "object",
              properties: { id: { type: "string", readOnly: true }, b: { type: "string" } }
            }),
            responses: { "200": { description: "Done" } }
          },
          get: { security: [], responses: { "200": { description: "Done" } } }
        }
      }
    })
    expect(markdown).toContain("/a?api_key=YOUR_API_KEY")
    expect(markdown).toContain('--data-raw \'{"b":"string"}\'')
    expect(below(markdown, "#### `GET /a`")).toContain("- Authentication: none")
  })

  it("D6 show no list of nothing", () => {
    const { markdown } = described({
      servers,
      paths: {
        "/a": {
          get: {
            responses: {
              "200": {
                description: "Done",
                ...json({
                  type: "object",
                  properties: {
                    list: { type: "array", items: { type: "object" } },
                    of: { type: "object", properties: { a: { type: "string" } } }
                  }
                })
              }
            }
          }
        }
      }
    })
    expect(markdown).toContain('{\n  "of": {\n    "a": "string"\n  }\n}')
  })
})

describe("schemas", () => {
  const schemas = {
    Money: {
      type: "object",
      description: "An amount with its currency. It is never negative.",
      properties: { amount: { type: "integer" } }
    },
    Base: { type: "object", required: ["id"], properties: { id: { type: "string", description: "The id" } } },
    Dog: {
      allOf: [
        { $ref: "#/components/schemas/Base" },
        { type: "object", properties: { price: { $ref: "#/components/schemas/Money" } } }
      ]
    },
    Choice: {
      type: "object",
      properties: {
        one: {
          oneOf: [
            { type: "object", title: "Range", properties: { from: { type: "integer" } } },
            { type: "object", properties: { kind: { type: "string", enum: ["exact"] } } },
            { type: "object", properties: { any: { type: "boolean" } } }
          ]
        }
      }
    }
  }
  const { markdown } = described({ servers, paths: {}, components: { schemas } })

  it("D6 that are put together tell their own properties and lead to those of named ones", () => {
    const dog = below(markdown, "### `Dog`")
    expect(dog).toContain("Besides the properties of [`Base`](#base) it has:\n\n| Property |")
    expect(dog).toContain("| `price` | [`Money`](#money) | no | An amount with its currency. |")
    expect(dog).not.toContain("`id`")
  })

  it("D6 name their choices", () => {
    const choice = below(markdown, "### `Choice`")
    expect(choice).toContain("| `one` | object (Range) or object (exact) or object (choice 3) | no |")
    expect(choice).toContain("| `one.from` | integer | no | Only in Range. |")
    expect(choice).toContain("| `one.any` | boolean | no | Only in choice 3. |")
  })
})

describe("descriptions", () => {
  it("D6 keep their lists and tables, also in a cell", () => {
    const { markdown } = described({
      servers,
      paths: {
        "/a": {
          get: { responses: { "200": { description: "One of:\n\n- a\n- b\n\n| x | y |\n| - | - |\n| 1 | 2 |\n" } } }
        }
      }
    })
    expect(markdown).toContain("| One of:<br>- a<br>- b<br>- x: 1, y: 2 |")
  })

  it("D56 that break a rule of the format are read with a warning for each", () => {
    const { report } = described({
      servers,
      paths: {
        "/a/{id}": { get: { operationId: "x", responses: {} } },
        b: { get: { operationId: "x", responses: { "200": { description: "Done" } } } }
      }
    })
    expect(report.warnings.map(({ code, message }) => [code, message])).toEqual([
      ["invalid_description", "GET /a/{id}: {id} of its path is no parameter"],
      ["invalid_description", "GET /a/{id}: it has no responses"],
      ["invalid_description", "GET b: its path does not begin with /"],
      ["invalid_description", "GET b: GET /a/{id} has the same operationId x"]
    ])
  })

  it("D6 keep the words of links to anchors that only the source had, also with code in them", () => {
    const info = { title: "T", version: "1", description: "See [the `/auth` endpoint](#operation/Auth) and `[a](#b)`." }
    expect(described({ servers, paths: {}, info }).markdown).toContain("See the `/auth` endpoint and `[a](#b)`.")
  })

  it("D55 whose schemas stand in another document have none, and a warning", () => {
    const { markdown, report } = described({ servers, paths: {}, components: { schemas: { $ref: "schemas.json" } } })
    expect(markdown).not.toContain("## Schemas")
    expect(report.warnings.map(({ code }) => code)).toEqual(["external_ref_not_followed"])
  })

  it("D3 tell the variables of a collection, without values that may be secrets, and a folder's words once", () => {
    const long = `First. ${"More of it. ".repeat(300)}`
    const folder = (name: string) => ({
      name,
      description: long,
      item: [{ name: "Get", request: { method: "GET", url: "https://api.example.com/a" } }]
    })
    const { markdown } = make(
      "api-reference",
      JSON.stringify({
        info: { name: "C", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
        item: [folder("One"), folder("Two")],
        variable: [
          { key: "tenant", value: "s3cret", description: "Whose data" },
          { key: "page", value: "2" }
        ]
      })
    )
    expect(markdown).toContain("| `tenant` |  | Whose data |\n| `page` | `2` |  |")
    expect(markdown).not.toContain("s3cret")
    expect(below(markdown, "## Overview")).toContain("| [One](#one) | 1 |\n")
    expect(below(markdown, "### One")).toContain("First. More of it.")
  })
})

describe("descriptions that stray from the specification", () => {
  it("D6 a list of required properties on a string says nothing, and is warned of", () => {
    const token = { type: "string", required: ["token"], description: "The token." }
    const { markdown, report } = described({
      paths: {},
      components: { schemas: { Form: { type: "object", properties: { token } } } }
    })
    expect(markdown).toContain("| `token` | string | no | The token. |")
    expect(report.warnings.map(({ code, location }) => [code, location?.pointer])).toContainEqual([
      "unexpected_value",
      "/components/schemas/Form/properties/token"
    ])
  })

  it("D6 `x-webhooks` are read as webhooks", () => {
    const post = { summary: "Sent when it ends", responses: { "204": { description: "Taken" } } }
    const { markdown } = described({ paths: {}, "x-webhooks": { "job.ended": { post } } })
    expect(below(markdown, "## Webhooks")).toContain("POST job.ended")
    expect(below(markdown, "## Webhooks")).toContain("**Sent when it ends**")
  })
})

describe("what operations require", () => {
  const securitySchemes = {
    Key: { type: "apiKey", in: "header", name: "X-Key" },
    Token: { type: "http", scheme: "bearer" }
  }
  const secured = (usual: object, ...own: ReadonlyArray<object>): string => {
    const operations = own.map((one, at) => [
      `/o${at}`,
      { get: { ...one, responses: { "200": { description: "Done" } } } }
    ])
    return described({ servers, ...usual, components: { securitySchemes }, paths: Object.fromEntries(operations) })
      .markdown
  }

  it("D6 is counted where only some of them say it", () => {
    const markdown = secured({}, {}, { security: [{ Key: [] }] }, {})
    expect(below(markdown, "## Authentication")).toContain("Of 3 operations, 1 operation says what it requires.")
    expect(below(markdown, "#### `GET /o0`")).not.toContain("X-Key")
    expect(below(markdown, "#### `GET /o1`")).toContain("X-Key")
  })

  it("D6 is said once where it holds for all, and at an operation where it differs", () => {
    const markdown = secured({ security: [{ Key: [] }, { Token: [] }] }, {}, { security: [] })
    expect(below(markdown, "## Authentication")).toContain(
      "Unless an operation says otherwise, it requires `Key`, or `Token`."
    )
    expect(below(markdown, "#### `GET /o0`")).not.toContain("Authentication:")
    expect(below(markdown, "#### `GET /o0`")).toContain("X-Key")
    expect(below(markdown, "#### `GET /o1`")).toContain("- Authentication: none")
  })

  it("D6 is not sent in samples where a request may do without", () => {
    const markdown = secured({ security: [{ Key: [] }, {}] }, {})
    expect(below(markdown, "## Authentication")).toContain(
      "Unless an operation says otherwise, it takes `Key`, or no credentials."
    )
    expect(below(markdown, "#### `GET /o0`")).not.toContain("X-Key")
  })
})

describe("a reference", () => {
  it("D6 names the paths whose operations stand in other documents, credentials that are not described, and that there is no host", () => {
    const { markdown } = described({
      security: [{ Key: [] }],
      paths: {
        "/files": { $ref: "files.json" },
        "/folders": { get: { responses: { "200": { description: "Done" } } } }
      }
    })
    expect(below(markdown, "## Authentication")).toContain("Requests need `Key`.")
    expect(below(markdown, "## Endpoints")).toContain("which are not part of this reference:\n\n- `/files`")
    expect(below(markdown, "## Overview")).toContain("Replace `{baseUrl}` with the address of the server.")
  })

  it("D6 does not say that operations name their credentials where none does, and shows the first in samples", () => {
    const { markdown } = described({
      servers,
      components: { securitySchemes: { Key: { type: "apiKey", in: "header", name: "X-Key" } } },
      paths: { "/files": { get: { responses: { "200": { description: "Done" } } } } }
    })
    expect(markdown).toContain("Samples of requests send `Key`.")
    expect(markdown).toContain("--header 'X-Key: YOUR_API_KEY'")
  })

  it("D3 reads credentials of a collection that a header sends, and parameters in pointed brackets", () => {
    const header = [{ key: "Authorization", value: "Bearer {{token}}" }]
    const request = { method: "GET", url: "https://api.example.com/boxes/<boxId>", header, auth: { type: "noauth" } }
    const info = { name: "Boxes", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" }
    const { markdown } = make("api-reference", JSON.stringify({ info, item: [{ name: "GET /boxes/{id}", request }] }))
    expect(markdown).toContain("Unless an operation says otherwise, it requires `bearer`.")
    expect(markdown).toContain("#### `GET /boxes/{boxId}`")
    expect(markdown).not.toContain("token}}")
  })
})
