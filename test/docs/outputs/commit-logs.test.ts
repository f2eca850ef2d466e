/** Release notes of commit logs: what is one change, what its authors' marks mean, which versions a log can tell. */
import { describe, expect, it } from "vitest"
import { below, items, make, notesOf } from "./made.ts"

describe("release notes of a commit log", () => {
  it.each([
    "[Backport 2.x] Keep the lid closed (#9)",
    "Backport: Keep the lid closed (#9)",
    "[2.1] Keep the lid closed (#8) (#9)"
  ])("tell a change once that is brought back as %j", (line) => {
    expect(items(notesOf([line, "Keep the lid closed (#8)", "Open the box slowly"]).markdown)).toHaveLength(2)
  })

  it("say of what takes a change back that it does, and tell neither where the log has both", () => {
    const { markdown } = notesOf(["revert: feat: open lids by voice (#4)", 'Revert "Close the box" (#3)', "feat: lids"])
    expect(items(markdown)).toEqual([
      "- Lids",
      '- Revert "feat: open lids by voice" (#4)',
      '- Revert "Close the box" (#3)'
    ])
    const both = notesOf(["revert: feat: open lids", "feat: new lids", "feat: open lids", "fix: old locks"])
    expect(items(both.markdown)).toEqual(["- New lids", "- Old locks"])
    expect(both.report.accounting!.dropped.map(({ reason }) => reason)).toEqual([
      "It takes back line 3",
      "Line 1 takes it back"
    ])
    const commit = (hash: string, message: string) => `commit ${hash}\nAuthor: Ann <a@example.com>\n\n    ${message}\n`
    const hashed = make(
      "release-notes",
      [
        commit("abc1000aaa", "revert: the voice\n    \n    This reverts commit abc1002ccc."),
        commit("abc1001bbb", "feat: the voice of lids"),
        commit("abc1002ccc", "feat: open lids by voice")
      ].join("\n")
    )
    expect(items(hashed.markdown)).toEqual(["- The voice of lids"])
  })

  it.each([
    "Bump version to 1.12.0",
    "Bump package version to 1.12.0 (#3)",
    "Release SDKs + CLI v1.12.0",
    "Version 1.12.0",
    "Prepare 1.12.0 release",
    "chore(release): prepare 1.12.0"
  ])("begin a version at %j", (line) => {
    const { markdown } = notesOf(["Add lids", line, "Add locks"])
    expect(below(markdown, "## Unreleased")).toContain("- Add lids")
    expect(below(markdown, "## Unreleased")).not.toContain("- Add locks")
    expect(below(markdown, "## 1.12.0")).toContain("- Add locks")
  })

  it.each([
    "Update the time-out to 30 seconds",
    "Bump lodash to 4.17.21",
    "Bump version to 1.13.0-dev",
    "box: Release v1.12.0",
    "Box v1.12.0",
    "tape: bump version to 1.12.0",
    "Require Node v20.1",
    "Prepare for lids of 1.12",
    "Update version to 1.2 of the lid"
  ])("begin no version at %j", (line) => {
    expect(notesOf(["Add lids", line, "Add locks"]).markdown).toContain("## Latest changes")
  })

  it("begin no version at a bump to the next one, and each version once", () => {
    for (const bump of ["Bump version to 1.3", "Prepare for 1.3"]) {
      const next = notesOf(["Add lids", bump, "Release 1.2", "Add locks"])
      expect(next.markdown.match(/^## .*$/gm)).toEqual(["## Unreleased", "## 1.2"])
    }
    const twice = notesOf(["Release 1.3", "Add lids", "Bump version to 1.3", "Add hinges", "Release 1.2", "Add locks"])
    expect(twice.markdown.match(/^## .*$/gm)).toEqual(["## 1.3", "## 1.2"])
  })

  it("tell changes of two issues once with both numbers, where their words are the same", () => {
    const { markdown, report } = notesOf([
      "Tune the lid (#4)",
      "Tune the lid (#3)",
      "Tune the lid (#3)",
      "Tune the lid",
      "Open it slowly"
    ])
    expect(items(markdown)).toEqual(["- Tune the lid (#4, #3)", "- Open it slowly"])
    expect(report.accounting!.dropped.map(({ item }) => item)).toEqual([
      "line 2: Tune the lid (#3)",
      "line 3: Tune the lid (#3)",
      "line 4: Tune the lid"
    ])
  })

  it("set the number of a ticket behind the words, and read the words for what they are", () => {
    const { markdown } = notesOf(["[BOX-12] Fix the hinge (#3)", "BOX-13: add a lock"])
    expect(below(markdown, "### Bug fixes").trim()).toBe("- Fix the hinge (BOX-12, #3)")
    expect(below(markdown, "### Changes").trim()).toBe("- Add a lock (BOX-13)")
    expect(notesOf(["UTF-8 names: keep them", "Open it"]).markdown).toContain("UTF-8 names: ")
  })

  it("keep the number of an issue that is a word of the sentence", () => {
    expect(
      items(notesOf(["fix: #16 introduced by a library", "#17: Open it", "Close it", "Weigh it"]).markdown)
    ).toEqual(["- Open it (#17)", "- Close it", "- Weigh it", "- #16 introduced by a library"])
  })

  it("read what was done behind a part of a part, and leave out which issue it closes", () => {
    const { markdown } = notesOf(["Kitchen: Oven: Fix the light", "Oven,Grill: Fixes #4: Fix the door"])
    expect(below(markdown, "### Bug fixes").trim().split("\n")).toEqual([
      "- **Kitchen:** Oven: Fix the light",
      "- **Oven,Grill:** Fix the door (#4)"
    ])
  })

  it("show what carries no mark where most commits carry one, with the part of the code that a mark names", () => {
    const { markdown } = notesOf(["feat: new lids", "fix(Hinge): hold tight", "fix: old locks", "Shorten the lid path"])
    expect(items(markdown)).toEqual(["- New lids", "- **Hinge:** Hold tight", "- Old locks", "- Shorten the lid path"])
    const settings = { audience: "end users" }
    const log = {
      name: "log",
      kind: "commits",
      content: "abc1000 fix(Hinge): hold tight\nabc1001 feat: lids\n"
    } as const
    expect(items(make("release-notes", log, settings).markdown)).toEqual(["- Lids", "- Hold tight"])
  })

  it.each([
    "Internal refactoring",
    "Potential fix for pull request finding",
    "Address review comments",
    "Post-branching version bump",
    "Back to development: 1.13.0",
    "Back to .dev0 until next release",
    "fixed pytest",
    "Tools: Run the packer twice",
    "Android 3.1.5",
    "Bump the hinge of lids",
    "Bump app build number to 799 (#4)",
    "Version number -> 4.0.0",
    "Prepare Box 0.9.30rc8 demo release",
    "Add more test cases for lids",
    "Skip flaky check of lids",
    "box(doc): say more",
    "Update comments",
    "Clarify a comment",
    "RTD YAML update",
    "Move the lid code to lids",
    "Minor code review",
    "lid: fix compiler warnings",
    "Merge fix/the-lid"
  ])("count %j as maintenance", (line) => {
    expect(notesOf([line, "Open the box slowly", "Close it"]).report.accounting).toMatchObject({ maintenance: 1 })
  })

  it.each([
    "Bump default size of boxes",
    "Move settings to a page of their own",
    "Simplify Box.weigh(Lid)",
    "Split the bill by guests",
    "调整部分汉字的最常用拼音",
    "Fix weights and typos"
  ])("show %j", (line) => {
    expect(items(notesOf([line, "Open the box slowly", "Close it"]).markdown)).toContain(`- ${line}`)
  })

  it("leave few versions that are out of order in the one above them, with a warning", () => {
    const lines = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].flatMap((minor) => [`2.${minor}.0`, `fix: lid ${minor}`])
    const made = notesOf([...lines.slice(0, 10), "4.0.0", "fix: weigh tape", ...lines.slice(10)])
    expect(made.markdown.match(/^## .*$/gm)).toHaveLength(10)
    expect(items(below(made.markdown, "## 2.5.0"))).toEqual(["- Lid 5", "- Weigh tape"])
    const { warnings } = made.report
    expect(warnings).toMatchObject([{ code: "releases_interleaved", message: expect.stringContaining("(4.0.0 have") }])
  })

  it("stand in one list where the log mixes lines of releases, with a warning", () => {
    const mixed = notesOf([
      "feat: new lids",
      "2.1.0",
      "fix: loose hinges",
      "3.0.1",
      "fix: old locks",
      "2.0.9",
      "feat: new boxes"
    ])
    expect(mixed.markdown.match(/^## .*$/gm)).toEqual(["## Latest changes"])
    expect(items(mixed.markdown)).toHaveLength(4)
    expect(mixed.report.warnings.map(({ code }) => code)).toContain("releases_interleaved")
    const one = notesOf(["feat: new lids", "2.1.0", "fix: loose hinges", "2.0.9", "feat: new boxes"])
    expect(one.markdown.match(/^## .*$/gm)).toEqual(["## Unreleased", "## 2.1.0", "## 2.0.9"])
    expect(one.report.warnings).toEqual([])
  })

  it("know a version before its release for no newer one, and a command by its name for no verb", () => {
    const { markdown, report } = notesOf([
      "Release 4.1",
      "drop-lid command",
      "Release 4.0",
      "add-on for boxes",
      "Release 4.0rc4",
      "Open it slowly"
    ])
    expect(markdown.match(/^## .*$/gm)).toEqual(["## 4.1", "## 4.0", "## 4.0rc4"])
    expect(markdown).not.toMatch(/### (?:Removed|New features)/)
    expect(report.warnings).toEqual([])
  })

  it.each(["Lids: Added test to cover glass", "Add test: lids hold"])(
    "count %j as maintenance, which tests",
    (line) => {
      expect(notesOf([line, "Open the box slowly", "Close it"]).report.accounting).toMatchObject({ maintenance: 1 })
    }
  )

  it("have versions before their release, and underscores in names as they are", () => {
    const { markdown } = notesOf([
      "Release 1.0a3",
      "Mark list{a,b}_deleted items",
      "Release 1.0a2",
      "Add version for 1.0a2",
      "Keep it"
    ])
    expect(markdown.match(/^## .*$/gm)).toEqual(["## 1.0a3", "## 1.0a2"])
    expect(markdown).toContain("- Mark list{a,b}_deleted items")
    expect(markdown).not.toContain("Add version")
  })

  it("have no heading for what is not released and is maintenance only; the report counts it", () => {
    const { markdown, report } = notesOf(["chore: tidy", "2.1.0", "fix: loose hinges"])
    expect(markdown.match(/^## .*$/gm)).toEqual(["## 2.1.0"])
    expect(report.accounting).toMatchObject({ input: 3, maintenance: 2 })
  })

  it("read the branches of a decorated log", () => {
    const log =
      "abc1230 (HEAD -> main, tag: v1.1) Open it\nabc1231 (new-lid) Close the lid\nabc1232 (lids, boxes) Paint it\nabc1233 (origin/x) Move it\n"
    const { markdown } = make("release-notes", log)
    expect(markdown).toContain("- Open it\n- Close the lid\n- Paint it\n- Move it\n")
  })

  it("keep what users may look for, though its words are also those of developers", () => {
    const subjects = ["Fix the build button", "Add a cosmetic mirror", "Offer WIP markers for drawings"]
    const { markdown } = notesOf(subjects)
    for (const subject of subjects) expect(markdown).toContain(`- ${subject}`)
  })

  it("say of a version whose commits are maintenance what the log names, and nothing of the version", () => {
    const { markdown } = make("release-notes", "abc1230 (tag: v1.1) chore: tidy\nabc1231 (tag: v1.0) Open it\n")
    expect(below(markdown, "## v1.1").trim()).toBe(
      "1 commit that looks like routine maintenance is all that the log names."
    )
  })

  it("judge a subject of any length by its beginning", () => {
    const long = `${"a".repeat(200_000)} b`
    expect(notesOf([`Open ${long}`, `Close ${long}`, long]).report.accounting).toMatchObject({
      input: 3,
      maintenance: 1
    })
  })

  it("leave words that are also values of programs as they are", () => {
    expect(notesOf(["Fix the order of NaN lids", "Handle null and void lids", "Close"]).markdown).not.toContain("`")
  })
})

describe("release notes of a list for users", () => {
  it("read lists of a plain text that are set off to the right", () => {
    const line = "Mon Jan 5th 2026 - ann@example.com - v1.1"
    const content = `${line}\n    - FEATURE: Open it\n    - BUGFIX: Close it\n\nThu Jan 1st 2026 - v1.0\n    - FEATURE: Pack it\n`
    const { markdown } = make("release-notes", { name: "notes", content, kind: "changelog" })
    expect(markdown.match(/^#{2,} .*$/gm)).toEqual([
      "## v1.1 (Jan 5th 2026)",
      "### New features",
      "### Bug fixes",
      "## v1.0 (Jan 1st 2026)",
      "### New features"
    ])
  })

  it("show what an author calls by a part of the product that is also a type of commits", () => {
    const { markdown, report } = make(
      "release-notes",
      "## 1.2.0\n\n- build: lids of glass\n- docs: more boxes\n- Open it\n- Close it\n- Weigh it\n"
    )
    expect(markdown).toContain("- build: lids of glass")
    expect(markdown).toContain("- docs: more boxes")
    expect(report.accounting!.maintenance).toBe(0)
  })

  it("have the versions of plain lines such as CHANGES FROM 1.1 TO 1.2a", () => {
    const text =
      "From 1.2a to 1.3\n\n* Add tape.\n\nCHANGES FROM 1.1 TO 1.2a\n\n* Add lids.\n\n* Fix hinges.\n\nCHANGES FROM 1.0 TO 1.1, 04 May 2020\n\n* Add boxes.\n"
    expect(make("release-notes", text).markdown.match(/^## .*$/gm)).toEqual([
      "## 1.3",
      "## 1.2a",
      "## 1.1 (04 May 2020)"
    ])
  })

  it("keep the order of an author who sorts a version by parts of the product", () => {
    const text =
      "## 1.2\n\nTwo lids.\n\n### Kitchen\n\n- Fix the light\n- Add a lamp\n\n### Garden\n\n- Improve the gate\n\n### Docs\n\n- Say more\n\n## 1.1\n\n### Added\n\n- A gate\n\n### Kitchen\n\n- Fix it\n"
    const { markdown, report } = make("release-notes", text)
    expect(below(markdown, "## 1.2").trim()).toBe(
      "Two lids.\n\n### Kitchen\n\n- Fix the light\n- Add a lamp\n\n### Garden\n\n- Improve the gate\n\n### Docs\n\n- Say more"
    )
    expect(report.accounting).toMatchObject({ input: 6, maintenance: 0 })
    expect(below(markdown, "## 1.1")).toContain("### New features\n\n- A gate\n\n### Kitchen\n\n- Fix it")
  })

  it("have versions behind a name, and dates behind words in brackets", () => {
    const text =
      "Good Box Maker 3.1.0 Release Notes\n\nNew features:\n\n- Add lids.\n- Add boxes.\n\nFixed Bugs:\n\n- Hinges hold.\n"
    const { markdown } = make("release-notes", { name: "list", kind: "changelog", content: text })
    expect(markdown).toBe(
      "# Release notes\n\n## 3.1.0\n\n### New features\n\n- Add lids\n- Add boxes\n\n### Bug fixes\n\n- Hinges hold\n"
    )
    const dated = "## [v3.1](https://example.com) (Pre-release) - 2024-10-11\n\n- Add lids\n"
    expect(make("release-notes", dated).markdown).toContain("## v3.1 (Pre-release, 2024-10-11)\n")
    const signed = "## 3.1 (2024-10-11) - @ann\n\n- Add lids\n\n## 3.0 (2024-10-10) [YANKED]\n\n- Add a box\n"
    expect(make("release-notes", signed).markdown.match(/^## .*/gm)).toEqual([
      "## 3.1 (2024-10-11, @ann)",
      "## 3.0 (2024-10-10, YANKED)"
    ])
  })

  it("take a heading such as Documentation within a kind of change for a part, and hide nothing below it", () => {
    const text = "## 1.2\n\n### Updated\n\n#### Documentation\n\n- Say more of lids\n\n### Fixed\n\n- A hinge\n"
    const { markdown, report } = make("release-notes", text)
    expect(markdown).toContain("- **Documentation:** Say more of lids")
    expect(report.accounting!.maintenance).toBe(0)
  })

  it("have versions that stand behind their day", () => {
    const text =
      "## Unreleased: boxer next\n\n- Add lids\n\n## 12 May 2026: boxer 12.2.3\n\n- Fix hinges\n\n## 2014-07-07, 0.11\n\n- Add boxes\n"
    const { markdown } = make("release-notes", text)
    expect(markdown.match(/^## .*$/gm)).toEqual(["## Unreleased", "## 12.2.3 (12 May 2026)", "## 0.11 (2014-07-07)"])
  })

  it("leave undefined behaviour as words", () => {
    expect(make("release-notes", "## 1.0\n\n- Fix undefined behavior of lids\n").markdown).not.toContain("`")
  })
})
