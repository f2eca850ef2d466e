/**
 * How alike two names are. Words are paired best first, whatever their order, and the score is the weight of all paired
 * words, times their likeness, in the weight of all words. Deterministic and symmetric; no entry of a list influences
 * the score of another.
 */
import type { ListedEntityType } from "./ScreeningResult.ts"
import { weightOf } from "./words.ts"

/** Two words less alike than this are different words (our choice; 1 is equal). */
export const lowestLikeness = 0.88

/** Winkler's constants: a common beginning of up to 4 letters adds a tenth of the missing likeness for each letter. */
const prefixLetters = 4
const prefixBonus = 0.1

/** A word of the subject and the word of the listed name that it was paired with. */
export interface TokenPair {
  readonly subject: string
  readonly listed: string
  /** Above 0, up to 1 for equal words. */
  readonly likeness: number
}

/** The comparison of two names. */
export interface NameScore {
  /** Integer from 0 to 100; 100 only when every word that weighs anything has its equal. */
  readonly score: number
  readonly pairs: ReadonlyArray<TokenPair>
  /** Both names consist of the same words, words without weight included. */
  readonly same: boolean
  /** Pairs of ordinary words: neither generic nor a legal form or title. */
  readonly distinctivePairs: number
}

/** Winkler's likeness of two words, 0 to 1. The order of the arguments makes no difference. */
export const jaroWinkler = (one: string, other: string): number => {
  if (one === other) return 1
  // The greedy search for common letters may depend on which word comes first, so that is settled here.
  const swap = one.length > other.length || (one.length === other.length && one > other)
  const [left, right] = swap ? [other, one] : [one, other]
  const jaro = jaroOf(left, right)
  let prefix = 0
  while (prefix < prefixLetters && prefix < left.length && left[prefix] === right[prefix]) prefix++
  return jaro + prefix * prefixBonus * (1 - jaro)
}

/** Jaro's likeness: letters in common within a window, less half of those out of order. */
const jaroOf = (left: string, right: string): number => {
  const reach = Math.max(0, Math.floor(right.length / 2) - 1)
  const taken = new Uint8Array(right.length)
  const leftCommon: Array<string> = []
  for (let at = 0; at < left.length; at++) {
    const letter = left.charAt(at)
    const end = Math.min(right.length, at + reach + 1)
    for (let candidate = Math.max(0, at - reach); candidate < end; candidate++) {
      if (taken[candidate] === 1 || right.charAt(candidate) !== letter) continue
      taken[candidate] = 1
      leftCommon.push(letter)
      break
    }
  }
  const common = leftCommon.length
  if (common === 0) return 0
  const rightCommon = right.split("").filter((_, at) => taken[at] === 1)
  const outOfOrder = rightCommon.filter((letter, at) => letter !== leftCommon[at]).length
  return (common / left.length + common / right.length + (common - outOfOrder / 2) / common) / 3
}

interface CandidatePair extends TokenPair {
  readonly subjectAt: number
  readonly listedAt: number
}

/** Every pair that is alike enough, best first; equal likeness is ordered by the words, so that no side is preferred. */
const candidatePairs = (subject: ReadonlyArray<string>, listed: ReadonlyArray<string>): Array<CandidatePair> =>
  subject
    .flatMap((subjectToken, subjectAt) =>
      listed.map((listedToken, listedAt) => ({
        subject: subjectToken,
        listed: listedToken,
        subjectAt,
        listedAt,
        likeness: jaroWinkler(subjectToken, listedToken)
      }))
    )
    .filter((pair) => pair.likeness >= lowestLikeness)
    .sort((one, other) => other.likeness - one.likeness || compareText(keyOf(one), keyOf(other)))

const keyOf = ({ subject, listed }: TokenPair): string =>
  subject < listed ? `${subject} ${listed}` : `${listed} ${subject}`

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Gives each word at most one partner, taking the best pairs first. */
const pairUp = (subject: ReadonlyArray<string>, listed: ReadonlyArray<string>): ReadonlyArray<TokenPair> => {
  const usedSubject = new Set<number>()
  const usedListed = new Set<number>()
  return candidatePairs(subject, listed).filter(({ subjectAt, listedAt }) => {
    if (usedSubject.has(subjectAt) || usedListed.has(listedAt)) return false
    usedSubject.add(subjectAt)
    usedListed.add(listedAt)
    return true
  })
}

const sameWords = (subject: ReadonlyArray<string>, listed: ReadonlyArray<string>): boolean =>
  subject.length > 0 && subject.length === listed.length && subject.toSorted().join(" ") === listed.toSorted().join(" ")

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

/** Compares two names given as words in normalized form; the type of the listed entry decides what words weigh. */
export const scoreNames = (
  subject: ReadonlyArray<string>,
  listed: ReadonlyArray<string>,
  entityType: ListedEntityType
): NameScore => {
  const weigh = (token: string) => weightOf(token, entityType)
  const pairs = pairUp(subject, listed).filter((pair) => weigh(pair.subject) > 0 && weigh(pair.listed) > 0)
  const same = sameWords(subject, listed)
  const total = sum(subject.map(weigh)) + sum(listed.map(weigh))
  const paired = sum(pairs.map((pair) => (weigh(pair.subject) + weigh(pair.listed)) * pair.likeness))
  return {
    // Rounded down: a name that differs in one letter never reaches 100.
    score: same ? 100 : total === 0 ? 0 : Math.floor((100 * paired) / total),
    pairs: pairs.map(({ subject, listed, likeness }) => ({ subject, listed, likeness })),
    same,
    distinctivePairs: pairs.filter((pair) => weigh(pair.subject) === 1 && weigh(pair.listed) === 1).length
  }
}
