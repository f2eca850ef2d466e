/** Several examples that an author put into one. */
import { describe, expect, it } from "vitest"
import { described } from "./described.ts"

const sent = (schema: object) => {
  const requestBody = { required: true, content: { "application/json": { schema } } }
  return described({
    servers: [{ url: "https://a.example" }],
    paths: { "/a": { post: { requestBody, responses: {} } } }
  })
}

describe("an example that is several", () => {
  const properties = { role: { type: "string" }, user: { type: "object" } }
  const of = (example: object, more: object = {}) => sent({ type: "object", properties, example, ...more }).markdown

  it("D6 is a map of named ones, and the first is sent", () => {
    const markdown = of({ "Change role": { role: "r" }, Ban: { description: "For good.", value: { user: { b: 1 } } } })
    expect(markdown).toContain('Example, Change role:\n\n```json\n{\n  "role": "r"\n}')
    expect(markdown).toContain('Example, Ban: For good:\n\n```json\n{\n  "user": {')
    expect(markdown).toContain(`--data-raw '{"role":"r"}'`)
  })

  it("D6 is one where a name of it is a property, where one within is none, or where members may have any name", () => {
    expect(of({ user: { role: "r" } })).toContain(`--data-raw '{"user":{"role":"r"}}'`)
    expect(of({ a: { other: 1 } })).toContain(`--data-raw '{"a":{"other":1}}'`)
    expect(of({ a: { role: "r" } }, { additionalProperties: true })).toContain(`--data-raw '{"a":{"role":"r"}}'`)
  })

  it("D6 is a list of texts where one text belongs", () => {
    const example = ["title", "size"]
    const parameters = [{ name: "by", in: "query", schema: { type: "string" }, example }]
    const get = { parameters, responses: {} }
    expect(described({ paths: { "/a": { get } } }).markdown).toContain('Examples: `"title"`, `"size"`.')
    const One = { type: "object", properties: { by: { type: "string", example } } }
    const { markdown, report } = sent(One)
    expect(markdown).toContain(`--data-raw '{"by":"title"}'`)
    expect(report.warnings.filter(({ code }) => code === "invalid_example")).toEqual([])
  })
})
