/** Sentences and words of visible text. English, and simple on purpose: the same text gives the same answer anywhere. */
import { mark, type Block, type Range } from "./ProseText.ts"

/** After these a full stop does not end a sentence. */
const abbreviations = new Set(
  "e.g i.e etc vs cf mr mrs ms dr prof st no nos fig approx inc ltd co jr sr dept est max min vol pp sec u.s u.k a.m p.m".split(
    " "
  )
)

const ending = /(?<![.!?…])[.!?…]+["')\]”’]*(?=\s|$)/g

const endsSentence = (text: string, stop: number, after: number): boolean => {
  if (after >= text.length) return true
  const next = /^\s+(\S)/.exec(text.slice(after, after + 20))?.[1]
  if (next !== undefined && /[a-z]/.test(next)) return false
  if (text[stop] !== ".") return true
  const word = /[\p{L}\d.]*$/u.exec(text.slice(Math.max(0, stop - 20), stop))?.[0].toLowerCase() ?? ""
  return !abbreviations.has(word) && !/^\p{L}$/u.test(word)
}

/** The sentences of a text, as stretches of it. */
export const cut = (text: string): ReadonlyArray<Range> => {
  const sentences: Array<Range> = []
  let from = 0
  const add = (to: number) => {
    const start = from + /^\s*/.exec(text.slice(from, to))![0].length
    const end = start + text.slice(start, to).trimEnd().length
    if (end > start) sentences.push({ start, end })
    from = to
  }
  for (const match of text.matchAll(ending)) {
    const after = match.index + match[0].length
    if (endsSentence(text, match.index, after)) add(after)
  }
  add(text.length)
  return sentences
}

const known = new WeakMap<Block, ReadonlyArray<Range>>()

/** The sentences of a block, as stretches of its text. Cells and headings are cut like paragraphs. */
export const sentencesOf = (block: Block): ReadonlyArray<Range> => {
  const found = known.get(block) ?? cut(block.text)
  known.set(block, found)
  return found
}

export const sentencesIn = (text: string): ReadonlyArray<string> =>
  cut(text).map(({ end, start }) => text.slice(start, end))

const wordPattern = new RegExp(`[\\p{L}\\p{N}${mark}]+(?:['’.,/-][\\p{L}\\p{N}${mark}]+)*`, "gu")

/** The words of a text; code and addresses count as one each. */
export const wordsIn = (text: string): ReadonlyArray<string> => text.match(wordPattern) ?? []

/** Syllables of a word, by its vowels: off by one now and then, and always the same. Codes, numbers and signs are one. */
export const syllablesOf = (word: string): number => {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/g, "")
  if (letters.length <= 3) return 1
  const stem = letters.replace(/(?:[^laeiouy]es|[^tdaeiouy]ed|[^laeiouy]e)$/, (end) => end[0]!).replace(/^y/, "")
  const groups = stem.match(/[aeiouy]+/g)?.length ?? 1
  const split = stem.match(/i[aou](?!us?$)|[^q]u[aeo]|eo|[aeiou]ing$/g)?.length ?? 0
  return Math.max(1, groups + (split > 0 && groups > 1 ? 1 : 0))
}

/** Counts that reading scores are made of. */
export interface Counts {
  readonly words: number
  readonly sentences: number
  readonly syllables: number
}

export const countsOf = (text: string): Counts => {
  const words = wordsIn(text)
  return {
    words: words.length,
    sentences: words.length === 0 ? 0 : cut(text).length,
    syllables: words.reduce((sum, word) => sum + syllablesOf(word), 0)
  }
}

/** Flesch's reading ease: 0 hard, 100 easy, beyond both for odd texts. */
export const readingEase = ({ sentences, syllables, words }: Counts): number =>
  words === 0 ? 100 : 206.835 - 1.015 * (words / Math.max(1, sentences)) - 84.6 * (syllables / words)

/** Flesch and Kincaid's school grade. */
export const gradeLevel = ({ sentences, syllables, words }: Counts): number =>
  words === 0 ? 0 : 0.39 * (words / Math.max(1, sentences)) + 11.8 * (syllables / words) - 15.59
