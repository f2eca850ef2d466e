/**
 * Documents from a text, a change list and a repository, by the rules: no server, no network, no model. `documents/` holds
 * what goes in beside what comes out, so that anyone can judge it; with `UPDATE=1` they are written anew.
 *
 *   npx vitest run examples/14-generate-documents.test.ts
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { generateDocument } from "bursar/docs"

const folder = join(import.meta.dirname, "documents")
const read = (name: string) => readFileSync(join(folder, name), "utf8")
const text = (name: string) => ({ name, content: read(name) })

/** A repository as its files; a server reads one from its address. */
const repository = (name: string) => {
  const files = JSON.parse(read(name))
  const of = { url: "https://github.com/sindresorhus/p-limit.git", branch: "main", commit: "df47604", message: "" }
  return { name, kind: "repository" as const, content: "", snapshot: { ...of, files, log: "" } }
}

const documents = [
  ["parcelbook.user-guide.md", "user-guide", text("parcelbook.txt")],
  ["parcelbook.admin-guide.md", "admin-guide", text("parcelbook.txt")],
  ["release-notes.md", "release-notes", text("changes.txt")],
  ["p-limit.readme.md", "readme", repository("p-limit.tree.json")]
] as const

test.each(documents)("makes %s", (name, docType, source) => {
  const made = generateDocument({ docType, sources: [source] })
  if (made.kind === "failed") throw new Error(made.failure.message)
  if (process.env["UPDATE"] === "1") writeFileSync(join(folder, name), made.markdown)
  expect(made.markdown).toBe(read(name))
})

test("writes for another reader when it is told to", () => {
  const made = generateDocument({
    docType: "user-guide",
    sources: [text("parcelbook.txt")],
    settings: { tone: "friendly", instructions: 'Use "sticker" instead of "label".' },
    context: [{ kind: "glossary", name: "words", content: "packer: A person who packs parcels." }]
  })
  expect(made).toMatchObject({ kind: "made", markdown: expect.stringContaining("the sticker isn't made") })
  expect(made).toMatchObject({ kind: "made", markdown: expect.stringContaining("[packer](#glossary)") })
})
