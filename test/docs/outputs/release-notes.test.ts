/** Release notes (D10, D50): groups, what breaks, ranges, and an account of every change. */
import { describe, expect, it } from "vitest"
import { notesFaults } from "../../../bench/docs/outputGates.ts"
import type { Change } from "../../../plugins/docs/model/ChangesModel.ts"
import { groupOf, type Reading } from "../../../plugins/docs/outputs/release-notes/classify.ts"
import { readSubject } from "../../../plugins/docs/sources/changes/conventional.ts"
import { produce } from "../../../plugins/docs/workbench/produce.ts"
import { ruleText } from "../../../plugins/docs/writer/Section.ts"
import { petStore } from "../host.ts"
import { below, make, sample } from "./made.ts"

const own = sample("own-change-list.txt")

const groupIn = (reading: Reading, text: string, more: Partial<Change> = {}) =>
  groupOf({ ...readSubject(text), trailers: [], line: 1, ...more }, reading).group

const list: Reading = { isLog: false, byWords: true, byPaths: true, isMarked: true }
const log: Reading = { isLog: true, byWords: true, byPaths: true, isMarked: true }

describe("release notes", () => {
  it("D10 groups a change list into breaking changes, new features, improvements and bug fixes", () => {
    const { markdown } = make("release-notes", own)
    expect([...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      "Release notes",
      "2.4.0",
      "Breaking changes",
      "New features",
      "Improvements",
      "Security",
      "Bug fixes",
      "Other changes"
    ])
    expect(below(markdown, "### Breaking changes").trim()).toBe("- The v1 token endpoint is removed, use `/v2/token`")
    expect(below(markdown, "### New features")).toContain("- Added export of the audit log as CSV (#412)")
    expect(below(markdown, "### Security")).toContain("CVE-2025-0001")
  })

  it("D50 counts what is below Security as fixes", () => {
    const { report } = make(
      "release-notes",
      "## 1.0\n\n### Security\n\n- No lid without a lock\n\n### Fixed\n\n- The hinge\n"
    )
    expect(report.accounting!.groups).toEqual({
      removed: 0,
      deprecated: 0,
      newFeatures: 0,
      improvements: 0,
      bugFixes: 2,
      changes: 0
    })
  })

  it("D10 groups a commit log, conventional or not, under the same headings in the same order", () => {
    const { markdown } = make("release-notes", sample("fastify.oneline.txt"))
    expect([...markdown.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      "Breaking changes",
      "New features",
      "Improvements",
      "Bug fixes",
      "Other changes"
    ])
    expect(below(markdown, "### New features")).toContain("Add `Reply.prototype.mediaType` (#6932)")
    expect(below(markdown, "### Bug fixes")).toContain("Fix prefix route options url (#6719)")
    expect(below(markdown, "### Breaking changes")).toContain("Disable error handler overrides by default")
    expect(markdown).not.toContain("Merge branch")
  })

  it.each(["own-change-list.txt", "fastify.oneline.txt"])("D50 accounts for every change of %s", (name) => {
    const { markdown, report } = make("release-notes", sample(name))
    expect(notesFaults({ source: sample(name), markdown, report })).toEqual([])
  })

  const lines: ReadonlyArray<readonly [string, string | undefined, string]> = [
    ["feat!: drop Node 18", undefined, "breaking"],
    ["feat(stacks): add templates", undefined, "newFeatures"],
    ["fix(deps): update module x to v2", undefined, "maintenance"],
    ["chore: tidy", "Added", "newFeatures"],
    ["chore: tidy", "Misc", "maintenance"],
    ["Bug fix: totals are right", undefined, "bugFixes"],
    ["[New] A line", "Fixed", "newFeatures"],
    ["Fix crash on start", undefined, "bugFixes"],
    ["Something nobody can classify", undefined, "changes"],
    ["A line", "Added", "newFeatures"],
    ["A line", "Features ✨", "newFeatures"],
    ["A line", "Security", "security"],
    ["SECURITY: a line", undefined, "security"],
    ["Security page is new", undefined, "changes"],
    ["Fixed a line (GHSA-q2xg-9ggx-77mr)", undefined, "security"],
    ["Fixed a line (CVE-2026-1234)", "Fixed", "security"],
    ["Security keys can be renamed", undefined, "changes"],
    ["Tape 0.11 is needed", "Dependencies", "changes"],
    ["chore(deps): bump tape", "Dependencies", "maintenance"],
    ["fix(security): a line", undefined, "security"],
    ["A line", "Non-breaking changes", "changes"],
    ["Fixed a line", "Changed", "bugFixes"],
    ["Fixed a line", "Added", "newFeatures"],
    // These are from a list for users, of whom none may lose a line by a word at its beginning.
    ["Comments can now be edited", undefined, "changes"],
    ["You can now pay by invoice", undefined, "changes"],
    ["The editor no longer freezes on long notes", undefined, "changes"],
    ["Removed the v1 API", undefined, "changes"],
    ["Sync contacts with Google", undefined, "changes"],
    ["Updated the invoice page", undefined, "changes"],
    ["Format dates in your language", undefined, "changes"],
    ["Tests can be scheduled", undefined, "changes"],
    ["PATCH /x accepts a list", undefined, "changes"],
    ["Release plans are shared", undefined, "changes"],
    ["Typos in names are found", undefined, "changes"]
  ]

  it.each(lines)("D50 puts %j under heading %s of a list for users into %s", (text, heading, group) => {
    expect(groupIn(list, text, heading === undefined ? {} : { headings: [heading] })).toBe(group)
  })

  it.each([
    ["Bumped v6.0.0", [], "maintenance"],
    ["Merge branch 'next'", [], "maintenance"],
    ["Bump lodash from 4.1.0 to 4.2.0", [], "maintenance"],
    ["Bump minimum Go to 1.23", [], "changes"],
    ["fix: broken link in the docs", [], "maintenance"],
    ["fix: update integration tests", [], "maintenance"],
    ["fix: typo in a helper", ["src/a.ts"], "bugFixes"],
    ["fix: keep a comment after a docstring", [], "bugFixes"],
    ["fix: show", [], "maintenance"],
    ["fix: keep comments on `box-lint --fix`", [], "bugFixes"],
    ["fix: make box-lint work on Lambda", [], "bugFixes"],
    ["Remove redundant parentheses", [], "changes"],
    ["feat: add an icon for prettier", [], "newFeatures"],
    ["Say more [ci skip]", [], "maintenance"],
    ["Update module example.com/box/v2 to v2.58.2", [], "maintenance"],
    ["Preparing for next development iteration", [], "maintenance"],
    ["Update the box to version 2 of its lids", [], "changes"],
    ["Remove duplicate tests of the parser", [], "maintenance"],
    ["Remove curly brace", [], "changes"],
    ["Remove support for Python 3.8", [], "removed"],
    ["Add a run of tests to CI", [], "maintenance"],
    ["feat: add tests for payments", [], "newFeatures"],
    ["Update the time-out to 30 seconds", [], "changes"],
    ["increment version number to 0.24", [], "maintenance"],
    ["ios build: use more memory", [], "maintenance"],
    ["Add comments to tables", [], "changes"],
    ["Remove warnings of the packer", [], "changes"],
    ["Latest changes", [], "maintenance"],
    ["Fix a local build error", [], "changes"],
    ["Add a workflow", [], "changes"],
    ["Add a fuzz target", [], "changes"],
    ["Remove the lid option", [], "changes"],
    ["Remove deprecated lids", [], "removed"],
    ["ci.host: fix the lid", [], "maintenance"],
    ["Add box_open, which opens", [], "changes"],
    ["fix: a local build error", [], "bugFixes"],
    ["#4, #5 - bug fixes", [], "maintenance"],
    ["Update box/lid digest to db488dd", [], "maintenance"],
    ["Bump box/lid from 4 to 5 in the group", [], "maintenance"],
    ["Lock file maintenance", [], "maintenance"],
    ["Remove dependency between tooling and api", [], "changes"],
    ["Remove dependency between tooling and api", ["src/a.ts"], "changes"],
    ["Add a new rule to forbid lids", [], "changes"],
    ["Security updates", [], "changes"],
    ["re-fmt the code", [], "maintenance"],
    ["infra(lids): turn", [], "maintenance"],
    ["chore(lids):turn them", [], "maintenance"],
    ["fix: correct typos in comments", [], "maintenance"],
    ["New revision for a build", [], "maintenance"],
    ["Add a key that clears the history", [], "changes"],
    ["fix `box open`", [], "bugFixes"],
    ["box/internal: fix the lid", [], "bugFixes"],
    ["README, .github/workflows: say more", [], "maintenance"],
    ["SIGNING.md: fix the link", [], "maintenance"],
    ["fix: update the migration script", [], "bugFixes"],
    ["PATCH /x accepts a list", [], "changes"],
    ["Check more", ["test/a.ts", "docs/b.md", ".github/workflows/ci.yml"], "maintenance"],
    ["Check more", ["test/a.ts", "src/a.ts"], "changes"],
    ["feat: a page", ["docs/b.md"], "maintenance"],
    ["feat!: a page", ["docs/b.md"], "breaking"],
    ["fix: make the size of the box a getter and fix event docs", [], "bugFixes"],
    ["feat(bot): answer questions", [], "maintenance"],
    ["fix: lint issues", [], "maintenance"],
    ["Have git ignore box files", [], "maintenance"],
    ["Run `cargo fmt`", [], "maintenance"],
    ["Lock dev dependencies", [], "maintenance"],
    ["Catch errors in `LidTestCase`", [], "maintenance"],
    ["feat: deprecate the lid of glass", [], "deprecated"],
    ["fix: make the timing of lid tests longer", [], "maintenance"],
    ["fix: hold lids and update their tests", [], "bugFixes"],
    ["Fix LidPackerIT", [], "maintenance"],
    ["LIDS - Fix the weight", [], "changes"],
    ["Allow a lid when building paths", [], "changes"]
  ] as const)("D50 puts the commit %j with the files %j into %s", (text, paths, group) => {
    expect(groupIn(log, text, { paths })).toBe(group)
  })

  it("D50 does not judge by files where they would hide nearly all of a log", () => {
    const record = (path: string) =>
      `abc1234\u001f\u001fPage of the letter ${path.at(-4)}\u001f\u001fAnn\u001f\u001f${path}\u001e`
    const of = (paths: ReadonlyArray<string>) => make("release-notes", paths.map(record).join("")).report.accounting!
    expect(of(["docs/a.md", "docs/b.md"]).groups.changes).toBe(2)
    expect(of(["docs/a.md", "src/b.ts"])).toMatchObject({ maintenance: 1, groups: { changes: 1 } })
  })

  it("D10 tells what to do about a breaking change when its footer says so", () => {
    const log = "abc1234\u001f2026-01-01\u001ffeat!: new tokens\u001fBREAKING CHANGE: send tokens of v2\u001e"
    expect(below(make("release-notes", log).markdown, "### Breaking changes")).toContain("  - Send tokens of v2")
  })

  const commits = "abc1234 feat: one\nabc1235 chore: two\nabc1236 Fix typo\n"

  it("D50 includes maintenance when it is asked for, by setting or by instruction, and else counts and names it", () => {
    const plain = make("release-notes", commits)
    expect(plain.markdown).toContain("2 commits that look like routine maintenance are not listed.")
    expect(plain.markdown).not.toContain("### Maintenance")
    expect(plain.report.accounting).toMatchObject({ input: 3, breaking: 0, maintenance: 2, dropped: [] })
    expect(plain.report.dropped.map(({ item }) => item)).toEqual(["line 2: chore: two", "line 3: Fix typo"])
    const asked = make("release-notes", commits, { includeMaintenance: true })
    expect(below(asked.markdown, "### Maintenance")).toContain("- Two")
    expect(asked.report.dropped).toEqual([])
    expect(make("release-notes", commits, { instructions: "Include maintenance changes." }).markdown).toBe(
      asked.markdown
    )
  })

  it("D50 says so when there is maintenance only, or nothing", () => {
    expect(make("release-notes", "abc1234 chore: a\nabc1235 docs: b\n").markdown).toContain(
      "2 commits that look like routine maintenance are all that the log names."
    )
    expect(make("release-notes", { name: "log", kind: "commits", content: "" }).markdown).toContain("lists no changes")
  })

  it("D50 tells the subjects of commits one by one, also without hashes, bullets and blank lines", () => {
    const { markdown, report } = make("release-notes", "http: keep headers\nFix the clock (#4)\nlog: write less\n")
    expect(markdown.match(/^- /gm)).toHaveLength(3)
    expect(report.accounting!.input).toBe(3)
  })

  it("D50 tells what merges, robots and reverts repeat once, and names the rest with the reason", () => {
    const printed = (hash: string, subject: string, author = "Ann", body = "") =>
      `commit ${hash.repeat(40)}\nAuthor: ${author} <a@b.c>\nDate:   today\n\n    ${subject}\n${body === "" ? "" : `\n    ${body}\n`}\n`
    const { markdown, report } = make(
      "release-notes",
      printed("a", "Merge pull request #7 from ann/dark", "Ann", "Add a dark theme") +
        printed("b", "Add a dark theme") +
        printed("c", "Roll the tokens", "dependabot[bot]") +
        printed("d", 'Revert "Add a clock"') +
        printed("e", "Add a clock")
    )
    expect(markdown.match(/^- .*/gm)).toEqual(["- Add a dark theme (#7)"])
    expect(report.accounting).toMatchObject({ input: 5, maintenance: 1 })
    expect(report.accounting!.dropped.map(({ reason }) => reason)).toEqual([
      "It says the same as line 1",
      expect.stringContaining("It takes back line"),
      expect.stringContaining("takes it back")
    ])
  })

  it("D50 begins a version at each commit of a log that only says which version it releases, where there are no tags", () => {
    const titles = (log: string) =>
      [...make("release-notes", log).markdown.matchAll(/^## (.*)$/gm)].map(([, version]) => version)
    const log =
      "abc1235 Fix the clock\nabc1236 Release 1.2.0 (#4)\nabc1237 Fix the door\nabc1238 Bump version to 1.2.0\n"
    expect(titles(log)).toEqual(["Unreleased", "1.2.0"])
    expect(titles("abc1235 Fix the clock\nabc1238 Bump version to 1.2.0-dev\n")).toEqual(["Latest changes"])
    expect(titles("Ann (3):\n      Fix the clock\n      Release 1.2.0\n      Fix the door\n")).toEqual([
      "Latest changes"
    ])
  })

  it("D50 tells the words of a commit without branch and issues that it closes, and its part of the product in bold", () => {
    const log =
      "abc1235 fix/608 - Fix  the clock\nabc1236 http: keep headers, fixes #7 (#9)\nabc1237 Exclude __proto__ from copies\n"
    const { markdown } = make("release-notes", log)
    expect(markdown).toContain("- Fix the clock\n")
    expect(markdown).toContain("- **http:** Keep headers (#7, #9)\n")
    expect(markdown).toContain("- Exclude `__proto__` from copies\n")
  })

  it("D50 begins a version at each tag of a log", () => {
    const { markdown } = make(
      "release-notes",
      "abc1234 (HEAD -> main) feat: three\nabc1235 (tag: v1.1.0, origin/main) feat: two\nabc1236 feat: one\n"
    )
    expect([...markdown.matchAll(/^## (.*)$/gm)].map(([, version]) => version)).toEqual(["Unreleased", "v1.1.0"])
  })

  it("D50 keeps a version as its author wrote it where paragraphs stand among its lists", () => {
    const text =
      "# Changes\n\n## 2.0.0\n\n### Tokens\n\nTokens of v1 end.\n\n- Get one of v2\n\n```sh\ntool login\n```\n\n## 1.0.0\n\n- Fixed a\n"
    const { markdown, report } = make("release-notes", text)
    expect(below(markdown, "## 2.0.0")).toBe(
      "\n\n### Tokens\n\nTokens of v1 end.\n\n- Get one of v2\n\n```sh\ntool login\n```\n\n"
    )
    expect(below(markdown, "### Bug fixes")).toContain("- Fixed a")
    expect(report.accounting).toMatchObject({ input: 3, groups: { changes: 2, bugFixes: 1 } })
  })

  it("D50 keeps what stands below an item, the part of the product above it, and the author's words", () => {
    const text = "## 1.0.0\n\n### iOS\n\n- Returns are free\n  - In all shops\n\n  ```\n  a  b\n  ```\n"
    expect(below(make("release-notes", text).markdown, "### iOS")).toBe(
      "\n\n- Returns are free\n  - In all shops\n\n  ```\n  a  b\n  ```\n"
    )
  })

  const headed: ReadonlyArray<readonly [string, string]> = [
    ["## 2024-09-06 FreshRSS 1.24.3", "1.24.3 (2024-09-06)"],
    ["## 2024-1X-XX FreshRSS 1.25.0-dev", "1.25.0-dev"],
    ["### 2020-09-14_1.697.3", "2020-09-14_1.697.3"],
    ["0.74.3\n------", "0.74.3"],
    ["Changes in Element v1.6.60 (2026-06-24)\n====", "v1.6.60 (2026-06-24)"],
    ["## 0.28.1 (6th December, 2024)", "0.28.1 (6th December, 2024)"],
    ["* 3.5.3 (June 1, 2020)\n  * A line\n* 3.5.2", "3.5.3 (June 1, 2020)"]
  ]

  it.each(headed)("D50 reads the version of %j", (heading, title) => {
    const text = heading.startsWith("*") ? `${heading}\n  * Another line\n` : `# Changes\n\n${heading}\n\n- A line\n`
    const { markdown } = make("release-notes", { name: "list", kind: "changelog", content: text })
    expect(/^## (.*)$/m.exec(markdown)?.[1]).toBe(title)
    expect(below(markdown, `## ${title}`).trim()).toBe("- A line")
  })

  it("D50 takes items of a word with a list of their own as headings of groups", () => {
    const text = "## 1.0.0\n\n* Features\n\t* One\n\t\t* More of it\n* Bug fixing\n\t* Two\n* Misc.\n\t* Three\n"
    const { markdown } = make("release-notes", text)
    expect(below(markdown, "### New features").trim()).toBe("- One\n  * More of it")
    expect(below(markdown, "### Bug fixes").trim()).toBe("- Two")
    expect(below(markdown, "### Misc").trim()).toBe("- Three")
  })

  it("D50 reads what generators of change lists mark as breaking, and shows names with underscores as they are", () => {
    const { markdown } = make(
      "release-notes",
      "## 1.0.0\n\n<!-- none -->\n\n### Features\n\n- [**breaking**] Drop it\n- Add __del__ to pools\n"
    )
    expect(markdown).toContain("### Breaking changes\n\n- Drop it\n\n### New features\n\n- Add `__del__` to pools\n")
    expect(markdown).not.toContain("\n\n\n")
  })

  it("D50 takes an item that is a kind of change for the heading of what stands below it, also among others", () => {
    const { markdown } = make(
      "release-notes",
      "## 1.0.0\n\n* Pack faster\n* breaking:\n  * No more lids\n* remove:\n  * Old boxes\n* deps: tape@2\n"
    )
    expect(below(markdown, "### Breaking changes").trim()).toBe("- No more lids")
    expect(below(markdown, "### Removed").trim()).toBe("- Old boxes")
    expect(below(markdown, "## 1.0.0").trim()).toMatch(
      /^What worked before may break[^\n]*\n\n- Pack faster\n\n### Breaking changes\n/
    )
  })

  it("D50 reads types behind a picture", () => {
    expect(groupIn(log, "✨ feat(list): a line")).toBe("newFeatures")
    expect(groupIn(log, ":bug: fix: a line")).toBe("bugFixes")
    expect(groupIn(log, "📝 docs: a line")).toBe("maintenance")
  })

  const versions = ["## 3.0.0", "- Add c", "", "## 2.0.0", "- Add b", "", "## 1.0.0", "- Add a"].join("\n")

  it("tells the releases after `from` up to `to`, or the one that is named", () => {
    const told = (settings: object) =>
      [...make("release-notes", versions, settings).markdown.matchAll(/^## (.*)$/gm)].map(([, version]) => version)
    expect(told({})).toEqual(["3.0.0", "2.0.0", "1.0.0"])
    expect(told({ from: "1.0.0", to: "v2.0.0" })).toEqual(["2.0.0"])
    expect(told({ releaseVersion: "2.0.0" })).toEqual(["2.0.0"])
  })

  it("warns of a range that the source does not know", () => {
    const { report } = make("release-notes", versions, { from: "0.9" })
    expect(report.warnings).toMatchObject([{ code: "setting_ignored", message: expect.stringContaining('"0.9"') }])
  })

  it("names the release as the settings do, with the date that is given", () => {
    const { markdown } = make("release-notes", "- Add a\n- Fix b\n", {
      releaseVersion: "4.0",
      releaseDate: "2026-02-01"
    })
    expect(markdown).toContain("## 4.0 (2026-02-01)")
  })

  const modelOf = (paths: object): string => {
    const content = JSON.stringify({ ...petStore, paths })
    const task = { kind: "generate", docType: "api-reference", settings: {}, context: [] } as const
    const events = [...produce({ ...task, sources: [{ name: "pets", content }] })]
    return events.flatMap((event) => (event.type === "done" ? [event.model!] : []))[0]!
  }

  it("D10 are made from two versions of an API: what is new and what breaks clients, in their groups", () => {
    const cats = { get: { responses: { "200": { description: "All" } } } }
    const content = JSON.stringify({ ...petStore, paths: { "/cats": cats } })
    const task = { kind: "generate", docType: "release-notes", settings: {}, context: [] } as const
    const sources = [{ name: "pets", content }]
    const text = [...produce({ ...task, sources, baseline: modelOf(petStore.paths) })]
      .flatMap((event) => (event.type === "section" ? [ruleText(event.parts)] : []))
      .join("")
    expect(below(text, "### Breaking changes")).toContain("GET /pets/{id}")
    expect(below(text, "### New features")).toContain("GET /cats")
    expect(below(text, "### New features")).not.toContain("/pets")
    const [refused] = [...produce({ ...task, sources })]
    expect(refused).toMatchObject({ type: "failed", failure: { code: "unsupported_combination" } })
  })
})
