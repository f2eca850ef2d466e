/** Statements that only SQL can say: a select that decides, a sum over other rows. Tables and values stand in the text as what they are. */
import type { Composed, GivenColumn, SqlValue, Statement } from "../services/Statement.ts"
import type { Write } from "../services/Store.ts"
import { piecesOf } from "./placeholders.ts"
import type { Columns, Table } from "./Table.ts"
import { writeOf } from "./writeOf.ts"

/** The place of a value. */
export interface Value<Name extends string = string> {
  readonly value: Name
}

/** Stands for a value that comes with the write, under a name. The same name may stand in several places. */
export const value = <const Name extends string>(name: Name): Value<Name> => ({ value: name })

/** A statement, or a part of one. */
export interface SqlStatement<Name extends string = string> extends Composed {
  readonly names: ReadonlyArray<Name>
  /** The write with these values. */
  readonly write: <E = never>(values: { readonly [N in Name]: SqlValue }, orElse?: () => E) => Write<E>
}

/** What may stand in a statement: a table's name, the place of a value, a number that never changes, or a part. */
export type Part<Name extends string> = Pick<Table<Columns>, "name"> | Value<Name> | number | SqlStatement<Name>

const isFragment = (part: object): part is SqlStatement => "pieces" in part

const composed = <Name extends string>(
  pieces: ReadonlyArray<string>,
  names: ReadonlyArray<Name>,
  tables: ReadonlySet<string> | undefined
): SqlStatement<Name> => {
  const statement: SqlStatement<Name> = {
    kind: "composed",
    pieces,
    tables,
    names,
    sealed: [],
    write: (values, orElse) =>
      writeOf(
        statement,
        names.map((name) => values[name]),
        orElse
      )
  }
  return statement
}

/** Declares a statement. Declare it once: what is made of it is remembered by its identity. */
export const statement = <const Name extends string = never>(
  strings: TemplateStringsArray,
  ...parts: ReadonlyArray<Part<Name>>
): SqlStatement<Name> => {
  const pieces = [strings[0]!]
  const names: Array<Name> = []
  const tables = new Set<string>()
  const add = (text: string) => void pieces.push(pieces.pop()! + text)
  for (const [at, part] of parts.entries()) {
    if (typeof part === "number") add(String(part))
    else if ("value" in part) {
      names.push(part.value)
      pieces.push("")
    } else if (isFragment(part)) {
      const [first = "", ...rest] = part.pieces
      add(first)
      pieces.push(...rest)
      names.push(...part.names)
      for (const table of part.tables ?? []) tables.add(table)
    } else {
      add(part.name)
      tables.add(part.name)
    }
    add(strings[at + 1]!)
  }
  return composed(pieces, names, tables)
}

/**
 * Declares a statement over rows that come with the write: between `before` and `after` stands a query of them. See
 * `Composed.rows`.
 */
export const statementOverRows = (
  rows: ReadonlyArray<GivenColumn>,
  before: SqlStatement<never>,
  after: SqlStatement<never>
): Composed => ({
  kind: "composed",
  pieces: [before.pieces.join(""), after.pieces.join("")],
  tables: new Set([...(before.tables ?? []), ...(after.tables ?? [])]),
  rows,
  sealed: []
})

/** Makes a statement for each number of rows or values once. */
export const remembered = <Made extends Statement>(make: (count: number) => Made): ((count: number) => Made) => {
  const known: Array<Made> = []
  return (count) => (known[count] ??= make(count))
}

/** The same part several times, with something between. */
export const repeated = <Name extends string>(
  count: number,
  part: SqlStatement<Name>,
  between: string
): SqlStatement<Name> =>
  Array.from({ length: count }, () => part).reduce((all, next) => {
    const pieces = [...all.pieces.slice(0, -1), all.pieces.at(-1)! + between + next.pieces[0]!, ...next.pieces.slice(1)]
    return composed(pieces, [...all.names, ...next.names], next.tables)
  })

/** A statement whose text is made elsewhere, with `?` for its values in their order. It may name any table. */
export const rawStatement = (text: string): Composed => composed(piecesOf(text), [], undefined)
