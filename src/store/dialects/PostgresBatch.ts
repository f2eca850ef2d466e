/**
 * What is sent for the units of a batch: their statements in order, with rows that several units insert into one table
 * gathered into one statement. Pure.
 */
import type { Write } from "../../services/Store.ts"
import { bind, guarded, plain } from "./PostgresText.ts"

/** Statements of one unit of work. */
export type Writes = ReadonlyArray<Write<unknown>>

/** A statement as it is sent, and for whom. */
export interface Statement {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
  /** Place of its unit in the batch; `undefined` when it is for several. */
  readonly unit: number | undefined
  readonly write: Write<unknown>
}

/** An insert of given values: nothing decides whether it happens but the values themselves. */
interface RowInsert {
  readonly table: string
  /** `INSERT INTO … VALUES `. */
  readonly head: string
  /** `(?, ?, 1)`. */
  readonly row: string
  readonly rowCount: number
  /** Nothing, or ` ON CONFLICT (…) DO NOTHING`. */
  readonly tail: string
}

const value = String.raw`(?:\?|\d+|NULL|'[^']*')`
const row = String.raw`\(${value}(?:,\s*${value})*\)`
const rowInsert = new RegExp(
  String.raw`^\s*(INSERT\s+INTO\s+(\w+)\s*\([^()]*\)\s*VALUES\s*)(${row})((?:,\s*${row})*)(\s*ON\s+CONFLICT\s*(?:\([^()]*\)\s*)?DO\s+NOTHING)?\s*$`,
  "i"
)

const rowOf = new RegExp(row, "g")

const parse = (text: string): RowInsert | undefined => {
  const found = rowInsert.exec(text)
  if (found === null) return undefined
  const [, head = "", table = "", first = "", others = "", tail = ""] = found
  const rows = others.match(rowOf) ?? []
  if (rows.some((other) => other.replace(/\s/g, "") !== first.replace(/\s/g, ""))) return undefined
  return { table: table.toLowerCase(), head, row: first, rowCount: rows.length + 1, tail }
}

interface Known {
  readonly insert: RowInsert | undefined
  /** Every word of the text, in lower case: tables are among them. */
  readonly words: ReadonlySet<string>
}

const known = new Map<string, Known>()

/** What is known of a text; texts are constant, so each is looked at once. */
const lookAt = (text: string): Known => {
  let entry = known.get(text)
  if (entry === undefined) {
    entry = { insert: parse(text), words: new Set(text.toLowerCase().match(/\w+/g) ?? []) }
    known.set(text, entry)
  }
  return entry
}

/** An insert that can be gathered, unless something else in the batch reads or writes its table. */
const gatherable = (writes: Writes, at: number): RowInsert | undefined => {
  const write = writes[at]!
  const decides = write.orElse !== undefined || writes[at + 1]?.ifPreviousChanged === true
  return decides ? undefined : lookAt(write.text).insert
}

/** Rows are sent in statements of 64, 32, 16 … rows, so that each text has few prepared forms. */
const largestChunk = 64

interface Gathered {
  readonly insert: RowInsert
  readonly write: Write<unknown>
  readonly params: Array<unknown>
  readonly units: Set<number>
  rows: number
}

const chunksOf = (gathered: Gathered): ReadonlyArray<Statement> => {
  const { insert, params, rows, units, write } = gathered
  const width = params.length / rows
  const unit = units.size === 1 ? [...units][0] : undefined
  const statements: Array<Statement> = []
  for (let done = 0, size = largestChunk; done < rows;) {
    while (size > rows - done) size /= 2
    const text = plain(insert.head + Array.from({ length: size }, () => insert.row).join(", ") + insert.tail)
    statements.push({ text, params: params.slice(done * width, (done + size) * width), unit, write })
    done += size
  }
  return statements
}

/** Tables that a statement other than a gatherable insert names: their rows stay in order. */
const orderedTables = (units: ReadonlyArray<Writes>): ReadonlySet<string> => {
  const tables = new Set<string>()
  for (const writes of units) {
    for (const [at, write] of writes.entries()) {
      if (gatherable(writes, at) !== undefined) continue
      for (const word of lookAt(write.text).words) tables.add(word)
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
export const turnsOf = (units: ReadonlyArray<Writes>): ReadonlyArray<Statement> => {
  const named = new Set<string>()
  for (const writes of units) {
    for (const write of writes) if (write.takesTurns !== undefined) named.add(write.takesTurns)
  }
  return [...named]
    .sort()
    .map((name) => ({ text: takeTurn, params: [name], unit: undefined, write: { text: takeTurn, params: [name] } }))
}

/**
 * The statements of units that are kept together. Units hold no `ifPreviousChanged`. A row is inserted no later than its
 * unit asks, and only ahead of statements that do not name its table; so what each unit sees is what it would see alone.
 */
export const statementsOf = (units: ReadonlyArray<Writes>): ReadonlyArray<Statement> => {
  const ordered = orderedTables(units)
  const gathered = new Map<string, Gathered>()
  const statements: Array<Statement | Gathered> = []
  for (const [unit, writes] of units.entries()) {
    for (const [at, write] of writes.entries()) {
      const insert = gatherable(writes, at)
      if (insert === undefined || ordered.has(insert.table)) {
        const text = write.orElse === undefined ? plain(write.text) : guarded(write.text)
        statements.push({ text, params: bind(write.params), unit, write })
        continue
      }
      const key = `${insert.head}${insert.row}${insert.tail}`
      let into = gathered.get(key)
      if (into === undefined) {
        into = { insert, write, params: [], units: new Set(), rows: 0 }
        gathered.set(key, into)
        statements.push(into)
      }
      for (const param of bind(write.params)) into.params.push(param)
      into.units.add(unit)
      into.rows += insert.rowCount
    }
  }
  return [...turnsOf(units), ...statements.flatMap((one) => ("rows" in one ? chunksOf(one) : [one]))]
}
