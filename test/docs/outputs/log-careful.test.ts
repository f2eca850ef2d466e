/** Release notes of logs as a careful editor makes them: what holds in the end is told once, with what users must know of it. */
import { describe, expect, it } from "vitest"
import { items, make, notesOf } from "./made.ts"

const commit = (hash: string, subject: string, ...body: ReadonlyArray<string>) =>
  `commit ${hash.repeat(40)}\nAuthor: Ann <ann@example.com>\n\n${["    " + subject, "", ...body.map((line) => `    ${line}`)].join("\n")}\n\n`

const printed = (...commits: ReadonlyArray<string>) =>
  make("release-notes", { name: "log", kind: "commits", content: commits.join("") })

const linesOf = (markdown: string) => markdown.match(/^(?:### | *- ).*$/gm)

const reasonsOf = ({ report }: ReturnType<typeof make>) => report.accounting!.dropped.map(({ reason }) => reason)

describe("release notes of a log", () => {
  it("names in the report the texts below subjects that are listed, unless the notes have them", () => {
    const commits = [commit("a", "feat: lids of glass", "They are blown by hand."), commit("b", "fix: tape")]
    const left = printed(...commits).report.dropped.map(({ item }) => item)
    expect(left).toContain("The text below the subject of a commit")
    const hidden = printed(commit("a", "chore: bump x", "Of old."), commit("b", "fix: tape"))
    expect(hidden.report.dropped.map(({ item }) => item).join()).not.toContain("below the subject")
  })

  it("D50 counts every commit that it does not list, also those that say the same", () => {
    const { markdown, report } = make("release-notes", "abc1234 feat: one\nabc1235 docs: two\nabc1236 docs: two\n")
    expect(markdown).toContain("2 commits that look like routine maintenance are not listed.")
    expect(report.accounting).toMatchObject({ input: 3, maintenance: 1, dropped: [{ item: "line 3: docs: two" }] })
  })

  it("name of what it does not list the same reason for all", () => {
    const { report } = notesOf(["feat: one", "docs: say more (#5)", "docs: say more (#4)"])
    const because = "Maintenance: It is marked as docs"
    expect([...report.dropped, ...report.accounting!.dropped]).toEqual([
      { item: "line 2: docs: say more (#5)", reason: because },
      { item: "line 3: docs: say more (#4)", reason: because }
    ])
  })

  it("take a number for no part of the product", () => {
    const { markdown } = notesOf([
      "feat(115): lids of glass (#118)",
      "fix(BOX-7): the hinge",
      "fix(utf-8): names of boxes"
    ])
    expect(items(markdown)).toEqual([
      "- Lids of glass (115, #118)",
      "- The hinge (BOX-7)",
      "- **utf-8:** Names of boxes"
    ])
  })

  it("call a number behind a mark one of an issue where the message does", () => {
    const { markdown } = printed(commit("a", "feat(115): lids of glass", "Closes #115."), commit("b", "fix: weigh it"))
    expect(items(markdown)[0]).toBe("- Lids of glass (#115)")
  })

  it("tell nothing of what another commit takes back by its number or hash, and keep what that does in its place", () => {
    const made = notesOf(["feat: tape", "Revert #4", "feat: lids of ice (#4)", "fix: the hinge"])
    expect(items(made.markdown)).toEqual(["- Tape", "- The hinge"])
    const other = printed(
      commit("a", "fix: weigh lids once (#6)", "This reverts #5 and", "counts them."),
      commit("b", "fix: weigh lids twice (#5)"),
      commit("c", "feat: tape"),
      commit("d", "Reverting the lid", `This reverts commit ${"e".repeat(40)}.`),
      commit("e", "feat: lids of ice")
    )
    expect(items(other.markdown)).toEqual(["- Tape", "- Weigh lids once (#6)"])
    expect(reasonsOf(other)).toEqual(["Line 1 takes it back", "It takes back line 28", "Line 21 takes it back"])
    const part = printed(commit("a", "fix: weigh lids", "Reverts part of #5."), commit("b", "feat: tape (#5)"))
    expect(items(part.markdown)).toHaveLength(2)
  })

  it.each(["break: lids are round", "breaking(box): lids are round", "💥 lids are round"])(
    "tell that it breaks: %s",
    (of) => {
      expect(notesOf([of, "fix: tape"]).report.accounting).toMatchObject({ breaking: 1 })
    }
  )

  it("tell what breaks wherever the message says so", () => {
    const body = ["It is round.", "", "BREAKING CHANGE:", "No more", "keys.", "", "More words."]
    const { markdown } = printed(commit("a", "feat: lids", ...body), commit("b", "fix: tape"))
    expect(linesOf(markdown)!.slice(0, 3)).toEqual(["### Breaking changes", "- Lids", "  - No more keys."])
  })
})

describe("release notes of a log without marks", () => {
  it("have last what may be for developers only, with nothing left out", () => {
    const { markdown, report } = notesOf([
      "Tweak the link to the board",
      "Turn lids both ways",
      "Another build attempt",
      "Fix the hinge",
      "Weigh it"
    ])
    expect(linesOf(markdown)).toEqual([
      "### Changes",
      "- Turn lids both ways",
      "- Weigh it",
      "- Tweak the link to the board",
      "- Another build attempt",
      "### Bug fixes",
      "- Fix the hinge"
    ])
    expect(report.accounting).toMatchObject({ maintenance: 0, groups: { changes: 4, bugFixes: 1 } })
  })

  it("judge a merge by the files of the commit that says the same", () => {
    const merge = (hash: string, number: number, title: string) =>
      commit(hash, `Merge pull request #${number} from ann/lids`, title)
    const { markdown, report } = printed(
      merge("a", 4, "Always pass the size"),
      commit("b", "Always pass the size") + ".github/workflows/size.yml\n\n",
      merge("c", 3, "Turn lids"),
      commit("d", "Turn lids") + "src/lid.ts\nlid-tests/lid.ts\n\n",
      commit("e", "Weigh it twice") + "lid-tests/weight.ts\n\n"
    )
    expect(items(markdown)).toEqual(["- Turn lids (#3)"])
    expect(report.accounting).toMatchObject({ groups: { changes: 1 } })
  })

  it("count no commit by which the service published a document, unless it carries a version", () => {
    const own = (hash: string) => commit(hash, "docs: update release-notes", "Docs-Version-Id: ver_1")
    const others = [commit("a", "feat: lids of glass"), commit("b", "chore: tidy up")]
    const made = printed(own("c"), ...others, own("d"))
    expect(made.markdown).toBe(printed(...others).markdown)
    expect(made.report.dropped.map(({ item }) => item)).toContain("line 1: docs: update release-notes")
    const tagged = printed(own("c").replace("\n", " (tag: v1.2.0)\n"), ...others)
    expect(tagged.markdown).toContain("## v1.2.0\n")
  })

  it("are one list where such words are all there is", () => {
    const subjects = ["Show links", "Weigh links"]
    expect(linesOf(notesOf(subjects).markdown)).toEqual(subjects.map((line) => `- ${line}`))
  })

  it.each([
    ["Fix #12: apply glue to lids (#13)", "- Apply glue to lids (#12, #13)"],
    ["lids: Fixes #12 - hinges of glass", "- **lids:** Hinges of glass (#12)"]
  ])("call a fix what fixes an issue: %s", (subject, item) => {
    const { markdown } = notesOf([subject, "Turn lids both ways"])
    expect(linesOf(markdown)).toEqual(["### Changes", "- Turn lids both ways", "### Bug fixes", item])
  })

  it("call no fix what an issue asked for", () => {
    const { markdown } = notesOf(["Fixes #12: add lids of glass", "Closes #13: hinges of glass"])
    expect(markdown).not.toContain("### Bug fixes")
  })

  it("call a fix what fails no more, and not what is done in another way", () => {
    const { markdown } = notesOf([
      "lid: Don't fail without a hinge",
      "Do not fail fast on lids",
      "Don't turn lids twice"
    ])
    expect(linesOf(markdown)!.slice(-2)).toEqual(["### Bug fixes", "- **lid:** Don't fail without a hinge"])
  })
})
