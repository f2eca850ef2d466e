/** Descriptions from sources, written anew block by block: whatever was in them, the document's structure stays ours. */
import type { TextBlock } from "../../model/TextModel.ts"
import { textModelOf } from "../../sources/prose/readProse.ts"
import { cell, htmlToLines, inline } from "./inline.ts"
import { table } from "./table.ts"

/** A fence that the text cannot close. */
export const fenced = (text: string, language = ""): string => {
  const longest = Math.max(2, ...(text.match(/^ *`{3,}/gm) ?? []).map((run) => run.trim().length))
  const fence = "`".repeat(longest + 1)
  return `${fence}${language.replaceAll(/[^\w+#.-]/g, "")}\n${text}\n${fence}`
}

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

/** The lines below the first one of an item: code stays as it is, lists within it stay lists. */
const itemLines = (rest: ReadonlyArray<string>, indent: string): ReadonlyArray<string> => {
  let open = false
  return rest.map((line) => {
    const isFence = /^(?:`{3,}|~{3,})/.test(line.trim())
    if (open || isFence) {
      if (isFence) open = !open
      return `${indent}${line}`.trimEnd()
    }
    const nested = /^[-*+]\s+(.*)$/.exec(line)
    return (nested === null ? `${indent}${lines(line)}` : `${indent}- ${lines(nested[1]!)}`).trimEnd()
  })
}

const item = (text: string, mark: string): string => {
  const [first = "", ...rest] = text.split("\n")
  return [`${mark} ${lines(first)}`, ...itemLines(rest, " ".repeat(mark.length + 1))].join("\n")
}

const renderers: { readonly [Kind in TextBlock["kind"]]: (block: Extract<TextBlock, { kind: Kind }>) => string } = {
  heading: ({ text }) => (text.trim() === "" ? "" : `**${inline(text).replaceAll("**", "")}**`),
  paragraph: ({ text }) => lines(text),
  list: ({ items, ordered }) => items.map((text, at) => item(text, ordered ? `${at + 1}.` : "-")).join("\n"),
  code: ({ language, text }) => fenced(text, language),
  table: ({ header, rows }) =>
    table(
      header.map((text) => cell(inline(text))),
      rows.map((row) => row.map((text) => cell(inline(text))))
    ),
  quote: ({ text }) =>
    lines(text)
      .split("\n")
      .map((line) => (line === "" ? ">" : `> ${line}`))
      .join("\n"),
  html: ({ text }) => lines(text),
  rule: () => "",
  definitions: () => ""
}

/** One block as Markdown; empty when it says nothing. */
export const render = (block: TextBlock): string => (renderers[block.kind] as (block: TextBlock) => string)(block)

/** A description as paragraphs, without a line feed at the end; empty when it says nothing. */
export const prose = (description: string | undefined): string =>
  description === undefined
    ? ""
    : textModelOf(htmlToLines(description))
        .blocks.map(render)
        .filter((block) => block.trim() !== "")
        .join("\n\n")

/** Descriptions past this many characters are looked at block by block; a short one without line feeds is one line. */
const oneLine = /^[^\n<`|]*$/

/** The lines of an item of a list: its own words, and the items of a list within it. */
const itemCell = (text: string): string =>
  text
    .split(/\n(?=\s*[-*+]\s)/)
    .map((line, at) => {
      const words = (at === 0 ? line : line.replace(/^\s*[-*+]\s+/, "")).replaceAll(/\s*\n\s*/g, " ")
      return `${at === 0 ? "" : "&emsp;- "}${inline(words)}`
    })
    .join("<br>")

/** A description for a table cell: one line, with breaks between its blocks and the items of its lists. Code blocks become code spans. */
export const cellProse = (description: string | undefined): string => {
  if (description === undefined) return ""
  if (oneLine.test(description)) return cell(inline(description))
  const parts = textModelOf(htmlToLines(description)).blocks.map((block) => {
    switch (block.kind) {
      case "code":
        return `\`\` ${block.text.replaceAll(/\s+/g, " ").replaceAll("``", "` `").trim()} \`\``
      case "list":
        return block.items.map((text, at) => `${block.ordered ? `${at + 1}.` : "-"} ${itemCell(text)}`).join("<br>")
      case "table":
        return block.rows
          .map((row) => row.map((text, at) => `${inline(block.header[at] ?? "")}: ${inline(text)}`).join(", "))
          .map((row) => `- ${row}`)
          .join("<br>")
      default:
        return inline(block.text)
    }
  })
  return cell(parts.filter((part) => part.trim() !== "").join("<br>"))
}

/** The first sentence of a description, as plain words; empty when there is none. */
export const firstSentence = (description: string | undefined): string => {
  const paragraph = textModelOf(htmlToLines(description ?? "")).blocks.find(({ kind }) => kind === "paragraph")
  const text = paragraph?.kind === "paragraph" ? inline(paragraph.text).replaceAll(/\s+/g, " ").trim() : ""
  return (
    /^.{1,300}?(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|min|max|ca|No|St|[Ee]x))[.!?](?=\s|$)/.exec(text)?.[0] ??
    (text.length <= 200 ? text : "")
  )
}

/** The first sentence of a description for a cell, or all of it where that sentence only leads to what follows. */
export const cellOpening = (description: string | undefined): string => {
  const first = firstSentence(description)
  return first.endsWith(":") ? cellProse(description) : cell(first)
}
