/** The forms of a log: `git log` for machines (0x1e, 0x1f), as git prints it, `shortlog`, and one subject a line. None of it is judged. */
import { oneline, printedCommit, recordSeparator, shortlogAuthor, unitSeparator } from "./detect.ts"

/** A commit as its log has it. */
export interface Commit {
  readonly hash?: string
  readonly date?: string | undefined
  readonly author?: string | undefined
  readonly subject: string
  /** The subject of the merge that it is a part of. */
  readonly original?: string
  readonly body: string
  readonly paths?: ReadonlyArray<string>
  /** Whether it is a note of the commit that names a version. */
  readonly isNote?: boolean
  readonly tags?: ReadonlyArray<string>
  /** Hashes of the commits before it, or their beginnings: git prints them of merges only. */
  readonly parents?: ReadonlyArray<string>
  readonly line: number
}

const lineCount = (text: string): number => text.split("\n").length - 1

const rowsOf = (text = ""): ReadonlyArray<string> => text.split("\n").filter((row) => row.trim() !== "")

/** A tag that is called by a branch marks its state, and releases nothing. */
const ofBranch = /-(?:main|master|develop|trunk|nightly)$/

const tagsOf = (names = ""): ReadonlyArray<string> =>
  names.split(", ").flatMap((name) => (name.startsWith("tag: ") && !ofBranch.test(name) ? [name.slice(5)] : []))

/** Hash, date, subject, body; of our own reader author, tags, paths and parents as well. */
const readRecords = (text: string): ReadonlyArray<Commit> => {
  const commits: Array<Commit> = []
  let line = 1
  for (const record of text.split(recordSeparator)) {
    const [hash = "", date = "", subject = "", body = "", author, tags, paths, parents] = record.split(unitSeparator)
    if (subject.trim() !== "") {
      commits.push({
        hash: hash.trim(),
        date: date.trim(),
        subject,
        body,
        author,
        tags: rowsOf(tags),
        paths: rowsOf(paths),
        parents: rowsOf(parents),
        // Git ends a record with a line feed, which begins the next one here; by its line a commit is known.
        line: Math.max(line + lineCount(hash), (commits.at(-1)?.line ?? 0) + 1)
      })
    }
    line += lineCount(record)
  }
  return commits
}

const readLines = (text: string): ReadonlyArray<Commit> => {
  // Where a log names branches, what stands in brackets behind a hash is one.
  const isDecorated = /^[0-9a-f]{7,40} \((?:HEAD|tag: |origin\/)/m.test(text)
  return text.split("\n").flatMap((line, at): ReadonlyArray<Commit> => {
    if (!/[^\s*|\\/_]/.test(line)) return []
    const [, hash, names, subject = ""] = oneline.exec(line.trim()) ?? []
    if (hash === undefined) return [{ subject: line, body: "", line: at + 1 }]
    const own =
      isDecorated && names === undefined ? subject.replace(/^\([\w./-]+(?:, [\w./-]+)*\) (?=\S)/, "") : subject
    return [{ hash, subject: own, body: "", tags: tagsOf(names), line: at + 1 }]
  })
}

/** An author with the subjects of the commits below. */
const readShortlog = (text: string): ReadonlyArray<Commit> => {
  let author: string | undefined
  return text.split("\n").flatMap((line, at): ReadonlyArray<Commit> => {
    const named = shortlogAuthor.exec(line)?.[1]
    if (named !== undefined) author = named
    return named !== undefined || line.trim() === "" ? [] : [{ author, subject: line.trim(), body: "", line: at + 1 }]
  })
}

/** How many rows of a message its subject has: to git it is all of the first paragraph, and it plainly goes on within a sentence. */
const rowsOfSubject = (message: ReadonlyArray<string>): number => {
  const [first = "", second = ""] = message
  const isOpen = /^\S.{44,}[^.:!?;]$/.test(first) && /^\s*[a-z]/.test(second)
  const goesOn = /^[-*] /.test(first) ? /^ {2,}\S/.test(second) : isOpen
  const end = message.findIndex((row, at) => at > 0 && /^(?:\s*$|[-*] )/.test(row))
  if (!goesOn) return 1
  return end === -1 ? message.length : end
}

/** `git log` as people see it: four spaces before the message; paths, where they are asked for, stand at the margin. */
const readPrinted = (text: string): ReadonlyArray<Commit> => {
  let line = 1
  return text.split(/^(?=commit [0-9a-f]{7,40}\b)/m).flatMap((record): ReadonlyArray<Commit> => {
    const at = line
    line += lineCount(record)
    const [, hash, names] = printedCommit.exec(record) ?? []
    const rows = record.split("\n")
    const message = rows.filter((row) => row.startsWith("    ")).map((row) => row.slice(4))
    if (hash === undefined || message.length === 0) return []
    const count = rowsOfSubject(message)
    const subject = message
      .slice(0, count)
      .map((row) => row.trim())
      .join(" ")
    const body = message.slice(count)
    const last = rows.findLastIndex((row) => row.startsWith("    "))
    const paths = rows
      .slice(last + 1)
      .map((row) => row.replace(/^[A-Z]\d*\t/, "").trim())
      .filter((row) => /^\S+$/.test(row))
    const date = /^Date:\s+(.*)$/m.exec(record)?.[1]
    const parents = /^Merge: ([0-9a-f ]+)$/m.exec(record)?.[1]?.split(" ") ?? []
    const author = /^Author:\s+(.*?)(?: <|$)/m.exec(record)?.[1]
    return [{ hash, date, author, subject, body: body.join("\n"), tags: tagsOf(names), paths, parents, line: at }]
  })
}

/** Forms, the first that fits is it. */
export const formats = [
  { format: "git-log", fits: (text: string) => text.includes(recordSeparator), read: readRecords },
  { format: "git-log", fits: (text: string) => printedCommit.test(text.trimStart()), read: readPrinted },
  {
    format: "shortlog",
    fits: (text: string) => shortlogAuthor.test(text.trimStart().split("\n")[0]!),
    read: readShortlog
  },
  { format: "oneline", fits: () => true, read: readLines }
] as const
