/** Puts new release notes on top of those a repository has (decisions docs 4.8): nothing that stands there is lost. */
import { headedLines } from "../markdown/slug.ts"

/** A heading with what follows it, up to the next one of its level. */
interface Part {
  readonly heading: string | undefined
  readonly text: string
}

/** Headings that group changes: where they stand below the title, the title itself is the version. */
const groups = /^(?:breaking changes|new features|improvements|bug fixes|maintenance)$/i

/** Cuts a text before each heading of a level, and below its title before each higher one; headings in code are none. */
const cut = (text: string, level: number): ReadonlyArray<Part> => {
  const parts: Array<{ heading: string | undefined; lines: Array<string> }> = [{ heading: undefined, lines: [] }]
  const lines = headedLines(text)
  for (const [at, { isCode, level: marked, line, title = line.trim() }] of lines.entries()) {
    // A version with a line below it is a heading too.
    const isVersion = !isCode && /^(?!\d+[.)] )\S*\d/.test(line) && (lines[at - 1]?.line ?? "").trim() === ""
    const [, under] = (isVersion ? /^(=|-)\1* *$/.exec(lines[at + 1]?.line ?? "") : null) ?? []
    const own = under === undefined ? marked : under === "=" ? 1 : 2
    const isNext = parts.length > 1 && level > 1 && own === 1
    if (own === level || isNext) parts.push({ heading: own === level ? title : undefined, lines: [] })
    parts.at(-1)!.lines.push(line)
  }
  return parts.map(({ heading, lines }) => ({ heading, text: lines.join("\n").trim() }))
}

const levelOf = (notes: string): 1 | 2 => {
  const [first] = cut(notes, 2).filter(({ heading }) => heading !== undefined)
  return first?.heading === undefined || groups.test(first.heading) ? 1 : 2
}

/** Whether each version is a title of its own, which new ones must not come below. */
const hasVersionTitles = (text: string): boolean => {
  const [title = "", first = ""] = [1, 2].map((level) => cut(text, level)[1]?.heading)
  if (first === "") return /\d/.test(title)
  return groups.test(first) || (/\d\.\d/.test(title) && !/\d|^\W?unreleased/i.test(first))
}

/** The day behind a version: `(2026-05-01)` or `- 1 May 2026`. */
const day = / (?:\(|[-–—] )([^()]{0,30}\b\d{4}\b[^()]{0,30})\)?$/

/** A version without its day, its link and its letter. */
const versionIn = (heading = ""): string =>
  heading
    .toLowerCase()
    .replace(/^\[([^\]]+)\](?:\([^)]*\))?/, "$1")
    .replace(day, "")
    .replace(/^v(?=\d)/, "")

/** A part with its heading as those of a file are written: `## [1.2.3] - 2026-05-01`. What a file defines as a link has no brackets without. */
const writtenAs = (part: Part, file: string, like = ""): Part => {
  const { heading = "", text } = part
  const version = heading.replace(day, "")
  const [, date] = day.exec(heading) ?? []
  const named = /^\[[^\]]+\](?!\()/.test(like) && !/^\[[^\]]+\]:/m.test(file) ? `[${version}]` : version
  const dated = date === undefined ? "" : / [-–—] /.test(like) ? ` - ${date}` : ` (${date})`
  return like === "" || heading === "" ? part : { heading, text: text.replace(heading, () => named + dated) }
}

/** Definitions of links at the end of a text. */
const definitions = /(?:\n+\[[^\]\n]+\]:[ \t]*\S.*)+$/

/** The notes with `present` below: a version that stands there already is replaced where it stands. What is not released stays above. */
export const prependNotes = (notes: string, present: string | undefined): string => {
  if (present === undefined || present.trim() === "") return notes
  const level = levelOf(notes)
  const text = present.replaceAll("\r\n", "\n").replace(/^\ufeff/, "")
  if (level === 2 && hasVersionTitles(text)) return `${notes.trimEnd()}\n\n${text.trim()}\n`
  const [before, ...added] = cut(notes, level)
  const [top, ...kept] = cut(text, level)
  const like = kept.find(({ heading = "" }) => /\d/.test(heading))?.heading
  const fresh = added.map((part) => writtenAs(part, text, like))
  const replaced = kept.map((part) => {
    const at = fresh.findIndex(({ heading }) => versionIn(heading) === versionIn(part.heading))
    if (at === -1) return part
    const [found] = fresh.splice(at, 1)
    return { ...found!, text: found!.text + (definitions.exec(part.text)?.[0] ?? "") }
  })
  const title = top!.text === "" ? before!.text : top!.text
  const unreleased = replaced.slice(0, versionIn(replaced[0]?.heading) === "unreleased" ? 1 : 0)
  const parts = [...unreleased, ...fresh, ...replaced.slice(unreleased.length)]
  return `${[title, ...parts.map(({ text }) => text)].filter((text) => text !== "").join("\n\n")}\n`
}
