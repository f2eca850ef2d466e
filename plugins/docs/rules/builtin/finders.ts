/** What the tables of built-in rules are made of: finding words in visible text, and saying what could stand there. */
import type { Found, Suggestion } from "../../checks/Finding.ts"
import {
  isLiteral,
  sourceRange,
  type Block,
  type BlockKind,
  type ProseText,
  type Range
} from "../../checks/ProseText.ts"

/** A rule's work. */
export type Check = (text: ProseText) => Iterable<Found>

/** Where most rules about wording look. */
export const prose: ReadonlyArray<BlockKind> = ["paragraph", "list", "table"]

/** All visible text. */
export const everywhere: ReadonlyArray<BlockKind> = ["heading", ...prose]

/** What is said of a match. */
export interface Said {
  readonly message: string
  readonly text?: string
  readonly replacement?: string | undefined
  readonly safe?: boolean
}

const overlaps = (a: Range, b: Range): boolean => a.start < b.end && b.start < a.end

/** A finding in a block. A replacement is only given where the source can be replaced letter for letter. */
export const foundIn = (text: ProseText, block: Block, range: Range, said: Said): Found => {
  const literal = isLiteral(text, block, range)
  const inLink = block.links.some((link) => overlaps(link, range))
  const replacement = literal ? said.replacement : undefined
  const suggestion: Suggestion = {
    ...(said.text === undefined ? {} : { text: said.text }),
    ...(replacement === undefined ? {} : { replacement }),
    ...(said.safe === true && replacement !== undefined && !inLink ? { safe: true } : {})
  }
  const found = { ...sourceRange(block, range), message: said.message }
  return Object.keys(suggestion).length === 0 ? found : { ...found, suggestion }
}

/** Looks for a pattern. `say` answers `undefined` for what is none. */
export const matching = (
  pattern: RegExp,
  say: (match: RegExpExecArray, block: Block) => Said | undefined,
  kinds: ReadonlyArray<BlockKind> = prose
): Check =>
  function* (text) {
    for (const block of text.blocks) {
      if (!kinds.includes(block.kind)) continue
      for (const match of block.text.matchAll(pattern)) {
        const said = say(match, block)
        if (said === undefined) continue
        yield foundIn(text, block, { start: match.index, end: match.index + match[0].length }, said)
      }
    }
  }

const escaped = (word: string): string =>
  word
    .replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&")
    .replaceAll("'", "['’]")
    .replaceAll(/\s+/g, "\\s+")

/** Any of these words or phrases, whole, the longest first. */
export const anyOf = (words: Iterable<string>, flags = "giu"): RegExp => {
  const longest = [...words].sort((a, b) => b.length - a.length)
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${longest.map(escaped).join("|")})(?![\\p{L}\\p{N}_-])`, flags)
}

/** Words as they are written, wherever a line breaks: one space between them, straight apostrophes. */
export const asWritten = (words: string): string => words.replaceAll(/\s+/g, " ").replaceAll("’", "'")

/** The same in small letters. */
export const keyOf = (words: string): string => asWritten(words.toLowerCase())

/** Writes a replacement like the words it replaces: with a capital where they had one. */
export const likeCase = (replaced: string, replacement: string): string =>
  /^\p{Lu}/u.test(replaced) ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement

/** Whether what is to be written instead of words stands around them already: "token" within "access token". */
export const isWithin = (text: string, { end, start }: Range, instead: string): boolean => {
  const more = instead.length - (end - start)
  return Array.from({ length: Math.max(0, more) + 1 }, (_, before) => start - before).some(
    (from) => more > 0 && from >= 0 && keyOf(text.slice(from, from + instead.length)) === keyOf(instead)
  )
}

/** Whether words are all capitals: a name, a heading or a shout, better left alone. */
export const isShouted = (words: string): boolean =>
  words.length > 1 && words === words.toUpperCase() && /\p{Lu}/u.test(words)

/** Words of the law are not said in others. */
const legal =
  /\b(?:hereby granted|without limitation the rights|licensed under|redistributions? (?:of|in)|warrant(?:y|ies)|liab(?:le|ility)|copyright (?:notice|holders?)|terms (?:and|or) conditions|shall be licensed)\b/i

const known = new WeakMap<Block, Uint8Array>()

/** 1 for each unit of a block that may be said in other words. */
const openUnits = ({ text }: Block): Uint8Array => {
  const open = new Uint8Array(text.length)
  if (legal.test(text)) return open
  let [isStraight, isCurly] = [false, false]
  for (let at = 0; at < text.length; at++) {
    open[at] = isStraight || isCurly ? 0 : 1
    if (text[at] === '"') isStraight = !isStraight
    if (text[at] === "“") isCurly = true
    if (text[at] === "”") isCurly = false
  }
  return open
}

/** Whether a block may be said in other words at a place: what is quoted, and what the law says, stays as it was. */
export const isOpen = (block: Block, at: number): boolean => {
  const open = known.get(block) ?? openUnits(block)
  known.set(block, open)
  return open[at] === 1
}

/** Whether a sentence begins at a place; a capital elsewhere is that of a name. */
export const begins = (text: string, at: number): boolean =>
  /(?:^|[.!?:\n]["')\]]*\s+|^\s+)$/.test(text.slice(Math.max(0, at - 5), at))

/** Whether words are part of a name, by a capital where no sentence begins. */
export const isNamed = (text: string, words: string, at: number): boolean => /^\p{Lu}/u.test(words) && !begins(text, at)

const fitsArticle = (text: string, at: number, instead: string): boolean => {
  const article = /(?<!\p{L})(an?)\s+$/iu.exec(text.slice(Math.max(0, at - 4), at))?.[1]
  return article === undefined || /^[aeiou]/i.test(instead) === (article.length === 2)
}

const verbs =
  "(?:assist|demonstrate|eliminate|endeavou?r|execut(?:e|ing)|initiat(?:e|ing)|invok(?:e|ing)|modify|obtain|retriev(?:e|ing)|transmit|utili[sz]e)"

/**
 * Of `before|words|after`, where other words would say something else or nothing: "once it is located", "also to the rest", a verb
 * that names something ("the modify button", "Modify is gone").
 */
const elsewhere = new RegExp(
  [
    String.raw`(?:is|are) located\|(?!\s+(?:above|at|below|between|here|in|inside|near|on|outside|there|under|within)\b)`,
    String.raw`additionally\|\s+to\b|frequently\|\s+asked\b|way to\|\s+(?:an?|the)\b`,
    String.raw`\b(?:is|are|was|were|be) \|in addition to\|`,
    String.raw`(?<![\p{L}-])(?:an?|the|each|every|your|its) \|${verbs}\||\|${verbs}\|\s+(?:is|are|was|has|can|will|must|may|should)\b`
  ].join("|"),
  "iu"
)

/** Whether other words can stand at a place without a look at what is around them. */
export const canSay = (
  block: Block,
  at: number,
  { instead, words }: { readonly words: string; readonly instead: string }
): boolean =>
  !isShouted(words) &&
  isOpen(block, at) &&
  !isNamed(block.text, words, at) &&
  fitsArticle(block.text, at, instead) &&
  !elsewhere.test(
    `${block.text.slice(Math.max(0, at - 12), at)}|${words}|${block.text.slice(at + words.length, at + words.length + 12)}`
  )

type Words = Readonly<Record<string, string>>

/** Words and what to write instead: `safe` without a look at the words around, `loose` after one. */
export const swaps = (
  { loose, safe = {} }: { readonly safe?: Words; readonly loose: Words },
  options: {
    readonly say: (words: string, instead: string) => string
    readonly kinds?: ReadonlyArray<BlockKind>
  }
): Check => {
  const table: Words = { ...safe, ...loose }
  return matching(
    anyOf(Object.keys(table)),
    ({ 0: words, index }, block) => {
      const key = keyOf(words)
      const instead = table[key]
      if (instead === undefined) return undefined
      const replacement = instead === "" ? undefined : likeCase(words, instead)
      return {
        message: options.say(words, instead),
        replacement,
        safe: Object.hasOwn(safe, key) && canSay(block, index, { words, instead })
      }
    },
    options.kinds ?? prose
  )
}
