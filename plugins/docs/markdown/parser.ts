/**
 * The one Markdown parser: its tokens, with the place of everything in the source. Its time is linear in the text, whatever the
 * text holds (`npm run bench -- docs-hostile`). Pure.
 */
import MarkdownIt, { type Env, type MarkdownIt as Parser, type Token } from "markdown-it"
import type { Range } from "../checks/ProseText.ts"

/** Lines `start` to `end`, the end not included. */
type LineRange = readonly [start: number, end: number]

/** What the parser says of a text. */
export interface Parsed {
  readonly source: string
  readonly tokens: ReadonlyArray<Token>
  /** Where lines begin in the source, with the end of the source at last. */
  readonly lineStarts: ReadonlyArray<number>
  /** Name of a definition of a link → its address. */
  readonly addresses: ReadonlyMap<string, string>
  /** Lines that define links. */
  readonly definitions: ReadonlyArray<LineRange>
}

/** What is read beside the tokens. */
interface Reading extends Env {
  definitionLines?: Array<LineRange>
}

/** Where a token stands among the characters of its running text; text and the marks of emphasis stand after what is before. */
export const placeOfToken = ({ meta }: Token): Range | undefined =>
  meta !== null && "start" in meta && "end" in meta ? (meta as Record<"start" | "end", number>) : undefined

/** Whether a link or image is one by a definition elsewhere in the text. */
export const isReference = ({ meta }: Token): boolean => meta !== null && "label" in meta

const makeParser = (): Parser => {
  const parser = new MarkdownIt({ html: true, linkify: false, typographer: false })
  // An address that the parser would rather not link must be seen, not left as text.
  parser.validateLink = () => true
  // Escapes and entities stay tokens of their own, since they are longer in the source.
  parser.core.ruler.disable("text_join")
  // Everything but text gets its place among the characters that the inline parser sees.
  for (const rule of parser.inline.ruler.__rules__) {
    const { fn } = rule
    parser.inline.ruler.at(rule.name, (state, silent) => {
      const start = state.pos
      const first = state.tokens.length
      const found = fn(state, silent)
      if (found && !silent) {
        for (const token of state.tokens.slice(first)) {
          if (token.type !== "text" && placeOfToken(token) === undefined)
            token.meta = { ...token.meta, start, end: state.pos }
        }
      }
      return found
    })
  }

  for (const rule of parser.block.ruler.__rules__.filter(({ name }) => name === "reference")) {
    const { fn } = rule
    parser.block.ruler.at(rule.name, (state, start, end, silent) => {
      // `[^1]: …` is the text of a footnote.
      const at = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0)
      if (state.src.startsWith("[^", at)) return false
      const found = fn(state, start, end, silent)
      if (found && !silent) ((state.env as Reading).definitionLines ??= []).push([start, state.line])
      return found
    })
  }
  return parser
}

const parser = makeParser()

/** The same without running text, for who needs blocks only. */
const blockParser = makeParser()
blockParser.core.ruler.disable("inline")

/** Where lines begin, whatever ends them, with the end of the text at last. */
const lineStartsOf = (source: string): ReadonlyArray<number> => {
  const starts = [0]
  for (const match of source.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length)
  return [...starts, source.length]
}

/** YAML between two lines of hyphens at the very start. */
const frontMatter = /^\ufeff?---[ \t]*(?:\r\n?|\n)(?:[^\n\r]*(?:\r\n|\r(?!\n)|\n))*?---[ \t]*(?=\r|\n|$)/

/** Characters of settings of a site generator at the top of a text; 0 where it has none. */
export const frontMatterLength = (source: string): number => frontMatter.exec(source)?.[0].length ?? 0

/** Reads a text. Any text is Markdown: it never fails. */
export const parseMarkdown = (source: string, depth: "all" | "blocks" = "all"): Parsed => {
  const front = frontMatterLength(source)
  const text = source.slice(0, front).replaceAll(/[^\n\r]/g, " ") + source.slice(front).replace(/^\ufeff/, " ")
  const environment: Reading = {}
  const tokens = (depth === "all" ? parser : blockParser).parse(text, environment)
  const references = Object.entries(environment.references ?? {})
  return {
    source,
    tokens,
    lineStarts: lineStartsOf(source),
    addresses: new Map(references.map(([name, { href }]) => [name, href])),
    definitions: environment.definitionLines ?? []
  }
}

/** The source of lines, without the line end of the last one. */
export const rangeOfLines = ({ lineStarts, source }: Parsed, [first, after]: LineRange): Range => {
  const start = lineStarts[first] ?? source.length
  let end = lineStarts[after] ?? source.length
  while (end > start && /\s/.test(source[end - 1]!)) end -= 1
  return { start, end }
}

/** Marks of quotes and lists before the content of a line. */
const containerMarks = /^\ufeff?(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/

/** A line without the marks of what it stands in. */
export const rangeOfRow = (parsed: Parsed, line: number): Range => {
  const { end, start } = rangeOfLines(parsed, [line, line + 1])
  return { start: start + containerMarks.exec(parsed.source.slice(start, end))![0].length, end }
}

/** The cells of a row of a table as they are written. */
export const cellsOf = (source: string, { end, start }: Range): ReadonlyArray<Range> => {
  const cells: Array<Range> = []
  let from = source[start] === "|" ? start + 1 : start
  for (let at = from; at < end; at++) {
    if (source[at] !== "|" || source[at - 1] === "\\") continue
    cells.push({ start: from, end: at })
    from = at + 1
  }
  return from < end ? [...cells, { start: from, end }] : cells
}

/** Running text: the characters that the inline parser sees, each with its place in the source. */
export interface Inline {
  readonly token: Token
  readonly places: ReadonlyArray<number>
}

/** The place of a character, or of the end. A line end of two characters counts from its first. */
export const startAt = ({ places }: Inline, at: number): number => places[at] ?? 0

/** Where the character before ends: for a line end, where the next line begins. */
export const endAt = ({ places, token: { content } }: Inline, at: number, source: string): number => {
  const place = places[at - 1]
  if (place === undefined) return places[0] ?? 0
  return place + (content[at - 1] === "\n" && source[place] === "\r" && source[place + 1] === "\n" ? 2 : 1)
}

/** Running text of lines. `mark`: what stands before it in its first line, such as the marks of a heading. */
export const inlineOfLines = (parsed: Parsed, token: Token, first: number, mark = ""): Inline => {
  const { lineStarts, source } = parsed
  const places: Array<number> = []
  const lines = token.content.split("\n")
  for (const [at, content] of lines.entries()) {
    const start = lineStarts[first + at] ?? source.length
    const next = lineStarts[first + at + 1] ?? source.length
    const written = source.slice(start, next).replace(/[\r\n]+$/, "")
    const bare = content.trim()
    const before = at === 0 && mark !== "" ? written.indexOf(mark) + mark.length : 0
    const found = before > 0 ? written.indexOf(bare, before) : written.lastIndexOf(bare)
    // A tab before a line may stand for several blanks: those have the place of the first one.
    const from = start + Math.max(found, 0) - (content.length - content.trimStart().length)
    for (let unit = 0; unit < content.length; unit++) places.push(Math.max(start, from + unit))
    if (at < lines.length - 1) places.push(start + written.length)
  }
  return { token, places: [...places, (places.at(-1) ?? 0) + 1] }
}

/** Running text of a cell: the backslash before a bar is none of its characters. */
export const inlineOfCell = (source: string, token: Token, { end, start }: Range): Inline => {
  const places: Array<number> = []
  let at = start
  while (at < end && /\s/.test(source[at]!)) at += 1
  for (let unit = 0; unit < token.content.length; unit++, at++) {
    if (source[at] === "\\" && source[at + 1] === "|" && token.content[unit] === "|") at += 1
    places.push(at)
  }
  return { token, places: [...places, at] }
}
