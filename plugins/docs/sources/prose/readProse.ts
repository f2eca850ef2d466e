/** Plain text and Markdown into the author's blocks, each with its very source. */
import type { Token } from "markdown-it"
import { frontMatterLength, parseMarkdown, rangeOfLines, type Parsed } from "../../markdown/parser.ts"
import { headedLines } from "../../markdown/slug.ts"
import type { ReadSource } from "../../model/SourceModel.ts"
import type { TextBlock, TextModel } from "../../model/TextModel.ts"
import { undirected } from "./directives.ts"
import { restructured } from "./restructured.ts"
import type { Pages } from "./restructuredWords.ts"
import { limits } from "../limits.ts"
import { refuseSource } from "../SourceError.ts"

const linesOfItem = (written: string): string => {
  const [first = "", ...rest] = written.split("\n")
  let fence: { readonly marks: string; readonly indent: number } | undefined
  const lines = rest.map((line) => {
    const indent = line.length - line.trimStart().length
    const marks = /^(?:`{3,}|~{3,})/.exec(line.trimStart())?.[0]
    const kept = fence === undefined ? line.trim() : line.slice(Math.min(fence.indent, indent))
    if (fence === undefined) fence = marks === undefined ? undefined : { marks, indent }
    else if (line.trim() === fence.marks) fence = undefined
    return kept
  })
  const text = [first.trim(), ...lines].join("\n").trimEnd()
  return fence === undefined ? text : `${text}\n${(fence as { readonly marks: string }).marks}`
}

/** The tokens between an opening one and its closing one. */
const contentOf = (tokens: ReadonlyArray<Token>, at: number): ReadonlyArray<Token> => {
  const { level, type } = tokens[at]!
  const closing = type.replace(/_open$/, "_close")
  let end = at + 1
  while (tokens[end] !== undefined && !(tokens[end]!.level === level && tokens[end]!.type === closing)) end += 1
  return tokens.slice(at + 1, end)
}

const itemsOf = (parsed: Parsed, list: Token, content: ReadonlyArray<Token>) => {
  const items = content.filter(({ level, type }) => type === "list_item_open" && level === list.level + 1)
  return {
    items: items.map(({ map }) => {
      const { end, start } = rangeOfLines(parsed, map ?? [0, 0])
      return linesOfItem(parsed.source.slice(start, end).replace(/^[ \t]*(?:[-*+]|\d{1,9}[.)])/, ""))
    }),
    lines: items.map(({ map }) => (map?.[0] ?? 0) + 1)
  }
}

const rowsOf = (content: ReadonlyArray<Token>): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = []
  for (const { content: text, type } of content) {
    if (type === "tr_open") rows.push([])
    else if (type === "inline") rows.at(-1)!.push(text)
  }
  return rows
}

/** What a block is, from its tokens; `undefined` for what closes one. */
const blockOf = (parsed: Parsed, at: number): TextBlock | undefined => {
  const { tokens } = parsed
  const token = tokens[at]!
  const range = rangeOfLines(parsed, token.map ?? [0, 0])
  const source = parsed.source.slice(range.start, range.end)
  const own = { line: (token.map?.[0] ?? 0) + 1, source }
  switch (token.type) {
    case "heading_open":
      return {
        ...own,
        kind: "heading",
        level: Number(token.tag.slice(1)),
        text: tokens[at + 1]!.content.replaceAll("\n", " ")
      }
    case "paragraph_open":
      return { ...own, kind: "paragraph", text: tokens[at + 1]!.content.replaceAll(/\n[ \t]+/g, "\n") }
    case "bullet_list_open":
    case "ordered_list_open": {
      const items = itemsOf(parsed, token, contentOf(tokens, at))
      return { ...own, kind: "list", ordered: token.type === "ordered_list_open", ...items }
    }
    case "fence":
    case "code_block": {
      const language = token.info.trim().split(/\s+/)[0]!
      return { ...own, kind: "code", ...(language === "" ? {} : { language }), text: token.content.replace(/\n+$/, "") }
    }
    case "table_open": {
      const [header = [], ...rows] = rowsOf(contentOf(tokens, at))
      return { ...own, kind: "table", header, rows }
    }
    case "blockquote_open":
      return { ...own, kind: "quote", text: source.replaceAll(/^[ \t]*>[ \t]?/gm, "") }
    case "html_block":
      return { ...own, kind: "html", text: token.content.trimEnd() }
    case "hr":
      return { ...own, kind: "rule", text: source }
    default:
      return undefined
  }
}

const definitionBlocks = (parsed: Parsed): ReadonlyArray<TextBlock> =>
  parsed.definitions.map((lines) => {
    const { end, start } = rangeOfLines(parsed, lines)
    const source = parsed.source.slice(start, end)
    return { kind: "definitions", text: source, line: lines[0] + 1, source }
  })

/** The title that settings of a site generator name. */
const titleInSettings = (text: string): string | undefined =>
  /^title:[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\n#]+?))[ \t]*$/m
    .exec(text.slice(0, frontMatterLength(text)))
    ?.slice(1)
    .find((title) => title !== undefined)

/** With line feeds only, and no byte order mark. */
const plainOf = (source: string): string => source.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n")

export const textModelOf = (source: string): TextModel => {
  const text = plainOf(source)
  const parsed = parseMarkdown(text, "blocks")
  const blocks = parsed.tokens.flatMap(({ level }, at) => (level === 0 ? (blockOf(parsed, at) ?? []) : []))
  // What quotes and lists define stands in their source.
  const within = new Set<number>()
  if (parsed.definitions.length > 0) {
    for (const { level, map } of parsed.tokens) {
      if (level === 0 && map !== null) for (let line = map[0]; line < map[1]; line++) within.add(line + 1)
    }
  }
  const defined = definitionBlocks(parsed).filter(({ line }) => !within.has(line))
  const all = defined.length === 0 ? blocks : [...blocks, ...defined].sort((one, other) => one.line - other.line)
  const headings = all.filter((one) => one.kind === "heading")
  const [first] = headings
  // What the author wrote above the text stands there, also below a note or a comment; the title in the settings is for lists and searches.
  const isTitle = first?.level === 1 && headings.every((one) => one === first || one.level > 1)
  const title = isTitle ? first.text : (titleInSettings(text) ?? (first === all[0] ? first?.text : undefined))
  return { kind: "text", title, blocks: all, text }
}

/** The blocks of a page of a site, without what only its generator understands. */
export const siteTextModelOf = (source: string): TextModel => {
  const plain = plainOf(source)
  const { left, text } = undirected(plain, frontMatterLength(plain))
  const model = textModelOf(text)
  return left.length === 0 ? model : { ...model, left }
}

/** A directive or a target of reStructuredText. */
const directive = /^\.\. (?:[a-z][\w-]*(?::[\w-]+)?::|_[^\n]{1,200}:|\|[^|\n]{1,200}\| )/

/** Whether a text is reStructuredText: its file is called so, or it has directives outside code and no heading of Markdown. */
const isRestructured = (text: string, path: string): boolean => {
  if (/\.(?:rst|mdx?|markdown|a(?:scii)?doc)$/i.test(path)) return /\.rst$/i.test(path)
  const lines = headedLines(text)
  return lines.some(({ isCode, line }) => !isCode && directive.test(line)) && lines.every(({ level }) => level === 0)
}

/** A text in reStructuredText in blocks of Markdown, each with the line at which it stands in its source; nothing where the text is another one. */
export const restructuredModelOf = (source: string, path: string, pages?: Pages): TextModel | undefined => {
  const plain = plainOf(source)
  if (!isRestructured(plain, path)) return undefined
  const { left, lines, text } = restructured(plain, pages)
  const model = textModelOf(text)
  const blocks = model.blocks.map((block) => ({ ...block, line: lines[block.line - 1] ?? block.line }))
  return { ...model, blocks, ...(left.length === 0 ? {} : { left }) }
}

/** A directive or a target of reStructuredText, a macro, a condition or a list of attributes of AsciiDoc: no Markdown has them outside code. */
const rough =
  /^\.\. (?:[a-z][\w-]*(?::[\w-]+)?::|_[^\n]{1,200}:|\|[^|\n]{1,200}\| )|^(?:ifn?def|ifeval|endif|include|image)::[^\s[]*\[[^\]]*\]$|^\[(?:(?:source|cols|options|quote)[,=][^\]]*|NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]$/

/** The line from which on a text is reStructuredText or AsciiDoc for sure, from 0, or -1. */
export const roughAt = (text: string): number =>
  headedLines(text).findIndex(
    ({ isCode, line }, at) => !isCode && (rough.test(line) || (at === 0 && /^= \S/.test(line)))
  )

/** Reads a plain text or Markdown. */
export const readProse = (text: string, name = ""): ReadSource => {
  if (text.length > limits.textCharacters) {
    const message = `A text may have ${limits.textCharacters.toLocaleString("en")} characters: give it in parts`
    throw refuseSource("limit_exceeded", message)
  }
  const model = restructuredModelOf(text, name) ?? siteTextModelOf(text)
  const marked = model.blocks.some(({ kind }) => kind !== "paragraph")
  return { detected: { kind: "text", format: marked ? "markdown" : "plain" }, model, warnings: [] }
}
