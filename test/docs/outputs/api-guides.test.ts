/** Guides made of API descriptions: examples worth showing, what requests take, ids that are proved, and when there is no guide. */
import { describe, expect, it } from "vitest"
import { generateDocument } from "../../../plugins/docs/index.ts"
import { below, make } from "./made.ts"

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more })

const text = { type: "string" }

const answers = (schema: object) => ({ "200": { description: "Done", content: { "application/json": { schema } } } })

const body = (schema: object, type = "application/json") => ({ requestBody: { content: { [type]: { schema } } } })

const api = (paths: object, more: object = {}): string =>
  JSON.stringify({ openapi: "3.0.0", info: { title: "Boxes", version: "1" }, paths, ...more })

describe("a user guide made of an API description", () => {
  it("shows an example of values that its author gave, and none of values that only have the right types", () => {
    const paths = (example: object) => ({
      "/boxes": {
        post: {
          ...body(object({ label: { ...text, ...example }, note: text }, { required: ["label"] })),
          responses: answers(object({ id: { ...text, ...example }, label: { ...text, ...example }, note: text }))
        }
      }
    })
    const told = make("user-guide", api(paths({ example: "Glass" }))).markdown
    expect(told.match(/^curl /gm)).toHaveLength(1)
    expect(told).toContain(`--data-raw '{"label":"Glass"}'`)
    expect(told).toContain('{\n  "id": "Glass",\n  "label": "Glass"\n}')
    expect(make("user-guide", api(paths({}))).markdown).not.toContain("An example")
  })

  it("shows in an answer no value that the author only lists among several", () => {
    const state = { ...text, enum: ["closed", "open"] }
    const label = { ...text, example: "Glass" }
    const answer = answers(object({ state, id: { ...text, example: "b1" }, label }))
    const paths = { "/boxes": { post: { ...body(object({ label }, { required: ["label"] })), responses: answer } } }
    const { markdown } = make("user-guide", api(paths))
    expect(markdown).toContain('{\n  "id": "b1",\n  "label": "Glass"\n}')
  })

  it("is refused where the description says of most requests nothing but their paths", () => {
    const get = { get: { responses: {} } }
    const paths = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`/boxes${at}`, get]))
    const source = { name: "boxes", content: api(paths) }
    const made = generateDocument({ docType: "user-guide", sources: [source] })
    expect(made).toMatchObject({ kind: "failed", failure: { code: "material_required" } })
  })

  it("lists what a request takes: what it must have, else what it may have, of a form too, and not what only answers hold", () => {
    const lids = object(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`lid${at}`, text])))
    const paths = {
      "/boxes": {
        post: {
          summary: "Pack",
          ...body(object({ id: { ...text, readOnly: true }, label: text, note: text }, { required: ["label"] })),
          responses: {}
        },
        get: { summary: "List", parameters: [{ name: "page", in: "query", schema: text }], responses: {} }
      },
      "/boxes/{id}": {
        put: {
          summary: "Close",
          ...body(lids, "application/x-www-form-urlencoded"),
          responses: {},
          parameters: [{ name: "id", in: "path", required: true, schema: text }]
        }
      }
    }
    const { markdown } = make("user-guide", api(paths))
    expect(markdown).toContain("| Pack | `POST /boxes` | `label` |\n| List | `GET /boxes` | optional: `page` |")
    expect(markdown).toContain(
      "| Close | `PUT /boxes/{id}` | optional: `lid0`, `lid1`, `lid2`, `lid3`, `lid4`, `lid5` and 3 more |"
    )
  })

  it("explains the fields of the request with which a resource begins, also of a form, without links of the description's site", () => {
    const fields = {
      label: {
        ...text,
        description: "What stands on it, e.g. `Glass`, of min. two letters. See [labels](/labels).",
        example: "Glass"
      },
      note: { ...text, description: `Long. ${"And more of it. ".repeat(20)}` },
      colour: text
    }
    const form = { ...body(object(fields, { required: ["label"] }), "application/x-www-form-urlencoded") }
    const { markdown, report } = make(
      "user-guide",
      api({ "/{format}": { post: { summary: "Pack", ...form, responses: answers(object({})) } } })
    )
    expect(below(markdown, "### Requests")).toContain(
      "`POST /{format}` takes these, of 3 in all:\n\n| Name | Required | Meaning |\n| --- | --- | --- |\n" +
        "| `label` | yes | What stands on it, e.g. `Glass`, of min. two letters. See labels. |\n| `note` | no | Long. |\n"
    )
    expect(markdown).toContain("--data-urlencode 'label=Glass'\n```")
    expect(report.dropped.filter(({ item }) => item === "the description: /labels")).toHaveLength(1)
  })

  it("calls the address that everybody reaches, and tries credentials with a request that needs them", () => {
    const servers = [{ url: "http://localhost:3000" }, { url: "https://api.example.com" }]
    const more = {
      servers,
      security: [{ A: [] }, { B: [] }],
      components: { securitySchemes: { A: { type: "http", scheme: "basic" }, B: { type: "http", scheme: "bearer" } } }
    }
    const paths = { "/health": { get: { security: [], responses: {} } }, "/boxes": { get: { responses: {} } } }
    const before = below(make("user-guide", api(paths, more)).markdown, "## Before you begin")
    expect(before).toContain("Requests need one of these credentials:")
    expect(before).toContain("`GET /boxes` needs nothing else")
    expect(before).toContain("curl --globoff --request 'GET' 'https://api.example.com/boxes'")
  })

  it("connects no id of a resource that has one id of its own and one of its parent, and none of what is one of its kind", () => {
    const group = object({ id: text, shelfId: text })
    const item = { parameters: [{ name: "id", in: "path", required: true, schema: text }], responses: answers(group) }
    const paths = {
      "/shelves": { get: { responses: answers({ type: "array", items: group }) } },
      "/boxes": { post: { ...body(object({ shelfId: text })), responses: answers(group) } },
      "/session": { post: { responses: answers(group) }, get: { responses: answers(group) } },
      "/session/{id}": { get: item, delete: item }
    }
    expect(make("user-guide", api(paths)).markdown).not.toMatch(/stands for|is the `/)
  })

  it("knows a collection by its path, also where the path ends with a format", () => {
    const item = { parameters: [{ name: "id", in: "path", required: true, schema: text }], responses: {} }
    const paths = {
      "/boxes.json": { get: { responses: answers({ type: "array", items: object({ id: text }) }) } },
      "/boxes/{id}.json": { get: item, delete: item }
    }
    expect(make("user-guide", api(paths)).markdown).toContain(
      "`GET /boxes.json` returns the `id` that stands for `{id}`"
    )
  })
})

describe("an administration guide made of an API description", () => {
  const made = (more: object) =>
    generateDocument({
      docType: "admin-guide",
      sources: [{ name: "a", content: api({ "/boxes": { get: { responses: {} } } }, more) }]
    })

  it("is not made of an address and credentials alone: the refusal says what to add", () => {
    expect(made({ servers: [{ url: "https://api.example.com" }] })).toMatchObject({
      kind: "failed",
      failure: { code: "material_required", message: expect.stringContaining("Give it scopes, limits, webhooks") }
    })
  })

  it("names requests that manage keys and copies", () => {
    const paths = {
      "/keys": { get: { summary: "List keys", responses: {} } },
      "/dumps": { post: { summary: "Dump", responses: {} } }
    }
    const { markdown } = make("admin-guide", api(paths))
    expect(below(markdown, "## Keys and security")).toContain("| List keys | `GET /keys` |")
    expect(below(markdown, "## Back up and restore")).toContain("| Dump | `POST /dumps` |")
  })

  it("is made where the description tells of two matters of theirs, or has words of its own on them", () => {
    const scheme = { Key: { type: "apiKey", in: "header", name: "K", description: "Ask Ann for one." } }
    const servers = [{ url: "https://{region}.example.com", variables: { region: { default: "eu" } } }]
    expect(made({ servers, components: { securitySchemes: scheme } }).kind).toBe("made")
    expect(made({ servers }).kind).toBe("failed")
    const description = "Boxes are packed.\n\n## Server\n\nSet `BOX_HOME` on the server.\n"
    expect(made({ info: { title: "Boxes", version: "1", description } }).kind).toBe("made")
  })
})
