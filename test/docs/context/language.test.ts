/** What glossaries mean to checks and documents. */
import { expect, it } from "vitest"
import { readGlossary } from "../../../plugins/docs/context/glossary.ts"
import { termsIn } from "../../../plugins/docs/context/language.ts"

it("terms of a glossary have the case that their own glossary gives them", () => {
  const csv = (name: string, ...lines: ReadonlyArray<string>) => ({
    kind: "glossary" as const,
    name,
    content: ["term,definition,avoid,exact", ...lines].join("\n"),
    format: "csv"
  })
  const glossaries = [csv("one", "iPhone,,,yes", "webhook,,,"), csv("two", "iPhone,,,no", "GitHub,,,x")]
  expect(termsIn(glossaries).map(({ caseSensitive, term }) => [term, caseSensitive])).toEqual([
    ["iPhone", true],
    ["webhook", false],
    ["iPhone", false],
    ["GitHub", true]
  ])
})

it("D12 terms of a table are the words that it shows, without their marks", () => {
  const rows = ["| **web hook** | A call | `hook`, *callback* |", "| [bar](#bar) | A \\| B | and/or |"]
  const { terms } = readGlossary(["| Term | Meaning | Avoid |", "| - | - | - |", ...rows].join("\n"))
  expect(terms).toEqual([
    { term: "web hook", definition: "A call", avoid: ["hook", "callback"] },
    { term: "bar", definition: "A | B", avoid: ["and/or"] }
  ])
})

it("D12 a field of CSV may be empty at the beginning, and may go on in the next line", () => {
  const csv = 'definition,term,avoid\n"Of two lines,\nor three",lid,cap\n,box,"crate; case"\nA 5" disk,disk,\n'
  expect(readGlossary(csv, "csv").terms).toEqual([
    { term: "lid", definition: "Of two lines, or three", avoid: ["cap"] },
    { term: "box", definition: "", avoid: ["crate", "case"] },
    { term: "disk", definition: 'A 5" disk', avoid: [] }
  ])
})
