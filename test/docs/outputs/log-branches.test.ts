/** Release notes of logs with merges: what a request brought is told once, by the request or by its commits. */
import { describe, expect, it } from "vitest"
import { items, make, notesOf } from "./made.ts"

/** A commit as git prints it; of a merge with the beginnings of the hashes before it. */
const commit = (hash: string, message: string, ...parents: ReadonlyArray<string>) => {
  const merge = parents.length === 0 ? "" : `Merge: ${parents.map((one) => one.repeat(8)).join(" ")}\n`
  const body = message.split("\n").map((line) => `    ${line}`)
  return `commit ${hash.repeat(40)}\n${merge}Author: Ann <ann@example.com>\n\n${body.join("\n")}\n\n`
}

const request = (number: number, title: string) => `Merge pull request #${number} from ann/box\n\n${title}`

const of = (...commits: ReadonlyArray<string>) =>
  make("release-notes", { name: "log", kind: "commits", content: commits.join("") })

const reasonsOf = ({ report }: ReturnType<typeof of>) => report.accounting!.dropped.map(({ reason }) => reason)

describe("release notes of a log with merges", () => {
  it("tell a request and not the newest commit of its branch, whose words are others", () => {
    const made = of(
      commit("a", request(7, "fix: lids of boxes are round"), "b", "c"),
      commit("b", "feat: tape"),
      commit("c", "fix: use a circle"),
      commit("d", "fix: weigh it")
    )
    expect(items(made.markdown)).toEqual(["- Tape", "- Lids of boxes are round (#7)", "- Weigh it"])
    expect(reasonsOf(made)).toEqual(["It is part of line 1"])
  })

  it("tell what a request brings by its merge, as far as git says what that is", () => {
    const made = of(
      commit("a", request(7, "fix: lids are round"), "b", "c"),
      commit("b", request(6, "feat: tape of paper"), "f", "e"),
      commit("c", "fix: use a circle"),
      commit("d", "fix: draw it twice"),
      commit("e", "feat: glue")
    )
    expect(items(made.markdown)).toEqual(["- Tape of paper (#6)", "- Lids are round (#7)", "- Draw it twice"])
    expect(reasonsOf(made)).toEqual(["It is part of line 1", "It is part of line 9"])
  })

  it("tell each item of a merged request whose text is a list", () => {
    const made = of(
      commit("a", request(7, "- Fix round lids\n- Paper tape (#5)\n\nSigned-off-by: Ann"), "b", "c"),
      commit("b", "Weigh it"),
      commit("c", "Use a circle")
    )
    expect(items(made.markdown)).toEqual(["- Paper tape (#5, #7)", "- Weigh it", "- Fix round lids (#7)"])
    expect(reasonsOf(made)).toEqual(["It is part of line 1"])
    for (const text of ["- Fix round lids\n\nThey were square.", "- Fix round lids\n- Paper tape that\n  sticks"])
      expect(items(of(commit("a", request(7, text), "b", "c")).markdown)).toEqual(["- Fix round lids (#7)"])
  })

  it("tell what a request brings by its merge in a log for machines, whatever stands beside it", () => {
    const records = [
      ["d", "chore: sweep", "", "a"],
      ["a", "Merge pull request #7 from ann/box", "fix: lids are round", "bc"],
      ["c", "fix: use a circle", "", "b"],
      ["b", "feat: tape", "", ""]
    ].map(([hash, subject, body, parents]) => {
      const before = Array.from(parents!, (one) => one.repeat(40)).join("\n")
      return [hash!.repeat(40), "2025-01-31", subject, body, "Ann", "", "", before].join("\u001f")
    })
    const made = of(...records.map((record) => `${record}\u001e\n`))
    expect(items(made.markdown)).toEqual(["- Tape", "- Lids are round (#7)"])
    expect(reasonsOf(made)).toEqual(["It is part of line 2"])
  })

  it("tell the commits of a request that are marked where it is not, and always what breaks", () => {
    const unmarked = of(
      commit("a", request(7, "Work on lids"), "b", "c"),
      commit("b", "feat: tape"),
      commit("c", "fix: use a circle")
    )
    expect(items(unmarked.markdown)).toContain("- Use a circle")
    const broken = of(commit("a", request(7, "fix: lids are round"), "b", "c"), commit("c", "fix!: no squares"))
    expect(items(broken.markdown)).toEqual(["- No squares", "- Lids are round (#7)"])
  })

  it("tell the requests that a merge for a release brings, and believe no merge that tells nothing of its commits", () => {
    const release = request(9, "Release branch v1.10.0")
    const made = of(
      commit("a", release, "b", "c"),
      commit("c", request(7, "Lids are round"), "d", "e"),
      commit("e", "Use a circle"),
      commit("d", request(6, "Tape of paper"), "f", "8"),
      commit("8", "Glue it")
    )
    expect(items(made.markdown)).toEqual(["- Lids are round (#7)", "- Tape of paper (#6)"])
    const direct = of(commit("a", release, "b", "c"), commit("c", "Use a circle"), commit("d", "Glue it"))
    expect(items(direct.markdown)).toEqual(["- Use a circle", "- Glue it"])
  })

  it("keep the commits of a branch whose merge has only its name", () => {
    const made = of(commit("a", request(7, "develop"), "b", "c"), commit("b", "Add tape"), commit("c", "Use a circle"))
    expect(items(made.markdown)).toEqual(["- Add tape", "- Use a circle (#7)"])
  })

  it("know the commits of a branch by those before them, where a reader of the repository names them", () => {
    const record = (hash: string, subject: string, ...before: ReadonlyArray<string>) =>
      [hash.repeat(40), "", subject, "", "Ann", "", "", before.map((one) => one.repeat(40)).join("\n")].join("\u001f")
    const log = [
      record("a", "Merge PR #7: Lids are round", "b", "d"),
      record("b", "Add tape", "e"),
      record("d", "Use a circle", "c"),
      record("c", "Draw it twice", "e")
    ]
    const { markdown } = make("release-notes", { name: "log", kind: "commits", content: log.join("\u001e") })
    expect(items(markdown)).toEqual(["- Lids are round (#7)", "- Add tape"])
  })

  it("count merges without words of their own as such, and not as maintenance", () => {
    const merge = "Merge pull request #7 from ann/box"
    expect(notesOf([merge, "Add tape"]).report.accounting).toMatchObject({ maintenance: 0 })
    expect(notesOf([merge, "Merge branch 'next'"]).markdown).toContain("names only merges, and not what they bring.")
    expect(notesOf([merge, "docs: lids"]).markdown).toContain("is all that the log names besides merges.")
  })

  it("have the number of a merge without words of its own where it is sure which commit it brought", () => {
    const merge = "Merge pull request #7 from ann/round-lid-bug"
    expect(items(notesOf([merge, "Fix a bug of rounded lids"]).markdown)).toEqual(["- Fix a bug of rounded lids"])
    const printed = of(commit("a", merge, "b", "c"), commit("b", "Add tape"), commit("c", "Weigh it"))
    expect(items(printed.markdown)).toEqual(["- Add tape", "- Weigh it (#7)"])
  })

  it("tell releases of parts as such, with the lists that they bring, and not as maintenance", () => {
    const notes = ":robot: I have created a release\n\n### Bug Fixes\n\n* **lid:** turn ([#8](https://example.com/8))"
    const made = of(
      commit("a", "chore(main): release box 1.10.0 (#9)"),
      commit("b", "feat: tape"),
      commit("c", `chore(main): release lids/round v0.3.1 (#7)\n\n${notes}`),
      commit("d", "chore: publish the list of lids")
    )
    expect(made.markdown.match(/^ *(?:##? |- ).*$/gm)).toEqual([
      "# Release notes",
      "## box 1.10.0",
      "- Tape",
      "- Release lids/round v0.3.1 (#7)",
      "  - **lid:** turn ([#8](https://example.com/8))"
    ])
    expect(made.report.accounting).toMatchObject({ maintenance: 2 })
    expect(made.report.dropped.map(({ item }) => item)).not.toContain("The text below the subject of a commit")
  })

  it("tell what a private fork brings by its first commit", () => {
    const made = of(
      commit("a", "Merge commit from fork\n\n* fix: no lid without a lock\n\n* more"),
      commit("b", "feat: tape"),
      commit(
        "c",
        "Merge commit from fork\n\nThe lid of glass (see v1.2) was only\nlocked at one side. It opened\nby itself.\n\nAsk Ann."
      )
    )
    expect(items(made.markdown)).toEqual([
      "- Tape",
      "- No lid without a lock",
      "- The lid of glass (see v1.2) was only locked at one side"
    ])
  })
})
