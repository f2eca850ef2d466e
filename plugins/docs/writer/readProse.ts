/**
 * A piece of prose as Markdown reads it: the words a reader sees, its code, its links, and the kinds of block it is made
 * of. What would give the document another structure is refused here. Pure.
 */
import MarkdownIt, { type Env, type Token } from "markdown-it"

/** What a reader finds in a piece of prose. */
export interface ReadProse {
  /** The words of each paragraph or item, with escapes and entities decoded; a code span stands as a blank. */
  readonly paragraphs: ReadonlyArray<string>
  readonly codeSpans: ReadonlyArray<string>
  /** Code blocks, each with its language in front. */
  readonly fences: ReadonlyArray<string>
  /** Address and title of each link. */
  readonly links: ReadonlyArray<{ readonly href: string; readonly title: string }>
  /** Kinds of block besides paragraphs. */
  readonly kinds: ReadonlySet<BlockKind>
}

/** Blocks that prose may have where the rules' text has them too. */
export type BlockKind = "list" | "quote" | "fence"

type Verdict = "allowed" | BlockKind | { readonly refused: string }

const refusedAs = (what: string): Verdict => ({ refused: `the text holds ${what}` })

/** Token of the parser → what it means for the document; one that is not here is refused. */
const tokens: Readonly<Record<string, Verdict>> = {
  paragraph_open: "allowed",
  paragraph_close: "allowed",
  inline: "allowed",
  bullet_list_open: "list",
  bullet_list_close: "list",
  ordered_list_open: "list",
  ordered_list_close: "list",
  list_item_open: "list",
  list_item_close: "list",
  blockquote_open: "quote",
  blockquote_close: "quote",
  fence: "fence",
  heading_open: refusedAs("a heading"),
  hr: refusedAs("a line across the page"),
  html_block: refusedAs("HTML"),
  code_block: refusedAs("code that is not the engine's"),
  table_open: refusedAs("a table"),
  text: "allowed",
  text_special: "allowed",
  softbreak: "allowed",
  hardbreak: "allowed",
  code_inline: "allowed",
  em_open: "allowed",
  em_close: "allowed",
  strong_open: "allowed",
  strong_close: "allowed",
  s_open: "allowed",
  s_close: "allowed",
  link_open: "allowed",
  link_close: "allowed",
  html_inline: refusedAs("HTML"),
  image: refusedAs("an image")
}

/** HTML is read as HTML, so that it can be refused; nothing is rendered. */
const parser = new MarkdownIt({ html: true, linkify: false, typographer: false })
// An address that the parser would rather not link must be seen, not left as text.
parser.validateLink = () => true

/** A paragraph that is one run of strong text looks like a heading. */
const looksLikeHeading = ({ children }: Token): boolean => {
  const own = (children ?? []).filter(({ content, type }) => type !== "text" || content.trim() !== "")
  return own[0]?.type === "strong_open" && own.findIndex(({ type }) => type === "strong_close") === own.length - 1
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

const attribute = (token: Token, name: string): string => {
  const value = token.attrGet(name)
  if (value === null) return ""
  try {
    return decodeURI(String(value))
  } catch {
    return String(value)
  }
}

/** Reads prose; a text says why it may not stand in a document whatever it says. */
export const readProse = (text: string): ReadProse | string => {
  const environment: Env = {}
  const blocks = parser.parse(text, environment)
  if (Object.keys(environment.references ?? {}).length > 0) return "the text defines a link for the whole document"
  const inner = blocks.flatMap(({ children }) => children ?? [])
  const kinds = new Set<BlockKind>()
  for (const { type } of [...blocks, ...inner]) {
    const verdict = tokens[type] ?? { refused: "the text holds markup of a kind that has no place in prose" }
    if (typeof verdict === "object") return verdict.refused
    if (verdict !== "allowed") kinds.add(verdict)
  }
  const inlines = blocks.filter(({ type }) => type === "inline")
  if (inlines.some(looksLikeHeading)) return "the text holds a heading"
  return {
    paragraphs: inlines.map(wordsOf),
    codeSpans: inner.filter(({ type }) => type === "code_inline").map(({ content }) => content),
    fences: blocks.filter(({ type }) => type === "fence").map(({ content, info }) => `${info.trim()}\n${content}`),
    links: inner
      .filter(({ type }) => type === "link_open")
      .map((token) => ({ href: attribute(token, "href"), title: attribute(token, "title") })),
    kinds
  }
}
