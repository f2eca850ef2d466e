/** What authors write stays whole in a reference: nothing of the service's runs into it (D6). */
import { describe, expect, it } from "vitest"
import { described, schemaOf } from "./described.ts"

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

  it("D6 that ends with a list is told apart from the facts of its operation", () => {
    const listed = getting({ operationId: "list", description: "It needs:\n\n- `a:read`\n- `a:write`" })
    expect(listed.markdown).toContain("- `a:write`\n\n**Details**\n\n- Operation ID: `list`")
    expect(getting({ operationId: "list", description: "It lists." }).markdown).not.toContain("**Details**")
  })
})

describe("a heading of a description", () => {
  it("D6 is none where a line of dashes follows a paragraph of several lines", () => {
    const { markdown } = getting({ description: "It links a name\nto a user.\n---\nThen it leads on.\n\nEnd\n---\nIt ends." })
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
