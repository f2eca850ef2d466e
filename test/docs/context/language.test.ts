import { expect, it } from "vitest"
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
