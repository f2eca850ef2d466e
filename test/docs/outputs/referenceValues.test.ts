/** What a reference says of a value: its choices, and what it takes from its named schema (D6). */
import { describe, expect, it } from "vitest"
import { below, make } from "./made.ts"

const described = (of: object) =>
  make("api-reference", JSON.stringify({ openapi: "3.0.0", info: { title: "T", version: "1" }, ...of }))

const schemaOf = (schema: object): string =>
  below(
    described({
      paths: {},
      components: {
        schemas: {
          Mode: {
            description: "How it starts.",
            oneOf: [
              { type: "string", enum: ["fast"], description: "Load all of it." },
              { type: "string", enum: ["lazy"], description: "Load what is asked for." }
            ]
          },
          One: schema
        }
      }
    }).markdown,
    "### `One`"
  )

describe("a description that a value takes from its named schema", () => {
  it("D6 is its first sentence, or all of it where that only leads to a list", () => {
    const named = (description: string) =>
      described({
        paths: {},
        components: {
          schemas: {
            Mode: { type: "integer", description },
            Form: { type: "object", properties: { mode: { $ref: "#/components/schemas/Mode" } } }
          }
        }
      }).markdown
    expect(named("How it ended:\n- Sent = 0\n- Failed = 1")).toContain(
      "| no | How it ended:<br>- Sent = 0<br>- Failed = 1. |"
    )
    expect(named("How it ended. Of a_b and more.")).toContain("| no | How it ended. |")
  })
})

describe("choices of a value", () => {
  it("D6 are told with the description of each, in a table and in a cell", () => {
    const modes = [
      { type: "string", enum: ["fast"], description: "Load all of it." },
      { type: "string", const: "lazy", description: "Load what is asked for." }
    ]
    expect(schemaOf({ oneOf: modes })).toContain(
      'Type: string.\n\nAllowed values:\n\n| Value | Description |\n| --- | --- |\n| `"fast"` | Load all of it. |\n| `"lazy"` |'
    )
    expect(schemaOf({ type: "object", properties: { mode: { anyOf: modes, description: "When." } } })).toContain(
      '| When.<br>Allowed values:<br>- `"fast"`: Load all of it.<br>- `"lazy"`: Load what is asked for. |'
    )
    expect(schemaOf({ type: "object", properties: { mode: { anyOf: [{ enum: ["a"] }, { enum: ["b"] }] } } })).toContain(
      '| Allowed values: `"a"`, `"b"`. |'
    )
    expect(schemaOf({ anyOf: [{ type: "boolean", description: "All or none." }, { type: "integer" }] })).toContain(
      "Type: boolean or integer.\n\nboolean: All or none."
    )
  })

  it("D6 are `or null` where one says nothing but that it may be null", () => {
    const anyOf = [{ $ref: "#/components/schemas/Mode" }, { nullable: true }]
    expect(schemaOf({ type: "object", properties: { mode: { anyOf } } })).toContain("| [`Mode`](#mode) or null |")
  })
})
