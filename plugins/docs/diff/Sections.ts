/** A text as its sections, and what became of each in another text (decisions docs 4.3). Pure. */
import { headedLines } from "../markdown/slug.ts"

/** A section: its headings from the outside in, and its own text up to the next heading. */
export interface TextSection {
  readonly path: ReadonlyArray<string>
  readonly text: string
  /** From 1. */
  readonly line: number
}

/** What became of a section. */
export type SectionChange = "added" | "removed" | "modified" | "moved" | "renamed"

/** A section before and after; one of them is missing where it was added or removed. */
export interface SectionPair {
  readonly change: SectionChange
  readonly before: TextSection | undefined
  readonly after: TextSection | undefined
}

/** Cuts a text before each heading; headings in code are none. */
export const sectionsOf = (text: string): ReadonlyArray<TextSection> => {
  const sections: Array<{ path: ReadonlyArray<string>; lines: Array<string>; line: number }> = []
  const open: Array<string> = []
  for (const [at, { level, line, title }] of headedLines(text).entries()) {
    if (title !== undefined) {
      open.length = Math.min(open.length, level - 1)
      while (open.length < level - 1) open.push("")
      open.push(title)
    }
    if (title !== undefined || sections.length === 0) {
      sections.push({ path: open.filter((title) => title !== ""), lines: [], line: at + 1 })
    }
    sections.at(-1)!.lines.push(line)
  }
  return sections.map(({ line, lines, path }) => ({ path, line, text: `${lines.join("\n")}\n` }))
}

/** The part of a section below its heading: what tells a renamed one. */
const bodyOf = ({ text }: TextSection): string => text.slice(text.indexOf("\n") + 1).trim()

const keyOf = ({ path }: TextSection): string => path.join("\u0000")

const titleOf = ({ path }: TextSection): string => path.at(-1) ?? ""

/** Takes partners out of a pool, first come first served. */
const makePool = (sections: ReadonlyArray<TextSection>, key: (section: TextSection) => string) => {
  const waiting = new Map<string, Array<TextSection>>()
  for (const section of sections) {
    const list = waiting.get(key(section)) ?? []
    list.push(section)
    waiting.set(key(section), list)
  }
  return (wanted: TextSection): TextSection | undefined => waiting.get(key(wanted))?.shift()
}

/** Ways in which two sections are the same one, in order: by place, by title and text, by text alone. */
const ways: ReadonlyArray<(section: TextSection) => string> = [
  keyOf,
  (section) => `${titleOf(section)}\u0000${bodyOf(section)}`,
  (section) => `${section.path.slice(0, -1).join("\u0000")}\u0001${bodyOf(section)}`
]

/** Pairs of sections that are the same one. A section without text of its own is recognised by its place only. */
const partnersOf = (before: ReadonlyArray<TextSection>, after: ReadonlyArray<TextSection>) => {
  const partners = new Map<TextSection, TextSection>()
  let free = before
  let open = after
  for (const [place, way] of ways.entries()) {
    const usable = place === 0 ? free : free.filter((section) => bodyOf(section) !== "")
    const take = makePool(usable, way)
    for (const section of open) {
      const partner = take(section)
      if (partner !== undefined) partners.set(section, partner)
    }
    const taken = new Set(partners.values())
    free = free.filter((section) => !taken.has(section))
    open = open.filter((section) => !partners.has(section))
  }
  return { partners, removed: free }
}

/** Partners that keep their order among each other: all but these were moved. */
const inOrder = (lines: ReadonlyArray<number>): ReadonlySet<number> => {
  const ends: Array<number> = []
  const previous = new Map<number, number | undefined>()
  for (const [at, line] of lines.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (lines[ends[middle]!]! < line) low = middle + 1
      else high = middle
    }
    previous.set(at, ends[low - 1])
    ends[low] = at
  }
  const kept = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) kept.add(at)
  return kept
}

const changeOf = (before: TextSection, after: TextSection, stays: boolean): SectionChange | undefined => {
  if (titleOf(before) !== titleOf(after)) return "renamed"
  if (before.text !== after.text) return "modified"
  return stays && keyOf(before) === keyOf(after) ? undefined : "moved"
}

/** What became of the sections, in the order of the later text; what was removed comes last. */
export const pairSections = (before: string, after: string): ReadonlyArray<SectionPair> => {
  const [old, now] = [sectionsOf(before), sectionsOf(after)]
  const { partners, removed } = partnersOf(old, now)
  const paired = now.filter((section) => partners.has(section))
  const kept = inOrder(paired.map((section) => partners.get(section)!.line))
  const stays = new Set(paired.filter((_, at) => kept.has(at)))
  const changed = now.flatMap((section): ReadonlyArray<SectionPair> => {
    const partner = partners.get(section)
    if (partner === undefined) return [{ change: "added", before: undefined, after: section }]
    const change = changeOf(partner, section, stays.has(section))
    return change === undefined ? [] : [{ change, before: partner, after: section }]
  })
  return [...changed, ...removed.map((section) => ({ change: "removed" as const, before: section, after: undefined }))]
}
