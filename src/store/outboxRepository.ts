/** Events as rows, and the fan-out to webhook endpoints that is written with them. */
import * as Effect from "effect/Effect"
import type { CursorPosition } from "../domain/Cursor.ts"
import type { Read, RegionStore, SqlValue, Write } from "../services/Store.ts"
import { jobs, schedule } from "./jobRepository.ts"
import { readKeyset, type KeysetQuery, type KeysetRow } from "./readKeyset.ts"
import { storedAs } from "../rows/storedAs.ts"
import { remembered, repeated, statement, statementOverRows, value } from "../rows/statement.ts"
import { writeOf } from "../rows/writeOf.ts"
import { integer, key, orNull, table, text } from "../rows/Table.ts"

/** An event ready to be stored. `body` is the envelope as receivers get it; its bytes never change again. */
export interface OutboxEvent<Type extends string = string> {
  readonly id: string
  readonly type: Type
  /** Id of the resource that the event is about. */
  readonly resource: string
  readonly body: string
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
}

/** Name of the job that makes one attempt at a delivery. The dispatcher registers it. */
export const attemptJob = "webhooks.attempt"

/** The part of an id after its prefix. */
const suffixOf = (id: string): string => id.slice(id.indexOf("_") + 1)

/** The events, with the columns that writes fill. */
export const events = table("events", {
  id: text,
  plugin: text,
  scope: text,
  type: text,
  resource: text,
  body: text,
  created_at: integer
})

/** Which endpoint hears which event. */
export const subscriptions = table("webhook_subscriptions", {
  plugin: key(text),
  scope: key(text),
  event_type: key(text),
  endpoint_id: key(text)
})

/** Deliveries and their endpoints, with the columns that writes fill. */
export const deliveries = table("webhook_deliveries", {
  id: key(text),
  event_id: text,
  endpoint_id: text,
  status: text,
  attempts: integer,
  first_attempt_at: orNull(integer),
  next_attempt_at: orNull(integer),
  created_at: integer
})

const told = statement`SELECT CAST(${value("place")} AS INTEGER) AS place, ${value("id")} AS id,
  ${value("suffix")} AS suffix, ${value("type")} AS type`

const owned = statement`plugin = ${value("plugin")} AND scope = ${value("scope")}`

/**
 * The deliveries of so many events of one commit. A delivery's id is made of its event's and its endpoint's, so that one
 * statement serves any number of endpoints. It looks first whether there are any: where there are none, that takes half the time.
 */
const insertDeliveries = remembered(
  (count) => statement`INSERT INTO ${deliveries}
      (id, event_id, endpoint_id, status, attempts, next_attempt_at, created_at)
    SELECT 'whd_' || told.suffix || '_' || substr(heard.endpoint_id, 4), told.id, heard.endpoint_id, 'pending', 0,
      ${value("at")}, ${value("at")}
    FROM ${subscriptions} AS heard
    JOIN (${repeated(count, told, " UNION ALL ")}) AS told ON heard.event_type IN (told.type, '*')
    WHERE ${owned} AND EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${owned})
    ORDER BY told.place`
)

const attempt = statement`INSERT INTO ${jobs} (name, job_key, payload, due_at, trace)
  SELECT ${value("job")}, id || '/1', '{"deliveryId":"' || id || '"}', CAST(${value("at")} AS BIGINT),
    CAST(${value("trace")} AS TEXT)`

const insertAttemptJobs = remembered(
  (count) => statement`${attempt} FROM ${deliveries}
    WHERE event_id IN (${repeated(count, statement`${value("id")}`, ", ")}) ORDER BY sequence`
)

/** The deliveries of events, whoever committed them, and their attempts' jobs, where one statement may hold two inserts. */
const insertBoth = statementOverRows(
  [
    { name: "id", type: "TEXT" },
    { name: "suffix", type: "TEXT" },
    { name: "type", type: "TEXT" },
    { name: "plugin", type: "TEXT" },
    { name: "scope", type: "TEXT" },
    { name: "at", type: "BIGINT" },
    { name: "job", type: "TEXT" },
    { name: "trace", type: "TEXT" }
  ],
  statement`WITH told AS (`,
  statement`), made AS (
      INSERT INTO ${deliveries} (id, event_id, endpoint_id, status, attempts, next_attempt_at, created_at)
      SELECT 'whd_' || told.suffix || '_' || substr(heard.endpoint_id, 4), told.id, heard.endpoint_id, 'pending', 0, at, at
      FROM told JOIN ${subscriptions} AS heard
        ON heard.plugin = told.plugin AND heard.scope = told.scope AND heard.event_type IN (told.type, '*')
      ORDER BY told.place
      RETURNING id, event_id, sequence
    )
    INSERT INTO ${jobs} (name, job_key, payload, due_at, trace)
    SELECT told.job, made.id || '/1', '{"deliveryId":"' || made.id || '"}', told.at, told.trace
    FROM made JOIN told ON told.id = made.event_id ORDER BY made.sequence`
)

/**
 * The writes that store the events of a commit, a delivery with its first attempt for every endpoint that listens, and a
 * job for every plugin that subscribed. The events are of one moment, in their order; `trace` is continued by the jobs.
 */
export const publish = (
  { dialect, subscribers }: Pick<RegionStore, "dialect" | "subscribers">,
  plugin: string,
  scope: string,
  published: ReadonlyArray<OutboxEvent>,
  trace?: string
): ReadonlyArray<Write> => {
  const count = published.length
  const at = published[0]!.createdAt
  const rows: Array<SqlValue> = []
  for (const { body, createdAt, id, resource, type } of published) {
    rows.push(id, plugin, scope, type, resource, body, createdAt)
  }
  const writes = [writeOf(events.insert.statement, rows)]
  const told: Array<SqlValue> = []
  if (dialect.remote === true) {
    // In one statement: to wait for the answer about the deliveries would cost a journey.
    for (const { id, type } of published) {
      told.push(id, suffixOf(id), type, plugin, scope, at, attemptJob, trace ?? null)
    }
    writes.push(writeOf(insertBoth, told, undefined, true))
  } else {
    told.push(at, at)
    for (const [place, { id, type }] of published.entries()) told.push(place, id, suffixOf(id), type)
    told.push(plugin, scope, plugin, scope)
    const ids = published.map(({ id }) => id)
    writes.push(writeOf(insertDeliveries(count), told))
    writes.push({
      ...writeOf(insertAttemptJobs(count), [attemptJob, at, trace ?? null, ...ids], undefined, true),
      ifPreviousChanged: true
    })
  }
  for (const { eventType, job, plugin: heard } of subscribers) {
    if (heard !== plugin) continue
    for (const { createdAt, id, type } of published) {
      if (eventType !== "*" && eventType !== type) continue
      writes.push(schedule({ name: job, key: id, payload: { eventId: id }, dueAt: createdAt, trace }))
    }
  }
  return writes
}

/** A stored event, whoever it belongs to. */
export interface StoredEvent extends OutboxEvent {
  readonly plugin: string
  readonly scope: string
}

/** An event by its id, or `undefined`. */
export const eventById = (store: RegionStore, id: string): Read<StoredEvent | undefined> =>
  Effect.map(
    store.read<StoredEvent>(
      `SELECT id, plugin, scope, type, resource, body, created_at AS "createdAt" FROM events WHERE id = ?`,
      [id]
    ),
    ([event]) => event
  )

/** A body is the envelope of a plugin and never changes; all that the engine reads in one is its data. */
const envelope = storedAs<{ readonly data: unknown }>({ table: "events", form: { data: "any" } })

/** The object as it was then, as webhooks show it. Throws `StoredUnreadable`. */
export const dataOf = ({ body, id }: Pick<StoredEvent, "body" | "id">): unknown => envelope.read(body, id).data

/** What a list of events may be narrowed by. Times are epoch milliseconds, both inclusive. */
export interface EventFilter {
  readonly type?: string | undefined
  readonly resource?: string | undefined
  readonly createdFrom?: number | undefined
  readonly createdTo?: number | undefined
}

/** Events of a scope, newest first: at most `rows` of them after a position. */
export const listEvents = (
  store: RegionStore,
  of: {
    readonly plugin: string
    readonly scope: string
    readonly filter: EventFilter
    readonly after: CursorPosition | undefined
    readonly rows: number
  }
): Read<ReadonlyArray<OutboxEvent & { readonly sequence: number }>> => {
  const { filter } = of
  const where: KeysetQuery["where"] = [
    ["plugin = ?", of.plugin],
    ["scope = ?", of.scope],
    ["type = ?", filter.type],
    ["resource = ?", filter.resource],
    ["created_at >= ?", filter.createdFrom],
    ["created_at <= ?", filter.createdTo]
  ]
  const query = { table: "listed_events", columns: ["id", "type", "resource", "body"], where }
  const read = readKeyset<Omit<OutboxEvent, "createdAt"> & KeysetRow>(store, query, of.after, of.rows)
  return Effect.map(read, (found) => {
    store.catchUp?.()
    return found.map(({ created_at: createdAt, ...event }) => ({ ...event, createdAt }))
  })
}

/** Types of the events about a resource, oldest first: for those who check that everything was told. */
export const eventTypesOf = (store: RegionStore, resource: string): Read<ReadonlyArray<string>> =>
  Effect.map(
    store.read<{ readonly type: string }>(
      `SELECT type FROM listed_events WHERE resource = ? ORDER BY created_at, sequence`,
      [resource]
    ),
    (rows) => {
      store.catchUp?.()
      return rows.map(({ type }) => type)
    }
  )
