/**
 * The connections of one region's database: some that read and cannot write, some that write, each with a statement
 * cache and pipelining, and the `effect/sql` client over them.
 */
import { makeCompiler } from "@effect/sql-pg/PgClient"
import type { Config, PgConnection } from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Reactivity from "effect/reactivity/Reactivity"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlConnection from "effect/sql/SqlConnection"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import { StoreUnavailable, type RegionName } from "../../services/Store.ts"
import type { PostgresAddress, PostgresConnections } from "./PostgresAddress.ts"
import { makeSockets, type Sockets } from "./PostgresSockets.ts"

/** Bounds; all our choice. */
export const connectionLimits = {
  readers: 4,
  writers: 4,
  /** Reads on one connection at a time: one that is slow holds up those behind it. */
  readsPerConnection: 16,
  connectTimeoutMs: 3_000,
  /** The server ends a statement that takes longer, in milliseconds. */
  statementTimeoutMs: 30_000,
  /** The server ends a transaction that does nothing for so long, in milliseconds: its process hangs or is cut off. */
  idleInTransactionMs: 60_000,
  /** The server ends the connection of the locks when nothing is heard on it for so long: its process, which speaks every 2 s, hangs or is cut off. */
  silentProcessMs: 60_000,
  /** Prepared statements kept on a connection. */
  preparedStatements: 1_000,
  keepAliveSeconds: 10
} as const

/** The number by which the protocol names values that are no text. */
const binaryFormat = 1

const inBytes = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const encodeInt8 = (value: number | bigint): Uint8Array => {
  const bytes = new Uint8Array(8)
  inBytes(bytes).setBigInt64(0, BigInt(value))
  return bytes
}

/** A whole number as a number where that is exact, as on SQLite. */
const exactly = (value: bigint): number | bigint => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** Postgres counts in `BIGINT` and adds up in `NUMERIC`; the driver gives these as `bigint` and as text. */
const makeTypes = (): PgTypes.Registry => {
  const types = PgTypes.makeRegistry()
  types.register<number | bigint>(PgTypes.OID.int8, {
    encode: (value) => Result.succeed(encodeInt8(value)),
    decode: (bytes) => Result.succeed(exactly(inBytes(bytes).getBigInt64(0)))
  })
  types.register<unknown>(PgTypes.OID.numeric, {
    encode: (value) => PgTypes.encode(String(value), PgTypes.OID.numeric),
    decode: (bytes) =>
      Result.map(PgTypes.decode(bytes, PgTypes.OID.numeric, binaryFormat), (text) =>
        typeof text === "string" && /^-?\d+$/.test(text) ? exactly(BigInt(text)) : text
      )
  })
  return types
}

/** The name a schema is used by, quoted. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export type ConnectionRole = "reader" | "writer" | "peers"

const settingsOf = ({ schema }: PostgresAddress, role: ConnectionRole): Readonly<Record<string, string>> => ({
  search_path: quoted(schema ?? "public"),
  statement_timeout: String(connectionLimits.statementTimeoutMs),
  idle_in_transaction_session_timeout: String(connectionLimits.idleInTransactionMs),
  default_transaction_isolation: "read committed",
  ...(role === "reader" ? { default_transaction_read_only: "on" } : {}),
  ...(role === "peers" ? { idle_session_timeout: String(connectionLimits.silentProcessMs) } : {})
})

/** What every connection to an address is opened with. */
export const configOf = (address: PostgresAddress, role: ConnectionRole): Config => ({
  url: Redacted.make(address.url),
  applicationName: `bursar ${role}`,
  connectTimeout: connectionLimits.connectTimeoutMs,
  keepAlive: `${connectionLimits.keepAliveSeconds} seconds`,
  multiplex: true,
  preparedStatementCacheSize: connectionLimits.preparedStatements,
  types: makeTypes()
})

/** Sets what the server knows: before version 14 it has no `idle_session_timeout`. */
const setText = `SELECT set_config(name, value, false) FROM json_each_text(CAST($1 AS JSON)) AS one (name, value)
  WHERE current_setting(name, true) IS NOT NULL`

/**
 * A pool whose connections have the settings of their role before anything else is asked on them. A statement sets them:
 * poolers refuse them in the message that opens a connection, or drop them, and then tables would be looked for in the wrong
 * schema.
 */
export const makePool = Effect.fnUntraced(function* (
  address: PostgresAddress,
  role: ConnectionRole,
  sizes: Pick<PgPool.Config, "maxConnections" | "multiplexConcurrency" | "idleTimeout" | "stream">
): Effect.fn.Return<PgPool.PgPool, SqlError, Scope.Scope> {
  const pool = yield* PgPool.make({ ...configOf(address, role), ...sizes })
  const params = [JSON.stringify(settingsOf(address, role))]
  const areSet = new WeakSet<PgConnection>()
  const set = (connection: PgConnection) =>
    Effect.map(connection.query(setText, params, false), () => {
      areSet.add(connection)
      return connection
    })
  const ready = (connection: PgConnection) => (areSet.has(connection) ? Effect.succeed(connection) : set(connection))
  return {
    ...pool,
    get: Effect.flatMap(pool.get, ready),
    use: (run) =>
      pool.use((connection) => (areSet.has(connection) ? run(connection) : Effect.flatMap(set(connection), run)))
  }
})

/** The connections of a region. */
export interface Pools {
  readonly readers: PgPool.PgPool
  /** Each lent to one borrower at a time. */
  readonly writers: PgPool.PgPool
  /** Ends connections on which the database falls silent, until the scope ends. */
  readonly watch: Sockets["watch"]
}

/** Opens nothing yet: connections are made when they are needed. */
export const makePools = (
  address: PostgresAddress,
  { readers = connectionLimits.readers, writers = connectionLimits.writers }: PostgresConnections
): Effect.Effect<Pools, SqlError, Scope.Scope> => {
  const { open: stream, watch } = makeSockets(address.url)
  const readerSizes = { maxConnections: readers, multiplexConcurrency: connectionLimits.readsPerConnection }
  return Effect.all({
    readers: makePool(address, "reader", { ...readerSizes, stream }),
    writers: makePool(address, "writer", { maxConnections: writers, multiplexConcurrency: 1, stream }),
    watch: Effect.succeed(watch)
  })
}

const starting: Array<() => void> = []

/**
 * Starts the statements of one turn of the event loop together: the driver then writes to each connection once, and a
 * write costs more than most statements.
 */
export const startTogether = (start: () => void): void => {
  if (starting.push(start) > 1) return
  setImmediate(() => {
    for (const one of starting.splice(0)) one()
  })
}

/**
 * Waits for an answer for so long, and no longer even where nothing may be interrupted: what was asked goes on by itself.
 * Statements that a closing pool breaks off fail with that reason.
 */
export const answerWithin = <A>(
  asked: Effect.Effect<A, StoreUnavailable>,
  region: RegionName,
  timeoutMs: number,
  start: (asking: () => void) => void = (asking) => asking()
): Effect.Effect<A, StoreUnavailable> =>
  Effect.callback<A, StoreUnavailable>((resume) => {
    const refuse = (reason: StoreUnavailable["reason"], detail: string) =>
      resume(Effect.fail(new StoreUnavailable({ region, reason, detail })))
    const timer = setTimeout(() => refuse("overloaded", `no answer within ${timeoutMs} ms`), timeoutMs)
    start(() =>
      Effect.runFork(asked).addObserver((exit) => {
        clearTimeout(timer)
        if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) refuse("closed", "the store was closed")
        else resume(exit)
      })
    )
    return Effect.sync(() => clearTimeout(timer))
  })

/** The `effect/sql` face of a connection. `isActive` turns false when the transaction that lent it is over. */
export const sqlConnection = (
  connection: Pick<PgConnection, "query" | "queryValues" | "stream">,
  isActive: () => boolean = () => true
): SqlConnection.Connection => {
  const guarded = <A>(run: () => Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.suspend(() =>
      isActive() ? run() : Effect.die(new Error("The transaction is over: this statement came too late"))
    )
  const execute =
    (prepare: boolean): SqlConnection.Connection["execute"] =>
    (text, params, transformRows) =>
      guarded(() =>
        Effect.map(connection.query(text, params, prepare), ({ rows }) =>
          transformRows === undefined ? rows : transformRows(rows)
        )
      )
  return {
    execute: execute(true),
    executeUnprepared: execute(false),
    executeRaw: (text, params) => guarded(() => connection.query(text, params)),
    executeValues: (text, params) => guarded(() => connection.queryValues(text, params)),
    executeValuesUnprepared: (text, params) => guarded(() => connection.queryValues(text, params, false)),
    executeStream: (text, params) => connection.stream(text, params) as never
  }
}

/** What a server says when it ends a transaction that cannot be kept. */
export const rolledBack = (): SqlError =>
  new SqlError({
    reason: new UnknownError({
      cause: new Error("COMMIT rolled back an aborted transaction"),
      message: "COMMIT rolled back an aborted transaction",
      operation: "commit"
    })
  })

/** The client through which repositories read; a unit of work swaps in the connection of its transaction. */
export const makeSqlClient = ({ readers, writers }: Pools): Effect.Effect<SqlClient.SqlClient> =>
  SqlClient.make({
    acquirer: Effect.map(readers.get, (connection) => sqlConnection(connection)),
    borrower: (use) => readers.use((connection) => use(sqlConnection(connection))),
    transactionAcquirer: Effect.map(writers.get, (connection) => sqlConnection(connection)),
    compiler: makeCompiler(),
    driver: "sql-pg",
    spanAttributes: [["db.system.name", "postgresql"]],
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`
  }).pipe(Effect.provide(Reactivity.layer))
