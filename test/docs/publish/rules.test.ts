/** Where may be published, and how release notes grow: the pure rules of publishing. */
import { deflateSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { isBranchName } from "../../../plugins/docs/git/branchName.ts"
import { measurePack, PackTooLarge } from "../../../plugins/docs/git/NodePackLimits.ts"
import { pathProblem } from "../../../plugins/docs/publish/paths.ts"
import { isOwnMessage, messageOf } from "../../../plugins/docs/publish/Publication.ts"
import { prependNotes } from "../../../plugins/docs/publish/releaseNotes.ts"

describe("a path", () => {
  it.each([
    "",
    "/etc/a.md",
    "../a.md",
    "a/../../b.md",
    "a/./b.md",
    "a//b.md",
    "a\\b.md",
    "C:/a.md",
    "a\0.md",
    "a\n.md",
    ".git/a.md",
    ".git.md",
    "a/.GIT.MDX",
    ".github/workflows.md",
    ".GIT/a.md",
    "a/.git/b.md",
    "git~1/a.md",
    ".git./a.md",
    ".git /a.md",
    ".g\u200cit/a.md",
    ".git::$INDEX_ALLOCATION/a.md",
    ".github/workflows/a.md",
    ".circleci/a.md",
    "a.sh",
    "a",
    ".md",
    "docs/",
    "a.md.exe"
  ])("D60 refuses %j", (path) => expect(pathProblem(path)).toBeDefined())

  it.each(["README.md", "docs/a b.md", "docs/ü.mdx", ".github/a.md", "a/..b.md", "git/a.md"])("D60 takes %j", (path) =>
    expect(pathProblem(path)).toBeUndefined()
  )
})

describe("a branch", () => {
  it.each([
    "a..b",
    "a b",
    "-a",
    "a~1",
    "a^",
    "a:b",
    "a?",
    "a*",
    "a[",
    "a\\b",
    "/a",
    "a/",
    "a//b",
    ".a",
    "a/.b",
    "a.lock",
    "a.",
    "@",
    "a@{b",
    "HEAD",
    ""
  ])("D66 refuses %j", (name) => expect(isBranchName(name)).toBe(false))
  it.each(["main", "feature/a-b", "v1.2", "a@b", "ü"])("D66 takes %j", (name) => expect(isBranchName(name)).toBe(true))
})

describe("release notes", () => {
  const old = "# Release notes\n\n## 1.0.0\n\n- First.\n"
  it("D67 puts a new version on top and keeps the others", () => {
    expect(prependNotes("# Release notes\n\n## 1.1.0\n\n- Second.\n", old)).toBe(
      "# Release notes\n\n## 1.1.0\n\n- Second.\n\n## 1.0.0\n\n- First.\n"
    )
  })
  it("D67 replaces a version that stands there, and nothing when it is the same", () => {
    const both = "# Release notes\n\n## 1.1.0\n\n- Second.\n\n## 1.0.0\n\n- First.\n"
    expect(prependNotes("# Release notes\n\n## 1.0.0\n\n- Better.\n", both)).toBe(both.replace("First", "Better"))
    expect(prependNotes("# Release notes\n\n## 1.1.0\n\n- Second.\n", both)).toBe(both)
  })
  it("D67 takes a version with its day for the same one, and replaces the first of two", () => {
    const old = "# Release notes\n\n## 1.1.0\n\n- First.\n\n## 1.0.0 (1 May 2026)\n\n- Old.\n"
    const dated = "# Release notes\n\n## 1.1.0 (27 May 2026)\n\n- First.\n"
    expect(prependNotes(dated, old)).toBe(old.replace("## 1.1.0", "## 1.1.0 (27 May 2026)"))
    const twice = `${old}\n## 1.1.0\n\n- Other.\n`
    expect(prependNotes(dated, twice)).toBe(twice.replace("## 1.1.0", "## 1.1.0 (27 May 2026)"))
  })

  it("D67 writes a version as the file does, below what is not released, and keeps its definitions of links", () => {
    const file = (version: string, definitions = "") =>
      `# Changelog\n\n## [Unreleased]\n\n- Next.\n\n${version}## [1.0.0] - 2026-05-01\n\n- First.\n${definitions}`
    const notes = "# Release notes\n\n## 1.1.0 (2026-05-27)\n\n- Second.\n\n## v1.0.0 (2026-05-01)\n\n- Better.\n"
    const better = file("## [1.1.0] - 2026-05-27\n\n- Second.\n\n")
      .replace("First", "Better")
      .replace("[1.0.0]", "[v1.0.0]")
    expect(prependNotes(notes, file(""))).toBe(better)
    expect(prependNotes(notes, better)).toBe(better)
    const linked = "\n[Unreleased]: https://example.com/b\n[1.0.0]: https://example.com/a\n"
    expect(prependNotes(notes, file("", linked))).toBe(better.replaceAll(/\[(v?1.*?)\]/g, "$1") + linked)
  })

  it("D67 takes a title that is the version, with groups below it", () => {
    const notes = (version: string) => `# ${version}\n\n## Bug fixes\n\n- A fix.\n`
    expect(prependNotes(notes("2.0"), notes("1.0"))).toBe(`${notes("2.0")}\n${notes("1.0")}`)
  })
  it("D67 comes above versions that are titles, where they stay as they are", () => {
    const notes = "# Release notes\n\n## 2.0\n\n### Bug fixes\n\n- A fix.\n"
    for (const present of [
      "# 1.1\n\n## Bug fixes\n\n- One.\n\n# 1.0\n\n## Bug fixes\n\n- Two.\n",
      "# v1.0\n\n- Two.\n",
      "# 1.1.0\n\n## Added\n\n- One.\n\n# 1.0\n\n## Fixed\n\n- Two.\n",
      "# [v1.1.0] (2026-05-01)\n\n## What's changed\n\n- One.\n"
    ]) {
      const first = prependNotes(notes, present)
      expect(first).toBe(`${notes}\n${present}`)
      expect(prependNotes(notes, first)).toBe(first)
    }
    for (const title of ["# Lids 1.1\n", "# Lids\n"]) {
      const below = "\n## [Unreleased]\n\n- Next.\n\n## 1.0\n\n- Two.\n"
      expect(prependNotes(notes, title + below).startsWith(`${title}\n## [Unreleased]\n`)).toBe(true)
    }
  })
  it("D67 comes above versions that are underlined, and takes the place of its own", () => {
    const notes = "# Release notes\n\n## 2.0\n\n- New.\n"
    const file = (version: string) => `Changes\n=======\n\n${version}1.0 (2026-05-01)\n----------------\n\n- Old.\n`
    expect(prependNotes(notes, file(""))).toBe(file("## 2.0\n\n- New.\n\n"))
    expect(prependNotes(notes, file("2.0\n---\n\n- Newer.\n\n"))).toBe(file("## 2.0\n\n- New.\n\n"))
    expect(prependNotes(notes, "1.0\n===\n\n- Old.\n")).toBe(`${notes}\n1.0\n===\n\n- Old.\n`)
    const code = "# A\n\n```\n\n1.0\n---\n```\n\n## 1.0\n"
    expect(prependNotes(notes, code)).toBe(code.replace("## 1.0", "## 2.0\n\n- New.\n\n## 1.0"))
  })
  it("D67 begins a file that is not there or empty", () => {
    for (const present of [undefined, "", " \n"]) expect(prependNotes(old, present)).toBe(old)
  })
})

it("D66 knows its own commits by their trailers", () => {
  const of = { docType: "readme", generationId: "gen_1", versionId: "ver_1" } as const
  expect(messageOf(of)).toBe("docs: update readme\n\nDocs-Generation-Id: gen_1\nDocs-Version-Id: ver_1\n")
  expect(isOwnMessage(messageOf(of, "Anything"))).toBe(true)
  expect(isOwnMessage("Mention Docs-Version-Id in the text")).toBe(false)
  const quoted = `Revert what broke the pages:\n\n${messageOf(of)}`
  expect(isOwnMessage(`${quoted}\nThe links were wrong.\n`)).toBe(false)
  expect(isOwnMessage(`${quoted}\r\n\r\nThe links were wrong.`)).toBe(false)
  expect(isOwnMessage(messageOf(of, "Anything").replaceAll("\n", "\r\n"))).toBe(true)
})

describe("a pack", () => {
  const packOf = (size: number, content: Buffer) => {
    const bytes = [(3 << 4) | (size & 15)]
    for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
      bytes[bytes.length - 1]! |= 0x80
      bytes.push(rest & 0x7f)
    }
    return Buffer.concat([
      Buffer.from("PACK\0\0\0\u0002\0\0\0\u0001", "latin1"),
      Buffer.from(bytes),
      deflateSync(content)
    ])
  }
  const limits = { packBytes: 1e6, unpackedBytes: 1e6, ratio: 200 }
  it("D61 is taken when it unpacks to little, and refused before it is unpacked otherwise", () => {
    measurePack(packOf(1_000, Buffer.alloc(1_000)), limits)
    expect(() => measurePack(packOf(2e6, Buffer.alloc(2e6)), { ...limits, ratio: 1e6 })).toThrow(
      new PackTooLarge("The repository unpacks to more than 1000000 bytes")
    )
    expect(() => measurePack(packOf(1e5, Buffer.alloc(1e5)), { ...limits, ratio: 20 })).toThrow(PackTooLarge)
    // One that says it is small and is not: the unpacking ends at what it said.
    expect(() => measurePack(packOf(10, Buffer.alloc(2e6)), limits)).toThrow()
    expect(() => measurePack(new Uint8Array(2e6), limits)).toThrow(
      new PackTooLarge("The repository has more than 1000000 bytes")
    )
  })
})
