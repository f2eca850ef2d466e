/** Answers kept under idempotency keys, in the same commit as what they answer for. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { RegionStore, StoreUnavailable, Write } from "../services/Store.ts"

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
  /** Engine time, epoch milliseconds: from then on the key is free. */
  readonly expiresAt: number
}

/** A request with the same key was committed in between. Nothing of this one was kept. */
export class IdempotencyRaced extends Data.TaggedError("IdempotencyRaced")<{ readonly key: string }> {}

const dropExpired = `DELETE FROM idempotency_records WHERE scope = ? AND idempotency_key = ? AND expires_at <= ?`

const insert = `INSERT INTO idempotency_records
    (scope, idempotency_key, fingerprint, request_id, status, body, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (scope, idempotency_key) DO NOTHING`

/** The writes that keep a record. They come first in a unit: a lost race costs nothing else. */
export const keep = (record: IdempotencyRecord, now: number): ReadonlyArray<Write<IdempotencyRaced>> => [
  { text: dropExpired, params: [record.scope, record.key, now] },
  {
    text: insert,
    params: [
      record.scope,
      record.key,
      record.fingerprint,
      record.requestId,
      record.status,
      record.body,
      record.expiresAt
    ],
    orElse: () => new IdempotencyRaced({ key: record.key })
  }
]

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
): Effect.Effect<IdempotencyRecord | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<RecordRow>(
      `SELECT fingerprint, request_id, status, body, expires_at FROM idempotency_records
       WHERE scope = ? AND idempotency_key = ? AND expires_at > ?`,
      [of.scope, of.key, of.now]
    ),
    ([row]) =>
      row === undefined
        ? undefined
        : {
            scope: of.scope,
            key: of.key,
            fingerprint: row.fingerprint,
            requestId: row.request_id,
            status: Number(row.status),
            body: row.body,
            expiresAt: Number(row.expires_at)
          }
  )

/** Rows one purge looks at. It goes on until it finds fewer. */
const purgeBatch = 1_000

/** Deletes expired records, oldest first. Answers how many went in this batch, and whether there may be more. */
export const purge = (store: RegionStore, now: number) =>
  Effect.gen(function* () {
    const { sql } = store
    const gone = yield* sql<{ readonly sequence: number }>`
      DELETE FROM idempotency_records WHERE expires_at <= ${now} AND sequence IN
        (SELECT sequence FROM idempotency_records ORDER BY sequence LIMIT CAST(${purgeBatch} AS INTEGER)) RETURNING sequence`
    return { deleted: gone.length, more: gone.length === purgeBatch }
  }).pipe(store.transact)
