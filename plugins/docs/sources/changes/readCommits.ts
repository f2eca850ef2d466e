/** Commit logs: `git log` for machines (0x1e, 0x1f), `--oneline`, and as git prints it. Every commit is a change. */
import type { Change } from "../../model/ChangesModel.ts"
import type { ReadSource } from "../../model/SourceModel.ts"
import type { Warning } from "../../model/Warning.ts"
import { limits } from "../limits.ts"
import { readSubject, saysBreaking, splitTrailers } from "./conventional.ts"
import { oneline, recordSeparator, unitSeparator } from "./detect.ts"

interface Commit {
  readonly hash?: string
  readonly date?: string
  readonly subject: string
  readonly body: string
  readonly line: number
}

const changeOf = ({ body: text, date, hash, line, subject }: Commit): Change => {
  const read = readSubject(subject)
  const { body, trailers } = splitTrailers(text)
  return {
    ...read,
    breaking: read.breaking || saysBreaking(trailers),
    ...(body === "" ? {} : { body }),
    trailers,
    ...(hash === undefined ? {} : { hash }),
    ...(date === undefined ? {} : { date }),
    line
  }
}

const lineCount = (text: string): number => text.split("\n").length - 1

const readRecords = (text: string): ReadonlyArray<Commit> => {
  const commits: Array<Commit> = []
  let line = 1
  for (const record of text.split(recordSeparator)) {
    const [hash = "", date = "", subject = "", ...body] = record.split(unitSeparator)
    if (subject.trim() !== "") {
      commits.push({ hash: hash.trim(), date: date.trim(), subject, body: body.join("\n"), line })
    }
    line += lineCount(record)
  }
  return commits
}

const readLines = (text: string): ReadonlyArray<Commit> =>
  text.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return []
    const match = oneline.exec(line.trim())
    return [
      match === null
        ? { subject: line, body: "", line: at + 1 }
        : { hash: match[1]!, subject: match[2]!, body: "", line: at + 1 }
    ]
  })

/** `git log` as people see it: four spaces before the message. */
const readPrinted = (text: string): ReadonlyArray<Commit> => {
  let line = 1
  return text.split(/^(?=commit [0-9a-f]{7,40}\b)/m).flatMap((record) => {
    const at = line
    line += lineCount(record)
    const hash = /^commit ([0-9a-f]{7,40})/.exec(record)?.[1]
    const message = record
      .split("\n")
      .filter((text) => text.startsWith("    "))
      .map((text) => text.slice(4))
    const [subject, ...body] = message
    const date = /^Date:\s+(.*)$/m.exec(record)?.[1]
    if (hash === undefined || subject === undefined) return []
    return [{ hash, ...(date === undefined ? {} : { date }), subject, body: body.join("\n"), line: at }]
  })
}

const formats = [
  { format: "git-log", fits: (text: string) => text.includes(recordSeparator), read: readRecords },
  {
    format: "git-log",
    fits: (text: string) => /^commit [0-9a-f]{7,40}\b/m.test(text.slice(0, 200)),
    read: readPrinted
  },
  { format: "oneline", fits: () => true, read: readLines }
] as const

/** Reads a commit log. */
export const readCommits = (source: string): ReadSource => {
  const text = source.replaceAll(/\r\n?/g, "\n")
  const { format, read } = formats.find(({ fits }) => fits(text))!
  const all = read(text)
  const warnings: ReadonlyArray<Warning> =
    all.length > limits.changes
      ? [{ code: "truncated", message: `Only the first ${limits.changes} commits are read` }]
      : []
  return {
    detected: { kind: "commits", format },
    model: { kind: "changes", origin: "commits", releases: [{ changes: all.slice(0, limits.changes).map(changeOf) }] },
    warnings
  }
}
