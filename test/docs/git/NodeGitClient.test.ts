/** The git client against git's own server: reading, one commit, races, tokens, and every address that is refused. */
import { writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import {
  GitClient,
  type GitFailed,
  type ReadRepository,
  type WriteRepository
} from "../../../plugins/docs/git/GitClient.ts"
import * as NodeGitClient from "../../../plugins/docs/git/NodeGitClient.ts"
import { repoToken, startGitHost, type GitHost } from "../gitHost.ts"

type Client = GitClient["Service"]

const using = <A>(allowed: ReadonlyArray<string>, use: (client: Client) => Effect.Effect<A, GitFailed>) =>
  Effect.runPromise(Effect.result(Effect.provide(Effect.flatMap(GitClient, use), NodeGitClient.layer(allowed))))

const readFrom = (host: GitHost, request: Partial<ReadRepository> = {}) =>
  using([host.origin], (client) => client.read({ url: host.url, ...request }))

const writing = (host: GitHost, request: Partial<WriteRepository> = {}) =>
  using([host.origin], (client) =>
    client.write({
      url: host.url,
      token: Redacted.make(repoToken),
      message: "docs: update readme\n\nDocs-Version-Id: ver_1\n",
      author: { name: "Docs Service", email: "docs@users.noreply.invalid" },
      at: Date.parse("2026-01-15T09:30:00Z"),
      change: () => Effect.succeed([{ path: "docs/api.md", text: "# API\n" }]),
      ...request
    })
  )

const success = (result: any) => {
  expect(result._tag, JSON.stringify(result.failure)).toBe("Success")
  return result.success
}

const failure = (result: any) => {
  expect(result._tag).toBe("Failure")
  return result.failure as GitFailed
}

describe("reading", () => {
  it("D4 reads texts, structure and head of the default branch, and marks what is no text", async () => {
    const host = await startGitHost({ "README.md": "# Project\n", "src/a/b.ts": "export {}\n", "logo.bin": "a\0b" })
    const read = success(await readFrom(host))
    expect(read).toMatchObject({ url: host.url, branch: "main", message: "Begin\n", log: "" })
    expect(read.commit).toBe(host.git("rev-parse", "main").trim())
    expect(read.files).toEqual([
      { path: "README.md", bytes: 10, text: "# Project\n" },
      { path: "logo.bin", bytes: 3 },
      { path: "src/a/b.ts", bytes: 10, text: "export {}\n" }
    ])
    expect(host.seen.every(({ authorization }) => authorization === undefined)).toBe(true)
  })

  it("D4 reads an address that ends in slashes, as git does", async () => {
    const host = await startGitHost()
    expect(success(await readFrom(host, { url: `${host.url}//` }))).toMatchObject({ url: host.url, branch: "main" })
    expect(host.seen.map(({ path }) => path).filter((path) => path.includes("//"))).toEqual([])
  })

  it("D4 says of a repository that asks for a token that none was sent, or a wrong one", async () => {
    const host = await startGitHost()
    host.isPrivate = true
    expect(failure(await readFrom(host))).toMatchObject({
      code: "source_unreachable",
      message: "There is no public repository at this address: the host asks for an access token"
    })
    const wrong = await readFrom(host, { token: Redacted.make("wrong-token-value") })
    expect(failure(wrong)).toMatchObject({ code: "publish_unauthorized" })
    expect(success(await readFrom(host, { token: Redacted.make(repoToken) })).branch).toBe("main")
  })

  it("D10 reads the history since the tag before, with authors, tags, files and the commits before each", async () => {
    const host = await startGitHost()
    host.commit({ a: "1" }, "feat: one")
    host.git("tag", "-a", "v1.0.0", "-m", "v1", "main")
    host.commit({ a: "2", "b/c": "1" }, "fix: two\n\nWith a body.")
    host.commit({ "b/c": "2" }, "feat: three")
    host.git("tag", "v1.1.0", "main")
    const { log } = success(await readFrom(host, { depth: 200 }))
    const records = log.split("\u001e").filter((record: string) => record !== "")
    const [three, two, one] = host.git("log", "--format=%H", "main").trim().split("\n")
    expect(records.map((record: string) => record.split("\u001f").toSpliced(1, 1))).toEqual([
      [three, "feat: three", "", "Ann", "v1.1.0", "b/c", two],
      [two, "fix: two", "With a body.", "Ann", "", "a\nb/c", one]
    ])
  })

  it("D4 follows no link of a repository", async () => {
    const host = await startGitHost({ "README.md": "x", passwd: "-> /etc/passwd" })
    expect(success(await readFrom(host)).files.map(({ path }: { path: string }) => path)).toEqual(["README.md"])
  })

  it.each([
    ["a branch that is not there", { branch: "nope" }, "source_unreachable"],
    ["a repository that is not there", { url: "/team/none.git" }, "source_unreachable"],
    ["a branch with a name that git refuses", { branch: "a..b" }, "unsafe_path"],
    ["a branch that looks like an option", { branch: "--upload-pack=x" }, "unsafe_path"]
  ] as const)("refuses %s", async (_, request, code) => {
    const host = await startGitHost()
    const url = "url" in request ? `${host.origin}${request.url}` : host.url
    expect(failure(await readFrom(host, { ...request, url })).code).toBe(code)
  })
})

describe("writing", () => {
  it("D21 and D66 adds exactly one commit with author, time and message, and leaves everything else", async () => {
    const host = await startGitHost({ "README.md": "# Project\n", "docs/old.md": "old\n" })
    const before = host.git("rev-parse", "main").trim()
    const written = success(await writing(host))
    expect(written).toMatchObject({ branch: "main", changed: true })
    expect(host.git("rev-parse", "main").trim()).toBe(written.commit)
    expect(host.git("rev-parse", "main~1").trim()).toBe(before)
    expect(host.git("show", "main:docs/api.md")).toBe("# API\n")
    expect(host.git("diff", "--name-status", "main~1", "main")).toBe("A\tdocs/api.md\n")
    expect(host.git("log", "-1", "--format=%an|%ae|%aI|%B", "main")).toContain(
      "Docs Service|docs@users.noreply.invalid|2026-01-15T09:30:00+00:00|docs: update readme\n\nDocs-Version-Id: ver_1"
    )
    host.git("fsck", "--strict")
  })

  it("D66 makes no commit when nothing changes", async () => {
    const host = await startGitHost()
    const first = success(await writing(host))
    expect(success(await writing(host))).toEqual({ ...first, changed: false })
    expect(host.git("rev-list", "--count", "main").trim()).toBe("2")
  })

  it("D66 makes a branch that was asked for without a commit when nothing changes", async () => {
    const host = await startGitHost({ "docs/api.md": "# API\n" })
    const main = host.git("rev-parse", "main").trim()
    const written = success(await writing(host, { branch: "pages", createBranch: true }))
    expect(written).toEqual({ commit: main, branch: "pages", changed: false })
    expect(host.git("rev-parse", "pages").trim()).toBe(main)
  })

  it("D66 takes up what others pushed meanwhile, and never forces", async () => {
    const host = await startGitHost({ "notes.md": "old\n" })
    let races = 2
    host.onRequest = (path) => {
      if (path.includes("service=git-receive-pack") && races-- > 0) host.commit({ [`other-${races}`]: "x" }, "Other")
    }
    const written = success(
      await writing(host, {
        change: (read) => Effect.map(read("notes.md"), (text) => [{ path: "notes.md", text: `new\n${text}` }])
      })
    )
    expect(written.changed).toBe(true)
    expect(host.git("log", "--format=%s", "main").trim().split("\n")).toEqual([
      "docs: update readme",
      "Other",
      "Other",
      "Begin"
    ])
    expect(host.git("show", "main:notes.md")).toBe("new\nold\n")
  })

  it("D66 takes up a commit that lands after the host told its branches, right before the push", async () => {
    const host = await startGitHost()
    let races = 1
    host.onRequest = (path) => {
      if (path.endsWith("/git-receive-pack") && races-- > 0) host.commit({ other: "x" }, "Other")
    }
    expect(success(await writing(host)).changed).toBe(true)
    expect(host.git("log", "--format=%s", "main").trim().split("\n")).toEqual(["docs: update readme", "Other", "Begin"])
  })

  it("D66 names a rule of the host that refuses the commit", async () => {
    const host = await startGitHost()
    const hook = `${host.git("rev-parse", "--absolute-git-dir").trim()}/hooks/pre-receive`
    writeFileSync(hook, "#!/bin/sh\nexit 1\n", { mode: 0o755 })
    expect(failure(await writing(host))).toMatchObject({
      code: "publish_unauthorized",
      message: expect.stringContaining("such as a hook")
    })
  })

  it("D66 gives up after three retries", async () => {
    const host = await startGitHost()
    let races = 0
    host.onRequest = (path) => {
      if (path.includes("service=git-receive-pack")) host.commit({ [`other-${races++}`]: "x" }, "Other")
    }
    expect(failure(await writing(host)).code).toBe("publish_conflict")
  })

  it("D66 begins an empty repository, and a branch only when asked", async () => {
    const empty = await startGitHost(undefined)
    expect(success(await writing(empty))).toMatchObject({ branch: "main", changed: true })
    const host = await startGitHost()
    expect(failure(await writing(host, { branch: "pages" })).code).toBe("source_unreachable")
    expect(success(await writing(host, { branch: "pages", createBranch: true }))).toMatchObject({ branch: "pages" })
    expect(host.git("rev-list", "--count", "pages").trim()).toBe("2")
  })

  it("D66 says so when the token is not accepted, and shows it nowhere", async () => {
    const host = await startGitHost()
    const refused = failure(await writing(host, { token: Redacted.make("wrong-token-value") }))
    expect(refused.code).toBe("publish_unauthorized")
    expect(JSON.stringify(refused)).not.toContain("wrong-token-value")
    expect(host.git("rev-list", "--count", "main").trim()).toBe("1")
  })

  it("D60 does not write over or through a link", async () => {
    const host = await startGitHost({ docs: "-> /tmp", "NOTES.md": "-> README.md", "README.md": "x" })
    for (const path of ["docs/api.md", "NOTES.md"]) {
      const change = () => Effect.succeed([{ path, text: "x" }])
      expect(failure(await writing(host, { change })).code).toBe("unsafe_path")
    }
    expect(host.git("rev-list", "--count", "main").trim()).toBe("1")
  })
})

describe("a thread that ends without an answer", () => {
  it("names the package that is not installed", () => {
    const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" })
    expect(NodeGitClient.brokenBy(missing)).toMatchObject({
      code: "source_unreachable",
      message: "Git repositories need a package that is not installed: npm i isomorphic-git"
    })
  })

  it("has met its limit on memory otherwise", () => {
    for (const reason of [1, new Error("out of memory")]) {
      expect(NodeGitClient.brokenBy(reason)).toMatchObject({ code: "limit_exceeded" })
    }
  })
})
