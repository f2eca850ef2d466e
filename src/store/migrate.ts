/** Brings a region's schema up to date: append-only, numbered steps per owner, all in one transaction. */
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Sha256 from "../domain/Sha256.ts"
import {
  StoreOpenFailed,
  type Dialect,
  type Migration,
  type OwnedMigrations,
  type RegionStore
} from "../services/Store.ts"
import { claimBooks } from "./migrations/0006_books.ts"

/** The table that keeps what was applied. */
export const migrationsTable = "bursar_migrations"

/** Table names do not depend on the dialect, so any will do to read a schema. */
const anyDialect: Dialect = {
  name: "sqlite",
  text: "TEXT",
  sequenceKey: "INTEGER PRIMARY KEY",
  integer: "INTEGER",
  clustered: "",
  utf8Of: (column) => column
}

const tablePattern = /CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)/gi

const nameOf = (owner: string, { id, name }: Migration) => `migration ${id}, "${name}", of "${owner}"`

/** What a step does. Throws, with the name of the step, where that throws itself or is no list of statements. */
const statementsOf = (owner: string, step: Migration, dialect: Dialect): ReadonlyArray<string> => {
  let statements: unknown
  try {
    statements = step.up(dialect)
  } catch (cause) {
    throw new Error(`${nameOf(owner, step)}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  if (Array.isArray(statements) && statements.every((statement) => typeof statement === "string")) return statements
  throw new TypeError(`${nameOf(owner, step)}: up must return a list of SQL statements`)
}

/** What a step does, in a few characters, however its statements are broken into lines. */
const digestOf = (statements: ReadonlyArray<string>): string => {
  const digest = Sha256.begin()
  digest.add(new TextEncoder().encode(statements.join(";").replaceAll(/\s+/g, " ")))
  return digest.hex()
}

/** Names of the tables that a schema creates, in lower case. */
export const tablesOf = (migrations: ReadonlyArray<Migration>, owner = "core"): ReadonlyArray<string> =>
  migrations.flatMap((step) =>
    statementsOf(owner, step, anyDialect).flatMap((statement) =>
      [...statement.matchAll(tablePattern)].map((match) => match[1]!.toLowerCase())
    )
  )

/** A step that was applied to a region. */
export interface Applied {
  readonly owner: string
  readonly id: number
}

const newest = (ids: ReadonlyArray<number>): number => Math.max(0, ...ids.map(Number))

/** Says that data were written by a newer version, where they were. */
export const newerThan = (
  owners: ReadonlyArray<OwnedMigrations>,
  applied: ReadonlyArray<Applied>
): string | undefined => {
  for (const { migrations, owner } of owners) {
    const found = newest(applied.filter((row) => row.owner === owner).map(({ id }) => id))
    const known = newest(migrations.map(({ id }) => id))
    if (found > known)
      return (
        `was written by a newer version (schema ${found} of "${owner}", this version knows ${known}). ` +
        "Install that version again, or restore a backup made before the upgrade"
      )
  }
  return undefined
}

/** Gives books that were written before they had owners to the plugins that declare their accounts. */
const shareOut = Effect.fnUntraced(function* (sql: SqlClient, owners: ReadonlyArray<OwnedMigrations>) {
  if (owners.every(({ accounts }) => accounts === undefined)) return
  const unowned = yield* sql`SELECT 1 AS found FROM ledger_balances WHERE plugin = ''
    UNION ALL SELECT 1 AS found FROM ledger_entries WHERE plugin = '' LIMIT 1`
  if (unowned.length === 0) return
  for (const { accounts, owner } of owners) if (accounts !== undefined) yield* claimBooks(sql, owner, accounts)
})

/**
 * Applies the steps that are missing, and fails where one that has run says something else now. Fails with reason `newer` when the data knows a step that the code does not:
 * running old code on new tables could lose what it cannot see.
 */
export const migrate = (
  store: RegionStore,
  owners: ReadonlyArray<OwnedMigrations>
): Effect.Effect<void, StoreOpenFailed> => {
  const { dialect, name, sql } = store
  const failed = (detail: string) =>
    Effect.fail(new StoreOpenFailed({ region: name, reason: "migration_failed", detail }))
  const wordsOf = ({ message, reason: { cause } }: SqlError) => (cause instanceof Error ? cause.message : message)
  const upToDate = Effect.gen(function* () {
    yield* sql.unsafe(
      `CREATE TABLE IF NOT EXISTS ${migrationsTable} (
        owner TEXT NOT NULL, id ${dialect.integer} NOT NULL, name TEXT NOT NULL, PRIMARY KEY (owner, id)
      )${dialect.clustered}`
    )
    const applied = yield* sql<Applied & { readonly name: string }>`SELECT owner, id, name FROM ${sql(migrationsTable)}`
    const noted = new Map(applied.map(({ id, name, owner }) => [`${owner} ${id}`, name]))
    const newer = newerThan(owners, applied)
    if (newer !== undefined) return yield* new StoreOpenFailed({ region: name, reason: "newer", detail: `it ${newer}` })
    for (const { migrations, owner } of owners) {
      for (const step of migrations) {
        const statements = statementsOf(owner, step, dialect)
        const digest = digestOf(statements)
        // Data of versions that noted no digests take that of the first start with one.
        const before = noted.get(`${owner} digest ${step.id}`)
        if (before === digest) continue
        if (before !== undefined)
          return yield* failed(
            `${nameOf(owner, step)} was changed after it had run here, and runs once. Put it back, and add a migration`
          )
        // In their order on one connection, without waiting for each answer where that is a journey.
        yield* Effect.forEach(
          noted.has(`${owner} ${step.id}`) ? [] : statements,
          (statement) => sql.unsafe(statement),
          {
            concurrency: dialect.remote === true ? "unbounded" : 1,
            discard: true
          }
        ).pipe(
          Effect.andThen(
            sql`INSERT INTO ${sql(migrationsTable)} (owner, id, name)
              VALUES (${owner}, ${step.id}, ${step.name}), (${`${owner} digest`}, ${step.id}, ${digest}) ON CONFLICT DO NOTHING`
          ),
          Effect.catchTag("SqlError", (error) => failed(`${nameOf(owner, step)}: ${wordsOf(error)}`))
        )
      }
    }
    yield* shareOut(sql, owners)
  })
  return store.transact(upToDate).pipe(
    Effect.catchTags({
      SqlError: (error) => failed(wordsOf(error)),
      StoreUnavailable: ({ detail }) => failed(detail)
    })
  )
}
