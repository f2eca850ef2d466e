/** Deliveries of code hosts: which were taken, and what was answered, for a day (decisions docs 6, D40). */
import * as Effect from "effect/Effect"
import {
  atMost,
  given,
  integer,
  key,
  table,
  text,
  type RegionStore,
  type StoreUnavailable,
  type Write
} from "../../../src/plugin.ts"

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

const deliveries = table("docs_deliveries", {
  scope: key(text),
  delivery: key(text),
  created_at: integer,
  answer: text
})

const removeOld = deliveries.deleting({ created_at: atMost(given) })

/** The writes that keep an answer and drop those that are too old. */
export const keepAnswer = (
  of: { readonly scope: string; readonly delivery: string; readonly since: number; readonly now: number },
  answer: string
): ReadonlyArray<Write> => [
  removeOld({ created_at: of.since }),
  deliveries.insert({ scope: of.scope, delivery: of.delivery, created_at: of.now, answer })
]
