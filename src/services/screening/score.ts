/**
 * How alike two names are. Words are paired best first, whatever their order; a word may also be paired with two that
 * were written together. The score is the weight of what is paired in the weight of everything: words that only the
 * subject has count more than words that only the listed name has, since names are often given without some parts.
 * Deterministic; no other entry of a list takes part, but through the slowly changing weights of words.
 */
import { likenessOf } from "./likeness.ts"
import { wordOf } from "./NameForm.ts"
import { areNamesInSigns, maxNameWords, type NameIndex } from "./NameIndex.ts"
import { type NameQuery, queryLikeness, type QueryWord } from "./NameQuery.ts"
import { type ScriptKind, scriptKinds } from "./romanize.ts"
import { doubtOf } from "./weights.ts"
import { lastMeaning, lastTelling } from "./words.ts"
import { textOf, type WordTable } from "./WordTable.ts"

/**
 * What a word that is missing on the other side costs, as a share of its weight (our choice). The subject lacks names in
 * the middle when the first and the last word of the listed name are there: those are left out every day. The more words
 * are missing, the less each costs, by the power `decline`.
 */
export const missing = { listed: 0.4, middle: 0.17, subject: 0.21, decline: 0.5 }

/** The further deduction when each side has a word that the other lacks: the names differ, and none is only shorter. */
const contradiction = 0.35

/** How much less than its likeness an inexact pair counts: several doubtful words make a doubtful name. */
const sharpness = 1.45

/** An initial and a word that begins with it. */
const initialLikeness = 0.85

/** Two words written as one must be nearly the same as the one. */
const lowestJoined = 0.85

/** In a name of more words none are tried two by two. */
const maxJoinedWords = 12

/** A word that has a partner at least this alike is not tried with two words as well. */
const wellPaired = 0.9

/** A word of the subject and the word of the listed name that it was paired with; two words are one with a `+`. */
export interface WordPair {
  readonly subject: string
  readonly listed: string
  /** Above 0, up to 1 for equal words. */
  readonly likeness: number
}

/** The comparison of two names. */
export interface NameScore {
  /** From 0 to 1; 1 only when every word that weighs anything has its equal. */
  readonly score: number
  /** All words are equal, those that weigh little included. */
  readonly same: boolean
  /** Every word that says anything is paired, on both sides. */
  readonly complete: boolean
  /** Words of one side that are paired and tell names apart: the greater number of both sides. */
  readonly told: number
  /** Words of each side that tell names apart. */
  readonly subjectWords: number
  readonly listedWords: number
}

/** More words than a name and a query have together. */
const room = 64

const pairQuery = new Uint8Array(room * room)
const pairListed = new Uint8Array(room * room)
const pairLikeness = new Float32Array(room * room)
const queryPartner = new Int16Array(room)
const listedPartner = new Int16Array(room)
const queryLike = new Float32Array(room)
const queryJoined = new Uint8Array(room)
const listedLike = new Float32Array(room)

/** Where a word went that is `joinedAway`: the place of the word on the other side that it is a part of. */
const queryHome = new Int16Array(room)
const listedHome = new Int16Array(room)

const unpaired = -1
const joinedAway = -2

const isInitial = (one: number, other: number): boolean => one === 1 && other > 1

/** The first letters agree and one of both words is nothing but that letter. */
const initialsAgree = (index: NameIndex, word: QueryWord, listed: number): boolean => {
  const { letters, lettersAt } = index.words
  const width = lettersAt[listed + 1]! - lettersAt[listed]!
  const length = word.letters.length
  return (isInitial(length, width) || isInitial(width, length)) && letters[lettersAt[listed]!] === word.letters[0]
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
      if (likeness === 0 && initialsAgree(index, word, listed)) likeness = initialLikeness
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

const consonants = scriptKinds.indexOf("consonants")

/** One of both is written without short vowels: a first or last vowel says nothing, and length is that of consonants. */
const isUnwritten = ({ script }: QueryWord, { scripts }: WordTable, listed: number): boolean =>
  script === "consonants" || scripts[listed] === consonants

const bonesOf = ({ skeletonsAt }: WordTable, listed: number): number => skeletonsAt[listed + 1]! - skeletonsAt[listed]!

/** Whether a word begins as a listed word does; two words written as one begin and end as those do, and seldom by chance. */
const beginsAs = (word: QueryWord, table: WordTable, listed: number): boolean =>
  isUnwritten(word, table, listed)
    ? bonesOf(table, listed) > 0 && word.skeleton[0] === table.skeletons[table.skeletonsAt[listed]!]
    : word.letters[0] === table.letters[table.lettersAt[listed]!]

const endsAs = (word: QueryWord, table: WordTable, listed: number): boolean =>
  word.letters.at(-1) === table.letters[table.lettersAt[listed + 1]! - 1] || isUnwritten(word, table, listed)

/** Syllables that are written together are letters. */
const joinedScript = (...scripts: ReadonlyArray<ScriptKind>): ScriptKind =>
  scripts.includes("consonants") ? "consonants" : "letters"

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
        const { lettersAt } = index.words
        const [a, b] = [index.nameWords[from + one]!, index.nameWords[from + two]!]
        const length = lettersAt[a + 1]! - lettersAt[a]! + lettersAt[b + 1]! - lettersAt[b]!
        const bones = bonesOf(index.words, a) + bonesOf(index.words, b)
        const difference = isUnwritten(word, index.words, a) ? bones - word.skeleton.length : length - word.text.length
        if (Math.abs(difference) > 1 || !endsAs(word, index.words, b)) continue
        const script = joinedScript(scriptKinds[index.words.scripts[a]!]!, scriptKinds[index.words.scripts[b]!]!)
        const joined = wordOf(textOf(index.words, a) + textOf(index.words, b), index.kind, script)
        const likeness = likenessOf(joined, word.own, 0)
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
    const { lettersAt } = index.words
    const width = lettersAt[listed + 1]! - lettersAt[listed]!
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
        const joined = wordOf(a.text + b.text, index.kind, joinedScript(a.script, b.script))
        const likeness = likenessOf(joined, index.words, listed)
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

/** Pairs the words of the query with those of a name; the result is in the arrays above. */
const pairWords = (query: NameQuery, name: number): void => {
  const { index, words } = query
  const from = index.nameAt[name]!
  const count = index.nameAt[name + 1]! - from
  queryPartner.fill(unpaired, 0, words.length)
  listedPartner.fill(unpaired, 0, count)
  queryLike.fill(0, 0, words.length)
  queryJoined.fill(0, 0, words.length)
  listedLike.fill(0, 0, count)
  pairEqual(query, from, count)
  takeBest(findPairs(query, from, count))
  let isComplete = true
  for (let q = 0; q < words.length && isComplete; q++) isComplete = !isFree(queryLike[q]!)
  if (isComplete && words.length >= count) return
  if (count <= maxJoinedWords) joinListed(query, from, count)
  if (words.length <= maxJoinedWords) joinQuery(query, from, count)
}

/** What one side of a comparison comes to. */
interface Side {
  /** Weight of the words without a partner. */
  readonly left: number
  /** Words that tell names apart, and those of them that have a partner. */
  readonly telling: number
  readonly told: number
  /** Every word that says anything has a partner. */
  readonly complete: boolean
}

interface SubjectSide extends Side {
  /** Weight of the words with a partner, and as much of it as they are alike. */
  readonly weight: number
  readonly paired: number
  /** Weight of the paired words that tell names apart, as far as they are alike; an initial is one letter. */
  readonly evidence: number
  /** What the paired words lack to be the same, but for Chinese signs, whose reading is never quite the same as letters. */
  readonly doubtful: number
  readonly same: boolean
}

const subjectSide = ({ index, weight: whole, words }: NameQuery, from: number, count: number): SubjectSide => {
  let [left, telling, told, weight, paired, compared, evidence, doubtful] = [0, 0, 0, 0, 0, 0, 0, 0]
  let [complete, same] = [true, true]
  for (let q = 0; q < words.length; q++) {
    const word = words[q]!
    const partner = queryPartner[q]!
    compared += word.weight
    if (word.place <= lastTelling) telling++
    if (queryLike[q] !== 1) same = false
    if (partner === unpaired) {
      if (word.place <= lastMeaning) complete = false
      left += word.weight
      continue
    }
    // A misspelled word weighs as much as the listed word does.
    const isWhole = queryJoined[q] === 0 && queryLike[q]! < 1
    const own = isWhole ? index.words.weights[index.nameWords[from + partner]!]! : word.weight
    weight += own
    if (word.place <= lastTelling) {
      told++
      evidence += Math.min(own, word.letters.length === 1 ? word.weight : own) * queryLike[q]!
    }
    const alike = queryLike[q] === 1 ? own : own * queryLike[q]! ** sharpness
    paired += alike
    if (word.script !== "syllables") doubtful += own - alike
  }
  // Words beyond those that are compared are missing on the list, unless the listed name has as many.
  const beyond = count < maxNameWords ? whole - compared : 0
  return { left: left + beyond, telling, told, weight, paired, evidence, doubtful, complete, same }
}

interface ListedSide extends Side {
  /** First and last word that tell names apart are paired. */
  readonly framed: boolean
}

const listedSide = ({ nameWords, words }: NameIndex, from: number, count: number): ListedSide => {
  let [left, telling, told] = [0, 0, 0]
  let complete = true
  let [first, last] = [unpaired, unpaired]
  for (let l = 0; l < count; l++) {
    const listed = nameWords[from + l]!
    const place = words.classes[listed]!
    const isPaired = listedPartner[l] !== unpaired
    if (place <= lastTelling) {
      telling++
      if (isPaired) told++
      if (first === unpaired) first = l
      last = l
    }
    if (isPaired) continue
    if (place <= lastMeaning) complete = false
    left += words.weights[listed]!
  }
  const framed = first !== last && listedPartner[first] !== unpaired && listedPartner[last] !== unpaired
  return { left, telling, told, complete, framed }
}

/** Compares the query with a listed name. */
export const scoreName = (query: NameQuery, name: number): NameScore => {
  const { index, words } = query
  pairWords(query, name)
  const from = index.nameAt[name]!
  const count = index.nameAt[name + 1]! - from
  const subject = subjectSide(query, from, count)
  const listed = listedSide(index, from, count)
  const total =
    subject.weight +
    subject.left * missing.listed +
    Math.min(listed.left, listed.left ** missing.decline) * (listed.framed ? missing.middle : missing.subject) +
    Math.min(subject.left, listed.left) * contradiction
  // A company may have but one word that tells it from others.
  const paired = subject.paired - (index.kind === "person" ? subject.doubtful * doubtOf(subject.evidence) : 0)
  return {
    score: total === 0 ? 0 : Math.max(0, paired / total),
    same: subject.same && words.length === count,
    complete: subject.complete && listed.complete,
    told: Math.max(subject.told, listed.told),
    subjectWords: subject.telling,
    listedWords: listed.telling
  }
}

/** The words that are joined to a place of the other side, after the first of them. */
const partsOf = (partner: Int16Array, home: Int16Array, place: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, at) => at).filter((at) => partner[at] === joinedAway && home[at] === place)

/** The pairs of a comparison, in the order of the listed name. */
export const pairsOf = (query: NameQuery, name: number): ReadonlyArray<WordPair> => {
  const { index, words } = query
  pairWords(query, name)
  const from = index.nameAt[name]!
  const count = index.nameAt[name + 1]! - from
  const listedText = (at: number) => textOf(index.words, index.nameWords[from + at]!)
  const pairs: Array<WordPair> = []
  for (let l = 0; l < count; l++) {
    const q = listedPartner[l]!
    if (q < 0) continue
    pairs.push({
      subject: [q, ...partsOf(queryPartner, queryHome, l, words.length)].map((at) => words[at]!.text).join("+"),
      listed: [l, ...partsOf(listedPartner, listedHome, q, count)].map(listedText).join("+"),
      likeness: listedLike[l]!
    })
  }
  return pairs
}
