/**
 * One connection of `node:sqlite` with its prepared statements. It loads nothing of Effect, so that the writer's thread
 * starts in a few milliseconds and stays small.
 */
import { statSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync, type StatementSync } from "node:sqlite"
import { checkAsked } from "../../services/Statement.ts"
import type { SqlValue } from "../../services/Store.ts"
import { checkpointPages, givingBack, inCommit } from "./Checkpoints.ts"
import type { WriteConnection } from "./GroupCommit.ts"

/** Result codes of SQLite that callers act on (sqlite.org/rescode.html). */
export const resultCodes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  notADatabase: 26,
  primaryKey: 1555,
  unique: 2067
} as const

/** The extended result code of an error of `node:sqlite`, or `undefined` for any other error. */
export const resultCodeOf = (error: unknown): number | undefined => {
  if (typeof error !== "object" || error === null) return undefined
  const code: unknown = Reflect.get(error, "errcode")
  return typeof code === "number" ? code : undefined
}

/** The primary result code: the low byte of the extended one. */
export const primaryCodeOf = (error: unknown): number | undefined => {
  const code = resultCodeOf(error)
  return code === undefined ? undefined : code & 0xff
}

/** A connection whose statements are prepared once per text. */
export interface PreparedConnection {
  readonly db: DatabaseSync
  readonly prepare: (text: string) => StatementSync
  /** The rows of a query, each an object with the names of its columns. */
  readonly rows: (text: string, params: ReadonlyArray<SqlValue>) => ReadonlyArray<Row>
}

/** A row that was read. */
export type Row = Readonly<Record<string, SqlValue>>

/** A query with the names of its columns. */
interface Query {
  readonly statement: StatementSync
  columns: ReadonlyArray<string>
}

const columnsOf = (statement: StatementSync): ReadonlyArray<string> => statement.columns().map(({ name }) => name)

/**
 * Rows as arrays, made into objects here: `node:sqlite` makes each object one of a kind, which takes twice as long, is slow
 * to read, and leaves some hundred bytes a row to full collections.
 */
const rowsOf = (query: Query, params: ReadonlyArray<SqlValue>): ReadonlyArray<Row> => {
  checkAsked(params)
  const found = query.statement.all(...params) as unknown as ReadonlyArray<ReadonlyArray<SqlValue>>
  const [first] = found
  // The schema may have changed under `SELECT *`.
  if (first !== undefined && first.length !== query.columns.length) query.columns = columnsOf(query.statement)
  const { columns } = query
  return found.map((values) => {
    const row: Record<string, SqlValue> = {}
    for (let at = 0; at < columns.length; at++) row[columns[at]!] = values[at]!
    return row
  })
}

/** Statements kept prepared on one connection. Texts are constant, so a program never has more than this. */
const maxPrepared = 1_000

/** Remembers what was made of a text. */
const remember = <A>(make: (text: string) => A): ((text: string) => A) => {
  const known = new Map<string, A>()
  return (text) => {
    let made = known.get(text)
    if (made === undefined) {
      if (known.size >= maxPrepared) known.clear()
      made = make(text)
      known.set(text, made)
    }
    return made
  }
}

/**
 * Opens a connection and sets its pragmas. Throws what SQLite says about a file that it cannot use. `lockWaitMs` is how long it
 * stands still while somebody else writes; afterwards it waits for no lock.
 */
export const openConnection = (location: string, pragmas: string, lockWaitMs = 0): PreparedConnection => {
  const db = new DatabaseSync(location, { timeout: lockWaitMs })
  const prepare = remember((text) => db.prepare(text))
  const query = remember((text): Query => {
    const statement = db.prepare(text)
    statement.setReturnArrays(true)
    return { statement, columns: columnsOf(statement) }
  })
  try {
    db.exec(pragmas)
    db.prepare("SELECT count(*) AS tables FROM sqlite_schema").get()
    db.exec("PRAGMA busy_timeout = 0")
  } catch (error) {
    db.close()
    throw error
  }
  return { db, prepare, rows: (text, params) => rowsOf(query(text), params) }
}

/**
 * `synchronous=FULL` makes a commit survive a power cut. `auto_vacuum` takes effect in a file without tables only: an older
 * one has it after `bursar prune --compact`.
 */
export const writerPragmas = `
  PRAGMA auto_vacuum = INCREMENTAL;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  ${inCommit(checkpointPages.alone)}
  ${givingBack}
  PRAGMA temp_store = MEMORY;
`

/** Templates outside a unit of work read here, and cannot write. */
export const readerPragmas = `PRAGMA query_only = ON;`

const numberOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

/** The file whose lock says that a process uses the folder. */
export const lockIn = (folder: string): string => join(folder, ".lock")

/**
 * Makes the check that the names of an open file, of its log and of the lock of their folder still lead to what they led to. In a
 * file without a name commits succeed, and are gone with the process; without the lock another process may use the folder.
 */
const makeNamedCheck = (location: string | null): (() => void) => {
  const names = location === null ? [] : [location, `${location}-wal`, lockIn(dirname(location))]
  const opened = names.map((name) => ({ name, number: numberOf(name) }))
  return () => {
    for (const { name, number } of opened) {
      if (numberOf(name) === number) continue
      const message = `${name} was deleted, moved or replaced while it was open: what is written now could be lost`
      throw Object.assign(new Error(message), { errcode: resultCodes.ioError })
    }
  }
}

/** What group commit asks of a connection. `before` is called before a transaction begins. */
export const writeConnection = (
  { db, prepare }: PreparedConnection,
  before: () => void = () => {}
): WriteConnection => {
  const control = (text: string) => () => void prepare(text).run()
  const begin = control("BEGIN IMMEDIATE")
  const checkNamed = makeNamedCheck(db.location())
  let flushed = true
  return {
    begin: (flushes) => {
      before()
      checkNamed()
      // What a commit flushes is the whole log: also what earlier ones, of any connection, did not.
      if (flushes !== flushed) db.exec(`PRAGMA synchronous = ${flushes ? "FULL" : "NORMAL"}`)
      flushed = flushes
      begin()
    },
    commit: control("COMMIT"),
    rollback: control("ROLLBACK"),
    savepoint: control("SAVEPOINT unit"),
    release: control("RELEASE SAVEPOINT unit"),
    rollbackToSavepoint: control("ROLLBACK TO SAVEPOINT unit"),
    isOpen: () => db.isTransaction,
    isBusy: (error) => {
      const code = primaryCodeOf(error)
      return code === resultCodes.busy || code === resultCodes.locked
    }
  }
}
