/**
 * The listed names that are worth comparing with a query: those that share enough of its weight through equal or similar
 * words, or words written together. The work is bounded, whatever the query is.
 */
import { findHash, hashOf } from "./HashIndex.ts"
import type { NameIndex } from "./NameIndex.ts"
import type { NameQuery, QueryWord } from "./NameQuery.ts"

/** The part of the query's weight that a name must share to be compared (our choice): other words are compared then. */
const leastShare = 0.42

/** The same of a query without short vowels: its short words may be parts of a long one. */
const leastShareOfBones = 0.36

/** The most names that are compared for one query, those that share the most: fewer when each takes longer. */
const maxCandidates = 1500
const maxComparisons = 12_000

/** Postings that are read for one query, over all words. */
const maxPostings = 120_000

/** From so many letters on a word may be two that were written together. */
const minJoinedLetters = 5

/** Up to so many words of a query are also tried two by two as one word that was written apart. */
const maxSplitWords = 7

/** More than what rounding changes about a sum of shares. */
const rounding = 1e-4

/** Stands for two words at once in `Sums`. */
const noWord = 255

/** Room for the sums of one query, kept between queries; all zero in between. */
class Sums {
  shares = new Float32Array(0)
  lastWord = new Uint8Array(0)
  touched = new Uint32Array(0)
  count = 0

  fit(names: number): void {
    if (this.shares.length >= names) return
    this.shares = new Float32Array(names)
    this.lastWord = new Uint8Array(names)
    this.touched = new Uint32Array(names)
  }

  /** Adds a share for word `word` (from 1), once per word and name: the first one counts. */
  add(name: number, word: number, share: number): void {
    if (this.lastWord[name] === word) return
    if (this.lastWord[name] === 0) this.touched[this.count++] = name
    this.lastWord[name] = word
    this.shares[name]! += share
  }

  /** The same for names that an earlier word has touched. */
  addToTouched(name: number, word: number, share: number): void {
    if (this.lastWord[name] === word || this.lastWord[name] === 0) return
    this.lastWord[name] = word
    this.shares[name]! += share
  }

  /** Adds a share whatever the name has already: for words written together or apart. */
  addAgain(name: number, word: number, share: number): void {
    if (this.lastWord[name] === 0) this.touched[this.count++] = name
    this.lastWord[name] = word
    this.shares[name]! += share
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) {
      const name = this.touched[at]!
      this.shares[name] = 0
      this.lastWord[name] = 0
    }
    this.count = 0
  }
}

const sums = new Sums()

/** A word on its way into the sums: its number, from 1, how many postings may still be read, and the share of a new name. */
interface Addition {
  readonly number: number
  readonly room: number
  /** A name that no earlier word has cannot be a candidate with less than this: it is not begun. */
  readonly leastToBegin: number
}

/** Adds the names with a word like this one; answers the room that is left. */
const addWord = (index: NameIndex, word: QueryWord, { leastToBegin, number, room }: Addition): number => {
  const { postingAt, postings } = index
  let left = room
  const { ids, likeness } = word.similar
  for (let at = 0; at < ids.length && left > 0; at++) {
    const id = ids[at]!
    const share = word.weight * likeness[at]!
    const end = postingAt[id + 1]!
    if (share < leastToBegin)
      for (let place = postingAt[id]!; place < end; place++) sums.addToTouched(postings[place]!, number, share)
    else for (let place = postingAt[id]!; place < end; place++) sums.add(postings[place]!, number, share)
    left -= end - postingAt[id]!
  }
  return left
}

/** The first place in `joined` of the names in which two words, or all, written together are this word; -1 for none. */
const placeOfJoined = ({ joined }: NameIndex, { letters, script, text }: QueryWord): number => {
  if (text.length < minJoinedLetters && script !== "syllables") return -1
  const hash = hashOf(letters)
  const place = findHash(joined, hash)
  return joined.hashes[place] === hash ? place : -1
}

const addJoined = ({ joined: { hashes, values } }: NameIndex, place: number, number: number, share: number): void => {
  if (place === -1) return
  for (let at = place; hashes[at] === hashes[place]; at++) sums.addAgain(values[at]!, number, share)
}

/** Joined words of scripts without short vowels have so many consonants: fewer are in too many words. */
const minJoinedBones = 4

/** A listed word that is two words of the query written together, and what both weigh. */
interface SplitWord {
  readonly id: number
  readonly share: number
}

/** Adds the listed words with the consonants of both words: the vowels between them are not written. */
const addByBones = (
  found: Array<SplitWord>,
  { index }: NameQuery,
  { one, other, share }: { readonly one: QueryWord; readonly other: QueryWord; readonly share: number }
): void => {
  if (one.skeleton.length + other.skeleton.length < minJoinedBones) return
  const { hashes, values } = index.words.bySkeleton
  const hash = hashOf(other.skeleton, hashOf(one.skeleton))
  for (let hit = findHash(index.words.bySkeleton, hash); hashes[hit] === hash; hit++)
    found.push({ id: values[hit]!, share })
}

const splitWordsOf = (query: NameQuery): ReadonlyArray<SplitWord> => {
  const { index, joinsSigns, words } = query
  const found: Array<SplitWord> = []
  if (words.length > maxSplitWords) return found
  const { hashes, values } = index.words.byLetters
  for (let at = 0; at < words.length; at++) {
    for (let place = 0; place < words.length; place++) {
      const [one, other] = [words[at]!, words[place]!]
      if (at === place || one.text.length + other.text.length < minJoinedLetters) continue
      if (!joinsSigns && one.script === "syllables" && other.script === "syllables") continue
      const hash = hashOf(other.letters, hashOf(one.letters))
      const share = one.weight + other.weight
      for (let hit = findHash(index.words.byLetters, hash); hashes[hit] === hash; hit++)
        found.push({ id: values[hit]!, share })
      if (one.script === "consonants" || other.script === "consonants") addByBones(found, query, { one, other, share })
    }
  }
  return found
}

const addSplit = ({ postingAt, postings }: NameIndex, { id, share }: SplitWord): void => {
  for (let place = postingAt[id]!; place < postingAt[id + 1]!; place++) sums.addAgain(postings[place]!, noWord, share)
}

/** The names above a share; when they are too many, the share is raised until they are not. */
const bestTouched = (least: number, most: number): ReadonlyArray<number> => {
  const names: Array<number> = []
  for (let at = 0; at < sums.count; at++) if (sums.shares[sums.touched[at]!]! >= least) names.push(sums.touched[at]!)
  if (names.length <= most) return names
  const shares = Float32Array.from(names, (name) => sums.shares[name]!).sort()
  const limit = shares[shares.length - most]!
  const above = names.filter((name) => sums.shares[name]! > limit)
  return [...above, ...names.filter((name) => sums.shares[name] === limit)].slice(0, most)
}

/** The candidates. They depend on the words of the query only, not on their order. */
export const candidatesOf = (query: NameQuery): ReadonlyArray<number> => {
  const { index, words } = query
  sums.fit(index.entries.length)
  try {
    // Rare words first: should there be no room for all, the common ones are left out.
    const byReach = [...new Set(words)].sort((one, other) => other.weight - one.weight)
    // A word that the query has twice is found once.
    const weight = byReach.reduce((sum, word) => sum + word.weight, 0)
    const least = weight * (byReach.some(({ script }) => script === "consonants") ? leastShareOfBones : leastShare)
    const joined = byReach.map((word) => placeOfJoined(index, word))
    const split = splitWordsOf(query)
    const isCompounded = split.length > 0 || joined.some((place) => place !== -1)
    let [room, later] = [maxPostings, weight]
    byReach.forEach((word, at) => {
      later -= word.weight
      const leastToBegin = isCompounded ? 0 : least - later - rounding
      room = addWord(index, word, { number: at + 1, room, leastToBegin })
      addJoined(index, joined[at]!, at + 1, word.weight)
    })
    for (const word of split) addSplit(index, word)
    return bestTouched(least, Math.min(maxCandidates, Math.ceil(maxComparisons / (words.length + 1))))
  } finally {
    sums.clear()
  }
}

/** Names with a word that is two neighbouring Chinese signs of a text. */
const addNeighbours = ({ postingAt, postings, words: table }: NameIndex, words: ReadonlyArray<QueryWord>): void => {
  const { hashes, values } = table.byLetters
  for (let at = 0; at + 1 < words.length; at++) {
    const [one, other] = [words[at]!, words[at + 1]!]
    if (one.script !== "syllables" || other.script !== "syllables") continue
    const hash = hashOf(other.letters, hashOf(one.letters))
    for (let hit = findHash(table.byLetters, hash); hashes[hit] === hash; hit++) {
      const id = values[hit]!
      for (let place = postingAt[id]!; place < postingAt[id + 1]!; place++) {
        sums.addAgain(postings[place]!, noWord, table.weights[id]!)
      }
    }
  }
}

/** The part of a listed name's weight that a text must have (our choice). */
const leastTextShare = 0.75

/** The most listed names that are compared with a text: those of which it has most. */
const maxTextCandidates = 100

const weightOfName = ({ nameAt, nameWords, words }: NameIndex, name: number): number => {
  let weight = 0
  for (let at = nameAt[name]!; at < nameAt[name + 1]!; at++) weight += words.weights[nameWords[at]!]!
  return weight
}

/** The listed names that may stand somewhere in a text: those most of whose weight is in it. */
export const candidatesInText = (index: NameIndex, words: ReadonlyArray<QueryWord>): ReadonlyArray<number> => {
  sums.fit(index.entries.length)
  try {
    const distinct = [...new Set(words)].sort((one, other) => other.weight - one.weight).slice(0, noWord - 1)
    let room = maxPostings
    distinct.forEach((word, at) => (room = addWord(index, word, { number: at + 1, room, leastToBegin: 0 })))
    addNeighbours(index, words)
    const found: Array<readonly [name: number, share: number]> = []
    for (let at = 0; at < sums.count; at++) {
      const name = sums.touched[at]!
      const share = sums.shares[name]! / weightOfName(index, name)
      if (share >= leastTextShare) found.push([name, share])
    }
    return found
      .sort(([one, less], [other, more]) => more - less || one - other)
      .slice(0, maxTextCandidates)
      .map(([name]) => name)
  } finally {
    sums.clear()
  }
}
