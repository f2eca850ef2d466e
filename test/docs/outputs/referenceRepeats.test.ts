/** What a reference says once, and what it names in its report instead. */
import { describe, expect, it } from "vitest"
import { below } from "./made.ts"
import { described, schemaOf } from "./described.ts"

describe("what is the same in several places", () => {
  const failed = {
    description: "Not there",
    content: { "application/json": { schema: { type: "object", properties: { error: { type: "string" } } } } }
  }

  it("D6 is shown once of answers, and each operation refers to it", () => {
    const get = { responses: { 404: failed } }
    const { markdown } = described({ paths: { "/a": { get }, "/b": { get } } })
    expect(markdown.match(/`error`/g)).toHaveLength(1)
    expect(below(markdown, "### Common responses")).toContain("| `404` | Not there |")
    expect(below(markdown, "#### `GET /b`")).toContain(
      "| `404` | Not there (see [common responses](#common-responses)) |"
    )
  })

  it("D6 is shown once of media types, and nothing is shown of those of which a row says all", () => {
    const media = { schema: { type: "object", properties: { a: { type: "string" } } }, example: { a: "x" } }
    const content = {
      "application/json": media,
      "application/xml": media,
      "text/plain": { schema: { type: "string" } }
    }
    const { markdown } = described({
      paths: { "/a": { get: { responses: { 200: { description: "Good.", content } } } } }
    })
    expect(markdown).toContain("Content type `application/json`, `application/xml`: object\n")
    expect(markdown.match(/"a": "x"/g)).toHaveLength(1)
    expect(markdown).not.toContain("Content type `text/plain`")
  })

  it("D78 counts as covered where a named schema beside it has the row", () => {
    const properties = { state: { type: "string" }, left: { type: "integer" } }
    const base = { type: "object", properties: { state: properties.state } }
    const more = { allOf: [{ $ref: "#/components/schemas/Base" }, { type: "object", properties }] }
    const { markdown, report } = described({ paths: {}, components: { schemas: { Base: base, More: more } } })
    expect(below(markdown, "### `More`")).not.toContain("`state`")
    expect(report.coverage!.schemas).toEqual({ expected: 2, present: 2 })
    expect(report.dropped.filter(({ item }) => item === "More")).toEqual([])
  })

  it("D6 stands with its operation where a line says all of it", () => {
    const responses = { 401: { description: "Sign in first." }, 404: { description: "Not there. ".repeat(9).trim() } }
    const { markdown } = described({ paths: { "/a": { get: { responses } }, "/b": { get: { responses } } } })
    expect(below(markdown, "#### `GET /b`")).toContain("| `401` | Sign in first. |\n")
    expect(below(markdown, "#### `GET /b`")).toContain("| `404` | See [common responses](#common-responses). |\n")
    expect(below(markdown, "## Error codes")).toContain("| Not there (see [common responses](#common-responses)) |")
    expect(markdown.match(/(?:Not there\. ?)+/g)).toHaveLength(1)
  })

  it("D6 stands with its operations where few of many give it", () => {
    const few = { 404: { description: "Not there. ".repeat(9).trim() } }
    const path = (responses: object) => ({ get: { responses } })
    const done = path({ 204: { description: "Done." } })
    const paths = { "/a": path(few), "/b": path(few), "/c": done, "/d": done, "/e": done }
    const { markdown } = described({ paths })
    expect(markdown).not.toContain("Common responses")
    expect(markdown.match(/\| `404` \| (?:Not there\. ?)+ \|/g)).toHaveLength(3)
  })

  it("D6 has one row of answers that are told elsewhere alike", () => {
    const long = (words: string) => ({ description: `${words}. `.repeat(20).trim() })
    const get = {
      responses: { 200: { description: "Good." }, 401: long("No"), 404: long("Lost"), 500: long("Broken") }
    }
    const { markdown, report } = described({ paths: { "/a": { get }, "/b": { get } } })
    expect(below(markdown, "#### `GET /b`")).toContain(
      "| `200` | Good. |\n| `401`, `404`, `500` | See [common responses](#common-responses). |\n"
    )
    expect(report.coverage?.["responses"]).toEqual({ expected: 8, present: 8 })
  })

  it("D6 is shown once of an example that an author keeps for several answers, in a section of its own", () => {
    const answer = (example: string) => ({
      description: "Good.",
      content: { "application/json": { examples: { first: { $ref: `#/components/examples/${example}` } } } }
    })
    const { markdown } = described({
      paths: {
        "/a": { get: { responses: { 200: answer("Lamp") } } },
        "/b": { get: { responses: { 200: answer("Lamp"), 201: answer("Chair"), 404: answer("Lamp") } } }
      },
      components: {
        examples: { Lamp: { summary: "What gives light", value: { id: 1 } }, Chair: { value: { id: 2 } } }
      }
    })
    const used = below(markdown, "#### `GET /b`")
    expect(used).toContain("Examples: [`first`](#lamp)")
    // An example that only one answer uses stands there. Errors have a row, and no list of examples.
    expect(used).toMatch(/Response `201`:[^]*"id": 2/)
    expect(used).not.toContain("Response `404`")
    expect(below(markdown, "## Examples")).toMatch(/### Lamp\n\nWhat gives light\n\n```json\n\{\n {2}"id": 1\n\}/)
    expect(markdown.match(/"id": 1/g)).toHaveLength(1)
  })

  it("D6 stands in the author's order: operations without a tag come last, unless the description begins with one", () => {
    const get = (tags?: ReadonlyArray<string>) => ({ get: { ...(tags && { tags }), responses: {} } })
    const orderOf = (paths: object) =>
      [...described({ paths }).markdown.matchAll(/^#### `GET (.+?)`/gm)].map(([, at]) => at)
    expect(orderOf({ "/a": get(["Main"]), "/health": get(), "/b": get(["Main"]) })).toEqual(["/a", "/b", "/health"])
    expect(orderOf({ "/health": get(), "/a": get(["Main"]) })).toEqual(["/health", "/a"])
  })

  it("D6 tells what a part requires of a named schema beside it", () => {
    const { markdown } = described({
      components: {
        schemas: {
          Saved: { type: "object", properties: { name: { type: "string" } } },
          New: { allOf: [{ $ref: "#/components/schemas/Saved" }, { required: ["name"] }] }
        }
      }
    })
    expect(below(markdown, "### `New`")).toContain("Also required: `name`.")
  })

  it("D6 is said once of a list with its items", () => {
    const list = {
      type: "array",
      description: "What is asked for.",
      items: { type: "string", description: "What is asked for" }
    }
    expect(schemaOf({ type: "object", properties: { list } })).toContain(
      "| array of string | no | What is asked for. |"
    )
  })

  it("D6 is said once of a default that a description names", () => {
    const said = (description: string) =>
      schemaOf({ type: "object", properties: { limit: { type: "integer", default: 10, description } } })
    expect(said("Most of them. Defaults to 10.")).toContain("| Most of them. Defaults to 10. |")
    expect(said("By default there are 100.")).toContain("Default: `10`.")
  })
})

describe("what an author says in two places", () => {
  it("D6 is said once: an example of a text, the name of an operation, what a body is, a version in a title", () => {
    const post = {
      summary: "Create a pet",
      description: "### Create a pet\n\nIt is new.",
      requestBody: { description: "It is new", content: { "application/json": { schema: { type: "object" } } } },
      responses: { 200: { description: "", content: { "text/plain": { schema: { type: "string", example: "OK!" } } } } }
    }
    const again = {
      ...post,
      description: "Creates it.",
      requestBody: { ...post.requestBody, description: "Create a pet." }
    }
    const { markdown } = described({
      info: { title: "Pets v1.2.", version: "1.2" },
      paths: { "/a": { post }, "/b": { post: again } }
    })
    expect(markdown).toContain("This is the reference of Pets v1.2. It")
    expect(below(markdown, "#### `POST /a`").match(/OK!/g)).toHaveLength(1)
    expect(below(markdown, "#### `POST /a`").match(/Create a pet/g)).toHaveLength(1)
    expect(below(markdown, "#### `POST /b`").match(/Create a pet/g)).toHaveLength(1)
  })
})

describe("what a source does not say", () => {
  it("D6 is not said: that an answer has no body, and anything of one that stands elsewhere", () => {
    const responses = {
      200: { description: "A list of all." },
      400: { $ref: "../errors.yaml#/components/responses/Bad" }
    }
    const { markdown } = described({ paths: { "/a": { get: { responses } } } })
    expect(markdown).not.toContain("no body")
    expect(markdown).toContain("| `200` | A list of all. |")
    expect(markdown).toContain("| `400` | Unresolved response `../errors.yaml#/components/responses/Bad`. |")
  })
})

describe("what a source has and no section tells", () => {
  it("D6 is named in the report: extensions, and components that nothing refers to", () => {
    const { report } = described({
      "x-logo": { url: "https://example.com" },
      paths: { "/a": { get: { parameters: [{ $ref: "#/components/parameters/Used" }], responses: {} } } },
      components: {
        parameters: { Used: { name: "a", in: "query", schema: {} }, Unused: { name: "b", in: "query", schema: {} } },
        schemas: { A: { type: "object", properties: { "x-own": { type: "string", "x-order": 1 } } } }
      }
    })
    const messages = report.warnings.map(({ message }) => message)
    expect(messages).toContain("Components that no operation uses are left out: parameters/Unused")
    expect(messages).toContainEqual(expect.stringMatching(/^Extensions are left out, for .*: x-logo, x-order$/))
  })
})

describe("a deprecation", () => {
  it("D6 is said once, in the author's words where there are any", () => {
    const schema = { type: "string" }
    const said = (description: string) => {
      const parameters = [{ name: "old", in: "query", deprecated: true, description, schema }]
      const get = { deprecated: true, description, parameters, responses: {} }
      return described({ paths: { "/a": { get } } }).markdown
    }
    const told = said("Lists all. Deprecated: use `new`.")
    expect(told.match(/deprecated/gi)).toHaveLength(2)
    expect(said("Replaces what is deprecated.")).toContain("**Deprecated:** do not use this operation in new code.")
    expect(said("Replaces what is deprecated.")).toContain("Replaces what is deprecated. **Deprecated.** |")
    const field = (description: string) =>
      schemaOf({ type: "object", properties: { a: { ...schema, deprecated: true, description } } })
    expect(field("A mark (deprecated)")).toContain("| A mark (deprecated) |")
    expect(field("A mark")).toContain("| A mark. **Deprecated.** |")
  })
})

describe("the name of an operation", () => {
  it("D6 is not said again at the head of its description", () => {
    const said = (summary: string, description: string) =>
      described({ paths: { "/a": { delete: { summary, description, responses: {} } } } }).markdown
    expect(said("Remove box", "Removes the box.")).toContain("**Remove box**\n\n**Request sample**")
    expect(said("Remove the box", "Removes the box. Lids stay.")).toContain("**Remove the box**\n\nLids stay.\n")
    expect(said("Remove box", "## Remove box\n\nLids stay.")).toContain("**Remove box**\n\nLids stay.\n")
    expect(said("Remove box", "Removes the box and its lid.")).toContain("\n\nRemoves the box and its lid.\n")
  })
})

describe("choices of which one has words", () => {
  it("D6 are no list", () => {
    const list = { type: "array", items: { type: "string" }, description: "Several messages." }
    const content = { "application/json": { schema: { oneOf: [{ type: "string" }, list] } } }
    const { markdown } = described({ paths: { "/a": { get: { responses: { 400: { description: "A", content } } } } } })
    expect(markdown).toContain("string or array of string. The array of string: Several messages.")
  })
})

describe("a schema built on a named one", () => {
  const Auth = { type: "object", required: ["id"], properties: { id: { type: "integer" }, key: { type: "string" } } }
  const built = (properties: object) => {
    const One = { allOf: [{ $ref: "#/components/schemas/Auth" }, { type: "object", properties, required: ["id"] }] }
    return below(described({ paths: {}, components: { schemas: { Auth, One } } }).markdown, "### `One`")
  }

  it("D6 does not repeat what that says, and says where it says more of it", () => {
    const same = built({ ...Auth.properties, verb: { type: "string" } })
    expect(same).toContain("Besides the properties of [`Auth`](#auth) it has:")
    expect(same.match(/^\| `.*/gm)).toEqual(["| `verb` | string | no |"])
    const more = built({ ...Auth.properties, key: { type: "string", description: "Yours." } })
    expect(more).toContain(
      "Besides the properties of [`Auth`](#auth) it has these, which replace those of the same name:"
    )
    expect(more.match(/^\| `.*/gm)).toEqual(["| `key` | string | no | Yours. |"])
  })
})

describe("how fields of a form are sent", () => {
  it("D6 is not told of another body", () => {
    const media = { schema: { type: "object", properties: { a: {} } }, encoding: { a: { contentType: "text/csv" } } }
    const post = (type: string) => ({ post: { requestBody: { content: { [type]: media } }, responses: {} } })
    expect(described({ paths: { "/a": post("application/json") } }).markdown).not.toContain("Sent as")
    expect(described({ paths: { "/a": post("multipart/form-data") } }).markdown).toContain("| `a` | `text/csv` |")
  })
})
