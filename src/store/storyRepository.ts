/** What the core's tables hold about one object, for the story of it. Every read goes by an index and is bounded. */
import * as Effect from "effect/Effect"
import type { Read, RegionStore } from "../services/Store.ts"

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
export const eventsAbout = (store: RegionStore, id: string): Read<ReadonlyArray<ToldEvent>> =>
  Effect.map(
    store.read<ToldEvent>(
      `SELECT id, plugin, type, body, created_at AS at, sequence FROM listed_events WHERE resource = ?
       UNION ALL SELECT id, plugin, type, body, created_at AS at, sequence FROM events WHERE id = ?
       ORDER BY sequence LIMIT CAST(? AS INTEGER)`,
      [id, id, mostRows]
    ),
    (rows) => {
      store.catchUp?.()
      return rows
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

interface AttemptRow extends Pick<ToldAttempt, "deliveryId" | "eventType" | "endpointId" | "status" | "attempts"> {
  readonly nextAttemptAt: number | null
  readonly number: number | null
  readonly at: number
  readonly httpStatus: number | null
  readonly error: string | null
  readonly responseExcerpt: string | null
}

const toldAttempt = ({
  at,
  error,
  httpStatus,
  nextAttemptAt,
  number,
  responseExcerpt,
  ...delivery
}: AttemptRow): ToldAttempt => ({
  ...delivery,
  nextAttemptAt: nextAttemptAt ?? undefined,
  attempt:
    number === null
      ? undefined
      : {
          number,
          at,
          httpStatus: httpStatus ?? undefined,
          error: error ?? undefined,
          responseExcerpt: responseExcerpt ?? ""
        }
})

/** Deliveries of events with their attempts, in the order of the deliveries and the attempts' numbers. */
export const attemptsFor = (store: RegionStore, eventIds: ReadonlyArray<string>): Read<ReadonlyArray<ToldAttempt>> =>
  eventIds.length === 0
    ? Effect.succeed([])
    : Effect.map(
        store.read<AttemptRow>(
          `SELECT d.id AS "deliveryId", e.type AS "eventType", d.endpoint_id AS "endpointId", d.status, d.attempts,
             d.next_attempt_at AS "nextAttemptAt", a.number, a.started_at AS at, a.http_status AS "httpStatus", a.error,
             a.response_excerpt AS "responseExcerpt"
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
): Read<ReadonlyArray<NextJob>> =>
  store.read<NextJob>(
    `SELECT name, job_key AS key, due_at AS "dueAt" FROM jobs WHERE state = 'waiting'
       AND name NOT IN (${["''", ...of.except.map(() => "?")].join(", ")})
     ORDER BY due_at, sequence LIMIT CAST(? AS INTEGER)`,
    [...of.except, of.rows]
  )

/** How many deliveries of events of a type were taken by their receivers. For tests: no index leads there. */
export const countDelivered = (
  store: RegionStore,
  of: { readonly type: string; readonly resource: string | undefined }
): Read<number> =>
  Effect.map(
    store.read<{ readonly delivered: number }>(
      `SELECT count(*) AS delivered FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
       WHERE d.status = 'delivered' AND e.type = ?${of.resource === undefined ? "" : " AND e.resource = ?"}`,
      of.resource === undefined ? [of.type] : [of.type, of.resource]
    ),
    ([row]) => row?.delivered ?? 0
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
): Read<ReadonlyArray<ToldJob>> =>
  of.names.length === 0
    ? Effect.succeed([])
    : Effect.map(
        // Keys are compared by their bytes, in which the zero follows the slash.
        store.read<
          Omit<ToldJob, "isDead" | "lastError"> & { readonly state: string; readonly lastError: string | null }
        >(
          `SELECT name, job_key AS key, due_at AS "dueAt", state, attempts, last_error AS "lastError" FROM jobs
           WHERE name IN (${of.names.map(() => "?").join(", ")})
             AND (job_key = ? OR (job_key > ? AND job_key < ?))
           ORDER BY due_at, sequence LIMIT CAST(? AS INTEGER)`,
          [...of.names, of.id, `${of.id}/`, `${of.id}0`, mostRows]
        ),
        (rows) =>
          rows.map(({ lastError, state, ...job }) => ({
            ...job,
            isDead: state === "dead",
            lastError: lastError ?? undefined
          }))
      )
