/**
 * What several processes on one database need of each other: names that one of them holds (advisory locks), signals
 * (`NOTIFY`), and counters that all of them share. One connection of each process speaks, and one listens.
 */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import {
  type Peers,
  type PeerTopic,
  type RegionName,
  type StoreUnavailable,
  type WindowCount,
  type WindowReading
} from "../../services/Store.ts"
import { answerWithin, configOf, type PostgresAddress } from "./PostgresConnections.ts"
import { unavailable } from "./PostgresFailure.ts"

/** Bounds; all our choice. */
export const peerLimits = {
  /** Signals of one kind go out at most this often, in milliseconds. */
  tellEveryMs: 10,
  /** How long an answer may take before the caller is told to come back, in milliseconds. */
  timeoutMs: 5_000,
  /** Pause before the listening connection is opened again, in milliseconds. */
  reconnectMs: 500,
  /** Requests counted in one statement. */
  maxCounted: 256
} as const

const topics: ReadonlyArray<PeerTopic> = ["work", "clock", "region"]

const isTopic = (text: string): text is PeerTopic => (topics as ReadonlyArray<string>).includes(text)

/** Locks and channels belong to a database; a schema in it has its own. */
const spaceOf = ({ schema }: PostgresAddress): string => `bursar ${schema ?? "public"}`

/** Two numbers of 32 bits are one lock; the first is of the space, so that schemas do not meet. */
const lockText = `SELECT pg_try_advisory_lock(hashtext($1), hashtext($2)) AS held`
const unlockText = `SELECT pg_advisory_unlock(hashtext($1), hashtext($2))`

/**
 * Counts against shared windows, one row per credential, in the order of their keys: two processes never wait for each other in
 * a circle. `granted` are those of `asked` that the limit left. Without a time of the caller's, the database's is
 * taken; when its clock is set back, the window stays the later one.
 */
const countText = `
  WITH asked AS (
    SELECT credential, requests, length_ms, asked,
      COALESCE(at_ms, CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)) AS time_ms
    FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BIGINT[]), CAST($3 AS BIGINT[]), CAST($4 AS BIGINT[]), CAST($5 AS BIGINT[]))
      AS told (credential, requests, length_ms, at_ms, asked)
  )
  INSERT INTO rate_windows AS held (credential, ends_at, used, granted)
  SELECT credential, (time_ms / length_ms + 1) * length_ms, LEAST(asked, requests), LEAST(asked, requests)
  FROM asked ORDER BY credential
  ON CONFLICT (credential) DO UPDATE SET
    ends_at = GREATEST(held.ends_at, excluded.ends_at),
    used = CASE WHEN held.ends_at >= excluded.ends_at
      THEN GREATEST(held.used, LEAST(held.used + (SELECT asked FROM asked WHERE asked.credential = held.credential),
        (SELECT requests FROM asked WHERE asked.credential = held.credential)))
      ELSE excluded.used END,
    granted = CASE WHEN held.ends_at >= excluded.ends_at
      THEN GREATEST(0, LEAST((SELECT asked FROM asked WHERE asked.credential = held.credential),
        (SELECT requests FROM asked WHERE asked.credential = held.credential) - held.used))
      ELSE excluded.granted END
  RETURNING held.credential, held.used, held.granted, held.ends_at,
    (SELECT time_ms FROM asked WHERE asked.credential = held.credential) AS time_ms`

interface CountRow {
  readonly credential: string
  readonly used: number
  readonly granted: number
  readonly ends_at: number
  readonly time_ms: number
}

interface Waiting {
  readonly request: WindowCount
  readonly answer: Deferred.Deferred<WindowReading, StoreUnavailable>
}

type Query = (
  text: string,
  params: ReadonlyArray<unknown>
) => Effect.Effect<PgConnection.Result, StoreUnavailable>

const textArray = (values: ReadonlyArray<string>): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`

const numberArray = (values: ReadonlyArray<number | undefined>): string =>
  `{${values.map((value) => (value === undefined ? "NULL" : Math.floor(value))).join(",")}}`

/** The requests of one statement: one group per credential. */
const groupsOf = (waiting: ReadonlyArray<Waiting>): ReadonlyMap<string, ReadonlyArray<Waiting>> =>
  Map.groupBy(waiting, ({ request }) => request.credential)

const countParams = (groups: ReadonlyMap<string, ReadonlyArray<Waiting>>): ReadonlyArray<unknown> => {
  const requests = [...groups.values()].map((group) => group[0]!.request)
  return [
    textArray(requests.map(({ credential }) => credential)),
    numberArray(requests.map(({ limit }) => limit)),
    numberArray(requests.map(({ lengthMs }) => lengthMs)),
    numberArray(requests.map(({ at }) => at)),
    numberArray([...groups.values()].map((group) => group.length))
  ]
}

/** The first `granted` requests of a group were counted; each sees as many used as there were with it. */
const answerGroup = (group: ReadonlyArray<Waiting>, row: CountRow): void => {
  const before = row.used - row.granted
  for (const [at, { answer }] of group.entries()) {
    const counted = at < row.granted
    const reading = { counted, used: counted ? before + at + 1 : row.used, leftMs: row.ends_at - row.time_ms }
    Deferred.doneUnsafe(answer, Exit.succeed(reading))
  }
}

/** Counts what arrives while a statement is under way in the next one: exact, and cheap under load. */
const makeCounter = (query: Query) => {
  const queue: Array<Waiting> = []
  let isRunning = false
  const runOnce = Effect.suspend(() => {
    const taken = queue.splice(0, peerLimits.maxCounted)
    const groups = groupsOf(taken)
    return Effect.match(query(countText, countParams(groups)), {
      onSuccess: ({ rows }) => {
        for (const row of rows as ReadonlyArray<unknown> as ReadonlyArray<CountRow>) {
          answerGroup(groups.get(row.credential) ?? [], row)
        }
      },
      onFailure: (error) => {
        for (const { answer } of taken) Deferred.doneUnsafe(answer, Exit.fail(error))
      }
    })
  })
  const runAll = Effect.gen(function* () {
    while (queue.length > 0) yield* runOnce
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        isRunning = false
      })
    )
  )
  return (request: WindowCount, fork: (effect: Effect.Effect<void>) => void) =>
    Effect.suspend(() => {
      const answer = Deferred.makeUnsafe<WindowReading, StoreUnavailable>()
      queue.push({ request, answer })
      if (!isRunning) {
        isRunning = true
        fork(runAll)
      }
      return Deferred.await(answer)
    })
}

/** Sends a topic now if none went out of late, else once the pause is over. */
const makeTeller = (send: (topic: PeerTopic) => Effect.Effect<void>, fork: (effect: Effect.Effect<void>) => void) => {
  const resting = new Map<PeerTopic, boolean>()
  const say = (topic: PeerTopic): Effect.Effect<void> =>
    Effect.gen(function* () {
      do {
        resting.set(topic, false)
        yield* send(topic)
        yield* Effect.sleep(peerLimits.tellEveryMs)
      } while (resting.get(topic) === true)
      resting.delete(topic)
    })
  return (topic: PeerTopic): void => {
    if (resting.has(topic)) return void resting.set(topic, true)
    resting.set(topic, false)
    fork(say(topic))
  }
}

/** Opens the connections by which processes meet. Signals may be lost; whoever waits for one looks by himself as well. */
export const makePeers = (
  region: RegionName,
  address: PostgresAddress
): Effect.Effect<Peers, SqlError, Scope.Scope> =>
  Effect.gen(function* () {
    const space = spaceOf(address)
    const pool = yield* PgPool.make({
      ...configOf(address, "peers"),
      maxConnections: 1,
      multiplexConcurrency: peerLimits.maxCounted,
      idleTimeout: "1 day"
    })
    // Not bound to the scope: who asks while the store closes still gets an answer.
    const runFork = Effect.runForkWith(yield* Effect.context())
    const fork = (effect: Effect.Effect<void>) => void runFork(effect)

    const query: Query = (text, params) =>
      answerWithin(
        pool
          .use((connection) => connection.query(text, params))
          .pipe(
            Effect.catchTag("SqlError", (error) => {
              const failure = unavailable(region, error)
              return failure === undefined ? Effect.die(error) : Effect.fail(failure)
            })
          ),
        region,
        peerLimits.timeoutMs
      )

    const listeners = new Set<(topic: PeerTopic) => void>()
    const told = (topic: PeerTopic) => {
      for (const listener of listeners) listener(topic)
    }
    const ownIds = new Set<number>()
    const listenOnce = Effect.gen(function* () {
      const connection = yield* PgConnection.make({ ...configOf(address, "peers"), multiplex: false })
      const heard = yield* connection.listen(space)
      // Whatever was said while nobody listened.
      for (const topic of topics) told(topic)
      for (;;) {
        const { payload, processId } = yield* Queue.take(heard)
        if (!ownIds.has(processId) && isTopic(payload)) told(payload)
      }
    }).pipe(Effect.scoped)
    yield* Effect.forkScoped(
      Effect.forever(Effect.andThen(Effect.ignore(listenOnce), Effect.sleep(peerLimits.reconnectMs)))
    )

    const tell = makeTeller(
      (topic) =>
        Effect.ignore(
          pool.use((connection) => {
            // A process need not hear what it said itself.
            if (ownIds.size > 1) ownIds.clear()
            ownIds.add(connection.processId)
            return connection.query("SELECT pg_notify($1, $2)", [space, topic])
          })
        ),
      fork
    )
    const count = makeCounter(query)
    const release = (name: string) => Effect.ignore(query(unlockText, [space, name]))
    return {
      hold: (name) =>
        Effect.uninterruptible(
          Effect.map(query(lockText, [space, name]), ({ rows }) => (rows[0]?.["held"] === true ? release(name) : undefined))
        ),
      count: (request) => count(request, fork),
      tell,
      onTold: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      }
    }
  })
