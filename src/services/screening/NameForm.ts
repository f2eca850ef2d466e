/** A name taken apart into the words that are compared, each in Latin letters, by its sound and by its class. */
import { inCantonese } from "./cantonese.ts"
import { joinCompounds } from "./compounds.ts"
import { fold, maxWordLetters } from "./fold.ts"
import type { WordForm } from "./WordForm.ts"
import { tokensOf } from "./normalize.ts"
import { romanize, type RomanWord, type ScriptKind } from "./romanize.ts"
import { inWadeGiles, isInSigns, type Reading, readingsOf, signParts } from "./signNames.ts"
import { classOf, type NameKind, type WordClass } from "./words.ts"

export interface NameWord extends WordForm {
  readonly text: string
  readonly class: WordClass
}

/** Letters of a word as bytes: all are in ASCII. */
const lettersOf = (text: string): Uint8Array => {
  const letters = new Uint8Array(Math.min(text.length, maxWordLetters))
  for (let at = 0; at < letters.length; at++) letters[at] = text.charCodeAt(at)
  return letters
}

/** A text in the form of a word of a name. */
export const wordOf = (text: string, kind: NameKind, script: ScriptKind = "letters"): NameWord => {
  const letters = lettersOf(text)
  return { text, letters, script, class: classOf(text, kind), ...fold(letters) }
}

/** A name as it is looked for or listed: its text, and by which reading its Chinese signs are spelled. */
export interface SpelledName {
  readonly text: string
  readonly reading: Reading
}

const spelled = ({ script, text }: RomanWord, reading: Reading): string =>
  script === "syllables" && reading === "wadeGiles" ? inWadeGiles(text) : text

const cantoneseOf = (signs: string, reading: Reading): string | undefined => {
  if (reading === "cantonese") return inCantonese(signs, "usual")
  return reading === "otherCantonese" ? inCantonese(signs, "other") : undefined
}

/** The signs of one word of a person's name as one word. */
const joinedSigns = (signs: string, reading: Reading): ReadonlyArray<RomanWord> => {
  const cantonese = cantoneseOf(signs, reading)
  if (cantonese !== undefined) return [{ text: cantonese, script: "syllables" }]
  const syllables = romanize(signs)
  const [first] = syllables
  return first === undefined
    ? []
    : [{ text: syllables.map((one) => spelled(one, reading)).join(""), script: first.script }]
}

const isWritten = ({ text }: RomanWord): boolean => text !== ""

const personWords = (tokens: ReadonlyArray<string>, reading: Reading): ReadonlyArray<RomanWord> => {
  const isWhole = tokens.filter(isInSigns).length === 1
  return tokens.flatMap((token) =>
    isInSigns(token) ? signParts(token, isWhole).flatMap((part) => joinedSigns(part, reading)) : romanize(token)
  )
}

/** `SURNAME, Given names`, as lists print persons. */
const inNaturalOrder = (name: string): string => name.replace(/^([^,]+),([^,]+)$/, "$2 $1")

/** The words of a name in Latin letters, in their natural order; none for a text without letters and digits. */
export const romanWordsOf = (name: string, kind: NameKind, reading: Reading = "pinyin"): ReadonlyArray<RomanWord> =>
  kind === "person" ? personWords(tokensOf(inNaturalOrder(name)), reading).filter(isWritten) : romanWordsOfText(name)

/** The same of a text in which a name may stand anywhere: each Chinese sign is a word. */
export const romanWordsOfText = (text: string): ReadonlyArray<RomanWord> =>
  tokensOf(text).flatMap(romanize).filter(isWritten)

/** The words of a name as they are compared. */
export const wordsOf = (name: string, kind: NameKind, reading: Reading = "pinyin"): ReadonlyArray<NameWord> =>
  romanWordsOf(name, kind, reading).map(({ script, text }) => wordOf(text, kind, script))

/** Tells words apart: the same letters of different kinds of script are different words. */
export const wordKey = ({ script, text }: RomanWord): string => (script === "letters" ? text : `${text} ${script}`)

/** Two names in one field, as registers and lists print them: `Name / Other name`. */
const severalNames = /\s\/\s|;/

/** The most names of one field that are compared one by one, the longest ones; the whole field is compared, too. */
const maxNames = 32

/** What is said beside a name in brackets: another name, what it is for short, an office or a place. A field may be cut off within. */
const inBrackets = /\((?:[^()]|\([^()]*\))*(?:\)|$)/g

const alsoKnown =
  /\s*(?<!\p{L})(?:[afn][./]?k[./]?a\.?|alias|also known as|formerly|previously|born|née?|original script)(?!\p{L}):?,?/giu

/** Where a name of two words or more may end before another text. */
const betweenNames = new RegExp(
  String.raw`[|\\•*~<>\n\r\t、；]|:\s|(?<=\p{L}{2})[/／](?=\p{L}{2})|${alsoKnown.source}`,
  "iu"
)

const isName = (part: string): boolean => tokensOf(part).length > 1

const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text)

const saysItIsName = (text: string): boolean =>
  text.search(alsoKnown) >= 0 || tokensOf(text).some((word) => classOf(word, "organisation") === "empty")

/**
 * The names around brackets and in them: `Name (a.k.a. Other Name, Third Name)`, `Name of a Company (NOAC)`. What stands in those of an
 * organisation is a name in another script, or where it says so, such as by a legal form; mostly it is a place.
 */
const bracketedNames = (field: string, kind: NameKind): ReadonlyArray<string> => {
  if (!field.includes("(")) return []
  const [first = field, ...after] = field.split(inBrackets).filter(isName)
  const isOtherScript = (text: string) => isLatin(text) !== isLatin(first)
  // A part is the name once more, rather than its end, where it is in another script or a person's of the same family.
  const isAgain = (part: string) =>
    isOtherScript(part) || (kind === "person" && tokensOf(part).some((token) => tokensOf(first).includes(token)))
  const told = [...field.matchAll(inBrackets)]
    .map(([text]) => text.replace(/^\(|\)$/g, ""))
    .filter((inside) => kind === "person" || isOtherScript(inside) || saysItIsName(inside))
    .flatMap((inside) => inside.replace(alsoKnown, ",").split(/[(),;]/))
    .filter((part) => !/\p{Nd}/u.test(part))
  const again = after.filter(isAgain)
  return [again.length > 0 ? first : field.replace(inBrackets, " "), ...again, ...told].filter(isName)
}

/** What a company's name has in brackets for its place. Capitals alone may be the name for short. */
const placeIn = (field: string): string | undefined => {
  const [text, ...more] = withRoundBrackets(field).match(inBrackets) ?? []
  const isPlace = text !== undefined && more.length === 0 && isLatin(text) && !/^\([A-Z]{2,6}\)$/.test(text)
  return isPlace && !saysItIsName(text) ? tokensOf(text).join(" ") : undefined
}

/** Whether names of companies have different places in brackets, as branches of one house have: `Bank (East)`, `Bank (West)`. */
export const areOfOtherPlaces = (one: string, other: string): boolean => {
  const [place, otherPlace] = [placeIn(one), placeIn(other)]
  return place !== undefined && otherPlace !== undefined && place !== otherPlace
}

const withRoundBrackets = (field: string): string => field.replace(/[[{（【]/g, "(").replace(/[\]}）】]/g, ")")

/** The parts of a field that may be names, each once. */
const partsOf = (field: string, kind: NameKind): ReadonlyArray<string> =>
  [field, ...bracketedNames(withRoundBrackets(field), kind)]
    .flatMap((name) => name.split(severalNames))
    .flatMap((name) => [name, ...name.split(betweenNames).filter(isName)])
    .map((part) => part.trim())
    .filter((part, at, all) => part !== "" && all.indexOf(part) === at)
    .sort((one, other) => other.length - one.length)
    .slice(0, maxNames)

/** Words between people who have something together, for whom it is, and of what it is. */
const accountWords = `the and or und oder et ou y c/o care attn attn: fbo obo for of dba d/b/a aka a/k/a itf pod tod utma ugma jtwros
  trust trustee trustees ttee living revocable irrevocable estate ira account acct custodian`

const joiners = String.raw`\s*[&+|/\\\n]\s*|\s[-–—]\s|(?:^|\s+)(?:${accountWords.split(/\s+/).join("|")})(?=\s|$)`
const betweenPeople = new RegExp(joiners, "iu")
const inLists = new RegExp(`${joiners}|,`, "iu")

/**
 * People whom a name that is looked for puts together, as holders of an account do: `Jane Roe and John Roe`, `Jane and John Roe`. A comma
 * alone stands between a surname and given names.
 */
export const peopleIn = (name: string): ReadonlyArray<string> => {
  const [parts, listed] = [name.split(betweenPeople), name.split(inLists)]
  const isOneWord = (part: string) => tokensOf(part).length === 1
  const withSurname = [...new Set(parts.filter(isOneWord))].flatMap((given) => {
    const next = parts.slice(parts.indexOf(given) + 1).find((part) => tokensOf(part).length > 1)
    return next === undefined ? [] : [`${given} ${tokensOf(next).at(-1)}`]
  })
  const people = [...(parts.length > 1 ? parts : []), ...(listed.length > 2 ? listed : []), ...withSurname]
  return people.filter((part) => tokensOf(part).length > 1)
}

/** The most words of a name that may be two people (our choice: four each). */
const wordsOfTwo = 8

/**
 * The names that two people of one family may have where nothing stands between them, `Jane Roe John Roe`, and those that have commas only within
 * them, `Roe, Jane, Poe, Ann`: every beginning and end of two words and more. Of others a beginning is rather a part of one person's name.
 */
export const halvesOf = (name: string): ReadonlyArray<string> => {
  const tokens = tokensOf(name)
  if (tokens.length > wordsOfTwo) return []
  const isListed = name.split(",").length > 3
  return tokens.slice(3).flatMap((_, at) => {
    const [first, second] = [tokens.slice(0, at + 2), tokens.slice(at + 2)]
    const isShared = (token: string) => second.includes(token) && classOf(token, "person") === "ordinary"
    return isListed || first.some(isShared) ? [first.join(" "), second.join(" ")] : []
  })
}

/** A name of several words once, where it is written twice, as by a program that puts two fields together. */
const writtenOnce = (field: string): ReadonlyArray<string> => {
  const tokens = tokensOf(field)
  const half = tokens.slice(0, tokens.length / 2)
  return half.length > 1 && tokens.join(" ") === [...half, ...half].join(" ") ? [half.join(" ")] : []
}

/** A name with compounds written as one word, where it has any. */
const joined = (name: string): ReadonlyArray<string> => {
  const tokens = tokensOf(inNaturalOrder(name))
  const words = joinCompounds(tokens)
  return words.every((word, at) => word === tokens[at]) ? [] : [words.join(" ")]
}

/**
 * The names in a field: the whole, its parts where it has several, one that is written twice, persons with compounds written as one word, and those
 * in Chinese signs by each reading.
 */
export const namesIn = (field: string, kind: NameKind): ReadonlyArray<SpelledName> => {
  const parts = partsOf(field, kind)
  const names = [field, ...(parts.length < 2 ? writtenOnce(field) : parts.filter((part) => part !== field))]
  if (kind !== "person") return names.map((text) => ({ text, reading: "pinyin" }))
  return names
    .flatMap((name) => [name, ...joined(name)])
    .flatMap((text) => readingsOf(text).map((reading) => ({ text, reading })))
}
