/** Release notes of logs are for users: what they never meet is counted, and what ends for them is told as that. */
import { describe, expect, it } from "vitest"
import { items, notesOf } from "./made.ts"

const told = ["feat: Lids turn both ways", "fix: Tape of paper is wider"]
const itemsOf = (...lines: ReadonlyArray<string>) => items(notesOf([...told, ...lines]).markdown).slice(2)
const linesOf = (...lines: ReadonlyArray<string>) => notesOf(lines).markdown.match(/^(?:### |- ).*$/gm)

describe("release notes of a log for users", () => {
  it.each([
    "Change version number to 4.6.2",
    "chore: merge v2/main for the v2.1.0 milestone release",
    "chore: apply format",
    "feat: create lid test case",
    "fix: lid test",
    "better variable name",
    "Added test file",
    "Remove deprecated lids from examples",
    "chore: update PR template for new lids",
    "chore: configure release-please to use a token",
    'Revert "chore: temporary lid of glass"'
  ])("hide the work on it: %s", (subject) => {
    expect(itemsOf(subject)).toEqual([])
  })

  it.each(["feat: add a test of speed to the menu", 'Revert "feat: lids of glass"', "feat: merge all lids"])(
    "tell what only sounds like it: %s",
    (subject) => {
      expect(notesOf([...told, subject]).report.accounting!.maintenance).toBe(0)
    }
  )

  it("do not call a repair of the product what mends its documentation or its code", () => {
    const lines = [
      "fix: code smells left from #7",
      "fix: correct doc name of lids",
      "fix: workflow permissions of tape"
    ]
    expect(linesOf(...told, ...lines)!.slice(4)).toEqual([
      "### Maintenance",
      "- Code smells left from #7",
      "- Correct doc name of lids",
      "- Workflow permissions of tape"
    ])
  })

  it("tell nothing that was taken back, whatever its subject says to machines", () => {
    expect(itemsOf('Revert "add lids of ice [skip ci]"', "add lids of ice [skip ci]")).toEqual([])
  })

  it.each([
    ["feat: remove the lid of glass (box-lid)", "Removed"],
    ["fix(box): remove deprecated lids", "Removed"],
    ["chore: remove remaining lids from boxes, update workflows", "Removed"],
    ["feat: `box-lid` renamed to `box-cover` and simplified", "Other changes"],
    ["fix(box): `mostLids` is now `9` by default", "Other changes"],
    ["fix: remove broken links of lids", "Bug fixes"],
    ["fix: remove the flicker of lids", "Bug fixes"],
    ["chore: remove withLids", "Maintenance"],
    ["refactor: removed lid state", "Maintenance"],
    ["feat!: remove lids", "Breaking changes"]
  ])("tell what ends or is done otherwise as that, whatever its mark: %s", (subject, heading) => {
    const lines = linesOf(...told, subject)!
    const below = lines.findIndex((line) => /lid/i.test(line) && !/turn both/.test(line))
    expect(lines.slice(0, below).findLast((line) => line.startsWith("#"))).toBe(`### ${heading}`)
  })
})
