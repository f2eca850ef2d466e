/** Reads a list from a position on, newest first, at the same cost wherever the position lies. */
import * as Effect from "effect/Effect"
import type { CursorPosition } from "../domain/Cursor.ts"
import type { Read, RegionStore, SqlValue } from "../services/Store.ts"

/** A list of a table with the columns `created_at` and `sequence`, and an index that ends with them. */
export interface KeysetQuery {
  readonly table: string
  readonly columns: ReadonlyArray<string>
  /**
   * Conditions, all of which must hold; the leading columns of the index. One with a `?` comes with its value, and is left out
   * where that is `undefined`.
   */
  readonly where: ReadonlyArray<string | readonly [condition: string, value: SqlValue | undefined]>
}

/** What every row of such a list has besides: its place. */
export interface KeysetRow {
  readonly created_at: number
  readonly sequence: number
}

const whereOf = (conditions: ReadonlyArray<string>): string =>
  conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`

/**
 * At most `rows` rows after a position. Rows of the position's own moment are read first, by their sequence, then
 * older ones: two ranges of one index. As one condition on both columns a database would walk through all rows of the
 * moment, and with a clock that stands still that is the whole table.
 */
export const readKeyset = <Row extends object>(
  store: RegionStore,
  query: KeysetQuery,
  after: CursorPosition | undefined,
  rows: number
): Read<ReadonlyArray<Row>> => {
  const where: Array<string> = []
  const values: Array<SqlValue> = []
  for (const condition of query.where) {
    if (typeof condition === "string") where.push(condition)
    else if (condition[1] !== undefined) {
      where.push(condition[0])
      values.push(condition[1])
    }
  }
  const select = (conditions: ReadonlyArray<string>, params: ReadonlyArray<SqlValue>, limit: number) =>
    store.read<Row>(
      `SELECT ${[...query.columns, "created_at", "sequence"].join(", ")} FROM ${query.table}
       ${whereOf([...where, ...conditions])}
       ORDER BY created_at DESC, sequence DESC LIMIT CAST(? AS INTEGER)`,
      [...values, ...params, limit]
    )
  if (after === undefined) return select([], [], rows)
  return Effect.flatMap(
    select(["created_at = ?", "sequence < ?"], [after.createdAt, after.sequence], rows),
    (sameMoment) =>
      sameMoment.length === rows
        ? Effect.succeed(sameMoment)
        : Effect.map(select(["created_at < ?"], [after.createdAt], rows - sameMoment.length), (older) => [
            ...sameMoment,
            ...older
          ])
  )
}
