/**
 * How alike two words are, from 0 to 1: the better of two comparisons, one of letters (typing errors) and one of sounds
 * (spellings of other languages, where a vowel more or less matters little). Both are bounded edit distances with
 * transpositions. Symmetric, and 1 for equal words only.
 */
import { maxWordLetters } from "./fold.ts"
import { besideKey, bits, byteRange, edit, keyCosts, leastDistance } from "./keys.ts"
import { scriptKinds } from "./romanize.ts"
import {
  allWritten,
  heavySigns,
  listedWithoutVowels,
  ownWithoutVowels,
  signCount,
  type SoundCosts,
  soundLength,
  substitutionAt
} from "./soundCosts.ts"
import type { PreparedWord, WordForm } from "./WordForm.ts"
import { trait, traitCount } from "./wordTraits.ts"
import type { ComparedWords } from "./WordTable.ts"

/** Cost of two letters, or sounds, in each other's place: a slip of the finger, and seldom another name. */
const swap = 12

const rows = [0, 1, 2].map(() => new Int32Array(maxWordLetters + 1)) as [Int32Array, Int32Array, Int32Array]

/** More than any distance of words. */
const tooFar = 1_000_000

/** A word inside of a table: a part of its bytes. */
interface Span {
  bytes: Uint8Array
  from: number
  to: number
}

/** The one span of a comparison in progress: a comparison makes no objects. */
const span: Span = { bytes: new Uint8Array(0), from: 0, to: 0 }

/** The cost of turning the sounds of a word into those of `span`, or `tooFar` above the limit. */
const soundDistance = (one: Uint8Array, limit: number, costs: SoundCosts): number => {
  const { listed: extra, own, substitution } = costs
  const isWritten = costs === allWritten
  const end = one.length - 1
  const { bytes, from, to } = span
  const width = to - from
  let [before, last, row] = rows
  last[0] = 0
  for (let j = 0; j < width; j++) last[j + 1] = last[j]! + extra[bytes[from + j]!]!
  for (let i = 0; i < one.length; i++) {
    const sound = one[i]!
    const base = sound * signCount
    const inserted = own[sound]!
    let diagonal = last[0]!
    let left = (row[0] = diagonal + inserted)
    let least = left
    for (let j = 0; j < width; j++) {
      const listed = bytes[from + j]!
      const above = last[j + 1]!
      let cost = diagonal
      if (isWritten) cost += substitution[base + listed]!
      else cost += substitutionAt(costs, sound, listed, i + j === 0, i === end && j === width - 1)
      if (left + extra[listed]! < cost) cost = left + extra[listed]!
      if (above + inserted < cost) cost = above + inserted
      if (i > 0 && j > 0 && sound === bytes[from + j - 1] && one[i - 1] === listed) {
        const swapped = before[j - 1]! + swap
        if (swapped < cost) cost = swapped
      }
      row[j + 1] = left = cost
      diagonal = above
      if (cost < least) least = cost
    }
    if (least > limit) return tooFar
    const free = before
    before = last
    last = row
    row = free
  }
  return last[width]!
}

/** The cost of the typing errors between the letters of a word and `span`, or `tooFar` above the limit. */
const letterDistance = (
  { extraKeys: own, letters: one }: PreparedWord,
  limit: number,
  extraKeys: Uint8Array
): number => {
  const { bytes, from, to } = span
  const width = to - from
  if (Math.abs(one.length - width) * besideKey > limit) return tooFar
  let [before, last, row] = rows
  last[0] = 0
  for (let j = 0; j < width; j++) last[j + 1] = last[j]! + extraKeys[from + j]!
  for (let i = 0; i < one.length; i++) {
    const letter = one[i]!
    const base = letter * byteRange
    const extra = own[i]!
    let diagonal = last[0]!
    let left = (row[0] = diagonal + extra)
    let least = left
    for (let j = 0; j < width; j++) {
      const listed = bytes[from + j]!
      const above = last[j + 1]!
      let cost = diagonal + keyCosts[base + listed]!
      if (left + extraKeys[from + j]! < cost) cost = left + extraKeys[from + j]!
      if (above + extra < cost) cost = above + extra
      if (i > 0 && j > 0 && letter === bytes[from + j - 1] && one[i - 1] === listed) {
        const swapped = before[j - 1]! + swap
        if (swapped < cost) cost = swapped
      }
      row[j + 1] = left = cost
      diagonal = above
      if (cost < least) least = cost
    }
    if (least > limit) return tooFar
    const free = before
    before = last
    last = row
    row = free
  }
  return last[width]!
}

/** Two words less alike than this are different words (our choice). */
export const lowestLikeness = 0.66

/** What one ordinary edit takes away, as a share of the letters (our choice, checked on halves of the evaluation set). */
const steepness = 0.76

/** Equal sounds without short vowels: the fewer are written, the more words have them. */
const bonesAlone = (written: number): number => 1 - 0.4 / Math.max(4, written * written)

/** The reading of a syllable that is written with a sign: a dozen other signs have the same. */
const syllableAlone = 0.93

/** A sign is read in one way, and nobody mistypes it: what is less alike is another syllable. */
const lowestOfSigns = 0.88

/** Equal sounds, different letters. */
const sameSound = 0.985

const likenessAt = (distance: number, length: number): number => 1 - (steepness * distance) / (edit * length)

/** A typing error in a shorter word leaves nothing to recognize it by. */
const minTypedLetters = 3

const limitFor = (length: number, least: number): number =>
  length < minTypedLetters ? 0 : ((1 - least) / steepness) * edit * length

/** A longer word has more letters to mistype, but not in the same measure: beyond these, two letters count as one. */
const usualLetters = 8

const typedLength = (length: number): number =>
  length <= usualLetters ? length : usualLetters + (length - usualLetters) / 2

const pointAt = (bytes: Uint8Array, starts: Uint32Array, id: number): number => {
  span.bytes = bytes
  span.from = starts[id]!
  span.to = starts[id + 1]!
  return span.to - span.from
}

/** Compares the sounds of a word with those of `span`, relative to what is heard of the longer one. */
const soundLikeness = (one: Uint8Array, least: number, costs = allWritten): number => {
  const { bytes, from, to } = span
  if (one.length === 0 || from === to) return 0
  const { listed, own, steepness: steep } = costs
  const length = Math.max(soundLength(one, 0, one.length, own), soundLength(bytes, from, to, listed))
  const limit = ((1 - least) / steep) * length
  const likeness = 1 - (steep * soundDistance(one, limit, costs)) / length
  return likeness < least ? 0 : Math.min(sameSound, likeness)
}

const isSame = (one: Uint8Array): boolean => {
  const { bytes, from, to } = span
  if (one.length !== to - from) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== bytes[from + at]) return false
  return true
}

/** `abd`, "servant of", as bytes: with what follows it is another name than that alone. */
const [letterA, letterB, letterD] = Uint8Array.from("abd", (letter) => letter.charCodeAt(0))

const beginsAsServant = (bytes: Uint8Array, from: number): boolean =>
  bytes[from] === letterA && bytes[from + 1] === letterB && bytes[from + 2] === letterD

/** One of both is "servant of" and a name, and the other is some other name. */
const onlyOneServes = (one: Uint8Array): boolean => {
  const { bytes, from, to } = span
  return Math.abs(one.length - (to - from)) > 1 && beginsAsServant(one, 0) !== beginsAsServant(bytes, from)
}

/** Compares words of which one comes from a script that writes no short vowels. */
const boneLikeness = (word: WordForm, table: ComparedWords, id: number, least: number): number => {
  const written = pointAt(table.sounds, table.soundsAt, id)
  if (word.script === "consonants")
    return soundLikeness(word.sound, least, ownWithoutVowels) * bonesAlone(word.sound.length)
  return soundLikeness(word.sound, least, listedWithoutVowels) * bonesAlone(written)
}

/** More than what rounding changes about a limit. */
const rounding = 1e-6

/**
 * Whether two words sound less alike than `least` for sure: each sound that only one of them has, and nothing near to it, is
 * an edit.
 */
const soundUnlike = (traits: Int32Array, others: Int32Array, at: number, least: number): boolean => {
  const own = traits[trait.sounds]! & ~others[at + trait.nearSounds]! & heavySigns
  const listed = others[at + trait.sounds]! & ~traits[trait.nearSounds]! & heavySigns
  const heard = Math.max(traits[trait.heard]!, others[at + trait.heard]!)
  const limit = ((1 - least) / allWritten.steepness) * heard + rounding
  return edit * Math.max(bits(own), bits(listed)) > limit
}

/**
 * Whether two words are less alike than `least` for sure, so that `likenessOf` is 0, by the letters and sounds that only one
 * of them has. `traits` is of one word, `others` of all that it may be compared with.
 */
export const areUnlike = (traits: Int32Array, others: Int32Array, id: number, least: number): boolean => {
  const at = traitCount * id
  if (traits[trait.isConsonants] !== others[at + trait.isConsonants]) return false
  const limit = limitFor(typedLength(Math.max(traits[trait.width]!, others[at + trait.width]!)), least)
  if (limit >= swap && leastDistance(traits[trait.letters]!, others[at + trait.letters]!) <= limit) return false
  return soundUnlike(traits, others, at, least)
}

/** Compares words of scripts that write all sounds. Those with digits have no sound: they are alike only when equal. */
const letterLikeness = (word: PreparedWord, table: ComparedWords, id: number, least: number): number => {
  if (onlyOneServes(word.letters)) return 0
  if (pointAt(table.sounds, table.soundsAt, id) === 0 || word.sound.length === 0) return 0
  const at = traitCount * id
  const sounds = soundUnlike(word.traits, table.traits, at, least) ? 0 : soundLikeness(word.sound, least)
  const width = pointAt(table.letters, table.lettersAt, id)
  // Typing errors count only when they explain more than the sounds do: at least one there is.
  const length = typedLength(Math.max(word.letters.length, width))
  const limit = limitFor(length, Math.max(sounds, least))
  if (limit < swap) return sounds
  if (leastDistance(word.traits[trait.letters]!, table.traits[at + trait.letters]!) > limit) return sounds
  const letters = letterDistance(word, limit, table.extraKeys)
  return letters > limit ? sounds : Math.max(sounds, likenessAt(letters, length))
}

/** Compares a word with one of a table; 0 when they are less alike than `least`. */
export const likenessOf = (word: PreparedWord, table: ComparedWords, id: number, least = lowestLikeness): number => {
  const script = scriptKinds[table.scripts[id]!]!
  pointAt(table.letters, table.lettersAt, id)
  const same = isSame(word.letters)
  if (same && word.script === script) return 1
  const leastOfSigns = Math.max(least, lowestOfSigns)
  if (word.script === script) return letterLikeness(word, table, id, script === "syllables" ? leastOfSigns : least)
  if (word.script === "consonants" || script === "consonants") return boneLikeness(word, table, id, least)
  return (same ? sameSound : letterLikeness(word, table, id, leastOfSigns)) * syllableAlone
}
