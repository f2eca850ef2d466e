/** Release notes of logs are for users: what they never meet is counted, and what ends for them is told as that. */
import { describe, expect, it } from "vitest"
import { items, make, notesOf } from "./made.ts"

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

  it("tell a merge by hand once with its commit, under the heading of its commit", () => {
    const lines = [
      "merge #7: [box] add lids",
      "feat(box): add lids of glass",
      "merge #5: [tape] hold it",
      "[tape] hold it"
    ]
    expect(
      linesOf(...told, ...lines)!.filter((line) => /lids( of glass)?( \(|$)|hold it|merge|#{3}/i.test(line))
    ).toEqual([
      "### New features",
      "- **box:** Add lids of glass (#7)",
      "### Bug fixes",
      "### Other changes",
      "- **tape:** Hold it (#5)"
    ])
  })

  it("tell the parts of a squashed branch and not the branch, where the log has both", () => {
    const commit = (hash: string, ...message: ReadonlyArray<string>) =>
      `commit ${hash.repeat(40)}\nAuthor: Ann <ann@example.com>\n\n    ${message.join("\n    ")}\n\n`
    const parts = ["Lids turn slowly", "Tape holds boxes of wood"]
    const squashed = commit("a", "For the box (#7)", "", `* ${parts[0]}`, "", `* ${parts[1]}`)
    const of = (content: string) => make("release-notes", { name: "log", kind: "commits", content })
    const both = of(squashed + commit("b", parts[0]!) + commit("c", parts[1]!))
    expect(items(both.markdown)).toEqual(parts.map((part) => `- ${part}`))
    expect(both.report.accounting!.dropped[0]!.reason).toBe("The log tells its parts one by one")
    expect(items(of(squashed + commit("b", parts[0]!)).markdown)).toHaveLength(2)
    const list = commit("a", "- Lids turn", "- Tape holds", "- Boxes are wide")
    expect(items(of(list + commit("b", "Open it slowly")).markdown)).toHaveLength(4)
  })

  it.each(["Prepare Release v1.33.0 (#9)", "Setting version to 1.33.0"])("are called as it says: %s", (subject) => {
    expect(notesOf([subject, ...told]).markdown).toContain("\n## 1.33.0\n")
  })

  it("have the merge of a branch in the version that was set in it", () => {
    const { markdown } = notesOf(["Merge branch 'next' into main", "chore: 1.33.0", ...told, "ci: more"])
    expect(markdown).toContain("3 commits that look like routine maintenance")
    expect(markdown.match(/^## .*$/gm)).toEqual(["## 1.33.0"])
  })

  it("read a part of a part in brackets, and call a repair what fails no longer", () => {
    const lines = ["[box:lid] fix hinges", "Lids no longer throw errors", "[box] add lids"]
    expect(linesOf(...lines)).toEqual([
      "### Changes",
      "- **box:** Add lids",
      "### Bug fixes",
      "- **box:lid:** Fix hinges",
      "- Lids no longer throw errors"
    ])
  })
})
