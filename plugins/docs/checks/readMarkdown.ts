/** Reads Markdown into `ProseText`: the parser's tree, cut into blocks with a source offset for every character. */
import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { gfm } from "micromark-extension-gfm"
import { Slugger } from "../outputs/markdown/slug.ts"
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
} from "./ProseText.ts"

type Root = ReturnType<typeof fromMarkdown>
type Nodes = Root | Root["children"][number]
type Parents = Extract<Nodes, { readonly children: ReadonlyArray<unknown> }>

/** The extensions' transforms make nodes without positions of what the tokenizer left over: they are left out. */
const extensions = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }))
const syntax = gfm()

/** YAML between two lines of hyphens at the very start. */
const frontMatter = /^---[ \t]*(?:\r\n|\n|\r)(?:[^\n\r]*(?:\r\n|\n|\r))*?---[ \t]*(?=\r|\n|$)/

const blank = (text: string): string => text.replaceAll(/[^\n\r]/g, " ")

const rangeOf = (node: Nodes): Range | undefined => {
  const start = node.position?.start.offset
  const end = node.position?.end.offset
  return start === undefined || end === undefined ? undefined : { start, end }
}

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

const escapable = /[!-/:-@[-`{-~]/
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy

/** Decoded characters of an entity at this place: one or a surrogate pair. */
const entityLength = (value: string, at: number): number => (value.codePointAt(at)! > 0xffff ? 2 : 1)

/**
 * Lays the characters of a text node over its source, where escapes, entities, line prefixes and indents are longer.
 * `false` when they do not fit; then nothing is pushed.
 */
const align = (pieces: Pieces, value: string, source: string, { end, start }: Range): boolean => {
  const starts: Array<number> = []
  const ends: Array<number> = []
  const take = (from: number, to: number) => {
    starts.push(from)
    ends.push(to)
  }
  let at = start
  let read = 0
  while (read < value.length && at < end) {
    const character = source[at]!
    const wanted = value[read]!
    if (character === "\\" && wanted === source[at + 1] && escapable.test(wanted)) {
      take(at, at + 2)
      at += 2
      read += 1
      continue
    }
    entity.lastIndex = at
    const found = character === "&" ? entity.exec(source)?.[0] : undefined
    if (found !== undefined && !value.startsWith(found, read)) {
      for (let units = entityLength(value, read); units > 0; units--, read++) take(at, at + found.length)
      at += found.length
    } else if (character === wanted) {
      take(at, at + 1)
      at += 1
      read += 1
    } else if (character === "\r" && wanted === "\n") {
      take(at, at + (source[at + 1] === "\n" ? 2 : 1))
      at += source[at + 1] === "\n" ? 2 : 1
      read += 1
    } else if (/[ \t>\\]/.test(character)) at += 1
    else return false
  }
  if (read < value.length) return false
  pieces.text += value
  for (let unit = 0; unit < starts.length; unit++) {
    pieces.starts.push(starts[unit]!)
    pieces.ends.push(ends[unit]!)
  }
  return true
}

/** Everything that is gathered on the way. */
interface Reading {
  readonly source: string
  readonly blocks: Array<Block>
  readonly headings: Array<HeadingNode>
  readonly links: Array<LinkNode>
  readonly definitions: Set<string>
  readonly codes: Array<CodeNode>
  readonly spans: Array<Range>
  readonly tables: Array<TableNode>
  readonly html: Array<Range>
  readonly htmlAnchors: Set<string>
  readonly masked: Array<Range>
  readonly solids: Array<Range>
  readonly slugger: Slugger
  lists: number
}

/** Where a block stands. */
interface Setting {
  readonly kind: BlockKind
  readonly list: number
  readonly isStep: boolean
  readonly opensItem: boolean
}

const ofText: Setting = { kind: "paragraph", list: -1, isStep: false, opensItem: false }

const textOf = (node: Nodes): string =>
  "value" in node ? node.value : "children" in node ? (node.children as ReadonlyArray<Nodes>).map(textOf).join("") : ""

const addHtml = (reading: Reading, value: string, range: Range): void => {
  reading.masked.push(range)
  reading.html.push(range)
  for (const [, quoted, bare] of value.matchAll(/\b(?:id|name)\s*=\s*(?:"([^"]*)"|'?([\w-]+))/gi)) {
    reading.htmlAnchors.add(quoted ?? bare ?? "")
  }
}

/** A link's own characters before and after its label are no prose. */
const maskLink = (reading: Reading, node: Parents, range: Range): void => {
  const first = node.children[0]
  const last = node.children.at(-1)
  const from = first === undefined ? range.end : (rangeOf(first)?.start ?? range.end)
  const to = last === undefined ? range.end : (rangeOf(last)?.end ?? range.end)
  if (from > range.start) reading.masked.push({ start: range.start, end: from })
  if (to < range.end) reading.masked.push({ start: to, end: range.end })
}

const addLink = (reading: Reading, pieces: Pieces, node: Parents & { readonly url: string }, range: Range): void => {
  const label = textOf(node)
  const written = reading.source.slice(range.start, range.end)
  const isBare = !written.startsWith("[")
  reading.links.push({ ...range, kind: "link", url: node.url, label, isBare: isBare && !written.startsWith("<") })
  if (isBare) {
    reading.masked.push(range)
    return push(pieces, mark, range)
  }
  maskLink(reading, node, range)
  const start = pieces.text.length
  readInline(reading, pieces, node)
  pieces.links.push({ start, end: pieces.text.length })
}

const addImage = (
  reading: Reading,
  pieces: Pieces,
  of: { readonly url: string; readonly label: string },
  range: Range
) => {
  reading.links.push({ ...range, ...of, kind: "image", isBare: false })
  reading.masked.push(range)
  push(pieces, mark, range)
}

function readInline(reading: Reading, pieces: Pieces, parent: Parents): void {
  for (const node of parent.children as ReadonlyArray<Nodes>) {
    const range = rangeOf(node)
    if (range === undefined) continue
    switch (node.type) {
      case "text":
        if (!align(pieces, node.value, reading.source, range)) {
          reading.masked.push(range)
          push(pieces, mark, range)
        }
        break
      case "inlineCode":
        reading.spans.push(range)
        reading.masked.push(range)
        push(pieces, mark, range)
        break
      case "break":
        push(pieces, "\n", range)
        break
      case "html":
        addHtml(reading, node.value, range)
        break
      case "link":
        addLink(reading, pieces, node, range)
        break
      case "image":
        addImage(reading, pieces, { url: node.url, label: node.alt ?? "" }, range)
        break
      case "imageReference":
        addImage(reading, pieces, { url: "", label: node.alt ?? "" }, range)
        break
      case "linkReference": {
        const label = textOf(node)
        reading.links.push({ ...range, kind: "reference", url: node.identifier, label, isBare: false })
        maskLink(reading, node, range)
        readInline(reading, pieces, node)
        break
      }
      default:
        if ("children" in node) readInline(reading, pieces, node)
        else reading.masked.push(range)
    }
  }
}

const addBlock = (reading: Reading, node: Parents, setting: Setting, level = 0): Block => {
  const pieces: Pieces = { text: "", starts: [], ends: [], links: [] }
  readInline(reading, pieces, node)
  const block: Block = { ...pieces, ...setting, level }
  if (pieces.text !== "") reading.blocks.push(block)
  return block
}

const isClosedFence = (written: string): boolean => {
  const fence = /^(`{3,}|~{3,})/.exec(written)?.[1] ?? "```"
  const last = written
    .trimEnd()
    .split(/\r\n|\n|\r/)
    .at(-1)!
    .replace(/^[ \t>]+/, "")
  return /[\n\r]/.test(written.trimEnd()) && last.startsWith(fence) && /^(`+|~+)$/.test(last)
}

function readBlocks(reading: Reading, parent: Parents, setting: Setting): void {
  for (const [at, node] of (parent.children as ReadonlyArray<Nodes>).entries()) {
    const range = rangeOf(node)
    if (range !== undefined)
      readBlock(reading, node, { range, setting: at === 0 ? setting : { ...setting, opensItem: false, isStep: false } })
  }
}

const readTable = (reading: Reading, node: Extract<Nodes, { type: "table" }>, range: Range): void => {
  const rows = node.children.map((row) => ({ ...(rangeOf(row) ?? range), cells: row.children.length }))
  reading.tables.push({ ...range, rows })
  reading.solids.push(range)
  for (const row of node.children) {
    for (const cell of row.children) addBlock(reading, cell, { ...ofText, kind: "table" })
  }
}

function readBlock(
  reading: Reading,
  node: Nodes,
  { range, setting }: { readonly range: Range; readonly setting: Setting }
): void {
  switch (node.type) {
    case "heading": {
      const block = addBlock(reading, node, { ...ofText, kind: "heading" }, node.depth)
      const text = textOf(node)
      reading.headings.push({ ...range, level: node.depth, text, anchor: reading.slugger.next(text), block })
      return
    }
    case "paragraph":
      addBlock(reading, node, setting)
      return
    case "code": {
      const written = reading.source.slice(range.start, range.end)
      const isFenced = /^(?:```|~~~)/.test(written)
      const language = node.lang ?? ""
      reading.codes.push({ ...range, language, isFenced, isClosed: !isFenced || isClosedFence(written) })
      reading.masked.push(range)
      reading.solids.push(range)
      return
    }
    case "html":
      addHtml(reading, node.value, range)
      if (!/^<!--[\s\S]*-->$/.test(node.value.trim())) reading.solids.push(range)
      return
    case "definition":
      reading.definitions.add(node.identifier)
      reading.links.push({ ...range, kind: "link", url: node.url, label: node.identifier, isBare: false })
      reading.masked.push(range)
      return
    case "table":
      return readTable(reading, node, range)
    case "list": {
      const list = reading.lists++
      for (const item of node.children) {
        readBlocks(reading, item, { kind: "list", list, isStep: node.ordered === true, opensItem: true })
      }
      return
    }
    default:
      if ("children" in node) readBlocks(reading, node, setting)
      else reading.solids.push(range)
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
  const front = frontMatter.exec(source.replace(/^\ufeff/, " ").replace(/^ (?=---)/, ""))
  const shift = source.startsWith("\ufeff") ? 1 : 0
  const frontEnd = front === null ? 0 : front[0].length + shift
  const text = blank(source.slice(0, frontEnd)) + source.slice(frontEnd).replace(/^\ufeff/, frontEnd === 0 ? " " : "$&")
  const root: Root = fromMarkdown(text, { extensions: [syntax], mdastExtensions: extensions })
  const reading: Reading = {
    source: text,
    blocks: [],
    headings: [],
    links: [],
    definitions: new Set(),
    codes: [],
    spans: [],
    tables: [],
    html: [],
    htmlAnchors: new Set(),
    masked: frontEnd === 0 ? [] : [{ start: 0, end: frontEnd }],
    solids: [],
    slugger: new Slugger(),
    lists: 0
  }
  readBlocks(reading, root, ofText)
  const { lists: _lists, slugger: _slugger, source: _text, ...read } = reading
  return { ...read, source, lines: linesOf(source), masked: inOrder(reading.masked) }
}
