/** Reads a text that may be megabytes long without holding the event loop up: a slice of its bytes at a time. */
import * as Effect from "effect/Effect"
import type { Read, RegionStore, SqlValue, StoreUnavailable } from "../services/Store.ts"
import { readPiece, textIdOf } from "./longTexts.ts"
import { inTurn, joined, sliceLength, untilDone } from "./Turns.ts"

/**
 * Bytes that are read at once of a text that is not in pieces, because an earlier version wrote it. A store may go through the whole text for each slice, which for 19 MiB on SQLite takes as long
 * for 4 MiB as for one: the fewer, the less work. Our choice.
 */
export const sliceBytes = 4_194_304

/** A text column of one row that never changes, `longText` in its table. */
export interface LongColumn {
  readonly table: string
  readonly column: string
  /** The column by which rows are named. Default: `id`. */
  readonly keyColumn?: string
  /** Conditions with `?`, all of which must hold. */
  readonly where: ReadonlyArray<string>
  readonly params: ReadonlyArray<SqlValue>
}

interface Slice {
  /** SQLite may answer without a value where there are no bytes. */
  readonly part: Uint8Array | null
  readonly absent: number
  readonly row_key: string
}

const nothing = new Uint8Array(0)

const utf8 = new TextEncoder()

/** The UTF-8 of a text that is stored in pieces, as parts; an empty one has none. */
const readPieces = Effect.fnUntraced(function* (store: RegionStore, textId: string) {
  const parts: Array<Uint8Array> = []
  for (;;) {
    const piece = yield* inTurn(() => readPiece(store, textId, parts.length))
    if (piece === undefined) return parts
    parts.push(utf8.encode(piece))
  }
})

/** The UTF-8 of the text, as parts, or `undefined` where there is no such row or nothing in it. */
const readParts = Effect.fnUntraced(function* (
  store: RegionStore,
  { column, keyColumn = "id", params, table, where }: LongColumn
): Effect.fn.Return<ReadonlyArray<Uint8Array> | undefined, StoreUnavailable> {
  const slice = `SELECT substr(${store.dialect.utf8Of(column)}, CAST(? AS INTEGER), ${sliceBytes}) AS part,
    CASE WHEN ${column} IS NULL THEN 1 ELSE 0 END AS absent, ${keyColumn} AS row_key FROM ${table}
    WHERE ${where.join(" AND ")}`
  const parts: Array<Uint8Array> = []
  for (let from = 1; ; from += sliceBytes) {
    const [row] = yield* store.read<Slice>(slice, [from, ...params])
    if (row === undefined || Number(row.absent) === 1) return undefined
    const part = row.part ?? nothing
    if (from === 1 && part.length === 0) {
      return yield* readPieces(store, textIdOf({ table, column, keyColumn, key: row.row_key }))
    }
    parts.push(part)
    if (part.length < sliceBytes) return parts
  }
})

/** The text as its UTF-8, or `undefined` where there is no such row or nothing in it. */
export const readLongBytes = (store: RegionStore, of: LongColumn): Read<Uint8Array | undefined> =>
  Effect.flatMap(readParts(store, of), (parts) => {
    if (parts === undefined || parts.length === 1) return Effect.succeed(parts?.[0])
    return joined(
      parts,
      parts.reduce((length, part) => length + part.length, 0)
    )
  })

/** The text, or `undefined` where there is no such row or nothing in it. */
export const readLongText = Effect.fnUntraced(function* (
  store: RegionStore,
  of: LongColumn
): Effect.fn.Return<string | undefined, StoreUnavailable> {
  const parts = yield* readParts(store, of)
  if (parts === undefined) return undefined
  // What a text begins with belongs to it, also a mark of its byte order.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  let text = ""
  for (const part of parts) {
    let at = 0
    yield* untilDone(() => {
      const until = Math.min(at + sliceLength, part.length)
      text += decoder.decode(part.subarray(at, until), { stream: true })
      at = until
      return at < part.length
    })
  }
  return text + decoder.decode()
})
