/**
 * Which words of two names belong together: best first, whatever their order; a word may also be paired with two that were
 * written together.
 */
import { fold, maxWordLetters } from "./fold.ts"
import { JoinedCache } from "./JoinedCache.ts"
import { areUnlike, likenessOf } from "./likeness.ts"
import { areNamesInSigns } from "./NameIndex.ts"
import { type NameQuery, queryLikeness, type QueryWord } from "./NameQuery.ts"
import { type ScriptKind, scriptKinds } from "./romanize.ts"
import type { PreparedWord } from "./WordForm.ts"
import { lastMeaning, lastTelling } from "./words.ts"
import type { ComparedWords, WordTable } from "./WordTable.ts"
import { preparedWord, trait, traitCount } from "./wordTraits.ts"

/** An initial and a word that begins with it. */
const initialLikeness = 0.85

/** Two words written as one must be nearly the same as the one. */
const lowestJoined = 0.85

/** In a name of more words none are tried two by two. */
const maxJoinedWords = 12

/** A word that has a partner at least this alike is not tried with two words as well. */
const wellPaired = 0.9

/** More words than a name and a query have together. */
const room = 64

const pairQuery = new Uint8Array(room * room)
const pairListed = new Uint8Array(room * room)
const pairLikeness = new Float32Array(room * room)
export const queryPartner = new Int16Array(room)
export const listedPartner = new Int16Array(room)
export const queryLike = new Float32Array(room)
export const queryJoined = new Uint8Array(room)
export const listedLike = new Float32Array(room)

/** Where a word went that is `joinedAway`: the place of the word on the other side that it is a part of. */
export const queryHome = new Int16Array(room)
export const listedHome = new Int16Array(room)

export const unpaired = -1
export const joinedAway = -2

const isInitial = (one: number, other: number): boolean => one === 1 && other > 1

/** The first letters agree and one of both words is nothing but that letter. */
const initialsAgree = ({ letters }: QueryWord, traits: Int32Array, at: number): boolean => {
  const width = traits[at + trait.width]!
  return (
    (isInitial(letters.length, width) || isInitial(width, letters.length)) && traits[at + trait.first] === letters[0]
  )
}

/** A word that tells names apart is like one that does not only when both are nearly the same. */
const lowestAcrossClasses = 0.9

const isAcross = (one: number, other: number): boolean =>
  Math.min(one, other) <= lastTelling && Math.max(one, other) > lastMeaning

const pairUp = (q: number, l: number, likeness: number): void => {
  queryPartner[q] = l
  listedPartner[l] = q
  queryLike[q] = listedLike[l] = likeness
}

/** Pairs equal words: nothing can be more alike, so the others need not be compared with them. */
const pairEqual = ({ index, words }: NameQuery, from: number, count: number): void => {
  for (let q = 0; q < words.length; q++) {
    const { equal } = words[q]!
    if (equal === -1) continue
    for (let l = 0; l < count; l++) {
      if (index.nameWords[from + l] !== equal || listedPartner[l] !== unpaired) continue
      pairUp(q, l, 1)
      break
    }
  }
}

/** Fills the pairs of the words that are left and alike at all, and tells how many there are. */
const findPairs = ({ index, words }: NameQuery, from: number, count: number): number => {
  let pairs = 0
  for (let q = 0; q < words.length; q++) {
    const word = words[q]!
    if (queryPartner[q] !== unpaired) continue
    for (let l = 0; l < count; l++) {
      if (listedPartner[l] !== unpaired) continue
      const listed = index.nameWords[from + l]!
      let likeness = queryLikeness(index, word, listed)
      if (likeness === 0 && initialsAgree(word, index.words.traits, traitCount * listed)) likeness = initialLikeness
      if (likeness === 0) continue
      if (likeness < lowestAcrossClasses && isAcross(word.place, index.words.classes[listed]!)) continue
      pairQuery[pairs] = q
      pairListed[pairs] = l
      pairLikeness[pairs++] = likeness
    }
  }
  return pairs
}

/** Takes the best pair that is left, over and over. Ties go to the first words of the sorted query. */
const takeBest = (pairs: number): void => {
  for (;;) {
    let best = -1
    for (let at = 0; at < pairs; at++) {
      if (queryPartner[pairQuery[at]!] !== unpaired || listedPartner[pairListed[at]!] !== unpaired) continue
      if (best === -1 || pairLikeness[at]! > pairLikeness[best]!) best = at
    }
    if (best === -1) return
    pairUp(pairQuery[best]!, pairListed[best]!, pairLikeness[best]!)
  }
}

const isFree = (likeness: number): boolean => likeness < wellPaired

const release = (partner: Int16Array, other: Int16Array, place: number): void => {
  const paired = partner[place]!
  if (paired >= 0) other[paired] = unpaired
}

/** One of both is written without short vowels: a first or last vowel says nothing, and length is that of consonants. */
const isUnwritten = ({ script }: QueryWord, { traits }: WordTable, listed: number): boolean =>
  script === "consonants" || traits[traitCount * listed + trait.isConsonants] === 1

const bonesOf = ({ skeletonsAt }: WordTable, listed: number): number => skeletonsAt[listed + 1]! - skeletonsAt[listed]!

/** Whether a word begins as a listed word does; two words written as one begin and end as those do, and seldom by chance. */
const beginsAs = (word: QueryWord, table: WordTable, listed: number): boolean =>
  isUnwritten(word, table, listed)
    ? bonesOf(table, listed) > 0 && word.skeleton[0] === table.skeletons[table.skeletonsAt[listed]!]
    : word.letters[0] === table.traits[traitCount * listed + trait.first]

const endsAs = (word: QueryWord, table: WordTable, listed: number): boolean =>
  word.letters[word.letters.length - 1] === table.letters[table.lettersAt[listed + 1]! - 1] ||
  isUnwritten(word, table, listed)

/** Two words written as one, from the letters of both. */
const joinedWord = (one: Uint8Array, other: Uint8Array, scripts: ReadonlyArray<ScriptKind>): PreparedWord => {
  const letters = new Uint8Array(Math.min(one.length + other.length, maxWordLetters))
  letters.set(one)
  letters.set(other.subarray(0, letters.length - one.length), one.length)
  // Syllables that are written together are letters.
  const script = scripts.includes("consonants") ? "consonants" : "letters"
  return preparedWord({ letters, script, ...fold(letters) })
}

const lettersAt = ({ letters, lettersAt: starts }: WordTable, listed: number): Uint8Array =>
  letters.subarray(starts[listed], starts[listed + 1])

/** How alike two words are of which one was written as two; 0 when less than such words must be. */
const joinedLikeness = (joined: PreparedWord, other: ComparedWords, id: number): number =>
  areUnlike(joined.traits, other.traits, id, lowestJoined) ? 0 : likenessOf(joined, other, id)

const listedTogether = new JoinedCache()
const queryTogether = new JoinedCache()

/** How alike a word of the query and two listed words written as one are. */
const likenessOfListed = (table: WordTable, word: QueryWord, one: number, other: number): number => {
  const known = listedTogether.get(word.number, one, other)
  if (known !== -1) return known
  const scripts = [scriptKinds[table.scripts[one]!]!, scriptKinds[table.scripts[other]!]!]
  const joined = joinedWord(lettersAt(table, one), lettersAt(table, other), scripts)
  const likeness = joinedLikeness(joined, word.own(), 0)
  listedTogether.set(word.number, one, other, likeness)
  return likeness
}

/** How alike two words of the query written as one and a listed word are. */
const likenessOfQuery = (table: WordTable, one: QueryWord, other: QueryWord, listed: number): number => {
  const known = queryTogether.get(one.number, listed, other.number)
  if (known !== -1) return known
  const joined = joinedWord(one.letters, other.letters, [one.script, other.script])
  const likeness = joinedLikeness(joined, table, listed)
  queryTogether.set(one.number, listed, other.number, likeness)
  return likeness
}

/** Pairs a word of the query with two listed words written as one. */
const joinListed = (query: NameQuery, from: number, count: number): void => {
  const { index, words } = query
  for (let q = 0; q < words.length; q++) {
    const word = words[q]!
    if (word.text.length < 5 && word.script !== "syllables") continue
    if (queryPartner[q]! >= 0 && !isFree(queryLike[q]!)) continue
    for (let one = 0; one < count; one++) {
      if (!beginsAs(word, index.words, index.nameWords[from + one]!)) continue
      for (let two = 0; two < count; two++) {
        if (one === two || !isFree(listedLike[one]!) || !isFree(listedLike[two]!)) continue
        if (listedPartner[one] === joinedAway || listedPartner[two] === joinedAway) continue
        if (areNamesInSigns(index, from + one, from + two)) continue
        const { traits } = index.words
        const [a, b] = [index.nameWords[from + one]!, index.nameWords[from + two]!]
        const length = traits[traitCount * a + trait.width]! + traits[traitCount * b + trait.width]!
        const bones = bonesOf(index.words, a) + bonesOf(index.words, b)
        const difference = isUnwritten(word, index.words, a) ? bones - word.skeleton.length : length - word.text.length
        if (Math.abs(difference) > 1 || !endsAs(word, index.words, b)) continue
        const likeness = likenessOfListed(index.words, word, a, b)
        if (likeness < lowestJoined || likeness <= queryLike[q]!) continue
        release(queryPartner, listedPartner, q)
        release(listedPartner, queryPartner, one)
        release(listedPartner, queryPartner, two)
        queryPartner[q] = one
        queryJoined[q] = 1
        queryLike[q] = listedLike[one] = listedLike[two] = likeness
        listedPartner[one] = q
        listedPartner[two] = joinedAway
        listedHome[two] = q
      }
    }
  }
}

/** Pairs a listed word with two words of the query written as one. */
const joinQuery = (query: NameQuery, from: number, count: number): void => {
  const { index, words } = query
  for (let l = 0; l < count; l++) {
    const listed = index.nameWords[from + l]!
    const width = index.words.traits[traitCount * listed + trait.width]!
    if (width < 5 || (listedPartner[l]! !== unpaired && !isFree(listedLike[l]!))) continue
    for (let one = 0; one < words.length; one++) {
      if (!beginsAs(words[one]!, index.words, listed)) continue
      for (let two = 0; two < words.length; two++) {
        if (one === two || !isFree(queryLike[one]!) || !isFree(queryLike[two]!)) continue
        if (!query.joinsSigns && words[one]!.script === "syllables" && words[two]!.script === "syllables") continue
        if (queryPartner[one] === joinedAway || queryPartner[two] === joinedAway) continue
        const [a, b] = [words[one]!, words[two]!]
        const difference = isUnwritten(a, index.words, listed)
          ? a.skeleton.length + b.skeleton.length - bonesOf(index.words, listed)
          : a.text.length + b.text.length - width
        if (Math.abs(difference) > 1) continue
        if (!endsAs(b, index.words, listed)) continue
        const likeness = likenessOfQuery(index.words, a, b, listed)
        if (likeness < lowestJoined || likeness <= listedLike[l]!) continue
        release(listedPartner, queryPartner, l)
        release(queryPartner, listedPartner, one)
        release(queryPartner, listedPartner, two)
        listedPartner[l] = one
        listedLike[l] = queryLike[one] = queryLike[two] = likeness
        queryPartner[one] = l
        queryJoined[one] = queryJoined[two] = 1
        queryPartner[two] = joinedAway
        queryHome[two] = l
      }
    }
  }
}

/** Unpairs all words. In loops: `fill` costs more than these few places. */
const forgetPairs = (words: number, listed: number): void => {
  for (let q = 0; q < words; q++) {
    queryPartner[q] = unpaired
    queryLike[q] = queryJoined[q] = 0
  }
  for (let l = 0; l < listed; l++) {
    listedPartner[l] = unpaired
    listedLike[l] = 0
  }
}

/** Pairs the words of the query with those of a name; the result is in the arrays above. */
export const pairWords = (query: NameQuery, name: number): void => {
  const { index, words } = query
  const from = index.nameAt[name]!
  const count = index.nameAt[name + 1]! - from
  forgetPairs(words.length, count)
  pairEqual(query, from, count)
  takeBest(findPairs(query, from, count))
  let isComplete = true
  for (let q = 0; q < words.length && isComplete; q++) isComplete = !isFree(queryLike[q]!)
  if (isComplete && words.length >= count) return
  if (count <= maxJoinedWords) joinListed(query, from, count)
  if (words.length <= maxJoinedWords) joinQuery(query, from, count)
}
