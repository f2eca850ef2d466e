/**
 * Stands in for `src/store/dialects/Sqlite.ts` when tests run on Postgres (`npm run test:postgres`): the same names, with a
 * schema where SQLite has a folder. So every test runs on both stores without knowing of it.
 */
import { createHash, randomBytes } from "node:crypto"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { inject } from "vitest"
import { regionNames, type Store, type StoreOpenFailed } from "../../src/services/Store.ts"
import * as Postgres from "../../src/store/dialects/Postgres.ts"

export const inMemory = ":memory:"

/** What tells these schemas from anybody else's in a database that is shared. */
const prefix = "bursar_test_"

const nameOf = (folder: string): string =>
  prefix +
  (folder === inMemory ? randomBytes(8).toString("hex") : createHash("sha256").update(folder).digest("hex").slice(0, 16))

const dropSchemas = (url: string, schema: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* PgConnection.make({ url: Redacted.make(url) })
      for (const name of [schema, ...regionNames.map((region) => `${schema}_${region.replaceAll("-", "_")}`)]) {
        yield* connection.query(`DROP SCHEMA IF EXISTS "${name}" CASCADE`)
      }
    })
  )

/** The options that a test's store has: few connections, since many stores run side by side. */
export const optionsFor = (schema: string): Postgres.PostgresOptions => ({
  regions: { "us-east-1": { url: inject("databaseUrl"), schema } },
  sharesDatabase: true,
  readers: 1,
  writers: 2
})

export const layer = ({ folder }: { readonly folder: string }): Layer.Layer<Store, StoreOpenFailed> => {
  const schema = nameOf(folder)
  const store = Postgres.layer(optionsFor(schema))
  if (folder !== inMemory) return store
  const dropped = Layer.effectDiscard(
    Effect.addFinalizer(() => Effect.ignore(dropSchemas(inject("databaseUrl"), schema)))
  )
  return Layer.provideMerge(store, dropped)
}

export const { dialect } = Postgres

export const sqlite = (folder: string): Layer.Layer<Store, StoreOpenFailed> => layer({ folder })
