/**
 * Deletes rows whose time is over, a few at a time: each step is a transaction of its own and short enough for creates to
 * pass by it. The newest row of a table stays, so that no sequence is given twice.
 */
import * as Effect from "effect/Effect"
import type { Read, RegionStore, SqlValue, Statement, StoreUnavailable, Write } from "../services/Store.ts"
import type { RetainedKind } from "./retention.ts"
import { keepSetting, readSetting } from "./settingsRepository.ts"
import { rawStatement } from "../rows/statement.ts"

/** Rows that one step looks at (our choice): with their indexes some milliseconds of a transaction. */
const rowsPerStep = 200

const dayMs = 86_400_000

/** From when on rows of a kind stay, at an engine time. */
export const cutoffOf = ({ days }: Pick<RetainedKind, "days">, now: number): number => now - days * dayMs

/** What a step did, and where the next one goes on: `undefined` when nothing older is left. */
export interface SweepStep {
  readonly rows: number
  readonly upTo: number | undefined
  /** Of a table that plugins share: up to here all rows are of others, so a later round need not look at them. */
  readonly passed?: number
}

interface Range {
  readonly after: number
  readonly upTo: number
  readonly cutoff: number
}

/** Rows of a range that may go, as `FROM` and `WHERE` of a statement. */
const goneFrom = ({ neededWhile, table }: RetainedKind): string =>
  `${table} AS aged WHERE aged.sequence > ? AND aged.sequence <= ? AND aged.created_at < ?
    AND aged.sequence < (SELECT max(sequence) FROM ${table})${neededWhile === undefined ? "" : ` AND NOT (${neededWhile})`}`

const paramsOf = ({ params }: RetainedKind, { after, cutoff, upTo }: Range): ReadonlyArray<SqlValue> => [
  after,
  upTo,
  cutoff,
  ...params
]

/** The statements of a kind: what a plugin says about its rows is SQL, and so are they. */
const statementsOf = (kind: RetainedKind): ReadonlyArray<Statement> => {
  const { dependents } = kind
  const gone = goneFrom(kind)
  const rows = rawStatement(`DELETE FROM ${gone}`)
  return dependents === undefined
    ? [rows]
    : [
        rawStatement(`DELETE FROM ${dependents.table} WHERE ${dependents.column} IN (SELECT aged.id FROM ${gone})`),
        rows
      ]
}

const deletes = (kind: RetainedKind, range: Range): ReadonlyArray<Write> => {
  const values = paramsOf(kind, range)
  return [
    ...statementsOf(kind).map((statement) => ({ statement, values })),
    keepSetting(`pruned.${kind.name}`, range.cutoff)
  ]
}

/** The next rows of a table after a place: the last of them, and how old the oldest is. */
const windowAfter = (store: RegionStore, table: string, after: number) =>
  Effect.map(
    store.read<{ readonly up_to: number | null; readonly oldest: number | null }>(
      `SELECT max(sequence) AS up_to, min(created_at) AS oldest FROM
        (SELECT sequence, created_at FROM ${table} WHERE sequence > ? ORDER BY sequence
         LIMIT CAST(? AS INTEGER)) AS next_rows`,
      [after, rowsPerStep]
    ),
    ([row]) => ({ upTo: row?.up_to ?? 0, oldest: row?.oldest ?? Infinity })
  )

/** How far a later round need not look: not beyond the first own row that stays, nor beyond rows that are old by now. */
const passedBy = ({ own, table }: RetainedKind, store: RegionStore, { after, cutoff, upTo }: Range) =>
  own === undefined
    ? Effect.succeed({})
    : Effect.map(
        store.read<{ readonly passed: number }>(
          `SELECT COALESCE(
            (SELECT min(aged.sequence) - 1 FROM ${table} AS aged
              WHERE aged.sequence > ? AND aged.sequence <= ? AND ${own.where}),
            (SELECT max(sequence) FROM ${table} WHERE sequence > ? AND sequence <= ? AND created_at < ?)) AS passed`,
          [after, upTo, ...own.params, after, upTo, cutoff]
        ),
        ([row]) => ({ passed: row?.passed ?? after })
      )

/**
 * Counts the rows among the next ones that may go, and deletes them unless `keep`. Rows lie in the order of their time, so a
 * table is not read further than its old rows reach.
 */
export const sweepStep = Effect.fnUntraced(function* (
  store: RegionStore,
  kind: RetainedKind,
  at: { readonly now: number; readonly after: number; readonly keep?: boolean }
): Effect.fn.Return<SweepStep, StoreUnavailable> {
  const cutoff = cutoffOf(kind, at.now)
  const { oldest, upTo } = yield* windowAfter(store, kind.table, at.after)
  if (!(oldest < cutoff)) return { rows: 0, upTo: undefined }
  const range = { after: at.after, upTo, cutoff }
  const [row] = yield* store.read<{ readonly gone: number }>(
    `SELECT count(*) AS gone FROM ${goneFrom(kind)}`,
    paramsOf(kind, range)
  )
  const rows = row?.gone ?? 0
  if (rows > 0 && at.keep !== true) {
    yield* store.write<never>(deletes(kind, range)).pipe(Effect.catchTag("UniqueViolation", Effect.die))
  }
  return { rows, upTo, ...(at.keep === true ? {} : yield* passedBy(kind, store, range)) }
})

/**
 * Engine time before which rows of a kind, such as `cards.events`, may have been deleted; 0 when none was. For those who
 * check that a row is there.
 */
export const prunedBefore = (store: RegionStore, kind: string): Read<number> =>
  Effect.map(readSetting(store, `pruned.${kind}`), (time) => (typeof time === "number" ? time : 0))

/** Pages that one step gives back (our choice): a few milliseconds. */
const pagesPerStep = 500

/** Free pages are used again: only what is above this share of the file is given back (our choice), and never the last ones. */
const freeShare = 0.2
const freePagesKept = 2_000

/**
 * Gives a little of the space that deleted rows left back to the system, and answers whether there is more. Only where the
 * database does not do so by itself, and where the file is laid out for it.
 */
export const giveBackSpace = Effect.fnUntraced(function* (
  store: RegionStore
): Effect.fn.Return<boolean, StoreUnavailable> {
  const { space } = store.dialect
  if (space === undefined) return false
  const [row] = yield* store.read<{ readonly free: number; readonly pages: number; readonly mode: number }>(
    space.read,
    []
  )
  if (row === undefined || row.mode !== space.incremental) return false
  const surplus = row.free - Math.max(freePagesKept, Math.floor(row.pages * freeShare))
  if (surplus <= 0) return false
  const pages = Math.min(surplus, pagesPerStep)
  yield* store.transact(store.sql.unsafe(space.giveBack(pages))).pipe(Effect.catchTag("SqlError", Effect.die))
  return surplus > pages
})
