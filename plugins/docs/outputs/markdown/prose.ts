/** Descriptions from sources, written anew block by block: whatever was in them, the document's structure stays ours. */
import type { TextBlock } from "../../model/TextModel.ts"
import { textModelOf } from "../../sources/prose/readProse.ts"
import { htmlToLines } from "./htmlLines.ts"
import { cell, code, fenced, inline } from "./inline.ts"
import { table } from "./table.ts"

/** Text that would begin a block of another kind at the start of a line is held back by a backslash. */
const safeStart = (line: string): string =>
  line
    .replace(/^(\s*)(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|={2,}\s*$|-{2,}\s*$|`{3,}|~{3,}|\|)/, "$1\\$2")
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, "$1\\$2")

const lines = (text: string): string =>
  inline(text)
    .split("\n")
    .map((line) => safeStart(line.trim()))
    .join("\n")

/** Levels of lists within each other. Our choice: what is deeper is told as it stands. */
const maxLists = 8

/** An item of a list as it is written, without its mark and its indentation: its text, and its blocks where it has several lines. */
const readItem = (
  written: string,
  depth: number
): { readonly text: string; readonly blocks: ReadonlyArray<TextBlock> } => {
  const [first = "", ...rest] = written.replace(/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*/, "").split("\n")
  const indents = rest.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length)
  const text = [first, ...rest.map((line) => line.slice(Math.min(...indents)))].join("\n").trim()
  return { text, blocks: depth > maxLists || rest.length === 0 ? [] : textModelOf(text).blocks }
}

/** An item with what stands below its first line: its paragraphs, its code, the lists within it. */
const item = (written: string, mark: string, depth: number): string => {
  const { blocks, text } = readItem(written, depth)
  const parts = blocks.flatMap((block) => {
    const part = render(block, depth + 1)
    return part.trim() === "" ? [] : [{ part, isList: block.kind === "list" }]
  })
  const below = parts.map(({ isList, part }, at) => (at === 0 ? part : `${isList ? "\n" : "\n\n"}${part}`)).join("")
  const indent = " ".repeat(mark.length + 1)
  return `${mark} ${(below === "" ? lines(text) : below).replaceAll(/\n(?!\n)/g, `\n${indent}`)}`
}

/** The items of a list as they are written. */
const itemsOf = ({ line, lines: at, source }: Extract<TextBlock, { kind: "list" }>): ReadonlyArray<string> => {
  const all = source.split("\n")
  return at.map((start, place) => all.slice(start - line, (at[place + 1] ?? line + all.length) - line).join("\n"))
}

/** A cell of an author, whose breaks stay. */
const tableCell = (text: string): string =>
  text
    .split(/<br\s*\/?>/i)
    .map((line) => cell(inline(line)))
    .join("<br>")

const renderers: {
  readonly [Kind in TextBlock["kind"]]: (block: Extract<TextBlock, { kind: Kind }>, depth: number) => string
} = {
  heading: ({ source, text }) => {
    // A line of dashes below sentences was meant to stand between two paragraphs.
    const underlined = source.split("\n").slice(0, -1)
    if (underlined.length > 1 || (underlined.length === 1 && text.endsWith("."))) return lines(underlined.join("\n"))
    return text.trim() === "" ? "" : `**${inline(text).replaceAll("**", "").trim()}**`
  },
  paragraph: ({ text }) => lines(text),
  list: (block, depth) =>
    itemsOf(block)
      .map((text, at) => item(text, block.ordered ? `${at + 1}.` : "-", depth))
      .join("\n"),
  code: ({ language, text }) => fenced(text, language),
  table: ({ header, rows }) =>
    table(
      header.map(tableCell),
      rows.map((row) => row.map(tableCell))
    ),
  quote: ({ text }, depth) =>
    (depth > maxLists
      ? lines(text)
      : textModelOf(text)
          .blocks.map((block) => render(block, depth + 1))
          .join("\n\n")
    )
      .split("\n")
      .map((line) => (line === "" ? ">" : `> ${line}`))
      .join("\n"),
  html: ({ text }) => lines(text),
  rule: () => "",
  definitions: () => ""
}

/** One block as Markdown; empty when it says nothing. */
const render = (block: TextBlock, depth = 0): string =>
  (renderers[block.kind] as (block: TextBlock, depth: number) => string)(block, depth)

/** A description without the quotes of YAML around all of it. */
const unquoted = (description: string): string => {
  const text = description.trim()
  const [quote = ""] = text
  const inner = text.slice(1, -1)
  const isOne = text.endsWith(quote) && inner.includes(" ") && !inner.replaceAll(`\\${quote}`, "").includes(quote)
  return /['"]/.test(quote) && isOne ? inner.replaceAll(`\\${quote}`, quote) : description
}

const blocksOf = (description: string): ReadonlyArray<TextBlock> =>
  textModelOf(htmlToLines(unquoted(description))).blocks

/** Characters of a block that stands in another text by more than chance. Our choice. */
const longBlock = 40

/** The blocks of a description without line feeds at their ends, those left out that a text beside it holds, with headings that are left bare. */
export const proseBlocks = (description: string | undefined, beside = ""): ReadonlyArray<string> => {
  if (description === undefined) return []
  const all = blocksOf(description)
  const isSaid = ({ source }: TextBlock) => source.trim().length >= longBlock && beside.includes(source.trim())
  const isBare = ({ kind }: TextBlock, at: number): boolean => {
    const next = all.slice(at + 1).findIndex((block) => block.kind === "heading")
    const below = all.slice(at + 1, next === -1 ? undefined : at + 1 + next)
    return kind === "heading" && below.length > 0 && below.every(isSaid)
  }
  return all
    .filter((block, at) => !isSaid(block) && !(beside !== "" && isBare(block, at)))
    .map((block) => render(block))
    .filter((block) => block.trim() !== "")
}

/** A description as paragraphs, without a line feed at the end; empty when it says nothing. */
export const prose = (description: string | undefined): string => proseBlocks(description).join("\n\n")

/** Descriptions past this many characters are looked at block by block; a short one without line feeds is one line. */
const oneLine = /^[^\n<`|]*$/

/** Whether each line is an entry of its own: a word or a code with what it means, or no sentence that runs on. */
const isLineByLine = (text: string): boolean => {
  const all = text.split("\n")
  const entries = all.filter((line) => /^\s*(?:`[^`]+`|[\w./-]+)\s*(?:[-–=:]|=>)\s+\S/.test(line))
  return entries.length > 2 && entries.length * 2 > all.length
}

/** A line of code for a cell, where blanks at the start of a code span are not seen. */
const codeLine = (line: string): string =>
  `${"&emsp;".repeat(Math.ceil(/^\s*/.exec(line.replaceAll("\t", "  "))![0].length / 2))}${code(line.trim())}`

const cellLines = (block: TextBlock, depth = 0): ReadonlyArray<string> => {
  switch (block.kind) {
    case "code":
      return block.text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [codeLine(line)]))
    case "list":
      return itemsOf(block).flatMap((written, place) => {
        const { blocks, text } = readItem(written, depth)
        const [first = inline(text), ...below] = blocks.flatMap((one) => cellLines(one, depth + 1))
        return [`${block.ordered ? `${place + 1}.` : "-"} ${first}`, ...below.map((line) => `&emsp;${line}`)]
      })
    case "table":
      return block.rows.map(
        (row) =>
          `- ${row.map((text, at) => `${inline(block.header[at] ?? "")}: ${inline(text.replaceAll(/<br\s*\/?>/gi, " "))}`).join(", ")}`
      )
    default:
      return (isLineByLine(block.text) ? block.text.split("\n") : [block.text]).map(inline)
  }
}

/** A description for a table cell: one line, with breaks between its blocks, the items of its lists and its lines of code. */
export const cellProse = (description: string | undefined): string => {
  if (description === undefined) return ""
  if (oneLine.test(description)) return cell(inline(unquoted(description)))
  const parts = blocksOf(description).flatMap((block) => cellLines(block))
  return cell(parts.filter((part) => part.trim() !== "").join("<br>"))
}

/** The first sentence of a description, as plain words; empty when there is none. */
export const firstSentence = (description: string | undefined): string => {
  const paragraph = blocksOf(description ?? "").find(({ kind }) => kind === "paragraph")
  const text = paragraph?.kind === "paragraph" ? inline(paragraph.text).replaceAll(/\s+/g, " ").trim() : ""
  return (
    /^.{1,300}?(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|min|max|ca|No|St|[Ee]x))[.!?](?=\s|$)/.exec(text)?.[0] ??
    (text.length <= 200 ? text : "")
  )
}

/** How sentences begin that speak of limits or of the page, and not of what a request does. */
const noPurpose = /^(?:rate[- ]?limit|note\b|deprecated\b|this (?:page|section)\b)/i

/** Least words of a heading that says what something does. Our choice. */
const longHeading = 3

/** How a description begins to say what something does: its heading where that speaks, else a first sentence; empty when there is none. */
export const opening = (description: string | undefined): string => {
  const blocks = blocksOf(description ?? "")
  const [first] = blocks
  if (first?.kind === "heading" && first.text.split(/\s+/).length >= longHeading && !noPurpose.test(first.text))
    return inline(first.text).replaceAll(/\s+/g, " ").trim()
  const paragraph = blocks.find(({ kind }) => kind === "paragraph")
  return paragraph === undefined || noPurpose.test(paragraph.source) ? "" : firstSentence(paragraph.source)
}

/** The first sentence of a description for a cell, or all of it where that sentence only leads to what follows. */
export const cellOpening = (description: string | undefined): string => {
  const first = firstSentence(description)
  return first.endsWith(":") ? cellProse(description) : cell(first)
}
