/** Change lists: versions as headings, groups as headings below, one change per top-level bullet. None is dropped. */
import type { Change, Release } from "../../model/ChangesModel.ts"
import type { ReadSource } from "../../model/SourceModel.ts"
import type { Warning } from "../../model/Warning.ts"
import { limits } from "../limits.ts"
import { readSubject } from "./conventional.ts"
import { versionHeading } from "./detect.ts"

const bullet = /^(\s*)[-*+•]\s+(.*)$/
const heading = /^#{1,6}\s+(.*?)\s*#*\s*$/

/** A group without heading marks: a short line of capitals, or one that ends with a colon. */
const bareGroup = /^(?:[A-Z][A-Z /&-]{2,40}|[A-Z][\w /&-]{2,40}:)$/

/** The same in bold. */
const boldGroup = /^\*\*([\w /&-]{2,60}?):?\*\*:?$/

interface Draft {
  version: string | undefined
  date: string | undefined
  readonly changes: Array<{
    readonly lines: Array<string>
    readonly line: number
    readonly heading: string | undefined
  }>
}

const changeOf = ({ heading: group, line, lines }: Draft["changes"][number]): Change => {
  const [first = "", ...rest] = lines
  // What is indented below a bullet without one of its own goes on with its sentence; sub-bullets explain it.
  const sentence = [first]
  while (rest.length > 0 && !bullet.test(rest[0]!)) sentence.push(rest.shift()!.trim())
  const subject = readSubject(sentence.join(" "))
  const body = rest.map((text) => text.trim()).join("\n")
  return {
    ...subject,
    breaking: subject.breaking || /breaking/i.test(group ?? ""),
    ...(body === "" ? {} : { body }),
    trailers: [],
    ...(group === undefined ? {} : { heading: group }),
    line
  }
}

const releaseOf = ({ changes, date, version }: Draft): Release => ({
  ...(version === undefined ? {} : { version }),
  ...(date === undefined ? {} : { date }),
  changes: changes.map(changeOf)
})

const draftsOf = (lines: ReadonlyArray<string>): ReadonlyArray<Draft> => {
  const drafts: Array<Draft> = [{ version: undefined, date: undefined, changes: [] }]
  let group: string | undefined
  lines.forEach((text, at) => {
    const current = drafts[drafts.length - 1]!
    const version = versionHeading.exec(text.trimEnd())
    if (version !== null) {
      group = undefined
      const named = /^unreleased$/i.test(version[1]!) ? undefined : version[1]!
      return void drafts.push({ version: named, date: version[2], changes: [] })
    }
    const item = bullet.exec(text)
    const last = current.changes[current.changes.length - 1]
    if (item !== null && (item[1]!.length < 2 || last === undefined)) {
      return void current.changes.push({ lines: [item[2]!], line: at + 1, heading: group })
    }
    if (text.trim() === "") return
    if (/^\s/.test(text) && last !== undefined) return void last.lines.push(text)
    group =
      heading.exec(text)?.[1] ??
      boldGroup.exec(text.trim())?.[1] ??
      (bareGroup.test(text.trim()) ? text.trim().replace(/:$/, "") : group)
  })
  return drafts
}

/** Lines of a text without versions and bullets: each a change. */
const plainLines = (lines: ReadonlyArray<string>): Draft => ({
  version: undefined,
  date: undefined,
  changes: lines.flatMap((text, at) =>
    text.trim() === "" || heading.test(text) ? [] : [{ lines: [text.trim()], line: at + 1, heading: undefined }]
  )
})

/** Reads a change list. */
export const readChangelog = (source: string): ReadSource => {
  const lines = source.replaceAll(/\r\n?/g, "\n").split("\n")
  const drafts = draftsOf(lines).filter(({ changes, version }) => changes.length > 0 || version !== undefined)
  const found = drafts.some(({ changes }) => changes.length > 0) ? drafts : [plainLines(lines)]
  const warnings: Array<Warning> = []
  let left: number = limits.changes
  const releases = found.map((draft) => {
    const { changes, ...release } = releaseOf(draft)
    const kept = changes.slice(0, left)
    left -= kept.length
    if (kept.length < changes.length) {
      warnings.push({ code: "truncated", message: `Only the first ${limits.changes} changes are read` })
    }
    return { ...release, changes: kept }
  })
  return {
    detected: { kind: "changelog", format: "changelog" },
    model: { kind: "changes", origin: "changelog", releases },
    warnings
  }
}
