/** Sums over all accounts for the overview of a console. */
import * as Effect from "effect/Effect"
import type { PanelVolume, RegionStore } from "../../src/plugin.ts"
import { storedPayment } from "./payments/stored.ts"

const dayMs = 86_400_000

/** Payments by their place in the table and their time: from the first, before the end. */
interface Range {
  readonly first: number
  readonly end: number
  readonly from: number
  readonly to: number
}

/**
 * Payments of days by currency. The table is in the order of time, so the days are a range of its key: where it begins is found by
 * halving, without an index of its own.
 */
const firstFrom = Effect.fnUntraced(function* (store: RegionStore, from: number) {
  const bounds = yield* store.read<{ readonly first: number | null; readonly last: number | null }>(
    "SELECT min(sequence) AS first, max(sequence) AS last FROM cards_payments",
    []
  )
  let low = bounds[0]?.first ?? 0
  let high = (bounds[0]?.last ?? -1) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [row] = yield* store.read<{ readonly created_at: number }>(
      "SELECT created_at FROM cards_payments WHERE sequence >= ? ORDER BY sequence LIMIT 1",
      [middle]
    )
    if (row === undefined || row.created_at >= from) high = middle
    else low = middle + 1
  }
  return low
})

/** Payments that are read at a time (our choice). */
const paymentsPerRead = 500

/**
 * What was not captured of payments that succeeded, by day and currency. Their rows have the amount that was asked for, and few are
 * captured in part: those are found by the text of their documents, and read.
 */
const uncapturedOf = Effect.fnUntraced(function* (store: RegionStore, of: Range) {
  const uncaptured = new Map<string, number>()
  for (let first = of.first; ;) {
    const page = yield* store.read<{ readonly sequence: number; readonly day: number; readonly state: string }>(
      `SELECT sequence, created_at / ${dayMs} AS day, state FROM cards_payments
       WHERE sequence >= ? AND sequence < ? AND created_at >= ? AND created_at <= ? AND status = 'succeeded'
         AND state NOT LIKE '%"amountCapturedMinor":' || amount || ',%'
       ORDER BY sequence LIMIT ${paymentsPerRead}`,
      [first, of.end, of.from, of.to]
    )
    for (const { day, state } of page) {
      const { amountCapturedMinor, amountMinor, currency } = storedPayment.read(state)
      const key = `${day} ${currency}`
      uncaptured.set(key, (uncaptured.get(key) ?? 0) + amountMinor - amountCapturedMinor)
    }
    const last = page.at(-1)
    if (last === undefined || page.length < paymentsPerRead) return uncaptured
    first = last.sequence + 1
  }
})

/** What was paid on the days from one time to another, both inclusive. */
export const volumeOf = Effect.fnUntraced(function* (
  store: RegionStore,
  { from, to }: { readonly from: number; readonly to: number }
) {
  const range = { first: yield* firstFrom(store, from), end: yield* firstFrom(store, to + 1), from, to }
  const rows = yield* store.read<Omit<PanelVolume, "day"> & { readonly day: number }>(
    `SELECT created_at / ${dayMs} AS day, currency,
       sum(CASE WHEN status = 'succeeded' THEN amount ELSE 0 END) AS "amountMinor",
       count(*) AS count, sum(CASE WHEN status = 'failed' THEN 1 ELSE 0 END) AS declined
     FROM cards_payments WHERE sequence >= ? AND sequence < ? AND created_at >= ? AND created_at <= ?
     GROUP BY created_at / ${dayMs}, currency ORDER BY 1, 2`,
    [range.first, range.end, from, to]
  )
  const uncaptured = yield* uncapturedOf(store, range)
  return rows.map((row): PanelVolume => ({
    ...row,
    day: new Date(row.day * dayMs).toISOString().slice(0, 10),
    amountMinor: row.amountMinor - (uncaptured.get(`${row.day} ${row.currency}`) ?? 0)
  }))
})
