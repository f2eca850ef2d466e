/**
 * Tables whose rows are one document and the columns that it is found by. What is asked of a table is still named by its
 * repository; here is only what all of them do alike.
 */
import * as Effect from "effect/Effect"
import type { CursorPosition } from "../domain/Cursor.ts"
import type { RegionStore, StoreUnavailable, VersionConflict, Write } from "../services/Store.ts"
import { readKeyset } from "./readKeyset.ts"
import { documentText, readDocument } from "./sealing.ts"
import { versionedTable, type Row } from "./Table.ts"

/** A document as it was read, with the version that an update must find. */
export interface Stored<A> {
  readonly document: A
  readonly version: number
}

/** A document in a list. */
export type ListedDocument<A> = A & { readonly createdAt: number; readonly sequence: number }

/** A value of a column. */
export type ColumnValue = string | number | null

interface StateRow {
  readonly state: string
  readonly version: number
}

/** What a page is narrowed by: columns that must equal a value; `undefined` does not narrow. */
export type Narrowing<Column extends string> = { readonly [C in Column]?: ColumnValue | undefined }

/** A table of documents. */
export interface DocumentTable<A, Column extends string> {
  readonly insert: (document: A) => Write
  readonly update: (document: A, version: number) => Write<VersionConflict>
  readonly byId: (store: RegionStore, id: string) => Effect.Effect<Stored<A> | undefined, StoreUnavailable>
  /** The first document with this value in a column. */
  readonly byColumn: (
    store: RegionStore,
    column: Column,
    value: ColumnValue
  ) => Effect.Effect<Stored<A> | undefined, StoreUnavailable>
  /** Documents, newest first, from a position on. */
  readonly list: (
    store: RegionStore,
    narrowing: Narrowing<Column>,
    after: CursorPosition | undefined,
    rows: number
  ) => Effect.Effect<ReadonlyArray<ListedDocument<A>>, StoreUnavailable>
}

const storedOf = <A>(store: RegionStore, [row]: ReadonlyArray<StateRow>): Stored<A> | undefined =>
  row === undefined ? undefined : { document: readDocument<A>(store, row.state), version: Number(row.version) }

/** Documents of a table whose columns have these values, newest first, from a position on. */
export const listDocuments = <A, Column extends string>(
  store: RegionStore,
  {
    columns,
    narrowing,
    table
  }: { readonly table: string; readonly columns: ReadonlyArray<Column>; readonly narrowing: Narrowing<Column> },
  after: CursorPosition | undefined,
  rows: number
): Effect.Effect<ReadonlyArray<CursorPosition & { readonly document: A }>, StoreUnavailable> => {
  const narrowed = columns.filter((column) => narrowing[column] !== undefined)
  const query = {
    table,
    columns: ["state"],
    where: narrowed.map((column) => `${column} = ?`),
    params: narrowed.map((column) => narrowing[column] as ColumnValue)
  }
  return Effect.map(
    readKeyset<{ readonly state: string; readonly created_at: number; readonly sequence: number }>(
      store,
      query,
      after,
      rows
    ),
    (found) =>
      found.map((row) => ({
        document: readDocument<A>(store, row.state),
        createdAt: Number(row.created_at),
        sequence: Number(row.sequence)
      }))
  )
}

/**
 * Declares a table. `columnsOf` gives the columns of a document beside its id, its date and the document itself. Fields that
 * are `personal` are sealed.
 */
export const documentTable = <A extends { readonly id: string; readonly createdAt: number }, Column extends string>(
  name: string,
  columns: ReadonlyArray<Column>,
  columnsOf: (document: A) => { readonly [C in Column]: ColumnValue },
  personal: ReadonlyArray<keyof A & string> = []
): DocumentTable<A, Column> => {
  type All = Column | "created_at" | "state"
  const all = ["id", ...columns, "created_at", "state"] as readonly ["id", ...ReadonlyArray<All>]
  const table = versionedTable<All>(name, all, ["created_at"])
  const rowOf = (document: A, state: string) =>
    ({
      ...columnsOf(document),
      id: document.id,
      created_at: document.createdAt,
      state
    }) as Row<"id" | All>
  const written = <E>(document: A, write: (row: Row<"id" | All>) => Write<E>): Write<E> => {
    if (personal.length === 0) return write(rowOf(document, JSON.stringify(document)))
    const { from, text } = documentText(document, personal)
    const made = write(rowOf(document, text))
    return { ...made, seals: [{ param: made.params.indexOf(text), from }] }
  }
  const byIdText = `SELECT state, version FROM ${name} WHERE id = ?`
  const byColumnTexts = new Map(
    columns.map((column) => [column, `SELECT state, version FROM ${name} WHERE ${column} = ? LIMIT 1`])
  )
  return {
    insert: (document) => written(document, table.insert),
    update: (document, version) => written(document, (row) => table.update(row, version)),
    byId: (store, id) => Effect.map(store.read<StateRow>(byIdText, [id]), (rows) => storedOf<A>(store, rows)),
    byColumn: (store, column, value) =>
      Effect.map(store.read<StateRow>(byColumnTexts.get(column)!, [value]), (rows) => storedOf<A>(store, rows)),
    list: (store, narrowing, after, rows) =>
      Effect.map(listDocuments<A, Column>(store, { table: name, columns, narrowing }, after, rows), (found) =>
        found.map(({ createdAt, document, sequence }) => ({ ...document, createdAt, sequence }))
      )
  }
}

/** Documents of which there is one of each name, such as the lists that administrators keep. */
export interface NamedDocuments<Name extends string> {
  /** The document, or `undefined` where none was kept. */
  readonly read: <A>(store: RegionStore, name: Name) => Effect.Effect<A | undefined, StoreUnavailable>
  /** The write that keeps a document, whatever stood there. */
  readonly keep: (name: Name, document: unknown) => Write
}

/** Declares a table with the columns `name`, which is its key, `state` and `version`. */
export const namedDocuments = <Name extends string>(table: string): NamedDocuments<Name> => {
  const readText = `SELECT state FROM ${table} WHERE name = ?`
  const keepText = `INSERT INTO ${table} (name, state, version) VALUES (?, ?, 1)
    ON CONFLICT (name) DO UPDATE SET state = excluded.state, version = ${table}.version + 1`
  return {
    read: <A>(store: RegionStore, name: Name) =>
      Effect.map(store.read<{ readonly state: string }>(readText, [name]), ([row]) =>
        row === undefined ? undefined : (JSON.parse(row.state) as A)
      ),
    keep: (name, document) => ({ text: keepText, params: [name, JSON.stringify(document)] })
  }
}
