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

describe("an example that is a list of texts", () => {
  it("D6 is several examples where one text belongs", () => {
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
