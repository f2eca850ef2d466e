/** Change lists in the forms that authors give them (D10, D50): versions, headings, kinds and thanks. */
import { describe, expect, it } from "vitest"
import { versionOf } from "../../../plugins/docs/sources/changes/detect.ts"
import { below, items, make } from "./made.ts"

describe("a change list", () => {
  it("D50 shows the words of roles in a change list", () => {
    const { markdown } = make("release-notes", "## 1.0.0\n\n### Bug fixes\n\n- Fixed it -- by {user}`ann`\n")
    expect(markdown).toContain("- Fixed it -- by ann\n")
  })

  it("D10 keeps a text whose headings name no version as it is written, and calls none of it the latest", () => {
    const source =
      "# Release Notes\n\nBuilds are on the site.\n\n## July 7, 2025\n\nWhat's new?\n\n- AI: Added models\n\n## April 26, 2025\n\n- Fixed playback\n"
    const { markdown } = make("release-notes", { name: "notes", content: source, kind: "changelog" })
    expect(markdown).toBe(source.replace("Release Notes", "Release notes"))
  })

  it("D10 reads lines without marks as changes, also with a blank before the colon", () => {
    const lines = "fix : lids close, by ann\nperf: lids turn faster\ncli  : new lids, which\napi : the tape"
    const { markdown } = make("release-notes", { name: "notes", content: `v1.2\n${lines}\n`, kind: "changelog" })
    expect(items(markdown)).toEqual([
      "- Lids turn faster",
      "- Lids close, by ann",
      "- cli  : new lids, which",
      "- api : the tape"
    ])
    const prose = "Lids turn : they close\nas boxes do : well\nand not otherwise."
    const kept = make("release-notes", { name: "notes", content: `## 1.2\n\n${prose}\n`, kind: "changelog" })
    expect(kept.markdown).toContain(prose)
  })

  it.each(["## 2026-05-01", "**2026-05-01**", "### May 1, 2026"])(
    "D10 calls nothing below the day %j the latest",
    (day) => {
      const text = `${day}\n\n- A lid\n\n${day.replace("1", "2")}\n\n- A box\n`
      const { markdown } = make("release-notes", { name: "notes", content: `# Changes\n\n${text}`, kind: "changelog" })
      expect(markdown).toContain(`${day.replace(/^#+/, "##")}\n\n- A lid`)
      expect(markdown).not.toContain("Latest")
    }
  )

  it("D10 keeps a list in its author's order where the first words of most changes name no kind", () => {
    const source =
      '# Changes\n\n## 1.1\n\n- Zlib updated to 1.3.1\n- Fixed many typos\n- Typst template: rename `rule`, as in "last_line"\n- Turkish is there\n\n'
    const { markdown } = make("release-notes", source)
    expect(below(markdown, "## 1.1").trim()).toBe(source.slice(source.indexOf("- ")).trim())
  })

  it("D10 reads a version with a link behind it, and keeps the link", () => {
    const { markdown } = make(
      "release-notes",
      "# Changes\n\n## 1.1.0\n\n- Fix the clock\n\n## 1.0.0 [All commits](https://example.com/1)\n\n- Add a clock\n"
    )
    expect(below(markdown, "## 1.0.0")).toContain("[All commits](https://example.com/1)")
    expect(below(markdown, "## 1.0.0")).toContain("- Add a clock")
  })

  it("D10 keeps the version of what is not released, headings for readers, and what is upcoming", () => {
    const { markdown } = make(
      "release-notes",
      "# Changes\n\n## Upcoming release\n\n- Add tape\n\n## Version 2.0.0\n\nUnreleased\n\n- Add a lid {issue}`12` {pr}`14`\n\n## 1.0.0\n\n### Highlights for users\n\n- It opens\n\n### Highlights for developers\n\n- It tests\n"
    )
    expect(markdown.match(/^#+ .*$/gm)).toEqual([
      "# Release notes",
      "## Unreleased",
      "### New features",
      "## 2.0.0",
      "### New features",
      "## 1.0.0",
      "### Highlights for users",
      "### Highlights for developers"
    ])
    expect(below(markdown, "## 2.0.0")).toContain("Unreleased\n\n### New features\n\n- Add a lid #12 #14")
  })

  it("D50 leaves out thanks to contributors and says so", () => {
    const text =
      "## v1.2.0\n\n## What's Changed\n* Fix a by @ann in https://example.com/o/r/pull/12\n\n## New Contributors\n* @ann made their first contribution in https://example.com/o/r/pull/12\n"
    const { markdown, report } = make("release-notes", text)
    expect(markdown.match(/^- .*/gm)).toEqual(["- Fix a ([#12](https://example.com/o/r/pull/12), @ann)"])
    expect(report.accounting).toMatchObject({ input: 2, dropped: [{ reason: "It thanks contributors" }] })
  })

  it("reads versions behind the name of a tool, and says of one that it is not released", () => {
    const content = "ver 0.25 (not yet released)\n* New lid\n\nver 0.24 (2026-05-15)\n* New box\n"
    const of = (text: string) =>
      make("release-notes", { name: "a", kind: "changelog", content: text }).markdown.match(/^(?:## |- ).*/gm)
    expect(of(content)).toEqual(["## 0.25 (not yet released)", "- New lid", "## 0.24 (2026-05-15)", "- New box"])
    const named = "# tool-0.10_beta1 (2025-??-??)\n* New lid\n\n# tool-0.9\n* New box\n"
    expect(of(named)).toEqual(["## 0.10_beta1 (2025-??-??)", "- New lid", "## 0.9", "- New box"])
  })

  it("keeps what came on a day between versions apart from them", () => {
    const content =
      "# Changelog\n\n## 2026-05-03\n\n- Turn lids.\n\n## 1.1.0 - 2026-05-01\n\n- Open boxes.\n\n## May 1, 2025\n\n- Paint boxes.\n\n## 1.0.0\n\n- Begin.\n"
    const { markdown, report } = make("release-notes", { name: "a", kind: "changelog", content })
    expect(markdown.match(/^## .*/gm)).toEqual(["## 2026-05-03", "## 1.1.0 (2026-05-01)", "## May 1, 2025", "## 1.0.0"])
    expect(below(markdown, "## May 1, 2025")).toContain("- Paint boxes")
    expect(report.dropped).toEqual([])
  })

  it("reads titles between two rules, the first one too", () => {
    const entry = (version: string, text: string) => `========\nRelease Notes For v${version}\n========\n\n${text}\n`
    const content = [entry("1.13.0", "It opens."), entry("1.12.2", "- Fix the lid")].join("\n")
    const { markdown } = make("release-notes", { name: "a", kind: "changelog", content })
    expect(markdown.match(/^#+ .*/gm)!.slice(0, 2)).toEqual(["# Release notes", "## v1.13.0"])
    expect(below(markdown, "## v1.12.2")).toContain("- Fix the lid")
    expect(markdown).not.toContain("==")
    const dashed = make("release-notes", { name: "a", kind: "changelog", content: content.replaceAll("=", "-") })
    expect(dashed.markdown).toBe(markdown)
  })

  it("keeps each word of an item that no heading says, and puts no heading such as Release highlights before items", () => {
    const list = [
      "Fixed: the lid",
      "Updated: and fixed the lock",
      "Changed: the hinge",
      "Change: open the box",
      "Other words"
    ]
    const { markdown } = make(
      "release-notes",
      `## 1.0\n\nRelease highlights:\n\n${list.map((item) => `- ${item}\n`).join("")}`
    )
    expect(markdown.match(/^(?:### |- ).*/gm)).toEqual([
      "### Bug fixes",
      "- The lid",
      "### Other changes",
      "- Updated: and fixed the lock",
      "- Changed: the hinge",
      "- Open the box",
      "- Other words"
    ])
  })

  it("reads a release that is a letter with a number, in a link or without, and no word that begins so", () => {
    const { markdown } = make(
      "release-notes",
      "## [r34](https://git.test/r34)\n\n- Add a lid\n\n## r33 - 2024-10-15\n\n- Add a box\n"
    )
    expect(markdown.match(/^## .*/gm)).toEqual(["## r34", "## r33 (2024-10-15)"])
    expect(versionOf("v8 engine updated")).toBeUndefined()
  })

  it("reads a version once whose first line names it again, with its day", () => {
    const { markdown } = make(
      "release-notes",
      "## box 0.9.0 (2017-11-14)\n\nBox 0.9.0 has been released!\n\n- Fix the lid\n"
    )
    expect(markdown.match(/^## .*/gm)).toEqual(["## box 0.9.0 (2017-11-14)"])
    expect(markdown).toContain("Box 0.9.0 has been released!")
  })

  it("leads links to their definitions before a colon, too, and leaves code alone", () => {
    const text =
      "## 1.0\n\n- [#7][]: Fix the lid\n- Set `box['lid']['hinge']`:\n  ```js\n  ['lid']['hinge']\n  ```\n\n[#7]: https://example.com/7\n"
    const { markdown, report } = make("release-notes", text)
    expect(markdown).toContain("- [#7](https://example.com/7): Fix the lid\n- Set `box['lid']['hinge']`:\n")
    expect(markdown).toContain("  ['lid']['hinge']\n")
    expect(report.dropped).toEqual([])
  })

  it("knows a whole number as a version beside others, and names what stands before the first one", () => {
    const text =
      "# Changes\n\nAll of them.\n\n## 13\n\n- No lid\n\n## 12 (2025-01-31)\n\n- No box\n\n## 11.1\n\n- A lid\n\n## 2 Boxes\n"
    const { markdown, report } = make("release-notes", text)
    expect(markdown.match(/^## .*/gm)).toEqual(["## 13", "## 12 (2025-01-31)", "## 11.1"])
    expect(report.dropped.map(({ item }) => item)).toEqual(["line 3: All of them.", "line 17: 2 Boxes"])
  })

  it("puts what its author calls breaking among the breaking changes, wherever the words stand", () => {
    const { markdown, report } = make(
      "release-notes",
      "## 1.0\n\nA new box.\n\nBREAKING CHANGE - the lid is\nheavy.\n\nIt shuts.\n\n- Fix the lock\n- BREAKING/API: no hinge\n- **Breaking change: no key**\n- New key (breaking change for guests)\n- Fixed a breaking change (of the lock)\n"
    )
    expect(below(markdown, "### Breaking changes").trim()).toBe(
      "- The lid is heavy\n\n  It shuts.\n- API: no hinge\n- No key\n- New key (breaking change for guests)"
    )
    expect(markdown).toContain("A new box.")
    expect(report.accounting).toMatchObject({ input: 6, breaking: 4 })
  })

  it("keeps headings that name no kind of change, with what stands below them in its order", () => {
    const text =
      "## 1.0\n\n### Translation\n\n**web**\n- Fix Korean\n- Add Thai\n\n### Fixed\n\n- The lid (#4) of glass.\n\n### Documentation\n\n- Say more\n\n### Changed\n\n- Boxes are round\n"
    const { markdown, report } = make("release-notes", { name: "a", kind: "changelog", content: text })
    expect(markdown.match(/^(?:### |- ).*/gm)).toEqual([
      "### Translation",
      "- **web:** Fix Korean",
      "- **web:** Add Thai",
      "### Bug fixes",
      "- The lid (#4) of glass",
      "### Documentation",
      "- Say more",
      "### Changed",
      "- Boxes are round"
    ])
    expect(report.accounting).toMatchObject({ input: 5, maintenance: 0 })
  })

  it("keeps the headings of a version that its author sorted, what stands below each, and the marks that they do not say", () => {
    const text =
      "## 1.0\n\n### Security fixes\n\n- Lock the lid (CVE-2026-1234)\n\n### Fixed\n\n- The hinge\n\n### Updates\n\n- fix(lid): Lids shut\n- BREAKING: No more keys\n\n### Enhancements\n\n- Add a lamp\n\n### Fixed on Windows\n\n- A lid\n\n### Kitchen\n\n#### Added\n\n- A box\n"
    const { markdown, report } = make("release-notes", { name: "a", kind: "changelog", content: text })
    expect(markdown.match(/^(?:###+ |- ).*/gm)).toEqual([
      "### Breaking changes",
      "- No more keys",
      "### Security fixes",
      "- Lock the lid (CVE-2026-1234)",
      "### Improvements",
      "- Add a lamp",
      "### Updates",
      "- fix(lid): Lids shut",
      "### Bug fixes",
      "- The hinge",
      "### Fixed on Windows",
      "- A lid",
      "### Kitchen",
      "#### New features",
      "- A box"
    ])
    expect(report.accounting).toMatchObject({ input: 7, breaking: 1, groups: { bugFixes: 4, newFeatures: 1 } })
  })

  it("sorts what stands below one heading that only says that changes follow", () => {
    const { markdown } = make("release-notes", "## 1.0\n\n### What's Changed\n\n- feat: A lid\n- fix: A hinge\n")
    expect(markdown.match(/^(?:### |- ).*/gm)).toEqual(["### New features", "- A lid", "### Bug fixes", "- A hinge"])
    const sorted = "## 1.0\n\n### What's Changed\n\n#### Boxes\n\n- feat: A lid\n"
    expect(make("release-notes", sorted).markdown.match(/^(?:### |- ).*/gm)).toEqual(["### Boxes", "- feat: A lid"])
  })

  it("reads lists that stand behind a tab, below versions that are signed and dated or not", () => {
    const content =
      "v2.1-head 202x-xx-xx  The team <team@example.com>\n\t+ Boxes of glass\n\nv2.0 2026-05-01  The team <team@example.com> [stable]\n\t* Lids of wood\n          and of glass\n\n\t- Hinges fall off\n"
    const { markdown, report } = make("release-notes", { name: "a", kind: "changelog", content })
    expect(markdown.match(/^(?:#+ |- ).*/gm)).toEqual([
      "# Release notes",
      "## v2.1-head",
      "- Boxes of glass",
      "## v2.0 (2026-05-01, stable)",
      "- Lids of wood and of glass",
      "- Hinges fall off"
    ])
    expect(report.dropped.map(({ item }) => item)).toEqual([
      "line 1: v2.1-head 202x-xx-xx  The team <team@example.com>",
      "line 4: v2.0 2026-05-01  The team <team@example.com> [stable]"
    ])
  })

  it("reads the entries of packages of RPM", () => {
    const rpm = (version: string, item: string) => `* Thu Jan 2 2025 Ann <ann@example.com> - ${version}\n- ${item}\n\n`
    const content = rpm("1.2~rc1-1", "New tool version 1.2") + rpm("1.1-1", "Lids are round")
    expect(make("release-notes", { name: "a", kind: "changelog", content }).markdown.match(/^(?:## |- ).*/gm)).toEqual([
      "## 1.2\\~rc1-1 (Jan 2 2025)",
      "- New tool version 1.2",
      "## 1.1-1 (Jan 2 2025)",
      "- Lids are round"
    ])
  })

  it("reads the headings of an outline, as GNU has them", () => {
    const content =
      "* Noteworthy changes in release 1.2 (2025-01-02) [stable]\n\n** Bug fixes\n\n  The lid no longer sticks.\n\n* Noteworthy changes in release 1.1\n\n** Lids\n\n  They are round.\n"
    const { markdown } = make("release-notes", { name: "a", kind: "changelog", content })
    expect(markdown.match(/^#{2,} .*$/gm)).toEqual([
      "## 1.2 (2025-01-02, stable)",
      "### Bug fixes",
      "## 1.1",
      "### Lids"
    ])
    expect(markdown).toContain("The lid no longer sticks.")
  })

  it("reads lists that are set off below one version, and such at the margin below another", () => {
    const content = "v1.2\n\n    - Lids of glass\n    - Boxes of wood\n\nv1.1\n\n- Lids are round\n    - in glass\n"
    const { markdown } = make("release-notes", { name: "a", kind: "changelog", content })
    expect(markdown).toContain("- Lids of glass\n- Boxes of wood\n")
    expect(markdown).toMatch(/^- Lids are round\n +- in glass$/m)
  })

  it("sets apart with commas what stands around the day of a version, and keeps who did it and ranges of versions", () => {
    const { markdown } = make(
      "release-notes",
      "## 1.1 Enterprise (May 4, 2026)\n\n- Open lids, by @ann\n\n## 1.0 · 2026-05-01\n\n- A box\n\n## 0.8.1 (1/28/2008) - 0.8.16 (3/13/2008)\n\n- A lid\n"
    )
    expect(markdown.match(/^(?:## |- ).*/gm)).toEqual([
      "## 1.1 (Enterprise, May 4, 2026)",
      "- Open lids, by @ann",
      "## 1.0 (2026-05-01)",
      "- A box",
      "## 0.8.1 (1/28/2008) - 0.8.16 (3/13/2008)",
      "- A lid"
    ])
  })

  it("says no heading such as Minor changes before what breaks, and keeps links without a scheme", () => {
    const { markdown } = make(
      "release-notes",
      "## 1.0\n\n### Minor Changes\n\n- BREAKING: No [keys](//example.com/a)\n- A lid\n"
    )
    expect(markdown.match(/^(?:### |- ).*/gm)).toEqual([
      "### Breaking changes",
      "- No [keys](//example.com/a)",
      "### Minor Changes",
      "- A lid"
    ])
  })

  it("leaves links and anchors in code as they are, in a version that stays as it is written", () => {
    const text = "## 1.0\n\nWrite `[a](/b.md)`.\n\n- As in\n\n```md\n## Lid {#lid}\n```\n"
    expect(make("release-notes", text).markdown).toBe(`# Release notes\n\n${text}`)
  })

  it("keeps the mark of an item whose words begin with a number", () => {
    const { markdown } = make("release-notes", "## 1.0\n\n- Fix: #5 turn lids\n- Fix #4: weigh it\n- Fix: the hinge\n")
    expect(items(markdown)).toEqual(["- Fix: #5 turn lids", "- Fix #4: weigh it", "- The hinge"])
  })

  it("takes a heading such as Changelist for none that sorts", () => {
    const { markdown } = make("release-notes", "## 1.0\n\nChangelist:\n- Lids\n- [BREAKING] No keys\n")
    expect(markdown.match(/^(?:### |- ).*/gm)).toEqual([
      "### Breaking changes",
      "- No keys",
      "### Other changes",
      "- Lids"
    ])
  })

  it.each(["Next", "[HEAD]", "master", "main branch", "main (unreleased)"])(
    "takes the heading %j for what is not released",
    (title) => {
      const { markdown } = make("release-notes", `## ${title}\n\n- A lid\n\n## 1.0\n\n- A box\n`)
      expect(markdown.match(/^(?:## |- ).*/gm)).toEqual(["## Unreleased", "- A lid", "## 1.0", "- A box"])
    }
  )

  it("takes two stars among items for a bullet, and an empty item for no change", () => {
    const { markdown, report } = make("release-notes", "## 1.1\n\n* Lids\n** Boxes\n*\n\n## 1.0\n\n* Hinges\n")
    expect(markdown.match(/^(?:#+|-) .*/gm)).toEqual([
      "# Release notes",
      "## 1.1",
      "- Lids",
      "- Boxes",
      "## 1.0",
      "- Hinges"
    ])
    expect(report.accounting).toMatchObject({ input: 3 })
  })

  it("takes items that begin with the name of a branch for no versions, nor the number of a request for a year", () => {
    const items = "- [[main] Close the lid (box#1876)](https://example.com/1876)\n- [main] Open the lid by hand\n"
    const { markdown, report } = make("release-notes", `## 1.1\n\n### Dependencies\n\n${items}\n## 1.0\n\n- A box\n`)
    expect(markdown.match(/^#{2,} .*/gm)).toEqual(["## 1.1", "### Dependencies", "## 1.0"])
    expect(markdown).toContain(items)
    expect(report.accounting).toMatchObject({ input: 3 })
  })

  it("takes the heading of a section that begins with such a word for no version", () => {
    const { markdown } = make("release-notes", "## 1.0\n\n- A box\n\n### Next steps\n\n- A lid\n")
    expect(markdown).toContain("### Next steps\n\n- A lid")
  })

  it("reads labels that are code in capitals, and leaves names in code as they are", () => {
    const { markdown } = make("release-notes", "## 1.0\n\n- `NEW` A lid\n- `FIX` A hinge\n- `new` makes boxes\n")
    expect(below(markdown, "### New features").trim()).toBe("- A lid")
    expect(below(markdown, "### Bug fixes").trim()).toBe("- A hinge")
    expect(markdown).toContain("- `new` makes boxes")
  })

  it("D50 reads the number of an advisory also below a fix", () => {
    const { markdown } = make("release-notes", "## 1.0.0\n\n- Fix the lid\n\n  See CVE-2026-1234.\n- Fix the hinge\n")
    expect(below(markdown, "### Security").trim()).toBe("- Fix the lid\n\n  See CVE-2026-1234.")
  })

  it("sets a paragraph below an item apart from its first one", () => {
    const { markdown } = make("release-notes", "## 1.0\n\n- Lids are round\n\n  Old ones do not fit.\n")
    expect(markdown).toContain("- Lids are round\n\n  Old ones do not fit.")
  })

  it("sets abbreviations in no code, and writes the first letter of a subject as its author did", () => {
    const { markdown } = make(
      "release-notes",
      "abc1234 boxctl: Ann (a.k.a. Bee) sees box.lids\nabc1235 feat: new lids\n"
    )
    expect(markdown).toContain("(a.k.a. Bee) sees `box.lids`")
    expect(markdown).toContain("- New lids")
  })
})
