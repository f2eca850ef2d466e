/** Release notes of plain lists whose lines begin with a sign in brackets: `[+] Added lids`. */
import { describe, expect, it } from "vitest"
import { make } from "./made.ts"

const list = `1.4.5 (2025-08-24)
[+] Added lids of glass
[~] Fixed hinges
[~] Lids: changed the words,
and the colour of all boxes
[+] Tape for boxes
[~] Fixed the crash of tape
[-] Lids of ice

1.4.4 (2025-07-01)
[~] Fixed tape
[+] Added tape
`

describe("release notes of a list with signs in brackets", () => {
  it("have an item for each line, with what goes on below it", () => {
    const { markdown, report } = make("release-notes", list)
    expect(markdown.match(/^(?:#{2,3} |- ).*$/gm)).toEqual([
      "## 1.4.5 (2025-08-24)",
      "### New features",
      "- Added lids of glass",
      "- Tape for boxes",
      "### Bug fixes",
      "- Fixed hinges",
      "- Fixed the crash of tape",
      "### Other changes",
      "- Lids: changed the words, and the colour of all boxes",
      "- [-] Lids of ice",
      "## 1.4.4 (2025-07-01)",
      "### New features",
      "- Added tape",
      "### Bug fixes",
      "- Fixed tape"
    ])
    expect(report.accounting!.input).toBe(8)
  })

  it("take a single sign for no list", () => {
    expect(make("release-notes", "## 1.0\n\n[+] stands for lids.\n").markdown).toContain("\n[+] stands for lids.")
  })
})
