/**
 * Documentation comments out of a syntax tree: one walk for every language. What a language declares, and what of it is
 * public, is a row of `grammars.ts`; the trees come from a parser that is loaded elsewhere.
 */
import type { DocComment } from "../../model/RepositoryModel.ts"

/** A node of a tree, as far as it is looked at. */
export interface SyntaxNode {
  readonly type: string
  readonly text: string
  /** In UTF-16 code units of the source. */
  readonly startIndex: number
  readonly endIndex: number
  readonly startPosition: { readonly row: number }
  readonly endPosition: { readonly row: number; readonly column: number }
  readonly namedChildren: ReadonlyArray<SyntaxNode | null>
  readonly childForFieldName: (name: string) => SyntaxNode | null
}

/** Something public that a node declares. */
export interface Declared {
  readonly kind: string
  readonly name: string
  /** The comment, where it stands inside of what it describes. */
  readonly text?: string
  /** Where its members are declared. */
  readonly members?: SyntaxNode | null
}

/** A language as its tree is read. */
export interface Grammar {
  readonly language: string
  readonly extensions: ReadonlyArray<string>
  /** The grammar's package and file. */
  readonly file: string
  /** The text of a documentation comment without its marks; `undefined` for a node that is none. */
  readonly comment: (node: SyntaxNode) => string | undefined
  /** Nodes between a comment and what it describes. */
  readonly between: ReadonlySet<string>
  /** Whether a comment describes only what follows on the very next line. */
  readonly isAdjacent: boolean
  /** What a node declares to the public. `exported`: names that the file exports elsewhere. */
  readonly declared: (node: SyntaxNode, exported: ReadonlySet<string>) => ReadonlyArray<Declared>
  /** What the file as a whole says of itself. */
  readonly module?: (root: SyntaxNode) => { readonly text: string; readonly line: number } | undefined
  /** Names that are exported by a statement of their own. */
  readonly exported?: (root: SyntaxNode) => ReadonlySet<string>
}

/** The children of a node that have a name in its grammar. */
export const childrenOf = (node: SyntaxNode): ReadonlyArray<SyntaxNode> =>
  node.namedChildren.filter((child) => child !== null)

/** A comment that waits for what it describes. */
interface Pending {
  readonly text: string
  /** Row of its last line. */
  readonly row: number
}

/** The last row of a node; one that ends with its line ends before the next one begins. */
const lastRow = ({ endPosition, startPosition }: SyntaxNode): number =>
  Math.max(startPosition.row, endPosition.column === 0 ? endPosition.row - 1 : endPosition.row)

const isSlashes = (node: SyntaxNode): boolean => node.text.startsWith("//")

/** What waits after a comment: lines of slashes that follow each other are one comment. */
const waiting = (node: SyntaxNode, text: string | undefined, before: Pending | undefined): Pending | undefined => {
  if (text === undefined) return isSlashes(node) && before !== undefined ? { ...before, row: lastRow(node) } : before
  const joins = before !== undefined && isSlashes(node) && before.row + 1 === node.startPosition.row
  return { text: joins ? `${before.text}\n${text}` : text, row: lastRow(node) }
}

/** The documentation comments of a parsed file. */
export const commentsIn = (
  of: { readonly path: string; readonly root: SyntaxNode },
  grammar: Grammar
): ReadonlyArray<DocComment> => {
  const { path, root } = of
  const found: Array<DocComment> = []
  const exported = grammar.exported?.(root) ?? new Set<string>()
  const add = ({ kind, name }: Declared, text: string, line: number) => {
    if (text.trim() !== "") found.push({ path, line, language: grammar.language, kind, name, text: text.trim() })
  }
  const walk = (parent: SyntaxNode): void => {
    let pending: Pending | undefined
    let codeRow = -1
    for (const node of childrenOf(parent)) {
      if (node.type.endsWith("comment")) {
        // A comment at the end of a line speaks of that line.
        if (node.startPosition.row !== codeRow) pending = waiting(node, grammar.comment(node), pending)
        continue
      }
      codeRow = lastRow(node)
      if (grammar.between.has(node.type)) {
        if (pending !== undefined) pending = { ...pending, row: codeRow }
        continue
      }
      const near = pending !== undefined && (!grammar.isAdjacent || pending.row + 1 === node.startPosition.row)
      for (const declared of grammar.declared(node, exported)) {
        const text = declared.text ?? (near ? pending?.text : undefined)
        if (text !== undefined) add(declared, text, node.startPosition.row + 1)
        if (declared.members) walk(declared.members)
      }
      pending = undefined
    }
  }
  const module = grammar.module?.(root)
  const name = path
    .split("/")
    .at(-1)!
    .replace(/\.\w+$/, "")
  if (module !== undefined) add({ kind: "module", name }, module.text, module.line)
  walk(root)
  return found
}
