/**
 * From any script to the Latin letters a to z and digits, word by word, so that one comparison serves all scripts.
 * Scripts that leave short vowels out are marked: their words are compared by consonants.
 */
import anyAscii from "any-ascii"
import { apartSign, beginsSpelling } from "./fold.ts"

/** A word in Latin letters. */
export interface RomanWord {
  /** `a` to `z` and digits; may be empty for a word of signs without a reading. */
  readonly text: string
  readonly script: ScriptKind
}

/**
 * How much of the sound a script writes: all of it (`letters`), no short vowels (`consonants`: Arabic, Hebrew and their
 * relatives), or whole syllables that many other signs have as well (`syllables`: Chinese).
 */
export type ScriptKind = (typeof scriptKinds)[number]

/** The kinds by their numbers in a word table. */
export const scriptKinds = ["letters", "consonants", "syllables"] as const

const plain = /^[a-z0-9]*$/

const abjadScript = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * Arabic letters as the romanizations of names write them, where they differ from the transliteration of any-ascii. Long
 * vowels are kept; hamza, and ayn but at the beginning, which are heard as a vowel or not at all, are left out like the
 * short ones.
 */
const arabicLetters: Readonly<Record<string, string>> = {
  ا: "a",
  ث: "th",
  ج: "j",
  چ: "ch",
  ح: "h",
  خ: "kh",
  ذ: "dh",
  ش: "sh",
  ژ: "zh",
  ص: "s",
  ض: "dh",
  ط: "t",
  ظ: "dh",
  ع: "",
  غ: "gh",
  ف: "f",
  ڤ: "v",
  ق: "q",
  ک: "k",
  گ: "g",
  ة: "a",
  ى: "y",
  ی: "y",
  و: "w",
  ه: "h",
  ہ: "h",
  ھ: "h",
  ء: ""
}

/** A last heh after a consonant is a vowel, in the names of Persian and Turkish and in the name of God. */
const lastHeh = /(?<=.[^اويی])[هہ]$/u

/** The article before the name of God, inside of a word. */
const godsArticle = /(?<=..)ال(?=ل[هہ]$)/u

/** Before ya, a first ayn or alif only carries it (`Isa`); else ayn is heard as some vowel, as alif is (`Omar`, `Aoun`). */
const carrier = /^[عا](?=[يىی])/u
const firstAyn = /^ع(?!ا)/u

/** The script in which each sign is a syllable that many other signs have as well. */
const syllabicScript = /\p{Script=Han}/u

/** Scripts that write names without spaces, of which any-ascii begins each sign with a capital. */
const spacelessScript = /[\p{Script=Han}\p{Script=Hangul}]/u

/** The Arabic article, written without a space before the word. */
const article = /^ال(?=\p{L}{2})/u

/** Words of descent, titles and ranks in Arabic script as romanizations write them: `words.ts` knows what they say. */
const arabicWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    آل: "al",
    عبد: "abd",
    بن: "bin",
    ابن: "ibn",
    بنت: "bint",
    ولد: "ould",
    أبو: "abu",
    ابو: "abu",
    أبي: "abu",
    أم: "umm",
    د: "dr",
    دکتر: "dr",
    دكتور: "dr",
    الدكتور: "dr",
    المهندس: "eng",
    اللواء: "gen",
    العميد: "brig",
    العقيد: "col",
    النقيب: "capt",
    الابن: "jr",
    الشيخ: "sheikh",
    شيخ: "sheikh",
    شیخ: "sheikh",
    الحاج: "hajj",
    حاج: "hajj",
    حاجي: "haji",
    حاجی: "haji",
    سيد: "sayyid",
    سید: "sayyid",
    السيد: "sayyid",
    ملا: "mullah",
    مولوي: "mawlawi",
    مولوی: "mawlawi"
  }).map(([word, reading]) => [word.normalize("NFKD").replace(/\p{M}/gu, ""), reading])
)

const readingOfLetter = (letter: string, at: number): string => {
  const reading =
    arabicLetters[letter] ??
    anyAscii(letter)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "")
  // Inside of a word waw is a long vowel more often than a consonant.
  return reading === "w" && at > 0 ? "u" : reading
}

/** Twice the same long vowel is one (`Yahya`). */
const isVowelTwice = (letter: string): boolean => "ayu".includes(letter)

/** The readings of letters, kept apart where two would be heard as one sound: there is a short vowel in between. */
const readingOf = (word: string): RomanWord => {
  const voweled = word.replace(godsArticle, "").replace(lastHeh, "ا").replace(carrier, "").replace(firstAyn, "ا")
  const text = Array.from(voweled, readingOfLetter).reduce((read, letter) => {
    if (letter === "") return read
    const isOneSound =
      (read.at(-1) === letter[0] && !isVowelTwice(letter)) || beginsSpelling(`${read.at(-1)}${letter[0]}`)
    return isOneSound ? `${read}${apartSign}${letter}` : read + letter
  }, "")
  return { text, script: "consonants" }
}

/** The word of a normalized name in Latin letters; of a script without spaces, its syllables. */
export const romanize = (word: string): ReadonlyArray<RomanWord> => {
  if (plain.test(word)) return [{ text: word, script: "letters" }]
  if (abjadScript.test(word)) {
    const known = arabicWords.get(word)
    if (known !== undefined) return [{ text: known, script: "letters" }]
    const rest = word.replace(article, "")
    return rest === word ? [readingOf(word)] : [{ text: "al", script: "letters" }, readingOf(rest)]
  }
  const reading = anyAscii(word)
  const script = syllabicScript.test(word) ? "syllables" : "letters"
  const parts = spacelessScript.test(word) ? reading.split(/(?=[A-Z])/) : [reading]
  return parts.map((part) => ({ text: part.toLowerCase().replaceAll(/[^a-z0-9]+/g, ""), script }))
}
