/** Release notes of logs: which version a log names, and what of it users never meet. */
import { describe, expect, it } from "vitest"
import { make } from "./made.ts"

const notesOf = (...lines: ReadonlyArray<string>) => {
  const content = lines.map((line, at) => `${(0xabc1000 + at).toString(16)} ${line}`).join("\n")
  const { markdown, report } = make("release-notes", { name: "team/big-boxes", kind: "commits", content })
  return {
    headings: markdown.match(/^## .*$/gm),
    items: markdown.match(/^- .*$/gm) ?? [],
    dropped: report.dropped.concat(report.accounting?.dropped ?? []).map(({ reason }) => reason),
    hidden: report.dropped.map(({ reason }) => reason.replace("Maintenance: ", ""))
  }
}

const told = ["Lids turn both ways", "Tape of paper is wider"]

describe("release notes of a log", () => {
  it.each([
    ["Update to v1.10.1", "1.10.1"],
    ["Next release 1.10.1", "1.10.1"],
    ["chore(release): publish lids v1.10.1", "lids 1.10.1"],
    ["Release lids version 1.10.1", "lids 1.10.1"],
    ["Release candidate 1.10.1", "1.10.1"],
    ["bump: version 1.10.0 → 1.10.1", "1.10.1"],
    ["Update changelog for v1.10.1", "1.10.1"],
    ["chore(release): v1.10.1 after the lid was broken", "1.10.1"],
    ["v1.10.1 — lids that turn both ways", "1.10.1"],
    ["v1.10.1: update the list of changes", "1.10.1"],
    ["Ready release box 1.10.1 (by: ann) (#7)", "1.10.1"]
  ])("are called as the newest commit says: %s", (subject, version) => {
    expect(notesOf(subject, ...told).headings).toEqual([`## ${version}`])
    expect(notesOf("Merge branch 'next'", subject, ...told).headings).toContain(`## ${version}`)
    expect(notesOf(...told, subject).headings).toEqual(["## Latest changes"])
  })

  it.each([
    ["Update Big Boxes Version String to 1.10.1", "Big Boxes 1.10.1"],
    ["big_boxes: release 1.10.1", "big_boxes 1.10.1"],
    ["Big boxes v1.10.1 (#7)", "Big boxes 1.10.1"],
    ["Big-Boxes 1.10.1", "Big-Boxes 1.10.1"],
    ["Publish version 1.10.1 (#7)", "1.10.1"],
    ["🔖 Release version 1.10.1 (#7)", "1.10.1"],
    ["Release big-boxes 1.10.1 / boxes-core 1.4.0 (#7)", "big-boxes 1.10.1"],
    ["Increment version number to 1.10.1", "1.10.1"],
    ["[maven-release-plugin] prepare release lids-1.10.1", "1.10.1"]
  ])("have the name of what is released, also where it is no news: %s", (subject, title) => {
    const { headings, items } = notesOf(subject, ...told)
    expect(headings).toEqual([`## ${title}`])
    expect(items).toHaveLength(told.length)
    expect(notesOf(told[0]!, subject, told[1]!).headings).toEqual(["## Unreleased", `## ${title}`])
  })

  it("are not called as what is used is", () => {
    expect(notesOf("Update React to 18.2.0", ...told).headings).toEqual(["## Latest changes"])
    expect(notesOf("chore: update Small Boxes to 1.10.1", ...told).headings).toEqual(["## Latest changes"])
    expect(notesOf("Bump tape version to 1.10.1", ...told).headings).toEqual(["## Latest changes"])
    expect(notesOf("Increment version number to 1.10.1.9000", ...told).headings).toEqual(["## Latest changes"])
  })

  it("are not called by a version that is also one of something else", () => {
    const others = notesOf(told[0]!, "Force tape packages to version 1.3.0", "Version 1.3.0", told[1]!)
    expect(others.headings).toEqual(["## Latest changes"])
    expect(notesOf("Version 1.3.0", "Update tape to v1.3.0", ...told).headings).toEqual(["## Latest changes"])
    expect(notesOf("Big boxes 1.3.0", "Update tape to 1.3.0", ...told).headings).toEqual(["## Big boxes 1.3.0"])
    expect(notesOf(told[0]!, "Release Tape 1.3.0", told[1]!).headings).toEqual(["## Latest changes"])
  })

  it("begin a version where its number is set, and are all in the version of the newest commit where lines of releases mix", () => {
    expect(notesOf("Lids turn", "Set version 1.10.1 (#7)", ...told).headings).toEqual(["## Unreleased", "## 1.10.1"])
    expect(notesOf("Change version from 1.9.0 -> 1.10.1", ...told).headings).toEqual(["## 1.10.1"])
    const product = ["Prepare for Big Boxes 1.10.1 release", told[0]!, "Big Boxes 1.10.0", told[1]!]
    expect(notesOf(...product).headings).toEqual(["## Big Boxes 1.10.1", "## Big Boxes 1.10.0"])
    expect(notesOf(told[0]!, "Prepare for Tape 1.10.1", told[1]!).headings).toEqual(["## Latest changes"])
    const mixed = notesOf("chore(release): v1.10.1 again", told[0]!, "1.11.0", told[1]!)
    expect(mixed.headings).toEqual(["## 1.10.1"])
    expect(mixed.items).toHaveLength(2)
  })

  it("begin a version where its number stands before the words, as in others of the log", () => {
    const { headings, items } = notesOf(
      "Weigh lids",
      "1.10.1: turn Big Boxes",
      told[0]!,
      "v1.10.0 - add tape",
      told[1]!
    )
    expect(headings).toEqual(["## Unreleased", "## 1.10.1", "## 1.10.0"])
    expect(items).toEqual(["- Weigh lids", "- Turn Big Boxes", `- ${told[0]!}`, "- Add tape", `- ${told[1]!}`])
  })

  it("begin versions by tags of the product alone, where the repository has others", () => {
    const tags = ["tag: big-boxes_v2.0.0", "tag: lids_v9.0.0", "tag: big-boxes_v1.9.0"]
    const { headings } = notesOf(...tags.map((tag, at) => `(${tag}) Turn lid ${at}`))
    expect(headings).toEqual(["## big-boxes_v2.0.0", "## big-boxes_v1.9.0"])
  })

  it("have no words where a subject only names the issues that it closes", () => {
    expect(notesOf("fix #7 , #8 , #9 (#10)", ...told).items).toHaveLength(told.length)
  })

  it("have the number of a ticket behind the words, and a part of the product before them", () => {
    const { items } = notesOf("BOX-12 Turn the lid (#7)", "42: More tape", "web:Show the lid", ...told)
    expect(items.slice(0, 3)).toEqual(["- Turn the lid (BOX-12, #7)", "- More tape (#42)", "- **web:** Show the lid"])
    expect(notesOf("UTF-8 Names of boxes", "Add 10: it is more", ...told).items[0]).toBe("- UTF-8 Names of boxes")
  })

  it("count what its author marks as work on the code, and what is routine", () => {
    const { dropped, items } = notesOf(
      "refactor: lids turn by themselves",
      "fix: hold lids (#4)",
      "chore: the board of lids is a table",
      "fix: clean up of lids",
      "chore: update the README",
      "chore(deps): tape 2",
      "test: lids of glass",
      "[lid-robot] new words",
      "feat: hinges"
    )
    expect(items).toEqual(["- Hinges", "- Hold lids (#4)", "- Clean up of lids"])
    expect(dropped).toHaveLength(6)
  })

  it.each([
    "New pre-release (#9)",
    "Merge 3.1 pre-release into main",
    "Prepare 3.1 pre-release",
    "New insider release"
  ])("count %j as routine", (subject) => {
    const { markdown } = make("release-notes", `abc1234 ${subject}\nabc1235 Lids turn faster\n`)
    expect(markdown).not.toContain("insider")
    expect(markdown).not.toContain("-release")
    expect(markdown).toContain("Lids turn faster")
  })

  it("have no mark of a list before the words of a subject", () => {
    const log =
      "commit abc1234\nMerge: 1 2\nAuthor: Ann <ann@example.com>\nDate:   Mon May 4 10:00:00 2026 +0000\n\n    Merge pull request #3 from ann/dev\n\n    - Fix the lid\n"
    expect(make("release-notes", log).markdown.match(/^- .*$/gm)).toEqual(["- Fix the lid (#3)"])
  })

  it("call deprecated what says so under any mark", () => {
    const { markdown } = make("release-notes", {
      name: "log",
      kind: "commits",
      content: "feat(lids): turn\nrefactor(Tape): deprecate the tape\nFeature/lids of wood\n"
    })
    expect(markdown.match(/^(?:### |- ).*$/gm)).toEqual([
      "### Deprecated",
      "- **Tape:** Deprecate the tape",
      "### New features",
      "- **lids:** Turn",
      "- Lids of wood"
    ])
  })

  it("read a part in brackets behind a type", () => {
    expect(notesOf("fix[lids]: turn again", "feat: hinges").items).toEqual(["- Hinges", "- **lids:** Turn again"])
  })

  it("read a type in brackets, behind a picture or not", () => {
    const { markdown } = make("release-notes", {
      name: "log",
      kind: "commits",
      content: "🐛 [fix] The hinge\n[ci] Say more\n✨ [feat] Lids\n"
    })
    expect(markdown.match(/^(?:### |- ).*$/gm)).toEqual(["### New features", "- Lids", "### Bug fixes", "- The hinge"])
  })

  it("read a picture of gitmoji as the type that it means, and leave others", () => {
    const { markdown } = make("release-notes", {
      name: "log",
      kind: "commits",
      content: "🐛 Turn the hinge\n:sparkles: Lids of glass\n⚡️ Weigh once\n📝 State the tape\n🚀 Show boxes\n"
    })
    expect(markdown.match(/^(?:### |- ).*$/gm)).toEqual([
      "### New features",
      "- Lids of glass",
      "### Improvements",
      "- Weigh once",
      "### Bug fixes",
      "- Turn the hinge",
      "### Other changes",
      "- 🚀 Show boxes"
    ])
  })

  it("are one version, though tags of a branch stand within", () => {
    const log = "abc1230 (tag: v2.0.0) Open it\nabc1231 (tag: v1.9.1-main) Close it\nabc1232 Weigh it\n"
    expect(make("release-notes", log).markdown.match(/^## .*$/gm)).toEqual(["## v2.0.0"])
  })

  it("name all parts of the product of which several commits say the same", () => {
    const { items } = notesOf("fix(lid): turn slowly (#5)", "fix(box): turn slowly (#4)", "feat: tape")
    expect(items).toEqual(["- Tape", "- **lid, box:** Turn slowly (#5, #4)"])
  })

  it("are sorted by their author's marks where a third of the commits has one", () => {
    const { markdown } = make("release-notes", {
      name: "log",
      kind: "commits",
      content: "feat: turn lids\nfix: hold tape\nLids of wood are wider\nTape is on all sides\n"
    })
    expect(markdown.match(/^### .*$/gm)).toEqual(["### New features", "### Bug fixes", "### Other changes"])
  })

  it("do not take a reviewer for the title of a merged request", () => {
    const content = `commit ${"a".repeat(40)}\nAuthor: Ann <ann@example.com>\n\n    Merge pull request #7 from team/lids\n    \n    Reviewed-By: Bob <bob@example.com>\n\ncommit ${"b".repeat(40)}\nAuthor: Ann <ann@example.com>\n\n    ${told[0]}\n`
    const { markdown } = make("release-notes", { name: "log", kind: "commits", content })
    expect(markdown.match(/^- .*$/gm)).toEqual([`- ${told[0]}`])
  })

  it("have the day of a version as git prints it, also where a merge names it", () => {
    const commit = (hash: string, subject: string, body = "") =>
      `commit ${hash.repeat(40)}\nAuthor: Ann <ann@example.com>\nDate:   Tue Apr 3 14:02:59 2024 +0200\n\n    ${subject}\n${body}\n`
    const merge = commit("a", "Merge pull request #7 from team/next", "    \n    Next release 1.10.1\n")
    const content = merge + commit("b", told[0]!) + commit("c", told[1]!)
    const { markdown } = make("release-notes", { name: "log", kind: "commits", content })
    expect(markdown).toContain("\n## 1.10.1 (2024-04-03)\n")
  })

  it.each([
    "Merge issue-1180 to 6.8.03 (#1183)",
    "Version 0.21.3 beta.2 merge to master (#1466)",
    "Cut release",
    "6.3.3 (beta)",
    "feat(back-e2e): lids open after tape",
    "Add the `.box/local.json` to the `.gitignore`",
    "Remove extra logging statement",
    "clean: remove debugging `console.log`",
    "Adds new lid testcase page",
    "Reverted code that was breaking unit test for lids",
    "Update __LidPattern.gml",
    "Updating maintainers & adding new contributor",
    "Backport the fix from v4.18.2"
  ])("hide what users do not meet: %s", (subject) => {
    expect(notesOf(...told, subject).items).toEqual(told.map((words) => `- ${words}`))
  })

  it.each(["Support for linters of lids", "Add support for pytest"])(
    "never hide what says what is supported: %s",
    (subject) => {
      expect(notesOf(...told, subject).items).toHaveLength(3)
    }
  )

  it("still hide what its author marks as tests, documentation or work on the code and closes an issue", () => {
    const subjects = [
      "test: lids (Fixes #3)",
      "docs: tape (Fixes #4)",
      "refactor: glue of lids (Fixes #5)",
      "build: ink of lids (Fixes #6)"
    ]
    expect(notesOf(...told, ...subjects).items).toHaveLength(2)
  })

  it("show of a whole hash its beginning", () => {
    const { items } = notesOf(...told, "Lids close after ee0e3869157540886e183913704733fbd195c332 opened them")
    expect(items).toContain("- Lids close after ee0e386 opened them")
  })

  it("are made whatever the name of the source is", () => {
    const source = {
      name: "a ".repeat(20_000),
      kind: "commits",
      content: "abc1234 Release 1.2\nabc1235 Add tape\n"
    } as const
    expect(make("release-notes", source).markdown).toContain("## 1.2\n")
  })
})
