/** Release notes of commit logs without a convention: nothing is said that the log does not say. */
import { describe, expect, it } from "vitest"
import { below, items, make, notesOf } from "./made.ts"

describe("release notes of a plain commit log", () => {
  it("have no groups where neither marks nor words sort them; that one is a fix stays", () => {
    const { markdown, report } = notesOf([
      "fix(lid): the hinge",
      "feat: new lids",
      "Boxes of wood",
      "Add noexcept",
      "Open it slowly",
      "Bolt it",
      "BREAKING: no locks"
    ])
    expect(markdown.match(/^### .*$/gm)).toEqual(["### Breaking changes", "### Other changes"])
    expect(items(below(markdown, "### Other changes"))).toEqual([
      "- fix(lid): the hinge",
      "- New lids",
      "- Boxes of wood",
      "- Add noexcept",
      "- Open it slowly",
      "- Bolt it"
    ])
    expect(report.accounting!.groups).toMatchObject({ bugFixes: 0, newFeatures: 0, changes: 6 })
    expect(notesOf(["Boxes of wood", "Add noexcept", "Open it slowly"]).markdown).not.toContain("###")
  })

  it("count as maintenance what they say in most versions or of three requests", () => {
    const lines = ["Build it anew", "Open it", "1.3.0", "Build it anew", "Close it", "1.2.0", "Build it anew", "1.1.0"]
    expect(items(notesOf([...lines, "Bolt it"]).markdown)).toEqual(["- Open it", "- Close it", "- Bolt it"])
    const requests = ["New words (#3)", "New words (#5)", "Merge PR #7: New words", "Open it (#8)"]
    const { markdown, report } = notesOf(requests)
    expect(items(markdown)).toEqual(["- Open it (#8)"])
    expect(report.accounting).toMatchObject({ maintenance: 3 })
    expect(items(notesOf(requests.slice(1)).markdown)).toHaveLength(3)
  })

  it("tell once what a commit near to a request says in the request's words", () => {
    const { markdown, report } = notesOf([
      "Check the colours of lids (#12)",
      "Checks the colours of lids and boxes",
      "Weigh the lids of all boxes",
      "Weigh the boxes"
    ])
    expect(items(markdown)).toEqual([
      "- Check the colours of lids (#12)",
      "- Weigh the lids of all boxes",
      "- Weigh the boxes"
    ])
    expect(report.accounting!.dropped.map(({ reason }) => reason)).toEqual(["It says the same as line 1"])
  })

  it("are known by what git writes, and by parts with a number before their words", () => {
    const kindOf = (lines: ReadonlyArray<string>) => make("release-notes", lines.join("\n")).report.accounting!
    const own = ["Open the box.", "Close it slowly.", "close it", "Weigh it.", "Pack it.", "Send it.", "Say so."]
    const more = ["Ask.", "Wait.", "Bolt it.", "Turn it.", "Tape it."]
    expect(kindOf([...own, ...more, "Merge remote-tracking branch 'ann/lid'"])).toMatchObject({ maintenance: 3 })
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
