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
      "Every request needs `bearerAuth`. How `bearerAuth` is sent, the description does not say."
    )
    expect(made(list).markdown).not.toContain("Before you begin")
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
        '- `groups` (body): By number. For example: `{"a1":{"rules":{"b2":{"mode":"slow"}}}}`.',
        "- `groups.*.rules` (body)\n",
        "It also takes:\n",
        "- `groups.*.rules.*.mode` (body): One of `fast`, `slow`."
      ].join("\n")
    )
  })

  it("are told as bodies, too", () => {
    const requestBody = { content: { "application/json": { schema: { type: "object", additionalProperties: group } } } }
    expect(made({ "/boxes": { put: boxes("Mend", { requestBody }) } }).markdown).toContain("- `*.rules` (body)\n")
  })
})
