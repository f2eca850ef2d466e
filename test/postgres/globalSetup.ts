/** The Postgres server of a test run: the one that DATABASE_URL names, or one of our own that forgets everything. */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { TestProject } from "vitest/node"
import { startPostgres } from "../../bench/postgres-server.ts"
import { lendingStatements, schemaPrefix } from "./schemaPrefix.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly databaseUrl: string
  }
}

const withConnection = <A, E>(url: string, use: (connection: PgConnection.PgConnection) => Effect.Effect<A, E>) =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(Effect.flatMap(use), Effect.scoped, Effect.runPromise)

const prepareLending = (url: string) =>
  withConnection(url, (connection) => Effect.forEach(lendingStatements, (text) => connection.query(text)))

const dropSchemas = (url: string): Promise<void> =>
  withConnection(
    url,
    Effect.fnUntraced(function* (connection) {
      const found = yield* connection.query("SELECT nspname FROM pg_namespace WHERE starts_with(nspname, $1)", [
        schemaPrefix
      ])
      for (const { nspname } of found.rows) yield* connection.query(`DROP SCHEMA ${String(nspname)} CASCADE`)
    })
  )

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env["DATABASE_URL"]
  if (given !== undefined && given !== "") {
    await prepareLending(given)
    project.provide("databaseUrl", given)
    return () => dropSchemas(given)
  }
  const server = await startPostgres({ durability: "memory" })
  await prepareLending(server.url)
  project.provide("databaseUrl", server.url)
  return server.stop
}
