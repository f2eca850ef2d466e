/**
 * A Markdown text as checks and transformations see it: what a reader reads, block by block, with the place in the source
 * of every character. Code, addresses, HTML and front matter are not in it, so no rule can trip over them.
 */

export type BlockKind = "heading" | "paragraph" | "list" | "table"

/** A piece of visible text between two block borders. */
export interface Block {
  readonly kind: BlockKind
  /** The text without markup. A code span, an image and a bare address are one `mark` each. */
  readonly text: string
  /** Per UTF-16 unit of `text`: where it begins in the source, and where it ends. */
  readonly starts: ReadonlyArray<number>
  readonly ends: ReadonlyArray<number>
  /** Level of a heading, else 0. */
  readonly level: number
  /** Whether it opens an item of a numbered list. */
  readonly isStep: boolean
  /** Number of the list that it is an item of, -1 for none, and whether it is the first block of its item. */
  readonly list: number
  readonly opensItem: boolean
  /** Unit ranges of link texts within `text`. */
  readonly links: ReadonlyArray<Range>
}

/** A stretch, the end not included. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Stands in a block's text for what is not prose: no letter, no digit, no space. */
export const mark = "\ufffc"

/** A heading, with its place and its anchor. */
export interface HeadingNode extends Range {
  readonly level: number
  readonly text: string
  readonly anchor: string
  /** Its block. */
  readonly block: Block
}

/** A link, image or address. */
export interface LinkNode extends Range {
  readonly kind: "link" | "image" | "reference"
  readonly url: string
  readonly label: string
  /** An address that stands in the text as it is. */
  readonly isBare: boolean
}

export interface CodeNode extends Range {
  readonly language: string
  readonly isFenced: boolean
  /** Whether its fence is closed. */
  readonly isClosed: boolean
}

/** A table: how many cells each row has, the header first. */
export interface TableNode extends Range {
  readonly rows: ReadonlyArray<Range & { readonly cells: number }>
}

/** A text that was read. */
export interface ProseText {
  readonly source: string
  readonly lines: Lines
  readonly blocks: ReadonlyArray<Block>
  readonly headings: ReadonlyArray<HeadingNode>
  readonly links: ReadonlyArray<LinkNode>
  readonly codes: ReadonlyArray<CodeNode>
  /** Code within running text. */
  readonly spans: ReadonlyArray<Range>
  readonly tables: ReadonlyArray<TableNode>
  /** HTML, tag by tag or block by block. */
  readonly html: ReadonlyArray<Range>
  /** Anchors given by HTML of the text. */
  readonly htmlAnchors: ReadonlySet<string>
  /** Stretches of the source that are no prose: code, HTML, addresses, front matter. In order, without overlap. */
  readonly masked: ReadonlyArray<Range>
  /** Places of the blocks that are no text but fill a section: code, tables, images, HTML, rules. */
  readonly solids: ReadonlyArray<Range>
}

/** A place for people. Lines and columns count from 1, columns in UTF-16 units. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Where lines begin. */
export interface Lines {
  readonly starts: ReadonlyArray<number>
}

/** The lines of a text, whatever ends them. */
export const linesOf = (source: string): Lines => {
  const starts = [0]
  for (const match of source.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length)
  return { starts }
}

export const placeOf = ({ starts }: Lines, offset: number): Place => {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - starts[low]! + 1 }
}

/** The offset of a place; the inverse of `placeOf`. */
export const offsetOf = ({ starts }: Lines, { column, line }: Place): number => (starts[line - 1] ?? 0) + column - 1

/** The stretch of the source that a stretch of a block's text is made of. */
export const sourceRange = (block: Block, { end, start }: Range): Range => {
  const from = block.starts[start] ?? block.ends.at(-1) ?? 0
  return { start: from, end: end > start ? block.ends[end - 1]! : from }
}

/** Whether a stretch of a block stands in the source letter for letter, so that it can be replaced. */
export const isLiteral = ({ source }: Pick<ProseText, "source">, block: Block, { end, start }: Range): boolean => {
  const range = sourceRange(block, { start, end })
  return source.slice(range.start, range.end) === block.text.slice(start, end)
}

/** Whether an offset lies in a stretch that is no prose. */
export const isMasked = ({ masked }: Pick<ProseText, "masked">, offset: number): boolean => {
  let low = 0
  let high = masked.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = masked[middle]!
    if (offset < range.start) high = middle - 1
    else if (offset >= range.end) low = middle + 1
    else return true
  }
  return false
}
