/**
 * The distinct words of all listed names, in typed arrays: what each looks and sounds like, how much it weighs, which
 * names have it. Words are numbered from 0.
 */
import { type HashIndex, HashIndexBuilder, hashOf, hashWithout } from "./HashIndex.ts"
import { extraKeysOf } from "./keys.ts"
import type { WordForm } from "./WordForm.ts"
import type { NameWord } from "./NameForm.ts"
import { scriptKinds } from "./romanize.ts"
import { weightOf } from "./weights.ts"
import { wordClasses } from "./words.ts"
import { traitsOf } from "./wordTraits.ts"

/**
 * What of words is compared: bytes of all words one after the other; word `id` lies between the places `id` and `id + 1`
 * of the starts.
 */
export interface ComparedWords {
  readonly letters: Uint8Array
  readonly lettersAt: Uint32Array
  /** What each letter costs when it is one too many; at the places of `letters`. */
  readonly extraKeys: Uint8Array
  /** What tells most words apart, `traitCount` numbers for each: see `wordTraits.ts`. */
  readonly traits: Int32Array
  readonly sounds: Uint8Array
  readonly soundsAt: Uint32Array
  readonly skeletons: Uint8Array
  readonly skeletonsAt: Uint32Array
  /** Places of the kinds of script in `scriptKinds`. */
  readonly scripts: Uint8Array
}

/** The words with all their properties. */
export interface WordTable extends ComparedWords {
  /** Places of the classes in `wordClasses`. */
  readonly classes: Uint8Array
  readonly weights: Float32Array
  readonly byLetters: HashIndex
  /** By the hash of the sound. */
  readonly bySound: HashIndex
  /** By the hash of the sound with one sign left out, of words short enough to be found so. */
  readonly bySoundWithout: HashIndex
  readonly bySkeleton: HashIndex
  /** By the hash of the skeleton with one consonant left out. */
  readonly bySkeletonWithout: HashIndex
}

/** Up to this many sounds a word is found by its sound with one left out; longer ones are found by their skeletons. */
export const maxSoundsLeftOut = 7

/** From this many consonants on a word is found by its skeleton. */
export const minSkeleton = 3

const packed = (parts: ReadonlyArray<Uint8Array>): readonly [Uint8Array, Uint32Array] => {
  const starts = new Uint32Array(parts.length + 1)
  parts.forEach((part, at) => (starts[at + 1] = starts[at]! + part.length))
  const bytes = new Uint8Array(starts[parts.length]!)
  parts.forEach((part, at) => bytes.set(part, starts[at]!))
  return [bytes, starts]
}

/** The forms of some words, to compare others with. */
export const comparedWords = (words: ReadonlyArray<WordForm>): ComparedWords => {
  const [letters, lettersAt] = packed(words.map((word) => word.letters))
  const [extraKeys] = packed(words.map((word) => extraKeysOf(word.letters)))
  const [sounds, soundsAt] = packed(words.map((word) => word.sound))
  const [skeletons, skeletonsAt] = packed(words.map((word) => word.skeleton))
  const scripts = Uint8Array.from(words, (word) => scriptKinds.indexOf(word.script))
  const traits = traitsOf(words)
  return { letters, lettersAt, extraKeys, traits, sounds, soundsAt, skeletons, skeletonsAt, scripts }
}

const indexBy = (words: ReadonlyArray<NameWord>, hashes: (word: NameWord) => Iterable<number>): HashIndex => {
  const index = new HashIndexBuilder()
  words.forEach((word, id) => {
    for (const hash of hashes(word)) index.add(hash, id)
  })
  return index.build()
}

const withoutOne = (bytes: Uint8Array): ReadonlyArray<number> => Array.from(bytes, (_, at) => hashWithout(bytes, at))

/** Makes the table; `names` counts the listed names that have the word. */
export const makeWordTable = (words: ReadonlyArray<NameWord>, names: Uint32Array): WordTable => ({
  ...comparedWords(words),
  classes: Uint8Array.from(words, (word) => wordClasses.indexOf(word.class)),
  weights: Float32Array.from(words, (word, id) => weightOf(word, names[id]!)),
  byLetters: indexBy(words, (word) => [hashOf(word.letters)]),
  bySound: indexBy(words, ({ sound }) => (sound.length > 0 ? [hashOf(sound)] : [])),
  bySoundWithout: indexBy(words, ({ sound }) => (sound.length <= maxSoundsLeftOut ? withoutOne(sound) : [])),
  bySkeleton: indexBy(words, ({ skeleton }) => (skeleton.length >= minSkeleton - 1 ? [hashOf(skeleton)] : [])),
  bySkeletonWithout: indexBy(words, ({ skeleton }) => (skeleton.length >= minSkeleton ? withoutOne(skeleton) : []))
})

const decoder = new TextDecoder()

export const textOf = ({ letters, lettersAt }: WordTable, id: number): string =>
  // A copy: shared memory cannot be decoded.
  decoder.decode(letters.slice(lettersAt[id], lettersAt[id + 1]))
