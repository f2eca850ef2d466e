/** Asks a Postgres server for its version: nothing is written, and no schema is needed. */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** How long the server may take, in milliseconds. */
const answerWithinMs = 5_000

const detailOf = (error: unknown): string => {
  const { cause, reason } = error as { readonly cause?: unknown; readonly reason?: unknown }
  if (cause instanceof Error) return detailOf(cause)
  if (reason instanceof Error) return detailOf(reason)
  return error instanceof Error ? error.message : String(error)
}

/** The version, such as `18.1`. Fails with a text that holds no secret. */
export const postgresVersion = (url: string): Effect.Effect<string, string> =>
  Effect.gen(function* () {
    const connection = yield* PgConnection.make({ url: Redacted.make(url) })
    const { rows } = yield* connection.query("SHOW server_version", [], false)
    return String(Object.values(rows[0] ?? {})[0])
  }).pipe(
    Effect.scoped,
    Effect.timeout(answerWithinMs),
    Effect.catchCause((cause) => Effect.fail(detailOf(Cause.squash(cause))))
  )
