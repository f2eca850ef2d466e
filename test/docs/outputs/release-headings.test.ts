/** Headings of change lists: what their authors say of a release, and those below which nothing stands. */
import { describe, expect, it } from "vitest"
import { below, items, make } from "./made.ts"

describe("the headings of a change list", () => {
  it.each([
    ["## 2.1.0 - Feature release", "## 2.1.0 (Feature release)"],
    ["## [Unreleased]", "## Unreleased"],
    ["## Unreleased", "## Unreleased"],
    ["## [2.1.0] - 2026-05-01", "## 2.1.0 (2026-05-01)"],
    ["## Boxes 1.2.0", "## Boxes 1.2.0"]
  ])("D10 keeps what its author says of a release in its heading: %s", (written, shown) => {
    const { markdown, report } = make("release-notes", `${written}\n\n### Added\n\n- Tape\n\n### Fixed\n\n- The lid\n`)
    expect(markdown.match(/^## .*$/gm)).toEqual([shown])
    expect(report.dropped).toEqual([])
  })

  it.each([
    ["## [Unreleased](https://example.com/compare/v2...main)", "Unreleased"],
    ["# Change from v1.0.0-alpha.1 to v1.0.0-alpha.2", "v1.0.0-alpha.2"],
    ["## box.lid [v1.2.0](https://example.com/v1.2.0) (9 May 2026)", "box.lid v1.2.0 (9 May 2026)"],
    ["# [Boxes 1.2.0](https://example.com/v1.2.0) - 2026-05-01", "1.2.0 (2026-05-01)"]
  ])("D10 reports what the heading of a release loses: %s", (written, title) => {
    const { markdown, report } = make("release-notes", `${written}\n\n### Added\n\n- Tape\n\n### Fixed\n\n- The lid\n`)
    expect(markdown).toContain(`\n## ${title}\n`)
    expect(report.dropped).toEqual([
      { item: `line 1: ${written.replace(/^#+ /, "")}`, reason: `The notes call it "${title}"` }
    ])
  })

  it.each(["", "```js\nopen()\n```\n\n"])("D10 reports headings below which nothing stands, after %j", (code) => {
    const source = `## 2.0.0\n\n### Added\n\n- Tape\n\n${code}### Updated\n\n### Fixed\n\n#### Lids\n\n### Removed\n\n## 1.0.0\n\n- Boxes\n`
    const { markdown, report } = make("release-notes", source)
    expect(markdown).not.toMatch(/Updated|Fixed|Bug fixes|Lids|Removed/)
    expect(report.dropped.map(({ item }) => item.replace(/^line \d+: /, ""))).toEqual([
      "Updated",
      "Fixed",
      "Lids",
      "Removed"
    ])
    expect(report.dropped[0]!.reason).toBe("Nothing stands below the heading")
  })

  it("D50 tells what stands above the first list, without comments", () => {
    const text = "## 1.0.0\n\n<!-- Keep the order -->\n\nThis one is quick.\n\n- Fixed a\n"
    const { markdown } = make("release-notes", text)
    expect(below(markdown, "## 1.0.0")).toContain("\n\nThis one is quick.\n\n### Bug fixes\n")
    expect(markdown).not.toContain("<!--")
  })

  it("takes labels between items for headings, and lines below a version for items", () => {
    const of = (content: string) =>
      make("release-notes", { name: "changes", content, kind: "changelog" }).markdown.match(/^(?:#{2,} | *[-+] ).*/gm)
    const labelled = "1.2: (2026-05-01)\nLids:\n - Blue\n   ones\nOther fixes:\n - Tape\nMisc:\n - Boxes\n"
    expect(of(labelled)).toEqual([
      "## 1.2 (2026-05-01)",
      "### Lids",
      "- Blue ones",
      "### Other fixes",
      "- Tape",
      "### Misc",
      "- Boxes"
    ])
    const lines =
      "1.2, released 2026-05-01\n    #12, close lids\n    #13, weigh `all` boxes\n    #14, no more tape\n* #15, ink\n"
    expect(of(lines)).toEqual([
      "## 1.2 (2026-05-01)",
      "- #12, close lids",
      "- #13, weigh `all` boxes",
      "- #14, no more tape",
      "- #15, ink"
    ])
    const nested = "## boxes 1.2\n\n  * Lids:\n\n    + Close\n    + Open\n\n  * Tape\n"
    expect(of(nested)).toEqual(["## boxes 1.2", "- Lids:", "  + Close", "  + Open", "- Tape"])
  })

  it("D10 reads the name of a part between the word for a release and its version", () => {
    const text =
      "# Release boxes 1.2.0 / boxes-core 1.4.0 (2026-05-02)\n\n- A lid\n\n# Release boxes-core 1.3.0 (2026-05-01)\n\n- A hinge\n\n# Boxes 0.8.0\n\n- A box\n"
    const { markdown, report } = make("release-notes", text)
    expect(below(markdown, "## boxes 1.2.0 (boxes-core 1.4.0, 2026-05-02)").trim()).toBe("- A lid")
    expect(below(markdown, "## boxes-core 1.3.0 (2026-05-01)").trim()).toBe("- A hinge")
    expect(below(markdown, "## Boxes 0.8.0").trim()).toBe("- A box")
    expect(report.dropped).toEqual([])
  })

  it("D10 takes an item for no version below which nothing stands", () => {
    const text = "## 1.1\n\n- [v1.0 - Lids fall off](https://example.com/1)\n\n## 1.0\n\n- A box\n"
    const { markdown, report } = make("release-notes", text)
    expect(below(markdown, "## 1.1").trim()).toBe("- [v1.0 - Lids fall off](https://example.com/1)")
    expect(report.dropped).toEqual([])
  })

  it("D10 leaves out lists of links to its own headings, and who says that nothing changed", () => {
    const lists = "Contents:\n\n- [Lids](#lids)\n  - [Tape](#tape)\n\n### Lids\n\n- Of glass, as [tape](#100) is"
    const content = `## Unreleased\n\n- *None.*\n\n## 2.0.0\n\n${lists}\n- Thinner (#7, [@ann])\n\n## 1.0.0\n\n- Tape\n`
    const { markdown, report } = make("release-notes", { name: "notes", content, kind: "changelog" })
    expect(markdown.match(/^(?:#|-).*$/gm)).toEqual([
      "# Release notes",
      "## 2.0.0",
      "### Lids",
      "- Of glass, as tape is",
      "- Thinner (#7, @ann)",
      "## 1.0.0",
      "- Tape"
    ])
    expect(report.dropped.map(({ reason }) => reason)).toContain("It only links to headings of the text")
  })

  it("D10 calls kinds in a version that stays as it is written as in versions beside it", () => {
    const written = "## 2.0.0\n\n### Bug Fixes\n\n- The hinge\n\nIt was loose.\n\n### Lids Of Glass\n\nThey turn.\n"
    const both = make("release-notes", `${written}\n## 1.0.0\n\n### Features\n\n- Tape\n\n### Bug Fixes\n\n- Lids\n`)
    expect(both.markdown.match(/^### .*$/gm)).toEqual([
      "### Bug fixes",
      "### Lids Of Glass",
      "### New features",
      "### Bug fixes"
    ])
    expect(make("release-notes", written).markdown).toContain("### Bug Fixes")
  })

  it("D10 hides nothing below the heading of a part that is called refactored", () => {
    const { markdown } = make("release-notes", "## 2.0.0\n\n### Refactor the lids\n\n- They turn\n- They close\n")
    expect(items(markdown)).toEqual(["- They turn", "- They close"])
  })
})
