/** Finds the listed words that are like a word: equal, of the same sound, or an edit away by sound or skeleton. */
import { findHash, type HashIndex, hashOf, hashWithout } from "./HashIndex.ts"
import { areUnlike, likenessOf } from "./likeness.ts"
import { bits } from "./keys.ts"
import type { PreparedWord, WordForm } from "./WordForm.ts"
import { maxSoundsLeftOut, minSkeleton, type WordTable } from "./WordTable.ts"
import { trait, traitCount } from "./wordTraits.ts"

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
 * Whether words have nearly the same families of consonants: short ones may each have one that the other has not, long ones
 * some more.
 */
const haveNearSounds = (one: number, other: number): boolean => {
  if (one === other) return true
  const common = bits(one & other)
  const most = Math.max(bits(one), bits(other))
  return most - common <= 2 + (most >>> 2)
}

/** Whether a word, by its traits, may be as much like a listed one as `least`, so that a comparison is worth its time. */
export const mayBeAlike = (traits: Int32Array, table: WordTable, id: number, least: number): boolean =>
  haveNearSounds(traits[trait.families]!, table.traits[traitCount * id + trait.families]!) &&
  !areUnlike(traits, table.traits, id, least)

/** Listed words that were found for one word, each once; the room is kept, and nothing is marked in between. */
class FoundWords {
  #isFound = new Uint8Array(0)
  ids = new Uint32Array(0)
  count = 0

  fit(words: number): void {
    if (this.ids.length >= words) return
    this.#isFound = new Uint8Array(words)
    this.ids = new Uint32Array(words)
  }

  add(id: number): void {
    if (this.#isFound[id] === 1) return
    this.#isFound[id] = 1
    this.ids[this.count++] = id
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) this.#isFound[this.ids[at]!] = 0
    this.count = 0
  }
}

const found = new FoundWords()

const collect = (index: HashIndex, hash: number): void => {
  const { hashes, values } = index
  for (let at = findHash(index, hash); at < hashes.length && hashes[at] === hash; at++) found.add(values[at]!)
}

const collectAll = (table: WordTable, word: WordForm): void => {
  const { skeleton, sound } = word
  collect(table.byLetters, hashOf(word.letters))
  if (sound.length === 0) return
  const whole = hashOf(sound)
  collect(table.bySound, whole)
  collect(table.bySoundWithout, whole)
  if (sound.length <= maxSoundsLeftOut + 1) {
    for (let at = 0; at < sound.length; at++) {
      const hash = hashWithout(sound, at)
      collect(table.bySound, hash)
      collect(table.bySoundWithout, hash)
    }
  }
  // A word without vowels has nothing else to be found by.
  const least = word.script === "consonants" ? minSkeleton - 1 : minSkeleton
  if (skeleton.length < least) return
  const bone = hashOf(skeleton)
  collect(table.bySkeleton, bone)
  collect(table.bySkeletonWithout, bone)
  for (let at = 0; at < skeleton.length; at++) {
    const hash = hashWithout(skeleton, at)
    collect(table.bySkeleton, hash)
    if (skeleton.length > minSkeleton) collect(table.bySkeletonWithout, hash)
  }
}

/** The listed words that are like the word. The same table gives the same answer. */
export const similarWords = (table: WordTable, word: PreparedWord): SimilarWords => {
  const similar: Array<readonly [id: number, likeness: number]> = []
  found.fit(table.scripts.length)
  try {
    collectAll(table, word)
    for (let at = 0; at < found.count; at++) {
      const id = found.ids[at]!
      if (!mayBeAlike(word.traits, table, id, lowestLeading)) continue
      const likeness = likenessOf(word, table, id, lowestLeading)
      if (likeness >= lowestLeading) similar.push([id, likeness])
    }
  } finally {
    found.clear()
  }
  similar.sort(([one, alike], [other, moreAlike]) => moreAlike - alike || one - other)
  const first = similar.slice(0, maxSimilar)
  return { ids: first.map(([id]) => id), likeness: first.map(([, likeness]) => likeness) }
}
