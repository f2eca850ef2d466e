/** The rows of a store, read beside the servers: an audit that asks nobody. */
import { DatabaseSync } from "node:sqlite"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** A row; numbers of Postgres may be texts or big integers, so that readers turn them into what they need. */
export type Row = Readonly<Record<string, unknown>>

/** Runs a statement that reads. */
export type ReadRows = (text: string) => Promise<ReadonlyArray<Row>>

/** The rows of a data file. */
export const sqliteRows =
  (path: string): ReadRows =>
  async (text) => {
    const data = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
    const rows = data.prepare(text).all()
    data.close()
    return rows
  }

/** The rows of a database; also runs statements of its administrator. */
export const postgresRows =
  (url: string): ReadRows =>
  (text) =>
    PgConnection.make({ url: Redacted.make(url) }).pipe(
      Effect.flatMap((connection) => connection.query(text, [], false)),
      Effect.map(({ rows }) => rows),
      Effect.scoped,
      Effect.runPromise
    )
