/** Deliveries and the log of their attempts as rows. The outbox inserts them; from then on they are written here. */
import * as Effect from "effect/Effect"
import type { CursorPosition } from "../domain/Cursor.ts"
import type { CancelledJob } from "../domain/Decision.ts"
import type { Owner } from "../jobs/inFlight.ts"
import { VersionConflict, type Read, type RegionStore, type Write } from "../services/Store.ts"
import { statement, value } from "../rows/statement.ts"
import { given } from "../rows/Table.ts"
import { jobs } from "../store/jobRepository.ts"
import { attemptJob, deliveries } from "../store/outboxRepository.ts"
import type { AttemptOutcome, DeliveryStatus, WebhookDelivery } from "./Delivery.ts"

/** An item of a list with its place in the list's order. */
export type Listed<A> = A & { readonly sequence: number }

/** Where the first page of a list that begins with the newest row begins. */
export const beforeNewest: CursorPosition = { createdAt: Number.MAX_SAFE_INTEGER, sequence: Number.MAX_SAFE_INTEGER }

/** A line of a delivery's log, numbered from 1 in the order in which the attempts ended. */
export interface WebhookAttempt extends AttemptOutcome {
  readonly deliveryId: string
  readonly number: number
}

/** A delivery with the event it carries. */
export interface DeliveryWithEvent {
  readonly delivery: WebhookDelivery
  readonly eventType: string
  /** The bytes to send, as the outbox froze them. */
  readonly body: string
  /** Attempts in the log so far, manual ones included. */
  readonly attemptsLogged: number
}

/** A delivery as it is stored. */
export interface DeliveryRow {
  readonly sequence: number
  readonly id: string
  readonly event_id: string
  readonly endpoint_id: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly first_attempt_at: number | null
  readonly next_attempt_at: number | null
  readonly created_at: number
}

interface AttemptRow {
  readonly delivery_id: string
  readonly number: number
  readonly scheduled_at: number | null
  readonly started_at: number
  readonly duration_ms: number
  readonly http_status: number | null
  readonly error: string | null
  readonly response_excerpt: string
}

const deliveryOf = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.event_id,
  endpointId: row.endpoint_id,
  status: row.status,
  attempts: row.attempts,
  firstAttemptAt: row.first_attempt_at ?? undefined,
  nextAttemptAt: row.next_attempt_at ?? undefined,
  createdAt: row.created_at
})

const attemptOf = (row: AttemptRow): WebhookAttempt => ({
  deliveryId: row.delivery_id,
  number: row.number,
  // Attempts logged before this was kept.
  scheduledAt: row.scheduled_at ?? row.started_at,
  startedAt: row.started_at,
  durationMs: row.duration_ms,
  httpStatus: row.http_status ?? undefined,
  error: row.error ?? undefined,
  responseExcerpt: row.response_excerpt
})

const columns = `d.sequence, d.id, d.event_id, d.endpoint_id, d.status, d.attempts, d.first_attempt_at,
  d.next_attempt_at, d.created_at`

/** Whose deliveries with these ids are, each owner once. */
export const ownersOf = (store: RegionStore, deliveryIds: ReadonlyArray<string>): Read<ReadonlyArray<Owner>> =>
  store.read<{ readonly plugin: string; readonly scope: string }>(
    `SELECT DISTINCT e.plugin, e.scope FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
     WHERE d.id IN (${deliveryIds.map(() => "?").join(", ")})`,
    deliveryIds
  )

/** The delivery of an id in a scope, or `undefined`. It belongs to whom its event belongs to. */
export const byId = (
  store: RegionStore,
  of: { readonly plugin: string; readonly scope: string; readonly id: string }
): Read<WebhookDelivery | undefined> =>
  Effect.map(
    store.read<DeliveryRow>(
      `SELECT ${columns} FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
       WHERE d.id = ? AND e.plugin = ? AND e.scope = ?`,
      [of.id, of.plugin, of.scope]
    ),
    ([row]) => (row === undefined ? undefined : deliveryOf(row))
  )

/** A delivery as it stands, whoever owns it, or `undefined`. */
export const current = (store: RegionStore, deliveryId: string): Read<WebhookDelivery | undefined> =>
  Effect.map(
    store.read<DeliveryRow>(`SELECT ${columns} FROM webhook_deliveries d WHERE d.id = ?`, [deliveryId]),
    ([row]) => (row === undefined ? undefined : deliveryOf(row))
  )

/** The delivery of a job, whoever owns it, with what has to be sent. `undefined` when it or its event is gone. */
export const forAttempt = (store: RegionStore, deliveryId: string): Read<DeliveryWithEvent | undefined> =>
  Effect.map(
    store.read<DeliveryRow & { readonly type: string; readonly body: string; readonly logged: number }>(
      `SELECT ${columns}, e.type, e.body,
         (SELECT count(*) FROM webhook_attempts a WHERE a.delivery_id = d.id) AS logged
       FROM webhook_deliveries d JOIN events e ON e.id = d.event_id WHERE d.id = ?`,
      [deliveryId]
    ),
    ([row]) =>
      row === undefined
        ? undefined
        : { delivery: deliveryOf(row), eventType: row.type, body: row.body, attemptsLogged: row.logged }
  )

/**
 * Deliveries to an endpoint, newest first: at most `rows` of them after a position. The caller has found the endpoint
 * in its scope.
 */
export const listPage = (
  store: RegionStore,
  of: { readonly endpointId: string; readonly after: CursorPosition | undefined; readonly rows: number }
): Read<ReadonlyArray<Listed<WebhookDelivery>>> => {
  const { createdAt, sequence } = of.after ?? beforeNewest
  return Effect.map(
    store.read<DeliveryRow>(
      `SELECT ${columns} FROM webhook_deliveries d
       WHERE d.endpoint_id = ? AND (d.created_at, d.sequence) < (?, ?)
       ORDER BY d.created_at DESC, d.sequence DESC LIMIT ?`,
      [of.endpointId, createdAt, sequence, of.rows]
    ),
    (rows) => rows.map((row) => ({ ...deliveryOf(row), sequence: row.sequence }))
  )
}

/** A delivery as an administrator sees it: whoever owns it, with the event it carries. */
export interface OwnedDelivery extends WebhookDelivery {
  readonly scope: string
  readonly eventType: string
}

/** What an administrator looks for. Whatever is left out does not narrow. */
export interface DeliverySearch {
  readonly plugin: string
  readonly id?: string | undefined
  readonly eventId?: string | undefined
  readonly endpointId?: string | undefined
  readonly status?: DeliveryStatus | undefined
  readonly after?: CursorPosition | undefined
  readonly rows: number
}

const searched = {
  id: "d.id = ?",
  eventId: "d.event_id = ?",
  endpointId: "d.endpoint_id = ?",
  status: "d.status = ?"
} as const

/** Deliveries of a plugin, of all scopes, newest first. */
export const search = (store: RegionStore, of: DeliverySearch): Read<ReadonlyArray<Listed<OwnedDelivery>>> => {
  const given = (Object.keys(searched) as ReadonlyArray<keyof typeof searched>).filter((name) => of[name] !== undefined)
  const conditions = ["e.plugin = ?", "d.sequence < ?", ...given.map((name) => searched[name])]
  return Effect.map(
    store.read<DeliveryRow & { readonly scope: string; readonly type: string }>(
      `SELECT ${columns}, e.scope, e.type FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
       WHERE ${conditions.join(" AND ")} ORDER BY d.sequence DESC LIMIT CAST(? AS INTEGER)`,
      [of.plugin, (of.after ?? beforeNewest).sequence, ...given.map((name) => of[name]!), of.rows]
    ),
    (rows) =>
      rows.map((row) => ({
        ...deliveryOf(row),
        scope: row.scope,
        eventType: row.type,
        sequence: row.sequence
      }))
  )
}

/** The log of a delivery, oldest first. The schedule and a person's patience bound it. */
export const attemptsOf = (store: RegionStore, deliveryId: string): Read<ReadonlyArray<WebhookAttempt>> =>
  Effect.map(
    store.read<AttemptRow>(
      `SELECT delivery_id, number, scheduled_at, started_at, duration_ms, http_status, error, response_excerpt
       FROM webhook_attempts WHERE delivery_id = ? ORDER BY number`,
      [deliveryId]
    ),
    (rows) => rows.map(attemptOf)
  )

const moveOn = deliveries.updating({
  set: { status: given, attempts: given, first_attempt_at: given, next_attempt_at: given },
  where: { id: given, status: given, attempts: given }
})

/**
 * The write that moves a delivery on. Status and attempts are its version: they change with everything that a decision
 * rests on. Fails with `VersionConflict` when another attempt came first.
 */
export const update = (before: WebhookDelivery, after: WebhookDelivery): Write<VersionConflict> =>
  moveOn(
    {
      status: after.status,
      attempts: after.attempts,
      first_attempt_at: after.firstAttemptAt ?? null,
      next_attempt_at: after.nextAttemptAt ?? null
    },
    before,
    () => new VersionConflict({ table: deliveries.name, key: before.id })
  )

const attempts = { name: "webhook_attempts" }

const addLine = statement`INSERT INTO ${attempts}
    (delivery_id, number, scheduled_at, started_at, duration_ms, http_status, error, response_excerpt)
  SELECT ${value("delivery")}, coalesce(max(number), 0) + 1, ${value("scheduledAt")}, ${value("startedAt")},
    ${value("durationMs")}, ${value("httpStatus")}, ${value("error")}, ${value("responseExcerpt")}
  FROM ${attempts} WHERE delivery_id = ${value("delivery")}`

/** The write that adds a line to a delivery's log, under the next number. */
export const logAttempt = (delivery: string, outcome: AttemptOutcome): Write =>
  addLine.write({ ...outcome, delivery, error: outcome.error ?? null, httpStatus: outcome.httpStatus ?? null })

const removeFree = jobs.deleting({ name: given, job_key: given, lease_until: 0 })

/** The write that calls off an attempt, unless it is on its way already: then its outcome is still logged. */
export const callOff = ({ key, name }: CancelledJob): Write => removeFree({ name, job_key: key })

const removePending = statement`DELETE FROM ${jobs} WHERE name = ${value("name")} AND lease_until = 0 AND job_key IN
  (SELECT id || '/' || (attempts + 1) FROM ${deliveries} WHERE endpoint_id = ${value("endpoint")} AND status = 'pending')`

const drop = deliveries.updating({
  set: { status: "dropped", next_attempt_at: null },
  where: { endpoint_id: given, status: "pending" }
})

/** The writes that end what is pending for an endpoint, but for attempts that are on their way. */
export const dropPending = (endpointId: string): ReadonlyArray<Write> => [
  removePending.write({ name: attemptJob, endpoint: endpointId }),
  drop({}, { endpoint_id: endpointId })
]
