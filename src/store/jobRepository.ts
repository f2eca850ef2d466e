/** Durable jobs as rows: what is due, what is leased, what failed for good. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { CancelledJob, DecidedJob } from "../domain/Decision.ts"
import type { Read, RegionStore, SqlValue, StoreUnavailable, Write } from "../services/Store.ts"
import { remembered, repeated, statement, value } from "../rows/statement.ts"
import { writeOf } from "../rows/writeOf.ts"
import { above, given, integer, key, orNull, plus, table, text } from "../rows/Table.ts"

/** A job lent to one worker until its lease runs out. */
export interface ClaimedJob<P = unknown> {
  readonly sequence: number
  readonly name: string
  readonly key: string
  readonly payload: P
  /** Engine time, epoch milliseconds. */
  readonly dueAt: number
  /** Attempts including this one. */
  readonly attempts: number
  /** Runs up to this one, and with it, that did not end in a row: their process ended first. 1 for most. */
  readonly unended: number
  /** System time until which no other worker takes it; also tells one claim from the next. */
  readonly leaseUntil: number
  /** The `traceparent` of what scheduled it, where that was traced. */
  readonly trace?: string | undefined
}

/** A job that failed too often and waits for an operator. */
export interface DeadJob {
  readonly sequence: number
  readonly name: string
  readonly key: string
  readonly payload: unknown
  readonly dueAt: number
  readonly attempts: number
  readonly lastError: string
}

/** The lease ran out and another worker has the job: its outcome is the other's to write. */
export class LeaseLost extends Data.TaggedError("LeaseLost")<{ readonly name: string; readonly key: string }> {}

/** The jobs, with the columns that writes fill. */
export const jobs = table("jobs", {
  name: key(text),
  job_key: key(text),
  payload: text,
  due_at: integer,
  state: text,
  attempts: integer,
  unended: integer,
  lease_until: integer,
  last_error: orNull(text),
  trace: orNull(text)
})

const claimed = table("jobs", { ...jobs.columns, sequence: integer, leased_by: integer })

const lent = { sequence: given, lease_until: given } as const

const added = ["name", "job_key", "payload", "due_at"] as const

const anew = { state: "waiting", attempts: 0, unended: 0, lease_until: 0 } as const

/** Of a job that was given up only its name and key are left: what is asked for now runs. */
const asked = { ...anew, payload: given, due_at: given, last_error: null } as const

const givenUp = { state: "dead" } as const

const add = jobs.inserting({
  columns: added,
  onExisting: { set: { ...asked, trace: null }, where: givenUp }
}).statement

const addTraced = jobs.inserting({
  columns: [...added, "trace"],
  onExisting: { set: { ...asked, trace: given }, where: givenUp }
}).statement

/** A job to add. Its run continues `trace`, a `traceparent`. */
type ScheduledJob = DecidedJob & { readonly trace?: string | undefined }

/**
 * The write that adds a job. A second one with the same name and key is dropped while the first waits or runs; it takes the place
 * of one that was given up. A time between two milliseconds is the later one; one that is none throws a RangeError.
 */
export const schedule = ({ dueAt, key: of, name, payload, trace }: ScheduledJob): Write => {
  const due = Math.ceil(dueAt)
  if (!Number.isSafeInteger(due)) throw new RangeError(`The job ${name} of ${of} is due at ${dueAt}, which is no time`)
  const values = [name, of, JSON.stringify(payload), due]
  return trace === undefined
    ? writeOf(add, values, undefined, true)
    : writeOf(addTraced, [...values, trace], undefined, true)
}

const remove = jobs.deleting({ name: given, job_key: given })

/** The write that drops a waiting job. */
export const cancel = (job: CancelledJob): Write => remove({ name: job.name, job_key: job.key })

const removeUnbegun = remembered(
  (names: number) =>
    statement`DELETE FROM ${jobs} WHERE name IN (${repeated(names, statement`${value("name")}`, ", ")})
    AND job_key = ${value("key")} AND attempts = 0 AND lease_until = 0 AND state = 'waiting'`
)

/**
 * The write that drops a waiting job of these names, as long as no worker has ever taken it up; fails with `orElse` when
 * one has, or when there is none.
 */
export const cancelUnbegun = <E>(
  { key: job, names }: { readonly names: ReadonlyArray<string>; readonly key: string },
  orElse: () => E
): Write<E> => ({ statement: removeUnbegun(names.length), values: [...names, job], orElse })

const lost = (job: ClaimedJob) => () => new LeaseLost({ name: job.name, key: job.key })

/** What names a claim: the job and the end of its lease. */
const claimOf = (job: ClaimedJob) => ({ sequence: job.sequence, lease_until: job.leaseUntil })

const end = claimed.deleting(lent)

export const complete = (job: ClaimedJob): Write<LeaseLost> => end(claimOf(job), lost(job))

const giveBack = claimed.updating({ set: { lease_until: 0, attempts: plus(-1), unended: plus(-1) }, where: lent })

/** The write that gives a claimed job back unrun. */
export const unclaim = (job: ClaimedJob): Write<LeaseLost> => ({
  ...giveBack({}, claimOf(job), lost(job)),
  wakes: true
})

const free = claimed.updating({ set: { lease_until: 0, unended: 0 }, where: lent })

/** Gives back a job whose run was cut short, or its outcome not written: that was an attempt, and the run is over. */
export const release = (job: ClaimedJob): Write<LeaseLost> => free({}, claimOf(job), lost(job))

const putOff = claimed.updating({ set: { due_at: given, lease_until: 0, unended: 0, last_error: given }, where: lent })

/** The write that lets a failed job wait until `dueAt`. */
export const postpone = (job: ClaimedJob, dueAt: number, error: string): Write<LeaseLost> => ({
  ...putOff({ due_at: dueAt, last_error: error }, claimOf(job), lost(job)),
  wakes: true
})

const setAside = claimed.updating({ set: { state: "dead", lease_until: 0, last_error: given }, where: lent })

/** The write that sets a job aside for an operator. */
export const bury = (job: ClaimedJob, error: string): Write<LeaseLost> =>
  setAside({ last_error: error }, claimOf(job), lost(job))

interface ClaimedRow {
  readonly sequence: number
  readonly name: string
  readonly job_key: string
  readonly payload: string
  readonly due_at: number
  readonly attempts: number
  readonly unended: number
  readonly lease_until: number
  readonly trace: string | null
}

/** How long jobs are lent: SQL that gives the milliseconds for a row of `jobs`. Constant, so that its statement is prepared once. */
export type LeaseRule = string

const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`

/** Lends each named job for its own time, and any other for `otherMs`. */
export const leaseRule = (otherMs: number, leaseMsOf: ReadonlyMap<string, number>): LeaseRule => {
  const lengths = [...Map.groupBy(leaseMsOf, ([, leaseMs]) => leaseMs)].filter(([leaseMs]) => leaseMs !== otherMs)
  const cases = lengths.map(
    ([leaseMs, names]) => `WHEN name IN (${names.map(([name]) => quoted(name)).join(", ")}) THEN ${leaseMs}`
  )
  return cases.length === 0 ? String(otherMs) : `CASE ${cases.join(" ")} ELSE ${otherMs} END`
}

/** What a worker asks for. */
export interface ClaimRequest {
  /** Engine time: jobs due later stay. */
  readonly dueBy: number
  /** System time now. */
  readonly wallNow: number
  readonly lease: LeaseRule
  /** The number of the process that asks, by which others notice that it is gone; 0 where there are no others. */
  readonly leasedBy: number
  readonly limit: number
  /** Jobs with so many runs in a row that did not end stay. Default: none does. */
  readonly unendedBelow?: number
  /** Only these job names, or, with `not`, all but these. */
  readonly names: ReadonlyArray<string>
  readonly not: boolean
}

/** Lends due jobs to a worker, in order of due time and sequence. */
export const claim = (
  store: RegionStore,
  request: ClaimRequest
): Effect.Effect<ReadonlyArray<ClaimedJob>, StoreUnavailable> => {
  const { dialect, sql } = store
  const names = request.names.length === 0 ? [""] : request.names
  const byName = request.not
    ? sql`name NOT IN ${sql.in(names)}`
    : sql`CASE WHEN name IN ${sql.in(names)} THEN 1 ELSE 0 END = 1`
  const claiming = sql<ClaimedRow>`
      WITH due AS (
        SELECT sequence FROM jobs
        WHERE state = 'waiting' AND due_at <= ${request.dueBy} AND lease_until <= ${request.wallNow}
          AND unended < CAST(${request.unendedBelow ?? Number.MAX_SAFE_INTEGER} AS BIGINT) AND ${byName}
        ORDER BY due_at, sequence LIMIT CAST(${request.limit} AS INTEGER) ${sql.literal(dialect.skipLocked ?? "")})
      UPDATE jobs SET lease_until = CAST(${request.wallNow} AS BIGINT) + ${sql.literal(request.lease)},
        leased_by = ${request.leasedBy}, attempts = attempts + 1, unended = unended + 1
      WHERE sequence IN (SELECT sequence FROM due)
      RETURNING sequence, name, job_key, payload, due_at, attempts, unended, lease_until, trace`
  const claimed =
    store.writeReturning === undefined
      ? Effect.catchTag(store.transact(claiming), "SqlError", Effect.die)
      : store.writeReturning<ClaimedRow>(...(claiming.compile() as [string, ReadonlyArray<SqlValue>]))
  return Effect.map(claimed, (rows) => rows.map(claimedJob).sort(byTurn))
}

const claimedJob = (row: ClaimedRow): ClaimedJob => ({
  sequence: row.sequence,
  name: row.name,
  key: row.job_key,
  payload: JSON.parse(row.payload) as unknown,
  dueAt: row.due_at,
  attempts: row.attempts,
  unended: row.unended,
  leaseUntil: row.lease_until,
  trace: row.trace ?? undefined
})

/** The order of due time and sequence: what a statement returns has none. */
const byTurn = (a: ClaimedJob, b: ClaimedJob): number => a.dueAt - b.dueAt || a.sequence - b.sequence

/**
 * SQL that holds for these names only. By an index of names all jobs of a name would be looked at, thousands of retries that are due
 * later among them; so they are found by their time.
 */
export const isNamed = (names: ReadonlyArray<string>): string =>
  `CASE WHEN name IN (${names.map(() => "?").join(", ")}) THEN 1 ELSE 0 END = 1`

/** SQL that leaves these names out. */
export const notNamed = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "" : ` AND name NOT IN (${names.map(() => "?").join(", ")})`

/**
 * The keys of jobs of these names that are due by `dueBy` (engine time) and not ended, lent to somebody or not, at most
 * `limit` of them.
 */
export const dueKeys = (
  store: RegionStore,
  of: { readonly names: ReadonlyArray<string>; readonly dueBy: number; readonly limit: number }
): Read<ReadonlyArray<string>> =>
  Effect.map(
    store.read<{ readonly job_key: string }>(
      `SELECT job_key FROM jobs WHERE state = 'waiting' AND due_at <= ?
         AND name IN (${of.names.map(() => "?").join(", ")})
       ORDER BY due_at, sequence LIMIT CAST(? AS INTEGER)`,
      [of.dueBy, ...of.names, of.limit]
    ),
    (rows) => rows.map((row) => row.job_key)
  )

/** The keys of jobs of a name due by `until` (engine time) that are lent to somebody at `wallNow`, at most `limit`. */
export const leasedKeys = (
  store: RegionStore,
  of: { readonly name: string; readonly until: number; readonly wallNow: number; readonly limit: number }
): Read<ReadonlyArray<string>> =>
  Effect.map(
    store.read<{ readonly job_key: string }>(
      `SELECT job_key FROM jobs WHERE lease_until > 0 AND lease_until > ? AND due_at <= ? AND name = ?
       LIMIT CAST(? AS INTEGER)`,
      [of.wallNow, of.until, of.name, of.limit]
    ),
    (rows) => rows.map((row) => row.job_key)
  )

/** The processes, by number, that have jobs lent to them at `wallNow`. */
export const leaseholders = (store: RegionStore, wallNow: number): Read<ReadonlyArray<number>> =>
  Effect.map(
    store.read<{ readonly leased_by: number }>(
      `SELECT DISTINCT leased_by FROM jobs WHERE lease_until > 0 AND lease_until > ?`,
      [wallNow]
    ),
    (rows) => rows.map((row) => row.leased_by)
  )

const freeOf = claimed.updating({ set: { lease_until: 0 }, where: { lease_until: above(0), leased_by: given } })

/** Frees the leases of a process that is gone. The run that was cut off counts as an attempt. */
export const releaseOf = (store: RegionStore, leasedBy: number): Effect.Effect<void, StoreUnavailable> =>
  store
    .write<never>([{ ...freeOf({}, { leased_by: leasedBy }), wakes: true }])
    .pipe(Effect.catchTag("UniqueViolation", Effect.die))

const freeAll = claimed.updating({ set: { lease_until: 0 }, where: { lease_until: above(0) } })

/** Frees every lease. Only for a store with one process: then a lease at start is one of a process that died. */
export const releaseAll = (store: RegionStore): Effect.Effect<void, StoreUnavailable> =>
  store.write<never>([freeAll({}, {})]).pipe(Effect.catchTag("UniqueViolation", Effect.die))

/** How many jobs wait and how many are dead: two counts, each of an index. */
export const counts = (store: RegionStore): Read<{ waiting: number; dead: number }> =>
  Effect.map(
    store.read<{ readonly waiting: number; readonly dead: number }>(
      `SELECT (SELECT count(*) FROM jobs WHERE state = 'waiting') AS waiting,
              (SELECT count(*) FROM jobs WHERE state = 'dead') AS dead`,
      []
    ),
    ([row]) => ({ waiting: row?.waiting ?? 0, dead: row?.dead ?? 0 })
  )

export interface DueJobs {
  readonly name: string
  readonly due: number
  /** Engine time at which the oldest of them fell due, epoch milliseconds. */
  readonly since: number
}

/** Jobs that are due at `now` (engine time), by name. It reads the index of due jobs, and so is quick unless many are late. */
export const dueByName = (store: RegionStore, now: number): Read<ReadonlyArray<DueJobs>> =>
  store.read<DueJobs>(
    `SELECT name, count(*) AS due, min(due_at) AS since FROM jobs
     WHERE state = 'waiting' AND due_at <= CAST(? AS BIGINT) GROUP BY name ORDER BY name`,
    [now]
  )

/** Jobs that were given up, oldest first, at most 100. */
export const deadJobs = (store: RegionStore): Read<ReadonlyArray<DeadJob>> =>
  Effect.map(
    store.read<DeadJob & { readonly payload: string }>(
      `SELECT sequence, name, job_key AS key, payload, due_at AS "dueAt", attempts,
         COALESCE(last_error, '') AS "lastError" FROM jobs
       WHERE state = 'dead' ORDER BY sequence LIMIT 100`,
      []
    ),
    (rows) => rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as unknown }))
  )

const wake = claimed.updating({
  set: { ...anew, due_at: given },
  where: { sequence: given, state: "dead" }
})

/** The write that lets a dead job run again, due at `dueAt`, with its attempts counted from zero. */
export const revive = (sequence: number, dueAt: number): Write => ({
  ...wake({ due_at: dueAt }, { sequence }),
  wakes: true
})

const wakeNamed = jobs.updating({
  set: { ...anew, due_at: given },
  where: { name: given, job_key: given, state: "dead" }
})

/** The write that lets a job of this name and key run again if it is dead. */
export const reviveNamed = ({ dueAt, key: of, name }: Omit<DecidedJob, "payload">): Write => ({
  ...wakeNamed({ due_at: dueAt }, { name, job_key: of }),
  wakes: true
})
