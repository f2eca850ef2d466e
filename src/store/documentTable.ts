/**
 * Tables whose rows are one document and the columns that it is found by. What is asked of a table is still named by its
 * repository; here is only what all of them do alike.
 */
import * as Effect from "effect/Effect"
import type { CursorPosition } from "../domain/Cursor.ts"
import type { RegionStore, StoreUnavailable, VersionConflict, Write } from "../services/Store.ts"
import { readKeyset } from "./readKeyset.ts"
import { documentText, readDocument } from "./sealing.ts"
import {
  given,
  integer,
  key,
  plus,
  sealedDocument,
  table,
  text,
  versionedTable,
  type Column,
  type Columns
} from "../rows/Table.ts"

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

/** The columns of a table of documents. */
export type DocumentColumns = Columns & { readonly id: Column<string> }

/** The columns that documents are found by: what they hold is said by whoever declares the table. */
export const searched = (names: ReadonlyArray<string>): Columns => Object.fromEntries(names.map((name) => [name, {}]))

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
  const state = personal.length === 0 ? text : sealedDocument
  const all: DocumentColumns = { id: text, ...searched(columns), created_at: integer, state }
  const table = versionedTable(name, all, ["created_at"])
  const rowOf = (document: A) => ({
    ...columnsOf(document),
    id: document.id,
    created_at: document.createdAt,
    state: personal.length === 0 ? JSON.stringify(document) : documentText(document, personal)
  })
  const byIdText = `SELECT state, version FROM ${name} WHERE id = ?`
  const byColumnTexts = new Map(
    columns.map((column) => [column, `SELECT state, version FROM ${name} WHERE ${column} = ? LIMIT 1`])
  )
  return {
    insert: (document) => table.insert(rowOf(document)),
    update: (document, version) => table.update(rowOf(document), version),
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
export const namedDocuments = <Name extends string>(name: string): NamedDocuments<Name> => {
  const readText = `SELECT state FROM ${name} WHERE name = ?`
  const keep = table(name, { name: key(text), state: text, version: integer }).inserting({
    onExisting: { set: { state: given, version: plus(1) } }
  })
  return {
    read: <A>(store: RegionStore, name: Name) =>
      Effect.map(store.read<{ readonly state: string }>(readText, [name]), ([row]) =>
        row === undefined ? undefined : (JSON.parse(row.state) as A)
      ),
    keep: (name, document) => keep({ name, state: JSON.stringify(document), version: 1 })
  }
}
