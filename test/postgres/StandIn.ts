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
import { Migrations, regionNames, Store, type StoreOpenFailed } from "../../src/services/Store.ts"
import * as Postgres from "../../src/store/dialects/Postgres.ts"
import { schemaPrefix } from "./schemaPrefix.ts"

export const inMemory = ":memory:"

export const { dialect } = Postgres

/** The options that a test's store has: few connections, since many stores run side by side. */
export const optionsFor = (schema: string): Postgres.PostgresOptions => ({
  regions: { "us-east-1": { url: inject("databaseUrl"), schema } },
  sharesDatabase: true,
  readers: 1,
  writers: 2
})

/** Making tables takes ten times as long as emptying them, so schemas are used again by tests with the same tables. */
const idle = new Map<string, Array<string>>()

const tablesKey = Effect.map(Migrations, (owners) => {
  const hash = createHash("sha256")
  for (const { migrations, owner } of owners) {
    for (const step of migrations) hash.update(JSON.stringify([owner, step.id, step.up(dialect)]))
  }
  return hash.digest("hex")
})

const emptied = (schema: string) => `DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = '${schema}' AND tablename <> 'bursar_migrations' LOOP
    EXECUTE format('DELETE FROM ${schema}.%I', one.tablename);
  END LOOP;
  FOR one IN SELECT sequencename FROM pg_sequences WHERE schemaname = '${schema}' AND last_value IS NOT NULL LOOP
    PERFORM setval(format('${schema}.%I', one.sequencename), 1, false);
  END LOOP;
END $$`

/** Leaves a schema as new. Those of further regions are few, and go. */
const empty = (schema: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* PgConnection.make({ url: Redacted.make(inject("databaseUrl")) })
      yield* connection.query(emptied(schema))
      for (const region of regionNames) {
        yield* connection.query(`DROP SCHEMA IF EXISTS ${schema}_${region.replaceAll("-", "_")} CASCADE`)
      }
    })
  )

/** A schema for as long as the scope lasts. */
const lent = Effect.gen(function* () {
  const key = yield* tablesKey
  const free = idle.get(key) ?? []
  idle.set(key, free)
  return yield* Effect.acquireRelease(
    Effect.sync(() => free.pop() ?? `${schemaPrefix}${randomBytes(8).toString("hex")}`),
    (schema) =>
      Effect.match(empty(schema), {
        onSuccess: () => void free.push(schema),
        // It is left behind: the next test gets another one.
        onFailure: () => {}
      })
  )
})

const schemaOf = (folder: string): string =>
  schemaPrefix + createHash("sha256").update(folder).digest("hex").slice(0, 16)

/** What goes with the test needs no key that outlives it. */
const forgotten = Layer.effect(
  Store,
  Effect.map(Store, (kept) => ({ ...kept, durable: false }))
)

export const layer = ({ folder }: { readonly folder: string }): Layer.Layer<Store, StoreOpenFailed> =>
  folder === inMemory
    ? Layer.unwrap(Effect.map(lent, (schema) => Layer.provide(forgotten, Postgres.layer(optionsFor(schema)))))
    : Postgres.layer(optionsFor(schemaOf(folder)))

export const sqlite = (folder: string): Layer.Layer<Store, StoreOpenFailed> => layer({ folder })
