/** The proof of coverage finds what a text leaves out: here the text is not the one that was written for the description. */
import { describe, expect, it } from "vitest"
import type { Operation } from "../../../plugins/docs/model/ApiModel.ts"
import type { NamedSchema } from "../../../plugins/docs/model/Schema.ts"
import { Proof } from "../../../plugins/docs/outputs/api-reference/Proof.ts"
import {
  proveErrors,
  proveOperation,
  proveSchema,
  proveSchemes
} from "../../../plugins/docs/outputs/api-reference/prove.ts"

const json = [{ mediaType: "application/json" }]

const operation = {
  key: "POST /pets",
  method: "POST",
  path: "/pets",
  parameters: [{ name: "dry", in: "query" }],
  requestBody: { content: json },
  responses: [{ code: "201", content: json }]
} as unknown as Operation

const lines = {
  operations: "`POST /pets`",
  parameters: "| `dry` | query | boolean |",
  requestBodies: "**Request body** `application/json`",
  responses: "| `201` | Created | `application/json` |"
}

const proved = (text: string): Proof => {
  const proof = new Proof()
  proveOperation(operation, text, proof)
  return proof
}

describe("D78 the proof of coverage", () => {
  it("finds everything in a text that has everything", () => {
    const { coverage, missing } = proved(Object.values(lines).join("\n"))
    expect(missing).toEqual([])
    expect(coverage).toMatchObject({ operations: { expected: 1, present: 1 }, parameters: { expected: 1, present: 1 } })
  })

  it.each([
    ["operations", "POST /pets"],
    ["parameters", "POST /pets: query dry"],
    ["requestBodies", "POST /pets"],
    ["responses", "POST /pets: 201"]
  ] as const)("counts and names what is missing of %s", (kind, item) => {
    const { coverage, missing } = proved(
      Object.entries(lines)
        .map(([of, line]) => (of === kind ? "" : line))
        .join("\n")
    )
    expect(missing.map((one) => one.item)).toEqual([item])
    expect(coverage[kind]).toEqual({ expected: 1, present: 0 })
  })

  it("names a schema whose property is missing, a scheme and an error code", () => {
    const proof = new Proof()
    const schema = { type: "object", properties: [{ name: "tag", schema: { type: "string" } }] }
    proveSchema({ name: "Pet", schema } as unknown as NamedSchema, "`Pet`", proof)
    proveSchemes([{ key: "apiKey" } as never], [], proof)
    proveErrors([{ status: "404" } as never], [], proof)
    expect(proof.missing.map((one) => one.item)).toEqual(["Pet", "apiKey", "404"])
  })
})
