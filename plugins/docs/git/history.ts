/** The commits since the tag before, in the form that change logs are read in: with authors, tags, the files that each changes and the commits before it. */
import * as git from "isomorphic-git"

/** Decisions docs 4.9: how far a history is fetched at most, in commits. */
const deepest = 2_000

/** Commits whose files are compared with those before: each takes 2 to 23 ms. */
const compared = 500

const recordSeparator = "\u001e"
const unitSeparator = "\u001f"

interface Read {
  readonly oid: string
  readonly commit: {
    readonly message: string
    readonly parent: ReadonlyArray<string>
    readonly author: { readonly name: string }
    readonly committer: { readonly timestamp: number }
  }
}

type Remote = Pick<Parameters<typeof git.log>[0], "fs" | "gitdir" | "cache">

/** What the history is read with. */
export interface HistoryOf {
  readonly remote: Remote
  readonly commit: string
  /** Commits that carry tags, with their names. */
  readonly tagged: ReadonlyMap<string, ReadonlyArray<string>>
  readonly depth: number
  /** Fetches so many commits. */
  readonly deepen: (depth: number) => Promise<void>
}

/** Files in which two commits differ. A folder that is the same is not opened. */
const changedFiles = async (remote: Remote, before: string, after: string): Promise<ReadonlyArray<string>> => {
  const paths: Array<string> = []
  await git.walk({
    ...remote,
    trees: [git.TREE({ ref: before }), git.TREE({ ref: after })],
    map: async (path, [one, other]) => {
      if ((await one?.oid()) === (await other?.oid())) return null
      if ((await (other ?? one)?.type()) === "blob") paths.push(path)
      return path
    },
    reduce: async () => undefined
  })
  return paths
}

/** Merges change nothing of their own, and the oldest commit that was fetched has nothing to be compared with. */
const pathsOf = async (
  remote: Remote,
  { commit, oid }: Read,
  known: ReadonlySet<string>
): Promise<ReadonlyArray<string>> => {
  const [parent] = commit.parent
  return parent !== undefined && commit.parent.length === 1 && known.has(parent)
    ? changedFiles(remote, parent, oid)
    : []
}

/** `git log` with record and unit separators: hash, date, subject, body, author, tags, files, parents. */
const recordOf = ({ commit, oid }: Read, tags: ReadonlyArray<string>, paths: ReadonlyArray<string>): string => {
  const [subject = "", ...body] = commit.message.split("\n")
  const date = new Date(commit.committer.timestamp * 1_000).toISOString()
  const lists = [tags, paths, commit.parent].map((list) => list.join("\n"))
  const fields = [oid, date, subject, body.join("\n").trim(), commit.author.name, ...lists]
  return fields.join(unitSeparator) + recordSeparator
}

/** The log from a commit back to the last tag before it, or as far as is fetched. */
export const logOf = async ({ commit, deepen, depth, remote, tagged }: HistoryOf): Promise<string> => {
  for (const reach of [depth, deepest]) {
    await deepen(reach)
    const commits: ReadonlyArray<Read> = await git.log({ ...remote, ref: commit, depth: reach })
    const last = commits.findIndex(({ oid }, at) => at > 0 && tagged.has(oid))
    if (last === -1 && commits.length >= reach && reach < deepest) continue
    const known = new Set(commits.map(({ oid }) => oid))
    const records: Array<string> = []
    for (const [at, read] of commits.slice(0, last === -1 ? undefined : last).entries()) {
      records.push(recordOf(read, tagged.get(read.oid) ?? [], at < compared ? await pathsOf(remote, read, known) : []))
    }
    return records.join("")
  }
  return ""
}
