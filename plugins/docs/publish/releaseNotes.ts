/** Puts new release notes on top of those a repository has (decisions docs 4.8): nothing that stands there is lost. */

/** A heading with what follows it, up to the next one of its level. */
interface Part {
  readonly heading: string | undefined
  readonly text: string
}

/** Headings that group changes: where they stand below the title, the title itself is the version. */
const groups = /^(?:breaking changes|new features|improvements|bug fixes|maintenance)$/i

const headingOf = (line: string, level: number): string | undefined =>
  new RegExp(`^#{${level}} +(.*?)(?: +#+)? *$`).exec(line)?.[1]

/** Cuts a text before each heading of a level, and below its title before each higher one; headings in code are none. */
const cut = (text: string, level: number): ReadonlyArray<Part> => {
  const parts: Array<{ heading: string | undefined; lines: Array<string> }> = [{ heading: undefined, lines: [] }]
  let fence: string | undefined
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) fence = fence === undefined ? mark : line.trim().startsWith(fence) ? undefined : fence
    const heading = fence === undefined ? headingOf(line, level) : undefined
    const isNext = fence === undefined && parts.length > 1 && level > 1 && headingOf(line, 1) !== undefined
    if (heading !== undefined || isNext) parts.push({ heading, lines: [] })
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
  const [, first] = cut(text, 2)
  if (first?.heading !== undefined) return groups.test(first.heading)
  return /\d/.test(cut(text, 1)[1]?.heading ?? "")
}

/** A version without its day. */
const versionIn = (heading: string | undefined): string | undefined =>
  heading?.toLowerCase().replace(/ \([^()]{0,30}\b\d{4}\b[^()]{0,30}\)$/, "")

/** The notes with `present` below: a version that stands there already is replaced where it stands. */
export const prependNotes = (notes: string, present: string | undefined): string => {
  if (present === undefined || present.trim() === "") return notes
  const level = levelOf(notes)
  const text = present.replaceAll("\r\n", "\n").replace(/^\ufeff/, "")
  if (level === 2 && hasVersionTitles(text)) return `${notes.trimEnd()}\n\n${text.trim()}\n`
  const [before, ...added] = cut(notes, level)
  const [top, ...kept] = cut(text, level)
  const fresh = [...added]
  const replaced = kept.map((part) => {
    const at = fresh.findIndex(({ heading = "" }) => versionIn(heading) === versionIn(part.heading))
    return at === -1 ? part : fresh.splice(at, 1)[0]!
  })
  const title = top!.text === "" ? before!.text : top!.text
  const texts = [title, ...fresh.map(({ text }) => text), ...replaced.map(({ text }) => text)]
  return `${texts.filter((text) => text !== "").join("\n\n")}\n`
}
