/** What user guides made of API descriptions tell of the values that a request takes, and which examples they show. */
import { describe, expect, it } from "vitest"
import { below, make } from "./made.ts"

const text = { type: "string" }

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more })

const json = (media: object) => ({ requestBody: { content: { "application/json": media } } })

const query = (name: string, more: object = {}) => ({ name, in: "query", schema: text, ...more })

const boxes = (summary: string, more: object = {}) => ({ summary, responses: {}, ...more })

const guideOf = (paths: object, more: object = {}) =>
  make("user-guide", JSON.stringify({ openapi: "3.0.0", info: { title: "Boxes", version: "1" }, paths, ...more }))
    .markdown

const pack = (media: object, more: object = {}) => guideOf({ "/boxes": { post: boxes("Pack", json(media)) } }, more)

describe("a request in a user guide", () => {
  it("tells defaults, limits and what is deprecated, unless its words do", () => {
    const parameters = [
      query("limit", { description: "How many", schema: { type: "integer", default: 10, minimum: 1 } }),
      query("desk", { description: "Whose. Default: `ann`", schema: { ...text, default: "ann" } }),
      query("lid", { deprecated: true, description: "Which one" }),
      query("top", { deprecated: true, description: "Deprecated: use `lid`" })
    ]
    const schema = object({ side: { ...text, deprecated: true } })
    expect(guideOf({ "/boxes": { post: boxes("Pack", { parameters, ...json({ schema }) }) } })).toContain(
      [
        "- `limit` (query): How many. Default: `10`. Minimum: `1`.",
        "- `desk` (query): Whose. Default: `ann`",
        "- `lid` (query): Deprecated. Which one",
        "- `top` (query): Deprecated: use `lid`\n\nIts body takes:\n",
        "- `side`: Deprecated.\n"
      ].join("\n")
    )
  })

  it("describes what stands in a path once, and later names it beside what else is needed", () => {
    const parameters = [
      {
        name: "id",
        in: "path",
        required: true,
        schema: text,
        description: "What Ann wrote on the lid of the box, in ink."
      }
    ]
    const one = (summary: string) => boxes(summary, { parameters })
    const desk = { ...query("desk", { description: "Whose." }), required: true }
    const turn = boxes("Turn", { parameters: [...parameters, desk] })
    const markdown = guideOf({ "/boxes/{id}": { get: one("Look"), put: one("Paint"), patch: turn } })
    expect(markdown.split("What Ann wrote")).toHaveLength(2)
    expect(below(markdown, "### Look")).toContain("What Ann wrote")
    expect(below(markdown, "### Paint").trim()).toBe("`PUT /boxes/{id}`")
    expect(below(markdown, "### Turn")).toContain("It needs `id` (path), and:\n\n- `desk` (query): Whose.")
  })

  it("says that it needs a body of which nothing else is told", () => {
    const bodyOf = (required: boolean) => ({ ...json({ schema: { type: "object" } }).requestBody, required })
    const told = (required: boolean) =>
      guideOf({ "/boxes": { put: boxes("Paint", { requestBody: bodyOf(required) }) } })
    expect(below(told(true), "### Paint").trim()).toBe("`PUT /boxes`\n\nIt needs a body.")
    expect(told(false)).not.toContain("It needs")
  })

  it("tells the words of a schema of its body, what items of lists need, and what fields need within", () => {
    const side = object({ lid: text }, { required: ["lid"] })
    const schema = object(
      { sides: { type: "array", items: side }, lids: { type: "array", items: { ...text, description: "Of glass." } } },
      {
        description: "Only fields that are sent change.",
        additionalProperties: { ...text, description: "Notes of Ann." }
      }
    )
    const told = below(pack({ schema }), "### Pack")
    expect(told).toContain("Its body: Only fields that are sent change.\n")
    expect(told).toContain("- `sides`: Each needs `lid`.\n- `lids`: Of glass.\n")
    expect(told).toContain("Further fields of its body: Notes of Ann.")
    expect(below(pack({ schema: { type: "array", items: side } }), "### Pack")).toContain(
      "Its body is a list.\n\nIts body needs `[].lid`.\n"
    )
  })

  it("tells the forms of the items of a list, and by which value each is known", () => {
    const form = object({ kind: text, lid: text }, { required: ["kind", "lid"] })
    const discriminator = { propertyName: "kind", mapping: { shut: "#/components/schemas/Shut" } }
    const oneOf = ["Shut", "Open"].map((name) => ({ $ref: `#/components/schemas/${name}` }))
    const schema = { type: "array", items: { oneOf, discriminator } }
    expect(pack({ schema }, { components: { schemas: { Shut: form, Open: form } } })).toContain(
      "Each item of the body has one of these forms:\n\n- `Shut`: Its `kind` is `shut`. It needs `kind`, `lid`.\n- `Open`: It needs"
    )
  })

  it("tells successes that say more than that it worked, and headers that half of the requests answer with", () => {
    const headers = { "Retry-After": { description: "When to look again", schema: text } }
    const words = "OK. (https://example.com/status#200)"
    const responses = { "200": { description: words }, "202": { description: "It is queued.", headers } }
    const list = boxes("List", { responses: { "204": { description: "No Content" } } })
    const paths = { "/boxes": { post: boxes("Pack", { responses }), get: list } }
    const markdown = guideOf(paths)
    expect(below(markdown, "### Pack").trim()).toBe("`POST /boxes`\n\nAnswers:\n\n- `202`: It is queued.")
    expect(below(markdown, "### List").trim()).toBe("`GET /boxes`")
    expect(below(markdown, "## Headers of answers")).toContain("| `Retry-After` | `202` | When to look again |")
    const more = { "/lids": { get: boxes("Look") } }
    expect(guideOf({ ...paths, ...more })).not.toContain("Headers of answers")
  })

  it("tells that an answer is a stream, and nothing of failures that are sent so", () => {
    const content = { "text/event-stream": { schema: text } }
    const responses = { "200": { description: "OK", content }, "404": { description: "Not Found", content } }
    expect(below(guideOf({ "/boxes": { get: boxes("Watch", { responses }) } }), "### Watch").trim()).toBe(
      "`GET /boxes`\n\nAnswers:\n\n- `200` (`text/event-stream`): OK"
    )
  })

  it("keeps a version that is a remark", () => {
    const info = { title: "Boxes", version: "main - may change every day" }
    const paths = { "/boxes": { get: boxes("List") } }
    expect(below(guideOf(paths, { info }), "## Further information")).toContain(
      "- Version: main - may change every day"
    )
    expect(guideOf(paths, { info: { ...info, version: "version not set" } })).not.toContain("not set")
  })
})

describe("examples of requests in a user guide", () => {
  const glass = { ...text, example: "Glass" }

  it("are those of the author at each request, with names and words, else one that is put together", () => {
    const named = {
      schema: object({ label: text }),
      examples: {
        a: { summary: "Glass", description: "It breaks.", value: { label: "glass" } },
        b: { summary: "Wood", value: '{"label": "wood"}' }
      }
    }
    const paths = {
      "/boxes": { post: boxes("Pack", json(named)), put: boxes("Paint", json(named)) },
      "/lids": { post: boxes("Shut", json({ schema: object({ lid: glass }) })) }
    }
    const markdown = guideOf(paths)
    for (const title of ["### Pack", "### Paint"]) {
      expect(below(markdown, title)).toMatch(
        /An example \(Glass\):\n\nIt breaks\.\n\n```sh[^]*--data-raw '\{"label":"glass"\}'/
      )
      expect(below(markdown, title)).toContain(
        'An example of its body (Wood):\n\n```json\n{\n  "label": "wood"\n}\n```'
      )
    }
    expect(below(markdown, "### Shut")).toContain(`--data-raw '{"lid":"Glass"}'`)
  })

  it("are read from extensions of schemas where they fit, and are none where a tool filled in words", () => {
    const shown = (...values: ReadonlyArray<object>) =>
      object(
        { label: text },
        { required: ["label"], "x-examples": Object.fromEntries(values.map((one, at) => [at, one])) }
      )
    const markdown = pack({ schema: shown({ lid: "no" }, { label: "wood" }) })
    expect(markdown).toContain(`--data-raw '{"label":"wood"}'`)
    expect(markdown).not.toContain('"lid"')
    expect(pack({ schema: shown({ label: "string" }) })).not.toContain("An example")
    const body = {
      name: "box",
      in: "body",
      schema: object({ label: text }),
      "x-examples": { "application/json": { label: "tin" } }
    }
    const info = { title: "Boxes", version: "1" }
    const paths = { "/boxes": { post: boxes("Pack", { consumes: ["application/json"], parameters: [body] }) } }
    expect(make("user-guide", JSON.stringify({ swagger: "2.0", info, paths })).markdown).toContain(
      `--data-raw '{"label":"tin"}'`
    )
  })

  it("are those that stand beside the name of a schema, also long ones", () => {
    const label = "glass".repeat(300)
    const schemas = { Box: object({ label: text }, { required: ["label"] }) }
    const schema = { $ref: "#/components/schemas/Box", example: { label } }
    expect(pack({ schema }, { openapi: "3.1.0", components: { schemas } })).toContain(
      `--data-raw '{"label":"${label}"}'`
    )
  })

  it("are shown although their schema allows nothing, if they stand beside it", () => {
    const schema = object({ label: text }, { required: ["lid"] })
    expect(pack({ schema, example: { label: "glass" } })).toContain(`--data-raw '{"label":"glass"}'`)
    expect(pack({ schema, example: "{ label: glass" })).not.toContain("An example")
  })

  it("are those of a schema that fit, else those that its author shows, also where a value names a type", () => {
    const schema = (...examples: ReadonlyArray<object>) =>
      object({ label: text, of: { type: "object" } }, { required: ["label"], "x-examples": { ...examples } })
    expect(pack({ schema: schema({ label: 1, of: "no" }) })).toContain(`--data-raw '{"label":1,"of":"no"}'`)
    expect(pack({ schema: schema({ of: {} }, { label: "Glass", of: { type: "string" } }) })).toContain(
      `--data-raw '{"label":"Glass","of":{"type":"string"}}'`
    )
  })

  it("put together hold nothing that is deprecated", () => {
    const schema = object({ label: glass, old: { ...glass, deprecated: true } })
    expect(pack({ schema })).toContain(`--data-raw '{"label":"Glass"}'`)
  })

  it("are bodies alone where nobody says how credentials are sent", () => {
    const markdown = pack({ schema: object({ label: glass }) }, { security: [{ Elsewhere: [] }] })
    expect(markdown).toContain('An example of its body:\n\n```json\n{\n  "label": "Glass"\n}\n```')
    expect(markdown).not.toContain("curl")
  })
})
