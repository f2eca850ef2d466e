/** What readers missed in user guides of API descriptions: values, fields within fields, rules, examples, answers, and words that only a tool shows. */
import { describe, expect, it } from "vitest"
import { below, make } from "./made.ts"

const text = { type: "string" }

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more })

const body = (media: object) => ({ requestBody: { content: { "application/json": media } } })

const boxes = (summary: string, more: object = {}) => ({ summary, responses: {}, ...more })

const guideOf = (paths: object, more: object = {}, description = "Boxes of glass.") => {
  const info = { title: "Boxes", version: "1", description }
  return make("user-guide", JSON.stringify({ openapi: "3.0.0", info, paths, ...more }))
}

const pack = (schema: object, more: object = {}) =>
  below(guideOf({ "/boxes": { post: boxes("Pack", body({ schema })) } }, more).markdown, "### Pack")

describe("values of a request in a user guide", () => {
  it("have the examples of their author, and values beside their schema", () => {
    const parameters = [
      { name: "Accept", in: "header", schema: text, example: "text/plain" },
      { name: "kind", in: "query", schema: text, enum: ["glass", "wood"] },
      { name: "lids", in: "query", schema: { type: "array", items: { ...text, enum: ["a", "b"] } } }
    ]
    expect(below(guideOf({ "/boxes": { get: boxes("List", { parameters }) } }).markdown, "### List")).toContain(
      "- `Accept` (header): For example: `text/plain`.\n- `kind` (query): One of `glass`, `wood`.\n- `lids` (query): Each is one of `a`, `b`."
    )
  })

  it("are told with those within them, also where a field only joins another schema", () => {
    const Lid = object({ size: { ...text, description: "How wide." } }, { description: "What shuts it." })
    const components = { schemas: { Lid, Hue: { ...text, enum: ["red", "blue"], description: "Its color." } } }
    const ref = (name: string) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }] })
    const schema = object({ lid: ref("Lid"), hue: ref("Hue"), sides: { type: "array", items: ref("Lid") } })
    expect(pack(schema, { components })).toContain(
      [
        "- `lid`, `sides`: What shuts it.",
        "- `lid.size`, `sides[].size`: How wide.",
        "- `hue`: Its color. One of `red`, `blue`."
      ].join("\n")
    )
  })

  it("leave out nested fields of a body with too many, and the report names the request", () => {
    const wide = (inner: object) => object(Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`f${at}`, inner])))
    const schema = wide({ ...wide({ ...text, description: "Deep." }), description: "Wide." })
    const { markdown, report } = guideOf({ "/boxes": { post: boxes("Pack", body({ schema })) } })
    expect(markdown).toContain("- `f0`, `f1`, `f2`, `f3`, `f4`, `f5`, `f6`, `f7`: Wide.")
    expect(markdown).not.toContain("Deep.")
    expect(report.dropped.map(({ item }) => item)).toContain("POST /boxes: fields within others")
  })

  it("are told with what excludes each other, and with what each form needs or takes", () => {
    const of = (...required: ReadonlyArray<string>) => ({ required })
    const names = { a: text, b: text }
    expect(pack(object(names, { oneOf: [of("a"), of("b")] }))).toContain(
      "The body has one of these forms:\n\n- It needs `a`.\n- It needs `b`."
    )
    expect(pack(object({ lid: object(names, { oneOf: [of("a"), of("b")], not: of("a", "b") }) }))).toContain(
      "- `lid`: It needs one of these: `a`; or `b`. It may not have all of these: `a`, `b`."
    )
    const form = (title: string) => object({ [title]: { ...text, description: `The ${title}.` } }, { title })
    expect(pack({ oneOf: [form("lid"), form("side")] })).toContain(
      "- `lid`: It takes `lid`.\n- `side`: It takes `side`.\n"
    )
  })
})

describe("forms of a value", () => {
  it("may hold the value itself", () => {
    const ref = { $ref: "#/components/schemas/Not" }
    const Not = object(
      { label: { ...text, description: "Of glass." } },
      { oneOf: [object({ not: ref }, { required: ["not"] }), object({ or: ref }, { required: ["or"] })] }
    )
    expect(pack(object({ lid: ref }), { components: { schemas: { Not } } })).toContain(
      "- `lid`: It needs one of these: `not`; or `or`."
    )
  })
})

describe("answers and examples in a user guide", () => {
  it("are failures with what their author shows of them, and no success of which no more is said", () => {
    const failure = (code: string) => ({
      description: "Forbidden",
      content: { "application/json": { example: { code } } }
    })
    const { markdown, report } = guideOf({
      "/boxes": {
        get: boxes("List", { responses: { "200": { description: "OK" }, "403": failure("NO_KEY") } }),
        put: boxes("Paint", { responses: { "204": { description: "No Content" }, "403": failure("NO_PAINT") } }),
        delete: boxes("Burn", { responses: { "204": { description: "" } } })
      }
    })
    expect(below(markdown, "### Paint").trim()).toBe("`PUT /boxes`")
    expect(report.dropped[0]?.item).toContain("successes of which nothing more is said")
    expect(below(markdown, "## Error statuses")).toContain(
      '| `403` | Forbidden<br>`{"code":"NO_KEY"}`<br>`{"code":"NO_PAINT"}` |'
    )
    expect(below(markdown, "### List")).not.toContain("Answers")
  })

  it("show long bodies of their author, and the report names those that are left out", () => {
    const long = (length: number) => ({ label: "x".repeat(length) })
    const examples = Object.fromEntries([1, 2, 3, 4].map((at) => [at, { value: { at } }]))
    const media = { schema: object({ label: text }), examples }
    const paths = {
      "/boxes": { post: boxes("Pack", body({ example: long(5_000) })), put: boxes("Paint", body(media)) },
      "/lids": {
        post: boxes("Shut", body({ example: long(20_000) })),
        get: boxes("List lids", {
          responses: { "200": { description: "All", content: { "application/json": { example: long(5_000) } } } }
        })
      }
    }
    const { markdown, report } = guideOf(paths)
    expect(below(markdown, "### Pack")).toContain("x".repeat(5_000))
    expect(below(markdown, "### Paint").match(/"at"/g)).toHaveLength(3)
    expect(below(markdown, "### Shut").trim()).toBe("`POST /lids`")
    expect(markdown).not.toContain("An example of an answer")
    expect(report.dropped[0]?.item).toContain("examples that are long or further ones")
  })

  it("lead to other requests that the description has", () => {
    const links = { look: { operationId: "look", description: "Look at it." }, lost: { operationId: "elsewhere" } }
    const { markdown, report } = guideOf({
      "/boxes": { post: boxes("Pack", { responses: { "201": { description: "Done", links } } }) },
      "/lids": { get: boxes("Look", { operationId: "look" }) }
    })
    expect(markdown).toContain("After it may come:\n\n- `GET /lids`: Look at it.\n")
    expect(report.dropped.map(({ item }) => item)).toContain("Link lost")
  })
})

describe("words of an API description that a tool or a browser shows", () => {
  it("keep the rows of a table with breaks on one line", () => {
    const table = "| Kind | Types |\n| --- | --- |\n| box | `a/b`<br>`c/d` |\n| lid | one<br/>two |"
    expect(guideOf({ "/boxes": { get: boxes("List") } }, {}, `Boxes.\n\n${table}`).markdown).toContain(table)
    expect(guideOf({ "/boxes": { get: boxes("List", { description: `Boxes.\n\n${table}` }) } }).markdown).toContain(
      "| box | `a/b`<br>`c/d` |\n| lid | one<br>two |"
    )
  })

  it("have no ornaments and frames of a style sheet", () => {
    const words =
      'Boxes.\n\n<span class="icon" aria-hidden="true">!</span>\n<strong class="x">\n<span>Warning</span>\nGlass breaks.\n</strong>'
    expect(guideOf({ "/boxes": { get: boxes("List") } }, {}, words).markdown).toContain("**Warning\nGlass breaks.**\n")
  })

  it("are called without the full stop of their title", () => {
    const openapi = JSON.stringify({
      openapi: "3.0.0",
      info: { title: "Boxes API.", version: "1" },
      paths: { "/boxes": { get: boxes("List") } }
    })
    expect(make("user-guide", openapi).markdown).toMatch(/^# Boxes API user guide\n[^]* use Boxes API, version 1, from/)
  })

  it("keep a first heading that others stand beside or nothing stands below, and have it below the guide's", () => {
    const guide = (words: string) =>
      guideOf({ "/boxes": { get: boxes("List") } }, {}, words)
        .markdown.match(/^#+ .*$/gm)!
        .slice(1, 3)
    expect(guide("# Support\n\nAsk Ann.\n\n# Changes\n\nNone.")).toEqual(["## Support", "## Changes"])
    expect(guide("# Support\n\nAsk Ann.")).toEqual(["## Support", "## What you can do"])
    expect(guide("# Introduction\n\nBoxes.")).toEqual(["## What you can do", "### List"])
  })
})
