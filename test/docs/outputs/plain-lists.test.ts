/** Release notes of plain lists: links of reStructuredText, and lists that nobody sorted. */
import { describe, expect, it } from "vitest"
import { items, make } from "./made.ts"

describe("release notes of a plain list", () => {
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

  it("keep the words of a link whose address stands in another text, and report it", () => {
    const { markdown, report } = make("release-notes", "## 1.1\n\n- Use [Tape 2][tape_2] in `a[b][c]`\n- Weigh it\n")
    expect(items(markdown)).toEqual(["- Use Tape 2 in `a[b][c]`", "- Weigh it"])
    expect(report.dropped.map(({ item }) => item)).toEqual(["line 3: [Tape 2][tape_2]"])
  })
})
