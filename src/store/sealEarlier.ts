/** Seals what an earlier version wrote in clear, once: a column of a table at a time, in small transactions. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { StoredUnreadable } from "../rows/storedAs.ts"
import type { RegionStore, SqlValue, StoreUnavailable, UniqueViolation, Write } from "../services/Store.ts"
import { documentText, isSealed } from "./sealing.ts"
import { given, sealed, sealedDocument, table, text, type Columns } from "../rows/Table.ts"

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

/** Fields move from one line to another; of them all only the id is looked at. */
const withId = (document: unknown, table: string): { readonly id: string } => {
  if (Predicate.hasProperty(document, "id") && typeof document.id === "string") return document as { id: string }
  throw new StoredUnreadable({ table, id: undefined, version: undefined, why: "it has no id" })
}

/** What a text is written as before it is sealed, or `undefined` where it is sealed already, or says nothing. */
const sealedAs = (found: string | null, { personal, table }: SealedColumn) => {
  if (found === null || found === "" || isSealed(found) || isSealed(found.slice(found.indexOf("\n") + 1)))
    return undefined
  return personal === undefined
    ? found
    : documentText(withId(JSON.parse(found), table), personal as ReadonlyArray<never>)
}

/** Seals the rows of a column that are in clear. A row that changes meanwhile is left to whoever changes it. */
export const sealEarlier = Effect.fnUntraced(function* (
  store: RegionStore,
  of: SealedColumn
): Effect.fn.Return<void, StoreUnavailable | UniqueViolation> {
  const { column, key } = of
  const names = key.map(({ name }) => name)
  const after = key.map(({ type }) => `CAST(? AS ${type})`).join(", ")
  const readText = `SELECT ${names.join(", ")}, ${column} AS sealed_text FROM ${of.table}
    WHERE (${names.join(", ")}) > (${after}) ORDER BY ${names.join(", ")} LIMIT ${rowsAtOnce}`
  const columns: Columns = { [column]: of.personal === undefined ? sealed(text) : sealedDocument }
  const update = table(of.table, columns).updating({
    set: { [column]: given as typeof given },
    where: Object.fromEntries([...names, column].map((name) => [name, given as typeof given]))
  })
  let place = key.map(({ first }) => first)
  for (;;) {
    const rows = yield* store.read<Readonly<Record<string, SqlValue>>>(readText, place)
    const last = rows.at(-1)
    if (last === undefined) return
    place = names.map((name) => last[name]!)
    const writes = rows.flatMap((row): ReadonlyArray<Write> => {
      const found = row["sealed_text"] as string | null
      const written = sealedAs(found, of)
      return written === undefined ? [] : [update({ [column]: written }, { ...row, [column]: found! })]
    })
    if (writes.length > 0) yield* store.write(writes)
  }
})
