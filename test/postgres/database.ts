/** A database of a test's own on the server of the run. */
import { randomBytes } from "node:crypto"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { inject, onTestFinished } from "vitest"
import { schemaPrefix } from "./schemaPrefix.ts"

/** Runs statements on a database, one after the other; answers the rows of the last one. */
export const run = (url: string, ...statements: ReadonlyArray<string>): Promise<ReadonlyArray<PgConnection.Row>> =>
  Effect.gen(function* () {
    const connection = yield* PgConnection.make({ url: Redacted.make(url) })
    let rows: ReadonlyArray<PgConnection.Row> = []
    for (const text of statements) rows = (yield* connection.query(text, [], false)).rows
    return rows
  }).pipe(Effect.scoped, Effect.runPromise)

/** The address of an empty database that goes with the test. */
export const freshDatabase = async (): Promise<string> => {
  const server = inject("databaseUrl")
  const name = `${schemaPrefix}${randomBytes(8).toString("hex")}`
  await run(server, `CREATE DATABASE ${name}`)
  onTestFinished(async () => void (await run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
