/** Built-in rules about headings (decisions docs 4.4). */
import type { Found } from "../../checks/Finding.ts"
import { isProse } from "../../checks/metrics.ts"
import type { Block, HeadingNode, ProseText } from "../../checks/ProseText.ts"
import { sentencesOf } from "../../checks/sentences.ts"
import { foundIn, type Check } from "./finders.ts"
import type { RuleRow } from "./wording.ts"

const wholeHeading = ({ end, start }: HeadingNode, message: string): Found => ({ start, end, message })

/** Words that stay small in titles. */
const smallWords = new Set(
  "a an and as at but by for from if in into nor of on onto or over per so the to up via vs with yet".split(" ")
)

const wordsOf = (text: string): ReadonlyArray<{ readonly word: string; readonly at: number }> =>
  Array.from(text.matchAll(/\p{L}[\p{L}\p{N}'’.-]*/gu), ({ 0: word, index }) => ({ word, at: index }))

/** Names are written with a capital within sentences too: what is so is left alone in headings. */
const namesIn = (text: ProseText): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const block of text.blocks.filter(isProse)) {
    const first = new Set(sentencesOf(block).map(({ start }) => start))
    for (const { at, word } of wordsOf(block.text)) {
      if (!first.has(at) && /^\p{Lu}\p{Ll}/u.test(word) && !/[.:!?]["')]*\s+$/.test(block.text.slice(0, at)))
        names.add(word)
    }
  }
  return names
}

/** Acronyms, code-like names and names are never wrong. */
const isFixed = (word: string, names: ReadonlySet<string>): boolean =>
  names.has(word) || /\p{Lu}.*\p{Lu}|\d|\./u.test(word) || word.length === 1

/** Words of a heading that are not as its case wants them. */
export const miscased = (
  text: string,
  style: "sentence" | "title",
  names: ReadonlySet<string>
): ReadonlyArray<string> => {
  const words = wordsOf(text)
  return words
    .filter(({ at, word }, place) => {
      const isFirst = place === 0 || /[:?!.—(]\s*$/.test(text.slice(0, at))
      if (isFixed(word, names)) return false
      const isCapital = /^\p{Lu}/u.test(word)
      if (isFirst) return !isCapital && place === 0 && style === "title"
      if (style === "sentence") return isCapital
      return !isCapital && !smallWords.has(word.toLowerCase())
    })
    .map(({ word }) => word)
}

/** Headings with words in the wrong case. `most`: how large a share of its words must be wrong. */
export const headingCase = (
  style: "sentence" | "title",
  options: { readonly exceptions?: ReadonlyArray<string>; readonly share?: number } = {}
): Check =>
  function* (text) {
    const names = new Set([...namesIn(text), ...(options.exceptions ?? [])])
    for (const { block } of text.headings) {
      const wrong = miscased(block.text, style, names)
      const total = wordsOf(block.text).length - 1
      if (wrong.length === 0 || wrong.length < (options.share ?? 0) * total) continue
      const message =
        style === "sentence"
          ? `A heading in sentence case begins with a capital, and ${wrong.map((word) => `"${word}"`).join(", ")} would not`
          : `A heading in title case would write ${wrong.map((word) => `"${word}"`).join(", ")} with a capital`
      yield foundIn(text, block, { start: 0, end: block.text.length }, { message })
    }
  }

const ending = (block: Block): RegExpExecArray | null => /(?:[.,;:!]|\.{3}|…)\s*$/.exec(block.text)

const headingPunctuation: Check = function* (text) {
  for (const { block } of text.headings) {
    const found = ending(block)
    if (found === null || /\b(?:etc|inc|ltd|vs)\.\s*$/i.test(block.text)) continue
    const mark = found[0].trimEnd()
    const range = { start: found.index, end: found.index + mark.length }
    // The mark of an abbreviation, or of a name.
    const safe = !/(?:\p{L}\.){2,}\s*$|\p{Lu}\p{L}*!\s*$/u.test(block.text)
    yield foundIn(text, block, range, { message: `The heading ends with "${mark}"`, replacement: "", safe })
  }
}

const increment: Check = function* ({ headings }) {
  for (const [at, heading] of headings.entries()) {
    const before = headings[at - 1]
    if (before === undefined || heading.level <= before.level + 1) continue
    yield wholeHeading(heading, `A heading of level ${heading.level} right after one of level ${before.level}`)
  }
}

const singleTitle: Check = function* ({ headings }) {
  for (const heading of headings.filter(({ level }) => level === 1).slice(1)) {
    yield wholeHeading(heading, "The document has more than one title")
  }
}

const parentsOf = (headings: ReadonlyArray<HeadingNode>): ReadonlyArray<number> => {
  const open: Array<number> = []
  return headings.map(({ level }, at) => {
    while (open.length > 0 && headings[open.at(-1)!]!.level >= level) open.pop()
    const parent = open.at(-1) ?? -1
    open.push(at)
    return parent
  })
}

const duplicates: Check = function* ({ headings }) {
  const parents = parentsOf(headings)
  const seen = new Set<string>()
  for (const [at, heading] of headings.entries()) {
    const key = `${parents[at]} ${heading.level} ${heading.text.trim().toLowerCase()}`
    if (seen.has(key)) yield wholeHeading(heading, `The heading "${heading.text}" stands twice in one place`)
    seen.add(key)
  }
}

/** Whether something of the document stands between two offsets. */
const isFilled = ({ blocks, solids }: ProseText, from: number, to: number): boolean =>
  solids.some(({ start }) => start >= from && start < to) ||
  blocks.some(({ kind, starts }) => kind !== "heading" && starts[0]! >= from && starts[0]! < to)

const emptySections: Check = function* (text) {
  for (const [at, heading] of text.headings.entries()) {
    const next = text.headings[at + 1]
    if (next !== undefined && next.level > heading.level) continue
    if (isFilled(text, heading.end, next?.start ?? text.source.length)) continue
    yield wholeHeading(heading, `The section "${heading.text}" is empty`)
  }
}

/** Rule → row. */
export const headingRules: Readonly<Record<string, RuleRow>> = {
  "heading-increment": { severity: "warning", description: "Heading levels go down one at a time", check: increment },
  "heading-case": {
    severity: "suggestion",
    description: "Headings in sentence case",
    check: headingCase("sentence", { share: 0.5 })
  },
  "heading-punctuation": {
    severity: "suggestion",
    description: "No punctuation at the end of a heading",
    fixes: true,
    check: headingPunctuation
  },
  "single-title": { severity: "warning", description: "One heading of level 1", check: singleTitle },
  "duplicate-heading": { severity: "warning", description: "No two equal headings in one section", check: duplicates },
  "empty-section": { severity: "warning", description: "Every heading has something below it", check: emptySections }
}
