/** Which values user guides made of API descriptions describe: each once, the names of many, and what is left to the reference. */
import { describe, expect, it } from "vitest"
import { below, make } from "./made.ts"

const text = { type: "string" }

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more })

const json = (schema: object) => ({ content: { "application/json": { schema } } })

const boxes = (summary: string, more: object = {}) => ({ summary, responses: {}, ...more })

const made = (paths: object, more: object = {}) =>
  make("user-guide", JSON.stringify({ openapi: "3.0.0", info: { title: "Boxes", version: "1" }, paths, ...more }))

const query = (name: string, description: string, more: object = {}) => ({
  name,
  in: "query",
  schema: { ...text, ...more },
  description
})

const named = (names: string, of: (name: string) => object) =>
  Object.fromEntries([...names].map((name) => [name, of(name)]))

describe("a value in a user guide", () => {
  it("is described where it first occurs, and again where more is said of it", () => {
    const one = (summary: string, description: string, more: object = {}) =>
      boxes(summary, { parameters: [query("desk", description, more)] })
    const said = "Who keeps a box at the desk."
    const { markdown } = made({
      "/boxes": { get: one("List", `${said} It MUST be there.`), put: one("Paint", said) },
      "/lids": { get: one("Look", `${said} It must be THERE, too.`), put: one("Turn", said, { maxLength: 9 }) },
      "/ends": { get: one("Shut", "The desk.") }
    })
    expect(below(markdown, "### List")).toContain("It takes:\n\n- `desk` (query): Who keeps a box at the desk. It MUST")
    expect(below(markdown, "### Paint").trim()).toBe("`PUT /boxes`\n\nIt takes `desk` (query).")
    expect(below(markdown, "### Look")).toContain("It must be THERE, too.")
    expect(below(markdown, "### Turn")).toContain(`- \`desk\` (query): ${said} Maximum length: \`9\`.`)
    expect(below(markdown, "### Shut").trim()).toBe("`GET /ends`\n\nIt takes `desk` (query).")
    expect(below(markdown, "## What you can do")).toMatch(/^\s+Each value is described once, where it first occurs\./)
  })

  it("is one of a thing, and of each in a list of them", () => {
    const lid = object({ size: { ...text, description: "How wide." } })
    const { markdown } = made({
      "/lids": { post: boxes("Shut", { requestBody: json(lid) }) },
      "/boxes": { post: boxes("Pack", { requestBody: json({ type: "array", items: lid }) }) }
    })
    expect(markdown.split("How wide.")).toHaveLength(2)
    expect(below(markdown, "### Pack")).toContain("Its body takes `[].size`.")
  })

  it("that stands within another one is not named again", () => {
    const lid = object({ size: { ...text, description: "How wide." } }, { required: ["size"] })
    const requestBody = json(object({ lid }, { required: ["lid"] }))
    const { markdown } = made({
      "/boxes": { post: boxes("Pack", { requestBody }), put: boxes("Paint", { requestBody }) }
    })
    expect(below(markdown, "### Pack")).toContain("Its body needs `lid`, and:\n\n- `lid.size`: How wide.\n")
    expect(below(markdown, "### Paint").trim()).toBe("`PUT /boxes`\n\nIts body needs `lid`.")
  })

  it("is only named beside many that are not needed and of which something is said, and the report says so", () => {
    const letters = [..."abcdefghijklmnopqrstu"]
    const parameters = letters.map((name) => query(name, `About ${name}.`))
    const bare = [..."vwxyz"].map((name) => ({ name, in: "query", schema: text }))
    const needed = { ...query("lid", "Which one."), required: true }
    const { markdown, report } = made({
      "/boxes": { get: boxes("List", { parameters: [...parameters, needed] }) },
      "/lids": { get: boxes("Look", { parameters: [...parameters.slice(0, 20), ...bare] }) }
    })
    expect(below(markdown, "### List").trim()).toBe(
      `\`GET /boxes\`\n\nIt needs:\n\n- \`lid\` (query): Which one.\n\nIt also takes \`${letters.join("`, `")}\` (query).`
    )
    expect(below(markdown, "### Look")).toContain(
      "It takes `v`, `w`, `x`, `y`, `z` (query), and:\n\n- `a` (query): About a.\n"
    )
    expect(report.dropped).toContainEqual({
      item: "GET /boxes: descriptions of " + letters.join(", "),
      reason: "There are many: they stand in the reference"
    })
  })

  it("is described with others of which the same is said", () => {
    const side = object(
      named("abcdefg", () => ({ ...text, description: "In ink." })),
      { required: [..."abcdefg"] }
    )
    const pack = (names: string) =>
      made({
        "/boxes": {
          put: boxes("Pack", {
            requestBody: json(
              object(
                named(names, () => side),
                { required: [...names] }
              )
            )
          })
        }
      })
    expect(pack("x").markdown).toContain("Its body needs `x`, and:\n\n- `x.a`, `x.b`, `x.c`, `x.d`")
  })

  it("that is needed is described to the end, with a type that nothing else shows", () => {
    const needing = (inner: object) => object({ in: inner }, { required: ["in"] })
    const price = object({ value: { type: "number", description: "How much." } }, { required: ["value"] })
    const { markdown } = made({
      "/boxes": { post: boxes("Pack", { requestBody: json(needing(needing(needing(needing(price))))) }) }
    })
    expect(markdown).toContain("- `in.in.in.in.value`: How much. Type: `number`.")
  })

  it("that is needed within one of many that are not is described", () => {
    const plan = object({ kind: { ...text, enum: ["once", "daily"] }, lid: text }, { required: ["kind", "lid"] })
    const body = object({ ...named("abcdefghijklmnopqrstu", () => text), plan })
    const told = below(made({ "/boxes": { post: boxes("Pack", { requestBody: json(body) }) } }).markdown, "### Pack")
    expect(told).toContain("- `plan`: It needs `kind`, `lid`.\n- `plan.kind`: One of `once`, `daily`.")
    expect(told).toContain("Its body takes `a`, `b`,")
  })

  it("has the example of its author where none of the body is shown", () => {
    const glass = { ...text, example: "Glass" }
    const pack = (label: object) =>
      made({
        "/boxes": { post: boxes("Pack", { requestBody: json(object({ label, lid: glass }, { required: ["label"] })) }) }
      }).markdown
    expect(pack(text)).toContain("- `lid`: For example: `Glass`.")
    expect(pack(glass)).toContain(`--data-raw '{"label":"Glass"`)
    expect(pack(glass)).not.toContain("For example")
  })
})

describe("an answer in a user guide", () => {
  it("has the addresses that are got with it, for what one does there no request says", () => {
    const upload = { ...text, description: "Where the file is sent with PUT." }
    const sent = { callbackUrl: { ...text, description: "Where Ann waits." } }
    const answer = (names: ReadonlyArray<string>) =>
      object({ box: object(Object.fromEntries(names.map((name) => [name, upload]))), ...sent })
    const start = (method: string, names: ReadonlyArray<string>) => ({
      "/boxes": {
        [method]: boxes("Start", {
          ...(method === "post" ? { requestBody: json(object(sent)) } : {}),
          responses: { "200": { description: "OK", ...json(answer(names)) } }
        })
      }
    })
    const { markdown } = made(start("post", ["uploadUrl", "name"]))
    expect(below(markdown, "### Start")).toContain(
      "Its answer has:\n\n- `box.uploadUrl`: Where the file is sent with PUT.\n"
    )
    expect(markdown.split("Where Ann waits.")).toHaveLength(2)
    const { "/boxes": again } = start("post", ["uploadUrl"])
    const twice = made({ ...start("post", ["uploadUrl"]), "/lids": again }).markdown
    expect(twice.split("Its answer has")).toHaveLength(2)
    expect(made(start("get", ["uploadUrl"])).markdown).not.toContain("Its answer has")
    expect(made(start("post", ["aUrl", "bUrl", "cUrl", "dUrl"])).markdown).not.toContain("Its answer has")
  })
})

describe("a user guide of a description", () => {
  it("that was not filled in has no such title, version and terms, and the report names them", () => {
    const info = {
      title: "OVERRIDE THIS VALUE IN shop/conf.py",
      version: "REPLACE_ME",
      termsOfService: "CHANGE THIS",
      description: "Boxes of glass.\n\n@@MORE@@\n\nReplace this word."
    }
    const { markdown, report } = made({ "/boxes": { get: boxes("List") } }, { info })
    expect(markdown).toMatch(/^# API user guide\n[^]* if you use this API from/)
    expect(markdown).toContain("Replace this word.")
    expect(markdown).not.toMatch(/OVERRIDE|REPLACE_ME|CHANGE|@@/)
    expect(report.warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining(
        [...Object.values(info).slice(0, 3), "@@MORE@@"].map(
          (line) => `A line that was not filled in is left out: ${line}`
        )
      )
    )
  })

  it("that only repeats names says them once", () => {
    const info = { title: "Boxes", version: "1", description: "Boxes." }
    const tags = [{ name: "Lids", description: "Lids" }]
    const { markdown } = made({ "/lids": { get: boxes("List", { tags: ["Lids"] }) } }, { info, tags })
    expect(markdown).not.toMatch(/^Boxes\.?$/m)
    expect(below(markdown, "### Lids")).not.toMatch(/^Lids$/m)
  })
})
