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

const readList = (cursor: Cursor): TextBlock => {
  const line = cursor.at + 1
  const items: Array<string> = []
  const ordered = /^\s*\d/.test(cursor.lines[cursor.at]!)
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const text = cursor.lines[cursor.at]!
    const item = bullet.exec(text)
    if (item !== null) items.push(item[2]!.trim())
    else if (text.trim() !== "" && /^\s/.test(text) && items.length > 0) items[items.length - 1] += `\n${text.trim()}`
    else break
  }
  return { kind: "list", ordered, items, line }
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
  const title = heading.exec(text)
  if (title !== null) {
    cursor.at += 1
    return { kind: "heading", level: title[1]!.length, text: title[2]!, line: cursor.at }
  }
  if (text.startsWith(">")) return readQuote(cursor)
  if (bullet.test(text)) return readList(cursor)
  return isTable(cursor) ? readTable(cursor) : readParagraph(cursor)
}

/** The blocks of a text. */
export const textModelOf = (source: string): TextModel => {
  const text = source.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n")
  const cursor: Cursor = { lines: text.split("\n"), at: 0 }
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
  const model = textModelOf(text)
  const marked = model.blocks.some(({ kind }) => kind !== "paragraph")
  return { detected: { kind: "text", format: marked ? "markdown" : "plain" }, model, warnings: [] }
}
