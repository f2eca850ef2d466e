/**
 * Listed names inside of free text, such as remittance information: each listed name is compared with every stretch of
 * the text that has as many words.
 */
import { candidatesInText } from "./candidates.ts"
import type { NameIndex } from "./NameIndex.ts"
import { type NameQuery, prepareWords, type QueryWord, queryOf } from "./NameQuery.ts"
import { type NameScore, scoreName } from "./score.ts"
import { lastTelling } from "./words.ts"

/** A listed name in the text. */
export interface TextHit {
  readonly query: NameQuery
  readonly name: number
  readonly score: NameScore
}

/** Words of a text that are looked at: more than a field of 500 characters has in practice. */
const maxTextWords = 80

const isTelling = ({ place }: QueryWord): boolean => place <= lastTelling

/** A given name of two Chinese signs is one listed word, and two words of a text. */
const longestStretch = (words: ReadonlyArray<QueryWord>, listedWords: number): number =>
  listedWords + Number(words.some(({ script }) => script === "syllables"))

/** Every listed name that the text may hold, each with the stretch that is most like it. */
export const textHits = (index: NameIndex, text: string): ReadonlyArray<TextHit> => {
  const words = prepareWords(index, text).slice(0, maxTextWords)
  const subjectWords = words.filter(isTelling).length
  return candidatesInText(index, words).flatMap((name) => {
    const listedWords = index.nameAt[name + 1]! - index.nameAt[name]!
    let best: TextHit | undefined
    for (let size = listedWords; size <= longestStretch(words, listedWords); size++) {
      for (let from = 0; from === 0 || from + size <= words.length; from++) {
        const query = queryOf(index, words.slice(from, from + size))
        const score = { ...scoreName(query, name), subjectWords }
        if (best === undefined || score.score > best.score.score) best = { query, name, score }
      }
    }
    return best ?? []
  })
}
