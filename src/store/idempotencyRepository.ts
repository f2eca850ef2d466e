/** Answers kept under idempotency keys, in the same commit as what they answer for. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Read, RegionStore, Write } from "../services/Store.ts"
import { rawStatement } from "../rows/statement.ts"
import { atMost, given, integer, key, table, text } from "../rows/Table.ts"

/** The answer to a request, kept so that a repetition gets the same bytes. */
export interface IdempotencyRecord {
  /** Namespace of the key: plugin, account and mode. */
  readonly scope: string
  readonly key: string
  /** Keyed hash of what was asked. Another request under the same key has another one. */
  readonly fingerprint: string
  /** The request that was answered first. */
  readonly requestId: string
  readonly status: number
  readonly body: string
  /** From when on the key is free again: engine time, epoch milliseconds. */
  readonly expiresAt: number
  /** When it was found free; not stored. A commit may be dated a little earlier, in whole seconds. */
  readonly claimedAt?: number
}

/** A request with the same key was committed in between. Nothing of this one was kept. */
export class IdempotencyRaced extends Data.TaggedError("IdempotencyRaced")<{ readonly key: string }> {}

const records = table("idempotency_records", {
  scope: key(text),
  idempotency_key: key(text),
  fingerprint: text,
  request_id: text,
  status: integer,
  body: text,
  expires_at: integer
})

const insert = records.inserting({
  onExisting: {
    set: { fingerprint: given, request_id: given, status: given, body: given, expires_at: given },
    where: { expires_at: atMost(given) }
  }
})

/**
 * The write that keeps a record under a key that was free at `claimedAt` (engine time). It comes first in a unit: a lost
 * race costs nothing else.
 */
export const keep = (record: IdempotencyRecord, claimedAt: number): Write<IdempotencyRaced> =>
  insert(
    {
      scope: record.scope,
      idempotency_key: record.key,
      fingerprint: record.fingerprint,
      request_id: record.requestId,
      status: record.status,
      body: record.body,
      expires_at: record.expiresAt
    },
    { expires_at: claimedAt },
    () => new IdempotencyRaced({ key: record.key })
  )

const replace = records.updating({
  set: { status: given, body: given },
  where: { scope: given, idempotency_key: given, request_id: given }
})

/**
 * The write that replaces a kept answer by the one that was given in the end: for a request that was kept as begun and
 * answered when it was done. It changes nothing once the key belongs to another request.
 */
export const amend = ({ body, key: of, requestId, scope, status }: IdempotencyRecord): Write =>
  replace({ status, body }, { scope, idempotency_key: of, request_id: requestId })

interface RecordRow {
  readonly fingerprint: string
  readonly request_id: string
  readonly status: number
  readonly body: string
  readonly expires_at: number
}

/** The record of a key, if it has not expired at `now`. */
export const find = (
  store: RegionStore,
  of: { readonly scope: string; readonly key: string; readonly now: number }
): Read<IdempotencyRecord | undefined> =>
  Effect.map(
    store.read<RecordRow>(
      `SELECT fingerprint, request_id, status, body, expires_at FROM idempotency_records
       WHERE scope = ? AND idempotency_key = ? AND expires_at > ?`,
      [of.scope, of.key, of.now],
      true
    ),
    ([row]) =>
      row === undefined
        ? undefined
        : {
            scope: of.scope,
            key: of.key,
            fingerprint: row.fingerprint,
            requestId: row.request_id,
            status: row.status,
            body: row.body,
            expiresAt: row.expires_at
          }
  )

/** A kept key with its namespace. */
export interface KeyPosition {
  readonly scope: string
  readonly key: string
}

/** Kept keys in their order, from a position on: the table itself is not read. */
export const keysAfter = (store: RegionStore, after: KeyPosition, rows: number): Read<ReadonlyArray<KeyPosition>> =>
  store.read<KeyPosition>(
    `SELECT scope, idempotency_key AS key FROM idempotency_records
     WHERE (scope, idempotency_key) > (?, ?) ORDER BY scope, idempotency_key LIMIT CAST(? AS INTEGER)`,
    [after.scope, after.key, rows]
  )

const purged = rawStatement("DELETE FROM idempotency_records WHERE sequence > ? AND sequence <= ? AND expires_at <= ?")

/**
 * Deletes expired records among the next 1,000 rows after a sequence, and answers up to where; `undefined` at the end. A round
 * looks at all rows: keys have different lifetimes and may be used anew, so rows that stay lie before others that may go.
 */
export const purge = Effect.fnUntraced(function* (store: RegionStore, now: number, after: number) {
  const [window] = yield* store.read<{ readonly up_to: number | null; readonly oldest: number }>(
    `SELECT max(sequence) AS up_to, min(expires_at) AS oldest FROM
      (SELECT sequence, expires_at FROM idempotency_records WHERE sequence > ? ORDER BY sequence LIMIT 1000) AS next_rows`,
    [after]
  )
  const upTo = window?.up_to ?? undefined
  if (upTo === undefined || window!.oldest > now) return { rows: 0, upTo }
  const write = store.write<never>([{ statement: purged, values: [after, upTo, now] }])
  yield* Effect.catchTag(write, "UniqueViolation", Effect.die)
  return { rows: 1, upTo }
})
