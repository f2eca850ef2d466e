/**
 * The statements that are sent for the units of a batch in order, with rows that several units insert into one table
 * gathered into one statement. Pure.
 */
import type { Insert, Statement } from "../../services/Statement.ts"
import type { Write } from "../../services/Store.ts"
import { bind, plain, statementText, writeText } from "./PostgresText.ts"

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

/** A write as it is sent by itself. */
export const sending = (write: Write<unknown>, unit: number): Sending => ({
  text: writeText(write),
  params: bind(write.values),
  unit,
  write
})

/**
 * An insert that can be gathered, unless something else in the batch reads or writes its table: nothing decides whether it
 * happens but the values themselves.
 */
const gatherable = (writes: Writes, at: number): Insert | undefined => {
  const { orElse, statement } = writes[at]!
  if (statement.kind !== "insert" || (statement.onExisting?.set.length ?? 0) > 0) return undefined
  return orElse !== undefined || writes[at + 1]?.ifPreviousChanged === true ? undefined : statement
}

/** Rows are sent in statements of 64, 32, 16 … rows, so that each text has few prepared forms. */
const largestChunk = 64

interface Gathered {
  readonly insert: Insert
  /** One of those that are gathered: one that wakes, if there is one. */
  write: Write<unknown>
  readonly params: Array<unknown>
  readonly units: Set<number>
}

const chunksOf = ({ insert, params, units, write }: Gathered): ReadonlyArray<Sending> => {
  const width = insert.columns.length
  const rows = params.length / width
  const unit = units.size === 1 ? [...units][0] : undefined
  const statements: Array<Sending> = []
  for (let done = 0, size = largestChunk; done < rows;) {
    while (size > rows - done) size /= 2
    const text = statementText(insert, size)
    statements.push({ text, params: params.slice(done * width, (done + size) * width), unit, write })
    done += size
  }
  return statements
}

/** Tables that something other than a gatherable insert reads or writes: their rows stay in order. */
interface Ordered {
  readonly has: (table: string) => boolean
}

const every: Ordered = { has: () => true }

const addTables = (tables: Set<string>, statement: Statement): boolean => {
  if (statement.kind !== "composed") tables.add(statement.table)
  else if (statement.tables === undefined) return false
  else for (const table of statement.tables) tables.add(table)
  return true
}

const orderedTables = (units: ReadonlyArray<Writes>): Ordered => {
  const tables = new Set<string>()
  for (const writes of units) {
    for (let at = 0; at < writes.length; at++) {
      if (gatherable(writes, at) === undefined && !addTables(tables, writes[at]!.statement)) return every
    }
  }
  return tables
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

/**
 * The statements of units that are kept together. Units hold no `ifPreviousChanged`. A row is inserted no later than its
 * unit asks, and only ahead of statements that do not name its table; so what each unit sees is what it would see alone.
 */
export const statementsOf = (units: ReadonlyArray<Writes>): ReadonlyArray<Sending> => {
  const ordered = orderedTables(units)
  const gathered = new Map<Insert, Gathered>()
  const statements: Array<Sending | Gathered> = []
  for (const [unit, writes] of units.entries()) {
    for (const [at, write] of writes.entries()) {
      const insert = gatherable(writes, at)
      if (insert === undefined || ordered.has(insert.table)) {
        statements.push(sending(write, unit))
        continue
      }
      let into = gathered.get(insert)
      if (into === undefined) {
        into = { insert, write, params: [], units: new Set() }
        gathered.set(insert, into)
        statements.push(into)
      }
      if (write.wakes === true) into.write = write
      for (const param of bind(write.values)) into.params.push(param)
      into.units.add(unit)
    }
  }
  return [...turnsOf(units), ...statements.flatMap((one) => ("insert" in one ? chunksOf(one) : [one]))]
}
