/**
 * From a name as somebody typed it to the words that are compared: letter case, accents, punctuation and invisible
 * characters make no difference. Scripts other than Latin keep their letters.
 */

/** Letters that Unicode does not take apart into a base letter and an accent, as they are commonly written without. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ŋ: "n",
  ı: "i",
  ς: "σ"
}

const withoutAccents = (text: string): string => text.normalize("NFKD").replace(/\p{M}+/gu, "")

// Upper case first: it folds letters that have several lower-case forms (ß and ss, dotless i and i).
const foldCase = (text: string): string => text.toUpperCase().toLowerCase()

/**
 * The text in lower case, without accents, punctuation and invisible characters, its words separated by one space.
 * Apostrophes and the full stops of abbreviations join (`O'Brien` → `obrien`, `L.L.C.` → `llc`), all else separates.
 */
export const normalize = (text: string): string =>
  withoutAccents(foldCase(withoutAccents(text)))
    .replace(/[\p{Cf}\p{DI}]+/gu, "")
    .replace(/['’‘ʼʹ`´]/g, "")
    .replace(/(?<![\p{L}\p{N}])(\p{L})\.(?=\p{L}(?:\.|$|[^\p{L}\p{N}]))/gu, "$1")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/[æœøđðþłħŋıς]/g, (letter) => plainLetters[letter] ?? letter)
    .trim()

/** The words of a name, in their order; none for a text without letters and digits. */
export const tokensOf = (text: string): ReadonlyArray<string> => {
  const normalized = normalize(text)
  return normalized === "" ? [] : normalized.split(" ")
}
