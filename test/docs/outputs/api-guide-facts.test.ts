/** What user guides made of API descriptions say of addresses, credentials, maps, media types and links. */
import { describe, expect, it } from "vitest"
import { below, make } from "./made.ts"

const text = { type: "string" }

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more })

const boxes = (summary: string, more: object = {}) => ({ summary, responses: {}, ...more })

const made = (paths: object, more: object = {}) =>
  make("user-guide", JSON.stringify({ openapi: "3.0.0", info: { title: "Boxes", version: "1" }, paths, ...more }))

const list = { "/boxes": { get: boxes("List") } }

describe("credentials and addresses in a user guide", () => {
  const key = (name: string) => ({ type: "apiKey", in: "header", name, description: `Ask Ann for ${name}.` })

  it("name the credentials that requests need where nobody describes them", () => {
    expect(below(made(list, { security: [{ bearerAuth: [] }] }).markdown, "## Before you begin").trim()).toBe(
      "Every request needs `bearerAuth`."
    )
    expect(made(list).markdown).not.toContain("Before you begin")
  })

  it("name no scope that is only brackets", () => {
    const { markdown } = made(list, { security: [{ bearerAuth: ["[]", "boxes"] }] })
    expect(below(markdown, "## Before you begin").trim()).toBe("Every request needs `bearerAuth` with `boxes`.")
  })

  it("tell only the credentials that some request needs, and report the others", () => {
    const components = { securitySchemes: { Desk: key("X-Desk"), Shop: key("X-Shop") } }
    const { markdown, report } = made(list, { components, security: [{ Desk: [] }] })
    expect(below(markdown, "## Before you begin")).toContain("| `Desk` |")
    expect(markdown).not.toContain("X-Shop")
    expect(report.dropped).toContainEqual({ item: "Credentials Shop", reason: "No request told here needs them" })
    // Where a request does not say what it needs, it may need any.
    const paths = { "/boxes": { get: boxes("List"), put: boxes("Paint", { security: [{ Desk: [] }] }) } }
    expect(made(paths, { components }).markdown).toContain("| `Shop` |")
  })

  it("tell the variables that stand in an address, and report the others", () => {
    const variables = { region: { default: "global" }, shop: { default: "glass" } }
    const { markdown, report } = made(list, { servers: [{ url: "https://{shop}.example.com", variables }] })
    expect(markdown).toContain("| `shop` | `glass` |")
    expect(markdown).not.toContain("global")
    expect(report.dropped).toContainEqual({ item: "Variable region", reason: "No address has it" })
  })
})

describe("maps in a user guide", () => {
  const mode = object({ mode: { ...text, enum: ["fast", "slow"] } })
  const group = object({ rules: { type: "object", additionalProperties: mode } }, { required: ["rules"] })

  it("tell the fields of their members, and what their author shows", () => {
    const example = { a1: { rules: { b2: { mode: "slow" } } } }
    const groups = { type: "object", description: "By number.", additionalProperties: { $ref: "#/x/Group" }, example }
    const requestBody = {
      content: { "application/json": { schema: object({ groups }, { required: ["groups"] }) } }
    }
    expect(
      below(made({ "/boxes": { patch: boxes("Mend", { requestBody }) } }, { x: { Group: group } }).markdown, "### Mend")
    ).toContain(
      [
        "Its body needs `groups.*.rules`, and:\n",
        "- `groups`: By number.\n",
        "Its body also takes:\n",
        "- `groups.*.rules.*.mode`: One of `fast`, `slow`."
      ].join("\n")
    )
  })

  it("are told as bodies, too", () => {
    const requestBody = { content: { "application/json": { schema: { type: "object", additionalProperties: group } } } }
    expect(made({ "/boxes": { put: boxes("Mend", { requestBody }) } }).markdown).toContain(
      "Its body needs `*.rules`.\n"
    )
  })
})

describe("bodies and values in a user guide", () => {
  const bodyOf = (schema: object, mediaType = "application/json") => ({ content: { [mediaType]: { schema } } })
  const packed = (requestBody: object) =>
    below(made({ "/boxes": { post: boxes("Pack", { requestBody }) } }).markdown, "### Pack").trim()

  it("tell the media type of a body of JSON that is another one than usual", () => {
    expect(packed(bodyOf({ ...object({}), description: "A call." }, "application/json-rpc"))).toContain(
      "Its body (`application/json-rpc`): A call."
    )
    expect(packed(bodyOf(object({}), "application/json;charset=utf-8"))).toContain(
      "Its body is `application/json;charset=utf-8`."
    )
    expect(packed(bodyOf({ ...object({}), description: "A call." }))).toContain("Its body: A call.")
    const both = { ...bodyOf(object({}), "application/box+json").content, ...bodyOf(object({})).content }
    expect(packed({ content: both })).toContain("Its body is `application/box+json` or `application/json`.")
  })

  it("tell of the request what words on a body say of it", () => {
    const said = (description: string) => packed({ description, ...bodyOf(object({})) })
    expect(said("Deletes lids of glass.")).toBe("`POST /boxes`\n\nDeletes lids of glass.")
    expect(said("PackLidRequest creates a lid.")).toBe("`POST /boxes`\n\nCreates a lid.")
    expect(said("Sets of lids.")).toBe("`POST /boxes`\n\nIts body: Sets of lids.")
  })

  it("say of one value that it is the only one", () => {
    expect(packed(bodyOf(object({ kind: { ...text, enum: ["lid"] } })))).toContain("- `kind`: Its only value is `lid`.")
  })

  it("show a placeholder in code without the backslashes of other tools", () => {
    const description = "Send `Key \\<YOUR_KEY\\>`. Once."
    expect(made({ "/boxes": { get: boxes("List", { description }) } }).markdown).toContain(
      "Send `Key <YOUR_KEY>`. Once."
    )
  })
})

describe("failures that requests share in a user guide", () => {
  const failing = (summary: string, statuses: ReadonlyArray<string>, description: string, more: object = {}) =>
    boxes(summary, { responses: Object.fromEntries(statuses.map((status) => [status, { description, ...more }])) })

  it("stand in one row where all is the same but the status", () => {
    const paths = {
      "/boxes": { get: failing("List", ["400", "404"], "No box."), post: failing("Pack", ["400", "415"], "No box.") }
    }
    const { markdown } = made(paths)
    expect(below(markdown, "## Error statuses")).toContain("| `400`, `404`, `415` | No box. |")
    expect(below(markdown, "### Pack")).not.toContain("415")
  })
})

describe("what may follow a request in a user guide", () => {
  it("is each error that an extension names; the report tells of other facts", () => {
    const facts = { "x-ms-docs-errors": ["BoxNotFound", "LidShut"], "x-seeAlso": ["Lids"] }
    const { markdown, report } = made({ "/boxes": { get: boxes("List", facts) } })
    expect(markdown).toContain("It may fail with `BoxNotFound`, `LidShut`.")
    expect(report.dropped[0]?.item).toContain("extensions")
    expect(JSON.stringify(report.warnings)).not.toContain("x-ms-docs-errors")
  })
})
