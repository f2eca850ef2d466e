/** Reads Markdown into `ProseText`: the parser's tokens, cut into blocks with a source offset for every character. */
import type { Token } from "markdown-it"
import {
  linesOf,
  mark,
  type Block,
  type BlockKind,
  type CodeNode,
  type HeadingNode,
  type LinkNode,
  type ProseText,
  type Range,
  type TableNode
} from "../checks/ProseText.ts"
import { bareIn, type Bare } from "./bareAddresses.ts"
import { Slugger } from "../markdown/slug.ts"
import {
  cellsOf,
  endAt,
  frontMatterLength,
  inlineOfCell,
  inlineOfLines,
  isReference,
  parseMarkdown,
  placeOfToken,
  rangeOfLines,
  rangeOfRow,
  startAt,
  type Inline,
  type Parsed
} from "./parser.ts"

/** The pieces of a block while it is read. */
interface Pieces {
  text: string
  readonly starts: Array<number>
  readonly ends: Array<number>
  readonly links: Array<Range>
}

const push = (pieces: Pieces, text: string, { end, start }: Range): void => {
  for (let at = 0; at < text.length; at++) {
    pieces.starts.push(start)
    pieces.ends.push(end)
  }
  pieces.text += text
}

/** Everything that is gathered on the way. */
interface Reading {
  readonly parsed: Parsed
  readonly blocks: Array<Block>
  readonly headings: Array<HeadingNode>
  readonly links: Array<LinkNode>
  readonly codes: Array<CodeNode>
  readonly spans: Array<Range>
  readonly tables: Array<TableNode>
  readonly html: Array<Range>
  readonly htmlAnchors: Set<string>
  readonly masked: Array<Range>
  readonly solids: Array<Range>
}

/** Where a block stands. */
type Setting = Pick<Block, "kind" | "list" | "isStep" | "opensItem">

const outside = (kind: BlockKind): Setting => ({ kind, list: -1, isStep: false, opensItem: false })

const addHtml = (reading: Reading, range: Range): void => {
  reading.masked.push(range)
  reading.html.push(range)
  const written = reading.parsed.source.slice(range.start, range.end)
  for (const [, quoted, bare] of written.matchAll(/\b(?:id|name)\s*=\s*(?:"([^"]*)"|'?([\w-]+))/gi)) {
    reading.htmlAnchors.add(quoted ?? bare ?? "")
  }
}

/** The words of tokens, such as the label of a link. */
export const wordsOfTokens = (tokens: ReadonlyArray<Token>): string =>
  tokens.map(({ content, type }) => (/^(?:text|text_special|code_inline|image)$/.test(type) ? content : "")).join("")

/** Reads the tokens of running text one after the other. */
class InlineReader {
  readonly #reading: Reading
  readonly #inline: Inline
  readonly #pieces: Pieces
  readonly #bare: ReadonlyArray<Bare>
  #nextBare = 0
  /** The next character of the content. */
  #at = 0
  /** Where the last address ended that is marked. */
  #marked = 0

  constructor(reading: Reading, inline: Inline, pieces: Pieces) {
    this.#reading = reading
    this.#inline = inline
    this.#pieces = pieces
    this.#bare = bareIn(inline)
  }

  #range({ end, start }: Range): Range {
    const { source } = this.#reading.parsed
    return {
      start: startAt(this.#inline, start),
      end: Math.max(startAt(this.#inline, start), endAt(this.#inline, end, source))
    }
  }

  /** A stretch that is one mark in the text. */
  #mark(own: Range): Range {
    const range = this.#range(own)
    this.#reading.masked.push(range)
    push(this.#pieces, mark, range)
    this.#at = own.end
    return range
  }

  /** An address that stands as it is, marked where it begins: to the parser it may be several tokens. */
  #address(bare: Bare): void {
    const at = this.#at
    const range = this.#mark(bare)
    this.#at = at
    this.#marked = bare.end
    if (bare.url === undefined) return
    const label = this.#reading.parsed.source.slice(range.start, range.end)
    this.#reading.links.push({ ...range, kind: "link", url: bare.url, label, isBare: true })
  }

  #text(content: string): void {
    const start = this.#at
    for (; this.#at < start + content.length; this.#at += 1) {
      if (this.#at < this.#marked) continue
      const at = this.#at
      while ((this.#bare[this.#nextBare]?.end ?? Infinity) <= at) this.#nextBare += 1
      const bare = this.#bare[this.#nextBare]
      if (bare !== undefined && bare.start <= at) this.#address(bare)
      else push(this.#pieces, content[at - start]!, this.#range({ start: at, end: at + 1 }))
    }
  }

  #link(tokens: ReadonlyArray<Token>, own: Range): void {
    const [open] = tokens
    const url = String(open!.attrGet("href") ?? "")
    const range = this.#range(own)
    const label = wordsOfTokens(tokens)
    if (open!.markup === "autolink") {
      this.#mark(own)
      return void this.#reading.links.push({ ...range, kind: "link", url, label, isBare: false })
    }
    // The characters of a link before and after its label are no prose.
    this.#reading.links.push({ ...range, kind: isReference(open!) ? "reference" : "link", url, label, isBare: false })
    this.#reading.masked.push(this.#range({ start: own.start, end: own.start + 1 }))
    this.#at = own.start + 1
    const start = this.#pieces.text.length
    this.read(tokens.slice(1, -1))
    this.#pieces.links.push({ start, end: this.#pieces.text.length })
    this.#reading.masked.push(this.#range({ start: Math.min(this.#at, own.end - 1), end: own.end }))
    this.#at = own.end
  }

  #image(token: Token, own: Range): void {
    const range = this.#mark(own)
    const url = isReference(token) ? "" : String(token.attrGet("src") ?? "")
    this.#reading.links.push({ ...range, kind: "image", url, label: token.content, isBare: false })
  }

  #one(token: Token, own: Range): void {
    switch (token.type) {
      case "text":
        return this.#text(token.content)
      case "text_special":
        if (own.start >= this.#marked) push(this.#pieces, token.content, this.#range(own))
        this.#at = own.end
        return
      case "softbreak":
      case "hardbreak":
        push(
          this.#pieces,
          "\n",
          this.#range(token.type === "softbreak" ? { start: own.start, end: own.start + 1 } : own)
        )
        this.#at = own.end
        return
      case "code_inline":
        return void this.#reading.spans.push(this.#mark(own))
      case "html_inline":
        addHtml(this.#reading, this.#range(own))
        this.#at = own.end
        return
      case "image":
        return this.#image(token, own)
      default:
        // The marks of emphasis.
        this.#at += token.markup.length
    }
  }

  read(tokens: ReadonlyArray<Token>): void {
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!
      const own = placeOfToken(token) ?? { start: this.#at, end: this.#at + token.content.length }
      if (token.type !== "link_open") this.#one(token, own)
      else {
        const from = at
        while (tokens[at]!.type !== "link_close") at += 1
        this.#link(tokens.slice(from, at + 1), own)
      }
    }
  }
}

const addBlock = (reading: Reading, inline: Inline, setting: Setting, level = 0): Block => {
  const pieces: Pieces = { text: "", starts: [], ends: [], links: [] }
  new InlineReader(reading, inline, pieces).read(inline.token.children ?? [])
  const block: Block = { ...pieces, ...setting, level }
  if (pieces.text !== "") reading.blocks.push(block)
  return block
}

const isClosedFence = (written: string, opening: string): boolean => {
  const last = written
    .split(/\r\n?|\n/)
    .at(-1)!
    .replace(/^[ \t>]+/, "")
  return /[\n\r]/.test(written) && last.startsWith(opening) && /^(`+|~+)$/.test(last)
}

/** A block of lines without the marks before it. */
const rangeOf = (parsed: Parsed, token: Token): Range => {
  const { end, start } = rangeOfLines(parsed, token.map ?? [0, 0])
  const row = rangeOfRow(parsed, token.map?.[0] ?? 0)
  return { start: token.type === "hr" ? start : Math.min(row.start, end), end }
}

const readTable = (reading: Reading, tokens: ReadonlyArray<Token>, at: number): number => {
  const { parsed } = reading
  const range = rangeOf(parsed, tokens[at]!)
  const first = tokens[at]!.map?.[0] ?? 0
  const rows: Array<TableNode["rows"][number]> = []
  let cells: ReadonlyArray<Range> = []
  let column = 0
  let place = at + 1
  for (; tokens[place]!.type !== "table_close"; place++) {
    const token = tokens[place]!
    if (token.type === "tr_open") {
      const row = rangeOfRow(parsed, first + (rows.length === 0 ? 0 : rows.length + 1))
      cells = cellsOf(parsed.source, row)
      column = 0
      rows.push({ ...row, cells: cells.length })
    } else if (token.type === "inline") {
      const cell = cells[column++]
      if (cell !== undefined) addBlock(reading, inlineOfCell(parsed.source, token, cell), outside("table"))
    }
  }
  reading.tables.push({ ...range, rows })
  reading.solids.push(range)
  return place
}

const readCode = (reading: Reading, token: Token): void => {
  const range = rangeOf(reading.parsed, token)
  const written = reading.parsed.source.slice(range.start, range.end)
  const isFenced = token.type === "fence"
  const language = token.info.trim().split(/\s+/)[0] ?? ""
  reading.codes.push({ ...range, language, isFenced, isClosed: !isFenced || isClosedFence(written, token.markup) })
  reading.masked.push(range)
  reading.solids.push(range)
}

/** The lists that a block stands in. */
class Lists {
  readonly #open: Array<{ readonly list: number; readonly isOrdered: boolean; opensItem: boolean }> = []
  #count = 0

  /** Where the next block stands; it opens its item if it is the first one of it. */
  next(): Setting {
    const item = this.#open.at(-1)
    if (item === undefined) return outside("paragraph")
    const { isOrdered, list, opensItem } = item
    item.opensItem = false
    return { kind: "list", list, isStep: opensItem && isOrdered, opensItem }
  }

  see(type: string): void {
    if (type.endsWith("_list_open")) {
      this.next()
      this.#open.push({ list: this.#count++, isOrdered: type === "ordered_list_open", opensItem: true })
    } else if (type.endsWith("_list_close")) this.#open.pop()
    else if (type === "list_item_open") this.#open.at(-1)!.opensItem = true
  }
}

const readHeading = (reading: Reading, at: number, slugger: Slugger): void => {
  const { parsed } = reading
  const token = parsed.tokens[at]!
  const mark = token.markup.startsWith("#") ? token.markup : ""
  const inline = inlineOfLines(parsed, parsed.tokens[at + 1]!, token.map?.[0] ?? 0, mark)
  const level = Number(token.tag.slice(1))
  const block = addBlock(reading, inline, outside("heading"), level)
  const text = wordsOfTokens(inline.token.children ?? [])
  reading.headings.push({ ...rangeOf(parsed, token), level, text, anchor: slugger.next(text), block })
}

const readHtml = (reading: Reading, token: Token): void => {
  const range = rangeOf(reading.parsed, token)
  addHtml(reading, range)
  if (!/^<!--[\s\S]*-->$/.test(token.content.trim())) reading.solids.push(range)
}

const readTokens = (reading: Reading): void => {
  const { parsed } = reading
  const { tokens } = parsed
  const slugger = new Slugger()
  const lists = new Lists()
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    lists.see(token.type)
    switch (token.type) {
      case "paragraph_open":
        addBlock(reading, inlineOfLines(parsed, tokens[at + 1]!, token.map?.[0] ?? 0), lists.next())
        break
      case "heading_open":
        lists.next()
        readHeading(reading, at, slugger)
        break
      case "fence":
      case "code_block":
        lists.next()
        readCode(reading, token)
        break
      case "html_block":
        lists.next()
        readHtml(reading, token)
        break
      case "hr":
        reading.solids.push(rangeOf(parsed, token))
        break
      case "table_open":
        lists.next()
        at = readTable(reading, tokens, at)
    }
  }
}

const readDefinitions = ({ links, masked, parsed }: Reading): void => {
  for (const lines of parsed.definitions) {
    const range = rangeOfLines(parsed, lines)
    const written = parsed.source.slice(range.start, range.end)
    const [, label = "", url = ""] = /\[((?:[^\]\\]|\\.)*)\]:\s*<?([^\s>]*)/s.exec(written) ?? []
    links.push({ ...range, kind: "link", url, label, isBare: false })
    masked.push(range)
  }
}

const inOrder = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> => {
  const sorted = ranges.filter(({ end, start }) => end > start).sort((a, b) => a.start - b.start || a.end - b.end)
  const merged: Array<{ start: number; end: number }> = []
  for (const range of sorted) {
    const last = merged.at(-1)
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}

/** Reads a text. Any text is Markdown: it never fails. */
export const readMarkdown = (source: string): ProseText => {
  const parsed = parseMarkdown(source)
  const front = frontMatterLength(source)
  const reading: Reading = {
    parsed,
    blocks: [],
    headings: [],
    links: [],
    codes: [],
    spans: [],
    tables: [],
    html: [],
    htmlAnchors: new Set(),
    masked: front === 0 ? [] : [{ start: 0, end: front }],
    solids: []
  }
  readTokens(reading)
  readDefinitions(reading)
  const { parsed: _, ...read } = reading
  return { ...read, source, lines: linesOf(source), masked: inOrder(reading.masked) }
}
