/** Sums over all accounts for the overview of a console. */
import * as Effect from "effect/Effect"
import type { PanelVolume, RegionStore } from "../../src/plugin.ts"

const dayMs = 86_400_000

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

/** What was paid on the days from one time to another, both inclusive. */
export const volumeOf = Effect.fnUntraced(function* (
  store: RegionStore,
  { from, to }: { readonly from: number; readonly to: number }
) {
  const first = yield* firstFrom(store, from)
  const end = yield* firstFrom(store, to + 1)
  const rows = yield* store.read<Omit<PanelVolume, "day"> & { readonly day: number }>(
    `SELECT created_at / ${dayMs} AS day, currency,
       sum(CASE WHEN status = 'succeeded' THEN amount ELSE 0 END) AS "amountMinor",
       count(*) AS count, sum(CASE WHEN status = 'failed' THEN 1 ELSE 0 END) AS declined
     FROM cards_payments WHERE sequence >= ? AND sequence < ? AND created_at >= ? AND created_at <= ?
     GROUP BY created_at / ${dayMs}, currency ORDER BY 1, 2`,
    [first, end, from, to]
  )
  return rows.map((row): PanelVolume => ({ ...row, day: new Date(row.day * dayMs).toISOString().slice(0, 10) }))
})
