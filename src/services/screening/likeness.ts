/**
 * How alike two words are, from 0 to 1: the better of two comparisons, one of letters (typing errors) and one of sounds
 * (spellings of other languages, where a vowel more or less matters little). Both are bounded edit distances with
 * transpositions. Symmetric, and 1 for equal words only.
 */
import { firstVowel, maxWordLetters, signs } from "./fold.ts"
import { scriptKinds } from "./romanize.ts"
import type { WordForm } from "./WordForm.ts"
import type { ComparedWords } from "./WordTable.ts"

/** Cost of one ordinary edit; all others are parts of it. */
const edit = 20

/** What is cheaper than an ordinary edit: sounds that languages and romanizations write for each other (our choice). */
const kinships: ReadonlyArray<readonly [sounds: string, cost: number]> = [
  ["ie", 3],
  ["ou", 3],
  ["ae", 4],
  ["ao", 5],
  ["ai", 6],
  ["au", 6],
  ["eo", 5],
  ["eu", 6],
  ["io", 6],
  ["iu", 6],
  ["Xh", 4],
  ["Xk", 5],
  ["XG", 10],
  ["XC", 8],
  ["Gg", 3],
  ["kg", 9],
  ["Gk", 10],
  ["CS", 6],
  ["Ck", 9],
  ["Cc", 8],
  ["Cj", 10],
  ["Ss", 7],
  ["SZ", 9],
  ["Zz", 6],
  ["Zj", 4],
  ["jz", 12],
  ["zs", 6],
  ["Tt", 3],
  ["Ts", 7],
  ["Dd", 3],
  ["Dz", 6],
  ["dt", 10],
  ["dz", 12],
  ["ji", 7],
  ["jg", 6],
  ["jh", 10],
  ["vu", 6],
  ["vo", 8],
  ["vf", 7],
  ["vb", 12],
  ["pb", 12],
  ["cs", 7],
  ["ck", 10],
  ["ct", 10],
  ["mn", 14],
  ["Gh", 10]
]

const size = signs.length

const substitution = ((): Uint8Array => {
  const costs = new Uint8Array(size * size).fill(edit)
  for (let code = 0; code < size; code++) costs[code * size + code] = 0
  for (const [[one = "", other = ""], cost] of kinships) {
    costs[signs.indexOf(one) * size + signs.indexOf(other)] = cost
    costs[signs.indexOf(other) * size + signs.indexOf(one)] = cost
  }
  return costs
})()

/** What one sound more or less costs: vowels and h are easily heard or left out. */
const insertion = Uint8Array.from(signs, (sign, code) => (code >= firstVowel ? 6 : sign === "h" ? 7 : edit))

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
const soundDistance = (one: Uint8Array, limit: number): number => {
  const { bytes, from, to } = span
  const width = to - from
  let [before, last, row] = rows
  last[0] = 0
  for (let j = 0; j < width; j++) last[j + 1] = last[j]! + insertion[bytes[from + j]!]!
  for (let i = 0; i < one.length; i++) {
    const sound = one[i]!
    const base = sound * size
    const inserted = insertion[sound]!
    let least = (row[0] = last[0]! + inserted)
    for (let j = 0; j < width; j++) {
      const listed = bytes[from + j]!
      let cost = last[j]! + substitution[base + listed]!
      const left = row[j]! + insertion[listed]!
      if (left < cost) cost = left
      const up = last[j + 1]! + inserted
      if (up < cost) cost = up
      if (i > 0 && j > 0 && sound === bytes[from + j - 1] && one[i - 1] === listed) {
        const swapped = before[j - 1]! + edit
        if (swapped < cost) cost = swapped
      }
      row[j + 1] = cost
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
const letterDistance = (one: Uint8Array, limit: number): number => {
  const { bytes, from, to } = span
  const width = to - from
  if (Math.abs(one.length - width) * edit > limit) return tooFar
  let [before, last, row] = rows
  for (let j = 0; j <= width; j++) last[j] = j * edit
  for (let i = 0; i < one.length; i++) {
    const letter = one[i]!
    let least = (row[0] = (i + 1) * edit)
    for (let j = 0; j < width; j++) {
      const listed = bytes[from + j]!
      let cost = last[j]! + (letter === listed ? 0 : edit)
      const left = row[j]! + edit
      if (left < cost) cost = left
      const up = last[j + 1]! + edit
      if (up < cost) cost = up
      if (i > 0 && j > 0 && letter === bytes[from + j - 1] && one[i - 1] === listed) {
        const swapped = before[j - 1]! + edit
        if (swapped < cost) cost = swapped
      }
      row[j + 1] = cost
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
export const lowestLikeness = 0.6

/** What one ordinary edit takes away, as a share of the letters (our choice, checked on halves of the evaluation set). */
const steepness = 0.76

/** The same for sounds, where most edits are cheap. */
const soundSteepness = 1.2

/** Equal consonants with unknown vowels: the fewer there are, the more words have them. */
const consonantsAlone = (consonants: number): number => 1 - 0.2 / Math.max(1, consonants)

/** The reading of a syllable that is written with a sign: a dozen other signs have the same. */
const syllableAlone = 0.9

/** Equal sounds, different letters. */
const sameSound = 0.985

const likenessAt = (distance: number, length: number): number => 1 - (steepness * distance) / (edit * length)

const limitFor = (length: number, least: number): number => ((1 - least) / steepness) * edit * length

const pointAt = (bytes: Uint8Array, starts: Uint32Array, id: number): number => {
  span.bytes = bytes
  span.from = starts[id]!
  span.to = starts[id + 1]!
  return span.to - span.from
}

/** A typing error in a shorter word leaves nothing to recognize it by. */
const minTypedLetters = 3

/** What hearing nothing in place of a word costs: its length by sound. */
const soundLength = (bytes: Uint8Array, from: number, to: number): number => {
  let length = 0
  for (let at = from; at < to; at++) length += insertion[bytes[at]!]!
  return length
}

/** Compares the sounds of a word with those of `span`, relative to what is heard of the longer one. */
const soundLikeness = (one: Uint8Array, least: number): number => {
  const { bytes, from, to } = span
  if (one.length === 0 || from === to) return 0
  const length = Math.max(soundLength(one, 0, one.length), soundLength(bytes, from, to))
  const likeness = 1 - (soundSteepness * soundDistance(one, ((1 - least) / soundSteepness) * length)) / length
  return likeness < least ? 0 : Math.min(sameSound, likeness)
}

const isSame = (one: Uint8Array): boolean => {
  const { bytes, from, to } = span
  if (one.length !== to - from) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== bytes[from + at]) return false
  return true
}

/** Compares consonants: one of both words comes from a script that writes no others. */
const boneLikeness = (word: WordForm, table: ComparedWords, id: number): number => {
  pointAt(table.skeletons, table.skeletonsAt, id)
  return soundLikeness(word.skeleton, lowestLikeness) * consonantsAlone(word.skeleton.length)
}

/** Compares words of scripts that write all sounds. Those with digits have no sound: they are alike only when equal. */
const letterLikeness = (word: WordForm, table: ComparedWords, id: number, least: number): number => {
  if (pointAt(table.sounds, table.soundsAt, id) === 0 || word.sound.length === 0) return 0
  const sounds = soundLikeness(word.sound, least)
  const width = pointAt(table.letters, table.lettersAt, id)
  // Typing errors count only when they explain more than the sounds do: at least one there is.
  const length = Math.max(word.letters.length, width)
  const limit = length < minTypedLetters ? 0 : limitFor(length, Math.max(sounds, least))
  if (limit < edit) return sounds
  const letters = letterDistance(word.letters, limit)
  return letters > limit ? sounds : Math.max(sounds, likenessAt(letters, length))
}

/** Compares a word with one of a table; 0 when they are less alike than `least`. */
export const likenessOf = (word: WordForm, table: ComparedWords, id: number, least = lowestLikeness): number => {
  const script = scriptKinds[table.scripts[id]!]!
  pointAt(table.letters, table.lettersAt, id)
  const same = isSame(word.letters)
  if (same && word.script === script) return 1
  if (word.script === script) return letterLikeness(word, table, id, least)
  if (word.script === "consonants" || script === "consonants") return boneLikeness(word, table, id)
  return (same ? sameSound : letterLikeness(word, table, id, least)) * syllableAlone
}
