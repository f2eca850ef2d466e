/**
 * Wording: what tone, glossary and instructions change in prose. Only words change; code, addresses, numbers and names of
 * things stay as they are, so no fact is lost or made.
 */
import { anyOf, isWithin, keyOf } from "../../rules/builtin/finders.ts"
import { contractions } from "../../rules/words/spellings.ts"
import { shortened } from "../../transformations/simplify.ts"
import { capitalized, mapProse } from "./sentences.ts"
import type { Voice } from "./Voice.ts"

/** Words in place of others. `exact`: only the letters' case is put right. */
export interface Replacement {
  readonly from: string
  readonly to: string
}

/** The new words with the capital of the old ones, where the old ones began a sentence. */
const sameCase = (old: string, to: string): string => (/^[A-Z][^A-Z]/.test(old) ? capitalized(to) : to)

const replaceAll = (text: string, list: ReadonlyArray<Replacement>): string => {
  let result = text
  for (const { from, to } of list) {
    result = result.replaceAll(anyOf([from]), (old: string, start: number, all: string) =>
      isWithin(all, { start, end: start + old.length }, to) ? old : sameCase(old, to)
    )
  }
  return result
}

/** Puts words in the place of others, by a table that is known beforehand. `leaves`: of `before|words|after`, what stays. */
const replacing = (table: Readonly<Record<string, string>>, leaves: RegExp) => {
  const words = anyOf(Object.keys(table))
  return (text: string): string =>
    text.replaceAll(words, (old, at: number) => {
      const end = at + old.length
      const around = `${text.slice(Math.max(0, at - 30), at)}|${old}|${text.slice(end, end + 20)}`
      return leaves.test(around) ? old : sameCase(old, table[keyOf(old)] ?? old)
    })
}

/** "It's been" is "it has been", and "isn't it?" has another order in full. */
const inFull = replacing(
  {
    ...contractions,
    "here's": "here is",
    "let's": "let us",
    "there's": "there is",
    "what's": "what is"
  },
  /['’]s\|\s+(?:been|got|had|become|gone)\b|n['’]t\|\s+(?:you|it|they|we|he|she|i|there|this|that|these|those|the|your)\b/i
)

/** "That is" also explains what stands before it. What a clause ends with is never short, nor is "not only". */
const inShort = replacing(
  Object.fromEntries(
    Object.entries(contractions).flatMap(([short, full]) => (short === "that's" ? [] : [[full, short]]))
  ),
  /not\|\s+only\b|(?:is|are|will)\|(?!\s+(?!(?:and|or|but)\b)(?:$|[\p{L}\p{N}*_"'([<]))|\b(?:what|where|who|how|which|as|than)(?:ever)?(?:\s\p{L}+)?\s\|[^|]*(?:is|are|will)\|/iu
)

const withContractions = (text: string, use: Voice["contractions"]): string =>
  use === "keep" ? text : use === "use" ? inShort(text) : inFull(text)

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

  /** A piece of a text whose words are as few as its tone wants. */
  piece(text: string): string {
    return mapProse(text, (prose) => {
      const result = replaceAll(prose, this.#replacements)
      const calm = this.#avoidsExclamation ? result.replaceAll(/!(?=\s|$)/g, ".") : result
      return withContractions(calm, this.#voice.contractions)
    })
  }

  /** A whole text in as few words as its tone wants. */
  concise(text: string): string {
    return this.#voice.tone === "concise" ? shortened(text, Infinity, true) : text
  }

  /** One line of prose: words only. */
  line(text: string): string {
    return this.piece(this.concise(text))
  }

  /** One paragraph of prose: sentences that are too long are cut where both sides stand by themselves. */
  prose(text: string): string {
    const { sentenceWords, tone } = this.#voice
    return this.piece(shortened(text, sentenceWords, tone === "concise"))
  }
}
