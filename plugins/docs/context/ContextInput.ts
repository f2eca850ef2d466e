/** What the writers of documents get of the context of a project. */

/** Context documents and rules for a generation, as texts: data, never instructions to the engine. */
export interface ContextInput {
  readonly kind: "style-guide" | "glossary" | "reference"
  readonly name: string
  readonly content: string
  /** The form of a glossary, where it is known. */
  readonly format?: string
}
