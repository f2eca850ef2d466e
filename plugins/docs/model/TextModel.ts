/** Prose as it was read: blocks in their order, with the line each begins at. */

/** A block of a text. */
export type TextBlock =
  | { readonly kind: "heading"; readonly level: number; readonly text: string; readonly line: number }
  | { readonly kind: "paragraph"; readonly text: string; readonly line: number }
  | {
      readonly kind: "list"
      readonly ordered: boolean
      readonly items: ReadonlyArray<string>
      readonly line: number
    }
  | { readonly kind: "code"; readonly language?: string; readonly text: string; readonly line: number }
  | {
      readonly kind: "table"
      readonly header: ReadonlyArray<string>
      readonly rows: ReadonlyArray<ReadonlyArray<string>>
      readonly line: number
    }
  | { readonly kind: "quote"; readonly text: string; readonly line: number }

/** A text. */
export interface TextModel {
  readonly kind: "text"
  /** The first heading, if the text begins with one. */
  readonly title?: string
  readonly blocks: ReadonlyArray<TextBlock>
  /** The text itself, with line feeds only and no byte order mark. */
  readonly text: string
}
