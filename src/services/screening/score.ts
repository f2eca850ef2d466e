/**
 * How alike two names are. The score is the weight of what is paired in the weight of everything: words that only the
 * subject has count more than words that only the listed name has, since names are often given without some parts.
 * Deterministic; no other entry of a list takes part, but through the slowly changing weights of words.
 */
import { maxNameWords, type NameIndex } from "./NameIndex.ts"
import type { NameQuery, QueryWord } from "./NameQuery.ts"
import {
  joinedAway,
  listedHome,
  listedLike,
  listedPartner,
  pairWords,
  queryHome,
  queryJoined,
  queryLike,
  queryPartner,
  unpaired
} from "./pairing.ts"
import { doubtOf } from "./weights.ts"
import { lastMeaning, lastTelling } from "./words.ts"
import { textOf } from "./WordTable.ts"
import { trait, traitCount } from "./wordTraits.ts"

/**
 * What a word that is missing on the other side costs, as a share of its weight (our choice). The subject lacks names in
 * the middle when the first and the last word of the listed name are there: those are left out every day. The more words
 * are missing, the less each costs, by the power `decline`. Signs never have the foreign given name that their bearer is
 * known by elsewhere (`Paul Chan Tai-man`).
 */
export const missing = { listed: 0.4, middle: 0.17, subject: 0.21, signs: 0.05, decline: 0.5 }

/** The further deduction when each side has a word that the other lacks: the names differ, and none is only shorter. */
const contradiction = 0.35

/** How much less than its likeness an inexact pair counts: several doubtful words make a doubtful name. */
const sharpness = 1.45

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

/** The first letter is seldom wrong. */
const beginAlike = ({ nameWords, words }: NameIndex, { letters }: QueryWord, at: number): boolean => {
  const id = traitCount * nameWords[at]!
  return words.traits[id + trait.first] === letters[0] && words.traits[id + trait.width]! > 1
}

interface SubjectSide extends Side {
  /** Weight of the words with a partner, and as much of it as they are alike. */
  readonly weight: number
  readonly paired: number
  /** Weight of the paired words that tell names apart, as far as they are alike; an initial is one letter. */
  readonly evidence: number
  /** What the paired words lack to be the same, but for Chinese signs, whose reading is never quite the same as letters. */
  readonly doubtful: number
  /** As much of the difference as words that nobody seems to have may lack. */
  readonly forgiven: number
  readonly same: boolean
  /** A whole name in Chinese signs, its given name of two syllables paired with two listed words. */
  readonly inSigns: boolean
}

const subjectSide = ({ index, weight: whole, words }: NameQuery, from: number, count: number): SubjectSide => {
  let [left, telling, told, weight, paired, compared, evidence, doubtful, forgiven] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  let [complete, same] = [true, true]
  let [allSigns, isJoined] = [true, false]
  for (let q = 0; q < words.length; q++) {
    const word = words[q]!
    const partner = queryPartner[q]!
    compared += word.weight
    if (word.place <= lastTelling) telling++
    if (queryLike[q] !== 1) same = false
    if (word.script !== "syllables") allSigns = false
    if (queryJoined[q] === 1) isJoined = true
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
    if (isWhole && word.forgiven > 0 && beginAlike(index, word, from + partner))
      forgiven += (own - alike) * word.forgiven
  }
  // Words beyond those that are compared are missing on the list, unless the listed name has as many.
  const beyond = count < maxNameWords ? whole - compared : 0
  const inSigns = allSigns && isJoined && complete && telling > 1
  return { left: left + beyond, telling, told, weight, paired, evidence, doubtful, forgiven, complete, same, inSigns }
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
  const lack = subject.inSigns ? missing.signs : listed.framed ? missing.middle : missing.subject
  const total =
    subject.weight +
    subject.left * missing.listed +
    Math.min(listed.left, listed.left ** missing.decline) * lack +
    Math.min(subject.left, listed.left) * contradiction
  // A company may have but one word that tells it from others.
  const complete = subject.complete && listed.complete
  // Where a part is missing as well, the rest says too little.
  const forgiven = complete ? subject.forgiven : 0
  const doubtful = index.kind === "person" ? (subject.doubtful - forgiven) * doubtOf(subject.evidence) : 0
  const paired = subject.paired + forgiven - doubtful
  return {
    score: total === 0 ? 0 : Math.max(0, paired / total),
    same: subject.same && words.length === count,
    complete,
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
