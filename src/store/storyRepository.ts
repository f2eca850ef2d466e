/** What the core's tables hold about one object, for the story of it. Every read goes by an index and is bounded. */
import * as Effect from "effect/Effect"
import type { RegionStore, StoreUnavailable } from "../services/Store.ts"

/** Rows of one kind that a story has at most: the oldest of them. Our choice: far above what one object gathers. */
const mostRows = 1_000

/** An event about the object. */
export interface ToldEvent {
  readonly id: string
  readonly plugin: string
  readonly type: string
  readonly body: string
  readonly at: number
}

/** Events about a resource, oldest first; or the one event with this id. */
export const eventsAbout = (
  store: RegionStore,
  id: string
): Effect.Effect<ReadonlyArray<ToldEvent>, StoreUnavailable> =>
  Effect.map(
    store.read<Omit<ToldEvent, "at"> & { readonly created_at: number }>(
      `SELECT id, plugin, type, body, created_at, sequence FROM listed_events WHERE resource = ?
       UNION ALL SELECT id, plugin, type, body, created_at, sequence FROM events WHERE id = ?
       ORDER BY sequence LIMIT CAST(? AS INTEGER)`,
      [id, id, mostRows]
    ),
    (rows) => {
      store.catchUp?.()
      return rows.map(({ body, created_at, id: event, plugin, type }) => ({
        id: event,
        plugin,
        type,
        body,
        at: Number(created_at)
      }))
    }
  )

/** A delivery of one of the events, with one attempt where any was made. */
export interface ToldAttempt {
  readonly deliveryId: string
  readonly eventType: string
  readonly endpointId: string
  readonly status: string
  readonly attempts: number
  readonly nextAttemptAt: number | undefined
  readonly attempt:
    | {
        readonly number: number
        readonly at: number
        readonly httpStatus: number | undefined
        readonly error: string | undefined
        readonly responseExcerpt: string
      }
    | undefined
}

interface AttemptRow {
  readonly id: string
  readonly type: string
  readonly endpoint_id: string
  readonly status: string
  readonly attempts: number
  readonly next_attempt_at: number | null
  readonly number: number | null
  readonly started_at: number | null
  readonly http_status: number | null
  readonly error: string | null
  readonly response_excerpt: string | null
}

const toldAttempt = (row: AttemptRow): ToldAttempt => ({
  deliveryId: row.id,
  eventType: row.type,
  endpointId: row.endpoint_id,
  status: row.status,
  attempts: Number(row.attempts),
  nextAttemptAt: row.next_attempt_at === null ? undefined : Number(row.next_attempt_at),
  attempt:
    row.number === null
      ? undefined
      : {
          number: Number(row.number),
          at: Number(row.started_at),
          httpStatus: row.http_status === null ? undefined : Number(row.http_status),
          error: row.error ?? undefined,
          responseExcerpt: row.response_excerpt ?? ""
        }
})

/** Deliveries of events with their attempts, in the order of the deliveries and the attempts' numbers. */
export const attemptsFor = (
  store: RegionStore,
  eventIds: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<ToldAttempt>, StoreUnavailable> =>
  eventIds.length === 0
    ? Effect.succeed([])
    : Effect.map(
        store.read<AttemptRow>(
          `SELECT d.id, e.type, d.endpoint_id, d.status, d.attempts, d.next_attempt_at,
             a.number, a.started_at, a.http_status, a.error, a.response_excerpt
           FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
             LEFT JOIN webhook_attempts a ON a.delivery_id = d.id
           WHERE d.event_id IN (SELECT value FROM (${eventIds.map(() => "SELECT ? AS value").join(" UNION ALL ")}) AS asked)
           ORDER BY d.sequence, a.number LIMIT CAST(? AS INTEGER)`,
          [...eventIds, mostRows]
        ),
        (rows) => rows.map(toldAttempt)
      )

/** A job of any object that falls due. */
export interface NextJob {
  readonly name: string
  readonly key: string
  readonly dueAt: number
}

/** The jobs that fall due next, in their order, but those of these names. */
export const nextJobs = (
  store: RegionStore,
  of: { readonly except: ReadonlyArray<string>; readonly rows: number }
): Effect.Effect<ReadonlyArray<NextJob>, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly name: string; readonly job_key: string; readonly due_at: number }>(
      `SELECT name, job_key, due_at FROM jobs WHERE state = 'waiting'
         AND name NOT IN (${["''", ...of.except.map(() => "?")].join(", ")})
       ORDER BY due_at, sequence LIMIT CAST(? AS INTEGER)`,
      [...of.except, of.rows]
    ),
    (rows) => rows.map((row) => ({ name: row.name, key: row.job_key, dueAt: Number(row.due_at) }))
  )

/** How many deliveries of events of a type were taken by their receivers. For tests: no index leads there. */
export const countDelivered = (
  store: RegionStore,
  of: { readonly type: string; readonly resource: string | undefined }
): Effect.Effect<number, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly delivered: number }>(
      `SELECT count(*) AS delivered FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
       WHERE d.status = 'delivered' AND e.type = ?${of.resource === undefined ? "" : " AND e.resource = ?"}`,
      of.resource === undefined ? [of.type] : [of.type, of.resource]
    ),
    ([row]) => Number(row?.delivered ?? 0)
  )

/** A job that waits, or was given up. */
export interface ToldJob {
  readonly name: string
  readonly key: string
  readonly dueAt: number
  readonly isDead: boolean
  readonly attempts: number
  readonly lastError: string | undefined
}

/** Jobs of these names about an object: their keys are its id, alone or with something after a slash. */
export const jobsAbout = (
  store: RegionStore,
  of: { readonly id: string; readonly names: ReadonlyArray<string> }
): Effect.Effect<ReadonlyArray<ToldJob>, StoreUnavailable> =>
  of.names.length === 0
    ? Effect.succeed([])
    : Effect.map(
        // Keys are compared by their bytes, in which the zero follows the slash.
        store.read<{
          readonly name: string
          readonly job_key: string
          readonly due_at: number
          readonly state: string
          readonly attempts: number
          readonly last_error: string | null
        }>(
          `SELECT name, job_key, due_at, state, attempts, last_error FROM jobs
           WHERE name IN (${of.names.map(() => "?").join(", ")})
             AND (job_key = ? OR (job_key > ? AND job_key < ?))
           ORDER BY due_at, sequence LIMIT CAST(? AS INTEGER)`,
          [...of.names, of.id, `${of.id}/`, `${of.id}0`, mostRows]
        ),
        (rows) =>
          rows.map((row) => ({
            name: row.name,
            key: row.job_key,
            dueAt: Number(row.due_at),
            isDead: row.state === "dead",
            attempts: Number(row.attempts),
            lastError: row.last_error ?? undefined
          }))
      )
