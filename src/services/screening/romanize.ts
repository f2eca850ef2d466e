/**
 * From any script to the Latin letters a to z and digits, word by word, so that one comparison serves all scripts.
 * Scripts that leave short vowels out are marked: their words are compared by consonants.
 */
import anyAscii from "any-ascii"

/** A word in Latin letters. */
export interface RomanWord {
  /** `a` to `z` and digits; may be empty for a word of signs without a reading. */
  readonly text: string
  readonly script: ScriptKind
}

/**
 * How much of the sound a script writes: all of it (`letters`), no short vowels (`consonants`: Arabic, Hebrew and their
 * relatives), or whole syllables that many other signs have as well (`syllables`: Chinese, Korean).
 */
export type ScriptKind = (typeof scriptKinds)[number]

/** The kinds by their numbers in a word table. */
export const scriptKinds = ["letters", "consonants", "syllables"] as const

const plain = /^[a-z0-9]*$/

const abjadScript = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * Arabic letters as the romanizations of names write them, where they differ from the transliteration of any-ascii. Long
 * vowels and hamza are left out like the short ones; the article is cut off.
 */
const arabicLetters: Readonly<Record<string, string>> = {
  ث: "th",
  ج: "j",
  چ: "ch",
  ح: "h",
  خ: "kh",
  ذ: "z",
  ش: "sh",
  ژ: "zh",
  ص: "s",
  ض: "d",
  ط: "t",
  ظ: "z",
  ع: "a",
  غ: "gh",
  ف: "f",
  ڤ: "v",
  ق: "q",
  ک: "k",
  گ: "g",
  ة: "a",
  ى: "a",
  ی: "y",
  و: "w",
  ه: "h",
  ء: ""
}

const arabicLetter = /[ثجچحخذشژصضطظعغفڤقکگةىیوهء]/gu

/** Scripts in which each sign is a syllable or a word, and names are written without spaces. */
const syllabicScript = /[\p{Script=Han}\p{Script=Hangul}]/u

/** The Arabic article, written without a space before the word. */
const article = /^ال(?=\p{L}{2})/u

const readingOf = (word: string): RomanWord => {
  const prepared = word.replace(article, "").replace(arabicLetter, (letter) => arabicLetters[letter] ?? letter)
  const text = anyAscii(prepared)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "")
  // Inside of a word waw is a long vowel more often than a consonant.
  return { text: text.replaceAll(/(?<=.)w/g, "u"), script: "consonants" }
}

/** The word of a normalized name in Latin letters; of a script without spaces, its syllables. */
export const romanize = (word: string): ReadonlyArray<RomanWord> => {
  if (plain.test(word)) return [{ text: word, script: "letters" }]
  if (abjadScript.test(word)) return [readingOf(word)]
  const reading = anyAscii(word)
  const script = syllabicScript.test(word) ? "syllables" : "letters"
  const parts = script === "syllables" ? reading.split(/(?=[A-Z])/) : [reading]
  return parts.map((part) => ({ text: part.toLowerCase().replaceAll(/[^a-z0-9]+/g, ""), script }))
}
