/**
 * Events as they are committed. One writer numbers them in this order; where several write, an event may be numbered before another
 * and committed after it, so numbers that are missing are looked for again for a while.
 */
import * as Effect from "effect/Effect"
import { InvalidCursor } from "../domain/Cursor.ts"
import type { Read, RegionStore, StoreUnavailable } from "../services/Store.ts"
import type { StoredEvent } from "./outboxRepository.ts"

/** How long a missing number is looked for, in milliseconds on the wall: longer than a commit may take (our choice). */
const patienceMs = 30_000

/** Most missing numbers that are remembered, the newest ones, and in one cursor (our choice). */
const mostMissing = 100

/** Events that are read at a time (our choice). */
const rowsPerRead = 200

/** How far a reader has come: everything up to `last`, but what is missing, each until a time on the wall. */
export interface FeedPosition {
  /** `undefined` before the first event. */
  readonly last: number | undefined
  readonly missing: ReadonlyMap<number, number>
}

/** An event of the plugin with the position after it. */
export interface FedEvent {
  readonly event: StoredEvent
  readonly position: FeedPosition
}

/** What a read found. */
export interface Fed {
  readonly events: ReadonlyArray<FedEvent>
  readonly position: FeedPosition
  /** Whether there may be more at once. */
  readonly isFull: boolean
}

interface Row extends Omit<StoredEvent, "createdAt" | "body"> {
  readonly sequence: number
  readonly created_at: number
  /** Of events of other plugins only the number is read. */
  readonly body: string | null
}

const columns = "sequence, id, plugin, scope, type, resource, created_at, CASE WHEN plugin = ? THEN body END AS body"

const after = `SELECT ${columns} FROM events WHERE sequence > ? ORDER BY sequence LIMIT ${rowsPerRead}`

const among = (count: number) =>
  `SELECT ${columns} FROM events WHERE sequence IN (${Array(count).fill("?").join(", ")}) ORDER BY sequence`

/** The numbers between two, the newest ones where there are too many. */
const between = (from: number, to: number): ReadonlyArray<number> => {
  const first = Math.max(from + 1, to - mostMissing)
  return Array.from({ length: Math.max(0, to - first) }, (_, at) => first + at)
}

const take = (of: FeedPosition, sequence: number, gapUntil: number | undefined): FeedPosition => {
  const missing = new Map(of.missing)
  if (of.last !== undefined && sequence <= of.last) missing.delete(sequence)
  else if (of.last !== undefined && gapUntil !== undefined) {
    for (const number of between(of.last, sequence)) missing.set(number, gapUntil)
  }
  for (const number of missing.keys()) if (missing.size > mostMissing) missing.delete(number)
  return { last: Math.max(of.last ?? 0, sequence), missing }
}

/** Until when numbers between two are looked for; `undefined` where one writer commits in their order. */
const gapUntilOf = ({ dialect }: RegionStore, wallNow: number): number | undefined =>
  dialect.remote === true ? wallNow + patienceMs : undefined

/** Reads what was committed after a position. `wallNow` is in milliseconds. */
export const readFeed = Effect.fnUntraced(function* (
  store: RegionStore,
  plugin: string,
  from: FeedPosition,
  wallNow: number
): Effect.fn.Return<Fed, StoreUnavailable> {
  const sought = [...from.missing].filter(([, until]) => until > wallNow)
  const late =
    sought.length === 0
      ? []
      : yield* store.read<Row>(among(sought.length), [plugin, ...sought.map(([number]) => number)])
  const next = yield* store.read<Row>(after, [plugin, from.last ?? 0])
  const gapUntil = gapUntilOf(store, wallNow)
  let position: FeedPosition = { last: from.last, missing: new Map(sought) }
  const events: Array<FedEvent> = []
  for (const { body, created_at, sequence, ...event } of [...late, ...next]) {
    position = take(position, sequence, gapUntil)
    if (body !== null) events.push({ event: { ...event, body, createdAt: created_at }, position })
  }
  return { events, position, isFull: next.length === rowsPerRead }
})

const newest = `SELECT sequence FROM events ORDER BY sequence DESC LIMIT ${mostMissing + 1}`

/** The position after everything that is committed now. What was numbered before, and is committed later, is still to come. */
export const endOfFeed = (store: RegionStore, wallNow: number): Read<FeedPosition> =>
  Effect.map(store.read<{ readonly sequence: number }>(newest, []), (rows) => {
    let position: FeedPosition = { last: rows.at(-1)?.sequence ?? 0, missing: new Map() }
    for (const { sequence } of rows.toReversed()) position = take(position, sequence, gapUntilOf(store, wallNow))
    return position
  })

/** The position before the first event. */
export const startOfFeed: FeedPosition = { last: undefined, missing: new Map() }

/** A position as a text to go on from, in another process too. */
export const cursorOf = ({ name }: Pick<RegionStore, "name">, { last, missing }: FeedPosition): string =>
  [`${name}:${last ?? 0}`, ...missing.keys()].join(".")

/** The position in a cursor. Fails with `InvalidCursor`, also for one of another region. */
export const positionOf = (
  { name }: Pick<RegionStore, "name">,
  cursor: string,
  wallNow: number
): Effect.Effect<FeedPosition, InvalidCursor> => {
  const [region, numbers = ""] = cursor.split(":")
  if (region !== name || !/^\d{1,15}(?:\.\d{1,15}){0,100}$/.test(numbers)) return Effect.fail(new InvalidCursor())
  const [last, ...missing] = numbers.split(".").map(Number)
  return Effect.succeed({ last, missing: new Map(missing.map((number) => [number, wallNow + patienceMs])) })
}
