/**
 * Wording: what tone, glossary and instructions change in prose. Only words change; code, addresses, numbers and names of
 * things stay as they are, so no fact is lost or made.
 */
import { wordsIn } from "../../checks/sentences.ts"
import { anyOf, isWithin, keyOf } from "../../rules/builtin/finders.ts"
import { contractions } from "../../rules/words/spellings.ts"
import { wordyPhrases } from "../../rules/words/wordyPhrases.ts"
import { capitalized, mapProse, sentencesOf } from "./sentences.ts"
import type { Voice } from "./Voice.ts"

/** Words in place of others. `exact`: only the letters' case is put right. */
export interface Replacement {
  readonly from: string
  readonly to: string
}

/** The new words with the capital of the old ones, where the old ones began a sentence. */
const sameCase = (old: string, to: string): string => (/^[A-Z][^A-Z]/.test(old) ? capitalized(to) : to)

const fillers = /(?<![\w-])(?:please|simply|basically|obviously|of course,?|it should be noted that|note that) (?=\S)/gi

const replaceAll = (text: string, list: ReadonlyArray<Replacement>): string => {
  let result = text
  for (const { from, to } of list) {
    result = result.replaceAll(anyOf([from]), (old: string, start: number, all: string) =>
      isWithin(all, { start, end: start + old.length }, to) ? old : sameCase(old, to)
    )
  }
  return result
}

/** Puts words in the place of others, by a table that is known beforehand. */
const replacing = (table: Readonly<Record<string, string>>) => {
  const words = anyOf(Object.keys(table))
  return (text: string): string => text.replaceAll(words, (old) => sameCase(old, table[keyOf(old)] ?? old))
}

const concise = replacing(wordyPhrases)

const inFull = replacing({
  ...contractions,
  "here's": "here is",
  "let's": "let us",
  "there's": "there is",
  "what's": "what is"
})

/** "That is" also explains what stands before it. */
const inShort = replacing(
  Object.fromEntries(
    Object.entries(contractions).flatMap(([short, full]) => (short === "that's" ? [] : [[full, short]]))
  )
)

const withContractions = (text: string, use: Voice["contractions"]): string =>
  use === "keep" ? text : use === "use" ? inShort(text) : inFull(text)

/** Where a long sentence may end: both sides stand by themselves. */
const seams = [/;\s+(?=\S)/, /,\s+(but|so|and)\s+(?=(?:it|they|you|we|this|these|that|the|an?|there)\s)/i] as const

/** Cuts sentences over the limit where that is safe; one without a seam stays. */
const shortened = (text: string, most: number): string =>
  sentencesOf(text)
    .flatMap((sentence) => {
      if (wordsIn(sentence).length <= most || /`[^`]*[;,][^`]*`|\]\(/.test(sentence)) return [sentence]
      for (const seam of seams) {
        const match = seam.exec(sentence)
        if (match === null) continue
        const [left, right] = [sentence.slice(0, match.index), sentence.slice(match.index + match[0].length)]
        if (left.split("(").length !== left.split(")").length) continue
        if (wordsIn(left).length < 5 || wordsIn(right).length < 4) continue
        const joint = match[1] === undefined || /and/i.test(match[1]) ? "" : `${capitalized(match[1])} `
        return [`${left}.`, joint === "" ? capitalized(right) : joint + right]
      }
      return [sentence]
    })
    .join(" ")

/** How prose is worded in one document. */
export class Wording {
  readonly #voice: Voice
  readonly #replacements: ReadonlyArray<Replacement>
  readonly #avoidsExclamation: boolean

  constructor(voice: Voice, replacements: ReadonlyArray<Replacement>, avoided: ReadonlyArray<string>) {
    this.#voice = voice
    // Longer words first: a part of them must not be replaced before.
    this.#replacements = [...replacements].sort((a, b) => b.from.length - a.from.length)
    this.#avoidsExclamation = avoided.includes("!")
  }

  /** Words only, for cells and headings: glossary and instructions. */
  words(text: string): string {
    return this.#replacements.length === 0 ? text : mapProse(text, (prose) => replaceAll(prose, this.#replacements))
  }

  /** One line of prose: words only. */
  line(text: string): string {
    const { contractions: use, tone } = this.#voice
    return mapProse(text, (prose) => {
      let result = replaceAll(prose, this.#replacements)
      if (tone === "concise") result = concise(result).replaceAll(fillers, "")
      if (this.#avoidsExclamation) result = result.replaceAll(/!(?=\s|$)/g, ".")
      return withContractions(result, use)
    })
  }

  /** One paragraph of prose: sentences that are too long are cut. */
  prose(text: string): string {
    const { sentenceWords, tone } = this.#voice
    const cut = shortened(this.line(text), sentenceWords)
    return tone === "concise" ? sentencesOf(cut).map(capitalized).join(" ") : cut
  }
}
