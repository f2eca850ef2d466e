/**
 * Rows that are written ahead of the unit that makes them visible, because together they are too long for one transaction:
 * the units of others would wait for it (decision 0046). The unit takes their registration out; rows whose unit never came
 * stay registered, and are deleted.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { StoreUnavailable, type RegionStore, type UniqueViolation, type Write } from "../services/Store.ts"
import { atMost, given, integer, key, table, text } from "../rows/Table.ts"
import { rawStatement } from "../rows/statement.ts"

/** Engine time after which no unit comes any more: a day. Our choice; what is written ahead takes seconds. */
const lifetimeMs = 86_400_000

/** Rows that are deleted at once unless the caller gives a number. Our choice: a few milliseconds for those of 128 KiB. */
const rowsAtOnce = 64

/** Numbers of rows that are yet to come are below zero. */
const numbers = /^-\d+$/

/** Rows of a table that nobody reads yet. */
export interface Ahead {
  readonly table: string
  /** They have `value` in this column, which no rows had before. */
  readonly column: string
  readonly value: string | number
  /** The column that tells them apart. */
  readonly order: string
}

const registrations = table("written_ahead", {
  id: key(text),
  table_name: text,
  column_name: text,
  order_name: text,
  begun_at: integer,
  is_over: integer
})

const takeOut = registrations.deleting({ id: given, is_over: 0 })
const giveUp = registrations.updating({ set: { is_over: 1 }, where: { begun_at: atMost(given), is_over: 0 } })
const forget = registrations.deleting({ id: given, is_over: 1 })

/** One transaction is written ahead at a time: however many callers there are, a unit waits for one of them. */
const turns = Semaphore.makeUnsafe(1)

/** Writes when it is its turn. */
const writeInTurn = (store: RegionStore, writes: ReadonlyArray<Write>) => turns.withPermit(store.write(writes))

/**
 * Writes rows ahead, those of each step in a transaction of its own. Answers the write that belongs in the unit that makes them
 * visible: it fails the unit if the rows were deleted meanwhile. Fails with `UniqueViolation` where such rows are there.
 */
export const writeAhead = Effect.fnUntraced(function* (
  store: RegionStore,
  of: Ahead & { readonly now: number },
  steps: Iterable<ReadonlyArray<Write>>
): Effect.fn.Return<Write<StoreUnavailable>, StoreUnavailable | UniqueViolation> {
  const { column, now, order, table: name, value } = of
  const id = String(value)
  const registration = { id, table_name: name, column_name: column, order_name: order, begun_at: now, is_over: 0 }
  // In one transaction with the first rows: where these are there already, nothing may be registered that would delete them.
  let before = [registrations.insert(registration)]
  for (const writes of steps) {
    yield* writeInTurn(store, [...before, ...writes])
    before = []
  }
  if (before.length > 0) yield* writeInTurn(store, before)
  const detail = "What was written ahead of a unit was deleted before it: engine time was moved by more than a day"
  return takeOut({ id }, () => new StoreUnavailable({ region: store.name, reason: "locked", detail }))
})

/** Deletes some of the rows, the last ones first, in a transaction of its own. Answers how many there were. */
export const removeSome = Effect.fnUntraced(
  function* (
    store: RegionStore,
    { column, order, table: name, value }: Ahead,
    rows = rowsAtOnce
  ): Effect.fn.Return<number, StoreUnavailable | UniqueViolation> {
    const some = `SELECT ${order} FROM ${name} WHERE ${column} = ? ORDER BY ${order} DESC LIMIT ${rows}`
    const found = yield* store.read<object>(some, [value])
    if (found.length > 0) {
      const statement = rawStatement(`DELETE FROM ${name} WHERE ${column} = ? AND ${order} IN (${some})`)
      yield* writeInTurn(store, [{ statement, values: [value, value] }])
    }
    return found.length
  },
  Effect.catchTag("UniqueViolation", Effect.die)
)

/** Whether rows are registered: the unit that makes them visible is still to come. */
export const isAhead = (store: RegionStore, value: Ahead["value"]): Effect.Effect<boolean, StoreUnavailable> =>
  Effect.map(
    store.read<object>(`SELECT 1 AS found FROM written_ahead WHERE id = ?`, [String(value)]),
    (rows) => rows.length > 0
  )

interface Registration {
  readonly id: string
  readonly table_name: string
  readonly column_name: string
  readonly order_name: string
}

/** Deletes some of the rows whose unit never came. Answers how many. */
export const pruneAhead = Effect.fnUntraced(
  function* (store: RegionStore, now: number): Effect.fn.Return<number, StoreUnavailable | UniqueViolation> {
    const over = `SELECT id, table_name, column_name, order_name FROM written_ahead WHERE is_over = 1 LIMIT 1`
    let [registration] = yield* store.read<Registration>(over, [])
    if (registration === undefined) {
      const old = yield* store.read<object>(
        `SELECT id FROM written_ahead WHERE begun_at <= CAST(? AS BIGINT) AND is_over = 0 LIMIT 1`,
        [now - lifetimeMs]
      )
      if (old.length === 0) return 0
      // From here on the unit fails if it comes after all.
      yield* writeInTurn(store, [giveUp({}, { begun_at: now - lifetimeMs })])
      ;[registration] = yield* store.read<Registration>(over, [])
      if (registration === undefined) return 0
    }
    const { column_name: column, id, order_name: order, table_name: name } = registration
    const value = numbers.test(id) ? Number(id) : id
    const removed = yield* removeSome(store, { table: name, column, order, value })
    if (removed < rowsAtOnce) yield* writeInTurn(store, [forget({ id })])
    return Math.max(removed, 1)
  },
  Effect.catchTag("UniqueViolation", Effect.die)
)
