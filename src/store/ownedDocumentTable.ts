/**
 * Tables of documents that belong to somebody: every row has a `scope`, and every read is within one. What
 * is read carries the document under a name of the table's choice, so that it reads as what it is.
 */
import * as Effect from "effect/Effect"
import type { CursorPosition } from "../domain/Cursor.ts"
import type { Dialect, Read, RegionStore, SqlValue, VersionConflict, Write } from "../services/Store.ts"
import type { StoredAs } from "../rows/storedAs.ts"
import { listDocuments, searched, type ColumnValue, type DocumentColumns, type Narrowing } from "./documentTable.ts"
import { integer, text, versionedTable } from "../rows/Table.ts"

type Under<Noun extends string, A> = { readonly [N in Noun]: A }

/** A document as it was read, with the version that an update must find: `{ refund, version }`. */
export type StoredUnder<Noun extends string, A> = Under<Noun, A> & { readonly version: number }

/** A document with its place in a list. */
export type ListedUnder<Noun extends string, A> = Under<Noun, A> & CursorPosition

/** The parts of documents that a scope reads. */
export interface OwnedPage<Column extends string> {
  readonly scope: string
  readonly narrowing?: Narrowing<Column>
  readonly after: CursorPosition | undefined
  readonly rows: number
}

/** A table of documents that belong to somebody. */
export interface OwnedDocumentTable<Noun extends string, A, Column extends string> {
  readonly insert: (scope: string, document: A) => Write
  readonly update: (scope: string, document: A, version: number) => Write<VersionConflict>
  /** Deletes a document if it is still at `version`. */
  readonly remove: (document: A, version: number) => Write<VersionConflict>
  readonly byId: (store: RegionStore, scope: string, id: string) => Read<StoredUnder<Noun, A> | undefined>
  /** Whose document this is, or `undefined`: for those who come without a key. */
  readonly ownerOf: (store: RegionStore, id: string) => Read<string | undefined>
  /** Documents of a scope for which a condition holds, such as `customer = ? ORDER BY sequence`. */
  readonly where: (
    store: RegionStore,
    scope: string,
    condition: string,
    params: ReadonlyArray<SqlValue>
  ) => Read<ReadonlyArray<StoredUnder<Noun, A>>>
  /** Documents of a scope, newest first, from a position on. Each narrowing needs an index that begins with `scope`. */
  readonly list: (store: RegionStore, page: OwnedPage<Column>) => Read<ReadonlyArray<ListedUnder<Noun, A>>>
}

/** How a table of documents is declared. */
export interface OwnedDocuments<A, Column extends string> {
  /** The table, and the form of its documents. */
  readonly stored: StoredAs<A>
  /** The columns that documents are found by, beside id, scope and date. Default: none. */
  readonly columns?: ReadonlyArray<Column>
  readonly columnsOf?: (document: A) => { readonly [C in Column]: ColumnValue }
  /** Those of them that never change. */
  readonly fixed?: ReadonlyArray<Column>
}

/**
 * The statements of a migration that makes a table of documents without columns of its own, with its indexes. Released migrations
 * rely on it: what it makes never changes.
 */
export const createOwnedDocuments =
  (table: string) =>
  ({ integer, sequenceKey, text }: Dialect): ReadonlyArray<string> => [
    `CREATE TABLE ${table} (
      sequence ${sequenceKey}, id ${text} NOT NULL, scope ${text} NOT NULL, created_at ${integer} NOT NULL,
      state ${text} NOT NULL, version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX ${table}_id ON ${table} (id)`,
    `CREATE INDEX ${table}_scope ON ${table} (scope, created_at, sequence)`
  ]

interface StateRow {
  readonly state: string
  readonly version: number
}

/** Declares a table. `noun` is what its documents are called. */
export const ownedDocumentTable = <
  Noun extends string,
  A extends { readonly id: string; readonly createdAt: number },
  Column extends string = never
>(
  noun: Noun,
  { columns = [], columnsOf, fixed = [], stored }: OwnedDocuments<A, Column>
): OwnedDocumentTable<Noun, A, Column> => {
  const name = stored.table
  const all: DocumentColumns = { id: text, scope: text, ...searched(columns), created_at: integer, state: text }
  const table = versionedTable(name, all, ["scope", "created_at", ...fixed])
  const rowOf = (scope: string, document: A) => ({
    ...columnsOf?.(document),
    id: document.id,
    scope,
    created_at: document.createdAt,
    state: stored.write(document)
  })
  const under = (document: A) => ({ [noun]: document }) as Under<Noun, A>
  const storedOf = (row: StateRow, id?: string) => ({
    ...under(stored.read(row.state, id)),
    version: row.version
  })
  const byIdText = `SELECT state, version FROM ${name} WHERE id = ? AND scope = ?`
  return {
    insert: (scope, document) => table.insert(rowOf(scope, document)),
    update: (scope, document, version) => table.update(rowOf(scope, document), version),
    remove: ({ id }, version) => table.remove(id, version),
    byId: (store, scope, id) =>
      Effect.map(store.read<StateRow>(byIdText, [id, scope]), ([row]) =>
        row === undefined ? undefined : storedOf(row, id)
      ),
    ownerOf: (store, id) =>
      Effect.map(
        store.read<{ readonly scope: string }>(`SELECT scope FROM ${name} WHERE id = ?`, [id]),
        ([row]) => row?.scope
      ),
    where: (store, scope, condition, params) =>
      Effect.map(
        store.read<StateRow>(`SELECT state, version FROM ${name} WHERE scope = ? AND ${condition}`, [scope, ...params]),
        (rows) => rows.map((row) => storedOf(row))
      ),
    list: (store, { after, narrowing = {}, rows, scope }) =>
      Effect.map(
        listDocuments<A, Column | "scope">(
          store,
          {
            stored,
            columns: ["scope", ...columns],
            narrowing: { ...narrowing, scope } as Narrowing<Column | "scope">
          },
          after,
          rows
        ),
        (found) => found.map(({ createdAt, document, sequence }) => ({ ...under(document), createdAt, sequence }))
      )
  }
}
