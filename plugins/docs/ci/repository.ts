/** Deliveries of code hosts: which were taken, and what was answered, for a day (decisions docs 6, D40). */
import * as Effect from "effect/Effect"
import type { RegionStore, StoreUnavailable, Write } from "../../../src/plugin.ts"

/** What a delivery was answered, or `undefined` for a new one. */
export const answerTo = (
  store: RegionStore,
  of: { readonly scope: string; readonly delivery: string; readonly since: number }
): Effect.Effect<string | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly answer: string }>(
      `SELECT answer FROM docs_deliveries WHERE scope = ? AND delivery = ? AND created_at > ?`,
      [of.scope, of.delivery, of.since]
    ),
    ([row]) => row?.answer
  )

/** The writes that keep an answer and drop those that are too old. */
export const keepAnswer = (
  of: { readonly scope: string; readonly delivery: string; readonly since: number; readonly now: number },
  answer: string
): ReadonlyArray<Write> => [
  { text: `DELETE FROM docs_deliveries WHERE created_at <= ?`, params: [of.since] },
  {
    text: `INSERT INTO docs_deliveries (scope, delivery, created_at, answer) VALUES (?, ?, ?, ?)`,
    params: [of.scope, of.delivery, of.now, answer]
  }
]
