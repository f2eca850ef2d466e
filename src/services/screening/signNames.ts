/**
 * Names of persons in Chinese and Korean signs: which of the signs are the surname, and how the given name is written in
 * Latin letters. Lists print one person by pinyin (`Huang Zhixiong`, GB/T 28039) or by Wade and Giles
 * (`Huang Chih-hsiung`, the romanization of Taiwan's passports) or in Cantonese (`Wong Chi-hung`, Hong Kong); the signs are
 * the same.
 */
import { inCantonese } from "./cantonese.ts"

/**
 * A way to spell what signs are read as: two of the standard language, and Cantonese, with another spelling of the surname
 * where it has one.
 */
export type Reading = "pinyin" | "wadeGiles" | "cantonese" | "otherCantonese"

const chinese = /\p{Script=Han}/u
const onlySigns = /^[\p{Script=Han}\p{Script=Hangul}]+$/u

/** The readings under which a name is listed and looked for: one, where it has no Chinese sign. */
export const readingsOf = (name: string): ReadonlyArray<Reading> => {
  if (!chinese.test(name)) return ["pinyin"]
  const signs = name.replace(/[^\p{Script=Han}]/gu, "")
  const [usual, other] = [inCantonese(signs, "usual"), inCantonese(signs, "other")]
  if (usual === undefined) return ["pinyin", "wadeGiles"]
  return usual === other ? ["pinyin", "wadeGiles", "cantonese"] : ["pinyin", "wadeGiles", "cantonese", "otherCantonese"]
}

/** Surnames of two signs that are in use (the Hundred Family Surnames, and the Korean census of 2015). */
const longSurname =
  /^(?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|皇甫|令狐|慕容|尉迟|尉遲|长孙|長孫|宇文|司徒|夏侯|公孙|公孫|轩辕|軒轅|端木|东方|東方|独孤|獨孤|남궁|황보|제갈|사공|선우|독고|서문)/u

/** Four signs without a surname of two are two surnames and a given name, or two names of two signs. */
const signsOfTwoNames = 4

/** Longer ones are names of other languages by sound. */
const mostSigns = 4

const surnameSigns = (signs: number, token: string): number =>
  longSurname.test(token) || signs === signsOfTwoNames ? 2 : 1

/**
 * The parts of a token of a person's name that are one word each: surname and given name where the token is the whole name
 * in signs, else the token.
 */
export const signParts = (token: string, isWhole: boolean): ReadonlyArray<string> => {
  const signs = Array.from(token)
  if (!isWhole || signs.length < 2 || signs.length > mostSigns) return [token]
  const surname = surnameSigns(signs.length, token)
  return surname === signs.length ? [token] : [signs.slice(0, surname).join(""), signs.slice(surname).join("")]
}

/** Whether a token is written in signs. */
export const isInSigns = (token: string): boolean => onlySigns.test(token)

/** Syllables that Wade and Giles spell as no rule below does. */
const irregular: ReadonlyMap<string, string> = new Map([
  ["zhi", "chih"],
  ["chi", "chih"],
  ["shi", "shih"],
  ["ri", "jih"],
  ["zi", "tzu"],
  ["ci", "tzu"],
  ["si", "szu"],
  ["er", "erh"],
  ["ye", "yeh"],
  ["yue", "yueh"],
  ["yan", "yen"],
  ["you", "yu"],
  ["yong", "yung"]
])

const initials: Readonly<Record<string, string>> = {
  b: "p",
  d: "t",
  g: "k",
  j: "ch",
  q: "ch",
  x: "hs",
  zh: "ch",
  r: "j",
  z: "ts",
  c: "ts"
}

const syllable = /^([zcs]h|[bpmfdtnlgkhjqxrzcsyw]?)(.*)$/

/** The final of a syllable; vowels after some initials differ. */
const finalOf = (initial: string, final: string): string => {
  if (final === "ie" || final === "ue") return `${final}h`
  if (final === "ian") return "ien"
  if (final.endsWith("ong")) return final.replace("ong", "ung")
  if (final === "uo") return /^(?:g|k|h|sh)$/.test(initial) ? "uo" : "o"
  if (final === "e" && /^[gkh]$/.test(initial)) return "o"
  return final === "ui" && /^[gk]$/.test(initial) ? "uei" : final
}

/**
 * A syllable of pinyin without tones, lower case, by Wade and Giles without the marks that names are printed without
 * (H. A. Giles, A Chinese-English Dictionary, 1912).
 */
export const inWadeGiles = (pinyin: string): string => {
  const known = irregular.get(pinyin)
  if (known !== undefined) return known
  const [, initial = "", final = ""] = syllable.exec(pinyin) ?? []
  return (initials[initial] ?? initial) + finalOf(initial, final)
}
