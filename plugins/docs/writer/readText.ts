/** A text as Markdown reads it: the words a reader sees, its code, its links, and the kinds of markup it has. Pure. */
import type { Token } from "markdown-it"
import { parseMarkdown } from "../markdown/parser.ts"
import { readOrNone } from "../model/decoded.ts"

/** What a reader finds in a text. */
export interface ReadText {
  /** Kinds of block and markup, as the parser names their beginnings, such as `heading_open`. */
  readonly kinds: ReadonlySet<string>
  /** The words of each paragraph, item, cell or heading, with escapes and entities decoded; code spans are blanks. */
  readonly paragraphs: ReadonlyArray<string>
  readonly headings: ReadonlyArray<string>
  readonly codeSpans: ReadonlyArray<string>
  /** Code blocks, each with its language in front. */
  readonly fences: ReadonlyArray<string>
  /** Links and images. */
  readonly links: ReadonlyArray<{ readonly href: string; readonly title: string }>
  readonly html: ReadonlyArray<string>
  /** Whether it defines links for the whole document. */
  readonly defines: boolean
  /** Whether a paragraph is one run of strong text, which looks like a heading. */
  readonly seemsToHead: boolean
}

const shownAs: Readonly<Record<string, (token: Token) => string>> = {
  text: ({ content }) => content,
  text_special: ({ content }) => content,
  softbreak: () => "\n",
  hardbreak: () => "\n",
  code_inline: () => " "
}

const wordsOf = ({ children }: Token): string =>
  (children ?? []).map((token) => shownAs[token.type]?.(token) ?? "").join("")

const isStrongAlone = ({ children }: Token): boolean => {
  const own = (children ?? []).filter(({ content, type }) => type !== "text" || content.trim() !== "")
  return own[0]?.type === "strong_open" && own.findIndex(({ type }) => type === "strong_close") === own.length - 1
}

const decoded = (address: string): string => readOrNone(() => decodeURI(address)) ?? address

const linkOf = (token: Token): ReadText["links"][number] => ({
  href: decoded(String(token.attrGet("href") ?? token.attrGet("src") ?? "")),
  title: String(token.attrGet("title") ?? "")
})

/** Reads a text, whatever it holds. */
export const readText = (text: string): ReadText => {
  const { addresses, tokens: blocks } = parseMarkdown(text)
  const inner = blocks.flatMap(({ children }) => children ?? [])
  const all = [...blocks, ...inner]
  const of = (...types: ReadonlyArray<string>) => all.filter(({ type }) => types.includes(type))
  return {
    kinds: new Set(all.map(({ type }) => type).filter((type) => !type.endsWith("_close"))),
    paragraphs: of("inline").map(wordsOf),
    headings: blocks.flatMap(({ type }, at) => (type === "heading_open" ? [wordsOf(blocks[at + 1]!)] : [])),
    codeSpans: of("code_inline").map(({ content }) => content),
    fences: of("fence", "code_block").map(({ content, info }) => `${info.trim()}\n${content}`),
    links: of("link_open", "image").map(linkOf),
    html: of("html_block", "html_inline").map(({ content }) => content),
    defines: addresses.size > 0,
    seemsToHead: of("inline").some(isStrongAlone)
  }
}
