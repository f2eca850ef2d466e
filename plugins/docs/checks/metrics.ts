/** Figures of a text (decisions docs 4.4). Paragraphs and list items count; headings, tables and code do not. */
import type { Block, ProseText } from "./ProseText.ts"
import { passiveIn } from "./passive.ts"
import { gradeLevel, readingEase, sentencesOf, syllablesOf, wordsIn } from "./sentences.ts"

/** Figures of a text. */
export interface Metrics {
  readonly words: number
  readonly sentences: number
  readonly fleschReadingEase: number
  readonly fleschKincaidGrade: number
  readonly avgSentenceLength: number
  /** Share of sentences in the passive voice, 0 to 1. */
  readonly passiveShare: number
  /** Words of the longest sentence. */
  readonly longestSentence: number
}

export const metricNames = [
  "words",
  "sentences",
  "fleschReadingEase",
  "fleschKincaidGrade",
  "avgSentenceLength",
  "passiveShare",
  "longestSentence"
] as const satisfies ReadonlyArray<keyof Metrics>

const round = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits

/** Blocks that hold running text. */
export const isProse = ({ kind }: Block): boolean => kind === "paragraph" || kind === "list"

export const metricsOf = ({ blocks }: Pick<ProseText, "blocks">): Metrics => {
  let words = 0
  let sentences = 0
  let syllables = 0
  let passive = 0
  let longest = 0
  for (const block of blocks.filter(isProse)) {
    for (const { end, start } of sentencesOf(block)) {
      const text = block.text.slice(start, end)
      const own = wordsIn(text)
      if (own.length === 0) continue
      words += own.length
      sentences += 1
      longest = Math.max(longest, own.length)
      for (const word of own) syllables += syllablesOf(word)
      if (passiveIn(text).length > 0) passive += 1
    }
  }
  const counts = { words, sentences, syllables }
  return {
    words,
    sentences,
    fleschReadingEase: round(readingEase(counts)),
    fleschKincaidGrade: round(Math.max(0, gradeLevel(counts))),
    avgSentenceLength: round(words / Math.max(1, sentences)),
    passiveShare: round(passive / Math.max(1, sentences), 3),
    longestSentence: longest
  }
}
