/**
 * A few numbers about each word, computed once. They show of most pairs of words that they differ, so that only the others
 * are compared letter by letter.
 */
import { firstVowel, signs } from "./fold.ts"
import { extraKeysOf, lettersMask } from "./keys.ts"
import { heardLength, nearSigns } from "./soundCosts.ts"
import type { PreparedWord, WordForm } from "./WordForm.ts"

/** The places of the numbers of a word. */
export const trait = {
  /** Which families of consonants it has, a bit for each. */
  families: 0,
  /** Which of the letters a to z it has. */
  letters: 1,
  /** Which sounds it has, and which sounds are near to one that it has. */
  sounds: 2,
  nearSounds: 3,
  /** How many letters it has. */
  width: 4,
  /** Its length by sound. */
  heard: 5,
  /** 1 for a word of a script without short vowels. */
  isConsonants: 6,
  /** Its first letter. */
  first: 7
} as const

/** How many numbers a word has: as many as fit into half a line of a processor's cache. */
export const traitCount = 8

/** Consonants that are often written for each other share the bit of the first. */
const families = ["kgGXh", "vfb", "szcT", "SC", "Zj", "dtD"]

const bitOf = Uint8Array.from(signs, (sign, code) => {
  const family = families.find((signsOfIt) => signsOfIt.includes(sign))
  return family === undefined ? code : signs.indexOf(family.charAt(0))
})

/** The numbers of words, one word after the other. */
export const traitsOf = (words: ReadonlyArray<WordForm>): Int32Array => {
  const traits = new Int32Array(traitCount * words.length)
  words.forEach(({ letters, script, sound }, id) => {
    const at = traitCount * id
    for (const code of sound) {
      if (code < firstVowel) traits[at + trait.families]! |= 1 << bitOf[code]!
      traits[at + trait.sounds]! |= 1 << code
      traits[at + trait.nearSounds]! |= nearSigns[code]!
    }
    traits[at + trait.letters] = lettersMask(letters)
    traits[at + trait.width] = letters.length
    traits[at + trait.heard] = heardLength(sound)
    traits[at + trait.isConsonants] = Number(script === "consonants")
    traits[at + trait.first] = letters[0] ?? 0
  })
  return traits
}

/** The word, ready to be compared with many. */
export const preparedWord = <Word extends WordForm>(word: Word): Word & PreparedWord => ({
  ...word,
  traits: traitsOf([word]),
  extraKeys: extraKeysOf(word.letters)
})
