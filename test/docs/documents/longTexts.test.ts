/** Long texts are shown and compared off the main thread (D69), with the same outcome. */
import { describe, expect, it } from "vitest"
import { diffTexts, unifiedDiff } from "../../../plugins/docs/diff/textDiff.ts"
import { previewOf } from "../../../plugins/docs/documents/preview.ts"
import { petStore, startDocs } from "../host.ts"

const base = "/api/docs/v1"

/** A text of about 200,000 characters. */
const longText = (word: string) =>
  `# Pet store\n\n${Array.from({ length: 2_000 }, (_, at) => `## Part ${at}\n\nThis **part** says ${at === 7 ? word : "something"} about <b>${at}</b> pets, and a bit more.\n`).join("\n")}`

describe("a long text", () => {
  it("D69 and D73: is shown and compared on a thread, as a short one is", async () => {
    const { ask, engine } = await startDocs()
    const source = { name: "pets", content: JSON.stringify(petStore) }
    const started = await ask("POST", `${base}/generations`, { docType: "api-reference", source })
    await engine.clock.drain()
    const { documentId, versionId } = (await ask("GET", `${base}/generations/${started.body.id}`)).body
    const save = async (text: string, from: string) => {
      const headers = { "content-type": "text/markdown", "if-match": `"${from}"` }
      return (await ask("PUT", `${base}/documents/${documentId}/content`, text, headers)).body.id as string
    }
    const [before, after] = [longText("little"), longText("much")]
    const one = await save(before, versionId)
    const two = await save(after, one)
    const page = await ask("GET", `${base}/documents/${documentId}?format=html`)
    expect(page.text).toBe(previewOf("Pet store", after))
    const diff = await ask("GET", `${base}/documents/${documentId}/diff?from=${one}&to=${two}`)
    expect(diff.body).toMatchObject(JSON.parse(JSON.stringify(diffTexts(before, after))))
    expect(diff.body.stats).toEqual({ added: 0, removed: 0, changed: 1 })
    const patch = await ask("GET", `${base}/documents/${documentId}/diff?from=${one}&to=${two}&format=unified`)
    expect(patch.text).toBe(unifiedDiff("docs/api-reference.md", before, after))
  })
})
