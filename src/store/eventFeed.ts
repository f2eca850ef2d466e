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

/**
 * With so many gaps a reader goes no further until some are filled, or given up (our choice): two commits of 64 units that were
 * numbered by turns leave one for each event. What comes late may divide them into more.
 */
const mostGaps = 256

/** Most gaps in a cursor that is read (our choice). */
const mostInCursor = 4 * mostGaps

/** Events that are read at a time (our choice). */
const rowsPerRead = 200

/** Numbers from one to another, both included, that nothing was committed under yet. */
interface Gap {
  readonly from: number
  readonly to: number
  /** How long they are looked for: a time on the wall. */
  readonly until: number
}

/** How far a reader has come: everything up to `last`, but what is missing. */
export interface FeedPosition {
  readonly last: number
  readonly missing: ReadonlyArray<Gap>
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

const within = (gaps: number) =>
  `SELECT ${columns} FROM events WHERE ${Array(gaps).fill("sequence BETWEEN ? AND ?").join(" OR ")}
   ORDER BY sequence LIMIT ${rowsPerRead}`

const newest = `SELECT sequence, created_at FROM events ORDER BY sequence DESC LIMIT 1`

type Newest = Pick<Row, "created_at" | "sequence">

/** What is left of a gap once a number was found, which may lie outside. */
const without = (gap: Gap, found: number): ReadonlyArray<Gap> =>
  found < gap.from || found > gap.to
    ? [gap]
    : [
        { ...gap, to: found - 1 },
        { ...gap, from: found + 1 }
      ].filter(({ from, to }) => from <= to)

const take = ({ last, missing }: FeedPosition, sequence: number, gapUntil: number | undefined): FeedPosition => {
  const isLate = sequence <= last
  const gaps = isLate ? missing.flatMap((gap) => without(gap, sequence)) : [...missing]
  const leavesGap = !isLate && sequence > last + 1
  if (leavesGap && gapUntil !== undefined) gaps.push({ from: last + 1, to: sequence - 1, until: gapUntil })
  return { last: Math.max(last, sequence), missing: gaps }
}

/** Until when numbers before one are looked for; `undefined` where one writer commits in their order. */
const gapUntilOf = ({ dialect }: RegionStore, wallNow: number): number | undefined =>
  dialect.remote === true ? wallNow + patienceMs : undefined

/** Reads what was committed after a position. `wallNow` is in milliseconds. */
export const readFeed = Effect.fnUntraced(function* (
  store: RegionStore,
  plugin: string,
  from: FeedPosition,
  wallNow: number
): Effect.fn.Return<Fed, StoreUnavailable> {
  const sought = from.missing.flatMap((gap) => [gap.from, gap.to])
  const late = sought.length === 0 ? [] : yield* store.read<Row>(within(from.missing.length), [plugin, ...sought])
  const next = yield* store.read<Row>(after, [plugin, from.last])
  const until = gapUntilOf(store, wallNow)
  const [last] =
    until !== undefined && next.length === rowsPerRead ? yield* store.read<Newest>(newest, []) : next.slice(-1)
  // What was numbered before an old event has come, or never will: among such ones are the numbers of all that was deleted.
  const recentFrom = (last?.created_at ?? 0) - 2 * patienceMs
  let position = from
  const events: Array<FedEvent> = []
  for (const { body, created_at, sequence, ...event } of [...late, ...next]) {
    const gapUntil = created_at < recentFrom ? undefined : until
    if (gapUntil !== undefined && sequence > position.last + 1 && position.missing.length >= mostGaps) break
    position = take(position, sequence, gapUntil)
    if (body !== null) events.push({ event: { ...event, body, createdAt: created_at }, position })
  }
  if (late.length === rowsPerRead) return { events, position, isFull: true }
  // Given up only here: however late a reader comes back, he has looked for them once more.
  const missing = position.missing.filter(({ until }) => until > wallNow)
  const isFull = next.length === rowsPerRead && position.missing.length < mostGaps
  return { events, position: { ...position, missing }, isFull }
})

const newestRows = `SELECT sequence FROM events ORDER BY sequence DESC LIMIT ${mostGaps + 1}`

/** The position after everything that is committed now. What was numbered before, and is committed later, is still to come. */
export const endOfFeed = (store: RegionStore, wallNow: number): Read<FeedPosition> =>
  Effect.map(store.read<{ readonly sequence: number }>(newestRows, []), (rows) => {
    const first = rows.length > mostGaps ? rows.at(-1)!.sequence : 0
    let position: FeedPosition = { last: first, missing: [] }
    for (const { sequence } of rows.toReversed()) position = take(position, sequence, gapUntilOf(store, wallNow))
    return position
  })

/** The position before the first event. */
export const startOfFeed: FeedPosition = { last: 0, missing: [] }

/** A position as a text to go on from, in another process too. */
export const cursorOf = ({ name }: Pick<RegionStore, "name">, { last, missing }: FeedPosition): string =>
  [`${name}:${last}`, ...missing.map(({ from, to }) => (from === to ? from : `${from}-${to}`))].join(".")

const gapPattern = String.raw`\.\d{1,15}(?:-\d{1,15})?`

const numbersPattern = new RegExp(String.raw`^\d{1,15}(?:${gapPattern}){0,${mostInCursor}}$`)

/**
 * The position in a cursor. Fails with `InvalidCursor`, also for one of another region, and for one behind the newest event: data that
 * were put back from an earlier copy give those numbers to other events.
 */
export const positionOf = Effect.fnUntraced(function* (
  store: RegionStore,
  cursor: string,
  wallNow: number
): Effect.fn.Return<FeedPosition, InvalidCursor | StoreUnavailable> {
  const [region, numbers = ""] = cursor.split(":")
  if (region !== store.name || !numbersPattern.test(numbers)) return yield* new InvalidCursor()
  const [last, ...gaps] = numbers.split(".")
  const [latest] = yield* store.read<Newest>(newest, [])
  if (Number(last) > (latest?.sequence ?? 0)) return yield* new InvalidCursor()
  const missing = gaps.map((gap): Gap => {
    const [from, to = from] = gap.split("-").map(Number)
    return { from: from!, to: to!, until: wallNow + patienceMs }
  })
  return { last: Number(last), missing }
})
