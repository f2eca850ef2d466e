/**
 * How alike two words are, from 0 to 1: the better of two comparisons, one of letters (typing errors) and one of sounds
 * (spellings of other languages, where a vowel more or less matters little). Both are bounded edit distances with
 * transpositions. Symmetric, and 1 for equal words only.
 */
import { firstVowel, maxWordLetters, signs } from "./fold.ts"
import { besideKey, byteRange, edit, fillExtraKeys, keyCosts, leastDistance, lettersMask } from "./keys.ts"
import { scriptKinds } from "./romanize.ts"
import type { WordForm } from "./WordForm.ts"
import type { ComparedWords } from "./WordTable.ts"

/** Cost of two letters, or sounds, in each other's place: a slip of the finger, and seldom another name. */
const swap = 12

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
  ["Gk", 6],
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
  ["DT", 5],
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

/** What sounds cost in place of each other: an ordinary edit, but for those of `kin`. */
const substitutions = (...kin: ReadonlyArray<typeof kinships>): Uint8Array => {
  const costs = new Uint8Array(size * size).fill(edit)
  for (let code = 0; code < size; code++) costs[code * size + code] = 0
  for (const [[one = "", other = ""], cost] of kin.flat()) {
    costs[signs.indexOf(one) * size + signs.indexOf(other)] = cost
    costs[signs.indexOf(other) * size + signs.indexOf(one)] = cost
  }
  return costs
}

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

/** The same in the Latin word that a word of a script without short vowels is compared with. */
const unwritten = Uint8Array.from(insertion, (cost, code) =>
  code < firstVowel ? cost : "iu".includes(signs[code]!) ? 2 : 1
)

/** What the word of such a script has more: the h of `Fathi` and `Saleh` is in the Latin word, but heard as a part of another sound. */
const written = Uint8Array.from(insertion, (cost, code) => (signs[code] === "h" ? 4 : cost))

/** What an edit of sounds takes away, where most are cheap, and where no short vowels are written, so that there are fewer. */
const soundSteepness = 1.2
const boneSteepness = 0.9

/** The costs of a comparison. */
interface Costs {
  /** What the distance takes away, as a share of the length. */
  readonly steepness: number
  readonly substitution: Uint8Array
  /** What sounds more or less cost in the word and in `span`. */
  readonly own: Uint8Array
  readonly listed: Uint8Array
  /** What vowels cost in place of each other at the beginning and at the end: alif and ya stand for several there. */
  readonly firstVowel: number
  readonly lastVowel: number
}

const allWritten: Costs = {
  steepness: soundSteepness,
  substitution: substitutions(kinships),
  own: insertion,
  listed: insertion,
  firstVowel: edit,
  lastVowel: edit
}
/**
 * The vowels that such a script writes: ya is i or e, waw u or o, and alif a, in the Maghreb e and in Persian o, but none
 * of them is another one's (the romanizations of BGN/PCGN for Arabic, 1956, and Persian, 1958).
 */
const longVowels: typeof kinships = [
  ["ie", 2],
  ["ou", 2],
  ["ae", 4],
  ["ao", 4],
  ["ai", 11],
  ["au", 11],
  ["eo", 11],
  ["eu", 11],
  ["io", 13],
  ["iu", 13]
]

/** Consonants of which one letter of such a script is romanized as one or the other, by country. */
const letterReadings: typeof kinships = [
  ["Dz", 2],
  ["Dd", 2],
  ["Ts", 3],
  ["Tt", 2],
  ["CS", 2],
  ["Gk", 3],
  ["kg", 4],
  ["jg", 3],
  ["vu", 2],
  ["SZ", 4]
]

const roughly = substitutions(kinships, longVowels, letterReadings)
const withoutVowels = { steepness: boneSteepness, substitution: roughly, firstVowel: 1, lastVowel: 4 }
const ownWithoutVowels: Costs = { ...withoutVowels, own: written, listed: unwritten }
const listedWithoutVowels: Costs = { ...withoutVowels, own: unwritten, listed: written }

/** What a sound costs in place of another, at the edges of both words. */
const substitutionAt = (costs: Costs, one: number, other: number, isFirst: boolean, isLast: boolean): number => {
  const cost = costs.substitution[one * size + other]!
  if (one < firstVowel || other < firstVowel) return cost
  return Math.min(cost, isFirst ? costs.firstVowel : edit, isLast ? costs.lastVowel : edit)
}

/** The cost of turning the sounds of a word into those of `span`, or `tooFar` above the limit. */
const soundDistance = (one: Uint8Array, limit: number, costs: Costs): number => {
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
    const base = sound * size
    const inserted = own[sound]!
    let least = (row[0] = last[0]! + inserted)
    for (let j = 0; j < width; j++) {
      const listed = bytes[from + j]!
      let cost = last[j]!
      if (isWritten) cost += substitution[base + listed]!
      else cost += substitutionAt(costs, sound, listed, i + j === 0, i === end && j === width - 1)
      const left = row[j]! + extra[listed]!
      if (left < cost) cost = left
      const up = last[j + 1]! + inserted
      if (up < cost) cost = up
      if (i > 0 && j > 0 && sound === bytes[from + j - 1] && one[i - 1] === listed) {
        const swapped = before[j - 1]! + swap
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

/** The word whose costs are in `oneExtra` and whose letters in `oneMask`: it is compared with many. */
let oneFilled: Uint8Array = new Uint8Array(0)
const oneExtra = new Uint8Array(maxWordLetters)
let oneMask = 0

const prepare = (one: Uint8Array): void => {
  if (oneFilled === one) return
  fillExtraKeys(oneExtra, one)
  oneMask = lettersMask(one)
  oneFilled = one
}

/** The cost of the typing errors between the letters of a word and `span`, or `tooFar` above the limit. */
const letterDistance = (one: Uint8Array, limit: number, extraKeys: Uint8Array): number => {
  const { bytes, from, to } = span
  const width = to - from
  if (Math.abs(one.length - width) * besideKey > limit) return tooFar
  let [before, last, row] = rows
  last[0] = 0
  for (let j = 0; j < width; j++) last[j + 1] = last[j]! + extraKeys[from + j]!
  for (let i = 0; i < one.length; i++) {
    const letter = one[i]!
    const base = letter * byteRange
    const extra = oneExtra[i]!
    let least = (row[0] = last[0]! + extra)
    for (let j = 0; j < width; j++) {
      let cost = last[j]! + keyCosts[base + bytes[from + j]!]!
      const left = row[j]! + extraKeys[from + j]!
      if (left < cost) cost = left
      const up = last[j + 1]! + extra
      if (up < cost) cost = up
      if (i > 0 && j > 0 && letter === bytes[from + j - 1] && one[i - 1] === bytes[from + j]) {
        const swapped = before[j - 1]! + swap
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

const limitFor = (length: number, least: number): number => ((1 - least) / steepness) * edit * length

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

/** A typing error in a shorter word leaves nothing to recognize it by. */
const minTypedLetters = 3

/** What hearing nothing in place of a word costs: its length by sound. */
const soundLength = (bytes: Uint8Array, from: number, to: number, insertions: Uint8Array): number => {
  let length = 0
  for (let at = from; at < to; at++) length += insertions[bytes[at]!]!
  return length
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
const servant = Uint8Array.from("abd", (letter) => letter.charCodeAt(0))

const beginsAsServant = (bytes: Uint8Array, from: number): boolean =>
  servant.every((letter, at) => bytes[from + at] === letter)

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

/** Compares words of scripts that write all sounds. Those with digits have no sound: they are alike only when equal. */
const letterLikeness = (word: WordForm, table: ComparedWords, id: number, least: number): number => {
  if (onlyOneServes(word.letters)) return 0
  if (pointAt(table.sounds, table.soundsAt, id) === 0 || word.sound.length === 0) return 0
  const sounds = soundLikeness(word.sound, least)
  const width = pointAt(table.letters, table.lettersAt, id)
  // Typing errors count only when they explain more than the sounds do: at least one there is.
  const length = typedLength(Math.max(word.letters.length, width))
  const limit = length < minTypedLetters ? 0 : limitFor(length, Math.max(sounds, least))
  if (limit < swap) return sounds
  prepare(word.letters)
  if (leastDistance(oneMask, table.letterMasks[id]!) > limit) return sounds
  const letters = letterDistance(word.letters, limit, table.extraKeys)
  return letters > limit ? sounds : Math.max(sounds, likenessAt(letters, length))
}

/** Compares a word with one of a table; 0 when they are less alike than `least`. */
export const likenessOf = (word: WordForm, table: ComparedWords, id: number, least = lowestLikeness): number => {
  const script = scriptKinds[table.scripts[id]!]!
  pointAt(table.letters, table.lettersAt, id)
  const same = isSame(word.letters)
  if (same && word.script === script) return 1
  if (word.script === script) return letterLikeness(word, table, id, least)
  if (word.script === "consonants" || script === "consonants") return boneLikeness(word, table, id, least)
  return (same ? sameSound : letterLikeness(word, table, id, Math.max(least, lowestOfSigns))) * syllableAlone
}
