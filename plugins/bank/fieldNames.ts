/**
 * Names of fields in bodies: which a schema documents, and what to do about others. Administrative bodies refuse every
 * other name; bodies of clients ignore them, but refuse a name that is nearly a documented one, because a misspelled wish
 * must not be lost.
 */
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { Refusal } from "../../src/plugin.ts"

/** Whether names that the schema does not document are refused always, or only where they are nearly a documented one. */
export type UnknownNames = "refuse" | "ignore"

/** The documented names of a body, with those further in. */
interface Documented {
  /** `undefined`: any name is allowed here. */
  readonly names: ReadonlyMap<string, Documented> | undefined
  readonly items: Documented | undefined
  /** What other names were found to mean: a batch says the same ones in each of its entries. */
  readonly meanings: Map<string, string | undefined>
}

/** Other names that are remembered of a body, and how long they may be. Our choice. */
const mostMeanings = 256
const longestRemembered = 64

/** Unknown names that are looked at in one body; an error about more of them names only these (our choice). */
const mostLookedAt = 32

const anything: Documented = { names: undefined, items: undefined, meanings: new Map() }

const documentedBy = (ast: SchemaAST.AST): Documented => {
  switch (ast._tag) {
    case "Objects":
      return ast.indexSignatures.length > 0
        ? anything
        : {
            names: new Map(ast.propertySignatures.map(({ name, type }) => [String(name), documentedBy(type)])),
            items: undefined,
            meanings: new Map()
          }
    case "Arrays":
      return { ...anything, items: ast.rest[0] === undefined ? undefined : documentedBy(ast.rest[0]) }
    default:
      return anything
  }
}

/** A name without case and separators. */
const bareOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** How many edits make one name of the other: letters added, lost, exchanged, or two neighbours swapped. */
const editsBetween = (a: string, b: string): number => {
  let before: Array<number> = []
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (isSame ? 0 : 1),
        isSwap ? before[j - 2]! + 1 : Infinity
      )
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/** Two edits make any other word of a short name, so that one is the most there. */
const mostEdits = (documented: string): number => (documented.length >= 5 ? 2 : 1)

/** The documented name that is nearest to another one, if it is near enough to be meant. */
const nearest = (name: string, documented: Iterable<string>): string | undefined => {
  const bare = bareOf(name)
  let meant: string | undefined
  let fewest = Infinity
  for (const known of documented) {
    if (bareOf(known) === bare) return known
    const most = mostEdits(known)
    const edits = Math.abs(known.length - name.length) > most ? Infinity : editsBetween(name, known)
    if (edits <= most && edits < fewest) {
      meant = known
      fewest = edits
    }
  }
  return meant
}

/** As `nearest`, and for a name that was asked for lately without a comparison. */
const meaningOf = (name: string, names: Documented["names"], meanings: Documented["meanings"]): string | undefined => {
  if (meanings.has(name)) return meanings.get(name)
  const meant = nearest(name, names?.keys() ?? [])
  if (name.length > longestRemembered) return meant
  if (meanings.size >= mostMeanings) meanings.clear()
  meanings.set(name, meant)
  return meant
}

const issueOf = (path: ReadonlyArray<string>, meant: string | undefined): Refusal.ParameterIssue =>
  meant === undefined
    ? { path, problem: "unknown", code: undefined, expected: "no such field" }
    : { path, problem: "invalid", code: undefined, expected: `spelled ${meant}` }

/** Finds the names of a body that are refused. The schema is read once. */
export const namesOf = (
  { ast }: Schema.Constraint,
  unknown: UnknownNames
): ((body: unknown) => ReadonlyArray<Refusal.ParameterIssue>) => {
  const whole = documentedBy(SchemaAST.toEncoded(ast))
  return (body) => {
    const issues: Array<Refusal.ParameterIssue> = []
    let left = mostLookedAt
    const look = (value: unknown, { items, meanings, names }: Documented, path: ReadonlyArray<string>): void => {
      if (typeof value !== "object" || value === null) return
      if (Array.isArray(value)) {
        if (items === undefined) return
        for (const [index, item] of value.entries()) look(item, items, [...path, String(index)])
        return
      }
      if (names === undefined) return
      for (const name of Object.keys(value)) {
        const known = names.get(name)
        if (known !== undefined) {
          look((value as Readonly<Record<string, unknown>>)[name], known, [...path, name])
        } else if (left > 0) {
          left -= 1
          const meant = meaningOf(name, names, meanings)
          if (meant !== undefined || unknown === "refuse") issues.push(issueOf([...path, name], meant))
        }
      }
    }
    look(body, whole, [])
    return issues
  }
}
