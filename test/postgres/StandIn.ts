/**
 * Stands in for `src/store/dialects/Sqlite.ts` when tests run on Postgres (`npm run test:postgres`): the same names, with a
 * schema where SQLite has a folder. So every test runs on both stores without knowing of it.
 */
import { createHash, randomBytes } from "node:crypto"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { inject } from "vitest"
import { Migrations, regionNames, Store, type StoreOpenFailed } from "../../src/services/Store.ts"
import * as Postgres from "../../src/store/dialects/Postgres.ts"
import { idleSchemas, schemaPrefix } from "./schemaPrefix.ts"

export const inMemory = ":memory:"

export const { dialect } = Postgres

/** The options that a test's store has: few connections, since many stores run side by side. */
export const optionsFor = (schema: string): Postgres.PostgresOptions => ({
  regions: { "us-east-1": { url: inject("databaseUrl"), schema } },
  sharesDatabase: true,
  readers: 1,
  writers: 2
})

const tablesKey = Effect.map(Migrations, (owners) => {
  const hash = createHash("sha256")
  for (const { migrations, owner } of owners) {
    for (const step of migrations) hash.update(JSON.stringify([owner, step.id, step.up(dialect)]))
  }
  return hash.digest("hex")
})

/**
 * The connection on which schemas are lent and emptied, one per process: one that has seen the tables needs half the time
 * of a new one. It ends with the process.
 */
let desk: Promise<PgConnection.PgConnection> | undefined

const atDesk = (text: string, params: ReadonlyArray<string> = []) =>
  Effect.flatMap(
    Effect.promise(() => {
      const made = PgConnection.make({ url: Redacted.make(inject("databaseUrl")) })
      return (desk ??= Effect.runPromise(Effect.provideService(made, Scope.Scope, Scope.makeUnsafe())))
    }),
    (connection) => connection.query(text, params)
  )

/** What a table may hold on disk, in bytes, to be emptied row by row: truncating takes longer, but leaves no dead rows. */
const smallBytes = 65_536

const emptied = (schema: string) => `DO $$ DECLARE one record; size bigint; BEGIN
  FOR one IN SELECT c.oid, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = '${schema}' AND c.relkind = 'r' AND c.relname <> 'bursar_migrations' LOOP
    size := pg_relation_size(one.oid);
    IF size > ${smallBytes} THEN EXECUTE format('TRUNCATE ${schema}.%I', one.relname);
    ELSIF size > 0 THEN EXECUTE format('DELETE FROM ${schema}.%I', one.relname);
    END IF;
  END LOOP;
  FOR one IN SELECT sequencename FROM pg_sequences WHERE schemaname = '${schema}' AND last_value IS NOT NULL LOOP
    PERFORM setval(format('${schema}.%I', one.sequencename), 1, false);
  END LOOP;
END $$`

/** Leaves a schema as new. Those of further regions are few, and go. */
const empty = Effect.fnUntraced(function* (schema: string) {
  yield* atDesk(emptied(schema))
  for (const region of regionNames) {
    yield* atDesk(`DROP SCHEMA IF EXISTS ${schema}_${region.replaceAll("-", "_")} CASCADE`)
  }
})

const takeIdle = `DELETE FROM ${idleSchemas} WHERE name =
  (SELECT name FROM ${idleSchemas} WHERE tables = $1 LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING name`

/**
 * A schema for as long as the scope lasts. Making tables takes ten times as long as emptying them, and many schemas make the
 * server slow: so one is used again by tests with the same tables, of whichever file.
 */
const lent = Effect.gen(function* () {
  const key = yield* tablesKey
  return yield* Effect.acquireRelease(
    Effect.map(Effect.orDie(atDesk(takeIdle, [key])), ({ rows: [found] }) =>
      found === undefined ? `${schemaPrefix}${randomBytes(8).toString("hex")}` : String(found["name"])
    ),
    (schema) =>
      // One that cannot be emptied is left behind: the next test gets another one.
      Effect.ignore(
        Effect.andThen(
          empty(schema),
          atDesk(`INSERT INTO ${idleSchemas} (name, tables) VALUES ($1, $2)`, [schema, key])
        )
      )
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
