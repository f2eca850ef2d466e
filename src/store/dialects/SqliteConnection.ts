/**
 * An `effect/sql` client over a connection of `node:sqlite`. It stands in for
 * `@effect/sql-sqlite-node` until that package has a release for Effect 4.1 (decision 0003).
 */
import * as Effect from "effect/Effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlConnection from "effect/sql/SqlConnection"
import { classifySqliteError, SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"
import type { SqlValue } from "../../services/Store.ts"
import { resultCodeOf, resultCodes, type PreparedConnection } from "./SqlitePrepared.ts"

/** `classifySqliteError` reads `errno`, and knows a duplicate primary key only by the code of a unique index. */
const toSqlError = (error: unknown, operation: string): SqlError => {
  const code = resultCodeOf(error)
  const cause =
    error instanceof Error && code !== undefined
      ? Object.assign(error, { errno: code === resultCodes.primaryKey ? resultCodes.unique : code })
      : error
  return new SqlError({ reason: classifySqliteError(cause, { message: "The statement failed", operation }) })
}

const attempt = <A>(operation: string, run: () => A): Effect.Effect<A, SqlError> =>
  Effect.try({ try: run, catch: (error) => toSqlError(error, operation) })

/** The `effect/sql` face of a connection. `isActive` turns false when the transaction that lent it is over. */
export const sqlConnection = (
  { db, prepare, rows }: PreparedConnection,
  isActive: () => boolean = () => true
): SqlConnection.Connection => {
  const guarded = <A>(operation: string, run: () => A) =>
    Effect.suspend(() =>
      isActive()
        ? attempt(operation, run)
        : Effect.die(new Error("The transaction is over: this statement came too late"))
    )
  const read = (text: string, params: ReadonlyArray<unknown>) =>
    rows(text, params as ReadonlyArray<SqlValue>) as Array<Record<string, unknown>>
  const execute: SqlConnection.Connection["execute"] = (text, params, transformRows) =>
    guarded("execute", () => {
      const found = read(text, params)
      return transformRows === undefined ? found : transformRows(found)
    })
  const values = (text: string, params: ReadonlyArray<unknown>) =>
    guarded("executeValues", () => read(text, params).map((row) => Object.values(row)))
  return {
    execute,
    executeUnprepared: (text, params, transformRows) =>
      guarded("executeUnprepared", () => {
        const found = db.prepare(text).all(...(params as ReadonlyArray<SqlValue>))
        return transformRows === undefined ? found : transformRows(found)
      }),
    executeRaw: (text, params) =>
      guarded("executeRaw", () => prepare(text).run(...(params as ReadonlyArray<SqlValue>))),
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: (text, params, transformRows) => Stream.fromIterableEffect(execute(text, params, transformRows))
  }
}

/** The client through which repositories read, after `before`; a unit of work swaps in the write connection. */
export const makeSqlClient = (reader: PreparedConnection, before: () => void): Effect.Effect<SqlClient.SqlClient> => {
  const connection = sqlConnection(reader)
  return SqlClient.make({
    ...SqlClient.makeSqliteAcquirers({
      connection: Effect.sync(() => {
        before()
        return connection
      }),
      semaphore: Semaphore.makeUnsafe(1),
      isTransaction: () => reader.db.isTransaction
    }),
    compiler: Statement.makeCompilerSqlite(),
    driver: "sqlite-node",
    spanAttributes: [["db.system.name", "sqlite"]],
    beginTransaction: "BEGIN IMMEDIATE",
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    prepareTransactionControls: true
  }).pipe(Effect.provide(Reactivity.layer))
}
