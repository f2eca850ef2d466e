/**
 * Tables whose rows are one document and the columns that it is found by. Queries keep their names in the table's
 * repository; here is only what all of them do alike.
 */
import * as Effect from "effect/Effect"
import type { CursorPosition } from "../domain/Cursor.ts"
import type { Read, RegionStore, VersionConflict, Write } from "../services/Store.ts"
import type { StoredAs } from "../rows/storedAs.ts"
import { keptRead } from "./keptRead.ts"
import { readKeyset, type KeysetRow } from "./readKeyset.ts"
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

export type DocumentColumns = Columns & { readonly id: Column<string> }

/** The columns that documents are found by. Whoever declares the table says what they hold. */
export const searched = (names: ReadonlyArray<string>): Columns => Object.fromEntries(names.map((name) => [name, {}]))

/** A table of documents. */
export interface DocumentTable<A, Column extends string> {
  readonly insert: (document: A) => Write
  readonly update: (document: A, version: number) => Write<VersionConflict>
  readonly byId: (store: RegionStore, id: string) => Read<Stored<A> | undefined>
  /** The first document with this value in a column. */
  readonly byColumn: (store: RegionStore, column: Column, value: ColumnValue) => Read<Stored<A> | undefined>
  /** Documents, newest first, from a position on. */
  readonly list: (
    store: RegionStore,
    narrowing: Narrowing<Column>,
    after: CursorPosition | undefined,
    rows: number
  ) => Read<ReadonlyArray<ListedDocument<A>>>
}

const storedOf = <A>(
  store: RegionStore,
  stored: StoredAs<A>,
  [row]: ReadonlyArray<StateRow>,
  id?: string
): Stored<A> | undefined =>
  row === undefined ? undefined : { document: readDocument(store, stored, row.state, id), version: row.version }

/** Documents of a table whose columns have these values, newest first, from a position on. */
export const listDocuments = <A, Column extends string>(
  store: RegionStore,
  {
    columns,
    narrowing,
    stored
  }: { readonly stored: StoredAs<A>; readonly columns: ReadonlyArray<Column>; readonly narrowing: Narrowing<Column> },
  after: CursorPosition | undefined,
  rows: number
): Read<ReadonlyArray<CursorPosition & { readonly document: A }>> => {
  const where = columns.map((column) => [`${column} = ?`, narrowing[column]] as const)
  const query = { table: stored.table, columns: ["state"], where }
  return Effect.map(readKeyset<{ readonly state: string } & KeysetRow>(store, query, after, rows), (found) =>
    found.map(({ created_at: createdAt, sequence, state }) => ({
      document: readDocument(store, stored, state),
      createdAt,
      sequence
    }))
  )
}

/**
 * Declares a table of documents that are `stored` so. `columnsOf` gives the columns of a document beside its id, its date and the document itself. Fields that
 * are `personal` are sealed. Columns that are `fixed` never change after the insert: SQLite writes the indexes of all that an update names.
 */
export const documentTable = <A extends { readonly id: string; readonly createdAt: number }, Column extends string>(
  stored: StoredAs<A>,
  columns: ReadonlyArray<Column>,
  columnsOf: (document: A) => { readonly [C in Column]: ColumnValue },
  personal: ReadonlyArray<keyof A & string> = [],
  fixed: ReadonlyArray<Column> = []
): DocumentTable<A, Column> => {
  const name = stored.table
  const state = personal.length === 0 ? text : sealedDocument
  const all: DocumentColumns = { id: text, ...searched(columns), created_at: integer, state }
  const table = versionedTable(name, all, ["created_at", ...fixed])
  const rowOf = (document: A) => ({
    ...columnsOf(document),
    id: document.id,
    created_at: document.createdAt,
    state: personal.length === 0 ? stored.write(document) : documentText(document, personal, stored.write)
  })
  const byIdText = `SELECT state, version FROM ${name} WHERE id = ?`
  const byColumnTexts = new Map(
    columns.map((column) => [column, `SELECT state, version FROM ${name} WHERE ${column} = ? LIMIT 1`])
  )
  return {
    insert: (document) => table.insert(rowOf(document)),
    update: (document, version) => table.update(rowOf(document), version),
    byId: (store, id) => Effect.map(store.read<StateRow>(byIdText, [id]), (rows) => storedOf(store, stored, rows, id)),
    byColumn: (store, column, value) =>
      Effect.map(store.read<StateRow>(byColumnTexts.get(column)!, [value]), (rows) => storedOf(store, stored, rows)),
    list: (store, narrowing, after, rows) =>
      Effect.map(listDocuments<A, Column>(store, { stored, columns, narrowing }, after, rows), (found) =>
        found.map(({ createdAt, document, sequence }) => ({ ...document, createdAt, sequence }))
      )
  }
}

/** A document of which there is one, such as a list that administrators keep. */
export interface NamedDocument<A> {
  /** The document, or `undefined` where none was kept. */
  readonly read: (store: RegionStore) => Read<A | undefined>
  /** The write that keeps a document, whatever stood there. */
  readonly keep: (document: A) => Write
}

/**
 * Declares a document of a table with the columns `name`, which is its key, `state` and `version`. `stored.table` names both:
 * `bank_settings/simulator` is the document `simulator` of `bank_settings`.
 */
export const namedDocument = <A>(stored: StoredAs<A>): NamedDocument<A> => {
  const [of = "", name = ""] = stored.table.split("/")
  const read = keptRead({
    tables: [of],
    text: `SELECT state FROM ${of} WHERE name = ?`,
    make: ([row]: ReadonlyArray<{ readonly state: string }>) =>
      row === undefined ? undefined : stored.read(row.state, name)
  })
  const keep = table(of, { name: key(text), state: text, version: integer }).inserting({
    onExisting: { set: { state: given, version: plus(1) } }
  })
  return {
    read: (store) => read(store, [name]),
    keep: (document) => keep({ name, state: stored.write(document), version: 1 })
  }
}
