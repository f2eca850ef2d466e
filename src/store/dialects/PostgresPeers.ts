/**
 * What several processes on one database need of each other: names that one of them holds (advisory locks), signals
 * (`NOTIFY`), and counters that all of them share. One connection of each process speaks, and one listens.
 */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import type * as PgPool from "@effect/sql-pg/PgPool"
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
import type { PostgresAddress } from "./PostgresAddress.ts"
import { answerWithin, configOf, makePool } from "./PostgresConnections.ts"
import { unavailable } from "./PostgresFailure.ts"
import { makeSockets } from "./PostgresSockets.ts"
import { gather, mostGathered, type AskAll, type Waiting } from "./PostgresGather.ts"

/** Bounds; all our choice. */
export const peerLimits = {
  /** Signals of one kind go out at most this often, in milliseconds. */
  tellEveryMs: 10,
  /** Longest wait for an answer, in milliseconds; after it the caller gets 503 with `Retry-After`. */
  timeoutMs: 5_000,
  /** Pause before the listening connection is opened again, in milliseconds. */
  reconnectMs: 500
} as const

const topics: ReadonlyArray<PeerTopic> = ["work", "clock", "region"]

const isTopic = (text: string): text is PeerTopic => (topics as ReadonlyArray<string>).includes(text)

/** Locks and channels belong to a database; a schema in it has its own. */
const spaceOf = ({ schema }: PostgresAddress): string => `bursar ${schema ?? "public"}`

/** Takes and gives names back, in their order. Two numbers of 32 bits are one lock; the first is of the space, so that schemas do not meet. */
const lockText = `SELECT place, CASE WHEN takes THEN pg_try_advisory_lock(hashtext($1), hashtext(name))
    ELSE pg_advisory_unlock(hashtext($1), hashtext(name)) END AS done
  FROM unnest(CAST($2 AS TEXT[]), CAST($3 AS BOOLEAN[])) WITH ORDINALITY AS asked (name, takes, place)`

/** What a credential asks for, beside its window. */
const askedOf = (column: string) => `(SELECT ${column} FROM asked WHERE asked.credential = held.credential)`

/** Whether a window counts: one that ends later than the next one is of a clock that was wrong, and would last until then. */
const counts = `held.ends_at - excluded.ends_at BETWEEN 0 AND ${askedOf("length_ms")}`

/**
 * Counts against shared windows, one row per credential, in the order of their keys: two processes never wait for each other in
 * a circle. `granted` are those of `asked` that the limit left. Without a time of the caller's, the database's is taken.
 * Times differ a little from process to process, and a clock is set back: a window stays, unless that was by more than its length.
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
    ends_at = CASE WHEN ${counts} THEN held.ends_at ELSE excluded.ends_at END,
    used = CASE WHEN ${counts}
      THEN GREATEST(held.used, LEAST(held.used + ${askedOf("asked")}, ${askedOf("requests")}))
      ELSE excluded.used END,
    granted = CASE WHEN ${counts}
      THEN GREATEST(0, LEAST(${askedOf("asked")}, ${askedOf("requests")} - held.used))
      ELSE excluded.granted END
  RETURNING held.credential, held.used, held.granted, held.ends_at, ${askedOf("time_ms")} AS time_ms`

interface CountRow {
  readonly credential: string
  readonly used: number
  readonly granted: number
  readonly ends_at: number
  readonly time_ms: number
}

type Query = (text: string, params: ReadonlyArray<unknown>) => Effect.Effect<PgConnection.Result, StoreUnavailable>

const textArray = (values: ReadonlyArray<string>): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`

const numberArray = (values: ReadonlyArray<number | undefined>): string =>
  `{${values.map((value) => (value === undefined ? "NULL" : Math.floor(value))).join(",")}}`

type Counting = Waiting<WindowCount, WindowReading>

const countParams = (groups: ReadonlyMap<string, ReadonlyArray<Counting>>): ReadonlyArray<unknown> => {
  const requests = [...groups.values()].map((group) => group[0]!.question)
  return [
    textArray(requests.map(({ credential }) => credential)),
    numberArray(requests.map(({ limit }) => limit)),
    numberArray(requests.map(({ lengthMs }) => lengthMs)),
    numberArray(requests.map(({ at }) => at)),
    numberArray([...groups.values()].map((group) => group.length))
  ]
}

/** The first `granted` requests of a group were counted; each sees as many used as there were with it. */
const answerGroup = (group: ReadonlyArray<Counting>, row: CountRow): void => {
  const before = row.used - row.granted
  for (const [at, { answer }] of group.entries()) {
    const counted = at < row.granted
    const reading = { counted, used: counted ? before + at + 1 : row.used, leftMs: row.ends_at - row.time_ms }
    Deferred.doneUnsafe(answer, Exit.succeed(reading))
  }
}

const countAll =
  (query: Query): AskAll<WindowCount, WindowReading> =>
  (waiting) => {
    const groups = Map.groupBy(waiting, ({ question }) => question.credential)
    return Effect.map(query(countText, countParams(groups)), ({ rows }) => {
      for (const row of rows as ReadonlyArray<unknown> as ReadonlyArray<CountRow>) {
        answerGroup(groups.get(row.credential) ?? [], row)
      }
    })
  }

/** A name to take, or one to give back. */
interface Locking {
  readonly name: string
  readonly takes: boolean
}

/** Tells of each name that is taken whether it was free. Names are given back on the way. */
const lockAll =
  (query: Query, space: string): AskAll<Locking, boolean> =>
  (waiting) => {
    const names = textArray(waiting.map(({ question }) => question.name))
    const takes = `{${waiting.map(({ question }) => question.takes).join()}}`
    return Effect.map(query(lockText, [space, names, takes]), ({ rows }) => {
      for (const { done, place } of rows) {
        Deferred.doneUnsafe(waiting[Number(place) - 1]!.answer, Exit.succeed(done === true))
      }
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

/** Asks in bounded time; what the database refuses for no reason of its own is a defect. */
const makeQuery =
  (region: RegionName, pool: PgPool.PgPool): Query =>
  (text, params) => {
    const asked = pool.use((connection) => connection.query(text, params))
    const told = Effect.catchTag(asked, "SqlError", (error) => {
      const failure = unavailable(region, error)
      return failure === undefined ? Effect.die(error) : Effect.fail(failure)
    })
    return answerWithin(told, region, peerLimits.timeoutMs)
  }

/** Listens for ever, on connection after connection. `isOwn` tells what this process said itself. */
const listen = (
  address: PostgresAddress,
  isOwn: (processId: number) => boolean,
  told: (topic: PeerTopic) => void
): Effect.Effect<never> => {
  const once = Effect.gen(function* () {
    const connection = yield* PgConnection.make({ ...configOf(address, "peers"), multiplex: false })
    const heard = yield* connection.listen(spaceOf(address))
    // Whatever was said while nobody listened.
    for (const topic of topics) told(topic)
    for (;;) {
      const { payload, processId } = yield* Queue.take(heard)
      if (!isOwn(processId) && isTopic(payload)) told(payload)
    }
  })
  return Effect.forever(Effect.andThen(Effect.ignore(Effect.scoped(once)), Effect.sleep(peerLimits.reconnectMs)))
}

/** Opens the connections by which processes meet. Signals may be lost; whoever waits for one looks by himself as well. */
export const makePeers = Effect.fnUntraced(function* (
  region: RegionName,
  address: PostgresAddress
): Effect.fn.Return<Peers, SqlError, Scope.Scope> {
  const space = spaceOf(address)
  const { open: stream, watch } = makeSockets(address.url)
  const pool = yield* makePool(address, "peers", {
    maxConnections: 1,
    multiplexConcurrency: mostGathered,
    idleTimeout: "1 day",
    stream
  })
  yield* watch
  // Not bound to the scope: who asks while the store closes still gets an answer.
  const runFork = Effect.runForkWith(yield* Effect.context())
  const fork = (effect: Effect.Effect<void>) => void runFork(effect)
  const query = makeQuery(region, pool)

  const listeners = new Set<(topic: PeerTopic) => void>()
  let ownId: number | undefined
  yield* Effect.forkScoped(
    listen(
      address,
      (processId) => processId === ownId,
      (topic) => {
        for (const listener of listeners) listener(topic)
      }
    )
  )
  const send = (topic: PeerTopic) =>
    pool.use((connection) => {
      ownId = connection.processId
      return connection.query("SELECT pg_notify($1, $2)", [space, topic])
    })
  const lock = gather(fork, lockAll(query, space))
  return {
    hold: (name) => {
      // Nobody waits for the name to be given back.
      const giveBack = Effect.sync(() => fork(Effect.ignore(lock({ name, takes: false }))))
      // A database that did not answer in time may still have given it.
      const taken = Effect.tapError(lock({ name, takes: true }), () => giveBack)
      return Effect.uninterruptible(Effect.map(taken, (held) => (held ? giveBack : undefined)))
    },
    count: gather(fork, countAll(query)),
    tell: makeTeller((topic) => Effect.ignore(send(topic)), fork),
    onTold: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
})
