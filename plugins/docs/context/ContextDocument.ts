/** Context documents (decisions docs 4.6): texts that say how documents are written. They are data, never instructions to the engine. */

export const contextKinds = ["style-guide", "glossary", "reference"] as const

export type ContextKind = (typeof contextKinds)[number]

/** Forms of their text; found out when nothing is said. */
export const contextFormats = ["markdown", "plain", "csv"] as const

export type ContextFormat = (typeof contextFormats)[number]

/** What a client gives. */
export interface NewContextDocument {
  readonly kind: ContextKind
  readonly name: string
  readonly content: string
  readonly format?: ContextFormat | undefined
}

/** A context document, without its content. */
export interface ContextDocument {
  readonly id: string
  readonly kind: ContextKind
  readonly name: string
  readonly format: ContextFormat
  /** Bytes of UTF-8. */
  readonly size: number
  readonly sha256: string
  /** Terms of a glossary, or rules of a style guide that the rules can follow; 0 for a reference. */
  readonly understood: number
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
}

/** Decisions docs 4.6: bytes of one. */
export const maxContextBytes = 1024 * 1024

/** Decisions docs 4.6: context documents of one project, and of one generation. */
export const maxContextDocuments = 20

/** The form of a text, where the client does not say. */
export const formatOf = (content: string): ContextFormat => {
  if (/^\s*"?term"?\s*,/i.test(content)) return "csv"
  return /^#{1,6}\s|^\s*[-*+]\s|^\s*\|.*\|\s*$/m.test(content) ? "markdown" : "plain"
}
