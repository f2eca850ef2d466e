/**
 * The sound of a word: spellings that different languages use for one sound become one sign. `Yusuf`, `Youssouf` and
 * `Jusuf` come close, and `Shevchenko` and `Schewtschenko` become equal. The table is our choice; it follows the
 * romanizations of Arabic, Persian and Slavic names in English, French, German and Spanish.
 */

/** Sounds that are written with several letters, and letters that stand for another. The longest one counts. */
const spellings: Readonly<Record<string, string>> = {
  // Four and three letters.
  shch: "S",
  stsh: "S",
  tsch: "C",
  schy: "Si",
  dsch: "j",
  sch: "S",
  tch: "C",
  tsh: "C",
  dzh: "j",
  dsh: "j",
  dzs: "j",
  tsj: "C",
  ckh: "X",
  ssh: "S",
  gue: "ge",
  gui: "gi",
  que: "ke",
  qui: "ki",
  you: "iu",
  owa: "ova",
  owe: "ove",
  owi: "ovi",
  owo: "ovo",
  owy: "ovi",
  iou: "iu",
  // Two letters.
  sh: "S",
  sz: "s",
  ch: "C",
  cz: "C",
  tj: "C",
  sj: "S",
  kh: "X",
  gh: "G",
  ph: "f",
  th: "T",
  dh: "D",
  zh: "Z",
  wh: "v",
  dj: "j",
  ts: "c",
  tz: "c",
  ck: "k",
  ce: "se",
  ci: "si",
  cy: "si",
  qu: "ku",
  ou: "u",
  oo: "u",
  ue: "u",
  ow: "u",
  aw: "au",
  ae: "e",
  oe: "e",
  ee: "i",
  ea: "e",
  iy: "i",
  yi: "i",
  ij: "i",
  ye: "e",
  ie: "e",
  nj: "ni",
  lj: "li",
  // One letter.
  c: "k",
  q: "k",
  w: "v",
  y: "i",
  x: "ks"
}

const vowels = "aeiou"

/** Every sign of a folded word; its place is its code. Consonants first, vowels last, digits share no code with them. */
export const signs = "bcdfghjklmnprstvzCDGSTXZ" + vowels

/** The first code of a vowel in `signs`. */
export const firstVowel = signs.length - vowels.length

/** A word by its sound. */
export interface Folded {
  /** Codes of `signs`, doubled ones once. Empty for a word with a digit, which has no sound of its own. */
  readonly sound: Uint8Array
  /** The consonants of `sound`. */
  readonly skeleton: Uint8Array
}

const lettersOfAlphabet = 26
const letterA = 97

/** The spellings as a tree: at `26 * node + letter` the next node, or 0; `sounds` has what a node stands for. */
const tree = ((): { readonly next: Uint16Array; readonly sounds: ReadonlyArray<Uint8Array | undefined> } => {
  const next = new Uint16Array(lettersOfAlphabet * 400)
  const sounds: Array<Uint8Array | undefined> = [undefined]
  const add = (spelling: string, sound: string) => {
    let node = 0
    for (const letter of spelling) {
      const place = lettersOfAlphabet * node + letter.charCodeAt(0) - letterA
      if (next[place] === 0) next[place] = sounds.push(undefined) - 1
      node = next[place]!
    }
    sounds[node] = Uint8Array.from(sound, (sign) => signs.indexOf(sign))
  }
  for (const sign of signs) if (sign >= "a") add(sign, sign)
  for (const [spelling, sound] of Object.entries(spellings)) add(spelling, sound)
  return { next, sounds }
})()

const longSpellings: ReadonlySet<string> = new Set(Object.keys(spellings).map((spelling) => spelling.slice(0, 2)))

/** Whether two letters are, or begin, a spelling of one sound. */
export const beginsSpelling = (letters: string): boolean => letters.length === 2 && longSpellings.has(letters)

/** Stands between letters that are no one sound together: `z'h` is not `zh`, and `l'l` is heard twice. */
export const apartSign = "'"

const apart = apartSign.charCodeAt(0)

/** The longest word that is folded whole; the rest of a longer one is not looked at. */
export const maxWordLetters = 64

const none = new Uint8Array(0)

/** A spelling stands for two sounds at most. */
const scratch = new Uint8Array(2 * maxWordLetters)

const heardH = signs.indexOf("h")

const isVowel = (code: number | undefined): boolean => code !== undefined && code >= firstVowel

/** Appends a sound to `scratch`, a doubled one once but after `apartSign`; answers the new length. */
const append = (code: number, length: number, isApart: boolean): number => {
  if (length > 0 && scratch[length - 1] === code && !isApart) return length
  scratch[length] = code
  return length + 1
}

/** Writes the sounds of letters to `scratch` and answers how many there are; -1 for a word with a digit. */
const readSounds = (letters: Uint8Array): number => {
  let length = 0
  for (let at = 0; at < letters.length;) {
    if (letters[at] === apart) {
      at++
      continue
    }
    let node = 0
    let sound: Uint8Array | undefined
    let end = at + 1
    for (let ahead = at; ahead < letters.length; ahead++) {
      if (letters[ahead] === apart) break
      const letter = letters[ahead]! - letterA
      if (letter < 0) return -1
      node = tree.next[lettersOfAlphabet * node + letter]!
      if (node === 0) break
      if (tree.sounds[node] === undefined) continue
      sound = tree.sounds[node]
      end = ahead + 1
    }
    const isApart = at > 0 && letters[at - 1] === apart
    for (const code of sound ?? none) length = append(code, length, isApart)
    at = end
  }
  return length
}

const letterS = 115
const letterX = 120

/** Folds a word of the letters a to z and digits, given as bytes. */
export const fold = (letters: Uint8Array): Folded => {
  // The Chinese and Albanian x at the beginning is a hiss; elsewhere it is ks.
  const spoken =
    letters[0] === letterX ? Uint8Array.from(letters, (letter, at) => (at === 0 ? letterS : letter)) : letters
  let length = readSounds(spoken)
  if (length === -1) return { sound: none, skeleton: none }
  // A last h after a vowel is not spoken: Salameh, Salama.
  if (length > 2 && scratch[length - 1] === heardH && isVowel(scratch[length - 2])) length--
  const sound = scratch.slice(0, length)
  return { sound, skeleton: sound.filter((code) => code < firstVowel) }
}
