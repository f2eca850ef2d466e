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

  it("call a group by its kind, not by the version that it stands below once more", () => {
    const list =
      "v1.2.0 (2026-07-21)\n===================\n\nBugfixes - 1.2.0\n----------------\n\n- Turn it\n\nFeatures - 1.2.0\n----------------\n\n- Add lids\n"
    expect(make("release-notes", list).markdown).toBe(
      "# Release notes\n\n## v1.2.0 (2026-07-21)\n\n### New features\n\n- Add lids\n\n### Bug fixes\n\n- Turn it\n"
    )
  })

  it("read headings of reStructuredText by their rules, and show neither what links lead to nor how code is marked", () => {
    const entry = (version: string) =>
      `.. _v-${version}:\n\n\`v${version} <https://example.com/${version}>\`__\n${"-".repeat(40)}\n\nAdded\n~~~~~\n\n- Turn boxes ${version.length}\n\nFixed\n~~~~~\n\n- Shut lids ${version.length}\n\n`
    const content = `Changelog\n=========\n\n${entry("1.1.0")}${entry("1.0.0")}`
    const { markdown } = make("release-notes", { name: "a", kind: "changelog", content })
    expect(markdown.match(/^#+ .*/gm)).toEqual([
      "# Release notes",
      "## v1.1.0",
      "### New features",
      "### Bug fixes",
      "## v1.0.0",
      "### New features",
      "### Bug fixes"
    ])
    expect(items(markdown)).toEqual(["- Turn boxes 5", "- Shut lids 5", "- Turn boxes 5", "- Shut lids 5"])
    expect(markdown).not.toMatch(/~~~|^\.\./m)
    const named = `${content}2.1.0\n-----\n\n- Seal lids (\`#4\`_), see \`more\`_\n\n.. _#4: https://example.com/4\n`
    expect(items(make("release-notes", { name: "a", content: named }).markdown)).toContain(
      "- Seal lids ([#4](https://example.com/4)), see `more`_"
    )
    const code = `${content}2.0.0\n-----\n\n- Use it so:\n\n.. code-block:: sh\n\n    turn lid\n`
    expect(make("release-notes", { name: "a", kind: "changelog", content: code }).markdown).not.toContain("code-block")
  })

  it("read a list of YAML, version by version", () => {
    const content =
      "v1.1.0\n  date: 2026-04-14\n  changes:\n    - Turn lids.\n    - Open\n      boxes.\nv1.0.0:\n  date: 2026-01-14\n  changes:\n    - Begin.\n"
    const { markdown } = make("release-notes", { name: "a", kind: "changelog", content })
    expect(markdown.match(/^## .*/gm)).toEqual(["## v1.1.0 (2026-04-14)", "## v1.0.0 (2026-01-14)"])
    expect(items(markdown)).toEqual(["- Turn lids", "- Open boxes", "- Begin"])
  })

  it.each([
    "```{include} ../CHANGELOG.md\n```\n",
    "# Changelog\n\n{{ changes }}\n",
    "Changes\n=======\n\n.. include:: ../CHANGES.rst\n"
  ])("are refused where all changes stand in another file: %j", (content) => {
    expect(() => make("release-notes", { name: "a", kind: "changelog", content })).toThrow(/holds no change/)
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
