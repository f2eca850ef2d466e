/** Finds the listed words that are like a word: equal, of the same sound, or an edit away by sound or skeleton. */
import { findHash, type HashIndex, hashOf, hashWithout } from "./HashIndex.ts"
import { likenessOf } from "./likeness.ts"
import { bits } from "./keys.ts"
import type { NameWord } from "./NameForm.ts"
import { maskOf, maxSoundsLeftOut, minSkeleton, type WordTable } from "./WordTable.ts"

/** Listed words, most alike first. */
export interface SimilarWords {
  readonly ids: ReadonlyArray<number>
  readonly likeness: ReadonlyArray<number>
}

/** Most similar words that are looked at per word: enough for every spelling of a common name. */
const maxSimilar = 160

/** Words less alike than this do not lead to a name by themselves. */
const lowestLeading = 0.75

/**
 * Whether two words have nearly the same consonants, so that a comparison is worth its time: short words may each have
 * one that the other has not, long ones some more.
 */
export const mayBeAlike = (one: number, other: number): boolean => {
  if (one === other) return true
  const common = bits(one & other)
  const most = Math.max(bits(one), bits(other))
  return most - common <= 2 + (most >>> 2)
}

const collect = (index: HashIndex, hash: number, found: Set<number>): void => {
  for (let at = findHash(index, hash); at < index.hashes.length && index.hashes[at] === hash; at++) {
    found.add(index.values[at]!)
  }
}

const collectAll = (table: WordTable, word: NameWord, found: Set<number>): void => {
  const { skeleton, sound } = word
  collect(table.byLetters, hashOf(word.letters), found)
  if (sound.length === 0) return
  const whole = hashOf(sound)
  collect(table.bySound, whole, found)
  collect(table.bySoundWithout, whole, found)
  if (sound.length <= maxSoundsLeftOut + 1) {
    for (let at = 0; at < sound.length; at++) {
      const hash = hashWithout(sound, at)
      collect(table.bySound, hash, found)
      collect(table.bySoundWithout, hash, found)
    }
  }
  // A word without vowels has nothing else to be found by.
  const least = word.script === "consonants" ? minSkeleton - 1 : minSkeleton
  if (skeleton.length < least) return
  const bone = hashOf(skeleton)
  collect(table.bySkeleton, bone, found)
  collect(table.bySkeletonWithout, bone, found)
  for (let at = 0; at < skeleton.length; at++) {
    const hash = hashWithout(skeleton, at)
    collect(table.bySkeleton, hash, found)
    if (skeleton.length > minSkeleton) collect(table.bySkeletonWithout, hash, found)
  }
}

/** The listed words that are like the word. The same table gives the same answer. */
export const similarWords = (table: WordTable, word: NameWord): SimilarWords => {
  const found = new Set<number>()
  collectAll(table, word, found)
  const mask = maskOf(word.sound)
  const similar: Array<readonly [id: number, likeness: number]> = []
  for (const id of found) {
    if (!mayBeAlike(mask, table.masks[id]!)) continue
    const likeness = likenessOf(word, table, id, lowestLeading)
    if (likeness >= lowestLeading) similar.push([id, likeness])
  }
  similar.sort(([one, alike], [other, moreAlike]) => moreAlike - alike || one - other)
  const first = similar.slice(0, maxSimilar)
  return { ids: first.map(([id]) => id), likeness: first.map(([, likeness]) => likeness) }
}
