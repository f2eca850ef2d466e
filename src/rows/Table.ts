/**
 * Tables as data, and the writes of their rows. A repository declares its table once, and each kind of write that it makes;
 * what a write then costs is a list of values.
 */
import {
  given,
  type Assignment,
  type Comparison,
  type Condition,
  type Delete,
  type Insert,
  type LongValue,
  type Operand,
  type SealedValue,
  type SqlValue,
  type Update
} from "../services/Statement.ts"
import { VersionConflict, type Write } from "../services/Store.ts"
import { writeOf } from "./writeOf.ts"

export { given } from "../services/Statement.ts"

/** A column: what it holds, whether rows are named by it, and which part of it is personal data. */
export interface Column<Value extends SqlValue = SqlValue> {
  readonly isKey?: boolean
  readonly sealed?: SealedValue["part"]
  readonly isLong?: boolean
  /** What the column holds; only its type is there. */
  readonly value?: Value
}

/** A text. */
export const text: Column<string> = {}

/** A whole number of 64 bits. */
export const integer: Column<number | bigint> = {}

/** A column that may be without a value. */
export const orNull = <Value extends SqlValue>(column: Column<Value>): Column<Value | null> => column

/** A column by which a row is named, alone or with other ones. */
export const key = <Value extends SqlValue>(column: Column<Value>): Column<Value> => ({ ...column, isKey: true })

/** A text that is encrypted before it is stored, because of personal data in it; `openText` opens what is read. An empty one is not. */
export const sealed = <Value extends SqlValue>(column: Column<Value>): Column<Value> => ({ ...column, sealed: "whole" })

/** A document whose personal fields, on a second line, are encrypted; `readDocument` opens what is read. */
export const sealedDocument: Column<string> = { sealed: "after the first line" }

/**
 * A text that may be megabytes long and never changes. A long one is stored in pieces (decision 0046), and its column is empty:
 * `readLongText` reads it. The rows of its table have one key. A row may hold its UTF-8 instead.
 */
export const longText = <Value extends SqlValue>(column: Column<Value>): Column<Value | Uint8Array> => ({
  ...column,
  isLong: true
})

/** Columns by name. */
export type Columns = Readonly<Record<string, Column>>

type ValueOf<C> = C extends Column<infer Value> ? Value : never

/** A row: column names to values. */
export type RowOf<Of extends Columns> = { readonly [C in keyof Of]: ValueOf<Of[C]> }

/** More than the column holds: a number, or one that comes with the write. */
export interface Plus<To extends number | typeof given = number | typeof given> {
  readonly plus: To
}

/** Adds to what the column holds. */
export const plus = <To extends number | typeof given>(to: To): Plus<To> => ({ plus: to })

/** Sets a column to what it holds: the write asks whether a row is there, and changes nothing. */
export const same = { same: true } as const

/** A comparison other than with an equal value. */
export interface Compared<To extends Operand = Operand> {
  readonly comparison: Comparison
  readonly to: To
}

const compared =
  (comparison: Comparison) =>
  <To extends number | string | typeof given>(to: To): Compared<To> => ({ comparison, to })

/** Less than a value. */
export const below = compared("<")
/** A value, or less. */
export const atMost = compared("<=")
/** More than a value. */
export const above = compared(">")

/** What becomes of columns. */
export type Changes<Of extends Columns> = { readonly [C in keyof Of]?: Operand | Plus | typeof same }

/** What must hold for a row. `null`: the column has no value. */
export type Where<Of extends Columns> = { readonly [C in keyof Of]?: Operand | Compared }

/** The values that come with a write. */
export type GivenOf<Of extends Columns, Spec> = {
  readonly [
    C in keyof Spec & keyof Of as Spec[C] extends typeof given | Plus<typeof given> | Compared<typeof given> ? C : never
  ]: ValueOf<Of[C]>
}

/** How rows are inserted. */
export interface Inserting<C, Set, Conditions> {
  /** Those that are given. Default: all. */
  readonly columns?: ReadonlyArray<C>
  /** What happens where a row of the same key is there: it stays, or changes. */
  readonly onExisting?: "stays" | { readonly set: Set; readonly where?: Conditions }
}

/** Makes the writes that insert rows: of one row, or of all in one statement. */
export interface Inserter<Row, Conditions> {
  <E = never>(row: Row, where?: Conditions, orElse?: () => E): Write<E>
  readonly all: (rows: ReadonlyArray<Row>) => Write
  /** For those who have the values of the columns in their order. */
  readonly statement: Insert
}

/** A table. Its methods declare writes: call each once, and what it answers for every write. */
export interface Table<Of extends Columns> {
  readonly name: string
  readonly columns: Of
  /** The write of a new row. */
  readonly insert: Inserter<RowOf<Of>, {}>
  readonly inserting: <
    const C extends keyof Of & string = keyof Of & string,
    const Set extends Changes<Of> = Changes<Of>,
    const Conditions extends Where<Of> = {}
  >(
    how: Inserting<C, Set, Conditions>
  ) => Inserter<Pick<RowOf<Of>, C>, GivenOf<Of, Conditions>>
  readonly updating: <const Set extends Changes<Of>, const Conditions extends Where<Of>>(how: {
    readonly set: Set
    readonly where: Conditions
  }) => <E = never>(set: GivenOf<Of, Set>, where: GivenOf<Of, Conditions>, orElse?: () => E) => Write<E>
  readonly deleting: <const Conditions extends Where<Of>>(
    where: Conditions
  ) => <E = never>(where: GivenOf<Of, Conditions>, orElse?: () => E) => Write<E>
}

type Values = Readonly<Record<string, SqlValue>>

type Change = Changes<Columns>[string]

const assignmentOf = (column: string, change: Change): Assignment => {
  if (typeof change !== "object" || change === null) return { column, how: "set", to: change as Operand }
  return "same" in change ? { column, how: "same", to: null } : { column, how: "plus", to: change.plus }
}

const conditionOf = (column: string, condition: Where<Columns>[string]): Condition =>
  typeof condition === "object" && condition !== null
    ? { column, ...condition }
    : { column, comparison: "=", to: condition as Operand }

const changesOf = (set: Changes<Columns>) => Object.entries(set).map(([name, change]) => assignmentOf(name, change))

const conditionsOf = (where: Where<Columns>) => Object.entries(where).map(([name, one]) => conditionOf(name, one))

const isGiven = ({ to }: Assignment | Condition): boolean => to === given

const givenIn = (parts: ReadonlyArray<Assignment | Condition>): ReadonlyArray<string> =>
  parts.filter(isGiven).map(({ column }) => column)

const sealedIn = (columns: Columns, names: ReadonlyArray<string>): ReadonlyArray<SealedValue> =>
  names.flatMap((name, at) => {
    const part = columns[name]?.sealed
    return part === undefined ? [] : [{ at, part }]
  })

const longIn = (
  table: string,
  columns: Columns,
  names: ReadonlyArray<string>
): ReadonlyArray<LongValue> | undefined => {
  const long = names.filter((name) => columns[name]?.isLong === true)
  if (long.length === 0) return undefined
  if (long.some((name) => columns[name]!.sealed !== undefined))
    throw new Error(`A long text of ${table} cannot be sealed`)
  const [keyColumn, ...more] = Object.keys(columns).filter((name) => columns[name]!.isKey === true)
  if (keyColumn === undefined || more.length > 0)
    throw new Error(`The rows of ${table} need one key for their long texts`)
  return long.map((column) => ({ at: names.indexOf(column), keyAt: names.indexOf(keyColumn), column, keyColumn }))
}

const take = (values: Array<SqlValue>, names: ReadonlyArray<string>, from: Values): void => {
  for (let at = 0; at < names.length; at++) values.push(from[names[at]!]!)
}

/** The statement that inserts these columns. */
const insertOf = (
  table: string,
  columns: Columns,
  how: Inserting<string, Changes<Columns>, Where<Columns>>
): Insert => {
  const { columns: names = Object.keys(columns), onExisting } = how
  const [long, sealed] = [longIn(table, columns, names), sealedIn(columns, names)]
  const statement = { kind: "insert", table, columns: names, sealed, long } as const
  if (onExisting === undefined) return statement
  const { set, where = {} } = onExisting === "stays" ? { set: {} } : onExisting
  const keys = Object.keys(columns).filter((name) => columns[name]!.isKey === true)
  return { ...statement, onExisting: { key: keys, set: changesOf(set), where: conditionsOf(where) } }
}

/** The statement that changes rows. */
const updateOf = (
  table: string,
  columns: Columns,
  how: { readonly set: Changes<Columns>; readonly where: Where<Columns> }
): Update => {
  const [set, where] = [changesOf(how.set), conditionsOf(how.where)]
  return { kind: "update", table, set, where, sealed: sealedIn(columns, givenIn(set)) }
}

const makeInserting =
  (name: string, columns: Columns) => (how: Inserting<string, Changes<Columns>, Where<Columns>>) => {
    const statement = insertOf(name, columns, how)
    const fromWhere = givenIn(statement.onExisting?.where ?? [])
    const one = <E>(row: Values, where?: Values, orElse?: () => E): Write<E> => {
      const values: Array<SqlValue> = []
      take(values, statement.columns, row)
      if (where !== undefined) take(values, fromWhere, where)
      return writeOf(statement, values, orElse)
    }
    const all = (rows: ReadonlyArray<Values>): Write => {
      const values: Array<SqlValue> = []
      for (const row of rows) take(values, statement.columns, row)
      return writeOf(statement, values)
    }
    return Object.assign(one, { all, statement })
  }

/** Declares a table with the columns that the program fills; a sequence that the database counts is none of them. */
export const table = <const Of extends Columns>(name: string, columns: Of): Table<Of> => {
  const inserting = makeInserting(name, columns)
  const made = {
    name,
    columns,
    insert: inserting({}),
    inserting,
    updating: (how: { readonly set: Changes<Columns>; readonly where: Where<Columns> }) => {
      const statement = updateOf(name, columns, how)
      const [fromSet, fromWhere] = [givenIn(statement.set), givenIn(statement.where)]
      return <E>(changed: Values, found: Values, orElse?: () => E): Write<E> => {
        const values: Array<SqlValue> = []
        take(values, fromSet, changed)
        take(values, fromWhere, found)
        return writeOf(statement, values, orElse)
      }
    },
    deleting: (conditions: Where<Columns>) => {
      const where = conditionsOf(conditions)
      const names = givenIn(where)
      const statement: Delete = { kind: "delete", table: name, where, sealed: [] }
      return <E>(found: Values, orElse?: () => E): Write<E> => {
        const values: Array<SqlValue> = []
        take(values, names, found)
        return writeOf(statement, values, orElse)
      }
    }
  }
  // The implementation takes columns by name; what the types know of them is in the interface.
  return made as unknown as Table<Of>
}

/** A table whose rows are named by `id` and carry a `version`. */
export interface VersionedTable<Of extends Columns> {
  readonly name: string
  /** The table with its version, for other writes. */
  readonly table: Table<Of & { readonly version: Column<number | bigint> }>
  /** A new row, at version 1. */
  readonly insert: (row: RowOf<Of>) => Write
  /** Replaces the row if it is still at `version`; otherwise the whole unit fails with `VersionConflict`. */
  readonly update: (row: RowOf<Of>, version: number) => Write<VersionConflict>
  /** Deletes the row if it is still at `version`; otherwise the whole unit fails with `VersionConflict`. */
  readonly remove: (id: string, version: number) => Write<VersionConflict>
}

/**
 * Declares a table. `columns` are all columns that the entity fills, beginning with `id`; the table has a `version`
 * column besides. `fixed` columns are never updated.
 */
export const versionedTable = <const Of extends Columns & { readonly id: Column<string> }>(
  name: string,
  columns: Of,
  fixed: ReadonlyArray<keyof Of & string>
): VersionedTable<Of> => {
  const names = Object.keys(columns)
  const changing = names.filter((column) => column !== "id" && !(fixed as ReadonlyArray<string>).includes(column))
  const all = { ...columns, id: key(columns.id), version: integer }
  const inserts = insertOf(name, all, {})
  const updates = updateOf(name, all, {
    set: { ...Object.fromEntries(changing.map((column) => [column, given])), version: plus(1) },
    where: { id: given, version: given }
  })
  const remove = table(name, { id: text, version: integer }).deleting({ id: given, version: given })
  const conflict = (id: SqlValue) => () => new VersionConflict({ table: name, key: String(id) })
  return {
    name,
    table: table(name, all) as unknown as VersionedTable<Of>["table"],
    insert: (row) => {
      const values: Array<SqlValue> = []
      take(values, names, row as Values)
      values.push(1)
      return writeOf(inserts, values)
    },
    update: (row, version) => {
      const { id } = row as Values
      const values: Array<SqlValue> = []
      take(values, changing, row as Values)
      values.push(id!, version)
      return writeOf(updates, values, conflict(id!))
    },
    remove: (id, version) => remove({ id, version }, conflict(id))
  }
}
