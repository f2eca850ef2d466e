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
    "better variable name",
    "Update `build_version.txt` for v1.37.3",
    "Added test file",
    "Remove deprecated lids from examples",
    "chore: update PR template for new lids",
    "chore: configure release-please to use a token",
    "Increase test coverage of lids",
    "Set version to 1.4.0-SNAPSHOT",
    "Prepare for next development cycle",
    "Start new development cycle",
    "start version 8.2.0",
    "Start 19.2 cycle",
    "Release v1.2.3 preparation",
    "1.2.3 release prep",
    "Release preparations",
    "Prepare for `box_lid` release",
    "Get ready for 1.2.3",
    "Post-release bump",
    "Master is 2.3.0 development now",
    "Begin development of 2.2",
    "Open up for 2.3-dev",
    "Copyright year of boxes",
    "lids: silence byte-compiler",
    "Fixing review comments",
    "Addressed PR feedback",
    "Wait for lids in `test_turn_lids`",
    "Stabilize round glass lid test",
    "Add Lids 8.4 to test matrix",
    "Run release drafter by hand",
    "Some minor nitpicks",
    "Add specs for lids of glass",
    "Updated changelist",
    "Clean codes",
    "Simplify code (#7)",
    "box-lid.el: Update version string"
  ])("hide the work on it: %s", (subject) => {
    expect(itemsOf(subject)).toEqual([])
  })

  it.each([
    "Silence boxes of glass",
    "Show review comments of lids",
    "Start lids of 2.0 boxes",
    "Detect 3.0 devices",
    "Open 3.1 boxes",
    "Release the lid after 1.5 turns",
    "Prepare lids for release of steam",
    "Simplify lids",
    "feat: add a test of speed to the menu",
    'Revert "feat: lids of glass"',
    "feat: merge all lids"
  ])("tell what only sounds like it: %s", (subject) => {
    expect(notesOf([...told, subject]).report.accounting!.maintenance).toBe(0)
  })

  it.each([
    ["fix: contain docs tokens of lids", "Bug fixes"],
    ["fix(box): remove unused lids of the log", "Bug fixes"],
    ["perf: weigh no lid for debug logs", "Improvements"],
    ["feat: delete by owner when a lid is left", "New features"],
    ["feat: drop lids on boxes when they fall", "New features"]
  ])("believe an author's mark more than words beside it: %s", (subject, heading) => {
    const lines = linesOf(...told, subject)!
    const below = lines.findIndex((line) => /lid|debug/.test(line) && !/turn both/.test(line))
    expect(lines.slice(0, below).findLast((line) => line.startsWith("#"))).toBe(`### ${heading}`)
  })

  it.each([
    "fix(deps): Update dependency glue to v9.0.3 [SECURITY] (#5)",
    "Bump glue from 9.0.2 to 9.0.3 [security] (#5)"
  ])("tell what an author marks as one of security: %s", (subject) => {
    const lines = linesOf(...told, subject)!
    expect(lines.slice(lines.indexOf("### Security"))[1]).toMatch(/glue .*\(#5\)$/)
  })

  it("list none of what an author marks as maintenance", () => {
    const lines = [
      "docs: remove deprecated lids",
      "chore: remove TODO",
      "chore: remove log",
      "refactor: removed lid state",
      "build: hold the tape"
    ]
    expect(itemsOf(...lines)).toEqual([])
  })

  it("have no chapter of features where few commits have marks, as others may be as new", () => {
    expect(linesOf("feat: lids of glass", "Add lids of wood", "Fix the hinge", "Open it slowly")).toEqual([
      "### Changes",
      "- Lids of glass",
      "- Add lids of wood",
      "- Open it slowly",
      "### Bug fixes",
      "- Fix the hinge"
    ])
  })

  it("ask most files of a commit whether it is one of tests", () => {
    const commit = (hash: string, subject: string, ...paths: ReadonlyArray<string>) =>
      `commit ${hash.repeat(40)}\nAuthor: Ann <ann@example.com>\n\n    ${subject}\n\n${paths.join("\n")}\n\n`
    const content =
      commit("a", "fix the lid plus add new tests", "src/lid.ts", "test/lid.ts") +
      commit("b", "close boxes in tests", "src/box.ts", "test/box.ts", "test/lid.ts") +
      commit("c", "Turn it", "src/lid.ts") +
      commit("d", "lids: fix matching of .gitignore", "src/lid.ts", "test/lid.ts", "src/box.ts") +
      commit("e", "Add lids to gitignore", ".gitignore")
    const { markdown } = make("release-notes", { name: "log", kind: "commits", content })
    expect(items(markdown)).toEqual([
      "- Turn it",
      "- Fix the lid plus add new tests",
      "- **lids:** Fix matching of .gitignore"
    ])
  })

  it("count no changes that break: one commit may break several things, and a log tell one twice", () => {
    const { markdown } = notesOf(["feat!: lids of glass", ...told])
    expect(markdown).toContain('What worked before may break: read "Breaking changes" before you upgrade.')
  })

  it("tell nothing that was taken back, whatever its subject says to machines", () => {
    expect(itemsOf('Revert "add lids of ice [skip ci]"', "add lids of ice [skip ci]")).toEqual([])
  })

  it.each([
    ["feat: remove the lid of glass (box-lid)", "Removed"],
    ["fix: remove broken links of lids", "Bug fixes"],
    ["fix: remove the flicker of lids", "Bug fixes"],
    ["feat!: remove lids", "Breaking changes"]
  ])("stand where their marks say, but for what is gone: %s", (subject, heading) => {
    const lines = linesOf(...told, subject)!
    const below = lines.findIndex((line) => /lid/i.test(line) && !/turn both/.test(line))
    expect(lines.slice(0, below).findLast((line) => line.startsWith("#"))).toBe(`### ${heading}`)
  })

  it.each(["Prepare Release v1.33.0 (#9)", "Setting version to 1.33.0"])("are called as it says: %s", (subject) => {
    expect(notesOf([subject, ...told]).markdown).toContain("\n## 1.33.0\n")
  })

  it("have the merge of a branch in the version that was set in it", () => {
    const { markdown } = notesOf(["Merge branch 'next' into main", "chore: 1.33.0", ...told, "ci: more"])
    expect(markdown).toContain("2 commits that look like routine maintenance")
    expect(markdown.match(/^## .*$/gm)).toEqual(["## 1.33.0"])
  })

  it("read a part of a part in brackets, and call a repair what fails no longer", () => {
    const lines = ["[box:lid] fix hinges", "Lids no longer throw errors", "[box] add lids", "[round lids]  turn slowly"]
    expect(linesOf(...lines)).toEqual([
      "### Changes",
      "- **box:** Add lids",
      "- **round lids:** Turn slowly",
      "### Bug fixes",
      "- **box:lid:** Fix hinges",
      "- Lids no longer throw errors"
    ])
  })

  it.each([
    ["0.4.0 bump version", "0.4.0"],
    ["chore(version): update to version 'v0.4.0'.", "0.4.0"],
    ["(tag: lid/v0.4.0, tag: box/v0.5.0, tag: lid/v0) chore: release", "lid/v0.4.0, box/v0.5.0"]
  ])("are called as their newest commit says: %s", (newest, version) => {
    const { markdown } = notesOf([newest, ...told])
    expect(markdown.match(/^## .*$/gm)).toEqual([`## ${version}`])
    expect(items(markdown)).toHaveLength(2)
  })

  it("tell an issue once, and nothing of the list of changes", () => {
    expect(itemsOf("Update change log")).toEqual([])
    expect(items(notesOf(["feat(#12): boxes of glass (#14)"]).markdown)).toEqual(["- Boxes of glass (#12, #14)"])
  })

  it("tell the notes of the commit that names the version, and what they tell once", () => {
    const of = (hash: string, message: string) =>
      `commit ${hash}\nAuthor: Ann <ann@example.com>\nDate:   Wed Nov 30 18:10:33 2022 +0100\n\n    ${message}\n`
    const notes =
      "New version 2.3.1\n    \n     * Close the lids on\n       time (@ann #12)\n     * Weigh all boxes (@ann #13)"
    const log = [of("aaaaaaa", notes), of("bbbbbbb", "Weigh all boxes (#13)"), of("ccccccc", "Turn lids (#14)")]
    const { markdown } = make("release-notes", { name: "log", kind: "commits", content: log.join("\n") })
    expect(markdown).toContain("## 2.3.1 (2022-11-30)")
    expect(items(markdown)).toEqual(["- Close the lids on time (#12)", "- Weigh all boxes (#13)", "- Turn lids (#14)"])
  })

  it("tell an issue by the notes of the commit that names the version, and not by its commits once more", () => {
    const of = (hash: string, message: string) =>
      `commit ${hash.repeat(7)}\nAuthor: Ann <ann@example.com>\n\n    ${message}\n`
    const notes =
      "Release 2.3.1\n    \n    - Improved: [#12] Lids turn.\n    - Fix: [#13] Boxes fall.\n    - #15: @ann Tape of paper"
    const log = [
      of("a", notes),
      of("b", "Put hinges below the lids (#12)"),
      of("c", "fix: glue tape (#15)"),
      of("d", "Turn the key (#14)")
    ]
    const { markdown, report } = make("release-notes", { name: "log", kind: "commits", content: log.join("\n") })
    expect(markdown.match(/^(?:### |- ).*$/gm)).toEqual([
      "### Improvements",
      "- Lids turn (#12)",
      "### Bug fixes",
      "- Boxes fall (#13)",
      "- Tape of paper (#15)",
      "### Other changes",
      "- Turn the key (#14)"
    ])
    expect(report.accounting!.dropped.map(({ reason }) => reason)).toEqual([
      "It says the same as line 1",
      "It says the same as line 1"
    ])
  })

  it("show no hash before a subject that begins with a blank", () => {
    const content = "abc1234 (tag: v1.2) Add tape\nabc1235  fix: lids turn\nabc1236  Merge branch 'next'\n"
    expect(items(make("release-notes", { name: "log", kind: "commits", content }).markdown)).toEqual([
      "- Add tape",
      "- Lids turn"
    ])
  })

  it("have a subject as git has it, where it goes on in the next row within its sentence", () => {
    const of = (hash: string, ...rows: ReadonlyArray<string>) =>
      `commit ${hash.repeat(7)}\nAuthor: Ann <ann@example.com>\n\n${rows.map((row) => `    ${row}`).join("\n")}\n\n`
    const log = [
      of("a", "- Fix lids that fall off when boxes of glass are", "  Opened twice. Thanks to Bob.", "- Tape is wider"),
      of("b", "Turn the lids of all boxes that somebody has closed", "before they were weighed", "", "It is late."),
      of("c", "Weigh all boxes that have lids of glass, and tell it.", "so there"),
      of("d", "Close it slowly", "then weigh it")
    ]
    expect(items(make("release-notes", { name: "log", kind: "commits", content: log.join("") }).markdown)).toEqual([
      "- Tape is wider",
      "- Turn the lids of all boxes that somebody has closed before they were weighed",
      "- Weigh all boxes that have lids of glass, and tell it",
      "- Close it slowly",
      "- Fix lids that fall off when boxes of glass are Opened twice. Thanks to Bob."
    ])
  })
})
