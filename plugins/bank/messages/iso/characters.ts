/**
 * Which characters networks take in texts, and how names and free texts are brought into them. Letters with marks lose
 * them (`José` is sent as `Jose`), typographic characters become plain ones, and other scripts and signs are transliterated
 * (`Владимир` is sent as `Vladimir`, `王芳` as `WangFang`), because a payment must not fail over a name. What has no plain
 * writing is refused, never replaced by a question mark. Identifiers are never changed. Texts that are too long in their
 * plain writing are refused, never cut. Our choice: the specification is silent.
 */
import anyAscii from "any-ascii"
import type { CharacterSetName } from "./profiles.ts"

/** The characters of each set, as the inside of a character class. */
const characterSets: Readonly<Record<CharacterSetName, RegExp>> = {
  // What FedNow and Fedwire publish for texts: printable ASCII. RTP takes no less.
  latin: /^[\x20-\x7E]*$/,
  // SWIFT cross-border rules: the set of the older text messages and the signs allowed in names and remittance.
  swift: /^[0-9A-Za-z/\-?:().,'+ !#$%&*=^_`{|}~";<>@[\]\\]*$/
}

/** Characters whose usual plain writing is not the transliteration of `any-ascii`. */
const plainWritings: Readonly<Record<string, string>> = {
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "Th",
  ł: "l",
  Ł: "L",
  ı: "i",
  "‘": "'",
  "’": "'",
  "‚": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "‐": "-",
  "‑": "-",
  "–": "-",
  "—": "-",
  "−": "-",
  "…": "...",
  "€": "EUR",
  "£": "GBP",
  "\u00A0": " ",
  "\u202F": " ",
  "\t": " ",
  "\n": " ",
  "\r": " "
}

/** Signs that say how others are drawn, and are not seen. */
const unseen = /[\p{Cf}\u{FE00}-\u{FE0F}]/gu

const plainWriting = (character: string): string => {
  const known = plainWritings[character]
  if (known !== undefined || character < "\u0080") return known ?? character
  return anyAscii(character) || character
}

/** A text in plain writing: marks of Latin letters dropped, all else transliterated. What has no plain writing stays. */
export const plainText = (text: string): string => {
  if (isWithin("latin", text)) return text
  const unmarked = text.normalize("NFD").replace(/(?<=\p{Script=Latin}\p{Mn}*)\p{Mn}/gu, "")
  return Array.from(unmarked.normalize("NFC").replace(unseen, ""), plainWriting).join("")
}

/** Whether a network takes every character of a text. */
export const isWithin = (set: CharacterSetName, text: string): boolean => characterSets[set].test(text)

/** The first character of a text that a set does not have, as `U+1F600`, or `undefined`. */
export const firstOutside = (set: CharacterSetName, text: string): string | undefined => {
  if (isWithin(set, text)) return undefined
  const character = Array.from(text).find((one) => !isWithin(set, one))
  const code = character?.codePointAt(0)
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`
}

/** How many characters a text has, in Unicode code points, as the specification counts them. */
export const lengthOf = (text: string): number => Array.from(text).length
