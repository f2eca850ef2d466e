/**
 * Writes of one row, as data: an insert, or an update that checks the version it was decided on. A repository declares
 * its table once; how often a statement is prepared is not its concern.
 */
import { VersionConflict, type SqlValue, type Write } from "../services/Store.ts"

/** Column names to values; a table's repository derives it from an entity. */
export type Row<Column extends string> = { readonly [C in Column]: SqlValue }

/** The writes of one table whose rows are named by `id` and carry a `version`. */
export interface VersionedTable<Column extends string> {
  readonly name: string
  /** A new row, at version 1. */
  readonly insert: (row: Row<Column>) => Write
  /** Replaces the row if it is still at `version`; otherwise the whole unit fails with `VersionConflict`. */
  readonly update: (row: Row<Column>, version: number) => Write<VersionConflict>
}

/**
 * Declares a table. `columns` are all columns that the entity fills, beginning with `id`; the table has a `version`
 * column besides. `fixed` columns are never updated.
 */
export const versionedTable = <const Column extends string>(
  name: string,
  columns: readonly ["id", ...ReadonlyArray<Column>],
  fixed: ReadonlyArray<Column>
): VersionedTable<"id" | Column> => {
  const all = columns as ReadonlyArray<"id" | Column>
  const changing = all.filter((column) => column !== "id" && !(fixed as ReadonlyArray<string>).includes(column))
  const insertText = `INSERT INTO ${name} (${all.join(", ")}, version) VALUES (${all.map(() => "?").join(", ")}, 1)`
  const updateText =
    `UPDATE ${name} SET ${changing.map((column) => `${column} = ?`).join(", ")}, version = version + 1 ` +
    `WHERE id = ? AND version = ?`
  return {
    name,
    insert: (row) => ({ text: insertText, params: all.map((column) => row[column]) }),
    update: (row, version) => ({
      text: updateText,
      params: [...changing.map((column) => row[column]), row.id, version],
      orElse: () => new VersionConflict({ table: name, key: String(row.id) })
    })
  }
}
