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

/** The same words as a key: one space between them, small letters, straight apostrophes. */
export const keyOf = (words: string): string => words.toLowerCase().replaceAll(/\s+/g, " ").replaceAll("’", "'")

/** Writes a replacement like the words it replaces: with a capital where they had one. */
export const likeCase = (replaced: string, replacement: string): string =>
  /^\p{Lu}/u.test(replaced) ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement

/** Whether words are all capitals: a name, a heading or a shout, better left alone. */
export const isShouted = (words: string): boolean =>
  words.length > 1 && words === words.toUpperCase() && /\p{Lu}/u.test(words)

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
    ([words]) => {
      const key = keyOf(words)
      const instead = table[key]
      if (instead === undefined) return undefined
      const replacement = instead === "" ? undefined : likeCase(words, instead)
      return { message: options.say(words, instead), replacement, safe: Object.hasOwn(safe, key) && !isShouted(words) }
    },
    options.kinds ?? prose
  )
}
