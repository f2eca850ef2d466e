/**
 * What sounds cost in place of each other, and what one more or less costs: spellings of other languages, where a vowel more
 * or less matters little, and scripts that write no short vowels.
 */
import { firstVowel, signs } from "./fold.ts"
import { edit } from "./keys.ts"

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

export const signCount = signs.length

/** What sounds cost in place of each other: an ordinary edit, but for those of `kin`. */
const substitutions = (...kin: ReadonlyArray<typeof kinships>): Uint8Array => {
  const costs = new Uint8Array(signCount * signCount).fill(edit)
  for (let code = 0; code < signCount; code++) costs[code * signCount + code] = 0
  for (const [[one = "", other = ""], cost] of kin.flat()) {
    costs[signs.indexOf(one) * signCount + signs.indexOf(other)] = cost
    costs[signs.indexOf(other) * signCount + signs.indexOf(one)] = cost
  }
  return costs
}

/** What one sound more or less costs: vowels and h are easily heard or left out. */
const insertion = Uint8Array.from(signs, (sign, code) => (code >= firstVowel ? 6 : sign === "h" ? 7 : edit))

/** The signs that cost an ordinary edit when they are one too many, a bit for each. */
export const heavySigns = insertion.reduce((mask, cost, code) => (cost === edit ? mask | (1 << code) : mask), 0)

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
export interface SoundCosts {
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

export const allWritten: SoundCosts = {
  steepness: soundSteepness,
  substitution: substitutions(kinships),
  own: insertion,
  listed: insertion,
  firstVowel: edit,
  lastVowel: edit
}

/** For each sign those that cost less than an ordinary edit in its place, itself included, a bit for each. */
export const nearSigns = Int32Array.from(signs, (_, one) =>
  Array.from(signs).reduce(
    (mask, _sign, other) => (allWritten.substitution[one * signCount + other]! < edit ? mask | (1 << other) : mask),
    0
  )
)

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
export const ownWithoutVowels: SoundCosts = { ...withoutVowels, own: written, listed: unwritten }
export const listedWithoutVowels: SoundCosts = { ...withoutVowels, own: unwritten, listed: written }

/** What a sound costs in place of another, at the edges of both words. */
export const substitutionAt = (
  costs: SoundCosts,
  one: number,
  other: number,
  isFirst: boolean,
  isLast: boolean
): number => {
  const cost = costs.substitution[one * signCount + other]!
  if (one < firstVowel || other < firstVowel) return cost
  return Math.min(cost, isFirst ? costs.firstVowel : edit, isLast ? costs.lastVowel : edit)
}

/** What hearing nothing in place of a word costs: its length by sound. */
export const soundLength = (bytes: Uint8Array, from: number, to: number, insertions: Uint8Array): number => {
  let length = 0
  for (let at = from; at < to; at++) length += insertions[bytes[at]!]!
  return length
}

/** The length by sound of a word of which all is written. */
export const heardLength = (sound: Uint8Array): number => soundLength(sound, 0, sound.length, insertion)
