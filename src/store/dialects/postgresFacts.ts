/** Asks a Postgres server what it is and what was kept in it: nothing is written, and no schema is needed. */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { OwnedMigrations } from "../../services/Store.ts"
import { migrationsTable, newerThan, type Applied } from "../migrate.ts"
import { settingText, type SettingName } from "../settingsRepository.ts"

/** How long the server may take, in milliseconds. */
const answerWithinMs = 5_000

const detailOf = (error: unknown): string => {
  const { cause, reason } = error as { readonly cause?: unknown; readonly reason?: unknown }
  if (cause instanceof Error) return detailOf(cause)
  if (reason instanceof Error) return detailOf(reason)
  return error instanceof Error ? error.message : String(error)
}

/** What a server says of itself. */
export interface PostgresFacts {
  /** Such as `18.1`. */
  readonly version: string
  /** What tells the master key of the data, where there are some. */
  readonly masterKeyCheck: unknown
  /** Of the server that ran on them, where that was one of production. */
  readonly mode: unknown
  /** Of which region they are. */
  readonly region: unknown
  /** Says that they were written by a newer version, where they were. */
  readonly newer: string | undefined
}

/** What a server says, to a version with these tables. Fails with a text that holds no secret. */
export const postgresFacts = (
  url: string,
  owners: ReadonlyArray<OwnedMigrations>
): Effect.Effect<PostgresFacts, string> =>
  Effect.gen(function* () {
    const connection = yield* PgConnection.make({ url: Redacted.make(url) })
    const first = (text: string, params: ReadonlyArray<string> = []) =>
      Effect.map(connection.query(text, params, false), ({ rows }) => Object.values(rows[0] ?? {})[0])
    const version = String(yield* first("SHOW server_version"))
    // Before the first start there is no such table, and somebody else's need not be readable.
    const noted = (name: SettingName) =>
      first(settingText.replace("?", "$1"), [name]).pipe(
        Effect.map((kept) => (typeof kept === "string" ? (JSON.parse(kept) as unknown) : undefined)),
        Effect.orElseSucceed(() => undefined)
      )
    const [masterKeyCheck, mode, region] = yield* Effect.all([
      noted("master_key_check"),
      noted("mode"),
      noted("region")
    ])
    const newer = yield* connection.query(`SELECT owner, id FROM ${migrationsTable}`, [], false).pipe(
      Effect.map(({ rows }) => newerThan(owners, rows as ReadonlyArray<unknown> as ReadonlyArray<Applied>)),
      Effect.orElseSucceed(() => undefined)
    )
    return { version, masterKeyCheck, mode, region, newer }
  }).pipe(
    Effect.scoped,
    Effect.timeout(answerWithinMs),
    Effect.catchCause((cause) => Effect.fail(detailOf(Cause.squash(cause))))
  )
