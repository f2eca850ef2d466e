/** The rule about docstrings: whatever a public entry exports is explained where it is declared. */
import { importsOf } from "./imports.ts"
import { lineAt, type Source } from "./Source.ts"
import { publicEntries, sourcesOf, type Rule, type Violation } from "./Tree.ts"

const because = "an exported name has a sentence that a caller needs"

const declaration = (name: string, exported: string): RegExp =>
  new RegExp(
    `^${exported}(?:declare\\s+|default\\s+|abstract\\s+|async\\s+)*` +
      `(?:const|let|function\\*?|class|interface|type|enum|namespace)\\s+${name.replaceAll("$", "\\$")}(?![\\w$])`,
    "m"
  )

/** Where a name is declared in a file, exported there or below in a list. */
const declaredAt = ({ code }: Source, name: string): number | undefined => {
  const at = declaration(name, "export\\s+").exec(code) ?? declaration(name, "").exec(code)
  return at?.index
}

/** The names that a file declares with `export` in front. */
const declaredNames = ({ code }: Source): ReadonlyArray<string> =>
  Array.from(
    code.matchAll(new RegExp(declaration("NAME", "export\\s+").source.replace("NAME", "([\\w$]+)"), "gm"))
  ).map((match) => match[1] ?? "")

const hasDocstring = ({ text, comments }: Source, at: number): boolean =>
  comments.some(({ start, end }) => end <= at && text.startsWith("/**", start) && text.slice(end, at).trim() === "")

/** Names of `export { a, b as c }`, as they are called in the file. */
const listedNames = ({ code }: Source): ReadonlyArray<string> =>
  Array.from(code.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}(?!\s*from\b)/gm)).flatMap((match) =>
    (match[1] ?? "")
      .split(",")
      .map(
        (entry) =>
          entry
            .trim()
            .replace(/^type\s+/, "")
            .split(/\s+as\s+/)[0] ?? ""
      )
      .filter((name) => name !== "")
  )

/** Follows exports from the entries to their declarations and answers what has no docstring there. */
class Walk {
  readonly #sources: ReadonlyMap<string, Source>
  readonly #seen = new Set<string>()
  readonly violations: Array<Violation> = []

  constructor(sources: ReadonlyArray<Source>) {
    this.#sources = new Map(sources.map((source) => [source.path, source]))
  }

  /** Everything that a file exports. */
  file(path: string): void {
    const source = this.#source(path, "*")
    if (source === undefined) return
    for (const name of [...declaredNames(source), ...listedNames(source)]) this.name(path, name)
    for (const { kind, target, bindings } of importsOf(source)) {
      if (kind === "export") for (const { imported } of bindings) this.name(target, imported)
    }
  }

  /** One name of a file; `*` is all. */
  name(path: string, name: string): void {
    if (name === "*") return this.file(path)
    const source = this.#source(path, name)
    if (source === undefined) return
    const at = declaredAt(source, name)
    if (at !== undefined) {
      if (!hasDocstring(source, at)) this.#refuse(source, at, `exports ${name} without a docstring`)
      return
    }
    const passed = importsOf(source)
      .flatMap(({ target, bindings }) => bindings.map((binding) => ({ target, ...binding })))
      .find(({ local }) => local === name)
    if (passed !== undefined) return this.name(passed.target, passed.imported)
    if (!/\bexport\s*\*\s*from\b/.test(source.code))
      this.#refuse(source, 0, `exports ${name}, which is declared nowhere`)
  }

  #source(path: string, name: string): Source | undefined {
    const key = `${path} ${name}`
    if (this.#seen.has(key)) return undefined
    this.#seen.add(key)
    return this.#sources.get(path)
  }

  #refuse(source: Source, at: number, what: string): void {
    this.violations.push({ path: source.path, line: lineAt(source, at), what, because })
  }
}

/** Every name that a public entry exports has a docstring where it is declared. */
export const publicNamesHaveDocstrings: Rule = (tree) => {
  const walk = new Walk(sourcesOf(tree))
  const indexes = Array.from(tree.keys()).filter((path) => /^plugins\/[^/]+\/index\.ts$/.test(path))
  for (const entry of [...publicEntries(tree), ...indexes]) walk.file(entry)
  return walk.violations
}
