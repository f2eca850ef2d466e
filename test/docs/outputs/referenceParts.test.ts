/** What the parts of a value say that have no name of their own, they say of the whole (D6). */
import { expect, it } from "vitest"
import { below } from "./made.ts"
import { described, schemaOf } from "./described.ts"

const rowsOf = (properties: object) =>
  schemaOf({ type: "object", properties })
    .split("\n")
    .filter((line) => line.startsWith("| `"))

it("D6 a value has the values, limits and default of such a part", () => {
  const listed = { description: "The form.", allOf: [{ type: "string", enum: ["png", "jpeg"], default: "png" }] }
  const limited = { allOf: [{ description: "How long." }, { type: "integer", minimum: 1, readOnly: true }] }
  const both = { maximum: 9, allOf: [{ type: "integer", maximum: 99, minimum: 1 }] }
  expect(rowsOf({ listed, limited, both })).toEqual([
    '| `listed` | string | no | The form. Allowed values: `"png"`, `"jpeg"`. Default: `"png"`. |',
    "| `limited` | integer | no | How long. Read-only. Minimum: `1`. |",
    "| `both` | integer | no | Minimum: `1`. Maximum: `9`. |"
  ])
})

it("D6 words beside a reference are those of its place, and stand in for those of what it leads to", () => {
  const parameter = { name: "embed", in: "query", description: "What to embed.", schema: { type: "string" } }
  const components = { parameters: { Embed: parameter }, responses: { Gone: { description: "Gone." } } }
  const parameters = [{ $ref: "#/components/parameters/Embed", description: "`lids` or `boxes`." }]
  const responses = {
    200: { description: "Good." },
    404: { $ref: "#/components/responses/Gone", description: "No such lid." },
    410: { $ref: "#/components/responses/Gone" }
  }
  const { markdown } = described({ openapi: "3.1.0", paths: { "/a": { get: { parameters, responses } } }, components })
  expect(markdown).toContain("| `embed` | query | string | no | `lids` or `boxes`. |")
  expect(markdown).toContain("| `404` | No such lid. |\n| `410` | Gone. |")
  expect(markdown).not.toContain("What to embed.")
})

it("D6 a property that two parts name may be null where both let it", () => {
  const part = (schema: object) => ({ type: "object", properties: { id: schema } })
  const typeOf = (one: object, other: object) => {
    const named = { Base: part(one) }
    const text = schemaOf({ allOf: [{ $ref: "#/components/schemas/Base" }, part(other)] }, named)
    return text.split("\n").find((line) => line.startsWith("| `id`"))
  }
  const orNull = { type: "string", nullable: true }
  expect(typeOf(orNull, { type: "string", maxLength: 9 })).toContain("| string | no |")
  expect(typeOf(orNull, { type: "string", nullable: true, maxLength: 9 })).toContain("| string or null | no |")
  expect(typeOf(orNull, { description: "The id." })).toContain("| string or null | no |")
})

it("D6 the choices of a map's values are told as those of a list's items are", () => {
  const choice = { oneOf: [{ type: "integer" }, { type: "string", enum: ["none", "all"] }] }
  const [list, map] = rowsOf({ list: { type: "array", items: choice }, map: { additionalProperties: choice } })
  for (const row of [list, map]) expect(row).toContain('`"none"`, `"all"`')
  const orNull = { anyOf: [{ type: "string", maxLength: 5 }, { type: "null" }] }
  const [texts, names] = rowsOf({ texts: { type: "array", items: orNull }, names: { additionalProperties: orNull } })
  expect(texts).toContain("| Items: Maximum length: `5`. |")
  expect(names).toContain("| Values: Maximum length: `5`. |")
})

it("D6 further properties of what is itself one further property are told", () => {
  const inner = { properties: { id: { type: "string" } }, additionalProperties: { type: "string", enum: ["a", "b"] } }
  const [row] = rowsOf({ map: { properties: { size: { type: "integer" } }, additionalProperties: inner } })
  expect(row).toContain('Further properties: object (Further properties: string (Allowed values: `"a"`, `"b"`)).')
})

it("D2 from OpenAPI 3.1 on what stands beside a reference is told with what it refers to", () => {
  const base = { type: "object", properties: { id: { type: "string", minLength: 2, description: "Any id." } } }
  const $ref = "#/components/schemas/Base"
  const properties = {
    own: { $ref: `${$ref}/properties/id`, description: "Its own id.", maxLength: 5 },
    more: { $ref, required: ["id"], properties: { size: { type: "integer" } } }
  }
  const { markdown, report } = described({
    openapi: "3.1.0",
    paths: {},
    components: { schemas: { Base: base, One: { type: "object", properties } } }
  })
  const text = below(markdown, "### `One`")
  expect(text).toContain("| `own` | string | no | Its own id. Minimum length: `2`. Maximum length: `5`. |")
  expect(text).toContain("| `more` | [`Base`](#base) | no | Also required: `id`. |\n| `more.size` | integer | no |")
  expect(report.warnings).toEqual([])
})
