/** A name that is looked for, prepared once per index: its words, what they weigh, and which listed words are like them. */
import { Recent } from "../../domain/Recent.ts"
import { mainWords, type NameIndex } from "./NameIndex.ts"
import { type NameWord, romanWordsOf, romanWordsOfText, wordKey, wordOf } from "./NameForm.ts"
import { LikenessCache } from "./LikenessCache.ts"
import { likenessOf, lowestLikeness } from "./likeness.ts"
import { mayBeAlike, similarWords, type SimilarWords } from "./similarWords.ts"
import type { RomanWord } from "./romanize.ts"
import type { Reading } from "./signNames.ts"
import { weightOf } from "./weights.ts"
import type { PreparedWord } from "./WordForm.ts"
import { classOf, wordClasses } from "./words.ts"
import { preparedWord } from "./wordTraits.ts"
import { type ComparedWords, comparedWords, textOf } from "./WordTable.ts"

export interface QueryWord extends NameWord, PreparedWord {
  readonly weight: number
  /** Place of the class in `wordClasses`. */
  readonly place: number
  readonly similar: SimilarWords
  /** The word itself, to compare others with. */
  readonly own: () => ComparedWords
  /** The listed word that is equal, or -1. */
  readonly equal: number
  /** Its number among all that were ever prepared, from 1. */
  readonly number: number
  /** How much less it is like other short words, since it is one itself. */
  readonly ownName: number
  /** The share of a difference that is forgiven, since nobody seems to have this name. */
  readonly forgiven: number
}

export interface NameQuery {
  readonly index: NameIndex
  /** Sorted, so that the order of the words in the name makes no difference. */
  readonly words: ReadonlyArray<QueryWord>
  /** Weight of all words, also of those that are not compared. */
  readonly weight: number
  /** Chinese signs of two words may be one word on the list: in a text, where nothing tells surname and given name apart. */
  readonly joinsSigns: boolean
}

/** A word that is listed nowhere and is one typing error away from a word that says nothing, says nothing either. */
const classWithErrors = (index: NameIndex, word: NameWord, similar: SimilarWords): NameWord["class"] => {
  const [nearest] = similar.ids
  if (word.class !== "ordinary" || nearest === undefined || similar.likeness[0] === 1) return word.class
  if (word.text.length < 4) return word.class
  const nearestClass = classOf(textOf(index.words, nearest), index.kind)
  return nearestClass === "empty" ? nearestClass : word.class
}

/** Half of the words of earlier queries that are kept for an index. */
const keptWords = 8192

/** Words of earlier queries, by index. It makes no difference to an answer whether one is there. */
const keptOf = new WeakMap<NameIndex, Recent<QueryWord>>()

const keptFor = (index: NameIndex): Recent<QueryWord> => {
  const known = keptOf.get(index)
  if (known !== undefined) return known
  const made = new Recent<QueryWord>(keptWords)
  keptOf.set(index, made)
  return made
}

/**
 * Of so few letters, a word that many listed names have (`Ok`, `Bin`, `Yun`) is a name, and hardly an error in another one. It
 * counts slowly, so that one more listed name changes no score by a point (S13).
 */
const fewLetters = 3
const usualNames = 20
const mostOwnName = 0.2

/** Words that are less alike than this differ in more than in a sound that is written in several ways (`Ju`, `Zhu`). */
const sameShortName = 0.8

const ownNameOf = ({ script, text }: NameWord, names: number): number =>
  script === "letters" && text.length <= fewLetters ? mostOwnName * Math.min(1, names / usualNames) : 0

/**
 * A name that is spelled right is a listed name's, too, more often than not, where many names are listed. So a word that
 * none has is a slip of the finger rather than somebody else's name. Both counts go slowly, so that one more listed name
 * changes no score by a point (S13).
 */
const mostForgiven = 0.18
const knownNames = 12
const manyNames = 10_000

const forgivenOf = ({ entries }: NameIndex, { script }: NameWord, names: number): number =>
  script === "letters"
    ? mostForgiven * Math.max(0, 1 - names / knownNames) * Math.min(1, entries.length / manyNames)
    : 0

/** Few words are compared with two that were written together. */
const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

const likenesses = new LikenessCache()

let wordsMade = 0

const queryWord = (index: NameIndex, romanWord: RomanWord): QueryWord => {
  const word = preparedWord(wordOf(romanWord.text, index.kind, romanWord.script))
  const similar = similarWords(index.words, word)
  const [nearest] = similar.ids
  const equal = nearest !== undefined && similar.likeness[0] === 1 ? nearest : -1
  const names = equal === -1 ? 0 : index.postingAt[equal + 1]! - index.postingAt[equal]!
  const wordClass = classWithErrors(index, word, similar)
  const weight = weightOf({ text: word.text, class: wordClass }, names)
  const place = wordClasses.indexOf(wordClass)
  return {
    ...word,
    weight,
    place,
    similar,
    own: once(() => comparedWords([word])),
    equal,
    number: ++wordsMade,
    ownName: ownNameOf(word, names),
    forgiven: forgivenOf(index, word, names)
  }
}

/** The word as it was prepared for an earlier query, or prepared now. */
const keptWord = (index: NameIndex, word: RomanWord): QueryWord => {
  const kept = keptFor(index)
  const key = wordKey(word)
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = queryWord(index, word)
  kept.set(key, made)
  return made
}

const byText = (one: NameWord, other: NameWord): number => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0)

/** The words of a text, prepared, in their order. */
export const prepareWords = (index: NameIndex, text: string): ReadonlyArray<QueryWord> =>
  romanWordsOfText(text).map((word) => keptWord(index, word))

/** A query of prepared words. */
export const queryOf = (index: NameIndex, words: ReadonlyArray<QueryWord>, joinsSigns = true): NameQuery => {
  const sorted = words.toSorted(byText)
  // Summed in the sorted order: the last bit of a sum depends on it.
  return { index, words: sorted, weight: sorted.reduce((sum, word) => sum + word.weight, 0), joinsSigns }
}

/** Prepares the words of a name for an index. */
export const makeNameQuery = (index: NameIndex, name: string, reading?: Reading): NameQuery => {
  const all = romanWordsOf(name, index.kind, reading)
  const compared = mainWords(all)
  const query = queryOf(
    index,
    compared.map((word) => keptWord(index, word)),
    index.kind !== "person"
  )
  return { ...query, weight: query.weight + (all.length - compared.length) }
}

const betweenWords = ({ words }: NameIndex, word: QueryWord, listed: number): number => {
  const likeness = likenessOf(word, words, listed)
  if (word.ownName === 0 || likeness >= sameShortName) return likeness
  if (words.lettersAt[listed + 1]! - words.lettersAt[listed]! > fewLetters) return likeness
  const rest = likeness - word.ownName
  return rest < lowestLikeness ? 0 : rest
}

/** How alike a word of the query and a listed word are. */
export const queryLikeness = (index: NameIndex, word: QueryWord, listed: number): number => {
  if (!mayBeAlike(word.traits, index.words, listed, lowestLikeness)) return 0
  const known = likenesses.get(word.number, listed)
  if (known !== -1) return known
  // As precise as it is kept: the same name is as alike the first time as later.
  const likeness = Math.fround(betweenWords(index, word, listed))
  likenesses.set(word.number, listed, likeness)
  return likeness
}
