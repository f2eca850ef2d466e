/** Release notes of commit logs without a convention: nothing is said that the log does not say. */
import { describe, expect, it } from "vitest"
import { items, make, notesOf } from "./made.ts"

describe("release notes of a plain commit log", () => {
  it("tell repairs apart by their words, and call nothing new that no mark calls so", () => {
    const { markdown, report } = notesOf([
      "Fix the hinge",
      "Add support for boxes of wood",
      "Several fixes of lids",
      "Bolt it"
    ])
    expect(markdown.match(/^(?:### |- ).*$/gm)).toEqual([
      "### Changes",
      "- Add support for boxes of wood",
      "- Bolt it",
      "### Bug fixes",
      "- Fix the hinge",
      "- Several fixes of lids"
    ])
    expect(report.accounting!.groups).toMatchObject({ bugFixes: 2, newFeatures: 0, changes: 2 })
    expect(notesOf(["Boxes of wood", "Add noexcept", "Open it slowly"]).markdown).not.toContain("###")
    expect(items(notesOf(["Turn lids of boxes,", "Bolt it"]).markdown)[0]).toBe("- Turn lids of boxes")
  })

  it("are judged by what comes first in a subject, and not by a test or a number that came with it", () => {
    const subjects = ["Open lids by voice - unit tests", "Boxes of wood, a check of lids and version bump"]
    const more = ["Say more of glass. Also updated the documentation", "Lock lids in the README, and tape"]
    const { markdown } = notesOf([...subjects, ...more])
    expect(items(markdown)).toEqual([...subjects, more[0]!].map((line) => `- ${line}`))
  })

  it("D10 tell a long log without versions by years, and what it adds or improves apart", () => {
    const of = (year: number, count: number, words: string) =>
      Array.from({ length: count }, (_, at) => {
        const hash = `${year}${at}`.padEnd(40, "a")
        return `commit ${hash}\nAuthor: Ann <ann@example.com>\nDate:   Tue Apr 23 14:02:59 ${year} +0200\n\n    ${words} ${at}\n\n`
      }).join("")
    const log = of(2024, 30, "Add lid") + of(2024, 30, "Turn lid") + of(2024, 2, "Fix lid") + of(2022, 40, "Weigh tape")
    const notes = (settings = {}, content = log) =>
      make("release-notes", { name: "log", kind: "commits", content }, settings)
    const { markdown, report } = notes()
    const years = ["## 2024", "### Added", "### Other changes", "### Bug fixes", "## 2022"]
    expect(markdown.match(/^##.*$/gm)).toEqual(years)
    expect(items(markdown)).toHaveLength(102)
    expect(report.accounting).toMatchObject({ input: 102, dropped: [] })
    expect(notes({ releaseVersion: "2.0" }).markdown.match(/^## .*$/gm)).toEqual(["## 2.0"])
    expect(notes({}, log.slice(log.indexOf("commit 202230"))).markdown).not.toContain("## 2022")
    expect(items(notes({ from: "2023-01-01" }).markdown)).toHaveLength(62)
  })

  it("are as many changes as a message lists", () => {
    const message =
      "    - Lids of glass\n    - Tape which\n      does not tear\n    \n    Signed-off-by: Ann <ann@example.com>\n"
    const content = `commit ${"a".repeat(40)}\nAuthor: Ann <ann@example.com>\n\n${message}`
    const { markdown, report } = make("release-notes", { name: "log", kind: "commits", content })
    expect(items(markdown)).toEqual(["- Lids of glass", "- Tape which does not tear"])
    expect(report.accounting!.input).toBe(2)
  })

  it("tell once what several requests say", () => {
    const requests = ["New words (#3)", "New words (#5)", "Merge PR #7: New words", "Open it (#8)"]
    const { markdown, report } = notesOf(requests)
    expect(items(markdown)).toEqual(["- New words (#3, #5, #7)", "- Open it (#8)"])
    expect(report.accounting).toMatchObject({ maintenance: 0 })
  })

  it("are known by what git writes, and by parts with a number before their words", () => {
    const kindOf = (lines: ReadonlyArray<string>) => make("release-notes", lines.join("\n")).report.accounting!
    const own = ["Open the box.", "Close it slowly.", "close it", "Weigh it.", "Pack it.", "Send it.", "Say so."]
    const more = ["Ask.", "Wait.", "Bolt it.", "Turn it.", "Tape it."]
    const counted = kindOf([...own, ...more, "Merge remote-tracking branch 'ann/lid'"])
    expect(counted.maintenance).toBe(2)
    expect(counted.dropped.map(({ reason }) => reason)).toContain("It merges commits, and says nothing of its own")
    expect(kindOf(["patch 1.2.3: the lid", "box(lid): the hinge", "patch 1.2.2: locks"]).input).toBe(3)
  })

  it("set parts of the product in brackets in bold, as others", () => {
    expect(items(notesOf(["[lid,hinge] hold tight", "box: open", "Close it"]).markdown)).toEqual([
      "- **lid,hinge:** Hold tight",
      "- **box:** Open",
      "- Close it"
    ])
  })
})
