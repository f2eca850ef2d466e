/** Tables of documents that have a long text each, in a column of its own: it is read only where it is asked for. */
import {
  integer,
  longText,
  orNull,
  ownedDocumentTable,
  readLongBytes,
  readLongText,
  text,
  versionedTable,
  type Columns,
  type LongText,
  type OwnedDocuments,
  type RegionStore,
  type RowOf
} from "../../src/plugin.ts"

/** Declares a table with a column `content` beside those of `ownedDocumentTable`; what it is found by never changes. */
export const textTable = <
  Noun extends string,
  A extends { readonly id: string; readonly createdAt: number },
  const Found extends Columns
>(
  noun: Noun,
  of: {
    readonly stored: OwnedDocuments<A, string>["stored"]
    readonly columns: Found
    readonly columnsOf: (document: A) => RowOf<Found>
  }
) => {
  const { columns, columnsOf, stored } = of
  const names = Object.keys(columns) as ReadonlyArray<keyof Found & string>
  const documents = ownedDocumentTable<Noun, A, keyof Found & string>(noun, { stored, columns: names, fixed: names })
  const own = { id: text, scope: text, created_at: integer, state: text, content: longText(orNull(text)) }
  const rows = versionedTable(stored.table, { ...columns, ...own }, [])
  const contentOf = (scope: string, id: string) => ({
    table: stored.table,
    column: "content",
    where: ["id = ?", "scope = ?"],
    params: [id, scope]
  })
  return {
    byId: documents.byId,
    list: documents.list,
    remove: documents.remove,
    rows: rows.table,
    /** The write of a new document with its text. */
    insertWith: (scope: string, document: A, content: LongText | null) =>
      rows.insert({
        ...columnsOf(document),
        id: document.id,
        scope,
        created_at: document.createdAt,
        state: stored.write(document),
        content
      } as Parameters<typeof rows.insert>[0]),
    /** The text of a document; `undefined` where there is none. */
    textOf: (store: RegionStore, scope: string, id: string) => readLongText(store, contentOf(scope, id)),
    /** The UTF-8 of that text. */
    bytesOf: (store: RegionStore, scope: string, id: string) => readLongBytes(store, contentOf(scope, id))
  }
}
