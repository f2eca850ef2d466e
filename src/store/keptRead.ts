/**
 * Reads of tables that hardly ever change, such as settings, rules and directories: what was made of their rows is kept until a unit
 * writes to one of the tables. Where others write, too, it is read each time; so it is for whoever sees rows that are not committed.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Recent } from "../domain/Recent.ts"
import { Unflushed, type Read, type RegionStore, type SqlValue } from "../services/Store.ts"

/** What is read, and what becomes of it. */
export interface KeptQuery<Row, A> {
  /** Every table that the text names. */
  readonly tables: ReadonlyArray<string>
  /** Constant, with `?` placeholders. */
  readonly text: string
  /** What is kept: nobody changes it. */
  readonly make: (rows: ReadonlyArray<Row>) => A
}

interface Kept<A> {
  readonly value: A
  /** How often the tables had changed before it was read. */
  readonly changes: number
}

/** What is kept of one query (our choice: of twice as many parameters at most). */
const keptAnswers = 4_096

/** One text for some values, and no other ones: with the kind and the length of each. */
const keyOf = (params: ReadonlyArray<SqlValue>): string => {
  let key = ""
  for (const param of params) {
    const text = String(param)
    key += `${typeof param} ${text.length} ${text}\n`
  }
  return key
}

/** Declares a read. */
export const keptRead = <Row extends object, A>({
  make,
  tables,
  text
}: KeptQuery<Row, A>): ((store: RegionStore, params: ReadonlyArray<SqlValue>) => Read<A>) => {
  const byStore = new WeakMap<RegionStore, Recent<Kept<A>>>()
  const answersOf = (store: RegionStore): Recent<Kept<A>> => {
    const known = byStore.get(store)
    if (known !== undefined) return known
    const made = new Recent<Kept<A>>(keptAnswers)
    byStore.set(store, made)
    return made
  }
  return (store, params) =>
    Effect.withFiber(({ context }) => {
      const seesMore =
        Context.get(context, Unflushed) !== undefined ||
        Context.getOrUndefined(context, store.sql.transactionService) !== undefined
      if (store.changes === undefined || seesMore) {
        return Effect.map(store.read<Row>(text, params), make)
      }
      let changes = 0
      for (const table of tables) changes += store.changes(table)
      const answers = answersOf(store)
      const key = keyOf(params)
      const known = answers.get(key)
      if (known !== undefined && known.changes === changes) return Effect.succeed(known.value)
      return Effect.map(store.read<Row>(text, params), (rows) => {
        const value = make(rows)
        answers.set(key, { value, changes })
        return value
      })
    })
}
