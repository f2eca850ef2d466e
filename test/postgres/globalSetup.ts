/** The Postgres server of a test run: the one that DATABASE_URL names, or one of our own that forgets everything. */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { TestProject } from "vitest/node"
import { startPostgres } from "../../bench/postgres-server.ts"
import { schemaPrefix } from "./schemaPrefix.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly databaseUrl: string
  }
}

const dropSchemas = (url: string): Promise<void> =>
  Effect.gen(function* () {
    const connection = yield* PgConnection.make({ url: Redacted.make(url) })
    const found = yield* connection.query("SELECT nspname FROM pg_namespace WHERE starts_with(nspname, $1)", [
      schemaPrefix
    ])
    for (const { nspname } of found.rows) yield* connection.query(`DROP SCHEMA ${String(nspname)} CASCADE`)
  }).pipe(Effect.scoped, Effect.runPromise)

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env["DATABASE_URL"]
  if (given !== undefined && given !== "") {
    project.provide("databaseUrl", given)
    return () => dropSchemas(given)
  }
  const server = await startPostgres({ durability: "memory" })
  project.provide("databaseUrl", server.url)
  return server.stop
}
