/** A name that is looked for, prepared once per index: its words, what they weigh, and which listed words are like them. */
import type { NameIndex } from "./NameIndex.ts"
import { type NameWord, wordKey, wordsOf } from "./NameForm.ts"
import { likenessOf } from "./likeness.ts"
import { mayBeAlike, similarWords, type SimilarWords } from "./similarWords.ts"
import { weightOf } from "./weights.ts"
import { classOf, wordClasses } from "./words.ts"
import { maskOf, textOf } from "./WordTable.ts"

/** The most words of a name that are compared, the longest ones: more than any name has. */
export const maxQueryWords = 16

/** A word of the query. */
export interface QueryWord extends NameWord {
  readonly weight: number
  /** Place of the class in `wordClasses`. */
  readonly place: number
  readonly mask: number
  readonly similar: SimilarWords
  /** Likeness with listed words by their numbers, as far as they were compared. */
  readonly known: Map<number, number>
}

/** The query. */
export interface NameQuery {
  readonly index: NameIndex
  /** Sorted, so that the order of the words in the name makes no difference. */
  readonly words: ReadonlyArray<QueryWord>
  /** Weight of all words, also of those that are not compared. */
  readonly weight: number
}

/** A word that is listed nowhere and is one typing error away from a word that says nothing, says nothing either. */
const classWithErrors = (index: NameIndex, word: NameWord, similar: SimilarWords): NameWord["class"] => {
  const [nearest] = similar.ids
  if (word.class !== "ordinary" || nearest === undefined || similar.likeness[0] === 1) return word.class
  if (word.text.length < 4) return word.class
  const nearestClass = classOf(textOf(index.words, nearest), index.kind)
  return nearestClass === "empty" ? nearestClass : word.class
}

const queryWord = (index: NameIndex, word: NameWord): QueryWord => {
  const similar = similarWords(index.words, word)
  const [nearest] = similar.ids
  const names =
    nearest !== undefined && similar.likeness[0] === 1 ? index.postingAt[nearest + 1]! - index.postingAt[nearest]! : 0
  const wordClass = classWithErrors(index, word, similar)
  const weight = weightOf({ text: word.text, class: wordClass }, names)
  const place = wordClasses.indexOf(wordClass)
  return { ...word, weight, place, mask: maskOf(word.sound), similar, known: new Map() }
}

/** Words of earlier queries are kept, this many per index: names of customers have many words in common. */
const keptWords = 8192

/** The most listed words whose likeness with a kept word is kept as well. */
const keptLikenesses = 2048

const kept = new WeakMap<NameIndex, Map<string, QueryWord>>()

/** The word as it was prepared for an earlier query, or prepared now. It makes no difference to the answer. */
const keptWord = (index: NameIndex, word: NameWord): QueryWord => {
  let words = kept.get(index)
  if (words === undefined) kept.set(index, (words = new Map()))
  const key = wordKey(word)
  const known = words.get(key)
  if (known !== undefined) {
    if (known.known.size > keptLikenesses) known.known.clear()
    return known
  }
  if (words.size >= keptWords) words.clear()
  const made = queryWord(index, word)
  words.set(key, made)
  return made
}

const byText = (one: NameWord, other: NameWord): number => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0)

const byLength = (one: NameWord, other: NameWord): number => other.text.length - one.text.length || byText(one, other)

/** The words of a text, prepared, in their order. */
export const prepareWords = (index: NameIndex, text: string): ReadonlyArray<QueryWord> =>
  wordsOf(text, index.kind).map((word) => keptWord(index, word))

/** A query of prepared words. */
export const queryOf = (index: NameIndex, words: ReadonlyArray<QueryWord>): NameQuery => {
  const sorted = words.toSorted(byText)
  // Summed in the sorted order: the last bit of a sum depends on it.
  return { index, words: sorted, weight: sorted.reduce((sum, word) => sum + word.weight, 0) }
}

/** Prepares the words of a name for an index. Of more words than are compared, the longest count. */
export const makeNameQuery = (index: NameIndex, name: string): NameQuery => {
  const all = wordsOf(name, index.kind)
  const compared = all.length <= maxQueryWords ? all : all.toSorted(byLength).slice(0, maxQueryWords)
  const query = queryOf(
    index,
    compared.map((word) => keptWord(index, word))
  )
  return { ...query, weight: query.weight + (all.length - compared.length) }
}

/** How alike a word of the query and a listed word are; compared at most once per query. */
export const queryLikeness = (index: NameIndex, word: QueryWord, listed: number): number => {
  const known = word.known.get(listed)
  if (known !== undefined) return known
  const isWorthIt = mayBeAlike(word.mask, index.words.masks[listed]!)
  const likeness = isWorthIt ? likenessOf(word, index.words, listed) : 0
  word.known.set(listed, likeness)
  return likeness
}
