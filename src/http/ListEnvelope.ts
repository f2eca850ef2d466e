/** Pages of lists: keyset positions behind sealed cursors, so that page 1,000 costs what page 1 costs. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { makeCursorSealer, type CursorBinding, type CursorPosition, type InvalidCursor } from "../domain/Cursor.ts"
import { Signer } from "../services/Signer.ts"
import type { Narrowing } from "../store/documentTable.ts"
import type { OwnedDocumentTable } from "../store/ownedDocumentTable.ts"
import type { CallerShape } from "./Caller.ts"

/** The parameters of a list request. */
export interface PageRequest {
  /** Names the list; a cursor of one list is refused by another. */
  readonly endpoint: string
  readonly filters: Readonly<Record<string, string | undefined>>
  readonly limit: number
  readonly cursor: string | undefined
  /**
   * Instead of a cursor: which page of `limit` items to read, from 1. It costs reading all that comes before, and what
   * is added meanwhile shifts the pages; cursors do neither.
   */
  readonly page?: number | undefined
}

/** A row that knows its place in the order of its list. */
export interface Positioned {
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly sequence: number
}

/** A page of a list, in the list's order. */
export interface Page<Item> {
  readonly data: ReadonlyArray<Item>
  readonly hasMore: boolean
  /** `null` on the last page. */
  readonly nextCursor: string | null
}

const sealers = new WeakMap<object, ReturnType<typeof makeCursorSealer>>()

const sealerOf = (signer: Signer["Service"]) => {
  let sealer = sealers.get(signer)
  if (sealer === undefined) sealers.set(signer, (sealer = makeCursorSealer(signer.deriveKey("cursor"))))
  return sealer
}

/** Rows that are read at a time on the way to a page by number (our choice): it bounds the memory, not the work. */
const rowsPerStep = 1_000

type Fetch<Item, E, R> = (after: CursorPosition | undefined, rows: number) => Effect.Effect<ReadonlyArray<Item>, E, R>

/** The position of the last of the first `count` items; `undefined` when there are fewer. */
const positionAfter = Effect.fnUntraced(function* <Item extends Positioned, E, R>(
  count: number,
  fetch: Fetch<Item, E, R>
) {
  let last: Item | undefined
  for (let left = count; left > 0; left -= rowsPerStep) {
    const rows = Math.min(left, rowsPerStep)
    const found: ReadonlyArray<Item> = yield* fetch(last, rows)
    if (found.length < rows) return undefined
    last = found[rows - 1]
  }
  return last
})

/**
 * Reads one page. `fetch` reads one row more than the page holds, at or after a position, in the list's order.
 * Fails with `InvalidCursor` when the cursor is not one of this list, these filters, this caller and this region.
 */
export const readPage = Effect.fnUntraced(function* <Item extends Positioned, E, R>(
  caller: Pick<CallerShape, "scope" | "store">,
  request: PageRequest,
  fetch: Fetch<Item, E, R>
): Effect.fn.Return<Page<Item>, E | InvalidCursor, R | Signer> {
  const sealer = sealerOf(yield* Signer)
  const binding: CursorBinding = {
    endpoint: request.endpoint,
    filters: request.filters,
    scope: caller.scope,
    region: caller.store.name
  }
  let after: CursorPosition | undefined
  if (request.cursor !== undefined) {
    const opened = sealer.open(binding, request.cursor)
    if (Result.isFailure(opened)) return yield* Effect.fail(opened.failure)
    after = opened.success
  }
  const skipped = ((request.page ?? 1) - 1) * request.limit
  if (skipped > 0) {
    after = yield* positionAfter(skipped, fetch)
    if (after === undefined) return { data: [], hasMore: false, nextCursor: null }
  }
  const rows = yield* fetch(after, request.limit + 1)
  const data = rows.slice(0, request.limit)
  const last = data[data.length - 1]
  const hasMore = rows.length > request.limit
  return { data, hasMore, nextCursor: hasMore && last !== undefined ? sealer.seal(binding, last) : null }
})

/** A page of the documents of a table, newest first, of which these columns have these values. Fails with `InvalidCursor`. */
export const readDocuments = <Noun extends string, A, Column extends string>(
  caller: Pick<CallerShape, "scope" | "store">,
  table: Pick<OwnedDocumentTable<Noun, A, Column>, "list">,
  { narrowing, ...request }: PageRequest & { readonly narrowing: Narrowing<Column> }
) =>
  readPage(caller, request, (after, rows) => table.list(caller.store, { scope: caller.scope, narrowing, after, rows }))

/** The list envelope of spec cards §2. */
export const listEnvelope = <Item, Wire>(page: Page<Item>, encode: (item: Item) => Wire) => ({
  object: "list" as const,
  data: page.data.map(encode),
  has_more: page.hasMore,
  next_cursor: page.nextCursor
})
