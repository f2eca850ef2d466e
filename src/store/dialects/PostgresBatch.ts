/**
 * The statements that are sent for the units of a batch in order, with rows that several units write in the same way gathered
 * into one statement. Pure.
 */
import { given, type Composed, type Insert, type Statement } from "../../services/Statement.ts"
import type { SqlValue, Write } from "../../services/Store.ts"
import {
  bind,
  bindList,
  composedOfLists,
  insertOfLists,
  plain,
  typesOfRow,
  writeText,
  type ColumnTypes
} from "./PostgresText.ts"

/** Statements of one unit of work. */
export type Writes = ReadonlyArray<Write<unknown>>

/** A statement as it is sent, and for whom. */
export interface Sending {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
  /** Place of its unit in the batch; `undefined` when it is for several. */
  readonly unit: number | undefined
  /** What it was made of; `undefined` where it only prepares the others. */
  readonly write: Write<unknown> | undefined
}

/** How rows of one kind are written by one statement. */
interface Form {
  readonly text: string
  /** The types of the values that one row brings. */
  readonly types: ReadonlyArray<string>
  /** Places of the values by which a row is found again where it may change; no row may then stand in a statement twice. */
  readonly key: ReadonlyArray<number>
  /** Places of the values that are added to those of the row that is there. Where all changes are such, rows of one key are one. */
  readonly sums: ReadonlyArray<number> | undefined
}

const formOfInsert = (insert: Insert, of: ColumnTypes, mustChange: boolean): Form | undefined => {
  const types = typesOfRow(insert, of)
  if (types === undefined) return undefined
  const { columns, onExisting } = insert
  const { key = [], set = [], where = [] } = onExisting ?? {}
  const placesOf = (names: ReadonlyArray<string>) => names.map((name) => columns.indexOf(name))
  const addsUp =
    !mustChange && set.length > 0 && where.length === 0 && set.every(({ how, to }) => how === "plus" && to === given)
  return {
    text: insertOfLists(insert, types, mustChange),
    types,
    key: set.length === 0 ? [] : placesOf(key),
    sums: addsUp ? placesOf(set.map(({ column }) => column)) : undefined
  }
}

const formOfComposed = (statement: Composed): Form | undefined =>
  statement.rows && {
    text: composedOfLists(statement),
    types: statement.rows.map(({ type }) => type),
    key: [],
    sums: undefined
  }

/** Finds the form of a write; none, where each such write is a statement of its own. */
type FormOf = (write: Write<unknown>) => Form | undefined

const makeFormOf = (of: ColumnTypes): FormOf => {
  const [free, bound] = [
    new WeakMap<Statement, { form: Form | undefined }>(),
    new WeakMap<Statement, { form: Form | undefined }>()
  ]
  const make = (statement: Statement, mustChange: boolean) => {
    if (statement.kind === "insert") return formOfInsert(statement, of, mustChange)
    return statement.kind === "composed" && !mustChange ? formOfComposed(statement) : undefined
  }
  return ({ orElse, statement }) => {
    const known = orElse === undefined ? free : bound
    let found = known.get(statement)
    if (found === undefined) known.set(statement, (found = { form: make(statement, orElse !== undefined) }))
    return found.form
  }
}

/** A write as it is sent by itself. */
const alone = (write: Write<unknown>, form: Form | undefined, unit: number): Sending =>
  form !== undefined && (write.statement.kind === "composed" || write.values.length > form.types.length)
    ? { text: form.text, params: paramsOf(form, rowsOf(form, write.values)), unit, write }
    : { text: writeText(write), params: bind(write.values), unit, write }

type Row = Array<SqlValue>

const rowsOf = ({ types }: Form, values: ReadonlyArray<SqlValue>): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  for (let at = 0; at < values.length; at += types.length) rows.push(values.slice(at, at + types.length))
  return rows
}

const paramsOf = ({ types }: Form, rows: ReadonlyArray<Row>): ReadonlyArray<unknown> =>
  types.map((type, at) =>
    bindList(
      type,
      rows.map((row) => row[at]!)
    )
  )

const sumOf = (one: SqlValue, other: SqlValue): SqlValue =>
  BigInt(one as number | bigint) + BigInt(other as number | bigint)

/** Writes that are sent as one. */
class Gathered {
  readonly form: Form
  readonly tables: Iterable<string>
  readonly units = new Set<number>()
  /** One of those that are gathered: one that wakes, if there is one. */
  write: Write<unknown>
  writes = 0
  readonly #rows: Array<Row> = []
  readonly #byKey = new Map<string, Row>()

  constructor(form: Form, tables: Iterable<string>, write: Write<unknown>) {
    this.form = form
    this.tables = tables
    this.write = write
  }

  #keyOf(row: Row): string {
    return this.form.key.map((at) => row[at]).join("\n")
  }

  /** Whether a write may join those that are here. Of a unit's own writes that may be refused each stands alone. */
  takes(write: Write<unknown>, unit: number): boolean {
    const { key, sums } = this.form
    if (write.orElse !== undefined && this.units.has(unit)) return false
    if (sums !== undefined || key.length === 0) return true
    return !rowsOf(this.form, write.values).some((row) => this.#byKey.has(this.#keyOf(row)))
  }

  add(write: Write<unknown>, unit: number): void {
    this.units.add(unit)
    this.writes++
    if (write.wakes === true) this.write = write
    for (const row of rowsOf(this.form, write.values)) this.#addRow(row)
  }

  #addRow(row: Row): void {
    const { key, sums } = this.form
    if (key.length > 0) {
      const name = this.#keyOf(row)
      const before = this.#byKey.get(name)
      if (before !== undefined && sums !== undefined) {
        for (const at of sums) before[at] = sumOf(before[at]!, row[at]!)
        return
      }
      this.#byKey.set(name, row)
    }
    this.#rows.push(row)
  }

  sending(): Sending {
    const [unit] = this.units.size === 1 ? this.units : []
    if (unit !== undefined && this.writes === 1) return alone(this.write, this.form, unit)
    return { text: this.form.text, params: paramsOf(this.form, this.#inOrder()), unit, write: this.write }
  }

  /** Rows that many transactions change are changed in one order by all of them, so that none wait in a circle. */
  #inOrder(): ReadonlyArray<Row> {
    if (this.form.sums === undefined) return this.#rows
    return [...this.#byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  }
}

/** Waits until no other transaction has the turn, and keeps it until this one ends. */
const takeTurn = plain(
  `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' turn ' || CAST(? AS TEXT), 0))`
)

/**
 * What a transaction sends ahead of its statements: the turns that they take, each once and in one order, so that no two
 * transactions wait for each other.
 */
export const turnsOf = (units: ReadonlyArray<Writes>): ReadonlyArray<Sending> => {
  const named = new Set<string>()
  for (const writes of units) {
    for (const write of writes) if (write.takesTurns !== undefined) named.add(write.takesTurns)
  }
  return [...named].sort().map((name) => ({ text: takeTurn, params: [name], unit: undefined, write: undefined }))
}

/** Statements that are still added to, by the tables that they name. */
class Open {
  readonly #byTable = new Map<string, Gathered>()

  /** The one that a write may join: of its statement, and the last one in the batch that names its tables. */
  joined(form: Form, tables: Iterable<string>, write: Write<unknown>, unit: number): Gathered | undefined {
    let found: Gathered | undefined
    for (const table of tables) {
      const named = this.#byTable.get(table)
      if (named?.form !== form || (found !== undefined && found !== named)) return undefined
      found = named
    }
    return found?.takes(write, unit) === true ? found : undefined
  }

  add(gathered: Gathered): void {
    this.close(gathered.tables)
    for (const table of gathered.tables) this.#byTable.set(table, gathered)
  }

  /** Nothing is added any more to what names these tables, or to anything. */
  close(tables: Iterable<string> | undefined): void {
    if (tables === undefined) return this.#byTable.clear()
    for (const table of tables) {
      for (const name of this.#byTable.get(table)?.tables ?? []) this.#byTable.delete(name)
    }
  }
}

/** Every table that a statement names; `undefined`: it may be any. */
const tablesOf = (statement: Statement): Iterable<string> | undefined =>
  statement.kind === "composed" ? statement.tables : [statement.table]

/** Makes what is sent. */
export interface Batching {
  /** A write as it is sent by itself. */
  readonly sending: (write: Write<unknown>, unit: number) => Sending
  /**
   * The statements of units that are kept together. Units hold no `ifPreviousChanged`. A row is written no later than its
   * unit asks, and only ahead of statements that do not name its table; so what each unit sees is what it would see alone.
   */
  readonly statementsOf: (units: ReadonlyArray<Writes>) => ReadonlyArray<Sending>
}

/** Makes what is sent to a database with these columns. */
export const makeBatching = (of: ColumnTypes): Batching => {
  const formOf = makeFormOf(of)
  const sending: Batching["sending"] = (write, unit) => alone(write, formOf(write), unit)
  const statementsOf: Batching["statementsOf"] = (units) => {
    const open = new Open()
    const statements: Array<Sending | Gathered> = []
    for (const [unit, writes] of units.entries()) {
      for (const write of writes) {
        const form = formOf(write)
        const tables = tablesOf(write.statement)
        if (form === undefined || tables === undefined) {
          open.close(tables)
          statements.push(sending(write, unit))
          continue
        }
        let into = open.joined(form, tables, write, unit)
        if (into === undefined) {
          into = new Gathered(form, tables, write)
          open.add(into)
          statements.push(into)
        }
        into.add(write, unit)
      }
    }
    return [...turnsOf(units), ...statements.map((one) => (one instanceof Gathered ? one.sending() : one))]
  }
  return { sending, statementsOf }
}
