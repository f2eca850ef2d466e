/** What a reference says of a value: its choices, and what it takes from its named schema (D6). */
import { describe, expect, it } from "vitest"
import { below, make } from "./made.ts"
import { described, schemaOf } from "./described.ts"

const answer = (schema: object, more: object = {}) => ({
  responses: { 200: { description: "Good.", content: { "application/json": { schema, ...more } } } }
})

describe("a description that a value takes from its named schema", () => {
  it("D6 is its first sentence, or all of it where that only leads to a list", () => {
    const named = (description: string) =>
      described({
        paths: {},
        components: {
          schemas: {
            Mode: { type: "integer", description },
            Form: { type: "object", properties: { mode: { $ref: "#/components/schemas/Mode" } } }
          }
        }
      }).markdown
    expect(named("How it ended:\n- Sent = 0\n- Failed = 1")).toContain(
      "| no | How it ended:<br>- Sent = 0<br>- Failed = 1 |"
    )
    expect(named("How it ended. Of a_b and more.")).toContain("| no | How it ended. |")
    expect(named("Mode")).not.toContain("| Mode |")
  })
})

describe("the items of a list at their places", () => {
  it("D6 are told with their titles and words", () => {
    const prefixItems = [
      { type: "number", title: "Longitude", minimum: -180 },
      { type: "number", description: "North of the equator." },
      { type: "string" }
    ]
    const text = schemaOf({ type: "object", properties: { at: { type: "array", prefixItems } } })
    expect(text).toContain("Item 1: Longitude. Item 1: Minimum: `-180`. Item 2: North of the equator. |")
    expect(text).not.toContain("Item 3")
  })
})

describe("markup of a description", () => {
  it("D6 keeps lists in quotes, where links to its host lead, and no empty element of its site", () => {
    const { markdown } = described({
      info: {
        title: "T",
        version: "1",
        description: '<x-mark class="a"></x-mark>See [boxes](/docs/boxes) of <box-id>.\n\n> Mind:\n> * glass\n> * wood'
      },
      paths: {}
    })
    expect(markdown).toContain("See boxes (`/docs/boxes`) of &lt;box-id>.\n\n> Mind:\n>\n> - glass\n> - wood")
    expect(markdown).not.toContain("x-mark")
  })

  it("D6 says of a group nothing that the introduction says", () => {
    const words = "Boxes of glass that somebody packs by hand."
    const { markdown } = described({
      info: { title: "T", version: "1", description: words },
      tags: [{ name: "Boxes", description: `${words}\n\nAnd more.` }],
      paths: { "/a": { get: { tags: ["Boxes"], responses: {} } } }
    })
    expect(markdown.split(words)).toHaveLength(2)
    expect(below(markdown, "### Boxes")).toMatch(/^\n\nAnd more\./)
  })
})

describe("choices of a value", () => {
  it("D6 are told with the description of each, in a table and in a cell", () => {
    const modes = [
      { type: "string", enum: ["fast"], description: "Load all of it." },
      { type: "string", const: "lazy", description: "Load what is asked for." }
    ]
    expect(schemaOf({ oneOf: modes })).toContain(
      'Type: string.\n\nAllowed values:\n\n| Value | Description |\n| --- | --- |\n| `"fast"` | Load all of it. |\n| `"lazy"` |'
    )
    expect(schemaOf({ type: "object", properties: { mode: { anyOf: modes, description: "When." } } })).toContain(
      '| When.<br>Allowed values:<br>- `"fast"`: Load all of it.<br>- `"lazy"`: Load what is asked for. |'
    )
    expect(schemaOf({ type: "object", properties: { mode: { anyOf: [{ enum: ["a"] }, { enum: ["b"] }] } } })).toContain(
      '| Allowed values: `"a"`, `"b"`. |'
    )
    expect(schemaOf({ anyOf: [{ type: "boolean", description: "All or none." }, { type: "integer" }] })).toContain(
      "Type: boolean or integer.\n\nboolean: All or none."
    )
  })

  it("D6 that only say what is required leave the type of the whole", () => {
    const properties = { text: { type: "string" }, url: { type: "string" } }
    const required = [{ required: ["text"] }, { required: ["url"] }]
    const told = schemaOf({ type: "object", properties, oneOf: required })
    expect(told).toContain("Type: object.")
    expect(told).toContain("| object | Also required: `text`. |")
    expect(schemaOf({ type: "object", properties, allOf: [{ minProperties: 1 }] })).toContain("Type: object.")
  })

  it("D6 are `or null` where one says nothing but that it may be null", () => {
    const anyOf = [{ $ref: "#/components/schemas/Mode" }, { nullable: true }]
    expect(schemaOf({ type: "object", properties: { mode: { anyOf } } })).toContain("| [`Mode`](#mode) or null |")
  })
})

describe("examples that an author gives", () => {
  it("D6 stand once at properties, parameters and headers, and not where they only repeat a value", () => {
    const { markdown, report } = described({
      paths: {
        "/a": {
          get: {
            parameters: [
              { name: "size", in: "query", schema: { type: "string" }, example: 50 },
              { name: "word", in: "query", schema: { type: "string", example: "Paris" } }
            ],
            responses: {
              200: {
                description: "Good.",
                headers: {
                  Wait: {
                    description: "How long.",
                    schema: { type: "string", description: "In seconds." },
                    examples: { long: { value: "120", summary: "Two minutes" } }
                  }
                }
              }
            }
          }
        }
      },
      components: {
        schemas: {
          One: {
            type: "object",
            properties: {
              zone: { type: "string", example: "Europe/Berlin" },
              mark: { type: "string", pattern: "^[a-z-_:]{0,256}$", example: "a-b" },
              id: { type: "string", format: "uuid", example: "no-uuid" },
              mode: { type: "string", enum: ["fast", "lazy"], example: "fast" },
              list: { type: "array", description: "All.", items: { type: "string", description: "A name of one." } }
            }
          }
        }
      }
    })
    const one = below(markdown, "### `One`")
    expect(one).toContain('| `zone` | string | no | Example: `"Europe/Berlin"`. |')
    expect(one).toContain('Example: `"a-b"`.')
    expect(one).toContain('Example: `"no-uuid"`.')
    expect(one).toContain('| Allowed values: `"fast"`, `"lazy"`. |')
    expect(one).toContain("| All. Items: A name of one. |")
    expect(report.warnings).toContainEqual({
      code: "invalid_example",
      message: 'The example "no-uuid" does not match its schema; it is shown as it stands'
    })
    expect(markdown).toContain('| `size` | query | string | no | Example: `"50"`. |')
    expect(markdown).toContain('| `word` | query | string | no | Example: `"Paris"`. |')
    expect(markdown).toContain('| How long.<br>In seconds. Example: `"120"` (Two minutes). |')
  })

  it("D6 have their description, and what is sent holds nothing that only answers do", () => {
    const Thing = {
      type: "object",
      properties: { id: { type: "string", readOnly: true }, name: { type: "string", example: "Box" } }
    }
    const { markdown } = described({
      paths: {
        "/a": {
          post: {
            requestBody: { content: { "application/json": { schema: Thing } } },
            ...answer(Thing, {
              examples: { usual: { description: "As it is made.", value: { id: "1", name: "Box" } } }
            })
          }
        }
      }
    })
    expect(markdown).toContain('Example:\n\n```json\n{\n  "name": "Box"\n}')
    expect(markdown).toContain('Example, As it is made:\n\n```json\n{\n  "id": "1"')
  })

  it("D6 hold nothing that is only sent, where the API answers or calls", () => {
    const property = (of: object) => ({ type: "string", ...of })
    const properties = { id: property({ readOnly: true }), name: property({}), password: property({ writeOnly: true }) }
    const schema = { type: "object", required: ["id", "password"], properties }
    const requestBody = { content: { "application/json": { schema } } }
    const { markdown } = described({
      openapi: "3.1.0",
      paths: { "/a": { post: { requestBody, ...answer(schema) } } },
      webhooks: { made: { post: { requestBody } } }
    })
    const shown = [...markdown.matchAll(/^```json\n([^]*?)\n```$/gm)].map(([, text]) => Object.keys(JSON.parse(text!)))
    expect(shown).toEqual([
      ["name", "password"],
      ["id", "name"],
      ["id", "name"]
    ])
  })
})

describe("schemas that are put together", () => {
  it("D6 say of a property what all of their parts say", () => {
    const ref = { $ref: "#/components/schemas/Mode" }
    const row = schemaOf({
      allOf: [
        { type: "object", properties: { data: { type: "array", description: "All.", items: { type: "object" } } } },
        { description: "With modes.", properties: { data: { type: "array", items: ref } } }
      ]
    })
    expect(row).toContain("| `data` | array of [`Mode`](#mode) | no | All. |")
    expect(row).toContain("With modes.")
  })

  it("D6 that are told apart name those that are built on them, also in samples", () => {
    const { markdown } = described({
      paths: { "/a": { get: answer({ $ref: "#/components/schemas/Entry" }) } },
      components: {
        schemas: {
          Entry: {
            type: "object",
            discriminator: { propertyName: "kind" },
            required: ["kind"],
            properties: { kind: { type: "string" } }
          },
          file: {
            allOf: [
              { $ref: "#/components/schemas/Entry" },
              { type: "object", properties: { path: { type: "string", example: "/a" } } }
            ]
          }
        }
      }
    })
    expect(markdown).toContain("Told apart by `kind`: `file` means [`file`](#file).")
    expect(markdown).toContain('{\n  "kind": "file",\n  "path": "/a"\n}')
  })
})

describe("words of authors", () => {
  const told = (description: string) => schemaOf({ type: "object", description }) ?? ""

  it("D6 keep lists within lists", () => {
    expect(told("- params:\n    \n    - req:\n        \n        - User\n        \n- id")).toContain(
      "- params:\n  - req:\n    - User\n- id"
    )
    expect(told("1. Install\n\n   ```sh\n   run\n\n   more\n   ```\n\n2. Start")).toContain(
      "1. Install\n\n   ```sh\n   run\n\n   more\n   ```\n2. Start"
    )
  })

  it("D6 keep lists without marks in a cell", () => {
    const when = { type: "string", description: "D - Every day\nW - Every week\nM - Every month" }
    expect(schemaOf({ type: "object", properties: { when } })).toContain(
      "D - Every day<br>W - Every week<br>M - Every month"
    )
  })

  it("D6 stand beside a reference also where it is only read-only, and above a body that has only a title", () => {
    const { markdown } = described({
      paths: { "/a": { get: answer({ title: "All of it", type: "object", properties: { a: { type: "string" } } }) } },
      components: {
        schemas: {
          Kind: { type: "string" },
          Thing: { type: "object", properties: { kind: { $ref: "#/components/schemas/Kind", readOnly: true } } }
        }
      }
    })
    expect(below(markdown, "### `Thing`")).toContain("| `kind` | [`Kind`](#kind) | no | Read-only. |")
    expect(markdown).toContain("Content type `application/json`: object. All of it")
  })
})

describe("requests of a reference", () => {
  it("D6 have a word for what they must have and no value is known of", () => {
    const parameters = [
      { name: "ids", in: "query", required: true, schema: { type: "string", pattern: "^(a|b){2}c+d$" } }
    ]
    const { markdown } = described({ paths: { "/a": { get: { parameters, responses: {} } } } })
    expect(markdown).toContain("/a?ids={ids}'")
  })

  it("D3 of a collection send what the collection does, and must have what it marks", () => {
    const query = [
      { key: "q", value: "bat man", description: "(Required) Terms" },
      { key: "org", value: "{{org}}" },
      { key: "token", value: "s3cret" },
      { key: "max", value: "20", disabled: true }
    ]
    const header = [
      { key: "Authorization", value: "Bearer {{token}}", description: "(Required) Ask Ann for it." },
      { key: "Sec-Fetch-Mode", value: "cors" },
      { key: "X-Shop", value: "{{shop}}" }
    ]
    const request = (host: string) => ({ method: "GET", header, url: { raw: `https://${host}/search`, query } })
    const description = "#Before\nAsk Ann."
    const info = {
      name: "C",
      description,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    }
    const item = ["api.example.com", "api.example.com", "other.example.com"].map((host, at) => ({
      name: `Search ${at}`,
      request: request(host)
    }))
    const { markdown } = make("api-reference", JSON.stringify({ info, item }))
    expect(markdown).toContain("'https://api.example.com/search?q=bat%20man&org={org}&token={token}'")
    expect(markdown).toContain('| `q` | query | string | yes | Terms. Example: `"bat man"`. |')
    expect(markdown).toContain('| `max` | query | string |  | Disabled in the collection. Example: `"20"`. |')
    expect(markdown.match(/- Base URL/g)).toHaveLength(1)
    expect(markdown).toContain("--header 'X-Shop: {shop}'")
    expect(markdown).not.toContain("Sec-Fetch")
    expect(markdown).toContain("with scheme `bearer` | Ask Ann for it. |")
    expect(markdown).toContain("**Before**\n\nAsk Ann.")
    expect(markdown).not.toContain("s3cret")
  })
})

describe("groups", () => {
  it("D6 are those that are declared, and the report names those without operations", () => {
    const tags = [
      { name: "Utils", description: "Further ones." },
      { name: "Old" },
      { name: "How to begin", description: "Ask Ann." }
    ]
    const { markdown, report } = described({ tags, paths: { "/a": { get: { tags: ["Utils"], responses: {} } } } })
    expect(markdown).toContain("### Utils\n\nFurther ones.")
    expect(report.dropped).toContainEqual({ item: "Group Old", reason: "No operation is in it" })
    // What authors tell in groups without operations are chapters of their own.
    expect(below(markdown, "## Overview")).toContain("**How to begin**\n\nAsk Ann.")
  })

  it("D6 of webhooks alone keep what their authors say of them", () => {
    const info = { title: "T", version: "1" }
    const tags = [{ name: "Events", description: "They come when a lid turns." }]
    const paths = { "/lids": { get: { summary: "List lids", description: "It lists them all.", responses: {} } } }
    const webhooks = { turned: { post: { tags: ["Events"], summary: "Turned", responses: {} } } }
    const source = JSON.stringify({ openapi: "3.0.3", info, tags, paths, "x-webhooks": webhooks })
    expect(make("api-reference", source).markdown).toContain("**Events**\n\nThey come when a lid turns.")
    expect(make("user-guide", source).markdown).toContain("### Events\n\nThey come when a lid turns.")
  })
})

describe("words that are said already", () => {
  it("D6 are no description of an operation, and those of a scheme stand once", () => {
    const long = `Sign it.\n\n${"More of it. ".repeat(30)}`
    const { markdown } = described({
      paths: { "/a": { get: { summary: "List all", description: "List all.", responses: {} } } },
      components: { securitySchemes: { Key: { type: "http", scheme: "bearer", description: long } } }
    })
    expect(markdown.match(/List all/g)).toHaveLength(1)
    expect(markdown.match(/Sign it/g)).toHaveLength(1)
    expect(markdown.match(/(?:More of it\. )+/g)).toHaveLength(1)
  })
})

describe("lists in cells", () => {
  it("D6 keep the lists that are within them", () => {
    const description = "One of:\n* `A`\n  * first\n  * second\n* `B`"
    expect(schemaOf({ type: "object", properties: { kind: { type: "string", description } } })).toContain(
      "One of:<br>- `A`<br>&emsp;- first<br>&emsp;- second<br>- `B`"
    )
  })
})

describe("a reference of forms and groups", () => {
  it("D6 names in what a form of OpenAPI 2.0 is sent, and sends it so", () => {
    const field = { name: "lid", in: "formData", type: "string", required: true }
    const of = (more: object) =>
      make(
        "api-reference",
        JSON.stringify({
          swagger: "2.0",
          info: { title: "T", version: "1" },
          host: "example.com",
          paths: { "/lids": { post: { parameters: [field], responses: {}, ...more } } }
        })
      ).markdown
    expect(of({ consumes: ["multipart/form-data"] })).toMatch(/- Form: `multipart\/form-data`\n[^]*--form-string 'lid=/)
    expect(of({ consumes: ["application/x-www-form-urlencoded"] })).toMatch(
      /- Form: `application\/x-www-form-urlencoded`\n[^]*--data-urlencode 'lid=/
    )
    expect(of({})).not.toContain("- Form:")
  })

  it("D6 sends a file in each field that holds files, also where its name ends in brackets", () => {
    const file = { type: "string", format: "binary" }
    const properties = { "lids[]": { type: "array", items: file }, box: { properties: { lid: { type: "string" } } } }
    const content = { "multipart/form-data": { schema: { type: "object", properties, required: ["lids[]", "box"] } } }
    const { markdown } = described({ paths: { "/lids": { post: { requestBody: { content }, responses: {} } } } })
    expect(markdown).toContain("--form 'lids[]=@example.bin'")
    expect(markdown.match(/--form/g)).toHaveLength(2)
  })

  it("D6 keeps the words of a group that no operation names first", () => {
    const { markdown } = described({
      tags: [{ name: "hidden", description: "Kept from customers." }],
      paths: { "/lids": { get: { tags: ["lids", "hidden"], responses: {} } } }
    })
    expect(markdown).toContain("**hidden**\n\nKept from customers.")
  })
})
