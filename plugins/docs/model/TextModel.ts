/** Prose as it was read: blocks in their order, with the line each begins at. */

/** What every block has: the line it begins at, and its very source, without the line end after it. */
interface InSource {
  readonly line: number
  readonly source: string
}

export type TextBlock = InSource &
  (
    | { readonly kind: "heading"; readonly level: number; readonly text: string }
    | { readonly kind: "paragraph"; readonly text: string }
    // `lines`: where each item begins.
    | {
        readonly kind: "list"
        readonly ordered: boolean
        readonly items: ReadonlyArray<string>
        readonly lines: ReadonlyArray<number>
      }
    | { readonly kind: "code"; readonly language?: string; readonly text: string }
    | {
        readonly kind: "table"
        readonly header: ReadonlyArray<string>
        readonly rows: ReadonlyArray<ReadonlyArray<string>>
      }
    | { readonly kind: "quote"; readonly text: string }
    | { readonly kind: "html"; readonly text: string }
    // A line across the page, or definitions of links.
    | { readonly kind: "rule" | "definitions"; readonly text: string }
  )

export interface TextModel {
  readonly kind: "text"
  /** What settings of a site generator call it, else the first heading, if the text begins with one. */
  readonly title?: string | undefined
  /** All of it but blank lines and settings of a site generator, in its order. */
  readonly blocks: ReadonlyArray<TextBlock>
  /** What only a generator of sites could show, and is not in the blocks: the line, and what stands there. */
  readonly left?: ReadonlyArray<{ readonly line: number; readonly text: string }> | undefined
  /** The address that it was read from: what it links to beside itself is there. */
  readonly address?: string | undefined
  /** The text itself, with line feeds only and no byte order mark. */
  readonly text: string
}
