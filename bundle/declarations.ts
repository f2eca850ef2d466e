/**
 * Leaves out declarations that no public entry leads to. The compiler writes all that a file exports, such as the definitions of endpoints
 * beside the body that an operation takes; they are a third of what the package would ship.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** A declaration at the top of a file, with its comment. */
interface Statement {
  readonly text: string
  /** The names that it declares, as they are called in the file. */
  readonly declares: ReadonlyArray<string>
}

/** Where a name of a file comes from: another file's name, or `*` for all of it. */
interface Origin {
  readonly path: string
  readonly name: string
}

interface Module {
  readonly statements: ReadonlyArray<Statement>
  /** A type and a value may have the same name. */
  readonly declaredIn: ReadonlyMap<string, ReadonlyArray<Statement>>
  readonly imported: ReadonlyMap<string, Origin>
  readonly exported: ReadonlyMap<string, Origin | string>
  /** Files whose names are all exported here. */
  readonly all: ReadonlyArray<string>
}

const beginning = /^(?=\/\*\*|export |declare |import |type |interface )/m

const isBegun = (code: string): boolean => /^(?:export|declare|import|type|interface) /.test(code)

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\//g, "")

const declaring =
  /^(?:export )?(?:declare )?(?:abstract )?(?:(?:const|let) \{([^}]*)\}|(?:const|let|function|class|interface|type|enum|namespace) ([\w$]+))/

/** `a as b` of a list in braces. */
const pairsOf = (list: string): ReadonlyArray<readonly [from: string, to: string]> =>
  list
    .split(",")
    .map((entry) => entry.trim().replace(/^type /, ""))
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [from = "", to = from] = entry.split(/ as |: /)
      return [from, to]
    })

const statementsOf = (text: string): ReadonlyArray<Statement> => {
  const parts = text.split(beginning)
  const joined: Array<string> = []
  for (const part of parts) {
    const last = joined.at(-1)
    const code = withoutComments(part).trim()
    // A comment stands with what follows it, or within a declaration.
    if (last !== undefined && (withoutComments(last).trim() === "" || (code !== "" && !isBegun(code))))
      joined[joined.length - 1] = last + part
    else joined.push(part)
  }
  return joined.map((statement) => {
    const [, list, name] = declaring.exec(withoutComments(statement).trim()) ?? []
    return { text: statement, declares: name === undefined ? pairsOf(list ?? "").map(([, to]) => to) : [name] }
  })
}

const targetOf = (path: string, specifier: string): string | undefined =>
  specifier.startsWith(".") ? join(dirname(path), specifier.replace(/\.[jt]s$/, ".d.ts")) : undefined

const readModule = (path: string): Module => {
  const statements = statementsOf(readFileSync(path, "utf8"))
  const imported = new Map<string, Origin>()
  const exported = new Map<string, Origin | string>()
  const all: Array<string> = []
  for (const { text } of statements) {
    const code = withoutComments(text).trim()
    const [, kind, list, space, from] =
      /^(import|export)(?: type)? (?:\{([^}]*)\}|\*(?: as (\w+))?)(?: from)? ?(?:"([^"]+)")?/.exec(code) ?? []
    const target = from === undefined ? undefined : targetOf(path, from)
    if (kind === "import" && target !== undefined) {
      for (const [name, to] of pairsOf(list ?? "")) imported.set(to, { path: target, name })
      if (space !== undefined) imported.set(space, { path: target, name: "*" })
    }
    if (kind === "export" && list !== undefined) {
      for (const [name, to] of pairsOf(list)) exported.set(to, target === undefined ? name : { path: target, name })
    }
    if (kind === "export" && list === undefined && target !== undefined) {
      if (space === undefined) all.push(target)
      else exported.set(space, { path: target, name: "*" })
    }
  }
  const declaredIn = new Map<string, ReadonlyArray<Statement>>()
  for (const one of statements) {
    for (const name of one.declares) declaredIn.set(name, [...(declaredIn.get(name) ?? []), one])
  }
  return { statements, declaredIn, imported, exported, all }
}

const isLink = ({ text }: Statement): boolean =>
  /^(?:import|export(?: type)?) ?(?:type )?[{*"]/.test(withoutComments(text).trim())

/** Follows names from the entries to their declarations. */
class Walk {
  readonly #modules = new Map<string, Module>()
  readonly #seen = new Set<string>()
  readonly needed = new Set<Statement>()
  /** Names of a file that something needs, whether it declares them or takes them from elsewhere. */
  readonly names = new Map<string, Set<string>>()

  module(path: string): Module {
    const known = this.#modules.get(path) ?? readModule(path)
    this.#modules.set(path, known)
    return known
  }

  /** Everything that a file exports. */
  whole(path: string): void {
    const { all, declaredIn, exported } = this.module(path)
    for (const name of [...declaredIn.keys(), ...exported.keys()]) this.name(path, name)
    for (const target of all) this.whole(target)
  }

  name(path: string, name: string): void {
    const at = `${path} ${name}`
    if (this.#seen.has(at)) return
    this.#seen.add(at)
    this.names.set(path, (this.names.get(path) ?? new Set()).add(name))
    const { all, declaredIn, exported, imported } = this.module(path)
    const origin = exported.get(name)
    if (typeof origin === "string" && origin !== name) return this.name(path, origin)
    const from = typeof origin === "object" ? origin : imported.get(name)
    if (from !== undefined) return from.name === "*" ? this.whole(from.path) : this.name(from.path, from.name)
    const statements = declaredIn.get(name)
    if (statements !== undefined) return statements.forEach((statement) => this.statement(path, statement))
    for (const target of all) this.name(target, name)
  }

  statement(path: string, statement: Statement): void {
    if (this.needed.has(statement)) return
    this.needed.add(statement)
    const code = withoutComments(statement.text)
    const { declaredIn, imported } = this.module(path)
    for (const [, specifier, name] of code.matchAll(/import\("([^"]+)"\)(?:\.([\w$]+))?/g)) {
      const target = targetOf(path, specifier!)
      if (target !== undefined && name !== undefined) this.name(target, name)
      else if (target !== undefined) this.whole(target)
    }
    for (const [word] of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
      if (declaredIn.has(word) || imported.has(word)) this.name(path, word)
    }
  }
}

/** A list of names in braces with those that are needed. */
const thinned = (text: string, needs: (pair: readonly [from: string, to: string]) => boolean): string =>
  text.replace(/\{([^}]*)\}/, (_, list: string) => {
    const kept = list.split(",").filter((entry) => {
      const [pair] = pairsOf(entry)
      return pair !== undefined && needs(pair)
    })
    return `{${kept.join(",")} }`
  })

/** Rewrites the declarations that the entries lead to; the entries themselves stay as they are. */
export const dropUnusedDeclarations = (entries: ReadonlyArray<string>, paths: ReadonlyArray<string>): void => {
  const walk = new Walk()
  for (const entry of entries) {
    walk.whole(entry)
    for (const statement of walk.module(entry).statements) walk.statement(entry, statement)
  }
  for (const path of paths) {
    if (entries.includes(path)) continue
    const names = walk.names.get(path) ?? new Set()
    const { statements } = walk.module(path)
    const kept = statements.flatMap((one) => {
      if (one.declares.length > 0) return walk.needed.has(one) ? [one.text] : []
      const code = withoutComments(one.text)
      const space = /^import \* as (\w+) from "\./.exec(code.trim())?.[1]
      if (space !== undefined && !names.has(space)) return [one.text.slice(0, one.text.indexOf("import * as"))]
      // What comes from packages stays, and the mark of a module.
      if (!isLink(one) || !/\{\s*\w/.test(code) || /from "[^.]/.test(code)) return [one.text]
      const comment = one.text.slice(0, one.text.indexOf(code.trim().slice(0, 8)))
      const text = thinned(code.trimStart(), ([, to]) => names.has(to))
      return /\{\s*\}/.test(text) ? [comment] : [comment + text]
    })
    writeFileSync(path, kept.join(""))
  }
}
