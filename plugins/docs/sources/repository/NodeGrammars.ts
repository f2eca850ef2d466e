/**
 * Parsers for source comments: `web-tree-sitter` with the grammars of its makers, as WebAssembly, so that nothing is
 * compiled and nothing of a repository can reach out of its sandbox. They are optional dependencies: what is not installed
 * is read by the scanner of our own.
 */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type * as webTreeSitter from "web-tree-sitter"
import type { DocComment } from "../../model/RepositoryModel.ts"
import { grammarOf } from "./grammars.ts"
import { scanComments, type CommentReader } from "./scanComments.ts"
import { commentsIn, type Grammar } from "./SyntaxTree.ts"

type TreeSitter = typeof webTreeSitter
type Language = webTreeSitter.Language

const require = createRequire(import.meta.url)

const loadLibrary = async (): Promise<TreeSitter | undefined> => {
  try {
    const library = await import("web-tree-sitter")
    await library.Parser.init()
    return library
  } catch {
    return undefined
  }
}

let library: Promise<TreeSitter | undefined> | undefined
const languages = new Map<string, Promise<Language | undefined>>()

/** A language, loaded once; `undefined` where it is not installed. */
const languageOf = ({ Language }: TreeSitter, file: string): Promise<Language | undefined> => {
  const known = languages.get(file)
  if (known !== undefined) return known
  const load = async () => {
    try {
      return await Language.load(await readFile(require.resolve(file)))
    } catch {
      return undefined
    }
  }
  const loading = load()
  languages.set(file, loading)
  return loading
}

/** What the tree of a faulty file does not hold any more, the scanner may still see. */
const completed = (found: ReadonlyArray<DocComment>, scanned: ReadonlyArray<DocComment>): ReadonlyArray<DocComment> => {
  const known = new Set(found.map(({ name }) => name))
  return [...found, ...scanned.filter(({ name }) => !known.has(name))].sort((one, other) => one.line - other.line)
}

const parseWith = (
  { Parser }: TreeSitter,
  of: { readonly grammar: Grammar; readonly language: Language },
  file: { readonly path: string; readonly text: string }
): ReadonlyArray<DocComment> => {
  const parser = new Parser()
  try {
    parser.setLanguage(of.language)
    const tree = parser.parse(file.text)
    if (tree === null) return scanComments(file.path, file.text)
    try {
      const found = commentsIn({ path: file.path, root: tree.rootNode }, of.grammar)
      return tree.rootNode.hasError ? completed(found, scanComments(file.path, file.text)) : found
    } finally {
      tree.delete()
    }
  } finally {
    parser.delete()
  }
}

/** A reader for files with these names, its grammars loaded. Never fails: without grammars it is the scanner. */
export const commentReaderFor = async (paths: ReadonlyArray<string>): Promise<CommentReader> => {
  const wanted = new Set(paths.flatMap((path) => grammarOf(path) ?? []))
  if (wanted.size === 0) return scanComments
  const loaded = await (library ??= loadLibrary())
  if (loaded === undefined) return scanComments
  const ready = new Map<Grammar, Language>()
  for (const grammar of wanted) {
    const language = await languageOf(loaded, grammar.file)
    if (language !== undefined) ready.set(grammar, language)
  }
  return (path, text) => {
    const grammar = grammarOf(path)
    const language = grammar === undefined ? undefined : ready.get(grammar)
    if (grammar === undefined || language === undefined) return scanComments(path, text)
    return parseWith(loaded, { grammar, language }, { path, text })
  }
}
