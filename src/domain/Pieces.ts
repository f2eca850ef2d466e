/**
 * Messages to another thread. To copy a text of 20 MiB to it holds the sender up for tens of milliseconds; so long texts and
 * bytes go ahead of their message in pieces, of which the sender posts one in each turn of its event loop.
 */

/** Characters or bytes of a piece: copying one takes less than a millisecond. Our choice. */
const pieceLength = 262_144

type Long = string | Uint8Array

/** A piece of a long value, by the number of the value in the message that follows. */
interface Piece {
  readonly ahead: number
  readonly piece: Long
}

/** A message that holds the numbers of its long values in their places. */
interface Rest {
  readonly rest: unknown
}

/** The form in which a message is posted: the message itself if nothing in it is long. */
export type Posted<A> = A | Piece | Rest

/** The key of an object that stands for a long value; no message has it. */
const place = "bursar/ahead"

/** Whether a value of a message goes ahead of it. */
export const isLong = (value: unknown): boolean =>
  (typeof value === "string" || value instanceof Uint8Array) && value.length > pieceLength

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** A value with some of the values in it changed; itself where none is. */
const changed = (value: unknown, change: (value: unknown) => unknown): unknown => {
  const instead = change(value)
  if (instead !== value) return instead
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => changed(item, change))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (!isPlain(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, changed(item, change)] as const)
  return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value
}

/**
 * What to post of a message of plain data, in this order. Between the first and the last of them nothing of another such
 * message may be posted, but messages that are posted as they are may.
 */
export function* inPieces<A>(message: A): Generator<Posted<A>, void> {
  const values: Array<Long> = []
  const rest = changed(message, (value) => (isLong(value) ? { [place]: values.push(value as Long) - 1 } : value))
  for (const [ahead, value] of values.entries()) {
    for (let at = 0; at < value.length; at += pieceLength) yield { ahead, piece: value.slice(at, at + pieceLength) }
  }
  yield values.length === 0 ? message : { rest }
}

const joined = (pieces: ReadonlyArray<Long>): Long => {
  if (typeof pieces[0] === "string") return pieces.join("")
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces as ReadonlyArray<Uint8Array>) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** Puts messages together where they arrive. */
export class Assembly<A> {
  #ahead: Array<Array<Long>> = []

  /** The message that is complete with this, or `undefined` where more of it is to come. */
  read(posted: Posted<A>): A | undefined {
    if (typeof posted !== "object" || posted === null) return posted
    if ("piece" in posted) {
      const pieces = (this.#ahead[posted.ahead] ??= [])
      pieces.push(posted.piece)
      return undefined
    }
    if (!("rest" in posted)) return posted
    const ahead = this.#ahead
    this.#ahead = []
    return changed(posted.rest, (value) => {
      const number = isPlain(value) ? value[place] : undefined
      return typeof number === "number" ? joined(ahead[number] ?? []) : value
    }) as A
  }
}
