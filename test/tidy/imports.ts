/** The imports of a file, read from its code: statements, re-exports, `import("…")` and files that are loaded by URL. */
import { isBuiltin } from "node:module"
import { posix } from "node:path"
import { lineAt, type Source } from "./Source.ts"

/** A name that comes in, and what it is called here. `*` is the whole module. */
export interface Binding {
  readonly imported: string
  readonly local: string
}

/** One import. */
export interface Import {
  readonly from: string
  readonly line: number
  /** As written. */
  readonly specifier: string
  /** A path of the tree, `npm:` and a module of a package, or `node:` and a module of Node. */
  readonly target: string
  readonly kind: "import" | "export" | "load"
  /**
   * Whether nothing of it is left when types are taken out: `import type`, not `import { type A }`, of which Node keeps
   * the loading of the module.
   */
  readonly typeOnly: boolean
  readonly bindings: ReadonlyArray<Binding>
}

const notAWordBefore = "(?<![.\\w$])"
const clause = "((?:(?!\\b(?:import|export|const|function|class|interface|type\\s+\\w+\\s*=)\\b)[\\w$\\s,*{}])+?)"
const withClause = new RegExp(
  `${notAWordBefore}(import|export)\\s+(type\\s+(?!from\\b|,))?${clause}\\s*\\bfrom\\s*(?=["'])`,
  "g"
)
const sideEffect = new RegExp(`${notAWordBefore}import\\s*(?=["'])`, "g")
const call = new RegExp(`(\\btypeof\\s+)?${notAWordBefore}import\\s*\\(\\s*(?=["'])`, "g")
const byUrl = /\bnew URL\(\s*(?=["'][^"']*["'],\s*import\.meta\.url)|\bimport\.meta\.resolve\(\s*(?=["'])/g

const targetOf = (from: string, specifier: string): string => {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(from), specifier)
  if (isBuiltin(specifier)) return specifier.startsWith("node:") ? specifier : `node:${specifier}`
  return `npm:${specifier}`
}

const namesIn = (list: string): ReadonlyArray<Binding> =>
  list
    .split(",")
    .map((entry) => entry.trim().replace(/^type\s+(?=[\w$])/, ""))
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [imported = "", local = imported] = entry.split(/\s+as\s+/)
      return { imported, local }
    })

const bindingsOf = (written: string): ReadonlyArray<Binding> => {
  const named = /\{([^}]*)\}/.exec(written)?.[1] ?? ""
  const whole = /\*(?:\s+as\s+([\w$]+))?/.exec(written)
  const standard = /^\s*([\w$]+)\s*(?:,|$)/.exec(written)?.[1]
  return [
    ...(standard === undefined ? [] : [{ imported: "default", local: standard }]),
    ...(whole === null ? [] : [{ imported: "*", local: whole[1] ?? "*" }]),
    ...namesIn(named)
  ]
}

const whole: ReadonlyArray<Binding> = [{ imported: "*", local: "*" }]

/** Where the quote of a specifier stands: right after what introduces it. */
const end = (match: RegExpExecArray): number => match.index + match[0].length

/** The imports of a file, in their order. */
export const importsOf = (source: Source): ReadonlyArray<Import> => {
  const literals = new Map(source.literals.map((literal) => [literal.start, literal]))
  const found: Array<Import & { readonly at: number }> = []
  const add = (at: number, quote: number, rest: Pick<Import, "kind" | "typeOnly" | "bindings">) => {
    const specifier = literals.get(quote)?.value
    if (specifier === undefined) return
    const target = targetOf(source.path, specifier)
    found.push({ from: source.path, line: lineAt(source, at), specifier, target, at, ...rest })
  }

  for (const match of source.code.matchAll(withClause)) {
    const kind = match[1] === "export" ? "export" : "import"
    add(match.index, end(match), { kind, typeOnly: match[2] !== undefined, bindings: bindingsOf(match[3] ?? "") })
  }
  for (const match of source.code.matchAll(sideEffect)) {
    add(match.index, end(match), { kind: "import", typeOnly: false, bindings: [] })
  }
  for (const match of source.code.matchAll(call)) {
    // `import("…").Name` is a type; what a loaded module is asked for is a method of the promise.
    const after = source.code.slice(literals.get(end(match))?.end)
    const typeOnly = match[1] !== undefined || /^\s*\)\s*\.\s*[A-Z]/.test(after)
    add(match.index, end(match), { kind: "load", typeOnly, bindings: whole })
  }
  for (const match of source.code.matchAll(byUrl)) {
    if (!/^\.{1,2}\//.test(literals.get(end(match))?.value ?? "")) continue
    add(match.index, end(match), { kind: "load", typeOnly: false, bindings: whole })
  }
  return found.sort((one, other) => one.at - other.at)
}
