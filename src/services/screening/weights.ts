/**
 * How much a word weighs in the comparison of names: its class, its length, and how many listed names have it. A word
 * that few have tells more.
 */
import type { WordClass } from "./words.ts"

const byClass: Readonly<Record<WordClass, number>> = {
  ordinary: 1,
  honorific: 0.4,
  generic: 0.6,
  particle: 0.1,
  empty: 0.06
}

/** One letter is an initial, and short words are alike by chance. From here on the length says no more. */
const byLength: ReadonlyArray<number> = [0, 0.25, 0.5, 0.8, 0.95, 1]

/** A word in so many names counts as rare; smooth, so that one more listed name changes no score by a point. */
const rareNames = 12

/** How fast weight falls with frequency, and how far. */
const decline = 0.1
const leastByFrequency = 0.4

/** The weight, above 0 and up to 1. `names` is the number of listed names with the word. */
export const weightOf = (word: { readonly text: string; readonly class: WordClass }, names: number): number =>
  byClass[word.class] *
  byLength[Math.min(word.text.length, byLength.length - 1)]! *
  Math.max(leastByFrequency, 1 - decline * Math.log1p(names / rareNames))

/**
 * What is not the same counts more the less the rest tells: two frequent words say little about whose name it is. Evidence is
 * the weight of the paired words that tell names apart, as far as they are alike; below `least` a difference counts by
 * `doubt` more, from `enough` on as it is (our choice).
 */
const evidenceBounds = { least: 0.8, enough: 1.4, doubt: 0.4 }

/** How much more a difference counts beside paired words of so much weight. */
export const doubtOf = (weight: number): number =>
  evidenceBounds.doubt *
  Math.min(1, Math.max(0, (evidenceBounds.enough - weight) / (evidenceBounds.enough - evidenceBounds.least)))
