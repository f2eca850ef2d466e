/** Release notes (D10, D50): groups, what breaks, ranges, and an account of every change. */
import { describe, expect, it } from "vitest"
import { notesFaults } from "../../../bench/docs/outputGates.ts"
import { groupOf } from "../../../plugins/docs/outputs/release-notes/classify.ts"
import { readSubject } from "../../../plugins/docs/sources/changes/conventional.ts"
import { produce } from "../../../plugins/docs/workbench/produce.ts"
import { ruleText } from "../../../plugins/docs/writer/Section.ts"
import { petStore } from "../host.ts"
import { below, make, sample } from "./made.ts"

const own = sample("own-change-list.txt")

interface Label {
  readonly from: string
  readonly text: string
  readonly heading?: string
  readonly group: string
}

const labels = JSON.parse(sample("labels.json")) as ReadonlyArray<Label>

const groupOfLine = ({ heading, text }: Pick<Label, "heading" | "text">) =>
  groupOf({ ...readSubject(text), trailers: [], line: 1, ...(heading === undefined ? {} : { heading }) })

describe("release notes", () => {
  it("D10 groups a change list into breaking changes, new features, improvements and bug fixes", () => {
    const { markdown } = make("release-notes", own)
    expect([...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      "Release notes",
      "2.4.0",
      "Breaking changes",
      "New features",
      "Improvements",
      "Bug fixes"
    ])
    expect(below(markdown, "### Breaking changes").trim()).toBe("- The v1 token endpoint is removed, use `/v2/token`")
    expect(below(markdown, "### New features")).toContain("- Add export of the audit log as CSV (#412)")
    expect(below(markdown, "### Bug fixes")).toContain("CVE-2025-0001")
  })

  it("D10 groups a commit log, conventional or not, under the same headings in the same order", () => {
    const { markdown } = make("release-notes", sample("fastify.oneline.txt"))
    expect([...markdown.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      "Breaking changes",
      "New features",
      "Improvements",
      "Bug fixes"
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

  it("D50 puts changes into the group that people put them into, 19 times out of 20", () => {
    const right = labels.filter((label) => groupOfLine(label) === label.group)
    expect(right.length / labels.length).toBeGreaterThanOrEqual(0.95)
  })

  const lines: ReadonlyArray<readonly [string, string | undefined, string]> = [
    ["feat!: drop Node 18", undefined, "breaking"],
    ["feat(stacks): add templates", undefined, "newFeatures"],
    ["fix(deps): update module x to v2", undefined, "maintenance"],
    ["Speed up the parser", undefined, "improvements"],
    ["Fix crash on start", undefined, "bugFixes"],
    ["Something nobody can classify", undefined, "improvements"],
    ["A line", "Added", "newFeatures"],
    ["A line", "Security", "bugFixes"],
    ["fix: a line", "ADDITIONS", "bugFixes"],
    ["Bumped v6.0.0", undefined, "maintenance"],
    ["Merge branch 'next'", undefined, "maintenance"]
  ]

  it.each(lines)("D50 puts %j under heading %s into %s", (text, heading, group) => {
    expect(groupOfLine({ text, ...(heading === undefined ? {} : { heading }) })).toBe(group)
  })

  it("D10 tells what to do about a breaking change when its footer says so", () => {
    const log = "abc1234\u001f2026-01-01\u001ffeat!: new tokens\u001fBREAKING CHANGE: send tokens of v2\u001e"
    expect(below(make("release-notes", log).markdown, "### Breaking changes")).toContain("  - Send tokens of v2")
  })

  it("D50 includes maintenance when it is asked for, by setting or by instruction", () => {
    const plain = make("release-notes", own)
    expect(plain.markdown).not.toContain("Maintenance")
    expect(plain.report.accounting).toEqual({
      input: 10,
      groups: { newFeatures: 2, improvements: 2, bugFixes: 3 },
      breaking: 1,
      maintenance: 2,
      dropped: []
    })
    const asked = make("release-notes", own, { includeMaintenance: true })
    expect(below(asked.markdown, "### Maintenance")).toContain("- Typo")
    expect(make("release-notes", own, { instructions: "Include maintenance changes." }).markdown).toBe(asked.markdown)
  })

  it("D50 says so when there is maintenance only, or nothing", () => {
    expect(make("release-notes", "1.0.1\n- bumped deps\n- typo\n").markdown).toContain("maintenance only: 2")
    expect(make("release-notes", { name: "log", kind: "commits", content: "" }).markdown).toContain("lists no changes")
  })

  const log = ["## 3.0.0", "- Add c", "", "## 2.0.0", "- Add b", "", "## 1.0.0", "- Add a"].join("\n")

  it("tells the releases after `from` up to `to`, or the one that is named", () => {
    const versions = (settings: object) =>
      [...make("release-notes", log, settings).markdown.matchAll(/^## (.*)$/gm)].map(([, version]) => version)
    expect(versions({})).toEqual(["3.0.0", "2.0.0", "1.0.0"])
    expect(versions({ from: "1.0.0", to: "v2.0.0" })).toEqual(["2.0.0"])
    expect(versions({ releaseVersion: "2.0.0" })).toEqual(["2.0.0"])
  })

  it("warns of a range that the source does not know", () => {
    const { report } = make("release-notes", log, { from: "0.9" })
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
