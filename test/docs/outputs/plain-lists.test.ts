/** Release notes of plain lists: links of reStructuredText, and lists that nobody sorted. */
import { describe, expect, it } from "vitest"
import { items, make } from "./made.ts"

describe("release notes of a plain list", () => {
  it("keep the order of a list without headings and marks, unless the first word of each item names a kind", () => {
    const list = (...items: ReadonlyArray<string>) =>
      make("release-notes", `## 1.0\n\n${items.map((item) => `- ${item}\n`).join("")}`).markdown
    expect(list("Added a box", "Removed experimental status from lids", "Added tape", "Fixed a hinge")).not.toMatch(
      /^###/m
    )
    expect(list("Fixed the lid", "Added a box", "Improved the hinge").match(/^### .*/gm)).toHaveLength(3)
    expect(list("Boxes", "(Performance) Lids", "docs: tape", "Glue", "Ink")).toContain(
      "- Boxes\n- (Performance) Lids\n- docs: tape\n"
    )
    expect(list("Fix: the lid", "Added a box", "Added tape", "Boxes are round").match(/^### .*/gm)).toHaveLength(3)
  })

  it("show links of reStructuredText as links, and its names as code", () => {
    const content =
      "1.1 - 2026-05-01\n================\n\n* Turn lids `(#27) <https://example.com/27>`_\n* Read `the\n  guide <https://example.com/b>`__, and `box`\n* Fix :func:`box.open() <Box.open>`\n"
    const { markdown } = make("release-notes", { name: "a", kind: "changelog", content })
    expect(items(markdown)).toEqual([
      "- Turn lids [(#27)](https://example.com/27)",
      "- Read [the guide](https://example.com/b), and `box`",
      "- Fix `box.open()`"
    ])
  })

  it("read headings of RDoc and AsciiDoc", () => {
    const content = "= Changes\n\n== 1.1\n\n* Lids\n\n== 1.0\n\n=== Fixed\n\n* Tape\n"
    const { markdown } = make("release-notes", { name: "a", kind: "changelog", content })
    expect(markdown.match(/^(?:#+ |- ).*$/gm)).toEqual([
      "# Release notes",
      "## 1.1",
      "- Lids",
      "## 1.0",
      "### Bug fixes",
      "- Tape"
    ])
  })

  it("keep the words of a link whose address stands in another text, and report it", () => {
    const { markdown, report } = make("release-notes", "## 1.1\n\n- Use [Tape 2][tape_2] in `a[b][c]`\n- Weigh it\n")
    expect(items(markdown)).toEqual(["- Use Tape 2 in `a[b][c]`", "- Weigh it"])
    expect(report.dropped.map(({ item }) => item)).toEqual(["line 3: [Tape 2][tape_2]"])
  })
})
