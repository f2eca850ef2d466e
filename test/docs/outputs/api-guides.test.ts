/** User guides made of API descriptions: what each request is for and needs, examples of the author's own, what leads to what, and when there is no guide. */
import { describe, expect, it } from "vitest"
import { generateDocument } from "../../../plugins/docs/index.ts"
import { below, make } from "./made.ts"

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more })

const text = { type: "string" }

const glass = { ...text, example: "Glass" }

const answers = (schema: object) => ({ "200": { description: "Done", content: { "application/json": { schema } } } })

const body = (schema: object, type = "application/json") => ({ requestBody: { content: { [type]: { schema } } } })

const description = `Boxes of glass.\n\n## Packing\n\nPack a box before you send it. ${"Ann does it with care, and closes each lid. ".repeat(4)}`

const api = (paths: object, more: object = {}): string =>
  JSON.stringify({ openapi: "3.0.0", info: { title: "Boxes", version: "1", description }, paths, ...more })

/** An operation on boxes, of which the description says what they are. */
const boxes = (summary: string, more: object = {}) => ({ summary, tags: ["Boxes"], responses: {}, ...more })

const tags = { tags: [{ name: "Boxes", description: "What things are sent in." }] }

const guideOf = (paths: object, more: object = {}) => make("user-guide", api(paths, { ...tags, ...more }))

const item = { parameters: [{ name: "id", in: "path", required: true, schema: text }] }

describe("a user guide made of an API description", () => {
  it("shows an example whose values are all its author's, and none of values that only have the right types", () => {
    const pack = (schema: object) => ({
      "/boxes": {
        post: boxes("Pack", { ...body(object({ label: schema, note: text }, { required: ["label"] })) }),
        get: boxes("List")
      }
    })
    expect(guideOf(pack(glass)).markdown).toContain(`--data-raw '{"label":"Glass"}'`)
    for (const schema of [text, { ...text, default: "Glass" }, { ...text, enum: ["Glass", "Wood"] }])
      expect(guideOf(pack(schema)).markdown).not.toContain("An example")
  })

  it("shows an answer only where its author gives a whole one: parts of several make none that anybody got", () => {
    const answer = (schema: object) => ({ "/boxes": { get: boxes("List", { responses: answers(schema) }) } })
    const parts = object({ id: glass, error: { ...text, example: "It broke." } })
    expect(guideOf(answer(parts)).markdown).not.toContain("An example")
    expect(guideOf(answer({ ...parts, example: { id: "Glass" } })).markdown).toContain(
      'An example of an answer `200`:\n\n```json\n{\n  "id": "Glass"\n}\n```'
    )
  })

  it("calls examples what their author calls them, and pairs no request with an answer of another one", () => {
    const of = (examples: object) => ({ "application/json": { schema: object({ id: text }), examples } })
    const pack = boxes("Pack", {
      requestBody: { content: of({ a: { summary: "A box of glass", value: { id: "glass" } } }) },
      responses: { "200": { description: "Done", content: of({ "A box of wood": { value: { id: "wood" } } }) } }
    })
    const { markdown } = guideOf({ "/boxes": { post: pack } })
    expect(markdown).toContain("An example (A box of glass):\n\n```sh")
    expect(markdown).toContain("An example of an answer `200` (A box of wood):\n\n```json")
  })

  it("shows as an example nothing that needs a parameter without a value, and nothing that deletes", () => {
    const query = (more: object) => ({
      parameters: [{ name: "of", in: "query", required: true, schema: text, ...more }]
    })
    const whole = object({ id: text }, { example: { id: "Glass" } })
    const get = (more: object) =>
      guideOf({ "/boxes": { get: boxes("List", { ...query(more), responses: answers(whole) }) } })
    expect(get({ example: "glass" }).markdown).toContain("curl --globoff --request 'GET' '{baseUrl}/boxes?of=glass'")
    expect(get({}).markdown).not.toContain("curl")
    expect(get({}).markdown).not.toContain("{baseUrl}")
    const end = boxes("Delete all", { responses: answers(whole) })
    expect(guideOf({ "/boxes": { delete: end } }).markdown).not.toContain("curl")
  })

  it("puts no bare key where a header may hold more than that", () => {
    const more = {
      security: [{ Key: [] }],
      components: {
        securitySchemes: {
          Key: { type: "apiKey", in: "header", name: "Authorization", description: "Glass, then the key." }
        }
      }
    }
    const { markdown } = guideOf({ "/boxes": { post: boxes("Pack", body(object({ label: glass }))) } }, more)
    expect(markdown).toContain("--header 'Authorization: YOUR_CREDENTIALS'")
    expect(markdown).toContain("Glass, then the key.")
  })

  it("is made of what requests do, and refused where not even that is said", () => {
    const failed = (content: string) => generateDocument({ docType: "user-guide", sources: [{ name: "b", content }] })
    const info = { title: "Boxes", version: "1" }
    const paths = { "/boxes": { get: boxes("List"), post: boxes("") }, "/lids": { get: boxes("") } }
    const refusal = { kind: "failed", failure: { code: "material_required" } }
    expect(failed(api({ "/boxes": { get: boxes("List") } }, { info })).kind).toBe("made")
    expect(failed(api(paths, { info }))).toMatchObject(refusal)
    expect(failed(api({}, { info }))).toMatchObject(refusal)
    // What its author says of all of them is enough.
    expect(failed(api(paths, tags)).kind).toBe("made")
  })

  it("says of a request on which its author has no words that there are none, and what it needs", () => {
    const parameters = [{ name: "lid", in: "query", required: true, schema: text }]
    const { markdown } = guideOf({ "/boxes": { get: boxes("List"), post: boxes("packAllBoxes", { parameters }) } })
    expect(below(markdown, "#### `POST /boxes`").trim()).toBe(
      "The description does not say what it does.\n\nIt needs `lid` (query)."
    )
  })

  it("tells of each request its words, what it needs, what it takes besides, and what only it answers", () => {
    const label = { ...text, description: "What stands on the lid." }
    const paths = {
      "/boxes/{boxId}": {
        put: boxes("Paint a box", {
          description: "Only by day.\n\n- Glass first\n- Then wood",
          externalDocs: { url: "https://example.com/paint" },
          parameters: [
            { name: "boxId", in: "path", required: true, schema: text, description: "Box ID" },
            { name: "Accept", in: "header", required: true, schema: text },
            { name: "Authorization", in: "header", required: true, schema: text, description: "Ask Ann." },
            { name: "color", in: "query", required: true, schema: { ...text, enum: ["red", "blue"] } },
            { name: "wet", in: "query", schema: text, description: "Whether it may drip." },
            { name: "slow", in: "query", schema: text }
          ],
          ...body(
            object({ label, lid: object({ size: label, hue: text }, { required: ["size"] }) }, { required: ["lid"] })
          ),
          responses: {
            "200": { description: "OK" },
            "201": { description: "The painted box." },
            "409": { description: "It is wet." }
          }
        })
      }
    }
    expect(below(guideOf(paths).markdown, "#### Paint a box").trim()).toBe(
      [
        "`PUT /boxes/{boxId}`",
        "Only by day.",
        "- Glass first\n- Then wood",
        "It needs `boxId` (path), and:",
        "- `Authorization` (header): Ask Ann.\n- `color` (query): One of `red`, `blue`.",
        "It also takes `slow` (query), and:",
        "- `wet` (query): Whether it may drip.",
        "Its body needs `lid`, and:",
        "- `lid.size`: What stands on the lid.",
        "Its body also takes:",
        "- `label`: What stands on the lid.",
        "Answers:",
        "- `201`: The painted box.\n- `409`: It is wet.",
        "See also: [`https://example.com/paint`](https://example.com/paint)"
      ].join("\n\n")
    )
  })

  it("calls nothing optional that a description without requirements may ask for in words", () => {
    const { markdown } = guideOf({ "/boxes": { post: boxes("Pack", body(object({ label: text }))) } })
    expect(markdown).toContain("Its body takes `label`.\n")
    expect(markdown).not.toMatch(/optional/i)
  })

  it("tells each form of a body with what it needs, and what a body is that is no JSON", () => {
    const csv = body(text, "text/csv")
    expect(guideOf({ "/boxes": { post: boxes("Pack", csv) } }).markdown).toContain("Its body is `text/csv`.")
    const elsewhere = body({ $ref: "schemas/box.yaml" })
    expect(guideOf({ "/boxes": { post: boxes("Pack", elsewhere) } }).markdown).toContain(
      "stands in `schemas/box.yaml`."
    )
    const bare = (name: string) => object({ [name]: text }, { required: [name] })
    const unnamed = guideOf({ "/boxes": { post: boxes("Pack", body({ anyOf: [bare("lid"), bare("side")] })) } })
    expect(unnamed.markdown).toContain("one of these forms:\n\n- It needs `lid`.\n- It needs `side`.")
    const form = (name: string) => object({ [name]: text }, { required: [name], title: `By ${name}` })
    const { markdown } = guideOf({ "/boxes": { post: boxes("Pack", body({ oneOf: [form("lid"), form("side")] })) } })
    expect(markdown).toContain("one of these forms:\n\n- `By lid`: It needs `lid`.\n- `By side`: It needs `side`.")
  })

  it("keeps the words of a link that leads nowhere from a guide, and names it in the report", () => {
    const words = "See [boxes](#tag/Boxes), [lids](lids) and [glass](https://example.com/glass)."
    const { markdown, report } = guideOf({ "/boxes": { get: boxes("List", { description: words }) } })
    expect(markdown).toContain("See boxes, lids and [glass](https://example.com/glass).")
    expect(report.dropped.map(({ item: left }) => left)).toEqual(expect.arrayContaining(["lids"]))
  })

  it("asks a body for nothing that only answers have", () => {
    const status = object({ code: text }, { required: ["code"], readOnly: true })
    const { markdown } = guideOf({
      "/boxes": { post: boxes("Pack", body(object({ status, label: text }, { required: ["status", "label"] }))) }
    })
    expect(below(markdown, "#### Pack")).toContain("Its body needs `label`.\n")
    expect(markdown).not.toContain("status")
  })

  it("shows no example that stands in another file, and names where links to the description's own host lead", () => {
    const media = { schema: object({ label: glass }), example: { $ref: "examples/pack.json" } }
    const pack = boxes("Pack", { requestBody: { content: { "application/json": media } } })
    const scheme = { type: "http", scheme: "basic", description: "See [access](/docs/access) for more." }
    const { markdown, report } = guideOf(
      { "/boxes": { post: pack } },
      { components: { securitySchemes: { Key: scheme } } }
    )
    expect(markdown).toContain(`--data-raw '{"label":"Glass"}'`)
    expect(markdown).toContain("See access (`/docs/access`) for more.")
    expect(markdown).not.toContain("$ref")
    expect(report.warnings.map(({ code }) => code)).toContain("external_ref_not_followed")
  })

  it("leaves to administrators what their guide has and nobody else needs, and says what is deprecated", () => {
    const paths = {
      "/boxes": { get: boxes("List"), head: boxes("Count"), post: boxes("Pack", { deprecated: true }) },
      "/health": { get: boxes("Watch") },
      "/lids": { get: boxes("Shut", { tags: ["internal"] }) }
    }
    const own = [...tags.tags, { name: "internal", description: "For Ann alone." }]
    const { markdown, report } = guideOf(paths, { tags: own })
    expect(markdown).not.toMatch(/Shut|For Ann alone/)
    expect(markdown).toMatch(/#### Count\n[^]*#### Watch\n/)
    expect(below(markdown, "#### Pack")).toContain("It is deprecated.")
    expect(report.dropped).toEqual(
      expect.arrayContaining([
        { item: "GET /lids", reason: "It is for administrators, and stands in their guide" },
        { item: "Group internal", reason: "None of its requests is told here" }
      ])
    )
    expect(make("admin-guide", api(paths)).markdown).toContain("#### Shut\n\n`GET /lids`")
    // Where their guide does not have it, or they alone are users, it stays.
    const { "/health": _, ...alone } = paths
    expect(guideOf(alone).markdown).toContain("#### Shut")
    expect(guideOf({ "/admin/boxes": { get: boxes("List"), post: boxes("Pack") } }).markdown).toContain("#### Pack")
  })

  it("tells failures of single requests with them, and those of more, or of no own meaning, once for all", () => {
    const gone = { "404": { description: "It was not found." } }
    const one = { "409": { description: "It was sent yesterday." }, "429": { description: "Too many requests" } }
    const paths = {
      "/boxes": { get: boxes("List", { responses: { ...gone, ...one } }), put: boxes("Paint", { responses: gone }) },
      "/lids": { get: boxes("Shut", { responses: gone }) }
    }
    const { markdown } = guideOf(paths)
    expect(below(markdown, "## Error statuses").match(/^\| `.*$/gm)).toEqual([
      "| `404` | It was not found. |",
      "| `429` | Too many requests |"
    ])
    expect(below(markdown, "#### List")).toContain("Answers:\n\n- `409`: It was sent yesterday.\n")
    // What an author says of errors takes nothing from them.
    const info = { title: "Boxes", version: "1", description: `${description}\n\n## Errors\n\nAnn is ill.` }
    const told = guideOf(paths, { info })
    expect(told.markdown.match(/^## Errors$/gm)).toHaveLength(1)
    expect(below(told.markdown, "## Error statuses")).toContain("| `404` | It was not found. |")
  })

  it("says of credentials what the description says: of all, of most, of single requests, or of none", () => {
    const components = {
      securitySchemes: { A: { type: "http", scheme: "basic" }, B: { type: "http", scheme: "bearer" } }
    }
    const security = [{ A: [] }, { B: [] }]
    const of = (own: object, more: object) =>
      guideOf({ "/boxes": { get: boxes("List"), post: boxes("Pack", own) } }, { components, ...more }).markdown
    expect(of({}, { security })).toContain("Every request needs `A`, or `B`:\n\n| Scheme | Type | Sent in |")
    const most = of({ security: [] }, { security })
    expect(most).toContain("Unless a request says otherwise, it needs `A`, or `B`:")
    expect(below(most, "#### Pack")).toContain("Credentials: none.")
    const sets = {
      "/boxes": {
        get: boxes("List", { security }),
        post: boxes("Pack", { security }),
        put: boxes("Paint", { security: [] })
      }
    }
    const often = guideOf(sets, { components }).markdown
    expect(often).toContain("Unless a request says otherwise, it needs `A`, or `B`:")
    expect(often.match(/^Credentials: .*$/gm)).toEqual(["Credentials: none."])
    const one = of({ security: [{ A: [] }] }, {})
    expect(one).toContain("A request that needs credentials says which:")
    expect(below(one, "#### Pack")).toContain("Credentials: `A`.")
    expect(of({}, {})).toContain("No request told here says which of these credentials it needs:")
    expect(of({}, { security: [] })).toContain("No request told here needs credentials.")
  })

  it("tells addresses with their variables, and the address of a single request", () => {
    const servers = [{ url: "https://{region}.example.com", variables: { region: { default: "eu" } } }]
    const own = { servers: [{ url: "https://glass.example.com" }] }
    const { markdown } = guideOf({ "/boxes": { get: boxes("List"), post: boxes("Pack", own) } }, { servers })
    expect(below(markdown, "## Before you begin")).toContain(
      "- `https://{region}.example.com`\n\nIts variables are:\n\n| Variable | Default |\n| --- | --- |\n| `region` | `eu` |"
    )
    expect(below(markdown, "#### Pack")).toContain("It is at `https://glass.example.com`.")
  })

  it("leads from one request to another by links of its author", () => {
    const links = {
      next: { operationId: "look", parameters: { id: "$response.body#/id" }, description: "Look at it." }
    }
    const linked = {
      "/boxes": { post: boxes("Pack", { responses: { "200": { description: "Done", links } } }) },
      "/boxes/{id}": { get: boxes("Look", { ...item, operationId: "look" }) }
    }
    expect(guideOf(linked).markdown).toContain("After it may come:\n\n- `GET /boxes/{id}`: Look at it.")
  })

  it("tells words of the introduction not again in a group", () => {
    const own = [{ name: "Boxes", description: `${description.split("\n\n").at(-1)}\n\nGlass breaks.` }]
    const { markdown } = guideOf({ "/boxes": { get: boxes("List") } }, { tags: own })
    expect(below(markdown, "### Boxes")).toContain("Glass breaks.")
    expect(markdown.split("Pack a box before you send it.")).toHaveLength(2)
  })

  it("loses nothing of scopes, where a token is got, whom to ask and on which terms", () => {
    const flows = {
      clientCredentials: { tokenUrl: "https://example.com/token", scopes: { "boxes:read": "Look at boxes" } }
    }
    const info = {
      title: "Boxes",
      version: "1",
      description,
      termsOfService: "https://example.com/terms",
      contact: { name: "Ann", email: "ann@example.com" }
    }
    const { markdown } = guideOf(
      {
        "/boxes": { get: boxes("List", { security: [{ Key: ["boxes:read"] }] }), post: boxes("Pack", { security: [] }) }
      },
      { info, components: { securitySchemes: { Key: { type: "oauth2", flows } } } }
    )
    expect(below(markdown, "## Before you begin")).toContain("https://example.com/token")
    expect(below(markdown, "## Before you begin")).toContain("| `boxes:read` | Look at boxes |")
    expect(below(markdown, "#### List")).toContain("Credentials: `Key` with `boxes:read`.")
    expect(below(markdown, "## Further information")).toMatch(/Contact: Ann.*ann@example\.com[^]*example\.com\/terms/)
    expect(markdown).toContain("if you use Boxes, version 1, from")
  })
})
