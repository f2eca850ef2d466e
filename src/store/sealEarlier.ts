/** Seals what an earlier version wrote in clear, once: a column of a table at a time, in small transactions. */
import * as Effect from "effect/Effect"
import type { RegionStore, SqlValue, StoreUnavailable, UniqueViolation, Write } from "../services/Store.ts"
import { documentText, isSealed } from "./sealing.ts"

/** A column that holds personal data. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The columns that name a row, in the order of an index, with a value before the first. */
  readonly key: ReadonlyArray<{ readonly name: string; readonly type: "TEXT" | "BIGINT"; readonly first: SqlValue }>
  /** The sealed fields of documents; left out: the whole text is sealed. */
  readonly personal?: ReadonlyArray<string>
}

/** Rows that are looked at together (our choice). */
const rowsAtOnce = 200

/** What a text is written as, or `undefined` where it is sealed already, or says nothing. */
const sealedAs = (text: string | null, { personal }: SealedColumn) => {
  if (text === null || text === "" || isSealed(text) || isSealed(text.slice(text.indexOf("\n") + 1))) return undefined
  return personal === undefined
    ? { text, from: 0 }
    : documentText(JSON.parse(text) as { readonly id: string }, personal as ReadonlyArray<never>)
}

/** Seals the rows of a column that are in clear. A row that changes meanwhile is left to whoever changes it. */
export const sealEarlier = Effect.fnUntraced(function* (
  store: RegionStore,
  of: SealedColumn
): Effect.fn.Return<void, StoreUnavailable | UniqueViolation> {
  const { column, key, table } = of
  const names = key.map(({ name }) => name)
  const after = key.map(({ type }) => `CAST(? AS ${type})`).join(", ")
  const readText = `SELECT ${names.join(", ")}, ${column} AS sealed_text FROM ${table}
    WHERE (${names.join(", ")}) > (${after}) ORDER BY ${names.join(", ")} LIMIT ${rowsAtOnce}`
  const updateText = `UPDATE ${table} SET ${column} = ?
    WHERE ${key.map(({ name, type }) => `${name} = CAST(? AS ${type})`).join(" AND ")} AND ${column} = ?`
  let place = key.map(({ first }) => first)
  for (;;) {
    const rows = yield* store.read<Readonly<Record<string, SqlValue>>>(readText, place)
    const last = rows.at(-1)
    if (last === undefined) return
    place = names.map((name) => last[name]!)
    const writes = rows.flatMap((row): ReadonlyArray<Write> => {
      const text = row["sealed_text"] as string | null
      const sealed = sealedAs(text, of)
      return sealed === undefined
        ? []
        : [
            {
              text: updateText,
              params: [sealed.text, ...names.map((name) => row[name]!), text],
              seals: [{ param: 0, from: sealed.from }]
            }
          ]
    })
    if (writes.length > 0) yield* store.write(writes)
  }
})
