/** Reads a text that may be megabytes long without holding the event loop up: a slice of its bytes at a time. */
import * as Effect from "effect/Effect"
import type { RegionStore, SqlValue, StoreUnavailable } from "../services/Store.ts"
import { sliceLength, untilDone } from "./Turns.ts"

/**
 * Bytes that are read at once. A store may go through the whole text for each slice, which for 19 MiB on SQLite takes as long
 * for 4 MiB as for one: the fewer, the less work. Our choice.
 */
export const sliceBytes = 4_194_304

/** A text column of one row that never changes. */
export interface LongText {
  readonly table: string
  readonly column: string
  /** Conditions with `?`, all of which must hold. */
  readonly where: ReadonlyArray<string>
  readonly params: ReadonlyArray<SqlValue>
}

interface Slice {
  /** SQLite may answer without a value where there are no bytes. */
  readonly part: Uint8Array | null
  readonly absent: number
}

const nothing = new Uint8Array(0)

/** The text, or `undefined` where there is no such row or nothing in it. */
export const readLongText = Effect.fnUntraced(function* (
  store: RegionStore,
  { column, params, table, where }: LongText
): Effect.fn.Return<string | undefined, StoreUnavailable> {
  const slice = `SELECT substr(${store.dialect.utf8Of(column)}, CAST(? AS INTEGER), ${sliceBytes}) AS part,
    CASE WHEN ${column} IS NULL THEN 1 ELSE 0 END AS absent FROM ${table}
    WHERE ${where.join(" AND ")}`
  // What a text begins with belongs to it, also a mark of its byte order.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  let text = ""
  for (let from = 1; ; from += sliceBytes) {
    const [row] = yield* store.read<Slice>(slice, [from, ...params])
    if (row === undefined || Number(row.absent) === 1) return undefined
    const part = row.part ?? nothing
    const isLast = part.length < sliceBytes
    if (isLast && from === 1) return decoder.decode(part)
    let at = 0
    yield* untilDone(() => {
      const until = Math.min(at + sliceLength, part.length)
      text += decoder.decode(part.subarray(at, until), { stream: !isLast || until < part.length })
      at = until
      return at < part.length
    })
    if (isLast) return text
  }
})
