/** Plain text and Markdown into blocks. Only what documents are made of is told apart; the rest stays a paragraph. */
import type { ReadSource } from "../../model/SourceModel.ts"
import type { TextBlock, TextModel } from "../../model/TextModel.ts"

const fence = /^ {0,3}(```+|~~~+)\s*([^\s`]*)/
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
const bullet = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/
const tableRule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"))

interface Cursor {
  readonly lines: ReadonlyArray<string>
  at: number
  /** Whether lines with four blanks before them are code. */
  readonly isDocument: boolean
}

const readFence = (cursor: Cursor): TextBlock => {
  const line = cursor.at + 1
  const [, marks = "```", language = ""] = fence.exec(cursor.lines[cursor.at]!)!
  const code: Array<string> = []
  for (cursor.at += 1; cursor.at < cursor.lines.length; cursor.at++) {
    const text = cursor.lines[cursor.at]!
    if (text.trimStart().startsWith(marks) && text.trim().replaceAll(marks[0]!, "") === "") {
      cursor.at += 1
      break
    }
    code.push(text)
  }
  return { kind: "code", ...(language === "" ? {} : { language }), text: code.join("\n"), line }
}

/** Code that is marked by four blanks before each line. */
const readIndented = (cursor: Cursor): TextBlock => {
  const line = cursor.at + 1
  const code: Array<string> = []
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const text = cursor.lines[cursor.at]!
    if (text.trim() !== "" && !/^(?: {4}|\t)/.test(text)) break
    code.push(text.replace(/^(?: {4}|\t)/, ""))
  }
  return { kind: "code", text: code.join("\n").trimEnd(), line }
}

/** The next line with anything on it, at or after a place. */
const nextFilled = ({ lines }: Cursor, from: number): number => {
  let at = from
  while (at < lines.length && lines[at]!.trim() === "") at += 1
  return at
}

/** Whether a list goes on after empty lines: with an item of its kind, or with what is indented below the last one. */
const goesOn = (cursor: Cursor, ordered: boolean): boolean => {
  const next = cursor.lines[nextFilled(cursor, cursor.at)]
  if (next === undefined) return false
  const item = bullet.exec(next)
  return /^ {2,}\S|^\t/.test(next) || (item !== null && (item[1] !== undefined) === ordered)
}

/** Lines of code inside an item: kept as they are, without the indentation of the item. */
const readItemFence = (cursor: Cursor, item: Array<string>): void => {
  const opening = cursor.lines[cursor.at]!
  const indent = opening.length - opening.trimStart().length
  const marks = /^(`{3,}|~{3,})/.exec(opening.trimStart())![1]!
  item.push(opening.trim())
  for (cursor.at += 1; cursor.at < cursor.lines.length; cursor.at++) {
    const text = cursor.lines[cursor.at]!
    if (text.trim() !== "" && text.length - text.trimStart().length < Math.min(indent, 2)) break
    item.push(text.slice(Math.min(indent, text.length - text.trimStart().length)))
    if (text.trim() === marks) return
  }
  item.push(marks)
  cursor.at -= 1
}

/** Blanks before a line. */
const indentOf = (text: string): number => text.length - text.trimStart().length

const readList = (cursor: Cursor): TextBlock => {
  const line = cursor.at + 1
  const items: Array<Array<string>> = []
  const first = cursor.lines[cursor.at]!
  const ordered = /^\s*\d/.test(first)
  // What is indented further than the first item by two blanks stands within an item.
  const isOwn = (text: string) => indentOf(text) <= indentOf(first) + 1 && /^\s*\d/.test(text) === ordered
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const text = cursor.lines[cursor.at]!
    const item = bullet.exec(text)
    const last = items.at(-1)
    if (text.trim() === "") {
      if (!goesOn(cursor, ordered)) break
      cursor.at = nextFilled(cursor, cursor.at) - 1
      if (bullet.exec(cursor.lines[cursor.at + 1]!) === null) last?.push("")
    } else if (item !== null && isOwn(text)) items.push([item[2]!.trim()])
    else if (!/^\s/.test(text) || last === undefined) break
    else if (/^\s+(?:`{3,}|~{3,})/.test(text)) readItemFence(cursor, last)
    else last.push(text.trim())
  }
  return { kind: "list", ordered, items: items.map((lines) => lines.join("\n")), line }
}

const readTable = (cursor: Cursor): TextBlock => {
  const line = cursor.at + 1
  const header = cellsOf(cursor.lines[cursor.at]!)
  const rows: Array<ReadonlyArray<string>> = []
  for (cursor.at += 2; cursor.at < cursor.lines.length; cursor.at++) {
    const text = cursor.lines[cursor.at]!
    if (!text.includes("|") || text.trim() === "") break
    rows.push(cellsOf(text))
  }
  return { kind: "table", header, rows, line }
}

const isTable = ({ at, lines }: Cursor): boolean =>
  lines[at]!.includes("|") && at + 1 < lines.length && tableRule.test(lines[at + 1]!) && lines[at + 1]!.includes("-")

const startsBlock = (cursor: Cursor): boolean => {
  const text = cursor.lines[cursor.at]!
  return (
    text.trim() === "" ||
    fence.test(text) ||
    heading.test(text) ||
    bullet.test(text) ||
    text.startsWith(">") ||
    isTable(cursor)
  )
}

/** Lines up to the next block. An underline of `=` or `-` makes a heading of them. */
const readParagraph = (cursor: Cursor): TextBlock => {
  const line = cursor.at + 1
  const text: Array<string> = [cursor.lines[cursor.at]!.trim()]
  for (cursor.at += 1; cursor.at < cursor.lines.length; cursor.at++) {
    const next = cursor.lines[cursor.at]!
    const underline = /^ {0,3}(=+|-{2,})\s*$/.exec(next)?.[1]
    if (underline !== undefined) {
      cursor.at += 1
      return { kind: "heading", level: underline.startsWith("=") ? 1 : 2, text: text.join(" "), line }
    }
    if (startsBlock(cursor)) break
    text.push(next.trim())
  }
  return { kind: "paragraph", text: text.join("\n"), line }
}

const readQuote = (cursor: Cursor): TextBlock => {
  const line = cursor.at + 1
  const text: Array<string> = []
  for (; cursor.at < cursor.lines.length && cursor.lines[cursor.at]!.startsWith(">"); cursor.at++) {
    text.push(cursor.lines[cursor.at]!.replace(/^>\s?/, ""))
  }
  return { kind: "quote", text: text.join("\n"), line }
}

const readBlock = (cursor: Cursor): TextBlock | undefined => {
  const text = cursor.lines[cursor.at]!
  if (text.trim() === "") {
    cursor.at += 1
    return undefined
  }
  if (fence.test(text)) return readFence(cursor)
  if (cursor.isDocument && /^(?: {4}|\t)/.test(text)) return readIndented(cursor)
  const title = heading.exec(text)
  if (title !== null) {
    cursor.at += 1
    return { kind: "heading", level: title[1]!.length, text: title[2]!, line: cursor.at }
  }
  if (text.startsWith(">")) return readQuote(cursor)
  if (bullet.test(text)) return readList(cursor)
  return isTable(cursor) ? readTable(cursor) : readParagraph(cursor)
}

/** `---`, names with values, `---` at the top of a file: settings of a site generator, and no part of the text. */
const frontMatter = /^---[ \t]*\n(?:[A-Za-z][\w-]*:.*\n|[ \t-]+\S.*\n|[ \t]*\n|#.*\n)*---[ \t]*(?:\n|$)/

const definition = /^ {0,3}\[([^\]^][^\]]*)\]:\s+<?(\S+?)>?(?:\s+["'(].*["')])?\s*$/

/** Links that name a definition elsewhere in the text get its address. Lines keep their numbers. */
const withAddresses = (text: string): string => {
  const known = new Map<string, string>()
  const lines = text.split("\n").map((line) => {
    const match = definition.exec(line)
    if (match === null) return line
    known.set(match[1]!.toLowerCase(), match[2]!)
    return ""
  })
  if (known.size === 0) return text
  return lines
    .join("\n")
    .replaceAll(/\[([^\]]+)\]\[([^\]]*)\]/g, (whole, label: string, name: string) => {
      const url = known.get((name === "" ? label : name).toLowerCase())
      return url === undefined ? whole : `[${label}](${url})`
    })
    .replaceAll(/(?<![\])!])\[([^\]]+)\](?![[(:])/g, (whole, label: string) => {
      const url = known.get(label.toLowerCase())
      return url === undefined ? whole : `[${label}](${url})`
    })
}

/** A document as its author would see it rendered: without front matter, with addresses in its links. */
const asDocument = (text: string): string =>
  withAddresses(
    text
      .replace(frontMatter, (found) => found.replaceAll(/[^\n]/g, ""))
      .replaceAll(/<!--[\s\S]*?-->/g, (found) => found.replaceAll(/[^\n]/g, ""))
  )

/** The blocks of a text. A whole document may hold indented code and front matter; a description may not. */
export const textModelOf = (source: string, kind: "description" | "document" = "description"): TextModel => {
  const text = source.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n")
  const isDocument = kind === "document"
  const cursor: Cursor = { lines: (isDocument ? asDocument(text) : text).split("\n"), at: 0, isDocument }
  const blocks: Array<TextBlock> = []
  while (cursor.at < cursor.lines.length) {
    const block = readBlock(cursor)
    if (block !== undefined) blocks.push(block)
  }
  const [first] = blocks
  const title = first?.kind === "heading" ? first.text : undefined
  return { kind: "text", ...(title === undefined ? {} : { title }), blocks, text }
}

/** Reads a plain text or Markdown. */
export const readProse = (text: string): ReadSource => {
  const model = textModelOf(text, "document")
  const marked = model.blocks.some(({ kind }) => kind !== "paragraph")
  return { detected: { kind: "text", format: marked ? "markdown" : "plain" }, model, warnings: [] }
}
