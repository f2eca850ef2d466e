/**
 * The names of one kind (persons, or everything else) in typed arrays, ready to be searched: nothing in it is an object
 * per name, so that it is small, is built in another thread and changes hands for nothing. It never changes.
 */
import { type HashIndex, HashIndexBuilder, hashOf, maxIndexed } from "./HashIndex.ts"
import { type NameWord, wordKey, wordsOf } from "./NameForm.ts"
import { type RomanWord, scriptKinds } from "./romanize.ts"
import type { Reading } from "./signNames.ts"
import type { NameKind } from "./words.ts"
import { makeWordTable, type WordTable } from "./WordTable.ts"

/** One name of one entry, as it goes into an index. */
export interface IndexedName {
  readonly name: string
  /** How its Chinese signs are spelled. Default: in pinyin. */
  readonly reading?: Reading | undefined
  /** The place of its entry among all entries. */
  readonly entry: number
  /** Which of the names of its entry it is. */
  readonly ordinal: number
  readonly weak: boolean
}

/** The packed names of one kind. */
export interface NameIndex {
  readonly kind: NameKind
  readonly words: WordTable
  /** The words of name `n` are `nameWords` from `nameAt[n]` to `nameAt[n + 1]`, in their order. */
  readonly nameAt: Uint32Array
  readonly nameWords: Uint32Array
  readonly entries: Uint32Array
  readonly ordinals: Uint16Array
  readonly weak: Uint8Array
  /** The names that have word `w` are `postings` from `postingAt[w]` to `postingAt[w + 1]`. */
  readonly postingAt: Uint32Array
  readonly postings: Uint32Array
  /** Names by the hash of the letters of two neighbouring words written as one, or of all words. */
  readonly joined: HashIndex
}

/** The most words of a name that are compared; but for fields that hold a dozen names, the public lists have some thirty. */
export const maxNameWords = 64

const syllables = scriptKinds.indexOf("syllables")

/** Two words of a person in Chinese signs are surname and given name, and never one word. */
export const areNamesInSigns = ({ kind, nameWords, words }: NameIndex, one: number, other: number): boolean =>
  kind === "person" && words.scripts[nameWords[one]!] === syllables && words.scripts[nameWords[other]!] === syllables

const byLength = (one: RomanWord, other: RomanWord): number =>
  other.text.length - one.text.length || (one.text < other.text ? -1 : one.text > other.text ? 1 : 0)

/** The words of a name that are compared, in their order: of too many the longest, so that the same name has the same. */
export const mainWords = <Word extends RomanWord>(words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  if (words.length <= maxNameWords) return words
  const main = new Set(words.toSorted(byLength).slice(0, maxNameWords))
  return words.filter((word) => main.has(word))
}

/** Gives each distinct word a number, in the order of their first appearance. */
class WordNumbers {
  readonly words: Array<NameWord> = []
  readonly #numbers = new Map<string, number>()

  numberOf(word: NameWord): number {
    const key = wordKey(word)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.words.length)
    return this.words.push(word) - 1
  }
}

const addJoined = (joined: HashIndexBuilder, words: ReadonlyArray<NameWord>, name: number): void => {
  for (let at = 0; at + 1 < words.length; at++) {
    const [one, other] = [words[at]!.letters, words[at + 1]!.letters]
    joined.add(hashOf(other, hashOf(one)), name)
    joined.add(hashOf(one, hashOf(other)), name)
  }
  if (words.length > 2)
    joined.add(
      words.reduce((hash, { letters }) => hashOf(letters, hash), hashOf(new Uint8Array(0))),
      name
    )
}

const postingsOf = (nameAt: Uint32Array, nameWords: Uint32Array, words: number) => {
  const lastName = new Int32Array(words).fill(-1)
  const postingAt = new Uint32Array(words + 1)
  const eachOnce = (visit: (word: number, name: number) => void) => {
    lastName.fill(-1)
    for (let name = 0; name + 1 < nameAt.length; name++) {
      for (let at = nameAt[name]!; at < nameAt[name + 1]!; at++) {
        const word = nameWords[at]!
        if (lastName[word] === name) continue
        lastName[word] = name
        visit(word, name)
      }
    }
  }
  eachOnce((word) => postingAt[word + 1]!++)
  const counts = postingAt.slice(1)
  for (let word = 0; word < words; word++) postingAt[word + 1]! += postingAt[word]!
  const postings = new Uint32Array(postingAt[words]!)
  const next = postingAt.slice()
  eachOnce((word, name) => (postings[next[word]!++] = name))
  return { postingAt, postings, counts }
}

/** Packs names. Names without a letter or digit cannot be found and are left out. */
export const makeNameIndex = (kind: NameKind, listed: Iterable<IndexedName>): NameIndex => {
  const numbers = new WordNumbers()
  const joined = new HashIndexBuilder()
  const names: Array<IndexedName> = []
  const places: Array<number> = [0]
  const wordIds: Array<number> = []
  for (const name of listed) {
    const words = mainWords(wordsOf(name.name, kind, name.reading))
    if (words.length === 0) continue
    for (const word of words) wordIds.push(numbers.numberOf(word))
    addJoined(joined, words, names.length)
    names.push(name)
    places.push(wordIds.length)
  }
  if (names.length >= maxIndexed || numbers.words.length >= maxIndexed) {
    throw new RangeError(`An index holds fewer than ${maxIndexed} names and words, not ${names.length}`)
  }
  const nameAt = Uint32Array.from(places)
  const nameWords = Uint32Array.from(wordIds)
  const { counts, postingAt, postings } = postingsOf(nameAt, nameWords, numbers.words.length)
  return {
    kind,
    words: makeWordTable(numbers.words, counts),
    nameAt,
    nameWords,
    entries: Uint32Array.from(names, ({ entry }) => entry),
    ordinals: Uint16Array.from(names, ({ ordinal }) => ordinal),
    weak: Uint8Array.from(names, ({ weak }) => Number(weak)),
    postingAt,
    postings,
    joined: joined.build()
  }
}
