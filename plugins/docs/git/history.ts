/** The commits since the last tag, in the form that change logs are read in. */
import * as git from "isomorphic-git"

/** Decisions docs 4.9: how far a history is fetched at most, in commits. */
const deepest = 2_000

const recordSeparator = "\u001e"
const unitSeparator = "\u001f"

interface Read {
  readonly oid: string
  readonly commit: { readonly message: string; readonly committer: { readonly timestamp: number } }
}

/** `git log` with record and unit separators: hash, date, subject, body. */
const lineOf = ({ commit, oid }: Read): string => {
  const [subject = "", ...body] = commit.message.split("\n")
  const date = new Date(commit.committer.timestamp * 1_000).toISOString()
  return [oid, date, subject, body.join("\n").trim()].join(unitSeparator) + recordSeparator
}

/** What the history is read with. */
export interface HistoryOf {
  readonly remote: Pick<Parameters<typeof git.log>[0], "fs" | "gitdir" | "cache">
  readonly commit: string
  /** Commits that carry a tag. */
  readonly tagged: ReadonlySet<string>
  readonly depth: number
  /** Fetches so many commits. */
  readonly deepen: (depth: number) => Promise<void>
}

/** The log from a commit back to the last tag before it, or as far as is fetched. */
export const logOf = async ({ commit, deepen, depth, remote, tagged }: HistoryOf): Promise<string> => {
  for (const reach of [depth, deepest]) {
    await deepen(reach)
    const commits: ReadonlyArray<Read> = await git.log({ ...remote, ref: commit, depth: reach })
    const last = commits.findIndex(({ oid }, at) => at > 0 && tagged.has(oid))
    if (last === -1 && commits.length >= reach && reach < deepest) continue
    return commits
      .slice(0, last === -1 ? undefined : last)
      .map(lineOf)
      .join("")
  }
  return ""
}
