/** What operators watch over all scopes: jobs that wait, and events as they come. */
import * as Effect from "effect/Effect"
import type { Read, RegionStore } from "../services/Store.ts"
import { listing } from "./listing.ts"

/** Events in one reading (our choice). */
const mostEvents = 200

/** Jobs of one name that fall due at one time. */
export interface UpcomingJobs {
  readonly name: string
  /** Engine time, epoch milliseconds. */
  readonly dueAt: number
  readonly count: number
  /** The key of one of them: often the id of the object that it is about. */
  readonly key: string
}

/** The jobs that wait, the next ones first. */
export const upcomingJobs = (store: RegionStore, rows: number): Read<ReadonlyArray<UpcomingJobs>> =>
  store.read<UpcomingJobs>(
    `SELECT name, due_at AS "dueAt", count(*) AS count, min(job_key) AS key FROM
       (SELECT name, due_at, job_key FROM jobs WHERE state = 'waiting'
          ORDER BY due_at, sequence LIMIT CAST(? AS INTEGER)) AS soonest
     GROUP BY due_at, name ORDER BY due_at, name LIMIT CAST(? AS INTEGER)`,
    // Many jobs may share a time: as many are looked at as make this many groups in most cases.
    [rows * 50, rows]
  )

/** An event, without its body. */
export interface RecentEvent {
  readonly sequence: number
  readonly id: string
  readonly plugin: string
  readonly scope: string
  readonly type: string
  readonly resource: string
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
}

/** Events after a number, in the order of their numbers; without one the latest. */
export const recentEvents = (store: RegionStore, after: number | undefined): Read<ReadonlyArray<RecentEvent>> => {
  const columns = `sequence, id, plugin, scope, type, resource, created_at AS "createdAt"`
  return after === undefined
    ? Effect.map(
        store.read<RecentEvent>(`SELECT ${columns} FROM events ORDER BY sequence DESC LIMIT ${mostEvents}`, []),
        (latest) => latest.toReversed()
      )
    : store.read<RecentEvent>(
        `SELECT ${columns} FROM events WHERE sequence > ? ORDER BY sequence LIMIT ${mostEvents}`,
        [after]
      )
}

export interface ListedJob {
  readonly sequence: number
  readonly name: string
  readonly job_key: string
  readonly state: "waiting" | "dead"
  readonly due_at: number
  readonly attempts: number
  readonly last_error: string | null
}

/** Jobs, those that were added last first. */
export const listedJobs = listing<ListedJob>({
  table: "jobs",
  columns: ["name", "job_key", "state", "due_at", "attempts", "last_error"],
  filters: { state: { column: "state" }, name: { column: "name" }, key: { column: "job_key" } }
})

/** Events, the latest first. */
export const listedEvents = listing<Omit<RecentEvent, "createdAt"> & { readonly created_at: number }>({
  table: "events",
  index: "listed_events",
  columns: ["id", "plugin", "scope", "type", "resource", "created_at"],
  filters: {
    plugin: { column: "plugin" },
    type: { column: "type" },
    resource: { column: "resource" },
    account: { accountOf: "scope" },
    from: { from: "created_at" },
    to: { before: "created_at" }
  }
})

export const bodyOfEvent = (store: RegionStore, id: string) =>
  Effect.map(
    store.read<{ readonly type: string; readonly resource: string; readonly body: string }>(
      "SELECT type, resource, body FROM events WHERE id = ?",
      [id]
    ),
    ([row]) => row
  )
