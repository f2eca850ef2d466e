/**
 * Long texts of rows, stored in pieces: each is written in a short transaction of its own, ahead of the unit with the row, so
 * that the units of others never wait for all of them (decision 0046). Tables say which of their columns may be long.
 */
import * as Effect from "effect/Effect"
import { rowsIn, type SqlValue } from "../services/Statement.ts"
import type { Read, RegionStore, Store, StoreUnavailable, UniqueViolation, Write } from "../services/Store.ts"
import { integer, key, table, text } from "../rows/Table.ts"
import { aroundRegions } from "./regionsOf.ts"
import { endOfPiece } from "./Turns.ts"
import { isAhead, removeSome, writeAhead, type Ahead } from "./writtenAhead.ts"

/** Characters of a piece, and of the longest text that is stored in its row. Our choice: one is written in a millisecond or two. */
export const pieceLength = 131_072

/** Texts that are looked at in one step of pruning. Our choice. */
const textsAtOnce = 50

/** A text that may be long: as a string, or as its UTF-8, which takes no memory of V8's and is never put together. */
export type LongText = string | Uint8Array

const pieces = table("long_text_pieces", { text_id: key(text), position: key(integer), piece: text })

/** Where a text belongs: a column of a row. */
export interface TextPlace {
  readonly table: string
  readonly column: string
  readonly keyColumn: string
  readonly key: string
}

/** The name of a text: it says whose it is, so that it goes with its row however that is deleted. */
export const textIdOf = ({ column, key: of, keyColumn, table: name }: TextPlace): string =>
  `${name}.${column}.${keyColumn}/${of}`

const textIds = /^(\w+)\.(\w+)\.(\w+)\/(.*)$/s

const placeIn = (textId: string): TextPlace => {
  const [, name = "", column = "", keyColumn = "", of = ""] = textIds.exec(textId) ?? []
  return { table: name, column, keyColumn, key: of }
}

const rowsOf = (textId: string): Ahead => ({
  table: pieces.name,
  column: "text_id",
  order: "position",
  value: textId
})

/** What a text consists of, in order, in parts of at most so many characters, and none of them half of a surrogate pair. */
export function* textsIn(whole: LongText, length: number): Generator<string, void> {
  if (typeof whole === "string") {
    for (let [at, end] = [0, 0]; at < whole.length; at = end) {
      end = endOfPiece(whole, at, length)
      yield whole.slice(at, end)
    }
    return
  }
  // What a text begins with belongs to it, also a mark of its byte order.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  for (let at = 0; at < whole.length; at += length) {
    yield decoder.decode(whole.subarray(at, at + length), { stream: at + length < whole.length })
  }
}

function* piecesOf(textId: string, whole: LongText): Generator<ReadonlyArray<Write>, void> {
  let position = 0
  for (const piece of textsIn(whole, pieceLength))
    yield [pieces.insert({ text_id: textId, position: position++, piece })]
}

/** A text of a write that is to be stored in pieces, or, as UTF-8 of a short one, as a text. */
interface Found {
  readonly write: number
  readonly place: number
  readonly whole: LongText
  readonly textId: string
}

const longIn = (write: Write<unknown>, index: number): ReadonlyArray<Found> => {
  const { statement, values } = write
  if (statement.kind !== "insert" || statement.long === undefined) return []
  const width = values.length / rowsIn(statement, values)
  const found: Array<Found> = []
  for (let row = 0; row < values.length; row += width) {
    for (const long of statement.long) {
      const whole = values[row + long.at]
      const isText = typeof whole === "string" ? whole.length > pieceLength : whole instanceof Uint8Array
      if (!isText) continue
      const of = { table: statement.table, column: long.column, keyColumn: long.keyColumn }
      const textId = textIdOf({ ...of, key: String(values[row + long.keyAt]) })
      found.push({ write: index, place: row + long.at, whole: whole as LongText, textId })
    }
  }
  return found
}

const mayBeLong = ({ statement }: Write<unknown>): boolean =>
  statement.kind === "insert" && statement.long !== undefined

const storeInPieces = Effect.fnUntraced(function* <E>(
  region: RegionStore,
  writes: ReadonlyArray<Write<E>>,
  now: number
): Effect.fn.Return<void, E | StoreUnavailable | UniqueViolation> {
  const found = writes.flatMap(longIn)
  const all: Array<Write<E | StoreUnavailable>> = [...writes]
  for (const { place, textId, whole, write } of found) {
    const values: Array<SqlValue> = [...all[write]!.values]
    if (whole.length <= pieceLength) values[place] = [...textsIn(whole, pieceLength)].join("")
    else {
      all.push(yield* writeAhead(region, { ...rowsOf(textId), now }, piecesOf(textId, whole)))
      values[place] = ""
    }
    all[write] = { ...all[write]!, values }
  }
  yield* region.write(all)
})

const withLongTexts = (region: RegionStore, now: () => number): RegionStore => ({
  ...region,
  write: (writes) =>
    writes.some(mayBeLong) ? Effect.suspend(() => storeInPieces(region, writes, now())) : region.write(writes)
})

/** A store whose regions write long texts in pieces. `now` is engine time. */
export const longTextStore = (store: Store["Service"], now: () => number): Store["Service"] =>
  aroundRegions(store, (region) => withLongTexts(region, now))

/** A piece of a text, or `undefined` behind the last one. */
export const readPiece = (store: RegionStore, textId: string, position: number): Read<string | undefined> =>
  Effect.map(
    store.read<{ readonly piece: string }>(
      `SELECT piece FROM long_text_pieces WHERE text_id = ? AND position = CAST(? AS BIGINT)`,
      [textId, position]
    ),
    ([row]) => row?.piece
  )

const isThere = (store: RegionStore, { key: of, keyColumn, table: name }: TextPlace) =>
  Effect.map(
    store.read<object>(`SELECT 1 AS found FROM ${name} WHERE ${keyColumn} = ?`, [of]),
    (rows) => rows.length > 0
  )

/** Whether the row of a text is to come, or is there. In this order: the unit that writes the row takes the registration out. */
const isNeeded = Effect.fnUntraced(function* (store: RegionStore, textId: string) {
  return (yield* isAhead(store, textId)) || (yield* isThere(store, placeIn(textId)))
})

/** Where pruning stands: behind a text. */
export interface PiecesStep {
  readonly rows: number
  readonly upTo: string | undefined
}

/** Looks at the next texts, and deletes pieces of the first one whose row is gone. */
export const prunePieces = Effect.fnUntraced(function* (
  store: RegionStore,
  after: string
): Effect.fn.Return<PiecesStep, StoreUnavailable> {
  const texts = yield* store.read<{ readonly text_id: string }>(
    `SELECT text_id FROM long_text_pieces WHERE text_id > ? AND position = 0 ORDER BY text_id LIMIT ${textsAtOnce}`,
    [after]
  )
  let before = after
  for (const { text_id: textId } of texts) {
    if (!(yield* isNeeded(store, textId))) {
      return { rows: yield* removeSome(store, rowsOf(textId)), upTo: before }
    }
    before = textId
  }
  return { rows: 0, upTo: texts.length < textsAtOnce ? undefined : before }
})
