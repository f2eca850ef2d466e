/** The rules' own text passes the fact guard in every place for prose: what they say, another writer may say too (D63). */
import { readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { produce } from "../../../plugins/docs/workbench/produce.ts"
import { guardOf } from "../../../plugins/docs/writer/factGuard.ts"
import type { ProseSlot } from "../../../plugins/docs/writer/Section.ts"
import { docTypes, type DocType } from "../../../plugins/docs/model/GeneratedDocument.ts"

const folder = join(import.meta.dirname, "../samples")

/** The places for prose of a document; none where a source cannot become it. */
const slotsOf = (docType: DocType, name: string): ReadonlyArray<ProseSlot> => {
  const source = { name, content: readFileSync(join(folder, name), "utf8") }
  const events = [...produce({ kind: "generate", docType, settings: {}, sources: [source], context: [] })]
  return events.flatMap((event) =>
    event.type === "section" ? event.parts.filter((part): part is ProseSlot => typeof part !== "string") : []
  )
}

describe("D63 the rules' own text passes the guard", () => {
  it.each(readdirSync(folder).filter((name) => extname(name) !== ""))("for %s", (name) => {
    for (const docType of docTypes) {
      for (const { draft, input } of slotsOf(docType, name)) {
        if (draft.trim() === "") continue
        expect([docType, input.sectionId, draft, guardOf({ ...input, maxWords: 1_000 }, draft)(draft)]).toEqual([
          docType,
          input.sectionId,
          draft,
          undefined
        ])
      }
    }
  })

  it("looks at prose at all", () => {
    expect(slotsOf("api-reference", "petstore.yaml").length).toBeGreaterThan(2)
  })
})
