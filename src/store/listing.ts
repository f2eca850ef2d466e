/**
 * Lists over all scopes of a table, for operators: newest first, in windows of which each can be read by itself, so that a
 * list can be scrolled to any place. The order is that of `sequence`, in which every table has its rows already: such a list
 * costs no index, and a commit nothing (decision 0052).
 */
import * as Effect from "effect/Effect"
import type { Read, RegionStore, SqlValue } from "../services/Store.ts"

/** Rows of a window. Our choice: some screens full. */
export const windowRows = 200

/** Rows that are counted, and can be scrolled to. Our choice: who looks for something older narrows the list. */
export const mostListed = 100_000

/** What a filter compares: a column with the value that is given, or a time or a scope with what it begins with. */
export type ListingFilter =
  | { readonly column: string }
  /** The account of a scope. */
  | { readonly accountOf: string }
  /** Created at this time or later, or earlier: ISO 8601, or a date. */
  | { readonly from: string }
  | { readonly before: string }
  /** At least so much, or at most. */
  | { readonly least: string }
  | { readonly most: string }

/** A table with the column `sequence`, and how its list may be narrowed. */
export interface ListingOptions {
  readonly table: string
  readonly columns: ReadonlyArray<string>
  readonly filters: Readonly<Record<string, ListingFilter>>
  /** Holds for every row, such as `status = 'waiting'`. */
  readonly where?: string
  /** A view with the same rows by which filtered ones are found, where the table itself has no index for that. */
  readonly index?: string
}

/** Where the windows of a list begin. */
export interface ListingAnchors {
  readonly total: number
  readonly capped: boolean
  readonly anchors: ReadonlyArray<string>
}

interface Narrowed {
  readonly where: ReadonlyArray<string>
  readonly params: ReadonlyArray<SqlValue>
}

const numberOf = (text: string): number => (/^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN)

/** A condition of one filter; `undefined` where no row can have such a value. */
const conditionOf = (filter: ListingFilter, text: string): readonly [string, ReadonlyArray<SqlValue>] | undefined => {
  if ("column" in filter) return [`${filter.column} = ?`, [text]]
  // "/" is followed by "0": all scopes of an account, and none of another one.
  if ("accountOf" in filter) return [`${filter.accountOf} >= ? AND ${filter.accountOf} < ?`, [`${text}/`, `${text}0`]]
  if ("from" in filter || "before" in filter) {
    const time = Date.parse(text)
    if (!Number.isFinite(time)) return undefined
    return "from" in filter ? [`${filter.from} >= ?`, [time]] : [`${filter.before} < ?`, [time]]
  }
  const bound = numberOf(text)
  if (!Number.isFinite(bound)) return undefined
  return "least" in filter ? [`${filter.least} >= ?`, [bound]] : [`${filter.most} <= ?`, [bound]]
}

const narrowed = (
  { filters, where }: ListingOptions,
  given: Readonly<Record<string, string | undefined>>
): Narrowed | undefined => {
  const conditions: Array<string> = where === undefined ? [] : [where]
  const params: Array<SqlValue> = []
  for (const [key, filter] of Object.entries(filters)) {
    const text = given[key]
    if (text === undefined || text === "") continue
    const condition = conditionOf(filter, text)
    if (condition === undefined) return undefined
    conditions.push(condition[0])
    params.push(...condition[1])
  }
  return { where: conditions, params }
}

const whereOf = (conditions: ReadonlyArray<string>): string =>
  conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`

/** A list over all scopes. */
export interface Listing<Row extends object> {
  readonly anchors: (store: RegionStore, filters: Readonly<Record<string, string | undefined>>) => Read<ListingAnchors>
  readonly rows: (
    store: RegionStore,
    filters: Readonly<Record<string, string | undefined>>,
    anchor: string | undefined
  ) => Read<ReadonlyArray<Row>>
  readonly count: (store: RegionStore, filters: Readonly<Record<string, string | undefined>>) => Read<number>
  /** The row with this value in a column, such as its id. */
  readonly find: (store: RegionStore, column: string, value: string) => Read<Row | undefined>
}

/** Declares a list. A filter whose text cannot be read finds nothing. */
export const listing = <Row extends object>(options: ListingOptions): Listing<Row> => {
  const { columns, table } = options
  const selected = ["sequence", ...columns].join(", ")
  const indexOf = ({ where }: Narrowed): string => (where.length === 0 ? table : (options.index ?? table))
  return {
    anchors: (store, filters) => {
      const of = narrowed(options, filters)
      if (of === undefined) return Effect.succeed({ total: 0, capped: false, anchors: [] })
      const index = indexOf(of)
      const counted = store.read<{ readonly total: number }>(
        `SELECT count(*) AS total FROM ${index} ${whereOf(of.where)}`,
        of.params
      )
      return Effect.flatMap(counted, ([row]) => {
        const all = Number(row?.total ?? 0)
        // "+" keeps the planner from walking through the rows themselves, which are long: an index is enough. Without a filter the
        // latest numbers are all that is sorted, however many rows there are.
        const latest =
          of.where.length === 0 && all > mostListed
            ? [`+sequence > (SELECT max(sequence) FROM ${table}) - ${mostListed}`]
            : of.where
        const numbered = `SELECT sequence, ROW_NUMBER() OVER (ORDER BY +sequence DESC) AS place FROM ${index} ${whereOf(latest)}`
        const anchors = store.read<{ readonly sequence: number }>(
          `SELECT sequence FROM (${numbered}) AS numbered WHERE place % ${windowRows} = 0 AND place <= ${mostListed}
           ORDER BY place`,
          of.params
        )
        return Effect.map(anchors, (found) => {
          // Of the latest numbers some may be free.
          const total = Math.min(all, mostListed, (found.length + 1) * windowRows)
          return { total, capped: all > total, anchors: found.map(({ sequence }) => String(sequence)) }
        })
      })
    },
    rows: (store, filters, anchor) => {
      const of = narrowed(options, filters)
      const after = anchor === undefined ? undefined : numberOf(anchor)
      if (of === undefined || Number.isNaN(after)) return Effect.succeed([])
      const where = [...of.where, ...(after === undefined ? [] : ["sequence < ?"])]
      const params = [...of.params, ...(after === undefined ? [] : [after])]
      // With filters, the rows are found by an index first, and only those of the window are read.
      const found =
        of.where.length === 0
          ? `SELECT ${selected} FROM ${table} ${whereOf(where)}`
          : `SELECT ${selected} FROM ${table} WHERE sequence IN
               (SELECT sequence FROM ${indexOf(of)} ${whereOf(where)} ORDER BY +sequence DESC LIMIT ${windowRows})`
      return store.read<Row>(`${found} ORDER BY sequence DESC LIMIT ${windowRows}`, params)
    },
    count: (store, filters) => {
      const of = narrowed(options, filters)
      if (of === undefined) return Effect.succeed(0)
      return Effect.map(
        store.read<{ readonly total: number }>(
          `SELECT count(*) AS total FROM ${table} ${whereOf(of.where)}`,
          of.params
        ),
        ([row]) => Number(row?.total ?? 0)
      )
    },
    find: (store, column, value) =>
      Effect.map(
        store.read<Row>(`SELECT ${selected} FROM ${table} WHERE ${column} = ? LIMIT 1`, [value]),
        ([row]) => row
      )
  }
}
