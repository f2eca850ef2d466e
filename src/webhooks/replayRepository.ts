/** The events of a range of time, oldest first, and the rows by which one of them is delivered again. */
import * as Effect from "effect/Effect"
import type { Read, RegionStore, SqlValue, StoreUnavailable, Write } from "../services/Store.ts"
import { statement, value } from "../rows/statement.ts"
import { jobs, reviveNamed, schedule } from "../store/jobRepository.ts"
import { attemptJob, deliveries } from "../store/outboxRepository.ts"
import { allEvents } from "./Endpoint.ts"

/** How far a replay has come. */
export interface ReplayPosition {
  readonly createdAt: number
  readonly sequence: number
}

/** The events that an endpoint hears in a range of time; `types` is its own list. */
export interface EventRange {
  readonly plugin: string
  readonly scope: string
  readonly types: ReadonlyArray<string>
  readonly from: number
  readonly to: number
}

interface Condition {
  readonly text: string
  readonly params: ReadonlyArray<SqlValue>
}

const rangeOf = ({ plugin, scope, types }: EventRange): Condition => {
  const isAll = types.includes(allEvents)
  return {
    text: `plugin = ? AND scope = ?${isAll ? "" : ` AND type IN (${types.map(() => "?").join(", ")})`}`,
    params: isAll ? [plugin, scope] : [plugin, scope, ...types]
  }
}

/** How many events there are. */
export const countEvents = (store: RegionStore, range: EventRange): Read<number> => {
  const { params, text } = rangeOf(range)
  return Effect.map(
    store.read<{ readonly events: number }>(
      `SELECT count(*) AS events FROM listed_events WHERE ${text} AND created_at >= ? AND created_at <= ?`,
      [...params, range.from, range.to]
    ),
    ([row]) => {
      store.catchUp?.()
      return row?.events ?? 0
    }
  )
}

interface EventPlace extends ReplayPosition {
  readonly id: string
}

/** At most `rows` events after a position, oldest first: the rest of the position's own moment, then later ones. */
export const pageOfEvents = Effect.fnUntraced(function* (
  store: RegionStore,
  request: EventRange & { readonly after: ReplayPosition | null; readonly rows: number }
): Effect.fn.Return<ReadonlyArray<EventPlace>, StoreUnavailable> {
  const { after, from, rows, to } = request
  const range = rangeOf(request)
  const select = (condition: Condition, limit: number) =>
    Effect.map(
      store.read<{ readonly id: string; readonly created_at: number; readonly sequence: number }>(
        `SELECT id, created_at, sequence FROM listed_events WHERE ${range.text} AND ${condition.text}
         ORDER BY created_at, sequence LIMIT CAST(? AS INTEGER)`,
        [...range.params, ...condition.params, limit]
      ),
      (found) => found.map((row) => ({ id: row.id, createdAt: row.created_at, sequence: row.sequence }))
    )
  if (after === null) return yield* select({ text: "created_at >= ? AND created_at <= ?", params: [from, to] }, rows)
  const sameMoment = yield* select(
    { text: "created_at = ? AND sequence > ?", params: [after.createdAt, after.sequence] },
    rows
  )
  if (sameMoment.length === rows) return sameMoment
  const later = { text: "created_at > ? AND created_at <= ?", params: [after.createdAt, to] }
  return [...sameMoment, ...(yield* select(later, rows - sameMoment.length))]
})

const suffixOf = (id: string): string => id.slice(id.indexOf("_") + 1)

/** The id of the delivery of an event to an endpoint, as the outbox makes it. */
export const deliveryIdOf = (eventId: string, endpointId: string): string =>
  `whd_${suffixOf(eventId)}_${suffixOf(endpointId)}`

const insertDelivery = deliveries.inserting({
  columns: ["id", "event_id", "endpoint_id", "status", "attempts", "next_attempt_at", "created_at"],
  onExisting: "stays"
})

const reopenDelivery = statement`UPDATE ${deliveries}
  SET status = 'pending', attempts = 0, first_attempt_at = NULL, next_attempt_at = ${value("now")}
  WHERE id = ${value("id")} AND status IN ('dropped', 'exhausted')`

const insertManualAttempt = statement`INSERT INTO ${jobs} (name, job_key, payload, due_at)
  SELECT ${value("name")}, ${value("key")}, ${value("payload")}, CAST(${value("now")} AS BIGINT) FROM ${deliveries}
  WHERE id = ${value("id")} AND (status = 'delivered' OR (status = 'pending' AND attempts > 0))
  ON CONFLICT (name, job_key) DO UPDATE SET payload = excluded.payload, due_at = excluded.due_at, state = 'waiting', attempts = 0,
    last_error = NULL WHERE ${jobs}.state = 'dead'`

/**
 * The writes that send an event to an endpoint again: as new where there was no delivery, from the first attempt on
 * where it was given up, and once more, beside the schedule, where it was delivered or is under way.
 */
export const replayWrites = (of: {
  readonly eventId: string
  readonly endpointId: string
  readonly now: number
}): ReadonlyArray<Write> => {
  const { endpointId, eventId, now } = of
  const id = deliveryIdOf(eventId, endpointId)
  const first = { name: attemptJob, key: `${id}/1`, payload: { deliveryId: id }, dueAt: now }
  const firstAttempt: Write = { ...schedule(first), ifPreviousChanged: true }
  const payload = JSON.stringify({ deliveryId: id, manual: true })
  return [
    // Its delivery still waits for it.
    reviveNamed(first),
    { ...insertManualAttempt.write({ name: attemptJob, key: `${id}/manual`, payload, now, id }), wakes: true },
    reopenDelivery.write({ now, id }),
    firstAttempt,
    insertDelivery({
      id,
      event_id: eventId,
      endpoint_id: endpointId,
      status: "pending",
      attempts: 0,
      next_attempt_at: now,
      created_at: now
    }),
    firstAttempt
  ]
}
