/** Which source becomes which document (decisions docs 4.2): every pair, or a refusal that says why. */
import { describe, expect, it } from "vitest"
import { documentGates } from "../../../bench/docs/gates.ts"
import { generateDocument } from "../../../plugins/docs/index.ts"
import { sample, tree } from "./made.ts"

const sources = {
  openapi: { name: "a", content: sample("uspto.yaml") },
  postman: { name: "a", content: sample("nested-v2-collection.json") },
  text: { name: "a", content: sample("text/own-orders-product.txt") },
  changelog: { name: "a", content: sample("own-change-list.txt") },
  commits: { name: "a", content: sample("fastify.oneline.txt") },
  repository: tree({
    "README.md": "# tool\n\nA tool.\n",
    "openapi.yaml": "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths: {}\n",
    "CHANGELOG.md": "## 1.0.0\n\n- Add a\n"
  })
}

const docTypes = ["api-reference", "readme", "user-guide", "admin-guide", "release-notes"] as const

/** Pairs that cannot be: notes need changes, and a list of changes that names no request is no API. These APIs and this tree tell administrators nothing. */
const refused = new Map([
  ["openapi release-notes", "unsupported_combination"],
  ["postman release-notes", "unsupported_combination"],
  ["changelog api-reference", "unsupported_combination"],
  ["commits api-reference", "unsupported_combination"],
  ["openapi admin-guide", "material_required"],
  ["postman admin-guide", "material_required"],
  ["repository admin-guide", "material_required"]
])

const pairs = Object.entries(sources).flatMap(([kind, source]) =>
  docTypes.map((docType) => [kind, docType, source] as const)
)

describe("the matrix of sources and documents", () => {
  it.each(pairs)("a source of the kind %s and a document of the kind %s", (kind, docType, source) => {
    const made = generateDocument({ docType, sources: [source] })
    const code = refused.get(`${kind} ${docType}`)
    if (code !== undefined) {
      expect(made).toMatchObject({ kind: "failed", failure: { code } })
      return
    }
    expect(made.kind).toBe("made")
    if (made.kind !== "made") return
    for (const [name, gate] of Object.entries(documentGates)) expect([name, gate(made.markdown)]).toEqual([name, []])
  })

  it("a text that speaks of requests becomes a reference of them", () => {
    const made = generateDocument({ docType: "api-reference", sources: [sources.text] })
    expect(made).toMatchObject({ kind: "made", markdown: expect.stringContaining("#### `GET /healthz`") })
  })

  it("several sources become one document", () => {
    const { repository, text } = sources
    const made = generateDocument({ docType: "admin-guide", sources: [text, sources.openapi, repository] })
    expect(made).toMatchObject({ kind: "made", markdown: expect.stringContaining("LABEL_DIR") })
  })
})
